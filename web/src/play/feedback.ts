import { Choice } from '../storage/choice';
import { loadPart } from '../ui/parts';
import { type Cue, cueOf, type News } from './cues';
import type { Player } from './sounds';

const ON_OFF = ['on', 'off'] as const;

export const soundChoice = new Choice('outpost-sound', ON_OFF, () => 'on');

export const VOLUMES = ['10', '20', '30', '40', '50', '60', '70', '80', '90', '100'] as const;
export const volumeChoice = new Choice('outpost-volume', VOLUMES, () => '60');

/** Who asked the system for less motion gets none in the hand either, unless they ask for it here. */
export const hapticsChoice = new Choice('outpost-haptics', ON_OFF, () =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 'off' : 'on',
);

export const canVibrate = (): boolean => 'vibrate' in navigator;

/** Before a person has done anything, browsers let no page sound or vibrate, and complain where one tries. */
function isTouched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

type Sounds = typeof import('./sounds');

/** What plays sounds; it is fetched with the first game, so that the first sense is heard at once. */
let loading: Promise<Sounds | null> | null = null;
let sounds: Sounds | null = null;
let player: Player | null = null;

/** Resolves to `null` where it cannot be had: a game goes on without sounds. */
async function loadSounds(): Promise<Sounds | null> {
  loading ??= loadPart('sounds', () => import('./sounds')).catch(() => null);
  sounds = await loading;
  return sounds;
}

const sounding = (): boolean => soundChoice.value === 'on';
const vibrating = (): boolean => hapticsChoice.value === 'on' && canVibrate();

/** A gesture: some browsers (Safari) let sound begin only in the midst of one. */
function wake(): void {
  if (!sounds || !sounding() || !isTouched()) return;
  try {
    player ??= new sounds.Player();
    player.wake();
  } catch {
    // No audio device: what is heard is also shown and said.
  }
}

export async function play(cue: Cue): Promise<void> {
  if ((!sounding() && !vibrating()) || !isTouched()) return;
  const part = await loadSounds();
  if (!part) return;
  const pattern = part.VIBRATIONS[cue];
  if (vibrating() && pattern) navigator.vibrate(pattern);
  if (!sounding()) return;
  wake();
  player?.play(cue, Number(volumeChoice.value) / 100);
}

/** Lets a game be heard and felt, as the person chose. Returns how to stop. */
export function giveFeedback(game: EventTarget): () => void {
  if (sounding() || vibrating()) void loadSounds();
  const onNews = (event: Event): void => {
    const cue = cueOf((event as CustomEvent<News>).detail);
    if (cue) void play(cue);
  };
  game.addEventListener('news', onNews);
  const gestures = ['pointerup', 'keydown'];
  for (const name of gestures) document.addEventListener(name, wake, { passive: true });
  return () => {
    game.removeEventListener('news', onNews);
    for (const name of gestures) document.removeEventListener(name, wake);
  };
}
