import type { Color, Completeness, EvaluatorName, MoveRow, PieceLetter, SetSize, Weights } from 'outpost';
import type { Role } from '../board/squares';
import { colors, names, pieceName } from '../board/words';
import { compact, fine, number, percent, plural, rough, share, tenths, whole } from '../ui/format';
import type { Column } from './move-rows';
import type { Overlay } from './overlays';
import { bitsOf, boardsLeft, estimated, margin, weighed } from './set-size';

export const moveColumns: Record<Column, [string, string]> = {
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

export const evaluators: Record<EvaluatorName, string> = { 'built-in': 'Built-in', stockfish: 'Stockfish' };

export const senseWords = {
  worst: (n: number, complete: Completeness) => `sensing here leaves at most ${boardsLeft(n, complete)}`,
};

export const trackingWords = {
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
};

export const weightsWords = {
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
  board: (weight: number, pieces: string[]) => `${weightsWords.weight(weight)}: ${pieces.join('; ')}`,
  pieces: (role: Role, squares: string[]) => `${role}${squares.length > 1 ? 's' : ''} ${squares.join(', ')}`,
  judging: 'Asking the network about every turn…',
  truth: (color: Color, weight: number, rank: number, set: SetSize) =>
    `From what ${colors[color]} knew, the network gave the true board ${fine(weight)}: rank ${number.format(rank)} of ${set.completeness === 'exact' ? number.format(set.size) : weighed(set)}. Each board alike: ${fine(1 / set.size)}.`,
  onlyOne: (color: Color) => `${colors[color]} knew the true board: no other was possible.`,
  truthMissing: (color: Color) =>
    `${colors[color]} had more boards to reckon with than are kept, and the true one is not among them.`,
  legend:
    'Diamonds, filled for White and hollow for Black: the true board’s rank by the network, among the boards kept. The lower, the better it knew.',
};

export const textBoardWords = {
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
};

export const moveTableWords = {
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
};

export const perspectiveWords = {
  truth: 'Truth',
  belief: (color: Color) => `${colors[color]}’s belief`,
  both: 'Side by side',
  perspective: 'Perspective',
};

export const beliefWords = {
  /** A chance that may be very small; `about`: it is known from an estimate only. */
  chance: (p: number, about = false) =>
    `${about ? '≈ ' : ''}${p >= 0.9995 ? whole.format(1) : p >= 0.001 ? fine(p) : `1 in ${compact.format(1 / p)}`}`,
};

export const overlayWords = {
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
};

export const wordsPanelWords = {
  own: (color: Color) => `${colors[color]}’s own pieces`,
  truth: (color: Color) => `${colors[color]}’s pieces`,
  belief: (color: Color, overlay: string) => `${colors[color]}’s belief. ${overlay}`,
  chance: (square: string, p: number) => `${square} ${share(p)}`,
  bits: (square: string, n: number) => `${square} ${tenths.format(n)}`,
  none: 'No square has more than nothing.',
  least: (p: number) => `Chances under ${whole.format(p)} are left out.`,
};

export const tryWords = {
  try: 'Try',
  tryThis: (what: string) => `Try ${what}`,
};
