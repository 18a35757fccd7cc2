import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import type { Outcome, Replay } from 'outpost-rbc';
import '../rating/record-line';
import { opponentOf } from '../board/squares';
import { phaseWords } from '../board/words';
import { library } from '../library/library';
import { libraryWords } from '../library/words';
import type { Notes } from '../record/notes';
import { outcomeTitle } from '../record/wording';
import { outcomeWords } from '../record/words';
import type { TryAgain } from '../replay/game-story';
import type { ReplayView } from '../replay/replay-view';
import type { Shared } from '../share/share-dialog';
import { afterCrash, messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { loadPart } from '../ui/parts';
import { saveText } from '../ui/save-file';
import { extrasOfGame, recordOf } from './finished-game';
import type { GameSession } from './game-session';
import { endWords, newGameWords } from './words';

/** A game is to be played again from there, against the same opponent. */
export interface TryAgainFrom {
  replay: Replay;
  halfMoves: number;
}

/** The end of a game: how it ended, its replay with the truth, and what can be done with it. */
export class GameEnd {
  private replay: Replay | null = null;
  private problem: string | null = null;
  private opening = false;
  private disposed = false;

  constructor(
    private readonly host: LitElement,
    private readonly session: GameSession,
  ) {}

  /** Opens the replay, unless that was tried. */
  open(): void {
    if (!this.replay && !this.problem && !this.opening) void this.openReplay();
  }

  /** The engine is back. */
  retry(): void {
    if (this.replay) return;
    this.problem = null;
    void this.openReplay();
  }

  dispose(): void {
    this.disposed = true;
    this.replay?.dispose();
    this.replay = null;
  }

  private async openReplay(): Promise<void> {
    this.opening = true;
    try {
      const view = loadPart('replay', () => import('../replay/after-game'));
      const replay = await afterCrash(() => this.session.game.replay());
      // What shows it comes with the first game that ends.
      await view;
      if (!this.disposed) this.replay = replay;
      else replay.dispose();
    } catch (error) {
      this.problem = messageOf(error);
    }
    this.opening = false;
    this.host.requestUpdate();
  }

  private readonly record = async (): Promise<Shared> => ({
    json: await this.session.game.recordJson(),
    extras: await extrasOfGame(this.session),
  });

  private readonly seek = (event: CustomEvent<number>): void => {
    const view = this.host.querySelector<ReplayView>('replay-view');
    view?.showAt(event.detail);
    view?.scrollIntoView({ block: 'start' });
  };

  private readonly tryAgain = (event: CustomEvent<TryAgain>): void => {
    const { replay } = this;
    if (!replay) return;
    const detail: TryAgainFrom = { replay, halfMoves: event.detail.halfMoves };
    this.host.dispatchEvent(new CustomEvent('try-again-from', { detail }));
  };

  private readonly keepNotes = (event: CustomEvent<{ notes: Notes }>): void => {
    if (this.session.libraryId) void library.setNotes(this.session.libraryId, [...event.detail.notes]);
  };

  private readonly save = async (): Promise<void> => {
    const { setup } = this.session;
    try {
      const record = await recordOf(this.session);
      const name = (seat: typeof setup.white): string => (seat.kind === 'agent' ? seat.agent : 'person');
      const day = new Date().toISOString().slice(0, 10);
      saveText(`outpost-${day}-${name(setup.white)}-${name(setup.black)}.json`, record, 'application/json');
    } catch (error) {
      this.problem = messageOf(error);
      this.host.requestUpdate();
    }
  };

  /** `problem`: what is wrong with the game itself; `shown`: the page is on view. */
  render(outcome: Outcome, shown: boolean, problem: TemplateResult | typeof nothing): TemplateResult {
    const { session } = this;
    const { libraryId } = session;
    const viewer = session.twoPeople ? null : session.viewer;
    const kind = viewer === null || outcome.winner === null ? 'even' : outcome.winner === viewer ? 'won' : 'lost';
    const tell = (event: string) => () => this.host.dispatchEvent(new CustomEvent(event));
    const bad = (text: string, kind = ''): TemplateResult =>
      html`<div class="notice bad ${kind}" role="alert"><p>${text}</p></div>`;
    return html`<div class="finished">
      ${problem}
      <section class="end-banner ${kind}" aria-label=${phaseWords.over}>
        <div>
          <h1 tabindex="-1">${outcomeTitle(outcome, viewer)}</h1>
          <p>${outcomeWords.reason(outcome)} ${endWords.assistance(newGameWords.assist[session.assistance][0], session.byNetwork)}</p>
        </div>
        <div class="row wrap">
          ${
            libraryId === null
              ? nothing
              : html`<a class="button on-phase" href="#analyse/game/${libraryId}">${icons.eye} ${libraryWords.analyse}</a>`
          }
          <button type="button" class="on-phase" @click=${this.save}>${icons.save} ${endWords.save}</button>
          <button type="button" class="on-phase" @click=${tell('leave')}>${icons.plus} ${endWords.newGame}</button>
          <button type="button" class="on-phase strong" @click=${tell('rematch')}>${icons.again} ${endWords.rematch(viewer && opponentOf(viewer))}</button>
        </div>
      </section>
      <outpost-record-line .game=${session.id}></outpost-record-line>
      ${this.problem ? bad(this.problem) : nothing}
      ${session.libraryProblem ? bad(endWords.notInLibrary(session.libraryProblem)) : nothing}
      ${libraryId !== null && !library.isKept(libraryId) ? bad(libraryWords.finishedUnkept, 'unkept-game') : nothing}
      ${
        this.replay
          ? html`<game-story
              class="card"
              apart
              .replay=${this.replay}
              .viewer=${viewer}
              .orientation=${session.viewer}
              .takenBack=${session.takenBack}
              .past=${session.past}
              @seek=${this.seek}
              @try-again=${this.tryAgain}
            ></game-story>
            <game-puzzles .replay=${this.replay} .viewer=${viewer}></game-puzzles>
            <replay-view story-apart .replay=${this.replay} .orientation=${session.viewer} .shown=${shown} .record=${this.record} start-at-end @annotations-changed=${this.keepNotes}></replay-view>`
          : this.problem
            ? nothing
            : html`<div class="card center" role="status"><progress></progress><p>${endWords.loading}</p></div>`
      }
    </div>`;
  }
}
