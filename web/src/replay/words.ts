import type { Color, Completeness, RequestReport, SetSize } from 'outpost';
import type { Measure, SenseRow } from '../belief/sense-rows';
import { bitsOf, boardsLeft, boardsOf } from '../belief/set-size';
import { SURPRISE } from '../belief/surprises';
import { trackingWords } from '../belief/words';
import type { Shape } from '../board/shapes';
import { squareName } from '../board/squares';
import { colors, drawingWords } from '../board/words';
import { agentWords } from '../engine/words';
import type { NoteLimit } from '../record/notes';
import { compact, list, number, percent, plural, rough, tenths, whole } from '../ui/format';
import { type Avoidable, type Finding, REPORT_NODES, THRESHOLDS } from './findings';
import type { PanelName } from './panels';

/** A move as people write it, `null` being the pass. */
export const requestText = (uci: string | null): string =>
  uci === null ? 'the pass' : `${uci.slice(0, 2)}–${uci.slice(2, 4)}${uci[4] ? `=${uci[4].toUpperCase()}` : ''}`;

export const replayWords = {
  first: 'To the start',
  back: 'Back',
  next: 'Next',
  last: 'To the end',
  backTurn: 'Previous half-turn',
  nextTurn: 'Next half-turn',
  timeline: 'Timeline',
  step: (turn: number, color: Color) => `Turn ${turn}, ${colors[color]}`,
  phases: { start: 'begins', sensed: 'has sensed', moved: 'has moved' },
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
  nobodyMovedTitle: 'Nobody moved',
  nobodyMoved: 'This is the position at the start.',
  legendSample: 'Open dots: estimated from a sample; their lines show the margin.',
};

export const panelWords = {
  senses: 'What would looking elsewhere have told?',
  sizes: 'How many boards were possible?',
  boards: 'Which boards are likeliest?',
  moves: 'Which move is right?',
  agents: 'What would the agents have done?',
  failures: 'Where did knowledge fail?',
  summary: 'What happened in this game?',
  list: 'Which moves were made?',
  words: 'What stands where, in words?',
} satisfies Record<PanelName, string>;

export const sensePanelWords = {
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
    `No sense was made. ${sensePanelWords.best(square, row, set)}`,
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
    trackingWords.at(square, Math.round(row.worst), row.expected, row.bits, completeness),
  label: (row: SenseRow, { completeness }: SetSize) =>
    `at most ${boardsLeft(Math.round(row.worst), completeness)} left, ${bitsOf(row.bits)}`,
  cell: (measure: Measure, row: SenseRow, completeness: Completeness): string => {
    if (measure === 'bits') return tenths.format(row.bits);
    const n = row[measure];
    if (completeness === 'sample') return rough.format(n);
    return measure === 'worst' || n >= 100 ? number.format(Math.round(n)) : tenths.format(n);
  },
};

export const decayWords = {
  title: 'Share of the boards that each sense ruled out: White’s bars go up, Black’s down.',
  label: (white: number | null, black: number | null) => `Decay ratio of each sense. ${decayWords.means(white, black)}`,
  means: (white: number | null, black: number | null) => {
    const text = (color: Color, mean: number | null): string =>
      `${colors[color]} ${mean === null ? 'none yet' : percent.format(mean)}`;
    return `Ruled out by a sense, on average: ${text('white', white)}, ${text('black', black)}.`;
  },
};

export const agentsPanelWords = {
  agent: 'Agent',
  sense: 'Would sense',
  request: 'Would request',
  ask: 'Ask the agents',
  again: 'Ask again',
  help: (color: Color, ms: number, sensed: boolean) =>
    `Each agent is told what ${colors[color]} was told, and has ${number.format(ms / 1000)} s for each decision${
      sensed ? '. Its request follows the sense that was really made' : ''
    }. Agents draw lots: asked again, they may answer otherwise.`,
  asking: (name: string) => `Asking ${agentWords.agent(name)}…`,
  failed: (why: string) => `The agents could not be asked: ${why}`,
  played: 'As it was played',
};

export const failureWords = {
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
};

export const summaryWords = {
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
};

export const whatIfWords = {
  title: 'What if?',
  help: 'Try another sense or another move at this half-turn, and see what would have been known.',
  sense: 'Try another sense',
  move: 'Try another move',
  trySense: (square: string) => `Try sensing ${square}`,
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
};

export const noteWords = {
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
  remove: (shape: Shape) => `Remove ${drawingWords.shape(shape)}`,
  drawn: (shape: Shape) => `Drawn: ${drawingWords.shape(shape)}.`,
  removed: (shape: Shape) => `Removed: ${drawingWords.shape(shape)}.`,
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
};
