//! Protocol Buffers as ONNX files have them: fields one after the other, borrowed from the file.
//!
//! The file may come from anywhere. What generated readers make of a few megabytes can fill a browser's memory
//! (a message of two bytes becomes a struct of hundreds), so that ours makes nothing that was not asked for.

/// A field's value, before anybody has said what it is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    /// An integer.
    Varint(u64),
    /// Bytes, text, a message or packed numbers.
    Bytes(&'a [u8]),
    /// Four or eight bytes, which nothing that we read has.
    Fixed,
}

impl<'a> Value<'a> {
    /// The bytes, if it has any.
    pub(crate) fn bytes(self) -> Result<&'a [u8], Malformed> {
        match self {
            Value::Bytes(bytes) => Ok(bytes),
            _ => Err(Malformed::Nonsense),
        }
    }

    /// The text, if it is one.
    pub(crate) fn text(self) -> Result<&'a str, Malformed> {
        str::from_utf8(self.bytes()?).map_err(|_| Malformed::Nonsense)
    }

    /// The integer, if it is one.
    pub(crate) fn integer(self) -> Result<i64, Malformed> {
        match self {
            Value::Varint(value) => Ok(value as i64),
            _ => Err(Malformed::Nonsense),
        }
    }

    /// Appends the integer, or the packed ones, to those of a repeated field: `most` at most.
    pub(crate) fn integers(self, into: &mut Vec<i64>, most: usize) -> Result<(), Malformed> {
        let mut push = |value: u64| {
            into.push(value as i64);
            if into.len() > most {
                return Err(Malformed::Nonsense);
            }
            Ok(())
        };
        match self {
            Value::Varint(value) => push(value),
            Value::Bytes(mut bytes) => {
                while !bytes.is_empty() {
                    push(varint(&mut bytes)?)?;
                }
                Ok(())
            }
            Value::Fixed => Err(Malformed::Nonsense),
        }
    }
}

/// Why bytes are no message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Malformed {
    /// They end too early.
    Short,
    /// They are something else.
    Nonsense,
}

/// The fields of a message, with their numbers; nothing comes after an error.
#[derive(Clone, Debug)]
pub(crate) struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    /// Of a message in these bytes.
    pub(crate) fn of(message: &'a [u8]) -> Fields<'a> {
        Fields { rest: message }
    }

    fn take(&mut self) -> Result<(u64, Value<'a>), Malformed> {
        let key = varint(&mut self.rest)?;
        let value = match key & 7 {
            0 => Value::Varint(varint(&mut self.rest)?),
            1 => self.skip(8)?,
            2 => {
                let len = varint(&mut self.rest)?;
                let len = usize::try_from(len).map_err(|_| Malformed::Short)?;
                let (bytes, rest) = self.rest.split_at_checked(len).ok_or(Malformed::Short)?;
                self.rest = rest;
                Value::Bytes(bytes)
            }
            5 => self.skip(4)?,
            _ => return Err(Malformed::Nonsense),
        };
        match key >> 3 {
            0 => Err(Malformed::Nonsense),
            number => Ok((number, value)),
        }
    }

    fn skip(&mut self, bytes: usize) -> Result<Value<'a>, Malformed> {
        self.rest = self.rest.get(bytes..).ok_or(Malformed::Short)?;
        Ok(Value::Fixed)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<(u64, Value<'a>), Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let field = self.take();
        if field.is_err() {
            self.rest = &[];
        }
        Some(field)
    }
}

fn varint(bytes: &mut &[u8]) -> Result<u64, Malformed> {
    let mut value = 0;
    for i in 0..10 {
        let (byte, rest) = bytes.split_first().ok_or(Malformed::Short)?;
        *bytes = rest;
        value |= u64::from(byte & 127) << (7 * i);
        if byte & 128 == 0 {
            return Ok(value);
        }
    }
    Err(Malformed::Nonsense)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_in_order() {
        // 150 in field 1, "ab" in field 2, four bytes in field 3.
        let bytes = [0x08, 0x96, 0x01, 0x12, 2, b'a', b'b', 0x1d, 0, 0, 0, 0];
        let fields: Vec<_> = Fields::of(&bytes).map(|f| f.expect("a field")).collect();
        assert_eq!(fields.len(), 3);
        assert_eq!(fields[0].1.integer(), Ok(150));
        assert_eq!(fields[1].1.text(), Ok("ab"));
        assert_eq!(fields[2].0, 3);
        for end in 1..bytes.len() {
            let result: Result<Vec<_>, _> = Fields::of(&bytes[..end]).collect();
            assert!(result.is_ok() == (end == 3 || end == 7), "{end} bytes");
        }
    }

    #[test]
    fn packed_numbers_are_bounded() {
        let mut found = Vec::new();
        assert_eq!(
            Value::Bytes(&[1, 2, 0x80, 1]).integers(&mut found, 3),
            Ok(())
        );
        assert_eq!(found, [1, 2, 128]);
        assert!(Value::Bytes(&[1]).integers(&mut found, 3).is_err());
        assert!(Value::Varint(u64::MAX).integers(&mut Vec::new(), 1).is_ok());
        assert_eq!(varint(&mut &[0xff; 11][..]), Err(Malformed::Nonsense));
    }
}
