import type { LikelyPlayer } from 'outpost-rbc';
import { expect, it } from 'vitest';
import { likelyPlayersWords } from './words';

const player = (name: string, probability: number, attack: number | null = null): LikelyPlayer => ({
  name,
  probability,
  attack,
});

it('says in words who it may be', () => {
  const { playsLike, others } = likelyPlayersWords;
  expect(playsLike(player('attacker', 0.834, 1))).toBe('Plays like attacker, second attack: 83%');
  expect(playsLike(player('LaSalle Bot', 0.5))).toBe('Plays like LaSalle Bot: 50%');
  expect(playsLike(player('(others)', 0.4))).toBe('Plays like none of the known bots: 40%');
  // A list of another version may know more attacks.
  expect(playsLike(player('attacker', 0.2, 9))).toBe('Plays like attacker: 20%');
  expect(others([player('attacker', 0.1, 0), player('(others)', 0.05), player('trout', 0.012)])).toBe(
    'attacker, first attack: 10%; none of the known bots: 5%; trout: 1%',
  );
});
