/** Puzzles on paper: positions and questions, and the answers on a page of their own at the end. Loaded when somebody prints. */

import { html, nothing, render, type TemplateResult } from 'lit';
import type { Color, PieceLetter } from 'outpost-rbc';
import './sheet.css';
import { colorOf } from '../board/squares';
import { castlingText, toldTexts } from '../embed/board-tasks';
import { toldWords } from '../embed/told-words';
import { embedWords } from '../embed/words';
import { readFen, readFens } from '../problems/attributes';
import { readTold } from '../problems/told';
import type { Puzzle } from '../puzzles/puzzle';
import { explanationOf, questionOf } from '../puzzles/shown';
import { puzzleWords } from '../puzzles/words';
import { boardAlone } from '../share/board-image';
import { number } from '../ui/format';
import { sentences } from '../ui/texts';
import { sheetWords } from './words';

/** Prints them. The sheet is in the page as long as that takes. */
export async function printPuzzles(puzzles: readonly Puzzle[]): Promise<void> {
  const sheet = document.createElement('div');
  sheet.className = 'sheet';
  render(sheetOf(puzzles), sheet);
  document.querySelector('body > .sheet')?.remove();
  document.body.append(sheet);
  document.documentElement.classList.add('prints-sheet');
  const done = (): void => {
    window.removeEventListener('afterprint', done);
    document.documentElement.classList.remove('prints-sheet');
    sheet.remove();
  };
  window.addEventListener('afterprint', done);
  // A picture that is not there yet is not printed.
  await Promise.all([...sheet.querySelectorAll('img')].map((image) => image.decode()));
  window.print();
}

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
  return html`<article class="sheet-puzzle">
    <h2>${number.format(n)}. ${puzzleWords.kinds[puzzle.kind]}</h2>
    <div class="sheet-parts">
      ${picture(before?.pieces ?? own, color, 'sheet-board')}
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
                html`<figure>${picture(pieces, color, '')}<figcaption>${embedWords.boardNumber(i + 1)}</figcaption></figure>`,
            )}
          </div>`
    }
  </article>`;
}

/** Pictures, as a page's policy forbids none of its own making, and their names do not mix. */
function picture(pieces: readonly (PieceLetter | null)[], orientation: Color, name: string): TemplateResult {
  const svg = boardAlone({ pieces: [...pieces], orientation });
  return html`<img class=${name} alt="" src="data:image/svg+xml,${encodeURIComponent(svg)}" />`;
}
