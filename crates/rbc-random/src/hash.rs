//! Hashes that tell apart what differs by accident, not by intent.

/// Returns the 64 bits of FNV-1a.
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// 128 bits of a text, in four lanes over its UTF-16 code units (cyrb53's mixing, in two pairs).
///
/// ```
/// # use rbc_random::hash::TextHash;
/// let mut hash = TextHash::default();
/// hash.push("out");
/// hash.push("post");
/// let mut whole = TextHash::default();
/// whole.push("outpost");
/// assert_eq!(hash.finish(), whole.finish());
/// ```
#[derive(Clone, Debug)]
pub struct TextHash([u32; 4]);

impl Default for TextHash {
    fn default() -> TextHash {
        TextHash([0xDEAD_BEEF, 0x41C6_CE57, 0x9E37_79B9, 0x85EB_CA6B])
    }
}

impl TextHash {
    const FACTORS: [u32; 4] = [2_654_435_761, 1_597_334_677, 2_246_822_507, 3_266_489_909];

    /// Adds text at the end.
    pub fn push(&mut self, text: &str) {
        for unit in text.encode_utf16() {
            for (lane, factor) in self.0.iter_mut().zip(TextHash::FACTORS) {
                *lane = (*lane ^ u32::from(unit)).wrapping_mul(factor);
            }
        }
    }

    /// Returns the hash as 32 hexadecimal digits.
    #[must_use]
    pub fn finish(self) -> String {
        let TextHash(lanes) = self;
        let mut out = String::with_capacity(32);
        for (i, lane) in lanes.into_iter().enumerate() {
            let other = lanes[(i + 1) % 4];
            let mixed = (lane ^ (lane >> 16)).wrapping_mul(2_246_822_507)
                ^ (other ^ (other >> 13)).wrapping_mul(3_266_489_909);
            out.push_str(&format!("{mixed:08x}"));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values_come_out() {
        assert_eq!(fnv1a(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_F739_67E8);
    }
}
