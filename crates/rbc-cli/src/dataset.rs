//! `outpost dataset`: what the network learns from, out of recorded games.
//!
//! The format is described in `docs/siamese-data.md`.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use rbc_agents::Rng;
use rbc_rules::{Color, GameHistory, Phase};
use rbc_siamese::{BoardFeatures, FEATURES_VERSION, PLANES, ROWS, observation_features};
use safetensors::{Dtype, tensor::TensorView};

use crate::{
    Command, Failure, arguments,
    decisions::{Decision, Following, each_decision},
    durable_files::{PartFile, sync},
    experiments::Csv,
    hash::fnv1a,
    progress::Progress,
    record_files,
    terminal::{print, printable, shown, tell},
    tournament_folder::make_folder,
};

pub const COMMAND: Command = Command {
    name: "dataset",
    summary: "turn recorded games into what the network learns from",
    help,
    run,
};

/// The version of the files' layout.
const FORMAT_VERSION: u32 = 1;
/// Boards of a decision unless something else is asked for, as in the paper.
pub const BOARDS: usize = 5_000;
/// Boards that a set holds before it is a sample.
pub const CAP: usize = 50_000;
/// A file is ended when it holds this many bytes.
const FILE_BYTES: usize = 256 << 20;
/// Sides not followed to the end that are told one by one.
const TOLD: usize = 10;
/// The list of games, which is there once everything else is.
const INDEX: &str = "games.csv";
/// The part of games that no list names.
const UNLISTED: &str = "data";

fn help() -> String {
    format!(
        "outpost dataset - turn recorded games into what the network learns from\n\n\
         Usage: outpost dataset [OPTIONS] --out DIR FILE|DIR...\n\n\
         Every decision of both players, before the sense and before the move, becomes one example: the planes of its\n\
         observations, the true board, other boards of the exact information set, and the opponent's name.\n\
         Writes safetensors files of up to {} MiB (docs/siamese-data.md has their layout) and games.csv, a line a game.\n\
         The same records and options give the same files.\n\n\
         The exit code is 1 when a record could not be read.\n\n\
         Options:\n\
         \x20 --out DIR        the folder for the files; made if need be, and empty\n\
         \x20 --boards N       boards of a decision at most, the true one among them (default {BOARDS});\n\
         \x20                  of larger sets, a random sample\n\
         \x20 --split FILE     a CSV file that puts games into parts, a line 'id,part' each (ids as in games.csv);\n\
         \x20                  files are named after the parts, and games it does not name are left out\n\
         \x20 --decisions N    decisions of a game at most, a random sample (default: all)\n\
         \x20 --cap BOARDS     boards that a set holds at most; beyond that it is a sample itself (default {CAP})\n\
         \x20 --seed S         seed of the samples (default 1)\n\
         \x20 -h, --help       show this\n",
        FILE_BYTES >> 20,
    )
}

struct Options {
    out: PathBuf,
    boards: usize,
    decisions: usize,
    split: Option<BTreeMap<String, String>>,
    following: Following,
    seed: u64,
    paths: Vec<PathBuf>,
}

fn read_options(parser: &mut lexopt::Parser) -> Result<Options, Failure> {
    let mut out = None;
    let mut options = Options {
        out: PathBuf::new(),
        boards: BOARDS,
        decisions: usize::MAX,
        split: None,
        following: Following::with_cap(CAP),
        seed: 1,
        paths: Vec::new(),
    };
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("out") => out = Some(arguments::path("out", parser.value()?)?),
            lexopt::Arg::Long("boards") => {
                options.boards = arguments::positive("boards", &parser.value()?)?;
            }
            lexopt::Arg::Long("decisions") => {
                options.decisions = arguments::positive("decisions", &parser.value()?)?;
            }
            lexopt::Arg::Long("split") => {
                options.split = Some(read_split(&arguments::path("split", parser.value()?)?)?);
            }
            lexopt::Arg::Long("cap") => {
                let cap = arguments::set_cap("cap", &parser.value()?)?;
                options.following = Following::with_cap(cap);
            }
            lexopt::Arg::Long("seed") => {
                options.seed = arguments::value("seed", &parser.value()?)?;
            }
            lexopt::Arg::Value(path) => options.paths.push(PathBuf::from(path)),
            other => return Err(other.unexpected().into()),
        }
    }
    options.out = out.ok_or_else(|| Failure::Usage("no --out DIR given".to_owned()))?;
    if options.paths.is_empty() {
        return Err(Failure::Usage("no file or folder given".to_owned()));
    }
    Ok(options)
}

/// The parts of games by their ids.
pub fn read_split(path: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let place = shown(path);
    let text = record_files::read_text(path)?;
    // Spreadsheets write a mark before the first letter.
    let text = text.trim_start_matches('\u{feff}');
    let mut split = BTreeMap::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line == "id,part" {
            continue;
        }
        let named = line.split_once(',').filter(|(id, part)| {
            let is_word = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_alphanumeric());
            is_word(id) && is_word(part)
        });
        let Some((id, part)) = named else {
            return Err(Failure::Work(format!(
                "{place}:{}: {} is not 'id,part', two words of letters and digits",
                i + 1,
                printable(&line.chars().take(80).collect::<String>())
            )));
        };
        if split.insert(id.to_owned(), part.to_owned()).is_some() {
            return Err(Failure::Work(format!(
                "{place}:{}: {id} is there twice",
                i + 1
            )));
        }
    }
    Ok(split)
}

/// What a game is known by: 64 bits of a hash (FNV-1a) of all that happened in it, in hexadecimal. Names do not
/// count.
pub fn game_id(game: &GameHistory) -> String {
    let nameless = GameHistory {
        white_name: None,
        black_name: None,
        ..game.clone()
    };
    format!("{:016x}", fnv1a(nameless.to_json().as_bytes()))
}

/// The decisions of some games, tensor by tensor; see `docs/siamese-data.md`.
#[derive(Default)]
struct Examples {
    planes: Vec<u8>,
    /// Rows of all boards, one after the other, and where those of each board end.
    rows: Vec<u16>,
    row_ends: Vec<u32>,
    /// Where the boards of each decision end.
    board_ends: Vec<u32>,
    set_sizes: Vec<f32>,
    sampled: Vec<u8>,
    phases: Vec<u8>,
    colors: Vec<u8>,
    plies: Vec<u16>,
    games: Vec<u32>,
    opponents: Vec<u16>,
}

impl Examples {
    fn decisions(&self) -> usize {
        self.board_ends.len()
    }

    fn bytes(&self) -> usize {
        self.planes.len() + 2 * self.rows.len() + 4 * self.row_ends.len()
    }

    /// Adds a decision; `None` where the true board has too many pieces.
    fn add(&mut self, decision: &Decision<'_>, most: usize, rng: &mut Rng) -> Option<()> {
        let (told, set) = (decision.told, decision.set);
        // The true board comes first; nobody is shown the order.
        let (boards, sampled) = decision.boards(most, rng)?;
        let marginals = set.survey().marginals;
        self.planes
            .extend(observation_features(told, &marginals, set.estimated_len()));
        let features = BoardFeatures::new(set.own());
        for board in boards {
            features.extend(board, &mut self.rows);
            self.row_ends.push(self.rows.len() as u32);
        }
        self.board_ends.push(self.row_ends.len() as u32);
        self.set_sizes.push(set.estimated_len() as f32);
        self.sampled.push(u8::from(sampled));
        self.phases.push(u8::from(told.phase() == Phase::Move));
        self.colors.push(told.color().fold_wb(0, 1));
        self.plies
            .push(u16::try_from(decision.ply).unwrap_or(u16::MAX));
        Some(())
    }

    /// Appends `other`'s decisions, of the game `game` against `opponents` (White's, Black's).
    fn append(&mut self, mut other: Examples, game: u32, opponents: [u16; 2]) {
        let (rows, boards) = (self.rows.len() as u32, self.row_ends.len() as u32);
        self.planes.append(&mut other.planes);
        self.rows.append(&mut other.rows);
        self.row_ends
            .extend(other.row_ends.iter().map(|end| rows + end));
        self.board_ends
            .extend(other.board_ends.iter().map(|end| boards + end));
        self.set_sizes.append(&mut other.set_sizes);
        self.sampled.append(&mut other.sampled);
        self.phases.append(&mut other.phases);
        self.plies.append(&mut other.plies);
        self.games.extend(other.colors.iter().map(|_| game));
        let opponents = other.colors.iter().map(|c| opponents[usize::from(*c)]);
        self.opponents.extend(opponents);
        self.colors.append(&mut other.colors);
    }

    fn write(&self, path: &Path, names: &[String], options: &Options) -> Result<(), Failure> {
        let n = self.decisions();
        let rows = little_endian(&self.rows, u16::to_le_bytes);
        let row_ends = little_endian(&self.row_ends, u32::to_le_bytes);
        let board_ends = little_endian(&self.board_ends, u32::to_le_bytes);
        let set_sizes = little_endian(&self.set_sizes, f32::to_le_bytes);
        let plies = little_endian(&self.plies, u16::to_le_bytes);
        let games = little_endian(&self.games, u32::to_le_bytes);
        let opponents = little_endian(&self.opponents, u16::to_le_bytes);
        let tensors = [
            ("planes", Dtype::U8, vec![n, PLANES, 8, 8], &self.planes),
            ("rows", Dtype::U16, vec![self.rows.len()], &rows),
            ("row_ends", Dtype::U32, vec![self.row_ends.len()], &row_ends),
            ("board_ends", Dtype::U32, vec![n], &board_ends),
            ("set_size", Dtype::F32, vec![n], &set_sizes),
            ("sampled", Dtype::U8, vec![n], &self.sampled),
            ("phase", Dtype::U8, vec![n], &self.phases),
            ("color", Dtype::U8, vec![n], &self.colors),
            ("ply", Dtype::U16, vec![n], &plies),
            ("game", Dtype::U32, vec![n], &games),
            ("opponent", Dtype::U16, vec![n], &opponents),
        ];
        // One entry: the crate writes several in no fixed order.
        let about = serde_json::json!({
            "format": FORMAT_VERSION,
            "features": FEATURES_VERSION,
            "rows": ROWS,
            "boards": options.boards,
            "seed": options.seed,
            "opponents": names,
        });
        let metadata = HashMap::from([("outpost".to_owned(), about.to_string())]);
        let fails = |e: safetensors::SafeTensorError| Failure::at(path, e);
        let views = tensors
            .into_iter()
            .map(|(name, dtype, shape, data)| Ok((name, TensorView::new(dtype, shape, data)?)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(fails)?;
        // That makes a file that nobody else may read, whatever this process does elsewhere.
        let file = PartFile::create(path)?;
        let part = file.part();
        let in_file = |e: io::Error| Failure::at(part, e);
        let usual = fs::metadata(part).map_err(in_file)?.permissions();
        safetensors::serialize_to_file(views, Some(metadata), part).map_err(fails)?;
        fs::set_permissions(part, usual)
            .and_then(|()| sync(&File::options().write(true).open(part)?))
            .map_err(in_file)?;
        file.finish()
    }
}

fn little_endian<T: Copy, const N: usize>(values: &[T], bytes: fn(T) -> [u8; N]) -> Vec<u8> {
    values.iter().flat_map(|value| bytes(*value)).collect()
}

/// The files being written, and what is said of all games.
struct Writer<'a> {
    options: &'a Options,
    index: Csv,
    /// The examples of each part that are not written yet, and the files written.
    parts: BTreeMap<String, (Examples, usize)>,
    names: Vec<String>,
    games: u32,
    decisions: usize,
    unreadable: usize,
    /// Games that the split does not name.
    unlisted: usize,
    /// Games that the split names and that were found.
    listed: BTreeSet<String>,
    /// Sides that were not followed to the end of their games.
    broken_off: usize,
}

/// One game's examples.
struct Game {
    id: String,
    names: [String; 2],
    plies: usize,
    part: String,
    examples: Examples,
    broken_off: Vec<String>,
    place: String,
}

impl Writer<'_> {
    fn take(&mut self, game: Game) -> Result<(), Failure> {
        let [white, black] = game.names.clone().map(|name| {
            let known = self.names.iter().position(|n| *n == name);
            let index = known.unwrap_or_else(|| {
                self.names.push(name);
                self.names.len() - 1
            });
            u16::try_from(index).unwrap_or(u16::MAX)
        });
        if self.options.split.is_some() {
            self.listed.insert(game.id.clone());
        }
        let decisions = game.examples.decisions();
        let [white_name, black_name] = game.names;
        self.index.row(&[
            self.games.to_string(),
            game.id,
            game.part.clone(),
            white_name,
            black_name,
            game.plies.to_string(),
            decisions.to_string(),
        ]);
        for reason in &game.broken_off {
            self.broken_off += 1;
            if self.broken_off <= TOLD {
                tell(&format!(
                    "{}: a side is not followed further: {reason}",
                    game.place
                ));
            }
        }
        let number = self.games;
        self.games += 1;
        self.decisions += decisions;
        let (examples, files) = self.parts.entry(game.part.clone()).or_default();
        examples.append(game.examples, number, [black, white]);
        if examples.bytes() >= FILE_BYTES {
            let path = file_path(&self.options.out, &game.part, *files);
            std::mem::take(examples).write(&path, &self.names, self.options)?;
            *files += 1;
        }
        Ok(())
    }

    /// Writes what is left, then the index: where there is one, all of its games are there.
    fn finish(&mut self, mut index: PartFile) -> Result<(), Failure> {
        for (part, (examples, files)) in &mut self.parts {
            if examples.decisions() > 0 {
                let path = file_path(&self.options.out, part, *files);
                std::mem::take(examples).write(&path, &self.names, self.options)?;
                *files += 1;
            }
        }
        index.write(std::mem::take(&mut self.index).finish().as_bytes())?;
        index.finish()
    }
}

fn file_path(out: &Path, part: &str, number: usize) -> PathBuf {
    out.join(format!("{part}-{number:04}.safetensors"))
}

/// The examples of one game; `None` where the split does not name it.
fn look(game: &GameHistory, place: &str, options: &Options) -> Option<Game> {
    let id = game_id(game);
    let part = match &options.split {
        Some(split) => split.get(&id)?.clone(),
        None => UNLISTED.to_owned(),
    };
    let hash = u64::from_str_radix(&id, 16).unwrap_or_default();
    let mut rng = Rng::new(options.seed ^ hash);
    let mut kept = Examples::default();
    let mut chosen = chosen(2 * game.plies(), options.decisions, &mut rng);
    let broken_off = each_decision(game, options.following, |decision| {
        if chosen.next().unwrap_or(true) {
            kept.add(&decision, options.boards, &mut rng);
        }
    });
    Some(Game {
        id,
        names: Color::ALL.map(|color| game.name(color).unwrap_or_default().to_owned()),
        plies: game.plies(),
        part,
        examples: kept,
        broken_off,
        place: place.to_owned(),
    })
}

/// Which of about `all` decisions are kept so that `most` are, in random order.
pub fn chosen(all: usize, most: usize, rng: &mut Rng) -> impl Iterator<Item = bool> + use<> {
    let mut keep: Vec<bool> = (0..all).map(|i| i < most).collect();
    for i in (1..keep.len()).rev() {
        keep.swap(i, rng.below(i + 1));
    }
    let rest = most >= all;
    keep.into_iter().chain(std::iter::repeat(rest))
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let options = read_options(parser)?;
    let files = record_files::collect(&options.paths)?;
    let out = shown(&options.out);
    let in_folder = |e: std::io::Error| Failure::at(&options.out, e);
    make_folder(&options.out)?;
    let index_path = options.out.join(INDEX);
    if fs::read_dir(&options.out)
        .map_err(in_folder)?
        .next()
        .is_some()
    {
        let index = fs::metadata(options.out.join(format!("{INDEX}.part")));
        let by_whom = match index {
            Ok(_) => ", as another program makes a dataset there, or one was ended while it did",
            Err(_) => "",
        };
        return Err(Failure::Work(format!(
            "{out} is not empty{by_whom}: name another folder, or empty it"
        )));
    }
    // Of two that begin in one empty folder only one can make this.
    let index = PartFile::create_new(&index_path)?;
    let mut writer = Writer {
        options: &options,
        index: Csv::new(&["game", "id", "part", "white", "black", "plies", "decisions"]),
        parts: BTreeMap::new(),
        names: Vec::new(),
        games: 0,
        decisions: 0,
        unreadable: 0,
        unlisted: 0,
        listed: BTreeSet::new(),
        broken_off: 0,
    };
    let progress = Progress::new("games", None).with_lines();
    let given_up = record_files::look_at_games_in_turn(
        &files,
        |game, place| {
            let looked = look(game, place, &options);
            progress.add();
            looked
        },
        |games| {
            for game in games {
                match game {
                    Ok(Some(game)) => writer.take(game)?,
                    Ok(None) => writer.unlisted += 1,
                    Err(reason) => {
                        tell(&reason);
                        writer.unreadable += 1;
                    }
                }
            }
            Ok::<_, Failure>(())
        },
    )?;
    for reason in &given_up {
        tell(reason);
    }
    if writer.games == 0 {
        let what = match &options.split {
            None => "there is no game that can be read",
            Some(_) => "there is no game that can be read and that --split names",
        };
        return Err(Failure::Work(what.to_owned()));
    }
    writer.finish(index)?;
    progress.finish();
    let mut text = format!(
        "{} decisions of {} games in {out}\n",
        writer.decisions, writer.games
    );
    for (part, (_, files)) in &writer.parts {
        text.push_str(&format!("  {part}: {files} files\n"));
    }
    if let Some(split) = &options.split {
        let missing = split.len() - writer.listed.len();
        text.push_str(&format!(
            "of {} games that --split names {missing} are not among the records; {} records that it does not name \
             were left out\n",
            split.len(),
            writer.unlisted
        ));
    }
    if writer.broken_off > 0 {
        text.push_str(&format!(
            "{} sides were not followed to the end of their games\n",
            writer.broken_off
        ));
    }
    if writer.unreadable > 0 {
        text.push_str(&format!(
            "{} records could not be read\n",
            writer.unreadable
        ));
    }
    print(&text)?;
    Ok(writer.unreadable == 0 && given_up.is_empty())
}
