import { msg, str } from '@lit/localize';
import type { Color, MoveReport, PieceLetter, SetSize, Square, TurnReport } from 'outpost-rbc';
import { boardsOf } from '../belief/set-size';
import { destination, moveText, sameWay } from '../board/move-results';
import { opponentOf, ROLES, type Role, squareName } from '../board/squares';
import { colors, kindName } from '../board/words';
import { reasons } from '../record/words';
import { fine, list, number, plural, tenths, whole } from '../ui/format';
import { sentences, series, words } from '../ui/texts';
import {
  type KingTaken,
  type LessonName,
  type Missed,
  type Moment,
  obstacle,
  type Story,
  type StoryEnd,
  type Taken,
  toldFirst,
} from './story';
import { requestText } from './words';

/** The half-turn as people count it. */
const turnOf = (ply: number): string => number.format(Math.floor(ply / 2) + 1);

/** The last squares of a long way. */
const LONG = 6;
const way = (path: readonly Square[]): string => {
  const names = path.map(squareName);
  return names.length > LONG ? `…–${names.slice(-LONG).join('–')}` : names.join('–');
};

function kingTaken(end: KingTaken, viewer: Color | null): string {
  const { piece, path, since, king, winner, ply } = end;
  const [name, on] = [kindName(piece), squareName(king)];
  if (path.length === 1) {
    const at = squareName(path[0] as Square);
    if (viewer === null)
      return msg(str`${colors[winner]}’s ${name} on ${at} took the king on ${on} with its first move.`);
    return viewer === winner
      ? msg(str`Your ${name} on ${at} took the king on ${on} with its first move.`)
      : msg(str`The ${name} on ${at} took your king on ${on} with its first move.`);
  }
  // One that came some turns before did not come for this king.
  if (since < ply - 2) {
    const [at, came, turn] = [squareName(path.at(-1) as Square), turnOf(since), turnOf(ply)];
    if (viewer === null)
      return msg(
        str`${colors[winner]}’s ${name} had stood on ${at} since turn ${came}, and took the king on ${on} in turn ${turn}.`,
      );
    return viewer === winner
      ? msg(str`Your ${name} had stood on ${at} since turn ${came}, and took the king on ${on} in turn ${turn}.`)
      : msg(str`The ${name} had stood on ${at} since turn ${came}, and took your king on ${on} in turn ${turn}.`);
  }
  if (viewer === null) return msg(str`${colors[winner]}’s ${name} came ${way(path)} and took the king on ${on}.`);
  return viewer === winner
    ? msg(str`Your ${name} went ${way(path)} and took the king on ${on}.`)
    : msg(str`The ${name} came ${way(path)} and took your king on ${on}.`);
}

/** How the king came to be open to it. */
function cause({ cause, last, winner }: KingTaken, viewer: Color | null): string | false {
  const move = last?.move?.taken;
  if (cause === 'stood' || !move) return false;
  if (viewer === null || viewer === winner)
    return cause === 'moved'
      ? msg('The king had just moved within reach.')
      : msg(str`The move ${moveText(move)} had opened the way.`);
  return cause === 'moved'
    ? msg('You had just moved your king within reach.')
    : msg(str`Your move ${moveText(move)} had opened the way.`);
}

/** What the side that lost its king, or the one that took it, had seen. */
function seen(end: KingTaken, viewer: Color | null): string | false {
  const { seen, look, last, kingSeen, ply, winner } = end;
  if (viewer === null) return false;
  if (viewer === winner) {
    if (!kingSeen) return msg('That was a shot in the dark: you had never seen the king.');
    if (kingSeen.ply === ply) return msg('Your last sense had shown where the king stood.');
    return msg(str`You had last seen the king in turn ${turnOf(kingSeen.ply)}, on ${squareName(kingSeen.square)}.`);
  }
  if (!last) return false;
  // Where a sentence about the king comes between, “it” would be the king.
  const named = cause(end, viewer) === false ? null : kindName(end.piece);
  if (seen && seen.ply === last.ply)
    return named === null ? msg('Your last sense had shown it.') : msg(str`Your last sense had shown the ${named}.`);
  const could = look !== null && msg(str`Sensing around ${squareName(look)} on your last turn would have shown it.`);
  if (!seen) return sentences(named === null ? msg('You never saw it.') : msg(str`You never saw the ${named}.`), could);
  const [turn, on] = [turnOf(seen.ply), squareName(seen.square)];
  return sentences(
    named === null
      ? msg(str`You last saw it in turn ${turn}, on ${on}.`)
      : msg(str`You last saw the ${named} in turn ${turn}, on ${on}.`),
    could,
  );
}

function end(end: StoryEnd, viewer: Color | null): string {
  switch (end.kind) {
    case 'king':
      return sentences(kingTaken(end, viewer), cause(end, viewer), seen(end, viewer));
    case 'timeout':
    case 'resigned': {
      const turn = turnOf(end.ply);
      const loser = opponentOf(end.winner);
      const byTime = end.kind === 'timeout';
      if (viewer === loser)
        return byTime
          ? end.sensed
            ? msg(str`Your time ran out in turn ${turn}, after your sense.`)
            : msg(str`Your time ran out in turn ${turn}.`)
          : msg(str`You resigned in turn ${turn}. Your king was still there.`);
      if (viewer === null)
        return byTime
          ? msg(str`${colors[loser]}’s time ran out in turn ${turn}.`)
          : msg(str`${colors[loser]} resigned in turn ${turn}.`);
      return byTime
        ? msg(str`Your opponent’s time ran out in turn ${turn}.`)
        : msg(str`Your opponent resigned in turn ${turn}.`);
    }
    case 'drawn':
      return sentences(reasons[end.by](''), msg('Nobody’s king was captured: a draw.'));
    case 'unexplained':
      return msg(str`The record says that ${colors[end.winner]} won, and not how: nobody’s king was captured.`);
    case 'open':
      return msg('The record has no end: nobody’s king was captured.');
  }
}

const counted: Record<Exclude<Role, 'king'>, (n: number) => string> = {
  queen: (n) => plural(n, msg('one {a queen} other {# queens}')),
  rook: (n) => plural(n, msg('one {a rook} other {# rooks}')),
  bishop: (n) => plural(n, msg('one {a bishop} other {# bishops}')),
  knight: (n) => plural(n, msg('one {a knight} other {# knights}')),
  pawn: (n) => plural(n, msg('one {a pawn} other {# pawns}')),
};

function pieces(taken: Taken): string | null {
  const names = ROLES.toReversed().flatMap((role) => {
    const n = taken[role] ?? 0;
    return n > 0 && role in counted ? [counted[role as keyof typeof counted](n)] : [];
  });
  return names.length > 0 ? list.format(names) : null;
}

function material({ taken }: Story, viewer: Color | null): string {
  if (viewer === null) {
    const [white, black] = [pieces(taken.white), pieces(taken.black)];
    if (!white && !black) return msg('No piece had been taken.');
    return sentences(!!white && msg(str`White took ${white}.`), !!black && msg(str`Black took ${black}.`));
  }
  const [won, lost] = [pieces(taken[viewer]), pieces(taken[opponentOf(viewer)])];
  if (won && lost) return msg(str`You took ${won}, and lost ${lost}.`);
  if (won) return msg(str`You took ${won}, and lost nothing.`);
  return lost ? msg(str`You lost ${lost}, and took nothing.`) : msg('No piece had been taken.');
}

function failures({ failed, stopped }: Story, viewer: Color | null): string {
  if (viewer === null) return '';
  const [none, short] = [failed[viewer], stopped[viewer]];
  return sentences(
    none > 0 && plural(none, msg('one {# of your moves was not possible.} other {# of your moves were not possible.}')),
    short > 0 && plural(short, msg('one {# of your moves stopped short.} other {# of your moves stopped short.}')),
  );
}

const someTurns = (plies: readonly number[]): string => list.format(plies.slice(0, 6).map(turnOf));

/** A king that was not taken is the person's choice, or lack of knowledge: never luck. */
function missed({ missed }: Story, viewer: Color | null): string {
  if (viewer === null || missed[viewer].length === 0) return '';
  const turns = someTurns(missed[viewer]);
  return plural(
    missed[viewer].length,
    msg(
      str`one {In turn ${turns} you could have taken the king.} other {In turns ${turns} you could have taken the king.}`,
    ),
  );
}

/** What the opponent did not do, which was not the person's doing. */
function luck({ missed }: Story, viewer: Color | null): string {
  const spared = viewer === null ? [] : missed[opponentOf(viewer)];
  if (spared.length === 0) return '';
  const turns = someTurns(spared);
  return plural(
    spared.length,
    msg(
      str`one {Luck: in turn ${turns} your opponent could have taken your king, but did not.} other {Luck: in turns ${turns} your opponent could have taken your king, but did not.}`,
    ),
  );
}

/** What a side sensed, and what of it counts where it took something: `prey` is what it saw then. */
function sensed({ sense, side }: Moment, you: boolean, prey: string | null = null): string {
  if (sense === null) return you ? msg('You did not sense.') : msg(str`${colors[side]} did not sense.`);
  const around = squareName(sense);
  if (prey === null)
    return you ? msg(str`You sensed around ${around}.`) : msg(str`${colors[side]} sensed around ${around}.`);
  return you
    ? msg(str`You sensed around ${around} and saw ${prey}.`)
    : msg(str`${colors[side]} sensed around ${around} and saw ${prey}.`);
}

/** What a side did in a half-turn. */
function done(moment: Moment, you: boolean): string | false {
  const { sense, move, side, saw } = moment;
  if (!move) return false;
  if (moment.kind === 'king') return sensed(moment, you, saw ? msg('the king') : null);
  if (moment.kind === 'took') return sensed(moment, you, saw ? aPiece(moment.piece, moment.on) : null);
  const around = sense === null ? null : squareName(sense);
  const played = requested(move);
  if (played === null) {
    if (around === null)
      return you ? msg('You did not sense, and passed.') : msg(str`${colors[side]} did not sense, and passed.`);
    return you
      ? msg(str`You sensed around ${around} and passed.`)
      : msg(str`${colors[side]} sensed around ${around} and passed.`);
  }
  const short = stoppedOn(move);
  if (short !== null) return sentences(tried(moment, you, played), msg(str`It stopped on ${short}.`));
  if (moment.kind === 'failed') return tried(moment, you, played);
  const obstructed = obstacle({ before: moment.truth, move });
  if (obstructed) return sentences(tried(moment, you, played), turnLost(obstructed));
  if (around === null)
    return you
      ? msg(str`You did not sense, and played ${played}.`)
      : msg(str`${colors[side]} did not sense, and played ${played}.`);
  return you
    ? msg(str`You sensed around ${around} and played ${played}.`)
    : msg(str`${colors[side]} sensed around ${around} and played ${played}.`);
}

/** What a side did whose move did not become what it wanted. */
function tried({ sense, side }: Moment, you: boolean, move: string): string {
  if (sense === null)
    return you
      ? msg(str`You did not sense, and tried ${move}.`)
      : msg(str`${colors[side]} did not sense, and tried ${move}.`);
  const around = squareName(sense);
  return you
    ? msg(str`You sensed around ${around} and tried ${move}.`)
    : msg(str`${colors[side]} sensed around ${around} and tried ${move}.`);
}

/** Where a move ended that stopped before its target. */
const stoppedOn = ({ requested, taken }: MoveReport): string | null =>
  requested !== null && taken !== null && !sameWay(requested, taken) ? destination(taken) : null;

function requested({ requested, taken }: MoveReport): string | null {
  if (requested === null) return null;
  return moveText(taken !== null && sameWay(requested, taken) ? taken : requested);
}

/** Why a request was not possible. */
const turnLost = ({ on, blocker }: { on: Square; blocker: PieceLetter | null }): string =>
  blocker
    ? msg(str`A ${kindName(blocker)} on ${squareName(on)} was in the way, and the turn was lost.`)
    : msg('There was nothing to take, and the turn was lost.');

const aPiece = (piece: PieceLetter, on: Square): string => msg(str`a ${kindName(piece)} on ${squareName(on)}`);

function missedKing({ piece, from, king }: Missed, you: boolean): string {
  const [name, at, on] = [kindName(piece), squareName(from), squareName(king)];
  return you
    ? msg(str`Your ${name} on ${at} could have taken the king on ${on}.`)
    : msg(str`The ${name} on ${at} could have taken the king on ${on}.`);
}

function fact(moment: Moment, you: boolean): string {
  switch (moment.kind) {
    case 'last': {
      const [name, at] = [kindName(moment.piece), squareName(moment.from)];
      return you
        ? msg(str`The ${name} on ${at} was one move from your king.`)
        : msg(str`The ${name} on ${at} was one move from the king.`);
    }
    case 'approach': {
      const [name, at] = [kindName(moment.piece), squareName(moment.from)];
      return you
        ? msg(str`The ${name} that would take your king had just come to ${at}.`)
        : msg(str`The ${name} that would take the king had just come to ${at}.`);
    }
    case 'missed':
      return missedKing(moment, you);
    case 'king': {
      const [name, at, king] = [kindName(moment.piece), squareName(moment.from), squareName(moment.king)];
      if (moment.saw && moment.sense !== null)
        return you
          ? msg(str`Your ${name} on ${at} took it on ${king}.`)
          : msg(str`The ${name} on ${at} took it on ${king}.`);
      if (moment.sense === null)
        return you
          ? msg(str`Your ${name} on ${at} took the king on ${king}.`)
          : msg(str`The ${name} on ${at} took the king on ${king}.`);
      return you
        ? msg(str`Your ${name} on ${at} took the king on ${king}, which the sense had not shown.`)
        : msg(str`The ${name} on ${at} took the king on ${king}, which the sense had not shown.`);
    }
    case 'lost': {
      const [by, at] = [kindName(moment.by), squareName(moment.from)];
      const [name, on] = [kindName(moment.piece), squareName(moment.on)];
      return you
        ? msg(str`Then the ${by} from ${at} took your ${name} on ${on}.`)
        : msg(str`Then the ${by} from ${at} took the ${name} on ${on}.`);
    }
    case 'took': {
      const [by, at] = [kindName(moment.by), squareName(moment.from)];
      if (moment.saw && moment.sense !== null)
        return you ? msg(str`Your ${by} on ${at} took it.`) : msg(str`The ${by} on ${at} took it.`);
      const prey = aPiece(moment.piece, moment.on);
      return you ? msg(str`Your ${by} on ${at} took ${prey}.`) : msg(str`The ${by} on ${at} took ${prey}.`);
    }
    case 'failed':
      return turnLost(moment);
    case 'spared': {
      const [name, at] = [kindName(moment.piece), squareName(moment.from)];
      return you
        ? msg(str`Luck: then the ${name} on ${at} could have taken your king, but did not.`)
        : msg(str`Luck: then the ${name} on ${at} could have taken the king, but did not.`);
    }
  }
}

/** What could have been known. */
function known(moment: Moment, you: boolean): string | false {
  const { saw, look } = moment;
  if (moment.kind === 'king' || moment.kind === 'took') return false;
  if (moment.kind === 'failed')
    return !saw && look !== null && msg(str`Sensing around ${squareName(look)} would have shown that.`);
  if (moment.kind === 'missed') return knownKing(moment, you);
  const name = kindName(moment.kind === 'lost' ? moment.by : moment.piece);
  if (saw) return shown(name, you);
  return look !== null && msg(str`Sensing around ${squareName(look)} would have shown the ${name} in time.`);
}

/** What could have been known of a king that was not taken. */
function knownKing({ saw, look }: Missed, you: boolean): string | false {
  const name = kindName('k');
  if (saw) return shown(name, you);
  return look !== null && msg(str`Sensing around ${squareName(look)} would have shown the ${name}.`);
}

const shown = (name: string, you: boolean): string =>
  you ? msg(str`Your sense had shown the ${name}.`) : msg(str`The sense had shown the ${name}.`);

const value = (n: number): string => whole.format(n);

export const storyWords = words({
  title: (story: Story, viewer: Color | null): string => {
    const { end } = story;
    if (viewer === null || !('winner' in end)) return msg('How it went');
    return end.winner === viewer ? msg('Why you won') : msg('Why you lost');
  },
  end,
  missed,
  material,
  failures,
  luck,
  takenBack: (n: number) => plural(n, msg('one {# turn was taken back.} other {# turns were taken back.}')),
  past: (plies: number) => msg(str`The game went on from turn ${turnOf(plies)} of another one.`),
  moments: (n: number) =>
    n === 1
      ? msg('The moment that decided it')
      : n === 2
        ? msg('Two moments that decided it')
        : msg('Three moments that decided it'),
  turn: ({ ply, side }: Moment, viewer: Color | null) =>
    viewer === null ? msg(str`Turn ${turnOf(ply)}, ${colors[side]}`) : msg(str`Turn ${turnOf(ply)}`),
  moment: (moment: Moment, viewer: Color | null): string => {
    const you = viewer !== null;
    const first = toldFirst(moment);
    const { missed } = moment;
    // Of two chances to know better, that of the king counts.
    if (missed)
      return sentences(
        missedKing(missed, you),
        first && fact(moment, you),
        done(moment, you),
        knownKing(missed, you),
        !first && fact(moment, you),
      );
    return sentences(first && fact(moment, you), done(moment, you), !first && fact(moment, you), known(moment, you));
  },
  knew: (color: Color, viewer: Color | null) =>
    viewer === color ? msg('What you knew') : msg(str`What ${colors[color]} knew`),
  truth: () => msg('What was there'),
  window: (square: Square) => msg(str`window around ${squareName(square)}`),
  nothingKnown: () => msg('no piece of the other side'),
  likely: (piece: PieceLetter, square: Square, p: number) =>
    `${kindName(piece)} ${squareName(square)} ${whole.format(p)}`,
  standing: (piece: PieceLetter, squares: readonly Square[]) =>
    `${kindName(piece, squares.length)} ${series(squares.map(squareName))}`,
  tryAgain: () => msg('Try again from here'),
  /** Puzzles that were made of the game's moments. */
  inTrain: (n: number) =>
    plural(n, msg('one {# puzzle from this game is in Train.} other {# puzzles from this game are in Train.}')),
  train: (n: number) => plural(n, msg('one {Solve it} other {Solve them}')),
  show: () => msg('Show in the game'),
  numbers: () => msg('Numbers'),
  computing: () => msg('Computing…'),
  failed: (why: string) => msg(str`This could not be computed: ${why}`),
  lesson: (title: string) => msg(str`Lesson: ${title}`),
  lessons: {
    rules: () => msg('The rules, by playing'),
    sensing: () => msg('The value of a sense'),
    'safe-attacks': () => msg('Attacking in the dark'),
  } satisfies Record<LessonName, () => string>,
  lessonText: {
    rules: () => msg('Unlike in chess, there is no check, and moves may fail. The lesson plays the rules through.'),
    sensing: () => msg('You did not see it coming. The lesson shows where to look.'),
    'safe-attacks': () => msg('The king was within reach. The lesson shows how to attack in the dark.'),
  } satisfies Record<LessonName, () => string>,
  possible: (before: SetSize, after: SetSize) =>
    msg(str`Possible before the sense: ${boardsOf(before)}. After it: ${boardsOf(after)}.`),
  sensed: ({ square, expectedBits, best, bestBits }: NonNullable<TurnReport['sense']>) =>
    square === best || expectedBits >= bestBits - 0.05
      ? msg(str`No sense was expected to tell more: ${tenths.format(bestBits)} bits.`)
      : square === null
        ? msg(str`The best sense was around ${squareName(best)}: ${tenths.format(bestBits)} bits expected.`)
        : msg(
            str`The best sense was around ${squareName(best)}: ${tenths.format(bestBits)} bits expected, against ${tenths.format(expectedBits)} around ${squareName(square)}.`,
          ),
  trueBoard: ({ before, after }: TurnReport['truth']) =>
    before > 0 && after > 0
      ? msg(str`The true board had a probability of ${fine(before)}, and ${fine(after)} after the sense.`)
      : msg('The true board was too unlikely to be in the sample.'),
  request: ({ dark, light }: TurnReport): string => {
    if (!dark || !light) return '';
    const best = (judged: NonNullable<TurnReport['dark']>): string =>
      judged.rank === 1
        ? msg('no move was better')
        : msg(str`best was ${requestText(judged.best)}, ${value(judged.bestValue)}`);
    return sentences(
      msg(str`Chance to win with this move, by what was known: ${value(dark.value)} (${best(dark)}).`),
      msg(str`On the true board: ${value(light.value)} (${best(light)}).`),
    );
  },
});

export const playOnWords = words({
  button: () => msg('Play on from here'),
  title: () => msg('Play on from here'),
  text: (turn: number, color: Color) =>
    msg(
      str`A new game from turn ${number.format(turn)}, ${colors[color]} to move. Each side knows what it had been told by then.`,
    ),
  opponent: () => msg('Opponent'),
  color: () => msg('You play'),
  start: () => msg('Play', { id: 'play-start' }),
  over: () => msg('The game is over here.'),
});
