/// The `SplitMix64` generator (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

/// What the state grows by with each number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Rng {
    /// Returns the generator of `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// Returns the generator for one decision of an agent. It depends on the seed and on how many
    /// events the agent has been told, not on what was drawn before.
    #[must_use]
    pub fn for_decision(seed: u64, events: usize) -> Rng {
        let mut rng = Rng::new(seed);
        let mixed = rng.next_u64() ^ (events as u64).wrapping_mul(0xD134_2543_DE82_EF95);
        Rng::new(mixed)
    }

    /// Returns the `n`-th number, from 1, of the generator of seed 0: a bijective mix of `n`.
    ///
    /// ```
    /// # use rbc_random::Rng;
    /// assert_eq!(Rng::nth(1), Rng::new(0).next_u64());
    /// ```
    #[must_use]
    pub const fn nth(n: u64) -> u64 {
        mix(n.wrapping_mul(STEP))
    }

    /// Returns 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// Returns a number below `bound`, or 0 when `bound` is 0. The bias is at most `bound` / 2^64.
    pub fn below(&mut self, bound: usize) -> usize {
        let wide = u128::from(self.next_u64()) * bound as u128;
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// Returns one of `items`, or `None` when there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }
}

/// Returns a number from 0 to 1, below 1, made of the upper 53 of 64 random bits.
///
/// ```
/// assert_eq!(rbc_random::unit(1 << 63), 0.5);
/// ```
#[must_use]
pub fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// Mixes a state to a number.
const fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
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
