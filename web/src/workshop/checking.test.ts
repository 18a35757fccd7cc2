import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LESSONS } from '../lessons';
import type { Lesson, Shown } from '../lessons/lesson';
import { readFen } from '../problems/attributes';
import { movesOn } from '../problems/move-lists';
import { afterMove } from './after-move';
import { type Checked, checkLesson, checkShown, isFilledIn, withAnswers } from './checking';
import { addStep, copyOf, newLesson } from './editing';
import { playedOf, signatureOf } from './kinds';
import { movesThat } from './move-aims';

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

const checking = (tried: readonly string[] = []) => ({
  engine: async () => outpost,
  tried,
  signal: new AbortController().signal,
});

const check = (attributes: Record<string, string>, tried: readonly string[] = []): Promise<Checked> =>
  checkShown({ element: 'game', attributes }, checking(tried));

const levels = ({ findings }: Checked): string => findings.map(({ level }) => level).join(' ');
const texts = ({ findings }: Checked): string => findings.map(({ text }) => text).join(' ');

const KNIGHTS = [
  '4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1',
  '4k3/8/8/8/5n2/8/4P3/4K3 w - - 0 1',
  '4k3/8/8/8/3n4/8/4P3/4K3 w - - 0 1',
];
const boards = KNIGHTS.join(';');

it('finds the answers of a lesson for paper, and leaves alone what has none', async () => {
  const problem = (attributes: Record<string, string>): Shown => ({ element: 'game', attributes });
  const text = { heading: 'x', text: [] };
  const lesson: Lesson = {
    ...newLesson(),
    steps: [
      { ...text, id: 'a', show: problem({ task: 'left', boards, squares: 'e4' }) },
      { ...text, id: 'b', show: { element: 'board', attributes: { fen: KNIGHTS[0] ?? '' } } },
      { ...text, id: 'c', show: problem({ task: 'count', boards, answer: '3' }) },
    ],
  };
  const { steps } = await withAnswers(lesson, checking());
  expect(steps.map(({ solution }) => solution)).toEqual([['1'], undefined, ['3']]);
  expect(lesson.steps[0]?.solution).toBeUndefined();
});

it('knows what an author has still to fill in', () => {
  const game = (attributes: Record<string, string>): boolean => isFilledIn({ element: 'game', attributes });
  expect(game({ task: 'sense' })).toBe(false);
  expect(game({ task: 'sense', boards })).toBe(true);
  expect(game({ task: 'where', boards })).toBe(false);
  expect(game({ task: 'where', boards, answer: 'e8' })).toBe(true);
  expect(game({ task: 'survive' })).toBe(false);
  expect(isFilledIn({ element: 'board', attributes: {} })).toBe(false);
  expect(isFilledIn({ element: 'replay', attributes: { link: 'x' } })).toBe(true);
});

describe('where to sense', () => {
  it('finds what the page takes as right', async () => {
    const checked = await check({ task: 'sense', boards });
    expect(checked.right).toContain('e4');
    expect(checked.right).not.toContain('a1');
    expect(texts(checked)).toMatch(/^Right answers: .*That leaves at most 1 of 3 boards\./);
    expect(levels(checked)).not.toContain('bad');
  });

  it('says where the author counts something else', async () => {
    expect(texts(await check({ task: 'sense', boards, answer: 'a1' }))).toContain(
      'a1 counts as right and leaves up to 3 of 3 boards, but another sense leaves fewer.',
    );
    const { right } = await check({ task: 'sense', boards });
    expect(texts(await check({ task: 'sense', boards, answer: right[0] ?? '' }))).toContain(
      'As good, but counted as wrong:',
    );
    expect(levels(await check({ task: 'sense', boards, answer: right.join(' ') }))).toBe('good good');
  });

  it('warns where any answer is right, and where none can be', async () => {
    const [first = ''] = KNIGHTS;
    expect(texts(await check({ task: 'sense', boards: first }))).toContain('Only one board is possible');
    const alike = `${first};4k3/8/8/3n4/8/8/4P3/4K3 w - - 4 9`;
    expect(texts(await check({ task: 'sense', boards: alike }))).toContain('1 board is listed twice.');
    const many = Array.from({ length: 6 }, (_, i) => `4k3/8/8/${i + 1}n${6 - i}/8/8/4P3/4K3 w - - 0 1`);
    expect(levels(await check({ task: 'sense', boards: many.join(';'), goal: '1' }))).toMatch(/^bad/);
    expect(texts(await check({ task: 'sense', boards, goal: '3' }))).toContain('64 of 64 squares are right');
  });

  it.each([
    ['nothing to decide on', {}, 'Set up the boards that are possible.'],
    ['no position', { boards: 'hello' }, '“hello” is not a position'],
    [
      'other pieces of the own side',
      { boards: `${KNIGHTS[0]};4k3/8/8/8/8/8/3P4/4K3 w - - 0 1` },
      'would tell the two apart',
    ],
    ['an answer that is no square', { boards, answer: 'z9' }, '“z9” is not a square'],
  ])('cannot be solved with %s', async (_, attributes, why) => {
    const checked = await check({ task: 'sense', ...attributes });
    expect(levels(checked)).toBe('bad');
    expect(texts(checked)).toContain(why);
  });
});

describe('numbers', () => {
  it('counts the boards', async () => {
    expect((await check({ task: 'count', boards })).right).toEqual(['3']);
    expect(texts(await check({ task: 'count', boards, answer: '4' }))).toContain('4 counts as right, but 3 follows');
  });

  it('counts what a sense leaves', async () => {
    const checked = await check({ task: 'left', boards, squares: 'e5' });
    expect(checked.right).toEqual(['1']);
    expect(texts(await check({ task: 'left', boards, squares: 'a1' }))).toContain('shows the same on all boards');
    expect(texts(await check({ task: 'left', boards }))).toContain('the square in its middle');
  });
});

describe('the likeliest board', () => {
  it('is the heaviest', async () => {
    expect((await check({ task: 'choose', boards, weights: '1 5 1' })).right).toEqual(['2']);
    expect(texts(await check({ task: 'choose', boards, weights: '5 5 1' }))).toContain('equally likely');
    expect(levels(await check({ task: 'choose', boards }))).toBe('bad');
    expect(levels(await check({ task: 'choose', boards, weights: '1 2' }))).toBe('bad');
  });
});

describe('where a piece is', () => {
  it('is where it stands on all boards', async () => {
    expect((await check({ task: 'where', boards, piece: 'king' })).right).toEqual(['e8']);
    const knight = await check({ task: 'where', boards, piece: 'knight' });
    expect(levels(knight)).toBe('bad');
    expect(texts(knight)).toContain('No square has the knight on all boards.');
    expect(texts(await check({ task: 'where', boards, piece: 'king', answer: 'd8' }))).toContain(
      'd8 counts as right, but the king is not there on any board.',
    );
    const some = await check({ task: 'where', boards, piece: 'knight', answer: 'd5 a1' });
    expect(texts(some)).toContain('a1 counts as right, but the knight is not there on any board.');
    expect(texts(some)).not.toContain('d5 counts as right');
  });

  it('has the boards that follow from what was told', async () => {
    const before = '6k1/6pp/8/8/8/8/8/K3R3 b - - 0 1';
    const told = 'lost -; sensed f8; seen pg7';
    const checked = await check({ task: 'where', piece: 'king', before, told });
    expect(checked.boards?.map((fen) => fen.split(' ')[0])).toEqual(['7k/6pp/8/8/8/8/8/K3R3']);
    const all = await check({ task: 'where', piece: 'king', before, told, boards: checked.boards?.[0] ?? '' });
    expect(all.boards).toBeUndefined();
    expect(all.right).toEqual(['h8']);
    expect(all.follows).toBe(true);
    // It says which part of what was told is wrong.
    const wrong = texts(await check({ task: 'count', before, told: 'lost -; sensed a8; seen qa8' }));
    expect(wrong).toContain('cannot have happened');
    expect(wrong).toContain('a8');
    expect(texts(await check({ task: 'count', before, told: 'lost e1' }))).toContain('cannot have happened');
  });

  it('finds them also where those that are listed cannot be read any more', async () => {
    const before = '6k1/6pp/8/8/8/8/8/K3R3 b - - 0 1';
    const told = 'lost -; sensed f8; seen pg7';
    // Of a time when something else was told: other pieces of the own side.
    const stale = '7k/6pp/8/8/8/8/8/K4R2 w - - 0 1';
    const checked = await check({ task: 'count', before, told, boards: stale });
    expect(checked.boards?.map((fen) => fen.split(' ')[0])).toEqual(['7k/6pp/8/8/8/8/8/K3R3']);
    expect(texts(checked)).toBe('1 board follows from what was told; the list has 1, or others.');
    // What cannot be read is named.
    expect(texts(await check({ task: 'count', before, told: 'lost -; sensed z9', boards: stale }))).toContain(
      'sensed z9',
    );
  });
});

it.each([
  ['sense', {}],
  ['move', { answer: 'e2e4' }],
  ['where', { piece: 'knight', answer: 'd5' }],
  ['choose', { weights: '2 1' }],
  ['count', {}],
  ['left', { squares: 'e4' }],
])('names boards without a king: %s', { timeout: 60_000 }, async (task, attributes) => {
  const without = '8/8/8/5n2/8/8/4P3/4K3 w - - 0 1';
  const checked = await check({ task, ...attributes, boards: `${KNIGHTS[0]};${without}` });
  expect(texts(checked)).toContain('Board 2: Black has no king.');
});

describe('the last move', () => {
  const before = '6k1/6pp/8/8/8/8/8/K3R3 b - - 0 1';

  it('is what agrees with what was told', async () => {
    const given = {
      task: 'played',
      before,
      told: 'lost -; sensed f8; seen pg7',
      boards: '7k/6pp/8/8/8/8/8/K3R3 w - - 0 1',
    };
    const checked = await check(given);
    expect(checked.right).toEqual(['g8h8']);
    expect(texts(checked)).toContain('Say which answer is right.');
    expect(levels(await check({ ...given, answer: 'g8h8' }))).toBe('good');
    expect(texts(await check({ ...given, answer: 'g7g6' }))).toContain('does not agree');
    // Its pawn's moves and its pass are not told apart by this.
    const more = await check({ ...given, told: 'lost -; sensed a8; seen -' });
    expect(more.right).toContain('pass');
    expect(texts(more)).toContain('there is no one answer');
  });

  it('needs the board before', async () => {
    expect(texts(await check({ task: 'played', boards }))).toContain('Set up the board that was known before');
  });
});

describe('a move', () => {
  const takes = { task: 'move', boards: '4k3/8/8/8/8/8/4R3/4K3 w - - 0 1' };

  it('is rated by the engine', { timeout: 60_000 }, async () => {
    const checked = await check(takes);
    expect(checked.right).toContain('e2e8');
    expect(texts(checked)).toMatch(/^Right by the engine: /);
    expect(levels(await check({ ...takes, answer: 'e2e8' }))).toBe('good');
    const other = await check({ ...takes, answer: 'e1d1' });
    expect(texts(other)).toContain('e1–d1 counts as right, but the engine prefers');
  });

  it('has to be possible', async () => {
    const checked = await check({ ...takes, answer: 'a1a2' });
    expect(levels(checked)).toBe('bad warn');
    expect(texts(checked)).toContain('a1–a2 cannot be requested here.');
  });
});

describe('moves by what they do', () => {
  const signal = new AbortController().signal;

  it('capture the king on the most boards', async () => {
    // On the second board the rook does not reach it.
    const boards = [
      '4k3/8/8/8/8/8/4R3/K7 w - - 0 1',
      '4k3/4p3/8/8/8/8/4R3/K7 w - - 0 1',
      '4k3/8/8/8/8/8/4R3/K7 w - - 0 1',
    ];
    expect(await movesThat(outpost, boards, 'king', signal)).toEqual(['e2e8']);
    expect(await movesThat(outpost, ['k7/8/8/8/8/8/4R3/K7 w - - 0 1'], 'king', signal)).toEqual([]);
  });

  it('keep the own king from being captured', async () => {
    // The black rook is on one of two files: only where it can be on neither, the king is safe.
    const boards = ['1r2k3/8/8/8/8/8/8/K7 w - - 0 1', '4k2r/8/8/8/8/8/8/K7 w - - 0 1'];
    const safe = await movesThat(outpost, boards, 'safe', signal);
    expect(safe).toContain('a1a2');
    expect(safe).not.toContain('a1b1');
    expect(safe).not.toContain('a1b2');
    // Whatever is listed can be played and is judged by.
    expect(levels(await check({ task: 'move', boards: boards.join(';'), answer: safe.join(' ') }))).not.toContain(
      'bad',
    );
  });
});

describe('a game', () => {
  const game = { task: 'capture-king', fen: '4k3/8/8/8/8/8/8/3QK3 w - - 0 1', agent: 'random', seed: '1', turns: '8' };

  it('is known to be solvable by solving it', async () => {
    expect(levels(await check(game))).toBe('warn');
    const signature = signatureOf({ element: 'game', attributes: game });
    expect(levels(await check(game, [signature]))).toBe('good');
    // Its words may change.
    expect(levels(await check({ ...game, prompt: 'Go!' }, [signature]))).toBe('good');
    expect(levels(await check({ ...game, turns: '7' }, [signature]))).toBe('warn');
  });

  it('needs an opponent that there is', async () => {
    expect(texts(await check({ ...game, agent: 'nobody' }))).toContain('There is no opponent “nobody”.');
  });

  it('needs kings', async () => {
    expect(texts(await check({ ...game, fen: '8/8/8/8/8/8/8/3QK3 w - - 0 1' }))).toContain('no king');
    expect(
      texts(await check({ ...game, task: 'reach', squares: 'e4', fen: '4k3/8/8/8/8/8/8/3Q4 w - - 0 1' })),
    ).toContain('White has no king.');
    expect(texts(await check({ ...game, task: 'reach' }))).toContain('Say which squares');
    expect(texts(await check({ ...game, task: 'survive', turns: '' }))).toContain('how many turns');
  });
});

it('sees what cannot be drawn on a position', async () => {
  const board = (attributes: Record<string, string>) => checkShown({ element: 'board', attributes }, checking());
  expect(levels(await board({ fen: KNIGHTS[0] ?? '', marks: 'e4 d5:blue', arrows: 'e2e4' }))).toBe('');
  expect(texts(await board({ fen: KNIGHTS[0] ?? '', marks: 'e9' }))).toContain('“e9” is not a square');
  expect(texts(await board({ fen: KNIGHTS[0] ?? '', arrows: 'e2' }))).toContain('“e2” is not an arrow');
});

it('names the steps of a lesson that are to be seen to', async () => {
  const good: Shown = { element: 'board', attributes: { fen: KNIGHTS[0] ?? '' } };
  const bad: Shown = { element: 'board', attributes: {} };
  const lesson = addStep(addStep(newLesson(good), 1, { heading: 'B', show: bad }), 2, { heading: 'C' });
  expect(await checkLesson(lesson, checking())).toEqual([
    { step: 0, findings: [{ level: 'warn', text: 'The step has no heading.' }] },
    { step: 1, findings: [{ level: 'bad', text: 'Set up the position to be shown.' }] },
  ]);
});

it.each(Object.keys(LESSONS))('has nothing to say against our lesson %s', { timeout: 120_000 }, async (name) => {
  const ours = (await LESSONS[name]?.()) as Lesson;
  const found = await checkLesson(copyOf(ours), checking(playedOf(ours)));
  // There the whole class of moves that are safe counts as right, whatever the engine prefers.
  if (name === 'two-knights')
    expect(found.map(({ step, findings }) => [step, levels({ findings, right: [] })])).toEqual([[7, 'warn warn warn']]);
  else expect(found).toEqual([]);
});

it('can be stopped', async () => {
  const abort = new AbortController();
  abort.abort();
  const stopped = checkShown(
    { element: 'game', attributes: { task: 'move', boards } },
    { ...checking(), signal: abort.signal },
  );
  await expect(stopped).rejects.toThrow();
});

it('makes moves as the engine does', async () => {
  const fens = [
    'r3k2r/1P4pp/8/3pP3/8/8/PP4PP/R3K2R w KQkq d6 0 1',
    'r3k2r/pp4pp/8/8/3Pp3/8/1p4PP/R3K2R b KQkq d3 0 1',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  ];
  for (const fen of fens) {
    const { turn } = readFen(fen);
    for (const uci of movesOn(readFen(fen))) {
      const game = await outpost.newGame({
        white: { kind: 'person', name: 'W' },
        black: { kind: 'person', name: 'B' },
        clock: null,
        seed: 1,
        startFen: fen,
      });
      await game.sense(turn, null);
      const { capture } = await game.move(turn, uci);
      const after = afterMove(fen, uci);
      expect(after?.capture, `${fen} ${uci}`).toBe(capture);
      await game.resign('white');
      const record = JSON.parse(await game.recordJson());
      const [truth] = record.fens_after_move[String(turn === 'white')];
      const parts = (text: string): string => text.split(' ').slice(0, 4).join(' ');
      expect(parts(after?.fen ?? ''), `${fen} ${uci}`).toBe(parts(truth));
      game.dispose();
    }
  }
});
