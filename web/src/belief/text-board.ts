import { html, type TemplateResult } from 'lit';
import type { BeliefView, Color, PieceLetter, Square } from 'outpost-rbc';
import { colorOf, ROLES, roleOf, squareName } from '../board/squares';
import { likelyPieces } from './belief-overlay';
import { textBoardWords, wordsPanelWords } from './words';

export interface TextSection {
  title: string;
  lines: readonly string[];
}

/** The text board: what a board shows, in words, for people who prefer to read it than to go over its squares. */
export function textBoard(sections: readonly TextSection[]): TemplateResult {
  return html`<details class="card text-board" part="words">
    <summary>${textBoardWords.title}</summary>
    ${sections.map(
      ({ title, lines }) => html`<h3>${title}</h3>
        ${lines.length === 0 ? html`<p>${textBoardWords.none}</p>` : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`}`,
    )}
  </details>`;
}

/** The pieces of one side, a line for each kind, the king first. */
export function pieceLines(pieces: readonly (PieceLetter | null)[], color: Color): string[] {
  return ROLES.toReversed().flatMap((role) => {
    const squares = pieces.flatMap((piece, square) =>
      piece && colorOf(piece) === color && roleOf(piece) === role ? [squareName(square)] : [],
    );
    return squares.length > 0 ? [textBoardWords.kind(role, squares)] : [];
  });
}

/** What was seen of the opponent, the latest first. */
export function seenLines(sightings: Iterable<{ square: Square; piece: PieceLetter | null; age: number }>): string[] {
  return [...sightings]
    .sort((a, b) => a.age - b.age)
    .flatMap(({ square, piece, age }) => (piece ? [textBoardWords.sighting(piece, squareName(square), age)] : []));
}

/** Where the opponent's pieces may be, a line for each kind. */
export function likelyLines({ marginals }: BeliefView): string[] {
  const likely = likelyPieces(marginals);
  return ROLES.toReversed().flatMap((role) => {
    const squares = likely
      .filter((piece) => piece.role === role)
      .sort((a, b) => b.probability - a.probability)
      .map(({ square, probability }) => wordsPanelWords.chance(squareName(square), probability));
    return squares.length > 0 ? [textBoardWords.kind(role, squares)] : [];
  });
}
