import type { Cue } from './cues';

/** One tone or tap of a sound. Times are in seconds from its beginning. */
export interface Tone {
  at: number;
  /** How long it takes to fade. */
  lasts: number;
  /** 0 to 1. */
  loud: number;
  /** In hertz; of a tap, around which it sounds. */
  pitch: number;
  /** The pitch at its end. */
  to?: number;
  /** `tap`: a short noise, like wood on wood. */
  kind: 'sine' | 'triangle' | 'tap';
}

const tap = (at: number, pitch: number, loud: number, lasts = 0.05): Tone => ({ at, lasts, loud, pitch, kind: 'tap' });
const thud = (at: number, pitch: number, loud: number): Tone => ({
  ...{ at, lasts: 0.11, loud, pitch, to: pitch * 0.6, kind: 'sine' },
});
const note = (at: number, pitch: number, loud = 0.3, lasts = 0.32): Tone => ({
  at,
  lasts,
  loud,
  pitch,
  kind: 'triangle',
});

/** The sounds, of our own making: short, quiet, and told apart by their shape rather than by their pitch alone. */
export const SOUNDS: Record<Cue, readonly Tone[]> = {
  // The opponent has moved: a tap from further away.
  turn: [tap(0, 900, 0.28), thud(0, 150, 0.22)],
  moved: [tap(0, 1500, 0.5), thud(0, 210, 0.5)],
  // Two pieces knock together.
  captured: [tap(0, 2100, 0.55), thud(0, 260, 0.45), tap(0.07, 1300, 0.5), thud(0.07, 170, 0.55)],
  // The same from below, and falling.
  'lost-piece': [
    tap(0, 800, 0.45),
    thud(0, 170, 0.55),
    { at: 0.06, lasts: 0.34, loud: 0.4, pitch: 294, to: 147, kind: 'triangle' },
  ],
  // A ping that goes out.
  sense: [
    { at: 0, lasts: 0.3, loud: 0.24, pitch: 740, to: 880, kind: 'sine' },
    { at: 0.1, lasts: 0.3, loud: 0.1, pitch: 1480, to: 1760, kind: 'sine' },
  ],
  failed: [note(0, 196, 0.4, 0.14), note(0.12, 165, 0.4, 0.22)],
  'low-time': [note(0, 988, 0.22, 0.09), note(0.16, 988, 0.22, 0.09)],
  won: [note(0, 523), note(0.11, 659), note(0.22, 784), note(0.33, 1047, 0.3, 0.6)],
  lost: [note(0, 440), note(0.14, 349), note(0.28, 294, 0.3, 0.6)],
  drawn: [note(0, 440), note(0.16, 440, 0.26, 0.5)],
};

/** For how long each is heard. */
export const lengthOf = (cue: Cue): number => Math.max(...SOUNDS[cue].map(({ at, lasts }) => at + lasts));

/** What is felt, as `navigator.vibrate` takes it: milliseconds on, off, on, … */
export const VIBRATIONS: Partial<Record<Cue, number[]>> = {
  sense: [12],
  moved: [18],
  captured: [18, 50, 30],
  'lost-piece': [60],
  failed: [30, 40, 30],
  'low-time': [40, 80, 40],
  won: [30, 60, 30, 60, 80],
  lost: [120],
  drawn: [40, 80, 40],
};

/** Loudest of all, at full volume. */
const LOUDEST = 0.5;
/** Silence between two sounds: of a capture that wins, both are heard. */
const GAP = 0.06;

/** After so long without a gesture or a sound, the device may rest. */
const IDLE_MS = 10_000;

/** Plays sounds with Web Audio. Made after the person's first gesture: browsers keep a page silent before. */
export class Player {
  readonly #context: AudioContext;
  readonly #noise: AudioBuffer;
  #free = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(context: AudioContext = new AudioContext()) {
    this.#context = context;
    this.#noise = noise(context);
  }

  /** A page that was in the background, or a phone that rang, puts it to sleep. */
  wake(): void {
    if (this.#context.state !== 'running') void this.#context.resume().catch(() => {});
    clearTimeout(this.#idle);
    // Silence that is played takes power as well.
    this.#idle = setTimeout(() => void this.#context.suspend().catch(() => {}), IDLE_MS);
  }

  /** `volume`: 0 to 1, as people hear it. */
  play(cue: Cue, volume: number): void {
    const context = this.#context;
    this.wake();
    const start = Math.max(context.currentTime + 0.01, this.#free);
    // A backlog is of no use to anybody.
    if (start > context.currentTime + 1) return;
    this.#free = start + (cue === 'won' || cue === 'lost' || cue === 'drawn' ? lengthOf(cue) : 0.12) + GAP;
    const out = context.createGain();
    // Twice as loud is about ten times the power.
    out.gain.value = LOUDEST * volume ** 2;
    out.connect(context.destination);
    for (const tone of SOUNDS[cue]) this.#sound(tone, start, out);
  }

  #sound({ at, lasts, loud, pitch, to, kind }: Tone, start: number, out: AudioNode): void {
    const context = this.#context;
    const from = start + at;
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(0, from);
    // Neither clicks.
    envelope.gain.linearRampToValueAtTime(loud, from + 0.006);
    envelope.gain.exponentialRampToValueAtTime(0.0005, from + lasts);
    envelope.connect(out);
    let source: AudioScheduledSourceNode;
    if (kind === 'tap') {
      const buffer = context.createBufferSource();
      buffer.buffer = this.#noise;
      const filter = context.createBiquadFilter();
      filter.type = 'bandpass';
      filter.frequency.value = pitch;
      filter.Q.value = 1.4;
      buffer.connect(filter);
      filter.connect(envelope);
      source = buffer;
    } else {
      const oscillator = context.createOscillator();
      oscillator.type = kind;
      oscillator.frequency.setValueAtTime(pitch, from);
      if (to !== undefined) oscillator.frequency.exponentialRampToValueAtTime(to, from + lasts);
      oscillator.connect(envelope);
      source = oscillator;
    }
    source.start(from);
    source.stop(from + lasts + 0.02);
  }
}

/** A quarter of a second of noise, always the same. */
function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 22_695_477;
  for (let i = 0; i < samples.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    samples[i] = state / 2 ** 31;
  }
  return buffer;
}
