//! Who plays whom, in which order.

/// The order of the games: one of every pair, then one with colours swapped, and so on, so that an unfinished
/// tournament is about balanced.
pub struct Schedule {
    pairs: Vec<[usize; 2]>,
    /// Games of each pair.
    games: u64,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The pair, in the order of the players.
    pub pair: [usize; 2],
    /// Number among the pair's games.
    pub number: u64,
    /// White's and Black's players.
    pub players: [usize; 2],
}

impl Schedule {
    /// Returns the schedule in which every pair of players has so many games.
    pub fn new(players: usize, games: u64) -> Schedule {
        let pairs = (0..players).flat_map(|i| (i + 1..players).map(move |j| [i, j]));
        Schedule {
            pairs: pairs.collect(),
            games,
        }
    }

    /// Returns the number of games.
    pub fn total(&self) -> u64 {
        self.pairs.len() as u64 * self.games
    }

    /// Returns a game by its number, from 0.
    pub fn game(&self, game: u64) -> ScheduledGame {
        let pairs = self.pairs.len() as u64;
        let number = game / pairs;
        let pair = self.pairs[(game % pairs) as usize];
        let [a, b] = pair;
        ScheduledGame {
            pair,
            number,
            players: if number.is_multiple_of(2) {
                [a, b]
            } else {
                [b, a]
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_balanced_and_every_pair_has_its_games() {
        let schedule = Schedule::new(3, 4);
        assert_eq!(schedule.total(), 12);
        let mut white = [[0; 3]; 3];
        for game in 0..12 {
            let scheduled = schedule.game(game);
            let [a, b] = scheduled.players;
            white[a][b] += 1;
            // At any time, nobody is ahead by more than one game.
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                let (first, second): (i32, i32) = (white[a][b], white[b][a]);
                assert!((first - second).abs() <= 1);
            }
        }
        assert_eq!(white, [[0, 2, 2], [2, 0, 2], [2, 2, 0]]);
    }
}
