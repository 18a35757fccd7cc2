import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AgentName, BeliefView, PieceLetter, Square } from 'outpost-rbc';
import { latestMove } from '../belief/memory';
import { type Sight, scene, textScene, toldLast, toldSight } from '../belief/scene';
import { textBoard } from '../belief/text-board';
import { trackingWords } from '../belief/words';
import type { BoardMode, RbcBoard } from '../board/board';
import { colorOf, ROLES } from '../board/squares';
import { boardWords, phaseWords } from '../board/words';
import { engineStarted } from '../engine/engine';
import { agentWords } from '../engine/words';
import { giveFeedback } from '../play/feedback';
import { turnBanner } from '../play/phase-banner';
import { newGameWords } from '../play/words';
import { EmbedError, MOST_TEXT, quoted, readFen, START } from '../problems/attributes';
import { isPlayed } from '../problems/tasks';
import { outcomeTitle, resultText } from '../record/wording';
import { outcomeWords } from '../record/words';
import { icons } from '../ui/icons';
import { groupedDiagrams, MOST_DIAGRAMS, numberedDiagrams } from './board-groups';
import { BoardRating } from './board-rating';
import { EmbedElement } from './element';
import { ATTRIBUTES, type EmbedSetup, readSetup, TEXTS } from './game-setup';
import { TaskGame } from './task-game';
import { TaskRun } from './task-run';
import { votesTable } from './votes-table';
import { embedWords } from './words';

/**
 * A game against an agent, from the start or a position, or one decision on boards that cannot be told apart; with a task or
 * without. What is shown of a game in progress is what the person was told.
 *
 * Attributes: `fen` or `boards` (with `weights`, `panels`); `side`, `agent`, `budget` (milliseconds), `seed`, `assist` (`none`, `tracking`,
 * `hints`); `task` with `goal`, `measure`, `squares`, `piece`, `answer`, `turns` (see `TASKS`); `prompt`, `hint`, `explain`; `sound`; `theme`, `pieces`.
 */
export class OutpostGame extends EmbedElement {
  static override properties = {
    ...EmbedElement.properties,
    ...Object.fromEntries(ATTRIBUTES.map((name) => [name, {}])),
    sound: { type: Boolean },
    run: { state: true },
    busy: { state: true },
    starting: { state: true },
    hinted: { state: true },
  };
  declare fen: string | null;
  declare boards: string | null;
  declare weights: string | null;
  declare panels: string | null;
  declare side: string | null;
  declare agent: string | null;
  declare budget: string | null;
  declare seed: string | null;
  declare assist: string | null;
  declare task: string | null;
  declare goal: string | null;
  declare measure: string | null;
  declare squares: string | null;
  declare piece: string | null;
  declare answer: string | null;
  declare turns: string | null;
  declare prompt: string | null;
  declare hint: string | null;
  declare explain: string | null;
  /** Whether the game is heard and felt, as the person chose for games. */
  declare sound: boolean;
  /** `null`: the attributes make no game. */
  declare private run: TaskRun | null;
  declare private busy: boolean;
  declare private starting: boolean;
  declare private hinted: boolean;
  /** The verdict that was brought into sight. */
  private seenVerdict: TaskRun['verdict'] = null;

  constructor() {
    super();
    for (const name of ATTRIBUTES) this[name] = null;
    this.sound = false;
    this.run = null;
    this.busy = false;
    this.starting = false;
    this.hinted = false;
  }

  private stopFeedback: (() => void) | null = null;

  /** To what is played now, if it is to be heard. */
  private listen(): void {
    this.stopFeedback?.();
    const driver = this.run?.driver;
    this.stopFeedback = this.sound && driver ? giveFeedback(driver) : null;
  }

  /** Resets the task; the game begins later. */
  private begin(setup: EmbedSetup, rating: BoardRating | null): void {
    this.leave();
    this.run = new TaskRun(setup, rating, {
      tell: (name, detail) => this.tell(name, detail),
      changed: () => this.requestUpdate(),
    });
  }

  private leave(): void {
    this.run?.leave();
    this.run?.rating?.stop();
    this.run = null;
    this.listen();
    this.busy = false;
    this.starting = false;
    this.hinted = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('sound')) this.listen();
    const starts = (name: string): boolean => !(TEXTS as readonly string[]).includes(name) || this.run === null;
    // A changed text does not restart the task, unless there is none yet; a text that is too long ends it.
    for (const name of TEXTS) if (changed.has(name) && (this[name]?.length ?? 0) > MOST_TEXT) this.leave();
    if (!ATTRIBUTES.some((name) => changed.has(name) && starts(name))) return;
    this.problem = null;
    try {
      const setup = readSetup(this);
      const { set, task } = setup;
      const update = (): void => this.requestUpdate();
      this.begin(setup, set && task === 'move' ? new BoardRating(set, (call) => this.withEngine(call), update) : null);
    } catch (error) {
      this.leave();
      this.fail(error);
    }
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const verdict = this.run?.verdict ?? null;
    if (verdict === this.seenVerdict) return;
    this.seenVerdict = verdict;
    // In a lesson whatever is said of an answer comes into sight, below the board.
    if (verdict && this.lead) this.renderRoot.querySelector('.verdict')?.scrollIntoView({ block: 'nearest' });
  }

  protected override pause(): void {
    this.run?.driver?.pause();
    // What somebody waits for goes on.
    if (!this.busy) this.run?.rating?.stop();
  }

  protected override resume(): void {
    const { run } = this;
    if (this.startsByItself) void this.start(false);
    if (this.stage === 'move') this.rateAhead();
    if (!run?.driver || run.settled) return;
    if (run.driver.engineLost) void run.driver.engineBack();
    run.driver.resume();
  }

  protected override letGo(): void {
    // Also a game that is being started: it would be put into an engine that is no longer used.
    if (this.run && (this.run.driver || this.starting)) this.begin(this.run.setup, this.run.rating);
  }

  protected override async retry(): Promise<void> {
    await super.retry();
    if (this.engineState === 'off' && !this.run?.driver) void this.start();
  }

  // The game

  private get stage(): 'idle' | 'starting' | 'sense' | 'move' | 'thinking' | 'over' {
    const { run } = this;
    if (!run) return 'idle';
    const { driver, setup } = run;
    if (!driver) {
      if (this.starting) return 'starting';
      // Nothing to load: the person can begin at once.
      return setup.set && setup.task !== 'move' ? 'sense' : 'idle';
    }
    if (run.revealed || driver.stage === 'over') return 'over';
    // An opponent that begins is not shown thinking at once.
    if (driver.stage === 'loading' && !driver.thinking) return this.starting ? 'starting' : 'idle';
    if (!driver.isTurn) return 'thinking';
    return driver.view?.phase === 'move' ? 'move' : 'sense';
  }

  /** One decision needs the engine, and nothing else that a person should ask for first. */
  private get startsByItself(): boolean {
    const task = this.run?.setup.task ?? null;
    return this.stage === 'idle' && task !== null && !isPlayed(task) && engineStarted();
  }

  /** Starts or restarts; the board takes the focus. */
  async start(focus = true): Promise<void> {
    if (!this.run) return;
    this.begin(this.run.setup, this.run.rating);
    this.problem = null;
    const { run } = this;
    const { set, task, side } = run.setup;
    if (set && task !== 'move') return;
    this.starting = true;
    await this.safely(async () => {
      const driver = await this.openGame(run);
      if (run !== this.run) return driver.dispose();
      run.driver = driver;
      this.listen();
      driver.addEventListener('change', () => this.requestUpdate());
      if (!this.seen) driver.pause();
      if (set) await driver.game.sense(side, null);
      await driver.advance();
      this.rateAhead();
      if (focus) this.focusBoard();
    });
    if (run === this.run) this.starting = false;
  }

  private async openGame(run: TaskRun): Promise<TaskGame> {
    const { side, agent: name, budgetMs, seed, set, fen } = run.setup;
    const person = { kind: 'person', name: newGameWords.you } as const;
    const agent = { kind: 'agent', agent: name as AgentName, budgetMs } as const;
    // Of boards that cannot be told apart, any: what may be asked for depends on the own pieces alone.
    const startFen = set?.boards[0]?.fen ?? fen;
    const setup = {
      white: side === 'white' ? person : agent,
      black: side === 'black' ? person : agent,
      clock: null,
      seed: seed ?? Math.floor(Math.random() * 2 ** 31),
      ...(startFen ? { startFen } : {}),
    };
    return this.withEngine(async (outpost) => {
      const opponents = [...(await outpost.agents()), ...(await outpost.levels())];
      if (!opponents.some((one) => one.name === name)) throw new EmbedError(embedWords.agentFailed(quoted(name)));
      return new TaskGame(await outpost.newGame(setup), setup, run, (error) => this.fail(error));
    });
  }

  private focusBoard(): void {
    void this.updateComplete.then(() => this.querySelector<RbcBoard>('rbc-board')?.focusBoard());
  }

  /** Does what may fail, and shows if it does. */
  private async safely(action: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    const { run, holdsFocus } = this;
    try {
      await action();
    } catch (error) {
      if (run === this.run) this.fail(error);
    } finally {
      if (run === this.run) this.busy = false;
      if (holdsFocus) void this.keepFocus();
    }
  }

  private get holdsFocus(): boolean {
    const { activeElement } = this.getRootNode() as Document | ShadowRoot;
    return activeElement !== null && (activeElement === this || this.contains(activeElement));
  }

  /** When what had the keyboard is gone, it goes to what comes next. */
  private async keepFocus(): Promise<void> {
    await this.updateComplete;
    if (this.holdsFocus || document.activeElement !== document.body) return;
    const words = (selector: string): HTMLElement | null => this.renderRoot.querySelector<HTMLElement>(selector);
    if (this.run?.settled) words('.verdict')?.focus();
    else if (this.run?.setup.task === 'count') words('.ask input')?.focus();
    else if (this.run?.setup.task === 'choose') words('.likely-boards button')?.focus();
    else this.querySelector<RbcBoard>('rbc-board')?.focusBoard();
  }

  /** Has the boards rated before the person has decided. */
  private rateAhead(): void {
    if (!this.seen) return;
    // Callers that wait for the votes get the error.
    this.run?.rating?.ask().catch(() => {});
  }

  private async sense(square: Square | null): Promise<void> {
    const { run } = this;
    if (!run || run.settled || this.stage !== 'sense') return;
    const { task } = run.setup;
    if (task === 'count' || task === 'choose') return;
    await this.safely(async () => (task === 'sense' ? run.judgeSense(square) : run.driver?.sense(square)));
  }

  private async move(uci: string | null): Promise<void> {
    const { run } = this;
    if (!run?.driver || run.settled || this.stage !== 'move') return;
    await this.safely(async () => (run.setup.task === 'move' ? run.judgeMove(uci) : run.driver?.move(uci)));
    this.querySelector<RbcBoard>('rbc-board')?.reset();
  }

  private readonly judgeCount = async (event: Event): Promise<void> => {
    event.preventDefault();
    const input = this.renderRoot.querySelector<HTMLInputElement>('.ask input');
    await this.safely(async () => this.run?.judgeCount(input?.value.trim() ?? ''));
  };

  // Showing

  /** What may be shown of a belief: with a task that asks for it, only once that is answered. */
  private shownBelief({ setup, belief, settled }: TaskRun): BeliefView | null {
    // Which of the boards is likely is what the task asks for.
    if (setup.task === 'choose' && !settled) return null;
    return setup.set || setup.assist !== 'none' ? belief : null;
  }

  private showsHeat({ setup: { task, assist }, settled }: TaskRun): boolean {
    if (this.stage !== 'sense') return false;
    if (task === 'sense') return settled !== null;
    return assist === 'hints' && task !== 'count' && task !== 'choose';
  }

  private shownPieces({ setup, revealed, driver }: TaskRun): readonly (PieceLetter | null)[] {
    if (revealed) return readFen(revealed).pieces;
    if (driver?.view) return driver.view.own;
    if (setup.set) return setup.set.own;
    const { pieces } = readFen(setup.fen ?? START);
    return pieces.map((piece) => (piece && colorOf(piece) === setup.side ? piece : null));
  }

  private sight(run: TaskRun): Sight {
    const { setup } = run;
    const view = run.driver?.view ?? null;
    const { stage } = this;
    const pieces = this.shownPieces(run);
    const goals = setup.task === 'reach' ? setup.squares : [];
    const happened = view ? toldLast(view.observations, stage === 'sense' || stage === 'move' ? stage : 'result') : {};
    if (run.revealed) return { pieces, goals, happened };
    const shown = this.shownBelief(run);
    const heat = this.showsHeat(run);
    // The worth of senses may be the answer to a task that shows no belief.
    const belief = shown ?? (heat ? run.belief : null);
    return {
      ...(view && !setup.set ? toldSight(view, 'sense') : {}),
      pieces,
      yours: true,
      remembers: true,
      goals,
      happened,
      believed: belief && {
        color: setup.side,
        belief,
        ghosts: shown ? ROLES : [],
        map: heat ? 'senses' : null,
        measure: run.comparedBy,
        senses: heat,
      },
    };
  }

  protected override renderBoards(): TemplateResult | typeof nothing {
    const { run, stage } = this;
    if (!run) return nothing;
    const { side, task } = run.setup;
    const senses = stage === 'sense' && task !== 'count' && task !== 'choose';
    const mode: BoardMode = run.settled || this.busy ? 'view' : senses ? 'sense' : stage === 'move' ? 'move' : 'view';
    const sight = this.sight(run);
    const { ghosts, tints, heat, best, arrows, labels } = scene(sight);
    return html`<div class="outpost-one">
      <rbc-board
        .orientation=${side}
        .color=${side}
        .pieces=${sight.pieces}
        .ghosts=${ghosts}
        .tints=${tints}
        .heat=${heat}
        .best=${best}
        .arrows=${arrows}
        .mode=${mode}
        .requests=${stage === 'move' ? (run.driver?.view?.requests ?? []) : []}
        .labels=${labels}
        .name=${boardWords.labelOf(side)}
        @sense-square=${(event: CustomEvent<Square>) => this.sense(event.detail)}
        @request-move=${(event: CustomEvent<string>) => this.move(event.detail)}
      ></rbc-board>
    </div>`;
  }

  protected override render(): TemplateResult {
    const { run } = this;
    if (!run) return html`<div class="embed" part="frame">${this.renderStatus()}<slot name="boards"></slot></div>`;
    const { setup, settled } = run;
    const prompt = this.prompt ?? (setup.task ? embedWords.choosePrompt[setup.task] : '');
    const status = this.renderStatus();
    const banner = this.engineState === 'loading' ? nothing : this.renderBanner(run);
    // The board stays where it is: above it, one thing takes the place of another, and what comes later comes further down. A fault is
    // told beside the banner, whose buttons are the way on.
    return html`<div
      class="embed ${this.lead ? 'with-lead' : ''}"
      part="frame"
      data-stage=${this.stage}
      data-settled=${settled ?? nothing}
    >
      <div class="embed-head">
        ${this.renderLead()} ${prompt ? html`<p class="embed-caption" part="prompt"><strong>${prompt}</strong></p>` : nothing}
        ${setup.task === 'choose' && status === nothing && banner === nothing ? nothing : html`<div class="embed-top">${status} ${banner}</div>`}
      </div>
      <div class="embed-board single"><slot name="boards"></slot></div>
      <div class="embed-rest">
        ${this.renderCount(run)}
        <div class="embed-live" aria-live="polite">${this.renderVerdict(run)}</div>
        ${this.renderActions(run)} ${this.renderRating(run)} ${settled ? nothing : this.renderDiagrams(run)}
        ${this.renderVotes(run)} ${settled ? this.renderDiagrams(run) : nothing} ${this.renderBelief(run)}
        ${textBoard(textScene(this.sight(run), setup.side))}
      </div>
    </div>`;
  }

  private renderBanner(run: TaskRun): TemplateResult | typeof nothing {
    const { stage } = this;
    const { setup, driver, settled } = run;
    if (stage === 'idle') return this.renderStart(setup);
    if (stage === 'starting' || setup.task === 'choose') return nothing;
    const view = driver?.view ?? null;
    const notice = driver?.notice ?? '';
    // What a person is told at the turn's start is part of what boards are counted by.
    if (setup.task === 'count' && !settled) return view ? html`<p part="banner">${notice}</p>` : nothing;
    const banner = (
      phase: string,
      icon: TemplateResult,
      title: string,
      text: string,
      action: unknown,
    ): TemplateResult =>
      html`<div class="banner" part="banner" data-phase=${phase}>
        <span class="banner-icon">${icon}</span>
        <div class="banner-words">
          <p class="banner-title"><strong>${title}</strong></p>
          <p>${text}</p>
        </div>
        <div class="banner-actions">${action}</div>
      </div>`;
    if (settled) {
      const title = settled === 'solved' ? embedWords.solved : embedWords.failed;
      return banner('result', settled === 'solved' ? icons.check : icons.flag, title, '', this.renderAgain());
    }
    if (stage === 'over') {
      const outcome = driver?.outcome;
      if (!outcome) return nothing;
      return banner(
        'result',
        icons.flag,
        outcomeTitle(outcome, setup.side),
        outcomeWords.reason(outcome),
        this.renderAgain(),
      );
    }
    const left = run.turnsLeft === null ? '' : ` ${embedWords.turnsLeft(run.turnsLeft)}`;
    if (stage === 'thinking') {
      const move = view ? latestMove(view.observations) : null;
      const text = this.seen ? (move ? resultText(move) : '') : embedWords.paused;
      const title = embedWords.thinking(agentWords.agent(setup.agent));
      return banner('waiting', icons.hourglass, title, `${text}${left}`, nothing);
    }
    const { icon, title, told, hint } = turnBanner(stage, notice, setup.set ? null : view);
    const pass = (): Promise<void> => (stage === 'sense' ? this.sense(null) : this.move(null));
    const label = stage === 'sense' ? phaseWords.noSense : phaseWords.pass;
    const button = html`<button type="button" class="on-phase" ?disabled=${this.busy} @click=${pass}>${label}</button>`;
    const action = stage === 'sense' && setup.task === 'sense' ? nothing : button;
    return banner(stage, icon, title, `${told} ${hint}${left}`, action);
  }

  private renderBelief(run: TaskRun): TemplateResult | typeof nothing {
    const belief = this.shownBelief(run);
    // How many there are is what some tasks ask for.
    if (!belief || (run.setup.task === 'count' && !run.settled)) return nothing;
    const counted = belief.completeness === 'exact' ? embedWords.counted(belief.size) : trackingWords.counted(belief);
    const legend = run.comparedBy === 'worst' ? embedWords.legends.sense : embedWords.legends.senseMean;
    return html`<p class="small" part="size"><strong>${counted}.</strong> ${embedWords.legends.pieces}
      ${this.showsHeat(run) ? legend : nothing}</p>`;
  }

  private renderCount({ setup, settled }: TaskRun): TemplateResult | typeof nothing {
    if (setup.task !== 'count' || this.stage !== 'sense' || settled) return nothing;
    return html`<form class="ask" @submit=${this.judgeCount}>
      <label class="small">${embedWords.countLabel}<br /><input inputmode="numeric" autocomplete="off" maxlength="9" /></label>
      <button class="primary">${embedWords.check}</button>
    </form>`;
  }

  private renderDiagrams(run: TaskRun): TemplateResult | typeof nothing {
    const { setup, settled, looked } = run;
    const { set } = setup;
    if (!set || !setup.panels.includes('boards')) return nothing;
    if (setup.task === 'sense' && settled && looked !== null) {
      return html`<div part="panel">${groupedDiagrams(set, looked, setup.side)}</div>`;
    }
    const more = set.boards.length - MOST_DIAGRAMS;
    const choosing = setup.task === 'choose' && !settled;
    const choice = (index: number): TemplateResult =>
      html`<button type="button" class="small-button" @click=${() => run.judgeChoice(index)}>${embedWords.boardNumber(index + 1)}</button>`;
    return html`<div part="panel" role="group" aria-label=${embedWords.boardsPanel}>
      ${
        // Which one is the heaviest is what the task asks for.
        numberedDiagrams(set, setup.side, choosing ? { weighed: false, below: choice } : {})
      }
      ${more > 0 ? html`<p class="small muted">${embedWords.moreBoards(more)}</p>` : nothing}
    </div>`;
  }

  /** Shown while the person waits for it. */
  private renderRating({ rating, settled }: TaskRun): TemplateResult | typeof nothing {
    if (!rating || rating.votes || !rating.isRunning || !(this.busy || settled)) return nothing;
    return html`<div class="embed-status" part="status" role="status">
      <span class="small">${embedWords.rating}</span>
      <progress max=${rating.set.boards.length} .value=${rating.done} aria-label=${embedWords.rating}></progress>
      <button type="button" class="small-button" @click=${() => rating.stop()}>${embedWords.cancel}</button>
    </div>`;
  }

  private renderVotes({ rating, settled, setup, given }: TaskRun): TemplateResult | typeof nothing {
    return settled && rating?.votes ? votesTable(rating.votes, [...(setup.answer ?? []), ...given]) : nothing;
  }

  private renderVerdict({ verdict, settled }: TaskRun): TemplateResult | typeof nothing {
    if (!verdict) return nothing;
    const told = verdict.title || verdict.text;
    return html`<div class="verdict ${verdict.kind}" part="verdict" tabindex="-1">
      ${told ? html`<p>${verdict.title ? html`<strong>${verdict.title}.</strong> ` : nothing}${verdict.text}</p>` : nothing}
      ${settled && this.explain ? html`<p class="embed-caption" part="explain">${this.explain}</p>` : nothing}
    </div>`;
  }

  private renderStart({ task }: EmbedSetup): TemplateResult {
    const label = task !== null && !isPlayed(task) ? embedWords.begin : embedWords.start;
    return html`<button type="button" class="primary" @click=${() => this.start()}>${label}</button>`;
  }

  private renderAgain(kind = 'on-phase'): TemplateResult {
    return html`<button type="button" class=${kind} @click=${() => this.start()}>${icons.again} ${embedWords.again}</button>`;
  }

  private renderActions(run: TaskRun): TemplateResult {
    const { stage } = this;
    const { setup, settled, attempts, played } = run;
    const open = setup.task !== null && !settled && (stage === 'sense' || stage === 'move');
    const tried = this.hinted || attempts > 0 || played > 0;
    // How a game is won is told in words, if at all.
    const asks = open && tried && (!isPlayed(setup.task) || Boolean(this.explain));
    return html`<div class="row wrap" part="actions">
        ${settled && setup.task === 'choose' ? this.renderAgain('') : nothing}
        ${
          this.hint && !settled
            ? html`<button
                type="button"
                aria-expanded=${this.hinted ? 'true' : 'false'}
                @click=${() => {
                  this.hinted = !this.hinted;
                }}
              >
                ${embedWords.hint}
              </button>`
            : nothing
        }
        ${asks ? html`<button type="button" class="quiet" @click=${() => this.safely(() => run.showAnswer())}>${embedWords.giveUp}</button>` : nothing}
      </div>
      ${this.hint && this.hinted && !settled ? html`<p class="embed-caption" part="hint">${this.hint}</p>` : nothing}`;
  }
}
