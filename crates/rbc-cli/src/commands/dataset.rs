//! `outpost dataset`: training data for the network, from recorded games.
//!
//! `docs/siamese-data.md` describes the format.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use clap::Args;
use rbc_random::Rng;
use rbc_rules::{Color, GameHistory, Phase};
use rbc_siamese::{BoardFeatures, FEATURES_VERSION, PLANES, ROWS, observation_features};
use safetensors::{Dtype, tensor::TensorView};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    Failure,
    csv::Csv,
    dataset_split::{Split, game_id},
    decisions::{DEFAULT_BOARDS, Decision, chosen, each_decision},
    durable_files::{PartFile, make_folder, sync},
    option_values::positive,
    progress::Progress,
    shared_options::{DecisionOptions, ShardOptions},
    terminal::{print, shown, tell},
};

/// The version of the files' layout.
const FORMAT_VERSION: u32 = 1;
/// Size at which the next file is started.
const FILE_BYTES: usize = 256 << 20;
/// Maximum number of sides not followed to the end that are listed.
const TOLD: usize = 10;
/// The list of games, written last.
const INDEX: &str = "games.csv";
/// The part of all games without a split.
const UNLISTED: &str = "data";

/// Turn recorded games into training data for the network
///
/// Every decision of both players, before the sense and before the move, becomes one example: the planes
/// of its observations, the true board, other boards of the information set, and the opponent's name.
/// Writes safetensors files of up to 256 MiB (docs/siamese-data.md describes them) and games.csv, a line
/// for each game. The same records and options give the same files.
///
/// The exit code is 1 if a record cannot be read.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Options {
    /// Empty folder for the files, created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Boards of each decision at most, the true one included; of larger sets a random sample
    #[arg(long, value_name = "N", default_value_t = DEFAULT_BOARDS, value_parser = positive::<usize>)]
    boards: usize,

    #[command(flatten)]
    decisions: DecisionOptions,

    #[command(flatten)]
    pub shards: ShardOptions,
}

/// The decisions of some games, tensor by tensor; see `docs/siamese-data.md`.
#[derive(Default, Serialize, Deserialize)]
struct Examples {
    planes: Vec<u8>,
    /// Rows of all boards, one after the other; `row_ends` has the end of each board's.
    rows: Vec<u16>,
    row_ends: Vec<u32>,
    /// The end of each decision's boards.
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

    /// Adds a decision; `None` if the true board has too many pieces.
    fn add(&mut self, decision: &Decision<'_>, most: usize, rng: &mut Rng) -> Option<()> {
        let (told, set) = (decision.told, decision.set);
        // The true board comes first; the network is not shown the order.
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
        // A single entry, as the crate writes several in random order.
        let about = serde_json::json!({
            "format": FORMAT_VERSION,
            "features": FEATURES_VERSION,
            "rows": ROWS,
            "boards": options.boards,
            "seed": options.decisions.seed(),
            "opponents": names,
        });
        let metadata = HashMap::from([("outpost".to_owned(), about.to_string())]);
        let fails = |e: safetensors::SafeTensorError| Failure::at(path, e);
        let views = tensors
            .into_iter()
            .map(|(name, dtype, shape, data)| Ok((name, TensorView::new(dtype, shape, data)?)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(fails)?;
        // The crate makes a file that only its owner may read.
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

/// Writes the files and collects the index.
struct Writer<'a> {
    options: &'a Options,
    /// The part of each game, if a split is given.
    split: Option<&'a Split>,
    index: Csv,
    /// For each part, its examples that are not yet written and its number of files.
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
#[derive(Serialize, Deserialize)]
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
        if self.split.is_some() {
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

    /// Writes the rest, then the index, so that the games of an index are always there.
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

/// Makes the examples of one game; `None` if the split does not name it.
fn look(game: &GameHistory, place: &str, options: &Options, split: Option<&Split>) -> Option<Game> {
    let id = game_id(game);
    let part = match split {
        Some(split) => split.get(&id)?.clone(),
        None => UNLISTED.to_owned(),
    };
    let hash = u64::from_str_radix(&id, 16).unwrap_or_default();
    let mut rng = Rng::new(options.decisions.seed() ^ hash);
    let mut kept = Examples::default();
    let most = options.decisions.decisions.unwrap_or(usize::MAX);
    let mut chosen = chosen(2 * game.plies(), most, &mut rng);
    let broken_off = each_decision(game, options.decisions.following(), [None; 2], |decision| {
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

/// Writes the files; false when a record cannot be read.
///
/// # Errors
///
/// If there is no game, or a file cannot be read or written.
pub fn run(options: &Options) -> Result<bool, Failure> {
    let split = options.decisions.split()?;
    let split = split.as_ref();
    let work = options.shards.work(json!({
        "features": FEATURES_VERSION,
        "split": options.decisions.hash_of_split()?,
    }))?;
    let progress = Progress::new("games", None).with_lines();
    let look = |game: &GameHistory, place: &str| {
        let looked = look(game, place, options, split);
        progress.add();
        looked
    };
    let paths = &options.decisions.records.paths;
    if work.is_shard() {
        work.look_in_turn(paths, look, |_| Ok(()))?;
        progress.finish();
        return work.finish_shard();
    }
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
            Ok(_) => ", as another program writes a dataset there, or was interrupted while it did",
            Err(_) => "",
        };
        return Err(Failure::Work(format!(
            "{out} is not empty{by_whom}: name another folder, or empty it"
        )));
    }
    // Of two programs that start in one empty folder, only one can create this.
    let index = PartFile::create_new(&index_path)?;
    let mut writer = Writer {
        options,
        split,
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
    let given_up = work.look_in_turn(paths, look, |games| {
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
        Ok(())
    })?;
    let given_up = given_up.unwrap_or_default();
    for reason in &given_up {
        tell(reason);
    }
    if writer.games == 0 {
        let what = match split {
            None => "there is no readable game",
            Some(_) => "there is no readable game that --split names",
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
    if let Some(split) = split {
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
