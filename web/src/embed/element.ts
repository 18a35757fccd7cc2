import { html, LitElement, nothing, type PropertyValues, render, type TemplateResult } from 'lit';
import { EngineCrashError, type Outpost } from 'outpost-rbc';
import '../board/board';
import { loadDrawings, PIECE_SETS } from '../board/piece-sets';
import { onEngine, restartEngine } from '../engine/engine';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { commonWords } from '../ui/words';
import { embedWords } from './words';
import '../ui/translators';
import { MOST_ITEMS } from '../problems/attributes';
import type { EmbedEvents } from './events';
import { type Lead, renderLead } from './lead';
import { markLanguage } from './own-language';
import { releaseEngine, takeEngine } from './shared-engine';
import { adoptBoardStyles, adoptPieces, BOARDS, shadowStyles } from './styles';

/**
 * What all embeds have in common. Their words and controls are in a shadow root, out of reach of the host page's rules; their
 * boards in a slot, in the host page's own tree.
 *
 * No engine is loaded before something needs it, and nothing is worked out while the embed cannot be seen.
 */
export abstract class EmbedElement extends LitElement {
  static override styles = shadowStyles;
  static override properties = {
    theme: { reflect: true },
    pieces: {},
    lead: { attribute: false },
    problem: { state: true },
    engineState: { state: true },
    seen: { state: true },
  };
  /** `light`, `dark`, or anything else for that of the page. */
  declare theme: string;
  /** The set of pieces on its boards. */
  declare pieces: string | null;
  /** The words of the lesson's step that shows it, for `outpost-lesson`. */
  declare lead: Lead | null;
  /** Why it cannot be shown, or not all of it. */
  declare protected problem: string | null;
  declare protected engineState: 'off' | 'loading' | 'ready' | 'failed';
  /** Whether any of it is on the screen. */
  declare protected seen: boolean;
  protected engineProblem = '';
  private inPage: HTMLElement | null = null;
  /** Its boards have been drawn, and are kept up to date from then on. */
  private drawn = false;
  private watching: IntersectionObserver | null = null;
  private stopListening: (() => void) | null = null;
  /** It is one item too many of a lesson, which is never shown. */
  private surplus = false;

  constructor() {
    super();
    this.theme = '';
    this.pieces = null;
    this.lead = null;
    this.problem = null;
    this.engineState = 'off';
    this.seen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.surplus = isSurplus(this);
    if (this.surplus) return;
    adoptBoardStyles(this.getRootNode() as Document | ShadowRoot);
    markLanguage(this);
    if (!this.inPage) {
      this.inPage = document.createElement('div');
      this.inPage.className = BOARDS;
      this.inPage.slot = 'boards';
      this.append(this.inPage);
    }
    this.watching = new IntersectionObserver((entries) => {
      const seen = entries.at(-1)?.isIntersecting ?? false;
      if (seen === this.seen) return;
      this.seen = seen;
      if (seen) this.resume();
      else this.pause();
    });
    this.watching.observe(this);
    // Somebody has started it again, here or elsewhere on the page.
    this.stopListening = onEngine('back', () => {
      if (this.engineState !== 'failed') return;
      this.engineState = 'off';
      this.problem = null;
      if (this.seen) this.resume();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening?.();
    this.watching?.disconnect();
    this.watching = null;
    this.seen = false;
    this.pause();
    // Moving it in the page takes it out and puts it in again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.letGo();
      releaseEngine(this);
      if (this.engineState !== 'off') this.engineState = 'off';
    });
  }

  protected override shouldUpdate(_changed: PropertyValues): boolean {
    return !this.surplus;
  }

  /** It has come into view: what was waiting goes on. */
  protected resume(): void {}

  /** It has gone out of view: what is being worked out is broken off. */
  protected pause(): void {}

  /** It is gone: what it has in the engine is freed. */
  protected letGo(): void {}

  protected abstract renderBoards(): TemplateResult | typeof nothing;

  protected override updated(changed: PropertyValues): void {
    if (changed.has('pieces') && this.pieces !== null) void this.showPieces();
    // In a lesson all but one are hidden, and a board takes a while to draw.
    this.drawn ||= this.seen || !this.parentElement?.closest('outpost-lesson');
    if (this.inPage && this.drawn)
      render(html`<div class="outpost-row">${this.renderBoards()}</div>`, this.inPage, { host: this });
  }

  /** Where a set does not arrive, the boards keep the pieces that they have. */
  private async showPieces(): Promise<void> {
    const wanted = this.pieces;
    const set = PIECE_SETS.find((name) => name === wanted) ?? 'cburnett';
    const drawings = await loadDrawings(set).catch(() => null);
    if (wanted !== this.pieces || !this.inPage?.isConnected || !this.shadowRoot) return;
    adoptPieces(set, drawings, this.inPage, this.shadowRoot);
  }

  /** Calls the engine, which is loaded first where it is not there yet. */
  protected async withEngine<T>(call: (outpost: Outpost) => Promise<T>): Promise<T> {
    if (this.engineState !== 'ready') this.engineState = 'loading';
    let outpost: Outpost;
    try {
      outpost = await takeEngine(this);
      this.engineState = 'ready';
    } catch (error) {
      releaseEngine(this);
      this.withoutEngine(globalThis.origin === 'null' ? embedWords.sandboxed : messageOf(error));
      throw new EngineMissing(this.engineProblem);
    }
    return afterCrash(() => call(outpost));
  }

  /** The engine is not there, or no more. */
  private withoutEngine(problem: string): void {
    this.engineProblem = problem;
    this.engineState = 'failed';
    this.tell('outpost-error', { message: embedWords.engineFailed(problem) });
  }

  /** Shows what went wrong and tells the page. */
  protected fail(error: unknown): void {
    // The missing engine was already reported.
    if (isAbort(error) || error instanceof EngineMissing) return;
    const message = messageOf(error);
    // It can be started again.
    if (error instanceof EngineCrashError && error.final) {
      this.withoutEngine(message);
      return;
    }
    if (message === this.problem) return;
    this.problem = message;
    this.tell('outpost-error', { message });
  }

  protected tell<K extends keyof EmbedEvents>(name: K, detail: EmbedEvents[K]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Tries again what failed for lack of the engine. */
  protected async retry(): Promise<void> {
    this.engineState = 'loading';
    try {
      // One that crashed too often; what it held is there again.
      await restartEngine();
    } catch (error) {
      return this.withoutEngine(messageOf(error));
    }
    this.engineState = 'off';
    this.resume();
  }

  /** Its lesson's words, which come first. */
  protected renderLead(withSide = false): TemplateResult | typeof nothing {
    return this.lead ? renderLead(this.lead, withSide) : nothing;
  }

  protected renderStatus(): TemplateResult | typeof nothing {
    if (this.engineState === 'loading') {
      return html`<div class="embed-status wide" part="status" role="status">
        <span class="small">${embedWords.loadingEngine}</span><progress aria-label=${embedWords.loadingEngine}></progress>
      </div>`;
    }
    if (this.engineState === 'failed') {
      return html`<div class="notice bad wide" part="problem" role="alert">
        <p>${embedWords.engineFailed(this.engineProblem)}</p>
        <button type="button" @click=${() => this.retry()}>${commonWords.retry}</button>
      </div>`;
    }
    if (this.problem) {
      return html`<div class="notice bad wide" part="problem" role="alert">
        <p><strong>${embedWords.problem}.</strong> ${this.problem}</p>
      </div>`;
    }
    return nothing;
  }
}

/** Whether an element of a lesson comes after the {@link MOST_ITEMS} that the lesson shows. */
function isSurplus(element: Element): boolean {
  if (element.parentElement?.localName !== 'outpost-lesson') return false;
  let before = element.previousElementSibling;
  for (let count = 1; before && count < MOST_ITEMS; count++) before = before.previousElementSibling;
  return before !== null;
}

/** There is no engine: the embed says so already. */
export class EngineMissing extends Error {
  override name = 'EngineMissing';
}
