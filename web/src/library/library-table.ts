import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { recordWords } from '../record/words';
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
  const { columns } = recordWords;
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${words.table}>
    <!-- The roles hold on narrow screens too, where a row is laid out in lines. -->
    <table class="games kept-games" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${columns.white}</th>
          <th role="columnheader" scope="col">${columns.black}</th>
          <th role="columnheader" scope="col">${columns.winner}</th>
          <th role="columnheader" scope="col" class="number">${columns.plies}</th>
          <th role="columnheader" scope="col">${words.columns.date}</th>
          <th role="columnheader" scope="col">${words.columns.tags}</th>
          <th role="columnheader" scope="col"><span class="visually-hidden">${words.columns.actions}</span></th>
        </tr>
      </thead>
      <tbody role="rowgroup">
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
  const white = row.white ?? recordWords.unnamed;
  const black = row.black ?? recordWords.unnamed;
  const result = resultOf(row);
  const how = reason ? (recordWords.reasons[reason] ?? reason) : '';
  return html`<tr role="row" data-game=${id} @click=${(event: MouseEvent) => openGame(event, id)}>
    <td role="cell" class="played-by">
      <span class="disc white"></span><a href="#analyse/game/${id}" aria-label=${words.open(white, black)}><bdi translate="no">${white}</bdi></a>
    </td>
    <td role="cell" class="played-by"><span class="disc black"></span><bdi translate="no">${black}</bdi></td>
    <td role="cell">
      ${row.winner ? html`<span class="disc ${row.winner}"></span> ` : nothing}${words.results[result]}${how ? `, ${how}` : ''}
    </td>
    <td role="cell" class="number">
      <span class="wide-cell" translate="no">${plies}</span><span class="narrow-cell">${recordWords.halfTurns(plies)}</span>
    </td>
    <td role="cell">${row.damaged ? '' : words.date(dateOf(row), row.playedAt !== null)}</td>
    <td role="cell" class="tags">${actions.tagging?.id === id ? renderTagEditor(actions.tagging, actions) : renderTags(row, white, black, actions)}</td>
    <td role="cell" class="row-actions">
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
