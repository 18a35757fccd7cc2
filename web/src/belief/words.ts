import { msg, str } from '@lit/localize';
import type {
  Color,
  Completeness,
  EvaluatorName,
  LikelyPlayer,
  MoveRow,
  MoveTable,
  PieceLetter,
  SetSize,
  Weights,
} from 'outpost-rbc';
import type { Role } from '../board/squares';
import { colors, kindName, pieceName, roleName } from '../board/words';
import { compact, exactly, fine, number, percent, plural, rough, share, tenths, whole } from '../ui/format';
import { clauses, labelled, sentence, series, words } from '../ui/texts';
import type { Column, Reason } from './move-rows';
import type { Overlay } from './overlays';
import { bitsOf, boardsLeft, estimated, margin, weighed } from './set-size';

export const moveColumns: Record<Column, [string, string]> = words({
  value: (): [string, string] => [
    msg('Value'),
    msg(
      'What moves are ranked by: mostly the mean, partly the worst boards; boards that lose the king count many times over',
    ),
  ],
  mean: (): [string, string] => [
    msg('Mean'),
    msg('Expected win probability over all boards, with the uncertainty from boards not searched'),
  ],
  worst: (): [string, string] => [msg('Worst'), msg('Win probability on the worst board searched')],
  best: (): [string, string] => [msg('Best'), msg('Win probability on the best board searched')],
  asAsked: (): [string, string] => [msg('As requested'), msg('Share of boards on which the move is made as requested')],
  captures: (): [string, string] => [msg('Captures'), msg('Share of boards on which it captures something')],
  capturesKing: (): [string, string] => [msg('Takes king'), msg('Share of boards on which it captures the king')],
  losesKing: (): [string, string] => [
    msg('Risk'),
    msg('Share of boards on which the opponent can then capture the king'),
  ],
  depth: (): [string, string] => [msg('Searched'), msg('Boards, and plies beyond the move')],
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
  onBoard: () => msg('On the board'),
  boards: (n: number) => plural(n, msg('one {# possible board} other {# possible boards}')),
  boardsShort: (n: number) => plural(n, msg('one {# board} other {# boards}')),
  counted: (set: SetSize) =>
    set.completeness === 'sample'
      ? msg(
          str`${trackingWords.about(set)} possible boards (${margin(set.estimate, set.error)}), estimated from a sample of ${number.format(set.size)}`,
        )
      : plural(
          set.size,
          msg('one {# possible board: you know where everything is} other {# possible boards, counted exactly}'),
        ),
  completenessLong: {
    exact: () => msg('Every board that fits what you know is counted.'),
    sample: () => msg('Too many boards to keep: each has the same chance of being in the sample.'),
  } as Record<Completeness, () => string>,
  computing: () => msg('Computing possible boards…'),
  failed: (why: string) => msg(str`Tracking failed: ${why}`),
  stop: () => msg('Stop tracking'),
  stopped: () => msg('Tracking stopped. The game continues without it.'),
  goOn: () => msg('Resume tracking'),
  tooMuch: () =>
    msg(
      'the engine crashed twice while computing the possible boards, as it does when memory runs out. The game continues without it.',
    ),
  decay: (d: number) =>
    d > 0 ? msg(str`The last sense ruled out ${percent.format(d)}.`) : msg('The last sense ruled out nothing.'),
  best: (square: string) => msg(str`Best: ${square}`),
  bestLong: (square: string, n: number, complete: Completeness) =>
    msg(str`Best sense: ${square}, at most ${boardsLeft(n, complete)} left.`),
  nothingToLearn: (boards: number) =>
    boards === 1
      ? msg('Nothing left to learn: any sense will do, or none.')
      : msg('No sense can tell these boards apart: any will do, or none.'),
  useBest: (square: string) => msg(str`Sense ${square}`),
  at: (square: string, worst: number, expected: number, bits: number, complete: Completeness) =>
    msg(
      str`${square}: at most ${boardsLeft(worst, complete)} left, ${complete === 'exact' ? number.format(Math.round(expected)) : rough.format(expected)} expected, ${bitsOf(bits)} gained`,
    ),
  about: ({ estimate, error }: SetSize) => `≈ ${estimated(estimate, error)}`,
  hoverPieces: () => msg('Point at a square to see what may stand there.'),
  hover: () => msg('Point at a square to see what sensing it would leave.'),
  legendLow: () => msg('least useful'),
  legendHigh: () => msg('most useful'),
  squareChances: (square: string, chances: string[]) =>
    chances.length ? labelled(square, series(chances)) : msg(str`${square}: no opponent piece`),
});

export const weightsWords = words({
  title: () => msg('Board weights'),
  short: { uniform: () => msg('Uniform'), weighted: () => msg('Weighted') } satisfies Record<Weights, () => string>,
  long: {
    uniform: () => msg('Every possible board counts the same.'),
    weighted: () => msg('A small neural network and the opponent’s moves so far tell how likely each board is.'),
  } satisfies Record<Weights, () => string>,
  note: {
    loading: () => msg('Loading the network… Until then, weights are uniform.'),
    failed: (why: string) => msg(str`The network cannot be used, so weights are uniform: ${why}`),
    cancel: () => msg('Cancel'),
    loadingPlayers: () => msg('Loading the list of known bots… Until then, weights are uniform.'),
    withoutPlayers: (why: string) => likelyPlayersWords.failed(why),
  },
  networkAlone: () => msg('A small neural network tells how likely each board is.'),
  onlyMoves: (why: string) =>
    msg(str`The network cannot be used, so only the opponent’s moves so far weight the boards: ${why}`),
  building: () => msg('This server is still building it, which takes some minutes.'),
  notHere: () => msg('this site has no network file'),
  cancelled: () => msg('loading was cancelled'),
  notNow: () => msg('Nothing weights the boards at this step, so weights are uniform.'),
  likeliest: () => msg('Likeliest boards'),
  noneBefore: (set: SetSize) => msg(str`Uniform weights: ${weighed(set)}, all equally likely.`),
  together: (shown: number, weight: number, set: SetSize) =>
    msg(str`Together, these ${number.format(shown)} of ${weighed(set)} have ${share(weight)}.`),
  weight: (weight: number) => (weight < 0.0005 ? `<${percent.format(0.001)}` : percent.format(weight)),
  board: (weight: number, pieces: string[]) => labelled(weightsWords.weight(weight), clauses(pieces)),
  pieces: (role: Role, squares: string[]) => `${roleName(role, squares.length)} ${series(squares)}`,
  judging: () => msg('Weighting the boards of every turn…'),
  truth: (color: Color, weight: number, rank: number, set: SetSize) =>
    msg(
      str`From what ${colors[color]} knew, the weights gave the true board ${fine(weight)}: rank ${number.format(rank)} of ${set.completeness === 'exact' ? number.format(set.size) : weighed(set)}. Uniform weights: ${fine(1 / set.size)}.`,
    ),
  onlyOne: (color: Color) => msg(str`${colors[color]} knew the true board: no other was possible.`),
  truthMissing: (color: Color) =>
    msg(str`${colors[color]}’s possible boards were sampled, and the true one is not in the sample.`),
  legend: () =>
    msg(
      'Diamonds (filled for White, hollow for Black): the true board’s rank by weight, among the boards kept. Lower is better.',
    ),
});

/** Whether this stands for all players that have no policy of their own in the list (models/players.txt). */
const isOther = ({ name }: LikelyPlayer): boolean => name === '(others)';

const attackWords = words({
  0: () => msg('first attack'),
  1: () => msg('second attack'),
  2: () => msg('third attack'),
  3: () => msg('fourth attack'),
} satisfies Record<number, () => string>) as Partial<Record<number, string>>;

/** The name of a player, with the attack that it plays. */
function playerName({ name, attack }: LikelyPlayer): string {
  const line = attack === null ? undefined : attackWords[attack];
  return line === undefined ? name : series([name, line]);
}

export const likelyPlayersWords = words({
  whose: (opponent: Color, color: Color) => msg(str`${colors[opponent]}, by what ${colors[color]} was told`),
  playsLike: (player: LikelyPlayer) =>
    isOther(player)
      ? msg(str`Plays like none of the known bots: ${whole.format(player.probability)}`)
      : msg(str`Plays like ${playerName(player)}: ${whole.format(player.probability)}`),
  others: (players: readonly LikelyPlayer[]) =>
    clauses(
      players.map((player) =>
        labelled(
          isOther(player) ? msg('none of the known bots') : playerName(player),
          whole.format(player.probability),
        ),
      ),
    ),
  caveat: () =>
    msg(
      str`The known bots are those of recorded games. After five moves, the likeliest was the right one for ${whole.format(0.47)} of test opponents.`,
    ),
  noMoves: () => msg('The opponent has not moved yet.'),
  loading: () => msg('Loading the list of known bots…'),
  needsWeights: () => msg('Choose weighted boards above to see it.'),
  failed: (why: string) => msg(str`The list of known bots cannot be used: ${why}`),
});

export const textBoardWords = words({
  title: () => msg('Text board'),
  own: () => msg('Your pieces'),
  seen: () => msg('Last seen'),
  notice: () => msg('Told'),
  none: () => msg('None.'),
  kind: (role: Role, squares: string[]) => labelled(roleName(role, squares.length), series(squares)),
  sighting: (piece: PieceLetter, square: string, age: number) =>
    series([
      `${kindName(piece)} ${square}`,
      age === 0 ? msg('now') : plural(age, msg('one {# turn ago} other {# turns ago}')),
    ]),
  pieces: (color: Color) => msg(str`${colors[color]}’s pieces`),
  likely: () => msg('Possible opponent pieces'),
});

export const moveTableWords = words({
  title: () => msg('Best moves'),
  on: () => msg('Rate moves'),
  help: () => msg('Rates every move over all boards that are still possible for this side.'),
  evaluator: () => msg('Rated by'),
  evaluators,
  computing: () => msg('Rating the moves…'),
  loading: () => msg('Loading Stockfish…'),
  stop: () => msg('Stop'),
  deeper: () => msg('Search deeper'),
  compare: (other: EvaluatorName) =>
    other === 'stockfish' ? msg('Compare with Stockfish') : msg('Compare with the built-in search'),
  failed: (why: string) => msg(str`The moves could not be rated: ${why}`),
  silent: (evaluator: string) =>
    msg(
      str`${evaluator} did not respond in time: these are first estimates by the built-in evaluation. Search deeper, or use the built-in search.`,
    ),
  forSide: (color: Color) => msg(str`For ${colors[color]}, over all boards that ${colors[color]} cannot tell apart.`),
  order: () => msg('Best first; moves searched deeper rank above the rest.'),
  looked: (nodes: number, boards: number, complete: Completeness) =>
    msg(str`${compact.format(nodes)} positions, ${boardsLeft(boards, complete)}`),
  move: () => msg('Move'),
  pass: () => msg('Pass'),
  played: () => msg('played'),
  all: (n: number) => msg(str`Show all ${number.format(n)}`),
  fewer: () => msg('Show fewer'),
  nothingMore: () => msg('Searched to the end.'),
  risky: (safeEnough: number) =>
    safeEnough > 0
      ? msg(str`These let the king be captured on more than ${exactly(safeEnough)} of the boards, so they come last:`)
      : msg('These let the king be captured on some board, so they come last:'),
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
      case 'losesKing':
      case 'capturesKing':
        return exactly(row[column]);
      case 'value':
      case 'worst':
      case 'best':
        if (row.boards === 0) return '–';
        return whole.format(row[column]);
      default:
        return share(row[column]);
    }
  },
  otherLong: (other: EvaluatorName) =>
    other === 'stockfish' ? msg('Mean and rank by Stockfish') : msg('Mean and rank by the built-in search'),
  otherCell: (mean: number, rank: number) => `${whole.format(mean)} · ${number.format(rank)}.`,
  otherBest: (other: EvaluatorName, move: string, same: boolean) =>
    other === 'stockfish'
      ? same
        ? msg(str`Stockfish agrees: ${move}.`)
        : msg(str`Stockfish would play ${move}.`)
      : same
        ? msg(str`The built-in search agrees: ${move}.`)
        : msg(str`The built-in search would play ${move}.`),
  best: (move: string, row: MoveRow, { completeness, safeEnough }: MoveTable) => {
    if (row.capturesKing >= 1) return msg(str`${move} captures the king on every board.`);
    const parts = [msg(str`Best: ${move}, ${whole.format(row.mean)} to win`)];
    const sampled = completeness === 'sample';
    if (row.capturesKing > 0)
      parts.push(
        sampled
          ? msg(str`captures the king on ${exactly(row.capturesKing)} of the boards sampled`)
          : msg(str`captures the king on ${exactly(row.capturesKing)} of the boards`),
      );
    else if (row.captures > 0)
      parts.push(
        sampled
          ? msg(str`captures on ${share(row.captures)} of the boards sampled`)
          : msg(str`captures on ${share(row.captures)} of the boards`),
      );
    if (row.asAsked < 1) parts.push(msg(str`is made as requested on ${share(row.asAsked)}`));
    if (row.losesKing > 0) parts.push(msg(str`risks the king on ${exactly(row.losesKing)}`));
    // Where a little risk is let in, not every board may have been looked at.
    else parts.push(safeEnough > 0 ? msg('risks the king on no board counted') : msg('never risks the king'));
    return sentence(clauses(parts));
  },
  /** Why the best move is the best, where it is not by its value alone. */
  reason: (why: Reason['why'], safeEnough: number): string => {
    switch (why) {
      case 'onlySafe':
        return safeEnough > 0
          ? msg(
              str`It is the only one that is safe enough: every other lets the king be captured on more than ${exactly(safeEnough)} of the boards.`,
            )
          : msg('It is the only one that is safe enough: every other lets the king be captured on some board.');
      case 'worthTheRisk':
        return msg('The risk is worth it: it captures the king on more boards than it risks its own.');
      case 'noneSafe':
        return msg('No move is safe: each lets the king be captured on some board.');
      case 'safer':
      case 'value':
        return '';
    }
  },
  instead: (move: string, row: MoveRow) =>
    msg(
      str`${move} would win more often (${whole.format(row.mean)}), but lets the king be captured on ${exactly(row.losesKing)} of the boards.`,
    ),
  notYourTurn: () => msg('Moves are rated when it is your turn.'),
  notNow: () => msg('No move is due at this step: go to the start of a turn, or to its sense.'),
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

const overlayRoles: Record<Role, string> = words({
  pawn: () => msg('Pawns'),
  knight: () => msg('Knights'),
  bishop: () => msg('Bishops'),
  rook: () => msg('Rooks'),
  queen: () => msg('Queens'),
  king: () => msg('King'),
});

export const overlayWords = words({
  /** What the pieces of a belief look like. */
  pieces: () => msg('Solid: certain. Dashed: probable. Faint: possible; smaller is less likely.'),
  overlay: () => msg('Overlay'),
  overlays: (overlay: Overlay): string => {
    switch (overlay) {
      case 'pieces':
        return msg('Likely pieces');
      case 'any':
        return msg('Any piece');
      case 'entropy':
        return msg('Uncertainty (bits)');
      default:
        return overlayRoles[overlay];
    }
  },
  blended: () => msg('Blend with the true board'),
  blendedLong: () => msg('Solid: the true pieces. Translucent: this side’s belief.'),
  blendedMap: () => msg('Pieces: the true board. Colours: this side’s belief.'),
  chooseBelief: () => msg('Choose White’s or Black’s belief to see its boards.'),
  truthHelp: () => msg('Overlays show what a side believes: choose White’s or Black’s belief.'),
  hover: () => msg('Choose a square to see its numbers.'),
  whose: (color: Color, text: string) => labelled(colors[color], text),
  at: (square: string, overlay: Overlay, number: number): string => {
    switch (overlay) {
      case 'entropy':
        return msg(str`${square}: ${bitsOf(number)} uncertain`);
      case 'any':
        return msg(str`${square}: ${share(number)} for any piece`);
      default:
        return msg(str`${square}: ${share(number)} for a ${roleName(overlay as Role)}`);
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
        return `${roleName(overlay as Role)} ${share(number)}`;
    }
  },
  truly: (piece: PieceLetter | null) => (piece ? msg(str`actually a ${pieceName(piece)}`) : msg('actually empty')),
  believes: (color: Color, text: string) => msg(str`${colors[color]} thinks: ${text}`),
  low: (overlay: Overlay) => (overlay === 'entropy' ? msg('0 bits') : whole.format(0)),
  high: (overlay: Overlay, most: number) => (overlay === 'entropy' ? bitsOf(most) : share(most)),
});

export const wordsPanelWords = words({
  own: (color: Color) => msg(str`${colors[color]}’s own pieces`),
  truth: (color: Color) => msg(str`${colors[color]}’s pieces`),
  belief: (color: Color, overlay: string) => msg(str`${colors[color]}’s belief: ${overlay}`),
  chance: (square: string, p: number) => `${square} ${share(p)}`,
  bits: (square: string, n: number) => `${square} ${tenths.format(n)}`,
  none: () => msg('No square has any probability.'),
  least: (p: number) => msg(str`Chances under ${whole.format(p)} are left out.`),
});

export const tryWords = words({
  try: () => msg('Try'),
  tryThis: (what: string) => msg(str`Try ${what}`),
});
