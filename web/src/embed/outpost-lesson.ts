import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { icons } from '../icons';
import { t } from '../strings';
import { shadowStyles } from './styles';

/**
 * Several embeds, one at a time, with what is solved of them. Its children are whatever a page shows; those that are
 * embeds with a task count as solved when they say so.
 */
export class OutpostLesson extends LitElement {
  static override styles = shadowStyles;
  static override properties = {
    theme: { reflect: true },
    at: { state: true },
    items: { state: true },
    solved: { state: true },
  };
  declare theme: string;
  declare private at: number;
  declare private items: readonly Element[];
  declare private solved: ReadonlySet<Element>;

  constructor() {
    super();
    this.theme = '';
    this.at = 0;
    this.items = [];
    this.solved = new Set();
    this.addEventListener('outpost-success', (event) => {
      const item = this.items.find((candidate) => candidate.contains(event.target as Node));
      if (item) this.solved = new Set(this.solved).add(item);
    });
  }

  private readonly onSlot = (event: Event): void => {
    this.items = (event.target as HTMLSlotElement).assignedElements();
    this.show(this.at);
  };

  private show(at: number): void {
    this.at = Math.max(0, Math.min(this.items.length - 1, at));
    this.items.forEach((item, i) => {
      item.toggleAttribute('hidden', i !== this.at);
    });
  }

  protected override render(): TemplateResult {
    const all = this.items.length;
    const tasks = this.items.filter((item) => item.hasAttribute('task')).length;
    const button = (label: string, icon: TemplateResult, off: boolean, by: number): TemplateResult =>
      html`<button type="button" ?disabled=${off} @click=${() => this.show(this.at + by)}>${icon} ${label}</button>`;
    return html`<div class="embed-stage">
      <slot @slotchange=${this.onSlot}></slot>
      ${all === 0 ? html`<p>${t.embed.emptyLesson}</p>` : nothing}
      <nav class="row between wrap" part="lesson-controls" aria-label=${t.embed.item(this.at + 1, all)}>
        ${button(t.embed.previous, icons.back, this.at === 0, -1)}
        <span class="small" role="status"
          >${t.embed.item(this.at + 1, all)}${tasks > 0 ? ` · ${t.embed.done(this.solved.size, tasks)}` : nothing}</span
        >
        ${button(t.embed.next, icons.next, this.at >= all - 1, 1)}
      </nav>
    </div>`;
  }
}
