//! `reconchess`'s `AttackerBot`.

use rbc_belief::players::{QUICK_ATTACKS, quick_attack};
use rbc_rules::{Color, Move, Observation, Observations, OwnSide, Square};

use crate::{Agent, Budget, Cancelled, Rng, random::random_sense};

/// Tries one of four quick attacks on the king, skipping moves that may not be requested, and then passes for ever.
/// Senses at random and ignores the result.
#[derive(Clone, Debug)]
pub struct Attacker {
    seed: u64,
    attack: usize,
}

impl Attacker {
    /// Creates the agent of `seed`, which decides the attack.
    #[must_use]
    pub fn new(seed: u64) -> Attacker {
        Attacker {
            seed,
            attack: Rng::new(seed).below(QUICK_ATTACKS.len()),
        }
    }

    /// Creates the agent with the `attack`th of the four attacks (modulo four).
    #[must_use]
    pub const fn with_attack(seed: u64, attack: usize) -> Attacker {
        Attacker {
            seed,
            attack: attack % QUICK_ATTACKS.len(),
        }
    }

    fn moves(&self, color: Color) -> impl Iterator<Item = Move> {
        quick_attack(self.attack, color)
    }
}

/// Drops moves up to the first that may be requested, and that one too.
fn next_request(moves: &mut impl Iterator<Item = Move>, own: &OwnSide) -> Option<Move> {
    let requests = own.requests();
    moves.find(|m| requests.contains(m))
}

impl Agent for Attacker {
    fn name(&self) -> &'static str {
        "attacker"
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        budget.should_stop()?;
        Ok(random_sense(self.seed, told))
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        budget.should_stop()?;
        // How far the attack has come follows from the own pieces at each earlier turn.
        let mut moves = self.moves(told.color());
        let mut own = told.start().own_side(told.color());
        for observation in told.log() {
            match observation {
                Observation::TurnStart { capture } => {
                    if let Some(square) = *capture {
                        own.apply_capture(square);
                    }
                }
                Observation::Sense(_) => {}
                Observation::Move(result) => {
                    next_request(&mut moves, &own);
                    if let Some(taken) = result.taken {
                        own.apply_own_move(taken);
                    }
                }
            }
        }
        Ok(next_request(&mut moves, &own))
    }
}

#[cfg(test)]
mod tests {
    use rbc_rules::{Arbiter, GameSetup};

    use super::*;

    /// The attack as requested when the opponent passes all the time.
    fn requests_of(attack: usize, color: Color) -> Vec<String> {
        let mut arbiter = Arbiter::new(GameSetup::default());
        let mut requests = Vec::new();
        arbiter.start(0);
        while arbiter.outcome().is_none() && requests.len() < 8 {
            arbiter.sense(None, 0).expect("time to sense");
            let request = if arbiter.turn() == color {
                // A new agent each time: the log alone tells where it is.
                let request = Attacker::with_attack(5, attack)
                    .choose_move(arbiter.observations(color), &mut Budget::unlimited())
                    .expect("not cancelled");
                requests.push(request.map_or_else(|| "pass".into(), |m| m.to_string()));
                request
            } else {
                None
            };
            arbiter.play(request, 0).expect("a request");
        }
        requests
    }

    #[test]
    fn sequences_are_those_of_reconchess() {
        assert_eq!(
            requests_of(0, Color::White),
            ["b1c3", "c3b5", "b5d6", "d6e8"]
        );
        assert_eq!(
            requests_of(1, Color::White),
            ["b1c3", "c3e4", "e4f6", "f6e8"]
        );
        assert_eq!(
            requests_of(2, Color::Black),
            ["g8h6", "h6f5", "f5h4", "h4f3", "f3e1"]
        );
        assert_eq!(
            requests_of(3, Color::Black),
            ["e7e5", "f8c5", "d8h4", "c5f2", "f2e1"]
        );
    }

    #[test]
    fn it_skips_what_it_cannot_request_and_passes_in_the_end() {
        // Without the bishop only three moves of the fourth attack are left.
        let start = "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1"
            .parse()
            .expect("a position");
        let setup = GameSetup {
            start,
            ..GameSetup::default()
        };
        let mut arbiter = Arbiter::new(setup);
        arbiter.start(0);
        let mut requests = Vec::new();
        let mut agent = Attacker::with_attack(1, 3);
        for _ in 0..8 {
            arbiter.sense(None, 0).expect("time to sense");
            let request = if arbiter.turn() == Color::White {
                let told = arbiter.observations(Color::White);
                let request = agent.choose_move(told, &mut Budget::unlimited());
                let request = request.expect("not cancelled");
                requests.push(request.map(|m| m.to_string()));
                request
            } else {
                "e8d8".parse().ok().filter(|_| requests.len() == 1)
            };
            arbiter.play(request, 0).expect("a request");
        }
        let requests: Vec<_> = requests.iter().map(|r| r.as_deref()).collect();
        assert_eq!(requests, [Some("e2e4"), Some("d1h5"), Some("h5e8"), None]);
    }
}
