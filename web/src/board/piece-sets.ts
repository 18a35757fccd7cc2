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
  kryukov: () => import('./piece-sets/kryukov'),
  celtic: () => import('./piece-sets/celtic'),
  letters: () => import('./piece-sets/letters'),
};

/** Returns `null` for the set that the style sheet has. Rejects with a {@link PartMissing} where a set cannot be had. */
export async function loadDrawings(set: PieceSet): Promise<Drawings | null> {
  if (set === 'cburnett') return null;
  const { files } = await loadPart('pieces', LOADERS[set]);
  return drawingsOf(files);
}

/** By their names: `./celtic/white-king.svg`. */
export function drawingsOf(files: Record<string, string>): Drawings {
  return new Map(
    Object.entries(files).map(([path, file]) => [path.replace(/^.*\/|\.svg$/g, '').replace('-', ' '), file.trim()]),
  );
}

/** An id that no page has: with it the rules outweigh chessground's, and those for boards of embeds (embed/styles.ts). */
const WEIGHTY = ':is(#outpost-no-such-id#outpost-no-such-id, :root)';

/** Rules that show the drawings where chessground's pieces were. */
export function pieceRules(drawings: Drawings): string {
  return [...drawings]
    .map(([name, file]) => {
      const [color, role] = name.split(' ');
      return `${WEIGHTY} .cg-wrap piece.${role}.${color}{background-image:url("data:image/svg+xml,${encodeURIComponent(file)}")}`;
    })
    .join('\n');
}
