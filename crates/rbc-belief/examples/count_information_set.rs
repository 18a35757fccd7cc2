//! Counts the boards that are possible for Black in its first three turns, before and after the best sense.
//!
//! `cargo run -p rbc-belief --example count_information_set`

use std::{error::Error, ops::ControlFlow};

use rbc_belief::InformationSet;
use rbc_rules::{Arbiter, Color, GameSetup};

fn main() -> Result<(), Box<dyn Error>> {
    for (i, (before, after)) in count()?.iter().enumerate() {
        println!("turn {}: {before} boards, {after} after the sense", i + 1);
    }
    Ok(())
}

fn count() -> Result<Vec<(usize, usize)>, Box<dyn Error>> {
    let mut go_on = |_, _| ControlFlow::Continue(());
    let mut arbiter = Arbiter::new(GameSetup::default());
    arbiter.start(0);
    let mut set = InformationSet::new(Color::Black, &arbiter.setup().start, 1_000_000)?;
    let mut counts = Vec::new();
    for [white, black] in [["e2e4", "e7e5"], ["g1f3", "b8c6"], ["f1c4", "g8f6"]] {
        arbiter.sense(None, 0)?;
        arbiter.play(white.parse().ok(), 0)?;

        set.catch_up(arbiter.observations(Color::Black), &mut go_on)?;
        let before = set.len();
        // The sense that leaves the fewest boards in the worst case.
        let square = set.survey().senses.best();
        arbiter.sense(Some(square), 0)?;
        set.catch_up(arbiter.observations(Color::Black), &mut go_on)?;
        counts.push((before, set.len()));
        arbiter.play(black.parse().ok(), 0)?;
    }
    Ok(counts)
}

#[test]
fn black_faces_21_boards_at_first() -> Result<(), Box<dyn Error>> {
    let counts = count()?;
    assert_eq!(counts[0].0, 21);
    assert!(counts.iter().all(|(before, after)| after < before));
    Ok(())
}
