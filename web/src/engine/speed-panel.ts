import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { EngineInfo } from 'outpost-rbc';
import './speed-panel.css';
import { isAbort, messageOf } from '../ui/errors';
import { commonWords } from '../ui/words';
import { engine } from './engine';
import { type Measured, measureEngine, perSecond } from './engine-speed';
import { speedWords } from './speed-words';

/** How fast the engine is in this browser, measured when asked; it stops when its dialog is closed. */
export class SpeedPanel extends LitElement {
  static override properties = {
    share: { state: true },
    measured: { state: true },
    said: { state: true },
  };
  /** The share that is done; `null` when nothing is measured. */
  declare private share: number | null;
  declare private measured: { info: EngineInfo; sets: Measured[] } | null;
  /** What a screen reader says, and what is written where there is no result. */
  declare private said: string;
  private abort: AbortController | null = null;
  private dialog: HTMLDialogElement | null = null;

  constructor() {
    super();
    this.share = null;
    this.measured = null;
    this.said = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.dialog = this.closest('dialog');
    this.dialog?.addEventListener('close', this.stop);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.dialog?.removeEventListener('close', this.stop);
    this.stop();
  }

  private readonly stop = (): void => this.abort?.abort();

  private async measure(): Promise<void> {
    const abort = new AbortController();
    this.abort = abort;
    this.share = 0;
    this.said = speedWords.measuring;
    this.measured = null;
    try {
      const outpost = await engine();
      const onProgress = (share: number): void => {
        this.share = share;
      };
      const sets = await measureEngine(outpost, { signal: abort.signal, onProgress });
      this.measured = { info: outpost.info, sets };
      const largest = sets.at(-1);
      this.said = largest ? speedWords.summary(perSecond(largest).made) : '';
    } catch (error) {
      this.said = isAbort(error) ? speedWords.cancelled : speedWords.failed(messageOf(error));
    } finally {
      this.abort = null;
      this.share = null;
    }
  }

  protected override render(): TemplateResult {
    const { share, measured } = this;
    const running = share !== null;
    return html`<section class="speed" aria-labelledby="speed-title">
      <h3 id="speed-title">${speedWords.title}</h3>
      ${measured ? this.renderResult(measured.info, measured.sets) : html`<p class="small">${speedWords.text}</p>`}
      <div class="row wrap">
        <button type="button" @click=${() => (running ? this.stop() : this.measure())}>
          ${running ? commonWords.cancel : measured ? speedWords.again : speedWords.measure}
        </button>
        ${running ? html`<progress class="grow" aria-label=${speedWords.measuring} max="1" value=${share}></progress>` : nothing}
        <p class=${measured || running ? 'visually-hidden' : 'small muted'} role="status">${this.said}</p>
      </div>
    </section>`;
  }

  private renderResult(info: EngineInfo, sets: Measured[]): TemplateResult | typeof nothing {
    const largest = sets.at(-1);
    if (!largest) return nothing;
    const { taken, moves, made } = perSecond(largest);
    return html`<dl class="facts">
        <dt>${speedWords.taken}</dt>
        <dd>${speedWords.perSecond(taken)}</dd>
        <dt>${speedWords.moves}</dt>
        <dd>${speedWords.perSecond(moves)}</dd>
        <dt>${speedWords.made}</dt>
        <dd>${speedWords.perSecond(made)}</dd>
        ${sets.map(
          ({ to, survey }) =>
            html`<dt>${speedWords.survey(to)}</dt>
              <dd>${speedWords.milliseconds(survey)}</dd>`,
        )}
      </dl>
      <p class="small muted">${speedWords.conditions(info.build, info.threads, largest.from)}</p>`;
  }
}

customElements.define('speed-panel', SpeedPanel);
