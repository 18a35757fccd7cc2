//! Random numbers that are the same on every platform.

/// The `SplitMix64` generator (Steele, Lea and Flood, 2014).
///
/// `rand`'s small generator differs between 32-bit (WebAssembly) and 64-bit machines, and a game
/// that was played in a browser should be repeatable outside of it.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The generator of `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// The generator for one decision of an agent: it depends on the seed and on how much the agent
    /// was told by then, not on what was drawn before.
    #[must_use]
    pub fn for_decision(seed: u64, events: usize) -> Rng {
        let mut rng = Rng::new(seed);
        let mixed = rng.next_u64() ^ (events as u64).wrapping_mul(0xD134_2543_DE82_EF95);
        Rng::new(mixed)
    }

    /// 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound` (0 when `bound` is 0). The bias is below 2^-32 for the small bounds
    /// used here.
    pub fn below(&mut self, bound: usize) -> usize {
        let wide = u128::from(self.next_u64()) * bound as u128;
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// One of `items`, or `None` of nothing.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_splitmix64() {
        // The first outputs of the reference implementation for the seed 1234567.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn every_number_below_the_bound_comes_up() {
        let mut rng = Rng::for_decision(1, 2);
        let mut seen = [0; 5];
        for _ in 0..1_000 {
            seen[rng.below(5)] += 1;
        }
        assert!(seen.iter().all(|n| (150..250).contains(n)), "{seen:?}");
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
