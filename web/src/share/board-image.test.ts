import fc from 'fast-check';
import type { PieceLetter } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { BOARD_COLORS } from '../board/board-themes';
import { loadDrawings, PIECE_SETS } from '../board/piece-sets';
import { BRUSHES, type Shape } from '../board/shapes';
import { boardOfFen, squareName } from '../board/squares';
import { standardDrawings } from '../board/standard-drawings';
import { boardImage, escaped, type Picture } from './board-image';
import type { ShownBoard } from './shown-boards';

const START = boardOfFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');

function board(changes: Partial<ShownBoard> = {}): ShownBoard {
  return {
    name: 'Truth',
    orientation: 'white',
    pieces: START,
    ghosts: [],
    tints: new Map(),
    heat: null,
    best: null,
    arrows: [],
    shapes: [],
    ...changes,
  };
}

function picture(changes: Partial<Picture> = {}): Picture {
  return {
    boards: [board()],
    title: 'Ada – trout',
    lines: ['Turn 1, White begins.', 'The true board'],
    description: '',
    rights: 'Pieces by somebody, GPL',
    licence: 'https://example.org/gpl',
    ...changes,
  };
}

/** A node of XML: a small reader of our own, strict enough that a page could not read anything else into it. */
interface Node {
  name: string;
  attributes: Record<string, string>;
  children: (Node | string)[];
}

const NAME = '[A-Za-z][\\w:-]*';

function parse(xml: string): Node {
  const tag = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'y');
  const root: Node = { name: '', attributes: {}, children: [] };
  const open = [root];
  let at = 0;
  while (at < xml.length) {
    const top = open[open.length - 1] as Node;
    if (xml[at] !== '<') {
      const end = xml.indexOf('<', at) < 0 ? xml.length : xml.indexOf('<', at);
      top.children.push(decode(xml.slice(at, end)));
      at = end;
      continue;
    }
    tag.lastIndex = at;
    const [all, closes, name, attributes, empty] = tag.exec(xml) ?? [];
    if (!all || !name) throw new Error(`no XML: ${xml.slice(at, at + 60)}`);
    at += all.length;
    if (closes) {
      if (top.name !== name) throw new Error(`${name} closes ${top.name}`);
      open.pop();
    } else {
      const pairs = [...(attributes ?? '').matchAll(new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g'))];
      const node = {
        name,
        attributes: Object.fromEntries(pairs.map((p) => [p[1], decode(p[2] ?? p[3] ?? '')])),
        children: [],
      };
      if (Object.keys(node.attributes).length !== pairs.length) throw new Error(`an attribute twice in ${name}`);
      top.children.push(node);
      if (!empty) open.push(node);
    }
  }
  if (open.length !== 1) throw new Error(`${open.at(-1)?.name} is not closed`);
  const [only, ...others] = root.children.filter((child) => typeof child !== 'string' || child.trim());
  if (typeof only !== 'object' || others.length > 0) throw new Error('not one element');
  return only;
}

function decode(text: string): string {
  if (/&(?!#\d+;)/.test(text)) throw new Error(`a bare ampersand in ${text}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of these.
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(text)) {
    throw new Error('a character that XML has not');
  }
  // Throws where there is half of a character.
  encodeURIComponent(text);
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

function all(node: Node): Node[] {
  const found = [node];
  for (const one of found) for (const child of one.children) if (typeof child !== 'string') found.push(child);
  return found;
}

const textIn = (node: Node): string =>
  node.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
const find = (root: Node, name: string): Node[] => all(root).filter((node) => node.name === name);

/** Elements that an image of ours may have: none that runs or fetches anything. */
const ALLOWED = new Set(
  'svg title desc metadata rdf:RDF cc:Work dc:title dc:rights cc:license defs symbol g path circle rect line polygon text use'.split(
    ' ',
  ),
);

function checked(svg: string): Node {
  const root = parse(svg);
  const nodes = all(root);
  const ids = nodes.flatMap(({ attributes }) => attributes.id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(nodes.filter(({ name }) => !ALLOWED.has(name))).toEqual([]);
  const attributes = nodes.flatMap((node) => Object.entries(node.attributes));
  expect(attributes.filter(([name]) => /^on/i.test(name))).toEqual([]);
  // It refers to its own pieces, and to nothing else.
  const refers = attributes.filter(([name]) => name.endsWith('href')).map(([, value]) => value);
  expect(refers.filter((value) => !value.startsWith('#') || !ids.includes(value.slice(1)))).toEqual([]);
  return root;
}

/** Text that means something elsewhere, among any. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", ']', '-', '!', '\u0000', '\uD800', '\uFFFE', 'x', '\n') }),
  fc.constantFrom(
    '</text><script>alert(1)</script>',
    ']]><img src=x onerror=alert(1)>',
    '<!ENTITY x SYSTEM "file:///etc/passwd">&x;',
    '" onload="alert(1)',
  ),
);
const square = fc.nat(63);
const piece = fc.constantFrom(...([...'PNBRQKpnbrqk'] as PieceLetter[]));
const shape: fc.Arbitrary<Shape> = fc.record(
  { orig: square.map(squareName), dest: square.map(squareName), brush: fc.constantFrom(...BRUSHES) },
  { requiredKeys: ['orig', 'brush'] },
);
const anyBoard: fc.Arbitrary<ShownBoard> = fc.record({
  name: hostile,
  orientation: fc.constantFrom('white' as const, 'black' as const),
  pieces: fc.array(fc.option(piece), { minLength: 64, maxLength: 64 }),
  ghosts: fc.array(
    fc.record({
      square,
      piece,
      kind: fc.constantFrom('seen' as const, 'likely' as const, 'marker' as const, 'outline' as const),
      opacity: fc.double({ min: 0, max: 1, noNaN: true }),
      corner: fc.boolean(),
      age: fc.nat(9),
    }),
  ),
  tints: fc
    .array(fc.tuple(square, fc.constantFrom('lost', 'took seen-now', ' last-move', '', 'unknown')))
    .map((tints) => new Map(tints)),
  heat: fc.option(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 })),
  best: fc.option(square),
  arrows: fc.array(fc.record({ from: square, to: square, kind: fc.constantFrom('taken' as const, 'asked' as const) })),
  shapes: fc.array(shape),
});

describe('an image', () => {
  it('has every piece once drawn and where it stands', () => {
    const { svg, width, height } = boardImage(picture());
    const root = checked(svg);
    expect(find(root, 'symbol')).toHaveLength(12);
    expect(find(root, 'use')).toHaveLength(32);
    const king = find(root, 'use').find(({ attributes }) => attributes.href === '#white-king');
    expect(king?.attributes).toMatchObject({ x: '4', y: '7' });
    expect(root.attributes).toMatchObject({ width: `${width}`, height: `${height}` });
    expect(textIn(root)).toContain('Turn 1, White begins.');
    const turned = checked(boardImage(picture({ boards: [board({ orientation: 'black' })] })).svg);
    expect(find(turned, 'use').find(({ attributes }) => attributes.href === '#white-king')?.attributes).toMatchObject({
      x: '3',
      y: '0',
    });
  });

  it('shows what is likely, drawn, and moved', () => {
    const shown = board({
      pieces: new Array(64).fill(null),
      ghosts: [
        { square: 0, piece: 'q', kind: 'likely', opacity: 0.4, size: 0.7, shares: 'first', probable: true },
        { square: 0, piece: 'r', kind: 'likely', opacity: 0.2, size: 0.5, shares: 'last' },
      ],
      arrows: [{ from: 12, to: 28, kind: 'asked' }],
      shapes: [
        { orig: 'e2', dest: 'e4', brush: 'green' },
        { orig: 'd8', brush: 'red' },
      ],
      tints: new Map([[5, 'seen-now']]),
    });
    const root = checked(boardImage(picture({ boards: [shown] })).svg);
    const uses = find(root, 'use').map(({ attributes }) => attributes);
    expect(uses.map(({ href, opacity, width }) => [href, opacity, width])).toEqual([
      ['#black-queen', '0.4', '0.7'],
      ['#black-rook', '0.2', '0.5'],
    ]);
    // Both from one corner of the square to the other.
    const [queen, rook] = uses.map(({ x }) => Number(x));
    expect((rook ?? 0) - (queen ?? 0)).toBeCloseTo(0.5);
    // What is probable has a dashed line around it.
    expect(find(root, 'rect').filter(({ attributes }) => attributes['stroke-dasharray'])).toHaveLength(1);
    expect(find(root, 'polygon').map(({ attributes }) => attributes.fill)).toEqual(['#961e1e', '#15781b']);
    expect(find(root, 'circle').filter(({ attributes }) => attributes.stroke === '#882020')).toHaveLength(1);
    expect(find(root, 'rect').filter(({ attributes }) => attributes['fill-opacity'] === '0.3')).toHaveLength(1);
  });

  it('is as wide as its boards, each with its name', () => {
    const one = boardImage(picture());
    const two = boardImage(picture({ boards: [board({ name: 'White’s belief' }), board({ name: 'Black’s belief' })] }));
    expect(two.width).toBeGreaterThan(one.width + 400);
    expect(textIn(parse(two.svg))).toMatch(/White’s belief.*Black’s belief/s);
  });

  it('names whose pieces they are', () => {
    const root = parse(boardImage(picture()).svg);
    expect(textIn(find(root, 'dc:rights')[0] as Node)).toBe('Pieces by somebody, GPL');
    expect(find(root, 'cc:license')[0]?.attributes['rdf:resource']).toBe('https://example.org/gpl');
  });

  it('is nothing but an image, whatever is written on it', () => {
    fc.assert(
      fc.property(
        fc.array(anyBoard, { minLength: 1, maxLength: 2 }),
        hostile,
        fc.array(hostile, { maxLength: 3 }),
        hostile,
        (boards, title, lines, description) => {
          const root = checked(boardImage(picture({ boards, title, lines, description })).svg);
          // Everything comes out as it went in, but for what XML cannot hold.
          expect(textIn(find(root, 'desc')[0] as Node)).toBe(parseText(escaped(description)));
          expect(textIn(find(root, 'title')[0] as Node)).toBe(parseText(escaped(title)));
        },
      ),
      { numRuns: 60 },
    );
  });
});

const parseText = (text: string): string => (text === '' ? '' : textIn(parse(`<x>${text}</x>`)));

it('text keeps every character that XML has', () => {
  expect(parseText(escaped('a < b & c > "d" \'e\' \u{1F600}\u0000\uD800'))).toBe('a < b & c > "d" \'e\' \u{1F600}');
});

describe('pieces and squares that were chosen', () => {
  it.each(PIECE_SETS)('are in the image: %s', async (set) => {
    const drawings = await loadDrawings(set);
    const { svg } = boardImage(picture({ drawings, colors: BOARD_COLORS.wood.day }));
    expect(parse(svg).name).toBe('svg');
    const king = (drawings ?? standardDrawings).get('white king') as string;
    expect(svg).toContain(`<symbol id="white-king" viewBox="0 0 45 45">${king}</symbol>`);
    expect(svg).toContain(BOARD_COLORS.wood.day.dark);
    expect(svg).not.toContain(BOARD_COLORS.slate.day.dark);
  });
});
