import { html, nothing, type TemplateResult } from 'lit';
import type { RecordSummary, TextContent } from 'outpost-rbc';
import { playersCell, resultCell } from '../library/library-table';
import { libraryWords } from '../library/words';
import { outcomeWords, recordWords } from '../record/words';
import { icons } from '../ui/icons';
import { commonWords } from '../ui/words';
import './batch-view';
import type { Listed } from './keeping';
import { analyseWords } from './words';

/** Rows at first. */
const PAGE = 100;
/** How many more at a time. */
const MORE = PAGE * 5;

export type Position = Extract<TextContent, { kind: 'boards' }>['boards'][number];

/** What can be done with what is open. */
interface Actions {
  /** The button that opens something else. */
  pick: TemplateResult;
  close(): void;
}

interface GameActions extends Actions {
  /** Number of the game that is being opened. */
  opening: number | null;
  open(number: number): void;
  /** The page is shown. */
  shown: boolean;
  /** `null` while games are put into the library. */
  keepAll: (() => void) | null;
}

/** The list of the games, or of the positions, of files that are open: those that match what is typed, some at first. */
export class OpenedLists {
  private filter = '';
  private visible = PAGE;
  /** Figures of the games are shown in place of the list. */
  private figures = false;

  constructor(private readonly host: { requestUpdate(): void }) {}

  /** Other files are open. */
  reset(): void {
    this.filter = '';
    this.visible = PAGE;
    this.figures = false;
  }

  renderGames(all: readonly Listed[], actions: GameActions): TemplateResult {
    const names = new Set(all.map(({ fileName }) => fileName));
    const title = names.size === 1 ? (all[0]?.fileName ?? '') : analyseWords.files(names.size);
    return html`<section class="card" aria-label=${title}>
      <div class="row between wrap">
        <div class="file-title">
          <h1>${title}</h1>
          <p class="muted">${analyseWords.games(all.length)}</p>
        </div>
        <div class="row wrap">
          <button type="button" class="primary" ?disabled=${actions.keepAll === null} @click=${actions.keepAll}>
            ${icons.save} ${analyseWords.keepAll(all.length)}
          </button>
          ${actions.pick}
          <button type="button" @click=${actions.close}>${analyseWords.close}</button>
        </div>
      </div>
      <div class="segments list-views" role="group" aria-label=${analyseWords.views.label}>
        ${(['games', 'figures'] as const).map(
          (view) => html`<button
            type="button"
            class="segment"
            aria-pressed=${this.figures === (view === 'figures') ? 'true' : 'false'}
            @click=${() => {
              this.figures = view === 'figures';
              this.host.requestUpdate();
            }}
          >
            ${analyseWords.views[view]}
          </button>`,
        )}
      </div>
      ${
        this.figures
          ? html`<batch-view
              .games=${all}
              .shown=${actions.shown}
              @open-game=${(event: CustomEvent<number>) => actions.open(event.detail)}
            ></batch-view>`
          : this.renderList(all, names.size > 1, actions)
      }
    </section>`;
  }

  private renderList(all: readonly Listed[], named: boolean, actions: GameActions): TemplateResult {
    const wanted = this.filter.trim().toLowerCase();
    const numbered = all.map((listed, number) => ({ ...listed, number }));
    const games = wanted
      ? numbered.filter(({ summary, fileName }) =>
          `${summary.white ?? ''}\n${summary.black ?? ''}\n${named ? fileName : ''}`.toLowerCase().includes(wanted),
        )
      : numbered;
    return html`<label class="filter"
        >${analyseWords.filter}
        <input
          type="search"
          .value=${this.filter}
          @input=${(event: Event) => {
            this.filter = (event.target as HTMLInputElement).value;
            this.visible = PAGE;
            this.host.requestUpdate();
          }}
        />
      </label>
      <div class="table-scroll" tabindex="0" role="region" aria-label=${analyseWords.games(all.length)}>
        <table class="games">
          <thead>
            <tr>
              <th scope="col">${recordWords.columns.game}</th>
              <th scope="col">${libraryWords.columns.players}</th>
              <th scope="col">${libraryWords.result}</th>
              <th scope="col" class="number">${recordWords.columns.plies}</th>
            </tr>
          </thead>
          <tbody>
            ${games.slice(0, this.visible).map(({ number, summary }) => renderGame(number, summary, actions))}
          </tbody>
        </table>
      </div>
      ${this.renderMore(games.length)}`;
  }

  /** Positions of which one can be opened, after which one comes back to the others. */
  renderPositions(
    positions: readonly Position[],
    actions: Actions & { open(position: Position): void },
  ): TemplateResult {
    const words = analyseWords.positions;
    return html`<section class="card" aria-label=${words.title(positions.length)}>
      <div class="row between wrap">
        <h1>${words.title(positions.length)}</h1>
        <div class="row wrap">
          ${actions.pick}
          <button type="button" @click=${actions.close}>${analyseWords.close}</button>
        </div>
      </div>
      <ol class="positions">
        ${positions.slice(0, this.visible).map(
          (position) =>
            html`<li>
              <button type="button" class="link" @click=${() => actions.open(position)}>
                ${position.name === null ? nothing : html`<bdi>${position.name}</bdi>`}
                <code translate="no">${position.fen}</code>
              </button>
            </li>`,
        )}
      </ol>
      ${this.renderMore(positions.length)}
    </section>`;
  }

  private renderMore(count: number): TemplateResult | typeof nothing {
    if (count <= this.visible) return nothing;
    return html`<button
      type="button"
      @click=${() => {
        this.visible += MORE;
        this.host.requestUpdate();
      }}
    >
      ${commonWords.more(Math.min(MORE, count - this.visible))}
    </button>`;
  }
}

function renderGame(
  number: number,
  { white, black, winner, reason, plies }: RecordSummary,
  { opening, open }: GameActions,
): TemplateResult {
  const result = winner ? outcomeWords.wins(winner) : reason ? outcomeWords.draw : analyseWords.unknownResult;
  /** A click anywhere in a row opens its game, but not one that ends a selection of text. */
  const onRow = (event: MouseEvent): void => {
    if ((event.target as HTMLElement).closest('button') || opening !== null) return;
    if (getSelection()?.type === 'Range') return;
    open(number);
  };
  return html`<tr @click=${onRow}>
    <td class="game-number" translate="no">
      <button
        type="button"
        class="link"
        aria-label=${analyseWords.open(number + 1)}
        ?disabled=${opening !== null}
        @click=${() => open(number)}
      >
        ${number + 1}${opening === number ? html` <span class="spinner"></span>` : nothing}
      </button>
    </td>
    <td>${playersCell(white, black)}</td>
    <td>${resultCell(winner, result, reason ? (recordWords.reasons[reason] ?? reason) : '')}</td>
    <td class="number" translate="no">${plies}</td>
  </tr>`;
}
