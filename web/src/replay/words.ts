import { msg, str } from '@lit/localize';
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
import { words } from '../ui/texts';
import { type Avoidable, type Finding, REPORT_NODES, THRESHOLDS } from './findings';
import type { PanelName } from './panels';

/** A move as people write it, `null` being the pass. */
export const requestText = (uci: string | null): string =>
  uci === null ? msg('the pass') : `${uci.slice(0, 2)}–${uci.slice(2, 4)}${uci[4] ? `=${uci[4].toUpperCase()}` : ''}`;

export const replayWords = words({
  first: () => msg('To the start'),
  back: () => msg('Back'),
  next: () => msg('Next'),
  last: () => msg('To the end'),
  backTurn: () => msg('Previous half-turn'),
  nextTurn: () => msg('Next half-turn'),
  timeline: () => msg('Timeline'),
  step: (turn: number, color: Color) => msg(str`Turn ${turn}, ${colors[color]}`),
  phases: { start: () => msg('begins'), sensed: () => msg('has sensed'), moved: () => msg('has moved') },
  sizesHelp: () => msg('Logarithmic scale. A sense makes the number fall, the opponent’s turn makes it grow.'),
  sizeLine: (color: Color, set: SetSize) => `${colors[color]}: ${boardsOf(set)}`,
  decayLine: (color: Color, before: number, after: number) =>
    msg(
      str`${colors[color]}’s sense: ${rough.format(before)} → ${rough.format(after)}, ${percent.format(before > 0 ? 1 - after / before : 0)} ruled out`,
    ),
  analysing: () => msg('Working out both sides’ knowledge…'),
  resumed: () => msg('The engine stopped and was started again; the analysis was taken up again by itself.'),
  halt: () => msg('Stop'),
  halted: () => msg('Stopped. What was worked out so far is shown.'),
  haltedHere: () => msg('Not worked out: it was stopped.'),
  goOn: () => msg('Go on'),
  analyseFailed: (why: string) => msg(str`The analysis stopped: ${why}`),
  notYet: () => msg('not worked out yet'),
  moves: () => msg('Moves'),
  surprise: (color: Color, p: number) =>
    p > 0
      ? msg(str`The least expected piece had ${percent.format(p)} in ${colors[color]}’s mind.`)
      : msg(str`${colors[color]} held it impossible that a piece stands where one does.`),
  surprises: (color: Color, squares: string[]) =>
    squares.length
      ? msg(str`${colors[color]} does not expect what stands on ${list.format(squares)}.`)
      : msg(str`Nothing on the board would surprise ${colors[color]}.`),
  showTruth: () => msg('Outline the true pieces'),
  keys: () => msg('Keys: ← → step, ↑ ↓ half-turn, Home and End, F flips the board.'),
  chartTurns: () => msg('Turn'),
  chartLabel: (step: number, total: number) =>
    msg(str`Sizes of both information sets over ${total} steps; now at step ${step}`),
  marks: {
    took: () => msg('took a piece'),
    stopped: () => msg('stopped short'),
    stoppedLong: () => msg('stopped short of where it was to go'),
    failed: () => msg('not possible'),
    failedLong: () => msg('not possible, the turn was lost'),
    example: 'e4–d5',
  },
  notKnownYet: () => msg('not worked out yet whether an opponent stands here'),
  beliefFailed: () => msg('This could not be worked out.'),
  nobodyMovedTitle: () => msg('Nobody moved'),
  nobodyMoved: () => msg('This is the position at the start.'),
  legendSample: () => msg('Open dots: estimated from a sample; their lines show the margin.'),
});

export const panelWords = words({
  senses: () => msg('What would looking elsewhere have told?'),
  sizes: () => msg('How many boards were possible?'),
  boards: () => msg('Which boards are likeliest?'),
  moves: () => msg('Which move is right?'),
  agents: () => msg('What would the agents have done?'),
  failures: () => msg('Where did knowledge fail?'),
  summary: () => msg('What happened in this game?'),
  list: () => msg('Which moves were made?'),
  words: () => msg('What stands where, in words?'),
} satisfies Record<PanelName, () => string>);

export const sensePanelWords = words({
  by: () => msg('Compare by'),
  short: { worst: () => msg('Worst case'), expected: () => msg('Expected'), bits: () => msg('Bits') } satisfies Record<
    Measure,
    () => string
  >,
  long: {
    worst: () => msg('Boards left in the worst case: what HSUC goes by. The fewer, the better.'),
    expected: () => msg('Boards left on average, over what the sense may show. The fewer, the better.'),
    bits: () => msg('What the sense is expected to tell, in bits. One bit halves the boards. The more, the better.'),
  } satisfies Record<Measure, () => string>,
  forSide: (color: Color) => msg(str`For ${colors[color]}, before its sense.`),
  none: () => msg('There is no sense at this half-turn.'),
  map: () => msg('Map of all 64 senses'),
  table: () => msg('Senses, the most useful first'),
  square: () => msg('Sense'),
  made: () => msg('made'),
  marks: () => msg('★ the most useful; the ring: the sense that was made.'),
  hover: () => msg('Point at or tap a square to see what sensing it would have left.'),
  best: (square: string, row: SenseRow, { completeness }: SetSize) =>
    msg(str`Most useful: ${square}, with at most ${boardsLeft(Math.round(row.worst), completeness)} left.`),
  noneMade: (square: string, row: SenseRow, set: SetSize) =>
    msg(str`No sense was made. ${sensePanelWords.best(square, row, set)}`),
  verdict: (
    made: { name: string; row: SenseRow; rank: number; equals: number },
    best: { name: string; row: SenseRow },
    { completeness }: SetSize,
  ) => {
    const left = (row: SenseRow): string =>
      msg(str`at most ${boardsLeft(Math.round(row.worst), completeness)} left, ${bitsOf(row.bits)}`);
    return made.rank === 1
      ? msg(
          str`The sense at ${made.name} was ${made.equals > 1 ? msg('as good as any') : msg('the most useful')}: ${left(made.row)}.`,
        )
      : msg(
          str`The sense at ${made.name} was number ${number.format(made.rank)} of 64: ${left(made.row)}. Most useful: ${best.name}, ${left(best.row)}.`,
        );
  },
  at: (square: string, row: SenseRow, { completeness }: SetSize) =>
    trackingWords.at(square, Math.round(row.worst), row.expected, row.bits, completeness),
  label: (row: SenseRow, { completeness }: SetSize) =>
    msg(str`at most ${boardsLeft(Math.round(row.worst), completeness)} left, ${bitsOf(row.bits)}`),
  cell: (measure: Measure, row: SenseRow, completeness: Completeness): string => {
    if (measure === 'bits') return tenths.format(row.bits);
    const n = row[measure];
    if (completeness === 'sample') return rough.format(n);
    return measure === 'worst' || n >= 100 ? number.format(Math.round(n)) : tenths.format(n);
  },
});

export const decayWords = words({
  title: () => msg('Share of the boards that each sense ruled out: White’s bars go up, Black’s down.'),
  label: (white: number | null, black: number | null) =>
    msg(str`Decay ratio of each sense. ${decayWords.means(white, black)}`),
  means: (white: number | null, black: number | null) => {
    const share = (mean: number | null): string => (mean === null ? msg('none yet') : percent.format(mean));
    return msg(str`Ruled out by a sense, on average: White ${share(white)}, Black ${share(black)}.`);
  },
});

export const agentsPanelWords = words({
  agent: () => msg('Agent'),
  sense: () => msg('Would sense'),
  request: () => msg('Would request'),
  ask: () => msg('Ask the agents'),
  again: () => msg('Ask again'),
  help: (color: Color, ms: number, sensed: boolean) =>
    msg(
      str`Each agent is told what ${colors[color]} was told, and has ${number.format(ms / 1000)} s for each decision${
        sensed ? msg('. Its request follows the sense that was really made') : ''
      }. Agents draw lots: asked again, they may answer otherwise.`,
    ),
  asking: (name: string) => msg(str`Asking ${agentWords.agent(name)}…`),
  failed: (why: string) => msg(str`The agents could not be asked: ${why}`),
  played: () => msg('As it was played'),
});

export const failureWords = words({
  help: (network: boolean) =>
    network
      ? msg(
          str`The true board’s probability by the network’s weights, for the side to move. Surprises: squares where a piece stands that the side gave under ${whole.format(SURPRISE)}.`,
        )
      : msg(
          str`The true board’s probability when all possible boards count alike, for the side to move. Surprises: squares where a piece stands that the side gave under ${whole.format(SURPRISE)}.`,
        ),
  whose: () => msg('Whose knowledge'),
  both: () => msg('Both'),
  inOrder: () => msg('In the order of the game'),
  turn: () => msg('Half-turn'),
  before: () => msg('Before sense'),
  after: () => msg('After sense'),
  surprises: () => msg('Surprises'),
  none: () => msg('none'),
  lost: () => msg('not among the boards kept'),
  nothing: () => msg('Nothing is known of this game yet.'),
});

export const summaryWords = words({
  judging: (turns: number) =>
    msg(str`Judging every half-turn: ${number.format(turns)} done. Below is what stands out among them.`),
  stopped: (turns: number) => msg(str`Stopped after ${plural(turns, msg('one {# half-turn} other {# half-turns}'))}.`),
  goOn: () => msg('Go on'),
  failed: (why: string) => msg(str`The game could not be judged: ${why}`),
  copy: () => msg('Copy as text'),
  copied: () => msg('The summary was copied.'),
  byHand: () => msg('The browser does not let the page copy. Copy it from here:'),
  nothing: () => msg('No half-turn stands out.'),
  nothingYet: () => msg('No half-turn stands out so far.'),
  avoidableTitle: () => msg('Avoidable uncertainty'),
  avoidable: (color: Color, { bits, senses }: Avoidable) =>
    senses === 0
      ? msg(str`${colors[color]} had no sense to make.`)
      : `${colors[color]}’s ${plural(senses, msg('one {# sense} other {# senses}'))} ${tenths.format(bits) === '0.0' ? (senses === 1 ? msg('was as good as the best one') : msg('were as good as the best ones')) : msg(str`could be expected to tell ${bitsOf(bits)} less than the best ones, all together`)}.`,
  finding: (finding: Finding): string => {
    const at = msg(str`Turn ${Math.floor(finding.ply / 2) + 1}, ${colors[finding.color]}`);
    const sensed = (square: number | null): string =>
      square === null ? msg('no sense') : msg(str`the sense at ${squareName(square)}`);
    const behind = (judged: RequestReport): string =>
      msg(
        str`number ${number.format(judged.rank)} of ${number.format(judged.of)}, value ${whole.format(judged.value)} against ${whole.format(judged.bestValue)} for ${requestText(judged.best)}`,
      );
    const level = (judged: RequestReport): string =>
      judged.rank === 1 ? msg('the best') : msg(str`as good as the best, value ${whole.format(judged.value)}`);
    switch (finding.kind) {
      case 'gain':
        return msg(
          str`${at}: ${sensed(finding.square)} left ${boardsOf(finding.after)} of ${boardsOf(finding.before)} (${bitsOf(finding.bits)} gained).`,
        );
      case 'growth':
        return msg(
          str`${at}: from ${boardsOf(finding.before)} after its last sense to ${boardsOf(finding.after)} (${bitsOf(finding.bits)} lost to the opponent’s turn).`,
        );
      case 'avoidable':
        return msg(
          str`${at}: ${sensed(finding.square)} could be expected to tell ${bitsOf(finding.bits)} less than ${squareName(finding.best)}.`,
        );
      case 'rightInTheDark':
        return msg(
          str`${at}: the move was right in the dark (${level(finding.dark)}) though wrong in the light (${behind(finding.light)}).`,
        );
      case 'rightInTheLight':
        return msg(
          str`${at}: the move was wrong in the dark (${behind(finding.dark)}) though right in the light (${level(finding.light)}).`,
        );
    }
  },
  caveat: (turns: number, estimated: boolean) =>
    msg(
      str`${plural(turns, msg('one {# half-turn} other {# half-turns}'))} judged by the built-in search, which looks at ${compact.format(REPORT_NODES)} positions for each: near values may change places when it looks deeper. “In the dark” is over all boards the side could not tell apart, all alike; “in the light” is on the true board alone. Right: within ${whole.format(THRESHOLDS.right)} of the best value; wrong: ${whole.format(THRESHOLDS.wrong)} or more behind it.${
        estimated
          ? msg(' On some half-turns more boards were possible than were kept: those numbers are estimates.')
          : ''
      }`,
    ),
});

export const whatIfWords = words({
  title: () => msg('What if?'),
  help: () => msg('Try another sense or another move at this half-turn, and see what would have been known.'),
  sense: () => msg('Try another sense'),
  move: () => msg('Try another move'),
  trySense: (square: string) => msg(str`Try sensing ${square}`),
  chooseSense: (color: Color) => msg(str`Click the square that ${colors[color]} is to sense instead, or type it.`),
  chooseMove: (color: Color) =>
    msg(str`Make the move that ${colors[color]} is to request instead, on the board or typed.`),
  gettingMoves: () => msg('Looking for the moves that can be requested…'),
  banner: (what: string) => msg(str`What if: ${what}. This was not played.`),
  bannerAssumed: (what: string) => msg(str`What if: ${what}, assumed. This was not played.`),
  back: () => msg('Back to the game'),
  tree: () => msg('The game and what was tried'),
  treeKeys: () => msg('Keys in the tree: ↑ ↓ ← →, Enter shows a line, Delete takes it away.'),
  game: () => msg('The game'),
  remove: () => msg('Take this line away'),
  assumed: () => msg('assumed'),
  tried: () => msg('what if'),
  at: (turn: number, color: Color, what: string) => msg(str`Turn ${turn}, ${colors[color]} ${what}`),
  senses: (square: string | null) => (square ? msg(str`senses ${square}`) : msg('does not sense')),
  plays: (move: string | null) => (move ? msg(str`plays ${move}`) : msg('passes')),
  assumeReply: (color: Color, what: string[]) =>
    msg(str`Assume the recorded reply (${colors[color]} ${what.join(', ')})`),
  assumeMove: (color: Color, what: string[]) =>
    msg(str`Assume the recorded move (${colors[color]} ${what.join(', ')})`),
  assumeHelp: (color: Color) =>
    msg(str`In the game ${colors[color]} decided that from other knowledge; here it is only assumed.`),
  failed: (why: string) => msg(str`This cannot be tried: ${why}`),
});

export const noteWords = words({
  title: () => msg('Notes'),
  text: () => msg('Note about this step'),
  draw: () => msg('Draw arrows and marks'),
  done: () => msg('Stop drawing'),
  brush: () => msg('Colour'),
  brushes: { green: () => msg('Green'), red: () => msg('Red'), blue: () => msg('Blue'), yellow: () => msg('Yellow') },
  help: () => msg('Drag for an arrow, or tap its two squares; tap a square twice to mark it. Drawn again, it goes.'),
  helpMouse: () => msg('The right mouse button draws at any time: with Shift red, Alt blue, both yellow.'),
  undo: () => msg('Undo'),
  clear: () => msg('Clear'),
  cleared: () => msg('The drawings of this step are gone.'),
  undone: () => msg('Undone.'),
  shapes: () => msg('Drawn at this step'),
  remove: (shape: Shape) => msg(str`Remove ${drawingWords.shape(shape)}`),
  drawn: (shape: Shape) => msg(str`Drawn: ${drawingWords.shape(shape)}.`),
  removed: (shape: Shape) => msg(str`Removed: ${drawingWords.shape(shape)}.`),
  has: () => msg('Has notes.'),
  hasShort: () => msg('has notes'),
  legend: () => msg('has notes'),
  count: (at: number, all: number) =>
    at > 0 ? msg(str`${number.format(at)} of ${number.format(all)}`) : plural(all, msg('one {# step} other {# steps}')),
  previous: () => msg('Previous note'),
  next: () => msg('Next note'),
  limits: {
    notes: () => msg('A game can have notes at 1,024 steps, and these are there already.'),
    shapes: () => msg('A step can have 256 arrows and marks, and these are there already.'),
    bytes: () =>
      msg(
        'All notes of a game together can have 65,536 bytes, about as many letters. This would be more, so it was not added.',
      ),
  } satisfies Record<NoteLimit, () => string>,
});
