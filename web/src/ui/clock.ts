import type { Color, PlayerView } from 'outpost-rbc';

/** Milliseconds since the epoch, never stepping back within a page. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** What a clock shows at a moment, from the timestamps of the engine. Never below 0. */
export function timeLeft(clocks: NonNullable<PlayerView['clocks']>, color: Color, at: number): number {
  const passed = clocks.running === color ? Math.max(0, at - clocks.readAt) : 0;
  return Math.max(0, clocks[color] - passed);
}

/** `15:00`, `1:02:03`, and tenths in the last ten seconds: `0:09.7`. */
export function formatClock(milliseconds: number): string {
  const tenths = Math.ceil(milliseconds / 100);
  if (tenths < 100) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  const seconds = Math.ceil(milliseconds / 1000);
  const pad = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** Milliseconds until what {@link formatClock} shows changes. */
export function untilNextChange(milliseconds: number): number {
  const step = milliseconds <= 10_000 ? 100 : 1000;
  return milliseconds % step || step;
}

/** `12 s`, `1 min 05 s`. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
