//! The one board that `reconchess`'s `TroutBot` keeps, as `python-chess` keeps it.

use rbc_rules::{
    Bitboard, Color, Move, Observation, Observations, Piece, Position, Role, Square,
    position::double_step_square,
};
use shakmaty::{Board, Rank, Setup};

/// A board that takes in every observation as if nothing else had changed.
///
/// The details are `python-chess`'s, as the bot calls it, even where they are mistakes of the bot: it names the side to move
/// only when it asks its engine, so that a capture of a king that was not there any more is made in the *opponent's* name, and the
/// capturing piece counts as the opponent's until it is seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NaiveBoard {
    color: Color,
    board: Board,
    turn: Color,
    /// As they were at the last own move; those that are no longer true are left out when a position is made.
    castling_rights: Bitboard,
    ep_square: Option<Square>,
    /// Where the opponent captured last turn.
    captured_on: Option<Square>,
}

impl NaiveBoard {
    /// The board after everything that was told.
    pub(crate) fn after(told: &Observations) -> NaiveBoard {
        let mut naive = NaiveBoard::new(told.color(), told.start());
        for observation in told.log() {
            naive.observe(observation);
        }
        naive
    }

    fn new(color: Color, start: &Position) -> NaiveBoard {
        NaiveBoard {
            color,
            board: start.board().clone(),
            turn: start.turn(),
            castling_rights: start.castling_rights(),
            ep_square: start.ep_square(),
            captured_on: None,
        }
    }

    fn observe(&mut self, observation: &Observation) {
        match observation {
            Observation::TurnStart { capture } => {
                self.captured_on = *capture;
                if let Some(square) = *capture {
                    self.board.discard_piece_at(square);
                }
            }
            Observation::Sense(result) => {
                if self.capture_to_look_at().is_none() {
                    self.prepare();
                }
                for (square, piece) in &result.contents {
                    match piece {
                        Some(piece) => self.board.set_piece_at(*square, *piece),
                        None => self.board.discard_piece_at(*square),
                    }
                }
            }
            Observation::Move(result) => {
                self.prepare();
                if let Some(taken) = result.taken {
                    self.push(taken);
                }
            }
        }
    }

    /// Where the bot senses before anything else. To the bot a1 is no square: its number is 0.
    pub(crate) fn capture_to_look_at(&self) -> Option<Square> {
        self.captured_on.filter(|square| *square != Square::A1)
    }

    /// What comes with the bot's thinking about its move: it names the side to move, if it asks its engine.
    fn prepare(&mut self) {
        if self.king_captures().is_empty() {
            self.turn = self.color;
        }
    }

    /// The captures of the opposing king in the order of `python-chess`'s squares; none when it stands on a1, whose number the
    /// bot takes for "nowhere". Of several kings the highest square counts.
    pub(crate) fn king_captures(&self) -> Vec<Move> {
        let kings = self.board.by_piece((!self.color).king());
        let Some(king) = kings.last().filter(|square| *square != Square::A1) else {
            return Vec::new();
        };
        let attackers = self
            .board
            .attacks_to(king, self.color, self.board.occupied());
        attackers
            .into_iter()
            .map(|from| Move::new(from, king))
            .collect()
    }

    /// The position that the bot hands to its engine: its own side moves.
    pub(crate) fn position(&self) -> Position {
        self.position_of(self.color)
    }

    fn position_of(&self, turn: Color) -> Position {
        Position::from_setup(Setup {
            board: self.board.clone(),
            turn,
            castling_rights: self.castling_rights,
            ep_square: self.ep_square,
            ..Setup::empty()
        })
    }

    /// Whether a piece is believed on `square`.
    pub(crate) fn holds(&self, square: Square) -> bool {
        self.board.occupied().contains(square)
    }

    /// The squares where no own piece is believed.
    pub(crate) fn not_own(&self) -> Bitboard {
        !self.board.by_color(self.color)
    }

    /// `python-chess`'s `Board.push`.
    fn push(&mut self, taken: Move) {
        let Move { from, to, .. } = taken;
        let Some(role) = self.board.role_at(from) else {
            return;
        };
        let turn = self.turn;
        self.castling_rights = self.position_of(turn).castling_rights();
        let ep_square = self.ep_square.take();
        let rook_home = self.castling_rook(taken, role);
        let captured = self.board.role_at(to);
        let onto_own = self.board.by_color(turn).contains(rook_home.unwrap_or(to));
        self.board.discard_piece_at(from);

        self.castling_rights.discard(from);
        self.castling_rights.discard(rook_home.unwrap_or(to));
        let first_rank = |color: Color| Bitboard::from(color.fold_wb(Rank::First, Rank::Eighth));
        if role == Role::King {
            self.castling_rights &= !first_rank(turn);
        } else if captured == Some(Role::King) && first_rank(!turn).contains(to) {
            self.castling_rights &= !first_rank(!turn);
        }
        if role == Role::Pawn {
            // A double step is told by the squares, whichever side it is made for.
            self.ep_square = Color::ALL
                .iter()
                .find_map(|color| double_step_square(*color, role, taken));
            let diagonal =
                from.file().distance(to.file()) == 1 && from.rank().distance(to.rank()) == 1;
            if self.ep_square.is_none()
                && ep_square == Some(to)
                && diagonal
                && captured.is_none()
                && let Some(square) = to.offset(turn.fold_wb(-8, 8))
            {
                self.board.discard_piece_at(square);
            }
        }
        let piece = Piece {
            color: turn,
            role: taken.promotion.unwrap_or(role),
        };
        // To python-chess castling is a king's move onto a piece of its own colour, which comes about also where a king captures
        // in the opponent's name.
        let onto = rook_home.unwrap_or(to);
        self.board.discard_piece_at(onto);
        if piece.role == Role::King && onto_own {
            let first = |white: Square| turn.fold_wb(white, white.flip_vertical());
            let (king_to, rook_to) = if onto.file() < from.file() {
                (first(Square::C1), first(Square::D1))
            } else {
                (first(Square::G1), first(Square::F1))
            };
            self.board.set_piece_at(king_to, piece);
            self.board.set_piece_at(rook_to, turn.rook());
        } else {
            self.board.set_piece_at(onto, piece);
        }
        self.turn = !turn;
    }

    /// The home square of the rook if the king's move is read as castling.
    fn castling_rook(&self, m: Move, role: Role) -> Option<Square> {
        const CASTLES: [(Square, Square, Square); 4] = [
            (Square::E1, Square::G1, Square::H1),
            (Square::E1, Square::C1, Square::A1),
            (Square::E8, Square::G8, Square::H8),
            (Square::E8, Square::C8, Square::A8),
        ];
        CASTLES
            .iter()
            .find(|(from, to, _)| {
                role == Role::King
                    && *from == m.from
                    && *to == m.to
                    && !self.board.rooks().contains(*to)
            })
            .map(|(_, _, rook)| *rook)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use rbc_rules::{MoveResult, SenseResult, record::inflate, window_squares};
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Game {
        white: bool,
        turns: Vec<Turn>,
    }

    #[derive(Deserialize)]
    struct Turn {
        capture: Option<u32>,
        begun: String,
        would: Option<String>,
        sense: u32,
        seen: String,
        sensed: String,
        request: Option<String>,
        taken: Option<String>,
        captured: Option<u32>,
        moved: String,
    }

    fn state(naive: &NaiveBoard) -> String {
        let position = naive.position_of(naive.turn);
        let fen = position.fen();
        let mut fields: Vec<&str> = fen.split(' ').take(4).collect();
        // Where a side has two kings shakmaty writes rights by their file.
        let rights = [
            (Square::H1, 'K'),
            (Square::A1, 'Q'),
            (Square::H8, 'k'),
            (Square::A8, 'q'),
        ];
        let rights: String = rights
            .iter()
            .filter(|(rook, _)| position.castling_rights().contains(*rook))
            .map(|(_, letter)| letter)
            .collect();
        fields[2] = if rights.is_empty() { "-" } else { &rights };
        fields.join(" ")
    }

    fn uci(text: &Option<String>) -> Option<Move> {
        text.as_ref().map(|text| text.parse().expect("a move"))
    }

    #[test]
    fn the_board_is_that_of_reconchess_after_every_event() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/conformance/fixtures/trout.jsonl.gz");
        let packed = fs::read(path).expect("the fixture");
        let text = inflate(&packed, 100 << 20).expect("gzip");
        let text = String::from_utf8(text.into_owned()).expect("UTF-8");
        let (mut in_the_wrong_name, mut captures, mut looked_at) = (0, 0, 0);
        for (number, line) in text.lines().enumerate() {
            let game: Game = serde_json::from_str(line).expect("a game");
            let color = Color::from_white(game.white);
            let mut naive = NaiveBoard::new(color, &Position::initial());
            for (i, turn) in game.turns.iter().enumerate() {
                let context = format!("game {number}, turn {i}");
                let capture = turn.capture.map(Square::new);
                naive.observe(&Observation::TurnStart { capture });
                assert_eq!(state(&naive), turn.begun, "{context}: begun");

                let sense = Square::new(turn.sense);
                let would = uci(&turn.would);
                if let Some(king) = naive.king_captures().first()
                    && naive.capture_to_look_at().is_none()
                {
                    assert_eq!(would, Some(*king), "{context}");
                }
                let certain = crate::trout::square_to_look_at(&naive, would);
                assert!(certain.is_none_or(|square| square == sense), "{context}");
                assert!(
                    certain.is_some() || naive.not_own().contains(sense),
                    "{context}"
                );
                looked_at += usize::from(certain.is_some());
                let contents = window_squares(sense)
                    .zip(turn.seen.chars())
                    .map(|(square, symbol)| (square, Piece::from_char(symbol)))
                    .collect();
                naive.observe(&Observation::Sense(SenseResult {
                    square: Some(sense),
                    contents,
                }));
                assert_eq!(state(&naive), turn.sensed, "{context}: sensed");

                let (requested, taken) = (uci(&turn.request), uci(&turn.taken));
                if let Some(king) = naive.king_captures().first() {
                    captures += 1;
                    assert_eq!(requested, Some(*king), "{context}");
                    in_the_wrong_name += usize::from(taken.is_some() && naive.turn != color);
                }
                naive.observe(&Observation::Move(MoveResult {
                    requested,
                    taken,
                    capture: turn.captured.map(Square::new),
                }));
                assert_eq!(state(&naive), turn.moved, "{context}: moved");
            }
        }
        assert!(
            captures > 20 && in_the_wrong_name > 3 && looked_at > 100,
            "{captures} {in_the_wrong_name} {looked_at}"
        );
    }
}
