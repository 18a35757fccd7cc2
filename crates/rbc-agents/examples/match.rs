//! Plays a match between two players and reports the score with its 95 % Wilson interval.
//!
//! `cargo run --release -p rbc-agents --example match -- hsuc random 200 [first seed] [nodes]`

use std::time::{Duration, Instant};

use rbc_agents::{Agent, Budget, create, play_game};
use rbc_rules::{Color, GameSetup, WinReason};

/// The 95 % Wilson score interval of `wins` in `n`.
fn wilson(wins: f64, n: f64) -> (f64, f64) {
    let z = 1.959_964_f64;
    let (p, z2) = (wins / n, z * z);
    let center = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    (center - half, center + half)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, games, rest @ ..] = args.as_slice() else {
        return Err("usage: match PLAYER OPPONENT GAMES [FIRST_SEED] [NODES]".into());
    };
    let games: u64 = games.parse()?;
    let first_seed: u64 = rest.first().map_or(Ok(1), |s| s.parse())?;
    let nodes: Option<u64> = rest.get(1).map(|s| s.parse()).transpose()?;

    let began = Instant::now();
    let (mut wins, mut draws, mut plies, mut longest_game) = (0, 0, 0, 0);
    let (mut turns, mut time, mut longest, mut used) = (0, Duration::ZERO, Duration::ZERO, 0);
    for game in 0..games {
        let seed = first_seed + game;
        let color = if game % 2 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let mut one = create(first, 2 * seed).ok_or("no such player")?;
        let mut two = create(second, 2 * seed + 1).ok_or("no such player")?;
        let players: [&mut dyn Agent; 2] = match color {
            Color::White => [&mut *one, &mut *two],
            Color::Black => [&mut *two, &mut *one],
        };
        let played = play_game(
            players,
            GameSetup::default(),
            &|| began.elapsed(),
            &mut |_| nodes.map_or_else(Budget::unlimited, Budget::nodes),
        )?;
        let stats = played.stats[color.fold_wb(0, 1)];
        turns += stats.turns;
        time += stats.time;
        used += stats.nodes;
        longest = longest.max(stats.longest_turn);
        plies += played.history.plies();
        longest_game = longest_game.max(played.history.plies());
        match played.outcome.winner {
            Some(winner) if winner == color => wins += 1,
            Some(_) => println!(
                "seed {seed}: lost as {color}, {} plies",
                played.history.plies()
            ),
            None => {
                draws += 1;
                println!(
                    "seed {seed}: drawn as {color}, {} plies",
                    played.history.plies()
                );
            }
        }
        debug_assert_ne!(played.outcome.reason, WinReason::Timeout);
    }
    let (low, high) = wilson(f64::from(wins), games as f64);
    println!(
        "{first} v. {second}: won {wins}, drew {draws}, lost {} of {games}; {:.1} % (95 %: {:.1}-{:.1})",
        games as i64 - i64::from(wins) - i64::from(draws),
        100.0 * f64::from(wins) / games as f64,
        100.0 * low,
        100.0 * high,
    );
    println!(
        "{:.1} plies a game, longest {longest_game}; {first}: {:.1} ms and {} nodes a turn, longest {} ms; {:.0} s in all",
        plies as f64 / games as f64,
        time.as_secs_f64() * 1e3 / f64::from(turns),
        used / u64::from(turns),
        longest.as_millis(),
        began.elapsed().as_secs_f64(),
    );
    Ok(())
}
