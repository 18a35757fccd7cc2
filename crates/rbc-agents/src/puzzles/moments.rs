//! Puzzles of moments of one side's own game, where it did something else than the right thing.

use rbc_belief::replay::{GameReplay, Step, StepPhase};
use rbc_random::{Rng, hash::fnv1a};
use rbc_rules::{Color, Move, Position, Square};

use super::{
    find::{Candidate, Decision, FindOptions, Finder, go_on, seen, sets_of},
    ladder::Ladder,
    puzzle::{Kind, Puzzle},
    set_boards::{SetBoards, request_name},
    told::{Round, Told},
};
use crate::{Budget, Cancelled, Evaluator};

/// Moments of a game that are looked at, at most.
const MOST_MOMENTS: usize = 8;

/// A puzzle of a moment of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct MomentPuzzle {
    /// Half-turns before it.
    pub ply: usize,
    /// The puzzle, with a rating on the scale of the committed set.
    pub puzzle: Puzzle,
}

/// Makes a puzzle of each of the half-turns `plies` of `color`, where there is one with a clear answer that the side did not find:
/// of the boards that were possible for it then. Where those were too many, of the boards that one move of the opponent leads to from
/// the true board before it, which both sides know after the game.
///
/// The same game and evaluator give the same puzzles.
///
/// # Errors
///
/// When the budget cancels; with its [`Journal`](crate::Journal) the same call continues. Where its nodes are used
/// up, the moments that are left have no puzzle.
pub fn find_at(
    game: &GameReplay,
    color: Color,
    plies: &[usize],
    evaluator: &mut dyn Evaluator,
    budget: &mut Budget<'_>,
) -> Result<Vec<MomentPuzzle>, Cancelled> {
    let moments = budget.once(|| moments_of(game, color, plies));
    let mut found = Vec::new();
    for (i, moment) in moments.iter().enumerate() {
        if budget.should_stop()? {
            break;
        }
        let candidate = match moment.candidate(evaluator, budget) {
            // Not by whoever waits: what there was to spend is spent.
            Err(Cancelled) if budget.left() == Some(0) => break,
            candidate => candidate?,
        };
        if let Some(Candidate {
            ply,
            mut puzzle,
            solved,
            ..
        }) = candidate
        {
            (puzzle.rating, puzzle.deviation) = Ladder::COMMITTED.rate(&solved);
            found.push(MomentPuzzle { ply, puzzle });
        }
        budget.report((i + 1) as f32 / moments.len() as f32);
    }
    Ok(found)
}

/// A half-turn of the side.
#[derive(Clone)]
struct Moment {
    /// What it knew before its sense and after it; then what it would have known who knew the board before the opponent's move.
    known: [[Option<Decision>; 2]; 2],
    sensed: Option<Square>,
    /// `None` where it did not move any more.
    requested: Option<Option<Move>>,
}

/// The kinds that the side could have failed at, the gravest first, and whether the question comes after its sense.
const KINDS: [(Kind, bool); 5] = [
    (Kind::King, true),
    (Kind::Safe, true),
    (Kind::Move, true),
    (Kind::Decide, false),
    (Kind::Sense, false),
];

impl Moment {
    /// The puzzle of the moment.
    fn candidate(
        &self,
        evaluator: &mut dyn Evaluator,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Candidate>, Cancelled> {
        for [before, after] in &self.known {
            let mut found = Vec::new();
            for decision in [after, before].into_iter().flatten() {
                let options = FindOptions {
                    most: usize::MAX,
                    ..FindOptions::default()
                };
                let finder = budget.once(|| {
                    let seed = fnv1a(decision.boards.text().as_bytes());
                    let mut finder = Finder::new(options, 0, Rng::new(Rng::nth(seed)));
                    finder.by_logic(decision);
                    finder
                });
                go_on(budget)?;
                found.push((decision, finder));
            }
            // What follows by logic is there at once; the rest is looked for where it comes first.
            for (kind, sensed) in KINDS {
                for (decision, finder) in &mut found {
                    if decision.sensed != sensed {
                        continue;
                    }
                    if !kind.is_exact() {
                        finder.by_value(&[(*decision, sensed)], evaluator, None, budget)?;
                    }
                    let of_kind = |candidate: &&Candidate| candidate.puzzle.kind == kind;
                    let candidate = finder.found.candidates.iter().find(of_kind);
                    if let Some(candidate) = candidate
                        && !self.did(kind, &decision.boards, &candidate.puzzle.answers)
                    {
                        return Ok(Some(candidate.clone()));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether the side gave one of the answers, or a request that comes to the same on all boards.
    fn did(&self, kind: Kind, boards: &SetBoards, answers: &[String]) -> bool {
        if matches!(kind, Kind::Decide | Kind::Sense) {
            let sensed = self.sensed.map(|square| square.to_string());
            return sensed.is_some_and(|square| answers.contains(&square));
        }
        let Some(requested) = self.requested else {
            return false;
        };
        let taken = |request: Option<Move>| {
            let positions = boards.positions().iter();
            positions.map(move |position| request.and_then(|m| position.taken_move(m)))
        };
        let requests = boards.requests().into_iter();
        requests
            .filter(|request| answers.contains(&request_name(*request)))
            .any(|request| taken(request).eq(taken(requested)))
    }
}

/// The half-turns of `color` among `plies`; none where the record departs from the rules, as it is unknown what players were told.
fn moments_of(game: &GameReplay, color: Color, plies: &[usize]) -> Vec<Moment> {
    let steps = game.steps();
    let Some(start) = steps.first().and_then(position_of) else {
        return Vec::new();
    };
    if !game.departures().is_empty() {
        return Vec::new();
    }
    let log = game.told(usize::MAX, color).log().to_vec();
    let sets = sets_of(color, &start, &log);
    let mut plies = plies.to_vec();
    plies.sort_unstable();
    plies.dedup();
    let at = |ply: usize, phase: StepPhase| {
        steps
            .iter()
            .find(|step| step.ply == ply && step.phase == phase)
    };
    let moment = |ply: usize| {
        let begin = at(ply, StepPhase::Start).filter(|step| step.color == color)?;
        let (sensed, moved) = (at(ply, StepPhase::Sensed), at(ply, StepPhase::Moved));
        let own = |sensed: bool| {
            let mut of_ply = sets.iter().filter(|set| set.ply == ply);
            of_ply.find(|set| set.sensed == sensed).cloned()
        };
        let sense = sensed.and_then(|step| step.sense.as_ref()?.square);
        let before = ply.checked_sub(1).and_then(|ply| at(ply, StepPhase::Start));
        let before = before.and_then(position_of);
        let near = |sense: Option<Square>| {
            let boards = near_boards(before.as_ref()?, begin, sense)?;
            let sensed = sense.is_some();
            Some(Decision {
                ply,
                sensed,
                boards,
            })
        };
        Some(Moment {
            known: [
                [own(false), own(true)],
                [near(None), sense.and_then(|square| near(Some(square)))],
            ],
            sensed: sense,
            requested: moved.and_then(|step| Some(step.played?.requested)),
        })
    };
    plies
        .into_iter()
        .filter_map(moment)
        .take(MOST_MOMENTS)
        .collect()
}

fn position_of(step: &Step) -> Option<Position> {
    step.fen.parse().ok()
}

/// The boards that one move leads to from `before`, where it captured what it did, and that a sense leaves.
fn near_boards(before: &Position, step: &Step, sense: Option<Square>) -> Option<SetBoards> {
    let truth = position_of(step)?;
    let told = Told {
        rounds: vec![Round {
            lost: step.notice,
            sensed: sense.map(|square| (square, seen(&truth, square, step.color))),
            moved: None,
        }],
    };
    let set = told.boards(before).ok()?;
    SetBoards::of(&set).filter(|boards| boards.positions().len() > 1)
}
