//! Links made to do harm: reading one takes little time and memory, and what is read is as good as any other.
//!
//! `OUTPOST_LINK_INPUTS=10000000 cargo test --release -p rbc-rules --test link_hostile -- --nocapture` tries so many.

// An allocator that counts cannot be written without it.
#![allow(unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    env,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::{Duration, Instant},
};

use rand::{Rng as _, SeedableRng as _, rngs::SmallRng};
use rbc_rules::{
    Arbiter, GameSetup, Square,
    link::{
        Action, Link, MAX_PLIES, Note, Perspective, Place, StepPhase, Tried, View, WhatIf, pack,
        unpack,
    },
};

/// The system's allocator, with the bytes in use and the most there were.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is the system's; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        MOST.fetch_max(in_use, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Reads a link; the most memory that took beyond what was in use, and the time.
fn read(text: &str) -> (usize, Duration) {
    let before = IN_USE.load(Relaxed);
    MOST.store(before, Relaxed);
    let began = Instant::now();
    let read = Link::decode(text);
    let spent = (MOST.load(Relaxed) - before, began.elapsed());
    if let Ok(mut link) = read {
        link.more = false;
        let again = link.encode();
        let again = again.unwrap_or_else(|e| panic!("{text} was read and cannot be written: {e}"));
        assert_eq!(Link::decode(&again), Ok(link), "{text}");
    }
    spent
}

/// The longest game, of nothing but passes.
fn longest() -> String {
    let mut arbiter = Arbiter::new(GameSetup {
        move_limit: None,
        ..GameSetup::default()
    });
    arbiter.start(0);
    for _ in 0..MAX_PLIES {
        arbiter.sense(Some(Square::E4), 0).expect("a sense");
        arbiter.play(None, 0).expect("a pass");
    }
    arbiter.resign(arbiter.turn(), 0);
    let game = arbiter.history().expect("over").clone();
    Link::game(game).encode().expect("it fits")
}

/// What an honest link holds.
fn honest() -> Vec<u8> {
    let mut arbiter = Arbiter::new(GameSetup::default());
    arbiter.name_players(Some("<b>".to_owned()), Some("trout".to_owned()));
    arbiter.start(0);
    for request in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"] {
        arbiter.sense(Some(Square::E5), 0).expect("a sense");
        arbiter.play(request.parse().ok(), 0).expect("a request");
    }
    arbiter.resign(arbiter.turn(), 0);
    let mut link = Link::game(arbiter.history().expect("over").clone());
    let place = Place {
        ply: 2,
        phase: StepPhase::Sensed,
    };
    link.view = Some(View {
        place,
        perspective: Perspective::Both,
        what_if: Some(WhatIf {
            place,
            tried: vec![Tried {
                place,
                action: Action::Request("d1h5".parse().ok()),
                assumed: false,
            }],
        }),
    });
    link.notes.push(Note {
        place: Place::default(),
        text: "Look at this bishop".to_owned(),
        shapes: Vec::new(),
    });
    unpack(&link.encode().expect("it fits")).expect("it was packed")
}

/// What a link holds, changed here and there, behind a right checksum.
fn spoilt(rng: &mut SmallRng, bytes: &[u8]) -> String {
    let mut bytes = bytes.to_vec();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..bytes.len());
        match rng.random_range(0..8) {
            0 => bytes.truncate(at.max(1)),
            1 => bytes.extend_from_within(at..),
            _ => bytes[at] = rng.random(),
        }
    }
    pack(&bytes)
}

/// A link with other letters here and there, or cut.
fn misspelt(rng: &mut SmallRng, link: &str) -> String {
    let mut text = link.as_bytes().to_vec();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..text.len());
        match rng.random_range(0..8) {
            0 => text.truncate(at.max(1)),
            _ => text[at] = rng.random_range(b' '..=b'~'),
        }
    }
    String::from_utf8(text).expect("ASCII")
}

#[test]
fn hostile_links_cost_little() {
    let inputs: u64 = env::var("OUTPOST_LINK_INPUTS").map_or(10_000, |text| {
        text.parse().expect("OUTPOST_LINK_INPUTS is a number")
    });
    let honest = honest();
    // Real games, with notes and without.
    let real: Vec<&str> = include_str!("links-1.txt").lines().step_by(2).collect();
    let unpacked: Vec<Vec<u8>> = real
        .iter()
        .map(|link| unpack(link).expect("it was packed"))
        .collect();
    let mut rng = SmallRng::seed_from_u64(inputs);
    let (mut memory, mut slowest) = (0, Duration::ZERO);
    for input in 0..inputs {
        let text = match input % 8 {
            // Any bytes, and long runs of one.
            0 => {
                let length = rng.random_range(0..200);
                pack(&(0..length).map(|_| rng.random()).collect::<Vec<u8>>())
            }
            1 => {
                let head = rng.random_range(0..20);
                let mut bytes: Vec<u8> = (0..head).map(|_| rng.random()).collect();
                let tail: u8 = *[0, 255, rng.random()]
                    .get(rng.random_range(0..3))
                    .unwrap_or(&0);
                bytes.resize(head + rng.random_range(0..200), tail);
                pack(&bytes)
            }
            // An honest link, changed here and there.
            2 | 3 => spoilt(&mut rng, &honest),
            4 => spoilt(&mut rng, &unpacked[(input / 8) as usize % unpacked.len()]),
            // Its letters.
            5 => misspelt(&mut rng, &pack(&honest)),
            6 => misspelt(&mut rng, real[(input / 8) as usize % real.len()]),
            // Any text.
            _ => {
                let length = rng.random_range(0..200);
                let any = |rng: &mut SmallRng| match rng.random_range(0..4) {
                    0 => char::from(rng.random_range(b' '..=b'~')),
                    1 => rng.random(),
                    _ => char::from(rng.random_range(b'0'..=b'z')),
                };
                (0..length).map(|_| any(&mut rng)).collect()
            }
        };
        let (bytes, mut time) = read(&text);
        if time > slowest {
            // Whoever else is at work on the machine is not slow twice.
            time = time.min(read(&text).1);
        }
        memory = memory.max(bytes);
        slowest = slowest.max(time);
        assert!(bytes < 16 << 20, "{bytes} bytes: {text}");
        assert!(time < Duration::from_secs(2), "{time:?}: {text}");
    }
    println!("{inputs} links: at most {memory} bytes and {slowest:?} for one");

    // The longest game, and the same without its end, which is refused when nearly all of it was read.
    let passes = longest();
    let mut coded = unpack(&passes).expect("it was packed");
    coded.truncate(coded.len() - 20);
    for (what, text) in [("passes", passes), ("passes without an end", pack(&coded))] {
        let (bytes, time) = read(&text);
        println!(
            "{MAX_PLIES} {what}: {} characters, {bytes} bytes, {time:?}",
            text.len()
        );
        assert!(bytes < 16 << 20 && time < Duration::from_secs(5));
    }

    // As long as a link may be, and longer.
    for length in [140_000, 1 << 20] {
        for byte in [0, 255, 0x55] {
            let (bytes, time) = read(&pack(&vec![byte; length]));
            println!("{length} times {byte}: {bytes} bytes, {time:?}");
            assert!(bytes < 16 << 20 && time < Duration::from_secs(5));
        }
        let (bytes, _) = read(&"1".repeat(length));
        assert!(bytes < 16 << 20);
    }
}
