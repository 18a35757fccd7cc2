import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Color, PlayerView } from 'outpost-rbc';
import { formatClock, now, timeLeft, untilNextChange } from '../ui/clock';
import { icons } from '../ui/icons';
import { lowness } from './low-time';
import { clockWords } from './words';

/**
 * One side's clock. It is computed from timestamps at each change of what it shows. While it runs it fires `clock-runs` with
 * the milliseconds that are left at each change, and `clock-zero` once.
 */
export class PlayerClock extends LitElement {
  static override properties = { clocks: { attribute: false }, color: {}, owner: {}, initial: { attribute: false } };
  declare clocks: PlayerView['clocks'];
  declare color: Color;
  declare owner: string;
  /** Milliseconds that it began with. */
  declare initial: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private zeroTold = false;

  constructor() {
    super();
    this.clocks = null;
    this.color = 'white';
    this.owner = '';
    this.initial = 0;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private readonly wake = (): void => {
    if (document.visibilityState === 'visible') this.requestUpdate();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.wake);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.wake);
    clearTimeout(this.timer);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('clocks')) this.zeroTold = false;
    clearTimeout(this.timer);
    if (this.clocks?.running !== this.color) return;
    const left = timeLeft(this.clocks, this.color, now());
    this.dispatchEvent(new CustomEvent<number>('clock-runs', { detail: left }));
    if (left > 0) {
      this.timer = setTimeout(() => this.requestUpdate(), untilNextChange(left) + 2);
    } else if (!this.zeroTold) {
      this.zeroTold = true;
      this.dispatchEvent(new CustomEvent('clock-zero', { bubbles: true }));
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.clocks) return nothing;
    const left = timeLeft(this.clocks, this.color, now());
    const running = this.clocks.running === this.color;
    const low = lowness(left, this.initial);
    return html`<span
      class="clock ${running ? 'running' : ''} ${low === 'no' ? '' : low}"
      role="timer"
      translate="no"
      aria-label=${clockWords.clock(this.owner, low !== 'no')}
      >${low === 'no' ? nothing : html`<span class="low-time" title=${clockWords.lowTime}>${icons.hourglass}</span>`}<span
        class="clock-time"
        >${formatClock(left)}</span
      ></span
    >`;
  }
}

customElements.define('player-clock', PlayerClock);
