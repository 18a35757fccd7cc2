import { type Color, type Game, Outpost, type Replay } from 'outpost-rbc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSquare, squareName } from '../board/squares';
import { reaches } from './reach';
import { lessonFor, MOST_MOMENTS, type Moment, namedSense, type Story, storyOf } from './story';
import { storyWords } from './story-words';

let outpost: Outpost;

beforeAll(async () => {
  outpost = await Outpost.start();
});

afterAll(() => outpost.terminate());

const sq = (name: string): number => parseSquare(name) as number;

/** Half-turns such as `e2e4` or `e2e4 d5`: the request (`-` for a pass) and the square that was sensed. */
async function play(turns: readonly string[]): Promise<Game> {
  const seat = { kind: 'person', name: 'somebody' } as const;
  const game = await outpost.newGame({ white: seat, black: seat, clock: null, seed: 1 });
  for (const [i, turn] of turns.entries()) {
    const color: Color = i % 2 ? 'black' : 'white';
    const [request = '-', sense] = turn.split(' ');
    await game.sense(color, sense ? sq(sense) : null);
    await game.move(color, request === '-' ? null : request);
  }
  return game;
}

async function over(turns: readonly string[], resigns?: Color): Promise<Replay> {
  const game = await play(turns);
  if (resigns) await game.resign(resigns);
  const replay = await game.replay();
  game.dispose();
  return replay;
}

async function told(turns: readonly string[], viewer: Color | null, resigns?: Color): Promise<Story> {
  const { steps, summary } = await over(turns, resigns);
  return storyOf(steps, summary, viewer);
}

const kinds = ({ moments }: Story): string[] => moments.map(({ kind, ply }) => `${kind} ${ply}`);
const say = (story: Story, viewer: Color | null): string => storyWords.end(story.end, viewer);
const sayAll = (story: Story, viewer: Color | null): string[] =>
  story.moments.map((moment) => storyWords.moment(moment, viewer));

/** White never sees the knight that takes its king. */
const KNIGHT = ['a2a3 h7', 'b8c6', 'b2b3 h7', 'c6d4', 'h2h3 h7', 'd4f3', 'a3a4 g7', 'f3e1'];
/** The attack that beginners lose to. */
const SCHOLAR = ['e2e4', 'e7e5 b2', 'd1h5', 'a7a6 b2', 'f1c4', 'a6a5 b2', 'h5f7 e7', 'a5a4 b2', 'f7e8 e7'];

describe('a king lost to a knight that was never sensed', () => {
  it('is told by its way, and by where a sense would have shown it', async () => {
    const story = await told(KNIGHT, 'white');
    expect(story.end).toMatchObject({
      kind: 'king',
      winner: 'black',
      ply: 7,
      piece: 'n',
      path: ['b8', 'c6', 'd4', 'f3'].map(sq),
      king: sq('e1'),
      cause: 'stood',
      seen: null,
    });
    const look = story.end.kind === 'king' ? (story.end.look as number) : -1;
    expect(Math.abs((look & 7) - 5) <= 1 && Math.abs((look >> 3) - 2) <= 1).toBe(true);
    expect(say(story, 'white')).toBe(
      `The knight came b8–c6–d4–f3 and took your king on e1. You never saw it. Sensing around ${squareName(look)} on your last turn would have shown it.`,
    );
    expect(say(story, null)).toBe('Black’s knight came b8–c6–d4–f3 and took the king on e1.');
    expect(kinds(story)).toEqual(['approach 2', 'approach 4', 'last 6']);
    expect(storyWords.title(story, 'white')).toBe('Why you lost');
    expect(storyWords.moments(3)).toBe('Three moments that decided it');
    expect(storyWords.turn(story.moments[2] as Moment, 'white')).toBe('Turn 4');
    expect(sayAll(story, 'white')[2]).toBe(
      `The knight on f3 was one move from your king. You sensed around g7 and played a3–a4. Sensing around ${squareName(look)} would have shown the knight in time.`,
    );
    expect(storyWords.material(story, 'white')).toBe('No piece had been taken.');
    expect(lessonFor(story, 'white')).toBe('sensing');
  });

  it('says when it was seen', async () => {
    const early = await told(KNIGHT.with(2, 'b2b3 c6'), 'white');
    expect(early.end).toMatchObject({ seen: { ply: 2, square: sq('c6') } });
    expect(say(early, 'white')).toContain('You last saw it in turn 2, on c6. Sensing around');
    const late = await told(KNIGHT.with(6, 'a3a4 f4'), 'white');
    expect(late.end).toMatchObject({ seen: { ply: 6, square: sq('f3') }, look: null });
    expect(say(late, 'white')).toMatch(/took your king on e1\. Your last sense had shown it\.$/);
    expect(sayAll(late, 'white')[2]).toMatch(/Your sense had shown the knight\.$/);
    expect(lessonFor(late, 'white')).toBe('rules');
  });

  it('is told of the winner as its own', async () => {
    const blind = await told(KNIGHT, 'black');
    expect(storyWords.title(blind, 'black')).toBe('Why you won');
    expect(say(blind, 'black')).toBe(
      'Your knight went b8–c6–d4–f3 and took the king on e1. That was a shot in the dark: you had never seen the king.',
    );
    expect(kinds(blind)).toEqual(['king 7']);
    expect(lessonFor(blind, 'black')).toBeNull();
    const sure = await told(KNIGHT.with(7, 'f3e1 e2'), 'black');
    expect(say(sure, 'black')).toMatch(/Your last sense had shown where the king stood\.$/);
    const remembered = await told(KNIGHT.with(5, 'd4f3 e2'), 'black');
    expect(say(remembered, 'black')).toMatch(/You had last seen the king in turn 3, on e1\.$/);
  });
});

describe('a king lost otherwise', () => {
  it('tells of the scholar’s attack, for either side and for nobody', async () => {
    const story = await told(SCHOLAR, 'black');
    expect(story.end).toMatchObject({ piece: 'Q', path: ['d1', 'h5', 'f7'].map(sq), king: sq('e8'), cause: 'stood' });
    expect(say(story, 'black')).toContain('The queen came d1–h5–f7 and took your king on e8. You never saw it.');
    expect(kinds(story).at(-1)).toBe('last 7');
    expect(kinds(story)).toContain('approach 3');
    expect(storyWords.material(story, 'black')).toBe('You lost a pawn, and took nothing.');
    const won = await told(SCHOLAR, 'white');
    expect(kinds(won)).toEqual(['took 6', 'king 8']);
    expect(storyWords.material(won, 'white')).toBe('You took a pawn, and lost nothing.');
    // Nobody in particular: of the side that lost.
    const { steps, summary } = await over(SCHOLAR);
    const neutral = storyOf(steps, summary, null);
    expect(neutral.hero).toBe('black');
    expect(storyWords.title(neutral, null)).toBe('How it went');
    expect(storyWords.material(neutral, null)).toBe('White took a pawn.');
    expect(storyWords.turn(neutral.moments.at(-1) as Moment, null)).toBe('Turn 4, Black');
    expect(sayAll(neutral, null).at(-1)).toContain('Black sensed around b2 and played a5–a4.');
  });

  it('tells of a king that moved into it, and of a move that opened the way', async () => {
    const opened = await told(['a2a3', 'e7e5', 'a3a4', 'd8h4', 'f2f3', 'h4e1'], 'white');
    expect(opened.end).toMatchObject({ cause: 'opened', path: ['d8', 'h4'].map(sq) });
    expect(say(opened, 'white')).toContain('took your king on e1. Your move f2–f3 had opened the way.');
    const moved = await told(['e2e4', 'g8f6', 'e1e2', 'a7a6', 'e2e3', 'f6g4', 'e3f4', 'a6a5', 'f4e3', 'g4e3'], 'white');
    expect(moved.end).toMatchObject({ cause: 'moved', king: sq('e3') });
    expect(say(moved, 'white')).toContain(
      'The knight had stood on g4 since turn 3, and took your king on e3 in turn 5. You had just moved your king within reach. You never saw the knight.',
    );
    expect(say(moved, 'black')).toContain(
      'Your knight had stood on g4 since turn 3, and took the king on e3 in turn 5.',
    );
    expect(say(moved, null)).toContain(
      'Black’s knight had stood on g4 since turn 3, and took the king on e3 in turn 5.',
    );
    // When the knight came, the king was elsewhere.
    expect(kinds(moved)).toEqual(['last 8']);
  });

  it('tells of a piece that had not moved before', async () => {
    const story = await told(['e2e4', 'e7e5', 'e1e2', 'a7a6', 'e2f3', 'a6a5', 'f3g4', 'a5a4', 'g4g5', 'd8g5'], 'white');
    expect(story.end).toMatchObject({ path: [sq('d8')], cause: 'moved' });
    expect(say(story, 'white')).toContain('The queen on d8 took your king on g5 with its first move.');
  });
});

describe('what decided a game', () => {
  it('is a queen that was lost, and a move that was not possible', async () => {
    const turns = ['d2d4', 'e7e5', 'd1d3', 'e5d4', 'd3d4 b7', 'b8c6', 'a2a3 h7', 'c6d4', 'e2d3 h7', 'a7a6'];
    const story = await told(turns, 'white', 'white');
    expect(kinds(story)).toEqual(['lost 6', 'failed 8']);
    const [lost, failed] = sayAll(story, 'white');
    expect(lost).toMatch(
      /^You sensed around h7 and played a2–a3\. Then the knight from c6 took your queen on d4\. Sensing around [b-d][5-7] would/,
    );
    expect(failed).toContain('and tried e2–d3. There was nothing to take, and the turn was lost.');
    expect(story.failed).toEqual({ white: 1, black: 0 });
    expect(storyWords.failures(story, 'white')).toBe('1 of your moves was not possible.');
    // A pawn for a pawn is not told.
    expect(storyWords.material(story, 'white')).toBe('You took a pawn, and lost a queen and a pawn.');
    expect(say(story, 'white')).toBe('You resigned in turn 6. Your king was still there.');
    expect(say(story, 'black')).toBe('Your opponent resigned in turn 6.');
    expect(say(story, null)).toBe('White resigned in turn 6.');
  });

  it('is a king that could have been taken and was not, by either side', async () => {
    const turns = ['e2e4', 'f7f6', 'd1h5', 'a7a6', 'a2a3 d6', 'h7h6', 'h2h3 e7', 'a6a5'];
    const missed = await told(turns, 'white', 'white');
    expect(missed.missed).toEqual({ white: [4, 6], black: [] });
    // That it stood there for two turns is told once.
    expect(kinds(missed)).toEqual(['missed 4']);
    expect(sayAll(missed, 'white')[0]).toMatch(
      /^Your queen on h5 could have taken the king on e8\. You sensed around d6 and played a2–a3\. Sensing around .. would have shown the king\.$/,
    );
    expect(storyWords.missed(missed, 'white')).toBe('In turns 3 and 4 you could have taken the king.');
    expect(storyWords.luck(missed, 'white')).toBe('');
    const spared = await told(turns, 'black', 'white');
    expect(kinds(spared)).toEqual(['spared 3']);
    expect(storyWords.missed(spared, 'black')).toBe('');
    expect(storyWords.luck(spared, 'black')).toBe(
      'Luck: in turns 3 and 4 your opponent could have taken your king, but did not.',
    );
    expect(sayAll(spared, 'black')[0]).toContain('Luck: then the queen on h5 could have taken your king, but did not.');
  });

  it('is a missed king before the queen that was lost in the same turn, in each turn that is told', async () => {
    const turns = ['e2e4', 'f7f5', 'd1h5', 'a7a6', 'a2a3 d6', 'g8f6', 'b2b3 d7', 'f6h5'];
    const story = await told(turns, 'white', 'white');
    expect(kinds(story)).toEqual(['missed 4', 'lost 6']);
    expect(sayAll(story, 'white')[1]).toBe(
      'Your queen on h5 could have taken the king on e8. You sensed around d7 and played b2–b3. Your sense had shown the king. Then the knight from f6 took your queen on h5.',
    );
    const once = await told(turns.toSpliced(3, 2), 'white', 'white');
    expect(kinds(once)).toEqual(['lost 4']);
    expect(once.moments[0]).toMatchObject({ piece: 'Q', missed: { piece: 'Q', from: sq('h5'), king: sq('e8') } });
  });

  it('is a move that stopped short, told as it was asked for and as it went', async () => {
    const turns = ['e2e4', 'g7g6', 'f1c4', 'f7f5', 'd1h5', 'a7a6', 'h5e8 f7', 'h7g6'];
    const story = await told(turns, 'white', 'white');
    expect(kinds(story)).toEqual(['lost 6']);
    expect(sayAll(story, 'white')[0]).toContain(
      'You sensed around f7 and tried h5–e8. It stopped on g6. Then the pawn from h7 took your queen on g6.',
    );
  });

  it('is a request that was not possible, and is told as such where something else counts more', async () => {
    const turns = ['d2d4', 'd7d5', 'd1d3', 'c8f5', 'd4d5 a3', 'f5d3'];
    const story = await told(turns, null, 'white');
    expect(kinds(story)).toContain('lost 4');
    const at = story.moments.findIndex(({ ply }) => ply === 4);
    expect(sayAll(story, null)[at]).toContain(
      'White sensed around a3 and tried d4–d5. A pawn on d5 was in the way, and the turn was lost. Then the bishop from f5 took the queen on d3.',
    );
  });

  it('is no lost turn where a king was taken', async () => {
    const story = await told(KNIGHT.with(2, 'h2g3 h7').with(4, 'h2h3 h7'), 'white');
    expect(story.failed.white).toBe(1);
    expect(kinds(story)).toEqual(['approach 2', 'approach 4', 'last 6']);
  });

  it('is nothing where nothing happened', async () => {
    const story = await told(['e2e4', 'e7e5'], 'white', 'white');
    expect(story.moments).toEqual([]);
    expect(lessonFor(story, 'white')).toBeNull();
  });

  it('names what stood in the way', async () => {
    const blocked = await told(['e2e4', 'e7e5', 'e4e5 e5', '-', 'e1g1', '-'].toSpliced(4, 2), 'white', 'white');
    expect(blocked.moments).toMatchObject([{ kind: 'failed', on: sq('e5'), blocker: 'p', saw: true }]);
    const turns = ['e2e4', 'g8f6', 'g1f3', 'f6g4', 'f1c4', 'g4e3', 'a2a3', 'e3f1', 'e1g1 b5', 'a7a6'];
    const castle = await told(turns, 'white', 'white');
    expect(castle.moments).toContainEqual(
      expect.objectContaining({ kind: 'failed', ply: 8, on: sq('f1'), blocker: 'n', saw: false }),
    );
  });
});

describe('other ends', () => {
  const summary = (winner: Color | null, reason: string | null) => ({ winner, reason });

  it('are by time, and by limits', async () => {
    const { steps } = await over(['e2e4', 'e7e5', 'a2a3'], 'black');
    const late = storyOf(steps, summary('white', 'TIMEOUT'), 'black');
    expect(say(late, 'black')).toBe('Your time ran out in turn 2.');
    expect(say(late, 'white')).toBe('Your opponent’s time ran out in turn 2.');
    expect(say(late, null)).toBe('Black’s time ran out in turn 2.');
    const sensed = steps.slice(0, 5);
    expect(say(storyOf(sensed, summary('white', 'TIMEOUT'), 'black'), 'black')).toBe(
      'Your time ran out in turn 1, after your sense.',
    );
    const drawn = storyOf(steps, summary(null, 'MOVE_LIMIT'), 'white');
    expect(say(drawn, 'white')).toMatch(/without a capture or a pawn move\. Nobody’s king was captured: a draw\.$/);
    expect(storyWords.title(drawn, 'white')).toBe('How it went');
    expect(say(storyOf(steps, summary(null, 'TURN_LIMIT'), 'white'), null)).toContain('The turn limit was reached.');
    expect(say(storyOf(steps, summary(null, null), null), null)).toContain('The record has no end');
    // A winner without a reason is what the record says.
    expect(say(storyOf(steps, summary('white', null), null), null)).toContain('The record says that White won');
    expect(storyOf([], summary(null, null), 'white').moments).toEqual([]);
  });

  it('say that turns were taken back, and tell the game as it went on', async () => {
    const game = await play(KNIGHT);
    await game.takeBack('white');
    await game.sense('white', sq('f3'));
    await game.move('white', 'g2f3');
    await game.resign('black');
    const { steps, summary } = await game.replay();
    const story = storyOf(steps, summary, 'white');
    expect(story.plies).toBe(7);
    expect(kinds(story)).toEqual(['took 6']);
    expect(storyWords.takenBack((await game.takenBack()).white)).toBe('1 turn was taken back.');
    expect(storyWords.past(8)).toBe('The game went on from turn 5 of another one.');
    game.dispose();
  });
});

describe('every game', () => {
  it('has moments of its own half-turns, in order, each with words, for whomever it is told', async () => {
    const agents = ['random', 'attacker', 'trout'] as const;
    for (let seed = 0; seed < 12; seed++) {
      const seat = (i: number) => ({ kind: 'agent', agent: agents[i % 3] ?? 'random', budgetMs: 10 }) as const;
      const game = await outpost.newGame({
        white: seat(seed),
        black: seat(seed + 1),
        clock: null,
        seed,
        turnLimit: 40,
      });
      while (!(await game.outcome())) await game.agentTurn({ nodes: 300 });
      const { steps, summary } = await game.replay();
      for (const viewer of ['white', 'black', null] as const) {
        const story = storyOf(steps, summary, viewer);
        const { moments } = story;
        expect(moments.length).toBeLessThanOrEqual(MOST_MOMENTS);
        expect(moments.map(({ ply }) => ply)).toEqual(
          [...new Set(moments.map(({ ply }) => ply))].sort((a, b) => a - b),
        );
        for (const moment of moments) {
          const step = steps[moment.step];
          expect(step).toMatchObject({ ply: moment.ply, color: moment.side, phase: 'start' });
          if (viewer) expect(moment.side).toBe(viewer);
          const words = storyWords.moment(moment, viewer);
          expect(words).not.toMatch(/undefined|null|NaN/);
          expect(words.includes('Sensing around')).toBe(namedSense(moment) !== null);
        }
        expect(say(story, viewer)).not.toMatch(/undefined|null|NaN/);
        if (story.end.kind === 'king') {
          const { path, king } = story.end;
          const last = steps.findLast(({ phase }) => phase === 'moved');
          expect(last?.move?.taken?.slice(0, 4)).toBe(`${squareName(path.at(-1) as number)}${squareName(king)}`);
        }
      }
      game.dispose();
    }
  }, 60_000);
});

describe('reach', () => {
  it('is what captures in this game', () => {
    const board = new Array(64).fill(null);
    board[sq('d4')] = 'q';
    board[sq('d6')] = 'P';
    board[sq('e5')] = 'P';
    board[sq('c3')] = 'N';
    for (const [from, to, can] of [
      ['d4', 'd6', true],
      ['d4', 'd7', false],
      ['d4', 'h8', false],
      ['d4', 'b2', false],
      ['d4', 'c6', false],
      ['e5', 'd6', true],
      ['e5', 'e6', false],
      ['e5', 'd4', false],
      ['c3', 'd5', true],
      ['c3', 'c5', false],
      ['a1', 'a2', false],
    ] as const) {
      expect([from, to, reaches(board, sq(from), sq(to))]).toEqual([from, to, can]);
    }
  });
});
