//! Puzzles: each kind on small sets whose answer is known, against brute force on those of games, and files from anywhere.

use std::{fs, path::Path, sync::OnceLock, time::Duration};

use proptest::prelude::*;
use rbc_agents::{
    Budget, BuiltIn, Cancelled, Journal, Stop, create, play_game,
    puzzles::{
        Candidate, Clues, FindOptions, Findings, Judged, Kind, KingHunt, KingRisks, Ladder,
        MomentPuzzle, PuzzleFile, SetBoards, Story, Told, Values, best_sense, check, check_file,
        choose, find, find_at, follow, left_after, solved_by,
    },
    taken_moves,
};
use rbc_belief::replay::{GameReplay, StepPhase};
use rbc_rules::{
    Arbiter, Color, GameHistory, GameSetup, Move, Position, Role, Square, record::Records,
};

/// The set of these boards, given in any order.
fn boards(fens: &[&str]) -> SetBoards {
    let mut fens: Vec<&str> = fens.to_vec();
    fens.sort_unstable();
    SetBoards::read(&fens.join(";")).expect("a set")
}

fn answers(judged: Option<Judged>) -> Vec<String> {
    judged.map(|judged| judged.answers).unwrap_or_default()
}

/// Five boards that only the window around d5 tells apart.
fn five_knights() -> SetBoards {
    boards(&[
        "4k3/8/2n5/8/8/8/8/4K3 w - -",
        "4k3/8/3n4/8/8/8/8/4K3 w - -",
        "4k3/8/4n3/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/2n5/8/8/4K3 w - -",
        "4k3/8/8/8/4n3/8/8/4K3 w - -",
    ])
}

#[test]
fn the_best_sense_tells_all_boards_apart() {
    let judged = best_sense(&five_knights()).expect("an answer");
    assert_eq!(judged.answers, ["d5"]);
    assert_eq!(judged.numbers[0], ("d5".to_owned(), 1.0));
    assert_eq!(judged.numbers[1].1, 2.0);
    // Of three beside each other many windows do.
    let three = boards(&[
        "4k3/8/2n5/8/8/8/8/4K3 w - -",
        "4k3/8/3n4/8/8/8/8/4K3 w - -",
        "4k3/8/4n3/8/8/8/8/4K3 w - -",
    ]);
    assert_eq!(best_sense(&three), None);
}

#[test]
fn boards_that_are_left_are_counted_by_result() {
    let judged = left_after(&five_knights(), Square::D6).expect("an answer");
    assert_eq!(judged.answers, ["2"]);
    let sizes: Vec<f64> = judged.numbers.iter().map(|(_, size)| *size).collect();
    assert_eq!(sizes, [2.0, 1.0, 1.0, 1.0]);
    // A window that shows the same on all boards is no question.
    assert_eq!(left_after(&five_knights(), Square::H1), None);
}

#[test]
fn a_safe_request_is_safe_from_both_rooks() {
    let set = boards(&[
        "k7/8/8/8/8/1N6/P7/4r1K1 w - -",
        "k5r1/8/8/8/8/1N6/P7/6K1 w - -",
    ]);
    let judged = KingRisks::of(&set).judge().expect("an answer");
    assert_eq!(judged.answers, ["g1f2", "g1h2"]);
    assert!(judged.numbers[2..].iter().all(|(_, lost)| *lost >= 1.0));
}

#[test]
fn a_slide_to_the_end_catches_the_king_on_the_way() {
    let set = boards(&[
        "3k4/8/8/8/8/8/8/K2R4 w - -",
        "8/3k4/8/8/8/8/8/K2R4 w - -",
        "4k3/8/8/8/8/8/8/K2R4 w - -",
    ]);
    let judged = KingHunt::now(&set).judge().expect("an answer");
    assert_eq!(judged.answers, ["d1d8"]);
    assert!((judged.numbers[0].1 - 2.0 / 3.0).abs() < 1e-9);
    assert!(KingHunt::forced(&set).is_none(), "it can be captured now");
}

#[test]
fn a_king_whose_square_is_known_is_no_question() {
    let known = boards(&["3k4/8/8/8/8/8/8/K2R4 w - -", "3k4/7p/8/8/8/8/8/K2R4 w - -"]);
    let hunt = KingHunt::now(&known);
    assert_eq!((hunt.squares, hunt.judge()), (1, None));
    // Forced captures stay: which request forces it is to be found.
    let forced = boards(&["7k/R7/8/8/8/8/8/1R5K w - -", "7k/R7/8/8/8/p7/8/1R5K w - -"]);
    let hunt = KingHunt::forced(&forced).expect("a forced capture");
    assert_eq!(
        (hunt.squares, answers(hunt.judge())),
        (1, vec!["b1b8".to_owned()])
    );
}

#[test]
fn a_capture_as_good_as_every_other_is_no_question() {
    let all_alike = boards(&["3k4/8/8/8/8/8/8/K2R4 w - -", "8/8/8/8/8/8/8/K2R3k w - -"]);
    assert_eq!(KingHunt::now(&all_alike).judge(), None);
    // Where one king cannot be captured, which one can is to be found.
    let one = boards(&["3k4/8/8/8/8/8/8/K2R4 w - -", "8/8/8/8/7k/8/8/K2R4 w - -"]);
    assert_eq!(answers(KingHunt::now(&one).judge()), ["d1d8"]);
}

#[test]
fn two_rooks_force_the_king_wherever_it_goes() {
    let set = boards(&["6k1/R7/8/8/8/8/8/1R5K w - -", "7k/R7/8/8/8/8/8/1R5K w - -"]);
    let hunt = KingHunt::forced(&set).expect("a forced capture");
    assert_eq!(answers(hunt.judge()), ["b1b8"]);
    // With a king in the middle, too, the rook on the back rank leaves it a way out.
    let escapes = boards(&["6k1/R7/8/8/8/8/8/1R5K w - -", "8/R7/8/4k3/8/8/8/1R5K w - -"]);
    assert!(KingHunt::forced(&escapes).is_none());
}

fn story(before: &str, told: &str) -> Story {
    let before: Position = before.parse().expect("a FEN");
    Story::new(&before, &told.parse().expect("words")).expect("few lines")
}

#[test]
fn stories_have_one_answer_or_none() {
    let only_the_queen = story("4k3/4q3/8/8/4P3/8/8/K7 b - -", "lost e4");
    assert_eq!(answers(only_the_queen.place(Role::Queen)), ["e4"]);
    assert_eq!(answers(only_the_queen.played()), ["e7e4"]);
    assert_eq!(only_the_queen.place(Role::King), None, "it did not move");
    // The king is on f7 or f8: it was not seen beside d7.
    let unseen = story("4k3/8/8/8/8/8/4P3/4K3 b - -", "lost -; sensed d7; seen -");
    assert_eq!(answers(unseen.count()), ["2"]);
    assert_eq!((unseen.place(Role::King), unseen.played()), (None, None));
    // All six are no question.
    assert_eq!(story("4k3/8/8/8/8/8/4P3/4K3 b - -", "lost -").count(), None);
    // Its pawn is in the way on f7: only f8 is left.
    let beside = "4k3/5p2/8/8/8/8/4P3/4K3 b - -";
    let gone = story(beside, "lost -; sensed d7; seen -");
    assert_eq!(answers(gone.place(Role::King)), ["f8"]);
    assert_eq!(answers(gone.played()), ["e8f8"]);
    assert!(!gone.shows_the_move());
    let seen = story(beside, "lost -; sensed g8; seen kf8 pf7");
    assert!(seen.shows_the_move());
    assert_eq!(seen.place(Role::King), None, "it was simply seen");
    // Two rounds: from f8 it went on to g7 or g8.
    let told = "lost -; sensed d7; seen -; moved e2e4; lost -; sensed e8; seen pf7";
    assert_eq!(answers(story(beside, told).count()), ["2"]);
    let told = "lost -; sensed d7; seen -; moved e2e4; lost e4";
    assert!(story(beside, told).lines.is_empty());
}

#[test]
fn the_best_request_captures_what_hangs_on_all_boards() {
    let set = boards(&[
        "3q2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -",
        "3q3k/5ppp/8/8/8/8/5PPP/3R2K1 w - -",
    ]);
    let values = Values::of(&set, &mut BuiltIn, 1, &mut Budget::unlimited()).expect("values");
    assert_eq!(answers(values.best_requests()), ["d1d8"]);
    assert!(values.agrees_on_requests(&["d1d8".to_owned()]));
    assert!(!values.agrees_on_requests(&["g1f1".to_owned()]));
}

#[test]
fn a_sense_is_worth_what_it_decides() {
    // The queen is beside one of the rooks; which one takes it must be known.
    let set = boards(&[
        "6k1/5ppp/8/q7/8/8/5PPP/R3R1K1 w - -",
        "6k1/5ppp/8/4q3/8/8/5PPP/R3R1K1 w - -",
        "6k1/q4ppp/8/8/8/8/5PPP/R3R1K1 w - -",
    ]);
    let values = Values::of(&set, &mut BuiltIn, 1, &mut Budget::unlimited()).expect("values");
    let after = values.after_senses(&set);
    let (none, all) = (values.best(), set.positions().len());
    let seeing = (0..all).map(|i| values.chances.iter().map(|c| c[i]).fold(0.0, f64::max));
    let seeing = seeing.sum::<f64>() / all as f64;
    assert!(
        after
            .iter()
            .all(|v| *v >= none - 1e-9 && *v <= seeing + 1e-9)
    );
    assert!((after[Square::H1 as usize] - none).abs() < 1e-9);
}

/// Two games between agents that keep track.
fn games() -> &'static [GameHistory] {
    static GAMES: OnceLock<Vec<GameHistory>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let play = |seed: u64| {
            let [mut white, mut black] =
                [seed, seed + 10].map(|seed| create("hsuc", seed).expect("an agent"));
            let setup = GameSetup {
                turn_limit: Some(24),
                ..GameSetup::default()
            };
            let now = &|| Duration::ZERO;
            let game = play_game([&mut *white, &mut *black], setup, now, &mut |_| {
                Budget::nodes(400)
            });
            game.expect("a game").history
        };
        (1..=2).map(play).collect()
    })
}

fn options() -> FindOptions {
    FindOptions {
        judged: 3,
        ..FindOptions::default()
    }
}

fn found() -> &'static Findings {
    static FOUND: OnceLock<Findings> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut all = Findings::default();
        for game in games() {
            let found = find(
                game,
                options(),
                &mut BuiltIn,
                None,
                &mut Budget::unlimited(),
            );
            all.add(found.expect("not cancelled"));
        }
        all
    })
}

/// Those of [`found`], rated.
fn chosen() -> PuzzleFile {
    let chosen = choose(found().candidates.clone(), 40, 1);
    PuzzleFile {
        version: PuzzleFile::VERSION,
        source: "a test".to_owned(),
        puzzles: chosen.candidates.into_iter().map(|c| c.puzzle).collect(),
    }
}

#[test]
fn what_is_found_is_right_by_the_check() {
    let file = chosen();
    assert_eq!(check_file(&file), Vec::<String>::new());
    let kinds = |kind| file.puzzles.iter().filter(|p| p.kind == kind).count();
    for kind in [Kind::Sense, Kind::Left, Kind::Played, Kind::Count] {
        assert!(kinds(kind) > 0, "{kind}: {:?}", found().counts);
    }
    let again = PuzzleFile::read(&file.text()).expect("a file");
    assert_eq!(again, file);
}

#[test]
fn the_same_games_give_the_same_puzzles() {
    let again = find(
        &games()[0],
        options(),
        &mut BuiltIn,
        None,
        &mut Budget::unlimited(),
    );
    let again = again.expect("not cancelled").candidates;
    let hash = again[0].game;
    let first = found().candidates.iter().filter(|c| c.game == hash);
    assert!(first.eq(again.iter()));
    // In whatever order they come, the same are chosen.
    let mut reversed = found().candidates.clone();
    reversed.reverse();
    let ids = |candidates: Vec<Candidate>| {
        let chosen = choose(candidates, 20, 7).candidates;
        chosen.into_iter().map(|c| c.puzzle).collect::<Vec<_>>()
    };
    assert_eq!(ids(found().candidates.clone()), ids(reversed));
}

#[test]
fn an_interrupted_search_continues() {
    let game = &games()[1];
    let mut journal = Journal::default();
    let looks = std::cell::Cell::new(0_u32);
    let found_in_pieces = loop {
        let stop = || {
            looks.set(looks.get() + 1);
            if looks.get().is_multiple_of(40) {
                Stop::Cancel
            } else {
                Stop::GoOn
            }
        };
        let mut budget = Budget::new(None, Box::new(stop)).resuming(&mut journal);
        match find(
            game,
            FindOptions {
                judged: 1,
                ..options()
            },
            &mut BuiltIn,
            None,
            &mut budget,
        ) {
            Ok(found) => break found,
            Err(Cancelled) => assert!(looks.get() < 1_000_000),
        }
    };
    let whole = find(
        game,
        FindOptions {
            judged: 1,
            ..options()
        },
        &mut BuiltIn,
        None,
        &mut Budget::unlimited(),
    );
    assert_eq!(found_in_pieces, whole.expect("not cancelled"));
}

/// Whether the side to move can capture the king of the other, by trying its moves.
fn can_capture_king(position: &Position) -> bool {
    let own = position.own_side(position.turn());
    let king = position.board().by_piece((!position.turn()).king());
    taken_moves(position, &own)
        .iter()
        .any(|m| king.contains(m.to))
}

#[test]
fn kings_are_lost_and_captured_as_by_brute_force() {
    let mut looked = 0;
    for candidate in &found().candidates {
        let set = SetBoards::read(&candidate.puzzle.boards).expect("a set");
        let (risks, hunt) = (KingRisks::of(&set), KingHunt::now(&set));
        for (r, request) in risks.requests.iter().enumerate() {
            for (b, position) in set.positions().iter().enumerate() {
                let mut after = position.clone();
                after.push(request.and_then(|m: Move| position.taken_move(m)));
                let gone = after.board().by_piece(after.turn().king()).is_empty();
                assert_eq!(hunt.caught[r][b], gone, "{} {request:?}", position.fen());
                let lost = !gone && can_capture_king(&after);
                assert_eq!(risks.lost[r][b], lost, "{} {request:?}", position.fen());
                looked += 1;
            }
        }
    }
    assert!(looked > 1_000, "{looked}");
}

#[test]
fn stories_lead_to_the_boards_of_the_information_set() {
    let mut stories = 0;
    for candidate in &found().candidates {
        let puzzle = &candidate.puzzle;
        let (Some(before), Some(told)) = (&puzzle.before, &puzzle.told) else {
            continue;
        };
        let before: Position = before.parse().expect("a FEN");
        let told: Told = told.parse().expect("words");
        let set = told.boards(&before).expect("boards");
        let lines = follow(&before, &told, Clues::ALL).expect("few");
        assert!(
            lines.iter().all(|line| set.contains(&line.position)),
            "{told}"
        );
        let mut fens: Vec<String> = lines.iter().map(|line| line.position.fen()).collect();
        fens.sort();
        fens.dedup();
        // A board that is reached in two ways may differ in an en passant square that nobody can use.
        assert!(fens.len() >= set.len());
        stories += 1;
    }
    assert!(stories > 4, "{stories}");
}

#[test]
fn the_committed_set_is_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/puzzles/puzzles.json");
    let text = fs::read_to_string(path).expect("the set");
    let file = PuzzleFile::read(&text).expect("a file of puzzles");
    assert_eq!(check_file(&file), Vec::<String>::new());
    assert_eq!(file.text(), text, "as the program writes it");
    assert!(file.puzzles.len() >= 500);
    for kind in Kind::ALL {
        let count = file.puzzles.iter().filter(|p| p.kind == kind).count();
        assert!(count >= 40, "{kind}: {count}");
    }
    let ratings = file.puzzles.iter().map(|p| f64::from(p.rating));
    let mean = ratings.sum::<f64>() / file.puzzles.len() as f64;
    assert!((1_400.0..1_600.0).contains(&mean), "{mean}");
}

/// The committed ratings came from all candidates together. Rated alone, puzzles whose solvers look at all boards are as they were;
/// for the others, other boards are drawn.
#[test]
fn a_puzzle_of_the_committed_set_alone_is_rated_as_it_was() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/puzzles/puzzles.json");
    let text = fs::read_to_string(path).expect("the set");
    let file = PuzzleFile::read(&text).expect("a file of puzzles");
    let mut sum = 0;
    for puzzle in &file.puzzles {
        let solved = solved_by(puzzle, &mut BuiltIn, &mut Budget::unlimited());
        let solved = solved.expect("not cancelled").expect("a puzzle");
        let (rating, deviation) = Ladder::COMMITTED.rate(&solved);
        let off = rating.abs_diff(puzzle.rating);
        let most = match puzzle.kind {
            Kind::Where | Kind::Played | Kind::Count | Kind::Left => 1,
            _ => 200,
        };
        assert!(
            off <= most,
            "{} {}: {rating}, was {}",
            puzzle.kind,
            puzzle.id,
            puzzle.rating
        );
        assert!(deviation.abs_diff(puzzle.deviation) <= 15, "{}", puzzle.id);
        sum += off;
    }
    let mean = f64::from(sum) / file.puzzles.len() as f64;
    assert!(mean < 16.0, "{mean}");
}

/// Recorded games between agents, with half-turns of a side.
fn moments() -> Vec<(GameReplay, Color, Vec<usize>)> {
    let path = "../../tests/conformance/fixtures/games.jsonl.gz";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let bytes = fs::read(path).expect("the games");
    let records = Records::new(&bytes);
    let texts: Vec<Vec<u8>> = records
        .texts()
        .expect("lines")
        .map(|(_, text)| text.to_vec())
        .collect();
    [
        (0, Color::White, vec![88, 92, 106, 108]),
        (2, Color::White, vec![42, 60]),
        (3, Color::Black, vec![23, 31, 45]),
        (14, Color::Black, vec![87, 91, 99]),
        (19, Color::Black, vec![7, 17, 23]),
    ]
    .map(|(game, color, plies)| {
        let game = GameHistory::from_json(&texts[game]).expect("a game");
        (GameReplay::new(&game), color, plies)
    })
    .into()
}

#[test]
fn moments_make_puzzles_that_their_side_got_wrong() {
    let mut near = 0;
    let mut kinds = Vec::new();
    for (replay, color, plies) in moments() {
        let made = find_at(
            &replay,
            color,
            &plies,
            &mut BuiltIn,
            &mut Budget::unlimited(),
        );
        for MomentPuzzle { ply, puzzle } in &made.expect("not cancelled") {
            kinds.push((*ply, puzzle.kind));
            assert_eq!(check(puzzle), Ok(()), "{puzzle:?}");
            let at = |phase: StepPhase| {
                let mut steps = replay.steps().iter();
                steps.find(|step| step.ply == *ply && step.phase == phase)
            };
            let begin = at(StepPhase::Start).expect("a half-turn");
            let boards = SetBoards::read(&puzzle.boards).expect("boards");
            assert_eq!(boards.color(), begin.color);
            let sense = at(StepPhase::Sensed).and_then(|step| step.sense.as_ref()?.square);
            let played = at(StepPhase::Moved).and_then(|step| step.played);
            let done = match puzzle.kind {
                Kind::Sense | Kind::Decide => sense.map(|square| square.to_string()),
                _ => played.map(|played| {
                    played
                        .requested
                        .map_or("pass".to_owned(), |m| m.to_string())
                }),
            };
            assert!(
                done.is_none_or(|done| !puzzle.answers.contains(&done)),
                "{ply} {puzzle:?}"
            );
            // The true board is among them: nothing that was told is left out.
            let truth: Position = begin.fen.parse().expect("a FEN");
            assert!(
                boards
                    .positions()
                    .iter()
                    .any(|p| p.board() == truth.board())
            );
            // What the side could know; where that was too much, one move from the board before.
            let told = replay.told(
                replay.steps().iter().position(|s| s == begin).expect("it") + 1,
                begin.color,
            );
            let start: Position = replay.steps()[0].fen.parse().expect("a FEN");
            let mut set =
                rbc_belief::InformationSet::new(begin.color, &start, 4_096).expect("a set");
            let mut small = |told| set.observe(told).is_ok() && set.estimated_len() < 65_536.0;
            let known = told.log().iter().all(&mut small);
            near += usize::from(!known || set.len() > boards.positions().len());
        }
    }
    let expected = [
        (92, Kind::King),
        (106, Kind::Safe),
        (42, Kind::King),
        (60, Kind::Move),
        (45, Kind::Safe),
        (87, Kind::Move),
        (17, Kind::King),
    ];
    assert_eq!(kinds, expected);
    assert!(near > 0);
}

#[test]
fn a_moment_is_of_what_its_side_could_know() {
    // White senses nothing: the king is anywhere within two steps of d8.
    let start = "3k4/8/8/8/8/8/8/K2R4 b - - 0 1".parse().expect("a FEN");
    let mut arbiter = Arbiter::new(GameSetup {
        start,
        ..GameSetup::default()
    });
    arbiter.start(0);
    for request in ["d8e8", "a1b1", "e8e7", "b1b2"] {
        arbiter.sense(None, 0).expect("a sense");
        arbiter.play(request.parse().ok(), 0).expect("a move");
    }
    arbiter.resign(Color::Black, 0);
    let replay = GameReplay::new(arbiter.history().expect("it is over"));
    let made = find_at(
        &replay,
        Color::White,
        &[3],
        &mut BuiltIn,
        &mut Budget::unlimited(),
    );
    let made = made.expect("not cancelled");
    let [MomentPuzzle { ply: 3, puzzle }] = &made[..] else {
        panic!("{made:?}");
    };
    assert_eq!(puzzle.kind, Kind::Sense);
    // From the true board before Black's move it could be on nine squares.
    assert_eq!(puzzle.boards.split(';').count(), 15);
    assert_eq!(puzzle.answers, ["c7", "d7", "e7"]);
}

#[test]
fn moments_make_the_same_puzzles_in_pieces_and_none_where_nothing_is_left_to_spend() {
    let (replay, color, plies) = &moments()[1];
    let color = *color;
    let whole = find_at(replay, color, plies, &mut BuiltIn, &mut Budget::unlimited());
    let whole = whole.expect("not cancelled");
    let mut journal = Journal::default();
    let looks = std::cell::Cell::new(0_u32);
    let in_pieces = loop {
        let stop = || {
            looks.set(looks.get() + 1);
            if looks.get().is_multiple_of(7) {
                Stop::Cancel
            } else {
                Stop::GoOn
            }
        };
        let mut budget = Budget::new(None, Box::new(stop)).resuming(&mut journal);
        match find_at(replay, color, plies, &mut BuiltIn, &mut budget) {
            Ok(made) => break made,
            Err(Cancelled) => assert!(looks.get() < 1_000_000),
        }
    };
    assert_eq!(in_pieces, whole);
    assert_eq!(whole.len(), 2);
    let none = find_at(replay, color, plies, &mut BuiltIn, &mut Budget::nodes(0));
    assert_eq!(none, Ok(Vec::new()));
    // Those of the other side are no half-turns of this one.
    let other = find_at(
        replay,
        !color,
        plies,
        &mut BuiltIn,
        &mut Budget::unlimited(),
    );
    assert_eq!(other, Ok(Vec::new()));
}

#[test]
fn mistakes_are_named() {
    let file = chosen();
    let of = |kind| {
        let mut all = file.puzzles.iter().filter(move |p| p.kind == kind);
        all.next().cloned().expect("one of the kind")
    };
    let refused = |puzzle: &_| check(puzzle).expect_err("a mistake");
    let mut puzzle = of(Kind::Left);
    puzzle.answers = vec!["99".to_owned()];
    assert!(refused(&puzzle).starts_with("the answers are "));
    let mut puzzle = of(Kind::Sense);
    puzzle.numbers.pop();
    assert!(refused(&puzzle).contains("other numbers"));
    let mut puzzle = of(Kind::Sense);
    puzzle.id = "00000000".to_owned();
    assert!(refused(&puzzle).contains("the id"));
    let mut puzzle = of(Kind::Count);
    puzzle.told = Some("lost a1; lost a1".to_owned());
    assert!(refused(&puzzle).starts_with("told: "));
    let mut puzzle = of(Kind::Count);
    puzzle.before = None;
    assert!(refused(&puzzle).contains("\"before\" is missing"));
    let mut puzzle = of(Kind::Played);
    puzzle.boards = "8/8/8/8/8/8/8/8 w - -".to_owned();
    assert!(refused(&puzzle).starts_with("boards: "));
    let mut puzzle = of(Kind::Left);
    puzzle.rating = 9_999;
    assert!(refused(&puzzle).contains("rating"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// A file of puzzles may be anybody's: it is refused with a message, or its mistakes are named.
    #[test]
    fn hostile_files_are_refused(cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        static TEXT: OnceLock<Vec<u8>> = OnceLock::new();
        let text = TEXT.get_or_init(|| {
            let mut file = chosen();
            file.puzzles.truncate(6);
            file.text().into_bytes()
        });
        let mut bytes = text.clone();
        for (index, byte) in cuts {
            let at = index.index(bytes.len());
            bytes[at] = match byte {
                // Digits, letters and separators make texts that are still read more often.
                0..=99 => b"12345678/; -kqrnbpKQRNBPabcdefgh"[usize::from(byte) % 32],
                _ => byte,
            };
        }
        if let Ok(file) = PuzzleFile::read(&String::from_utf8_lossy(&bytes)) {
            for mistake in check_file(&file) {
                prop_assert!(mistake.len() < 2_000 && mistake.starts_with("puzzle "));
            }
        }
    }
}
