import type { BeliefView, Color, Observation, PieceLetter, PlayerView } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { boardOfFen, colorOf, parseSquare, ROLES, type Role, senseWindow, squareName } from '../board/squares';
import { type Believed, type Sight, scene, type TurnPhase, textScene, toldLast, toldSight } from './scene';

const at = (name: string) => parseSquare(name) as number;
const TRUTH = boardOfFen('4k3/3q4/8/8/2n5/8/8/R3K3 w - - 0 1');
const own = (color: Color) => TRUTH.map((piece) => (piece && colorOf(piece) === color ? piece : null));

/** White's belief, with these chances. */
function belief(chances: [string, Role, number][], part: Partial<BeliefView> = {}): BeliefView {
  const marginals = new Float32Array(384);
  for (const [square, role, chance] of chances) marginals[ROLES.indexOf(role) * 64 + at(square)] = chance;
  return {
    color: 'white',
    size: 10,
    estimate: 10,
    error: 0,
    chanceError: 0,
    completeness: 'exact',
    weights: 'uniform',
    marginals,
    entropy: new Float32Array(64),
    senseWorst: null,
    senseExpected: null,
    senseBits: null,
    bestSense: null,
    lastDecay: null,
    likeliest: [],
    truth: null,
    players: null,
    ...part,
  };
}

const LIKELY = belief([
  ['e8', 'king', 1],
  ['d7', 'queen', 0.6],
  ['d7', 'bishop', 0.4],
  ['b5', 'knight', 0.5],
]);
/** At the time to sense: around d7, at most 4 boards are left. */
const senseWorst = new Uint32Array(64).fill(10);
senseWorst[at('d7')] = 4;
const TO_SENSE: Partial<BeliefView> = {
  senseWorst,
  senseExpected: Float32Array.from(senseWorst),
  senseBits: new Float32Array(64),
  bestSense: at('d7'),
};

const OBSERVATIONS: Observation[] = [
  { type: 'opponent', capture: null },
  {
    type: 'sense',
    square: at('b5'),
    result: senseWindow(at('b5')).map((square) => [square, square === at('c4') ? 'n' : null]),
  },
  { type: 'move', requested: 'a1a8', taken: 'a1a7', capture: at('a7') },
  { type: 'opponent', capture: at('a7') },
  {
    type: 'sense',
    square: at('d7'),
    result: senseWindow(at('d7')).map((square) => [square, square === at('d7') ? 'q' : null]),
  },
];

function told(phase: TurnPhase, observations = OBSERVATIONS): Sight {
  return toldSight({ color: 'white', own: own('white'), observations } as unknown as PlayerView, phase);
}

const believed = (part: Partial<Believed> = {}): Believed => ({
  color: 'white',
  belief: LIKELY,
  ghosts: ROLES,
  ...part,
});
/** `q d7`, with what kind of ghost it is where that is not plain. */
const ghosts = (sight: Sight) =>
  scene(sight).ghosts.map(
    ({ square, piece, kind, corner }) => `${kind} ${piece}${squareName(square)}${corner ? ' small' : ''}`,
  );
const label = (sight: Sight, square: string) => scene(sight).labels[at(square)];
const tints = (sight: Sight) =>
  Object.fromEntries([...scene(sight).tints].map(([square, names]) => [squareName(square), names.trim()]));

describe('ghosts', () => {
  it('are what was seen, older turns only where they are remembered', () => {
    expect(ghosts(told('move'))).toEqual(['seen qd7']);
    expect(ghosts({ ...told('move'), remembers: true })).toEqual(['seen nc4', 'seen qd7']);
    expect(scene({ ...told('move'), remembers: true }).ghosts.map(({ age }) => age)).toEqual([1, 0]);
  });

  it('are the likely pieces, except where something is known of this turn', () => {
    expect(ghosts({ ...told('move'), remembers: true, believed: believed() })).toEqual(['seen qd7', 'likely nb5']);
    expect(ghosts({ pieces: own('white'), believed: believed() })).toEqual([
      'likely nb5',
      'likely qd7',
      'likely bd7',
      'likely ke8',
    ]);
    expect(ghosts({ pieces: own('white'), believed: believed({ ghosts: ['knight'] }) })).toEqual(['likely nb5']);
    expect(ghosts({ pieces: own('white'), believed: believed({ ghosts: [] }) })).toEqual([]);
  });

  it('of an earlier belief stay until the next is computed, but not under own pieces', () => {
    const stale = belief([
      ['b5', 'knight', 1],
      ['a1', 'pawn', 1],
    ]);
    expect(ghosts({ pieces: own('white'), believed: believed({ belief: null, last: stale }) })).toEqual(['likely nb5']);
  });

  it('are markers before anything else, never on own pieces', () => {
    const markers = new Map<number, PieceLetter>([
      [at('d7'), 'r'],
      [at('a1'), 'p'],
    ]);
    expect(ghosts({ ...told('move'), markers, believed: believed() })).toEqual(['marker rd7', 'likely nb5']);
  });

  it('are small and faint among true pieces, with an outline where the side is surprised', () => {
    const sight: Sight = { pieces: TRUTH, believed: believed({ blended: true, truth: TRUTH }) };
    expect(ghosts(sight)).toEqual(['likely nb5', 'likely bd7 small', 'outline nc4']);
    const [faint, plain] = [sight, { pieces: own('white'), believed: believed() }].map((one) => scene(one).ghosts[0]);
    expect(faint?.opacity).toBeLessThan(plain?.opacity ?? 0);
  });
});

describe('what is not certain', () => {
  const drawn = (chance: number, part: Partial<BeliefView> = {}, more: Partial<Believed> = {}) =>
    scene({
      ...told('move'),
      pieces: own('white'),
      believed: believed({ belief: belief([['b5', 'knight', chance]], part), ...more }),
    }).ghosts;
  const [known] = scene(told('move')).ghosts;

  it('is far fainter than what was seen, and has a line around it where it is likelier than not', () => {
    const guessed = drawn(0.95).find(({ kind }) => kind === 'likely');
    expect(known).toMatchObject({ kind: 'seen', opacity: 1 });
    expect(guessed?.probable).toBe(true);
    // White pieces are drawn a tenth stronger.
    expect((guessed?.opacity ?? 1) + 0.1).toBeLessThan(0.7);
    const faint = drawn(0.4).find(({ kind }) => kind === 'likely');
    expect(faint?.probable).toBe(false);
    expect(faint?.opacity).toBeLessThan(guessed?.opacity ?? 0);
  });

  it('is told from what holds on every board, unless that is a sample, or true pieces are drawn', () => {
    const sure = drawn(1).find(({ kind }) => kind === 'likely');
    expect(sure).toMatchObject({ opacity: 0.92 });
    expect(sure?.probable).toBeUndefined();
    expect(sure?.size).toBeUndefined();
    expect(drawn(1, { completeness: 'sample' }).find(({ kind }) => kind === 'likely')?.probable).toBe(true);
    expect(drawn(1, {}, { blended: true }).find(({ kind }) => kind === 'likely')?.opacity).toBeLessThan(0.6);
  });

  it('looks alike where it is as likely, whatever else may stand on its square', () => {
    // The king is on e8 or on g8, where a knight stands otherwise.
    const kings = belief([
      ['e8', 'king', 0.5],
      ['g8', 'king', 0.5],
      ['g8', 'knight', 0.5],
      ['f6', 'knight', 0.5],
    ]);
    const drawn = scene({ pieces: own('white'), believed: believed({ belief: kings }) }).ghosts;
    expect(drawn).toHaveLength(4);
    expect(
      new Set(drawn.map(({ size, opacity, probable, corner }) => JSON.stringify({ size, opacity, probable, corner })))
        .size,
    ).toBe(1);
    expect(drawn.map(({ piece, square, shares }) => [piece + squareName(square), shares])).toEqual([
      ['nf6', undefined],
      ['ke8', undefined],
      ['ng8', 'first'],
      ['kg8', 'last'],
    ]);
    // What is not drawn takes no room.
    const only = scene({ pieces: own('white'), believed: believed({ belief: kings, ghosts: ['king'] }) }).ghosts;
    expect(only.map(({ shares }) => shares)).toEqual([undefined, undefined]);
  });

  it('leaves squares on which nothing can stand', () => {
    const none = (sight: Sight): boolean => scene(sight).empty.has(at('c6'));
    // Seen this turn, on no possible board, or on a board that is known.
    expect(none(told('move'))).toBe(true);
    expect(none({ ...told('move'), seen: new Map() })).toBe(false);
    expect(none({ pieces: own('white'), yours: true, believed: believed() })).toBe(true);
    expect(
      none({ pieces: own('white'), yours: true, believed: believed({ belief: belief([['c6', 'pawn', 0.01]]) }) }),
    ).toBe(false);
    expect(
      none({
        pieces: own('white'),
        yours: true,
        believed: believed({ belief: belief([], { completeness: 'sample' }) }),
      }),
    ).toBe(false);
    expect(none({ pieces: own('white') })).toBe(true);
  });

  it('is larger and stronger the likelier it is, and two of a square have room beside each other', () => {
    const sizes = [0.1, 0.4, 0.6, 0.9].map((chance) => drawn(chance).find(({ kind }) => kind === 'likely')?.size ?? 0);
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
    expect(Math.max(...sizes)).toBeLessThan(1);
    // Pieces leave a sixth of their own square free on each side.
    expect((sizes[0] ?? 0) + (sizes[3] ?? 0)).toBeLessThan(1.33);
  });
});

describe('tints and arrows', () => {
  it('tell what a player was told last', () => {
    expect(tints(told('sense', OBSERVATIONS.slice(0, 4)))).toEqual({ a7: 'lost' });
    expect(Object.keys(tints(told('move')))).toHaveLength(9);
    expect(tints(told('move')).e8).toBe('seen-now');
    expect(tints(told('result', OBSERVATIONS.slice(0, 3)))).toEqual({ a1: 'last-move', a7: 'last-move took' });
  });

  it('show the way that a request did not go', () => {
    expect(scene(told('result', OBSERVATIONS.slice(0, 3))).arrows).toEqual([
      { from: at('a1'), to: at('a7'), kind: 'taken' },
      { from: at('a7'), to: at('a8'), kind: 'asked' },
    ]);
    const failed = toldLast([{ type: 'move', requested: 'e1d2', taken: null, capture: null }], 'waiting');
    expect(tints({ pieces: TRUTH, happened: failed })).toEqual({ e1: 'failed-move' });
    expect(failed.arrows).toEqual([{ from: at('e1'), to: at('d2'), kind: 'asked' }]);
    expect(toldLast([{ type: 'move', requested: 'e1d2', taken: 'e1d2', capture: null }], 'waiting').arrows).toEqual([]);
  });

  it('give way to the move that somebody points at', () => {
    expect(scene({ ...told('result', OBSERVATIONS.slice(0, 3)), pointed: 'e1f1' }).arrows).toEqual([
      { from: at('e1'), to: at('f1'), kind: 'taken' },
    ]);
  });

  it('mark the squares to reach', () => {
    expect(tints({ pieces: TRUTH, goals: [at('c4')] })).toEqual({ c4: 'mark-yellow' });
  });
});

describe('the map', () => {
  const map = (part: Partial<Believed>) => scene({ pieces: TRUTH, believed: believed(part) });

  it('has the best sense strongest, and marks it', () => {
    const { heat, best } = map({ belief: belief([], TO_SENSE), map: 'senses' });
    expect([heat?.[at('d7')], heat?.[0], best]).toEqual([1, 0, at('d7')]);
  });

  it('is absent when it is not the time to sense, or no sense tells anything', () => {
    expect(map({ map: 'senses' })).toMatchObject({ heat: null, best: null });
    const flat = belief([], { ...TO_SENSE, senseWorst: new Uint32Array(64).fill(10) });
    expect(map({ belief: flat, map: 'senses' })).toMatchObject({ heat: null, best: null });
  });

  it('scales an overlay by its largest number, or by the scale that boards share', () => {
    expect(map({ map: 'queen' }).heat?.[at('d7')]).toBe(1);
    expect(map({ map: 'queen', most: 1 }).heat?.[at('d7')]).toBeCloseTo(0.6);
    expect(map({ map: 'entropy' }).heat).toBeNull();
    expect(map({ map: 'entropy', most: 0 }).heat).toEqual(new Array(64).fill(0));
  });

  it('waits for the belief', () => {
    expect(map({ belief: null, last: belief([], TO_SENSE), map: 'senses' })).toMatchObject({ heat: null, best: null });
  });
});

describe('labels', () => {
  it('tell the truth', () => {
    expect([label({ pieces: TRUTH }, 'd7'), label({ pieces: TRUTH }, 'd6')]).toEqual(['black queen', 'empty']);
  });

  it('tell all that a player knows of a square', () => {
    const markers = new Map<number, PieceLetter>([[at('d7'), 'r']]);
    const sight = { ...told('move'), markers, believed: believed() };
    expect(label(sight, 'a1')).toBe('your rook');
    expect(label(sight, 'd7')).toBe(
      'black queen, seen now, your marker: black rook, black queen 60%, black bishop 40%',
    );
    expect(label(sight, 'd8')).toBe('seen empty now');
    expect(label(sight, 'c4')).toBe('black knight, last seen 1 turn ago');
    expect(label(told('sense', OBSERVATIONS.slice(0, 4)), 'a7')).toBe('captured here');
  });

  it('say where nothing is known, and where nothing can be', () => {
    expect(label(told('move'), 'h4')).toBe('nothing known');
    expect(label({ ...told('move'), believed: believed() }, 'h4')).toBe('empty');
    expect(label({ pieces: own('white'), believed: believed({ belief: null, last: LIKELY }) }, 'd7')).toBe(
      'not computed yet',
    );
  });

  it('say what senses would leave, where they are asked to and it tells something', () => {
    const sight = { pieces: own('white'), believed: believed({ belief: belief([], TO_SENSE), senses: true }) };
    expect(label(sight, 'd7')).toBe('empty, sensing here leaves at most 4 boards');
    const flat = belief([], { ...TO_SENSE, senseWorst: new Uint32Array(64).fill(10) });
    expect(label({ pieces: own('white'), believed: believed({ belief: flat, senses: true }) }, 'd7')).toBe('empty');
  });

  it('say the numbers of an overlay instead of the likely pieces', () => {
    const sight = { pieces: own('white'), believed: believed({ ghosts: [], map: 'queen' }) };
    expect([label(sight, 'd7'), label(sight, 'a1')]).toEqual(['queen 60%', 'white rook']);
    expect(label({ pieces: own('white'), believed: believed({ map: 'any' }) }, 'd7')).toBe(
      'black queen 60%, black bishop 40%, any piece 100%',
    );
  });

  it('tell the truth and the belief apart where they are blended', () => {
    const sight = { pieces: TRUTH, believed: believed({ blended: true, truth: TRUTH }) };
    expect(label(sight, 'c4')).toBe('actually a black knight; White thinks: empty');
    expect(label(sight, 'a1')).toBe('white rook');
    expect(label({ pieces: TRUTH, believed: believed({ belief: null, blended: true, truth: TRUTH }) }, 'c4')).toBe(
      'not computed yet',
    );
  });
});

it('can be read as well', () => {
  const titles = (sight: Sight) => textScene(sight, 'white').map(({ title }) => title);
  expect(titles({ ...told('move'), believed: believed() })).toEqual([
    'Your pieces',
    'Last seen',
    'Possible opponent pieces',
  ]);
  expect(titles({ pieces: TRUTH })).toEqual(['White’s pieces', 'Black’s pieces']);
  expect(titles({ pieces: own('white'), believed: believed() })).toEqual([
    'White’s pieces',
    'Possible opponent pieces',
  ]);
});

it('marks on a board of an earlier moment what was seen since where it differs', () => {
  const seen = new Map(
    (
      [
        ['e8', 'k'],
        ['d7', null],
        ['d8', 'q'],
        ['f8', null],
      ] as const
    ).map(([name, piece]) => [at(name), { square: at(name), piece, age: 0 }]),
  );
  const { ghosts: drawn, tints: names } = scene({ pieces: TRUTH, earlier: true, seen });
  expect(drawn.map(({ square, since }) => [squareName(square), since ?? false])).toEqual([
    ['e8', false],
    ['d8', true],
  ]);
  expect([...names].map(([square, name]) => squareName(square) + name)).toEqual(['d7 gone']);
  // What is of now differs from nothing.
  expect(scene({ pieces: TRUTH, seen }).tints.size).toBe(0);
});

it('draws what was seen since beside the piece that stood there, without an age', () => {
  const square = at('a1');
  const seen = new Map([[square, { square, piece: 'k' as const, age: 1 }]]);
  expect(scene({ pieces: TRUTH, earlier: true, remembers: true, seen }).ghosts).toEqual([
    { square, piece: 'k', kind: 'seen', opacity: 1, age: 0, since: true, corner: true },
  ]);
});
