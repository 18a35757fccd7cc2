import type { BeliefView, Game, GameSetup, MoveReport, Outcome, SenseReport } from 'outpost';
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

  protected override async begins(): Promise<boolean> {
    return this.view === null || this.run.begins(this.view);
  }

  protected override sensed(report: SenseReport): string {
    this.run.sensed(report);
    return '';
  }

  protected override async moved(report: MoveReport): Promise<boolean> {
    return this.view === null || this.run.moved(report, this.view);
  }

  protected override async ended(outcome: Outcome): Promise<void> {
    await this.run.ended(outcome);
  }

  protected override fail(error: unknown): void {
    super.fail(error);
    if (!this.disposed) this.failed(error);
  }
}
