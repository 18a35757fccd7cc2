import type { Color, Observation, PieceLetter, Square } from 'outpost-rbc';
import { colorOf } from '../board/squares';

/** What a player last saw on a square, and how many of its turns ago. */
export interface Sighting {
  square: Square;
  /** `null`: the square was seen empty. */
  piece: PieceLetter | null;
  /** 0: seen this turn. */
  age: number;
}

/** The number of turns that have begun for the player. */
export function turnsBegun(observations: readonly Observation[]): number {
  return observations.filter((o) => o.type === 'opponent').length;
}

/**
 * What the player remembers having seen, square by square: only what it was told, forgotten as soon as
 * something it was told contradicts it. It is a memory, not a deduction; a remembered piece may have moved.
 */
export function lastSeen(
  observations: readonly Observation[],
  color: Color,
  own: readonly (PieceLetter | null)[],
): Map<Square, Sighting> {
  const seen = new Map<Square, { piece: PieceLetter | null; turn: number }>();
  let turn = 0;
  for (const observation of observations) {
    switch (observation.type) {
      case 'opponent':
        turn++;
        if (observation.capture !== null) seen.delete(observation.capture);
        break;
      case 'sense':
        for (const [square, piece] of observation.result) {
          if (piece !== null && colorOf(piece) === color) {
            seen.delete(square);
            continue;
          }
          // There is only one king: seeing it here ends the memory of it elsewhere.
          if (piece?.toLowerCase() === 'k') {
            for (const [other, memory] of seen) if (memory.piece === piece) seen.delete(other);
          }
          seen.set(square, { piece, turn });
        }
        break;
      case 'move':
        if (observation.capture !== null) seen.delete(observation.capture);
        break;
    }
  }
  const sightings = new Map<Square, Sighting>();
  for (const [square, { piece, turn: when }] of seen) {
    if (own[square]) continue;
    sightings.set(square, { square, piece, age: turn - when });
  }
  return sightings;
}

/** How strongly to show a sighting: 1 for this turn, fading with age, never invisible. */
export function sightingOpacity(age: number): number {
  return age <= 0 ? 1 : Math.max(0.25, 0.8 * 0.78 ** age);
}

/** The capture notice told at the start of the current turn, if the turn has begun. */
export function latestNotice(observations: readonly Observation[]): Square | null {
  for (let i = observations.length - 1; i >= 0; i--) {
    const observation = observations[i];
    if (observation?.type === 'opponent') return observation.capture;
  }
  return null;
}

/** The player's sense of this turn, when it has been made. */
export function currentSense(observations: readonly Observation[]): Extract<Observation, { type: 'sense' }> | null {
  for (let i = observations.length - 1; i >= 0; i--) {
    const observation = observations[i];
    if (observation?.type === 'sense') return observation;
    if (observation?.type === 'opponent') return null;
  }
  return null;
}

/** The player's latest move. */
export function latestMove(observations: readonly Observation[]): Extract<Observation, { type: 'move' }> | null {
  for (let i = observations.length - 1; i >= 0; i--) {
    const observation = observations[i];
    if (observation?.type === 'move') return observation;
  }
  return null;
}
