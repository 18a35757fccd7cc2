import type {
  Color,
  Completeness,
  EvaluatorName,
  MoveRow,
  Outcome,
  PieceLetter,
  RequestReport,
  SetSize,
  Weights,
} from 'outpost';
import type { Avoidable, Finding } from './findings';
import { REPORT_NODES, THRESHOLDS } from './findings';
import type { Column } from './move-rows';
import type { Overlay } from './overlays';
import type { PanelName } from './panels';
import type { Measure, SenseRow } from './sense-rows';
import { type Role, squareName } from './squares';
import { SURPRISE } from './surprises';

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
const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

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
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const list = new Intl.ListFormat('en', { type: 'conjunction' });
const plural = (n: number, one: string, many: string): string => `${number.format(n)} ${n === 1 ? one : many}`;
const bitsOf = (n: number): string => `${tenths.format(n)} ${tenths.format(n) === '1.0' ? 'bit' : 'bits'}`;
/** A number of boards in a sentence; large ones rounded. */
const boardsOf = ({ estimate, completeness }: SetSize): string =>
  completeness === 'exact' ? plural(estimate, 'board', 'boards') : `about ${rough.format(estimate)} boards`;
/** A move as people write it, `null` being the pass. */
const requestText = (uci: string | null): string =>
  uci === null ? 'the pass' : `${uci.slice(0, 2)}–${uci.slice(2, 4)}${uci[4] ? `=${uci[4].toUpperCase()}` : ''}`;
/** Boards that remain; of a sample it is only known about how many. */
const boardsLeft = (n: number, complete: Completeness): string =>
  complete === 'exact' ? plural(n, 'board', 'boards') : `about ${rough.format(n)} boards`;
/** What weights are shared out among: of a sample, only the boards that are kept. */
const weighed = ({ size, estimate, completeness }: SetSize): string =>
  completeness === 'exact'
    ? plural(size, 'board', 'boards')
    : `${number.format(size)} boards kept of about ${rough.format(estimate)}`;

export const en = {
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
    replay: 'Replay',
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
    failedReason: (why: string) => `What the browser said: ${why}`,
    tryOneThread: 'Try with one thread',
    noOpponents: 'There are no opponents without the engine.',
    reload: 'Reload the page',
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
      hsuc: 'HSUC',
    } as Record<string, string>,
    agent: (name: string) => en.newGame.agents[name] ?? name,
    /** As measured: the section "rating" of docs/experiments.md. */
    strength: {
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
    you: 'You',
    clockInvalid: 'The clock needs from 0.5 to 180 minutes, and from 0 to 60 seconds a turn.',
  },

  storage: {
    cannot:
      'This browser does not let the page keep anything: the game will be lost when the page is closed or reloaded.',
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
    typedPlaceholder: 'e2e4',
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
    empty: 'Type a move such as e2e4.',
    form: (text: string) => `“${text}” is not a move. Write from where to where, such as e2e4 or a7a8q.`,
    noPiece: (square: string) => `You have no piece on ${square}.`,
    notRequestable: (text: string) => `${text} cannot be asked for: the piece does not go there.`,
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
    counted: (kept: number, complete: Completeness) =>
      complete === 'sample'
        ? `possible boards, estimated from ${number.format(kept)} of them`
        : kept === 1
          ? 'possible board: you know where everything is'
          : 'possible boards, each of them counted',
    completenessLong: {
      exact: 'Every board that fits what you know is counted.',
      sample: 'More boards are possible than are kept; these are a uniform sample of them.',
    } as Record<Completeness, string>,
    computing: 'Working out what is possible…',
    failed: (why: string) => `Tracking failed: ${why}`,
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
    about: (n: number) => `≈ ${rough.format(n)}`,
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
    loading: 'Loading the network… Until it is there, every board counts alike.',
    failed: (why: string) => `The network cannot be used, so every board counts alike: ${why}`,
    notHere: 'this site came without one',
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
    turnsAgo: (age: number) => (age === 0 ? 'now' : `${plural(age, 'turn', 'turns')} ago`),
  },

  players: {
    clock: (who: string) => `${who}’s clock`,
    noClock: 'no clock',
  },

  end: {
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
    title: 'Replay',
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
    sizeLine: (color: Color, n: number, complete: Completeness) => `${colors[color]}: ${boardsLeft(n, complete)}`,
    decayLine: (color: Color, before: number, after: number) =>
      `${colors[color]}’s sense: ${rough.format(before)} → ${rough.format(after)}, ${percent.format(before > 0 ? 1 - after / before : 0)} ruled out`,
    analysing: 'Working out both sides’ knowledge…',
    resumed: 'The engine stopped and was started again; the analysis was taken up again by itself.',
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
    nobodyMovedTitle: 'Nobody moved',
    nobodyMoved: 'This is the position at the start.',
    legendSample: 'Open dots: estimated from a sample.',
  },

  records: {
    title: 'Replay a game',
    lead: 'Drop a reconchess record here: one game as JSON, or many as JSON lines, also gzipped.',
    pick: 'Choose a file',
    dropHere: 'Drop the file to open it',
    private: 'The file stays on this device.',
    reading: (name: string) => `Reading ${name}…`,
    parsing: (name: string) => `Looking for games in ${name}…`,
    failed: (name: string) => `${name} cannot be opened`,
    none: 'There is no game in this file.',
    games: (n: number) => plural(n, 'game', 'games'),
    another: 'Open another file',
    back: 'All games of the file',
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
    unknown: '–',
    unfinished: 'No result',
    open: (game: number) => `Open game ${game}`,
    badLines: (n: number) => `${plural(n, 'line is', 'lines are')} no game and left out`,
    more: (n: number) => `Show ${number.format(n)} more`,
    tooBig: (megabytes: number) => `The file has ${number.format(megabytes)} MB; at most 256 can be opened.`,
    reasons: {
      KING_CAPTURE: 'king captured',
      TIMEOUT: 'time',
      RESIGN: 'resignation',
      MOVE_LIMIT: 'move limit',
      TURN_LIMIT: 'turn limit',
    } as Record<string, string>,
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
      chooseBelief: 'Choose White’s or Black’s belief to see its boards.',
      truthHelp: 'Overlays show what a side believes: choose White’s or Black’s belief.',
      hover: 'Point at a square, or go there by keyboard, to see its numbers.',
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
      kind: (name: string, squares: string[]) => `${name}: ${squares.join(', ')}`,
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
      none: 'There is no sense at this half-turn.',
      map: 'Map of all 64 senses',
      table: 'Senses, the most useful first',
      square: 'Sense',
      made: 'made',
      marks: '★ the most useful; the ring: the sense that was made.',
      hover: 'Point at a square to see what sensing it would have left.',
      best: (square: string, row: SenseRow, { completeness }: SetSize) =>
        `Most useful: ${square}, with at most ${boardsLeft(Math.round(row.worst), completeness)} left.`,
      noneMade: (square: string, row: SenseRow, set: SetSize) =>
        `No sense was made. ${en.insight.senses.best(square, row, set)}`,
      verdict: (
        made: { name: string; row: SenseRow; rank: number },
        best: { name: string; row: SenseRow },
        { completeness }: SetSize,
      ) => {
        const left = (row: SenseRow): string =>
          `at most ${boardsLeft(Math.round(row.worst), completeness)} left, ${bitsOf(row.bits)}`;
        return made.rank === 1
          ? `The sense at ${made.name} was the most useful: ${left(made.row)}.`
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
          : `${colors[color]}’s ${plural(senses, 'sense', 'senses')} were to be expected to tell ${bitsOf(bits)} less than the best ones, all together.`,
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
            return `${at}: ${sensed(finding.square)} was to be expected to tell ${bitsOf(finding.bits)} less than ${squareName(finding.best)}.`;
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
};

/** Levels of assistance, from none to most. */
export type Assistance = 'none' | 'markers' | 'tracking' | 'hints';
export const ASSISTANCE: Assistance[] = ['none', 'markers', 'tracking', 'hints'];

export type Strings = typeof en;
export const t: Strings = en;
