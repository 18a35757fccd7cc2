//! Finds puzzles in a game.

use std::collections::BTreeMap;

use rbc_belief::{Completeness, InformationSet};
use rbc_random::{Rng, hash::fnv1a};
use rbc_rules::{
    Color, GameHistory, MoveResult, Observation, Position, Role, Square,
    record::verify::{Replay, ReplayStep},
    window_squares,
};
use serde::{Deserialize, Serialize};

use super::{
    draft::{Judged, Solved},
    king::KingHunt,
    puzzle::{Kind, Puzzle, number},
    safe::KingRisks,
    sense::{best_sense, solve_left, solve_sense, window_to_count},
    set_boards::{SetBoards, four_fields},
    story::Story,
    told::{Round, Told},
    value::{SENSE_WORTH, Values, solve_decide, solve_move},
};
use crate::{Budget, Cancelled, Evaluator};

/// How puzzles are looked for.
#[derive(Clone, Copy, Debug)]
pub struct FindOptions {
    /// The seed of what is chosen at random.
    pub seed: u64,
    /// Puzzles of a kind that are kept of a game at most.
    pub most: usize,
    /// Sets of a game whose requests are judged at most, for `move` and `decide`: so many at its decisions, and so many after
    /// one move from a known board.
    pub judged: usize,
    /// Plies beyond the move for these.
    pub depth: u32,
}

impl Default for FindOptions {
    fn default() -> FindOptions {
        FindOptions {
            seed: 1,
            most: 6,
            judged: 60,
            depth: 1,
        }
    }
}

/// A puzzle that was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// The puzzle, without rating.
    pub puzzle: Puzzle,
    /// The hash of its game.
    pub game: u64,
    /// Half-turns before it.
    pub ply: usize,
    /// How often the solvers find the answer.
    pub solved: Solved,
}

/// What was found in a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// The puzzles.
    pub candidates: Vec<Candidate>,
    /// How many sets and stories were looked at, and dropped for which reason, by kind and reason.
    pub counts: BTreeMap<String, u64>,
}

impl Findings {
    /// Adds what was found in another game.
    pub fn add(&mut self, other: Findings) {
        self.candidates.extend(other.candidates);
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
    }

    fn count(&mut self, what: &str, count: usize) {
        *self.counts.entry(what.to_owned()).or_default() += count as u64;
    }
}

/// A second evaluator, which checks what the first one found, and the plies that it looks beyond the move.
pub struct SecondOpinion<'a> {
    /// The evaluator.
    pub evaluator: &'a mut dyn Evaluator,
    /// Plies beyond the move.
    pub depth: u32,
}

/// Most boards of a set while it is followed; larger ones are samples, which are no puzzles.
const CAP: usize = 4_096;
/// A set of more boards than this multiple of the cap is no longer followed.
const HOPELESS: f64 = 16.0;
/// Half-turns at the beginning of which nothing is asked: every game has them.
const OPENING: usize = 6;
/// A check takes so many times the nodes,
const CHECK_NODES: u64 = 10;
/// and not more than so many plies more.
const CHECK_PLIES: u32 = 4;
/// Stories of two rounds that are tried in a game.
const LONG_STORIES: usize = 24;
/// One of so many moves that are simply seen is kept.
const SEEN_MOVES: usize = 8;

/// A half-turn of a game.
#[derive(Clone)]
struct HalfTurn {
    before: Position,
    sense: Option<Square>,
    result: MoveResult,
    after: Position,
}

/// A set of boards at a decision.
#[derive(Clone)]
pub(super) struct Decision {
    pub(super) ply: usize,
    /// After the side's sense, not before it.
    pub(super) sensed: bool,
    pub(super) boards: SetBoards,
}

/// Looks for puzzles in a game. The same game, options and evaluators give the same puzzles.
///
/// # Errors
///
/// When the budget cancels or has no time left; with its [`Journal`](crate::Journal) the same call continues. Pieces of work
/// take about 0.1 s.
pub fn find(
    game: &GameHistory,
    options: FindOptions,
    evaluator: &mut dyn Evaluator,
    second: Option<SecondOpinion<'_>>,
    budget: &mut Budget<'_>,
) -> Result<Findings, Cancelled> {
    let hash = fnv1a(game.to_json().as_bytes());
    let mut finder = Finder::new(options, hash, Rng::new(options.seed ^ Rng::nth(hash)));
    let mut decisions = Vec::new();
    let (half_turns, start, logs) = budget.once(|| half_turns_of(game));
    go_on(budget)?;
    for (color, log) in Color::ALL.into_iter().zip(&logs) {
        let sets = budget.once(|| {
            let mut sets = sets_of(color, &start, log);
            sets.retain(|decision| decision.ply >= OPENING);
            sets
        });
        decisions.extend(sets);
        go_on(budget)?;
    }
    finder.found.count("sets", decisions.len());
    shuffle(&mut decisions, &mut finder.rng);
    for decision in &decisions {
        finder = budget.once(|| {
            let mut finder = finder.clone();
            finder.by_logic(decision);
            finder
        });
        go_on(budget)?;
    }
    for (ply, rounds) in finder.places(half_turns.len()) {
        if Kind::ALL
            .into_iter()
            .filter(|kind| kind.has_story())
            .all(|kind| finder.has_enough(kind))
        {
            break;
        }
        finder = budget.once(|| {
            let mut finder = finder.clone();
            finder.story(&half_turns, ply, rounds);
            finder
        });
        go_on(budget)?;
    }
    let judged = decisions.iter().take(options.judged);
    let replies = budget.once(|| finder.replies(&half_turns));
    let judged: Vec<(&Decision, bool)> = judged
        .map(|decision| (decision, true))
        .chain(replies.iter().map(|reply| (reply, false)))
        .collect();
    finder.by_value(&judged, evaluator, second, budget)?;
    Ok(finder.found)
}

/// Stops where the budget wants it: half of the puzzles of a game are no answer.
pub(super) fn go_on(budget: &mut Budget<'_>) -> Result<(), Cancelled> {
    match budget.should_stop()? {
        true => Err(Cancelled),
        false => Ok(()),
    }
}

fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i + 1));
    }
}

/// Goes through the game: its half-turns, where it starts, and what White and Black were told; nothing of that where the record
/// departs from the rules, as it is unknown what its players were told.
fn half_turns_of(game: &GameHistory) -> (Vec<HalfTurn>, Position, [Vec<Observation>; 2]) {
    let mut replay = Replay::new(game);
    let start = replay.position().clone();
    let mut half_turns: Vec<HalfTurn> = Vec::new();
    let mut begun: Option<(Position, Option<Square>)> = None;
    while let Some(step) = replay.step() {
        match step {
            ReplayStep::Start => {}
            ReplayStep::SetUpAnew => return (half_turns, start, [Vec::new(), Vec::new()]),
            ReplayStep::Sense(color) => {
                let sense = match replay.observations(color).log().last() {
                    Some(Observation::Sense(result)) => result.square,
                    _ => None,
                };
                begun = Some((replay.position().clone(), sense));
            }
            ReplayStep::Move(color) => {
                let result = replay.observations(color).last_move();
                if let (Some((before, sense)), Some(result)) = (begun.take(), result) {
                    half_turns.push(HalfTurn {
                        before,
                        sense,
                        result,
                        after: replay.position().clone(),
                    });
                }
            }
        }
    }
    let logs = [Color::White, Color::Black].map(|color| replay.observations(color).log().to_vec());
    (half_turns, start, logs)
}

/// The small exact sets of a side: before its senses, and after them, as if it could sense once more.
pub(super) fn sets_of(color: Color, start: &Position, log: &[Observation]) -> Vec<Decision> {
    let mut decisions = Vec::new();
    let Ok(set) = InformationSet::new(color, start, CAP) else {
        return decisions;
    };
    let mut set = set.with_replay_limit(4 * CAP);
    let first = usize::from(start.turn() != color);
    let mut turns = 0;
    for told in log {
        if set.observe(told).is_err() || set.estimated_len() > CAP as f64 * HOPELESS {
            break;
        }
        if matches!(told, Observation::Move(_)) {
            turns += 1;
            continue;
        }
        let ply = first + 2 * turns;
        if set.len() > 1
            && set.completeness() == Completeness::Exact
            && let Some(boards) = SetBoards::of(&set)
        {
            decisions.push(Decision {
                ply,
                sensed: matches!(told, Observation::Sense(_)),
                boards,
            });
        }
    }
    decisions
}

#[derive(Clone)]
pub(super) struct Finder {
    options: FindOptions,
    hash: u64,
    rng: Rng,
    pub(super) found: Findings,
}

/// What a kind asks besides its boards.
#[derive(Default)]
struct Asked {
    before: Option<String>,
    told: Option<String>,
    square: Option<String>,
    piece: Option<String>,
    turns: Option<u8>,
}

impl Finder {
    pub(super) fn new(options: FindOptions, hash: u64, rng: Rng) -> Finder {
        Finder {
            options,
            hash,
            rng,
            found: Findings::default(),
        }
    }

    fn has_enough(&self, kind: Kind) -> bool {
        let of_kind = |candidate: &&Candidate| candidate.puzzle.kind == kind;
        self.found.candidates.iter().filter(of_kind).count() >= self.options.most
    }

    fn keep(
        &mut self,
        kind: Kind,
        boards: &SetBoards,
        asked: Asked,
        judged: Judged,
        solved: Solved,
        ply: usize,
    ) {
        let mut puzzle = Puzzle {
            id: String::new(),
            kind,
            rating: 0,
            deviation: 0,
            boards: boards.text(),
            before: asked.before,
            told: asked.told,
            square: asked.square,
            piece: asked.piece,
            turns: asked.turns,
            answers: judged.answers,
            numbers: judged
                .numbers
                .into_iter()
                .map(|(name, value)| (name, number(value)))
                .collect(),
        };
        puzzle.id = puzzle.id_of();
        self.found.candidates.push(Candidate {
            puzzle,
            game: self.hash,
            ply,
            solved,
        });
    }

    /// Finds those whose answer needs no judgement of positions.
    pub(super) fn by_logic(&mut self, decision: &Decision) {
        let Decision { ply, boards, .. } = decision;
        if !self.has_enough(Kind::Sense) {
            match best_sense(boards) {
                Some(judged) => {
                    let solved = solve_sense(boards, &judged.answers, &mut self.rng);
                    self.keep(Kind::Sense, boards, Asked::default(), judged, solved, *ply);
                }
                None => self.found.count("sense: no clear best", 1),
            }
        }
        if !self.has_enough(Kind::Left)
            && let Some((square, judged)) = window_to_count(boards, &mut self.rng)
        {
            let solved = solve_left(boards, square);
            let asked = Asked {
                square: Some(square.to_string()),
                ..Asked::default()
            };
            self.keep(Kind::Left, boards, asked, judged, solved, *ply);
        }
        if !self.has_enough(Kind::Safe) {
            let risks = KingRisks::of(boards);
            match risks.judge() {
                Some(judged) => {
                    let solved = risks.solve(&judged.answers, &mut self.rng);
                    self.keep(Kind::Safe, boards, Asked::default(), judged, solved, *ply);
                }
                None => self.found.count("safe: none or too many", 1),
            }
        }
        if !self.has_enough(Kind::King) {
            let now = KingHunt::now(boards);
            let judged = now.judge().map(|judged| (judged, now));
            let found = judged.or_else(|| {
                let forced = KingHunt::forced(boards)?;
                forced.judge().map(|judged| (judged, forced))
            });
            match found {
                Some((judged, hunt)) => {
                    let solved = hunt.solve(&judged.answers, &mut self.rng);
                    let asked = Asked {
                        turns: hunt.forced.then_some(2),
                        ..Asked::default()
                    };
                    self.keep(Kind::King, boards, asked, judged, solved, *ply);
                }
                None => self.found.count("king: none or no clear best", 1),
            }
        }
    }

    /// The half-turns at which stories begin, with their rounds, in random order.
    fn places(&mut self, last: usize) -> Vec<(usize, usize)> {
        let mut places: Vec<(usize, usize)> = (OPENING..last).map(|ply| (ply, 1)).collect();
        let long = OPENING..last.saturating_sub(2);
        let mut long: Vec<(usize, usize)> = long.map(|ply| (ply, 2)).collect();
        shuffle(&mut long, &mut self.rng);
        long.truncate(LONG_STORIES);
        places.extend(long);
        shuffle(&mut places, &mut self.rng);
        places
    }

    /// Tells the story of `rounds` rounds from half-turn `ply` on, with any last sense, and keeps what can be asked.
    fn story(&mut self, half_turns: &[HalfTurn], ply: usize, rounds: usize) {
        let before = &half_turns[ply].before;
        let me = !before.turn();
        let mut told = Told::default();
        for number in 0..rounds {
            let at = ply + 2 * number;
            let mut round = Round {
                lost: half_turns[at].result.capture,
                ..Round::default()
            };
            if number + 1 < rounds {
                let own = &half_turns[at + 1];
                round.sensed = own
                    .sense
                    .map(|square| (square, seen(&own.before, square, me)));
                round.moved = Some(own.result);
            }
            told.rounds.push(round);
        }
        let truth = &half_turns[ply + 2 * rounds - 2].after;
        if [Color::White, Color::Black]
            .iter()
            .any(|color| truth.board().by_piece(color.king()).is_empty())
        {
            return;
        }
        let Some(without) = Story::new(before, &told) else {
            return;
        };
        self.found.count("stories", 1);
        let mut senses: Vec<Option<Square>> = vec![None];
        senses.extend(Square::ALL.into_iter().map(Some));
        shuffle(&mut senses, &mut self.rng);
        let ply = ply + 2 * rounds - 1;
        let mut asked: Vec<(Kind, Option<Role>)> = vec![
            (Kind::Where, Some(Role::King)),
            (Kind::Where, Some(Role::Queen)),
            (Kind::Played, None),
            (Kind::Count, None),
        ];
        for sense in senses {
            let mut story = without.clone();
            if let (Some(square), Some(round)) = (sense, story.told.rounds.last_mut()) {
                let shown = seen(truth, square, me);
                round.sensed = Some((square, shown.clone()));
                story
                    .lines
                    .retain(|line| seen(&line.position, square, me) == shown);
            }
            asked.retain(|(kind, role)| !self.tell(&story, *kind, *role, ply));
            if asked.is_empty() {
                break;
            }
        }
    }

    /// Keeps a puzzle of a story. Returns whether nothing more is to be tried.
    fn tell(&mut self, story: &Story, kind: Kind, role: Option<Role>, ply: usize) -> bool {
        if self.has_enough(kind) {
            return true;
        }
        let judged = match (kind, role) {
            (Kind::Where, Some(role)) => story.place(role),
            (Kind::Played, _) => story
                .played()
                .filter(|_| !story.shows_the_move() || self.rng.below(SEEN_MOVES) == 0),
            _ => story.count(),
        };
        let Some(judged) = judged else {
            return false;
        };
        let Some(boards) = story
            .told
            .boards(&story.before)
            .ok()
            .and_then(|set| SetBoards::of(&set))
        else {
            return false;
        };
        let solved = story.solved(kind, role);
        let asked = Asked {
            before: Some(four_fields(&story.before)),
            told: Some(story.told.to_string()),
            piece: role.map(|role| match role {
                Role::King => "king".to_owned(),
                _ => "queen".to_owned(),
            }),
            ..Asked::default()
        };
        self.keep(kind, &boards, asked, judged, solved, ply);
        true
    }

    /// Sets of boards after one move of the opponent from a known board, and perhaps a sense that anybody might have made. Players
    /// who sense well leave little for a second sense to decide; here there is more.
    fn replies(&self, half_turns: &[HalfTurn]) -> Vec<Decision> {
        let mut rng = self.rng.clone();
        let mut replies = Vec::new();
        if half_turns.len() <= OPENING {
            return replies;
        }
        for _ in 0..self.options.judged {
            let ply = OPENING + rng.below(half_turns.len() - OPENING);
            let half_turn = &half_turns[ply];
            let me = !half_turn.before.turn();
            let square = Square::new(rng.below(64) as u32);
            // Sensing at the edge shows less than beside it.
            let square = Some(square).filter(|square| {
                let inner = |n: usize| (1..7).contains(&n);
                inner(square.file() as usize) && inner(square.rank() as usize)
            });
            let told = Told {
                rounds: vec![Round {
                    lost: half_turn.result.capture,
                    sensed: square.map(|square| (square, seen(&half_turn.after, square, me))),
                    moved: None,
                }],
            };
            if let Ok(set) = told.boards(&half_turn.before)
                && set.len() > 2
                && let Some(boards) = SetBoards::of(&set)
            {
                replies.push(Decision {
                    ply: ply + 1,
                    sensed: true,
                    boards,
                });
            }
        }
        replies
    }

    /// Finds those whose answer depends on how good requests are; the flag says whether the best request is asked for, too.
    pub(super) fn by_value(
        &mut self,
        decisions: &[(&Decision, bool)],
        evaluator: &mut dyn Evaluator,
        mut second: Option<SecondOpinion<'_>>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Cancelled> {
        for (decision, with_move) in decisions {
            let boards = &decision.boards;
            let asks_move = *with_move && !self.has_enough(Kind::Move);
            let asks_sense = !self.has_enough(Kind::Decide);
            if !asks_move && !asks_sense {
                continue;
            }
            let depth = self.options.depth;
            if !asks_move {
                // Most senses decide little, as a look at captures shows for a third of the nodes.
                let rough = Values::of(boards, evaluator, 0, budget)?;
                let best = rough.after_senses(boards).into_iter().fold(0.0, f64::max);
                if best - rough.best() < SENSE_WORTH / 2.0 {
                    self.found
                        .count("decide: the move is as good without a sense", 1);
                    continue;
                }
            }
            let values = Values::of(boards, evaluator, depth, budget)?;
            let mut requests = values.best_requests().filter(|_| asks_move);
            let mut senses = values.best_senses(boards).filter(|_| asks_sense);
            self.found.count(
                "move: no clear best",
                usize::from(asks_move && requests.is_none()),
            );
            if asks_sense && senses.is_none() {
                let after = values.after_senses(boards);
                let best = after.iter().copied().fold(0.0, f64::max);
                let why = match best - values.best() >= SENSE_WORTH {
                    true => "decide: no clear best",
                    false => "decide: the move is as good without a sense",
                };
                self.found.count(why, 1);
            }
            if requests.is_none() && senses.is_none() {
                continue;
            }
            let mut checked = values.clone();
            for more in 1..=CHECK_PLIES {
                checked = Values::of(boards, evaluator, depth + more, budget)?;
                if checked.nodes >= CHECK_NODES * values.nodes {
                    break;
                }
            }
            // The same answers, by the same margins: with the numbers of the longer search.
            requests = self.same("move", requests, checked.best_requests());
            senses = self.same("decide", senses, checked.best_senses(boards));
            if let Some(second) = second
                .as_mut()
                .filter(|_| requests.is_some() || senses.is_some())
            {
                let other = Values::of(boards, &mut *second.evaluator, second.depth, budget)?;
                let is_stable = |judged: &Judged| other.agrees_on_requests(&judged.answers);
                requests = self.agreed("move", requests, is_stable);
                let is_stable = |judged: &Judged| other.agrees_on_senses(boards, &judged.answers);
                senses = self.agreed("decide", senses, is_stable);
            }
            if requests.is_none() && senses.is_none() {
                continue;
            }
            let rough = Values::of(boards, evaluator, 0, budget)?;
            if let Some(judged) = requests {
                let solved = solve_move(&values, &rough, &judged.answers, &mut self.rng);
                self.keep(
                    Kind::Move,
                    boards,
                    Asked::default(),
                    judged,
                    solved,
                    decision.ply,
                );
            }
            if let Some(judged) = senses {
                let solved = solve_decide(boards, &values, &rough, &judged.answers, &mut self.rng);
                self.keep(
                    Kind::Decide,
                    boards,
                    Asked::default(),
                    judged,
                    solved,
                    decision.ply,
                );
            }
        }
        Ok(())
    }

    fn same(
        &mut self,
        kind: &str,
        first: Option<Judged>,
        longer: Option<Judged>,
    ) -> Option<Judged> {
        let first = first?;
        let sorted = |judged: &Judged| {
            let mut answers = judged.answers.clone();
            answers.sort();
            answers
        };
        let same = longer.filter(|longer| sorted(longer) == sorted(&first));
        if same.is_none() {
            self.found
                .count(&format!("{kind}: not so at ten times the nodes"), 1);
        }
        same
    }

    fn agreed(
        &mut self,
        kind: &str,
        judged: Option<Judged>,
        is_stable: impl Fn(&Judged) -> bool,
    ) -> Option<Judged> {
        let judged = judged?;
        let is_stable = is_stable(&judged);
        if !is_stable {
            self.found
                .count(&format!("{kind}: not so by the second evaluator"), 1);
        }
        is_stable.then_some(judged)
    }
}

/// The opposing pieces in the window around `square`.
pub(super) fn seen(position: &Position, square: Square, me: Color) -> Vec<(Role, Square)> {
    let board = position.board();
    window_squares(square)
        .filter_map(|at| {
            let piece = board.piece_at(at).filter(|piece| piece.color != me)?;
            Some((piece.role, at))
        })
        .collect()
}
