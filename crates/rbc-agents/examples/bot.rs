//! A bot of thirty lines: it captures when it may, and otherwise plays at random. It plays a game against `trout`.
//!
//! `cargo run -p rbc-agents --example bot`

use std::{error::Error, time::Duration};

use rbc_agents::{Agent, Budget, Cancelled, PlayedGame, Rng, create, play_game};
use rbc_rules::{GameSetup, Move, Observation, Observations, Square};

struct Greedy;

impl Agent for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    /// Looks at the middle of the opponent's half.
    fn choose_sense(
        &mut self,
        told: &Observations,
        _: &mut Budget<'_>,
    ) -> Result<Option<Square>, Cancelled> {
        Ok(Some(told.color().fold_wb(Square::E6, Square::E3)))
    }

    /// Captures a piece that the sense has shown, if it can.
    fn choose_move(
        &mut self,
        told: &Observations,
        _: &mut Budget<'_>,
    ) -> Result<Option<Move>, Cancelled> {
        let Some(Observation::Sense(seen)) = told.log().last() else {
            return Ok(None);
        };
        let requests = told.own().requests();
        let is_target = |square: Square| {
            let shown = seen.contents.iter().find(|(at, _)| *at == square);
            shown.is_some_and(|(_, piece)| piece.is_some_and(|p| p.color != told.color()))
        };
        let capture = requests.iter().copied().find(|m| is_target(m.to));
        let mut rng = Rng::for_decision(1, told.log().len());
        Ok(capture.or_else(|| rng.pick(&requests)))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = play()?;
    println!("{} half-turns: {:?}", game.history.plies(), game.outcome);
    println!("{}", game.history.to_json());
    Ok(())
}

fn play() -> Result<PlayedGame, Box<dyn Error>> {
    let mut trout = create("trout", 1).expect("an agent of that name");
    Ok(play_game(
        [&mut Greedy, &mut *trout],
        GameSetup::default(),
        &|| Duration::ZERO,
        &mut |_| Budget::nodes(1_000),
    )?)
}

#[test]
fn the_game_ends_and_is_the_same_again() -> Result<(), Box<dyn Error>> {
    let game = play()?;
    assert_eq!(game.history.white_name.as_deref(), Some("greedy"));
    assert!(game.history.plies() > 1);
    assert_eq!(game, play()?);
    Ok(())
}
