//! Who the opponent may be: players whose moves are foretold each by a policy of its own.

use std::{error, fmt, str::FromStr};

use rbc_rules::{Color, Move, Square};

use crate::{
    MoveLogit, MovePolicies, MoverContext, PackedBoard, Request,
    move_logit::{self, MoveLogitError, lines_of},
};

/// White's moves of the four attacks of `reconchess`'s `AttackerBot`, in its order. It skips moves that may not be
/// requested, and passes in the end.
pub const QUICK_ATTACKS: [&[(Square, Square)]; 4] = [
    &[
        (Square::B1, Square::C3),
        (Square::C3, Square::B5),
        (Square::B5, Square::D6),
        (Square::D6, Square::E8),
    ],
    &[
        (Square::B1, Square::C3),
        (Square::C3, Square::E4),
        (Square::E4, Square::F6),
        (Square::F6, Square::E8),
    ],
    &[
        (Square::G1, Square::H3),
        (Square::H3, Square::F4),
        (Square::F4, Square::H5),
        (Square::H5, Square::F6),
        (Square::F6, Square::E8),
    ],
    &[
        (Square::E2, Square::E4),
        (Square::F1, Square::C4),
        (Square::D1, Square::H5),
        (Square::C4, Square::F7),
        (Square::F7, Square::E8),
        (Square::H5, Square::E8),
    ],
];

/// Returns the moves of the `attack`th of the [`QUICK_ATTACKS`] by `color`.
pub fn quick_attack(attack: usize, color: Color) -> impl Iterator<Item = Move> {
    QUICK_ATTACKS[attack].iter().map(move |(from, to)| {
        color.fold_wb(
            Move::new(*from, *to),
            Move::new(from.flip_vertical(), to.flip_vertical()),
        )
    })
}

/// How a player chooses its requests.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerPolicy {
    /// All requests and the pass with the same probability, as `reconchess`'s `RandomBot` does.
    Uniform,
    /// One of the [`QUICK_ATTACKS`], each with the same probability. A request in a hundred is any other.
    Attacks,
    /// A logit fitted to the player's games.
    Logit(MoveLogit),
}

/// One that the opponent may be.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    /// One line, without spaces at its ends.
    pub name: String,
    /// How likely it is before the game, as a multiple of what the priors of all players sum up to.
    pub prior: f64,
    /// The probability at each turn that it makes no more moves: its engine died, its connection broke.
    pub silence: f64,
    /// How it moves until then.
    pub policy: PlayerPolicy,
}

/// The players that the opponent may be, for an [`IdentityFilter`](crate::IdentityFilter).
///
/// There is a policy for each player, for each attack, and at the end one for those who make no more moves.
///
/// Their text form, which `outpost fit-moves --players` writes, begins with `outpost-players 1`. A line `player` for each
/// gives the kind of policy, prior, probability of silence and name; behind that of a `logit` follow the lines of its
/// weights as in the text form of a [`MoveLogit`]. Lines that begin with # are comments.
#[derive(Clone, PartialEq, Debug)]
pub struct Players {
    players: Vec<Player>,
    /// Whose the policies are, by index; but for the last, which passes.
    owners: Vec<usize>,
    /// The policies that are attacks: their index, and which of the [`QUICK_ATTACKS`].
    attackers: Vec<(usize, usize)>,
    /// For each feature its weight in each of the policies: 0 in those that are no logits.
    weights: Vec<f32>,
    /// White's moves of the attacks by the square they begin on: target and place in the attack.
    attacks: [[Option<(Square, u8)>; QUICK_ATTACKS.len()]; 64],
}

/// The most players of a list.
pub const MOST_PLAYERS: usize = 64;

/// Requests of an attacker that are others than its attack's: versions of the bot differ in details.
const ASTRAY: f32 = 0.01;
/// Turns of a player thought silent at which it requests something.
const WAKES: f32 = 0.002;

/// Why a text is no list of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayersError {
    /// The first line is another one.
    NotPlayers,
    /// This line of a player is none, from 1; comments do not count.
    NoPlayer(usize),
    /// The weights of the player of this name are wrong.
    Weights(String, MoveLogitError),
    /// There is none, or there are more than [`MOST_PLAYERS`], or two of one name.
    Number,
}

impl fmt::Display for PlayersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayersError::NotPlayers => {
                write!(
                    f,
                    "this is no list of players: it does not begin with {HEAD:?}"
                )
            }
            PlayersError::NoPlayer(number) => write!(
                f,
                "player {number} should be 'player KIND PRIOR SILENCE NAME', where KIND is uniform, attacks or logit"
            ),
            PlayersError::Weights(name, error) => write!(f, "player {name:?}: {error}"),
            PlayersError::Number => {
                write!(
                    f,
                    "there must be 1 to {MOST_PLAYERS} players of different names"
                )
            }
        }
    }
}

impl error::Error for PlayersError {}

/// The first line of the text form.
const HEAD: &str = "outpost-players 1";

impl Players {
    /// Creates the list. `None` if there are none, more than [`MOST_PLAYERS`], or two of one name, and if a prior is not
    /// positive, or more than 10¹⁰⁰, or a silence not between 0 and 1.
    #[must_use]
    pub fn new(players: Vec<Player>) -> Option<Players> {
        let sound = |player: &Player| {
            // Those of all players must have a sum.
            (f64::MIN_POSITIVE..=1e100).contains(&player.prior)
                && (0.0..=1.0).contains(&player.silence)
                && player.name.trim() == player.name
                && !player.name.contains(['\n', '\r'])
        };
        let doubled = |(i, player): (usize, &Player)| {
            players[..i].iter().any(|other| other.name == player.name)
        };
        if !(1..=MOST_PLAYERS).contains(&players.len())
            || !players.iter().all(sound)
            || players.iter().enumerate().any(doubled)
        {
            return None;
        }
        let (mut owners, mut attackers, mut logits) = (Vec::new(), Vec::new(), Vec::new());
        for (i, player) in players.iter().enumerate() {
            match &player.policy {
                PlayerPolicy::Uniform => {}
                PlayerPolicy::Attacks => {
                    let first = owners.len();
                    attackers.extend((0..QUICK_ATTACKS.len()).map(|a| (first + a, a)));
                    owners.extend([i; QUICK_ATTACKS.len()]);
                    continue;
                }
                PlayerPolicy::Logit(logit) => logits.push((owners.len(), logit.weights())),
            }
            owners.push(i);
        }
        let width = owners.len() + 1;
        let mut weights = vec![0.0; move_logit::FEATURES * width];
        for (policy, of_logit) in logits {
            let column = weights.iter_mut().skip(policy).step_by(width);
            column.zip(of_logit).for_each(|(w, of)| *w = *of);
        }
        let mut attacks = [[None; QUICK_ATTACKS.len()]; 64];
        for (attack, moves) in QUICK_ATTACKS.into_iter().enumerate() {
            for (place, (from, to)) in moves.iter().enumerate() {
                attacks[from.to_usize()][attack] = Some((*to, place as u8));
            }
        }
        Some(Players {
            weights,
            attacks,
            owners,
            attackers,
            players,
        })
    }

    /// For each attack which of `requests` is next in it, or their number for the pass.
    fn next_of_attacks(&self, mover: Color, requests: &[Request]) -> [usize; QUICK_ATTACKS.len()] {
        let seen = |square: Square| mover.fold_wb(square, square.flip_vertical());
        let mut next = [(u8::MAX, requests.len()); QUICK_ATTACKS.len()];
        for (i, request) in requests.iter().enumerate() {
            if request.promotion.is_some() {
                continue;
            }
            let of_attacks = &self.attacks[seen(request.from).to_usize()];
            for (next, of) in next.iter_mut().zip(of_attacks) {
                if let Some((to, place)) = of
                    && *to == seen(request.to)
                    && *place < next.0
                {
                    *next = (*place, i);
                }
            }
        }
        next.map(|(_, request)| request)
    }

    /// Returns the players.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns the list of one player alone.
    #[must_use]
    pub fn only(&self, name: &str) -> Option<Players> {
        let player = self.players.iter().find(|player| player.name == name)?;
        Players::new(vec![player.clone()])
    }

    /// Returns the probability of each policy before the game. None is silent yet.
    #[must_use]
    pub fn prior(&self) -> Vec<f64> {
        let sum: f64 = self.players.iter().map(|player| player.prior).sum();
        let of_policy = |player: &usize| self.players[*player].prior / sum;
        let mut prior: Vec<f64> = self.owners.iter().map(of_policy).collect();
        for (policy, _) in &self.attackers {
            prior[*policy] /= QUICK_ATTACKS.len() as f64;
        }
        prior.push(0.0);
        prior
    }

    /// Returns the probability of each player by that of each policy: the sum of those of its attacks.
    ///
    /// # Panics
    ///
    /// When there is not one for each policy.
    #[must_use]
    pub fn by_player(&self, policies: &[f64]) -> Vec<f64> {
        assert_eq!(policies.len(), self.count(), "one for each policy");
        let mut sums = vec![0.0; self.players.len()];
        for (player, of) in self.owners.iter().zip(policies) {
            sums[*player] += of;
        }
        sums
    }

    /// The attack of the `player`th that is likelier than its others together.
    pub(crate) fn attack_of(&self, player: usize, policies: &[f64]) -> Option<usize> {
        let own = || {
            let all = self.attackers.iter();
            all.filter(|(policy, _)| self.owners[*policy] == player)
        };
        let sum: f64 = own().map(|(policy, _)| policies[*policy]).sum();
        let likeliest = own().find(|(policy, _)| 2.0 * policies[*policy] > sum);
        likeliest.map(|(_, attack)| *attack)
    }
}

impl MovePolicies for Players {
    fn count(&self) -> usize {
        self.owners.len() + 1
    }

    fn chances_of_each(
        &self,
        context: &MoverContext,
        board: PackedBoard,
        requests: &[Request],
        chances: &mut Vec<f32>,
    ) {
        let (choices, width) = (requests.len() + 1, self.count());
        move_logit::fill_chances(&self.weights, width, context, board, requests, chances);
        let any = 1.0 / choices as f32;
        for chances in chances.chunks_exact_mut(width) {
            for (attacker, _) in &self.attackers {
                chances[*attacker] = ASTRAY * any;
            }
            chances[width - 1] = WAKES * any;
        }
        let next = self.next_of_attacks(context.mover(), requests);
        for (attacker, attack) in &self.attackers {
            chances[next[*attack] * width + attacker] += 1.0 - ASTRAY;
        }
        chances[requests.len() * width + width - 1] += 1.0 - WAKES;
    }

    fn switch(&self, shares: &mut [f64]) {
        let Some((silent, shares)) = shares.split_last_mut() else {
            return;
        };
        for (share, player) in shares.iter_mut().zip(&self.owners) {
            let falls_silent = *share * self.players[*player].silence;
            *share -= falls_silent;
            *silent += falls_silent;
        }
    }
}

impl FromStr for Players {
    type Err = PlayersError;

    fn from_str(text: &str) -> Result<Players, PlayersError> {
        let mut lines = lines_of(text);
        if lines.next() != Some(HEAD) {
            return Err(PlayersError::NotPlayers);
        }
        let mut players = Vec::new();
        while let Some(line) = lines.next() {
            let number = players.len() + 1;
            if number > MOST_PLAYERS {
                return Err(PlayersError::Number);
            }
            let mut words = line.splitn(5, ' ');
            let mut word = || words.next().ok_or(PlayersError::NoPlayer(number));
            let no_player = || PlayersError::NoPlayer(number);
            if word()? != "player" {
                return Err(no_player());
            }
            let kind = word()?;
            let [prior, silence] = [word()?, word()?].map(str::parse);
            let name = word()?.to_owned();
            let policy = match kind {
                "uniform" => PlayerPolicy::Uniform,
                "attacks" => PlayerPolicy::Attacks,
                "logit" => match MoveLogit::read(&mut lines) {
                    Ok(logit) => PlayerPolicy::Logit(logit),
                    Err(error) => return Err(PlayersError::Weights(name, error)),
                },
                _ => return Err(no_player()),
            };
            let player = Player {
                name,
                prior: prior.map_err(|_| no_player())?,
                silence: silence.map_err(|_| no_player())?,
                policy,
            };
            // By itself it is refused for its numbers and its name.
            Players::new(vec![player.clone()]).ok_or_else(no_player)?;
            players.push(player);
        }
        Players::new(players).ok_or(PlayersError::Number)
    }
}

impl fmt::Display for Players {
    /// Writes the text form, with weights of three decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for player in &self.players {
            let kind = match player.policy {
                PlayerPolicy::Uniform => "uniform",
                PlayerPolicy::Attacks => "attacks",
                PlayerPolicy::Logit(_) => "logit",
            };
            let Player {
                name,
                prior,
                silence,
                ..
            } = player;
            writeln!(f, "player {kind} {prior} {silence} {name}")?;
            if let PlayerPolicy::Logit(logit) = &player.policy {
                logit.write(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rbc_rules::Position;

    use super::*;
    use crate::{MovePolicy, UniformMoves};

    fn logit(tilt: f32) -> MoveLogit {
        let weights = (0..move_logit::FEATURES).map(|i| tilt * (i % 7) as f32);
        MoveLogit::new(weights.collect()).expect("weights")
    }

    fn player(name: &str, silence: f64, policy: PlayerPolicy) -> Player {
        Player {
            name: name.to_owned(),
            prior: 0.25,
            silence,
            policy,
        }
    }

    fn players() -> Players {
        Players::new(vec![
            player("random", 0.0, PlayerPolicy::Uniform),
            player("attacker", 0.125, PlayerPolicy::Attacks),
            player("LaSalle Bot", 0.25, PlayerPolicy::Logit(logit(0.25))),
            player("(others)", 0.5, PlayerPolicy::Logit(logit(-0.5))),
        ])
        .expect("players")
    }

    /// The chances of all requests by each of the policies, on the board `fen`.
    fn chances(fen: &str) -> (Vec<Request>, Vec<Vec<f32>>, [Vec<f32>; 3]) {
        let position: Position = fen.parse().expect("a position");
        let (context, board) = MoverContext::of(&position, None).expect("it fits");
        let (mut requests, mut all) = (Vec::new(), Vec::new());
        context.requests(board, &mut requests);
        let players = players();
        players.chances_of_each(&context, board, &requests, &mut all);
        let width = players.count();
        assert_eq!(all.len(), (requests.len() + 1) * width);
        let of = |policy| all.iter().skip(policy).step_by(width).copied().collect();
        let logits = [logit(0.25), logit(-0.5)];
        let alone = |policy: &dyn MovePolicy| {
            let mut alone = Vec::new();
            policy.chances(&context, board, &requests, &mut alone);
            alone
        };
        let alone = [alone(&UniformMoves), alone(&logits[0]), alone(&logits[1])];
        (requests, (0..width).map(of).collect(), alone)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn players_asked_together_answer_as_each_alone() {
        let (_, of_each, [uniform, one, other]) = chances(START);
        assert_eq!(of_each.len(), 8);
        for chances in &of_each {
            assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
        assert_eq!(
            [&of_each[0], &of_each[5], &of_each[6]],
            [&uniform, &one, &other]
        );
        // The silent pass.
        assert!(of_each[7].last() > Some(&0.99));
    }

    #[test]
    fn attacks_go_on_where_they_are_and_end_in_passes() {
        for (fen, expected) in [
            (START, ["b1c3", "b1c3", "g1h3", "e2e4"]),
            (
                "rnbqkbnr/pppppppp/8/8/2B1P3/7N/PPPP1PPP/RNBQK2R b KQkq - 0 1",
                ["b8c6", "b8c6", "g8h6", "e7e5"],
            ),
            // The knight of the first attack is lost, and the bishop of the fourth.
            (
                "rnbqkbnr/pppppppp/8/8/4N3/8/PPPP1PPP/R1BQK1NR w KQkq - 0 4",
                ["-", "e4f6", "g1h3", "d1h5"],
            ),
        ] {
            let (requests, of_each, _) = chances(fen);
            for (chances, expected) in of_each[1..5].iter().zip(expected) {
                let most = (0..chances.len()).max_by(|a, b| chances[*a].total_cmp(&chances[*b]));
                let request = requests.get(most.expect("a choice"));
                let request = request.map_or("-".to_owned(), |r| r.as_move().to_string());
                assert_eq!(request, expected, "{fen}");
                assert!(chances.iter().copied().fold(0.0, f32::max) >= 0.99);
            }
        }
    }

    #[test]
    fn priors_and_silences_are_those_of_the_players() {
        let players = players();
        let quarter = 1.0 / 16.0;
        let prior = [0.25, quarter, quarter, quarter, quarter, 0.25, 0.25, 0.0];
        assert_eq!(players.prior(), prior);
        assert_eq!(players.by_player(&prior), [0.25; 4]);
        let mut shares = prior;
        players.switch(&mut shares);
        let attack = quarter * 0.875;
        let silent = 4.0 * quarter * 0.125 + 0.25 * 0.25 + 0.25 * 0.5;
        assert_eq!(
            shares,
            [0.25, attack, attack, attack, attack, 0.1875, 0.125, silent]
        );
        let only = players.only("LaSalle Bot").expect("one of them");
        assert_eq!(only.prior(), [1.0, 0.0]);
        assert_eq!(players.only("nobody"), None);
    }

    #[test]
    fn the_text_form_is_read_again_and_others_are_refused() {
        let text = players().to_string();
        assert_eq!(text.parse(), Ok(players()));
        assert!(
            text.replace("\nplayer", "\n# next\n\nplayer")
                .parse::<Players>()
                .is_ok()
        );
        for (other, error) in [
            (String::new(), PlayersError::NotPlayers),
            (HEAD.to_owned(), PlayersError::Number),
            (text.replace("s 1", "s 2"), PlayersError::NotPlayers),
            (
                text.replace("r uniform", "r odd"),
                PlayersError::NoPlayer(1),
            ),
            (text.replace("s 0.25", "s nan"), PlayersError::NoPlayer(2)),
            (text.replace("s 0.25", "s 0"), PlayersError::NoPlayer(2)),
            (
                text.replace("0.25 0.25", "0.25 2"),
                PlayersError::NoPlayer(3),
            ),
            (
                format!("{text}player uniform 1 0"),
                PlayersError::NoPlayer(5),
            ),
            (
                format!("{text}player uniform 1 0 random"),
                PlayersError::Number,
            ),
            (
                text.replace("\nto", "\nat"),
                PlayersError::Weights("LaSalle Bot".to_owned(), MoveLogitError::MissingGroup("to")),
            ),
        ] {
            assert_eq!(other.parse::<Players>(), Err(error));
        }
    }
}
