//! The levels of difficulty: what each must keep to, whatever its strength.

use std::time::Duration;

use rbc_agents::{
    Agent, Budget, Cancelled, LEVELS, PlayedGame, Random, Rng, create, level, play_game,
};
use rbc_rules::{
    Color, GameSetup, Move, Observation, Observations, Position, Role, Square, window,
};

fn play(players: [&mut dyn Agent; 2], turns: u32, nodes: Option<u64>) -> PlayedGame {
    let setup = GameSetup {
        turn_limit: Some(turns),
        ..GameSetup::default()
    };
    let budget = &mut |_: &rbc_agents::Decision| match nodes {
        Some(nodes) => Budget::nodes(nodes),
        None => Budget::unlimited(),
    };
    play_game(players, setup, &|| Duration::ZERO, budget).expect("no player breaks the rules")
}

#[test]
fn levels_are_listed_from_the_weakest_to_the_strongest() {
    for (i, one) in LEVELS.iter().enumerate() {
        assert_eq!(usize::from(one.number), i + 1);
        assert_eq!(one.name(), format!("level-{}", one.number));
        assert_eq!(level(one.name()), Some(one));
        assert_eq!(
            create(one.name(), 1).map(|agent| agent.name()),
            Some(one.name())
        );
        assert!(create(&format!("{}+entropy", one.name()), 1).is_none());
        // Only the strongest asks the network.
        assert_eq!(one.needs_network(), one.number == 8);
        let wants = create(one.name(), 1).is_some_and(|agent| agent.wants_weigher());
        assert_eq!(wants, one.needs_network());
    }
    assert!(LEVELS.is_sorted_by_key(|one| one.rating));
    assert!(level("level-0").is_none() && level("level-9").is_none() && level("hsuc").is_none());
}

#[test]
fn a_level_plays_the_same_game_whatever_nodes_it_is_given() {
    for one in &LEVELS {
        // The strongest takes longest.
        let turns = if one.number == 8 { 3 } else { 8 };
        let game = |nodes: Option<u64>| {
            let mut level = one.agent(3);
            play([&mut *level, &mut Random::new(4)], turns, nodes)
        };
        let usual = game(None);
        assert!(game(Some(1)).history == usual.history, "{}", one.name());
        let other = play([&mut *one.agent(5), &mut Random::new(4)], turns, None);
        assert!(other.history != usual.history, "{}", one.name());
    }
}

#[test]
fn levels_that_need_no_network_think_briefly() {
    for one in LEVELS.iter().filter(|one| !one.needs_network()) {
        let mut level = one.agent(2);
        let mut other = one.agent(3);
        let game = play([&mut *level, &mut *other], 8, None);
        for side in game.stats {
            // A node is about a microsecond natively, and two or three in a browser.
            let most = 150_000 * u64::from(side.turns);
            assert!(side.nodes <= most, "{}: {}", one.name(), side.nodes);
        }
    }
}

/// Passes, and never looks.
struct Passer;

impl Agent for Passer {
    fn name(&self) -> &'static str {
        "passer"
    }

    fn choose_sense(
        &mut self,
        _: &Observations,
        _: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        Ok(None)
    }

    fn choose_move(
        &mut self,
        _: &Observations,
        _: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        Ok(None)
    }
}

#[test]
fn the_gentle_level_attacks_no_king_of_its_own_accord() {
    for seed in 0..12 {
        let mut gentle = create("level-1", seed).expect("a level");
        let color = if seed % 2 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let players: [&mut dyn Agent; 2] = match color {
            Color::White => [&mut *gentle, &mut Passer],
            Color::Black => [&mut Passer, &mut *gentle],
        };
        let game = play(players, 12, None);
        assert_eq!(game.outcome.winner, None, "seed {seed}");
        for fen in &game.history.side(color).fens_after_move {
            let position: Position = fen.parse().expect("a position");
            let king = position.board().king_of(!color).expect("it is there");
            let attackers = position
                .board()
                .attacks_to(king, color, position.board().occupied());
            assert!(attackers.is_empty(), "seed {seed}: {fen}");
        }
    }
}

#[test]
fn gentle_levels_capture_a_king_that_their_sense_has_just_shown() {
    let start = "rnbq1bnr/pppp1ppp/8/4k3/8/8/PPPPQPPP/RNB1KBNR w KQ - 0 5";
    let position: Position = start.parse().expect("a position");
    let mut told = Observations::new(Color::White, &position);
    for observation in [
        Observation::TurnStart { capture: None },
        Observation::Sense(position.sense(Some(Square::D5))),
    ] {
        told.push(observation).expect("it is White's turn");
    }
    let capture: Move = "e2e5".parse().expect("a move");
    for one in &LEVELS[..3] {
        let captured = (0..20).filter(|seed| {
            let chosen = one
                .agent(*seed)
                .choose_move(&told, &mut Budget::unlimited());
            chosen.is_ok_and(|chosen| chosen == Some(capture))
        });
        let captured = captured.count();
        // They misjudge moves, if seldom so much.
        assert!(captured >= 18, "{}: {captured} of 20", one.name());
    }
}

/// Looks anywhere, captures the most that it sees, and makes any move else.
struct Capturer(u64);

impl Agent for Capturer {
    fn name(&self) -> &'static str {
        "capturer"
    }

    fn choose_sense(
        &mut self,
        told: &Observations,
        _: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        let squares = Square::ALL.into_iter();
        let inner: Vec<Square> = squares
            .filter(|square| window(*square).count() == 9)
            .collect();
        Ok(Rng::for_decision(self.0, told.log().len()).pick(&inner))
    }

    fn choose_move(
        &mut self,
        told: &Observations,
        _: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let own = told.own();
        let role_on = |square: Square| {
            let Some(Observation::Sense(sense)) = told.log().last() else {
                return None;
            };
            let seen = sense.contents.iter().find(|(at, _)| *at == square)?;
            seen.1
                .filter(|piece| piece.color != told.color())
                .map(|piece| piece.role)
        };
        let captures = |m: &Move| {
            let pawn = own.board().role_at(m.from) == Some(Role::Pawn);
            (!pawn || m.from.file() != m.to.file())
                .then(|| role_on(m.to))
                .flatten()
        };
        let requests = own.requests();
        let best = requests
            .iter()
            .filter(|m| captures(m).is_some())
            .max_by_key(|m| captures(m));
        let quiet: Vec<Move> = (requests.iter().copied())
            .filter(|m| own.board().role_at(m.from) != Some(Role::King))
            .collect();
        Ok(best
            .copied()
            .or_else(|| Rng::for_decision(self.0, told.log().len()).pick(&quiet)))
    }
}

#[test]
fn the_gentle_level_loses_to_who_captures_what_they_see() {
    let mut lost = 0;
    for seed in 0..12 {
        let mut gentle = create("level-1", seed).expect("a level");
        let mut other = Capturer(seed);
        let (players, color): ([&mut dyn Agent; 2], _) = if seed % 2 == 0 {
            ([&mut *gentle, &mut other], Color::White)
        } else {
            ([&mut other, &mut *gentle], Color::Black)
        };
        lost += usize::from(play(players, 200, None).outcome.winner == Some(!color));
    }
    // How often exactly is in docs/agents.md.
    assert!(lost >= 8, "lost {lost} of 12");
}
