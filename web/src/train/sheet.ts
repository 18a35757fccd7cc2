/** Puzzles on paper: positions and questions, and the answers on a page of their own at the end. Loaded when somebody prints. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Color } from 'outpost-rbc';
import { colorOf } from '../board/squares';
import { castlingText, toldTexts } from '../embed/board-tasks';
import { toldWords } from '../embed/told-words';
import { embedWords } from '../embed/words';
import { readFen, readFens } from '../problems/attributes';
import { readTold } from '../problems/told';
import type { Puzzle } from '../puzzles/puzzle';
import { explanationOf, questionOf } from '../puzzles/shown';
import { puzzleWords } from '../puzzles/words';
import { picture, printSheet } from '../share/sheet';
import { sheetWords } from '../share/words';
import { number } from '../ui/format';
import { sentences } from '../ui/texts';

export const printPuzzles = (puzzles: readonly Puzzle[]): Promise<void> => printSheet(sheetOf(puzzles));

function sheetOf(puzzles: readonly Puzzle[]): TemplateResult {
  return html`<section>${puzzles.map((puzzle, i) => renderPuzzle(puzzle, i + 1))}</section>
    <section class="sheet-answers">
      <h1>${sheetWords.answers}</h1>
      ${puzzles.map(
        (puzzle, i) =>
          html`<p><strong>${number.format(i + 1)}. ${puzzle.answers.join(', ')}</strong> ${explanationOf(puzzle)}</p>`,
      )}
    </section>`;
}

function renderPuzzle(puzzle: Puzzle, n: number): TemplateResult {
  const boards = readFens(puzzle.boards);
  const color: Color = boards[0]?.turn ?? 'white';
  const before = puzzle.before ? readFen(puzzle.before) : null;
  const told = before ? toldTexts(before, readTold(puzzle.told ?? '', color), color) : [];
  const own = (boards[0]?.pieces ?? []).map((piece) => (piece && colorOf(piece) === color ? piece : null));
  return html`<article class="sheet-part">
    <h2>${number.format(n)}. ${puzzleWords.kinds[puzzle.kind]}</h2>
    <div class="sheet-parts">
      ${picture({ pieces: before?.pieces ?? own, orientation: color }, 'sheet-board')}
      <div>
        <p class="sheet-about">${before ? nothing : html`${sheetWords[color]} · `}${puzzleWords.rating(puzzle.rating)}</p>
        ${
          before
            ? html`<p>${sentences(castlingText(before), toldWords.known)}</p>
                <ol>
                  ${told.map((text) => html`<li>${text}</li>`)}
                </ol>`
            : nothing
        }
        <p><strong>${questionOf(puzzle)}</strong></p>
        <p class="sheet-line">${sheetWords.answer}</p>
      </div>
    </div>
    ${
      before
        ? nothing
        : html`<div class="sheet-boards">
            ${boards.map(
              ({ pieces }, i) =>
                html`<figure>${picture({ pieces, orientation: color })}<figcaption>${embedWords.boardNumber(i + 1)}</figcaption></figure>`,
            )}
          </div>`
    }
  </article>`;
}
