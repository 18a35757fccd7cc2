/** A lesson on paper: what is read and asked, and the answers on a page of their own at the end. Loaded when somebody prints. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Color } from 'outpost-rbc';
import { moveTableWords } from '../belief/words';
import { moveText } from '../board/move-results';
import { colorOf } from '../board/squares';
import { castlingText, toldTexts } from '../embed/board-tasks';
import { withTerms } from '../embed/lead';
import { toldWords } from '../embed/told-words';
import { embedWords } from '../embed/words';
import type { Lesson, LessonStep } from '../lessons/lesson';
import { lessonWords } from '../lessons/words';
import { COLORS, type FenBoard, readArrows, readFen, readFens, readMarks, readWeights } from '../problems/attributes';
import { readTold } from '../problems/told';
import { picture, printSheet } from '../share/sheet';
import { sheetWords } from '../share/words';
import { list, number } from '../ui/format';
import { sentences } from '../ui/texts';

export const printLesson = (lesson: Lesson): Promise<void> => printSheet(sheetOf(lesson));

/** Tasks that are played: on paper nobody answers. */
const PLAYED: readonly string[] = ['capture-king', 'reach', 'survive'];

/** A problem of a lesson. */
const isProblem = ({ show }: LessonStep): boolean => show?.attributes.task !== undefined;

export function sheetOf(lesson: Lesson): TemplateResult {
  const { title, summary, steps, sources } = lesson;
  const answered = steps.map((step, i) => ({ step, n: i + 1 })).filter(({ step }) => isProblem(step));
  return html`<section>
      <h1>${title}</h1>
      <p>${summary}</p>
      ${steps.map((step, i) => renderStep(step, i + 1))}
      ${
        sources.length === 0
          ? nothing
          : html`<div class="sheet-sources">
              <h2>${lessonWords.sources}</h2>
              <ul>
                ${sources.map(({ text, url }) => html`<li>${text}${url ? html` ${url}` : nothing}</li>`)}
              </ul>
            </div>`
      }
    </section>
    ${
      answered.length === 0
        ? nothing
        : html`<section class="sheet-answers">
            <h1>${sheetWords.answers}</h1>
            ${answered.map(
              ({ step, n }) =>
                html`<p><strong>${number.format(n)}. ${answersOf(step)}</strong><br />${step.show?.attributes.explain}</p>`,
            )}
          </section>`
    }`;
}

function renderStep(step: LessonStep, n: number): TemplateResult {
  const { heading, text, show } = step;
  return html`<article class="sheet-part">
    <h2>${number.format(n)}. ${heading}</h2>
    ${text.map((paragraph) => html`<p>${withTerms(paragraph)}</p>`)}
    ${show ? renderShown(show.attributes) : nothing}
  </article>`;
}

type Attributes = NonNullable<LessonStep['show']>['attributes'];

function renderShown(attributes: Attributes): TemplateResult {
  const { task, prompt, caption, boards } = attributes;
  const listed = boards ? readFens(boards) : [];
  return html`${boards ? renderKnown(attributes, listed) : renderPosition(attributes)}
    ${
      task === undefined
        ? nothing
        : html`<p><strong>${prompt}</strong></p>
            ${PLAYED.includes(task) ? html`<p class="sheet-about">${sheetWords.played}</p>` : html`<p class="sheet-line">${sheetWords.answer}</p>`}`
    }
    ${boards && caption ? html`<p class="sheet-about">${caption}</p>` : nothing}
    ${renderBoards(attributes, listed)}`;
}

/** The board that was known, and what happened since, where a task begins with that. */
function renderKnown(attributes: Attributes, [first]: readonly FenBoard[]): TemplateResult | typeof nothing {
  const { before: given, told = '' } = attributes;
  if (!given || !first) return nothing;
  const color = first.turn;
  const before = readFen(given);
  return html`<div class="sheet-parts">
    ${picture({ pieces: before.pieces, orientation: color }, 'sheet-board')}
    <div>
      <p>${sentences(castlingText(before), toldWords.known)}</p>
      <ol>
        ${toldTexts(before, readTold(told, color), color).map((text) => html`<li>${text}</li>`)}
      </ol>
    </div>
  </div>`;
}

/** All possible boards; where it is asked what follows from a known one, they would be the answer. */
function renderBoards(attributes: Attributes, boards: readonly FenBoard[]): TemplateResult | typeof nothing {
  if (boards.length === 0 || attributes.before) return nothing;
  const weights = attributes.weights ? readWeights(attributes.weights) : [];
  return html`<div class="sheet-boards">
    ${boards.map(({ pieces, turn }, i) => {
      const weight = weights[i];
      const name = embedWords.boardNumber(i + 1);
      return html`<figure>
        ${picture({ pieces, orientation: orientationOf(attributes, turn), shapes: shapesOf(attributes) })}
        <figcaption>${weight === undefined ? name : html`${name} · ${sheetWords.weight(weight)}`}</figcaption>
      </figure>`;
    })}
  </div>`;
}

/** One position: of a problem the own pieces, unless the opponent is to move on it, as it is known then. */
function renderPosition(attributes: Attributes): TemplateResult | typeof nothing {
  const { fen, task, caption, perspective } = attributes;
  if (!fen) return nothing;
  const { pieces, turn } = readFen(fen);
  const side = orientationOf(attributes, turn);
  const hidden = task === undefined ? COLORS.some((color) => color === perspective) : side === turn;
  const shown = hidden ? pieces.map((piece) => (piece && colorOf(piece) === side ? piece : null)) : pieces;
  const words = [
    task === undefined ? '' : side === turn ? sheetWords.yours : sheetWords.before[turn],
    caption ?? '',
  ].filter((text) => text !== '');
  return html`<div class="sheet-parts">
    ${picture({ pieces: shown, orientation: side, shapes: shapesOf(attributes) }, 'sheet-board')}
    <div>${words.map((text) => html`<p class="sheet-about">${text}</p>`)}</div>
  </div>`;
}

function orientationOf({ side, perspective, orientation }: Attributes, turn: Color): Color {
  return COLORS.find((color) => color === (side ?? orientation ?? perspective)) ?? turn;
}

/** What is marked on a board; of a task, the squares that it is about. */
const shapesOf = ({ task, squares = '', marks = '', arrows = '' }: Attributes) => [
  ...(task && squares ? readMarks(squares.replace(/[a-h][1-8]/g, '$&:yellow')) : []),
  ...(marks ? readMarks(marks) : []),
  ...(arrows ? readArrows(arrows) : []),
];

/** How the problem is solved: the answers that the author lists, or the way that the lesson's test takes. */
export function answersOf({ show, solution = [] }: LessonStep): string {
  const { task, answer } = show?.attributes ?? {};
  const nameOf = (word: string): string => {
    if (word === 'pass') return moveTableWords.pass;
    if (task === 'choose') return embedWords.boardNumber(Number(word));
    return word.length > 3 ? moveText(word) : word;
  };
  if (answer && task !== 'move')
    return list.format(
      answer
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(nameOf),
    );
  return solution.map((word) => nameOf(word.replace(/^(sense|count|choose) /, ''))).join(', ');
}
