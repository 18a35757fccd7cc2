//! Puzzles about what follows from a known board and what was told since: where a piece is (`where`), what was played
//! (`played`), how many boards are possible (`count`).

use std::collections::{BTreeSet, HashSet};

use rbc_belief::PackedBoard;
use rbc_rules::{Color, Move, MoveResult, Position, Role, Square, window};

use super::{
    draft::{Judged, Solved, careful, mean},
    puzzle::Kind,
    set_boards::request_name,
    told::Told,
};
use crate::taken_moves;

/// Most lines that are followed.
const MOST_LINES: usize = 5_000;
/// Most lines before what was told is compared.
const MOST_NEXT: usize = 40_000;
/// The numbers of boards that are asked for.
const COUNTED: std::ops::RangeInclusive<usize> = 2..=12;
/// A solver checks at most so many lines that were ruled out.
const MOST_RULED_OUT: usize = 60;

/// A board that is possible, and the opponent's last move on the way to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The board, with the solver to move.
    pub position: Position,
    /// The move as taken; `None` for a pass or a failed request.
    pub last: Option<Move>,
}

/// What of a sense is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clue {
    /// All of it.
    All,
    /// The pieces seen, not the squares that are empty.
    Pieces,
    /// Nothing.
    Nothing,
}

/// What of a story is used: all but for solvers who overlook something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clues {
    /// Whether captures, and that there was none, are used.
    pub lost: bool,
    /// The senses before the last.
    pub earlier: Clue,
    /// The last sense.
    pub last: Clue,
}

impl Clues {
    /// All of it.
    pub const ALL: Clues = Clues {
        lost: true,
        earlier: Clue::All,
        last: Clue::All,
    };

    const fn new(lost: bool, earlier: Clue, last: Clue) -> Clues {
        Clues {
            lost,
            earlier,
            last,
        }
    }
}

/// Returns all boards that fit `clues`, each with each last move that leads to it. `None` with too many.
///
/// Moves are tried one by one on whole positions, so that it is also a check of the information set.
#[must_use]
pub fn follow(before: &Position, told: &Told, clues: Clues) -> Option<Vec<Line>> {
    let me = !before.turn();
    let mut lines = vec![Line {
        position: before.clone(),
        last: None,
    }];
    for (number, round) in told.rounds.iter().enumerate() {
        let mut known = HashSet::new();
        let mut next = Vec::new();
        for line in &lines {
            if next.len() > MOST_NEXT {
                return None;
            }
            let theirs = line.position.own_side(!me);
            let moves = taken_moves(&line.position, &theirs);
            for last in moves.into_iter().map(Some).chain([None]) {
                let mut position = line.position.clone();
                let capture = position.push(last);
                if position.board().by_piece(me.king()).is_empty()
                    || clues.lost && capture != round.lost
                {
                    continue;
                }
                let packed = PackedBoard::pack(&position, me).ok()?;
                if known.insert((packed, position.board().by_color(me), last)) {
                    next.push(Line { position, last });
                }
            }
        }
        let clue = match number + 1 == told.rounds.len() {
            true => clues.last,
            false => clues.earlier,
        };
        if let Some((square, seen)) = &round.sensed {
            next.retain(|line| fits(&line.position, me, *square, seen, clue));
        }
        if let Some(result) = round.moved {
            next.retain_mut(|line| moves_on(&mut line.position, result));
        }
        if next.len() > MOST_LINES {
            return None;
        }
        lines = next;
    }
    Some(lines)
}

/// Whether the opponent's pieces in the window are those that were seen.
fn fits(
    position: &Position,
    me: Color,
    square: Square,
    seen: &[(Role, Square)],
    clue: Clue,
) -> bool {
    let board = position.board();
    let there = seen
        .iter()
        .all(|(role, at)| board.piece_at(*at) == Some(role.of(!me)));
    match clue {
        Clue::Nothing => true,
        Clue::Pieces => there,
        Clue::All => there && (board.by_color(!me) & window(square)).count() == seen.len(),
    }
}

/// Plays the own move where it comes to `result`.
fn moves_on(position: &mut Position, result: MoveResult) -> bool {
    let taken = result.requested.and_then(|m| position.taken_move(m));
    taken == result.taken && position.push(taken) == result.capture
}

/// Returns the boards of lines, each once.
fn boards_of(lines: &[Line], me: Color) -> BTreeSet<(PackedBoard, u64)> {
    lines
        .iter()
        .filter_map(|line| {
            let own = line.position.board().by_color(me).0;
            Some((PackedBoard::pack(&line.position, me).ok()?, own))
        })
        .collect()
}

/// A story with its lines.
#[derive(Clone, Debug)]
pub struct Story {
    /// The board that was known, with the opponent to move.
    pub before: Position,
    /// What was told since.
    pub told: Told,
    /// What is possible.
    pub lines: Vec<Line>,
}

impl Story {
    /// Follows a story. `None` with too many lines.
    #[must_use]
    pub fn new(before: &Position, told: &Told) -> Option<Story> {
        Some(Story {
            before: before.clone(),
            told: told.clone(),
            lines: follow(before, told, Clues::ALL)?,
        })
    }

    fn me(&self) -> Color {
        !self.before.turn()
    }

    /// Returns the number of possible boards, where it is a question: 2 to 12, and fewer than without the last sense.
    #[must_use]
    pub fn count(&self) -> Option<Judged> {
        let boards = boards_of(&self.lines, self.me()).len();
        let without = Clues::new(true, Clue::All, Clue::Nothing);
        let all = boards_of(&follow(&self.before, &self.told, without)?, self.me()).len();
        let lost = self.told.rounds.last()?.lost;
        (COUNTED.contains(&boards) && (boards < all || lost.is_some())).then(|| Judged {
            answers: vec![boards.to_string()],
            numbers: Vec::new(),
        })
    }

    /// Returns the last move where it is the same on all boards.
    #[must_use]
    pub fn played(&self) -> Option<Judged> {
        let last = self.lines.first()?.last;
        let is_same = self.lines.iter().all(|line| line.last == last);
        is_same.then(|| Judged {
            answers: vec![request_name(last)],
            numbers: Vec::new(),
        })
    }

    /// Returns whether the last move ends in the last window: then it is simply seen.
    #[must_use]
    pub fn shows_the_move(&self) -> bool {
        let last = self.lines.first().and_then(|line| line.last);
        let sensed = self.told.rounds.last().and_then(|r| r.sensed.as_ref());
        match (last, sensed) {
            (Some(m), Some((square, _))) => window(*square).contains(m.to),
            _ => false,
        }
    }

    /// Returns the square of the opponent's `role`, where it is the same on all boards, another one than before, and not
    /// simply seen in the last window.
    #[must_use]
    pub fn place(&self, role: Role) -> Option<Judged> {
        let piece = role.of(self.before.turn());
        let only = |position: &Position| position.board().by_piece(piece).single_square();
        let was = only(&self.before)?;
        let is = only(&self.lines.first()?.position)?;
        let sensed = self.told.rounds.last()?.sensed.as_ref();
        let is_seen = sensed.is_some_and(|(square, _)| window(*square).contains(is));
        let is_same = self
            .lines
            .iter()
            .all(|line| only(&line.position) == Some(is));
        (is_same && is != was && !is_seen).then(|| Judged {
            answers: vec![is.to_string()],
            numbers: Vec::new(),
        })
    }

    /// What solvers use who overlook something.
    const OVERLOOKED: [Clues; 6] = [
        Clues::new(false, Clue::Nothing, Clue::Nothing),
        Clues::new(false, Clue::Nothing, Clue::All),
        Clues::new(true, Clue::Nothing, Clue::Nothing),
        Clues::new(false, Clue::All, Clue::All),
        Clues::new(true, Clue::Pieces, Clue::Pieces),
        Clues::new(true, Clue::Nothing, Clue::All),
    ];

    /// Lines that a solver rules out by the senses.
    fn ruled_out(&self) -> f64 {
        let without = Clues::new(true, Clue::Nothing, Clue::Nothing);
        let all = follow(&self.before, &self.told, without).map_or(MOST_RULED_OUT, |l| l.len());
        (all - self.lines.len().min(all)).min(MOST_RULED_OUT) as f64
    }

    /// Returns how often the solvers give the answer to what is asked.
    pub(super) fn solved(&self, kind: Kind, role: Option<Role>) -> Solved {
        match (kind, role, self.lines.first()) {
            (Kind::Where, Some(role), Some(first)) => {
                let piece = role.of(self.before.turn());
                let place = |p: &Position| p.board().by_piece(piece);
                let right = place(&first.position);
                self.solve(|line| place(&line.position) == right)
            }
            (Kind::Played, _, Some(first)) => self.solve(|line| line.last == first.last),
            _ => self.solve_count(),
        }
    }

    /// Returns how often the solvers give the answer, for which `is_right` is true of a line: each picks one of the lines that
    /// are possible by what it uses.
    fn solve(&self, is_right: impl Fn(&Line) -> bool) -> Solved {
        let mut solved = [0.0; 7];
        for (solved, clues) in solved.iter_mut().zip(Story::OVERLOOKED) {
            let lines = follow(&self.before, &self.told, clues).unwrap_or_default();
            *solved = mean(lines.iter().map(|l| f64::from(u8::from(is_right(l)))));
        }
        // Even who overlooks nothing makes a slip now and then.
        let slips = careful(0.004, self.ruled_out());
        for solved in &mut solved[1..6] {
            *solved *= slips;
        }
        solved[6] = careful(0.002, self.ruled_out());
        solved
    }

    /// Returns how often the solvers count right.
    fn solve_count(&self) -> Solved {
        let right = boards_of(&self.lines, self.me()).len();
        let with = |clues| {
            let lines = follow(&self.before, &self.told, clues).unwrap_or_default();
            f64::from(u8::from(boards_of(&lines, self.me()).len() == right))
        };
        let things = right as f64 + self.ruled_out() / 4.0;
        [
            1.0 / COUNTED.count() as f64,
            with(Story::OVERLOOKED[3]) * careful(0.1, things),
            with(Story::OVERLOOKED[5]) * careful(0.1, things),
            careful(0.1, things),
            careful(0.05, things),
            careful(0.025, things),
            careful(0.01, things),
        ]
    }
}
