import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AgentName, BeliefView, PieceLetter, PlayerView, Square } from 'outpost-rbc';
import { drawsGuesses } from '../belief/belief-overlay';
import { latestMove } from '../belief/memory';
import { type Sight, scene, textScene, toldLast, toldSight } from '../belief/scene';
import { textBoard } from '../belief/text-board';
import { trackingWords } from '../belief/words';
import { requestArrow } from '../board/arrows';
import type { Arrow, BoardMode, RbcBoard } from '../board/board';
import { colorOf, opponentOf, parseSquare, ROLES } from '../board/squares';
import { boardWords, phaseWords } from '../board/words';
import { engineStarted } from '../engine/engine';
import { agentWords } from '../engine/words';
import { turnBanner } from '../play/phase-banner';
import { newGameWords } from '../play/words';
import { EmbedError, GAME_ATTRIBUTES, GAME_TEXTS, MOST_TEXT, quoted, readFen, START } from '../problems/attributes';
import { isPlayed, type Task } from '../problems/tasks';
import { outcomeTitle, resultText } from '../record/wording';
import { outcomeWords } from '../record/words';
import { icons } from '../ui/icons';
import { loadPart } from '../ui/parts';
import { sentences } from '../ui/texts';
import { groupedDiagrams, MOST_DIAGRAMS, numberedDiagrams } from './board-groups';
import type { BoardRating } from './board-rating';
import type { BoardTasks, Moment } from './board-tasks';
import { EmbedElement } from './element';
import { type EmbedSetup, type GameAttributes, needsBoardTasks, readSetup } from './game-setup';
import type { TaskGame } from './task-game';
import { TaskRun } from './task-run';
import { embedWords } from './words';

/** What is loaded with the first task that needs it. */
let boardTasks: BoardTasks | null = null;

/** What is loaded with the first game. */
let playedGame: typeof import('./played-game') | null = null;

/** For `outpost-puzzle`, which has it already. */
export function provideBoardTasks(part: BoardTasks): void {
  boardTasks = part;
}

/**
 * A game against an agent, from the start or a position, or one decision on boards that cannot be told apart; with a task or
 * without. What is shown of a game in progress is what the person was told.
 *
 * Attributes: `fen` or `boards` (with `weights`, `before`, `told`, `panels`, `engine`); `side`, `agent`, `budget` (milliseconds), `seed`, `assist` (`none`, `tracking`,
 * `hints`); `task` with `goal`, `measure`, `squares`, `piece`, `answer`, `turns` (see `TASKS`); `prompt`, `hint`, `explain`; `sound`; `theme`, `pieces`.
 */
export class OutpostGame extends EmbedElement {
  static override properties = {
    ...EmbedElement.properties,
    ...Object.fromEntries(GAME_ATTRIBUTES.map((name) => [propertyOf(name), { attribute: name }])),
    sound: { type: Boolean },
    run: { state: true },
    busy: { state: true },
    starting: { state: true },
    hinted: { state: true },
    moment: { state: true },
  };
  declare fen: string | null;
  declare boards: string | null;
  declare weights: string | null;
  declare panels: string | null;
  /** The attribute `before`: every element has a method of that name. */
  declare boardBefore: string | null;
  declare told: string | null;
  declare engine: string | null;
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
  /** Which board is shown of a task with a board `before`. */
  declare private moment: Moment;
  /** What else is known of an answer, in words; for `outpost-puzzle`. */
  why: ((answer: string, correct: boolean) => string) | null = null;
  /** The verdict that was brought into sight. */
  private seenVerdict: TaskRun['verdict'] = null;

  constructor() {
    super();
    for (const name of GAME_ATTRIBUTES) this[propertyOf(name)] = null;
    this.sound = false;
    this.run = null;
    this.busy = false;
    this.starting = false;
    this.hinted = false;
    this.moment = 'before';
  }

  private stopFeedback: (() => void) | null = null;

  /** To what is played now, if it is to be heard. */
  private listen(): void {
    this.stopFeedback?.();
    const driver = this.run?.driver;
    this.stopFeedback = (this.sound && driver && playedGame?.giveFeedback(driver)) || null;
  }

  /** Resets the task; the game begins later. */
  private begin(setup: EmbedSetup, rating: BoardRating | null): void {
    this.leave();
    this.run = new TaskRun(setup, rating, {
      tell: (name, detail) => this.tell(name, detail),
      changed: () => this.requestUpdate(),
      why: (answer, correct) => this.why?.(answer, correct) ?? '',
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
    this.moment = 'before';
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('sound')) this.listen();
    const starts = (name: string): boolean => !(GAME_TEXTS as readonly string[]).includes(name) || this.run === null;
    // A changed text does not restart the task, unless there is none yet; a text that is too long ends it.
    for (const name of GAME_TEXTS) if (changed.has(name) && (this[name]?.length ?? 0) > MOST_TEXT) this.leave();
    if (!GAME_ATTRIBUTES.some((name) => changed.has(propertyOf(name)) && starts(name))) return;
    this.problem = null;
    try {
      const given = Object.fromEntries(GAME_ATTRIBUTES.map((name) => [name, this[propertyOf(name)]])) as GameAttributes;
      if (needsBoardTasks(given) && !boardTasks) {
        this.leave();
        this.loadingTasks ??= this.loadBoardTasks();
        return;
      }
      const setup = readSetup(given, boardTasks);
      const { set, task } = setup;
      const update = (): void => this.requestUpdate();
      const rated = set && task === 'move' && setup.engine && boardTasks;
      this.begin(setup, rated ? new rated.BoardRating(set, (call) => this.withEngine(call), update) : null);
    } catch (error) {
      this.leave();
      this.fail(error);
    }
  }

  private loadingTasks: Promise<void> | null = null;

  private async loadBoardTasks(): Promise<void> {
    try {
      boardTasks ??= await loadPart('game', () => import('./board-tasks'));
      // As if its attributes were new.
      this.requestUpdate('task', undefined);
      await super.getUpdateComplete();
      if (this.seen) this.resume();
    } catch (error) {
      this.fail(error);
    } finally {
      this.loadingTasks = null;
    }
  }

  /** Not before there is something to see: a lesson then puts the keyboard on its heading. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const done = await super.getUpdateComplete();
    if (!this.loadingTasks) return done;
    await this.loadingTasks;
    return super.getUpdateComplete();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // As what is said of an answer below: on a phone the button is at the end of what is in sight.
    if (changed.has('hinted') && this.hinted && this.lead)
      this.renderRoot.querySelector('[part=hint]')?.scrollIntoView({ block: 'nearest' });
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
      if (!decidesAlone(setup)) return 'idle';
      return setup.task === 'move' || setup.task === 'played' ? 'move' : 'sense';
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
    const { set, side } = run.setup;
    if (decidesAlone(run.setup)) {
      if (focus) this.focusBoard();
      return;
    }
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
      playedGame ??= await loadPart('game', () => import('./played-game'));
      return new playedGame.TaskGame(await outpost.newGame(setup), setup, run, (error) => this.fail(error));
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
    else if (this.run?.setup.task === 'count' || this.run?.setup.task === 'left') words('.ask input')?.focus();
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
    if (!sensesIn(task)) return;
    await this.safely(async () => (task === 'sense' ? run.judgeSense(square) : run.driver?.sense(square)));
  }

  private async move(uci: string | null): Promise<void> {
    const { run } = this;
    if (!run || run.settled || this.stage !== 'move') return;
    const { task } = run.setup;
    await this.safely(async () =>
      task === 'move' ? run.judgeMove(uci) : task === 'played' ? run.judgePlayed(uci) : run.driver?.move(uci),
    );
    this.querySelector<RbcBoard>('rbc-board')?.reset();
  }

  private readonly judgeCount = async (event: Event): Promise<void> => {
    event.preventDefault();
    const input = this.renderRoot.querySelector<HTMLInputElement>('.ask input');
    await this.safely(async () => this.run?.judgeCount(input?.value.trim() ?? ''));
  };

  /** Of the task `where`; and of `played`, where the piece may have moved before: from where, and then to where. */
  private async mark(square: Square): Promise<void> {
    const { run } = this;
    if (!run || run.settled) return;
    const { task, before } = run.setup;
    if (task !== 'played' || !before || !boardTasks) return this.safely(async () => run.judgeSquare(square));
    const from = run.marked;
    run.marked = from === null ? square : null;
    if (from === null) run.refuse(boardTasks.fromText(square));
    else if (from !== square) await this.move(boardTasks.moveBetween(before, from, square));
    this.requestUpdate();
  }

  // Showing

  /** What may be shown of a belief: with a task that asks for it, only once that is answered. */
  private shownBelief({ setup, belief, settled }: TaskRun): BeliefView | null {
    // Which of the boards is likely is what the task asks for.
    if ((setup.task === 'choose' || setup.before) && !settled) return null;
    return setup.set || setup.assist !== 'none' ? belief : null;
  }

  private showsHeat({ setup: { task, assist, answer }, settled }: TaskRun): boolean {
    if (this.stage !== 'sense') return false;
    if (task === 'sense') return settled !== null && (answer === null || this.measure !== null);
    return assist === 'hints' && sensesIn(task);
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
    const { before, told } = setup;
    if (before && setup.set && boardTasks && !(run.settled && setup.task !== 'played')) {
      const { sightBefore, sightNow } = boardTasks;
      const [all, own] = [sightBefore(before, told, setup.side), setup.set.own];
      const sight = this.moment === 'now' && setup.task !== 'played' ? sightNow(own, before, told, setup.side) : all;
      const shown = run.settled && setup.task === 'played' ? arrowsOf(setup.answer ?? []) : [];
      if (shown.length > 0) return { ...sight, happened: { ...sight.happened, arrows: shown } };
      return run.marked === null ? sight : { ...sight, goals: [run.marked] };
    }
    const pieces = this.shownPieces(run);
    const goals = setup.task === 'reach' ? setup.squares : this.answerSquares(run);
    if (setup.set && run.settled && setup.task === 'move' && setup.answer) {
      const arrows = arrowsOf(setup.answer);
      return { ...this.sightOf(run, pieces, goals, null), happened: { arrows } };
    }
    return this.sightOf(run, pieces, goals, view);
  }

  /** Squares that are right, once the task is over. */
  private answerSquares({ setup: { task, answer }, settled }: TaskRun): Square[] {
    if (!settled || !answer || (task !== 'where' && (task !== 'sense' || this.measure !== null))) return [];
    return answer.map(parseSquare).filter((square) => square !== null);
  }

  private sightOf(
    run: TaskRun,
    pieces: readonly (PieceLetter | null)[],
    goals: readonly Square[],
    view: PlayerView | null,
  ): Sight {
    const { setup } = run;
    const { stage } = this;
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
    const senses = stage === 'sense' && sensesIn(task);
    const chooses = task === 'where' || (task === 'played' && hasMoved(run.setup));
    const open: BoardMode = chooses ? 'choose' : senses ? 'sense' : stage === 'move' ? 'move' : 'view';
    const mode = run.settled || this.busy ? 'view' : open;
    const sight = this.sight(run);
    const { ghosts, tints, empty, heat, best, arrows, labels } = scene(sight);
    return html`<div class="outpost-one">
      <rbc-board
        .orientation=${side}
        .color=${task === 'played' ? opponentOf(side) : side}
        .pieces=${sight.pieces}
        .ghosts=${ghosts}
        .tints=${tints}
        .empty=${empty}
        .heat=${heat}
        .best=${best}
        .arrows=${arrows}
        .mode=${mode}
        .frame=${this.framed(run)}
        .requests=${stage === 'move' ? this.requests(run) : []}
        .labels=${labels}
        .name=${boardWords.labelOf(side)}
        @sense-square=${(event: CustomEvent<Square>) => this.sense(event.detail)}
        @choose-square=${(event: CustomEvent<Square>) => this.mark(event.detail)}
        @request-move=${(event: CustomEvent<string>) => this.move(event.detail)}
      ></rbc-board>
    </div>`;
  }

  private requests({ driver, setup: { task, set, before } }: TaskRun): readonly string[] {
    if (driver) return driver.view?.requests ?? [];
    const [first] = set?.boards ?? [];
    if (task === 'played') return (before && boardTasks?.movesOn(before)) ?? [];
    return (first && boardTasks?.requestsOn(first)) ?? [];
  }

  /** The window that a task asks about, or that answered it. */
  private framed({ setup: { task, squares, answer }, settled, looked }: TaskRun): Square | null {
    if (task === 'left') return squares[0] ?? null;
    return task === 'sense' && answer && settled ? looked : null;
  }

  protected override render(): TemplateResult {
    const { run } = this;
    if (!run) return html`<div class="embed" part="frame">${this.renderStatus()}<slot name="boards"></slot></div>`;
    const { setup, settled } = run;
    const prompt = this.prompt ?? promptOf(setup);
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
        ${this.renderLead(hasNoBanner(setup))} ${this.renderTold(run)} ${prompt ? html`<p class="embed-caption" part="prompt"><strong>${prompt}</strong></p>` : nothing}
        ${hasNoBanner(setup) && status === nothing && banner === nothing ? nothing : html`<div class="embed-top">${status} ${banner}</div>`}
      </div>
      <div class="embed-board single"><slot name="boards"></slot></div>
      <div class="embed-rest">
        ${this.renderLegend(run)} ${this.renderMoments(run)} ${this.renderCount(run)} ${this.renderPlayed(run)}
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
    if (stage === 'starting' || hasNoBanner(setup)) return nothing;
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
      side = '',
    ): TemplateResult =>
      html`<div class="banner" part="banner" data-phase=${phase}>
        <span class="banner-icon">${icon}</span>
        <div class="banner-words">
          <p class="banner-title"><strong>${title}</strong>${side ? html` · ${side}` : nothing}</p>
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
    // The question says what is to be chosen.
    const text = setup.engine ? `${told} ${hint}${left}` : '';
    return banner(stage, icon, title, text, action, this.lead?.side);
  }

  private renderBelief(run: TaskRun): TemplateResult | typeof nothing {
    const belief = this.shownBelief(run);
    // How many there are is what this task asks for.
    if (!belief || (run.setup.task === 'count' && !run.settled)) return nothing;
    const counted = belief.completeness === 'exact' ? embedWords.counted(belief.size) : trackingWords.counted(belief);
    return html`<p class="small" part="size"><strong>${counted}.</strong></p>`;
  }

  /** What the pieces and the colours mean, beside the board. The labels of the squares say it, too. */
  private renderLegend(run: TaskRun): TemplateResult | typeof nothing {
    const belief = this.shownBelief(run);
    const { pieces, sense, senseMean, bestSense } = embedWords.legends;
    const heat = this.showsHeat(run) && run.belief !== null;
    const legend = [
      ...(heat ? [run.comparedBy === 'worst' ? sense : senseMean, bestSense] : []),
      ...(belief && drawsGuesses(belief) ? [pieces] : []),
    ];
    if (legend.length === 0) return nothing;
    return html`<p class="small muted" part="legend" aria-hidden="true">${sentences(...legend)}</p>`;
  }

  private renderCount({ setup, settled }: TaskRun): TemplateResult | typeof nothing {
    const { task } = setup;
    if ((task !== 'count' && task !== 'left') || this.stage !== 'sense' || settled) return nothing;
    const label = task === 'left' ? embedWords.leftLabel : embedWords.countLabel;
    return html`<form class="ask" @submit=${this.judgeCount}>
      <label class="small">${label}<br /><input inputmode="numeric" autocomplete="off" maxlength="9" /></label>
      <button class="primary">${embedWords.check}</button>
    </form>`;
  }

  /** Of the task `played`, whose move can be typed, or be a pass. */
  private renderPlayed(run: TaskRun): TemplateResult | typeof nothing {
    const { task, before, told } = run.setup;
    if (task !== 'played' || run.settled || !before || !boardTasks) return nothing;
    const move = (uci: string | null): void => void this.move(uci);
    return boardTasks.moveField(before, told, move, (text) => run.refuse(text));
  }

  /** What happened since the board that was known. */
  private renderTold({ setup: { before, told, side } }: TaskRun): TemplateResult | typeof nothing {
    return before && boardTasks ? boardTasks.toldList(before, told, side) : nothing;
  }

  /** Which of both boards is shown; whoever plays the opponent's move sees the one before. */
  private renderMoments(run: TaskRun): TemplateResult | typeof nothing {
    const { task, before } = run.setup;
    if (!before || !boardTasks || task === 'played' || run.settled) return nothing;
    return boardTasks.momentChoice(this.moment, (moment) => {
      this.moment = moment;
    });
  }

  private renderDiagrams(run: TaskRun): TemplateResult | typeof nothing {
    const { setup, settled, looked } = run;
    const { set } = setup;
    // Which boards are possible is what a task with a board before is about.
    if (!set || !setup.panels.includes('boards') || (setup.before && !settled)) return nothing;
    const sensed = setup.task === 'left' ? (setup.squares[0] ?? null) : setup.task === 'sense' ? looked : null;
    if (settled && sensed !== null) {
      return html`<div part="panel">${groupedDiagrams(set, sensed, setup.side)}</div>`;
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
    if (!settled || !rating?.votes || !boardTasks) return nothing;
    const right = (setup.answer ?? []).map((request) => (request === 'pass' ? null : request));
    return boardTasks.votesTable(rating.votes, [...right, ...given]);
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
    const { next } = this.lead ?? {};
    const goOn =
      next && (settled || next.early)
        ? html`<button type="button" class=${settled ? 'primary next' : 'quiet next'} @click=${next.go}>
            ${next.label} ${icons.next}
          </button>`
        : nothing;
    return html`<div class="row wrap" part="actions">
        ${settled ? goOn : nothing}
        ${settled && hasNoBanner(setup) ? this.renderAgain('') : nothing}
        ${
          this.hint && !settled
            ? html`<button
                type="button"
                aria-expanded=${this.hinted ? 'true' : 'false'}
                @click=${() => {
                  this.hinted = !this.hinted;
                  if (this.hinted) this.tell('outpost-hint', { task: setup.task });
                }}
              >
                ${embedWords.hint}
              </button>`
            : nothing
        }
        ${asks ? html`<button type="button" class="quiet" @click=${() => this.safely(() => run.showAnswer())}>${embedWords.giveUp}</button>` : nothing}
        ${settled ? nothing : goOn}
      </div>
      ${this.hint && this.hinted && !settled ? html`<p class="embed-caption" part="hint">${this.hint}</p>` : nothing}`;
  }
}

/** The property of an attribute. */
function propertyOf<T extends (typeof GAME_ATTRIBUTES)[number]>(name: T): Exclude<T, 'before'> | 'boardBefore' {
  return name === 'before' ? 'boardBefore' : (name as Exclude<T, 'before'>);
}

/** Whether a task is about boards and needs no engine. */
function decidesAlone({ set, task, engine }: EmbedSetup): boolean {
  return set !== null && (task !== 'move' || !engine);
}

/** Whether the person can sense in a task. */
function sensesIn(task: Task | null): boolean {
  return task === null || task === 'sense' || task === 'move' || isPlayed(task);
}

/** What is asked where the author asks nothing. */
function promptOf({ task, piece }: EmbedSetup): string {
  if (task === null) return '';
  return task === 'where' && piece ? embedWords.wherePrompt(piece) : embedWords.choosePrompt[task];
}

/** What some tasks ask for is all said by their prompt, and no button goes with it. */
function hasNoBanner({ task, before }: EmbedSetup): boolean {
  return task === 'choose' || task === 'where' || task === 'played' || task === 'left' || before !== null;
}

/** The arrows of right moves; none of a pass. */
function arrowsOf(answers: readonly string[]): Arrow[] {
  return answers.filter((answer) => answer !== 'pass').map(requestArrow);
}

/** Whether the person has moved since the board that was known: the opponent's pieces may stand elsewhere by now. */
function hasMoved({ told }: TaskRun['setup']): boolean {
  return told.some(({ what }) => what === 'moved');
}
