import { msg, str } from '@lit/localize';
import type { Color, Completeness, RequestReport, SetSize, StepPhase } from 'outpost-rbc';
import type { Measure, SenseRow } from '../belief/sense-rows';
import { bitsOf, boardsLeft, boardsOf } from '../belief/set-size';
import { SURPRISE } from '../belief/surprises';
import { trackingWords } from '../belief/words';
import type { Shape } from '../board/shapes';
import { squareName } from '../board/squares';
import { colors, drawingWords } from '../board/words';
import { agentWords } from '../engine/words';
import type { NoteLimit } from '../record/notes';
import { compact, exactly, list, number, percent, plural, rough, tenths, whole } from '../ui/format';
import { labelled, sentences, series, words } from '../ui/texts';
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
  controls: () => msg('Steps of the game'),
  step: (turn: number, color: Color) => msg(str`Turn ${turn}, ${colors[color]}`),
  /** The step by its phase. */
  phases: {
    start: (turn: number, color: Color) => msg(str`Turn ${turn}, ${colors[color]} begins`),
    sensed: (turn: number, color: Color) => msg(str`Turn ${turn}, ${colors[color]} has sensed`),
    moved: (turn: number, color: Color) => msg(str`Turn ${turn}, ${colors[color]} has moved`),
  } satisfies Record<StepPhase, (turn: number, color: Color) => string>,
  sizesHelp: () => msg('Logarithmic scale. Senses shrink the set, the opponent’s turns grow it.'),
  sizeLine: (color: Color, set: SetSize) => labelled(colors[color], boardsOf(set)),
  decayLine: (color: Color, before: number, after: number) =>
    msg(
      str`${colors[color]}’s sense: ${rough.format(before)} → ${rough.format(after)}, ${percent.format(before > 0 ? 1 - after / before : 0)} ruled out`,
    ),
  analysing: () => msg('Computing both sides’ information sets…'),
  resumed: () => msg('The engine crashed and was restarted; the analysis has resumed.'),
  halt: () => msg('Stop'),
  halted: () => msg('Stopped. Results so far are shown.'),
  haltedHere: () => msg('Not computed: it was stopped.'),
  goOn: () => msg('Continue'),
  analyseFailed: (why: string) => msg(str`The analysis stopped: ${why}`),
  notYet: () => msg('not computed yet'),
  moves: () => msg('Moves'),
  surprise: (color: Color, p: number) =>
    p > 0
      ? msg(str`${colors[color]} gave the least expected piece a probability of ${percent.format(p)}.`)
      : msg(str`${colors[color]} had ruled out a piece that is really there.`),
  surprises: (color: Color, squares: string[]) =>
    squares.length
      ? msg(str`${colors[color]} does not expect what stands on ${list.format(squares)}.`)
      : msg(str`Nothing on the board would surprise ${colors[color]}.`),
  keys: () => msg('Keys: ← → step, ↑ ↓ half-turn, Home and End, F flips the board.'),
  chartTurns: () => msg('Turn'),
  chartLabel: (step: number, total: number) =>
    msg(str`Sizes of both information sets over ${total} steps; now at step ${step}`),
  marks: {
    sensed: () => msg('square sensed before it'),
    sensedExample: 'e7',
    took: () => msg('took a piece'),
    stopped: () => msg('stopped short'),
    stoppedLong: () => msg('stopped short of its target'),
    failed: () => msg('not possible'),
    failedLong: () => msg('not possible, the turn was lost'),
    example: 'e4–d5',
  },
  beliefFailed: () => msg('This could not be computed.'),
  nobodyMovedTitle: () => msg('No moves'),
  nobodyMoved: () => msg('No move was made.'),
  legendSample: () => msg('Open dots: estimated from a sample; their lines show the margin.'),
});

export const panelWords = words({
  story: () => msg('Story'),
  senses: () => msg('Other senses'),
  sizes: () => msg('Set size'),
  boards: () => msg('Likeliest boards'),
  moves: () => msg('Best moves'),
  agents: () => msg('Agents’ choices'),
  players: () => msg('Who plays like this?'),
  failures: () => msg('Wrong beliefs'),
  summary: () => msg('Every decision judged'),
  list: () => msg('Moves'),
  words: () => msg('Text board'),
  view: () => msg('Board overlay'),
  whatIf: () => msg('What if'),
} satisfies Record<PanelName, () => string>);

export const replayTabWords = words({
  title: () => msg('About the game'),
  names: {
    story: () => msg('Story'),
    moves: () => msg('Moves'),
    belief: () => msg('Belief'),
    senses: () => msg('Senses'),
    best: () => msg('Best moves'),
    whatIf: () => msg('What if'),
  },
});

export const sensePanelWords = words({
  by: () => msg('Compare by'),
  short: { worst: () => msg('Worst case'), expected: () => msg('Expected'), bits: () => msg('Bits') } satisfies Record<
    Measure,
    () => string
  >,
  long: {
    worst: () => msg('Boards left in the worst case, HSUC’s criterion. Fewer is better.'),
    expected: () => msg('Boards left on average. Fewer is better.'),
    bits: () => msg('Expected information in bits; one bit halves the boards. More is better.'),
  } satisfies Record<Measure, () => string>,
  forSide: (color: Color) => msg(str`For ${colors[color]}, before its sense.`),
  none: () => msg('No sense at this half-turn.'),
  map: () => msg('Map of all 64 senses'),
  table: () => msg('Senses, best first'),
  square: () => msg('Sense'),
  made: () => msg('made'),
  marks: () => msg('★ best sense. Ring: the sense made.'),
  hover: () => msg('Choose a square to see what sensing it would have left.'),
  best: (square: string, row: SenseRow, { completeness }: SetSize) =>
    msg(str`Best: ${square}, at most ${boardsLeft(Math.round(row.worst), completeness)} left.`),
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
      ? made.equals > 1
        ? msg(str`The sense at ${made.name} was as good as any: ${left(made.row)}.`)
        : msg(str`The sense at ${made.name} was the best: ${left(made.row)}.`)
      : msg(
          str`The sense at ${made.name} was number ${number.format(made.rank)} of 64: ${left(made.row)}. Best: ${best.name}, ${left(best.row)}.`,
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
  title: () => msg('Share of boards ruled out by each sense: White’s bars go up, Black’s down.'),
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
    sentences(
      msg(
        str`Each agent is told what ${colors[color]} was told, and has ${number.format(ms / 1000)} s for each decision.`,
      ),
      sensed && msg('Its request follows the sense that was really made.'),
      msg('Agents are partly random; a second answer may differ.'),
    ),
  asking: (name: string) => msg(str`Asking ${agentWords.agent(name)}…`),
  failed: (why: string) => msg(str`The agents could not be asked: ${why}`),
  played: () => msg('Played'),
});

export const failureWords = words({
  help: (weighted: boolean) =>
    weighted
      ? msg(
          str`The true board’s probability by the weights of the boards, for the side to move. Surprises: squares with a piece that the side gave a probability under ${whole.format(SURPRISE)}.`,
        )
      : msg(
          str`The true board’s probability by uniform weights, for the side to move. Surprises: squares with a piece that the side gave a probability under ${whole.format(SURPRISE)}.`,
        ),
  whose: () => msg('Side'),
  both: () => msg('Both'),
  inOrder: () => msg('In game order'),
  turn: () => msg('Half-turn'),
  before: () => msg('Before sense'),
  after: () => msg('After sense'),
  surprises: () => msg('Surprises'),
  none: () => msg('none', { id: 'no-surprises' }),
  lost: () => msg('not in the sample'),
  nothing: () => msg('Nothing computed yet.'),
});

export const summaryWords = words({
  title: () => msg('Game summary'),
  judging: (turns: number) => msg(str`Judging every half-turn: ${number.format(turns)} done. These stand out so far.`),
  stopped: (turns: number) =>
    plural(turns, msg('one {Stopped after # half-turn.} other {Stopped after # half-turns.}')),
  goOn: () => msg('Continue'),
  failed: (why: string) => msg(str`The game could not be judged: ${why}`),
  copy: () => msg('Copy as text'),
  copied: () => msg('Summary copied.'),
  byHand: () => msg('The browser blocked copying. Copy it from here:'),
  nothing: () => msg('No half-turn stands out.'),
  nothingYet: () => msg('No half-turn stands out so far.'),
  avoidableTitle: () => msg('Avoidable uncertainty'),
  avoidable: (color: Color, { bits, senses }: Avoidable) =>
    senses === 0
      ? msg(str`${colors[color]} had no sense to make.`)
      : plural(
          senses,
          bits < 0.05
            ? msg(
                str`one {${colors[color]}’s # sense was as good as the best one.} other {${colors[color]}’s # senses were as good as the best ones.}`,
              )
            : msg(
                str`one {${colors[color]}’s # sense was expected to gain ${bitsOf(bits)} less than the best one.} other {${colors[color]}’s # senses were expected to gain ${bitsOf(bits)} less than the best ones, in total.}`,
              ),
        ),
  finding: (finding: Finding): string => {
    const at = msg(str`Turn ${Math.floor(finding.ply / 2) + 1}, ${colors[finding.color]}`);
    const sensed = (square: number | null): string =>
      square === null ? msg('no sense') : msg(str`the sense at ${squareName(square)}`);
    const behind = (judged: RequestReport): string =>
      msg(
        str`number ${number.format(judged.rank)} of ${number.format(judged.of)}, value ${whole.format(judged.value)} against ${whole.format(judged.bestValue)} for ${requestText(judged.best)}`,
      );
    const level = (judged: RequestReport): string => {
      if (judged.rank === 1) return msg('the best');
      const value = whole.format(judged.value);
      return judged.safety === 'lessSafe'
        ? msg(str`value ${value}, at a risk to the king on ${exactly(judged.risk)} of the boards`)
        : msg(str`as good as the best, value ${value}`);
    };
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
          str`${at}: ${sensed(finding.square)} was expected to gain ${bitsOf(finding.bits)} less than ${squareName(finding.best)}.`,
        );
      case 'rightInTheDark':
        return msg(
          str`${at}: the move was good in the dark (${level(finding.dark)}), but bad on the true board (${behind(finding.light)}).`,
        );
      case 'rightInTheLight':
        return msg(
          str`${at}: the move was bad in the dark (${behind(finding.dark)}), but good on the true board (${level(finding.light)}).`,
        );
    }
  },
  caveat: (turns: number, estimated: boolean) =>
    sentences(
      plural(
        turns,
        msg(
          str`one {# half-turn judged by the built-in search, with ${compact.format(REPORT_NODES)} positions: a deeper search may change close values.} other {# half-turns judged by the built-in search, with ${compact.format(REPORT_NODES)} positions each: a deeper search may change close values.}`,
        ),
      ),
      msg(
        str`“In the dark” is over all boards the side could not tell apart, with uniform weights. Good: within ${whole.format(THRESHOLDS.right)} of the best value; bad: ${whole.format(THRESHOLDS.wrong)} or more below it.`,
      ),
      estimated && msg('Where boards were sampled, the numbers are estimates.'),
    ),
});

export const whatIfWords = words({
  title: () => msg('What if?'),
  help: () => msg('Try another sense or another move at this half-turn, and see what would have been known.'),
  sense: () => msg('Try another sense'),
  move: () => msg('Try another move'),
  trySense: (square: string) => msg(str`Try sensing ${square}`),
  chooseSense: (color: Color) => msg(str`Click or type the square ${colors[color]} senses instead.`),
  chooseMove: (color: Color) => msg(str`Make or type the move ${colors[color]} requests instead.`),
  gettingMoves: () => msg('Loading the possible requests…'),
  banner: (what: string) => msg(str`What if: ${what}. This was not played.`),
  bannerAssumed: (what: string) => msg(str`What if: ${what}, assumed. This was not played.`),
  back: () => msg('Back to the game'),
  tree: () => msg('Game and what-ifs'),
  treeKeys: () => msg('Keys in the tree: ↑ ↓ ← →, Enter shows a line, Delete removes it.'),
  game: () => msg('The game'),
  remove: () => msg('Remove this line'),
  assumed: () => msg('assumed'),
  tried: () => msg('what if'),
  sensedAt: (turn: number, color: Color, square: string | null) =>
    square
      ? msg(str`Turn ${turn}, ${colors[color]} senses ${square}`)
      : msg(str`Turn ${turn}, ${colors[color]} does not sense`),
  playedAt: (turn: number, color: Color, move: string | null) =>
    move ? msg(str`Turn ${turn}, ${colors[color]} plays ${move}`) : msg(str`Turn ${turn}, ${colors[color]} passes`),
  senses: (square: string | null) => (square ? msg(str`senses ${square}`) : msg('does not sense')),
  plays: (move: string | null) => (move ? msg(str`plays ${move}`) : msg('passes')),
  assumeReply: (color: Color, what: string[]) =>
    msg(str`Assume the recorded reply (${colors[color]}: ${series(what)})`),
  assumeMove: (color: Color, what: string[]) => msg(str`Assume the recorded move (${colors[color]}: ${series(what)})`),
  assumeHelp: (color: Color) =>
    msg(str`In the game ${colors[color]} decided that with other knowledge; here it is only assumed.`),
  failed: (why: string) => msg(str`This cannot be tried: ${why}`),
});

export const noteWords = words({
  title: () => msg('Notes'),
  text: () => msg('Note on this step'),
  draw: () => msg('Draw arrows and marks'),
  done: () => msg('Stop drawing'),
  brush: () => msg('Colour'),
  brushes: { green: () => msg('Green'), red: () => msg('Red'), blue: () => msg('Blue'), yellow: () => msg('Yellow') },
  help: () =>
    msg('Drag for an arrow, or tap its two squares; tap a square twice to mark it. Draw it again to remove it.'),
  helpMouse: () => msg('The right mouse button always draws: Shift for red, Alt for blue, both for yellow.'),
  undo: () => msg('Undo'),
  clear: () => msg('Clear', { id: 'clear-drawings' }),
  cleared: () => msg('Drawings cleared.'),
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
    notes: () => msg('A game can have notes at 1,024 steps; all are used.'),
    shapes: () => msg('A step can have 256 arrows and marks; all are used.'),
    bytes: () => msg('All notes of a game can have 65,536 bytes in total. This would exceed that and was not added.'),
  } satisfies Record<NoteLimit, () => string>,
});

export const fenWords = words({
  title: () => msg('True position'),
  copy: () => msg('Copy FEN'),
  copied: () => msg('FEN copied.'),
  refused: () => msg('The browser blocked copying. The FEN is selected: copy it with Ctrl+C, ⌘C or a long press.'),
});
