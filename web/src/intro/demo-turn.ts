import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import '../board/board';
import { animation } from '../board/animation';
import { announce } from '../ui/announcer';
import { icons } from '../ui/icons';
import { demoLine } from './demo-line';
import { LOOP, LOOP_MS, STEPS, STORY_MS, type StepName, sceneOf, WANDER, WANDER_MS } from './demo-steps';
import { introWords } from './words';

/** How often the board plays by itself: then it rests, as people read what stands beside it. */
const ROUNDS = 3;

/**
 * A turn of the game on a board. At first it plays by itself, with a line below; asked how the game works, it tells it step by step, with
 * text and controls. Nothing plays by itself for those who wish for less motion, or have switched animation off. Fires `story` (detail: whether it is told).
 */
export class DemoTurn extends LitElement {
  static override properties = {
    shown: { type: Boolean },
    telling: { state: true },
    playing: { state: true },
    at: { state: true },
    wandered: { state: true },
  };
  /** The page is on view: nothing moves elsewhere. */
  declare shown: boolean;
  declare private telling: boolean;
  declare private playing: boolean;
  /** In {@link STEPS} where it is told, else in {@link LOOP}. */
  declare private at: number;
  /** Places that the window was at in this step. */
  declare private wandered: number;
  private rounds = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.shown = true;
    this.telling = false;
    this.playing = animation().enabled;
    // What it is about, where it stands still.
    this.at = this.playing ? 0 : LOOP.indexOf('seen');
    this.wandered = 0;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.onVisible);
    if (this.hasUpdated) this.schedule();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.onVisible);
    clearTimeout(this.timer);
  }

  private readonly onVisible = (): void => this.schedule();

  private get step(): StepName {
    return (this.telling ? STEPS : LOOP)[this.at] as StepName;
  }

  protected override updated(changed: PropertyValues): void {
    if (['shown', 'telling', 'playing', 'at', 'wandered'].some((name) => changed.has(name))) this.schedule();
    if (this.telling && (changed.has('at') || changed.has('telling'))) announce(introWords.texts[this.step]);
  }

  /** Where the window of the step is on its way. */
  private get wanders(): boolean {
    return this.playing && this.step === 'sense' && animation().enabled && this.wandered < WANDER.length;
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (!this.playing || !this.shown || document.hidden || !this.isConnected) return;
    if (this.wanders) {
      this.timer = setTimeout(() => {
        this.wandered++;
      }, WANDER_MS);
      return;
    }
    const whole = this.telling ? STORY_MS : LOOP_MS;
    const ms = this.step === 'sense' ? whole - this.wandered * WANDER_MS : whole;
    this.timer = setTimeout(() => this.goOn(), Math.max(ms, WANDER_MS));
  }

  private goOn(): void {
    if (this.telling) {
      if (this.at === STEPS.length - 1) this.playing = false;
      else this.goTo(this.at + 1);
      return;
    }
    if (this.at < LOOP.length - 1) {
      this.goTo(this.at + 1);
      return;
    }
    this.rounds++;
    if (this.rounds < ROUNDS) this.goTo(0);
    else this.playing = false;
  }

  private goTo(at: number): void {
    this.wandered = 0;
    this.at = at;
  }

  private readonly tell = async (): Promise<void> => {
    this.telling = true;
    this.goTo(0);
    this.playing = animation().enabled;
    this.say();
    await this.updateComplete;
    this.querySelector<HTMLElement>('.demo-next')?.focus();
  };

  private readonly end = async (): Promise<void> => {
    this.telling = false;
    this.playing = false;
    this.goTo(LOOP.indexOf('seen'));
    this.say();
    await this.updateComplete;
    this.querySelector<HTMLElement>('.demo-how')?.focus();
  };

  private say(): void {
    this.dispatchEvent(new CustomEvent('story', { detail: this.telling, bubbles: true }));
  }

  private readonly toggle = (): void => {
    this.rounds = 0;
    const last = (this.telling ? STEPS : LOOP).length - 1;
    if (!this.playing && this.at === last) this.goTo(0);
    this.playing = !this.playing;
  };

  private walk(by: number): void {
    const to = Math.min(STEPS.length - 1, Math.max(0, this.at + by));
    this.playing = false;
    this.goTo(to);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (!this.telling || event.altKey || event.ctrlKey || event.metaKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) this.walk(by);
    else if (event.key === 'Escape') void this.end();
    else return;
    event.preventDefault();
  };

  protected override render(): TemplateResult {
    const { step } = this;
    const { pieces, ghosts, tints, frame, arrows } = sceneOf(step);
    const shownFrame = this.wanders ? (WANDER[this.wandered] ?? frame) : frame;
    return html`<div class="demo ${this.telling ? 'telling' : ''}" data-step=${step} @keydown=${this.onKey}>
      <div class="demo-board" role="img" aria-label=${introWords.board(introWords.texts[step])}>
        <rbc-board inert .pieces=${pieces} .ghosts=${ghosts} .tints=${tints} .frame=${shownFrame} .arrows=${arrows}></rbc-board>
      </div>
      ${this.telling ? html`<p class="demo-text">${introWords.texts[step]}</p>` : demoLine(step)}
      ${this.telling ? this.renderStory() : this.renderQuiet()}
    </div>`;
  }

  private renderToggle(): TemplateResult {
    const label = this.playing ? introWords.pause : introWords.play;
    return html`<button type="button" class="icon-button demo-toggle" aria-label=${label} title=${label} @click=${this.toggle}>
      ${this.playing ? icons.pause : icons.play}
    </button>`;
  }

  private renderQuiet(): TemplateResult {
    return html`<div class="demo-controls">
      ${this.renderToggle()}
      <button type="button" class="demo-how" @click=${this.tell}>${introWords.how}</button>
    </div>`;
  }

  private renderStory(): TemplateResult {
    const last = this.at === STEPS.length - 1;
    const button = (name: 'back' | 'next', off: boolean, by: number): TemplateResult =>
      html`<button
        type="button"
        class="icon-button demo-${name}"
        aria-label=${introWords[name]}
        title=${introWords[name]}
        aria-disabled=${off ? 'true' : 'false'}
        @click=${() => this.walk(by)}
      >
        ${icons[name]}
      </button>`;
    return html`<div class="demo-controls" role="group" aria-label=${introWords.controls}>
      ${button('back', this.at === 0, -1)} ${this.renderToggle()} ${button('next', last, 1)}
      <span class="demo-place muted small">${introWords.place(this.at + 1, STEPS.length)}</span>
      <button type="button" class="demo-skip ${last ? 'primary' : 'quiet'}" @click=${this.end}>
        ${last ? introWords.done : introWords.skip}
      </button>
    </div>`;
  }
}

customElements.define('demo-turn', DemoTurn);
