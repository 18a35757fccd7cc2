import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { agentWords } from '../engine/words';
import { renderMissing } from '../ui/part-missing';
import { loadPart } from '../ui/parts';
import { ENOUGH } from './glicko';
import { type GameResult, gamesOf, ratingNow, ratingSteps, tallyOf } from './results';
import { results } from './results-store';
import { ratingWords } from './words';

/**
 * The person's rating and record in a line. With `game` (a game's id): how that game changed the rating, and the record against its
 * opponent. Without: the rating now, or the record in all, and a button for more. Nothing, where there is nothing to tell.
 *
 * Fires `emptied` when the records were deleted here: what had the keyboard is gone.
 */
export class RecordLine extends LitElement {
  static override properties = {
    game: {},
    shown: { type: Boolean },
    list: { state: true },
    open: { state: true },
    missing: { state: true },
  };
  declare game: string | null;
  /** The page is on view: it may show what another tab has added. */
  declare shown: boolean;
  declare private list: GameResult[] | null;
  declare private open: boolean;
  declare private missing: unknown;

  constructor() {
    super();
    this.game = null;
    this.shown = true;
    this.list = null;
    this.open = false;
    this.missing = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    results.addEventListener('change', this.read);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    results.removeEventListener('change', this.read);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if ((changed.has('shown') || changed.has('game')) && this.shown) void this.read();
  }

  private readonly read = async (): Promise<void> => {
    this.list = await results.all();
    if (!this.open || this.list.length > 0) return;
    this.open = false;
    await this.updateComplete;
    this.dispatchEvent(new CustomEvent('emptied', { bubbles: true }));
  };

  private async openRecords(again = false): Promise<void> {
    try {
      await loadPart('records', () => import('./records-dialog'), again);
      this.missing = null;
      this.open = true;
      await this.updateComplete;
      this.querySelector('records-dialog')?.show();
    } catch (error) {
      this.missing = error;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { list, game } = this;
    if (!list || list.length === 0) return nothing;
    return game === null ? this.renderAll(list) : this.renderGame(list, game);
  }

  private renderGame(list: readonly GameResult[], id: string): TemplateResult | typeof nothing {
    const result = list.find((each) => each.id === id);
    if (!result) return nothing;
    const { opponent, unrated } = result;
    const steps = ratingSteps(list);
    const at = steps.findIndex((each) => each.game.id === id);
    const step = steps[at];
    const rating = step
      ? html`<strong>${at + 1 < ENOUGH ? ratingWords.soon(ENOUGH - at - 1) : ratingWords.changed(step, step.change)}</strong>`
      : html`<span>${unrated ? ratingWords.unrated[unrated] : ratingWords.notLevel}</span>`;
    const against = tallyOf(list.filter((each) => each.opponent === opponent));
    return html`<p class="record-line" role="status">
      ${rating}
      ${gamesOf(against) > 0 ? html`<span>${ratingWords.against(agentWords.agent(opponent), against)}</span>` : nothing}
    </p>`;
  }

  private renderAll(list: readonly GameResult[]): TemplateResult {
    const rating = ratingNow(list);
    const rated = ratingSteps(list).length;
    const tally = tallyOf(list);
    return html`<div class="record-line row between">
        <p>
          ${rating ? html`<strong>${rated < ENOUGH ? ratingWords.soon(ENOUGH - rated) : ratingWords.rating(rating)}</strong>` : nothing}
          ${gamesOf(tally) > 0 ? html`<span>${ratingWords.tally(tally)}</span>` : nothing}
        </p>
        <button type="button" class="link" @click=${() => this.openRecords()}>${ratingWords.records}</button>
      </div>
      ${this.missing ? renderMissing(this.missing, () => this.openRecords(true)) : nothing}
      ${this.open ? html`<records-dialog .list=${list}></records-dialog>` : nothing}`;
  }
}

customElements.define('outpost-record-line', RecordLine);
