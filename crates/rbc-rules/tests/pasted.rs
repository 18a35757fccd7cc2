//! What people paste, and what was made to hold a reader up.

use std::{fs, path::Path, time::Duration};

use rbc_rules::{
    link::Link,
    pasted::{Board, Pasted, Unknown},
    record::Records,
};

mod cpu_time;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ENDGAME: &str = "4k3/8/8/3n4/8/8/4P3/4K3 b - - 3 40";
/// Three boards that cannot be told apart: of `docs/embedding.md`.
const LINK: &str = "1NQI3BtIUAawEWgrKNQyyWdIZ";

fn fens(text: &str) -> Vec<String> {
    match Pasted::of(text) {
        Pasted::Boards(boards) => boards.iter().map(|b| b.position.fen()).collect(),
        other => panic!("{other:?}: {text}"),
    }
}

#[test]
fn links_are_found_whatever_is_around_them() {
    let (head, tail) = LINK.split_at(9);
    let encoded = format!("https%3A%2F%2Fexample.org%2Foutpost%2F%23{LINK}");
    let twice = encoded.replace('%', "%25");
    for text in [
        LINK.to_owned(),
        format!("#{LINK}"),
        format!("#{LINK}?utm_source=x"),
        format!("#{LINK}&utm_source=x/y=z"),
        format!("#{LINK}:~:text=x"),
        format!("https://example.org/outpost/?build=single#{LINK}"),
        format!("\"https://example.org/#{LINK}\""),
        format!("“{LINK}”"),
        format!("<https://example.org/#{LINK}>"),
        format!("[our game](https://example.org/#{LINK}), look at it!"),
        format!("*https://example.org/#{LINK}*."),
        format!("> https://example.org/#{LINK}"),
        format!(
            "Am 1. Mai schrieb Zoë:\n> > Here, no 1 of 10:\n> > https://example.org/#{head}\n> > {tail}\n> Bye"
        ),
        format!("https://example.org/#{head}=\r\n{tail}"),
        format!("<a href=3D\"https://example.org/embed.html#element=3Dboard&link=3D{LINK}\">"),
        format!("https://example.org/#{head}\u{ad}\u{200b} \n\t{tail}."),
        format!("Game 17 of 20 is here\n{LINK}\nand that was it"),
        encoded.clone(),
        twice.clone(),
        format!(
            "https://eur01.safelinks.protection.outlook.com/?url={encoded}&data=05%7C02%7Cx%40y.z%7C1a2b&sdata=1q2w%3D&reserved=0"
        ),
        format!("https://www.google.com/url?q={encoded}&sa=D&source=1x"),
        format!("https://urldefense.proofpoint.com/v2/url?u=https-3A__example.org_-23{LINK}&d=1w"),
        format!("https://urldefense.com/v3/__https://example.org/*{LINK}__;Iw!!1a2b$"),
        format!("https://example.org/embed.html#element=board&link={LINK}&overlays=knight"),
        format!("<outpost-board link=\"{LINK}\" overlays=\"knight\"></outpost-board>"),
        format!(
            "<script type=\"module\" src=\"https://example.org/outpost-embed.js\"></script>\n<outpost-replay link='{LINK}'\n panels=none></outpost-replay>"
        ),
        format!(
            "<iframe src=\"https://example.org/embed.html#element=replay&amp;link={LINK}&amp;panels=text+moves\" width=\"100%\"></iframe>\n<script type=\"module\">addEventListener('message', 1);</script>"
        ),
        format!(
            "<iframe src=\"https://example.org/embed.html#item=element%3Dboard%26link%3D{LINK}&amp;item=element%3Dgame\"></iframe>"
        ),
        format!("<outpost-replay game=\"{LINK}\"></outpost-replay>"),
        format!("[12:01] Bob: https://example.org/#{LINK}"),
        format!("Issue #12345, see also #{LINK}"),
    ] {
        assert_eq!(Pasted::of(&text), Pasted::Link(LINK.to_owned()), "{text}");
        assert!(Link::decode(&text).is_ok(), "{text}");
    }
}

#[test]
fn links_that_are_broken_are_links() {
    for (text, link) in [
        (format!("#{}", &LINK[..20]), &LINK[..20]),
        (
            format!("https://example.org/#{}…", &LINK[..20]),
            &LINK[..20],
        ),
        (
            format!("> https://example.org/#{}x{}?a=b", &LINK[..8], &LINK[9..]),
            &*format!("{}x{}", &LINK[..8], &LINK[9..]),
        ),
        ("#2abcdefgh".to_owned(), "2abcdefgh"),
        ("2abcdefghij".to_owned(), "2abcdefghij"),
        ("#1h".to_owned(), "1h"),
    ] {
        assert_eq!(Pasted::of(&text), Pasted::Link(link.to_owned()), "{text}");
        assert!(Link::decode(&text).is_err());
    }
}

#[test]
fn positions_are_found_whatever_is_around_them() {
    let underscored = ENDGAME.replace(' ', "_");
    let plus = ENDGAME.replace(' ', "+").replace('/', "%2F");
    for text in [
        ENDGAME.to_owned(),
        format!("\u{feff}  {ENDGAME}\r\n"),
        format!("\"{ENDGAME}\","),
        format!("> {ENDGAME}"),
        format!("FEN: {ENDGAME}"),
        format!("position fen {ENDGAME} moves e1e2"),
        format!("{ENDGAME};x"),
        ENDGAME.replace(" 3 40", "\n3 40"),
        ENDGAME.replace(" b - ", " \n b - "),
        ENDGAME.replace("/3n4/8/", "/3n4/\n8/"),
        ENDGAME.replace("/3n4/8/", "/3n4\r\n/8/"),
        ENDGAME.replace("/3n4/8/", "/3\n> n4/8/"),
        format!("https://lichess.org/analysis/{underscored}"),
        format!("https://lichess.org/analysis/standard/{underscored}?color=black#3"),
        format!("https://lichess.org/analysis/fromPosition/{underscored}"),
        format!("https://lichess.org/editor/{underscored}?color=white"),
        format!("https://lichess.org/editor/{}", ENDGAME.replace(' ', "%20")),
        format!("https://www.chess.com/analysis?fen={plus}&flip=true"),
        format!(
            "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Flichess.org%2Fanalysis%2F{}&data=05",
            underscored.replace('/', "%2F")
        ),
        format!("[Event \"A study\"]\n[FEN \"{ENDGAME}\"]\n[SetUp \"1\"]\n\n1... Kd7 2. e4 Nb4 *"),
        format!("[FEN \"{ENDGAME}\"]"),
        format!("{{\"type\": \"Boards\", \"fens\": [\"{ENDGAME}\"]}}"),
        format!("[\"{ENDGAME}\"]"),
        format!("<outpost-board fen=\"{ENDGAME}\" caption=\"&lt;b&gt;\"></outpost-board>"),
        format!(
            "<outpost-lesson><outpost-game task=count boards='{ENDGAME}'></outpost-game></outpost-lesson>"
        ),
        format!("https://example.org/embed.html#element=game&fen={plus}"),
        format!("https://example.org/embed.html?element=game&fen={plus}#"),
    ] {
        assert_eq!(fens(&text), [ENDGAME], "{text}");
    }
    let both = [START, ENDGAME];
    for text in [
        format!("{START}\r\n\n {ENDGAME} \n"),
        format!("{START};{ENDGAME}"),
        format!("{START} ; \n {ENDGAME};"),
        format!("\"{START}\",\n\"{ENDGAME}\""),
        format!("[\"{START}\",\"{ENDGAME}\"]"),
        format!("# Two of them\n1. {START}\n2. {ENDGAME}"),
        format!(
            "[White \"A 8/8\"]\n[FEN \"{START}\"]\n\n1. e4 *\n\n[FEN \"{ENDGAME}\"]\n\n1... Kd7 *"
        ),
        format!("<outpost-board boards=\"{START};\n  {ENDGAME}\"></outpost-board>"),
    ] {
        assert_eq!(fens(&text), both, "{text}");
    }
    // Fields that are left out.
    assert_eq!(fens("8/8/8/8/8/8/8/4K2k"), ["8/8/8/8/8/8/8/4K2k w - - 0 1"]);
    assert_eq!(
        fens("8/8/8/8/8/8/8/4K2k b"),
        ["8/8/8/8/8/8/8/4K2k b - - 0 1"]
    );
    assert_eq!(fens("8/8/8/8/8/8/8/8;x"), ["8/8/8/8/8/8/8/8 w - - 0 1"]);
    // A number at a line's beginning is not the counter of the line before.
    assert_eq!(
        fens("4k3/8/8/8/8/8/8/4K3 w - -\n2 4k3/8/8/8/8/8/8/4K3 b - -").len(),
        2
    );
}

#[test]
fn positions_of_epd_keep_their_names() {
    let text = "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";\n\
                1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01 \";\n\
                rn1qkb1r/pp2pppp/5n2/3p1b2/3P4/2N1P3/PP3PPP/R1BQKBNR w KQkq - bm Qb3 ; c0 \"a; id \"\n";
    let Pasted::Boards(boards) = Pasted::of(text) else {
        panic!("no boards");
    };
    let names = |b: &Board| b.name.clone();
    let names: Vec<_> = boards.iter().map(names).collect();
    assert_eq!(
        names,
        [Some("WAC.002".to_owned()), Some("BK.01".to_owned()), None]
    );
    assert_eq!(
        boards[0].position.fen(),
        "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1"
    );
}

/// The collections of test positions that some machines have beside the checkout.
#[test]
fn collections_of_epd_are_read_whole() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, count) in [
        ("wac.epd", 299),
        ("bratko-kopec.epd", 24),
        ("kaufman.epd", 25),
    ] {
        let places =
            ["shared/epd", "../shared/epd"].map(|folder| repository.join(folder).join(file));
        if let Some(place) = places.iter().find(|place| place.is_file()) {
            let text = fs::read_to_string(place).expect("a text");
            let Pasted::Boards(boards) = Pasted::of(&text) else {
                panic!("{file}: {:?}", Pasted::of(&text));
            };
            assert_eq!(boards.len(), count, "{file}");
            assert!(boards.iter().all(|board| board.name.is_some()), "{file}");
        }
    }
}

#[test]
fn records_are_for_their_reader() {
    for text in [
        "{\"type\": \"GameHistory\"}\n{\"type\": \"GameHistory\"}",
        "\u{feff}{\"type\": \"GameHis",
        "{\"game_history\": {\"type\": \"GameHistory\"}}",
        "[{\"type\": \"GameHistory\"}]",
        "[1, 2",
        "[]",
        "[\"hello\"]",
        &format!("{{\"white_name\": \"https://example.org/#{LINK}\"}}"),
    ] {
        let expected = text.trim_start_matches('\u{feff}').to_owned();
        assert_eq!(Pasted::of(text), Pasted::Records(expected));
    }
    // In the code of an embed.
    let record = "{\"type\": \"GameHistory\", \"white_name\": \"<&\"}";
    for text in [
        "<outpost-replay panels=\"text\">\n  <script type=\"application/json\">\n    RECORD\n  </script>\n</outpost-replay>".replace("RECORD", record),
        "<outpost-replay record='RECORD'></outpost-replay>".replace("RECORD", &record.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&#34;")),
        "https://example.org/embed.html#element=replay&record=%7B%22type%22%3A+%22GameHistory%22%2C+%22white_name%22%3A+%22%3C%26%22%7D".to_owned(),
    ] {
        assert_eq!(Pasted::of(&text), Pasted::Records(record.to_owned()), "{text}");
    }
}

#[test]
fn what_is_nothing_says_why() {
    use Unknown::{BadLine, Embed, File, Nothing, TooMany};
    let bad = |line, text: &str| BadLine {
        line,
        text: text.to_owned(),
    };
    for (text, expected) in [
        ("e4 e5".to_owned(), Nothing),
        ("https://example.org/".to_owned(), Nothing),
        (
            "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            Nothing,
        ),
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3 w - -".to_owned(), Nothing),
        ("1rbq1rk1/pp3ppp/8 w - -".to_owned(), Nothing),
        ("x".to_owned(), Nothing),
        (format!("x{}y", " ".repeat(300_000)), Nothing),
        (format!("{ENDGAME}\nhello"), bad(2, "hello")),
        (
            format!("{ENDGAME}\r\n\r\n {ENDGAME}\nsomething else\n{ENDGAME}"),
            bad(4, "something else"),
        ),
        (
            format!("{}\nhello", ENDGAME.replace(" b - ", "\nb - ")),
            bad(3, "hello"),
        ),
        (format!("[\"{ENDGAME}\", \"hello\"]"), bad(2, "hello")),
        (format!("{ENDGAME}\n").repeat(4_097), TooMany),
        (
            "<outpost-replay src=\"games/one.json\"></outpost-replay>".to_owned(),
            File("games/one.json".to_owned()),
        ),
        (
            "<outpost-lesson name=\"sensing\" remember></outpost-lesson>".to_owned(),
            Embed,
        ),
        (
            "https://example.org/embed.html#element=lesson&name=rules".to_owned(),
            Embed,
        ),
    ] {
        assert_eq!(Pasted::of(&text), Pasted::Unknown(expected), "{:.90}", text);
    }
    for text in ["", " \n\t", "\u{feff} "] {
        assert_eq!(Pasted::of(text), Pasted::Empty);
    }
    assert_eq!(fens(&format!("{ENDGAME}\n").repeat(4_096)).len(), 4_096);
}

#[test]
fn lists_of_records_and_the_servers_form_are_read() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/fixtures/game.json");
    let one = fs::read_to_string(file).expect("a fixture");
    let one = one.trim();
    let indented = one.replace("{\"true\"", "\n  {\"true\"");
    for (text, games, lines) in [
        (format!("{{\"game_history\": {one}}}"), 1, &[1][..]),
        (format!("[{one}, {one}]"), 2, &[1, 1]),
        (format!("[\n{one},\n{one}\n]\n"), 2, &[2, 3]),
        (
            format!("[\n  {indented},\n  {{\"game_history\": {one}}}\n]"),
            2,
            &[2, 2 + indented.matches('\n').count() + 1],
        ),
        (
            format!("{{\"game_history\": {one}}}\n\n[{one}]\n{one}"),
            3,
            &[1, 3, 4],
        ),
        (format!("{{\"game_history\":\n{indented}\n}}"), 1, &[2]),
    ] {
        let read: Vec<_> = Records::new(text.as_bytes()).collect();
        assert_eq!(read.len(), games, "{text:.80}");
        for game in &read {
            assert_eq!(game.as_ref().map(|g| g.plies() > 0), Ok(true));
        }
        let texts = Records::new(text.as_bytes());
        let begins: Vec<usize> = texts
            .texts()
            .expect("a text")
            .map(|(line, _)| line)
            .collect();
        assert_eq!(begins, lines, "{text:.80}");
    }
    let mut broken = Records::new(b"[\n{\"type\": \"GameHistory\"},\n{\"type\": 3}]");
    let errors: Vec<_> = broken
        .by_ref()
        .map(|game| game.expect_err("no game").line)
        .collect();
    assert_eq!(errors, [Some(2), Some(3)]);
    assert_eq!(Records::new(b"[]").count(), 0);
}

/// Each made to be read again and again by what comes close.
fn hostile(length: usize) -> Vec<(&'static str, String)> {
    let fill = |unit: &str| unit.repeat(length / unit.len());
    vec![
        ("spaces", format!("x{}y", fill(" "))),
        ("quotes", format!("x{}y", fill("\"',` "))),
        ("digits", fill("1")),
        ("short links", fill("1zz ")),
        ("marked links", fill("#1zz")),
        ("links behind links", fill("1zzz1 ")),
        ("links on lines", fill("1zz\n> ")),
        ("links at quoted-printable", fill("=3D1zz=\n")),
        ("slashes", fill("/")),
        ("ranks", fill("8/")),
        ("ranks on lines", fill("8/\n")),
        (
            "long ranks on lines",
            fill(&format!("8/{}\n", " ".repeat(90))),
        ),
        ("boards on one line", fill("8/8/8/8/8/8/8/8 ")),
        ("boards with names", fill("8/8/8/8/8/8/8/8 w - - id \"")),
        ("fields", format!("8/8/8/8/8/8/8/8{}w", fill(" "))),
        ("breaks", format!("8/8/8/8/8/8/8/8{}w", fill("\n"))),
        ("tags", fill("[FEN \"")),
        ("tags on lines", fill("[FEN \"x\"]\n")),
        ("pieces", fill("p")),
        ("percents", fill("%25")),
        ("many percents", fill("%2525")),
        ("elements", fill("<outpost-board ")),
        ("attributes", format!("<outpost-board {}", fill("a=\""))),
        ("open attributes", fill("<iframe src=\"embed.html#item=")),
        ("addresses", fill("embed.html#item=")),
        (
            "entities",
            format!("<outpost-board fen=\"{}\">", fill("&#&")),
        ),
        ("scripts", fill("<outpost-replay><script type=json>")),
        ("brackets", fill("[")),
        ("objects", fill("{\"a\":")),
        ("wrappers", fill("{\"game_history\":{")),
        ("strings", format!("[{}", fill("\"\","))),
        ("one string", format!("[{}", fill("\""))),
        ("invisible", format!("1{}z", fill("\u{200b}"))),
        ("any", fill("1 #8/=\n>\u{ad}%31<a b='")),
    ]
}

#[test]
fn time_is_in_proportion_to_the_text() {
    const SHORT: usize = 1 << 18;
    let read = |text: &str| {
        cpu_time::of(|| {
            let _ = Pasted::of(text);
            Records::new(text.as_bytes())
                .texts()
                .map(Iterator::count)
                .ok()
        })
    };
    for ((what, short), (_, long)) in hostile(SHORT).into_iter().zip(hostile(4 * SHORT)) {
        let (mut first, mut then) = (read(&short), read(&long));
        if then > 8 * first + Duration::from_millis(20) {
            // Caches and whoever else is at work may have cost once.
            (first, then) = (first.max(read(&short)), then.min(read(&long)));
        }
        println!(
            "{what}: {first:?} for {}, {then:?} for {} bytes",
            short.len(),
            long.len()
        );
        assert!(
            then <= 8 * first + Duration::from_millis(20),
            "{what}: {first:?}, {then:?}"
        );
        assert!(then < Duration::from_secs(4), "{what}: {then:?}");
    }
}

#[test]
fn chess_games_are_told_from_json() {
    let games = [
        "[Event \"x\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 *",
        "1. e4 e5 2. Nf3",
        "1.d4",
        "1. ... Nf6",
    ];
    for text in games {
        assert_eq!(Pasted::of(text), Pasted::Unknown(Unknown::Chess), "{text}");
    }
    // The position of a tag is one, and a bracket alone says nothing.
    let tagged = "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 *";
    assert!(matches!(Pasted::of(tagged), Pasted::Boards(boards) if boards.len() == 1));
    assert!(matches!(Pasted::of("[nonsense]"), Pasted::Records(_)));
}

#[test]
fn names_of_positions_have_no_control_characters() {
    let epd = "4k3/8/8/8/8/8/8/4K2R w K - id \"BK.01\0\";";
    let Pasted::Boards(boards) = Pasted::of(epd) else {
        panic!("one position");
    };
    assert_eq!(boards[0].name.as_deref(), Some("BK.01"));
}

#[test]
fn numbers_and_identifiers_are_no_links() {
    let texts = [
        "see #12345 of repo",
        "1234567890123",
        "1b4e28ba-2fa1-11d2-883f-0016d3cca427",
        "item 1: (#17)",
    ];
    for text in texts {
        assert_eq!(
            Pasted::of(text),
            Pasted::Unknown(Unknown::Nothing),
            "{text}"
        );
    }
    // A link that was cut is still told from them.
    let cut = format!("https://example.org/outpost/#{}", &LINK[..9]);
    assert_eq!(Pasted::of(&cut), Pasted::Link(LINK[..9].to_owned()));
    assert_eq!(Pasted::of(&LINK[..9]), Pasted::Link(LINK[..9].to_owned()));
}
