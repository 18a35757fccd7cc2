//! Alpha-beta search on one board, under the rules of RBC.
//!
//! Both players see everything in it. The capture of a king ends it: there is no check and no stalemate, and a player
//! may pass. Scores are centipawns for the side to move; a captured king is worth [`KING_SCORE`] less the plies until
//! then.
//!
//! The parts are those of chess programs (principal variation search with iterative deepening, a
//! transposition table, null moves, late move reductions, quiescence; see
//! <https://www.chessprogramming.org>), but for the end of the game, and one simplification that RBC
//! allows: as a player may pass, the null move is a real one, and there is no zugzwang to beware of.

use std::fmt;

use rbc_rules::Move;

use crate::{
    evaluation::evaluate,
    fast_board::{FastBoard, FastMove, NOTHING},
    piece_square::{PAWN, PIECE_VALUES, QUEEN},
};

/// Centipawns for the opponent's king, less one for each ply before its capture.
pub const KING_SCORE: i32 = 30_000;

/// Scores beyond this mean that a king is captured, whatever its owner does.
pub const DECIDED: i32 = KING_SCORE - 1_000;

const INFINITE: i32 = 32_000;
/// Deepest ply of a search.
const MAX_PLY: usize = 96;
/// Deepest iteration of a search.
const MAX_DEPTH: u32 = 64;
/// Plies of captures in which moves that attack the king are tried too.
const CHECK_PLIES: usize = 2;
/// Plies of captures in which a king that is attacked gets all its moves, not only captures.
const EVASION_PLIES: usize = CHECK_PLIES + 1;
/// Nodes of captures from one position on, after which what is there must do: with many queens on the
/// board there is no end of captures.
const MOST_QUIET_NODES: u64 = 4_000;
/// A capture that leaves the score this much below alpha is not tried.
const DELTA: i32 = 150;
/// Most moves of a side for which the pass is looked at as a move among others. With more there is
/// almost always one that does no harm.
const FEW_MOVES: usize = 8;
/// Entries of the table of a search for many boards: 1 MiB, so that it stays in the cache.
const SMALL_TABLE: usize = 1 << 16;
/// Entries of the table of [`Search::large`]: 64 MiB.
const LARGE_TABLE: usize = 1 << 22;
/// Nodes that one iteration for one of many moves may take: so that an answer never takes long.
const MOST_NODES: u64 = 30_000;
/// Nodes that all of many moves together may take, about: who cannot be asked meanwhile is to be heard soon.
const MOST_NODES_TOGETHER: u64 = 80_000;
/// No iteration is begun when this share of them is used (one in so many), as it would hardly be finished.
const LAST_BEGIN: u64 = 3;
/// Nodes of captures that each of many moves may take in any case.
const LEAST_QUIET_NODES: u64 = 128;
/// Nodes between two checks of the budget.
const WATCH_NODES: u64 = 1_024;
/// Largest value in the history of quiet moves.
const HISTORY_MAX: i32 = 8_192;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move, one that is taken as it is written; `None` is the pass.
    pub best: Option<Move>,
    /// Centipawns for the side to move.
    pub score: i32,
    /// Depth of the last complete iteration, in plies.
    pub depth: u32,
    /// The principal variation, `best` first, as far as the table has it.
    pub line: Vec<Option<Move>>,
}

/// What is known about a position of the tree.
#[derive(Clone, Copy)]
#[repr(C)]
struct Entry {
    hash: u64,
    m: FastMove,
    score: i16,
    depth: u8,
    bound: Bound,
    /// The question that the entry belongs to.
    question: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Bound {
    Lower,
    Upper,
    Exact,
}

impl Entry {
    const EMPTY: Entry = Entry {
        hash: 0,
        m: FastMove::NONE,
        score: 0,
        depth: 0,
        bound: Bound::Upper,
        question: 0,
    };
}

/// Where a search asks whether to go on: it is given the nodes so far, and answers whether to stop.
type Watch<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Searches boards one after another and counts its nodes. Allocates nothing once it is warm.
///
/// What is remembered of one question is not seen by the next, so that answers do not depend on what
/// was asked before.
#[derive(Clone)]
pub struct Search {
    nodes: u64,
    /// The moves of all nodes on the way down, one after another, with what they are sorted by.
    moves: Vec<(FastMove, i32)>,
    scratch: Vec<FastMove>,
    killers: [[FastMove; 2]; MAX_PLY],
    /// How often quiet moves were good, by colour, from and to.
    history: Box<[[[i32; 64]; 64]; 2]>,
    table: Box<[Entry]>,
    question: u16,
    /// Nodes at which the watch is asked next.
    ask_at: u64,
    stopped: bool,
    /// Nodes at which captures are no longer followed.
    quiet_end: u64,
    /// Nodes of captures from one position on.
    most_quiet: u64,
}

impl Default for Search {
    fn default() -> Search {
        Search::new()
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("nodes", &self.nodes)
            .field("table", &self.table.len())
            .finish_non_exhaustive()
    }
}

impl Search {
    /// A search for many boards, one after the other. Takes about a megabyte.
    #[must_use]
    pub fn new() -> Search {
        Search::with_table(SMALL_TABLE)
    }

    /// A search that is to look long at one board. Takes about 64 megabytes.
    #[must_use]
    pub fn large() -> Search {
        Search::with_table(LARGE_TABLE)
    }

    fn with_table(entries: usize) -> Search {
        Search {
            nodes: 0,
            moves: Vec::with_capacity(4_096),
            scratch: Vec::with_capacity(256),
            killers: [[FastMove::NONE; 2]; MAX_PLY],
            history: Box::new([[[0; 64]; 64]; 2]),
            table: vec![Entry::EMPTY; entries].into_boxed_slice(),
            question: 0,
            ask_at: u64::MAX,
            stopped: false,
            quiet_end: 0,
            most_quiet: MOST_QUIET_NODES,
        }
    }

    /// Positions looked at so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What `board` is worth for the side to move when both look `depth` plies ahead, and on until
    /// nothing is captured any more.
    ///
    /// ```
    /// use rbc_agents::{DECIDED, FastBoard, Search};
    /// use rbc_rules::Position;
    /// let fen = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"; // the rook sees the king
    /// let board = FastBoard::new(&fen.parse::<Position>()?);
    /// assert!(Search::new().score(&board, 0) > DECIDED);
    /// # Ok::<_, rbc_rules::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn score(&mut self, board: &FastBoard, depth: u32) -> i32 {
        self.begin();
        let mut score = 0;
        for depth in 0..=depth.min(MAX_DEPTH) {
            score = self.around(&mut |_| false, board, depth as i32, score, 0);
        }
        score
    }

    /// What each of `moves` is worth for the side to move, each looked at `depth` plies beyond the move, or as deep as
    /// [`MOST_NODES`] for an iteration and [`MOST_NODES_TOGETHER`] lead. They share what is found.
    ///
    /// `watch` is asked about every thousand nodes whether to give up; then there are no scores, and the answer is `false`.
    pub(crate) fn scores(
        &mut self,
        board: &FastBoard,
        moves: impl Iterator<Item = FastMove> + Clone,
        depth: u32,
        scores: &mut Vec<i32>,
        watch: &mut dyn FnMut() -> bool,
    ) -> bool {
        self.begin();
        let first = scores.len();
        scores.extend(moves.clone().map(|_| 0));
        let count = (scores.len() - first).max(1) as u64;
        // Each has its part, or the first would take all.
        let part = MOST_NODES_TOGETHER / 2 / count;
        self.most_quiet = part.clamp(LEAST_QUIET_NODES, MOST_QUIET_NODES);
        let began = self.nodes;
        let end = began + MOST_NODES_TOGETHER;
        let mut look_at = began + WATCH_NODES;
        let mut given_up = false;
        // Moves that are costly to look at stay at the depth that they have reached.
        let mut costly = 0_u128;
        'deepening: for depth in 0..=depth.min(MAX_DEPTH) as i32 {
            if depth > 0 && self.nodes - began > MOST_NODES_TOGETHER / LAST_BEGIN {
                break;
            }
            for (i, (m, score)) in moves.clone().zip(&mut scores[first..]).enumerate() {
                let bit = 1_u128.checked_shl(i as u32).unwrap_or(0);
                if m != FastMove::NONE && board.captures_king(m) {
                    *score = KING_SCORE;
                    continue;
                }
                if costly & bit != 0 {
                    continue;
                }
                // The first iteration is finished unless nobody wants it: there must be some answer.
                let most = match depth {
                    0 => u64::MAX,
                    _ => end.min(self.nodes + MOST_NODES),
                };
                let asked: &mut dyn FnMut(u64) -> bool = &mut |nodes| {
                    if nodes >= look_at && !given_up {
                        look_at = nodes + WATCH_NODES;
                        given_up = watch();
                    }
                    given_up || nodes >= most
                };
                self.stopped = asked(self.nodes);
                self.ask_at = self.nodes + WATCH_NODES.min(most.saturating_sub(self.nodes));
                if !self.stopped {
                    let mut after = *board;
                    after.push_fast(m);
                    let found = -self.around(asked, &after, depth, -*score, 1);
                    if !self.stopped {
                        *score = found;
                    }
                }
                if self.stopped {
                    self.stopped = false;
                    self.moves.clear();
                    costly |= bit;
                }
                if given_up {
                    break 'deepening;
                }
            }
        }
        self.ask_at = u64::MAX;
        self.most_quiet = MOST_QUIET_NODES;
        if given_up {
            scores.truncate(first);
        }
        !given_up
    }

    /// The best move on a board that is known, looked for deeper and deeper until `watch`, which is
    /// given the nodes so far about every thousand of them, answers `true`, or `most_depth` is reached.
    ///
    /// ```
    /// use rbc_agents::{FastBoard, Search};
    /// use rbc_rules::Position;
    /// let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"; // the back rank
    /// let board = FastBoard::new(&fen.parse::<Position>()?);
    /// let found = Search::new().best_move(&board, 4, &mut |nodes| nodes > 100_000);
    /// assert_eq!(found.best.map(|m| m.to_string()).as_deref(), Some("a1a8"));
    /// # Ok::<_, rbc_rules::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn best_move(
        &mut self,
        board: &FastBoard,
        most_depth: u32,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> BestMove {
        self.begin();
        let began = self.nodes;
        let watch: Watch<'_> = &mut |nodes| watch(nodes - began);
        let mut moves = Vec::with_capacity(64);
        board.captures(&mut moves);
        board.quiet_moves(&mut moves);
        board.underpromotions(&mut moves);
        moves.push(FastMove::NONE);
        let mut roots: Vec<(FastMove, i32)> = moves.into_iter().map(|m| (m, 0)).collect();
        if let Some(i) = roots
            .iter()
            .position(|(m, _)| *m != FastMove::NONE && board.captures_king(*m))
        {
            let best = roots[i].0.as_move();
            return BestMove {
                best,
                score: KING_SCORE,
                depth: 0,
                line: vec![best],
            };
        }
        let mut done = 0;
        for depth in 1..=most_depth.min(MAX_DEPTH) {
            // The first iteration is always finished: there must be some answer.
            self.ask_at = if depth == 1 { u64::MAX } else { self.nodes };
            if !self.root(watch, board, &mut roots, depth as i32) {
                break;
            }
            done = depth;
            if roots[0].1.abs() > DECIDED && KING_SCORE - roots[0].1.abs() <= depth as i32 {
                // A king falls within what was looked at: deeper finds nothing sooner.
                break;
            }
        }
        self.ask_at = u64::MAX;
        self.stopped = false;
        let best = roots[0].0;
        BestMove {
            best: best.as_move(),
            score: roots[0].1,
            depth: done,
            line: self.line(board, best),
        }
    }

    /// One iteration over the moves of the root, which are sorted, best first. Whether it was finished;
    /// if not, the first is the best of those that were.
    fn root(
        &mut self,
        watch: Watch<'_>,
        board: &FastBoard,
        roots: &mut [(FastMove, i32)],
        depth: i32,
    ) -> bool {
        let guess = roots[0].1;
        let mut margin = if depth >= 4 && guess.abs() < DECIDED {
            30
        } else {
            INFINITE
        };
        loop {
            let low = (guess - margin).max(-INFINITE);
            let high = (guess + margin).min(INFINITE);
            let mut alpha = low;
            for i in 0..roots.len() {
                let mut after = *board;
                after.push_fast(roots[i].0);
                if after.can_capture_king() {
                    if i == 0 {
                        roots[0].1 = 1 - KING_SCORE;
                    }
                    continue;
                }
                let mut score = -self.negamax(
                    watch,
                    &after,
                    depth - 1,
                    if i == 0 { -high } else { -alpha - 1 },
                    -alpha,
                    1,
                );
                if i > 0 && score > alpha && !self.stopped {
                    score = -self.negamax(watch, &after, depth - 1, -high, -alpha, 1);
                }
                if self.stopped {
                    return false;
                }
                if i == 0 || score > alpha {
                    alpha = alpha.max(score);
                    roots[i].1 = score;
                    roots[..=i].rotate_right(1);
                    if score >= high {
                        break;
                    }
                }
            }
            if roots[0].1 > low && roots[0].1 < high {
                return true;
            }
            margin = if margin >= 400 { INFINITE } else { margin * 4 };
        }
    }

    /// What is expected after `first`.
    fn line(&self, board: &FastBoard, first: FastMove) -> Vec<Option<Move>> {
        let mut line = vec![first.as_move()];
        let mut board = *board;
        board.push_fast(first);
        while line.len() < 16 && board.has_king() {
            match self.known(board.hash()) {
                Some(entry) if board.is_plausible(entry.m) => {
                    line.push(entry.m.as_move());
                    if board.captures_king(entry.m) {
                        break;
                    }
                    board.make(entry.m);
                }
                _ => break,
            }
        }
        line
    }

    /// Forgets the last question.
    fn begin(&mut self) {
        self.killers = [[FastMove::NONE; 2]; MAX_PLY];
        for from in self.history.iter_mut().flatten() {
            *from = [0; 64];
        }
        self.moves.clear();
        self.question = self.question.wrapping_add(1);
        if self.question == 0 {
            self.table.fill(Entry::EMPTY);
            self.question = 1;
        }
    }

    /// The score of any board at `depth`, which is expected to be near `guess`.
    fn around(
        &mut self,
        watch: Watch<'_>,
        board: &FastBoard,
        depth: i32,
        guess: i32,
        ply: usize,
    ) -> i32 {
        if let Some(score) = decided(board, ply) {
            self.nodes += 1;
            return score;
        }
        if depth >= 2 && guess.abs() < DECIDED {
            let (low, high) = (guess - 50, guess + 50);
            let score = self.negamax(watch, board, depth, low, high, ply);
            if score > low && score < high || self.stopped {
                return score;
            }
        }
        self.negamax(watch, board, depth, -INFINITE, INFINITE, ply)
    }

    fn known(&self, hash: u64) -> Option<Entry> {
        let entry = self.table[hash as usize & (self.table.len() - 1)];
        (entry.hash == hash && entry.question == self.question).then_some(entry)
    }

    fn remember(
        &mut self,
        hash: u64,
        m: FastMove,
        score: i32,
        depth: i32,
        bound: Bound,
        ply: usize,
    ) {
        let index = hash as usize & (self.table.len() - 1);
        let entry = &mut self.table[index];
        let depth = depth.max(0) as u8;
        let same = entry.hash == hash && entry.question == self.question;
        if same && bound != Bound::Exact && depth + 3 < entry.depth {
            return;
        }
        let m = if m == FastMove::NONE && same {
            entry.m
        } else {
            m
        };
        *entry = Entry {
            hash,
            m,
            score: from_node(score, ply) as i16,
            depth,
            bound,
            question: self.question,
        };
    }

    /// The score of a board on which both kings stand and that of the opponent cannot be captured.
    #[allow(clippy::too_many_lines)]
    fn negamax(
        &mut self,
        watch: Watch<'_>,
        board: &FastBoard,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
    ) -> i32 {
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiesce(board, alpha, beta, ply, 0);
        }
        self.nodes += 1;
        if self.nodes >= self.ask_at {
            self.ask_at = self.nodes + WATCH_NODES;
            self.stopped |= watch(self.nodes);
        }
        if self.stopped {
            return 0;
        }
        // No better than capturing the king with the next move, no worse than losing it after.
        alpha = alpha.max(ply as i32 + 1 - KING_SCORE);
        beta = beta.min(KING_SCORE - ply as i32 - 2);
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let hash = board.hash();
        let known = self.known(hash);
        let mut table_move = FastMove::NONE;
        if let Some(entry) = known {
            table_move = entry.m;
            let score = to_node(i32::from(entry.score), ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if !is_pv && cuts && i32::from(entry.depth) >= depth {
                return score;
            }
        }
        if !board.is_plausible(table_move) {
            table_move = FastMove::NONE;
        }
        let attacked = board.king_attacked();
        let stand = if attacked { -INFINITE } else { evaluate(board) };
        if attacked {
            depth += 1;
        } else if table_move == FastMove::NONE && depth >= 4 {
            depth -= 1;
        }
        if !attacked && !is_pv && beta.abs() < DECIDED {
            // So far ahead that a quiet move will do.
            if depth <= 3 && stand - 75 * depth >= beta {
                return stand;
            }
            // Passing is a move here: pruning by it is sound but for its lower depth.
            if depth >= 2 && stand >= beta {
                let mut child = *board;
                child.pass();
                // The own king is not attacked, so that it cannot be captured after the pass.
                let reduced = depth - 3 - depth / 4 - ((stand - beta) / 200).min(2);
                let score = -self.negamax(watch, &child, reduced, -beta, 1 - beta, ply + 1);
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    return score;
                }
            }
        }

        let began_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = FastMove::NONE;
        let mut searched = 0;
        let mut quiets_tried = [FastMove::NONE; 32];
        let mut quiets_count = 0;
        let mut order = Order::new(self.moves.len(), table_move);
        while let Some(m) = self.next_move(board, &mut order, ply) {
            let is_quiet = board.is_quiet(m);
            let mut child = *board;
            child.make(m);
            if child.can_capture_king() {
                best = best.max(ply as i32 + 1 - KING_SCORE);
                continue;
            }
            let checks = child.king_attacked();
            if searched > 0 && best > -DECIDED && !attacked && !checks {
                if is_quiet && !is_pv {
                    // Late quiet moves that nothing speaks for, and those that cannot reach alpha.
                    if depth <= 4 && quiets_count > 3 + (depth * depth) as usize
                        || depth <= 3 && stand + 90 + 90 * depth <= alpha
                        || depth <= 6 && !board.exchange_wins(m, -40 * depth)
                    {
                        continue;
                    }
                } else if !is_quiet && depth <= 5 && !board.exchange_wins(m, -100 * depth) {
                    continue;
                }
            }
            searched += 1;
            let score = if searched == 1 {
                -self.negamax(watch, &child, depth - 1, -beta, -alpha, ply + 1)
            } else {
                let mut reduction = 0;
                if depth >= 3 && is_quiet && searched > 2 {
                    reduction = late_reduction(depth, searched);
                    reduction -= i32::from(is_pv) + i32::from(attacked) + i32::from(checks);
                    reduction -= self.history_of(board, m) / 4_096;
                    reduction = reduction.clamp(0, depth - 2);
                }
                let mut score = -self.negamax(
                    watch,
                    &child,
                    depth - 1 - reduction,
                    -alpha - 1,
                    -alpha,
                    ply + 1,
                );
                if score > alpha && reduction > 0 && !self.stopped {
                    score = -self.negamax(watch, &child, depth - 1, -alpha - 1, -alpha, ply + 1);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = -self.negamax(watch, &child, depth - 1, -beta, -alpha, ply + 1);
                }
                score
            };
            if self.stopped {
                self.moves.truncate(order.first);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = m;
                }
            }
            if alpha >= beta {
                if is_quiet {
                    self.was_good(board, m, &quiets_tried[..quiets_count.min(32)], depth, ply);
                }
                break;
            }
            if is_quiet {
                if quiets_count < 32 {
                    quiets_tried[quiets_count] = m;
                }
                quiets_count += 1;
            }
        }
        self.moves.truncate(order.first);
        if !attacked && alpha < beta && searched <= FEW_MOVES && stand > best {
            let mut child = *board;
            child.pass();
            let score = -self.negamax(watch, &child, depth - 1, -beta, -alpha, ply + 1);
            if self.stopped {
                return 0;
            }
            best = best.max(score);
        }
        if best == -INFINITE {
            // Nothing can move, and the pass leaves the king where it is attacked.
            best = ply as i32 + 1 - KING_SCORE;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > began_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember(hash, best_move, best, depth, bound, ply);
        best
    }

    /// Captures, and a few plies of checks, until none is worth it; every move while the king is attacked. Of a board as
    /// [`Search::negamax`] has them.
    fn quiesce(
        &mut self,
        board: &FastBoard,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        quiet_plies: usize,
    ) -> i32 {
        self.nodes += 1;
        if quiet_plies == 0 {
            self.quiet_end = self.nodes + self.most_quiet;
        } else if self.nodes >= self.quiet_end {
            return evaluate(board);
        }
        let evades = quiet_plies < EVASION_PLIES && board.king_attacked();
        let mut best = -INFINITE;
        let mut stand = 0;
        if !evades {
            stand = evaluate(board);
            best = stand;
            alpha = alpha.max(stand);
            if alpha >= beta || ply + 1 >= MAX_PLY {
                return best;
            }
        }
        let first = self.moves.len();
        self.scratch.clear();
        board.captures(&mut self.scratch);
        if evades {
            board.quiet_moves(&mut self.scratch);
        } else if quiet_plies < CHECK_PLIES {
            let captures = self.scratch.len();
            board.quiet_moves(&mut self.scratch);
            let mut kept = captures;
            for i in captures..self.scratch.len() {
                let m = self.scratch[i];
                if board.checks_directly(m) {
                    self.scratch[kept] = m;
                    kept += 1;
                }
            }
            self.scratch.truncate(kept);
        }
        for m in &self.scratch {
            let key = if board.is_quiet(*m) {
                -10_000
            } else {
                capture_key(board, *m)
            };
            self.moves.push((*m, key));
        }
        let last = self.moves.len();
        for i in first..last {
            self.bring_best(i, last);
            let (m, _) = self.moves[i];
            if !evades {
                if !board.is_quiet(m) && stand + gain(board, m) + DELTA <= alpha {
                    continue;
                }
                if !board.exchange_wins(m, 0) {
                    continue;
                }
            }
            let mut child = *board;
            child.make(m);
            if child.can_capture_king() {
                continue;
            }
            let score = -self.quiesce(&child, -beta, -alpha, ply + 1, quiet_plies + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        if best == -INFINITE {
            // Every move, and the pass, leaves the king where it is attacked.
            best = ply as i32 + 1 - KING_SCORE;
        }
        best
    }

    /// The next move of a node, most promising first.
    fn next_move(&mut self, board: &FastBoard, order: &mut Order, ply: usize) -> Option<FastMove> {
        loop {
            match order.stage {
                Stage::Table => {
                    order.stage = Stage::Captures;
                    self.scratch.clear();
                    board.captures(&mut self.scratch);
                    for m in &self.scratch {
                        if *m != order.table_move {
                            self.moves.push((*m, capture_key(board, *m)));
                        }
                    }
                    order.last = self.moves.len();
                    if order.table_move != FastMove::NONE {
                        return Some(order.table_move);
                    }
                }
                Stage::Captures => {
                    if order.next < order.last {
                        self.bring_best(order.next, order.last);
                        let (m, _) = self.moves[order.next];
                        order.next += 1;
                        if board.exchange_wins(m, 0) {
                            return Some(m);
                        }
                        // Kept at the front for the end.
                        self.moves[order.first + order.bad] = (m, 0);
                        order.bad += 1;
                        continue;
                    }
                    order.stage = Stage::Quiet;
                    self.moves.truncate(order.first + order.bad);
                    order.next = self.moves.len();
                    self.scratch.clear();
                    board.quiet_moves(&mut self.scratch);
                    let history = &self.history[board.turn];
                    let [killer, second] = self.killers[ply];
                    for m in &self.scratch {
                        if *m == order.table_move {
                            continue;
                        }
                        let key = if *m == killer {
                            3 * HISTORY_MAX
                        } else if *m == second {
                            2 * HISTORY_MAX
                        } else {
                            history[m.from()][m.to()]
                        };
                        self.moves.push((*m, key));
                    }
                    order.last = self.moves.len();
                }
                Stage::Quiet => {
                    if order.next < order.last {
                        self.bring_best(order.next, order.last);
                        order.next += 1;
                        return Some(self.moves[order.next - 1].0);
                    }
                    order.stage = Stage::BadCaptures;
                    order.next = order.first;
                }
                Stage::BadCaptures => {
                    if order.next < order.first + order.bad {
                        order.next += 1;
                        return Some(self.moves[order.next - 1].0);
                    }
                    return None;
                }
            }
        }
    }

    /// Swaps the move of the highest key in `i..end` to `i`.
    fn bring_best(&mut self, i: usize, end: usize) {
        let mut best = i;
        for j in i + 1..end {
            if self.moves[j].1 > self.moves[best].1 {
                best = j;
            }
        }
        self.moves.swap(i, best);
    }

    fn history_of(&self, board: &FastBoard, m: FastMove) -> i32 {
        self.history[board.turn][m.from()][m.to()]
    }

    /// Notes that a quiet move refuted the last one, and that those before it did not.
    fn was_good(
        &mut self,
        board: &FastBoard,
        m: FastMove,
        tried: &[FastMove],
        depth: i32,
        ply: usize,
    ) {
        if self.killers[ply][0] != m {
            self.killers[ply] = [m, self.killers[ply][0]];
        }
        let bonus = (depth * depth * 16).min(1_600);
        let history = &mut self.history[board.turn];
        let mut change = |m: FastMove, bonus: i32| {
            let value = &mut history[m.from()][m.to()];
            *value += bonus - *value * bonus.abs() / HISTORY_MAX;
        };
        change(m, bonus);
        for other in tried {
            change(*other, -bonus);
        }
    }
}

/// How far a node is with its moves.
struct Order {
    stage: Stage,
    table_move: FastMove,
    /// Where the node's moves begin, the next one is, and they end.
    first: usize,
    next: usize,
    last: usize,
    /// Captures that lose material, at the front.
    bad: usize,
}

enum Stage {
    Table,
    Captures,
    Quiet,
    BadCaptures,
}

impl Order {
    const fn new(first: usize, table_move: FastMove) -> Order {
        Order {
            stage: Stage::Table,
            table_move,
            first,
            next: first,
            last: first,
            bad: 0,
        }
    }
}

/// By how many plies less the `number`th move is looked at first: about
/// 0.77 + ln(depth) ln(number) / 2.36, in whole numbers that are the same everywhere.
fn late_reduction(depth: i32, number: usize) -> i32 {
    // 16 log2(x), straight between powers of two.
    let log = |x: u32| {
        let whole = x.max(1).ilog2();
        (16 * whole + 16 * (x.max(1) - (1 << whole)) / (1 << whole)) as i32
    };
    (197 + 52 * log(depth as u32) * log(number as u32) / 256) >> 8
}

/// A score for the table: plies until a king falls are counted from the node.
const fn from_node(score: i32, ply: usize) -> i32 {
    if score > DECIDED {
        score + ply as i32
    } else if score < -DECIDED {
        score - ply as i32
    } else {
        score
    }
}

/// A score from the table: plies until a king falls are counted from the root.
const fn to_node(score: i32, ply: usize) -> i32 {
    if score > DECIDED {
        score - ply as i32
    } else if score < -DECIDED {
        score + ply as i32
    } else {
        score
    }
}

/// What captures are sorted by: the most valuable first, by the least.
fn capture_key(board: &FastBoard, m: FastMove) -> i32 {
    gain(board, m) * 8 - board.role_at(m.from()) as i32
}

/// What a capture or promotion wins at first sight, in centipawns.
fn gain(board: &FastBoard, m: FastMove) -> i32 {
    let captured = match board.role_at(m.to()) {
        role if role == NOTHING as usize => {
            if m.promotion() == 0 {
                PIECE_VALUES[PAWN]
            } else {
                0
            }
        }
        role => PIECE_VALUES[role],
    };
    if m.promotion() == QUEEN {
        captured + PIECE_VALUES[QUEEN] - PIECE_VALUES[PAWN]
    } else {
        captured
    }
}

/// The score when a king is gone or about to go.
fn decided(board: &FastBoard, ply: usize) -> Option<i32> {
    let ply = ply as i32;
    if !board.has_king() {
        Some(ply - KING_SCORE)
    } else if board.can_capture_king() {
        Some(KING_SCORE - ply)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use rbc_rules::Position;

    use super::*;

    fn score(fen: &str, depth: u32) -> i32 {
        let board = FastBoard::new(&fen.parse::<Position>().expect("a position"));
        Search::new().score(&board, depth)
    }

    #[test]
    fn a_king_in_reach_is_taken_at_once() {
        assert_eq!(score("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", 3), KING_SCORE);
        // Even while the own king is in danger too.
        assert_eq!(score("4k3/8/8/8/8/8/3r4/3KR3 w - - 0 1", 1), KING_SCORE);
        // Kings take kings.
        assert_eq!(score("8/8/8/3kK3/8/8/8/8 b - - 0 1", 0), KING_SCORE);
    }

    #[test]
    fn a_king_that_cannot_be_saved_is_lost() {
        // Back rank: two plies until the capture.
        assert_eq!(
            score("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 2),
            2 - KING_SCORE - 1
        );
        // It steps away where it can.
        assert!(score("R5k1/5pp1/8/8/8/8/8/6K1 b - - 0 1", 2) > -DECIDED);
    }

    #[test]
    fn free_pieces_are_taken_and_guarded_ones_not() {
        let free = score("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", 1);
        assert!(free > 250, "{free}");
        let guarded = score("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", 1);
        assert!(guarded > 600, "{guarded}");
    }

    #[test]
    fn a_smothered_king_without_any_move_is_lost_in_two_plies() {
        // Whatever Black has is blocked; the knight takes the king after the pass.
        let fen = "5prk/6pp/6pp/4N1pp/6pp/6pp/6pp/K5pp w - - 0 1";
        let mut search = Search::new();
        let board = FastBoard::new(&fen.parse::<Position>().expect("a position"));
        let mut scores = Vec::new();
        let m: Move = "e5f7".parse().expect("a move");
        search.scores(
            &board,
            std::iter::once(m.into()),
            3,
            &mut scores,
            &mut || false,
        );
        assert_eq!(scores, [KING_SCORE - 2]);
    }

    #[test]
    fn many_queens_do_not_make_it_endless() {
        for fen in [
            "k7/8/1Q1Q1Q1Q/q1q1q1q1/1Q1Q1Q1Q/q1q1q1q1/8/7K w - - 0 1",
            "r1n1Q1n1/1q1Q1r1Q/Q1r1q1B1/1n1Q1q1N/N1q1R1b1/1Q1b1n1Q/q1R1B1q1/kQ1q1N1K b - - 0 1",
        ] {
            let board = FastBoard::new(&fen.parse::<Position>().expect("a position"));
            let mut search = Search::new();
            let _ = search.score(&board, 0);
            assert!(
                search.nodes() <= MOST_QUIET_NODES + 500,
                "{}",
                search.nodes()
            );
        }
    }

    /// All moves that `fen` allows, and the nodes after which `watch` had them give up, if it did.
    fn all_scores(
        fen: &str,
        depth: u32,
        watch: &mut dyn FnMut() -> bool,
    ) -> (Option<Vec<i32>>, u64) {
        let board = FastBoard::new(&fen.parse::<Position>().expect("a position"));
        let mut moves = Vec::new();
        board.captures(&mut moves);
        board.quiet_moves(&mut moves);
        let (mut search, mut scores) = (Search::new(), vec![7]);
        let done = search.scores(&board, moves.iter().copied(), depth, &mut scores, watch);
        assert_eq!(scores.len(), 1 + if done { moves.len() } else { 0 });
        (done.then(|| scores.split_off(1)), search.nodes())
    }

    const QUIET: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    const QUEENS: &str = "k7/8/1Q1Q1Q1Q/q1q1q1q1/1Q1Q1Q1Q/q1q1q1q1/8/7K w - - 0 1";

    const BUSY: &str = "1q2k2q/1r1q2b1/2n1q1n1/1b1r2q1/1Q1R2B1/2N1Q1N1/1B1Q2R1/1Q2K2Q w - - 0 1";

    #[test]
    fn many_moves_take_no_more_together_than_they_may() {
        for fen in [QUIET, QUEENS, BUSY] {
            for depth in [0, 1, 3, MAX_DEPTH] {
                let (scores, nodes) = all_scores(fen, depth, &mut || false);
                let moves = scores.expect("nobody gave up").len() as u64;
                let least = moves * (LEAST_QUIET_NODES + 50);
                let most = (MOST_NODES_TOGETHER / 2).max(least);
                let most = if depth == 0 {
                    most
                } else {
                    // The last move may be looking at captures when the nodes are used.
                    most.max(MOST_NODES_TOGETHER) + WATCH_NODES + MOST_QUIET_NODES
                };
                assert!(nodes <= most, "{fen}, depth {depth}: {nodes}");
            }
        }
    }

    #[test]
    fn who_watches_is_asked_soon_and_changes_nothing_before_giving_up() {
        for (fen, slack) in [(QUIET, 500), (QUEENS, MOST_QUIET_NODES)] {
            for depth in [0, 4] {
                let mut looks = 0;
                let mut count = || {
                    looks += 1;
                    false
                };
                let (watched, nodes) = all_scores(fen, depth, &mut count);
                assert!(watched.is_some() && nodes / (looks + 1) <= WATCH_NODES + slack);
                for most in 0..looks.min(12) {
                    let mut left = most;
                    let mut watch = || {
                        left -= u64::from(left > 0);
                        left == 0
                    };
                    let (scores, nodes) = all_scores(fen, depth, &mut watch);
                    let allowed = most.max(1) * (WATCH_NODES + slack);
                    assert!(
                        scores.is_none() && nodes <= allowed,
                        "{most} looks: {nodes}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_same_board_costs_the_same_nodes() {
        let board = FastBoard::new(&Position::initial());
        let mut search = Search::new();
        let first = search.score(&board, 4);
        let nodes = search.nodes();
        assert_eq!(search.score(&board, 4), first);
        assert_eq!(search.nodes(), 2 * nodes);
    }
}
