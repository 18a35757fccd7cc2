import { beforeEach, expect, it, vi } from 'vitest';
import { giveFeedback, hapticsChoice, soundChoice, volumeChoice } from './feedback';

const played = vi.hoisted(() => [] as [string, number][]);
const made = vi.hoisted(() => ({ players: 0, woken: 0 }));
vi.mock('./sounds', () => ({
  VIBRATIONS: { sense: [12] },
  Player: class {
    constructor() {
      made.players++;
    }
    wake() {
      made.woken++;
    }
    play(cue: string, volume: number) {
      played.push([cue, volume]);
    }
  },
}));

const activation = { hasBeenActive: false };
const vibrate = vi.fn();
const page = new EventTarget();
vi.stubGlobal('document', page);
vi.stubGlobal('navigator', { userActivation: activation, vibrate });

const sensed = () => new CustomEvent('news', { detail: { kind: 'sensed', report: { square: 27, result: [] } } });
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  played.length = 0;
  vibrate.mockClear();
  soundChoice.value = 'on';
  hapticsChoice.value = 'on';
  volumeChoice.value = '60';
});

it('is silent until somebody has touched the page, then plays what happens until it is stopped', async () => {
  const game = new EventTarget();
  const stop = giveFeedback(game);
  await settled();
  page.dispatchEvent(new Event('pointerup'));
  game.dispatchEvent(sensed());
  await settled();
  expect([made.players, played.length, vibrate.mock.calls.length]).toEqual([0, 0, 0]);

  activation.hasBeenActive = true;
  page.dispatchEvent(new Event('pointerup'));
  expect([made.players, made.woken]).toEqual([1, 1]);
  game.dispatchEvent(sensed());
  await settled();
  expect(played).toEqual([['sense', 0.6]]);
  expect(vibrate.mock.calls).toEqual([[[12]]]);

  stop();
  game.dispatchEvent(sensed());
  await settled();
  expect(played).toHaveLength(1);
});

it('does what was chosen, from the next event on', async () => {
  activation.hasBeenActive = true;
  const game = new EventTarget();
  const stop = giveFeedback(game);
  soundChoice.value = 'off';
  game.dispatchEvent(sensed());
  await settled();
  expect([played.length, vibrate.mock.calls.length]).toEqual([0, 1]);
  soundChoice.value = 'on';
  hapticsChoice.value = 'off';
  volumeChoice.value = '100';
  game.dispatchEvent(sensed());
  await settled();
  expect(played).toEqual([['sense', 1]]);
  expect(vibrate.mock.calls).toHaveLength(1);
  stop();
});
