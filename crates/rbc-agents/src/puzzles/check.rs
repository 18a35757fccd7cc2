//! Recomputes what is exact in a puzzle, and says what is wrong with it.

use std::collections::BTreeSet;

use rbc_belief::{InformationSet, PackedBoard};
use rbc_rules::{Position, Role, Square};

use super::{
    draft::Judged,
    king::KingHunt,
    ladder::{DEVIATIONS, RATINGS},
    puzzle::{Kind, Puzzle, PuzzleFile, number},
    safe::KingRisks,
    sense::{best_sense, left_after},
    set_boards::{SetBoards, four_fields, request_name},
    story::Story,
    told::Told,
    value::{MOVE_MARGIN, SENSE_MARGIN},
};

/// Most numbers of a puzzle.
const MOST_NUMBERS: usize = 40;

/// Checks a file: each puzzle, that they are sorted by id, and that no id is there twice.
///
/// Returns a sentence for each mistake, which begins with the puzzle's place and id.
#[must_use]
pub fn check_file(file: &PuzzleFile) -> Vec<String> {
    let mut wrong = Vec::new();
    for (i, puzzle) in file.puzzles.iter().enumerate() {
        let id: String = puzzle.id.chars().take(12).collect();
        let at = format!("puzzle {} ({id})", i + 1);
        if i > 0 && file.puzzles[i - 1].id >= puzzle.id {
            wrong.push(format!("{at}: not in the order of the ids, or there twice"));
        }
        if let Err(what) = check(puzzle) {
            wrong.push(format!("{at}: {what}"));
        }
    }
    wrong
}

/// Checks a puzzle: its form, that its boards follow from what was told, and its answers and numbers where they follow by logic.
/// Of `move` and `decide` the form and the margin are checked.
///
/// # Errors
///
/// The first mistake.
pub fn check(puzzle: &Puzzle) -> Result<(), String> {
    let kind = puzzle.kind;
    if !RATINGS.contains(&puzzle.rating) || !DEVIATIONS.contains(&puzzle.deviation) {
        return Err("the rating or its deviation is out of range".to_owned());
    }
    let given = [
        ("before", puzzle.before.is_some(), kind.has_story()),
        ("told", puzzle.told.is_some(), kind.has_story()),
        ("square", puzzle.square.is_some(), kind == Kind::Left),
        ("piece", puzzle.piece.is_some(), kind == Kind::Where),
    ];
    for (what, is_there, should_be) in given {
        if is_there != should_be {
            let is = if is_there { "there" } else { "missing" };
            return Err(format!("\"{what}\" is {is} in a puzzle of the kind {kind}"));
        }
    }
    if puzzle
        .turns
        .is_some_and(|turns| turns != 2 || kind != Kind::King)
    {
        return Err("\"turns\" is 2, of the kind king, or missing".to_owned());
    }
    if puzzle.numbers.len() > MOST_NUMBERS {
        return Err(format!("more than {MOST_NUMBERS} numbers"));
    }
    let distinct: BTreeSet<&String> = puzzle.answers.iter().collect();
    if puzzle.answers.is_empty() || distinct.len() < puzzle.answers.len() {
        return Err("no answers, or one twice".to_owned());
    }
    let boards = SetBoards::read(&puzzle.boards).map_err(|e| format!("boards: {e}"))?;
    let is_single = matches!(kind, Kind::Where | Kind::Played);
    if boards.positions().len() < 2 && !is_single {
        return Err("a single board".to_owned());
    }
    let none = || "there is no clear answer".to_owned();
    let judged = match kind {
        Kind::Sense => best_sense(&boards).ok_or_else(none)?,
        Kind::Left => {
            let square = puzzle.square.as_deref().unwrap_or_default();
            let square: Square = square.parse().map_err(|_| "not a square")?;
            left_after(&boards, square).ok_or_else(none)?
        }
        Kind::Safe => KingRisks::of(&boards).judge().ok_or_else(none)?,
        Kind::King => {
            let hunt = match puzzle.turns {
                None => KingHunt::now(&boards),
                Some(_) => KingHunt::forced(&boards).ok_or_else(none)?,
            };
            hunt.judge().ok_or_else(none)?
        }
        Kind::Where | Kind::Played | Kind::Count => {
            let story = story(puzzle, &boards)?;
            let judged = match (kind, puzzle.piece.as_deref()) {
                (Kind::Where, Some("king")) => story.place(Role::King),
                (Kind::Where, Some("queen")) => story.place(Role::Queen),
                (Kind::Where, _) => return Err("\"piece\" is \"king\" or \"queen\"".to_owned()),
                (Kind::Played, _) => story.played(),
                _ => story.count(),
            };
            judged.ok_or_else(none)?
        }
        Kind::Move => {
            let names = boards.requests().into_iter().map(request_name);
            check_values(puzzle, names.collect(), MOVE_MARGIN)?;
            return check_id(puzzle);
        }
        Kind::Decide => {
            let names = Square::ALL.iter().map(ToString::to_string);
            check_values(puzzle, names.collect(), SENSE_MARGIN)?;
            return check_id(puzzle);
        }
    };
    compare(puzzle, &judged)?;
    check_id(puzzle)
}

fn check_id(puzzle: &Puzzle) -> Result<(), String> {
    match puzzle.id_of() {
        id if id == puzzle.id => Ok(()),
        id => Err(format!("the id that follows from its content is {id}")),
    }
}

/// Reads the story and compares its boards with those given.
fn story(puzzle: &Puzzle, boards: &SetBoards) -> Result<Story, String> {
    let fen = puzzle.before.as_deref().unwrap_or_default();
    let before: Position = fen.parse().map_err(|e| format!("before: {e}"))?;
    if four_fields(&before) != fen {
        return Err("before: not in its usual form".to_owned());
    }
    let kings = [rbc_rules::Color::White, rbc_rules::Color::Black]
        .map(|color| before.board().by_piece(color.king()).count());
    if kings != [1, 1] {
        return Err("before: each side needs one king".to_owned());
    }
    let words = puzzle.told.as_deref().unwrap_or_default();
    let told: Told = words.parse().map_err(|e| format!("told: {e}"))?;
    if told.to_string() != words {
        return Err("told: not in its usual form".to_owned());
    }
    let me = !before.turn();
    let possible = told.boards(&before).map_err(|e| format!("told: {e}"))?;
    let given =
        InformationSet::of(me, boards.positions(), 4_096).map_err(|e| format!("boards: {e}"))?;
    let packed = |set: &InformationSet| set.boards().iter().collect::<BTreeSet<PackedBoard>>();
    if boards.color() != me || possible.own() != given.own() || packed(&possible) != packed(&given)
    {
        return Err("the boards are not those that follow from what was told".to_owned());
    }
    Story::new(&before, &told).ok_or_else(|| "too many boards on the way".to_owned())
}

fn compare(puzzle: &Puzzle, judged: &Judged) -> Result<(), String> {
    if puzzle.answers != judged.answers {
        return Err(format!("the answers are {}", judged.answers.join(" ")));
    }
    let numbers: Vec<_> = judged
        .numbers
        .iter()
        .map(|(name, value)| (name.clone(), number(*value)))
        .collect();
    if puzzle.numbers != numbers {
        return Err("other numbers follow from the boards".to_owned());
    }
    Ok(())
}

/// Checks the form of numbers that follow from a judgement: the answers come first, clearly ahead of what follows.
fn check_values(puzzle: &Puzzle, names: BTreeSet<String>, margin: f64) -> Result<(), String> {
    let (answers, numbers) = (&puzzle.answers, &puzzle.numbers);
    let is_right = |(answer, (name, _)): (&String, &(String, _))| answer == name;
    if numbers.len() <= answers.len() || !answers.iter().zip(numbers).all(is_right) {
        return Err("the numbers do not begin with those of the answers".to_owned());
    }
    if let Some((name, _)) = numbers.iter().find(|(name, _)| !names.contains(name)) {
        let name: String = name.chars().take(12).collect();
        return Err(format!("{name} is not possible"));
    }
    let values: Vec<f64> = numbers
        .iter()
        .map(|(_, n)| n.as_f64().unwrap_or(-1.0))
        .collect();
    let in_order = values.windows(2).all(|pair| pair[0] >= pair[1]);
    if !in_order || values.iter().any(|value| !(0.0..=1.0).contains(value)) {
        return Err("the numbers are not probabilities from the best down".to_owned());
    }
    // They are rounded to three digits.
    if values[0] - values[answers.len()] < margin - 0.0011 {
        return Err("the answers are not clearly ahead".to_owned());
    }
    Ok(())
}
