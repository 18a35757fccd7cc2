import { html, nothing, type TemplateResult } from 'lit';
import type { BeliefView, Color, LikelyBoard, PieceLetter } from 'outpost-rbc';
import { boardOfFen, colorOf, opponentOf, ROLES, roleOf, squareName } from '../board/squares';
import { cssVars } from '../ui/css-vars';
import { clauses } from '../ui/texts';
import { weightsWords } from './words';

/** The likeliest boards of a set as small diagrams, seen from `orientation`. */
export function likelyBoards(belief: BeliefView, orientation: Color): TemplateResult {
  const { likeliest } = belief;
  if (likeliest.length === 0) return html`<p class="small muted">${weightsWords.noneBefore(belief)}</p>`;
  const shown = likeliest.reduce((sum, { weight }) => sum + weight, 0);
  return html`${boardDiagrams(likeliest, belief.color, orientation)}
    ${
      belief.size > likeliest.length
        ? html`<p class="small muted">${weightsWords.together(likeliest.length, shown, belief)}</p>`
        : nothing
    }`;
}

/** Boards of `color`'s set as small diagrams, with their weights where they have one of their own. */
export function boardDiagrams(boards: readonly Diagram[], color: Color, orientation: Color): TemplateResult {
  return html`<ol class="likely-boards">
    ${boards.map((board) => diagram(board, color, orientation))}
  </ol>`;
}

export interface Diagram {
  fen: string;
  weight: LikelyBoard['weight'] | null;
  /** What stands below it: its number, or a button that chooses it. */
  below?: TemplateResult | string;
}

function diagram({ fen, weight, below }: Diagram, color: Color, orientation: Color): TemplateResult {
  const board = boardOfFen(fen);
  const opponent = opponentOf(color);
  const theirs = ROLES.toReversed().flatMap((role) => {
    const squares = board.flatMap((p, square) => (p && colorOf(p) === opponent && roleOf(p) === role ? [square] : []));
    return squares.length > 0 ? [weightsWords.pieces(role, squares.map(squareName))] : [];
  });
  const at = (square: number): Record<string, number> => {
    const [file, rank] = [square % 8, Math.floor(square / 8)];
    return orientation === 'white' ? { '--x': file, '--y': 7 - rank } : { '--x': 7 - file, '--y': rank };
  };
  const piece = (letter: PieceLetter, square: number): TemplateResult =>
    html`<piece class="man ${colorOf(letter)} ${roleOf(letter)} ${colorOf(letter) === color ? 'own' : ''}" ${cssVars(at(square))}></piece>`;
  return html`<li>
    <div class="diagram cg-wrap" role="img" aria-label=${weight === null ? clauses(theirs) : weightsWords.board(weight, theirs)}>
      ${board.map((letter, square) => (letter ? piece(letter, square) : nothing))}
    </div>
    ${below ?? nothing} ${weight === null ? nothing : html`<span aria-hidden="true" translate="no">${weightsWords.weight(weight)}</span>`}
  </li>`;
}
