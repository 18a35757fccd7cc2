import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { BeliefView, Color, PastLimit, Replay, Square, TurnReport } from 'outpost-rbc';
import './story.css';
import { boardOfFen, colorOf, opponentOf, parseSquare } from '../board/squares';
import { onEngine } from '../engine/engine';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { clauses, labelled, sentences } from '../ui/texts';
import { REPORT_NODES } from './findings';
import { pastLimitOf, whyNotPlayOn } from './past-limit';
import { lessonFor, type Moment, namedSense, type Story, storyOf } from './story';
import { likelyGhosts, rememberedGhosts, standing, storyBoard } from './story-board';
import { storyWords } from './story-words';

/** What the engine says of a moment. */
interface Figures {
  belief: BeliefView | null;
  report: TurnReport | null;
  problem: string | null;
}

/** Where a game is to be played again from: before this half-turn, by this side. */
export interface TryAgain {
  halfMoves: number;
  color: Color;
}

/**
 * A finished game in plain words: why it ended as it did, and the moments that decided it. The words are there at once; beliefs
 * follow, one moment after the other, while it is on the page, and figures when somebody asks for them.
 *
 * Fires `try-again` (detail: {@link TryAgain}) and `seek` (detail: step), both of which bubble.
 */
export class GameStory extends LitElement {
  static override properties = {
    replay: { attribute: false },
    viewer: { attribute: false },
    orientation: {},
    bare: { type: Boolean },
    apart: { type: Boolean },
    takenBack: { attribute: false },
    past: { attribute: false },
    figures: { state: true },
    pastLimit: { state: true },
  };
  declare replay: Replay | null;
  /** Of whom it is told; `null`: of nobody in particular. */
  declare viewer: Color | null;
  declare orientation: Color;
  /** Without its own title. */
  declare bare: boolean;
  /** No board is beside it: it has that of the end itself. */
  declare apart: boolean;
  /** Turns that were taken back in the game. */
  declare takenBack: number;
  /** Half-turns that were taken from another game. */
  declare past: number;
  declare private figures: ReadonlyMap<number, Figures>;
  /** How far a game can go on from this one; `null` until that is known. */
  declare private pastLimit: PastLimit | null;
  private story: Story | null = null;
  private work: AbortController | null = null;
  private stopListening: (() => void) | null = null;
  /** The half-turns whose figures somebody wants to see. */
  private readonly wanted = new Set<number>();

  constructor() {
    super();
    this.replay = null;
    this.viewer = null;
    this.orientation = 'white';
    this.bare = false;
    this.apart = false;
    this.takenBack = 0;
    this.past = 0;
    this.figures = new Map();
    this.pastLimit = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // What an engine left open that was given up.
    this.stopListening = onEngine('back', () => void this.compute());
    if (this.hasUpdated) void this.compute();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening?.();
    this.work?.abort();
    this.work = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('replay') && !changed.has('viewer')) return;
    const { replay } = this;
    this.story = replay && storyOf(replay.steps, replay.summary, this.viewer);
    if (changed.has('replay')) {
      this.figures = new Map();
      this.pastLimit = null;
      this.wanted.clear();
    }
    // After what can be read at once is on the page.
    void this.updateComplete.then(() => this.compute());
  }

  /** Asks the engine about the moments, one after the other. */
  private async compute(): Promise<void> {
    this.work?.abort();
    const { replay, story } = this;
    if (!replay || !story || !this.isConnected) return;
    const work = new AbortController();
    this.work = work;
    // What failed is asked again, and may take a while.
    this.figures = new Map([...this.figures].map(([ply, figures]) => [ply, { ...figures, problem: null }]));
    if (!this.pastLimit) {
      void pastLimitOf(replay).then((limit) => {
        if (this.replay === replay) this.pastLimit = limit;
      });
    }
    const ask = async (moment: Moment, what: (figures: Figures) => Promise<void>): Promise<void> => {
      const known = this.figures.get(moment.ply);
      const figures: Figures = { belief: null, report: null, ...known, problem: null };
      try {
        await afterCrash(() => what(figures));
      } catch (error) {
        figures.problem = messageOf(error);
      }
      if (!work.signal.aborted) this.figures = new Map(this.figures).set(moment.ply, figures);
    };
    // What is drawn comes before what was asked for.
    for (const moment of story.moments) {
      await ask(moment, async (figures) => {
        figures.belief ??= await beliefOf(replay, moment, work.signal);
      });
      if (work.signal.aborted) return;
    }
    for (const moment of story.moments) {
      if (!this.wanted.has(moment.ply)) continue;
      await ask(moment, async (figures) => {
        figures.report ??= await reportOf(replay, moment.ply, work.signal);
      });
      if (work.signal.aborted) return;
    }
    if (this.work === work) this.work = null;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { story, viewer } = this;
    if (!story) return nothing;
    const { moments } = story;
    const more = sentences(
      storyWords.missed(story, viewer),
      storyWords.material(story, viewer),
      storyWords.failures(story, viewer),
      storyWords.luck(story, viewer),
      this.takenBack > 0 ? storyWords.takenBack(this.takenBack) : '',
      this.past > 0 ? storyWords.past(this.past) : '',
    );
    return html`<section class="story" aria-label=${storyWords.title(story, viewer)}>
      <div class="story-top">
        ${this.bare ? nothing : html`<h2>${storyWords.title(story, viewer)}</h2>`}
        <p class="story-end">${storyWords.end(story.end, viewer)}</p>
        ${this.apart ? this.renderEnd(story) : nothing}
        <p class="story-more">${more}</p>
        ${this.renderLesson(story)}
      </div>
      ${
        moments.length === 0
          ? nothing
          : html`<h3>${storyWords.moments(moments.length)}</h3>
              <ol class="moments">
                ${moments.map((moment) => this.renderMoment(moment))}
              </ol>`
      }
    </section>`;
  }

  /** Where everything stood at the end, and how a king was taken. */
  private renderEnd({ end }: Story): TemplateResult | typeof nothing {
    const steps = this.replay?.steps ?? [];
    const king = end.kind === 'king' ? end : null;
    const step = king ? steps.find(({ ply }) => ply === king.ply) : steps.at(-1);
    if (!step) return nothing;
    const from = king?.path.at(-1) ?? null;
    const pieces = boardOfFen(step.fen);
    const caption = storyWords.truth;
    return storyBoard({
      pieces,
      window: null,
      made: false,
      arrow: king && from !== null ? [from, king.king] : null,
      mark: from,
      orientation: this.orientation,
      caption,
      label: labelled(caption, standing(pieces, opponentOf(this.viewer ?? this.orientation))),
    });
  }

  private renderLesson(story: Story): TemplateResult | typeof nothing {
    const lesson = lessonFor(story, this.viewer);
    if (lesson === null) return nothing;
    return html`<p class="story-lesson">
      ${storyWords.lessonText[lesson]}
      <a href="#learn/${lesson}">${storyWords.lesson(storyWords.lessons[lesson])}</a>
    </p>`;
  }

  private renderMoment(moment: Moment): TemplateResult {
    const { viewer } = this;
    const figures = this.figures.get(moment.ply) ?? null;
    const tell = (event: string, detail: unknown) => () =>
      this.dispatchEvent(new CustomEvent(event, { detail, bubbles: true }));
    const whyNot = this.pastLimit && whyNotPlayOn(this.pastLimit, moment.ply);
    return html`<li class="moment" data-kind=${moment.kind}>
      <h4>${storyWords.turn(moment, viewer)}</h4>
      <p>${storyWords.moment(moment, viewer)}</p>
      <div class="story-boards">${this.renderKnown(moment, figures)} ${this.renderTruth(moment)}</div>
      <details
        @toggle=${(event: Event) => {
          if (!(event.target as HTMLDetailsElement).open || this.wanted.has(moment.ply)) return;
          this.wanted.add(moment.ply);
          void this.compute();
        }}
      >
        <summary>${storyWords.numbers}</summary>
        ${this.renderFigures(figures)}
      </details>
      ${whyNot === null ? nothing : html`<p class="small muted">${whyNot}</p>`}
      <div class="row wrap">
        <button
          type="button"
          class="primary"
          ?disabled=${whyNot !== null}
          @click=${tell('try-again', { halfMoves: moment.ply, color: moment.side } satisfies TryAgain)}
        >
          ${icons.again} ${storyWords.tryAgain}
        </button>
        <button type="button" class="quiet" @click=${tell('seek', moment.step)}>${icons.eye} ${storyWords.show}</button>
      </div>
    </li>`;
  }

  /** What its side knew when it moved: what it remembered, until the belief is there. */
  private renderKnown(moment: Moment, figures: Figures | null): TemplateResult {
    const { side, truth, ply, sense, move } = moment;
    const own = truth.map((piece) => (piece && colorOf(piece) === side ? piece : null));
    const belief = figures?.belief ?? null;
    const ghosts = belief ? likelyGhosts(belief) : rememberedGhosts(this.replay?.steps ?? [], side, ply, own);
    const names = ghosts
      .filter(({ chance }) => chance === null || chance >= 0.5)
      .map(({ piece, square, chance }) =>
        chance === null ? storyWords.standing(piece, [square]) : storyWords.likely(piece, square, chance),
      );
    const caption = storyWords.knew(side, this.viewer);
    const what = clauses(names) || storyWords.nothingKnown;
    return storyBoard({
      pieces: own,
      ghosts,
      window: sense,
      made: true,
      arrow: arrowOf(move?.requested ?? null),
      orientation: this.orientation,
      caption,
      label: labelled(caption, clauses([what, ...(sense === null ? [] : [storyWords.window(sense)])])),
    });
  }

  private renderTruth(moment: Moment): TemplateResult {
    const { missed, side } = moment;
    const look = namedSense(moment);
    // A king that could have been taken stood there before the move.
    const shown = missed ? moment.truth : moment.shown;
    const caption = storyWords.truth;
    return storyBoard({
      pieces: shown,
      window: look,
      made: false,
      arrow: eventOf(moment),
      mark: missed?.from ?? ('from' in moment ? moment.from : moment.on),
      orientation: this.orientation,
      caption,
      label: labelled(
        caption,
        clauses([standing(shown, opponentOf(side)), ...(look === null ? [] : [storyWords.window(look)])]),
      ),
    });
  }

  private renderFigures(figures: Figures | null): TemplateResult {
    if (figures?.problem) return html`<p class="small problem">${storyWords.failed(figures.problem)}</p>`;
    const report = figures?.report;
    if (!report) {
      return html`<p class="small muted">${storyWords.computing}</p>
        <progress class="thin" aria-label=${storyWords.computing}></progress>`;
    }
    const lines = [
      storyWords.possible(report.before, report.after),
      report.sense ? storyWords.sensed(report.sense) : '',
      storyWords.trueBoard(report.truth),
      storyWords.request(report),
    ];
    return html`<ul class="small">
      ${lines.filter((line) => line !== '').map((line) => html`<li>${line}</li>`)}
    </ul>`;
  }
}

/** The squares of a request. */
function arrowOf(uci: string | null): readonly [Square, Square] | null {
  const [start, end] = [parseSquare(uci?.slice(0, 2) ?? ''), parseSquare(uci?.slice(2, 4) ?? '')];
  return start === null || end === null ? null : [start, end];
}

/** What happened, or could have. */
function eventOf(moment: Moment): readonly [Square, Square] | null {
  if (moment.missed) return [moment.missed.from, moment.missed.king];
  switch (moment.kind) {
    case 'last':
    case 'missed':
    case 'king':
    case 'spared':
      return [moment.from, moment.king];
    case 'lost':
    case 'took':
      return [moment.from, moment.on];
    default:
      return null;
  }
}

/** What the side of a moment believed when it moved. */
function beliefOf(replay: Replay, { step, ply, side }: Moment, signal: AbortSignal): Promise<BeliefView> {
  const sensed = replay.steps[step + 1];
  const at = sensed?.ply === ply && sensed.phase === 'sensed' ? step + 1 : step;
  return replay.belief(at, side, { signal });
}

/** The report of one half-turn: it comes first, and the others are not waited for. */
async function reportOf(replay: Replay, ply: number, signal: AbortSignal): Promise<TurnReport | null> {
  const enough = new AbortController();
  const stop = (): void => enough.abort();
  signal.addEventListener('abort', stop);
  let report: TurnReport | null = null;
  try {
    await replay.report({
      first: ply,
      nodes: REPORT_NODES,
      signal: enough.signal,
      onTurns: (turns) => {
        report ??= turns.find((turn) => turn.ply === ply) ?? null;
        if (report) stop();
      },
    });
  } catch (error) {
    if (!report || !isAbort(error)) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return report;
}

customElements.define('game-story', GameStory);
