import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Color } from 'outpost-rbc';
import { playerName, recordWords } from '../record/words';
import { icons } from '../ui/icons';
import { library } from './library';
import { dateOf, resultOf } from './library-rows';
import type { Row } from './library-store';
import { libraryWords } from './words';

const words = libraryWords;

/** The game whose tags are edited, and what they were. */
export interface Tagging {
  id: string;
  before: readonly string[];
}

interface Actions {
  tagging: Tagging | null;
  editTags(id: string): void;
  /** `null` leaves the tags as they were. */
  endTags(id: string, text: string | null): void;
  remove(id: string): void;
}

/** The games of a page of the library. */
export function libraryTable(rows: readonly Row[], actions: Actions): TemplateResult {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${words.table}>
    <table class="games kept-games">
      <thead>
        <tr>
          <th scope="col">${words.columns.players}</th>
          <th scope="col">${words.result}</th>
          <th scope="col" class="wide-cell">${words.columns.date}</th>
          <th scope="col"><span class="visually-hidden">${words.columns.actions}</span></th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          rows,
          ({ id }) => id,
          (row) => renderRow(row, actions),
        )}
      </tbody>
    </table>
  </div>`;
}

function renderRow(row: Row, actions: Actions): TemplateResult {
  const { id, plies, reason } = row;
  const white = playerName(row.white);
  const black = playerName(row.black);
  const result = resultOf(row);
  const how = reason ? (recordWords.reasons[reason] ?? reason) : '';
  return html`<tr data-game=${id} @click=${(event: MouseEvent) => openGame(event, id)}>
    <td>
      ${playersCell(row.white, row.black, `#analyse/game/${id}`, words.open(white, black))}
      <span class="tags">${actions.tagging?.id === id ? renderTagEditor(actions.tagging, actions) : renderTags(row, white, black, actions)}</span>
    </td>
    <td>${resultCell(row.winner, words.results[result], how)}</td>
    <td class="wide-cell">
      ${row.damaged ? nothing : html`<span class="nowrap">${words.date(dateOf(row), row.playedAt !== null)}</span>`}
      <span class="small muted nowrap">${recordWords.halfTurns(plies)}</span>
    </td>
    <td class="row-actions">
      <button
        type="button"
        class="quiet icon-button"
        aria-label=${words.remove(white, black)}
        title=${words.remove(white, black)}
        @click=${() => actions.remove(id)}
      >
        ${icons.cross}
      </button>
    </td>
  </tr>`;
}

function renderTags(row: Row, white: string, black: string, { editTags }: Actions): TemplateResult {
  const { id, extras, damaged, differences } = row;
  const notes = extras.notes?.length ?? 0;
  return html`${library.isKept(id) ? nothing : html`<span class="chip bad">${words.unkept}</span>`}
    ${damaged ? html`<span class="chip bad">${words.damaged}</span>` : nothing}
    ${differences > 0 ? html`<span class="chip bad">${words.differs}</span>` : nothing}
    ${(extras.tags ?? []).map((tag) => html`<span class="chip"><bdi>${tag}</bdi></span>`)}
    ${notes > 0 ? html`<span class="chip plain">${words.notes(notes)}</span>` : nothing}
    <button
      type="button"
      class="quiet small-button edit-tags"
      aria-label=${words.editTags(white, black)}
      @click=${() => editTags(id)}
    >
      ${icons.plus} ${words.addTag}
    </button>`;
}

function renderTagEditor({ id, before }: Tagging, { endTags }: Actions): TemplateResult {
  return html`<span class="tag-editor">
    <input
      aria-label=${words.columns.tags}
      aria-describedby="tags-help"
      autocomplete="off"
      .value=${before.join(', ')}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter') void endTags(id, (event.target as HTMLInputElement).value);
        else if (event.key === 'Escape') void endTags(id, null);
      }}
      @blur=${(event: FocusEvent) => endTags(id, (event.target as HTMLInputElement).value)}
    />
    <span id="tags-help" class="small muted">${words.tagsHelp}</span>
  </span>`;
}

/** A click anywhere in a row opens its game, but not one that ends a selection of text. */
function openGame(event: MouseEvent, id: string): void {
  if ((event.target as HTMLElement).closest('button, a, input')) return;
  if (getSelection()?.type === 'Range') return;
  location.hash = `#analyse/game/${id}`;
}

/** Who played: each on a line of its own, or side by side where there is room. `href` opens the game. */
export function playersCell(white: string | null, black: string | null, href?: string, label?: string): TemplateResult {
  const name = (text: string | null): TemplateResult =>
    text === null
      ? html`<span class="muted">${recordWords.unnamed}</span>`
      : html`<bdi translate="no" title=${text}>${playerName(text)}</bdi>`;
  return html`<span class="players">
    <span class="one-player"><span class="disc white"></span>${href ? html`<a href=${href} aria-label=${label ?? nothing}>${name(white)}</a>` : name(white)}</span>
    <span class="one-player"><span class="disc black"></span>${name(black)}</span>
  </span>`;
}

/** How a game ended: the result, and how it came to it. */
export function resultCell(winner: Color | null, result: string, how: string): TemplateResult {
  return html`<span class="nowrap">${winner ? html`<span class="disc ${winner}"></span> ` : nothing}${result}</span>
    ${how ? html`<span class="small muted nowrap">${how}</span>` : nothing}`;
}
