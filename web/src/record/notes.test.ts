import fc from 'fast-check';
import type { LinkNote } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { BRUSHES, type Shape } from '../board/shapes';
import { squareName } from '../board/squares';
import {
  beginnings,
  MOST_BYTES,
  MOST_NOTES,
  MOST_SHAPES,
  type Notes,
  noteAt,
  readNotes,
  TooManyNotes,
  textBytes,
  withoutShapes,
  withShape,
  withText,
} from './notes';

const here = { ply: 3, phase: 'sensed' } as const;
const arrow: Shape = { orig: 'e2', dest: 'e4', brush: 'green' };

const square = fc.nat(63).map(squareName);
const shape: fc.Arbitrary<Shape> = fc.record(
  { orig: square, dest: square, brush: fc.constantFrom(...BRUSHES) },
  { requiredKeys: ['orig', 'brush'] },
);
const note: fc.Arbitrary<LinkNote> = fc.record({
  place: fc.record({ ply: fc.nat(20), phase: fc.constantFrom('start' as const, 'sensed' as const, 'moved' as const) }),
  text: fc.string({ unit: 'binary' }),
  shapes: fc.array(shape),
});

describe('beginnings of notes', () => {
  it('are all of what is short', () => {
    expect(beginnings(['one', 'two\nlines'])).toEqual({ texts: ['one', 'two\nlines'], cut: false });
  });

  it('end within the bounds of a step', () => {
    const many = beginnings(Array.from({ length: 1024 }, () => 'x\n'.repeat(500)));
    expect(many.cut).toBe(true);
    expect(many.texts.join('\n').split('\n').length).toBe(200);
    const long = beginnings(['x'.repeat(6_000), 'y'.repeat(1_000_000), 'z']);
    expect(long.texts.map((text) => text.length)).toEqual([6_000, 4_000]);
    expect(long.cut).toBe(true);
    expect(beginnings(['\n'.repeat(1_000_000)]).texts[0]?.length).toBe(199);
  });
});

describe('what is drawn', () => {
  it('goes when it is drawn again in its colour, and changes in another', () => {
    let notes = withShape([], here, arrow);
    expect(noteAt(notes, here)?.shapes).toEqual([arrow]);
    notes = withShape(notes, here, { ...arrow, brush: 'red' });
    expect(noteAt(notes, here)?.shapes).toEqual([{ ...arrow, brush: 'red' }]);
    expect(withShape(notes, here, { ...arrow, brush: 'red' })).toEqual([]);
  });

  it('can be cleared without the text', () => {
    const notes = withText(withShape([], here, arrow), here, 'why?');
    expect(withoutShapes(notes, here)).toEqual([{ place: here, text: 'why?' }]);
  });

  it('stops at the limit, with what is there unchanged', () => {
    let notes: Notes = [];
    for (let i = 0; i < MOST_SHAPES; i++) {
      const [orig, dest] = [i % 64, (i + 1 + Math.floor(i / 64)) % 64].map(squareName) as [string, string];
      notes = withShape(notes, here, { orig, dest, brush: 'green' });
    }
    expect(noteAt(notes, here)?.shapes).toHaveLength(MOST_SHAPES);
    expect(() => withShape(notes, here, { orig: 'a1', brush: 'yellow' })).toThrow(TooManyNotes);
  });
});

describe('texts', () => {
  it('go up to the bytes that a link may hold, names included', () => {
    const full = 'é'.repeat((MOST_BYTES - 4) / 2);
    const notes = withText([], here, full, ['Ada', 'B']);
    expect(textBytes(['Ada', 'B', ...notes.map((n) => n.text)])).toBe(MOST_BYTES);
    expect(() => withText([], here, `${full}x`, ['Ada', 'B'])).toThrow(new TooManyNotes('bytes'));
    // What is over the limit already, as in a file, may become shorter.
    const over: Notes = [{ place: here, text: 'x'.repeat(MOST_BYTES + 10) }];
    expect(withText(over, here, 'x'.repeat(MOST_BYTES + 5))).toHaveLength(1);
  });

  it('go with the last letter', () => {
    expect(withText(withText([], here, 'a'), here, '')).toEqual([]);
  });

  it('have no half of a character, which no JSON may have', () => {
    expect(withText([], here, 'a\uD83D b\uDE00 \u{1F600}')[0]?.text).toBe('a\uFFFD b\uFFFD \u{1F600}');
  });
});

it('a game has so many notes at most, in its order', () => {
  let notes: Notes = [];
  for (let ply = MOST_NOTES - 1; ply >= 0; ply--) notes = withText(notes, { ply, phase: 'start' }, 'x');
  expect(notes.map((n) => n.place.ply)).toEqual(Array.from({ length: MOST_NOTES }, (_, i) => i));
  expect(() => withText(notes, { ply: 0, phase: 'moved' }, 'x')).toThrow(new TooManyNotes('notes'));
  // Those that are there may change.
  expect(withText(notes, { ply: 0, phase: 'start' }, 'y')[0]?.text).toBe('y');
});

describe('notes from elsewhere', () => {
  it('are left out where they are none', () => {
    expect(readNotes('notes')).toEqual([]);
    const good = { place: { ply: 0, phase: 'start' }, text: 'x' };
    expect(
      readNotes([
        null,
        5,
        {},
        { place: { ply: -1, phase: 'start' }, text: 'x' },
        { place: { ply: 0, phase: 'end' }, text: 'x' },
        {
          ...good,
          shapes: [{ orig: 'i9', brush: 'green' }, { orig: 'a1', dest: '<b>', brush: 'red' }, { orig: 'a1' }],
        },
      ]),
    ).toEqual([good]);
  });

  it('about one place become one', () => {
    const notes = [
      { place: here, text: 'one' },
      { place: here, text: 'two', shapes: [arrow] },
    ];
    expect(readNotes(notes)).toEqual([{ place: here, text: 'one\ntwo', shapes: [arrow] }]);
  });

  it('are the same when they are read again', () => {
    fc.assert(
      fc.property(fc.array(note), (given) => {
        const notes = readNotes(given);
        expect(readNotes(JSON.parse(JSON.stringify(notes)))).toEqual(notes);
      }),
    );
  });

  it('are no more than the engine reads', () => {
    const many = Array.from({ length: 300_000 }, () => ({ place: here, text: 'x', shapes: [arrow] }));
    const [joined, ...others] = readNotes(many);
    expect(others).toEqual([]);
    expect(joined?.text?.length).toBe(2 * 2 * MOST_NOTES - 1);
    expect(joined?.shapes?.length).toBe(MOST_SHAPES);
    const long = readNotes(
      Array.from({ length: 4 }, (_, ply) => ({ place: { ply, phase: 'start' }, text: 'x'.repeat(300_000) })),
    );
    expect(long.length).toBe(3);
  });

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(Array.isArray(readNotes(value))).toBe(true);
        expect(Array.isArray(readNotes([value, { place: value, shapes: [value] }]))).toBe(true);
      }),
    );
  });
});
