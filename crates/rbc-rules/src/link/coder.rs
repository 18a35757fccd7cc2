//! A range coder: turns choices of known probability into bytes and back, in integers.
//!
//! Functions over [`Coder`] describe the format once for both directions: the writer takes values, the reader returns
//! them.

use super::LinkError;

/// Writing or reading. Every method codes `value` and returns it; a reader ignores the given `value` and returns what
/// it read.
pub(super) trait Coder {
    /// One part, of `size` parts from `start` on, of `total`: what lies under all other methods. `find` tells which
    /// choice, its start and its size belong to a part.
    fn part(
        &mut self,
        total: u64,
        value: usize,
        find: impl Fn(Looking) -> (usize, u64, u64),
    ) -> Result<usize, LinkError>;

    /// One of as many choices as there are weights, each as likely as its weight (at least 1; less than 2^40 in all).
    fn choice(&mut self, weights: &[u32], value: usize) -> Result<usize, LinkError> {
        let total = weights.iter().map(|w| u64::from(*w)).sum();
        self.part(total, value, |looking| {
            let mut start = 0;
            for (i, weight) in weights.iter().enumerate() {
                let size = u64::from(*weight);
                let here = match looking {
                    Looking::For(value) => i == value,
                    Looking::At(part) => part < start + size,
                };
                if here {
                    return (i, start, size);
                }
                start += size;
            }
            unreachable!("a choice beyond its weights")
        })
    }

    /// One of `count` choices, all as likely.
    fn uniform(&mut self, count: usize, value: usize) -> Result<usize, LinkError> {
        self.part(count as u64, value, |looking| match looking {
            Looking::For(value) => (value, value as u64, 1),
            Looking::At(part) => (part as usize, part, 1),
        })
    }

    /// Yes or no, `no` to `yes`.
    fn flag(&mut self, [no, yes]: [u32; 2], value: bool) -> Result<bool, LinkError> {
        Ok(self.choice(&[no, yes], usize::from(value))? == 1)
    }

    /// Any number: how many binary digits it has, then those after the first.
    fn number(&mut self, value: u32) -> Result<u32, LinkError> {
        let digits = self.uniform(33, (32 - value.leading_zeros()) as usize)?;
        let Some(after_first) = digits.checked_sub(1) else {
            return Ok(0);
        };
        let first = 1usize << after_first;
        let rest = self.uniform(first, value as usize & (first - 1))?;
        Ok((first | rest) as u32)
    }
}

/// What a choice is looked up by.
#[derive(Clone, Copy)]
pub(super) enum Looking {
    /// Its number.
    For(usize),
    /// A part of its own.
    At(u64),
}

/// Ranges are kept above this.
const LEAST_RANGE: u64 = 1 << 56;

/// Choices to bytes. All that will be written lies from `low` on, in a width of `range`, behind `out`.
pub(super) struct Writer {
    low: u64,
    range: u64,
    out: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Writer {
        Writer {
            low: 0,
            range: u64::MAX,
            out: Vec::new(),
        }
    }

    /// The fewest bytes that say which choices were made.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let end = u128::from(self.low) + u128::from(self.range);
        for bytes in 0..=8 {
            let step = 1u128 << (64 - 8 * bytes);
            let value = u128::from(self.low).div_ceil(step) * step;
            if value < end {
                if value >> 64 != 0 {
                    self.carry();
                }
                let kept = (value as u64).to_be_bytes();
                self.out.extend(kept.iter().take(bytes));
                break;
            }
        }
        self.out
    }

    fn carry(&mut self) {
        for byte in self.out.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }
}

impl Coder for Writer {
    fn part(
        &mut self,
        total: u64,
        value: usize,
        find: impl Fn(Looking) -> (usize, u64, u64),
    ) -> Result<usize, LinkError> {
        let (value, start, size) = find(Looking::For(value));
        let unit = self.range / total;
        let (low, carries) = self.low.overflowing_add(unit * start);
        if carries {
            self.carry();
        }
        self.low = low;
        self.range = unit * size;
        while self.range < LEAST_RANGE {
            self.out.push((self.low >> 56) as u8);
            self.low <<= 8;
            self.range <<= 8;
        }
        Ok(value)
    }
}

/// Bytes to choices.
pub(super) struct Reader<'a> {
    /// What is read, from the writer's `low` on.
    code: u64,
    range: u64,
    rest: std::slice::Iter<'a, u8>,
    /// Bytes taken beyond the end, which are 0.
    beyond: u32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        let mut reader = Reader {
            code: 0,
            range: u64::MAX,
            rest: bytes.iter(),
            beyond: 0,
        };
        for _ in 0..8 {
            reader.take_byte();
        }
        reader
    }

    fn take_byte(&mut self) {
        let byte = self.rest.next().copied().unwrap_or_else(|| {
            self.beyond += 1;
            0
        });
        self.code = self.code << 8 | u64::from(byte);
    }
}

impl Coder for Reader<'_> {
    fn part(
        &mut self,
        total: u64,
        _: usize,
        find: impl Fn(Looking) -> (usize, u64, u64),
    ) -> Result<usize, LinkError> {
        let unit = self.range / total;
        let part = self.code / unit;
        // A writer leaves out at most the eight bytes of its `low`.
        if part >= total || self.beyond > 8 {
            return Err(LinkError::Impossible("it ends before the game does"));
        }
        let (value, start, size) = find(Looking::At(part));
        self.code -= unit * start;
        self.range = unit * size;
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.take_byte();
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Weights and which of them is chosen.
    fn choices() -> impl Strategy<Value = Vec<(Vec<u32>, usize)>> {
        let weights =
            prop::collection::vec(prop_oneof![Just(1u32), 1..1000u32, 1..u32::MAX], 1..100);
        let choice = (weights, any::<prop::sample::Index>()).prop_map(|(weights, index)| {
            let chosen = index.index(weights.len());
            (weights, chosen)
        });
        prop::collection::vec(choice, 0..100)
    }

    proptest! {
        #[test]
        fn choices_come_back(choices in choices(), numbers in prop::collection::vec(any::<u32>(), 0..20)) {
            let mut writer = Writer::new();
            let mut bits = 0.0;
            for (weights, chosen) in &choices {
                writer.choice(weights, *chosen).expect("writing");
                let total: f64 = weights.iter().map(|w| f64::from(*w)).sum();
                bits -= (f64::from(weights[*chosen]) / total).log2();
            }
            let before = writer.out.len();
            for number in &numbers {
                writer.number(*number).expect("writing");
            }
            let bytes = writer.finish();
            prop_assert!(before as f64 <= bits / 8.0 + 1.0, "{before} bytes for {bits} bits");
            let mut reader = Reader::new(&bytes);
            for (weights, chosen) in &choices {
                prop_assert_eq!(reader.choice(weights, 0), Ok(*chosen));
            }
            for number in &numbers {
                prop_assert_eq!(reader.number(0), Ok(*number));
            }
        }
    }
}
