//! Reads JSON values and keeps the place of each, so that an error can name it.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::{Counted, RecordReason, Wanted};

/// The reader's place; serde's errors have no room for it.
#[derive(Default)]
pub(super) struct Place {
    steps: Vec<Step>,
    /// What was expected and what was found, once reading has failed.
    pub(super) reason: Option<RecordReason>,
}

pub(super) enum Step {
    Key(&'static str),
    Index(usize),
}

impl Place {
    pub(super) fn path(&self) -> String {
        let mut path = "$".to_owned();
        for step in &self.steps {
            match step {
                Step::Key(key) => path.push_str(&format!(".{key}")),
                Step::Index(i) => path.push_str(&format!("[{i}]")),
            }
        }
        path
    }

    pub(super) fn fail<E: serde::de::Error>(&mut self, reason: RecordReason) -> E {
        let error = E::custom(&reason);
        self.reason = Some(reason);
        error
    }

    pub(super) fn expected<E: serde::de::Error>(&mut self, wanted: Wanted, got: &Leaf<'_>) -> E {
        self.fail(RecordReason::Expected {
            wanted,
            found: Some(got.to_string()),
        })
    }

    /// Reads the value of a key. On failure the place stays as it is, for the error.
    pub(super) fn value<'de, M: MapAccess<'de>, T>(
        &mut self,
        map: &mut M,
        key: &'static str,
        read: impl FnOnce(&mut Place, &mut M) -> Result<T, M::Error>,
    ) -> Result<T, M::Error> {
        self.within(Step::Key(key), |at| read(at, map))
    }

    /// Reads the value at `step`.
    pub(super) fn within<T, E>(
        &mut self,
        step: Step,
        read: impl FnOnce(&mut Place) -> Result<T, E>,
    ) -> Result<T, E> {
        self.steps.push(step);
        let value = read(self)?;
        self.steps.pop();
        Ok(value)
    }
}

/// A value that should be a scalar. Lists and objects are not entered.
pub(super) enum Leaf<'a> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Number(String),
    Text(Cow<'a, str>),
    List,
    Object,
}

impl fmt::Display for Leaf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Leaf::Null => f.write_str("null"),
            Leaf::Bool(b) => write!(f, "{b}"),
            Leaf::Unsigned(n) => write!(f, "{n}"),
            Leaf::Number(n) => f.write_str(n),
            Leaf::Text(text) => {
                let short: String = text.chars().take(40).collect();
                let more = if short.len() < text.len() { "…" } else { "" };
                write!(f, "{short:?}{more}")
            }
            Leaf::List => f.write_str("a list"),
            Leaf::Object => f.write_str("an object"),
        }
    }
}

impl<'de> Deserialize<'de> for Leaf<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LeafVisitor;
        impl<'de> Visitor<'de> for LeafVisitor {
            type Value = Leaf<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_unit<E>(self) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Null)
            }
            fn visit_bool<E>(self, b: bool) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Bool(b))
            }
            fn visit_u64<E>(self, n: u64) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Unsigned(n))
            }
            fn visit_i64<E>(self, n: i64) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Number(n.to_string()))
            }
            fn visit_f64<E>(self, n: f64) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Number(format!("{n:?}")))
            }
            fn visit_str<E>(self, text: &str) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Text(Cow::Owned(text.to_owned())))
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Leaf<'de>, E> {
                Ok(Leaf::Text(Cow::Borrowed(text)))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Leaf<'de>, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Leaf::List)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Leaf<'de>, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Leaf::Object)
            }
        }
        deserializer.deserialize_any(LeafVisitor)
    }
}

/// Reads one value with the place at hand.
pub(super) trait Read<'de>: Sized {
    fn read<D: Deserializer<'de>>(at: &mut Place, json: D) -> Result<Self, D::Error>;
}

/// [`Read`] as serde wants it.
pub(super) struct Seed<'p, T>(&'p mut Place, PhantomData<T>);

impl<'p, T> Seed<'p, T> {
    pub(super) fn new(at: &'p mut Place) -> Self {
        Seed(at, PhantomData)
    }
}

impl<'de, T: Read<'de>> DeserializeSeed<'de> for Seed<'_, T> {
    type Value = T;
    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<T, D::Error> {
        T::read(self.0, json)
    }
}

/// `{"type": kind, "value": text}` or null.
pub(super) fn read_tagged<'de, D: Deserializer<'de>>(
    at: &mut Place,
    json: D,
    kind: &'static str,
) -> Result<Option<Cow<'de, str>>, D::Error> {
    struct Tagged<'p>(&'p mut Place, &'static str);
    impl<'de> Visitor<'de> for Tagged<'_> {
        type Value = Option<Cow<'de, str>>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{{\"type\":\"{}\",…}} or null", self.1)
        }
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let Tagged(at, kind) = self;
            let (mut tag, mut value) = (None, None);
            while let Some(Leaf::Text(key)) = map.next_key()? {
                match &*key {
                    "type" => {
                        tag = Some(
                            at.value(&mut map, "type", |_, map| map.next_value::<Leaf<'de>>())?,
                        );
                    }
                    "value" => {
                        value =
                            Some(at.value(&mut map, "value", |_, map| {
                                map.next_value::<Leaf<'de>>()
                            })?);
                    }
                    _ => {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
            }
            match tag {
                Some(Leaf::Text(tag)) if tag == kind => {}
                Some(tag) => return Err(at.expected(Wanted::Tag(kind), &tag)),
                None => return Err(at.fail(RecordReason::NoTag(kind))),
            }
            match value {
                Some(Leaf::Text(text)) => Ok(Some(text)),
                Some(other) => Err(at.expected(Wanted::TagValue, &other)),
                None => Err(at.fail(RecordReason::Missing("value"))),
            }
        }
    }
    json.deserialize_any(Tagged(at, kind))
}

/// A list of at most `limit` values.
pub(super) fn read_list<'de, D: Deserializer<'de>, T: Read<'de>>(
    at: &mut Place,
    json: D,
    limit: usize,
    what: &'static str,
) -> Result<Vec<T>, D::Error> {
    struct List<'p, T>(&'p mut Place, usize, &'static str, Vec<T>);
    impl<'de, T: Read<'de>> Visitor<'de> for List<'_, T> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.2)
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let List(at, limit, _, mut values) = self;
            loop {
                let step = Step::Index(values.len());
                let value = at.within(step, |at| list.next_element_seed(Seed::new(at)))?;
                let Some(value) = value else {
                    return Ok(values);
                };
                if values.len() >= limit {
                    return Err(at.fail(RecordReason::TooMany(Counted::Entries(limit))));
                }
                values.push(value);
            }
        }
    }
    json.deserialize_any(List(at, limit, what, Vec::new()))
}
