import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EmbedError } from '../problems/attributes';
import { LESSONS } from '.';
import type { Lesson, LessonStep, Shown } from './lesson';
import {
  cleaned,
  LESSON_LIMITS,
  lessonText,
  minutesOf,
  newLessonId,
  readLesson,
  SHOWN_ATTRIBUTES,
} from './lesson-file';
import { packLesson, SAFE_LINK, unpackLesson } from './lesson-link';
import { isLessonText } from './lesson-type';

/** In a campaign (tests/stress) the inputs are other ones, and as many as there is time for. */
const { OUTPOST_STRESS_SEED = '1', OUTPOST_STRESS_SECONDS, OUTPOST_STRESS_INPUTS } = process.env;
const CAMPAIGN_MS = OUTPOST_STRESS_SECONDS === undefined ? null : Number(OUTPOST_STRESS_SECONDS) * 1000;
/** Three properties share the time. */
const OPTIONS = {
  seed: Number(OUTPOST_STRESS_SEED),
  numRuns: Number(OUTPOST_STRESS_INPUTS ?? (CAMPAIGN_MS === null ? 200 : 1e9)),
  ...(CAMPAIGN_MS === null ? {} : { interruptAfterTimeLimit: CAMPAIGN_MS / 3, markInterruptAsFailure: false }),
};
const TIMEOUT = { timeout: 60_000 + (CAMPAIGN_MS ?? 0) };

/** Texts as people write them, in any script. */
const line = (most: number): fc.Arbitrary<string> =>
  fc
    .string({ unit: 'grapheme', maxLength: Math.min(most, 60) })
    .map((text) => cleaned(text).replace(/\s+/g, ' ').trim());

const shown: fc.Arbitrary<Shown> = fc
  .constantFrom('board' as const, 'replay' as const, 'game' as const)
  .chain((element) =>
    fc.subarray([...SHOWN_ATTRIBUTES[element]]).chain((names) =>
      fc.tuple(...names.map(() => fc.string({ unit: 'grapheme', maxLength: 80 }).map(cleaned))).map((values) => ({
        element,
        attributes: Object.fromEntries(names.map((name, i) => [name, values[i] as string])),
      })),
    ),
  );

const step: fc.Arbitrary<Omit<LessonStep, 'id'>> = fc.record(
  { heading: line(LESSON_LIMITS.heading), text: fc.array(line(60), { maxLength: 4 }), show: shown },
  { requiredKeys: ['heading', 'text'] },
);

const lessons: fc.Arbitrary<Lesson> = fc
  .record({
    id: fc.stringMatching(/^[0-9a-z]{8}$/),
    title: line(LESSON_LIMITS.title),
    summary: line(LESSON_LIMITS.summary),
    steps: fc
      .array(step, { minLength: 1, maxLength: 12 })
      .map((steps) => steps.map((each, i): LessonStep => ({ id: String(i + 1), ...each }))),
    sources: fc.array(
      fc.record({ text: line(60), url: fc.webUrl({ validSchemes: ['https', 'http'] }) }, { requiredKeys: ['text'] }),
      { maxLength: 3 },
    ),
  })
  .map((lesson) => ({ ...lesson, minutes: minutesOf(lesson.steps) }));

const minimal = (change: object = {}): string =>
  JSON.stringify({
    type: 'OutpostLesson',
    version: 1,
    id: 'abcd1234',
    title: 'T',
    steps: [{ id: '1', heading: 'H' }],
    ...change,
  });

const withShow = (show: unknown): string => minimal({ steps: [{ id: '1', heading: 'H', show }] });

it('reads what it writes, as a file and as a link', TIMEOUT, () => {
  fc.assert(
    fc.property(lessons, (lesson) => {
      expect(readLesson(lessonText(lesson))).toEqual(lesson);
      expect(readLesson(lessonText(lesson, 2))).toEqual(lesson);
      expect(unpackLesson(packLesson(lesson))).toEqual(lesson);
    }),
    OPTIONS,
  );
});

it('reads any text in no time, or says in words what is wrong', TIMEOUT, () => {
  const changed = fc
    .tuple(lessons, fc.nat(), fc.string({ maxLength: 6 }), fc.nat({ max: 20 }))
    .map(([lesson, at, text, cut]) => {
      const whole = lessonText(lesson);
      const from = at % whole.length;
      return whole.slice(0, from) + text + whole.slice(from + cut);
    });
  const packed = fc.tuple(lessons, fc.nat(), fc.stringMatching(/^[\w-]{0,4}$/)).map(([lesson, at, text]) => {
    const whole = packLesson(lesson);
    const from = at % whole.length;
    return whole.slice(0, from) + text + whole.slice(from + text.length);
  });
  const refusedInWords = (read: () => Lesson): void => {
    const began = performance.now();
    try {
      // What is read is written and read again as it is.
      const lesson = read();
      expect(readLesson(lessonText(lesson))).toEqual(lesson);
    } catch (error) {
      expect(error).toBeInstanceOf(EmbedError);
      expect((error as Error).message.length).toBeGreaterThan(10);
    }
    expect(performance.now() - began).toBeLessThan(2000);
  };
  fc.assert(
    fc.property(fc.oneof(changed, fc.json(), fc.string()), (text) => refusedInWords(() => readLesson(text))),
    OPTIONS,
  );
  fc.assert(
    fc.property(
      fc.oneof(
        packed,
        fc.base64String().map((text) => `1${text}`),
        fc.string(),
      ),
      (text) => refusedInWords(() => unpackLesson(text)),
    ),
    OPTIONS,
  );
});

describe('a hostile lesson', () => {
  it.each([
    ['no lesson', '[]', 'not a lesson'],
    ['another type', minimal({ type: 'GameHistory' }), 'not a lesson'],
    ['a later version', minimal({ version: 2 }), 'later version'],
    ['a strange id', minimal({ id: '../../x' }), '“id”'],
    ['an inherited field', minimal().replace('"title":"T"', '"__proto__":{"title":"T"}'), '“title”'],
    ['no steps', minimal({ steps: [] }), '“steps”'],
    ['too many steps', minimal({ steps: Array(51).fill({ id: '1', heading: '' }) }), '“steps”'],
    ['the same step twice', minimal({ steps: Array(2).fill({ id: '1', heading: '' }) }), '“id”'],
    ['a heading that is no text', minimal({ steps: [{ id: '1', heading: {} }] }), 'Step 1: “heading”'],
    ['a title without end', minimal({ title: 'x'.repeat(121) }), '“title”'],
    ['an element that runs', withShow({ element: 'script', attributes: {} }), 'Step 1: “element”'],
    ['a handler', withShow({ element: 'game', attributes: { onclick: 'alert(1)' } }), '“onclick”'],
    ['something to fetch', withShow({ element: 'replay', attributes: { src: 'https://evil.example' } }), '“src”'],
    ['attributes that are none', withShow({ element: 'board', attributes: [] }), '“attributes”'],
    ['a value that is no text', withShow({ element: 'board', attributes: { fen: 3 } }), '“fen”'],
    ['a prompt without end', withShow({ element: 'game', attributes: { prompt: 'x'.repeat(10_001) } }), '“prompt”'],
    ['a link that runs', minimal({ sources: [{ text: 'x', url: 'javascript:alert(1)' }] }), '“url”'],
    ['too much of everything', `{"a":"${'x'.repeat(LESSON_LIMITS.file)}"}`, 'too long'],
    ['endless nesting', '['.repeat(300_000), 'not a lesson'],
  ])('with %s is refused', (_, text, why) => {
    expect(() => readLesson(text)).toThrow(EmbedError);
    expect(() => readLesson(text)).toThrow(why);
  });

  it('cannot unpack to more than a lesson has', async () => {
    const { deflateSync } = await import('fflate');
    const bomb = deflateSync(new Uint8Array(20_000_000), { level: 9 });
    const text = `1${Buffer.from(bomb).toString('base64url')}`;
    expect(() => unpackLesson(text)).toThrow('too long');
  });

  it.each([
    ['nothing', '', 'damaged'],
    ['nothing behind its format', '1', 'damaged'],
    ['other characters', '1!!', 'damaged'],
    ['an unknown format', '0abc', 'damaged'],
    ['a later format', '2abc', 'later version'],
    ['no end', `1${'A'.repeat(200_000)}`, 'longer than'],
  ])('in a link with %s is refused', (_, link, why) => {
    expect(() => unpackLesson(link)).toThrow(why);
  });

  it('keeps words as words', () => {
    const { title, steps } = readLesson(
      minimal({
        title: '<img src=x onerror=alert(1)>\u0000\n\ud800',
        steps: [{ id: '1', heading: 'a\u0007b', text: ['x\ny'] }],
      }),
    );
    expect(title).toBe('<img src=x onerror=alert(1)> \ufffd');
    expect(steps[0]).toEqual({ id: '1', heading: 'a b', text: ['x y'] });
  });
});

it('tells a lesson from other files', () => {
  expect(isLessonText(minimal())).toBe(true);
  expect(isLessonText(` {\n "type" : "OutpostLesson"`)).toBe(true);
  for (const other of ['', '{}', '{"type":"GameHistory"}', '[{"type":"OutpostLesson"}]'])
    expect(isLessonText(other)).toBe(false);
});

it('makes names that are names', () => {
  expect(newLessonId()).toMatch(/^[0-9a-z]{8}$/);
  expect(newLessonId()).not.toBe(newLessonId());
});

it('has ours, but for how tests solve them', async () => {
  for (const [name, load] of Object.entries(LESSONS)) {
    const { steps, ...ours } = await load();
    const lesson = { ...ours, id: 'abcd1234', steps: steps.map(({ solution: _, ...rest }) => rest) };
    const packed = packLesson(lesson);
    console.info(
      `${name}: ${steps.length} steps, ${lessonText(lesson).length} characters of JSON, ${packed.length} of link`,
    );
    const read = unpackLesson(packed);
    expect({ ...read, minutes: ours.minutes }).toEqual(lesson);
  }
});

/** As a teacher writes one: a line or two for each step, a problem on every second one. */
function tenSteps(): Lesson {
  const texts: [string, string][] = [
    ['The knight is gone', 'Black moved a knight last turn, and captured nothing. You saw it on d5 two turns ago.'],
    ['Where could it be?', 'Sense where the two likeliest squares lie in one window.'],
    ['Quiet moves leave traces', 'A pawn that stands on a new square opens a line for the piece behind it.'],
    ['Count before you look', 'Four boards are left. A window that halves them is as good as it gets.'],
    ['Do not trust the first idea', 'The best sense on most boards can be worthless on the one that hurts you.'],
    ['Guard your king', 'Whenever a rook may stand on an open file, look along it before you move elsewhere.'],
    ['Sliding into the dark', 'A bishop sent too far stops at the first piece in its way and takes it.'],
    [
      'Pawns that fail',
      'Requesting a capture where nothing stands costs your turn, but tells you that the square is empty.',
    ],
    ['After a loss', 'The piece that took yours stands on that square now. Which of your men attacks it?'],
    ['Your turn', 'Put everything together, take your time, and explain your choice to your neighbour.'],
  ];
  const boards = [
    '4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1;4k3/8/8/8/5n2/8/4P3/4K3 w - - 0 1;4k3/8/5n2/8/8/8/4P3/4K3 w - - 0 1',
    'r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1;3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1;4r1k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1',
  ];
  const steps = texts.map(([heading, text], i): LessonStep => {
    const step = { id: String(i + 1), heading, text: [text] };
    if (i % 2 === 0) return step;
    const attributes = {
      task: 'sense',
      boards: boards[i % 4 === 1 ? 0 : 1] as string,
      panels: 'boards',
      measure: 'worst',
      prompt: 'Where do you sense?',
      hint: 'Compare the small boards square by square.',
      explain: 'Any window that separates the first board from the others leaves two at worst.',
    };
    return { ...step, show: { element: 'game', attributes } };
  });
  return {
    id: 'abcd1234',
    title: 'Finding what has moved',
    summary: 'Ten short steps on where to look.',
    minutes: minutesOf(steps),
    steps,
    sources: [],
  };
}

it('fits ten steps into a link that every chat program leaves whole', () => {
  const packed = packLesson(tenSteps());
  console.info(`ten steps: ${lessonText(tenSteps()).length} characters of JSON, ${packed.length} of link`);
  expect(packed.length).toBeLessThan(SAFE_LINK - 100);
});

// Written once: every later version has to read it.
const FIRST =
  '1Iz4kE5OSUwyNjE2QQhS1bQtOy_aEAhbUfEHyiaOCFqQppgVtaSE3x4AexBHE4HZoJjjhUuZ_WJ1knGcCqZOA9SWoXsJWa5kCq0QsKkAxFlsLAA';

it('reads the first link there was', () => {
  const unpacked: Lesson = {
    id: 'abcd1234',
    title: 'Where is the knight?',
    summary: '',
    minutes: 1,
    steps: [
      { id: '1', heading: 'Look', text: ['A *window* shows nine squares.'] },
      {
        id: '2',
        heading: 'Find it',
        text: [],
        show: {
          element: 'game',
          attributes: { task: 'sense', boards: '4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1;4k3/8/8/8/5n2/8/4P3/4K3 w - - 0 1' },
        },
      },
    ],
    sources: [],
  };
  expect(unpackLesson(FIRST)).toEqual(unpacked);
});
