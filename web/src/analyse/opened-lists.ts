import { html, nothing, type TemplateResult } from 'lit';
import type { RecordSummary, TextContent } from 'outpost';
import { chessWords } from '../board/words';
import { outcomeWords, recordWords } from '../record/words';
import { icons } from '../ui/icons';
import { commonWords } from '../ui/words';
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
  /** `null` while games are put into the library. */
  keepAll: (() => void) | null;
}

/** The list of the games, or of the positions, of files that are open: those that match what is typed, some at first. */
export class OpenedLists {
  private filter = '';
  private visible = PAGE;

  constructor(private readonly host: { requestUpdate(): void }) {}

  /** Other files are open. */
  reset(): void {
    this.filter = '';
    this.visible = PAGE;
  }

  renderGames(all: readonly Listed[], actions: GameActions): TemplateResult {
    const names = new Set(all.map(({ fileName }) => fileName));
    const title = names.size === 1 ? (all[0]?.fileName ?? '') : analyseWords.files(names.size);
    const wanted = this.filter.trim().toLowerCase();
    const numbered = all.map((listed, number) => ({ ...listed, number }));
    const games = wanted
      ? numbered.filter(({ summary, fileName }) =>
          `${summary.white ?? ''}\n${summary.black ?? ''}\n${names.size > 1 ? fileName : ''}`
            .toLowerCase()
            .includes(wanted),
        )
      : numbered;
    const { columns } = recordWords;
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
      <label class="filter"
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
        <!-- The roles hold on narrow screens too, where a row is laid out in two lines. -->
        <table class="games" role="table">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">${columns.game}</th>
              <th role="columnheader" scope="col">${columns.white}</th>
              <th role="columnheader" scope="col">${columns.black}</th>
              <th role="columnheader" scope="col">${columns.winner}</th>
              <th role="columnheader" scope="col">${columns.reason}</th>
              <th role="columnheader" scope="col" class="number">${columns.plies}</th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${games.slice(0, this.visible).map(({ number, summary }) => renderGame(number, summary, actions))}
          </tbody>
        </table>
      </div>
      ${this.renderMore(games.length)}
    </section>`;
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
  const name = (text: string | null): unknown =>
    text === null ? html`<span class="muted">${recordWords.unnamed}</span>` : html`<bdi translate="no">${text}</bdi>`;
  const won = winner
    ? html`<span class="wide-cell"><span class="disc ${winner}"></span> ${chessWords.color(winner)}</span
        ><span class="narrow-cell">${outcomeWords.wins(winner)}</span>`
    : html`${reason ? analyseWords.draw : analyseWords.unknownResult}`;
  /** A click anywhere in a row opens its game, but not one that ends a selection of text. */
  const onRow = (event: MouseEvent): void => {
    if ((event.target as HTMLElement).closest('button') || opening !== null) return;
    if (getSelection()?.type === 'Range') return;
    open(number);
  };
  return html`<tr role="row" @click=${onRow}>
    <td role="cell" class="game-number" translate="no">
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
    <td role="cell" class="played-by"><span class="disc white"></span>${name(white)}</td>
    <td role="cell" class="played-by"><span class="disc black"></span>${name(black)}</td>
    <td role="cell">${won}</td>
    <td role="cell">${reason ? (recordWords.reasons[reason] ?? reason) : ''}</td>
    <td role="cell" class="number">
      <span class="wide-cell" translate="no">${plies}</span><span class="narrow-cell">${recordWords.halfTurns(plies)}</span>
    </td>
  </tr>`;
}
