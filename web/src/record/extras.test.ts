import fc from 'fast-check';
import { LIMITS } from 'outpost-rbc';
import { expect, it } from 'vitest';
import { readExtras } from './extras';

it('keeps what a record says, and nothing that it should not be', () => {
  const notes = [
    { place: { ply: 3, phase: 'sensed' }, text: '<b>&', shapes: [{ orig: 'e2', dest: 'e4', brush: 'red' }] },
    { place: { ply: 4, phase: 'start' }, shapes: [{ orig: 'h8', brush: 'green' }] },
  ];
  const good = {
    view: {
      place: { ply: 1, phase: 'moved' },
      perspective: 'both',
      whatIf: {
        place: { ply: 2, phase: 'start' },
        tried: [
          { place: { ply: 1, phase: 'start' }, action: { sense: 28 }, assumed: false },
          { place: { ply: 1, phase: 'sensed' }, action: { request: null }, assumed: true },
        ],
      },
    },
    notes,
    assistance: { white: 'hints' },
    weights: 'network',
    takenBack: 2,
    past: 7,
    played: '2026-11-28T12:00:00.000Z',
    tags: ['a', 'b c'],
  };
  expect(readExtras(good)).toEqual(good);
  expect(
    readExtras({
      view: { place: { ply: -1, phase: 'moved' }, perspective: 'both' },
      notes: [
        null,
        { place: { ply: 1, phase: 'x' } },
        { place: { ply: 0, phase: 'start' }, text: 3, shapes: [{ orig: 'z9' }] },
      ],
      assistance: { white: 'everything' },
      takenBack: -1,
      past: 1.5,
      played: 'yesterday',
      tags: [' a ', 'a', '', 4],
      more: 1,
    }),
  ).toEqual({ tags: ['a'] });
});

it('leaves out a what-if of which a part is no action', () => {
  const place = { ply: 1, phase: 'start' };
  const good = { place, action: { sense: 28 }, assumed: false };
  const view = { place, perspective: 'truth' };
  const read = (tried: unknown, at: unknown = place) =>
    readExtras({ view: { ...view, whatIf: { place: at, tried } } }).view;
  expect(read([good])).toEqual({ ...view, whatIf: { place, tried: [good] } });
  expect(read([good], { ply: 1 })).toEqual(view);
  const many = Array.from({ length: LIMITS.tried + 1 }, () => good);
  for (const bad of [
    null,
    [],
    many,
    [null],
    [{ ...good, place: { ply: -1, phase: 'start' } }],
    [{ ...good, action: { sense: 64 } }],
    [{ ...good, action: { request: 7 } }],
    [good, { ...good, action: {} }],
  ]) {
    expect(read(bad)).toEqual(view);
  }
});

it('reads the same from what it has read, whatever that was', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const extras = readExtras(value);
      expect(readExtras(JSON.parse(JSON.stringify(extras)))).toEqual(extras);
    }),
  );
});
