//! Turns taken back, and games that go on from others.

use std::sync::Arc;

use proptest::prelude::*;
use rbc_agents::{
    Budget, Past, PastError, Rng, Seat, Table, TableError, TakeBackRefusal, create, play_game,
    player_seeds,
};
use rbc_belief::{
    Completeness, Following, Players,
    players::{Player, PlayerPolicy},
    replay::{Action, GameReplay, StepPhase},
};
use rbc_rules::{
    ClockSetup, Color, GameHistory, GameSetup, Move, Observations, Phase, Position, Square,
};

/// Boards of a person's set: no game of these has more.
const CAP: usize = 200_000;
const NODES: u64 = 1_500;

fn person(name: &str) -> Seat {
    Seat::Person { name: name.into() }
}

fn agent(agent: &str) -> Seat {
    Seat::Agent {
        agent: agent.into(),
        budget_ms: 100,
    }
}

fn against(opponent: &str, color: Color) -> [Seat; 2] {
    match color {
        Color::White => [person("Ada"), agent(opponent)],
        Color::Black => [agent(opponent), person("Ada")],
    }
}

fn told(table: &Table, color: Color) -> Observations {
    table.observations(color).expect("a person's seat").clone()
}

/// A person who decides by a seed and by nothing but what she was told: two of the same seed do the same.
struct Person {
    color: Color,
    seed: u64,
}

impl Person {
    fn rng(&self, told: &Observations) -> Rng {
        Rng::for_decision(self.seed, told.log().len())
    }

    fn square(&self, told: &Observations) -> Option<Square> {
        let square = self.rng(told).below(72);
        Square::try_from(square as u32).ok()
    }

    fn request(&self, told: &Observations) -> Option<Move> {
        let requests: Vec<Move> = told.own().requests().into_iter().collect();
        self.rng(told).pick(&requests)
    }

    /// Decides once, for herself or for her opponent.
    fn step(&self, table: &mut Table) {
        if table.turn() != self.color {
            let mut budget = Budget::nodes(NODES);
            table.decide(&mut budget, &|| 0).expect("a decision");
            return;
        }
        let told = told(table, self.color);
        match table.phase() {
            Phase::Sense => drop(
                table
                    .sense(self.color, self.square(&told), 0)
                    .expect("to sense"),
            ),
            _ => drop(
                table
                    .play(self.color, self.request(&told), 0)
                    .expect("to move"),
            ),
        }
    }

    /// Plays up to `plies` half-turns.
    fn play(&self, table: &mut Table, plies: usize) {
        while table.outcome().is_none() && table.ply() < plies {
            self.step(table);
        }
    }
}

/// The record, once the game is ended.
fn record(mut table: Table, color: Color) -> GameHistory {
    table.resign(color, 0).expect("a person's seat");
    table.history().expect("over").clone()
}

/// The true board at a decision of a game that was given up there.
fn truth(history: GameHistory, table: (usize, Phase)) -> Position {
    // As it would go on.
    let replay = GameReplay::new(&GameHistory {
        winner: None,
        win_reason: None,
        ..history
    });
    let phase = match table.1 {
        Phase::Move => StepPhase::Sensed,
        _ => StepPhase::Start,
    };
    let step = replay
        .steps()
        .iter()
        .find(|s| s.ply == table.0 && s.phase == phase);
    step.expect("a step").fen.parse().expect("a position")
}

const OPPONENTS: [&str; 5] = ["random", "attacker", "trout", "hsuc", "piecewise-grid"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_is_taken_back_is_undone_and_the_same_decisions_lead_to_the_same_game(
        seed in 0..10_000_u64,
        opponent in 0..OPPONENTS.len(),
        white: bool,
        backs in prop::collection::vec((1..10_usize, 1..4_usize), 1..4),
    ) {
        let color = Color::from_white(white);
        let ada = Person { color, seed };
        let new = || Table::new(against(OPPONENTS[opponent], color), GameSetup::default(), seed, 0).expect("a table");

        // The game without anything taken back, and what she had been told before each of her senses.
        let mut straight = new();
        let mut senses = Vec::new();
        while straight.outcome().is_none() && straight.ply() < 30 {
            if straight.turn() == color && straight.phase() == Phase::Sense {
                senses.push(told(&straight, color));
            }
            ada.step(&mut straight);
        }

        let mut table = new();
        let mut taken_back = 0;
        for (plies, times) in backs {
            let plies = (table.ply() + plies).min(30);
            ada.play(&mut table, plies);
            if table.outcome().is_none() && table.turn() == color && seed % 2 == 0 {
                // Also between her sense and her move.
                ada.step(&mut table);
            }
            for _ in 0..times {
                let sensed = told(&table, color).log().iter().filter(|o| matches!(o, rbc_rules::Observation::Sense(_))).count();
                let sealed = table.seal(0);
                if sensed == 0 {
                    prop_assert_eq!(table.take_back(color, 0), Err(TableError::TakeBack(TakeBackRefusal::Nothing)));
                    prop_assert_eq!(table.seal(0), sealed);
                    break;
                }
                prop_assert_eq!(table.take_back_refusal(color), None);
                prop_assert_eq!(table.take_back(color, 0), Ok(()));
                taken_back += 1;
                prop_assert_eq!(table.taken_back(color), taken_back);
                prop_assert_eq!(table.taken_back(!color), 0);
                prop_assert_eq!((table.turn(), table.phase(), table.outcome()), (color, Phase::Sense, None));
                prop_assert_eq!(&told(&table, color), &senses[sensed - 1]);
                // A snapshot keeps the same.
                table = Table::open(&table.seal(0), 0).expect("opens");
                prop_assert_eq!(table.taken_back(color), taken_back);
            }
            // The true board is one that she thinks possible.
            if table.outcome().is_none() && table.turn() == color {
                let place = (table.ply(), table.phase());
                let record = record(Table::open(&table.seal(0), 0).expect("opens"), color);
                let set = table.information_set(color, CAP, &mut |_, _| std::ops::ControlFlow::Continue(())).expect("a set");
                prop_assert!(set.completeness() != Completeness::Exact || set.contains(&truth(record, place)));
            }
        }
        ada.play(&mut table, 30);
        prop_assert_eq!(record(table, color), record(straight, color));
    }

    #[test]
    fn a_game_that_goes_on_from_another_knows_what_was_told_there(
        seed in 0..10_000_u64,
        opponent in 0..OPPONENTS.len(),
        half_turns in 0..24_usize,
        white: bool,
    ) {
        let players = [player_seeds(seed, 0), player_seeds(seed, 1)].map(|[white, _]| white);
        let mut made = [create("random", players[0]).expect("an agent"), create("attacker", players[1]).expect("an agent")];
        let [one, other] = &mut made;
        let game = play_game(
            [one.as_mut(), other.as_mut()],
            GameSetup::default(),
            &|| std::time::Duration::ZERO,
            &mut |_| Budget::nodes(NODES),
        )
        .expect("a game");
        let replay = GameReplay::new(&game.history);
        let half_turns = half_turns.min(game.history.plies() - 1);
        let past = Past::of(&replay, half_turns).expect("a past");
        let color = Color::from_white(white);
        let start = |seats| Table::play_on(seats, GameSetup::default(), seed, &past, 0).expect("a table");
        let step = replay.steps().iter().position(|s| s.ply == half_turns && s.phase == StepPhase::Start).expect("a step");

        // Each side was told what it was told there.
        let two = start([person("Ada"), person("Bob")]);
        for side in Color::ALL {
            prop_assert_eq!(told(&two, side), replay.told(step, side));
        }
        prop_assert_eq!((two.ply(), two.past()), (half_turns, half_turns));

        // An agent goes on from it; she can take back what she did since, and no more.
        let ada = Person { color, seed };
        let mut table = start(against(OPPONENTS[opponent], color));
        prop_assert_eq!(table.take_back(color, 0), Err(TableError::TakeBack(TakeBackRefusal::Nothing)));
        let begun = table.seal(0);
        ada.play(&mut table, half_turns + 6);
        let again = Table::open(&table.seal(0), 0).expect("opens");
        prop_assert_eq!(again.past(), half_turns);
        let end = record(again, color);
        let steps = GameReplay::new(&end);
        prop_assert!(steps.departures().is_empty());
        prop_assert_eq!(Past::of(&steps, half_turns), Ok(past.clone()));
        while table.take_back_refusal(color).is_none() {
            table.take_back(color, 0).expect("to take back");
        }
        prop_assert!(table.ply() - half_turns <= 1);
        // The same decisions again.
        ada.play(&mut table, half_turns + 6);
        prop_assert_eq!(record(table, color), end);

        // The same from a snapshot of the beginning, with the true board in her set all the way.
        let mut table = Table::open(&begun, 0).expect("opens");
        while table.outcome().is_none() && table.ply() < half_turns + 6 {
            if table.turn() == color {
                let place = (table.ply(), table.phase());
                let record = record(Table::open(&table.seal(0), 0).expect("opens"), color);
                let set = table.information_set(color, CAP, &mut |_, _| std::ops::ControlFlow::Continue(())).expect("a set");
                prop_assert!(set.completeness() != Completeness::Exact || set.contains(&truth(record, place)));
            }
            ada.step(&mut table);
        }
    }
}

#[test]
fn the_end_of_a_game_is_taken_back_too() {
    // Black takes the king.
    let seats = [person("a"), person("b")];
    let mut table = Table::new(seats, GameSetup::default(), 5, 0).expect("a table");
    for (i, request) in ["f2f3", "e7e5", "a2a3", "d8h4", "a3a4", "h4e1"]
        .into_iter()
        .enumerate()
    {
        let color = Color::from_white(i % 2 == 0);
        table.sense(color, None, 0).expect("to sense");
        table.play(color, request.parse().ok(), 0).expect("to move");
    }
    assert_eq!(table.outcome().and_then(|o| o.winner), Some(Color::Black));
    table.take_back(Color::White, 0).expect("to take back");
    assert_eq!(table.outcome(), None);
    assert_eq!(
        (table.ply(), table.turn(), table.phase()),
        (4, Color::White, Phase::Sense)
    );
    assert!(table.history().is_none());
    // Black's turn before that goes with it.
    table.take_back(Color::Black, 0).expect("to take back");
    assert_eq!((table.ply(), table.turn()), (3, Color::Black));
    assert_eq!(
        [Color::White, Color::Black].map(|c| table.taken_back(c)),
        [1, 1]
    );

    // And a resignation.
    table.resign(Color::White, 0).expect("to resign");
    table.take_back(Color::White, 0).expect("to take back");
    assert_eq!((table.ply(), table.outcome()), (2, None));
}

#[test]
fn what_cannot_be_taken_back_says_why_and_changes_nothing() {
    let clock = GameSetup {
        clock: Some(ClockSetup::default()),
        ..GameSetup::default()
    };
    let mut table = Table::new(against("random", Color::White), clock, 5, 0).expect("a table");
    table.sense(Color::White, None, 0).expect("to sense");
    let refusal = TakeBackRefusal::Clock;
    assert_eq!(table.take_back_refusal(Color::White), Some(refusal));
    assert_eq!(
        table.take_back(Color::White, 0),
        Err(TableError::TakeBack(refusal))
    );
    assert_eq!(table.phase(), Phase::Move);

    let seats = against("random", Color::White);
    let mut table = Table::new(seats, GameSetup::default(), 5, 0).expect("a table");
    assert_eq!(
        table.take_back(Color::White, 0),
        Err(TableError::TakeBack(TakeBackRefusal::Nothing))
    );
    assert_eq!(
        table.take_back(Color::Black, 0),
        Err(TableError::AgentsSeat(Color::Black))
    );
}

#[test]
fn no_game_goes_on_where_there_is_none_or_where_it_is_over() {
    let game = GameReplay::new(&GameHistory::default());
    let game = game
        .branch(0, Action::Request("f2f3".parse().ok()))
        .expect("a branch");
    assert_eq!(
        Past::of(&game, 2),
        Err(PastError::Short { asked: 2, turns: 1 })
    );
    let mut game = game;
    for request in ["e7e5", "a2a3", "d8h4", "a3a4", "h4e1"] {
        let last = game.steps().len() - 1;
        game = game
            .branch(last, Action::Request(request.parse().ok()))
            .expect("a branch");
    }
    let on = |half_turns| {
        let past = Past::of(&game, half_turns).expect("a past");
        let seats = [person("a"), person("b")];
        Table::play_on(seats, GameSetup::default(), 1, &past, 0).err()
    };
    assert_eq!(on(5), None);
    assert_eq!(on(6), Some(TableError::Past(PastError::Over)));
    assert_eq!(Past::limit(&game), (Some(5), Some(PastError::Over)));
}

#[test]
fn a_broken_off_game_goes_on_from_its_end() {
    let play = |requests: &[&str]| {
        requests
            .iter()
            .fold(GameReplay::new(&GameHistory::default()), |game, request| {
                let last = game.steps().len() - 1;
                game.branch(last, Action::Request(request.parse().ok()))
                    .expect("a branch")
            })
    };
    let nothing = GameReplay::new(&GameHistory::default());
    assert_eq!(Past::limit(&nothing), (Some(0), None));
    assert_eq!(
        Past::limit(&play(&["e2e4", "e7e5", "g1f3"])),
        (Some(3), None)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// It is where a game goes on, and nowhere else: of records that are damaged, too.
    #[test]
    fn the_limit_is_where_games_go_on(seed: u64, spoilt in prop::option::of(0usize..30)) {
        let mut players = [create("random", seed).expect("there"), create("random", !seed).expect("there")];
        let [one, other] = &mut players;
        let game = play_game(
            [one.as_mut(), other.as_mut()],
            GameSetup::default(),
            &|| std::time::Duration::ZERO,
            &mut |_| Budget::nodes(NODES),
        )
        .expect("a game");
        let mut history = game.history;
        if let Some(turn) = spoilt && let Some(played) = history.white.moves.get_mut(turn) {
            played.capture = Some(Square::A1);
        }
        let replay = GameReplay::new(&history);
        let (most, refusal) = Past::limit(&replay);
        let on = |half_turns| {
            let past = Past::of(&replay, half_turns).map_err(TableError::Past)?;
            let seats = [person("a"), person("b")];
            Table::play_on(seats, GameSetup::default(), 1, &past, 0).map(|_| ())
        };
        let most = most.expect("it begins as chess does");
        for half_turns in 0..history.plies() + 2 {
            let went = on(half_turns);
            prop_assert_eq!(went.is_ok(), half_turns <= most);
            if half_turns == most + 1 && half_turns <= history.plies() {
                prop_assert_eq!(went.err(), refusal.map(TableError::Past));
            }
        }
    }
}

#[test]
fn clocks_of_a_game_that_goes_on_are_whole() {
    let game = GameReplay::new(&GameHistory::default());
    let game = game
        .branch(0, Action::Request("f2f3".parse().ok()))
        .expect("a branch");
    let clock = GameSetup {
        clock: Some(ClockSetup::default()),
        ..GameSetup::default()
    };
    let past = Past::of(&game, 1).expect("a past");
    let table =
        Table::play_on([person("a"), person("b")], clock, 1, &past, 1_000).expect("a table");
    assert_eq!(table.time_left(Color::White, 2_000), Some(900_000));
    assert_eq!(table.time_left(Color::Black, 2_000), Some(899_000));
}

#[test]
fn a_set_with_a_filter_is_for_its_own_seat_and_goes_back_with_a_turn() {
    let random = Player {
        name: "random".to_owned(),
        prior: 1.0,
        silence: 0.0,
        policy: PlayerPolicy::Uniform,
    };
    let following = Following {
        players: Arc::new(Players::new(vec![random]).expect("a player")),
        boards: 1_000,
    };
    let seats = against("random", Color::White);
    let mut table = Table::new(seats, GameSetup::default(), 5, 0).expect("a table");
    let turn = |table: &mut Table, request: &str| {
        table
            .sense(Color::White, Some(Square::D5), 0)
            .expect("to sense");
        table
            .play(Color::White, request.parse().ok(), 0)
            .expect("to move");
        while table.turn() == Color::Black {
            table
                .decide(&mut Budget::nodes(NODES), &|| 0)
                .expect("decides");
        }
    };
    let weights = |table: &mut Table| {
        let go_on = &mut |_, _| std::ops::ControlFlow::Continue(());
        let followed = table
            .followed_set(Color::White, CAP, &following, go_on)
            .expect("a set");
        (
            followed.set().len(),
            followed.weights().expect("it follows"),
        )
    };
    turn(&mut table, "e2e4");
    let before = weights(&mut table);
    turn(&mut table, "d2d4");
    assert_ne!(weights(&mut table), before);
    table.take_back(Color::White, 0).expect("to take back");
    assert_eq!(weights(&mut table), before);
    let go_on = &mut |_, _| std::ops::ControlFlow::Continue(());
    let alone = table
        .information_set(Color::White, CAP, go_on)
        .expect("a set");
    assert_eq!(alone.len(), before.0);
    assert!(
        table
            .followed_set(Color::Black, CAP, &following, go_on)
            .is_err()
    );
}
