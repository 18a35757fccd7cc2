import { html, nothing, type TemplateResult } from 'lit';
import { moveTableWords } from '../belief/words';
import { moveText } from '../board/move-results';
import { EQUAL, type Votes } from '../problems/board-votes';
import { embedWords } from './words';

/** More columns than these do not fit beside one another. */
const MOST_COLUMNS = 6;

/**
 * What requests come to on each board and over all: the best of all, those of `also`, and what each board by itself would choose.
 */
export function votesTable(
  { requests, favourites, best: most }: Votes,
  also: readonly (string | null)[],
): TemplateResult {
  const best = requests[0]?.request ?? null;
  const shown = new Set([best, ...also, ...favourites]);
  const rows = requests.filter(({ request }) => shown.has(request));
  const boards = favourites.length <= MOST_COLUMNS ? favourites.map((_, i) => i) : [];
  const text = (request: string | null): string => (request === null ? moveTableWords.pass : moveText(request));
  return html`<div class="votes-scroll" part="panel" tabindex="0" role="region" aria-label=${embedWords.votes}>
    <table class="votes">
      <caption class="small">${embedWords.votes}</caption>
      <thead>
        <tr>
          <th scope="col">${embedWords.votesMove}</th>
          <th scope="col">${embedWords.votesMean}</th>
          ${boards.map((i) => html`<th scope="col">${embedWords.boardNumber(i + 1)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ request, values, mean }) => html`<tr class=${request === best ? 'best' : ''}>
            <th scope="row" translate="no">${text(request)}</th>
            <td translate="no"><strong>${embedWords.votesChance(mean)}</strong></td>
            ${boards.map((i) => {
              const favourite = (values[i] ?? 0) >= (most[i] ?? 1) - EQUAL;
              return html`<td class=${favourite ? 'favourite' : ''}>
                ${embedWords.votesChance(values[i] ?? 0)}${favourite ? html`<span aria-hidden="true"> ★</span><span class="visually-hidden"> ${embedWords.votesBest}</span>` : nothing}
              </td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
    ${boards.length > 0 ? html`<p class="small muted" aria-hidden="true">${embedWords.votesLegend}</p>` : nothing}
  </div>`;
}
