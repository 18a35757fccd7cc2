//! Whole games: what must hold in each of them.

use std::{sync::Arc, time::Duration};

use rbc_agents::{
    Agent, Attacker, Budget, Cancelled, FastBoard, Hsuc, PiecewiseGrid, PlayedGame, Random, Rng,
    SensePolicy, Stop, create, play_game,
};
use rbc_belief::{Completeness, InformationSet, UniformWeigher};
use rbc_rules::{Arbiter, Color, GameSetup, Observation, Observations, Phase, Position};

const NODES: u64 = 4_000;

fn play(players: [&mut dyn Agent; 2]) -> PlayedGame {
    play_game(
        players,
        GameSetup::default(),
        &|| Duration::ZERO,
        &mut |_| Budget::nodes(NODES),
    )
    .expect("no player breaks the rules")
}

/// The log of `color`, rebuilt from the record of a game, event by event.
fn told(game: &PlayedGame, color: Color) -> Vec<(Observation, Position)> {
    let side = game.history.side(color);
    let other = game.history.side(!color);
    let mut events = Vec::new();
    for (turn, result) in side.moves.iter().enumerate() {
        let before: Position = side.fens_before_move[turn].parse().expect("a position");
        let after: Position = side.fens_after_move[turn].parse().expect("a position");
        let earlier = match color {
            Color::White => turn.checked_sub(1),
            Color::Black => Some(turn),
        };
        let capture = earlier.and_then(|i| other.moves[i].capture);
        events.push((Observation::TurnStart { capture }, before.clone()));
        events.push((Observation::Sense(side.senses[turn].clone()), before));
        events.push((Observation::Move(*result), after));
    }
    events
}

#[test]
fn the_true_board_stays_in_the_set() {
    for seed in 0..12 {
        let mut hsuc = Hsuc::new(seed);
        let mut random = Random::new(seed + 100);
        let mut attacker = Attacker::new(seed + 100);
        let other: &mut dyn Agent = if seed % 3 == 0 {
            &mut attacker
        } else {
            &mut random
        };
        let (game, color) = if seed % 2 == 0 {
            (play([&mut hsuc, other]), Color::White)
        } else {
            (play([other, &mut hsuc]), Color::Black)
        };
        let start = Position::initial();
        let mut set = InformationSet::new(color, &start, 4_000_000).expect("16 pieces");
        for (observation, truth) in told(&game, color) {
            set.observe(&observation).expect("a board that fits");
            // Once a king is captured the game is over, and the set is asked no more.
            let over = Color::ALL
                .iter()
                .any(|c| truth.board().king_of(*c).is_none());
            assert!(over || set.contains(&truth), "seed {seed}: {}", truth.fen());
        }
    }
}

#[test]
fn hsuc_takes_kings_and_keeps_its_own() {
    for seed in 0..8 {
        let mut hsuc = Hsuc::new(seed);
        let mut other = Random::new(seed + 50);
        let mut arbiter = Arbiter::new(GameSetup::default());
        arbiter.start(0);
        let color = if seed % 2 == 0 {
            Color::White
        } else {
            Color::Black
        };
        while arbiter.outcome().is_none() {
            let told = arbiter.observations(arbiter.turn()).clone();
            let player: &mut dyn Agent = if arbiter.turn() == color {
                &mut hsuc
            } else {
                &mut other
            };
            let mut budget = Budget::nodes(NODES);
            if arbiter.phase() == Phase::Sense {
                let square = player.choose_sense(&told, &mut budget).expect("decides");
                arbiter.sense(square, 0).expect("time to sense");
                continue;
            }
            let request = player.choose_move(&told, &mut budget).expect("decides");
            if arbiter.turn() == color {
                check_choice(&hsuc, &told, request);
            }
            arbiter.play(request, 0).expect("a request");
        }
    }
}

/// Counts, with the rules alone, how each request ends for the kings, and holds `choice` to it.
fn check_choice(hsuc: &Hsuc, told: &Observations, choice: Option<rbc_rules::Move>) {
    let set = hsuc.information_set().expect("has a set");
    assert_eq!(set.completeness(), Completeness::Exact);
    let boards: Vec<Position> = set.positions().take(3_000).collect();
    if boards.len() < set.len() {
        return;
    }
    let count = |request: Option<rbc_rules::Move>| {
        let (mut captured, mut lost) = (0, 0);
        for board in &boards {
            let taken = request.and_then(|m| board.taken_move(told.own().with_promotion(m)));
            let mut after = board.clone();
            after.push(taken);
            if after.board().king_of(!told.color()).is_none() {
                captured += 1;
            } else if FastBoard::new(&after).can_capture_king() {
                lost += 1;
            }
        }
        (captured, lost)
    };
    let (captured, lost) = count(choice);
    let requests = told.own().requests();
    let all: Vec<_> = requests
        .into_iter()
        .map(Some)
        .chain([None])
        .map(count)
        .collect();
    if all.iter().any(|(captured, _)| *captured == boards.len()) {
        assert_eq!(captured, boards.len(), "a king in reach was left");
    }
    if all.iter().any(|(_, lost)| *lost == 0) {
        assert!(lost == 0 || captured > lost, "a king was left in danger");
    }
}

#[test]
fn decisions_repeat_and_survive_a_reload() {
    let mut first = Hsuc::new(7);
    let mut again = Hsuc::new(7);
    let mut other = Random::new(3);
    let mut arbiter = Arbiter::new(GameSetup::default());
    arbiter.start(0);
    while arbiter.outcome().is_none() && arbiter.ply() < 24 {
        let told = arbiter.observations(arbiter.turn()).clone();
        let white = arbiter.turn() == Color::White;
        let budget = || Budget::nodes(NODES);
        // One agent goes on, one is asked at every other turn only, one is new each time.
        if arbiter.phase() == Phase::Sense {
            let square = if white {
                let square = first.choose_sense(&told, &mut budget());
                assert_eq!(square, Hsuc::new(7).choose_sense(&told, &mut budget()));
                square
            } else {
                other.choose_sense(&told, &mut budget())
            };
            arbiter
                .sense(square.expect("decides"), 0)
                .expect("time to sense");
        } else {
            let request = if white {
                let request = first.choose_move(&told, &mut budget());
                assert_eq!(request, Hsuc::new(7).choose_move(&told, &mut budget()));
                if arbiter.ply().is_multiple_of(4) {
                    assert_eq!(request, again.choose_move(&told, &mut budget()));
                }
                request
            } else {
                other.choose_move(&told, &mut budget())
            };
            arbiter
                .play(request.expect("decides"), 0)
                .expect("a request");
        }
    }
}

#[test]
fn a_new_game_or_another_side_is_noticed() {
    let mut agent = Hsuc::new(1);
    for color in [Color::White, Color::Black, Color::White] {
        let mut told = Observations::new(color, &Position::initial());
        let begin = Observation::TurnStart { capture: None };
        told.push(begin).expect("begins");
        agent
            .choose_sense(&told, &mut Budget::nodes(NODES))
            .expect("decides");
        let set = agent.information_set().expect("has a set");
        assert_eq!(set.color(), color);
        assert_eq!(set.len(), if color == Color::White { 1 } else { 21 });
    }
}

#[test]
fn every_player_obeys_cancel_and_move_now() {
    let mut rng = Rng::new(9);
    let mut told = Observations::new(Color::Black, &Position::initial());
    told.push(Observation::TurnStart { capture: None })
        .expect("begins");
    let sensed = told.clone();
    told.push(Observation::Sense(rbc_rules::SenseResult::default()))
        .expect("no sense");
    let levels = rbc_agents::LEVELS.iter().map(|level| &level.description);
    let agents = rbc_agents::AGENTS.iter().chain(rbc_agents::CONTROLS);
    for description in agents.chain(levels) {
        let mut agent = create(description.name, rng.next_u64()).expect("listed");
        let cancel = || Budget::new(None, Box::new(|| Stop::Cancel));
        assert_eq!(agent.choose_sense(&sensed, &mut cancel()), Err(Cancelled));
        assert_eq!(agent.choose_move(&told, &mut cancel()), Err(Cancelled));

        let mut hurry = Budget::new(None, Box::new(|| Stop::MoveNow));
        let request = agent.choose_move(&told, &mut hurry).expect("decides");
        assert!(request.is_none_or(|m| told.own().may_request(m)));

        // In the middle of a decision, and the agent can be asked again.
        let mut polls = 0;
        let later = move || {
            polls += 1;
            if polls > 2 { Stop::Cancel } else { Stop::GoOn }
        };
        let interrupted = agent.choose_move(&told, &mut Budget::new(None, Box::new(later)));
        if ["hsuc", "outpost", "piecewise-grid", "siamese"].contains(&description.name) {
            assert_eq!(interrupted, Err(Cancelled));
        }
        let fresh = create(description.name, 5)
            .expect("listed")
            .choose_move(&told, &mut Budget::nodes(NODES));
        let mut used = create(description.name, 5).expect("listed");
        let _ = used.choose_move(&told, &mut cancel());
        assert_eq!(used.choose_move(&told, &mut Budget::nodes(NODES)), fresh);
    }
}

#[test]
fn a_sampled_set_is_played_from() {
    let mut game_over = 0;
    for seed in 0..2 {
        let mut hsuc = Hsuc::with_cap(seed, 60);
        let mut random = Random::new(seed + 10);
        let game = play([&mut hsuc, &mut random]);
        game_over += usize::from(game.outcome.winner == Some(Color::White));
    }
    assert!(game_over > 0);
}

#[test]
fn too_many_pieces_for_a_set_are_no_panic() {
    let fen = "qqqqkqqq/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
    let setup = GameSetup {
        start: fen.parse().expect("a position"),
        ..GameSetup::default()
    };
    let (mut white, mut black) = (Hsuc::new(1), Random::new(2));
    let game = play_game(
        [&mut white, &mut black],
        setup,
        &|| Duration::ZERO,
        &mut |_| Budget::nodes(NODES),
    );
    assert!(game.is_ok());
    assert!(white.information_set().is_none());
}

#[test]
fn hsuc_beats_the_simple_bots() {
    let mut won = 0;
    for seed in 0..6 {
        let mut hsuc = Hsuc::new(seed);
        let mut other = create(["random", "attacker"][seed as usize % 2], seed).expect("listed");
        let color = if seed < 3 { Color::White } else { Color::Black };
        let game = match color {
            Color::White => play([&mut hsuc, &mut *other]),
            Color::Black => play([&mut *other, &mut hsuc]),
        };
        won += usize::from(game.outcome.winner == Some(color));
    }
    // The strength itself is measured with the example `match`; this only notices when it is gone.
    assert!(won >= 5, "won {won} of 6");
}

#[test]
fn who_is_told_that_all_boards_are_alike_plays_as_the_control() {
    let game = |name: &str, told: bool| {
        let mut white = create(name, 5).expect("a player");
        if told {
            white.set_weigher(Arc::new(UniformWeigher));
        }
        let setup = GameSetup {
            turn_limit: Some(15),
            ..GameSetup::default()
        };
        let mut black = Random::new(6);
        let budget = &mut |_: &rbc_agents::Decision| Budget::nodes(NODES);
        let game = play_game([&mut *white, &mut black], setup, &|| Duration::ZERO, budget)
            .expect("no player breaks the rules");
        (game.history.white, game.history.black)
    };
    let control = game("siamese-uniform", false);
    assert!(game("siamese", false) == control);
    assert!(game("siamese", true) == control);
}

#[test]
fn the_grid_beats_the_simple_bots() {
    let mut won = 0;
    for seed in 0..8 {
        let mut grid = PiecewiseGrid::new(seed);
        let mut other = create(["random", "attacker"][seed as usize % 2], seed).expect("listed");
        let color = if seed < 4 { Color::White } else { Color::Black };
        let game = match color {
            Color::White => play([&mut grid, &mut *other]),
            Color::Black => play([&mut *other, &mut grid]),
        };
        won += usize::from(game.outcome.winner == Some(color));
    }
    // The strength itself is measured with `outpost match`; this only notices when it is gone.
    assert!(won >= 6, "won {won} of 8");
}

#[test]
fn the_grid_plays_from_any_start_and_repeats_itself() {
    let starts = [
        "4k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 1",
        "k7/P7/8/8/8/8/p7/K6R w - - 0 1",
        "qqqqkqqq/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    ];
    for start in starts {
        let game = || {
            let (mut white, mut black) = (PiecewiseGrid::new(1), PiecewiseGrid::new(2));
            let setup = GameSetup {
                start: start.parse().expect("a position"),
                turn_limit: Some(30),
                ..GameSetup::default()
            };
            play_game(
                [&mut white, &mut black],
                setup,
                &|| Duration::ZERO,
                &mut |_| Budget::nodes(NODES),
            )
            .expect("no player breaks the rules")
        };
        assert_eq!(game(), game());
    }
}

/// With and without threads the decisions are the same; this compares pools of different sizes.
#[cfg(feature = "rayon")]
#[test]
fn threads_do_not_change_decisions() {
    let game = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("a pool").install(|| {
            let (mut hsuc, mut random) = (Hsuc::new(4), Random::new(5));
            play([&mut hsuc, &mut random])
        })
    };
    assert_eq!(game(1), game(3));
}

#[test]
fn every_way_to_sense_plays_whole_games() {
    for agent in ["hsuc", "a-bot", "siamese", "outpost"] {
        for policy in SensePolicy::ALL {
            let name = format!("{agent}+{policy}");
            let mut white = create(&name, 3).expect("a player");
            let mut black = Random::new(4);
            let setup = GameSetup {
                turn_limit: Some(12),
                ..GameSetup::default()
            };
            let game = play_game(
                [&mut *white, &mut black],
                setup,
                &|| Duration::ZERO,
                &mut |_| Budget::nodes(NODES),
            )
            .expect("no player breaks the rules");
            let senses = &game.history.white.senses;
            let sensed = senses.iter().filter(|s| s.square.is_some()).count();
            assert_eq!(sensed > 0, policy != SensePolicy::None, "{name}");
        }
    }
}
