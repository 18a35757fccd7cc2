//! What requests come to on single boards, before anything is searched.

use rbc_belief::{Frame, PackedBoard};
use rbc_rules::{Move, OwnSide};

use crate::{FastBoard, fast_board::FastMove};

/// The requests without those that mean the same (a promotion by capture without a piece), and the
/// pass.
pub(crate) fn distinct_requests(own: &OwnSide) -> Vec<Option<Move>> {
    let mut requests: Vec<Option<Move>> = own
        .requests()
        .into_iter()
        .filter(|m| own.with_promotion(*m) == *m)
        .map(Some)
        .collect();
    requests.push(None);
    requests
}

/// What `requests` come to on one board: equal moves once.
pub(crate) struct Outcomes {
    pub(crate) before: FastBoard,
    /// The distinct moves that are taken, with what becomes of the kings.
    pub(crate) taken: Vec<(FastMove, Fate)>,
    /// For each request the index in `taken`, and whether it is taken as asked.
    pub(crate) of_request: Vec<(usize, bool)>,
}

/// What becomes of the kings by a move.
pub(crate) enum Fate {
    CapturesKing,
    LosesKing,
    Neither(FastBoard),
}

impl Outcomes {
    pub(crate) fn new(
        frame: &Frame,
        board: PackedBoard,
        requests: impl Iterator<Item = Option<Move>>,
    ) -> Outcomes {
        let position = frame.position(board);
        let before = FastBoard::new(&position);
        let mut taken: Vec<(FastMove, Fate)> = Vec::with_capacity(48);
        let mut of_request = Vec::with_capacity(64);
        for request in requests {
            let found = request.and_then(|m| position.taken_move(m));
            let m = found.map_or(FastMove::NONE, Into::into);
            // Requests of one piece follow each other, so that equal moves are near the end.
            let known = taken.iter().rposition(|(other, _)| *other == m);
            let index = known.unwrap_or_else(|| {
                taken.push((m, fate(&before, m)));
                taken.len() - 1
            });
            of_request.push((index, found == request));
        }
        Outcomes {
            before,
            taken,
            of_request,
        }
    }

    /// The fate by request.
    pub(crate) fn fates(&self) -> impl Iterator<Item = &Fate> {
        self.of_request.iter().map(|(i, _)| &self.taken[*i].1)
    }
}

fn fate(before: &FastBoard, m: FastMove) -> Fate {
    if m != FastMove::NONE && before.captures_king(m) {
        return Fate::CapturesKing;
    }
    let mut after = *before;
    after.push_fast(m);
    if after.can_capture_king() {
        Fate::LosesKing
    } else {
        Fate::Neither(after)
    }
}

/// The weight of the boards on which something is so.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Facts {
    pub(super) as_asked: f64,
    pub(super) captures: f64,
    pub(super) captures_king: f64,
    pub(super) loses_king: f64,
}

impl Facts {
    pub(super) fn add(&mut self, other: Facts) {
        self.as_asked += other.as_asked;
        self.captures += other.captures;
        self.captures_king += other.captures_king;
        self.loses_king += other.loses_king;
    }
}

pub(super) fn count_part(
    frame: &Frame,
    part: &[(PackedBoard, f64)],
    requests: &[Option<Move>],
) -> Vec<Facts> {
    let mut sums = vec![Facts::default(); requests.len()];
    for (board, weight) in part {
        let outcomes = Outcomes::new(frame, *board, requests.iter().copied());
        for (sum, (i, as_asked)) in sums.iter_mut().zip(&outcomes.of_request) {
            let (m, fate) = &outcomes.taken[*i];
            if *as_asked {
                sum.as_asked += weight;
            }
            if *m != FastMove::NONE && outcomes.before.captures_piece(*m) {
                sum.captures += weight;
            }
            match fate {
                Fate::CapturesKing => sum.captures_king += weight,
                Fate::LosesKing => sum.loses_king += weight,
                Fate::Neither(_) => {}
            }
        }
    }
    sums
}
