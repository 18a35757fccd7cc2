//! Links: what is put in comes out, of random and of real games; what is broken says how.

use std::{
    fs,
    path::{Path, PathBuf},
};

use proptest::prelude::*;
use rand::{Rng as _, SeedableRng as _, rngs::SmallRng, seq::IndexedRandom as _};
use rbc_rules::{
    Arbiter, Color, GameHistory, GameSetup, Move, MoveResult, Phase, Position, Role, SenseResult,
    SideHistory, Square, WinReason,
    link::{
        Action, Brush, EncodeError, Limited, Link, LinkError, MAX_PLIES, MAX_TRIED, Note,
        Perspective, Place, Shape, Shared, StepPhase, Tried, View, WhatIf, pack, unpack,
    },
    record::Records,
};

/// A game of random requests from `start`; every tenth turn passes or does not sense.
fn random_game(seed: u64, plies: usize, start: Position) -> GameHistory {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut arbiter = Arbiter::new(GameSetup {
        start,
        move_limit: None,
        ..GameSetup::default()
    });
    arbiter.name_players(
        rng.random_bool(0.5).then(|| "Zoë \"z\"\n😀".to_owned()),
        None,
    );
    arbiter.start(0);
    while arbiter.phase() == Phase::Sense && arbiter.ply() < plies {
        let square = rng
            .random_bool(0.9)
            .then(|| Square::new(rng.random_range(0..64)));
        arbiter.sense(square, 0).expect("a sense");
        let requests = arbiter.observations(arbiter.turn()).own().requests();
        let request = requests.choose(&mut rng).copied();
        // Also promotions without a piece.
        let request = request.map(|m| {
            if rng.random_bool(0.5) {
                m
            } else {
                m.promoting_to(None)
            }
        });
        arbiter
            .play(request.filter(|_| rng.random_bool(0.9)), 0)
            .expect("a move");
    }
    arbiter.resign(arbiter.turn(), 0);
    let mut game = arbiter.history().expect("the game is over").clone();
    if game.win_reason == Some(WinReason::Resign) && rng.random_bool(0.5) {
        (game.winner, game.win_reason) = (None, None);
    }
    game
}

#[track_caller]
fn assert_comes_back(link: &Link) -> String {
    let text = link.encode().expect("it fits");
    assert!(text.bytes().all(|b| b.is_ascii_alphanumeric()), "{text}");
    assert_eq!(Link::decode(&text).as_ref(), Ok(link));
    let json = link.to_json();
    assert!(json.bytes().all(|b| matches!(b, b' '..=b'~')), "{json}");
    assert_eq!(Link::from_json(json.as_bytes()).as_ref(), Ok(link));
    text
}

/// Positions that RBC allows and chess does not, and such as lie far from the first.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    "4k3/PPPPPPPP/8/8/8/8/pppppppp/4K3 b - - 17 4000",
    "r3k2r/8/8/3pP3/3Pp3/8/8/R3K2R w Kq d6 99 1",
    "QQQQQQQQ/QQQQQQQQ/QQQQkQQQ/8/8/4K3/qqqqqqqq/qqqqqqqq b - - 0 1",
    "8/8/3kK3/8/8/8/8/8 w - - 4294967295 4294967295",
];

fn starts() -> impl Strategy<Value = Position> {
    prop::sample::select(&STARTS[..]).prop_map(|fen| fen.parse().expect("a FEN"))
}

fn squares() -> impl Strategy<Value = Square> {
    (0u32..64).prop_map(Square::new)
}

fn places(plies: usize) -> impl Strategy<Value = Place> {
    let phases = [StepPhase::Start, StepPhase::Sensed, StepPhase::Moved];
    (0..=plies as u32, prop::sample::select(phases.to_vec()))
        .prop_map(|(ply, phase)| Place { ply, phase })
}

fn notes(plies: usize) -> impl Strategy<Value = Vec<Note>> {
    let brushes = vec![Brush::Green, Brush::Red, Brush::Blue, Brush::Yellow];
    let shapes = (
        squares(),
        prop::option::of(squares()),
        prop::sample::select(brushes),
    )
        .prop_map(|(orig, dest, brush)| Shape { orig, dest, brush });
    let note = (
        places(plies),
        ".{0,60}",
        prop::collection::vec(shapes, 0..5),
    )
        .prop_map(|(place, text, shapes)| Note {
            place,
            text,
            shapes,
        });
    prop::collection::vec(note, 0..4)
}

/// Requests of any kind, also such as no side could make.
fn requests() -> impl Strategy<Value = Move> {
    let promotions = [
        None,
        Some(Role::Knight),
        Some(Role::Bishop),
        Some(Role::Rook),
        Some(Role::Queen),
    ];
    (
        squares(),
        squares(),
        prop::sample::select(promotions.to_vec()),
    )
        .prop_filter("it goes somewhere", |(from, to, _)| from != to)
        .prop_map(|(from, to, promotion)| Move::new(from, to).promoting_to(promotion))
}

/// Lines of play that leave a game of `plies` half-turns, in an order in which actions can follow one another.
fn what_ifs(plies: usize) -> impl Strategy<Value = WhatIf> {
    let action = prop_oneof![
        prop::option::of(squares()).prop_map(Action::Sense),
        prop::option::of(requests()).prop_map(Action::Request),
    ];
    let tried = prop::collection::vec((action, any::<bool>(), any::<bool>()), 1..=MAX_TRIED);
    (places(plies), tried, any::<bool>()).prop_map(|(first, tried, shown_first)| {
        let mut place = first;
        let tried: Vec<Tried> = tried
            .into_iter()
            .map(|(action, assumed, same_turn)| {
                let here = place;
                place = match here.phase {
                    StepPhase::Start if same_turn => Place {
                        phase: StepPhase::Sensed,
                        ..here
                    },
                    _ => Place {
                        ply: here.ply + 1,
                        phase: StepPhase::Start,
                    },
                };
                Tried {
                    place: here,
                    action,
                    assumed,
                }
            })
            .collect();
        WhatIf {
            place: if shown_first { first } else { place },
            tried,
        }
    })
}

fn annotated(shared: Shared, plies: usize) -> impl Strategy<Value = Link> {
    let perspectives = vec![
        Perspective::White,
        Perspective::Black,
        Perspective::Both,
        Perspective::Truth,
    ];
    let view = (
        places(plies),
        prop::sample::select(perspectives),
        prop::option::of(what_ifs(plies)),
    )
        .prop_map(|(place, perspective, what_if)| View {
            place,
            perspective,
            what_if,
        });
    (prop::option::of(view), notes(plies)).prop_map(move |(view, notes)| Link {
        shared: shared.clone(),
        view,
        notes,
        more: false,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn games_come_back(
        link in (any::<u64>(), 0usize..150, starts()).prop_flat_map(|(seed, plies, start)| {
            let game = random_game(seed, plies, start);
            let plies = game.plies();
            annotated(Shared::Game(Box::new(game)), plies)
        })
    ) {
        // A game without a move does not say where it starts.
        assert_comes_back(&link);
    }

    #[test]
    fn boards_come_back(
        link in prop::collection::vec((any::<u64>(), 1usize..60, starts()), 0..6).prop_flat_map(|seeds| {
            let boards = seeds.into_iter().map(|(seed, plies, start)| {
                let game = random_game(seed, plies, start);
                let moved = game.white.fens_after_move.last();
                moved.map_or_else(|| game.start(), |fen| fen.parse().expect("a FEN"))
            });
            annotated(Shared::Boards(boards.collect()), 0)
        })
    ) {
        assert_comes_back(&link);
    }

    /// A changed character, a missing one and one too many are found, and so is a change of case.
    #[test]
    fn broken_links_say_so(
        seed: u64, plies in 0usize..60, at: prop::sample::Index, other in "[0-9A-Za-z]",
    ) {
        let text = Link::game(random_game(seed, plies, Position::initial())).encode().expect("it fits");
        let at = at.index(text.len());
        let (before, after) = text.split_at(at);
        let changed = format!("{before}{other}{}", &after[1..]);
        if changed != text {
            prop_assert!(Link::decode(&changed).is_err());
        }
        let shortened = format!("{before}{}", &after[1..]);
        prop_assert!(Link::decode(before).is_err());
        prop_assert!(Link::decode(&shortened).is_err());
        let swapped: String = text.chars().map(|c| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }).collect();
        prop_assert!(Link::decode(&swapped).is_err());
    }
}

/// Thousands of games: fewer steps, so that they take little time.
#[test]
fn thousands_of_random_games_come_back() {
    for seed in 0..3_000 {
        let start = STARTS[seed as usize % STARTS.len()];
        let game = random_game(seed, 10 + seed as usize % 90, start.parse().expect("a FEN"));
        let text = Link::game(game.clone()).encode().expect("it fits");
        assert_eq!(Link::decode(&text), Ok(Link::game(game)), "seed {seed}");
    }
}

/// Some machines have real games beside the checkout or in it.
fn real_games() -> Option<PathBuf> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    ["shared/games", "../shared/games"]
        .into_iter()
        .map(|folder| repository.join(folder))
        .find(|folder| folder.is_dir())
}

/// The game with FENs as they are written today: old servers left out most en passant squares.
fn rewritten(game: &GameHistory) -> GameHistory {
    let mut game = game.clone();
    let mut now = game.start();
    for ply in 0..game.plies() {
        let side = game.side_mut(now.turn());
        side.fens_before_move[ply / 2] = now.fen();
        let turn = now.turn();
        now.push(game.side(turn).moves[ply / 2].taken);
        game.side_mut(turn).fens_after_move[ply / 2] = now.fen();
    }
    game
}

/// The first half-turns of a game.
fn beginning(game: &GameHistory, plies: usize) -> GameHistory {
    let mut part = game.clone();
    let opener = game.start().turn();
    for (color, turns) in [(opener, plies.div_ceil(2)), (!opener, plies / 2)] {
        let side: &mut SideHistory = part.side_mut(color);
        side.senses.truncate(turns);
        side.moves.truncate(turns);
        side.fens_before_move.truncate(turns);
        side.fens_after_move.truncate(turns);
    }
    (part.winner, part.win_reason) = (None, None);
    part
}

/// Median and 95th percentile.
fn quantiles(mut lengths: Vec<usize>) -> String {
    lengths.sort_unstable();
    let at = |share: usize| lengths[(lengths.len() - 1) * share / 100];
    format!(
        "{} games, characters: median {}, 95 % {}, most {}",
        lengths.len(),
        at(50),
        at(95),
        at(100)
    )
}

#[test]
fn real_games_come_back() {
    let Some(folder) = real_games() else {
        println!("skipped: no folder shared/games in or beside the checkout");
        return;
    };
    let (mut whole, mut sixty) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "gz") {
            continue;
        }
        let bytes = fs::read(&path).expect("a file");
        for game in Records::new(&bytes) {
            let game = game.expect("a game");
            let text = Link::game(game.clone()).encode().expect("by the rules");
            whole.push(text.len());
            assert_eq!(Link::decode(&text), Ok(Link::game(rewritten(&game))));
            if game.plies() >= 60 {
                let part = Link::game(rewritten(&beginning(&game, 60)));
                sixty.push(assert_comes_back(&part).len());
            }
        }
    }
    assert!(whole.len() > 600);
    println!("whole: {}", quantiles(whole));
    println!(
        "the first 60 half-turns, with names: {}",
        quantiles(sixty.clone())
    );
    assert!(sixty.into_iter().all(|length| length < 200));
}

fn sample() -> Link {
    Link {
        view: Some(View {
            place: Place {
                ply: 3,
                phase: StepPhase::Sensed,
            },
            perspective: Perspective::Black,
            what_if: None,
        }),
        notes: vec![Note {
            place: Place::default(),
            text: "<script>alert('1')</script> \u{202e}[x](javascript:0) *b* &amp; \0".to_owned(),
            shapes: vec![Shape {
                orig: Square::E2,
                dest: Some(Square::E4),
                brush: Brush::Red,
            }],
        }],
        ..Link::game(random_game(7, 12, Position::initial()))
    }
}

#[test]
fn a_sense_out_of_turn_is_no_game_by_the_rules() {
    // Black may have begun, but without a move no record tells from where.
    let mut game = GameHistory {
        winner: Some(Color::White),
        win_reason: Some(WinReason::Timeout),
        ..GameHistory::default()
    };
    assert!(Link::game(game.clone()).encode().is_ok());
    game.push_sense(Color::Black, Position::initial().sense(Some(Square::E3)));
    let refused = Link::game(game).encode();
    assert!(
        matches!(refused, Err(EncodeError::NotByTheRules(_))),
        "{refused:?}"
    );
}

/// Links of version 1, for ever: what was written once must be read as it was meant.
#[test]
fn links_of_old_are_read() {
    let text = include_str!("links-1.txt");
    let mut lines = text.lines();
    let mut count = 0;
    while let (Some(link), Some(json)) = (lines.next(), lines.next()) {
        let expected = Link::from_json(json.as_bytes()).expect("a record");
        assert_eq!(Link::decode(link).as_ref(), Ok(&expected));
        assert_eq!(
            expected.encode().as_deref(),
            Ok(link),
            "links come out as they did"
        );
        count += 1;
    }
    assert_eq!(count, 5);
}

fn tried(ply: u32, phase: StepPhase, action: Action) -> Tried {
    Tried {
        place: Place { ply, phase },
        action,
        assumed: false,
    }
}

#[test]
fn a_what_if_takes_a_few_characters() {
    let place = Place {
        ply: 3,
        phase: StepPhase::Moved,
    };
    let mut link = sample();
    let without = link.encode().expect("it fits");
    let what_if = WhatIf {
        place,
        tried: vec![
            tried(3, StepPhase::Start, Action::Sense(Some(Square::E4))),
            tried(3, StepPhase::Sensed, Action::Request("e7e5".parse().ok())),
        ],
    };
    link.view.as_mut().expect("a view").what_if = Some(what_if);
    let text = assert_comes_back(&link);
    println!("{} characters more", text.len() - without.len());
    assert!(text.len() <= without.len() + 16, "{text} {without}");
    let json = link.to_json();
    assert!(json.contains(r#""whatIf":{"place":{"ply":3,"phase":"moved"},"tried":[{"place":{"ply":3,"phase":"start"},"action":{"sense":28}}"#), "{json}");
}

#[test]
fn what_ifs_that_cannot_be_are_refused() {
    let link = |tried: Vec<Tried>, place: Place| {
        let mut link = sample();
        link.view.as_mut().expect("a view").what_if = Some(WhatIf { place, tried });
        link
    };
    let pass = |ply, phase| tried(ply, phase, Action::Request(None));
    let at = |ply| Place {
        ply,
        ..Place::default()
    };
    // Beyond the game, a turn left out, backwards, twice at one step, shown beyond its end.
    use StepPhase::{Sensed, Start};
    for (actions, place) in [
        (vec![pass(13, Start)], at(13)),
        (vec![pass(2, Start), pass(4, Start)], at(4)),
        (vec![pass(2, Start), pass(1, Sensed)], at(2)),
        (vec![pass(2, Start), pass(2, Start)], at(2)),
        (vec![pass(2, Start)], at(4)),
    ] {
        let refused = link(actions, place).encode();
        assert!(
            matches!(refused, Err(EncodeError::NoSuchPlace(..))),
            "{refused:?}"
        );
    }
    let long = (0..=MAX_TRIED as u32).map(|i| pass(2 + i, Start)).collect();
    let refused = link(long, at(3)).encode();
    assert_eq!(
        refused,
        Err(EncodeError::TooMuch(Limited::Tried, MAX_TRIED))
    );

    // Of a record, a what-if of no actions or of too many is none.
    let json = link(vec![pass(2, Start)], at(3)).to_json();
    let action = r#"{"place":{"ply":2,"phase":"start"},"action":{"request":null}}"#;
    assert!(json.contains(action), "{json}");
    let many = vec![action; MAX_TRIED + 1].join(",");
    for spoilt in ["", &*many] {
        assert!(Link::from_json(json.replace(action, spoilt).as_bytes()).is_err());
    }
    for (good, bad) in [
        (r#"{"request":null}"#, r#"{"request":"e2e2"}"#),
        (r#"{"request":null}"#, r#"{"sense":64}"#),
        (r#"{"request":null}"#, r#"{"resign":null}"#),
    ] {
        assert!(
            Link::from_json(json.replace(good, bad).as_bytes()).is_err(),
            "{bad}"
        );
    }

    // Whatever stands behind the flag of a link: it is read, or it is refused.
    let good = unpack(
        &link(vec![pass(2, Start), pass(3, Start)], at(4))
            .encode()
            .expect("it fits"),
    );
    let good = good.expect("it was packed");
    let mut rng = SmallRng::seed_from_u64(7);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..2_000 {
        let mut bytes = good.clone();
        let tail = bytes.len() - rng.random_range(1..8);
        bytes.truncate(tail);
        bytes.extend((0..rng.random_range(0..12)).map(|_| rng.random::<u8>()));
        match Link::decode(&pack(&bytes)) {
            Ok(link) => {
                read += 1;
                assert_comes_back(&Link {
                    more: false,
                    ..link
                });
            }
            Err(LinkError::Impossible(_)) => refused += 1,
            Err(error) => panic!("{error:?}"),
        }
    }
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}

#[test]
fn links_are_found_in_what_people_paste() {
    let link = sample();
    let text = link.encode().expect("it fits");
    let (first, second) = text.split_at(20);
    for pasted in [
        format!("https://example.org/outpost/#{text}"),
        format!("https://example.org/#/analyse/{text}"),
        format!("https://example.org/#g={text}&utm_source=chat"),
        format!("https://example.org/%23{text}"),
        format!("<https://example.org/#{text}>"),
        format!("[my game](https://example.org/#{text}), look!"),
        format!(" {first}\r\n  {second}\n"),
        format!("{first}\u{200b}{second}."),
        format!("{first}\u{ad}{second})"),
    ] {
        assert_eq!(Link::decode(&pasted).as_ref(), Ok(&link), "{pasted}");
    }
}

#[test]
fn errors_say_what_to_do() {
    let text = sample().encode().expect("it fits");
    let body = text.len() - 3;
    for (pasted, expected) in [
        (String::new(), "there is no link: copy all of it"),
        ("https://example.org/#".to_owned(), "there is no link"),
        (
            format!("2{text}"),
            "one of a later version ('2' where '1' is expected)",
        ),
        ("hello".to_owned(), "not a link to a game"),
        ("1".to_owned(), "ends right after its beginning: copy"),
        ("1z".to_owned(), "ends right after its beginning: copy"),
        ("1zzzzz".to_owned(), "changed on its way"),
        (
            text[..50].to_owned(),
            &*format!("cut off: 47 of its {body} characters are here; copy"),
        ),
        (
            format!("{}…{}", &text[..40], &text[60..]),
            &*format!("cut off: 37 of its {body} characters are here, then comes '…'; copy"),
        ),
        (text.to_uppercase(), "changed on its way"),
        (text.replace(|c: char| c.is_ascii_digit(), "1"), ""),
    ] {
        let error = Link::decode(&pasted).expect_err("broken").to_string();
        assert!(error.contains(expected), "{pasted}: {error}");
    }
}

#[test]
fn records_that_differ_from_the_rules_are_refused() {
    let mut game = random_game(7, 12, Position::initial());
    game.white.moves[2].capture = Some(Square::H5);
    let error = Link::game(game.clone())
        .encode()
        .expect_err("another capture");
    let text = error.to_string();
    assert!(
        text.contains("half-turn 5 (White's turn 3), capture square: the rules say"),
        "{text}"
    );
    assert!(text.contains("Share the record file"), "{text}");
    game.white.moves[2].capture = None;
    game.white.fens_after_move[2] = STARTS[2].to_owned();
    assert!(matches!(
        Link::game(game).encode(),
        Err(EncodeError::NotByTheRules(_))
    ));
}

#[test]
fn what_else_the_pages_keep_in_a_record_is_left_out() {
    let game = GameHistory::default().to_json();
    let kept = r#""tags": ["a"], "played": "2026-11-28", "assistance": {"white": "hints"}"#;
    let note = r#""notes": [{"place": {"ply": 0, "phase": "start"}, "text": "Here"}]"#;
    let json = format!(
        "{}, \"outpost\": {{{kept}, {note}}}}}",
        &game[..game.len() - 1]
    );
    let link = Link::from_json(json.as_bytes()).expect("a link");
    assert_eq!(link.notes.len(), 1);
    let read = Link::decode(&link.encode().expect("a game")).expect("a link");
    assert!(!read.to_json().contains("tags"), "{}", read.to_json());
}

#[test]
fn more_than_fits_is_refused() {
    let mut link = sample();
    link.notes[0].place.ply = 13;
    let error = link.encode().expect_err("beyond the end").to_string();
    assert!(
        error.contains("half-turn 13 (from 0), but there are 12"),
        "{error}"
    );
    link.notes[0].place.ply = 12;
    assert!(link.encode().is_ok());
    link.notes[0].text = "x".repeat(70_000);
    let error = link.encode().expect_err("too long").to_string();
    assert!(
        error.contains("at most 65536 bytes of names and notes"),
        "{error}"
    );

    let mut long = Arbiter::new(GameSetup {
        move_limit: None,
        ..GameSetup::default()
    });
    long.start(0);
    for _ in 0..=MAX_PLIES {
        long.sense(None, 0).expect("a turn");
        long.play(None, 0).expect("a turn");
    }
    long.resign(long.turn(), 0);
    let error = Link::game(long.history().expect("over").clone()).encode();
    assert_eq!(error, Err(EncodeError::TooMuch(Limited::Plies, MAX_PLIES)));
}

#[test]
fn games_of_any_form_come_back() {
    // No move, no names, no reason; a sense without a move; nothing but passes.
    assert_comes_back(&Link::game(GameHistory::default()));
    let mut open = GameHistory::default();
    open.white.senses.push(SenseResult::default());
    assert_comes_back(&Link::game(open.clone()));
    open.winner = Some(rbc_rules::Color::Black);
    open.win_reason = Some(WinReason::Timeout);
    assert_comes_back(&Link::game(open));
    assert_comes_back(&Link::boards(Vec::new()));
    let empty = "8/8/8/8/8/8/8/8 w - - 0 1".parse().expect("a FEN");
    assert_comes_back(&Link::boards(vec![empty]));

    // Black is captured en passant while in check: an old server refused that.
    let position: Position = "4k3/8/8/2pP4/8/8/8/2r1K3 w - c6 0 5"
        .parse()
        .expect("a FEN");
    let request: Option<Move> = "d5c6".parse().ok();
    let mut passed = position.clone();
    passed.push(None);
    let mut game = GameHistory::default();
    game.push_sense(position.turn(), position.sense(None));
    let result = MoveResult {
        requested: request,
        ..MoveResult::default()
    };
    game.push_move(position.turn(), result, position.fen(), passed.fen());
    assert_comes_back(&Link::game(game));
}
