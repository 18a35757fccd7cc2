//! Errors as codes with data: what crosses to JavaScript beside the English sentence.

use rbc_agents::{PastError, SealedError, TableError};
use rbc_belief::{
    InformationSetError, PositionsError, TooManyPieces,
    position_set::{MAX_PIECES, PositionSetError, TakeError, What},
    replay::{BranchError, ReplayError},
};
use rbc_rules::{
    self as rules, ArbiterError, ObservationError, ParseMoveError, ParsePositionError,
    link::{EncodeError, Limited, LinkError},
    record::{self, JsonProblem, MAX_DEPTH, MAX_NAME, RecordError, verify::Mismatch},
};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::{Color, Phase, Reason, SenseReport, Square, TakeBackRefusal, number, to_js, uci};

/// Why the engine refused a call: a code, and with most codes data. {@link EngineError} carries both, and an English sentence.
#[derive(Clone, Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(
    tag = "code",
    content = "data",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum ErrorDetails {
    /// An argument has not the type, or not the range, that it should have.
    BadArgument,
    /// A text is not a FEN; this is its beginning.
    NotAPosition { text: String },
    /// A text is not a move in UCI; this is its beginning.
    NotAMove { text: String },
    /// A record cannot be read.
    Record(RecordProblem),
    /// A file has more lines than this.
    TooManyGames { most: usize },
    /// A file holds no game; what is wrong with its first line, if it has one.
    NoGame { first: Option<RecordProblem> },
    /// A file has only so many games.
    NoSuchGame { game: usize, games: usize },
    /// A game has only so many steps.
    NoSuchStep { step: usize, steps: usize },
    /// There is no link in the text.
    LinkEmpty,
    /// A link begins with this character: it is no link, or of a later version.
    LinkVersion { found: char },
    /// A link holds something that only a later version can read.
    LinkLaterKind,
    /// The end of a link is missing: `found` of `expected` characters are there (`null` when even that is missing), and `stop`
    /// comes next.
    LinkCut {
        expected: Option<usize>,
        found: usize,
        stop: Option<char>,
    },
    /// The checksum of a link is wrong.
    LinkChanged,
    /// The checksum of a link is right, but its content is impossible.
    LinkImpossible,
    /// A link holds boards, where a game is needed.
    LinkOfBoards,
    /// A link cannot hold a record that differs from the rules.
    NotByTheRules(RecordDifference),
    /// A link cannot hold more of this.
    TooMuchForALink { what: LinkLimit, most: usize },
    /// A view or note is at a half-turn (from 0) beyond the end of the game.
    NoSuchPlace { ply: u32, plies: usize },
    /// A set needs at least one position.
    NoPositions,
    /// A set takes at most so many positions.
    TooManyPositions { most: usize },
    /// A position (from 1) differs from the first in what its side knows.
    PositionsDiffer { position: usize },
    /// A position (from 1) is not a FEN; this is its beginning.
    BadPosition { position: usize, text: String },
    /// In a position (from 1) this side is to move, in the first the other.
    OtherTurn { position: usize, color: Color },
    /// In a position (from 1) the pieces of this side, which it knows, differ from those of the first.
    OtherPieces { position: usize, color: Color },
    /// In a position (from 1) the castling rights of this side differ from those of the first.
    OtherCastling { position: usize, color: Color },
    /// In a position (from 1) a side has too many pieces.
    PieceCount {
        position: usize,
        color: Color,
        pieces: usize,
        most: usize,
    },
    /// In a position (from 1) a side has not one king.
    KingCount {
        position: usize,
        color: Color,
        kings: usize,
    },
    /// The opponent has more pieces than an information set can hold.
    TooManyPieces { pieces: usize },
    /// An action has only so many outcomes.
    NoSuchOutcome { outcome: usize, outcomes: usize },
    /// The side has sensed in this half-turn.
    HasSensed,
    /// The side has moved in this half-turn.
    HasMoved,
    /// Nothing is to be decided here by this side.
    NothingToDecide,
    /// The move may not be requested with these pieces.
    NotARequest { request: String },
    /// The turn is in this phase, where that is not possible.
    OutOfOrder { phase: Phase },
    /// An observation contradicts those before it.
    Contradiction {
        problem: Contradiction,
        square: Option<Square>,
        request: Option<String>,
    },
    /// No possible board fits the observations up to this step, if it is one of a replay.
    NoBoardFits { step: Option<usize> },
    /// No board was found that fits the observations up to this step, if it is one of a replay: too many were possible for too long.
    SetLost { step: Option<usize> },
    /// The call was interrupted.
    Interrupted,
    /// There is no agent of this name.
    NoSuchAgent { agent: String },
    /// The name of this side's player has more characters than allowed.
    LongName { color: Color, most: usize },
    /// This side is played by an agent, whose knowledge is hidden until the game is over.
    AgentsSeat { color: Color },
    /// This side is played by a person.
    NotAnAgent { color: Color },
    /// It is not this side's turn.
    NotYourTurn { color: Color },
    /// The game is over: this side's time ran out.
    TimeOver { color: Color },
    /// The game is not over yet.
    GameNotOver,
    /// No turn can be taken back.
    TakeBack { refusal: TakeBackRefusal },
    /// A game cannot go on from there: the other game has only so many half-turns.
    PastShort { asked: usize, turns: usize },
    /// A game cannot go on from there: the other game is over.
    PastOver,
    /// A game cannot go on from there: the record differs from the rules in this half-turn (from 0).
    PastDiffers { turn: usize },
    /// A game that goes on from another one has its start position.
    TwoStarts,
    /// The bytes are no saved game.
    NotASavedGame,
    /// The saved game is of a version that cannot be opened.
    SavedGameVersion { version: u8 },
    /// The saved game is damaged or cut off.
    SavedGameDamaged,
    /// The saved game is whole, but it cannot be played again.
    SavedGameImpossible,
    /// There must be one weight for each board.
    OtherWeights { weights: usize, boards: usize },
    /// {@link Stockfish.load} was not called.
    StockfishNotLoaded,
}

/// An error that was not thrown: code, data and English sentence.
#[derive(Clone, Tsify, Serialize)]
#[tsify(type = "ErrorDetails & { message: string }")]
pub struct DescribedError {
    message: String,
    #[serde(flatten)]
    details: ErrorDetails,
}

impl<E> From<E> for DescribedError
where
    E: ToString,
    ErrorDetails: From<E>,
{
    fn from(error: E) -> DescribedError {
        DescribedError {
            message: error.to_string(),
            details: error.into(),
        }
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Tsify, Serialize)]
#[tsify(missing_as_null)]
pub struct RecordProblem {
    /// The line (from 1) of the file on which the game begins.
    line: Option<usize>,
    /// The place in the game, such as `$.senses.true[3]`; `$` is the game itself.
    path: String,
    reason: RecordReason,
}

/// What is wrong at a place of a record.
#[derive(Clone, Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(
    tag = "code",
    content = "data",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum RecordReason {
    /// It is not text in UTF-8.
    NotUtf8 { byte: usize },
    /// It is not JSON.
    NotJson { line: usize, column: usize },
    /// It ends too early.
    Cut { line: usize, column: usize },
    /// A value has another type than expected.
    OtherType { line: usize, column: usize },
    /// Lists and objects are nested too deep.
    TooDeep { byte: usize, most: usize },
    /// A key is there twice.
    Twice,
    /// A key is missing.
    Missing { key: &'static str },
    /// The type of a value is missing.
    NoTag { tag: &'static str },
    /// Another value was expected; with `wanted: 'tag'` this type. What is there is shortened.
    Expected {
        wanted: Wanted,
        tag: Option<&'static str>,
        found: Option<String>,
    },
    /// A text is not a FEN; this is its beginning.
    NotAPosition { text: String },
    /// A text is not a move in UCI; this is its beginning.
    NotAMove { text: String },
    /// There is more than allowed.
    TooMany { what: Counted, most: usize },
    /// A text has more characters than allowed.
    TooLong { what: Named, most: usize },
    /// The list has so many entries, and the list `key` so many others.
    Lengths {
        entries: usize,
        others: usize,
        key: &'static str,
    },
    /// These numbers of a side do not go together.
    MovesAndSenses { moves: usize, senses: usize },
    /// The turns of the side that opens the game and those of the other side do not alternate.
    Turns {
        opener: Color,
        turns: usize,
        others: usize,
    },
    /// A turn before the last has no move.
    NoMove,
    /// The file is gzipped and damaged.
    Gzip,
    /// The file unpacks to more bytes than allowed.
    Unpacked { most: usize },
    /// There is not enough memory for the unpacked file.
    NoMemory { bytes: usize },
    /// A note has no place.
    NoPlace,
    /// A view, a place, an arrow or a mark cannot be read.
    Unreadable,
}

/// What was expected at a place of a record.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    Square,
    SquareOrNull,
    Fen,
    NameOrNull,
    Winner,
    PieceLetter,
    WinReason,
    WindowEntry,
    GameHistory,
    Tag,
    TagValue,
    Text,
    ShortText,
    Object,
    List,
}

/// What a record holds a limited number of.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    Entries,
    NoteBytes,
    Shapes,
}

/// The texts of a record whose characters are limited.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Named {
    Name,
    Tag,
}

/// What a link holds a limited number of.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkLimit {
    Characters,
    Plies,
    Boards,
    Notes,
    /// Bytes of names and notes.
    Text,
    /// Arrows and marks at one note.
    Shapes,
    /// Actions of a what-if.
    Tried,
}

/// How an observation contradicts those before it.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contradiction {
    NoOwnPiece,
    CaptureBeforeAnyMove,
    NotTheWindow,
    OtherOwnPiece,
    NotTheRequestedMove,
    CannotFail,
    StoppedByNothing,
    SeenOtherwise,
    KingCaptured,
    CaptureElsewhere,
    CaptureWithoutMove,
}

/// A place where a record and the rules disagree: a code with what each says, and an English sentence.
#[derive(Clone, Tsify, Serialize)]
#[tsify(
    type = "DifferenceDetails & { /** Half-turns completed before this one. */ ply: number; /** Whose turn it is. */ color: Color; \
            message: string }"
)]
pub struct RecordDifference {
    ply: usize,
    color: Color,
    message: String,
    #[serde(flatten)]
    details: DifferenceDetails,
}

/// What the rules give and what the record says, where they differ.
#[derive(Clone, Tsify, Serialize)]
#[tsify(missing_as_null)]
#[serde(
    tag = "code",
    content = "data",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum DifferenceDetails {
    /// The record goes on after the end of the game.
    Turn,
    SenseResult {
        rules: SenseReport,
        record: SenseReport,
    },
    FenBefore {
        rules: String,
        record: String,
    },
    /// The record requests a move that may not be requested; `null` is the pass.
    Request {
        record: Option<String>,
    },
    TakenMove {
        rules: Option<String>,
        record: Option<String>,
    },
    CaptureSquare {
        rules: Option<Square>,
        record: Option<Square>,
    },
    FenAfter {
        rules: String,
        record: String,
    },
    /// Half-turns of both sides, which move by turns.
    Plies {
        rules: usize,
        record: usize,
    },
    /// Senses of both sides.
    Senses {
        rules: usize,
        record: usize,
    },
    /// The outcome of the record, and what contradicts it.
    Outcome {
        rules: OutcomeRule,
        winner: Option<Color>,
        reason: Option<Reason>,
    },
}

/// What contradicts a recorded outcome.
#[derive(Clone, Copy, Tsify, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeRule {
    NoCapture,
    WhiteCaptured,
    BlackCaptured,
    Draw,
    MoveLimit,
    TurnLimit,
    Winner,
    Reason,
}

/// The error that a call throws, boxed: results with it are on every path.
pub struct Refusal(Box<DescribedError>);

impl Refusal {
    /// An error with its sentence.
    pub fn new(details: ErrorDetails, message: impl Into<String>) -> Refusal {
        Refusal(Box::new(DescribedError {
            message: message.into(),
            details,
        }))
    }

    /// An argument that is not what its type says.
    pub fn argument(message: &str) -> Refusal {
        Refusal::new(ErrorDetails::BadArgument, message)
    }

    /// A file without a game, and what is wrong with its first line.
    pub fn no_game(first: Option<&DescribedError>) -> Refusal {
        let why = first.map_or("it is empty", |first| &first.message);
        let message = format!("the file holds no game: {why}");
        let first = first.and_then(|first| match &first.details {
            ErrorDetails::Record(problem) => Some(problem.clone()),
            _ => None,
        });
        Refusal::new(ErrorDetails::NoGame { first }, message)
    }

    /// A game has no step of this number.
    pub fn no_step(step: usize, steps: usize) -> Refusal {
        BranchError::NoStep { step, steps }.into()
    }

    /// A set could not follow the game up to a step.
    pub fn at_step(step: usize, error: ReplayError) -> Refusal {
        let message = format!("step {step}: {error}");
        let details = match ErrorDetails::from(error) {
            ErrorDetails::NoBoardFits { .. } => ErrorDetails::NoBoardFits { step: Some(step) },
            ErrorDetails::SetLost { .. } => ErrorDetails::SetLost { step: Some(step) },
            details => details,
        };
        Refusal::new(details, message)
    }
}

impl<E> From<E> for Refusal
where
    DescribedError: From<E>,
{
    fn from(error: E) -> Refusal {
        Refusal(Box::new(error.into()))
    }
}

impl From<Refusal> for JsValue {
    /// An `Error` with the property `details`.
    fn from(Refusal(described): Refusal) -> JsValue {
        let error = JsValue::from(js_sys::Error::new(&described.message));
        if let Ok(details) = to_js(&described.details) {
            // Without it the sentence is still there.
            let _ = js_sys::Reflect::set(&error, &"details".into(), &details);
        }
        error
    }
}

impl From<tsify::Error> for ErrorDetails {
    fn from(_: tsify::Error) -> ErrorDetails {
        ErrorDetails::BadArgument
    }
}

impl From<serde_wasm_bindgen::Error> for ErrorDetails {
    fn from(_: serde_wasm_bindgen::Error) -> ErrorDetails {
        ErrorDetails::BadArgument
    }
}

impl From<ParsePositionError> for ErrorDetails {
    fn from(error: ParsePositionError) -> ErrorDetails {
        let text = error.text().to_owned();
        ErrorDetails::NotAPosition { text }
    }
}

impl From<ParseMoveError> for ErrorDetails {
    fn from(error: ParseMoveError) -> ErrorDetails {
        let text = error.text().to_owned();
        ErrorDetails::NotAMove { text }
    }
}

impl From<RecordError> for ErrorDetails {
    fn from(error: RecordError) -> ErrorDetails {
        ErrorDetails::Record(error.into())
    }
}

impl From<RecordError> for RecordProblem {
    fn from(error: RecordError) -> RecordProblem {
        RecordProblem {
            line: error.line,
            path: error.path,
            reason: error.reason.into(),
        }
    }
}

impl From<record::RecordReason> for RecordReason {
    fn from(reason: record::RecordReason) -> RecordReason {
        use record::RecordReason as From;
        match reason {
            From::NotUtf8 { byte } => RecordReason::NotUtf8 { byte },
            From::Json {
                problem,
                line,
                column,
                text: _,
            } => match problem {
                JsonProblem::Syntax => RecordReason::NotJson { line, column },
                JsonProblem::Cut => RecordReason::Cut { line, column },
                JsonProblem::Type => RecordReason::OtherType { line, column },
            },
            From::TooDeep { byte } => RecordReason::TooDeep {
                byte,
                most: MAX_DEPTH,
            },
            From::Twice => RecordReason::Twice,
            From::Missing(key) => RecordReason::Missing { key },
            From::NoTag(tag) => RecordReason::NoTag { tag },
            From::Expected { wanted, found } => RecordReason::Expected {
                wanted: wanted.into(),
                tag: match wanted {
                    record::Wanted::Tag(tag) => Some(tag),
                    _ => None,
                },
                found,
            },
            From::Position(error) => RecordReason::NotAPosition {
                text: error.text().to_owned(),
            },
            From::Move(error) => RecordReason::NotAMove {
                text: error.text().to_owned(),
            },
            From::TooMany(counted) => RecordReason::TooMany {
                what: match counted {
                    record::Counted::Entries(_) => Counted::Entries,
                    record::Counted::NoteBytes => Counted::NoteBytes,
                    record::Counted::Shapes => Counted::Shapes,
                },
                most: counted.most(),
            },
            From::TooLong(named) => RecordReason::TooLong {
                what: match named {
                    record::Named::Name => Named::Name,
                    record::Named::Tag => Named::Tag,
                },
                most: named.most(),
            },
            From::Lengths {
                entries,
                others,
                key,
            } => RecordReason::Lengths {
                entries,
                others,
                key,
            },
            From::MovesAndSenses { moves, senses } => {
                RecordReason::MovesAndSenses { moves, senses }
            }
            From::Turns { opener, turns } => RecordReason::Turns {
                opener: opener.into(),
                turns: turns.0,
                others: turns.1,
            },
            From::NoMove => RecordReason::NoMove,
            From::Gzip(_) => RecordReason::Gzip,
            From::Unpacked(most) => RecordReason::Unpacked { most },
            From::NoMemory(bytes) => RecordReason::NoMemory { bytes },
            From::NoPlace => RecordReason::NoPlace,
            From::Unreadable(_) => RecordReason::Unreadable,
        }
    }
}

impl From<record::Wanted> for Wanted {
    fn from(wanted: record::Wanted) -> Wanted {
        match wanted {
            record::Wanted::Square => Wanted::Square,
            record::Wanted::SquareOrNull => Wanted::SquareOrNull,
            record::Wanted::Fen => Wanted::Fen,
            record::Wanted::NameOrNull => Wanted::NameOrNull,
            record::Wanted::Winner => Wanted::Winner,
            record::Wanted::PieceLetter => Wanted::PieceLetter,
            record::Wanted::WinReason => Wanted::WinReason,
            record::Wanted::WindowEntry => Wanted::WindowEntry,
            record::Wanted::GameHistory => Wanted::GameHistory,
            record::Wanted::Tag(_) => Wanted::Tag,
            record::Wanted::TagValue => Wanted::TagValue,
            record::Wanted::Text => Wanted::Text,
            record::Wanted::ShortText => Wanted::ShortText,
            record::Wanted::Object => Wanted::Object,
            record::Wanted::List => Wanted::List,
        }
    }
}

impl From<LinkError> for ErrorDetails {
    fn from(error: LinkError) -> ErrorDetails {
        match error {
            LinkError::Empty => ErrorDetails::LinkEmpty,
            LinkError::NotThisVersion(found) => ErrorDetails::LinkVersion { found },
            LinkError::LaterKind => ErrorDetails::LinkLaterKind,
            LinkError::Cut {
                expected,
                found,
                stop,
            } => ErrorDetails::LinkCut {
                expected: Some(expected).filter(|expected| *expected > 0),
                found,
                stop,
            },
            LinkError::Changed => ErrorDetails::LinkChanged,
            LinkError::Impossible(_) => ErrorDetails::LinkImpossible,
        }
    }
}

impl From<EncodeError> for ErrorDetails {
    fn from(error: EncodeError) -> ErrorDetails {
        match error {
            EncodeError::NotByTheRules(mismatch) => {
                ErrorDetails::NotByTheRules((&*mismatch).into())
            }
            EncodeError::TooMuch(limited, most) => ErrorDetails::TooMuchForALink {
                what: match limited {
                    Limited::Characters => LinkLimit::Characters,
                    Limited::Plies => LinkLimit::Plies,
                    Limited::Boards => LinkLimit::Boards,
                    Limited::Notes => LinkLimit::Notes,
                    Limited::Text => LinkLimit::Text,
                    Limited::Shapes => LinkLimit::Shapes,
                    Limited::Tried => LinkLimit::Tried,
                },
                most,
            },
            EncodeError::NoSuchPlace(place, plies) => ErrorDetails::NoSuchPlace {
                ply: place.ply,
                plies,
            },
        }
    }
}

impl From<TooManyPieces> for ErrorDetails {
    fn from(error: TooManyPieces) -> ErrorDetails {
        let pieces = error.pieces;
        ErrorDetails::TooManyPieces { pieces }
    }
}

impl From<PositionsError> for ErrorDetails {
    fn from(error: PositionsError) -> ErrorDetails {
        match error {
            PositionsError::None => ErrorDetails::NoPositions,
            PositionsError::TooMany { cap } => ErrorDetails::TooManyPositions { most: cap },
            PositionsError::Differs { index } => ErrorDetails::PositionsDiffer {
                position: index + 1,
            },
            PositionsError::Pieces(error) => error.into(),
        }
    }
}

impl From<PositionSetError> for ErrorDetails {
    fn from(error: PositionSetError) -> ErrorDetails {
        let (position, what) = match error {
            PositionSetError::Set(error) => return error.into(),
            PositionSetError::Wrong { index, what } => (index + 1, what),
        };
        match what {
            What::Fen(error) => ErrorDetails::BadPosition {
                position,
                text: error.text().to_owned(),
            },
            What::Turn(color) => ErrorDetails::OtherTurn {
                position,
                color: color.into(),
            },
            What::OwnPieces(color) => ErrorDetails::OtherPieces {
                position,
                color: color.into(),
            },
            What::OwnCastling(color) => ErrorDetails::OtherCastling {
                position,
                color: color.into(),
            },
            What::Pieces(color, pieces) => ErrorDetails::PieceCount {
                position,
                color: color.into(),
                pieces,
                most: MAX_PIECES,
            },
            What::Kings(color, kings) => ErrorDetails::KingCount {
                position,
                color: color.into(),
                kings,
            },
        }
    }
}

fn not_a_request(request: rules::Move) -> ErrorDetails {
    ErrorDetails::NotARequest {
        request: request.to_string(),
    }
}

impl From<TakeError> for ErrorDetails {
    fn from(error: TakeError) -> ErrorDetails {
        match error {
            TakeError::HasSensed => ErrorDetails::HasSensed,
            TakeError::HasMoved => ErrorDetails::HasMoved,
            TakeError::NotARequest(request) => not_a_request(request),
            TakeError::NoAnswer { answer, answers } => ErrorDetails::NoSuchOutcome {
                outcome: answer,
                outcomes: answers,
            },
            TakeError::Set(error) => error.into(),
        }
    }
}

impl From<ArbiterError> for ErrorDetails {
    fn from(error: ArbiterError) -> ErrorDetails {
        match error {
            ArbiterError::OutOfOrder(phase) => ErrorDetails::OutOfOrder {
                phase: phase.into(),
            },
            ArbiterError::NotARequest(request) => not_a_request(request),
        }
    }
}

impl From<ObservationError> for ErrorDetails {
    fn from(error: ObservationError) -> ErrorDetails {
        let contradiction = |problem, square, request| ErrorDetails::Contradiction {
            problem,
            square: number(square),
            request: uci(request),
        };
        let on = |problem, square| contradiction(problem, Some(square), None);
        let of = |problem, request| contradiction(problem, None, Some(request));
        match error {
            ObservationError::OutOfOrder(phase) => ErrorDetails::OutOfOrder {
                phase: phase.into(),
            },
            ObservationError::NotARequest(request) => not_a_request(request),
            ObservationError::NoOwnPiece(square) => on(Contradiction::NoOwnPiece, square),
            ObservationError::CaptureBeforeAnyMove(square) => {
                on(Contradiction::CaptureBeforeAnyMove, square)
            }
            ObservationError::NotTheWindow => {
                contradiction(Contradiction::NotTheWindow, None, None)
            }
            ObservationError::OtherOwnPiece(square) => on(Contradiction::OtherOwnPiece, square),
            ObservationError::NotTheRequestedMove(m) => of(Contradiction::NotTheRequestedMove, m),
            ObservationError::CannotFail(m) => of(Contradiction::CannotFail, m),
            ObservationError::StoppedByNothing(m) => of(Contradiction::StoppedByNothing, m),
            ObservationError::SeenOtherwise(square) => on(Contradiction::SeenOtherwise, square),
            ObservationError::KingCaptured(square) => on(Contradiction::KingCaptured, square),
            ObservationError::CaptureElsewhere(square) => {
                on(Contradiction::CaptureElsewhere, square)
            }
            ObservationError::CaptureWithoutMove(square) => {
                on(Contradiction::CaptureWithoutMove, square)
            }
        }
    }
}

impl From<InformationSetError> for ErrorDetails {
    fn from(error: InformationSetError) -> ErrorDetails {
        match error {
            InformationSetError::NoBoardFits => ErrorDetails::NoBoardFits { step: None },
            InformationSetError::Lost => ErrorDetails::SetLost { step: None },
            InformationSetError::Interrupted => ErrorDetails::Interrupted,
        }
    }
}

impl From<ReplayError> for ErrorDetails {
    fn from(error: ReplayError) -> ErrorDetails {
        match error {
            ReplayError::Start(error) => error.into(),
            ReplayError::Set(error) => error.into(),
        }
    }
}

impl From<BranchError> for ErrorDetails {
    fn from(error: BranchError) -> ErrorDetails {
        match error {
            BranchError::NoStep { step, steps } => ErrorDetails::NoSuchStep { step, steps },
            BranchError::HasSensed => ErrorDetails::HasSensed,
            BranchError::HasMoved => ErrorDetails::HasMoved,
            BranchError::Refused(error) => error.into(),
        }
    }
}

impl From<TableError> for ErrorDetails {
    fn from(error: TableError) -> ErrorDetails {
        match error {
            TableError::NoSuchAgent(agent) => ErrorDetails::NoSuchAgent { agent },
            TableError::LongName(color) => ErrorDetails::LongName {
                color: color.into(),
                most: MAX_NAME,
            },
            TableError::AgentsSeat(color) => ErrorDetails::AgentsSeat {
                color: color.into(),
            },
            TableError::NotAnAgent(color) => ErrorDetails::NotAnAgent {
                color: color.into(),
            },
            TableError::NotYourTurn(color) => ErrorDetails::NotYourTurn {
                color: color.into(),
            },
            TableError::TimeOver(color) => ErrorDetails::TimeOver {
                color: color.into(),
            },
            TableError::Arbiter(error) => error.into(),
            TableError::Start(error) => error.into(),
            TableError::Set(error) => error.into(),
            TableError::Cancelled => ErrorDetails::Interrupted,
            TableError::TakeBack(refusal) => ErrorDetails::TakeBack {
                refusal: refusal.into(),
            },
            TableError::Past(error) => error.into(),
        }
    }
}

impl From<PastError> for ErrorDetails {
    fn from(error: PastError) -> ErrorDetails {
        match error {
            PastError::Short { asked, turns } => ErrorDetails::PastShort { asked, turns },
            PastError::Over => ErrorDetails::PastOver,
            PastError::Departs(turn) => ErrorDetails::PastDiffers { turn },
            PastError::TwoStarts => ErrorDetails::TwoStarts,
        }
    }
}

impl From<SealedError> for ErrorDetails {
    fn from(error: SealedError) -> ErrorDetails {
        match error {
            SealedError::NotASavedGame => ErrorDetails::NotASavedGame,
            SealedError::Version(version) => ErrorDetails::SavedGameVersion { version },
            SealedError::Damaged => ErrorDetails::SavedGameDamaged,
            SealedError::Content(_) => ErrorDetails::SavedGameImpossible,
        }
    }
}

impl From<&Mismatch> for RecordDifference {
    fn from(mismatch: &Mismatch) -> RecordDifference {
        RecordDifference {
            ply: mismatch.ply,
            color: mismatch.color.into(),
            message: mismatch.to_string(),
            details: (&mismatch.difference).into(),
        }
    }
}

impl From<&record::verify::Difference> for DifferenceDetails {
    fn from(difference: &record::verify::Difference) -> DifferenceDetails {
        use record::verify::{Difference, OutcomeRule as Rule};
        match difference {
            Difference::Turn(_) => DifferenceDetails::Turn,
            Difference::SenseResult { rules, record } => DifferenceDetails::SenseResult {
                rules: rules.into(),
                record: record.into(),
            },
            Difference::FenBefore { rules, record } => DifferenceDetails::FenBefore {
                rules: rules.clone(),
                record: record.clone(),
            },
            Difference::Request { record, .. } => DifferenceDetails::Request {
                record: uci(*record),
            },
            Difference::TakenMove { rules, record } => DifferenceDetails::TakenMove {
                rules: uci(*rules),
                record: uci(*record),
            },
            Difference::CaptureSquare { rules, record } => DifferenceDetails::CaptureSquare {
                rules: number(*rules),
                record: number(*record),
            },
            Difference::FenAfter { rules, record } => DifferenceDetails::FenAfter {
                rules: rules.clone(),
                record: record.clone(),
            },
            Difference::Plies { rules, record } => DifferenceDetails::Plies {
                rules: *rules,
                record: *record,
            },
            Difference::Senses { rules, record } => DifferenceDetails::Senses {
                rules: *rules,
                record: *record,
            },
            Difference::Outcome {
                rules,
                winner,
                reason,
            } => DifferenceDetails::Outcome {
                rules: match rules {
                    Rule::NoCapture => OutcomeRule::NoCapture,
                    Rule::Captured(rules::Color::White) => OutcomeRule::WhiteCaptured,
                    Rule::Captured(rules::Color::Black) => OutcomeRule::BlackCaptured,
                    Rule::Draw => OutcomeRule::Draw,
                    Rule::MoveLimit => OutcomeRule::MoveLimit,
                    Rule::TurnLimit => OutcomeRule::TurnLimit,
                    Rule::Winner => OutcomeRule::Winner,
                    Rule::Reason => OutcomeRule::Reason,
                },
                winner: winner.map(Color::from),
                reason: reason.map(Reason::from),
            },
        }
    }
}
