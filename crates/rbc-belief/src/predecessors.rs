//! The boards that one opponent's move can have led from: the inverse of [`OpponentTurn::successors`].

use rbc_rules::{Bitboard, Role, Square};
use shakmaty::{File, Rank, attacks};

use crate::{
    PackedBoard,
    expansion::{OpponentTurn, reach},
    packed::{Lifted, en_passant_bits, rights_of_square},
};

impl OpponentTurn {
    /// Appends to `out`, each once, every board that `after` is a successor of, if it can occur before an
    /// opponent's turn: nothing to capture en passant, castling rights only with king and rook at home.
    pub(crate) fn predecessors(&self, after: PackedBoard, out: &mut Vec<PackedBoard>) {
        if !after.has_king() || self.own_after().intersects(after.occupancy()) {
            return;
        }
        match self.notice {
            None => self.quiet_predecessors(after, out),
            Some(square) => self.capturing_predecessors(after, square, out),
        }
    }

    /// The own pieces after the opponent's move.
    fn own_after(&self) -> Bitboard {
        match self.notice {
            Some(square) => self.own.without(square),
            None => self.own,
        }
    }

    fn quiet_predecessors(&self, after: PackedBoard, out: &mut Vec<PackedBoard>) {
        let opponent = !self.me;
        let all = self.own | after.occupancy();
        let forward = opponent.fold_wb(8, -8);
        if after.ep_file().is_some() {
            self.double_step_before(after, out);
            return;
        }
        out.push(after);
        // Where a double step has led, and from where: see `OpponentTurn::pawn_pushes`.
        let stepped = opponent.fold_wb(
            Bitboard::from_rank(Rank::Third) | Bitboard::from_rank(Rank::Fourth),
            Bitboard::from_rank(Rank::Sixth) | Bitboard::from_rank(Rank::Fifth),
        );
        let promoting = Bitboard::from_rank(opponent.fold_wb(Rank::Eighth, Rank::First));
        for (i, (to, role)) in after.pieces().enumerate() {
            let lifted = Lifted::new(after, i as u32, to, role);
            let one = Bitboard::from_square(to).shift(-forward) & !all;
            if role == Role::Pawn {
                let two = one.shift(-forward) & !all;
                if !promoting.contains(to) {
                    out.extend(one.into_iter().map(|from| lifted.put(from)));
                }
                // One that can be captured en passant has left an en passant file.
                if stepped.contains(to) && one.into_iter().all(|ep| self.en_passant(to, ep) == 0) {
                    out.extend(two.into_iter().map(|from| lifted.put(from)));
                }
                continue;
            }
            for from in reach(to, role, all) & !all {
                self.put_back(after, lifted, role, from, out);
            }
            if promoting.contains(to) && role != Role::King {
                let pawn = lifted.promoted(Role::Pawn);
                out.extend(one.into_iter().map(|from| pawn.put(from)));
            }
            if role == Role::King {
                self.castled_before(after, i as u32, to, out);
            }
        }
    }

    /// The en passant bits after a double step to `to` past `ep`.
    fn en_passant(&self, to: Square, ep: Square) -> u64 {
        if self.ep_targets.contains(to) {
            en_passant_bits(ep, self.own_pawns, self.me)
        } else {
            0
        }
    }

    /// The board before a double step that left a pawn to be captured en passant.
    fn double_step_before(&self, after: PackedBoard, out: &mut Vec<PackedBoard>) {
        let opponent = !self.me;
        let forward = opponent.fold_wb(8, -8);
        let all = self.own | after.occupancy();
        let Some(file) = after.ep_file() else { return };
        let to = Square::from_coords(file, opponent.fold_wb(Rank::Fourth, Rank::Fifth));
        let one = Bitboard::from_square(to).shift(-forward) & !all;
        let two = one.shift(-forward) & !all;
        if let (Some(passed), Some(from)) = (one.first(), two.first())
            && after.role_at(to) == Some(Role::Pawn)
            && self.en_passant(to, passed) != 0
        {
            let below = after.occupancy() & Bitboard(u64::from(Bitboard::from_square(to)) - 1);
            out.push(Lifted::new(after, below.count() as u32, to, Role::Pawn).put(from));
        }
    }

    /// Appends the boards on which `role` stood on `from`, with all castling rights that it may have
    /// lost by leaving.
    fn put_back(
        &self,
        after: PackedBoard,
        lifted: Lifted,
        role: Role,
        from: Square,
        out: &mut Vec<PackedBoard>,
    ) {
        let opponent = !self.me;
        let rights = after.castling_bits();
        if role == Role::King {
            // A king that has moved has no rights.
            if rights == 0 {
                let before = lifted.put(from);
                for rights in self.rights_at_home(before) {
                    out.push(lifted.with_rights(rights).put(from));
                }
            }
            return;
        }
        out.push(lifted.put(from));
        if role == Role::Rook {
            let lost = rights_of_square(from, opponent);
            let home = Square::from_coords(File::E, opponent.fold_wb(Rank::First, Rank::Eighth));
            if lost != 0 && after.role_at(home) == Some(Role::King) {
                out.push(lifted.with_rights(rights | lost).put(from));
            }
        }
    }

    /// All castling rights that a board's king and rooks allow.
    fn rights_at_home(&self, board: PackedBoard) -> impl Iterator<Item = u64> {
        let rank = (!self.me).fold_wb(Rank::First, Rank::Eighth);
        let stands = |file, role| board.role_at(Square::from_coords(file, rank)) == Some(role);
        let mut possible = 0;
        if stands(File::E, Role::King) {
            possible |= u64::from(stands(File::A, Role::Rook));
            possible |= u64::from(stands(File::H, Role::Rook)) << 1;
        }
        (0..4).filter(move |rights| rights & !possible == 0)
    }

    /// Appends the boards on which the king on `to` has castled.
    fn castled_before(
        &self,
        after: PackedBoard,
        king_index: u32,
        to: Square,
        out: &mut Vec<PackedBoard>,
    ) {
        let opponent = !self.me;
        let rank = opponent.fold_wb(Rank::First, Rank::Eighth);
        let square = |file| Square::from_coords(file, rank);
        let home = square(File::E);
        let (rook_home, rook_at, right, other) = match to {
            _ if after.castling_bits() != 0 || to.rank() != rank => return,
            _ if to.file() == File::G => (File::H, File::F, 2, File::A),
            _ if to.file() == File::C => (File::A, File::D, 1, File::H),
            _ => return,
        };
        let all = self.own | after.occupancy();
        let (rook_home, rook_at) = (square(rook_home), square(rook_at));
        let between = attacks::between(home, rook_home);
        let left = Bitboard::from_square(to).with(rook_at);
        if after.role_at(rook_at) != Some(Role::Rook)
            || all.contains(home)
            || all.contains(rook_home)
            || (between & !left).intersects(all)
        {
            return;
        }
        let king = Lifted::new(after, king_index, to, Role::King).put(home);
        let below = u64::from(king.occupancy()) & (u64::from(Bitboard::from_square(rook_at)) - 1);
        let rook = Lifted::new(king, below.count_ones(), rook_at, Role::Rook);
        out.push(rook.with_rights(right).put(rook_home));
        if after.role_at(square(other)) == Some(Role::Rook) {
            out.push(rook.with_rights(3).put(rook_home));
        }
    }

    fn capturing_predecessors(
        &self,
        after: PackedBoard,
        notice: Square,
        out: &mut Vec<PackedBoard>,
    ) {
        if after.ep_file().is_some() {
            return;
        }
        let opponent = !self.me;
        let occupancy = after.occupancy();
        let index = |square: Square| {
            let below = Bitboard(u64::from(Bitboard::from_square(square)) - 1);
            (occupancy & below).count() as u32
        };
        // A pawn on this square has come from where an own pawn on it would capture.
        let pawn_from = |square: Square| attacks::pawn_attacks(self.me, square);
        if let Some(role) = after.role_at(notice) {
            let lifted = Lifted::new(after, index(notice), notice, role);
            let all = self.own | occupancy.without(notice);
            let last = Bitboard::BACKRANKS.contains(notice);
            if role == Role::Pawn {
                if !last {
                    let from = pawn_from(notice) & !all;
                    out.extend(from.into_iter().map(|from| lifted.put(from)));
                }
            } else {
                for from in reach(notice, role, all.with(notice)) & !all.with(notice) {
                    self.put_back(after, lifted, role, from, out);
                }
                if last && role != Role::King {
                    let pawn = lifted.promoted(Role::Pawn);
                    let from = pawn_from(notice) & !all;
                    out.extend(from.into_iter().map(|from| pawn.put(from)));
                }
            }
            return;
        }
        if let Some(ep) = self.ep
            && ep.offset(opponent.fold_wb(-8, 8)) == Some(notice)
            && after.role_at(ep) == Some(Role::Pawn)
            && !self.own.contains(ep)
        {
            let lifted = Lifted::new(after, index(ep), ep, Role::Pawn);
            let from = pawn_from(ep) & !(self.own | occupancy);
            out.extend(from.into_iter().map(|from| lifted.put(from)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;
    use rbc_rules::Position;
    use shakmaty::ByColor;

    use crate::{
        InformationSet, PackedBoard,
        carry::Step,
        expansion::Moves,
        test_games::{Habits, random_game},
    };

    /// Starts in which castling, en passant and promotion are close.
    fn start() -> impl Strategy<Value = Position> {
        prop::sample::select(vec![
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/P6P/8/8/8/8/p6p/R3K2R w KQkq - 0 1",
            "r3k2r/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/R3K2R w KQkq - 0 1",
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 3 7",
            "p3k1p1/1pp3p1/8/8/1P4p1/8/1PP3P1/P3K1P1 w - - 0 1",
            "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
            "3qk3/3K4/8/2b2R2/8/1Q4r1/8/B6b w - - 0 1",
        ])
        .prop_map(|fen| fen.parse().expect("a FEN of this test"))
    }

    /// Compares both directions over some boards of a set.
    fn check(set: &InformationSet, step: &Step) {
        let (mut moves, mut after, mut before) = (Moves::new(), Vec::new(), Vec::new());
        let boards: Vec<PackedBoard> = set.boards().every(0, set.len().div_ceil(12));
        for board in boards {
            after.clear();
            step.apply(board, &mut moves, &mut after);
            for next in after.clone() {
                before.clear();
                step.predecessors(next, &mut before);
                let distinct: HashSet<_> = before.iter().copied().collect();
                assert_eq!(distinct.len(), before.len(), "twice before {next:?}");
                assert!(distinct.contains(&board), "{board:?} before {next:?}");
                for previous in &before {
                    after.clear();
                    step.apply(*previous, &mut moves, &mut after);
                    assert!(after.contains(&next), "{previous:?} to {next:?}, {step:?}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn predecessors_are_the_inverse_of_successors(seed: u64, start in start()) {
            let habits = Habits {
                careless_sense: 0.3,
                careful_above: 400,
                max_plies: 40,
                max_boards: 3_000,
                cap: 1_000_000,
            };
            let mut sets = ByColor::new_with(|color| {
                InformationSet::new(color, &start, 1_000_000).expect("few pieces")
            });
            random_game(seed, &start, &habits, |_, told, _| {
                let set = sets.get_mut(told.color());
                for observation in told.log().iter().skip(set.observed()) {
                    if let Some(step) = set.step(observation) {
                        check(set, &step);
                    }
                    set.observe(observation).expect("the truth fits");
                }
            });
        }
    }
}
