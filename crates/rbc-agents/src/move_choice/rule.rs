//! How the outcomes on many boards become one value.

/// How the outcomes on many boards become one value.
///
/// `value = mean_weight · mean + worst_weight · tail`, where `tail` is the mean over the worst `worst_share` of the
/// boards. Outcomes are win probabilities, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// The weight of the mean over all boards.
    pub mean_weight: f64,
    /// The weight of the mean over the worst boards.
    pub worst_weight: f64,
    /// The share of the boards that are the worst; 0 for the single worst one.
    pub worst_share: f64,
    /// How many times a board counts on which the request loses the king; 1 for as often as any other. An opponent
    /// that keeps track hunts the king and finds it more often than by chance.
    pub danger: f64,
}

impl Rule {
    /// The rule of StrangeFish2: 0.7 of the mean, 0.3 of the minimum.
    pub const STRANGEFISH2: Rule = Rule {
        mean_weight: 0.7,
        worst_weight: 0.3,
        worst_share: 0.0,
        danger: 1.0,
    };
    /// The weighted sum of Bertram, Fürnkranz and Müller (2023): the mean alone.
    pub const WEIGHTED_MEAN: Rule = Rule {
        mean_weight: 1.0,
        worst_weight: 0.0,
        worst_share: 0.0,
        danger: 1.0,
    };
}

impl Default for Rule {
    /// 0.85 of the mean and 0.15 of the worst tenth, and boards that lose the king count sixteenfold.
    fn default() -> Rule {
        Rule {
            mean_weight: 0.85,
            worst_weight: 0.15,
            worst_share: 0.1,
            danger: 16.0,
        }
    }
}
