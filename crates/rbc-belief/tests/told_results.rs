//! Results that a side is told, right ones and wrong ones, against a set of whole positions: what some board can give is
//! taken in and leaves the boards that give it, anything else is refused and changes nothing.
//!
//! A short run belongs to the tests of this crate. A campaign takes a seed and a time:
//!
//! ```sh
//! OUTPOST_STRESS_SEED=7 OUTPOST_STRESS_SECONDS=600 cargo test -p rbc-belief --test told_results -- --nocapture
//! ```

#[path = "common/plain.rs"]
mod plain;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    env,
    time::{Duration, Instant},
};

use plain::{Key, Plain, key, moves_of_opponent};
use rand::{
    Rng, SeedableRng,
    rngs::SmallRng,
    seq::{IndexedRandom, IteratorRandom, SliceRandom},
};
use rbc_belief::{Completeness, InformationSet, PackedBoard};
use rbc_rules::{
    Color, Move, MoveResult, Observation, Observations, Piece, Position, Role, SenseResult, Square,
};
use shakmaty::{Board, File, Rank, Setup};

/// Logs where no time is given.
const LOGS: u64 = 3_000;
/// A log is left when this many boards are possible: the plain way takes too long then.
const MAX_POSITIONS: usize = 150;
/// Own turns of a log.
const MAX_TURNS: usize = 5;
/// Wrong results of one own move.
const WRONG_MOVES: usize = 16;

/// How often each kind of thing was told, by whether it was taken in.
#[derive(Default)]
struct Tally {
    logs: u64,
    told: BTreeMap<(&'static str, bool), u64>,
}

/// One side of one game.
struct Log {
    told: Observations,
    set: InformationSet,
    plain: Plain,
    seed: u64,
}

impl Log {
    /// As `Belief.tell` and `outpost bot` take in what they are told.
    fn take_in(
        told: &mut Observations,
        set: &mut InformationSet,
        observation: &Observation,
    ) -> Result<(), String> {
        let mut next = told.clone();
        next.push(observation.clone()).map_err(|e| e.to_string())?;
        set.observe(observation).map_err(|e| e.to_string())?;
        *told = next;
        Ok(())
    }

    /// Tells what may be wrong: it is taken in if and only if some board gives it, and otherwise nothing changes. The
    /// log goes on from where it was in either case.
    fn try_out(&self, observation: &Observation, kind: &'static str, tally: &mut Tally) {
        self.expect(observation, &self.plain.after(observation), kind, tally);
    }

    fn expect(
        &self,
        observation: &Observation,
        expected: &HashMap<Key, Position>,
        kind: &'static str,
        tally: &mut Tally,
    ) {
        let before: Vec<PackedBoard> = self.set.boards().iter().collect();
        let log = self.told.clone();
        let (mut told, mut set) = (self.told.clone(), self.set.clone());
        let answer = Log::take_in(&mut told, &mut set, observation);
        let place = || {
            format!(
                "log of seed {}: {observation:?} after {:?}, start {}",
                self.seed,
                log.log(),
                log.start().fen()
            )
        };
        assert_eq!(
            answer.is_ok(),
            !expected.is_empty(),
            "{answer:?} at {}",
            place()
        );
        if answer.is_ok() {
            let keys: HashSet<_> = set.positions().map(|p| key(&p)).collect();
            assert_eq!(keys.len(), set.len(), "{}", place());
            assert_eq!(keys.len(), expected.len(), "{}", place());
            assert!(
                keys.iter().all(|key| expected.contains_key(key)),
                "other boards at {}",
                place()
            );
        } else {
            assert_eq!(told, log, "{}", place());
            assert!(
                set.boards().iter().eq(before),
                "other boards at {}",
                place()
            );
            assert_eq!(set.observed(), self.set.observed(), "{}", place());
            assert_eq!(set.own(), self.set.own(), "{}", place());
        }
        *tally.told.entry((kind, answer.is_ok())).or_default() += 1;
    }

    /// Tells what happened.
    fn tell(&mut self, observation: &Observation, truth: &Position, tally: &mut Tally) {
        let expected = self.plain.after(observation);
        self.expect(observation, &expected, "right", tally);
        let told = Log::take_in(&mut self.told, &mut self.set, observation);
        assert_eq!(told, Ok(()), "tried out before");
        self.plain.positions = expected;
        assert!(
            self.set.contains(truth),
            "the truth is lost in log {}",
            self.seed
        );
        assert_eq!(self.set.completeness(), Completeness::Exact);
    }
}

/// A few pieces, so that few boards are possible: pawns that promote, pass and capture each other, castles, sliders.
fn random_start(rng: &mut SmallRng) -> Position {
    let mut board = Board::empty();
    let mut setup = Setup::empty();
    for color in Color::ALL {
        let back = color.fold_wb(Rank::First, Rank::Eighth);
        let (home, second, fifth, seventh) = (
            back,
            color.fold_wb(Rank::Second, Rank::Seventh),
            color.fold_wb(Rank::Fifth, Rank::Fourth),
            color.fold_wb(Rank::Seventh, Rank::Second),
        );
        let mut put = |rng: &mut SmallRng, role: Role, square: Option<Square>| {
            let square = square.unwrap_or_else(|| Square::new(rng.random_range(0..64)));
            if board.piece_at(square).is_none() {
                board.set_piece_at(square, Piece { color, role });
            }
        };
        let at_home = rng.random_bool(0.6);
        let king = at_home.then(|| Square::from_coords(File::E, home));
        put(rng, Role::King, king);
        if at_home {
            for file in [File::A, File::H] {
                if rng.random_bool(0.4) {
                    let corner = Square::from_coords(file, home);
                    put(rng, Role::Rook, Some(corner));
                    if rng.random_bool(0.8) {
                        setup.castling_rights.add(corner);
                    }
                }
            }
        }
        for _ in 0..rng.random_range(0..4) {
            let rank = [
                second,
                second,
                fifth,
                seventh,
                fifth,
                Rank::new(rng.random_range(1..7)),
            ];
            let rank = *rank.choose(rng).expect("some");
            let file = File::new(rng.random_range(0..8));
            put(rng, Role::Pawn, Some(Square::from_coords(file, rank)));
        }
        for _ in 0..rng.random_range(0..3) {
            let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
            let role = *roles.choose(rng).expect("some");
            put(rng, role, None);
        }
    }
    for color in Color::ALL {
        if board.by_piece(color.king()).is_empty() {
            let free = (!board.occupied())
                .into_iter()
                .choose(rng)
                .expect("a free square");
            board.set_piece_at(free, color.king());
        }
    }
    setup.board = board;
    setup.turn = if rng.random() {
        Color::White
    } else {
        Color::Black
    };
    Position::from_setup(setup)
}

fn some_square(rng: &mut SmallRng) -> Option<Square> {
    rng.random_bool(0.8)
        .then(|| Square::new(rng.random_range(0..64)))
}

/// A sense that differs from `seen` in something.
fn changed_sense(rng: &mut SmallRng, seen: &SenseResult) -> SenseResult {
    let mut changed = seen.clone();
    let piece = |rng: &mut SmallRng| {
        let role = *Role::ALL.choose(rng).expect("some");
        let color = if rng.random() {
            Color::White
        } else {
            Color::Black
        };
        rng.random_bool(0.6).then_some(Piece { color, role })
    };
    match rng.random_range(0..6) {
        0 => changed.square = some_square(rng),
        1 => {
            changed.contents.pop();
        }
        2 => changed.contents.reverse(),
        3 => changed
            .contents
            .push((Square::new(rng.random_range(0..64)), piece(rng))),
        _ => {
            if let Some(entry) = changed.contents.choose_mut_of(rng) {
                entry.1 = piece(rng);
            }
        }
    }
    changed
}

/// `IndexedMutRandom` under a name that says what it is for.
trait ChooseMut<T> {
    fn choose_mut_of(&mut self, rng: &mut SmallRng) -> Option<&mut T>;
}

impl<T> ChooseMut<T> for Vec<T> {
    fn choose_mut_of(&mut self, rng: &mut SmallRng) -> Option<&mut T> {
        let len = self.len();
        (len > 0).then(|| &mut self[rng.random_range(0..len)])
    }
}

/// Results of own moves around `right`: every shorter move, none, every capture that comes to mind.
fn changed_moves(rng: &mut SmallRng, right: &MoveResult, own: &[Move]) -> Vec<MoveResult> {
    let mut taken: Vec<Option<Move>> = vec![None, right.taken, right.requested];
    let any = own.choose(rng).copied();
    taken.push(any);
    if let Some(request) = right.requested {
        taken.extend(
            shakmaty::attacks::between(request.from, request.to)
                .into_iter()
                .map(|to| Some(Move { to, ..request })),
        );
        for promotion in [None, Some(Role::Queen), Some(Role::Knight)] {
            taken.push(Some(request.promoting_to(promotion)));
        }
        let to = Square::new(rng.random_range(0..64));
        if to != request.from {
            taken.push(Some(Move { to, ..request }));
        }
    }
    let mut results = Vec::new();
    for taken in taken {
        let mut captures = vec![
            None,
            right.capture,
            Some(Square::new(rng.random_range(0..64))),
        ];
        if let Some(taken) = taken {
            captures.push(Some(taken.to));
            captures.push(Some(Square::from_coords(
                taken.to.file(),
                taken.from.rank(),
            )));
        }
        if let Some(request) = right.requested {
            captures.push(Some(request.to));
        }
        for capture in captures {
            results.push(MoveResult {
                requested: right.requested,
                taken,
                capture,
            });
        }
    }
    // And a request that is none, or another one.
    results.push(MoveResult {
        requested: any,
        ..*right
    });
    let (from, to) = (rng.random_range(0..64), rng.random_range(0..64));
    if from != to {
        let odd = Some(Move::new(Square::new(from), Square::new(to)));
        results.push(MoveResult {
            requested: odd,
            taken: odd,
            capture: some_square(rng),
        });
    }
    results.sort_by_key(|r| (r.requested, r.taken, r.capture));
    results.dedup();
    results
}

fn one_log(seed: u64, tally: &mut Tally) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let rng = &mut rng;
    let start = random_start(rng);
    let me = if rng.random() {
        Color::White
    } else {
        Color::Black
    };
    let mut log = Log {
        told: Observations::new(me, &start),
        set: InformationSet::new(me, &start, 100_000).expect("at most 16 pieces"),
        plain: Plain::new(me, &start),
        seed,
    };
    let nothing = HashMap::new();
    let mut truth = start;
    tally.logs += 1;
    for _ in 0..MAX_TURNS {
        let mut capture = None;
        if truth.turn() != me {
            let moves = moves_of_opponent(&truth);
            // Captures come up more often than among all moves.
            let captures = moves.iter().filter(|(_, capture)| capture.is_some());
            let some = captures.choose(rng).filter(|_| rng.random_bool(0.3));
            let Some((after, captured)) = some.or_else(|| moves.choose(rng)) else {
                return;
            };
            (truth, capture) = (after.clone(), *captured);
        }
        // All that can be told, worked out once.
        let mut told: HashMap<Option<Square>, HashMap<Key, Position>> = HashMap::new();
        for position in log.plain.positions.values() {
            if position.turn() == me {
                told.entry(None)
                    .or_default()
                    .insert(key(position), position.clone());
                continue;
            }
            for (after, captured) in moves_of_opponent(position) {
                told.entry(captured).or_default().insert(key(&after), after);
            }
        }
        let own = log.told.own().pieces().into_iter().choose(rng);
        let captures: Vec<_> = (0..5)
            .map(|_| some_square(rng))
            .chain([own, None])
            .collect();
        for capture in captures {
            let expected = told.get(&capture).unwrap_or(&nothing);
            log.expect(
                &Observation::TurnStart { capture },
                expected,
                "notice",
                tally,
            );
        }
        if told
            .get(&capture)
            .is_none_or(|told| told.len() > MAX_POSITIONS)
        {
            return;
        }
        log.tell(&Observation::TurnStart { capture }, &truth, tally);

        let seen = truth.sense(some_square(rng));
        for _ in 0..4 {
            let changed = changed_sense(rng, &seen);
            log.try_out(&Observation::Sense(changed), "sense", tally);
        }
        if let Some(other) = log.plain.positions.values().choose(rng) {
            let shown = other.sense(seen.square);
            log.try_out(&Observation::Sense(shown), "sense", tally);
        }
        log.tell(&Observation::Sense(seen), &truth, tally);

        let requests = log.told.own().requests();
        let mut requested = requests
            .choose(rng)
            .copied()
            .filter(|_| rng.random_bool(0.95));
        // A queen may be left for the rules to fill in.
        if rng.random_bool(0.2) {
            requested = requested.map(|m| match m.promotion {
                Some(Role::Queen) => m.promoting_to(None),
                _ => m,
            });
        }
        let own = log.told.own().clone();
        let taken = requested.and_then(|m| truth.taken_move(own.with_promotion(m)));
        let capture = truth.push(taken);
        let right = MoveResult {
            requested,
            taken,
            capture,
        };
        let mut changed = changed_moves(rng, &right, &requests);
        changed.shuffle(rng);
        changed.truncate(WRONG_MOVES);
        for result in changed {
            log.try_out(&Observation::Move(result), "move", tally);
        }
        // Out of turn.
        log.try_out_of_turn(tally);
        log.tell(&Observation::Move(right), &truth, tally);
        if truth.board().by_piece((!me).king()).is_empty() {
            return;
        }
    }
}

impl Log {
    /// A turn's start where a move comes next.
    fn try_out_of_turn(&mut self, tally: &mut Tally) {
        let before = self.told.clone();
        let observation = Observation::TurnStart { capture: None };
        let refused = self.told.push(observation).is_err();
        assert!(refused && self.told == before, "log {}", self.seed);
        *tally.told.entry(("order", false)).or_default() += 1;
    }
}

fn from_env(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name}: not a number: {text:?}")),
    )
}

#[test]
fn what_no_board_can_give_is_refused() {
    let seed = from_env("OUTPOST_STRESS_SEED").unwrap_or(1) << 32;
    let seconds = from_env("OUTPOST_STRESS_SECONDS");
    let most = from_env("OUTPOST_STRESS_INPUTS").unwrap_or(if seconds.is_some() {
        u64::MAX
    } else {
        LOGS
    });
    let time = Duration::from_secs(seconds.unwrap_or(3_600));
    let began = Instant::now();
    let mut tally = Tally::default();
    while tally.logs < most && began.elapsed() < time {
        one_log(seed + tally.logs, &mut tally);
    }
    println!(
        "{} logs in {:.0} s",
        tally.logs,
        began.elapsed().as_secs_f64()
    );
    for ((kind, taken), count) in &tally.told {
        println!(
            "  {kind:<7} {:<8} {count}",
            if *taken { "accepted" } else { "refused" }
        );
    }
    // Both happened, of every kind.
    for kind in ["notice", "sense", "move"] {
        for taken in [true, false] {
            assert!(tally.told.contains_key(&(kind, taken)), "{kind} {taken}");
        }
    }
}
