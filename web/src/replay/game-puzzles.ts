import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Color, Replay } from 'outpost-rbc';
import { onEngine } from '../engine/engine';
import { ownPuzzles } from '../rating/own-puzzles';
import { afterCrash } from '../ui/errors';
import { icons } from '../ui/icons';
import { type Moment, storyOf } from './story';
import { storyWords } from './story-words';

/** What a person did right, or what was not theirs to do, is nothing to train. */
const isMistake = ({ kind }: Moment): boolean => kind !== 'king' && kind !== 'took';

/**
 * Makes puzzles of what a person got wrong in the moments that decided their game, and keeps them for the page Train. It says so where
 * there are any, and nothing where no moment has a clear answer.
 */
export class GamePuzzles extends LitElement {
  static override properties = {
    replay: { attribute: false },
    viewer: { attribute: false },
    kept: { state: true },
  };
  declare replay: Replay | null;
  declare viewer: Color | null;
  declare private kept: number;
  private work: AbortController | null = null;
  private stopListening: (() => void) | null = null;

  constructor() {
    super();
    this.replay = null;
    this.viewer = null;
    this.kept = 0;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopListening = onEngine('back', () => void this.make());
    if (this.hasUpdated) void this.make();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening?.();
    this.work?.abort();
    this.work = null;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('replay') || changed.has('viewer')) void this.make();
  }

  private async make(): Promise<void> {
    this.work?.abort();
    this.kept = 0;
    const { replay, viewer } = this;
    if (!replay || !viewer || !this.isConnected) return;
    const { moments } = storyOf(replay.steps, replay.summary, viewer);
    const plies = moments.filter((moment) => moment.side === viewer && isMistake(moment)).map(({ ply }) => ply);
    if (plies.length === 0) return;
    const work = new AbortController();
    this.work = work;
    try {
      const made = await afterCrash(() => replay.puzzles(viewer, plies, { signal: work.signal }));
      const kept = await ownPuzzles.keep(made.map(({ ply, ...puzzle }) => ({ id: puzzle.id, puzzle })));
      if (!work.signal.aborted) this.kept = kept;
    } catch {
      // Nobody asked for them: a page without them lacks nothing.
    } finally {
      if (this.work === work) this.work = null;
    }
  }

  protected override render(): TemplateResult {
    return html`<div role="status">
      ${
        this.kept === 0
          ? nothing
          : html`<p class="notice game-puzzles">
              <span>${storyWords.inTrain(this.kept)}</span>
              <a class="button" href="#train/yours">${icons.next} ${storyWords.train(this.kept)}</a>
            </p>`
      }
    </div>`;
  }
}

customElements.define('game-puzzles', GamePuzzles);

declare global {
  interface HTMLElementTagNameMap {
    'game-puzzles': GamePuzzles;
  }
}
