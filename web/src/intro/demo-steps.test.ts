import { Outpost, type PlayerView } from 'outpost-rbc';
import { expect, it } from 'vitest';
import { boardOfFen, parseSquare, senseWindow } from '../board/squares';
import { LOOP, LOST, REQUEST, SENSED, STEPS, sceneOf, TRUTH } from './demo-steps';

const square = (name: string): number => parseSquare(name) as number;

it('shows what White is told, sees and asks for in a game that was played so', async () => {
  const outpost = await Outpost.start();
  const seat = (name: string) => ({ kind: 'person' as const, name });
  const game = await outpost.newGame({ white: seat('White'), black: seat('Black'), clock: null, seed: 1 });
  for (const [ply, uci] of ['e2e4', 'd7d5', 'f1b5', 'd5e4'].entries()) {
    const color = ply % 2 === 0 ? 'white' : 'black';
    await game.sense(color, null);
    await game.move(color, uci);
  }
  const view: PlayerView = await game.view('white');
  expect(view.phase).toBe('sense');
  expect(view.own).toEqual(sceneOf('told').pieces);
  expect(sceneOf('told').tints.get(LOST)).toBe('lost');
  // Told: a capture, where.
  expect(JSON.stringify(view.observations.at(-1))).toContain(`${LOST}`);
  const { result } = await game.sense('white', SENSED);
  expect(new Map(result.filter(([, piece]) => piece !== null))).toEqual(
    new Map(sceneOf('seen').ghosts.map(({ square, piece }) => [square, piece])),
  );
  await game.move('white', REQUEST);
  expect((await game.view('white')).own).toEqual(sceneOf('result').pieces);
  expect(await game.outcome()).toMatchObject({ winner: 'white' });
  game.dispose();
  outpost.terminate();
});

it('never shows what White cannot see', () => {
  const truth = boardOfFen(TRUTH);
  for (const step of STEPS) {
    const { pieces, ghosts, tints } = sceneOf(step);
    const seen = senseWindow(SENSED);
    for (const piece of pieces) expect(piece === null || piece === piece.toUpperCase()).toBe(true);
    for (const ghost of ghosts) {
      // The one that only might be there looks like none that is.
      if (ghost.kind === 'outline') expect([step, truth[ghost.square]]).toEqual(['blocked', null]);
      else expect(seen).toContain(ghost.square);
    }
    // Fog lies where White has no piece and has not looked.
    const clear = [...truth.keys()].filter((at) => tints.get(at) !== 'fog');
    for (const at of clear) expect(pieces[at] !== null || seen.includes(at) || at === LOST, `${step} ${at}`).toBe(true);
  }
  expect(sceneOf('start').pieces[square('e4')]).toBe('P');
  expect(LOOP.every((step) => STEPS.includes(step))).toBe(true);
});
