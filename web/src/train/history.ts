import { html, nothing, type TemplateResult } from 'lit';
import type { PuzzleEntry } from '../puzzles/puzzle-set';
import { puzzleWords } from '../puzzles/words';
import type { PuzzleStep } from '../rating/puzzle-results';
import { ratingChart } from '../rating/rating-chart';
import { number } from '../ui/format';
import { icons } from '../ui/icons';
import { commonWords } from '../ui/words';
import { puzzleHash } from './address';
import { daysUntil, type Repeat } from './repeats';
import type { Training } from './training';
import { trainWords as words } from './words';

/** Rows of each list: more is no history, but an archive. */
const ROWS = 12;

interface Shown {
  training: Training;
  /** A puzzle of this site by its id. */
  known: (id: string) => PuzzleEntry | null;
  /** Puzzles that are due. */
  due: number;
  now: Date;
  /** Whether the browser has stored everything. */
  isKept: boolean;
  /** Whether it is asked if everything is to be deleted. */
  asking: boolean;
  refused: string | null;
  ask: (asking: boolean) => void;
  clear: () => void;
}

/** What was answered: the mistakes first, then the last puzzles, how it is rated, and the way to delete it. */
export function renderHistory(shown: Shown): TemplateResult {
  const { training, isKept, refused } = shown;
  const { steps } = training;
  return html`<section class="card train-history" aria-labelledby="train-history">
    <h2 id="train-history">${words.history}</h2>
    ${isKept ? nothing : html`<p class="notice bad" role="alert">${words.notKept}</p>`}
    ${refused === null ? nothing : html`<p class="notice bad" role="alert">${refused}</p>`}
    ${steps.length === 0 ? html`<p class="muted">${words.noHistory}</p>` : renderAll(shown)}
  </section>`;
}

function renderAll({ training, known, due, now, asking, ask, clear }: Shown): TemplateResult {
  const { steps } = training;
  const mistakes = training.mistakes.filter(({ puzzle }) => known(puzzle) !== null);
  const rated = steps.filter(({ unrated }) => unrated === null).map(({ rating }) => rating);
  const text = (rating: number): string => number.format(Math.round(rating));
  // Not what was repeated, or answered in another tab, too.
  const first = steps.filter(({ unrated }) => unrated !== 'repeat');
  return html`<p>${words.answered(first.length, first.filter(({ result }) => result.solved && !result.hinted).length)}</p>
    ${rated.length > 1 ? ratingChart(rated, words.chart(rated.length, text(rated[0] as number), text(rated.at(-1) as number))) : nothing}
    <div class="train-lists">
      <div>
        <h3>${words.mistakes}</h3>
        ${due > 0 ? html`<p><a class="button" href="#train/repeat">${icons.again} ${words.repeatNow(due)}</a></p>` : nothing}
        ${
          mistakes.length > 0
            ? html`<ul class="train-list">
                ${mistakes.slice(0, ROWS).map((mistake) => renderMistake(mistake, now))}
              </ul>`
            : html`<p class="muted small">${words.noMistakes}</p>`
        }
      </div>
      <div>
        <h3>${words.last}</h3>
        <ul class="train-list">
          ${steps
            .slice(-ROWS)
            .toReversed()
            .map((step) => renderStep(step, known))}
        </ul>
      </div>
    </div>
    <p class="small muted">${words.rule} ${words.repeatRule} ${words.kept}</p>
    ${
      asking
        ? html`<div class="notice bad train-sure" role="alert">
            <p>${words.sure}</p>
            <div class="row wrap">
              <button type="button" @click=${() => ask(false)}>${commonWords.cancel}</button>
              <button type="button" class="danger" @click=${clear}>${words.yes}</button>
            </div>
          </div>`
        : html`<div><button type="button" class="quiet train-clear" @click=${() => ask(true)}>${words.clear}</button></div>`
    }`;
}

function renderMistake({ puzzle, kind, at, due }: Repeat, now: Date): TemplateResult {
  return html`<li>
    <span class="train-result failed">${icons.cross}</span>
    <a href=${puzzleHash(puzzle)}>${kindName(kind)}</a>
    <span class="muted small">${words.date(at)}</span>
    <span class="small">${words.due(daysUntil({ due }, now))}</span>
  </li>`;
}

function renderStep({ result, change, unrated }: PuzzleStep, known: Shown['known']): TemplateResult {
  const { puzzle, kind, at, solved, hinted } = result;
  const name = solved ? (hinted ? words.result.hinted : words.result.solved) : words.result.failed;
  return html`<li>
    <span class="train-result ${solved ? 'solved' : 'failed'}" title=${name}
      >${solved ? icons.check : icons.cross}<span class="visually-hidden">${name}</span></span
    >
    ${known(puzzle) ? html`<a href=${puzzleHash(puzzle)}>${kindName(kind)}</a>` : html`<span>${kindName(kind)}</span>`}
    <span class="muted small">${words.date(at)}</span>
    <span class="small">${unrated === null ? words.changed(change) : words.unrated}</span>
  </li>`;
}

/** A later version of the site may have kinds that this one does not know. */
function kindName(kind: string): string {
  const names: Readonly<Record<string, string>> = puzzleWords.kinds;
  return Object.hasOwn(names, kind) ? (names[kind] as string) : kind;
}
