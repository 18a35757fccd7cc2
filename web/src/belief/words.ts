import { msg, str } from '@lit/localize';
import type { Color, Completeness, EvaluatorName, MoveRow, PieceLetter, SetSize, Weights } from 'outpost';
import type { Role } from '../board/squares';
import { colors, names, pieceName } from '../board/words';
import { compact, fine, number, percent, plural, rough, share, tenths, whole } from '../ui/format';
import { words } from '../ui/texts';
import type { Column } from './move-rows';
import type { Overlay } from './overlays';
import { bitsOf, boardsLeft, estimated, margin, weighed } from './set-size';

export const moveColumns: Record<Column, [string, string]> = words({
  value: (): [string, string] => [
    msg('Value'),
    msg(
      'What the choice goes by: mostly the mean, some of the worst boards, and boards that lose the king many times over',
    ),
  ],
  mean: (): [string, string] => [
    msg('Mean'),
    msg('Expected chance to win over all boards, with the uncertainty that comes of boards not looked at'),
  ],
  worst: (): [string, string] => [msg('Worst'), msg('On the worst board looked at')],
  best: (): [string, string] => [msg('Best'), msg('On the best board looked at')],
  asAsked: (): [string, string] => [msg('As asked'), msg('Share of the boards on which the move is made as asked')],
  captures: (): [string, string] => [msg('Takes'), msg('Share of the boards on which it captures something')],
  capturesKing: (): [string, string] => [msg('Ends it'), msg('Share of the boards on which it captures the king')],
  losesKing: (): [string, string] => [
    msg('Risk'),
    msg('Share of the boards on which the opponent can then capture the king'),
  ],
  depth: (): [string, string] => [msg('Looked at'), msg('Boards, and half-turns beyond the move')],
});

export const evaluators: Record<EvaluatorName, string> = words({
  'built-in': () => msg('Built-in'),
  stockfish: () => msg('Stockfish'),
});

export const senseWords = words({
  worst: (n: number, complete: Completeness) => msg(str`sensing here leaves at most ${boardsLeft(n, complete)}`),
});

export const trackingWords = words({
  title: () => msg('Tracking'),
  show: () => msg('Likely pieces'),
  showMemory: () => msg('Last seen'),
  heat: () => msg('Sense values'),
  boards: (n: number) => plural(n, msg('one {# possible board} other {# possible boards}')),
  boardsShort: (n: number) => plural(n, msg('one {# board} other {# boards}')),
  counted: ({ size: kept, estimate, error, completeness }: SetSize) =>
    completeness === 'sample'
      ? msg(str`possible boards (${margin(estimate, error)}), estimated from ${number.format(kept)} of them`)
      : kept === 1
        ? msg('possible board: you know where everything is')
        : msg('possible boards, each of them counted'),
  completenessLong: {
    exact: () => msg('Every board that fits what you know is counted.'),
    sample: () => msg('More boards are possible than are kept; each has the same chance to be among those.'),
  } as Record<Completeness, () => string>,
  computing: () => msg('Working out what is possible…'),
  failed: (why: string) => msg(str`Tracking failed: ${why}`),
  stop: () => msg('Stop tracking'),
  stopped: () => msg('You stopped tracking. The game goes on without it.'),
  goOn: () => msg('Track again'),
  tooMuch: () =>
    msg(
      'the engine crashed twice while it worked out what is possible, as it does when memory does not suffice. The game goes on without it.',
    ),
  decay: (d: number) => msg(str`The last sense ruled out ${d > 0 ? percent.format(d) : msg('nothing')}.`),
  best: (square: string) => msg(str`Best: ${square}`),
  bestLong: (square: string, n: number, complete: Completeness) =>
    msg(str`Best sense: ${square}, at most ${boardsLeft(n, complete)} left.`),
  nothingToLearn: (boards: number) =>
    boards === 1
      ? msg('There is nothing to learn: any sense will do, or none.')
      : msg('There is nothing to learn: no sense can tell these boards apart. Any will do, or none.'),
  useBest: (square: string) => msg(str`Sense ${square}`),
  at: (square: string, worst: number, expected: number, bits: number, complete: Completeness) =>
    msg(
      str`${square}: at most ${boardsLeft(worst, complete)} left, ${complete === 'exact' ? number.format(Math.round(expected)) : rough.format(expected)} expected; tells ${tenths.format(bits)} bits`,
    ),
  about: ({ estimate, error }: SetSize) => `≈ ${estimated(estimate, error)}`,
  hoverPieces: () => msg('Point at a square to see what may stand there.'),
  hover: () => msg('Point at a square to see what sensing it would leave.'),
  legendLow: () => msg('tells little'),
  legendHigh: () => msg('tells most'),
  squareChances: (square: string, chances: string[]) =>
    chances.length ? `${square}: ${chances.join(', ')}` : msg(str`${square}: no opponent piece`),
});

export const weightsWords = words({
  title: () => msg('How likely is each board?'),
  short: { uniform: () => msg('All alike'), network: () => msg('Network') } satisfies Record<Weights, () => string>,
  long: {
    uniform: () => msg('Every board that is still possible counts as much as any other.'),
    network: () => msg('A small network, trained on games, tells which of the boards are likely.'),
  } satisfies Record<Weights, () => string>,
  note: {
    loading: () => msg('Loading the network… Until it is there, every board counts alike.'),
    failed: (why: string) => msg(str`The network cannot be used, so every board counts alike: ${why}`),
    cancel: () => msg('Cancel'),
  },
  notHere: () => msg('this site came without one'),
  cancelled: () => msg('its loading was cancelled'),
  notNow: () => msg('The network weighs a side’s boards before its own sense and move. Here they count alike.'),
  likeliest: () => msg('Likeliest boards'),
  noneBefore: (set: SetSize) => msg(str`All ${weighed(set)} count alike: none is likelier than the others.`),
  together: (shown: number, weight: number, set: SetSize) =>
    msg(str`These ${number.format(shown)} of ${weighed(set)} have ${share(weight)} together.`),
  weight: (weight: number) => (weight < 0.0005 ? `<${percent.format(0.001)}` : percent.format(weight)),
  board: (weight: number, pieces: string[]) => `${weightsWords.weight(weight)}: ${pieces.join('; ')}`,
  pieces: (role: Role, squares: string[]) => `${role}${squares.length > 1 ? 's' : ''} ${squares.join(', ')}`,
  judging: () => msg('Asking the network about every turn…'),
  truth: (color: Color, weight: number, rank: number, set: SetSize) =>
    msg(
      str`From what ${colors[color]} knew, the network gave the true board ${fine(weight)}: rank ${number.format(rank)} of ${set.completeness === 'exact' ? number.format(set.size) : weighed(set)}. Each board alike: ${fine(1 / set.size)}.`,
    ),
  onlyOne: (color: Color) => msg(str`${colors[color]} knew the true board: no other was possible.`),
  truthMissing: (color: Color) =>
    msg(str`${colors[color]} had more boards to reckon with than are kept, and the true one is not among them.`),
  legend: () =>
    msg(
      'Diamonds, filled for White and hollow for Black: the true board’s rank by the network, among the boards kept. The lower, the better it knew.',
    ),
});

export const textBoardWords = words({
  title: () => msg('The board in words'),
  own: () => msg('Your pieces'),
  seen: () => msg('Last seen'),
  notice: () => msg('Told'),
  none: () => msg('None.'),
  kind: (role: Role, squares: string[]) => `${role}: ${squares.join(', ')}`,
  sighting: (piece: PieceLetter, square: string, age: number) =>
    `${names[piece.toLowerCase()]} ${square}, ${age === 0 ? msg('now') : msg(str`${plural(age, msg('one {# turn} other {# turns}'))} ago`)}`,
  pieces: (color: Color) => msg(str`${colors[color]}’s pieces`),
  likely: () => msg('Where the others may be'),
});

export const moveTableWords = words({
  title: () => msg('What to play'),
  on: () => msg('Rate the moves'),
  help: () =>
    msg('How good every move is over all boards that are still possible for this side: worked out in this page.'),
  evaluator: () => msg('Rated by'),
  evaluators,
  computing: () => msg('Rating the moves…'),
  loading: () => msg('Loading Stockfish…'),
  stop: () => msg('Stop'),
  deeper: () => msg('Look deeper'),
  compare: (other: EvaluatorName) =>
    msg(str`What would ${other === 'stockfish' ? msg('Stockfish') : msg('the built-in search')} say?`),
  failed: (why: string) => msg(str`The moves could not be rated: ${why}`),
  silent: (evaluator: string) =>
    msg(
      str`${evaluator} did not answer in time: these values are a first look by the built-in evaluation. Look deeper, or ask the built-in search.`,
    ),
  forSide: (color: Color) => msg(str`For ${colors[color]}, over all boards that ${colors[color]} cannot tell apart.`),
  order: () =>
    msg('In the order of the choice: requests that were looked at deeper come first, each group by its value.'),
  looked: (nodes: number, boards: number, complete: Completeness) =>
    msg(str`${compact.format(nodes)} positions, ${boardsLeft(boards, complete)}`),
  move: () => msg('Move'),
  pass: () => msg('Pass'),
  played: () => msg('played'),
  all: (n: number) => msg(str`Show all ${number.format(n)}`),
  fewer: () => msg('Show fewer'),
  risky: () => msg('These leave the king to be captured on some board:'),
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
  otherLong: (other: EvaluatorName) => msg(str`Mean and rank by ${evaluators[other]}`),
  otherCell: (mean: number, rank: number) => `${whole.format(mean)} · ${number.format(rank)}.`,
  otherBest: (other: EvaluatorName, move: string, same: boolean) =>
    same ? msg(str`${evaluators[other]} agrees: ${move}.`) : msg(str`${evaluators[other]} would play ${move}.`),
  best: (move: string, row: MoveRow, complete: Completeness) => {
    const on = complete === 'exact' ? msg('of the boards') : msg('of the boards sampled');
    if (row.capturesKing >= 1) return msg(str`${move} captures the king on every board.`);
    const parts = [msg(str`Best: ${move}, a chance of ${whole.format(row.mean)}`)];
    if (row.capturesKing > 0) parts.push(msg(str`captures the king on ${share(row.capturesKing)} ${on}`));
    else if (row.captures > 0) parts.push(msg(str`captures on ${share(row.captures)} ${on}`));
    if (row.asAsked < 1) parts.push(msg(str`is made as asked on ${share(row.asAsked)}`));
    parts.push(
      row.losesKing > 0
        ? msg(str`risks the king on ${share(row.losesKing)}`)
        : msg('never leaves the king to be captured'),
    );
    return `${parts.join('; ')}.`;
  },
  notYourTurn: () => msg('Moves are rated when it is your turn.'),
  notNow: () => msg('No move is chosen at this step: go to the start of a turn, or to after its sense.'),
});

export const perspectiveWords = words({
  truth: () => msg('Truth'),
  belief: (color: Color) => msg(str`${colors[color]}’s belief`),
  both: () => msg('Side by side'),
  perspective: () => msg('Perspective'),
});

export const beliefWords = words({
  /** A chance that may be very small; `about`: it is known from an estimate only. */
  chance: (p: number, about = false) =>
    `${about ? '≈ ' : ''}${p >= 0.9995 ? whole.format(1) : p >= 0.001 ? fine(p) : msg(str`1 in ${compact.format(1 / p)}`)}`,
});

export const overlayWords = words({
  title: () => msg('What is shown on the board?'),
  overlay: () => msg('Overlay'),
  overlays: (overlay: Overlay): string => {
    switch (overlay) {
      case 'pieces':
        return msg('Likely pieces');
      case 'any':
        return msg('Where could any piece be?');
      case 'entropy':
        return msg('How uncertain is each square? (bits)');
      default:
        return msg(str`Where could the ${overlay} be?`);
    }
  },
  blended: () => msg('Blend with the truth'),
  blendedLong: () => msg('The true pieces are solid, what this side thinks is translucent.'),
  blendedMap: () => msg('The pieces are the true ones; the colours are what this side thinks.'),
  chooseBelief: () => msg('Choose White’s or Black’s belief to see its boards.'),
  truthHelp: () => msg('Overlays show what a side believes: choose White’s or Black’s belief.'),
  hover: () => msg('Point at or tap a square, or go there by keyboard, to see its numbers.'),
  whose: (color: Color, text: string) => `${colors[color]}: ${text}`,
  at: (square: string, overlay: Overlay, number: number): string => {
    switch (overlay) {
      case 'entropy':
        return msg(str`${square}: ${bitsOf(number)} uncertain`);
      case 'any':
        return msg(str`${square}: ${share(number)} that an opponent piece stands here`);
      default:
        return msg(str`${square}: ${share(number)} for a ${overlay}`);
    }
  },
  /** The same for a screen reader, which has said the square. */
  label: (overlay: Overlay, number: number): string => {
    switch (overlay) {
      case 'entropy':
        return msg(str`${bitsOf(number)} uncertain`);
      case 'any':
        return msg(str`any piece ${share(number)}`);
      default:
        return `${overlay} ${share(number)}`;
    }
  },
  truly: (piece: PieceLetter | null) => (piece ? msg(str`truly a ${pieceName(piece)}`) : msg('truly empty')),
  believes: (color: Color, text: string) => msg(str`${colors[color]} thinks: ${text}`),
  low: (overlay: Overlay) => (overlay === 'entropy' ? msg('0 bits') : whole.format(0)),
  high: (overlay: Overlay, most: number) => (overlay === 'entropy' ? bitsOf(most) : share(most)),
});

export const wordsPanelWords = words({
  own: (color: Color) => msg(str`${colors[color]}’s own pieces`),
  truth: (color: Color) => msg(str`${colors[color]}’s pieces`),
  belief: (color: Color, overlay: string) => msg(str`${colors[color]}’s belief. ${overlay}`),
  chance: (square: string, p: number) => `${square} ${share(p)}`,
  bits: (square: string, n: number) => `${square} ${tenths.format(n)}`,
  none: () => msg('No square has more than nothing.'),
  least: (p: number) => msg(str`Chances under ${whole.format(p)} are left out.`),
});

export const tryWords = words({
  try: () => msg('Try'),
  tryThis: (what: string) => msg(str`Try ${what}`),
});
