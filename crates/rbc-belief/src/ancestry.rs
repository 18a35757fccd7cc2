//! Whether a board was possible some steps ago: a search backwards, from the board to the last exact set.
//!
//! A sample of boards alone cannot tell which of a board's predecessors were possible, and so not how
//! many ways lead to the board. The search can: it goes through the [predecessors](Step::predecessors),
//! those nearest to the anchor first, until it meets a board of the anchor.

use std::{cmp::Ordering, sync::Arc};

use rbc_rules::{Bitboard, Role, Square};
use shakmaty::{File, Rank, attacks};

use crate::{
    Boards, PackedBoard,
    board_table::hash,
    carry::Step,
    expansion::{OpponentTurn, reach},
};

/// Boards that may be met by chance once in billions of questions: four bytes of their hash each.
#[derive(Debug, Default)]
pub(crate) struct Fingerprints {
    /// 0 where nothing is.
    slots: Vec<u32>,
}

impl Fingerprints {
    fn new(boards: usize) -> Fingerprints {
        Fingerprints {
            slots: vec![0; boards + boards / 2 + 1],
        }
    }

    /// Where a board is looked for first, and its fingerprint.
    fn place(&self, board: PackedBoard) -> (usize, u32) {
        let hash = hash(board);
        let home = ((hash & 0xffff_ffff) * self.slots.len() as u64) >> 32;
        (home as usize, (hash >> 32) as u32 | 1)
    }

    fn insert(&mut self, board: PackedBoard) {
        let (mut at, print) = self.place(board);
        while self.slots[at] != 0 && self.slots[at] != print {
            at = (at + 1) % self.slots.len();
        }
        self.slots[at] = print;
    }

    fn contains(&self, board: PackedBoard) -> bool {
        let (mut at, print) = self.place(board);
        while self.slots[at] != 0 {
            if self.slots[at] == print {
                return true;
            }
            at = (at + 1) % self.slots.len();
        }
        false
    }
}

/// The least number of the opponent's turns since the anchor in which a piece of a role can have come to
/// a square: `[role][square]`, whatever the other pieces did.
#[derive(Clone, Debug)]
struct Distances([[u8; 64]; 6]);

/// No piece of the role can be there. Sixteen of them do not overflow.
const NEVER: u8 = u8::MAX;

impl Distances {
    const NOWHERE: Distances = Distances([[NEVER; 64]; 6]);

    fn meet(&mut self, role: Role, square: Square, distance: u8) {
        let known = &mut self.0[role as usize - 1][square.to_usize()];
        *known = distance.min(*known);
    }

    fn get(&self, role: Role, square: Square) -> u8 {
        self.0[role as usize - 1][square.to_usize()]
    }

    /// Rules out pieces on `squares`, but for those that `stays` names.
    fn rule_out(&mut self, squares: Bitboard, stays: impl Fn(Role, Square) -> bool) {
        for square in squares {
            for role in Role::ALL {
                if !stays(role, square) {
                    self.0[role as usize - 1][square.to_usize()] = NEVER;
                }
            }
        }
    }

    /// A lower bound of the turns that lead from a board of the anchor to `board`.
    fn of(&self, board: PackedBoard) -> u32 {
        let distance = |(square, role)| u32::from(self.get(role, square));
        board.pieces().map(distance).sum()
    }

    fn after(&self, step: &Step) -> Distances {
        match step {
            Step::Opponent(turn) => self.after_turn(turn),
            Step::Sense(evidence) => {
                let mut after = self.clone();
                after.rule_out(evidence.window(), |role, square| {
                    evidence.shows(square, role)
                });
                after
            }
            Step::Move(evidence) => {
                let mut after = self.clone();
                after.rule_out(evidence.free_after(), |_, _| false);
                after
            }
        }
    }

    fn after_turn(&self, turn: &OpponentTurn) -> Distances {
        let opponent = !turn.me;
        let mut after = self.clone();
        let promoted = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let mut arrive = |role: Role, to: Square, distance: u8| {
            if role == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
                for role in promoted {
                    after.meet(role, to, distance);
                }
            } else {
                after.meet(role, to, distance);
            }
        };
        let targets = match turn.notice {
            None => !turn.own,
            Some(square) => Bitboard::from_square(square),
        };
        for role in Role::ALL {
            for from in Square::ALL {
                let distance = self.get(role, from);
                if distance == NEVER {
                    continue;
                }
                let distance = distance.saturating_add(1).min(NEVER - 1);
                let attacked = if role == Role::Pawn {
                    attacks::pawn_attacks(opponent, from)
                } else {
                    reach(from, role, turn.own)
                };
                match turn.notice {
                    None if role == Role::Pawn => {
                        let forward = opponent.fold_wb(8, -8);
                        let one = Bitboard::from_square(from).shift(forward) & targets;
                        let halfway = opponent.fold_wb(
                            Bitboard::from_rank(Rank::Second) | Bitboard::from_rank(Rank::Third),
                            Bitboard::from_rank(Rank::Seventh) | Bitboard::from_rank(Rank::Sixth),
                        );
                        let two = (one & halfway).shift(forward) & targets;
                        (one | two)
                            .into_iter()
                            .for_each(|to| arrive(role, to, distance));
                    }
                    _ => {
                        (attacked & targets)
                            .into_iter()
                            .for_each(|to| arrive(role, to, distance));
                    }
                }
                if let (Role::Pawn, Some(notice), Some(ep)) = (role, turn.notice, turn.ep)
                    && ep.offset(opponent.fold_wb(-8, 8)) == Some(notice)
                    && attacked.contains(ep)
                {
                    arrive(role, ep, distance);
                }
            }
        }
        if turn.notice.is_none() {
            let rank = opponent.fold_wb(Rank::First, Rank::Eighth);
            let square = |file| Square::from_coords(file, rank);
            let king = self.get(Role::King, square(File::E));
            for (corner, king_to, rook_to) in
                [(File::A, File::C, File::D), (File::H, File::G, File::F)]
            {
                let rook = self.get(Role::Rook, square(corner));
                let way = attacks::between(square(File::E), square(corner));
                if king != NEVER && rook != NEVER && way.is_disjoint(turn.own) {
                    // Two pieces move in one turn: the king's is counted.
                    let distance = king.saturating_add(1).min(NEVER - 1);
                    arrive(Role::King, square(king_to), distance);
                    arrive(Role::Rook, square(rook_to), rook);
                }
            }
        }
        after
    }
}

/// What tells possible boards from impossible ones at every step since an exact set.
#[derive(Clone, Debug)]
pub(crate) struct Ancestry {
    members: Arc<Fingerprints>,
    /// Boards of the anchor that are taken in.
    taken: usize,
    /// By the number of steps since.
    levels: Vec<Level>,
}

/// How far boards can be from the boards of some time ago.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    distances: Distances,
    /// The opponent's turns since then.
    turns: u32,
}

impl Reached {
    /// The boards themselves.
    pub(crate) fn from(boards: &Boards) -> Reached {
        let mut reached = Reached::NOWHERE;
        boards.iter().for_each(|board| reached.meet(board));
        reached
    }

    const NOWHERE: Reached = Reached {
        distances: Distances::NOWHERE,
        turns: 0,
    };

    fn meet(&mut self, board: PackedBoard) {
        for (square, role) in board.pieces() {
            self.distances.meet(role, square, 0);
        }
    }

    pub(crate) fn after(&self, step: &Step) -> Reached {
        Reached {
            distances: self.distances.after(step),
            turns: self.turns + u32::from(matches!(step, Step::Opponent(_))),
        }
    }

    /// The least number of turns to `board`, or none where there have not been so many.
    fn to(&self, board: PackedBoard) -> Option<u32> {
        Some(self.distances.of(board)).filter(|distance| *distance <= self.turns)
    }
}

#[derive(Clone, Debug)]
struct Level {
    /// From the boards of the anchor.
    near: Reached,
    /// From the few boards that were possible long ago.
    far: Reached,
}

impl Level {
    fn distance(&self, board: PackedBoard) -> Option<u32> {
        self.far.to(board)?;
        self.near.to(board)
    }
}

impl Ancestry {
    pub(crate) fn new(boards: usize, far: Reached) -> Ancestry {
        Ancestry {
            members: Arc::new(Fingerprints::new(boards)),
            taken: 0,
            levels: vec![Level {
                near: Reached::NOWHERE,
                far,
            }],
        }
    }

    /// Takes in some boards of the anchor and then the steps since; whether all are.
    pub(crate) fn advance(&mut self, boards: &Boards, steps: &[Step]) -> bool {
        /// Boards between two looks at whether to go on.
        const SLICE: usize = 1 << 16;
        if self.taken < boards.len() {
            let range = self.taken..boards.len().min(self.taken + SLICE);
            self.taken = range.end;
            // Nobody else holds them while they are not complete.
            if let Some(members) = Arc::get_mut(&mut self.members) {
                for board in boards.slices(range).flatten() {
                    members.insert(*board);
                    self.levels[0].near.meet(*board);
                }
            }
            if self.taken < boards.len() {
                return false;
            }
        }
        while let Some(step) = steps.get(self.levels.len() - 1) {
            let last = &self.levels[self.levels.len() - 1];
            let level = Level {
                near: last.near.after(step),
                far: last.far.after(step),
            };
            self.levels.push(level);
        }
        true
    }
}

/// A search for ancestors, with what it found out so far.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// Answers: the board, its level and whether it was possible in one word each, or 0.
    known: Vec<u128>,
    /// Boards that are still to be looked at, with their distance.
    waiting: Vec<(u32, PackedBoard)>,
    before: Vec<PackedBoard>,
    /// Boards looked at in all.
    pub(crate) work: usize,
    /// Boards that the present question may still look at.
    left: usize,
    /// Children whose first parent was not found out: the lot decided.
    pub(crate) unsure: usize,
    is_unsure: bool,
}

/// Answers that are kept: half a megabyte.
const KNOWN: usize = 1 << 15;
/// Boards that a question may look at.
const PATIENCE: usize = 4_000;
/// Above a board's own bits.
const LEVEL_SHIFT: u32 = 119;
const POSSIBLE: u128 = 1 << 118;
/// Beyond so many levels nothing is kept.
const LEVELS: usize = 512;

impl Search {
    pub(crate) fn new() -> Search {
        Search {
            known: vec![0; KNOWN],
            waiting: Vec::new(),
            before: Vec::new(),
            work: 0,
            left: 0,
            unsure: 0,
            is_unsure: false,
        }
    }

    /// Whether no other predecessor of `child` that was possible after the steps goes before `parent`
    /// in an order that differs from child to child: then the child is counted with this parent.
    pub(crate) fn is_first_parent(
        &mut self,
        ancestry: &Ancestry,
        steps: &[Step],
        step: &Step,
        parent: PackedBoard,
        child: PackedBoard,
    ) -> bool {
        let level = steps.len();
        let order = |parent: PackedBoard| {
            let mixed = hash(parent) ^ hash(child).rotate_left(23);
            (mixed ^ (mixed >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb)
        };
        let own = order(parent);
        let start = self.wait(ancestry, level, step, child, |other| order(other) < own);
        let (mut first, mut unsure) = (true, false);
        for i in start..self.waiting.len() {
            self.left = PATIENCE;
            self.is_unsure = false;
            let other = self.waiting[i].1;
            let mut possible = self.is_possible(ancestry, steps, level, other);
            if self.is_unsure {
                unsure = true;
                possible = order(other) % 2 == 0;
            }
            if possible {
                // What is known for sure leaves no doubt.
                unsure = self.is_unsure;
                first = false;
                break;
            }
        }
        self.unsure += usize::from(unsure);
        self.waiting.truncate(start);
        first
    }

    /// Appends the predecessors of `child` that may have been possible to those waiting, the nearest to
    /// the anchor first; where they start.
    fn wait(
        &mut self,
        ancestry: &Ancestry,
        level: usize,
        step: &Step,
        child: PackedBoard,
        filter: impl Fn(PackedBoard) -> bool,
    ) -> usize {
        let start = self.waiting.len();
        self.before.clear();
        step.predecessors(child, &mut self.before);
        self.work += 1 + self.before.len();
        let level = &ancestry.levels[level];
        for before in &self.before {
            if filter(*before)
                && let Some(distance) = level.distance(*before)
            {
                self.waiting.push((distance, *before));
            }
        }
        if matches!(step, Step::Opponent(_)) {
            self.waiting[start..].sort_by(|a, b| match a.0.cmp(&b.0) {
                Ordering::Equal => a.1.cmp(&b.1),
                other => other,
            });
        }
        start
    }

    /// Whether `board`, which is not too far from the anchor, was possible after `level` steps.
    fn is_possible(
        &mut self,
        ancestry: &Ancestry,
        steps: &[Step],
        level: usize,
        board: PackedBoard,
    ) -> bool {
        let Some(step) = level.checked_sub(1).and_then(|i| steps.get(i)) else {
            return ancestry.members.contains(board);
        };
        let turn = matches!(step, Step::Opponent(_));
        let slot = (hash(board) ^ level as u64) as usize % KNOWN;
        let key = board.0 | ((level % LEVELS) as u128) << LEVEL_SHIFT;
        if turn && level < LEVELS && self.known[slot] & !POSSIBLE == key {
            return self.known[slot] & POSSIBLE != 0;
        }
        let before = self.work;
        let start = self.wait(ancestry, level - 1, step, board, |_| true);
        self.left = self.left.saturating_sub(self.work - before);
        let mut possible = false;
        for i in start..self.waiting.len() {
            self.is_unsure |= self.left == 0;
            if self.is_unsure || self.is_possible(ancestry, steps, level - 1, self.waiting[i].1) {
                possible = true;
                break;
            }
        }
        self.waiting.truncate(start);
        if turn && !self.is_unsure && level < LEVELS {
            self.known[slot] = key | if possible { POSSIBLE } else { 0 };
        }
        possible
    }
}
