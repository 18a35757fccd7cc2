import type {
  Color,
  Completeness,
  EvaluatorName,
  MoveRow,
  Outcome,
  PieceLetter,
  RecordDifference,
  RequestReport,
  SetSize,
  Weights,
} from 'outpost';
import type { Column } from '../belief/move-rows';
import type { Overlay } from '../belief/overlays';
import type { Measure, SenseRow } from '../belief/sense-rows';
import { SURPRISE } from '../belief/surprises';
import { type Role, squareName } from '../board/squares';
import type { NoteLimit, Shape } from '../record/notes';
import type { Avoidable, Finding } from '../replay/findings';
import { REPORT_NODES, THRESHOLDS } from '../replay/findings';
import type { PanelName } from '../replay/panels';
import type { Part } from './parts';

/** Every text that people read, in one place. Another language is another object of this type. */
const number = new Intl.NumberFormat('en');
const rough = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const rounded = new Intl.NumberFormat('en', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 3,
});
const compact = new Intl.NumberFormat('en', { notation: 'compact' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
/** Bytes as people count them. */
const bytesText = (bytes: number): string => {
  const [unit, of] =
    bytes < 1e6
      ? (['kilobyte', 1e3] as const)
      : bytes < 1e9
        ? (['megabyte', 1e6] as const)
        : (['gigabyte', 1e9] as const);
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 3, style: 'unit', unit }).format(bytes / of);
};
const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Where a record and the rules can differ. */
const differing: Record<RecordDifference['what'], string> = {
  'a turn': 'turn',
  'sense result': 'sense result',
  'FEN before the move': 'position before the move',
  'requested move': 'requested move',
  'taken move': 'taken move',
  'capture square': 'capture square',
  'FEN after the move': 'position after the move',
  length: 'Length',
  outcome: 'Outcome',
};

const colors: Record<Color, string> = { white: 'White', black: 'Black' };
const reasons: Record<Outcome['reason'], (loser: string) => string> = {
  KING_CAPTURE: (loser) => `${loser}’s king was captured.`,
  TIMEOUT: (loser) => `${loser} ran out of time.`,
  RESIGN: (loser) => `${loser} resigned.`,
  MOVE_LIMIT: () => 'A hundred half-turns went by without a capture or a pawn move.',
  TURN_LIMIT: () => 'The limit of turns was reached.',
  ABORTED: () => 'The game was broken off.',
};
const names: Record<string, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};
const pieceName = (piece: PieceLetter): string =>
  `${piece === piece.toUpperCase() ? 'white' : 'black'} ${names[piece.toLowerCase()]}`;
const whole = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
/** A share; what is not quite nothing, or not quite everything, says so. */
const share = (p: number): string => {
  if (p > 0 && p < 0.005) return `<${whole.format(0.01)}`;
  if (p < 1 && p > 0.995) return `>${whole.format(0.99)}`;
  return whole.format(p);
};
/** A share that may be very small, but is never nothing: two digits of it. */
const fine = (p: number): string => {
  const digits = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 2 });
  return p < 1e-6 ? `<${digits.format(1e-6)}` : digits.format(p);
};
const evaluators: Record<EvaluatorName, string> = { 'built-in': 'Built-in', stockfish: 'Stockfish' };
const moveColumns: Record<Column, [string, string]> = {
  value: [
    'Value',
    'What the choice goes by: mostly the mean, some of the worst boards, and boards that lose the king many times over',
  ],
  mean: ['Mean', 'Expected chance to win over all boards, with the uncertainty that comes of boards not looked at'],
  worst: ['Worst', 'On the worst board looked at'],
  best: ['Best', 'On the best board looked at'],
  asAsked: ['As asked', 'Share of the boards on which the move is made as asked'],
  captures: ['Takes', 'Share of the boards on which it captures something'],
  capturesKing: ['Ends it', 'Share of the boards on which it captures the king'],
  losesKing: ['Risk', 'Share of the boards on which the opponent can then capture the king'],
  depth: ['Looked at', 'Boards, and half-turns beyond the move'],
};
/** The person, as they are named in their own games. */
const YOU = 'You';
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const list = new Intl.ListFormat('en', { type: 'conjunction' });
const plural = (n: number, one: string, many: string): string => `${number.format(n)} ${n === 1 ? one : many}`;
const bitsOf = (n: number): string => `${tenths.format(n)} ${tenths.format(n) === '1.0' ? 'bit' : 'bits'}`;
/** A number that was estimated, in no more digits than its standard error leaves, and without the error. */
const estimated = (n: number, error: number): string => {
  const share = error / Math.max(1, n);
  const digits = share > 0.15 ? 1 : share > 0.015 ? 2 : 3;
  return new Intl.NumberFormat('en', { maximumSignificantDigits: digits }).format(n);
};
/** How far off an estimate may be: 19 in 20 are off by less. */
const margin = (n: number, error: number): string => {
  const share = (2 * error) / Math.max(1, n);
  if (share > 0.6) return 'very rough';
  return share < 0.01 ? '± less than 1 %' : `± ${Math.ceil(100 * share)} %`;
};
/** The possible boards of a set that are not all kept. */
const aboutBoards = ({ estimate, error }: Pick<SetSize, 'estimate' | 'error'>): string =>
  `about ${estimated(estimate, error)} boards (${margin(estimate, error)})`;
/** A number of boards in a sentence; large ones rounded. */
const boardsOf = (set: SetSize): string =>
  set.completeness === 'exact' ? plural(set.estimate, 'board', 'boards') : aboutBoards(set);
/** A move as people write it, `null` being the pass. */
const requestText = (uci: string | null): string =>
  uci === null ? 'the pass' : `${uci.slice(0, 2)}–${uci.slice(2, 4)}${uci[4] ? `=${uci[4].toUpperCase()}` : ''}`;
/** Boards that remain; of a sample it is only known about how many. */
const boardsLeft = (n: number, complete: Completeness): string =>
  complete === 'exact' ? plural(n, 'board', 'boards') : `about ${rough.format(n)} boards`;
/** What weights are shared out among: of a sample, only the boards that are kept. */
const weighed = ({ size, estimate, error, completeness }: SetSize): string =>
  completeness === 'exact'
    ? plural(size, 'board', 'boards')
    : `${number.format(size)} boards kept of about ${estimated(estimate, error)}`;

export /** Parts of the page, as the subject of a sentence. */
const parts: Record<Part, string> = {
  app: 'Outpost',
  engine: 'The engine',
  learn: 'The lessons',
  lesson: 'The lesson',
  lab: 'The Lab',
  editor: 'The position editor',
  boards: 'The view of the boards',
  share: 'The share dialog',
  code: 'The QR code',
};

const en = {
  number: (n: number) => number.format(n),
  compact: (n: number) => compact.format(n),
  dateTime: (at: number) => dateTime.format(at),
  percent: (p: number) => percent.format(p),
  list: (items: string[]) => list.format(items),

  app: {
    name: 'Outpost',
    tagline: 'Chess in the dark, and the reasoning made visible.',
    skip: 'Skip to the content',
    announcements: 'Announcements',
    navigation: 'Main',
    play: 'Play',
    analyse: 'Analyse',
    about: 'About',
    theme: 'Colour scheme',
    themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
    close: 'Close',
    cancel: 'Cancel',
    retry: 'Try again',
    restarted: 'The engine stopped and was started again. Nothing is lost.',
    failed: 'Something went wrong',
    home: 'Outpost, to the start',
  },

  /** What is fetched when it is first needed, and does not arrive. */
  parts: {
    missing: (part: Part, replaced: boolean) =>
      replaced
        ? `${parts[part]} could not be loaded: the site was updated while this page was open. Reload the page. A game in progress is kept; files have to be opened again.`
        : `${parts[part]} could not be loaded. Check the connection, then try again. If that does not help, reload the page.`,
    reload: 'Reload the page',
  },

  engine: {
    starting: 'Starting the engine…',
    failedTitle: 'The engine could not start',
    failedText:
      'Outpost plays and analyses inside this page, by WebAssembly. Until that works, no game can be begun or opened. Games that you left are still kept.',
    failedHelp: [
      'Check the connection, then try again.',
      'An extension, a virus scanner or a network’s filter may block files that end in .wasm: allow them for this site.',
      'Very strict browser settings, such as Apple’s Lockdown Mode or Tor’s “Safest”, switch WebAssembly off: make an exception for this site.',
      'Use a current version of Firefox, Chrome, Edge or Safari.',
    ],
    failedReason: (why: string) => `What happened: ${why}.`,
    tryOneThread: 'Try with one thread',
    noOpponents: 'There are no opponents without the engine.',
    stoppedTitle: 'The engine has stopped',
    stoppedText:
      'It crashed several times in a row, so it is not started again by itself. What is open here is still there, and goes on where it was.',
    stoppedReason: (why: string) => `What happened: ${why}`,
    again: 'Start it again',
    back: 'The engine runs again. Nothing is lost.',
  },

  about: {
    title: 'About Outpost',
    text: 'Reconnaissance Blind Chess: you see only your own pieces. Each turn you look at one 3×3 window of the board, then move. Whoever captures the king wins. Outpost plays the rules of the reconchess package, and everything runs in this page: no server, no accounts, no tracking.',
    engine: 'Engine',
    build: 'Build',
    builds: { threads: 'several threads', single: 'one thread' },
    threads: 'Threads',
    reason: 'Why this build',
    version: 'Version',
    forceSingle: 'Use one thread only',
    forceAuto: 'Choose the build by itself',
    licence:
      'Free software under the GNU GPL, version 3 or later. Board by chessground, pieces by Colin M. L. Burnett.',
    stockfish: (version: string) => `Comes with Stockfish.js ${version} (GPL-3.0):`,
    stockfishLicence: 'licence',
    stockfishSource: 'source',
    gpl: 'Text of the licence',
    notices: 'What it contains, and under which licences',
    source: 'Source code',
    noSource: 'Whoever runs this site has the source code for you, as the licence says.',
  },

  speed: {
    title: 'Speed',
    text: 'How fast does this browser work out what is possible? Measured in a few seconds, on openings in which nobody senses; a game goes on meanwhile.',
    measure: 'Measure this browser',
    again: 'Measure again',
    measuring: 'Measuring…',
    cancelled: 'Cancelled.',
    failed: (why: string) => `This could not be measured: ${why}`,
    summary: (boards: number) => `Measured: ${rounded.format(boards)} boards a second.`,
    taken: 'Boards taken up',
    moves: 'Moves tried on them',
    made: 'Different boards made',
    perSecond: (n: number) => `${rounded.format(n)}/s`,
    survey: (boards: number) => `All 64 senses, ${number.format(boards)} boards`,
    milliseconds: (ms: number) => `${new Intl.NumberFormat('en', { maximumSignificantDigits: 2 }).format(ms)} ms`,
    conditions: (build: 'threads' | 'single', threads: number, boards: number) =>
      `Best of five rounds, the first three figures from ${number.format(boards)} boards, with ${
        build === 'threads' ? plural(threads, 'thread', 'threads') : 'the build for one thread'
      }.`,
  },

  colors,
  pieceName,
  roles: names,
  role: (role: Role) => role,
  kind: (piece: PieceLetter) => names[piece.toLowerCase()] as string,
  color: (color: Color) => colors[color],

  newGame: {
    title: 'New game',
    lead: 'You see only your own pieces. Each turn, look at one 3×3 window, then move.',
    opponent: 'Opponent',
    agents: {
      random: 'Random',
      attacker: 'Attacker',
      trout: 'Trout',
      'perfect-memory': 'Perfect Memory',
      'piecewise-grid': 'PiecewiseGrid',
      'a-bot': 'A_bot',
      siamese: 'Siamese',
      hsuc: 'HSUC',
    } as Record<string, string>,
    agent: (name: string) => en.newGame.agents[name] ?? name,
    /** As measured: the section "rating" of docs/experiments.md, and "How `siamese` plays" of docs/agents.md. */
    strength: {
      siamese:
        'Not rated yet: won 60 of 100 test games against PiecewiseGrid, and 70 against HSUC. Loads its network first.',
      'piecewise-grid': 'Rating 1190: won 57 of 100 test games against HSUC, and 4 were drawn.',
      hsuc: 'Rating 1110: won 94 of 100 test games against Trout.',
      'a-bot': 'Rating 770: won 88 of 100 test games against Trout.',
      'perfect-memory': 'Rating 690: won 55 of 100 test games against Trout.',
      trout: 'Rating 620: won 100 of 100 test games against Random.',
      attacker: 'Quick and direct. Rating 520: won 92 of 100 test games against Random.',
      random: 'Good for learning the rules. Rating 0: lost 92 of 100 test games against Attacker.',
    } as Record<string, string>,
    twoPeople: 'Two people on this device',
    twoPeopleText: 'You pass the device from hand to hand; a screen between turns keeps each board secret.',
    loadingAgents: 'The opponents are getting ready…',
    color: 'Your colour',
    random: 'Random',
    clock: 'Clock',
    clockNone: 'None',
    clockStandard: '15 min + 5 s',
    clockOwn: 'Own',
    clockRule: 'You lose when your clock reaches zero. The increment is added after each turn.',
    minutes: 'Minutes',
    increment: 'Seconds a turn',
    evaluator: 'Moves rated by',
    evaluators: { 'built-in': 'the built-in search', stockfish: 'Stockfish (1.8 MB)' } satisfies Record<
      EvaluatorName,
      string
    >,
    withoutStockfish: (why: string) => `Stockfish could not be loaded, so the built-in search plays: ${why}`,
    thinking: 'It thinks for up to',
    thinkingOptions: (ms: number) => `${number.format(ms / 1000)} s`,
    assistance: 'Assistance',
    assist: {
      none: ['None', 'You remember and deduce by yourself.'],
      markers: ['Own markers', 'Put ghost pieces where you think they are.'],
      tracking: ['Tracking', 'Shows where the opponent’s pieces may be, and how likely.'],
      hints: ['Hints', 'Tracking, how much each sense would tell you, and how good each move is.'],
    } as Record<Assistance, [string, string]>,
    start: 'Start the game',
    starting: 'Starting…',
    resumeTitle: 'A game is waiting for you',
    resume: 'Go on with it',
    discard: 'Discard it',
    resumeText: (opponent: string, move: number, when: string | null) =>
      `${opponent}, turn ${move}${when === null ? '' : `, ${when}`}`,
    openElsewhere: 'This game is open in another tab.',
    useHere: 'Use it here',
    gone: 'This game is no longer kept: it was ended, discarded or replaced in another tab.',
    unusable: 'A game was left here, but what is stored of it cannot be read.',
    resumeLater: 'The unfinished game is kept. Go on with it once the engine runs.',
    replaceTitle: 'You have an unfinished game',
    replaceText: (game: string) => `${game}. Only one game is kept: a new one takes its place.`,
    replaceYes: 'Start the new game',
    resumeFailed: (why: string) => `The unfinished game could not be opened: ${why}`,
    ownPlayers: { white: 'White', black: 'Black' },
    you: YOU,
    clockInvalid: 'The clock needs from 0.5 to 180 minutes, and from 0 to 60 seconds a turn.',
  },

  opponentNetwork: {
    note: {
      loading: 'Loading the network that Siamese asks how likely boards are…',
      failed: (why: string) =>
        `Siamese plays without its network, so every possible board counts as much as any other to it: ${why}`,
      cancel: 'Play without it',
    },
  },

  storage: {
    cannot:
      'This browser does not let the page keep anything: the game will be lost when the page is closed or reloaded.',
    silent:
      'The browser’s storage does not answer just now. A game that you left cannot be looked for, and one that is played now lasts as long as this page. Reload the page to try again: nothing was deleted.',
    earlier: (turn: number) =>
      `The browser does not keep this game any more, as when its storage is full. When the page is closed or reloaded, the game goes on from turn ${turn}, where it was kept last.`,
    noAnswer: 'The browser’s storage did not answer.',
    elsewhere:
      'Another game is being played in another tab, and only one is kept: this one will be lost when the page is closed or reloaded.',
  },

  board: {
    label: 'Board',
    labelOf: (color: Color) => `${colors[color]}’s board`,
    help: {
      sense: 'Arrow keys move the window, Enter senses.',
      move: 'Arrow keys move, Enter picks up a piece and puts it down, Escape lets go of it.',
      view: 'Arrow keys move.',
      mark: 'Arrow keys move, Enter puts down the chosen marker or takes it off.',
      draw: 'Arrow keys move. Enter begins an arrow and ends it on another square; twice on one square, it marks that. Escape lets go.',
    },
    own: (piece: PieceLetter) => `your ${names[piece.toLowerCase()]}`,
    empty: 'nothing known',
    seenNow: (piece: PieceLetter | null) => (piece ? `${pieceName(piece)}, seen now` : 'seen empty now'),
    seen: (piece: PieceLetter | null, age: number) =>
      `${piece ? pieceName(piece) : 'empty'} when last seen, ${plural(age, 'turn', 'turns')} ago`,
    likely: (piece: PieceLetter, p: number) => `${pieceName(piece)} ${percent.format(p)}`,
    marker: (piece: PieceLetter) => `your marker: ${pieceName(piece)}`,
    captured: 'captured here',
    worst: (n: number, complete: Completeness) => `sensing here leaves at most ${boardsLeft(n, complete)}`,
    truth: (piece: PieceLetter | null) => (piece ? pieceName(piece) : 'empty'),
    promote: (role: string) => `Promote to ${role}`,
    promotion: 'Promote to',
    picked: (piece: PieceLetter, square: string, targets: string[]) =>
      `${names[piece.toLowerCase()]} on ${square} picked up. ${targets.length ? `It can try ${list.format(targets)}.` : ''}`,
    dropped: 'Let go.',
    cannotGo: (square: string) => `It cannot try ${square}.`,
    nothingToMove: (square: string) => `There is no piece of yours that can move on ${square}.`,
    flip: 'Flip the board',
    flipShort: 'Flip',
  },

  phase: {
    sense: 'Sense',
    senseText: 'Choose where to look: a 3×3 window.',
    move: 'Move',
    moveText: 'Choose a move. It may fail against pieces you cannot see.',
    result: 'Result',
    waiting: 'Opponent’s turn',
    thinking: (who: string) => `${who} is thinking`,
    paused: (who: string) => `${who} has been stopped`,
    over: 'Game over',
    handover: 'Hand over',
    busy: 'One moment…',
    noSense: 'No sense',
    pass: 'Pass',
    moveNow: 'Move now',
    stop: 'Stop',
    goOn: 'Let it think',
    leave: 'Leave for now',
    leaveText: 'The game is kept; go on with it later.',
    resign: 'Resign',
    resignTitle: 'Resign this game?',
    resignText: 'Your opponent wins. The true board is shown then.',
    resignYes: 'Yes, resign',
    resignNo: 'Play on',
    typed: 'Type a move',
    typedPlaceholder: 'e2e4 or Nf3',
    typedGo: 'Play',
    elapsed: 'Time spent',
  },

  notice: {
    none: 'Your opponent captured nothing.',
    first: 'The game begins.',
    captured: (square: string) => `Your opponent captured on ${square}.`,
    capturedPiece: (piece: PieceLetter, square: string) =>
      `Your opponent captured your ${names[piece.toLowerCase()]} on ${square}.`,
  },

  sensed: {
    nothing: 'You did not sense.',
    around: (center: string, pieces: string[]) =>
      pieces.length > 0 ? `Around ${center}: ${pieces.join('; ')}.` : `Around ${center}: no opponent piece.`,
    pieces: (piece: PieceLetter, squares: string[]) =>
      `${names[piece.toLowerCase()]}${squares.length > 1 ? 's' : ''} ${squares.join(', ')}`,
  },

  result: {
    pass: 'You passed.',
    moved: (move: string) => `Moved ${move}.`,
    captured: (move: string, square: string) => `Moved ${move} and captured on ${square}.`,
    stopped: (to: string, asked: string) => `Stopped on ${to}: the way to ${asked} is blocked.`,
    stoppedCaptured: (to: string, asked: string, square: string) =>
      `Stopped on ${to} instead of ${asked}, captured on ${square}.`,
    notPossible: (move: string) => `${move} was not possible. The turn is lost.`,
  },

  typed: {
    senseLabel: 'Type a square to sense',
    sensePlaceholder: 'e5',
    senseForm: (text: string) => `“${text}” is not a square. Write a letter and a number, such as e5, or none.`,
    empty: 'Type a move such as e2e4 or Nf3.',
    form: (text: string) => `“${text}” is not a move. Write it as e2e4 or a7a8q, or as Nf3, exd5, e8=Q or O-O.`,
    ambiguous: (text: string, moves: readonly string[]) => `“${text}” can be ${moves.join(' or ')}: write which.`,
    noPiece: (square: string) => `You have no piece on ${square}.`,
    notRequestable: (text: string) =>
      `${text} cannot be asked for: none of your pieces can be asked to make that move.`,
    promotion: (text: string) => `Say to what: ${text}q, ${text}r, ${text}b or ${text}n.`,
  },

  handover: {
    title: (color: Color) => `${colors[color]}’s turn`,
    text: (color: Color) => `Give the device to ${colors[color]}. The board is hidden until ${colors[color]} is ready.`,
    ready: (color: Color) => `I am ${colors[color]}: show my board`,
    done: (color: Color) => `Hand over to ${colors[color]}`,
  },

  tracking: {
    title: 'Tracking',
    show: 'Likely pieces',
    showMemory: 'Last seen',
    heat: 'Sense values',
    boards: (n: number) => plural(n, 'possible board', 'possible boards'),
    boardsShort: (n: number) => plural(n, 'board', 'boards'),
    counted: ({ size: kept, estimate, error, completeness }: SetSize) =>
      completeness === 'sample'
        ? `possible boards (${margin(estimate, error)}), estimated from ${number.format(kept)} of them`
        : kept === 1
          ? 'possible board: you know where everything is'
          : 'possible boards, each of them counted',
    completenessLong: {
      exact: 'Every board that fits what you know is counted.',
      sample: 'More boards are possible than are kept; each has the same chance to be among those.',
    } as Record<Completeness, string>,
    computing: 'Working out what is possible…',
    failed: (why: string) => `Tracking failed: ${why}`,
    stop: 'Stop tracking',
    stopped: 'You stopped tracking. The game goes on without it.',
    goOn: 'Track again',
    tooMuch:
      'the engine crashed twice while it worked out what is possible, as it does when memory does not suffice. The game goes on without it.',
    decay: (d: number) => `The last sense ruled out ${d > 0 ? percent.format(d) : 'nothing'}.`,
    best: (square: string) => `Best: ${square}`,
    bestLong: (square: string, n: number, complete: Completeness) =>
      `Best sense: ${square}, at most ${boardsLeft(n, complete)} left.`,
    nothingToLearn: (boards: number) =>
      boards === 1
        ? 'There is nothing to learn: any sense will do, or none.'
        : 'There is nothing to learn: no sense can tell these boards apart. Any will do, or none.',
    useBest: (square: string) => `Sense ${square}`,
    at: (square: string, worst: number, expected: number, bits: number, complete: Completeness) =>
      `${square}: at most ${boardsLeft(worst, complete)} left, ${complete === 'exact' ? number.format(Math.round(expected)) : rough.format(expected)} expected; tells ${tenths.format(bits)} bits`,
    about: ({ estimate, error }: SetSize) => `≈ ${estimated(estimate, error)}`,
    hoverPieces: 'Point at a square to see what may stand there.',
    hover: 'Point at a square to see what sensing it would leave.',
    legendLow: 'tells little',
    legendHigh: 'tells most',
    squareChances: (square: string, chances: string[]) =>
      chances.length ? `${square}: ${chances.join(', ')}` : `${square}: no opponent piece`,
  },

  weights: {
    title: 'How likely is each board?',
    short: { uniform: 'All alike', network: 'Network' } satisfies Record<Weights, string>,
    long: {
      uniform: 'Every board that is still possible counts as much as any other.',
      network: 'A small network, trained on games, tells which of the boards are likely.',
    } satisfies Record<Weights, string>,
    note: {
      loading: 'Loading the network… Until it is there, every board counts alike.',
      failed: (why: string) => `The network cannot be used, so every board counts alike: ${why}`,
      cancel: 'Cancel',
    },
    notHere: 'this site came without one',
    cancelled: 'its loading was cancelled',
    notNow: 'The network weighs a side’s boards before its own sense and move. Here they count alike.',
    likeliest: 'Likeliest boards',
    noneBefore: (set: SetSize) => `All ${weighed(set)} count alike: none is likelier than the others.`,
    together: (shown: number, weight: number, set: SetSize) =>
      `These ${number.format(shown)} of ${weighed(set)} have ${share(weight)} together.`,
    weight: (weight: number) => (weight < 0.0005 ? `<${percent.format(0.001)}` : percent.format(weight)),
    board: (weight: number, pieces: string[]) => `${en.weights.weight(weight)}: ${pieces.join('; ')}`,
    pieces: (role: Role, squares: string[]) => `${role}${squares.length > 1 ? 's' : ''} ${squares.join(', ')}`,
    judging: 'Asking the network about every turn…',
    truth: (color: Color, weight: number, rank: number, set: SetSize) =>
      `From what ${colors[color]} knew, the network gave the true board ${fine(weight)}: rank ${number.format(rank)} of ${set.completeness === 'exact' ? number.format(set.size) : weighed(set)}. Each board alike: ${fine(1 / set.size)}.`,
    onlyOne: (color: Color) => `${colors[color]} knew the true board: no other was possible.`,
    truthMissing: (color: Color) =>
      `${colors[color]} had more boards to reckon with than are kept, and the true one is not among them.`,
    legend:
      'Diamonds, filled for White and hollow for Black: the true board’s rank by the network, among the boards kept. The lower, the better it knew.',
  },

  markers: {
    title: 'Markers',
    help: 'Choose a piece, then the squares. What you sense corrects them.',
    pick: (piece: PieceLetter) => `Mark ${pieceName(piece)}`,
    erase: 'Take markers off',
    clear: 'Clear all',
    placing: 'Click the squares where you think it is. Click again to take it off.',
    erasing: 'Click the markers to take off.',
    done: 'Done',
    corrected: (n: number) => `${plural(n, 'marker', 'markers')} taken off: what you saw was otherwise.`,
  },

  log: {
    title: 'As you were told',
    empty: 'Nothing has happened yet.',
    turn: 'Turn',
    notice: 'Told',
    sense: 'Sense',
    move: 'Move',
    noCapture: '–',
    captureOn: (square: string) => `×${square}`,
    pass: 'pass',
    failed: 'failed',
    noSense: 'none',
  },

  textBoard: {
    title: 'The board in words',
    own: 'Your pieces',
    seen: 'Last seen',
    notice: 'Told',
    none: 'None.',
    kind: (role: Role, squares: string[]) => `${role}: ${squares.join(', ')}`,
    sighting: (piece: PieceLetter, square: string, age: number) =>
      `${names[piece.toLowerCase()]} ${square}, ${age === 0 ? 'now' : `${plural(age, 'turn', 'turns')} ago`}`,
    pieces: (color: Color) => `${colors[color]}’s pieces`,
    likely: 'Where the others may be',
  },

  players: {
    clock: (who: string, low: boolean) => `${who === YOU ? 'Your' : `${who}’s`} clock${low ? ', low on time' : ''}`,
    lowTime: 'Low on time',
    timeLeft: (seconds: number) => `${plural(seconds, 'second', 'seconds')} left on your clock.`,
    noClock: 'no clock',
  },

  end: {
    notInLibrary: (why: string) =>
      `This game is not in the library: ${why} It is still kept, and goes there when it is opened again.`,
    youWin: 'You win',
    youLose: 'You lose',
    draw: 'Draw',
    aborted: 'Broken off',
    wins: (color: Color) => `${colors[color]} wins`,
    reason: (outcome: Outcome) =>
      reasons[outcome.reason](outcome.winner ? colors[outcome.winner === 'white' ? 'black' : 'white'] : ''),
    rematch: 'Rematch',
    newGame: 'New game',
    save: 'Save the record',
    assistance: (name: string, byNetwork: boolean) =>
      `Played with assistance: ${name.toLowerCase()}${byNetwork ? ', boards weighed by the network' : ''}.`,
    loading: 'Revealing the true board…',
  },

  moves: {
    title: 'What to play',
    on: 'Rate the moves',
    help: 'How good every move is over all boards that are still possible for this side: worked out in this page.',
    evaluator: 'Rated by',
    evaluators,
    computing: 'Rating the moves…',
    loading: 'Loading Stockfish…',
    stop: 'Stop',
    deeper: 'Look deeper',
    compare: (other: EvaluatorName) => `What would ${other === 'stockfish' ? 'Stockfish' : 'the built-in search'} say?`,
    failed: (why: string) => `The moves could not be rated: ${why}`,
    silent: (evaluator: string) =>
      `${evaluator} did not answer in time: these values are a first look by the built-in evaluation. Look deeper, or ask the built-in search.`,
    forSide: (color: Color) => `For ${colors[color]}, over all boards that ${colors[color]} cannot tell apart.`,
    order: 'In the order of the choice: requests that were looked at deeper come first, each group by its value.',
    looked: (nodes: number, boards: number, complete: Completeness) =>
      `${compact.format(nodes)} positions, ${boardsLeft(boards, complete)}`,
    move: 'Move',
    pass: 'Pass',
    played: 'played',
    all: (n: number) => `Show all ${number.format(n)}`,
    fewer: 'Show fewer',
    risky: 'These leave the king to be captured on some board:',
    columns: moveColumns,
    cell: (column: Column, row: MoveRow): string => {
      switch (column) {
        case 'mean':
          if (row.boards === 0) return '–';
          return row.error >= 0.005
            ? `${whole.format(row.mean)} ± ${number.format(Math.round(row.error * 100))}`
            : whole.format(row.mean);
        case 'depth':
          return row.boards > 0 ? `${compact.format(row.boards)} × ${number.format(row.depth)}` : '–';
        case 'value':
        case 'worst':
        case 'best':
          if (row.boards === 0) return '–';
          return whole.format(row[column]);
        default:
          return share(row[column]);
      }
    },
    otherLong: (other: EvaluatorName) => `Mean and rank by ${evaluators[other]}`,
    otherCell: (mean: number, rank: number) => `${whole.format(mean)} · ${number.format(rank)}.`,
    otherBest: (other: EvaluatorName, move: string, same: boolean) =>
      same ? `${evaluators[other]} agrees: ${move}.` : `${evaluators[other]} would play ${move}.`,
    best: (move: string, row: MoveRow, complete: Completeness) => {
      const on = complete === 'exact' ? 'of the boards' : 'of the boards sampled';
      if (row.capturesKing >= 1) return `${move} captures the king on every board.`;
      const parts = [`Best: ${move}, a chance of ${whole.format(row.mean)}`];
      if (row.capturesKing > 0) parts.push(`captures the king on ${share(row.capturesKing)} ${on}`);
      else if (row.captures > 0) parts.push(`captures on ${share(row.captures)} ${on}`);
      if (row.asAsked < 1) parts.push(`is made as asked on ${share(row.asAsked)}`);
      parts.push(
        row.losesKing > 0 ? `risks the king on ${share(row.losesKing)}` : 'never leaves the king to be captured',
      );
      return `${parts.join('; ')}.`;
    },
    notYourTurn: 'Moves are rated when it is your turn.',
    notNow: 'No move is chosen at this step: go to the start of a turn, or to after its sense.',
  },

  replay: {
    truth: 'Truth',
    belief: (color: Color) => `${colors[color]}’s belief`,
    both: 'Side by side',
    perspective: 'Perspective',
    first: 'To the start',
    back: 'Back',
    next: 'Next',
    last: 'To the end',
    backTurn: 'Previous half-turn',
    nextTurn: 'Next half-turn',
    timeline: 'Timeline',
    step: (turn: number, color: Color) => `Turn ${turn}, ${colors[color]}`,
    phases: { start: 'begins', sensed: 'has sensed', moved: 'has moved' },
    told: (square: string | null) => (square ? `Told: a capture on ${square}.` : 'Told: no capture.'),
    toldFirst: 'The game begins.',
    sensed: (square: string | null) => (square ? `Senses ${square}.` : 'Does not sense.'),
    saw: (pieces: string[]) => (pieces.length ? `Sees ${pieces.join('; ')}.` : 'Sees no opponent piece.'),
    moved: (move: string) => `Moves ${move}.`,
    movedCapture: (move: string, square: string) => `Moves ${move} and captures on ${square}.`,
    stopped: (asked: string, taken: string) => `Asks for ${asked}, is stopped: ${taken}.`,
    stoppedCapture: (asked: string, taken: string, square: string) =>
      `Asks for ${asked}, is stopped: ${taken}, captures on ${square}.`,
    failed: (asked: string) => `Asks for ${asked}: not possible, the turn is lost.`,
    pass: 'Passes.',
    sizesHelp: 'Logarithmic scale. A sense makes the number fall, the opponent’s turn makes it grow.',
    sizeLine: (color: Color, set: SetSize) => `${colors[color]}: ${boardsOf(set)}`,
    decayLine: (color: Color, before: number, after: number) =>
      `${colors[color]}’s sense: ${rough.format(before)} → ${rough.format(after)}, ${percent.format(before > 0 ? 1 - after / before : 0)} ruled out`,
    analysing: 'Working out both sides’ knowledge…',
    resumed: 'The engine stopped and was started again; the analysis was taken up again by itself.',
    halt: 'Stop',
    halted: 'Stopped. What was worked out so far is shown.',
    haltedHere: 'Not worked out: it was stopped.',
    goOn: 'Go on',
    analyseFailed: (why: string) => `The analysis stopped: ${why}`,
    notYet: 'not worked out yet',
    moves: 'Moves',
    surprise: (color: Color, p: number) =>
      p > 0
        ? `The least expected piece had ${percent.format(p)} in ${colors[color]}’s mind.`
        : `${colors[color]} held it impossible that a piece stands where one does.`,
    surprises: (color: Color, squares: string[]) =>
      squares.length
        ? `${colors[color]} does not expect what stands on ${list.format(squares)}.`
        : `Nothing on the board would surprise ${colors[color]}.`,
    showTruth: 'Outline the true pieces',
    keys: 'Keys: ← → step, ↑ ↓ half-turn, Home and End, F flips the board.',
    chartTurns: 'Turn',
    chartLabel: (step: number, total: number) =>
      `Sizes of both information sets over ${total} steps; now at step ${step}`,
    marks: {
      took: 'took a piece',
      stopped: 'stopped short',
      stoppedLong: 'stopped short of where it was to go',
      failed: 'not possible',
      failedLong: 'not possible, the turn was lost',
      example: 'e4–d5',
    },
    notKnownYet: 'not worked out yet whether an opponent stands here',
    beliefFailed: 'This could not be worked out.',
    ending: (reason: 'RESIGN' | 'TIMEOUT', loser: Color, toMove: Color, turn: number, sensed: boolean) => {
      const what = `${colors[loser]} ${reason === 'RESIGN' ? 'resigned' : 'ran out of time'}`;
      if (loser !== toMove) return `${what} in ${colors[toMove]}’s turn ${turn}.`;
      if (sensed) return `${what} in turn ${turn}, after the sense.`;
      return `${what} at the start of turn ${turn}, so the record holds nothing of that turn.`;
    },
    nobodyMovedTitle: 'Nobody moved',
    nobodyMoved: 'This is the position at the start.',
    legendSample: 'Open dots: estimated from a sample; their lines show the margin.',
  },

  analyse: {
    title: 'Analyse a game',
    lead: 'Open reconchess records (JSON, or JSON lines, also gzipped), a link to a game, or positions. Drop them here, or paste them anywhere on this page.',
    pick: 'Choose files',
    dropHere: 'Drop the files to open them',
    private: 'Nothing leaves this device.',
    paste: 'Paste',
    pasteLabel: 'A record, a link, a FEN or EPD (one a line), or the code of an embed',
    pasteOpen: 'Open it',
    pasted: 'What was pasted',
    position: 'Set up a position',
    reading: (name: string) => `Reading ${name}…`,
    parsing: (name: string) => `Looking for games in ${name}…`,
    looking: 'Looking at the text…',
    decoding: 'Opening the link…',
    opening: 'Opening the game…',
    failed: (name: string) => `${name} cannot be opened`,
    failedMany: (n: number) => `${plural(n, 'file', 'files')} cannot be opened`,
    because: (name: string, why: string) => `${name}: ${why}`,
    link: 'The link',
    linkFailed: 'This link cannot be opened',
    linkHelp:
      'Copy it again from where it was made, from the first character to the last, and paste it here; or ask for the game as a file.',
    linkMore: 'This link holds something more, which only a later version of Outpost can show.',
    positions: {
      title: (n: number) => plural(n, 'position', 'positions'),
      why: 'These are separate positions, not boards that one side cannot tell apart. Choose one to open it.',
      tooMany: 'There are more than 4,096 positions: open some of them at a time.',
    },
    chess: 'This is a game of chess (PGN). It has no senses, so it cannot be opened.',
    chessHelp: 'A position of it can: paste its FEN.',
    embedFile: 'This code shows a game from a file, which is not in the code',
    embedFileHelp: (address: string) => `Download the file and open it here: ${address}`,
    embedOnly: 'There is no game and no position in this code',
    embedOnlyHelp: 'A lesson has its own page under Learn.',
    unknown: 'This is no record, no link and no position.',
    unknownHelp:
      'A record begins with {"type": "GameHistory", a link has a # followed by letters and digits, and a position is a FEN: one on each line, if there are several.',
    badFen: (line: number, text: string) => `Line ${number.format(line)} is no FEN: ${text}`,
    nothingPasted: 'There is nothing to open: paste a record, a link or a position into the field first.',
    none: 'There is no game in this file.',
    games: (n: number) => plural(n, 'game', 'games'),
    files: (n: number) => plural(n, 'file', 'files'),
    another: 'Open others',
    back: { list: 'All games', library: 'Library', start: 'Open something else' },
    close: 'Close',
    keep: 'Save to the library',
    keepAll: (n: number) => `Save all ${number.format(n)} to the library`,
    kept: 'In the library',
    keeping: 'Saving to the library…',
    gone: 'This game is not in this browser’s library: it was deleted, or saved in another browser.',
    filter: 'Find a player',
    columns: {
      game: 'Game',
      white: 'White',
      black: 'Black',
      winner: 'Winner',
      reason: 'Ended by',
      plies: 'Half-turns',
    },
    halfTurns: (n: number) => plural(n, 'half-turn', 'half-turns'),
    unnamed: 'unnamed',
    draw: 'draw',
    unknownResult: '–',
    unfinished: 'No result',
    open: (game: number) => `Open game ${game}`,
    badLines: (n: number) => `${plural(n, 'entry is not a game', 'entries are not games')} and left out`,
    differs: (n: number) => `This record differs from the rules in ${plural(n, 'place', 'places')}`,
    differsHelp: 'The game is shown as it was recorded. It cannot be shared as a link.',
    difference: ({ ply, color, what, rules, record }: RecordDifference): string =>
      what === 'outcome'
        ? `${differing[what]}: the record says that ${record}, but ${rules}.`
        : what === 'length'
          ? `${differing[what]}: the record says ${record}, the rules give ${rules}.`
          : `Turn ${Math.floor(ply / 2) + 1}, ${colors[color]}, ${differing[what] ?? what}: the record says ${record}, the rules give ${rules}.`,
    moreDifferences: (n: number) => `${plural(n, 'more place', 'more places')}`,
    leftOut: (n: number) => `${plural(n, 'note or tag', 'notes or tags')} of this record could not be read`,
    more: (n: number) => `Show ${number.format(n)} more`,
    tooBig: (megabytes: number) => `The file has ${number.format(megabytes)} MB; at most 256 can be opened.`,
    reasons: {
      KING_CAPTURE: 'king captured',
      TIMEOUT: 'time',
      RESIGN: 'resignation',
      MOVE_LIMIT: 'move limit',
      TURN_LIMIT: 'turn limit',
    } as Record<string, string>,
    library: {
      title: 'Library',
      lead: 'Games that you finish here are kept in this browser by themselves; others when you save them.',
      loading: 'Looking into the library…',
      empty: 'No game is kept yet.',
      size: (games: number, bytes: number) => `${plural(games, 'game', 'games')}, ${bytesText(bytes)}.`,
      storage: (used: number, quota: number) =>
        `This site uses ${bytesText(used)} of the ${bytesText(quota)} that the browser allows.`,
      search: 'Find players, tags or notes',
      result: 'Result',
      results: {
        any: 'Any',
        white: 'White won',
        black: 'Black won',
        draw: 'Draw',
        open: 'No result',
      },
      tag: 'Tag',
      anyTag: 'Any',
      tagCount: (tag: string, games: number) => `${tag} (${number.format(games)})`,
      from: 'From',
      to: 'To',
      sort: 'Order',
      orders: {
        'date-down': 'Newest first',
        'date-up': 'Oldest first',
        'white-up': 'White, A to Z',
        'black-up': 'Black, A to Z',
        'result-up': 'Result',
        'plies-down': 'Longest first',
        'plies-up': 'Shortest first',
      },
      columns: { date: 'Date', tags: 'Tags', actions: 'Actions' },
      table: 'Games of the library',
      nothingFound: 'No game is like that.',
      found: (n: number) => `${plural(n, 'game', 'games')} found`,
      clear: 'Show all',
      page: (from: number, to: number, of: number) =>
        `${number.format(from)} to ${number.format(to)} of ${number.format(of)}`,
      pages: 'Pages of the library',
      previous: 'Previous page',
      next: 'Next page',
      open: (white: string, black: string) => `Open ${white} against ${black}`,
      date: (at: number, played: boolean) => (played ? day.format(at) : `added ${day.format(at)}`),
      editTags: (white: string, black: string) => `Tag ${white} against ${black}`,
      addTag: 'Tag',
      tagsHelp: 'Between commas. Enter saves, Escape leaves them as they were.',
      notes: (n: number) => plural(n, 'note', 'notes'),
      unkept: 'not kept',
      remove: (white: string, black: string) => `Delete ${white} against ${black}`,
      removeAll: (n: number) => `Delete ${n === 1 ? 'this one' : `these ${number.format(n)}`}`,
      removed: (n: number) => `${plural(n, 'game', 'games')} deleted.`,
      notRestored: (lost: number, of: number) =>
        `${number.format(lost)} of ${plural(of, 'game', 'games')} could not be restored: deleted for good, perhaps in another tab.`,
      undo: 'Undo',
      forGood: 'Delete for good',
      import: 'Import',
      export: 'Export all',
      exporting: 'Writing the file…',
      exportFailed: (why: string) => `The file could not be written: ${why}`,
      noRecord: 'the record is missing',
      severalLines: 'the record has more than one line',
      damaged: 'Damaged',
      damagedTitle: (n: number, others: number) =>
        `${plural(n, 'game is', 'games are')} damaged and not in the file.${others > 0 ? ` It has the other ${number.format(others)}.` : ''}`,
      damagedGame: (white: string, black: string, why: string) => `${white} – ${black}: ${why}`,
      saveDamaged: 'Save damaged games',
      differs: 'Differs from the rules',
      importing: (name: string) => `Importing ${name}…`,
      added: (added: number, merged: number) =>
        `${plural(added, 'game', 'games')} added.${merged > 0 ? ` ${plural(merged, 'was', 'were')} there already: new notes and tags joined them.` : ''}`,
      refusedTitle: 'This browser does not keep the games',
      refused: (games: number, why: string) =>
        `${plural(games, 'game is', 'games are')} only in this page, and will be gone when it is closed. Save ${games === 1 ? 'it' : 'them'} as a file now. What the browser said: ${why}`,
      notAdded: (unkept: number, of: number, why: string) =>
        `${number.format(unkept)} of ${plural(of, 'game', 'games')} could not be kept, and will be gone when this page is closed. What the browser said: ${why}`,
      savedOf: (saved: number, of: number) => `${number.format(saved)} of ${plural(of, 'game', 'games')} saved.`,
      refusedYet: (why: string) =>
        `What you save here would be gone when the page is closed; save files instead. What the browser said: ${why}`,
      saveFile: 'Save as a file',
      finishedUnkept:
        'The browser did not take this game into the library: save its record as a file, or it will be gone with the page.',
      analyse: 'Analyse',
    },
    editor: {
      title: 'Set up a position',
      lead: 'Choose a piece, then the squares. The side to move is the one whose knowledge is analysed.',
      board: 'Position',
      pieces: 'Pieces',
      put: (piece: PieceLetter) => `Put down: ${pieceName(piece)}`,
      erase: 'Take pieces off',
      start: 'Start position',
      clear: 'Clear',
      flip: 'Flip',
      turn: 'To move',
      castling: 'May still castle',
      rights: {
        K: 'White, short',
        Q: 'White, long',
        k: 'Black, short',
        q: 'Black, long',
      },
      fen: 'FEN',
      fenWrong: 'This is no FEN. It needs eight ranks of eight squares, such as 8/8/8/8/8/8/8/4K2k w - - 0 1.',
      open: 'Analyse it',
      noKing: (color: Color) => `${colors[color]} has no king.`,
      kings: (color: Color) => `${colors[color]} has more than one king.`,
      tooMany: (color: Color) => `${colors[color]} has more than 16 pieces.`,
    },
    boards: {
      title: (n: number) => (n === 1 ? 'A position' : 'Boards that cannot be told apart'),
      lead: (color: Color, n: number) =>
        n === 1
          ? `${colors[color]} to move, and knows where everything is.`
          : `${colors[color]} to move, and cannot tell these ${number.format(n)} boards apart.`,
      name: (color: Color) => `What ${colors[color]} knows`,
      edit: 'Change the position',
      boards: 'Boards',
      shown: (shown: number, of: number) => `The first ${number.format(shown)} of ${number.format(of)}.`,
      more: 'Show more',
      choose: 'What would it tell?',
      chooseSense: 'Choose a square on the board to see what sensing there could show.',
      chooseMove: 'Make a move on the board to see what could come of it.',
      moved: (color: Color) => `${colors[color]} has moved: what comes next is up to the opponent.`,
      noSense: 'No sense',
      pass: 'Pass',
      kinds: { sense: 'Sense', request: 'Move' },
      kind: 'Try a',
      tried: {
        sense: (square: string | null) => (square ? `Sensing ${square}` : 'Not sensing'),
        request: (move: string | null) => (move ? `Asking for ${move}` : 'Passing'),
      },
      working: 'Working it out…',
      outcomes: (n: number) => plural(n, 'answer is possible', 'answers are possible'),
      outcome: (boards: number, of: number) =>
        `${number.format(boards)} of ${plural(of, 'board', 'boards')} (${percent.format(boards / of)})`,
      endsGame: 'This captures the king.',
      goOn: 'Go on from here',
      back: 'One step back',
      path: 'So far',
      begin: 'The boards as given',
      failed: (why: string) => `This could not be worked out: ${why}`,
      overlay: 'Show',
      overlays: { pieces: 'Likely pieces', senses: 'Sense values', entropy: 'Uncertainty' },
      entropy: (square: string, bits: number) => `${square}: ${tenths.format(bits)} bits uncertain`,
      hoverEntropy: 'Point at a square to see how uncertain its content is, in bits.',
      entropyLow: 'known',
      entropyHigh: 'most uncertain',
      allKnown: 'Everything is known.',
    },
  },

  insight: {
    panels: {
      senses: 'What would looking elsewhere have told?',
      sizes: 'How many boards were possible?',
      boards: 'Which boards are likeliest?',
      moves: 'Which move is right?',
      agents: 'What would the agents have done?',
      failures: 'Where did knowledge fail?',
      summary: 'What happened in this game?',
      list: 'Which moves were made?',
      words: 'What stands where, in words?',
    } satisfies Record<PanelName, string>,
    /** A chance that may be very small; `about`: it is known from an estimate only. */
    chance: (p: number, about = false) =>
      `${about ? '≈ ' : ''}${p >= 0.9995 ? whole.format(1) : p >= 0.001 ? fine(p) : `1 in ${compact.format(1 / p)}`}`,

    view: {
      title: 'What is shown on the board?',
      overlay: 'Overlay',
      overlays: (overlay: Overlay): string => {
        switch (overlay) {
          case 'pieces':
            return 'Likely pieces';
          case 'any':
            return 'Where could any piece be?';
          case 'entropy':
            return 'How uncertain is each square? (bits)';
          default:
            return `Where could the ${overlay} be?`;
        }
      },
      blended: 'Blend with the truth',
      blendedLong: 'The true pieces are solid, what this side thinks is translucent.',
      blendedMap: 'The pieces are the true ones; the colours are what this side thinks.',
      chooseBelief: 'Choose White’s or Black’s belief to see its boards.',
      truthHelp: 'Overlays show what a side believes: choose White’s or Black’s belief.',
      hover: 'Point at or tap a square, or go there by keyboard, to see its numbers.',
      whose: (color: Color, text: string) => `${colors[color]}: ${text}`,
      at: (square: string, overlay: Overlay, number: number): string => {
        switch (overlay) {
          case 'entropy':
            return `${square}: ${bitsOf(number)} uncertain`;
          case 'any':
            return `${square}: ${share(number)} that an opponent piece stands here`;
          default:
            return `${square}: ${share(number)} for a ${overlay}`;
        }
      },
      /** The same for a screen reader, which has said the square. */
      label: (overlay: Overlay, number: number): string => {
        switch (overlay) {
          case 'entropy':
            return `${bitsOf(number)} uncertain`;
          case 'any':
            return `any piece ${share(number)}`;
          default:
            return `${overlay} ${share(number)}`;
        }
      },
      truly: (piece: PieceLetter | null) => (piece ? `truly a ${pieceName(piece)}` : 'truly empty'),
      believes: (color: Color, text: string) => `${colors[color]} thinks: ${text}`,
      low: (overlay: Overlay) => (overlay === 'entropy' ? '0 bits' : whole.format(0)),
      high: (overlay: Overlay, most: number) => (overlay === 'entropy' ? bitsOf(most) : share(most)),
    },

    words: {
      own: (color: Color) => `${colors[color]}’s own pieces`,
      truth: (color: Color) => `${colors[color]}’s pieces`,
      belief: (color: Color, overlay: string) => `${colors[color]}’s belief. ${overlay}`,
      chance: (square: string, p: number) => `${square} ${share(p)}`,
      bits: (square: string, n: number) => `${square} ${tenths.format(n)}`,
      none: 'No square has more than nothing.',
      least: (p: number) => `Chances under ${whole.format(p)} are left out.`,
    },

    senses: {
      by: 'Compare by',
      short: { worst: 'Worst case', expected: 'Expected', bits: 'Bits' } satisfies Record<Measure, string>,
      long: {
        worst: 'Boards left in the worst case: what HSUC goes by. The fewer, the better.',
        expected: 'Boards left on average, over what the sense may show. The fewer, the better.',
        bits: 'What the sense is expected to tell, in bits. One bit halves the boards. The more, the better.',
      } satisfies Record<Measure, string>,
      forSide: (color: Color) => `For ${colors[color]}, before its sense.`,
      none: 'There is no sense at this half-turn.',
      map: 'Map of all 64 senses',
      table: 'Senses, the most useful first',
      square: 'Sense',
      made: 'made',
      marks: '★ the most useful; the ring: the sense that was made.',
      hover: 'Point at or tap a square to see what sensing it would have left.',
      best: (square: string, row: SenseRow, { completeness }: SetSize) =>
        `Most useful: ${square}, with at most ${boardsLeft(Math.round(row.worst), completeness)} left.`,
      noneMade: (square: string, row: SenseRow, set: SetSize) =>
        `No sense was made. ${en.insight.senses.best(square, row, set)}`,
      verdict: (
        made: { name: string; row: SenseRow; rank: number; equals: number },
        best: { name: string; row: SenseRow },
        { completeness }: SetSize,
      ) => {
        const left = (row: SenseRow): string =>
          `at most ${boardsLeft(Math.round(row.worst), completeness)} left, ${bitsOf(row.bits)}`;
        return made.rank === 1
          ? `The sense at ${made.name} was ${made.equals > 1 ? 'as good as any' : 'the most useful'}: ${left(made.row)}.`
          : `The sense at ${made.name} was number ${number.format(made.rank)} of 64: ${left(made.row)}. Most useful: ${best.name}, ${left(best.row)}.`;
      },
      at: (square: string, row: SenseRow, { completeness }: SetSize) =>
        en.tracking.at(square, Math.round(row.worst), row.expected, row.bits, completeness),
      label: (row: SenseRow, { completeness }: SetSize) =>
        `at most ${boardsLeft(Math.round(row.worst), completeness)} left, ${bitsOf(row.bits)}`,
      cell: (measure: Measure, row: SenseRow, completeness: Completeness): string => {
        if (measure === 'bits') return tenths.format(row.bits);
        const n = row[measure];
        if (completeness === 'sample') return rough.format(n);
        return measure === 'worst' || n >= 100 ? number.format(Math.round(n)) : tenths.format(n);
      },
    },

    decay: {
      title: 'Share of the boards that each sense ruled out: White’s bars go up, Black’s down.',
      label: (white: number | null, black: number | null) =>
        `Decay ratio of each sense. ${en.insight.decay.means(white, black)}`,
      means: (white: number | null, black: number | null) => {
        const text = (color: Color, mean: number | null): string =>
          `${colors[color]} ${mean === null ? 'none yet' : percent.format(mean)}`;
        return `Ruled out by a sense, on average: ${text('white', white)}, ${text('black', black)}.`;
      },
    },

    agents: {
      agent: 'Agent',
      sense: 'Would sense',
      request: 'Would request',
      ask: 'Ask the agents',
      again: 'Ask again',
      help: (color: Color, ms: number, sensed: boolean) =>
        `Each agent is told what ${colors[color]} was told, and has ${number.format(ms / 1000)} s for each decision${
          sensed ? '. Its request follows the sense that was really made' : ''
        }. Agents draw lots: asked again, they may answer otherwise.`,
      asking: (name: string) => `Asking ${en.newGame.agent(name)}…`,
      failed: (why: string) => `The agents could not be asked: ${why}`,
      played: 'As it was played',
    },

    failures: {
      help: (network: boolean) =>
        network
          ? `The true board’s probability by the network’s weights, for the side to move. Surprises: squares where a piece stands that the side gave under ${whole.format(SURPRISE)}.`
          : `The true board’s probability when all possible boards count alike, for the side to move. Surprises: squares where a piece stands that the side gave under ${whole.format(SURPRISE)}.`,
      whose: 'Whose knowledge',
      both: 'Both',
      inOrder: 'In the order of the game',
      turn: 'Half-turn',
      before: 'Before sense',
      after: 'After sense',
      surprises: 'Surprises',
      none: 'none',
      lost: 'not among the boards kept',
      nothing: 'Nothing is known of this game yet.',
    },

    summary: {
      judging: (turns: number) =>
        `Judging every half-turn: ${number.format(turns)} done. Below is what stands out among them.`,
      stopped: (turns: number) => `Stopped after ${plural(turns, 'half-turn', 'half-turns')}.`,
      goOn: 'Go on',
      failed: (why: string) => `The game could not be judged: ${why}`,
      copy: 'Copy as text',
      copied: 'The summary was copied.',
      byHand: 'The browser does not let the page copy. Copy it from here:',
      nothing: 'No half-turn stands out.',
      nothingYet: 'No half-turn stands out so far.',
      avoidableTitle: 'Avoidable uncertainty',
      avoidable: (color: Color, { bits, senses }: Avoidable) =>
        senses === 0
          ? `${colors[color]} had no sense to make.`
          : `${colors[color]}’s ${plural(senses, 'sense', 'senses')} ${tenths.format(bits) === '0.0' ? (senses === 1 ? 'was as good as the best one' : 'were as good as the best ones') : `could be expected to tell ${bitsOf(bits)} less than the best ones, all together`}.`,
      finding: (finding: Finding): string => {
        const at = `Turn ${Math.floor(finding.ply / 2) + 1}, ${colors[finding.color]}`;
        const sensed = (square: number | null): string =>
          square === null ? 'no sense' : `the sense at ${squareName(square)}`;
        const behind = (judged: RequestReport): string =>
          `number ${number.format(judged.rank)} of ${number.format(judged.of)}, value ${whole.format(judged.value)} against ${whole.format(judged.bestValue)} for ${requestText(judged.best)}`;
        const level = (judged: RequestReport): string =>
          judged.rank === 1 ? 'the best' : `as good as the best, value ${whole.format(judged.value)}`;
        switch (finding.kind) {
          case 'gain':
            return `${at}: ${sensed(finding.square)} left ${boardsOf(finding.after)} of ${boardsOf(finding.before)} (${bitsOf(finding.bits)} gained).`;
          case 'growth':
            return `${at}: from ${boardsOf(finding.before)} after its last sense to ${boardsOf(finding.after)} (${bitsOf(finding.bits)} lost to the opponent’s turn).`;
          case 'avoidable':
            return `${at}: ${sensed(finding.square)} could be expected to tell ${bitsOf(finding.bits)} less than ${squareName(finding.best)}.`;
          case 'rightInTheDark':
            return `${at}: the move was right in the dark (${level(finding.dark)}) though wrong in the light (${behind(finding.light)}).`;
          case 'rightInTheLight':
            return `${at}: the move was wrong in the dark (${behind(finding.dark)}) though right in the light (${level(finding.light)}).`;
        }
      },
      caveat: (turns: number, estimated: boolean) =>
        `${plural(turns, 'half-turn', 'half-turns')} judged by the built-in search, which looks at ${compact.format(REPORT_NODES)} positions for each: near values may change places when it looks deeper. “In the dark” is over all boards the side could not tell apart, all alike; “in the light” is on the true board alone. Right: within ${whole.format(THRESHOLDS.right)} of the best value; wrong: ${whole.format(THRESHOLDS.wrong)} or more behind it.${
          estimated ? ' On some half-turns more boards were possible than were kept: those numbers are estimates.' : ''
        }`,
    },

    whatIf: {
      title: 'What if?',
      help: 'Try another sense or another move at this half-turn, and see what would have been known.',
      sense: 'Try another sense',
      move: 'Try another move',
      try: 'Try',
      trySense: (square: string) => `Try sensing ${square}`,
      tryThis: (what: string) => `Try ${what}`,
      chooseSense: (color: Color) => `Click the square that ${colors[color]} is to sense instead, or type it.`,
      chooseMove: (color: Color) => `Make the move that ${colors[color]} is to request instead, on the board or typed.`,
      gettingMoves: 'Looking for the moves that can be requested…',
      banner: (what: string) => `What if: ${what}. This was not played.`,
      bannerAssumed: (what: string) => `What if: ${what}, assumed. This was not played.`,
      back: 'Back to the game',
      tree: 'The game and what was tried',
      treeKeys: 'Keys in the tree: ↑ ↓ ← →, Enter shows a line, Delete takes it away.',
      game: 'The game',
      remove: 'Take this line away',
      assumed: 'assumed',
      tried: 'what if',
      at: (turn: number, color: Color, what: string) => `Turn ${turn}, ${colors[color]} ${what}`,
      senses: (square: string | null) => (square ? `senses ${square}` : 'does not sense'),
      plays: (move: string | null) => (move ? `plays ${move}` : 'passes'),
      assumeReply: (color: Color, what: string[]) => `Assume the recorded reply (${colors[color]} ${what.join(', ')})`,
      assumeMove: (color: Color, what: string[]) => `Assume the recorded move (${colors[color]} ${what.join(', ')})`,
      assumeHelp: (color: Color) =>
        `In the game ${colors[color]} decided that from other knowledge; here it is only assumed.`,
      failed: (why: string) => `This cannot be tried: ${why}`,
    },
  },

  offline: {
    title: 'Offline',
    region: 'Working offline',
    starting: 'Looking at what is kept on this device…',
    impossible: 'Outpost works here, but this browser keeps nothing for use without a network.',
    impossibleWhy: (reason: string) => `What it said: ${reason}`,
    impossibleHelp: 'Private windows and addresses without https are the usual reasons.',
    none: (total: string) =>
      `Outpost can be kept on this device, so that everything works without a network: ${total}.`,
    filling: 'Getting ready to work offline…',
    fillingOf: (done: string, total: string) => `${done} of ${total}`,
    kept: 'Ready to work offline.',
    keep: 'Keep for offline use',
    remove: 'Remove from this device',
    removeHelp: 'Games and settings stay.',
    failed: 'Outpost could not be kept for offline use',
    failedWhy: {
      quota: 'There is not enough room on this device. Everything works as before, by the network.',
      network: 'The connection was lost. What has arrived is kept; it goes on from there.',
      changed: (name: string) =>
        `The host gives another file than this version’s (${name}). After a reload it may work; some hosts change files on the way.`,
      storage: (detail: string) => `The browser’s storage refused: ${detail}`,
    },
    files: 'Pages, engine, neural network',
    network: 'Neural network, as it was used',
    stockfish: 'Stockfish',
    stockfishLater: 'not yet: once it is used',
    total: 'Together',
    size: (bytes: number) => `${tenths.format(bytes / 1e6)} MB`,
    install: 'Install as an app',
    update: 'A new version is ready',
    updateText: 'Games in progress are kept. Other tabs go on with their version until they are reloaded.',
    updateNow: 'Reload with it',
    updateComing: 'Changing over…',
    updateElsewhere: 'Outpost was brought up to date',
    updateElsewhereText: 'This tab goes on with the version before until it is reloaded. Games in progress are kept.',
    updateFailed:
      'There is a new version, but it could not be fetched whole. This one goes on; it is tried again later.',
    later: 'Later',
    reload: 'Reload',
    mended: (name: string) => `A file kept on this device was damaged and was fetched again (${name}).`,
    damaged: (name: string) =>
      `A file kept on this device is damaged (${name}). Connect to the network and reload to mend it.`,
  },

  notes: {
    title: 'Notes',
    text: 'Note about this step',
    draw: 'Draw arrows and marks',
    done: 'Stop drawing',
    brush: 'Colour',
    brushes: { green: 'Green', red: 'Red', blue: 'Blue', yellow: 'Yellow' },
    help: 'Drag for an arrow, or tap its two squares; tap a square twice to mark it. Drawn again, it goes.',
    helpMouse: 'The right mouse button draws at any time: with Shift red, Alt blue, both yellow.',
    undo: 'Undo',
    clear: 'Clear',
    cleared: 'The drawings of this step are gone.',
    undone: 'Undone.',
    shapes: 'Drawn at this step',
    shape: ({ orig, dest, brush }: Shape) =>
      dest === undefined ? `${brush} mark on ${orig}` : `${brush} arrow ${orig} to ${dest}`,
    remove: (shape: Shape) => `Remove ${en.notes.shape(shape)}`,
    drawn: (shape: Shape) => `Drawn: ${en.notes.shape(shape)}.`,
    removed: (shape: Shape) => `Removed: ${en.notes.shape(shape)}.`,
    picked: (square: string) => `From ${square}. Choose where the arrow ends, or ${square} again to mark it.`,
    has: 'Has notes.',
    hasShort: 'has notes',
    legend: 'has notes',
    count: (at: number, all: number) =>
      at > 0 ? `${number.format(at)} of ${number.format(all)}` : plural(all, 'step', 'steps'),
    previous: 'Previous note',
    next: 'Next note',
    limits: {
      notes: 'A game can have notes at 1,024 steps, and these are there already.',
      shapes: 'A step can have 256 arrows and marks, and these are there already.',
      bytes:
        'All notes of a game together can have 65,536 bytes, about as many letters. This would be more, so it was not added.',
    } satisfies Record<NoteLimit, string>,
  },

  share: {
    open: 'Share',
    title: 'Share this game',
    players: (white: string | null, black: string | null) =>
      `${white ?? en.analyse.unnamed} – ${black ?? en.analyse.unnamed}`,
    seen: (perspective: Color | 'both' | 'truth') =>
      perspective === 'truth'
        ? 'The true board'
        : perspective === 'both'
          ? 'Both sides’ beliefs'
          : en.replay.belief(perspective),
    link: 'Link',
    linkText: 'The whole game is in the link itself: no server has it.',
    opensAt: (step: string, seen: string) => `It opens at: ${step} ${seen}.`,
    noWhatIf: 'The what-if on view is not in the link, only the game.',
    withNotes: (n: number) => `With the notes and drawings of ${plural(n, 'step', 'steps')}`,
    making: 'Making the link…',
    copy: 'Copy the link',
    copied: { link: 'The link is copied.', embed: 'The code is copied.' },
    copyRefused: 'The browser did not allow it. The text is selected: copy it by Ctrl+C, ⌘C or a long press.',
    embed: 'Code for a page of your own',
    embedText:
      'It shows this game on any page, at the step, from the side and with the knowledge that are chosen here, and with the notes that go into the link; nothing goes to a server of ours.',
    embedAs: { element: 'Element and script', iframe: 'Frame (iframe)' },
    copyEmbed: 'Copy the code',
    byApp: 'Send…',
    appRefused: (why: string) => `It could not be sent: ${why}`,
    length: (n: number) => plural(n, 'character', 'characters'),
    long: (most: number) =>
      `Some chats and mail programs cut links of more than ${number.format(most)} characters. The record as a file is safer.`,
    impossible: (why: string) => `This game does not go into a link: ${why}`,
    insteadFile: 'It can be shared as a file: save the record below.',
    code: 'QR code',
    codeOf: 'QR code of the link',
    codeTooLong: 'The link is too long for a QR code.',
    image: 'Image of the board',
    imageWaits: 'The board is still being worked out.',
    imageFailed: (why: string) => `The image could not be made: ${why}`,
    imageCopied: 'The image is copied.',
    imageRefused: (why: string) => `The image was not copied: ${why}`,
    saveSvg: 'Save as SVG',
    savePng: 'Save as PNG',
    copyImage: 'Copy the image',
    rights: 'Chess pieces by Colin M. L. Burnett, GPL-2.0-or-later. Image made with Outpost, GPL-3.0-or-later.',
    licence: 'https://www.gnu.org/licenses/gpl-3.0.html',
    record: 'Record',
    recordText: 'The game as reconchess writes it (JSON), with the notes: other programs read it and pass over them.',
    saveRecord: 'Save as a file',
  },

  embed: {
    problem: 'This cannot be shown',
    badFen: (fen: string, why: string) => `“${fen}” is no position: ${why}.`,
    fenRanks: 'it needs eight ranks with a / between them',
    fenFiles: (rank: number) => `rank ${rank} does not have eight squares`,
    fenPiece: (letter: string) => `“${letter}” is no piece`,
    fenTurn: 'after the pieces comes w or b for the side to move',
    noBoards: 'There is no position to show.',
    allNotes: 'Show all of the notes',
    tooManyItems: (most: number) => `A lesson has at most ${number.format(most)} items.`,
    tooManyBoards: (most: number) => `There are more than ${number.format(most)} boards.`,
    otherTurn: (board: number) => `Board ${board}: another side is to move than on the first.`,
    otherOwn: (board: number, color: Color) =>
      `Board ${board}: ${colors[color]} has other pieces than on the first, and would tell the two apart.`,
    otherWeights: (weights: number, boards: number) =>
      `There are ${plural(weights, 'weight', 'weights')} for ${plural(boards, 'board', 'boards')}: each board needs one.`,
    badWeight: (text: string) => `“${text}” is no weight: write a positive number, such as 3 or 0.5.`,
    badSquare: (text: string) => `“${text}” is no square: write a letter and a number, such as e4.`,
    badArrow: (text: string) => `“${text}” is no arrow: write two squares, such as e2e4 or e2e4:red.`,
    badBrush: (text: string, brushes: string[]) => `“${text}”: the colours are ${list.format(brushes)}.`,
    badMove: (text: string) => `“${text}” is no move: write from where to where, such as e2e4, or pass.`,
    notOneOf: (name: string, text: string, names: string[]) => `${name}: “${text}” is none of ${names.join(', ')}.`,
    badNumber: (name: string, text: string, least: number, most: number) =>
      `${name}: “${text}” is no whole number from ${number.format(least)} to ${number.format(most)}.`,
    tooLong: (what: string, most: number) => `The ${what} is too long: at most ${number.format(most)} characters.`,
    tooMany: (what: string, most: number) => `There are too many ${what}: at most ${number.format(most)}.`,
    tooDeep: (most: number) => `The record of the game is nested more than ${most} deep.`,
    longName: (name: string, most: number) =>
      `${name}: a name has at most ${number.format(most)} characters, so progress is not kept.`,
    badRecord: (path: string) => `The record of the game cannot be read, at ${path}.`,
    noJson: 'The record of the game is no JSON.',
    boardsNotGame: 'This is a set of boards, not a game: show it with outpost-board.',
    gameNotBoards: 'This is a game: show it with outpost-replay.',
    nothing: 'No game was given: neither link, src nor record.',
    noGame: (game: number, all: number) => `There is no game ${game}: the file has ${number.format(all)}.`,
    noFile: (name: string, why: string) => `${name} could not be fetched: ${why}.`,
    tooBig: (name: string, megabytes: number) => `${name} is larger than ${megabytes} MB.`,
    noKing: 'The opponent has no king in this position, so there is none to capture.',
    needs: (what: string, name: string) => `The task ${name} needs the attribute ${what}.`,
    notWith: (what: string, name: string) => `The task ${name} does not go with the attribute ${what}.`,
    loadingEngine: 'Loading the engine (0.5 MB)…',
    loadingGame: 'Reading the game…',
    engineFailed: (why: string) => `The engine could not be loaded, so this is not worked out here. ${why}`,
    sandboxed: 'This frame is in a sandbox of its own: the engine needs allow-same-origin beside allow-scripts.',
    show: 'Show the game',
    caption: {
      truth: 'Position',
      belief: (color: Color) => `What ${colors[color]} knows`,
    },
    counted: (n: number) => plural(n, 'possible board', 'possible boards'),
    sideToMove: (color: Color) => `${colors[color]} to move.`,
    drawn: (shapes: readonly Shape[]) => `Drawn: ${list.format(shapes.map(en.notes.shape))}.`,
    legends: {
      pieces: 'Translucent pieces: how likely each is there.',
      sense: 'Colours: how much sensing a square tells, in the worst case.',
      senseMean: 'Colours: how much sensing a square tells, on average.',
      entropy: 'Colours: how uncertain the content of a square is.',
      one: (role: Role) => `Translucent pieces: where the ${role} may be.`,
    },
    controls: 'Steps of the game',
    boardsPanel: 'Possible boards',
    start: 'Play',
    begin: 'Begin',
    again: 'Start anew',
    hint: 'Hint',
    giveUp: 'Show the answer',
    answer: (text: string) => `The answer: ${text}.`,
    check: 'Check',
    countNumber: 'Write a number.',
    countLabel: 'How many boards are possible?',
    countRight: (n: number) => `Right: ${plural(n, 'board is', 'boards are')} possible.`,
    countWrong: (given: number, right: number) =>
      given > right ? `It is fewer than ${number.format(given)}.` : `It is more than ${number.format(given)}.`,
    choosePrompt: {
      sense: 'Choose where to look.',
      move: 'Choose a move.',
      count: 'Count the boards that are possible.',
      choose: 'Which of these boards is it likeliest to be?',
      'capture-king': 'Capture the king.',
      reach: 'Bring a piece there.',
      survive: 'Keep your king.',
      locate: 'Find out where everything is.',
    },
    turnsLeft: (n: number) => `${plural(n, 'turn', 'turns')} left.`,
    /** What a sense is worth of so many boards, by what senses are compared by. */
    worth: ({ worst, expected, bits }: SenseRow, measure: Measure, of: number) =>
      ({
        worst: `leaves at most ${number.format(Math.round(worst))} of ${plural(of, 'board', 'boards')}`,
        expected: `leaves ${rough.format(expected)} of ${plural(of, 'board', 'boards')} on average`,
        bits: `tells ${rough.format(bits)} bits on average`,
      })[measure],
    senseRight: (square: string, worth: string) => `Right: ${square} ${worth}.`,
    senseWrong: (square: string, worth: string, measure: Measure) =>
      `${square} ${worth}. Another square ${measure === 'bits' ? 'tells more' : 'leaves fewer'}.`,
    senseAnswer: (square: string, worth: string) => `${square}, which ${worth}`,
    moveRight: (move: string) => `Right: ${move}.`,
    moveWrong: (move: string) => `${move} is not the one.`,
    moveWorse: (move: string, mean: number, best: number) =>
      `${move} wins with a chance of ${whole.format(mean)} over all boards; the best with ${whole.format(best)}.`,
    groups: (square: string, n: number) =>
      `Sorted by what a sense of ${square} shows: ${plural(n, 'group', 'groups')}.`,
    group: (n: number, boards: number) => `Group ${number.format(n)}: ${plural(boards, 'board', 'boards')}`,
    boardNumber: (n: number) => `Board ${number.format(n)}`,
    moreBoards: (n: number) => `${plural(n, 'more board is', 'more boards are')} not drawn.`,
    choiceRight: (board: string) => `Right: ${board}.`,
    choiceWrong: (board: string) => `${board} is not the one.`,
    rating: 'Rating the moves…',
    votes: 'The chance to win, by the engine’s search',
    votesMove: 'Move',
    votesMean: 'Over all',
    votesBest: 'best there',
    votesLegend: '★: the best move, if that board were the only one.',
    votesChance: (p: number) => share(p),
    cancel: 'Cancel',
    solved: 'Solved',
    solvedTask: {
      'capture-king': 'You captured the king.',
      reach: 'You got there.',
      survive: 'Your king is still there.',
      locate: 'Few enough boards are left.',
    },
    failed: 'Not this time',
    failedTask: {
      turns: 'The turns are used up.',
      over: 'The game is over.',
    },
    thinking: (who: string) => `${who} is thinking…`,
    paused: 'Waits until it is seen again.',
    agentFailed: (name: string) => `There is no opponent “${name}”.`,
    item: (i: number, all: number) => `${i} of ${all}`,
    done: (n: number, all: number) => `${n} of ${all} solved`,
    previous: 'Previous',
    next: 'Next',
    emptyLesson: 'There is nothing in this lesson.',
    noElement: (name: string) => `There is no element “${name}”: it is board, replay, game or lesson.`,
  },

  learn: {
    nav: 'Learn',
    title: 'Learn',
    lead: 'Chess in the dark, from its rules to how programs reason about it. You need to know how the pieces move, and nothing else.',
    kept: 'How far you have come is kept in this browser and sent to nobody.',
    notKept: 'This browser keeps nothing, or nothing more: how far you have come is forgotten when the page is closed.',
    loading: 'Loading the lesson…',
    noLesson: 'There is no such lesson. These are the ones there are.',
    all: 'All lessons',
    next: (title: string) => `Next: ${title}`,
    length: (minutes: number, tasks: number) =>
      `about ${number.format(minutes)} min · ${plural(tasks, 'problem', 'problems')}`,
    solved: (n: number, all: number) => `${n} of ${all} solved`,
    steps: 'Steps of the lesson',
    step: (n: number, heading: string | null, task: boolean, solved: boolean) =>
      [`Step ${n}`, heading, solved ? 'solved' : task ? 'problem' : null].filter((part) => part !== null).join(': '),
    sources: 'To read on',
    embedText:
      'It shows this lesson on any page, and works there without a network once it is loaded; nothing goes to a server of ours. Add the word remember to the element (or &remember= to the frame’s address) to keep a student’s progress in the browser.',
  },

  lab: {
    nav: 'Lab',
    title: 'Lab',
    lead: 'Measure again what papers claim: games between agents, played in this browser.',
    experimentLabel: 'Experiment',
    experiments: { growth: 'What sensing is worth', players: 'Agents against each other' },
    setup: 'Set-up',
    names: {
      games: 'Games',
      nodes: 'Nodes for each decision',
      ms: 'Milliseconds for each decision',
      turns: 'Turns at most',
      seed: 'Seed',
    },
    policies: 'Ways to sense, all of the agent HSUC',
    policy: {
      none: ['None', 'Never senses.'],
      random: ['Random', 'Any square, with the same chance.'],
      'likely-move': [
        'Likely move',
        'Where likely moves of the opponent make the most difference (StrangeFish, 2019).',
      ],
      hsuc: ['HSUC', 'Leaves the fewest boards in the worst case.'],
      guarded: ['Guarded', 'HSUC, weighed against danger to the own king.'],
      'expected-size': ['Expected size', 'Leaves the fewest boards on average.'],
      entropy: ['Entropy', 'Tells the most bits.'],
      weighted: ['Weighted', 'Leaves the least on average, likely boards counting more.'],
      outcome: ['Outcome', 'After which the best request is worth most.'],
    } as Record<string, [string, string]>,
    players: 'Players',
    sensingPlayers: 'HSUC, sensing in another way',
    sensingPlayer: (policy: string) => `hsuc+${policy}`,
    against: 'Opponent',
    gamesOfEach: { growth: 'Games of each way', players: 'Games of each pair' },
    budget: 'Each decision has',
    budgets: { nodes: 'nodes', ms: 'ms' },
    turnsHelp: 'Empty: no limit',
    lanes: 'Games at a time',
    lanesHelp: (cores: number) =>
      `Each in an engine of its own with one thread; this browser says that it has ${plural(cores, 'core', 'cores')}. It is no part of the set-up.`,
    background: 'Go on while this tab is hidden',
    total: (games: number) => `${plural(games, 'game', 'games')} in all, colours in turn.`,
    repeatable:
      'Repeatable: the same set-up, seed and version of Outpost give the same games on any device, however many are played at a time.',
    notRepeatable:
      'Not repeatable: decisions are given time, so that the games depend on this device and on what else it does. Only random and attacker play the same game again.',
    start: 'Start',
    stop: 'Stop',
    goOn: 'Go on',
    again: 'Play them again',
    replaceTitle: 'Replace the games of the last run?',
    replaceText: (games: number) =>
      `A new start removes the ${plural(games, 'game', 'games')} below. Download first what you want to keep.`,
    replace: 'Replace them',
    clear: 'Remove the games',
    problems: {
      title: 'This set-up cannot be played',
      linkTitle: 'This link’s set-up cannot be used as it is',
      linkText: 'The form shows what could be read of it.',
      number: (name: string, least: number, most: number) =>
        `${name}: a whole number from ${number.format(least)} to ${number.format(most)}.`,
      noPolicy: 'Choose at least one way to sense.',
      twoPlayers: 'Choose at least two players.',
      manyPlayers: (most: number) => `Choose at most ${most} players.`,
      manyGames: (games: number, most: number) =>
        `These are ${number.format(games)} games: at most ${number.format(most)} can be kept in a browser. The program outpost plays more.`,
      twice: (name: string) => `“${name}” is there twice.`,
      experiment: (value: string) => `“experiment” must be growth or players, not “${value.slice(0, 40)}”.`,
      unknown: (name: string, value: string, known: string[]) =>
        `“${name}” has “${value.slice(0, 40)}”, which is none of ${known.join(', ')}.`,
      oneOpponent: '“against” takes one opponent.',
      parameter: (name: string, value: string, least: number, most: number) =>
        `“${name}” must be a whole number from ${number.format(least)} to ${number.format(most)}, not “${value.slice(0, 40)}”.`,
      nodesOrMs: 'Either “nodes” or “ms” can be given, not both.',
      parameterUnknown: (name: string) => `There is no parameter “${name.slice(0, 40)}”.`,
    },
    state: {
      starting: 'Starting engines…',
      running: (done: number, total: number) => `${number.format(done)} of ${number.format(total)} games played.`,
      paused: 'Paused while this tab is hidden.',
      stopped: (done: number, total: number) =>
        `Stopped: ${number.format(done)} of ${number.format(total)} games are played. Games that were under way begin anew.`,
      done: (total: number) => `All ${number.format(total)} games are played.`,
      failed: (why: string) => `The Lab stopped: ${why}`,
      elsewhere: 'The Lab runs in another tab of this browser. Stop it there first.',
    },
    timeLeft: (time: string) => `About ${time} left.`,
    crashed: (game: number, why: string) =>
      `The engine crashed in game ${game} (${why}). The game is played from its start again.`,
    lost: (games: number[]) =>
      `${games.length === 1 ? `Game ${games[0]} is` : `Games ${list.format(games.map(String))} are`} lost to crashes of the engine and not counted.`,
    lostWhy: (game: number, why: string) => `Game ${game} is lost: ${why}`,
    notKept: (why: string) =>
      `This browser does not keep the games (${why}). Those played from now on are gone after a reload: download them first.`,
    leaving: 'You can use the other pages meanwhile. Games against the engine and the Lab share this device’s cores.',
    results: 'Results',
    ofRun: (games: number, total: number) => `${number.format(games)} of ${number.format(total)} games`,
    nothingYet: 'Curves appear with the first finished games.',
    machine: (lanes: number | null, budget: string) =>
      `Measured in this browser, ${budget} a decision${lanes === null ? '' : `, ${plural(lanes, 'game', 'games')} at a time with 1 thread each`}.`,
    budgetText: (budget: { nodes: number } | { ms: number }) =>
      'nodes' in budget ? plural(budget.nodes, 'node', 'nodes') : `${number.format(budget.ms)} ms`,
    setupText: (parts: { kind: string; budget: string; turns: number | null; seed: number }) =>
      `${parts.kind}, ${parts.budget} a decision, ${parts.turns === null ? 'no limit of turns' : `at most ${plural(parts.turns, 'turn', 'turns')}`}, seed ${parts.seed}`,
    growthKind: (policies: string[], against: string) => `hsuc sensing by ${list.format(policies)} against ${against}`,
    playersKind: (players: string[]) => list.format(players),
    charts: {
      growth: (against: string) => `Possible boards after each sense, against ${against}`,
      growthX: 'turn of the player that senses',
      growthY: 'mean of log10 (boards); hollow: at least',
      decay: (against: string) => `Share of boards ruled out by a sense, against ${against}`,
      decayY: 'mean g = 1 − after / before, %',
      elo: 'Elo over games',
      eloY: (anchored: boolean) => (anchored ? 'Elo, random = 0' : 'Elo, mean = 0'),
      score: (first: string, second: string) => `Score of ${first} against ${second}`,
      scoreY: 'score, %',
      gamesX: 'games counted',
      band: 'Shaded: 95 % interval.',
      table: 'The curves as a table',
      caption: (title: string) => `${title}; 95 % intervals in brackets`,
      label: (title: string, series: string[]) =>
        `${title}: lines for ${list.format(series)}. The table below has the values.`,
    },
    estimate: (value: string, low: string, high: string, atLeast = false) =>
      `${atLeast ? '>' : ''}${value} (${low} to ${high})`,
    inGames: (cell: string, games: number) => `${cell}, ${plural(games, 'game', 'games')}`,
    intervals: {
      growth:
        'Intervals are 95 %: percentile bootstrap over games. A set beyond 200,000 boards counts as 200,000, and its mean is marked > (hollow in the chart). Games that ended before a turn are not in its mean; turns that fewer than five games came to are only in the files.',
      players:
        'Scores have Wilson’s 95 % intervals, a draw being half a point. Elo is by the model of Bradley and Terry, each pair with one drawn game more; its intervals are 1.96 standard errors.',
    },
    decayTable:
      'Share of boards that a sense rules out (g), over all senses before which more than one board was possible',
    decayColumns: {
      sense: 'Sense',
      games: 'Games',
      senses: 'Senses',
      mean: 'Mean g, %',
      median: 'Median g, %',
      pooled: 'Pooled g, %',
    },
    ratingTable: 'Players, best first',
    ratingColumns: { player: 'Player', games: 'Games', points: 'Points', score: 'Score, %', elo: 'Elo' },
    pairsTable: 'Points of each pair',
    pairCell: (points: number, games: number) => `${number.format(points)} of ${number.format(games)}`,
    turn: 'Turn',
    gamesColumn: 'Games',
    downloads: 'Download',
    files: {
      growth: 'Growth (CSV)',
      decay: 'Decay (CSV)',
      senses: 'All senses (CSV)',
      rating: 'Ratings (CSV)',
      pairs: 'Pairs (CSV)',
      games: 'Games (CSV)',
      records: 'Game records (JSONL)',
    } as Record<string, string>,
    recordsHelp:
      'Drop the records on this page to look at the games; check and measure them with “outpost verify” and “outpost stats”.',
    link: 'Link to this set-up and seed',
    copy: 'Copy the link',
    copied: 'The link is copied.',
    notCopied: 'The browser does not let the page copy: select the link and copy it by hand.',
    compare: 'Beside the native program',
    compareGrowth: 'Mean of log10 (boards after the sense) by turn: here, and as the native program measured it.',
    policyTurn: (policy: string, turn: number) => `${policy}, turn ${turn}`,
    here: 'Here',
    program: 'Program',
    elsewhereCell: '–',
    comparable:
      'The set-up is the program’s: the figures should agree within their intervals. The seeds are not the same, so that the games are others.',
    notComparableGrowth:
      'The program’s games were against random, with 2,000 nodes a decision and at most 25 turns: with another set-up other figures are to be expected.',
    notComparableDecay:
      'The program’s figures are of 100 games with 2,000 nodes and no limit of turns: with another set-up others are to be expected.',
    notComparableRating:
      'The program gave each player 50 ms a turn on another machine, against six others: who plays whom and for how long changes ratings.',
    overlap: (agree: number, all: number) =>
      `${number.format(agree)} of ${plural(all, 'interval', 'intervals')} overlap with the program’s.`,
    source: {
      growth: 'After Figures 5 and 6 of Guo et al., 2020, a paper that its publisher retracted in 2023.',
      players: 'Everybody against everybody: scores and ratings with their uncertainty.',
    },
    about: 'What was claimed, and what the native program found',
    aboutGrowth: {
      paper: 'The paper',
      paperText:
        'Guo, Wang, Qi, Qian and Zhang, “Heuristic Sensing: An Uncertainty Exploration Method in Imperfect Information Games”, Complexity 2020, article 8815770. Figure 5: without senses the number of boards grows without bound, random senses slow that down, HSUC keeps it small. Figure 6: the decay of HSUC is at least 90 % against random, and above likely-move’s.',
      retracted:
        'Its publisher retracted the paper in 2023: its figures are claims to be tested, and nothing else rests on them.',
      program: 'The native program (docs/experiments.md)',
      programText:
        'The order none > random > HSUC is as published; HSUC and likely-move cannot be told apart: their intervals overlap at nearly every turn. The 90 % hold for the pooled average (92.7), are met by the median (90.0) and do not hold for the mean: 83.7 % against random.',
      how: 'How it compares',
      howText:
        'The rules, agents, averages and intervals are the program’s. The player that senses is hsuc with each way to sense in turn, colours in turn; its exact set is followed through the record of each finished game.',
    },
    aboutPlayers: {
      paper: 'The paper',
      paperText:
        'No figure of a paper stands behind this one. The ranking that Guo et al. (Complexity 2020, article 8815770) give of players is by their sets, not by results.',
      retracted: 'Its publisher retracted that paper in 2023.',
      program: 'The native program (docs/experiments.md)',
      programText:
        'A tournament of 2,100 games at 50 ms a turn: piecewise-grid 1,191 (1,070 to 1,313), hsuc 1,106 (987 to 1,224), a-bot 770 (659 to 880), perfect-memory 687 (578 to 796), trout 616 (508 to 725), attacker 521 (413 to 628), random 0.',
      how: 'How it compares',
      howText:
        'The ratings are computed as the program computes them. With equal nodes, players that need more time for each of them are better off than at equal time.',
    },
    finished: 'The Lab has played all its games.',
    ready: 'Nothing is played yet.',
  },
};

/** Levels of assistance, from none to most. */
export type Assistance = 'none' | 'markers' | 'tracking' | 'hints';
export const ASSISTANCE: Assistance[] = ['none', 'markers', 'tracking', 'hints'];

export type Strings = typeof en;
export const t: Strings = en;
