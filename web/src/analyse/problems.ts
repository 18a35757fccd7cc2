/** What could not be opened, read or kept: in words, and as the page shows it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { RecordDetails, TextContent } from 'outpost-rbc';
import type { Damaged } from '../library/library';
import { saveDamaged } from '../library/library-file';
import { libraryWords } from '../library/words';
import { recordWords } from '../record/words';
import { described } from '../ui/errors';
import { icons } from '../ui/icons';
import { analyseWords } from './words';

/** Lines that are shown of a list of problems. */
const MOST_LINES = 20;

export interface Problem {
  title: string;
  lines: string[];
  /** Games that will be gone with the page: they are offered as a file. */
  unkept?: readonly string[];
  /** Games that no file of records can have: what there is of them is offered as a file. */
  damaged?: readonly Damaged[];
}

/** A file that could not be opened. */
export interface Failed {
  name: string;
  why: string;
}

/** Why files could not be opened. */
export function filesProblem(failed: readonly Failed[]): Problem | null {
  const [one] = failed;
  if (!one) return null;
  if (failed.length === 1) return { title: analyseWords.failed(one.name), lines: [one.why] };
  const lines = failed.slice(0, MOST_LINES).map(({ name, why }) => analyseWords.because(name, why));
  return { title: analyseWords.failedMany(failed.length), lines };
}

/** What an import could not read, after what could not be kept. */
export function importProblem(
  blobs: readonly File[],
  failed: readonly string[],
  kept: number,
  before: Problem | null,
): Problem | null {
  if (failed.length === 0) return before;
  const lines = failed.slice(0, MOST_LINES);
  if (before) return { ...before, lines: [...before.lines, ...lines] };
  if (kept > 0) return { title: analyseWords.badLines(failed.length), lines };
  const [first] = blobs;
  const title = blobs.length === 1 && first ? analyseWords.failed(first.name) : analyseWords.failedMany(blobs.length);
  return { title, lines };
}

/** Games that a file of the library leaves out. */
export function damagedProblem(damaged: readonly Damaged[], all: number): Problem {
  const { unnamed } = recordWords;
  const lines = damaged
    .slice(0, MOST_LINES)
    .map(({ white, black, why }) => libraryWords.damagedGame(white ?? unnamed, black ?? unnamed, why));
  return { title: libraryWords.damagedTitle(damaged.length, all - damaged.length), lines, damaged };
}

type Unknown = Extract<TextContent, { kind: 'unknown' }>;

/** Why a text cannot be opened; with the name of its `file`, if it is from one. */
export function unknownProblem(content: Unknown, file: string | null): Problem {
  const problem = textProblem(content);
  return file === null ? problem : { title: analyseWords.failed(file), lines: [problem.title, ...problem.lines] };
}

function textProblem({ reason, line, text }: Unknown): Problem {
  const words = analyseWords;
  switch (reason) {
    case 'badLine':
      return { title: words.badFen(line ?? 0, text ?? ''), lines: [] };
    case 'tooMany':
      return { title: words.positions.tooMany, lines: [] };
    case 'chess':
      return { title: words.chess, lines: [words.chessHelp] };
    case 'file':
      return { title: words.embedFile, lines: [words.embedFileHelp(text ?? '')] };
    case 'embed':
      return { title: words.embedOnly, lines: [words.embedOnlyHelp] };
    case 'nothing':
      return { title: words.unknown, lines: [words.unknownHelp] };
  }
}

export function renderProblem(
  { title, lines, unkept, damaged }: Problem,
  saveUnkept: (ids: readonly string[]) => void,
): TemplateResult {
  return html`<div class="notice bad record-problem" role="alert">
    <div>
      <strong>${title}</strong>
      ${lines.map((line) => html`<p>${line}</p>`)}
    </div>
    ${
      unkept
        ? html`<button type="button" class="primary" @click=${() => saveUnkept(unkept)}>
            ${icons.save} ${libraryWords.saveFile}
          </button>`
        : nothing
    }
    ${
      damaged
        ? html`<button type="button" @click=${() => saveDamaged(damaged)}>${icons.save} ${libraryWords.saveDamaged}</button>`
        : nothing
    }
  </div>`;
}

/** Lines of the files that are no game. */
export function renderBadLines(problems: readonly string[]): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  const shown = problems.slice(0, MOST_LINES);
  return html`<details class="notice bad bad-lines">
    <summary>${analyseWords.badLines(problems.length)}</summary>
    <ul>
      ${shown.map((problem) => html`<li>${problem}</li>`)}
      ${problems.length > shown.length ? html`<li>…</li>` : nothing}
    </ul>
  </details>`;
}

/** Places where a record differs from the rules, and what in it could not be read. */
export function renderDifferences({ differences, differencesInAll, leftOut }: RecordDetails): TemplateResult {
  const item = (text: string): TemplateResult => html`<li><bdi>${text}</bdi></li>`;
  const lines = differences.map(analyseWords.difference);
  const others = differencesInAll - lines.length;
  return html`${
    lines.length > 0
      ? html`<div class="notice bad differences" role="status">
          <div>
            <strong>${analyseWords.differs(differencesInAll)}</strong>
            <ul>
              ${lines.slice(0, 3).map(item)}
            </ul>
            ${
              lines.length > 3
                ? html`<details>
                    <summary>${analyseWords.moreDifferences(differencesInAll - 3)}</summary>
                    <ul>
                      ${lines.slice(3).map(item)} ${others > 0 ? html`<li>…</li>` : nothing}
                    </ul>
                  </details>`
                : nothing
            }
            <p class="small">${analyseWords.differsHelp}</p>
          </div>
        </div>`
      : nothing
  }
  ${
    leftOut.length > 0
      ? html`<details class="notice bad left-out">
          <summary>${analyseWords.leftOut(leftOut.length)}</summary>
          <ul>
            ${leftOut.map(described).map(item)}
          </ul>
        </details>`
      : nothing
  }`;
}
