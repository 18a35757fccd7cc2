import { loadPart } from '../ui/parts';

export const PIECE_SETS = ['cburnett', 'kryukov', 'celtic', 'letters'] as const;
export type PieceSet = (typeof PIECE_SETS)[number];

/** Who drew them, and the licence; the notices of the site have it from scripts/lib/licences.mjs. */
export const PIECE_AUTHORS: Record<PieceSet, string> = {
  cburnett: 'Colin M. L. Burnett, GPL-2.0-or-later',
  kryukov: 'Alexey Kryukov, GPL-2.0-or-later',
  celtic: 'Maurizio Monge, MIT',
  letters: 'Outpost, GPL-3.0-or-later',
};

/** SVG files by colour and role, as in `white king`. */
export type Drawings = ReadonlyMap<string, string>;

/** Those that do not come with chessground's style sheet, each fetched when somebody chooses it. */
const LOADERS: Record<Exclude<PieceSet, 'cburnett'>, () => Promise<{ files: Record<string, string> }>> = {
  kryukov: () => loadPart('pieces', () => import('./piece-sets/kryukov')),
  celtic: () => loadPart('pieces', () => import('./piece-sets/celtic')),
  letters: () => loadPart('pieces', () => import('./piece-sets/letters')),
};

/** Returns `null` for the set that the style sheet has. Rejects with a {@link PartMissing} where a set cannot be had. */
export async function loadDrawings(set: PieceSet): Promise<Drawings | null> {
  if (set === 'cburnett') return null;
  const { files } = await LOADERS[set]();
  return drawingsOf(files);
}

/** By their names: `./celtic/white-king.svg`. */
export function drawingsOf(files: Record<string, string>): Drawings {
  return new Map(
    Object.entries(files).map(([path, file]) => [path.replace(/^.*\/|\.svg$/g, '').replace('-', ' '), file.trim()]),
  );
}

/**
 * Rules that show the drawings where chessground's pieces were.
 *
 * @param where selector of what they are for; it ends where descendants begin
 */
export function pieceRules(drawings: Drawings, where: string): string {
  return [...drawings]
    .map(([name, file]) => {
      const [color, role] = name.split(' ');
      return `${where} .cg-wrap piece.${role}.${color}{background-image:url("data:image/svg+xml,${encodeURIComponent(file)}")}`;
    })
    .join('\n');
}
