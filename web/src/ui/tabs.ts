import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { recall, remember } from './remembered';
import { openTab, tabAfterKey } from './tab-keys';

export interface Tab {
  id: string;
  label: string;
  /** What the panel holds. It is drawn only while the tab is open, unless it is kept. */
  content: () => unknown;
  /** The panel stays in the page, hidden, while another tab is open. */
  keep?: boolean;
}

/** Numbers the elements of a page, so that no two panels have the same id. */
let count = 0;

/**
 * Tabs with their panels, by the WAI-ARIA pattern: arrow keys, Home and End choose. The choice is remembered under `name`, if there is
 * one. Fires `choose-tab` with the id of the tab that the person chose.
 *
 * ```ts
 * html`<outpost-tabs name="replay" label=${words.panels} .tabs=${[{ id: 'story', label: words.story, content: () => … }]}></outpost-tabs>`
 * ```
 */
export class OutpostTabs extends LitElement {
  static override properties = {
    tabs: { attribute: false },
    label: {},
    name: {},
    first: {},
    chosen: { state: true },
  };
  declare tabs: readonly Tab[];
  /** What the tabs are, for screen readers. */
  declare label: string;
  /** The choice is remembered under it. */
  declare name: string;
  /** The tab that is open until the person chooses one. It may change. */
  declare first: string | null;
  declare private chosen: string | null;
  private readonly number = count++;

  constructor() {
    super();
    this.tabs = [];
    this.label = '';
    this.name = '';
    this.first = null;
    this.chosen = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  /** The id of the open tab; `null` without tabs. */
  get open(): string | null {
    const ids = this.tabs.map(({ id }) => id);
    return openTab(ids, this.chosen, this.first);
  }

  /** Opens a tab as if the person had chosen it; `passing`: it is not remembered. */
  choose(id: string, passing = false): void {
    this.chosen = id;
    if (!passing && this.name) remember(keyOf(this.name), id);
  }

  /** Opens a tab and moves the keyboard to it. */
  async focusTab(id: string): Promise<void> {
    this.choose(id);
    await this.updateComplete;
    const tab = this.querySelector<HTMLElement>(`#${this.idOf('tab', id)}`);
    tab?.focus();
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('name') && this.name && this.chosen === null) this.chosen = recall(keyOf(this.name));
  }

  private idOf(part: 'tab' | 'panel', id: string): string {
    return `tabs-${this.number}-${part}-${id}`;
  }

  private chosenByPerson(id: string): void {
    this.choose(id);
    this.dispatchEvent(new CustomEvent('choose-tab', { detail: id }));
  }

  /** A press of the mouse takes no focus: the page's keys, such as those that step through a game, go on as before. */
  private readonly keepFocus = (event: Event): void => event.preventDefault();

  private readonly onKey = (event: KeyboardEvent): void => {
    const from = this.open;
    if (from === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const direction = getComputedStyle(this).direction === 'rtl' ? 'rtl' : 'ltr';
    const ids = this.tabs.map(({ id }) => id);
    const to = tabAfterKey(ids, from, event.key, direction);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.chosenByPerson(to);
    void this.focusTab(to);
  };

  protected override render(): TemplateResult {
    const { open } = this;
    return html`<div class="tab-list" role="tablist" aria-label=${this.label || nothing} @keydown=${this.onKey}>
        ${this.tabs.map(
          ({ id, label }) => html`<button
            type="button"
            class="tab"
            role="tab"
            id=${this.idOf('tab', id)}
            data-tab=${id}
            aria-selected=${id === open ? 'true' : 'false'}
            aria-controls=${this.idOf('panel', id)}
            tabindex=${id === open ? 0 : -1}
            @mousedown=${this.keepFocus}
            @click=${() => this.chosenByPerson(id)}
          >
            ${label}
          </button>`,
        )}
      </div>
      ${this.tabs.map(
        ({ id, content, keep }) => html`<div
          class="tab-panel"
          role="tabpanel"
          id=${this.idOf('panel', id)}
          data-panel-of=${id}
          aria-labelledby=${this.idOf('tab', id)}
          tabindex="0"
          ?hidden=${id !== open}
        >
          ${id === open || keep ? content() : nothing}
        </div>`,
      )}`;
  }
}

if (!customElements.get('outpost-tabs')) customElements.define('outpost-tabs', OutpostTabs);

declare global {
  interface HTMLElementTagNameMap {
    'outpost-tabs': OutpostTabs;
  }
}

const keyOf = (name: string): string => `outpost-tab-${name}`;
