import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type {
  BeliefView,
  Color,
  PieceLetter,
  Progress,
  Replay,
  ReplayStep,
  SetSize,
  Square,
  StepSizes,
  Weights,
} from 'outpost';
import './board';
import './move-list';
import './move-panel';
import './size-chart';
import './weights-switch';
import { Annotations } from './annotations';
import { moveArrows, requestArrow } from './arrows';
import { likelyOpacity, likelyPieces } from './belief-overlay';
import type { Arrow, Ghost } from './board';
import { afterCrash, isAbort, messageOf } from './errors';
import { icons } from './icons';
import { likelyBoards } from './likely-boards';
import type { AskMoves } from './move-panel';
import { onWeights, weightsNow } from './network';
import { type Notes, placeOf } from './notes';
import type { ShareSubject } from './share-dialog';
import { shownBoards } from './shown-boards';
import { boardOfFen, colorOf, opponentOf, parseSquare, pieceOf, senseWindow, squareName } from './squares';
import { t } from './strings';
import { surprises } from './surprises';
import { resultKind, stepText, summaryText } from './wording';

/** Where games begin. */
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

type Perspective = 'truth' | Color | 'both';

/** The true board among those of the side that had to decide at a step. */
interface Judgement {
  step: number;
  color: Color;
  truth: BeliefView['truth'];
  /** Of the side's set. */
  set: SetSize;
}

/** A finished game, step by step, with the truth and what each side could know. */
export class ReplayView extends LitElement {
  static override properties = {
    replay: { attribute: false },
    orientation: {},
    shown: { type: Boolean },
    startAtEnd: { type: Boolean, attribute: 'start-at-end' },
    notes: { attribute: false },
    record: { attribute: false },
    sharing: { state: true },
    step: { state: true },
    perspective: { state: true },
    outline: { state: true },
    sizes: { state: true },
    progress: { state: true },
    analysing: { state: true },
    problem: { state: true },
    resumed: { state: true },
    settled: { state: true },
    beliefs: { state: true },
    beliefFailed: { state: true },
    pointedMove: { state: true },
    weights: { state: true },
    judged: { state: true },
  };
  declare replay: Replay;
  declare orientation: Color;
  declare shown: boolean;
  declare startAtEnd: boolean;
  /** Texts and drawings at steps; when left out, those that the record has under `outpost`. */
  declare notes: Notes | null;
  /** The record to share, where it is another than the replay's. */
  declare record: (() => Promise<string>) | null;
  declare private sharing: ShareSubject | null;
  declare private step: number;
  declare private perspective: Perspective;
  declare private outline: boolean;
  declare private sizes: (StepSizes | null)[];
  declare private progress: Progress | null;
  declare private analysing: boolean;
  declare private problem: string | null;
  /** The engine crashed during the analysis, which was begun again. */
  declare private resumed: boolean;
  /** The board has been drawn; chart and moves come in a task of their own, so that neither holds up the page. */
  declare private settled: boolean;
  /** Beliefs that were worked out, by step and colour. */
  declare private beliefs: ReadonlyMap<string, BeliefView>;
  /** The step whose beliefs could not be worked out. */
  declare private beliefFailed: number | null;
  /** The move that the person points at in the table. */
  declare private pointedMove: string | null;
  /** How boards are weighed. */
  declare private weights: Weights;
  /** What the network makes of the true board, by step, where a side had to decide. */
  declare private judged: readonly (Judgement | null)[];
  private asked: { step: number; ask: AskMoves } | null = null;
  /** What was last shown of each side's mind: it stays, dimmed, until the next is worked out. */
  private lastBeliefs: Partial<Record<Color, BeliefView>> = {};

  private analysis: AbortController | null = null;
  private beliefAbort: AbortController | null = null;
  private pendingSizes: StepSizes[] = [];
  private sizesTimer: ReturnType<typeof setTimeout> | undefined;
  private judging: AbortController | null = null;
  private weightsEnded: (() => void) | null = null;
  private wheel = 0;
  private readonly annotations = new Annotations(this, {
    step: () => this.replay.steps[this.step],
    goTo: (step) => this.goTo(step),
  });

  constructor() {
    super();
    this.orientation = 'white';
    this.shown = true;
    this.startAtEnd = false;
    this.notes = null;
    this.record = null;
    this.sharing = null;
    this.step = 0;
    this.perspective = 'truth';
    this.outline = true;
    this.sizes = [];
    this.progress = null;
    this.analysing = false;
    this.problem = null;
    this.resumed = false;
    this.settled = false;
    this.beliefs = new Map();
    this.beliefFailed = null;
    this.pointedMove = null;
    this.weights = weightsNow();
    this.judged = [];
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.onKey);
    this.weightsEnded = onWeights(() => {
      this.weights = weightsNow();
    });
    this.weights = weightsNow();
    if (this.hasUpdated) void this.analyse();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.onKey);
    this.analysis?.abort();
    this.beliefAbort?.abort();
    this.judging?.abort();
    this.judging = null;
    this.weightsEnded?.();
    clearTimeout(this.sizesTimer);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('replay')) {
      this.step = this.startAtEnd ? Math.max(0, this.replay.steps.length - 1) : 0;
      this.beliefs = new Map();
      this.lastBeliefs = {};
      this.asked = null;
      this.judging?.abort();
      this.judging = null;
      this.judged = [];
      this.sharing = null;
      void this.annotations.open(changed.has('notes'));
      void this.analyse();
    }
    if (changed.has('weights')) this.beliefs = new Map();
    for (const color of this.sides) {
      const belief = this.beliefs.get(`${this.step}${color}`);
      if (belief) this.lastBeliefs[color] = belief;
    }
  }

  protected override firstUpdated(): void {
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.settled = true;
      }),
    );
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('step') || changed.has('perspective') || changed.has('replay') || changed.has('weights')) {
      void this.loadBeliefs();
    }
    if (changed.has('analysing') || changed.has('weights')) void this.judge();
    if (this.sharing && !this.sharing.boards) {
      const boards = shownBoards(this);
      if (boards) this.sharing = { ...this.sharing, boards };
    }
  }

  private async analyse(): Promise<void> {
    this.analysis?.abort();
    const abort = new AbortController();
    this.analysis = abort;
    if (this.replay.steps.length === 0) return;
    this.sizes = new Array(this.replay.steps.length).fill(null);
    this.pendingSizes = [];
    this.analysing = true;
    this.problem = null;
    this.resumed = false;
    try {
      await afterCrash(
        () =>
          this.replay.analyse({
            signal: abort.signal,
            onProgress: (progress) => {
              if (this.analysis === abort) this.progress = progress;
            },
            onSizes: (sizes) => {
              if (this.analysis !== abort) return;
              this.pendingSizes.push(...sizes);
              // Long games stream thousands of steps; draw a few times a second.
              this.sizesTimer ??= setTimeout(() => this.takeSizes(), 200);
            },
          }),
        () => {
          if (this.analysis === abort) this.resumed = true;
        },
      );
    } catch (error) {
      if (this.analysis === abort && !isAbort(error)) this.problem = t.replay.analyseFailed(messageOf(error));
    }
    if (this.analysis !== abort) return;
    this.takeSizes();
    this.analysing = false;
    this.progress = null;
    void this.loadBeliefs();
  }

  private takeSizes(): void {
    clearTimeout(this.sizesTimer);
    this.sizesTimer = undefined;
    if (this.pendingSizes.length === 0) return;
    const sizes = this.sizes.slice();
    for (const size of this.pendingSizes) sizes[size.index] = size;
    this.pendingSizes = [];
    this.sizes = sizes;
  }

  private get sides(): Color[] {
    if (this.perspective === 'truth') return [];
    return this.perspective === 'both' ? ['white', 'black'] : [this.perspective];
  }

  private async loadBeliefs(): Promise<void> {
    this.beliefAbort?.abort();
    if (this.replay.steps.length === 0) return;
    const missing = this.sides.filter((color) => !this.beliefs.has(`${this.step}${color}`));
    if (missing.length === 0) return;
    const abort = new AbortController();
    this.beliefAbort = abort;
    const { step, weights } = this;
    this.beliefFailed = null;
    // While someone holds a key down, only the step they stop at is worked out.
    await new Promise((resolve) => setTimeout(resolve, 60));
    for (const color of missing) {
      if (abort.signal.aborted) return;
      try {
        const belief = await afterCrash(() => this.replay.belief(step, color, { weights, signal: abort.signal }));
        this.beliefs = new Map(this.beliefs).set(`${step}${color}`, belief);
      } catch (error) {
        if (!isAbort(error) && !abort.signal.aborted) {
          this.problem = messageOf(error);
          this.beliefFailed = step;
        }
        return;
      }
    }
  }

  /** Asks the network about the true board wherever a side had to decide, once the sizes are there. */
  private async judge(): Promise<void> {
    const { replay } = this;
    if (this.weights === 'uniform') {
      this.judging?.abort();
      this.judging = null;
      return;
    }
    if (this.analysing || this.judging) return;
    const abort = new AbortController();
    this.judging = abort;
    const judged = this.judged.slice();
    let shown = performance.now();
    try {
      for (const { index, color, phase } of replay.steps) {
        if (phase === 'moved' || judged[index]) continue;
        const options = { weights: 'network', signal: abort.signal } as const;
        const { weights, truth, size, estimate, completeness } = await afterCrash(() =>
          replay.belief(index, color, options),
        );
        // It broke down, or a crash of the engine took it along.
        if (abort.signal.aborted || weights !== 'network') return;
        judged[index] = { step: index, color, truth, set: { size, estimate, completeness } };
        if (performance.now() - shown > 200) {
          this.judged = judged.slice();
          shown = performance.now();
        }
      }
      this.judged = judged;
    } catch (error) {
      if (!abort.signal.aborted) this.problem = messageOf(error);
    } finally {
      if (this.judging === abort) this.judging = null;
      this.requestUpdate();
    }
  }

  private goTo(step: number): void {
    this.step = Math.max(0, Math.min(this.replay.steps.length - 1, Math.round(step)));
  }

  /** The next step of the same phase, half-turns away. */
  private goTurns(turns: number): void {
    const { steps } = this.replay;
    const here = steps[this.step];
    if (!here) return;
    const target = here.ply + turns;
    const found =
      steps.find((step) => step.ply === target && step.phase === here.phase) ??
      steps.find((step) => step.ply === target);
    this.goTo(found ? found.index : turns < 0 ? 0 : steps.length - 1);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (!this.shown || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest('input, select, textarea, dialog, [role="grid"]')) return;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.goTo(this.step - 1),
      ArrowRight: () => this.goTo(this.step + 1),
      ArrowUp: () => this.goTurns(-1),
      ArrowDown: () => this.goTurns(1),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.replay.steps.length - 1),
      f: () => this.flip(),
    };
    const action = actions[event.key];
    if (!action) return;
    // A scrollable list under the keyboard keeps its own keys.
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight' && target.closest('.moves-scroll')) return;
    event.preventDefault();
    action();
  };

  private flip(): void {
    this.orientation = opponentOf(this.orientation);
  }

  /** The wheel over the board steps, but at either end the page scrolls on as usual. */
  private readonly onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    const last = this.replay.steps.length - 1;
    if ((event.deltaY > 0 && this.step === last) || (event.deltaY < 0 && this.step === 0)) {
      this.wheel = 0;
      return;
    }
    event.preventDefault();
    if (Math.sign(event.deltaY) !== Math.sign(this.wheel)) this.wheel = 0;
    this.wheel += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 40;
    if (Math.abs(this.wheel) < 50) return;
    this.goTo(this.step + Math.sign(this.wheel));
    this.wheel = 0;
  };

  protected override render(): TemplateResult {
    const step = this.replay.steps[this.step];
    if (!step) return this.renderNoTurns();
    const last = this.replay.steps.length - 1;
    // Buttons, not radio buttons: those would take the arrow keys away from stepping.
    const option = (value: Perspective, label: string, extra = ''): TemplateResult =>
      html`<button
        type="button"
        class="segment ${extra}"
        data-perspective=${value}
        aria-pressed=${this.perspective === value ? 'true' : 'false'}
        @click=${() => {
          this.perspective = value;
        }}
      >
        ${label}
      </button>`;
    return html`<div class="replay" data-perspective=${this.perspective}>
      <div class="replay-boards">
        <div class="segments" role="group" aria-label=${t.replay.perspective}>
          ${option('truth', t.replay.truth)} ${option('white', t.replay.belief('white'))}
          ${option('black', t.replay.belief('black'))} ${option('both', t.replay.both, 'wide-only')}
        </div>
        <div class="boards" @wheel=${{ handleEvent: this.onWheel, passive: false }}>
          ${
            this.perspective === 'both'
              ? [this.renderBoard(step, 'white'), this.renderBoard(step, 'black')]
              : this.renderBoard(step, this.perspective)
          }
        </div>
        <input
          class="timeline"
          type="range"
          min="0"
          max=${last}
          .value=${String(this.step)}
          aria-label=${t.replay.timeline}
          aria-valuetext="${this.stepTitle(step)}: ${stepText(step)}${this.annotations.sign}"
          @input=${(event: Event) => this.goTo((event.target as HTMLInputElement).valueAsNumber)}
        />
        ${this.annotations.renderMarks()}
        <div class="controls">
          ${this.control('first', t.replay.first, this.step === 0, () => this.goTo(0))}
          ${this.control('backTurn', t.replay.backTurn, this.step === 0, () => this.goTurns(-1))}
          ${this.control('back', t.replay.back, this.step === 0, () => this.goTo(this.step - 1))}
          ${this.control('next', t.replay.next, this.step === last, () => this.goTo(this.step + 1))}
          ${this.control('nextTurn', t.replay.nextTurn, this.step === last, () => this.goTurns(1))}
          ${this.control('last', t.replay.last, this.step === last, () => this.goTo(last))}
          ${this.control('flip', t.board.flip, false, () => this.flip())}
          ${this.annotations.renderSwitch()}
          ${this.control('share', t.share.open, false, () => this.share())}
        </div>
        ${this.annotations.renderTools()}
      </div>
      <div class="replay-side">
        ${this.renderStep(step)} ${this.annotations.renderPanel()} ${this.renderWeights()} ${this.settled ? html`${this.renderRating(step)} ${this.renderSizes(step)} ${this.renderMoves()}` : nothing}
        <p class="small muted keys">${t.replay.keys}</p>
      </div>
      ${this.renderShare()}
    </div>`;
  }

  /** A game that ended before anyone moved. */
  private renderNoTurns(): TemplateResult {
    const pieces = boardOfFen(START);
    return html`<div class="replay" data-perspective="truth">
      <div class="replay-boards">
        <rbc-board
          .orientation=${this.orientation}
          .pieces=${pieces}
          .mode=${'view'}
          .labels=${labelsOf(pieces, 'truth', null)}
          .name=${t.replay.truth}
        ></rbc-board>
      </div>
      <div class="replay-side">
        <section class="card step">
          <h2>${t.replay.nobodyMovedTitle}</h2>
          <p class="step-text">${summaryText(this.replay.summary)} ${t.replay.nobodyMoved}</p>
          <div class="row wrap">
            <button type="button" @click=${this.flip}>${icons.flip} ${t.board.flip}</button>
            <button type="button" @click=${this.share}>${icons.share} ${t.share.open}</button>
          </div>
        </section>
      </div>
      ${this.renderShare()}
    </div>`;
  }

  /** Opens the dialog, which comes with what makes images and codes. */
  private async share(): Promise<void> {
    await import('./share-dialog');
    const { replay, step, perspective } = this;
    const at = replay.steps[step];
    this.sharing = {
      summary: replay.summary,
      record: this.record ?? (() => replay.record()),
      notes: this.annotations.shared,
      view: at ? { place: placeOf(at), perspective } : null,
      caption: at ? `${this.stepTitle(at)}. ${stepText(at)}` : t.replay.nobodyMovedTitle,
      boards: shownBoards(this),
    };
  }

  private renderShare(): TemplateResult | typeof nothing {
    if (!this.sharing) return nothing;
    return html`<share-dialog
      .subject=${this.sharing}
      @close=${() => {
        this.sharing = null;
      }}
    ></share-dialog>`;
  }

  private control(icon: keyof typeof icons, label: string, disabled: boolean, act: () => void): TemplateResult {
    return html`<button type="button" aria-label=${label} title=${label} aria-disabled=${disabled ? 'true' : 'false'} @click=${act}>
      ${icons[icon]}
    </button>`;
  }

  private stepTitle(step: ReplayStep): string {
    return `${t.replay.step(Math.floor(step.ply / 2) + 1, step.color)} ${t.replay.phases[step.phase]}`;
  }

  private renderStep(step: ReplayStep): TemplateResult {
    const kind = step.phase === 'moved' ? (step.move ? resultKind(step.move) : '') : '';
    return html`<section class="card step ${step.phase} ${kind}" aria-live="polite">
      <h2><span class="disc ${step.color}"></span> ${this.stepTitle(step)}</h2>
      <p class="step-text">${stepText(step)}</p>
      ${this.sides.map((color) => this.renderSurprise(step, color))} ${this.renderJudgement(step)}
    </section>`;
  }

  /** What the network believed of the board that was true. */
  private renderJudgement({ index, color, phase }: ReplayStep): TemplateResult | typeof nothing {
    if (this.weights === 'uniform' || phase === 'moved') return nothing;
    const judgement = this.judged[index];
    if (!judgement) return this.judging ? html`<p class="small muted">${t.weights.judging}</p>` : nothing;
    const { truth, set } = judgement;
    if (!truth) return html`<p class="small muted">${t.weights.truthMissing(color)}</p>`;
    return html`<p class="small judgement">
      ${set.estimate === 1 ? t.weights.onlyOne(color) : t.weights.truth(color, truth.weight, truth.rank, set)}
    </p>`;
  }

  /** How likely boards are taken to be, and which are the likeliest. */
  private renderWeights(): TemplateResult {
    const beliefs = this.sides.flatMap((color) => this.beliefs.get(`${this.step}${color}`) ?? []);
    return html`<section class="card weights" aria-label=${t.weights.title}>
      <h2>${t.weights.title}</h2>
      <weights-switch></weights-switch>
      ${beliefs.map(
        (
          belief,
        ) => html`<h3>${this.sides.length > 1 ? html`<span class="disc ${belief.color}"></span> ` : nothing}${t.weights.likeliest}</h3>
          ${this.weights === 'network' && belief.weights === 'uniform' ? html`<p class="small muted">${t.weights.notNow}</p>` : nothing}
          ${likelyBoards(belief, this.orientation)}`,
      )}
    </section>`;
  }

  private get waitingText(): string {
    return this.beliefFailed === this.step ? t.replay.beliefFailed : t.tracking.computing;
  }

  private renderSurprise(step: ReplayStep, color: Color): TemplateResult {
    const belief = this.beliefs.get(`${this.step}${color}`);
    if (!belief) return html`<p class="small muted">${this.waitingText}</p>`;
    const squares = surprises(boardOfFen(step.fen), belief).map(squareName);
    return html`<p class="small ${squares.length ? 'surprise' : 'muted'}">${t.replay.surprises(color, squares)}</p>`;
  }

  private renderBoard(step: ReplayStep, view: Exclude<Perspective, 'both'>): TemplateResult {
    const truth = boardOfFen(step.fen);
    const belief = view === 'truth' ? null : (this.beliefs.get(`${this.step}${view}`) ?? null);
    const pieces = view === 'truth' ? truth : truth.map((piece) => (piece && colorOf(piece) === view ? piece : null));
    const caption = view === 'truth' ? t.replay.truth : t.replay.belief(view);
    const waiting = view !== 'truth' && !belief;
    // Until a belief is there, the last one stays under a veil: a board without an opponent would say something else.
    const last = waiting ? this.lastBeliefs[view] : undefined;
    const ghosts = belief
      ? this.ghosts(truth, belief)
      : last
        ? this.likely(last).filter(({ square }) => !pieces[square])
        : [];
    return html`<figure class="replay-board ${waiting ? 'waiting' : ''}" aria-busy=${waiting ? 'true' : 'false'}>
      ${this.perspective === 'both' ? html`<figcaption><span class="disc ${view}"></span>${caption}</figcaption>` : nothing}
      <div class="veiled">
        <rbc-board
          .orientation=${this.orientation}
          .pieces=${pieces}
          .ghosts=${ghosts}
          .tints=${this.tints(step, view)}
          .arrows=${this.arrows(step, view)}
          .shapes=${this.annotations.shapes}
          .brush=${this.annotations.color}
          .mode=${this.annotations.mode}
          @draw-shape=${this.annotations.onDraw}
          .labels=${labelsOf(truth, view, belief)}
          .name=${caption}
        ></rbc-board>
        ${waiting ? html`<p class="veil ${last ? 'soft' : ''}" aria-hidden="true"><span class="veil-text">${this.waitingText}</span></p>` : nothing}
      </div>
    </figure>`;
  }

  private likely(belief: BeliefView): Ghost[] {
    const opponent = opponentOf(belief.color);
    return likelyPieces(belief.marginals).map(({ square, role, probability, rank }) => ({
      square,
      piece: pieceOf(role, opponent),
      kind: 'likely',
      opacity: likelyOpacity(probability),
      corner: rank === 1,
    }));
  }

  private ghosts(truth: readonly (PieceLetter | null)[], belief: BeliefView): Ghost[] {
    const ghosts = this.likely(belief);
    if (this.outline) {
      for (const square of surprises(truth, belief)) {
        ghosts.push({ square, piece: truth[square] as PieceLetter, kind: 'outline', opacity: 0.9 });
      }
    }
    return ghosts;
  }

  private tints(step: ReplayStep, view: Exclude<Perspective, 'both'>): Map<Square, string> {
    const tints = new Map<Square, string>();
    const add = (square: Square | null | undefined, name: string): void => {
      if (square === null || square === undefined) return;
      tints.set(square, `${tints.get(square) ?? ''} ${name}`);
    };
    const mine = view === 'truth' || view === step.color;
    if (step.phase === 'start') add(step.notice, mine ? 'lost' : '');
    if (step.sense && step.sense.square !== null && mine && step.phase === 'sensed') {
      for (const square of senseWindow(step.sense.square)) add(square, 'seen-now');
    }
    if (step.phase === 'moved' && step.move) {
      if (mine && step.move.taken) {
        add(parseSquare(step.move.taken.slice(0, 2)), 'last-move');
        add(parseSquare(step.move.taken.slice(2, 4)), 'last-move');
      }
      add(step.move.capture, 'took');
    }
    return tints;
  }

  private arrows(step: ReplayStep, view: Exclude<Perspective, 'both'>): Arrow[] {
    const { move } = step;
    if (step.phase !== 'moved' && this.pointedMove) return [requestArrow(this.pointedMove)];
    if (step.phase !== 'moved' || !move?.requested || (view !== 'truth' && view !== step.color)) return [];
    return moveArrows(move);
  }

  /** The moves that the side to move could choose between, and the one it chose. */
  private renderRating(step: ReplayStep): TemplateResult {
    const chooses = step.phase !== 'moved';
    if (chooses && this.asked?.step !== step.index) {
      const { replay } = this;
      this.asked = { step: step.index, ask: (options) => replay.moves(step.index, step.color, options) };
    }
    const moved = this.replay.steps.find(({ ply, phase }) => ply === step.ply && phase === 'moved');
    return html`<move-panel
      .ask=${chooses ? (this.asked?.ask ?? null) : null}
      subject=${step.index}
      .played=${moved?.move ? moved.move.requested : undefined}
      off=${t.moves.notNow}
      @point-move=${(event: CustomEvent<string | null>) => {
        this.pointedMove = event.detail;
      }}
    ></move-panel>`;
  }

  private renderSizes(step: ReplayStep): TemplateResult {
    const now = this.sizes[this.step];
    const before = this.sizes[this.step - 1];
    const decay =
      step.phase === 'sensed' && now && before
        ? t.replay.decayLine(step.color, before[step.color].estimate, now[step.color].estimate)
        : '';
    const line = (color: Color): TemplateResult => html`<li>
      <span class="key ${color}" aria-hidden="true"></span>
      ${now ? t.replay.sizeLine(color, now[color].estimate, now[color].completeness) : `${t.color(color)}: ${t.replay.notYet}`}
    </li>`;
    const progress = this.progress;
    const ranks = this.weights === 'uniform' ? [] : this.ranks;
    return html`<section class="card sizes" aria-label=${t.replay.sizes} aria-busy=${this.analysing}>
      <h2>${t.replay.sizes}</h2>
      <ul class="size-lines">
        ${line('white')} ${line('black')}
      </ul>
      <size-chart
        .sizes=${this.sizes}
        .steps=${this.replay.steps.length}
        .step=${this.step}
        .ranks=${ranks}
        @seek=${(event: CustomEvent<number>) => this.goTo(event.detail)}
      ></size-chart>
      ${ranks.length > 0 ? html`<p class="small muted">${t.weights.legend}</p>` : nothing}
      <p class="small decay">${decay || t.replay.sizesHelp}</p>
      ${
        this.analysing
          ? html`<progress
              class="thin"
              aria-label=${t.replay.analysing}
              max=${progress && progress.total > 0 ? progress.total : nothing}
              value=${progress && progress.total > 0 ? progress.done : nothing}
            ></progress>`
          : nothing
      }
      ${this.resumed ? html`<p class="small muted" role="status">${t.replay.resumed}</p>` : nothing}
      ${
        this.problem
          ? html`<div class="row between wrap" role="alert">
              <p class="problem">${this.problem}</p>
              <button type="button" @click=${this.analyse}>${t.app.retry}</button>
            </div>`
          : nothing
      }
    </section>`;
  }

  private get ranks(): { step: number; color: Color; rank: number }[] {
    return this.judged.flatMap((judgement) =>
      judgement?.truth ? [{ step: judgement.step, color: judgement.color, rank: judgement.truth.rank }] : [],
    );
  }

  private renderMoves(): TemplateResult {
    return html`<section class="card moves" aria-label=${t.replay.moves}>
      <h2>${t.replay.moves}</h2>
      <move-list
        .steps=${this.replay.steps}
        .step=${this.step}
        .noted=${this.annotations.plies}
        @seek=${(event: CustomEvent<number>) => this.goTo(event.detail)}
      ></move-list>
    </section>`;
  }
}

customElements.define('replay-view', ReplayView);

function labelsOf(
  truth: readonly (PieceLetter | null)[],
  view: Exclude<Perspective, 'both'>,
  belief: BeliefView | null,
): string[] {
  if (view === 'truth') return truth.map((piece) => t.board.truth(piece));
  const labels = truth.map((piece) => (piece && colorOf(piece) === view ? t.pieceName(piece) : ''));
  for (const { square, role, probability } of belief ? likelyPieces(belief.marginals) : []) {
    const text = t.board.likely(pieceOf(role, opponentOf(view)), probability);
    labels[square] = labels[square] ? `${labels[square]}, ${text}` : text;
  }
  return labels.map((label) => label || (belief ? t.board.truth(null) : t.replay.notKnownYet));
}
