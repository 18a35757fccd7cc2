//! The believed board in random games: what must hold whatever happens.

use proptest::prelude::*;
use rand::{Rng, SeedableRng, rngs::SmallRng, seq::IndexedRandom};
use rbc_belief::BelievedBoard;
use rbc_rules::{Arbiter, Color, GameSetup, Observation, Observations, Position, Role, Square};

/// Plays a game of random moves, captures preferred, and hands every log to `check` after each event, with the truth.
fn random_game(seed: u64, start: &Position, mut check: impl FnMut(&Observations, &Position)) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut truth = start.clone();
    let mut arbiter = Arbiter::new(GameSetup {
        start: start.clone(),
        ..GameSetup::default()
    });
    arbiter.start(0);
    while arbiter.outcome().is_none() && arbiter.ply() < 300 {
        let color = arbiter.turn();
        check(arbiter.observations(color), &truth);
        let square = rng
            .random_bool(0.95)
            .then(|| Square::new(rng.random_range(0..64)));
        arbiter.sense(square, 0).expect("a sense");
        check(arbiter.observations(color), &truth);
        let requests = arbiter.observations(color).own().requests();
        let is_king = |sq: Square| truth.board().role_at(sq) == Some(Role::King);
        let captures: Vec<_> = requests
            .iter()
            .filter(|m| truth.board().color_at(m.to) == Some(!color))
            .filter(|m| !is_king(m.to) || rng.random_bool(0.1))
            .collect();
        let request = if rng.random_bool(0.3) && !captures.is_empty() {
            captures.choose(&mut rng).map(|m| **m)
        } else {
            requests.choose(&mut rng).copied()
        };
        let request = request.filter(|_| rng.random_bool(0.97));
        let result = arbiter.play(request, 0).expect("a request");
        truth.push(result.taken);
        check(arbiter.observations(color), &truth);
    }
}

fn assert_sound(believed: &BelievedBoard, told: &Observations, truth: &Position) {
    let last = told.log().last();
    let color = told.color();
    let position = believed.position();
    assert_eq!(believed.own(), told.own(), "after {last:?}");
    assert_eq!(position.own_side(color), *told.own(), "after {last:?}");
    let theirs = truth.board().by_color(!color);
    assert_eq!(
        position.board().by_color(!color).count(),
        theirs.count(),
        "as many pieces as there are after {last:?}"
    );
    assert_eq!(believed.pieces().len(), theirs.count());
    let kings = position.board().by_piece((!color).king()).count();
    if matches!(last, Some(Observation::Move(_))) {
        assert!(kings <= 1);
    } else {
        assert_eq!(kings, truth.board().by_piece((!color).king()).count());
    }
    if let Some(Observation::Sense(result)) = last {
        for (square, piece) in &result.contents {
            assert_eq!(position.board().piece_at(*square), *piece, "{square}");
            assert_eq!(believed.age(*square), 0);
        }
    }
    for piece in believed.pieces() {
        let back = [rbc_rules::Square::A1.rank(), rbc_rules::Square::A8.rank()];
        assert!(piece.role != Role::Pawn || !back.contains(&piece.square.rank()));
    }
}

fn follow(seed: u64, start: &Position) {
    let mut believed = Color::ALL.map(|color| BelievedBoard::new(color, start));
    let mut seen = [0; 2];
    random_game(seed, start, |told, truth| {
        let side = told.color().fold_wb(0, 1);
        while seen[side] < told.log().len() {
            believed[side].observe(&told.log()[seen[side]]);
            seen[side] += 1;
        }
        assert_sound(&believed[side], told, truth);
    });
}

#[test]
fn five_hundred_random_games_are_followed() {
    for seed in 0..500 {
        follow(seed, &Position::initial());
    }
}

proptest! {
    #[test]
    fn other_starts_are_followed(seed in any::<u64>(), which in 0_usize..4) {
        let fen = [
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
            "4k3/PPPP4/8/8/8/8/pppp4/4K3 w - - 0 1",
            "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        ][which];
        follow(seed, &fen.parse().expect("a position"));
    }

    #[test]
    fn any_placement_is_no_panic(
        pieces in prop::collection::vec((0_u32..64, 0_usize..6, any::<bool>()), 0..60),
        seed in any::<u64>(),
    ) {
        let mut setup = shakmaty::Setup::empty();
        for (square, role, white) in pieces {
            let piece = rbc_rules::Piece { color: Color::from_white(white), role: Role::ALL[role] };
            setup.board.set_piece_at(Square::new(square), piece);
        }
        let start = Position::from_setup(setup);
        let mut believed = Color::ALL.map(|color| BelievedBoard::new(color, &start));
        let mut seen = [0; 2];
        random_game(seed, &start, |told, _| {
            let side = told.color().fold_wb(0, 1);
            while seen[side] < told.log().len() {
                believed[side].observe(&told.log()[seen[side]]);
                seen[side] += 1;
            }
            assert_eq!(believed[side].position().own_side(told.color()), *told.own());
        });
    }
}
