import {
  type BeliefOptions,
  type BeliefView,
  type Color,
  EngineCrashError,
  type EvaluatorName,
  type Game,
  type GameSetup,
  type MoveReport,
  type Outcome,
  type PlayerView,
  type Progress,
  type SenseReport,
  type Square,
  type Weights,
} from 'outpost-rbc';
import { latestNotice } from '../belief/memory';
import type { TurnPhase } from '../belief/scene';
import { opponentOf } from '../board/squares';
import { phaseWords } from '../board/words';
import { noticeText, outcomeTitle, resultText, senseText } from '../record/wording';
import { outcomeWords } from '../record/words';
import { announce, forgetAnnouncements } from '../ui/announcer';
import { now } from '../ui/clock';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { labelled, sentence, sentences } from '../ui/texts';
import type { News } from './cues';
import { type Tracked, Tracking } from './tracking';

/** Where a game stands. */
export type Stage = 'loading' | 'turn' | 'result' | 'thinking' | 'handover' | 'over';

export interface Thinking {
  color: Color;
  since: number;
  progress: Progress | null;
  /** It was stopped, and can continue. */
  stopped: boolean;
}

/**
 * Drives a game from turn to turn: whose turn it is, what to show, and what comes next, also after crashes of the engine. It knows
 * only what {@link Game.view} tells the person at the board. Fires `change` when something to show has changed, and `news`
 * (detail: {@link News}) when something happened that may be heard.
 *
 * Subclasses add what a page or an embed needs by overriding the methods under “hooks”.
 */
export class GameDriver extends EventTarget implements Tracked {
  stage: Stage = 'loading';
  /** Whose view is shown. */
  viewer: Color;
  view: PlayerView | null = null;
  /** The clocks while the device is handed over: all that either person may see then. */
  handoverClocks: PlayerView['clocks'] = null;
  /** What the viewer was told at the start of this turn, in words. */
  notice: string | null = null;
  outcome: Outcome | null = null;
  thinking: Thinking | null = null;
  readonly tracking: Tracking = new Tracking(this);
  /** A call that answers within moments is under way. */
  busy = false;
  error: string | null = null;
  /** The engine was given up, or the game could not be restored in it: the game goes on when somebody starts it again. */
  engineLost = false;
  protected disposed = false;
  /** How long a result stays up before the opponent's turn may replace it. */
  protected resultMs = 0;
  /** An agent that answers within these milliseconds is not shown thinking: the banner would only flash. */
  protected thinkingMs = 150;
  /** When the result that is shown was first shown. */
  private resultAt = 0;
  private agentAbort: AbortController | null = null;
  /** An agent's turn is under way; there is never a second one. */
  private agentPlays = false;
  private paused = false;
  /** The agent's turn that {@link pause} aborted. */
  private interrupted: AbortController | null = null;
  /** Of the engine in a row, while the same step of the game was tried. */
  private crashes = 0;

  constructor(
    readonly game: Game,
    readonly setup: GameSetup,
  ) {
    super();
    this.viewer = setup.white.kind === 'person' ? 'white' : 'black';
  }

  // Hooks

  get tracks(): boolean {
    return false;
  }

  weights(): Weights {
    return 'uniform';
  }

  believed(_belief: BeliefView): void {}

  trackingFailed(_error: unknown): void {}

  /** Keeps the game, so that it outlives the page. */
  protected async keep(): Promise<void> {}

  /** Waits for what the agent whose turn it is needs, and says who scores moves for it. */
  protected async readyAgent(_signal: AbortSignal): Promise<EvaluatorName> {
    return 'built-in';
  }

  /** A turn of the person at the board begins. Returns whether it is to be played. */
  protected async begins(_view: PlayerView): Promise<boolean> {
    return true;
  }

  /** The person has sensed. Returns what else to announce. */
  protected sensed(_report: SenseReport): string {
    return '';
  }

  /** The person has moved. Returns whether the game goes on. */
  protected async moved(_report: MoveReport, _view: PlayerView): Promise<boolean> {
    return true;
  }

  /** The game is over. */
  protected async ended(_outcome: Outcome): Promise<void> {}

  // The game

  get twoPeople(): boolean {
    return this.setup.white.kind === 'person' && this.setup.black.kind === 'person';
  }

  get isTurn(): boolean {
    return this.stage === 'turn';
  }

  /** Where the person at the board is in the turn. */
  get phase(): TurnPhase {
    if (this.stage === 'result') return 'result';
    if (this.stage === 'thinking' || !this.view || this.view.phase === 'over') return 'waiting';
    return this.view.phase;
  }

  protected get over(): boolean {
    return this.stage === 'over';
  }

  changed(): void {
    if (!this.disposed) this.dispatchEvent(new Event('change'));
  }

  protected tellNews(news: News): void {
    if (!this.disposed) this.dispatchEvent(new CustomEvent<News>('news', { detail: news }));
  }

  askBelief(options: BeliefOptions): Promise<BeliefView> {
    return this.game.belief(this.viewer, options);
  }

  /** Finds out whose turn it is and goes on from there. `arriving`: the game was just opened. */
  async advance(arriving = false): Promise<void> {
    if (this.disposed) return;
    try {
      this.error = null;
      const outcome = await this.game.outcome();
      if (outcome) return await this.end(outcome);
      const { color, seat } = await this.game.toMove();
      if (seat.kind === 'agent') {
        this.viewer = opponentOf(color);
        this.view = await this.game.view(this.viewer);
        void this.think(color, arriving);
      } else if (this.twoPeople && (arriving || this.viewer !== color)) {
        await this.handOver(color);
      } else {
        await this.beginTurn(color);
      }
    } catch (error) {
      await this.recover(error, arriving);
    }
  }

  /** After a crash the engine is back with the game as it was: continues, but not for ever. */
  private async recover(error: unknown, arriving: boolean): Promise<void> {
    if (error instanceof EngineCrashError && !error.final && this.crashes++ < 2) await this.advance(arriving);
    else this.fail(error);
  }

  private async handOver(color: Color): Promise<void> {
    this.viewer = color;
    this.view = null;
    this.tracking.forget();
    this.notice = null;
    forgetAnnouncements();
    this.handoverClocks = (await this.game.view(color)).clocks;
    this.stage = 'handover';
    this.changed();
  }

  /** The person whose turn it is sits at the board now. */
  async handedOver(): Promise<void> {
    try {
      await this.beginTurn(this.viewer);
    } catch (error) {
      this.fail(error);
    }
  }

  /** `takenBack`: the number of the turn that was taken back to here. */
  private async beginTurn(color: Color, takenBack: number | null = null): Promise<void> {
    const before = takenBack === null ? this.view : null;
    this.viewer = color;
    const view = await this.viewOf(color);
    this.view = view;
    this.crashes = 0;
    if (this.over) return;
    if (view.outcome) return await this.end(view.outcome);
    if (!(await this.begins(view))) return;
    this.stage = 'turn';
    this.thinking = null;
    const capture = latestNotice(view.observations);
    const lost = capture === null || !before ? null : (before.own[capture] ?? null);
    const notice = noticeText(capture, view.ply === 0, lost);
    this.notice = takenBack === null ? notice : `${phaseWords.takenBack(takenBack)} ${notice}`;
    this.tellNews({ kind: 'turn', capture, first: before === null && !this.twoPeople });
    if (view.phase === 'sense') announce(sentences(this.notice, labelled(phaseWords.sense, phaseWords.senseText)));
    void this.tracking.refresh();
    void this.keep();
  }

  async sense(square: Square | null): Promise<void> {
    if (this.busy || this.view?.phase !== 'sense') return;
    await this.quickly(async () => {
      this.tracking.breakOff();
      const report = await this.act(() => this.game.sense(this.viewer, square));
      const view = await this.viewOf(this.viewer);
      this.view = view;
      this.tellNews({ kind: 'sensed', report });
      const told = [
        senseText(report, this.viewer),
        this.sensed(report),
        labelled(phaseWords.move, phaseWords.moveText),
      ];
      announce(sentences(...told));
      // Shown before it is kept: storage takes its time.
      if (view.outcome) this.changed();
      else void this.tracking.refresh();
      await this.keep();
      if (view.outcome) await this.end(view.outcome);
    });
  }

  /** Resolves when the move has been made, and before the opponent has answered it. */
  async move(uci: string | null): Promise<void> {
    if (this.busy || this.view?.phase !== 'move') return;
    let goesOn = false;
    await this.quickly(async () => {
      this.tracking.breakOff();
      const report = await this.act(() => this.game.move(this.viewer, uci));
      const view = await this.viewOf(this.viewer);
      this.view = view;
      if (this.over) return;
      this.stage = 'result';
      this.resultAt = now();
      this.tellNews({ kind: 'moved', report });
      announce(labelled(phaseWords.result, resultText(report, this.tracks)));
      this.changed();
      await this.keep();
      goesOn = await this.moved(report, view);
    });
    if (!goesOn) return;
    this.changed();
    const outcome = this.view?.outcome;
    if (outcome) await this.end(outcome);
    // With two people the result stays until it is handed over.
    else if (!this.twoPeople) void this.advance();
  }

  /** Whether the person at the board can take a turn back now. */
  get canTakeBack(): boolean {
    return this.isTurn && !this.busy && !this.twoPeople && this.view?.takeBackRefusal === null;
  }

  /** Takes back the last turn in which the person at the board has sensed: they sense again. */
  async takeBack(): Promise<void> {
    const { view, viewer } = this;
    if (!view || !this.canTakeBack) return;
    await this.quickly(async () => {
      this.tracking.forget();
      const turn = view.observations.filter(({ type }) => type === 'sense').length;
      await this.act(() => this.game.takeBack(viewer));
      await this.beginTurn(viewer, turn);
    });
  }

  private viewOf(color: Color): Promise<PlayerView> {
    return afterCrash(() => this.game.view(color));
  }

  /** Repeats an action that a crash of the engine interrupted, unless the restored game already has it. */
  private async act<T>(action: () => Promise<T>): Promise<T> {
    const { view } = this;
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof EngineCrashError) || error.final) throw error;
      const { phase, ply } = await this.viewOf(this.viewer);
      if (phase !== view?.phase || ply !== view.ply) throw error;
      return action();
    }
  }

  private async think(color: Color, arriving = false): Promise<void> {
    if (this.agentPlays || this.over) return;
    this.agentPlays = true;
    const since = now();
    const abort = new AbortController();
    this.agentAbort = abort;
    if (this.paused) this.interrupt();
    this.thinking = { color, since, progress: null, stopped: false };
    const showing = this.stage === 'result' ? Math.max(0, this.resultAt + this.resultMs - since) : 0;
    const dwell = new Promise<void>((resolve) => setTimeout(resolve, showing));
    const replace = (): void => {
      if (this.agentAbort === abort && this.thinking) {
        this.stage = 'thinking';
        this.changed();
      }
    };
    const hidden = showing + this.thinkingMs;
    // One that was stopped is shown already.
    if (this.stage === 'thinking' || hidden === 0) replace();
    const shown = setTimeout(replace, hidden);
    let problem: unknown = null;
    try {
      const evaluator = await this.readyAgent(abort.signal);
      await this.game.agentTurn({
        signal: abort.signal,
        evaluator,
        onProgress: (progress) => {
          if (!this.thinking) return;
          this.thinking = { ...this.thinking, progress };
          if (this.stage === 'thinking') this.changed();
        },
      });
      this.crashes = 0;
      if (!this.disposed && !this.over) this.tracking.foresee();
      await Promise.all([this.keep(), dwell]);
    } catch (error) {
      problem = error;
    }
    clearTimeout(shown);
    this.agentPlays = false;
    if (this.agentAbort === abort) this.agentAbort = null;
    if (this.disposed || this.over) return;
    if (isAbort(problem)) {
      this.thinking = { color, since, progress: null, stopped: true };
      this.stage = 'thinking';
      this.changed();
      // Resumed meanwhile.
      if (this.interrupted === abort && !this.paused) this.letAgentThink();
    } else if (problem) {
      await this.recover(problem, arriving);
    } else {
      this.thinking = null;
      await this.advance();
    }
  }

  moveNow(): void {
    this.game.moveNow();
  }

  /** Stops the agent; it can be asked to think again. */
  stopAgent(): void {
    this.agentAbort?.abort();
  }

  letAgentThink(): void {
    if (!this.thinking?.stopped) return;
    this.error = null;
    void this.think(this.thinking.color);
  }

  /** Aborts what is being computed, until {@link resume}: the board is out of view. */
  pause(): void {
    this.paused = true;
    this.interrupt();
    if (this.tracking.state !== 'ready') this.tracking.stop();
  }

  private interrupt(): void {
    this.interrupted = this.agentAbort;
    this.agentAbort?.abort();
  }

  resume(): void {
    this.paused = false;
    this.letAgentThink();
    if (this.tracking.state === 'stopped') void this.tracking.retry();
  }

  async resign(): Promise<void> {
    await this.quickly(async () => {
      this.agentAbort?.abort();
      this.tracking.breakOff();
      await afterCrash(() => this.game.resign(this.viewer));
    });
    if (!this.error) await this.advance();
  }

  /** A running clock has reached zero. */
  async clockRanOut(): Promise<void> {
    try {
      const check = (): Promise<Outcome | null> => afterCrash(() => this.game.checkClock());
      let outcome = await check();
      // The engine's clock may be a moment behind the page's.
      for (let tries = 0; !outcome && tries < 5 && !this.disposed; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        outcome = await check();
      }
      if (outcome && !this.over) {
        this.agentAbort?.abort();
        await this.end(outcome);
      }
    } catch (error) {
      this.fail(error);
    }
  }

  private async quickly(action: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.error = null;
    this.changed();
    try {
      await action();
    } catch (error) {
      // What was asked too late is refused: the game is over then.
      const outcome = error instanceof EngineCrashError ? null : await this.game.outcome().catch(() => null);
      if (outcome) await this.end(outcome);
      else this.fail(error);
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  private async end(outcome: Outcome): Promise<void> {
    if (this.over || this.disposed) return;
    const viewer = this.twoPeople ? null : this.viewer;
    // One that was over before it was opened here is not news.
    if (this.stage !== 'loading') this.tellNews({ kind: 'over', outcome, viewer });
    this.outcome = outcome;
    this.stage = 'over';
    this.thinking = null;
    this.tracking.breakOff();
    announce(
      sentences(sentence(labelled(phaseWords.over, outcomeTitle(outcome, viewer))), outcomeWords.reason(outcome)),
    );
    this.changed();
    await this.ended(outcome);
  }

  /** Goes on where the engine left the game. */
  async engineBack(): Promise<void> {
    if (!this.engineLost || this.disposed) return;
    this.engineLost = false;
    this.crashes = 0;
    if (!this.over) await this.advance();
  }

  protected fail(error: unknown): void {
    if (this.disposed || isAbort(error)) return;
    this.error = messageOf(error);
    this.engineLost ||= error instanceof EngineCrashError && error.final;
    this.changed();
  }

  dispose(): void {
    this.disposed = true;
    this.agentAbort?.abort();
    this.tracking.breakOff();
    this.game.dispose();
  }
}
