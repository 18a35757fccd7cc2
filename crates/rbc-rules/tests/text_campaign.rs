//! A campaign of texts as they come: links that mails, chats and people changed, and texts put together from all that means something to the
//! reader. `tests/stress/README.md` says how to run it for longer.
//!
//! `OUTPOST_STRESS_SEED`, `OUTPOST_STRESS_SECONDS` (at most so long) and `OUTPOST_STRESS_INPUTS` (at most so many).

use std::{
    env,
    time::{Duration, Instant},
};

use rand::{Rng as _, SeedableRng as _, rngs::SmallRng};
use rbc_rules::{
    link::{Link, LinkError, unpack},
    pasted::Pasted,
    record::Records,
};

mod cpu_time;

fn setting(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a number")),
    )
}

fn pick<T: Copy>(rng: &mut SmallRng, list: &[T]) -> T {
    list[rng.random_range(0..list.len())]
}

/// The link as it may arrive; all of it is there.
fn wrapped(rng: &mut SmallRng, link: &str) -> String {
    let mut text = String::new();
    let breaks = [
        "\n", "\r\n", "\n> ", "\n> > ", " ", "\t", "\u{200b}", "\u{ad}", "=\n", "=\r\n", " \n | ",
    ];
    let holes = pick(rng, &[0, 0, 1, 2, 5]);
    let mut at = 0;
    for _ in 0..holes {
        let next = rng.random_range(at..=link.len());
        text.push_str(&link[at..next]);
        // Quoted-printable breaks within the link only: an `=` before it would be another text.
        if next > 0 && next < link.len() {
            text.push_str(pick(rng, &breaks));
        }
        at = next;
    }
    text.push_str(&link[at..]);
    let whole = text.len() == link.len();
    let before = [
        "",
        "#",
        " \n",
        "https://example.org/outpost/#",
        "https://example.org/?build=single#",
        "> https://example.org/#",
        "\"#",
        "<https://example.org/#",
        "[a game](https://example.org/#",
        "Look:\n",
        "Game 1 of 17 is\n\n",
        "https://example.org/embed.html#element=replay&link=",
        "<outpost-replay panels='text' link=\"",
        "#12345 is https://example.org/#",
        "link=3D",
        "Am 1. Mai schrieb 1z 1y:\n> ",
    ];
    let behind = [
        "",
        ".",
        ")",
        ">",
        "\"",
        "?utm_source=x",
        "&utm_source=1z",
        ":~:text=1a",
        "\n",
        "\n\nRegards,\nA. 1.",
        "…",
        "\u{200b}",
        "/",
        "](x)",
        "' panels=none>",
    ];
    let mut text = format!("{}{text}{}", pick(rng, &before), pick(rng, &behind));
    for _ in 0..pick(rng, &[0, 0, 1, 2]) {
        if whole {
            text = text
                .replace('%', "%25")
                .replace('#', "%23")
                .replace('/', "%2F")
                .replace('=', "%3D");
            text =
                format!("https://eur01.safelinks.protection.outlook.com/?url={text}&data=05%7C1a");
        }
    }
    text
}

/// Pieces of all that the reader looks for.
const PIECES: [&str; 64] = [
    "1",
    "1z",
    "1zz",
    "12",
    "#",
    "#1",
    "%23",
    "%2523",
    "=3D",
    "-23",
    "&",
    "=",
    "link=",
    "\n",
    "\r\n",
    "> ",
    " ",
    "\u{200b}",
    "\u{feff}",
    "é",
    "8/",
    "8/8/8/8/8/8/8/8",
    "4k3/8/8/8/8/8/8/4K3",
    "4k3/8/8/8/",
    "/8/8/8/4K3",
    " w",
    " b - -",
    " w KQkq e3 0 1",
    "_w_-_-_0_1",
    "+b+-+-",
    ";",
    ",",
    "\"",
    "'",
    "`",
    "[",
    "]",
    "{",
    "}",
    "[FEN \"",
    "[Event \"x\"]",
    "id \"a\";",
    "bm Qd1+;",
    "{\"type\": \"Boards\", \"fens\": [",
    "{\"game_history\": ",
    "{\"type\": \"GameHistory\"",
    ":",
    "\\",
    "<outpost-board ",
    "<outpost-replay ",
    "<iframe src=\"embed.html#",
    "item=",
    "fen=",
    "record=",
    ">",
    "</script>",
    "<script type=\"application/json\">",
    "embed.html?",
    "%",
    "%2",
    "&amp;",
    "&#49;",
    "999999999999",
    "https://lichess.org/analysis/",
];

fn patchwork(rng: &mut SmallRng) -> String {
    let pieces = rng.random_range(0..40);
    let mut text = String::new();
    for _ in 0..pieces {
        let times = pick(rng, &[1, 1, 1, 2, 30]);
        match rng.random_range(0..12) {
            0 => text.push(rng.random()),
            1 => text.push(char::from(rng.random_range(b' '..=b'~'))),
            _ => text.push_str(&pick(rng, &PIECES).repeat(times)),
        }
    }
    text
}

#[test]
fn texts_of_all_kinds_are_told_apart() {
    let seed = setting("OUTPOST_STRESS_SEED").unwrap_or(1);
    let inputs = setting("OUTPOST_STRESS_INPUTS");
    let seconds = setting("OUTPOST_STRESS_SECONDS");
    // Alone, some seconds.
    let most = inputs.unwrap_or(if seconds.is_some() { u64::MAX } else { 20_000 });
    let until = Instant::now() + Duration::from_secs(seconds.unwrap_or(3_600));
    let real: Vec<&str> = include_str!("links-1.txt").lines().step_by(2).collect();
    let boards = "1NQI3BtIUAawEWgrKNQyyWdIZ";
    let game = "1v1HBPbjTbJA4rMO2h3bwy8RHJ1fvOyZaNhWy33zNdYG9Z4xGHxd9o5cIr77";
    let mut rng = SmallRng::seed_from_u64(seed);
    let [
        mut count,
        mut whole,
        mut cut,
        mut changed,
        mut patched,
        mut opened,
    ] = [0u64; 6];
    let mut slowest = Duration::ZERO;
    while count < most && (count % 1024 != 0 || Instant::now() < until) {
        let link = match count % 4 {
            0 => boards,
            1 => game,
            _ => real[rng.random_range(0..real.len())],
        };
        match count % 16 {
            0..6 => {
                let text = wrapped(&mut rng, link);
                assert_eq!(unpack(&text), unpack(link), "{text:?}");
                assert_eq!(Pasted::of(&text), Pasted::Link(link.to_owned()), "{text:?}");
                if count % 64 == 0 {
                    assert_eq!(Link::decode(&text), Link::decode(link), "{text:?}");
                    opened += 1;
                }
                whole += 1;
            }
            6..9 => {
                let kept = rng.random_range(0..link.len());
                let text = wrapped(&mut rng, &link[..kept]);
                assert!(unpack(&text).is_err(), "{text:?}");
                // Where enough is left to know it by, it is said to be cut.
                let address = format!("https://example.org/#{}", &link[..kept]);
                if kept > 4 {
                    assert!(
                        matches!(unpack(&address), Err(LinkError::Cut { .. })),
                        "{address}"
                    );
                    assert_eq!(Pasted::of(&address), Pasted::Link(link[..kept].to_owned()));
                }
                let _ = Pasted::of(&text);
                cut += 1;
            }
            9..12 => {
                let at = rng.random_range(0..link.len());
                let other = char::from(rng.random_range(b'0'..=b'z'));
                let text = format!("{}{other}{}", &link[..at], &link[at + 1..]);
                if text != link {
                    assert!(unpack(&text).is_err(), "{text}");
                }
                let text = wrapped(&mut rng, &text);
                let _ = Pasted::of(&text);
                changed += 1;
            }
            _ => {
                let text = patchwork(&mut rng);
                let read = || (Pasted::of(&text), Records::new(text.as_bytes()).count());
                let mut took = cpu_time::of(read);
                if took > slowest {
                    took = took.min(cpu_time::of(read));
                }
                slowest = slowest.max(took);
                assert!(took < Duration::from_millis(500), "{took:?}: {text:?}");
                // What is found in a text is found in itself.
                match Pasted::of(&text) {
                    Pasted::Boards(found) => {
                        let fens: Vec<String> = found.iter().map(|b| b.position.fen()).collect();
                        let Pasted::Boards(again) = Pasted::of(&fens.join("\n")) else {
                            panic!("{text:?}");
                        };
                        assert!(again.iter().map(|b| b.position.fen()).eq(fens), "{text:?}");
                    }
                    Pasted::Link(link) => {
                        assert!(
                            link.chars().all(|c| c.is_ascii_alphanumeric())
                                || unpack(&text).is_err(),
                            "{text:?}"
                        );
                    }
                    _ => {}
                }
                patched += 1;
            }
        }
        count += 1;
    }
    println!(
        "seed {seed}: {count} texts: {whole} whole links ({opened} opened), {cut} cut, {changed} changed, {patched} others; \
         the slowest of these took {slowest:?}"
    );
}
