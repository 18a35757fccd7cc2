//! The boards of a puzzle.

use rbc_belief::{InformationSet, position_set::PositionSet, replay::StepPhase};
use rbc_rules::{Color, Move, OwnSide, Position, Square};

use crate::move_choice::distinct_requests;

/// Most boards of a puzzle.
pub(super) const MOST_BOARDS: usize = 24;

/// All boards that are possible for the side to move, in the order of their FENs: nothing in it tells which is the true one.
#[derive(Clone, Debug)]
pub struct SetBoards {
    me: Color,
    own: OwnSide,
    positions: Vec<Position>,
    fens: Vec<String>,
}

impl SetBoards {
    /// Takes the boards of a set whose side is to move. `None` where there are none or more than a puzzle has.
    #[must_use]
    pub fn of(set: &InformationSet) -> Option<SetBoards> {
        if set.is_empty() || set.len() > MOST_BOARDS {
            return None;
        }
        SetBoards::sorted(set.positions().collect())
    }

    /// Reads FENs joined by `;`.
    ///
    /// # Errors
    ///
    /// What is wrong: a FEN, boards that do not belong together, too many of them, the same one twice, another order.
    pub fn read(text: &str) -> Result<SetBoards, String> {
        let fens: Vec<&str> = text.split(';').take(MOST_BOARDS + 1).collect();
        if fens.len() > MOST_BOARDS {
            return Err(format!("more than {MOST_BOARDS} boards"));
        }
        let set = PositionSet::read(&fens, StepPhase::Start).map_err(|e| e.to_string())?;
        if set.positions().len() < fens.len() {
            return Err("a board is there twice".to_owned());
        }
        let boards = SetBoards::sorted(set.positions().to_vec()).ok_or("no boards")?;
        if boards.fens.iter().zip(&fens).any(|(a, b)| a != b) {
            return Err(
                "the boards are not in the order of their FENs, or not in their usual form"
                    .to_owned(),
            );
        }
        Ok(boards)
    }

    fn sorted(positions: Vec<Position>) -> Option<SetBoards> {
        let mut pairs: Vec<(String, Position)> = positions
            .into_iter()
            .map(|position| (four_fields(&position), position))
            .collect();
        pairs.sort_by(|a, b| a.0.cmp(&b.0));
        let me = pairs.first()?.1.turn();
        let (fens, positions): (Vec<String>, Vec<Position>) = pairs.into_iter().unzip();
        Some(SetBoards {
            me,
            own: positions[0].own_side(me),
            positions,
            fens,
        })
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.me
    }

    /// Returns its pieces.
    #[must_use]
    pub const fn own(&self) -> &OwnSide {
        &self.own
    }

    /// Returns the positions.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the FENs of four fields, joined by `;`.
    #[must_use]
    pub fn text(&self) -> String {
        self.fens.join(";")
    }

    /// Returns the boards with these numbers only.
    pub(super) fn some(&self, some: &[usize]) -> SetBoards {
        SetBoards {
            positions: some.iter().map(|i| self.positions[*i].clone()).collect(),
            fens: some.iter().map(|i| self.fens[*i].clone()).collect(),
            ..self.clone()
        }
    }

    /// Returns what may be requested, each move once, and the pass.
    #[must_use]
    pub fn requests(&self) -> Vec<Option<Move>> {
        distinct_requests(&self.own)
    }

    /// Returns the number of the result that each board shows to a sense at `square`: results are numbered as they first
    /// appear.
    #[must_use]
    pub fn results(&self, square: Square) -> Vec<usize> {
        let mut known = Vec::new();
        let result = |position: &Position| {
            let shown = position.sense(Some(square)).contents;
            known
                .iter()
                .position(|other| *other == shown)
                .unwrap_or_else(|| {
                    known.push(shown);
                    known.len() - 1
                })
        };
        self.positions.iter().map(result).collect()
    }
}

/// Returns the first four fields of the FEN.
pub(super) fn four_fields(position: &Position) -> String {
    let fen = position.fen();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Returns the request in UCI, or `pass`.
pub(super) fn request_name(request: Option<Move>) -> String {
    request.map_or_else(|| "pass".to_owned(), |m| m.to_string())
}

/// Returns the numbers of boards with each result, largest first.
pub(super) fn group_sizes(results: &[usize]) -> Vec<usize> {
    let mut sizes = vec![0; results.iter().max().map_or(0, |most| most + 1)];
    for result in results {
        sizes[*result] += 1;
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}
