import { html, nothing, type TemplateResult } from 'lit';
import type { Estimate } from 'outpost-rbc';
import { fixed, format } from '../ui/format';
import { labWords } from './words';

/** What a cell says, and below it what belongs to that: an interval, or how many. */
export type Cell = readonly [string, string?];

export const NONE: Cell = [labWords.elsewhereCell];

export function hundredfold({ value, low, high }: Estimate): Estimate {
  return { value: 100 * value, low: 100 * low, high: 100 * high };
}

/** An estimate, with its interval below. */
export function estimateCell({ value, low, high }: Estimate, decimals: 0 | 1 | 2, atLeast = false): Cell {
  const text = (n: number): string => (decimals > 0 ? fixed(n, decimals) : format.number(Math.round(n) || 0));
  const [at, from, to] = [text(value), text(low), text(high)];
  return [`${atLeast ? '>' : ''}${at}`, low === high ? '' : labWords.interval(from, to)];
}

export const percent = (estimate: Estimate | null | undefined): Cell =>
  estimate ? estimateCell(hundredfold(estimate), 1) : NONE;

export const rating = (estimate: Estimate | null | undefined): Cell => (estimate ? estimateCell(estimate, 0) : NONE);

/** A table whose first column names its rows. */
export function table(
  name: string,
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): TemplateResult {
  const cell = ([main, below]: Cell): TemplateResult =>
    html`${main}${below ? html`<span class="lab-below"> ${below}</span>` : nothing}`;
  return html`<div data-table=${name}>
    <h3 id="lab-table-${name}">${caption}</h3>
    <div class="lab-scroll" tabindex="0" role="region" aria-labelledby="lab-table-${name}">
      <table aria-labelledby="lab-table-${name}">
        <thead>
          <tr>
            ${head.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([first, ...cells]) =>
              html`<tr>
                <th scope="row">${first ? cell(first) : nothing}</th>
                ${cells.map((one) => html`<td translate="no">${cell(one)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </div>`;
}
