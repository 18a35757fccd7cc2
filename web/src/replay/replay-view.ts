import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type {
  Action,
  BeliefView,
  Color,
  LinkAnnotations,
  PastLimit,
  PieceLetter,
  Replay,
  ReplayStep,
  Square,
  Weights,
} from 'outpost-rbc';
import './replay.css';
import './steps.css';
import './move-list.css';
import './annotations.css';
import './panels.css';
import './what-if.css';
import './agents-panel';
import '../board/board';
import './failure-panel';
import './game-story';
import './move-list';
import '../belief/move-panel';
import './play-on-dialog';
import './sense-panel';
import './session-status';
import './size-panel';
import './step-fen';
import './summary-panel';
import './view-choice';
import './what-if-panel';
import { likelyBoards } from '../belief/likely-boards';
import { likelyPlayers } from '../belief/likely-players';
import type { AskMoves } from '../belief/move-panel';
import { onWeights, playersStatus, weightsNow } from '../belief/network';
import { chooseOverlay, chosenOverlay, type Overlay, overlayNumbers, scaleOf } from '../belief/overlays';
import { scene } from '../belief/scene';
import { surprises } from '../belief/surprises';
import {
  likelyPlayersWords,
  moveTableWords,
  overlayWords,
  perspectiveWords,
  trackingWords,
  weightsWords,
} from '../belief/words';
import { wordsPanel } from '../belief/words-panel';
import type { RbcBoard } from '../board/board';
import { boardOfFen, colorOf, opponentOf } from '../board/squares';
import { engine } from '../engine/engine';
import { MOST_GIVEN, makeProblem, ofBoards } from '../lessons/make-problem';
import { makeProblemWords } from '../lessons/own-words';
import { type Notes, placeOf } from '../record/notes';
import { recordText } from '../record/record-text';
import { stepText } from '../record/wording';
import type { Shared } from '../share/share-dialog';
import { shareWords } from '../share/words';
import { afterCrash, messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { guardFromReload } from '../ui/parts';
import '../ui/tabs';
import type { OutpostTabs, Tab } from '../ui/tabs';
import { sentence, sentences } from '../ui/texts';
import type { AnalysisSession, Wanted } from './analysis-session';
import { Annotations } from './annotations';
import type { TryAgain } from './game-story';
import { keepPlace, type Place, placeBeforeReload } from './kept-place';
import { type PanelName, panel } from './panels';
import { pastLimitOf, whyNotPlayOn } from './past-limit';
import type { PlayOnDialog, PlayOnPoint } from './play-on-dialog';
import { possibleBoards } from './possible-boards';
import { stepSight, type View } from './replay-board';
import { Sharing } from './sharing';
import { stepCard } from './step-card';
import {
  control,
  keyTarget,
  type Perspective,
  perspectives,
  stepControls,
  stepTitle,
  timeline,
  type Walk,
} from './step-controls';
import { playOnWords } from './story-words';
import { variationText } from './variation-tree';
import { type Line, WhatIf } from './what-if';
import { noteWords, panelWords, replayTabWords, replayWords, whatIfWords } from './words';

/** A finished game, step by step, with the truth and what each side could know, and what could have been tried instead. */
export class ReplayView extends LitElement {
  static override properties = {
    replay: { attribute: false },
    orientation: {},
    shown: { type: Boolean },
    startAtEnd: { type: Boolean, attribute: 'start-at-end' },
    view: { attribute: false },
    notes: { attribute: false },
    record: { attribute: false },
    keepAs: { attribute: false },
    viewer: { attribute: false },
    storyApart: { type: Boolean, attribute: 'story-apart' },
    step: { state: true },
    perspective: { state: true },
    overlay: { state: true },
    blended: { state: true },
    ready: { state: true },
    judging: { state: true },
    weights: { state: true },
    pointedMove: { state: true },
    pointedSense: { state: true },
    finding: { state: true },
    notMade: { state: true },
  };
  declare replay: Replay;
  declare orientation: Color;
  declare shown: boolean;
  declare startAtEnd: boolean;
  /** Where a replay opens, if a link says so. */
  declare view: LinkAnnotations['view'];
  /** Texts and drawings at steps; when left out, those that the record has under `outpost`. */
  declare notes: Notes | null;
  /** The record to share, where it is another than the replay's. */
  declare record: (() => Promise<Shared>) | null;
  /** Names the game, so that a reload comes back to the place in it and to what was tried. */
  declare keepAs: string | null;
  /** Of whom the story is told; `null`: of nobody in particular. */
  declare viewer: Color | null;
  /** The story is told elsewhere on the page. */
  declare storyApart: boolean;
  declare private step: number;
  declare private perspective: Perspective;
  /** How beliefs are shown, whichever step it is. */
  declare private overlay: Overlay;
  declare private blended: boolean;
  /** The board is drawn: the tabs come in a task of their own, so that they do not hold it up. */
  declare private ready: boolean;
  /** Every decision of the game is judged. */
  declare private judging: boolean;
  /** How boards are weighed. */
  declare private weights: Weights;
  /** The move, and the middle of the window, that the person points at in a panel. */
  declare private pointedMove: string | null;
  declare private pointedSense: Square | null;
  /** The boards for a problem are being found. */
  declare private finding: boolean;
  /** Why no problem was made of a step. */
  declare private notMade: string;
  private whatIf: WhatIf | null = null;
  private session: AnalysisSession | null = null;
  /** How far a game can go on from the line on view; `null` until that is known. */
  private pastLimit: PastLimit | null = null;
  private unfollow: (() => void) | null = null;
  private readonly ended: (() => void)[] = [];
  private asked: { session: AnalysisSession; step: number; ask: AskMoves } | null = null;
  /** What was last shown of each side's mind: it stays, dimmed, until the next is worked out. */
  private lastBeliefs: Partial<Record<Color, BeliefView>> = {};
  private truth: { fen: string; board: (PieceLetter | null)[] } = { fen: '', board: [] };
  private wheel = 0;
  private keptAt = '';
  private readonly annotations = new Annotations(this, {
    step: () => (this.isPlayed(this.step) ? this.steps[this.step] : undefined),
    goTo: (step) => {
      if (this.whatIf) this.showLine(this.whatIf.tree.root);
      this.goTo(step);
    },
  });

  private readonly sharing = new Sharing(this, () => {
    const { replay, perspective, whatIf } = this;
    const here = this.steps[this.step];
    // Where only the game is shown, a what-if is where it begins.
    const at = replay.steps[this.isPlayed(this.step) ? this.step : (whatIf?.tree.leftAt(whatIf.current) ?? 0)];
    const tried = whatIf?.current.parent ? whatIfWords.banner(variationText(whatIf.current)) : '';
    const shown = whatIf && here && tried !== '' ? { whatIf: { place: placeOf(here), tried: whatIf.tried } } : {};
    return {
      summary: replay.summary,
      record: this.record ?? (async () => recordText(await replay.details())),
      notes: this.annotations.shared,
      view: at ? { place: placeOf(at), perspective, ...shown } : null,
      orientation: this.orientation,
      caption: sentences(tried, !!here && sentences(sentence(stepTitle(here)), stepText(here))),
    };
  });

  constructor() {
    super();
    this.orientation = 'white';
    this.shown = true;
    this.startAtEnd = false;
    this.view = undefined;
    this.notes = null;
    this.record = null;
    this.keepAs = null;
    this.viewer = null;
    this.storyApart = false;
    this.step = 0;
    this.perspective = 'truth';
    this.overlay = chosenOverlay();
    this.blended = false;
    this.ready = false;
    this.judging = false;
    this.weights = weightsNow();
    this.pointedMove = null;
    this.pointedSense = null;
    this.finding = false;
    this.notMade = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.onKey);
    this.addEventListener('seek', this.onSeek);
    this.addEventListener('try-again', this.onTryAgain);
    this.weights = weightsNow();
    // It was closed, and is opened again.
    if (this.hasUpdated && !this.whatIf) this.whatIf = new WhatIf(this.replay, () => this.requestUpdate());
    this.ended.push(
      onWeights(() => {
        this.weights = weightsNow();
      }),
      // What was tried in a game that the address does not bring back.
      guardFromReload(() => this.keepAs === null && (this.whatIf?.kept.lines.length ?? 0) > 0),
    );
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.onKey);
    this.removeEventListener('seek', this.onSeek);
    this.removeEventListener('try-again', this.onTryAgain);
    for (const end of this.ended.splice(0)) end();
    this.leave();
    // When it is only moved to another place, it is connected again by then.
    queueMicrotask(() => {
      if (!this.isConnected) this.close();
    });
  }

  /** Frees what the what-ifs hold; the game is where they left it. */
  private close(): void {
    const { whatIf } = this;
    if (!whatIf) return;
    if (!this.isPlayed(this.step)) this.step = Math.max(0, whatIf.tree.leftAt(whatIf.current));
    this.sharing.close();
    this.whatIf = null;
    this.asked = null;
    this.lastBeliefs = {};
    whatIf.dispose();
  }

  /** Breaks off the work on the line on view. */
  private leave(): void {
    this.unfollow?.();
    this.unfollow = null;
    this.session?.stop();
    this.session = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('replay')) {
      this.leave();
      this.whatIf?.dispose();
      this.whatIf = new WhatIf(this.replay, () => this.requestUpdate());
      this.step = this.startAtEnd ? Math.max(0, this.replay.steps.length - 1) : 0;
      this.lastBeliefs = {};
      this.sharing.close();
      void this.annotations.open(changed.has('notes'));
    }
    this.follow();
    if (changed.has('replay')) {
      const before = this.keepAs === null ? null : placeBeforeReload(this.keepAs);
      if (this.view) this.openAt(this.view, before === null);
      if (before) this.comeBack(before);
    }
    if (changed.has('step')) {
      this.pointedMove = null;
      if (this.whatIf?.choosing && this.whatIf.choosing.step.index !== this.step) this.whatIf.cancel();
    }
    for (const color of this.sides) {
      const belief = this.session?.belief(this.step, color);
      if (belief) this.lastBeliefs[color] = belief;
    }
  }

  private keepPlace(): void {
    const { whatIf, keepAs, step } = this;
    if (keepAs === null || !whatIf || whatIf.busy) return;
    const stamp = `${keepAs} ${step} ${whatIf.version} ${whatIf.current.id}`;
    if (stamp === this.keptAt) return;
    this.keptAt = stamp;
    keepPlace(keepAs, { step, ...whatIf.kept });
  }

  /** Goes on where the page was reloaded. */
  private comeBack(place: Place): void {
    const { whatIf } = this;
    if (!whatIf) return;
    this.step = Math.min(place.step, this.replay.steps.length - 1);
    if (place.lines.length === 0) return;
    const { step } = this;
    void whatIf.restore(place.lines, place.current).then(() => {
      if (whatIf !== this.whatIf || this.step !== step) return;
      this.follow();
      this.goTo(place.step);
    });
  }

  /** Works on the line that is on view, and on no other. */
  private follow(): void {
    const session = this.whatIf?.session ?? null;
    if (session !== this.session) {
      this.leave();
      this.session = session;
      this.pastLimit = null;
      if (session) void this.askPast(session);
      this.unfollow = session?.onChange(['beliefs', 'judged'], () => this.requestUpdate()) ?? null;
      if (this.isConnected) session?.start();
    }
    session?.weigh(this.weights);
  }

  protected override firstUpdated(): void {
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.ready = true;
      }),
    );
  }

  protected override updated(): void {
    const { session, step } = this;
    this.keepPlace();
    this.sharing.update();
    if (!session || !this.isConnected || session.replay.steps.length === 0) return;
    session.want(
      'boards',
      this.sides.map((color): Wanted => ({ step, color })),
    );
    const start = this.tabs?.open === 'senses' ? this.turnStart : null;
    session.want('senses', start ? [{ step: start.index, color: start.color }] : []);
  }

  private get tabs(): OutpostTabs | null {
    return this.querySelector('outpost-tabs');
  }

  /** Of the line on view. */
  private get steps(): readonly ReplayStep[] {
    return this.session?.replay.steps ?? [];
  }

  /** Whether a step on view is of the game, not of something that was tried. */
  private isPlayed(step: number): boolean {
    return !this.whatIf?.tree.owner(this.whatIf.current, step).parent;
  }

  /** The start of the half-turn on view, at which its side senses. */
  private get turnStart(): ReplayStep | null {
    for (let index = this.step; index >= 0; index--) {
      const step = this.steps[index];
      if (step?.phase === 'start') return step;
    }
    return null;
  }

  private get sides(): Color[] {
    if (this.perspective === 'truth') return [];
    return this.perspective === 'both' ? ['white', 'black'] : [this.perspective];
  }

  private get views(): View[] {
    return this.perspective === 'both' ? ['white', 'black'] : [this.perspective];
  }

  private belief(color: Color): BeliefView | null {
    return this.session?.belief(this.step, color) ?? null;
  }

  private truthAt(step: ReplayStep): (PieceLetter | null)[] {
    if (this.truth.fen !== step.fen) this.truth = { fen: step.fen, board: boardOfFen(step.fen) };
    return this.truth.board;
  }

  /** Shows a step of the game that was played. */
  showAt(step: number): void {
    if (this.whatIf) this.showLine(this.whatIf.tree.root);
    this.goTo(step);
  }

  private goTo(step: number): void {
    this.notMade = '';
    this.step = Math.max(0, Math.min(this.steps.length - 1, Math.round(step)));
  }

  private openAt(
    { place, perspective, whatIf: tried }: NonNullable<LinkAnnotations['view']>,
    withWhatIf: boolean,
  ): void {
    const { steps } = this.replay;
    const turn = steps.filter(({ ply }) => ply === place.ply);
    // A game may have ended before the place in its last half-turn.
    this.goTo((turn.find(({ phase }) => phase === place.phase) ?? turn.at(-1) ?? steps.at(-1))?.index ?? 0);
    this.perspective = perspective;
    const { whatIf, step } = this;
    if (!tried || !withWhatIf || !whatIf) return;
    void whatIf.follow(tried).then((shown) => {
      if (shown === null || whatIf !== this.whatIf || this.step !== step) return;
      this.follow();
      this.goTo(shown);
    });
  }

  private get walk(): Walk {
    return { steps: this.steps, at: this.step, goTo: (step) => this.goTo(step) };
  }

  /** Against whom is asked first, as nobody in particular plays here. */
  private readonly onTryAgain = (event: Event): void => {
    const { halfMoves, color } = (event as CustomEvent<TryAgain>).detail;
    this.playOn({ replay: this.replay, halfMoves, color });
  };

  private playOn(point: PlayOnPoint): void {
    void this.querySelector<PlayOnDialog>('play-on-dialog')?.open(point);
  }

  /** Asks the engine how far a game can go on from the line on view. */
  private async askPast({ replay }: AnalysisSession): Promise<void> {
    const limit = await pastLimitOf(replay);
    if (this.session?.replay !== replay) return;
    this.pastLimit = limit;
    this.requestUpdate();
  }

  /** Where a game could go on from a step on view, or why it cannot, in words; `null` until that is known. */
  private pointAfter(step: ReplayStep): PlayOnPoint | string | null {
    const { session, pastLimit } = this;
    if (!session || !pastLimit) return null;
    const moved = step.phase === 'moved';
    const halfMoves = moved ? step.ply + 1 : step.ply;
    const color = moved ? opponentOf(step.color) : step.color;
    return whyNotPlayOn(pastLimit, halfMoves) ?? { replay: session.replay, halfMoves, color };
  }

  private readonly onSeek = (event: Event): void => this.goTo((event as CustomEvent<number>).detail);

  private readonly onKey = (event: KeyboardEvent): void => {
    if (!this.shown || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape' && this.whatIf?.choosing) {
      this.stopChoosing();
      return;
    }
    const target = event.target as HTMLElement;
    if (target.closest('input, select, textarea, dialog, [role="grid"]')) return;
    const to = keyTarget(event.key, this.walk);
    if (to === null && event.key !== 'f') return;
    // A scrollable list under the keyboard keeps its own keys.
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight' && target.closest('.moves-scroll')) return;
    event.preventDefault();
    if (to === null) this.flip();
    else this.goTo(to);
  };

  /** Nothing else is drawn anew for the numbers of another square. */
  private readonly onPoint = (event: CustomEvent<Square | null>): void => {
    const choice = this.querySelector('view-choice');
    if (choice) choice.pointed = event.detail;
  };

  private flip(): void {
    this.orientation = opponentOf(this.orientation);
  }

  /** The wheel over the board steps, but at either end the page scrolls on as usual. */
  private readonly onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    const last = this.steps.length - 1;
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

  // What if

  /** Goes to where something else can be chosen, on a board that shows its side's own pieces. */
  private choose(what: 'sense' | 'move'): void {
    const here = this.steps[this.step];
    const from = here ? this.whatIf?.from(what, here) : null;
    if (!from) return;
    this.goTo(from.index);
    if (this.perspective === opponentOf(from.color)) this.perspective = from.color;
    this.whatIf?.choose(what, from);
    void this.updateComplete.then(() => this.choosingBoard?.focusBoard());
  }

  private get choosingBoard(): RbcBoard | null {
    return this.querySelector('.replay-boards rbc-board[data-chooses]');
  }

  private stopChoosing(): void {
    this.whatIf?.cancel();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('[data-try=sense]')?.focus());
  }

  private async tryOut(action: Action): Promise<void> {
    const { whatIf } = this;
    const here = this.steps[this.step];
    if (!whatIf || !here || whatIf.busy) return;
    const from = whatIf.choosing?.step ?? whatIf.from('sense' in action ? 'sense' : 'move', here);
    if (!from) return;
    await this.showStep(await whatIf.try(from.index, action));
  }

  private async assume(): Promise<void> {
    await this.showStep((await this.whatIf?.assume()) ?? null);
  }

  /** Shows a step of the line that is on view from now on. */
  private async showStep(step: number | null): Promise<void> {
    this.follow();
    if (step !== null) this.goTo(step);
    // The button that had the keyboard may be gone.
    await this.updateComplete;
    if (document.activeElement === document.body) this.querySelector<HTMLElement>('[data-try=sense]')?.focus();
  }

  /** Shows a line where it leaves its parent; the game, where the what-if left it. */
  private showLine(line: Line): void {
    const { whatIf } = this;
    if (!whatIf) return;
    const left = whatIf.current;
    whatIf.show(line);
    this.follow();
    let child = left;
    while (child.parent && child.parent !== line) child = child.parent;
    const step = line.parent ? whatIf.seen(line) : child.parent ? child.at : this.step;
    this.goTo(step);
  }

  private removeLine(line: Line): void {
    const { whatIf } = this;
    if (!whatIf) return;
    if (whatIf.remove(line)) {
      this.follow();
      this.goTo(Math.min(this.step, line.at));
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const step = this.steps[this.step];
    if (!step) return nothing;
    const { walk } = this;
    const most = this.scale;
    return html`<div class="replay" data-perspective=${this.perspective}>
      <div class="replay-boards">
        <div class="boards" @wheel=${{ handleEvent: this.onWheel, passive: false }}>
          ${this.views.map((view) => this.renderBoard(step, view, most))}
        </div>
        ${timeline(walk, this.annotations.sign)}
        ${this.whatIf?.current.parent ? nothing : this.annotations.renderMarks()}
        ${stepControls(
          walk,
          () => this.flip(),
          html`${this.isPlayed(this.step) ? this.annotations.renderSwitch() : nothing}
          ${control('share', shareWords.open, false, () => this.sharing.open())}`,
        )}
        ${this.annotations.renderTools()}
        ${this.sharing.renderMissing()}
      </div>
      <div class="replay-side">
        ${perspectives(this.perspective, (perspective) => {
          this.perspective = perspective;
        })}
        ${this.renderBanner()}
        ${stepCard(step, {
          replay: this.replay,
          // It ended before anyone moved.
          nobodyMoved: this.steps.length === 1,
          line: this.whatIf?.tree.owner(this.whatIf.current, step.index) ?? null,
          beliefs: this.sides.map((color) => ({
            color,
            squares: this.surprising(step, color),
            waiting: this.waitingText(color),
          })),
          judged: this.weights === 'weighted' ? this.session : null,
        })}
        ${this.renderPlayOn(step)}
        <session-status .session=${this.session}></session-status>
        ${
          this.ready
            ? html`<outpost-tabs
                class="card"
                name="replay"
                label=${replayTabWords.title}
                first=${this.storyApart ? 'moves' : 'story'}
                .tabs=${this.renderTabs(step, most)}
                @choose-tab=${() => this.requestUpdate()}
              ></outpost-tabs>`
            : nothing
        }
        <p class="small muted keys">${replayWords.keys}</p>
      </div>
      ${this.sharing.render()}
      <play-on-dialog></play-on-dialog>
    </div>`;
  }

  private renderPlayOn(step: ReplayStep): TemplateResult {
    const after = this.pointAfter(step);
    const point = typeof after === 'string' ? null : after;
    const why = typeof after === 'string' ? after : null;
    return html`<div class="row wrap">
      <button
        type="button"
        class="small-button"
        aria-disabled=${point ? 'false' : 'true'}
        title=${why ?? nothing}
        @click=${() => point && this.playOn(point)}
      >
        ${icons.branch} ${playOnWords.button}
      </button>
      <button
        type="button"
        class="small-button make-problem"
        aria-disabled=${this.finding ? 'true' : 'false'}
        @click=${() => this.makeProblem(step)}
      >
        ${icons.plus} ${makeProblemWords.button}
      </button>
      ${why === null ? nothing : html`<span class="small muted">${why}</span>`}
      <span class="small" role="status">${this.finding ? makeProblemWords.finding : this.notMade}</span>
    </div>`;
  }

  /** Of what the side to move could not tell apart; after its move, of what it decided on. */
  private async makeProblem({ index, phase }: ReplayStep): Promise<void> {
    if (this.finding) return;
    this.finding = true;
    this.notMade = '';
    try {
      const at = phase === 'moved' ? index - 1 : index;
      const steps = this.session?.replay.steps ?? this.steps;
      const { size, fens } = await afterCrash(async () => possibleBoards(await engine(), steps, at, MOST_GIVEN));
      if (fens.length === 0) this.notMade = makeProblemWords.tooMany(size, MOST_GIVEN);
      else makeProblem(this, ofBoards(fens, phase !== 'start'));
    } catch (error) {
      this.notMade = makeProblemWords.failed(messageOf(error));
    } finally {
      this.finding = false;
    }
  }

  /** Says that what is on view was not played, and leads back; or why what a link shows cannot be tried. */
  private renderBanner(): TemplateResult | typeof nothing {
    const { whatIf } = this;
    // Where something else is chosen, it is told of there.
    const problem =
      whatIf?.problem && this.tabs?.open !== 'whatIf'
        ? html`<p class="problem" role="alert">${whatIfWords.failed(whatIf.problem)}</p>`
        : nothing;
    if (!whatIf?.current.parent) return problem;
    const { current, tree } = whatIf;
    const text = variationText(current);
    return html`${problem}<div class="what-if-banner" role="status">
      <p>${icons.branch} ${current.assumed ? whatIfWords.bannerAssumed(text) : whatIfWords.banner(text)}</p>
      <button type="button" class="small-button" @click=${() => this.showLine(tree.root)}>${whatIfWords.back}</button>
    </div>`;
  }

  /** Squares where a side's belief is far from the truth. */
  private surprising(step: ReplayStep, color: Color): Square[] | null {
    const belief = this.belief(color);
    return belief && surprises(this.truthAt(step), belief);
  }

  private waitingText(color: Color, step = this.step): string {
    if (this.session?.beliefFailed(step, color)) return replayWords.beliefFailed;
    return this.session?.halted ? replayWords.haltedHere : trackingWords.computing;
  }

  /** What the strongest colour of the maps on view stands for. */
  private get scale(): number {
    return scaleOf(
      this.sides.map((color) => {
        const belief = this.belief(color);
        return belief ? overlayNumbers(this.overlay, belief) : null;
      }),
    );
  }

  private renderBoard(step: ReplayStep, view: View, most: number): TemplateResult {
    const truth = this.truthAt(step);
    const belief = view === 'truth' ? null : this.belief(view);
    const waiting = view !== 'truth' && !belief;
    const last = waiting ? (this.lastBeliefs[view] ?? null) : null;
    const look = { overlay: this.overlay, blended: this.blended, most, outlined: true, last };
    const sight = { ...stepSight(step, truth, view, belief, look), pointed: this.pointedMove };
    const { ghosts, tints, empty, heat, arrows, labels } = scene(sight);
    const caption = view === 'truth' ? perspectiveWords.truth : perspectiveWords.belief(view);
    const choosing = this.whatIf?.choosing;
    const chooses = choosing && (view === 'truth' || view === choosing.step.color) ? choosing : null;
    const mode = !chooses
      ? choosing
        ? 'view'
        : this.annotations.mode
      : chooses.what === 'sense'
        ? 'sense'
        : chooses.requests
          ? 'move'
          : 'view';
    return html`<figure class="replay-board ${waiting ? 'waiting' : ''}" aria-busy=${waiting ? 'true' : 'false'}>
      ${this.perspective === 'both' ? html`<figcaption><span class="disc ${view}"></span>${caption}</figcaption>` : nothing}
      <div class="veiled">
        <rbc-board
          ?data-chooses=${chooses !== null}
          .orientation=${this.orientation}
          .color=${chooses?.step.color ?? 'white'}
          .pieces=${sight.pieces}
          .ghosts=${ghosts}
          .heat=${heat}
          .tints=${tints}
          .empty=${empty}
          .arrows=${arrows}
          .frame=${this.pointedSense}
          .shapes=${this.annotations.shapes}
          .brush=${this.annotations.color}
          .mode=${mode}
          .requests=${mode === 'move' ? (chooses?.requests ?? []) : []}
          .labels=${labels}
          .name=${caption}
          @draw-shape=${this.annotations.onDraw}
          @point=${this.onPoint}
          @sense-square=${(event: CustomEvent<Square>) => this.tryOut({ sense: event.detail })}
          @request-move=${(event: CustomEvent<string>) => this.tryOut({ request: event.detail })}
        ></rbc-board>
        ${waiting ? html`<p class="veil ${last ? 'soft' : ''}" aria-hidden="true"><span class="veil-text">${this.waitingText(view)}</span></p>` : nothing}
      </div>
    </figure>`;
  }

  /** What is asked of the engine for a tab is asked while it is open. */
  private renderTabs(step: ReplayStep, most: number): Tab[] {
    const { session, whatIf } = this;
    if (!session || !whatIf) return [];
    const weighted = this.weights === 'weighted';
    const truth = this.truthAt(step);
    const tab = (id: keyof typeof replayTabWords.names, ...panels: [PanelName, () => TemplateResult][]): Tab => ({
      id,
      label: replayTabWords.names[id],
      content: () => panels.map(([name, content]) => panel(name, panels.length > 1, content)),
    });
    const story = tab('story', [
      'story',
      () =>
        html`<game-story
          .replay=${this.replay}
          .viewer=${this.viewer}
          .orientation=${this.orientation}
          bare
          @seek=${(event: CustomEvent<number>) => {
            event.stopPropagation();
            this.showAt(event.detail);
          }}
        ></game-story>`,
    ]);
    const best = tab(
      'best',
      ['moves', () => this.renderRating(step, session)],
      [
        'agents',
        () => html`<agents-panel
          .replay=${session.replay}
          .step=${step}
          @point-action=${(event: CustomEvent<Action | null>) => this.pointAt(event.detail)}
          @try-action=${(event: CustomEvent<Action>) => this.tryOut(event.detail)}
        ></agents-panel>`,
      ],
    );
    const notes = this.annotations.renderPanel();
    return [
      ...(this.storyApart ? [] : [story]),
      tab(
        'moves',
        [
          'list',
          () =>
            html`<move-list .steps=${session.replay.steps} .step=${this.step} .noted=${this.annotations.plies}></move-list>`,
        ],
        ['sizes', () => html`<size-panel .session=${session} .step=${this.step} ?weighted=${weighted}></size-panel>`],
      ),
      tab(
        'belief',
        ['view', () => this.renderViewChoice(truth, most)],
        ['boards', () => this.renderLikeliest()],
        ['players', () => this.renderPlayers()],
        [
          'failures',
          () => html`<failure-panel .session=${session} .step=${this.step} ?weighted=${weighted}></failure-panel>`,
        ],
        ['words', () => this.renderWords(truth)],
      ),
      tab('senses', ['senses', () => this.renderSenses()]),
      { ...best, content: () => [best.content(), this.renderSummary(session)] },
      tab('whatIf', ['whatIf', () => this.renderWhatIf(step, truth, whatIf)]),
      ...(notes === nothing ? [] : [{ id: 'notes', label: noteWords.title, content: () => notes }]),
    ];
  }

  /** Judging every decision takes minutes: it begins when somebody asks for it. */
  private renderSummary(session: AnalysisSession): TemplateResult {
    return html`<details
      class="panel"
      data-panel="summary"
      ?open=${this.judging}
      @toggle=${(event: Event) => {
        this.judging = (event.target as HTMLDetailsElement).open;
      }}
    >
      <summary>${panelWords.summary}</summary>
      ${this.judging ? html`<summary-panel .session=${session} .step=${this.step}></summary-panel>` : nothing}
    </details>`;
  }

  private renderWhatIf(step: ReplayStep, truth: (PieceLetter | null)[], whatIf: WhatIf): TemplateResult {
    const chooser = whatIf.choosing?.step.color ?? step.color;
    return html`<what-if-panel
      .whatIf=${whatIf}
      .step=${step}
      .own=${truth.map((piece) => (piece && colorOf(piece) === chooser ? piece : null))}
      .stamp=${whatIf.stamp}
      @choose-what=${(event: CustomEvent<'sense' | 'move'>) => this.choose(event.detail)}
      @cancel=${() => this.stopChoosing()}
      @try-action=${(event: CustomEvent<Action>) => this.tryOut(event.detail)}
      @assume=${() => this.assume()}
      @choose=${(event: CustomEvent<Line>) => this.showLine(event.detail)}
      @remove=${(event: CustomEvent<Line>) => this.removeLine(event.detail)}
    ></what-if-panel>`;
  }

  private renderViewChoice(truth: (PieceLetter | null)[], most: number): TemplateResult {
    return html`<view-choice
      .session=${this.session}
      .step=${this.step}
      .truth=${truth}
      .sides=${this.sides}
      .overlay=${this.overlay}
      .most=${most}
      ?blended=${this.blended}
      @overlay=${(event: CustomEvent<Overlay>) => {
        this.overlay = event.detail;
        chooseOverlay(this.overlay);
      }}
      @blend=${(event: CustomEvent<boolean>) => {
        this.blended = event.detail;
      }}
    ></view-choice>`;
  }

  private renderWords(truth: (PieceLetter | null)[]): TemplateResult {
    const fen = this.views.includes('truth') ? this.steps[this.step]?.fen : undefined;
    return html`<div class="text-board">
      ${this.views.map((view) =>
        wordsPanel(
          truth,
          view,
          view === 'truth' ? null : this.belief(view),
          this.overlay,
          view === 'truth' ? '' : this.waitingText(view),
        ),
      )}
      ${fen === undefined ? nothing : html`<step-fen .fen=${fen}></step-fen>`}
    </div>`;
  }

  private pointAt(action: Action | null): void {
    this.pointedSense = action && 'sense' in action ? action.sense : null;
    this.pointedMove = action && 'request' in action ? action.request : null;
  }

  private renderSenses(): TemplateResult {
    const start = this.turnStart;
    const sensed = start ? this.steps[start.index + 1] : undefined;
    const made = sensed?.phase === 'sensed' && sensed.ply === start?.ply ? (sensed.sense?.square ?? null) : undefined;
    const own = start
      ? boardOfFen(start.fen).map((piece) => (piece && colorOf(piece) === start.color ? piece : null))
      : [];
    return html`<sense-panel
      .belief=${start ? (this.session?.belief(start.index, start.color) ?? null) : null}
      .waiting=${start ? this.waitingText(start.color, start.index) : ''}
      .sensed=${made}
      .own=${own}
      .orientation=${this.orientation}
      @point-sense=${(event: CustomEvent<Square | null>) => {
        this.pointedSense = event.detail;
      }}
      @try-sense=${(event: CustomEvent<Square>) => this.tryOut({ sense: event.detail })}
    ></sense-panel>`;
  }

  private renderLikeliest(): TemplateResult {
    const beliefs = this.sides.flatMap((color) => this.belief(color) ?? []);
    if (this.sides.length === 0) return html`<p class="small muted">${overlayWords.chooseBelief}</p>`;
    return html`${beliefs.map(
      (belief) => html`<h3><span class="disc ${belief.color}"></span> ${perspectiveWords.belief(belief.color)}</h3>
        ${this.weights === 'weighted' && belief.weights === 'uniform' ? html`<p class="small muted">${weightsWords.notNow}</p>` : nothing}
        ${likelyBoards(belief, this.orientation)}`,
    )}`;
  }

  /** Who each side's opponent may be, as far as that side could tell. */
  private renderPlayers(): TemplateResult {
    if (this.sides.length === 0) return html`<p class="small muted">${overlayWords.chooseBelief}</p>`;
    const { index } = this.steps[this.step] as ReplayStep;
    const moved = (color: Color): boolean =>
      this.steps.slice(0, index).some((before) => before.phase === 'moved' && before.color !== color);
    return html`${this.sides.map((color) => {
      const belief = this.belief(color);
      const opponent = opponentOf(color);
      return html`<h3><span class="disc ${opponent}"></span> ${likelyPlayersWords.whose(opponent, color)}</h3>
        ${moved(color) ? (belief ? likelyPlayers(belief) : nothing) : html`<p class="small muted">${likelyPlayersWords.noMoves}</p>`}`;
    })}
      ${playersStatus().state === 'ready' ? html`<p class="small muted">${likelyPlayersWords.caveat}</p>` : nothing}`;
  }

  /** The moves that the side to move could choose between, and the one it chose. */
  private renderRating(step: ReplayStep, session: AnalysisSession): TemplateResult {
    const chooses = step.phase !== 'moved';
    if (chooses && (this.asked?.step !== step.index || this.asked.session !== session)) {
      const { replay } = session;
      this.asked = {
        session,
        step: step.index,
        ask: (options) => replay.moves(step.index, step.color, options),
      };
    }
    const moved = this.steps.find(({ ply, phase }) => ply === step.ply && phase === 'moved');
    return html`<move-panel
      bare
      tryable
      .ask=${chooses ? (this.asked?.ask ?? null) : null}
      subject=${`${this.whatIf?.current.id} ${step.index}`}
      .played=${moved?.move ? moved.move.requested : undefined}
      off=${moveTableWords.notNow}
      .side=${step.color}
      @point-move=${(event: CustomEvent<string | null>) => {
        this.pointedMove = event.detail;
      }}
      @try-move=${(event: CustomEvent<string | null>) => this.tryOut({ request: event.detail })}
    ></move-panel>`;
  }
}

customElements.define('replay-view', ReplayView);
