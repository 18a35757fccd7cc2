//! Games: names, outcome, senses and requests. Everything else follows by the rules.

use shakmaty::{ByColor, Color, Square};

use super::{
    LinkError, MAX_PLIES,
    coder::Coder,
    likelihood::{Doings, Scene},
    position::BoardModel,
    text::Texts,
};
use crate::{GameHistory, MoveResult, Position, WinReason};

/// Codes a game. What is given must be one by the rules.
pub(super) fn game(
    coder: &mut impl Coder,
    texts: &mut Texts,
    given: Option<&GameHistory>,
) -> Result<GameHistory, LinkError> {
    let (start, game) = from_its_start(coder, texts, given)?;
    // A record tells its start by the position before its first move.
    if game.start() != start {
        return Err(LinkError::Impossible(
            "it starts from a position that none of its turns shows",
        ));
    }
    Ok(game)
}

/// The position that a game starts from, and the game.
fn from_its_start(
    coder: &mut impl Coder,
    texts: &mut Texts,
    given: Option<&GameHistory>,
) -> Result<(Position, GameHistory), LinkError> {
    let mut game = GameHistory {
        white_name: texts.optional(coder, given.and_then(|g| g.name(Color::White)))?,
        black_name: texts.optional(coder, given.and_then(|g| g.name(Color::Black)))?,
        win_reason: reason(coder, given.and_then(|g| g.win_reason))?,
        ..GameHistory::default()
    };
    let start = start(coder, given.map(GameHistory::start))?;
    let mut now = start.clone();

    // Where a king's capture ends the game, it says how long the game is and who won.
    let by_king = game.win_reason == Some(WinReason::KingCapture);
    let (mut plies, mut last_is_open) = (MAX_PLIES, false);
    if !by_king {
        game.winner = winner(coder, given.and_then(|g| g.winner))?;
        plies = coder.number(given.map_or(0, |g| g.plies() as u32))? as usize;
        let open = given.is_some_and(|g| g.white.senses.len() + g.black.senses.len() > g.plies());
        last_is_open = coder.flag([7, 1], open)?;
    }
    if plies > MAX_PLIES {
        return Err(LinkError::Impossible("it has too many turns"));
    }

    let mut doings: ByColor<Doings> = ByColor::default();
    for ply in 0..=plies {
        let captor = captor(&now);
        let is_last = ply == plies;
        if by_king && captor.is_some() {
            game.winner = captor;
            return Ok((start, game));
        }
        if is_last && !last_is_open {
            break;
        }
        if captor.is_some() {
            return Err(LinkError::Impossible("it goes on without a king"));
        }
        let turn = now.turn();
        let side = given.map(|g| g.side(turn));
        let recorded = side.and_then(|s| s.senses.get(ply / 2)?.square);
        let square = sense(coder, &scene(&now, &doings), recorded)?;
        doings.get_mut(turn).sensed(square);
        game.push_sense(turn, now.sense(square));
        if is_last {
            break;
        }
        let recorded = side.and_then(|s| s.moves.get(ply / 2)).copied();
        let result = request(coder, &now, &scene(&now, &doings), recorded)?;
        doings.get_mut(turn).moved(result);
        let before = now.fen();
        now.push(result.taken);
        game.push_move(turn, result, before, now.fen());
    }
    if by_king {
        return Err(LinkError::Impossible("it has too many turns"));
    }
    Ok((start, game))
}

fn scene<'a>(now: &'a Position, doings: &'a ByColor<Doings>) -> Scene<'a> {
    let turn = now.turn();
    Scene::new(now, doings.get(turn), doings.get(!turn))
}

/// The side whose opponent has no king.
fn captor(now: &Position) -> Option<Color> {
    let has_no_king = |color: Color| now.board().by_piece(color.king()).is_empty();
    Color::ALL.into_iter().find(|c| has_no_king(!*c))
}

/// How likely no reason is, and each of [`REASONS`].
const REASON_WEIGHTS: [u32; 6] = [4, 16, 3, 3, 1, 1];

const REASONS: [WinReason; 5] = [
    WinReason::KingCapture,
    WinReason::Timeout,
    WinReason::Resign,
    WinReason::TurnLimit,
    WinReason::MoveLimit,
];

fn reason(
    coder: &mut impl Coder,
    given: Option<WinReason>,
) -> Result<Option<WinReason>, LinkError> {
    let value = given.and_then(|given| REASONS.into_iter().position(|r| r == given));
    let read = coder.choice(&REASON_WEIGHTS, value.map_or(0, |i| i + 1))?;
    Ok(read.checked_sub(1).map(|i| REASONS[i]))
}

fn winner(coder: &mut impl Coder, given: Option<Color>) -> Result<Option<Color>, LinkError> {
    let value = given.map_or(0, |c| c.fold_wb(1, 2));
    Ok([None, Some(Color::White), Some(Color::Black)][coder.uniform(3, value)?])
}

fn start(coder: &mut impl Coder, given: Option<Position>) -> Result<Position, LinkError> {
    let initial = Position::initial();
    let differs = given.as_ref().is_some_and(|g| *g != initial);
    if coder.flag([15, 1], differs)? {
        BoardModel::new().position(coder, &initial, given.as_ref())
    } else {
        Ok(initial)
    }
}

fn sense(
    coder: &mut impl Coder,
    scene: &Scene<'_>,
    given: Option<Square>,
) -> Result<Option<Square>, LinkError> {
    const NONE: usize = 64;
    let read = coder.choice(&scene.senses(), given.map_or(NONE, Square::to_usize))?;
    Ok(Square::try_from(read).ok())
}

fn request(
    coder: &mut impl Coder,
    now: &Position,
    scene: &Scene<'_>,
    given: Option<MoveResult>,
) -> Result<MoveResult, LinkError> {
    let own = now.own_side(now.turn());
    let mut requests = own.requests();
    // A straight promotion may also be asked for without a piece.
    let unnamed = requests.iter().map(|m| m.promoting_to(None));
    requests.extend(
        unnamed
            .filter(|m| own.with_promotion(*m) != *m)
            .collect::<Vec<_>>(),
    );
    requests.sort_unstable();
    requests.dedup();
    let value = match given.and_then(|g| g.requested) {
        None => requests.len(),
        Some(request) => requests.binary_search(&request).unwrap_or(requests.len()),
    };
    let read = coder.choice(&scene.requests(&own, &requests), value)?;
    let requested = requests.get(read).copied();
    let mut taken = requested.and_then(|m| now.taken_move(own.with_promotion(m)));
    // Old servers refused an en passant capture to a side in check.
    if taken.is_some_and(|m| now.is_en_passant(m.from, m.to))
        && now.king_is_attacked()
        && coder.flag([31, 1], given.is_some_and(|g| g.taken.is_none()))?
    {
        taken = None;
    }
    Ok(MoveResult {
        requested,
        taken,
        capture: taken.and_then(|m| now.capture_square(m)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::coder::{Reader, Writer};

    #[test]
    fn a_start_that_no_turn_shows_is_refused() {
        let elsewhere = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"
            .parse()
            .expect("a position");
        for (place, fits) in [(Position::initial(), true), (elsewhere, false)] {
            let (mut coder, mut texts) = (Writer::new(), Texts::default());
            for color in [Color::White, Color::Black] {
                assert_eq!(texts.optional(&mut coder, None), Ok(None), "{color}");
            }
            let timeout = Some(WinReason::Timeout);
            assert_eq!(reason(&mut coder, timeout), Ok(timeout));
            assert!(start(&mut coder, Some(place)).is_ok());
            assert!(winner(&mut coder, Some(Color::White)).is_ok());
            assert!(coder.number(0).is_ok() && coder.flag([7, 1], false).is_ok());
            let bytes = coder.finish();
            let read = game(&mut Reader::new(&bytes), &mut Texts::default(), None);
            assert_eq!(read.is_ok(), fits, "{read:?}");
        }
    }
}
