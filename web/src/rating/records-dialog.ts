import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { agentWords } from '../engine/words';
import { messageOf } from '../ui/errors';
import { format } from '../ui/format';
import { commonWords } from '../ui/words';
import { ratingChart } from './rating-chart';
import { type GameResult, ratingSteps, type Step, type Tally, tallies, tallyOf } from './results';
import { results } from './results-store';
import './records-dialog.css';
import { ratingWords } from './words';

/** The person's rating and records, with the rule by which games count, and the way to delete them. */
export class RecordsDialog extends LitElement {
  static override properties = {
    list: { attribute: false },
    asking: { state: true },
    problem: { state: true },
  };
  declare list: readonly GameResult[];
  declare private asking: boolean;
  declare private problem: string | null;

  constructor() {
    super();
    this.list = [];
    this.asking = false;
    this.problem = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  async show(): Promise<void> {
    await this.updateComplete;
    this.asking = false;
    this.problem = null;
    this.querySelector('dialog')?.showModal();
  }

  private async clear(): Promise<void> {
    try {
      await results.clear();
      this.querySelector('dialog')?.close();
    } catch (error) {
      this.problem = ratingWords.notCleared(messageOf(error));
    }
    this.asking = false;
  }

  protected override render(): TemplateResult {
    const steps = ratingSteps(this.list);
    const now = steps.at(-1);
    return html`<dialog class="records" aria-labelledby="records-title">
      <h2 id="records-title">${ratingWords.title}</h2>
      <p>${now ? html`<strong class="records-rating">${ratingWords.rating(now)}</strong>` : ratingWords.unknown}</p>
      ${steps.length > 1 ? chart(steps) : nothing}
      <div class="table-scroll" tabindex="0" role="region" aria-label=${ratingWords.title}>${this.renderTable()}</div>
      <p class="small">${ratingWords.rule}</p>
      <p class="small">${ratingWords.range} ${ratingWords.local}</p>
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
      ${
        this.asking
          ? html`<div class="notice bad" role="alert">
              <p>${ratingWords.sure}</p>
              <div class="row wrap">
                <button
                  type="button"
                  @click=${() => {
                    this.asking = false;
                  }}
                >
                  ${commonWords.cancel}
                </button>
                <button type="button" class="danger" @click=${this.clear}>${ratingWords.yes}</button>
              </div>
            </div>`
          : nothing
      }
      <form method="dialog" class="row between wrap">
        <button
          type="button"
          class="quiet"
          aria-disabled=${this.asking ? 'true' : 'false'}
          @click=${() => {
            this.asking = true;
          }}
        >
          ${ratingWords.clear}
        </button>
        <button class="primary" autofocus>${commonWords.close}</button>
      </form>
    </dialog>`;
  }

  private renderTable(): TemplateResult {
    const row = (name: string, { won, drawn, lost, best }: Tally): TemplateResult =>
      html`<tr>
        <th scope="row">${name}</th>
        ${[won, drawn, lost, best].map((n) => html`<td>${format.number(n)}</td>`)}
      </tr>`;
    return html`<table class="records-table">
      <thead>
        <tr>
          <th scope="col">${ratingWords.opponent}</th>
          <th scope="col">${ratingWords.won}</th>
          <th scope="col">${ratingWords.drawn}</th>
          <th scope="col">${ratingWords.lost}</th>
          <th scope="col">${ratingWords.best}</th>
        </tr>
      </thead>
      <tbody>
        ${[...tallies(this.list)].map(([opponent, tally]) => row(agentWords.agent(opponent), tally))}
      </tbody>
      <tfoot>${row(ratingWords.all, tallyOf(this.list))}</tfoot>
    </table>`;
  }
}

/** The rating after each game. */
function chart(steps: readonly Step[]): TemplateResult {
  const ratings = steps.map(({ rating }) => rating);
  const text = (rating: number): string => format.number(Math.round(rating));
  const label = ratingWords.chart(ratings.length, text(ratings[0] as number), text(ratings.at(-1) as number));
  return ratingChart(ratings, label);
}

customElements.define('records-dialog', RecordsDialog);

declare global {
  interface HTMLElementTagNameMap {
    'records-dialog': RecordsDialog;
  }
}
