import type { BeliefView, Game, GameSetup, MoveReport, Outcome, PlayerView, SenseReport } from 'outpost-rbc';
import { GameDriver } from '../play/game-driver';
import type { TaskRun } from './task-run';

/** The game of an embed, which ends where its task does. */
export class TaskGame extends GameDriver {
  constructor(
    game: Game,
    setup: GameSetup,
    private readonly run: TaskRun,
    private readonly failed: (error: unknown) => void,
  ) {
    super(game, setup);
  }

  /** Beliefs are computed where they are shown or asked for. */
  override get tracks(): boolean {
    const { set, assist, task } = this.run.setup;
    return !set && (assist !== 'none' || task === 'sense' || task === 'count' || task === 'locate');
  }

  override believed(belief: BeliefView): void {
    this.run.believed(belief).catch((error: unknown) => this.fail(error));
  }

  override trackingFailed(error: unknown): void {
    this.failed(error);
  }

  protected override begins(view: PlayerView): Promise<boolean> {
    return this.run.begins(view);
  }

  protected override sensed(report: SenseReport): string {
    this.run.sensed(report);
    return '';
  }

  protected override moved(report: MoveReport, view: PlayerView): Promise<boolean> {
    return this.run.moved(report, view);
  }

  protected override ended(outcome: Outcome): Promise<void> {
    return this.run.ended(outcome);
  }

  protected override fail(error: unknown): void {
    super.fail(error);
    if (!this.disposed) this.failed(error);
  }
}
