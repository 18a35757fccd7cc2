import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { moveText } from '../board/move-results';
import { squareName } from '../board/squares';
import { cssVars } from '../ui/css-vars';
import { icons } from '../ui/icons';
import type { AnalysisSession } from './analysis-session';
import type { Variation, VariationRow, VariationTree } from './variations';
import { whatIfWords } from './words';

/** Deeper lines are not moved further to the right. */
const DEEPEST = 6;

/** What was tried, in words: `Turn 3, White senses e4`. */
export function variationText(node: Variation<AnalysisSession>): string {
  const { action, parent } = node;
  const step = parent?.line.replay.steps[node.at];
  if (!action || !step) return whatIfWords.game;
  const turn = Math.floor(step.ply / 2) + 1;
  return 'sense' in action
    ? whatIfWords.sensedAt(turn, step.color, action.sense === null ? null : squareName(action.sense))
    : whatIfWords.playedAt(turn, step.color, action.request === null ? null : moveText(action.request));
}

/**
 * The game and the what-ifs that were tried, as a tree for mouse and keyboard. Fires `choose` and `remove` (detail: the line).
 * The `tree` changes in place: whoever changes it counts `version` up.
 */
export class VariationTreeView extends LitElement {
  static override properties = {
    tree: { attribute: false },
    version: { attribute: false },
    current: { attribute: false },
    focused: { state: true },
  };
  declare tree: VariationTree<AnalysisSession>;
  declare version: number;
  declare current: Variation<AnalysisSession>;
  /** The row that the keyboard is at; the current line until it moves. */
  declare private focused: Variation<AnalysisSession> | null;

  constructor() {
    super();
    this.version = 0;
    this.focused = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private fire(name: 'choose' | 'remove', node: Variation<AnalysisSession>): void {
    this.dispatchEvent(new CustomEvent(name, { detail: node }));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = this.tree.rows().map(({ node }) => node);
    const here = this.stop(rows);
    const at = rows.indexOf(here);
    const move = (node: Variation<AnalysisSession> | null | undefined) => (): void => {
      if (!node) return;
      this.focused = node;
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus());
    };
    const [out, into] = this.matches(':dir(rtl)') ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    const actions: Record<string, () => void> = {
      ArrowUp: move(rows[at - 1]),
      ArrowDown: move(rows[at + 1]),
      [out as string]: move(here.parent),
      [into as string]: move(here.children[0]),
      Home: move(rows[0]),
      End: move(rows.at(-1)),
      Enter: () => this.fire('choose', here),
      ' ': () => this.fire('choose', here),
      Delete: () => {
        if (!here.parent) return;
        move(here.parent)();
        this.fire('remove', here);
      },
    };
    const action = actions[event.key];
    if (!action) return;
    // The keys of the replay are other ones.
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  private stop(rows: readonly Variation<AnalysisSession>[]): Variation<AnalysisSession> {
    return this.focused && rows.includes(this.focused) ? this.focused : this.current;
  }

  protected override render(): TemplateResult {
    const rows = this.tree.rows();
    const stop = this.stop(rows.map(({ node }) => node));
    return html`<div class="variation-tree" role="tree" aria-label=${whatIfWords.tree} @keydown=${this.onKey}>
        ${rows.map((row) => this.renderRow(row, stop))}
      </div>
      <div class="row between wrap">
        <p class="small muted keys">${whatIfWords.treeKeys}</p>
        ${
          this.current.parent
            ? html`<button type="button" class="small-button" @click=${() => this.fire('remove', this.current)}>
                ${whatIfWords.remove}
              </button>`
            : nothing
        }
      </div>`;
  }

  private renderRow(
    { node, level, indent, position, siblings }: VariationRow<AnalysisSession>,
    stop: unknown,
  ): TemplateResult {
    const current = node === this.current;
    return html`<div
      role="treeitem"
      aria-level=${level}
      aria-posinset=${position}
      aria-setsize=${siblings}
      aria-selected=${current ? 'true' : 'false'}
      tabindex=${node === stop ? 0 : -1}
      ${cssVars({ '--level': Math.min(DEEPEST, indent) })}
      @click=${() => {
        this.focused = node;
        this.fire('choose', node);
      }}
    >
      ${node.parent ? icons.branch : icons.logo}
      <span>${variationText(node)}${node.assumed ? html` <span class="tag">${whatIfWords.assumed}</span>` : nothing}</span>
    </div>`;
  }
}

customElements.define('variation-tree', VariationTreeView);
