//! `outpost verify`: whether records are games by these rules, and whether the information sets of
//! both sides hold the truth all along.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use rbc_belief::{Completeness, InformationSet};
use rbc_rules::{
    Color, GameHistory, Position,
    record::verify::{Replay, ReplayStep},
};

use crate::{
    Command, Failure, arguments,
    progress::Progress,
    record_files::{self, FileFindings},
    terminal::{print, shown, tell},
};

pub const COMMAND: Command = Command {
    name: "verify",
    summary: "replay records and check every event and both information sets",
    help,
    run,
};

/// Boards of one set: 3 MB, for both sides and on as many threads as there are. The sets of sides that
/// sense at random outgrow any cap; a larger one costs time in proportion.
const DEFAULT_CAP: usize = 200_000;

/// Boards above which a set that began anew does so again: few, as it says nothing about how large
/// sets grow.
const ANEW_CAP: usize = 500;

/// Mismatches of one game that are told one by one.
const TOLD: usize = 5;

/// Lines that are told of one file.
const TOLD_OF_A_FILE: usize = 20;

fn help() -> String {
    format!(
        "outpost verify - replay game records\n\n\
         Usage: outpost verify [OPTIONS] FILE|DIR...\n\n\
         Records are reconchess GameHistory JSON, one game a file or a line, gzipped or not; of folders\n\
         every .json, .jsonl and .gz file is read. Every sense, request, taken move, capture square, FEN\n\
         and outcome is checked, and that both sides' information sets hold the true board after every\n\
         event. A set that outgrows the cap begins anew from the true board before that event: what it\n\
         then holds is a part of the whole set, so a truth that is lost is still found out.\n\n\
         The last line says\n\n\
         \x20 games G plies P mismatches M truth-lost T largest-set S\n\n\
         and, only when there are any: unreadable U (records that cannot be read), old-rules O (en\n\
         passant captures that an old server refused to a side in check; rules of today allow them, the\n\
         game is followed from its recorded FEN). Details go to standard error. The exit code is 1 unless M, T and U are 0.\n\n\
         Options:\n\
         \x20 --no-sets      leave out the information sets\n\
         \x20 --cap BOARDS   boards above which a set begins anew (default {DEFAULT_CAP})\n\
         \x20 -h, --help     show this\n"
    )
}

struct Options {
    /// `None`: no information sets.
    cap: Option<usize>,
}

/// What was found in one game or in many.
#[derive(Default)]
struct Findings {
    games: usize,
    plies: usize,
    mismatches: usize,
    truth_lost: usize,
    unreadable: usize,
    old_rules: usize,
    /// Looks for the truth in a set, one after every event of a side.
    looks: usize,
    /// Times that a set outgrew the cap and began anew.
    anew: usize,
    largest_set: usize,
    /// What to tell, in order.
    details: Vec<String>,
}

impl Findings {
    fn merge(mut self, other: Findings) -> Findings {
        self.games += other.games;
        self.plies += other.plies;
        self.mismatches += other.mismatches;
        self.truth_lost += other.truth_lost;
        self.unreadable += other.unreadable;
        self.old_rules += other.old_rules;
        self.looks += other.looks;
        self.anew += other.anew;
        self.largest_set = self.largest_set.max(other.largest_set);
        self.details.extend(other.details);
        self
    }

    fn unreadable(reason: String) -> Findings {
        Findings {
            unreadable: 1,
            details: vec![reason],
            ..Findings::default()
        }
    }

    fn is_clean(&self) -> bool {
        self.mismatches == 0 && self.truth_lost == 0 && self.unreadable == 0
    }

    fn summary(&self) -> String {
        let mut text = format!(
            "games {} plies {} mismatches {} truth-lost {} largest-set {}",
            self.games, self.plies, self.mismatches, self.truth_lost, self.largest_set
        );
        for (name, count) in [
            ("unreadable", self.unreadable),
            ("old-rules", self.old_rules),
        ] {
            if count > 0 {
                text.push_str(&format!(" {name} {count}"));
            }
        }
        text.push('\n');
        text
    }
}

/// What the command line asks for, and the files and folders it names.
fn read_options(parser: &mut lexopt::Parser) -> Result<(Options, Vec<PathBuf>), Failure> {
    let mut options = Options {
        cap: Some(DEFAULT_CAP),
    };
    let mut paths = Vec::new();
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("no-sets") => options.cap = None,
            lexopt::Arg::Long("cap") => {
                options.cap = Some(arguments::positive("cap", &parser.value()?)?);
            }
            lexopt::Arg::Value(path) => paths.push(PathBuf::from(path)),
            other => return Err(other.unexpected().into()),
        }
    }
    if paths.is_empty() {
        return Err(Failure::Usage("verify: no file or folder given".to_owned()));
    }
    Ok((options, paths))
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let (options, paths) = read_options(parser)?;
    let files = record_files::collect(&paths)?;
    let progress = Progress::new("games", None);
    let found = record_files::look_at_games(&files, |game, place| {
        let findings = verify_game(game, place, &options);
        progress.add();
        findings
    });
    let findings = files
        .iter()
        .zip(found)
        .map(|(name, file)| summarise(name, file))
        .fold(Findings::default(), Findings::merge);
    progress.finish();
    for detail in &findings.details {
        tell(detail);
    }
    if options.cap.is_some() {
        tell(&format!(
            "looked for the truth {} times; {} times a set outgrew the cap and began anew",
            findings.looks, findings.anew
        ));
    }
    print(&findings.summary())?;
    Ok(findings.is_clean())
}

/// What was found in one file, with no more than some details of it.
fn summarise(name: &Path, file: FileFindings<Findings>) -> Findings {
    let mut findings = file
        .records
        .into_iter()
        .map(|record| record.unwrap_or_else(Findings::unreadable))
        .fold(Findings::default(), Findings::merge);
    if findings.details.len() > TOLD_OF_A_FILE {
        let more = findings.details.len() - TOLD_OF_A_FILE;
        findings.details.truncate(TOLD_OF_A_FILE);
        findings
            .details
            .push(format!("{}: and {more} more", shown(name)));
    }
    findings.details.extend(file.given_up);
    findings
}

fn verify_game(game: &GameHistory, place: &str, options: &Options) -> Findings {
    let mut findings = Findings {
        games: 1,
        ..Findings::default()
    };
    let mut replay = Replay::new(game);
    let mut sets = [Sets::Off, Sets::Off];
    loop {
        let before = replay.position().clone();
        let Some(step) = replay.step() else {
            break;
        };
        let Some(cap) = options.cap else {
            continue;
        };
        for (color, set) in Color::ALL.into_iter().zip(&mut sets) {
            if matches!(step, ReplayStep::Start | ReplayStep::SetUpAnew) {
                let start = replay.observations(color).start();
                *set = match InformationSet::new(color, start, cap) {
                    Ok(set) => Sets::Followed(Box::new(set)),
                    Err(e) => {
                        findings.details.push(format!("{place}: {e}"));
                        findings.truth_lost += 1;
                        Sets::Off
                    }
                };
            }
            let followed = set.follow(&replay, color, &before, &mut findings);
            if let Err(lost) = followed {
                findings.truth_lost += 1;
                findings.details.push(format!(
                    "{place}: half-turn {}, {}'s set: {lost}",
                    replay.ply() + 1,
                    color.fold_wb("White", "Black")
                ));
                *set = Sets::Off;
            }
        }
    }
    findings.plies = replay.ply();
    findings.mismatches = replay.mismatches().len();
    findings.old_rules = replay.old_rules().len();
    for mismatch in replay.mismatches().iter().take(TOLD) {
        findings.details.push(format!("{place}: {mismatch}"));
    }
    if replay.mismatches().len() > TOLD {
        let more = replay.mismatches().len() - TOLD;
        findings.details.push(format!("{place}: and {more} more"));
    }
    for event in replay.old_rules() {
        findings.details.push(format!(
            "{place}: {event} (an old server refused en passant captures in check; not counted as a mismatch)"
        ));
    }
    findings
}

/// One side's information set, as long as it is followed.
enum Sets {
    Off,
    Followed(Box<InformationSet>),
}

impl Sets {
    /// Takes in what `color` was told and looks for the truth. `before` is the true position before
    /// that was told.
    fn follow(
        &mut self,
        replay: &Replay<'_>,
        color: Color,
        before: &Position,
        findings: &mut Findings,
    ) -> Result<(), String> {
        let Sets::Followed(set) = self else {
            return Ok(());
        };
        let told = replay.observations(color);
        let observed = set.observed();
        let catch_up = |set: &mut InformationSet| {
            set.catch_up(told, &mut |_, _| ControlFlow::Continue(()))
                .map_err(|e| e.to_string())
        };
        catch_up(set)?;
        if set.completeness() != Completeness::Exact {
            findings.anew += 1;
            **set = InformationSet::knowing(color, before, observed, ANEW_CAP)
                .map_err(|e| e.to_string())?;
            catch_up(set)?;
        }
        // A side that lost its king was not told of the last move: its set stands before it.
        let behind = replay.position().turn() == color
            && !matches!(
                told.phase(),
                rbc_rules::Phase::Sense | rbc_rules::Phase::Move
            );
        if behind {
            return Ok(());
        }
        findings.looks += 1;
        findings.largest_set = findings.largest_set.max(set.len());
        if set.contains(replay.position()) {
            Ok(())
        } else {
            Err(format!(
                "{} boards, and the truth is none of them: {}",
                set.len(),
                replay.position().fen()
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set that began from another position than the game cannot hold its truth.
    #[test]
    fn a_lost_truth_is_told() {
        let game = GameHistory::default();
        let mut replay = Replay::new(&game);
        replay.step();
        let other = "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1";
        for (color, expected) in [
            // White's own pieces are not compared, Black's are all there.
            (Color::White, true),
            (Color::Black, false),
        ] {
            let start = other.parse().expect("a FEN");
            let set = InformationSet::new(color, &start, 100).expect("few pieces");
            let mut sets = Sets::Followed(Box::new(set));
            let before = replay.position();
            let followed = sets.follow(&replay, color, before, &mut Findings::default());
            assert_eq!(followed.is_ok(), expected, "{followed:?}");
        }
    }
}
