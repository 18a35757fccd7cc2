//! A conditional logit over cheap features of a request: how likely each of them is.

use std::{error, fmt, str::FromStr};

use rbc_rules::{Bitboard, Color, Role, Square};
use shakmaty::{Board, Rank, attacks};

use crate::{MovePolicy, MoverContext, PackedBoard, Request, expansion::reach};

/// Groups of features, with the number of each. A request has at most one feature of each group.
///
/// Squares are the mover's: Black's are mirrored, rank 1 against rank 8. Roles go from pawn (0) to king (5). A *threat* is
/// the least piece of the waiting side that attacks a square: none 0, a pawn 1, a knight or bishop 2, any other 3.
const GROUPS: [(&str, usize); 29] = [
    // The pass, by the part of the game and the mover's pieces off its first two ranks (up to 1, 3, 5, more): some
    // players pass for the rest of the game once a few moves are played.
    ("pass", AGES * 4),
    // Role and square of the piece; role and square that it is asked to go to.
    ("from", 6 * 64),
    ("to", 6 * 64),
    // The same in the first part of a game.
    ("opening-from", 6 * 64),
    ("opening-to", 6 * 64),
    // Any move of the role, by the part of the game.
    ("age", AGES * 6),
    // Role and captured role.
    ("capture", 6 * 6),
    ("capture-age", AGES),
    // Role and threat where it captures, or where it goes without capturing.
    ("capture-threat", 6 * 4),
    ("quiet-threat", 6 * 4),
    // Role, threat where it stands, whether it is defended there.
    ("leaves-threat", 6 * 4 * 2),
    // Role, captures or not, defended where it goes.
    ("defended", 6 * 2 * 2),
    // Role, captures or not, threat where it goes: attacks the king from there.
    ("check", 6 * 2 * 2),
    // Role: captures where the mover was told that it lost a piece; or asks to go there in vain.
    ("retake", 6),
    ("retake-fails", 1),
    // Requests that fail: a pawn's capture of nothing, by the part of the game; a blocked push; a blocked castle.
    ("empty-capture", AGES),
    ("blocked", 2),
    // Role: a slider that is to go beyond the piece that stops it.
    ("stopped", 6),
    // With the rook of the a-file, of the h-file.
    ("castle", 2),
    // What a pawn becomes: role.
    ("promotion", 6),
    ("double-step", 1),
    ("en-passant", 1),
    // Role and number of squares that a slider is to go.
    ("distance", 6 * 8),
    // Role: goes beside the king.
    ("near-king", 6),
    // In check: moves the king, captures, does something else, passes.
    ("in-check", 4),
    // Role, the greatest piece of the waiting side that it attacks from where it goes (none 0, a pawn 1 … the queen 5), and
    // whether it is attacked there.
    ("attacks", 6 * 6 * 2),
    // Role, captured role, whether the captured piece was defended.
    ("trade", 6 * 6 * 2),
    // Role, number of king's moves from where it goes to the waiting king.
    ("king-distance", 6 * 8),
    // Role, squares beside the waiting king that it attacks from where it goes: none, one, two, more.
    ("pressure", 6 * 4),
];

/// Parts of a game: up to the full turns 4, 10 and 20, and later.
const AGES: usize = 4;

const PASS: usize = start(0);
const FROM: usize = start(1);
const TO: usize = start(2);
const OPENING_FROM: usize = start(3);
const OPENING_TO: usize = start(4);
const AGE: usize = start(5);
const CAPTURE: usize = start(6);
const CAPTURE_AGE: usize = start(7);
const CAPTURE_THREAT: usize = start(8);
const QUIET_THREAT: usize = start(9);
const LEAVES_THREAT: usize = start(10);
const DEFENDED: usize = start(11);
const CHECK: usize = start(12);
const RETAKE: usize = start(13);
const RETAKE_FAILS: usize = start(14);
const EMPTY_CAPTURE: usize = start(15);
const BLOCKED: usize = start(16);
const STOPPED: usize = start(17);
const CASTLE: usize = start(18);
const PROMOTION: usize = start(19);
const DOUBLE_STEP: usize = start(20);
const EN_PASSANT: usize = start(21);
const DISTANCE: usize = start(22);
const NEAR_KING: usize = start(23);
const IN_CHECK: usize = start(24);
const ATTACKS: usize = start(25);
const TRADE: usize = start(26);
const KING_DISTANCE: usize = start(27);
const PRESSURE: usize = start(28);

/// The number of features in all.
pub const FEATURES: usize = start(GROUPS.len());

const fn start(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += GROUPS[i].1;
        i += 1;
    }
    sum
}

/// What the requests on one board have in common.
struct Scene<'a> {
    context: &'a MoverContext,
    age: usize,
    /// What each side attacks: the waiting one by pawns, by knights and bishops, by all; the mover with one piece at
    /// least, and with two.
    threats: [Bitboard; 3],
    once: Bitboard,
    twice: Bitboard,
    /// From where a piece of each role attacks the waiting king, and the squares beside it.
    checks: [Bitboard; 6],
    near_king: Bitboard,
    waiting_king: Option<Square>,
    in_check: bool,
    all: Bitboard,
    /// Pieces of the mover off its first two ranks.
    out: usize,
}

impl<'a> Scene<'a> {
    fn new(context: &'a MoverContext, board: PackedBoard) -> Scene<'a> {
        let (mover, waiting) = (context.mover(), context.waiting());
        let all = waiting.occupied() | board.occupancy();
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut king = None;
        for (square, role) in board.pieces() {
            let attacked = if role == Role::Pawn {
                attacks::pawn_attacks(mover, square)
            } else {
                reach(square, role, all)
            };
            twice |= once & attacked;
            once |= attacked;
            if role == Role::King {
                king = Some(square);
            }
        }
        let threats = threats_of(waiting, !mover, all);
        let (mut checks, mut near_king) = ([Bitboard::EMPTY; 6], Bitboard::EMPTY);
        if let Some(square) = waiting.kings().first() {
            let [bishop, rook] = [Role::Bishop, Role::Rook].map(|role| reach(square, role, all));
            checks = [
                attacks::pawn_attacks(!mover, square),
                attacks::knight_attacks(square),
                bishop,
                rook,
                bishop | rook,
                attacks::king_attacks(square),
            ];
            near_king = attacks::king_attacks(square);
        }
        Scene {
            context,
            age: match context.fullmoves() {
                0..=4 => 0,
                5..=10 => 1,
                11..=20 => 2,
                _ => 3,
            },
            threats,
            once,
            twice,
            checks,
            near_king,
            waiting_king: waiting.kings().first(),
            all,
            in_check: king.is_some_and(|king| threats[2].contains(king)),
            out: (board.occupancy() & !home_ranks(mover)).count(),
        }
    }

    fn threat(&self, square: Square) -> usize {
        match self.threats.iter().position(|by| by.contains(square)) {
            Some(least) => least + 1,
            None => 0,
        }
    }

    /// The square as the mover sees it.
    fn seen(&self, square: Square) -> usize {
        let mover = self.context.mover();
        mover.fold_wb(square, square.flip_vertical()).to_usize()
    }

    fn pass(&self, mut add: impl FnMut(usize)) {
        add(PASS + 4 * self.age + (self.out / 2).min(3));
        if self.in_check {
            add(IN_CHECK + 3);
        }
    }

    /// The features that all requests of one piece have.
    fn piece(&self, request: &Request, mut add: impl FnMut(usize)) {
        let Request { role, from, .. } = *request;
        let r = role as usize - 1;
        add(FROM + 64 * r + self.seen(from));
        if self.age == 0 {
            add(OPENING_FROM + 64 * r + self.seen(from));
        }
        add(AGE + 6 * self.age + r);
        let stands_defended = usize::from(self.once.contains(from));
        add(LEAVES_THREAT + 2 * (4 * r + self.threat(from)) + stands_defended);
    }

    /// The others of a request.
    fn request(&self, request: &Request, mut add: impl FnMut(usize)) {
        let Request { role, from, to, .. } = *request;
        let r = role as usize - 1;
        add(TO + 64 * r + self.seen(to));
        if self.age == 0 {
            add(OPENING_TO + 64 * r + self.seen(to));
        }
        let captures = request.capture.is_some();
        if self.in_check {
            let what = match role {
                Role::King => 0,
                _ if captures => 1,
                _ => 2,
            };
            add(IN_CHECK + what);
        }
        if let Some(promotion) = request.promotion {
            add(PROMOTION + promotion as usize - 1);
        }
        if request.is_castle() {
            add(CASTLE + usize::from(to > from));
        }
        let Some(stop) = request.stop else {
            if role == Role::King {
                add(BLOCKED + 1);
            } else if to.file() == from.file() {
                add(BLOCKED);
            } else {
                add(EMPTY_CAPTURE + self.age);
            }
            if self.context.lost() == Some(to) {
                add(RETAKE_FAILS);
            }
            return;
        };
        let threat = self.threat(stop);
        match request.capture {
            Some(square) => {
                // Nothing is captured but the pieces of the waiting side.
                let captured = self.context.waiting().role_at(square);
                add(CAPTURE + 6 * r + captured.map_or(0, |role| role as usize - 1));
                add(CAPTURE_AGE + self.age);
                add(CAPTURE_THREAT + 4 * r + threat);
                let taken = captured.map_or(0, |role| role as usize - 1);
                add(TRADE + 2 * (6 * r + taken) + usize::from(threat > 0));
                if square != stop {
                    add(EN_PASSANT);
                }
            }
            None => add(QUIET_THREAT + 4 * r + threat),
        }
        // A piece does not defend the square it goes to, unless it comes there along a file as a pawn does.
        let pushed = role == Role::Pawn && !captures;
        let defended = if pushed { self.once } else { self.twice };
        let kind = 2 * r + usize::from(captures);
        add(DEFENDED + 2 * kind + usize::from(defended.contains(stop)));
        if self.checks[r].contains(stop) {
            add(CHECK + 2 * kind + usize::from(threat > 0));
        }
        if self.near_king.contains(stop) {
            add(NEAR_KING + r);
        }
        let waiting = self.context.waiting();
        let attacked = match role {
            Role::Pawn => attacks::pawn_attacks(self.context.mover(), stop),
            _ => reach(stop, role, self.all.without(from)),
        };
        let greatest = [
            waiting.queens(),
            waiting.rooks(),
            waiting.bishops(),
            waiting.knights(),
            waiting.pawns(),
        ];
        let greatest = greatest.iter().position(|of| of.intersects(attacked));
        let greatest = greatest.map_or(0, |rank| 5 - rank);
        add(ATTACKS + 2 * (6 * r + greatest) + usize::from(threat > 0));
        if let Some(king) = self.waiting_king {
            add(KING_DISTANCE + 8 * r + king.distance(stop) as usize);
            add(PRESSURE + 4 * r + (attacked & self.near_king).count().min(3));
        }
        if self.context.lost() == Some(stop) {
            add(RETAKE + r);
        }
        if stop != to {
            add(STOPPED + r);
        }
        let distance = from.distance(to) as usize;
        if matches!(role, Role::Bishop | Role::Rook | Role::Queen) {
            add(DISTANCE + 8 * r + distance);
        } else if role == Role::Pawn && distance == 2 {
            add(DOUBLE_STEP);
        }
    }
}

/// The ranks on which the pieces of `color` begin a game.
fn home_ranks(color: Color) -> Bitboard {
    let [first, second] = color.fold_wb([Rank::First, Rank::Second], [Rank::Eighth, Rank::Seventh]);
    Bitboard::from_rank(first) | Bitboard::from_rank(second)
}

/// What `color`, whose pieces are `board`, attacks by pawns, by knights and bishops too, and by all.
fn threats_of(board: &Board, color: Color, all: Bitboard) -> [Bitboard; 3] {
    let mut by = [Bitboard::EMPTY; 3];
    for square in board.pawns() {
        by[0] |= attacks::pawn_attacks(color, square);
    }
    by[1] = by[0];
    for square in board.knights() {
        by[1] |= attacks::knight_attacks(square);
    }
    for square in board.bishops() {
        by[1] |= attacks::bishop_attacks(square, all);
    }
    by[2] = by[1];
    for square in board.rooks_and_queens() {
        by[2] |= attacks::rook_attacks(square, all);
    }
    for square in board.queens() {
        by[2] |= attacks::bishop_attacks(square, all);
    }
    for square in board.kings() {
        by[2] |= attacks::king_attacks(square);
    }
    by
}

/// Hands over each feature of each of `requests` on `board`, and of a pass, with the index of the request; the pass comes
/// last. Every feature counts once.
pub fn features(
    context: &MoverContext,
    board: PackedBoard,
    requests: &[Request],
    mut take: impl FnMut(usize, usize),
) {
    let scene = Scene::new(context, board);
    for (i, request) in requests.iter().enumerate() {
        scene.piece(request, |feature| take(i, feature));
        scene.request(request, |feature| take(i, feature));
    }
    scene.pass(|feature| take(requests.len(), feature));
}

/// A policy whose log-odds are sums of weights: P(request) = exp(score) / Σ exp(score), where the score of a request is
/// the sum of the weights of its [features].
///
/// It knows nothing of who the mover is. Its text form, which `outpost fit-moves` writes, begins with
/// `outpost-moves 1` and has a line for each group of features: its name and its weights. Lines that begin with # are
/// comments.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveLogit {
    weights: Vec<f32>,
}

/// Why a text or a list of numbers is no move policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveLogitError {
    /// The first line is another one.
    NotAPolicy,
    /// The line of this group is missing, or another one stands in its place.
    MissingGroup(&'static str),
    /// The group has other than this number of finite weights.
    WrongWeights(&'static str, usize),
    /// More follows after the last group.
    TooLong,
}

impl fmt::Display for MoveLogitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveLogitError::NotAPolicy => {
                write!(f, "this is no move policy: it does not begin with {HEAD:?}")
            }
            MoveLogitError::MissingGroup(group) => write!(
                f,
                "the line of the features {group:?} is missing: the file is of another version"
            ),
            MoveLogitError::WrongWeights(group, count) => {
                write!(f, "the features {group:?} need {count} finite weights")
            }
            MoveLogitError::TooLong => f.write_str("more follows after the last weights"),
        }
    }
}

impl error::Error for MoveLogitError {}

/// The first line of a policy's text.
const HEAD: &str = "outpost-moves 1";

impl MoveLogit {
    /// Creates the policy with one finite weight for each of the [`FEATURES`]. `None` for other lists.
    #[must_use]
    pub fn new(weights: Vec<f32>) -> Option<MoveLogit> {
        let finite = weights.iter().all(|weight| weight.is_finite());
        (finite && weights.len() == FEATURES).then_some(MoveLogit { weights })
    }

    /// Returns the weight of each feature.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }
}

/// The lines of a text that are no comments.
pub(crate) fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

impl MoveLogit {
    /// Reads the lines of the weights.
    pub(crate) fn read<'a>(
        lines: &mut impl Iterator<Item = &'a str>,
    ) -> Result<MoveLogit, MoveLogitError> {
        let mut weights = Vec::with_capacity(FEATURES);
        for (group, count) in GROUPS {
            let mut words = lines.next().unwrap_or_default().split_whitespace();
            if words.next() != Some(group) {
                return Err(MoveLogitError::MissingGroup(group));
            }
            let read: Option<Vec<f32>> = words
                .map(|word| word.parse().ok().filter(|weight: &f32| weight.is_finite()))
                .collect();
            let read = read.filter(|read| read.len() == count);
            weights.extend(read.ok_or(MoveLogitError::WrongWeights(group, count))?);
        }
        Ok(MoveLogit { weights })
    }

    /// Writes the lines of the weights, with three decimals.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = &self.weights[..];
        for (group, count) in GROUPS {
            let (of_group, others) = rest.split_at(count);
            rest = others;
            f.write_str(group)?;
            for weight in of_group {
                // Not "-0".
                let rounded = (weight * 1000.0).round() / 1000.0 + 0.0;
                write!(f, " {rounded}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl FromStr for MoveLogit {
    type Err = MoveLogitError;

    fn from_str(text: &str) -> Result<MoveLogit, MoveLogitError> {
        let mut lines = lines_of(text);
        if lines.next() != Some(HEAD) {
            return Err(MoveLogitError::NotAPolicy);
        }
        let read = MoveLogit::read(&mut lines)?;
        match lines.next() {
            None => Ok(read),
            Some(_) => Err(MoveLogitError::TooLong),
        }
    }
}

impl fmt::Display for MoveLogit {
    /// Writes the text form, with weights of three decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        self.write(f)
    }
}

impl MovePolicy for MoveLogit {
    fn chances(
        &self,
        context: &MoverContext,
        board: PackedBoard,
        requests: &[Request],
        chances: &mut Vec<f32>,
    ) {
        fill_chances(&self.weights, 1, context, board, requests, chances);
    }
}

/// Fills `chances` by `width` logits at once: for each of `requests`, and at the end for the pass, the probability by each
/// of them. `weights` are those of each feature in turn, one for each logit.
pub(crate) fn fill_chances(
    weights: &[f32],
    width: usize,
    context: &MoverContext,
    board: PackedBoard,
    requests: &[Request],
    chances: &mut Vec<f32>,
) {
    let fill = match width {
        // One policy, and the shipped players: loops of a known length take half the time.
        // Pages have filters of many policies only, and their module is smaller without the first.
        1 if !cfg!(target_family = "wasm") => fill_chances_of::<1>,
        16 => fill_chances_of::<16>,
        _ => fill_chances_of::<0>,
    };
    fill(weights, width, context, board, requests, chances);
}

/// The same, compiled for that width, or for any if it is 0.
fn fill_chances_of<const WIDTH: usize>(
    weights: &[f32],
    width: usize,
    context: &MoverContext,
    board: PackedBoard,
    requests: &[Request],
    chances: &mut Vec<f32>,
) {
    let width = if WIDTH == 0 { width } else { WIDTH };
    let choices = requests.len() + 1;
    // Two rows before the choices: the scores of a piece, and the greatest scores, which become the sums.
    chances.clear();
    chances.resize((choices + 2) * width, 0.0);
    let (of_piece, rest) = chances.split_at_mut(width);
    let (most, choices_of_each) = rest.split_at_mut(width);
    let add = |scores: &mut [f32], feature: usize| {
        let weights = &weights[feature * width..][..width];
        for (score, weight) in scores.iter_mut().zip(weights) {
            *score += weight;
        }
    };
    most.fill(f32::NEG_INFINITY);
    let mut keep_most = |scores: &[f32]| {
        for (most, score) in most.iter_mut().zip(scores) {
            *most = if *score > *most { *score } else { *most };
        }
    };
    let scene = Scene::new(context, board);
    let mut piece = None;
    let (of_requests, of_pass) = choices_of_each.split_at_mut(requests.len() * width);
    for (request, scores) in requests.iter().zip(of_requests.chunks_exact_mut(width)) {
        if piece != Some(request.from) {
            piece = Some(request.from);
            of_piece.fill(0.0);
            scene.piece(request, |feature| add(of_piece, feature));
        }
        scores.copy_from_slice(of_piece);
        scene.request(request, |feature| add(scores, feature));
        keep_most(scores);
    }
    scene.pass(|feature| add(of_pass, feature));
    keep_most(of_pass);
    let sums = of_piece;
    sums.fill(0.0);
    for scores in choices_of_each.chunks_exact_mut(width) {
        for ((score, most), sum) in scores.iter_mut().zip(&*most).zip(&mut *sums) {
            *score = exp(*score - most);
            *sum += *score;
        }
    }
    for sum in sums.iter_mut() {
        *sum = 1.0 / *sum;
    }
    for odds in choices_of_each.chunks_exact_mut(width) {
        for (odds, scale) in odds.iter_mut().zip(&*sums) {
            *odds *= scale;
        }
    }
    chances.copy_within(2 * width.., 0);
    chances.truncate(choices * width);
}

/// Returns e to the power of `x`, which is at most 0: within three units in the last place, and at least 1e-37.
///
/// It only multiplies and adds, so that it is equal to the bit in every build, and several are computed at once.
fn exp(x: f32) -> f32 {
    /// Added to a number below 2²² it leaves no room for a fraction.
    const WHOLE: f32 = 12_582_912.0;
    /// The natural logarithm of 2 in two parts, of which the first has few bits.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    let x = if x > -85.0 { x } else { -85.0 };
    let shifted = x * std::f32::consts::LOG2_E + WHOLE;
    let whole = shifted - WHOLE;
    let r = (x - whole * LN_2[0]) - whole * LN_2[1];
    let mut series = 1.0 / 720.0;
    for factor in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        series = series * r + factor;
    }
    let power = shifted.to_bits().wrapping_sub(WHOLE.to_bits());
    f32::from_bits(power.wrapping_add(127) << 23) * series
}

#[cfg(test)]
mod tests {
    use rbc_rules::{Move, Position};

    use super::*;

    /// The features of the request `text`, or of a pass, on the board `fen`, in order.
    fn found(fen: &str, lost: Option<Square>, text: &str) -> Vec<usize> {
        let position: Position = fen.parse().expect("a position");
        let (context, board) = MoverContext::of(&position, lost).expect("it fits");
        let mut requests = Vec::new();
        context.requests(board, &mut requests);
        let wanted = match text.parse::<Move>() {
            Ok(wanted) => requests.iter().position(|r| r.as_move() == wanted),
            Err(_) => Some(requests.len()),
        };
        let wanted = wanted.expect("a request");
        let mut found = Vec::new();
        features(&context, board, &requests, |request, feature| {
            assert!(feature < FEATURES);
            if request == wanted {
                found.push(feature);
            }
        });
        found.sort_unstable();
        found
    }

    fn sorted(features: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut features: Vec<usize> = features.into_iter().collect();
        features.sort_unstable();
        features
    }

    const SCENE: &str = "4k3/8/2n5/4p3/3P4/5N2/8/4K3 w - - 0 12";
    const PAWN: usize = 0;
    const KNIGHT: usize = 1;

    #[test]
    fn features_say_what_a_request_does() {
        let seen = |square: Square| square.to_usize();
        // The pawn on d4 is attacked by the pawn on e5, defended by the knight on f3, and can take back on e5, where
        // the knight on c6 takes it.
        let common = |from: Square, to: Square| {
            [
                FROM + 64 * PAWN + seen(from),
                TO + 64 * PAWN + seen(to),
                AGE + 6 * 2 + PAWN,
                LEAVES_THREAT + 2 * (4 * PAWN + 1) + 1,
            ]
        };
        let takes = [
            CAPTURE + 6 * PAWN + PAWN,
            CAPTURE_AGE + 2,
            CAPTURE_THREAT + 4 * PAWN + 2,
            DEFENDED + 2 * (2 * PAWN + 1) + 1,
            RETAKE + PAWN,
            // From e5 it attacks nothing but empty squares, three king's moves from the king.
            ATTACKS + 2 * (6 * PAWN) + 1,
            TRADE + 2 * (6 * PAWN + PAWN) + 1,
            KING_DISTANCE + 8 * PAWN + 3,
            PRESSURE + 4 * PAWN,
        ];
        assert_eq!(
            found(SCENE, Some(Square::E5), "d4e5"),
            sorted(common(Square::D4, Square::E5).into_iter().chain(takes))
        );
        // Nothing stands on c5.
        assert_eq!(
            found(SCENE, Some(Square::C5), "d4c5"),
            sorted(
                common(Square::D4, Square::C5)
                    .into_iter()
                    .chain([EMPTY_CAPTURE + 2, RETAKE_FAILS])
            )
        );
        assert_eq!(found(SCENE, None, "-"), [PASS + 4 * 2 + 1]);
        let knight = found(SCENE, None, "f3e5");
        assert!(knight.contains(&(CAPTURE + 6 * KNIGHT + PAWN)));
        // The pawn on d4 defends it there.
        assert!(knight.contains(&(DEFENDED + 2 * (2 * KNIGHT + 1) + 1)));
        // There it attacks the knight on c6, two squares beside the king, and stands where that knight attacks it.
        assert!(knight.contains(&(ATTACKS + 2 * (6 * KNIGHT + 2) + 1)));
        assert!(knight.contains(&(PRESSURE + 4 * KNIGHT + 2)));
    }

    #[test]
    fn checks_slides_and_castles_are_seen() {
        let fen = "4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 30";
        let (rook, king) = (3, 5);
        let check = found(fen, None, "h1h8");
        assert!(check.contains(&(CHECK + 2 * (2 * rook))));
        assert!(check.contains(&(DISTANCE + 8 * rook + 7)));
        assert!(found(fen, None, "e1g1").contains(&(CASTLE + 1)));
        assert!(found(fen, None, "e1c1").contains(&CASTLE));
        let evades = found("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 30", None, "e1f1");
        assert!(evades.contains(&IN_CHECK));
        assert!(evades.contains(&(QUIET_THREAT + 4 * king)));
        let stopped = found("4k3/8/8/p7/8/8/8/R3K3 w - - 0 30", None, "a1a8");
        assert!(stopped.contains(&(STOPPED + rook)));
        assert!(stopped.contains(&(CAPTURE + 6 * rook + PAWN)));
    }

    #[test]
    fn black_sees_the_mirrored_board() {
        let white = "r3k2r/pp3ppp/8/3pP3/8/5N2/PPP2PPP/R3K2R w KQkq d6 0 6";
        let black = "r3k2r/ppp2ppp/5n2/8/3Pp3/8/PP3PPP/R3K2R b KQkq d3 0 6";
        for (of_white, of_black) in [("e5d6", "e4d3"), ("f3d4", "f6d5"), ("e1g1", "e8g8")] {
            assert_eq!(
                found(white, Some(Square::D5), of_white),
                found(black, Some(Square::D4), of_black)
            );
        }
        assert!(found(white, None, "e5d6").contains(&EN_PASSANT));
    }

    #[test]
    fn the_text_form_is_read_again_and_others_are_refused() {
        let weights = (0..FEATURES).map(|i| (i as f32 - 500.0) / 125.0);
        let policy = MoveLogit::new(weights.collect()).expect("weights");
        let text = policy.to_string();
        assert_eq!(text.parse(), Ok(policy));
        let commented = text.replace("\nfrom", "\n# games\n\nfrom");
        assert!(commented.parse::<MoveLogit>().is_ok());
        for (other, error) in [
            (String::new(), MoveLogitError::NotAPolicy),
            (text.replace("s 1", "s 2"), MoveLogitError::NotAPolicy),
            (
                text.replace("\nto", "\nat"),
                MoveLogitError::MissingGroup("to"),
            ),
            (
                text.replace("\npass -4", "\npass"),
                MoveLogitError::WrongWeights("pass", 4 * AGES),
            ),
            (
                text.replace("\npass -4", "\npass inf"),
                MoveLogitError::WrongWeights("pass", 4 * AGES),
            ),
            (format!("{text}more 1"), MoveLogitError::TooLong),
        ] {
            assert_eq!(other.parse::<MoveLogit>(), Err(error));
        }
        assert_eq!(MoveLogit::new(vec![0.0; FEATURES - 1]), None);
        assert_eq!(MoveLogit::new(vec![f32::NAN; FEATURES]), None);
    }

    #[test]
    fn powers_of_e_are_those_of_libm() {
        assert_eq!(exp(0.0), 1.0);
        for i in 0..850_000 {
            let x = -(i as f32) / 10_000.0;
            let (found, expected) = (f64::from(exp(x)), libm::exp(x.into()));
            assert!((found / expected - 1.0).abs() < 4e-7, "{x}: {found}");
        }
        for x in [-85.0, -1e6, f32::NEG_INFINITY] {
            assert!((1.2e-37..1.3e-37).contains(&exp(x)), "{x}");
        }
    }

    #[test]
    fn probabilities_follow_the_weights() {
        let (context, board) = MoverContext::of(&Position::initial(), None).expect("it fits");
        let mut requests = Vec::new();
        context.requests(board, &mut requests);
        let mut weights = vec![0.0; FEATURES];
        weights[TO + Square::E4.to_usize()] = 2.0_f32.ln();
        weights[PASS] = 3.0_f32.ln();
        let mut chances = Vec::new();
        let policy = MoveLogit::new(weights).expect("weights");
        policy.chances(&context, board, &requests, &mut chances);
        let e4 = requests.iter().position(|r| r.to == Square::E4);
        assert!((chances[e4.expect("a move")] - 2.0 / 38.0).abs() < 1e-6);
        assert!((chances[34] - 3.0 / 38.0).abs() < 1e-6);
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }
}
