import type { PieceLetter, Square } from 'outpost-rbc';
import { arrowPath } from '../board/arrow-path';
import type { Ghost } from '../board/board';
import { BOARD_COLORS, type SquareColors } from '../board/board-themes';
import { heatColor, heatInk } from '../board/heat-colors';
import type { Drawings } from '../board/piece-sets';
import type { Brush, Shape } from '../board/shapes';
import { colorOf, isLight, parseSquare, pieceOf, ROLES, roleOf, screenPosition, squareName } from '../board/squares';
import { standardDrawings } from '../board/standard-drawings';
import type { ShownBoard } from './shown-boards';

/** An image of boards, with what is to be written on it. */
export interface Picture {
  boards: readonly ShownBoard[];
  /** Who played. */
  title: string;
  /** Which step it is, and what happened there. */
  lines: readonly string[];
  /** What is shown, for who does not see it. */
  description: string;
  /** `null`: those of chessground. */
  drawings?: Drawings | null;
  colors?: SquareColors;
  /** Whose pieces they are. */
  rights: string;
  licence: string;
}

/** An SVG, and how large it is. */
export interface BoardImage {
  svg: string;
  width: number;
  height: number;
}

const SQUARE = 60;
const BOARD = 8 * SQUARE;
const MARGIN = 16;
const NAME = 26;

/** The light scheme's, for the squares as well: images go on to other pages, and to paper. */
const INK = '#1f262d';
const MUTED = '#57616c';
const PAPER = '#ffffff';
const SENSE = '#0b6a7c';

/** As in board.css, flat: fill and opacity by the class of the tint. */
const TINTS: Record<string, [string, number]> = {
  'seen-now': [SENSE, 0.3],
  'last-move': ['#e8b400', 0.42],
  'failed-move': ['#b3261e', 0.36],
  lost: ['#d3251b', 0.6],
  took: ['#5647b0', 0.55],
};

const ARROWS = { taken: ['#96500a', 0.85], asked: ['#961e1e', 0.7] } as const;
const BRUSH: Record<Brush, string> = { green: '#15781b', red: '#882020', blue: '#003088', yellow: '#e68f00' };

/** Text as XML has it: what XML has no way to write is left out. */
export function escaped(text: string): string {
  return text
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is about.
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
      '',
    )
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Cut to about what fits into so many pixels: an SVG does not wrap its text. */
function cut(text: string, width: number, size: number): string {
  const most = Math.floor(width / (size * 0.52));
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

/** The picture as an SVG that needs nothing else. */
export function boardImage(picture: Picture): BoardImage {
  const { boards, drawings = null, colors = BOARD_COLORS.slate.day } = picture;
  const named = boards.length > 1;
  const top = MARGIN + (named ? NAME : 0);
  const width = MARGIN + boards.length * (BOARD + MARGIN);
  const room = width - 2 * MARGIN;
  const below = top + BOARD + 26;
  const lines = picture.lines.map(
    (line, i) =>
      `<text x="${MARGIN}" y="${below + 22 * (i + 1)}" font-size="15" fill="${MUTED}">${escaped(cut(line, room, 15))}</text>`,
  );
  const height = below + 22 * picture.lines.length + 12;
  const bodies = boards.map((board, i) => {
    const x = MARGIN + i * (BOARD + MARGIN);
    const name = named
      ? `<text x="${x}" y="${MARGIN + 15}" font-size="16" font-weight="600" fill="${INK}">${escaped(board.name)}</text>`
      : '';
    return `${name}<svg x="${x}" y="${top}" width="${BOARD}" height="${BOARD}" viewBox="0 0 8 8">${boardBody(board, colors)}</svg>`;
  });
  const used = boards.flatMap(({ pieces, ghosts }) => [...pieces, ...ghosts.map(({ piece }) => piece)]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif">
<title>${escaped(picture.title)}</title>
<desc>${escaped(picture.description)}</desc>
<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><cc:Work rdf:about=""><dc:title>${escaped(picture.title)}</dc:title><dc:rights>${escaped(picture.rights)}</dc:rights><cc:license rdf:resource="${escaped(picture.licence)}"/></cc:Work></rdf:RDF></metadata>
<defs>${symbols(used, drawings ?? standardDrawings)}</defs>
<rect width="${width}" height="${height}" fill="${PAPER}"/>
${bodies.join('\n')}
<text x="${MARGIN}" y="${below}" font-size="18" font-weight="600" fill="${INK}">${escaped(cut(picture.title, room, 18))}</text>
${lines.join('\n')}
</svg>
`;
  return { svg, width, height };
}

/** A board alone, as an SVG that is as large as its place: for paper. */
export function boardAlone({
  pieces,
  orientation,
  shapes = [],
}: Pick<ShownBoard, 'pieces' | 'orientation'> & Partial<Pick<ShownBoard, 'shapes'>>): string {
  const nothing = { name: '', ghosts: [], tints: new Map(), heat: null, best: null, arrows: [] };
  const body = boardBody({ ...nothing, pieces, orientation, shapes }, BOARD_COLORS.slate.day);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" font-family="sans-serif"><defs>${symbols(pieces, standardDrawings)}</defs>${body}</svg>`;
}

/** The drawings of these pieces, each once. */
function symbols(pieces: readonly (PieceLetter | null)[], drawings: Drawings): string {
  return ROLES.flatMap((role) => [pieceOf(role, 'white'), pieceOf(role, 'black')])
    .filter((piece) => pieces.includes(piece))
    .map((piece) => `<symbol id="${idOf(piece)}" viewBox="0 0 45 45">${drawingOf(piece, drawings)}</symbol>`)
    .join('');
}

const idOf = (piece: PieceLetter): string => `${colorOf(piece)}-${roleOf(piece)}`;

function drawingOf(piece: PieceLetter, drawings: Drawings): string {
  const drawing = drawings.get(`${colorOf(piece)} ${roleOf(piece)}`);
  if (!drawing) throw new Error(`there is no drawing of ${piece}`);
  return drawing;
}

function boardBody(board: ShownBoard, colors: SquareColors): string {
  const at = (square: Square) => screenPosition(square, board.orientation);
  const all = Array.from({ length: 64 }, (_, square) => square);
  const rect = (square: Square, fill: string, opacity = 1): string => {
    const { x, y } = at(square);
    return `<rect x="${x}" y="${y}" width="1" height="1" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`;
  };
  const squares = all.map((square) => rect(square, isLight(square) ? colors.light : colors.dark));
  const tints = [...board.tints].flatMap(([square, names]) =>
    names.split(' ').flatMap((name) => {
      const tint = TINTS[name];
      return tint ? [rect(square, ...tint)] : [];
    }),
  );
  const heat =
    board.heat?.map((value, square) => {
      const { x, y } = at(square);
      return `<rect x="${x}" y="${y}" width="1" height="1" fill="${heatColor(value)}" stroke="#ffffff" stroke-opacity="0.28" stroke-width="0.012"/>`;
    }) ?? [];
  const coordinates = all.flatMap((square) => {
    const { x, y } = at(square);
    const name = squareName(square);
    const heat = board.heat?.[square];
    const color = heat === undefined ? (isLight(square) ? colors.onLight : colors.onDark) : heatInk(heat);
    const text = (atX: number, atY: number, anchor: string, character: string): string =>
      `<text x="${atX}" y="${atY}" font-size="0.18" font-weight="650" text-anchor="${anchor}" fill="${color}">${character}</text>`;
    return [
      ...(x === 0 ? [text(x + 0.05, y + 0.2, 'start', name[1] as string)] : []),
      ...(y === 7 ? [text(x + 0.95, y + 0.95, 'end', name[0] as string)] : []),
    ];
  });
  const best = board.best === null ? '' : bestMark(at(board.best));
  const pieces = board.pieces.map((piece, square) => (piece ? use(piece, at(square), 1, 1, 0) : ''));
  const arrows = board.arrows.map(({ from, to, kind }) => {
    const [color, opacity] = ARROWS[kind];
    return arrow(arrowPath(at(from), at(to)), color, opacity, kind === 'asked');
  });
  const shapes = board.shapes.map((shape) => shapeBody(shape, at));
  return [
    ...squares,
    ...tints,
    ...heat,
    best,
    ...coordinates,
    ...board.ghosts.map((ghost) => ghostBody(ghost, at(ghost.square))),
    ...pieces,
    ...arrows,
    ...shapes,
  ].join('');
}

type Spot = { x: number; y: number };

function use(piece: PieceLetter, { x, y }: Spot, size: number, opacity: number, offset: number): string {
  const faint = opacity < 1 ? ` opacity="${round(opacity)}"` : '';
  return `<use href="#${idOf(piece)}" x="${round(x + offset)}" y="${round(y + offset)}" width="${round(size)}" height="${round(size)}"${faint}/>`;
}

/** As board.css has them: what is not certain smaller, what is only probable, remembered or supposed with a frame. */
function ghostBody({ piece, kind, opacity, corner, size = 1, shares, probable, age }: Ghost, spot: Spot): string {
  const { x, y } = spot;
  const [middleX, middleY] = [x + 0.5, y + 0.5];
  const frames: Partial<Record<Ghost['kind'], string>> = {
    outline: `<circle cx="${middleX}" cy="${middleY}" r="0.46" fill="#b3261e" fill-opacity="0.14" stroke="#b3261e" stroke-width="0.05" stroke-dasharray="0.05 0.07"/>`,
    marker: `<rect x="${x + 0.04}" y="${y + 0.04}" width="0.92" height="0.92" rx="0.13" fill="#7b2d66" fill-opacity="0.16" stroke="#7b2d66" stroke-width="0.035"/>`,
  };
  const seen = kind === 'seen' && age !== 0;
  const from = shares === 'first' ? 0 : shares === 'last' ? 1 - size : (1 - size) / 2;
  const frame = probable
    ? `<rect x="${round(x + from + 0.06 * size)}" y="${round(y + from + 0.06 * size)}" width="${round(0.88 * size)}" height="${round(0.88 * size)}" rx="${round(0.19 * size)}" fill="none" stroke="#1f3040" stroke-opacity="0.55" stroke-width="0.025" stroke-dasharray="0.08 0.06"/>`
    : seen
      ? `<circle cx="${middleX}" cy="${middleY}" r="0.45" fill="none" stroke="#1f3040" stroke-opacity="0.6" stroke-width="0.035" stroke-dasharray="0.12 0.08"/>`
      : (frames[kind] ?? '');
  const strength = kind === 'likely' && colorOf(piece) === 'white' ? Math.min(1, opacity + 0.1) : opacity;
  return frame + (corner ? use(piece, spot, 0.4, strength, 0.59) : use(piece, spot, size, strength, from));
}

function bestMark({ x, y }: Spot): string {
  return `<rect x="${x + 0.025}" y="${y + 0.025}" width="0.95" height="0.95" fill="none" stroke="#1d1600" stroke-width="0.05"/><text x="${x + 0.94}" y="${y + 0.24}" font-size="0.22" text-anchor="end" fill="#1d1600">★</text>`;
}

function arrow(path: ReturnType<typeof arrowPath>, color: string, opacity: number, dashed: boolean): string {
  const dash = dashed ? ' stroke-dasharray="0.2 0.22"' : '';
  const points = path.head.replace(/[\d.]+/g, (number) => round(Number(number)));
  return `<g opacity="${opacity}"><line x1="${round(path.x1)}" y1="${round(path.y1)}" x2="${round(path.x2)}" y2="${round(path.y2)}" stroke="${color}" stroke-width="0.13" stroke-linecap="round"${dash}/><polygon points="${points}" fill="${color}"/></g>`;
}

function shapeBody({ orig, dest, brush }: Shape, at: (square: Square) => Spot): string {
  const from = at(parseSquare(orig) ?? 0);
  const color = BRUSH[brush];
  if (dest === undefined) {
    return `<circle cx="${from.x + 0.5}" cy="${from.y + 0.5}" r="0.45" fill="none" stroke="${color}" stroke-width="0.07" stroke-opacity="0.9"/>`;
  }
  return arrow(arrowPath(from, at(parseSquare(dest) ?? 0)), color, 0.85, false);
}

const round = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The image as a PNG, twice as large, drawn by the browser; `rights` are written into it. */
export async function pngOf({ svg, width, height }: BoardImage, rights: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2 * width, 2 * height];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser draws no canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('this browser makes no PNG');
    return withCopyright(blob, rights);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The start of a PNG: its signature and the chunk with its size. */
const PNG_HEAD = 33;

/** A PNG with a text about its rights (in ASCII) behind its first chunk. */
function withCopyright(png: Blob, rights: string): Blob {
  const body = new TextEncoder().encode(`tEXtCopyright\0${rights}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return new Blob([png.slice(0, PNG_HEAD), chunk, png.slice(PNG_HEAD)], { type: 'image/png' });
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
