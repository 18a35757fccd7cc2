//! Plays games and collects the set sizes at each sense of one player.

use rbc_rules::GameSetup;
use rbc_statistics::bootstrap_mean;

use super::definition::Run;
use crate::{
    Failure,
    chart::Estimate,
    players::Player,
    progress::Progress,
    set_sizes::{SenseSizes, SetSizes},
    shared_options::MOVE_LIMIT,
    timed_game::{self, player_seeds},
};

/// One pairing of [`senses_of_games`].
pub struct Pairing<'n> {
    /// The measured player.
    pub name: &'n str,
    /// Its opponent.
    pub against: &'n str,
    /// Games.
    pub games: u64,
}

/// How far the games of [`senses_of_games`] and their sets are followed.
#[derive(Clone, Copy)]
pub struct Horizon {
    /// Boards above which a size is an estimate.
    pub cap: usize,
    /// Whether sets are estimated however large they become.
    pub to_the_end: bool,
    /// Full turns that end a game.
    pub turns: Option<u32>,
}

/// Plays the games of all `pairings`, and returns the senses of the measured player by pairing and game. It has White in
/// every other game. `None` if it was a shard.
pub fn senses_of_games(
    run: &Run,
    pairings: &[Pairing<'_>],
    horizon: Horizon,
) -> Result<Option<Vec<Vec<Vec<SenseSizes>>>>, Failure> {
    let games: u64 = pairings.iter().map(|p| p.games).sum();
    let progress = Progress::new("games", run.work.share_of(games))
        .with_lines()
        .resumed(run.work.earlier());
    let measure = SetSizes {
        cap: horizon.cap,
        with_hsuc: false,
        to_the_end: horizon.to_the_end,
    };
    let setup = GameSetup {
        move_limit: Some(MOVE_LIMIT),
        turn_limit: horizon.turns,
        ..GameSetup::default()
    };
    let mut found = Vec::new();
    for pairing in pairings {
        let (measured, other) = (Player::plain(pairing.name), Player::plain(pairing.against));
        let mut of_pairing = Vec::new();
        // The same seeds for each pairing, so that only the players differ.
        let play = |game: u64| {
            let white = game.is_multiple_of(2);
            let players = if white {
                [&measured, &other]
            } else {
                [&other, &measured]
            };
            let seeds = player_seeds(run.seed, game);
            let played = timed_game::play(players, seeds, setup.clone(), run.limits, Some(measure));
            progress.add();
            let played = played.map_err(|e| {
                let Pairing { name, against, .. } = pairing;
                e.context(&format!("{name} against {against}, game {}", game + 1))
            })?;
            let [of_white, of_black] = played.sets.unwrap_or_default();
            Ok(if white { of_white } else { of_black }.senses)
        };
        let mut take = |_, senses| {
            of_pairing.push(senses);
            Ok(())
        };
        run.work
            .play(0..pairing.games, run.workers, play, &mut take)?;
        found.push(of_pairing);
    }
    progress.finish();
    Ok((!run.work.is_shard()).then_some(found))
}

/// The mean at one turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurnEstimate {
    /// The number of the turn.
    pub turn: usize,
    /// Games that reached it.
    pub games: usize,
    /// Sizes beyond the cap among them.
    pub beyond: usize,
    /// The mean.
    pub mean: Estimate,
}

/// Returns the mean of `value` over games for each turn up to `turns`, with a bootstrap interval. If a size after the
/// sense is beyond `cap`, the mean is a lower bound.
pub fn means_by_turn(
    games: &[Vec<SenseSizes>],
    (turns, cap, seed): (usize, usize, u64),
    value: impl Fn(&SenseSizes) -> Option<f64>,
) -> Vec<TurnEstimate> {
    (1..=turns)
        .filter_map(|turn| {
            let senses: Vec<&SenseSizes> = games
                .iter()
                .filter_map(|senses| senses.iter().find(|sense| sense.turn == turn))
                .collect();
            let values: Vec<f64> = senses.iter().filter_map(|sense| value(sense)).collect();
            let (mean, interval) = bootstrap_mean(&values, seed)?;
            let is_beyond = |sense: &&&SenseSizes| sense.after.boards > cap as f64;
            let beyond = senses.iter().filter(is_beyond).count();
            Some(TurnEstimate {
                turn,
                games: values.len(),
                beyond,
                mean: Estimate {
                    value: mean,
                    interval: Some(interval),
                    is_floor: beyond > 0,
                },
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set_sizes::Size;

    fn sense(turn: usize, before: f64, after: f64) -> SenseSizes {
        let size = |boards| Size {
            boards,
            exact: true,
            error: 0.0,
        };
        SenseSizes {
            turn,
            sensed: true,
            before: size(before),
            after: size(after),
            followed: true,
            holds_truth: Some(true),
            hsuc_after: None,
        }
    }

    #[test]
    fn means_are_taken_turn_by_turn_and_marked_beyond_the_cap() {
        let games = [
            vec![sense(1, 20.0, 10.0), sense(2, 2_000.0, 1_000.0)],
            vec![
                sense(1, 20.0, 1_000.0),
                sense(2, 20.0, 10.0),
                sense(3, 9.0, 1.0),
            ],
        ];
        let log = |s: &SenseSizes| Some(s.after.boards.min(500.0).log10());
        let found = means_by_turn(&games, (2, 500, 1), log);
        assert_eq!(found.len(), 2);
        for of_turn in &found {
            assert_eq!((of_turn.games, of_turn.beyond), (2, 1));
            assert!(of_turn.mean.is_floor);
            let expected = f64::midpoint(1.0, 500_f64.log10());
            assert!((of_turn.mean.value - expected).abs() < 1e-12);
        }
        let none = means_by_turn(&games, (9, 500, 1), |_| None);
        assert!(none.is_empty());
    }
}
