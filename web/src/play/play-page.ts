import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { EngineUnavailableError, type GameSetup, type Seat } from 'outpost-rbc';
import type { GameView } from './game-view';
import './new-game';
import '../rating/record-line';
import { asksNetwork } from '../belief/network';
import { agentWords, engineWords } from '../engine/words';
import { outcomeTitle } from '../record/wording';
import type { PlayOn } from '../replay/play-on-dialog';
import { lockGame } from '../storage/game-lock';
import { messageOf } from '../ui/errors';
import { format } from '../ui/format';
import { icons } from '../ui/icons';
import { renderMissing } from '../ui/part-missing';
import { guardFromReload, loadPart, PartMissing } from '../ui/parts';
import { commonWords } from '../ui/words';
import { type NewGame, newGameOf, recallChoices, rematchSeats, rememberChoices } from './choices';
import type { TryAgainFrom } from './game-end';
import type { GameSession } from './game-session';
import { forgetGame, type SavedGame, type Storage, type Stored, storageOfGames, unfinishedGame } from './saved-game';
import { startBoard, startHook, startLinks } from './start-view';
import { newGameWords, opponentNetworkWords, storageWords } from './words';

/** A game, its board and all that goes with them. `again`: somebody asked once more. */
const loadGame = (again = false) => loadPart('game', () => import('./game-part'), again);

const newSeed = (): number => (crypto.getRandomValues(new Uint32Array(1)) as unknown as [number])[0];

/**
 * The first screen with a new game, a game in progress, the end of a game. The address ends in `#play/game` while a game is open; `#play/now`
 * starts one with the last choices, which is where index.html's button leads before there are scripts.
 */
export class PlayPage extends LitElement {
  static override properties = {
    shown: { type: Boolean },
    session: { state: true },
    aside: { state: true },
    saved: { state: true },
    waiting: { state: true },
    opening: { state: true },
    problem: { state: true },
    elsewhere: { state: true },
    storage: { state: true },
    loading: { state: true },
    asking: { state: true },
    story: { state: true },
    demo: { state: true },
    missing: { state: true },
  };
  declare shown: boolean;
  declare private session: GameSession | null;
  /** The game is over, and somebody came to play: its end is a link away. */
  declare private aside: boolean;
  declare private saved: Stored;
  declare private waiting: boolean;
  /** The game that is being set up. */
  declare private opening: GameSetup | null;
  declare private problem: string | null;
  /** A game that another tab has open. */
  declare private elsewhere: SavedGame | null;
  declare private storage: Storage;
  declare private loading: boolean;
  /** A new game that would take the place of an unfinished one: the person is asked first. */
  declare private asking: { game: NewGame; instead: SavedGame } | null;
  /** The demonstration is told step by step. */
  declare private story: boolean;
  /** The demonstration, which is fetched when the page is there, or why it did not arrive. */
  declare private demo: 'coming' | 'here' | { missing: unknown };
  /** Why a game could not be fetched, and what is then tried again. */
  declare private missing: { why: unknown; retry: () => void } | null;

  constructor() {
    super();
    this.shown = false;
    this.session = null;
    this.aside = false;
    this.saved = null;
    this.waiting = false;
    this.opening = null;
    this.problem = null;
    this.elsewhere = null;
    this.storage = 'works';
    this.loading = true;
    this.asking = null;
    this.story = false;
    this.demo = 'coming';
    this.missing = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    guardFromReload(() => this.session !== null && this.session.keeping !== 'kept');
    void this.open();
    window.addEventListener('hashchange', this.onHash);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
  }

  protected override willUpdate(): void {
    // With the game, the telling is over.
    if (this.onView) this.story = false;
  }

  protected override updated(): void {
    if (!this.shown || this.demo !== 'coming' || this.onView) return;
    void this.loadDemo();
    // So that Play has it at once. Where it does not arrive, that is said when it is asked for.
    loadGame().catch(() => {});
  }

  private async loadDemo(again = false): Promise<void> {
    try {
      await loadPart('demo', () => import('../intro/demo-turn'), again);
      this.demo = 'here';
    } catch (error) {
      this.demo = { missing: error };
    }
  }

  /** The game that is on view. */
  private get onView(): GameSession | null {
    return this.aside ? null : this.session;
  }

  private readonly onHash = (): void => {
    if (this.session?.stage === 'over') {
      if (location.hash === '#play/game') this.aside = false;
      else if (location.hash === '#play' && !this.aside) {
        this.aside = true;
        window.scrollTo({ top: 0 });
      }
    }
    if (!this.loading) void this.playNow();
  };

  /** Starts a game with the last choices, if the address says so. */
  private async playNow(): Promise<void> {
    if (location.hash !== '#play/now') return;
    history.replaceState(null, '', '#play');
    if (this.session && this.session.stage !== 'over') return history.replaceState(null, '', '#play/game');
    try {
      const choices = recallChoices();
      rememberChoices(choices);
      const game = await newGameOf(choices);
      if (game) await this.wish(game);
      else this.problem = newGameWords.clockInvalid;
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  private async open(): Promise<void> {
    this.storage = await storageOfGames();
    this.saved = await this.unfinished();
    // A reload in the middle of a game goes straight on with it.
    const inGame = location.hash === '#play/game';
    if (inGame && this.saved && this.saved !== 'unusable') await this.resume(this.saved);
    else if (inGame) history.replaceState(null, '', '#play');
    this.loading = false;
    await this.playNow();
  }

  /** What is kept, as far as storage answers; else the page says so. */
  private async unfinished(): Promise<Stored> {
    const stored = await unfinishedGame();
    if (stored === 'silent') this.storage = 'silent';
    else if (this.storage === 'silent') this.storage = 'works';
    return stored === 'silent' ? null : stored;
  }

  private async begin(
    setup: GameSetup,
    start: (sessions: typeof GameSession) => Promise<GameSession>,
    again: boolean,
  ): Promise<void> {
    this.waiting = true;
    this.opening = setup;
    this.problem = null;
    this.missing = null;
    this.elsewhere = null;
    // A page that is loaded again in the middle of a game leaves the keyboard where it begins.
    const asked = !this.loading;
    try {
      const session = await start((await loadGame(again)).GameSession);
      this.session?.dispose();
      this.session = session;
      this.aside = false;
      this.saved = null;
      session.addEventListener('taken', () => this.taken(session), { once: true });
      history.replaceState(null, '', '#play/game');
      void session.advance(true);
      window.scrollTo({ top: 0 });
      if (asked) void this.updateComplete.then(() => this.querySelector<GameView>('game-view')?.arrive());
    } finally {
      this.waiting = false;
      this.opening = null;
    }
  }

  /** Starts a game, after asking if that would replace another: one left here, or begun in another tab. */
  private async wish(game: NewGame): Promise<void> {
    if (this.waiting || this.asking) return;
    const instead = await this.unfinished();
    if (!instead || instead === 'unusable') return this.newGame(game, instead !== null);
    this.saved = instead;
    this.asking = { game, instead };
    await this.updateComplete;
    this.querySelector<HTMLDialogElement>('dialog.replace')?.showModal();
  }

  private async newGame(game: NewGame, replace: boolean, again = false): Promise<void> {
    try {
      await this.begin(game.setup, (sessions) => sessions.start(game, replace), again);
    } catch (error) {
      if (error instanceof PartMissing) this.missing = { why: error, retry: () => this.newGame(game, replace, true) };
      else this.problem = messageOf(error);
    }
  }

  /** The game that was not to be replaced. */
  private async goOnWith(saved: SavedGame): Promise<void> {
    // It may be the one that is open here.
    if (this.session?.id === saved.id) {
      this.aside = false;
      history.replaceState(null, '', '#play/game');
    } else await this.resume(saved);
  }

  /** Goes on with a game, if no other tab has it open; with `steal`, the other tab stops. */
  private async resume({ id }: SavedGame, steal = false, again = false): Promise<void> {
    if (this.waiting) return;
    this.waiting = true;
    this.problem = null;
    const lock = await lockGame(id, steal);
    // Another tab may have played on since, or ended it.
    const saved = await this.unfinished();
    this.waiting = false;
    if (this.storage === 'silent') {
      lock?.release();
      return;
    }
    this.saved = saved;
    this.elsewhere = null;
    if (!saved || saved === 'unusable' || saved.id !== id) {
      lock?.release();
      if (saved !== 'unusable') this.problem = newGameWords.gone;
      return;
    }
    if (!lock) {
      this.elsewhere = saved;
      return;
    }
    try {
      await this.begin(saved.setup, (sessions) => sessions.resume(saved, lock), again);
    } catch (error) {
      lock.release();
      if (error instanceof PartMissing) this.missing = { why: error, retry: () => this.resume(saved, steal, true) };
      else if (error instanceof EngineUnavailableError) this.problem = newGameWords.resumeLater;
      else this.problem = newGameWords.resumeFailed(messageOf(error));
    }
  }

  private async discard(saved: SavedGame | 'unusable'): Promise<void> {
    this.problem = null;
    if (saved === 'unusable') {
      await forgetGame(null);
    } else {
      const lock = await lockGame(saved.id);
      if (!lock) {
        this.elsewhere = saved;
        return;
      }
      await forgetGame(saved.id);
      lock.release();
    }
    this.saved = await this.unfinished();
  }

  /** Another tab goes on with the game that was open here. */
  private async taken(session: GameSession): Promise<void> {
    if (this.session !== session) return;
    this.session = null;
    history.replaceState(null, '', '#play');
    const saved = await this.unfinished();
    this.saved = saved;
    if (saved && saved !== 'unusable' && saved.id === session.id) this.elsewhere = saved;
  }

  private async leave(): Promise<void> {
    await this.session?.finished;
    this.session?.dispose();
    this.session = null;
    history.replaceState(null, '', '#play');
    window.scrollTo({ top: 0 });
    this.elsewhere = null;
    this.saved = await this.unfinished();
  }

  private async rematch(): Promise<void> {
    const old = this.session;
    if (!old) return;
    // Else it would still count as one that goes on.
    await old.finished;
    void this.wish({
      setup: { ...old.setup, ...rematchSeats(old.setup), seed: newSeed() },
      assistance: old.assistance,
      evaluator: old.evaluator,
    });
  }

  /** The same game once more from a point of it, against the same opponent. */
  private async tryAgain(from: TryAgainFrom): Promise<void> {
    const old = this.session;
    if (!old) return;
    await old.finished;
    const { assistance, evaluator } = old;
    // From its beginning it counts: then the opponent must not play what the person has just seen.
    const setup = from.halfMoves === 0 ? { ...old.setup, seed: newSeed() } : old.setup;
    await this.wish({ setup, from, assistance, evaluator });
  }

  /** A new game from a point of another one. */
  async playOn({ replay, halfMoves, color, agent }: PlayOn): Promise<void> {
    const person: Seat = { kind: 'person', name: newGameWords.you };
    const { budget, assistance } = recallChoices();
    const other: Seat = { kind: 'agent', agent, budgetMs: budget };
    const seats = color === 'white' ? { white: person, black: other } : { white: other, black: person };
    const setup: GameSetup = { ...seats, clock: null, seed: newSeed() };
    await this.session?.finished;
    await this.wish({ setup, from: { replay, halfMoves }, assistance, evaluator: 'built-in' });
  }

  protected override render(): TemplateResult {
    if (this.onView) {
      return html`${this.renderNetwork()}
        <game-view
          .session=${this.onView}
          .shown=${this.shown}
          .notices=${this.renderProblems()}
          @leave=${this.leave}
          @rematch=${this.rematch}
          @try-again-from=${(event: CustomEvent<TryAgainFrom>) => this.tryAgain(event.detail)}
        ></game-view>
        ${this.renderReplace()}`;
    }
    if (this.loading && location.hash === '#play/game') {
      return html`<div class="page narrow">
        ${this.renderNotices()}
        <div class="card center" role="status"><progress></progress><p>${engineWords.starting}</p></div>
        ${this.renderNetwork()} ${this.renderReplace()}
      </div>`;
    }
    const saved = this.renderSaved();
    const missing = typeof this.demo === 'object' ? this.demo.missing : null;
    return html`<div class="page first-screen ${this.story ? 'telling' : ''} ${saved === nothing ? '' : 'resuming'} ${this.session ? 'returning' : ''}">
      <div class="start-notices">${this.renderNotices()} ${saved}</div>
      ${startHook()}
      <div
        class="start-board"
        @story=${(event: CustomEvent<boolean>) => {
          this.story = event.detail;
        }}
      >
        ${this.demo === 'here' ? html`<demo-turn .shown=${this.shown}></demo-turn>` : startBoard()}
        ${missing === null ? nothing : renderMissing(missing, () => this.loadDemo(true))}
      </div>
      <div class="start-play">
        <new-game
          .waiting=${this.waiting}
          .second=${saved !== nothing}
          @new-game=${(event: CustomEvent<NewGame>) => this.wish(event.detail)}
        ></new-game>
        <outpost-record-line
          .shown=${this.shown}
          @emptied=${() => this.querySelector<HTMLElement>('.play-now')?.focus()}
        ></outpost-record-line>
        ${this.renderLast()}
        ${this.renderNetwork()}
      </div>
      ${startLinks()} ${this.renderReplace()}
    </div>`;
  }

  private renderNotices(): TemplateResult {
    return html`${this.renderProblems()}
    ${
      this.storage === 'works'
        ? nothing
        : html`<div class="notice" role="note">
            <p>${this.storage === 'silent' ? storageWords.silent : storageWords.cannot}</p>
          </div>`
    }`;
  }

  /** The notices beside a game as well. Whether that one is saved, it says itself: it asks again after each action. */
  private renderProblems(): TemplateResult {
    return html`${this.problem ? html`<div class="notice bad" role="alert"><p>${this.problem}</p></div>` : nothing}
    ${this.missing ? renderMissing(this.missing.why, this.missing.retry) : nothing}
    ${this.elsewhere ? this.renderElsewhere(this.elsewhere) : nothing}`;
  }

  /** What a game that is being set up still waits for. */
  private renderNetwork(): TemplateResult | typeof nothing {
    if (!this.opening || !asksNetwork(this.opening)) return nothing;
    return html`<div class="card network-card"><network-note .texts=${opponentNetworkWords.note}></network-note></div>`;
  }

  private renderElsewhere(game: SavedGame): TemplateResult {
    return html`<section class="notice" role="alert" aria-label=${newGameWords.openElsewhere}>
      <p>${newGameWords.openElsewhere} <span class="muted">${describe(game)}</span></p>
      <button type="button" ?disabled=${this.waiting} @click=${() => this.resume(game, true)}>${newGameWords.useHere}</button>
    </section>`;
  }

  /** The way back to a game that is over. */
  private renderLast(): TemplateResult | typeof nothing {
    const { session } = this;
    if (!session?.outcome) return nothing;
    const viewer = session.twoPeople ? null : session.viewer;
    return html`<a class="last-game" href="#play/game">${icons.eye} ${newGameWords.last(outcomeTitle(session.outcome, viewer))}</a>`;
  }

  private renderSaved(): TemplateResult | typeof nothing {
    const saved = this.saved;
    if (!saved || this.loading || this.elsewhere) return nothing;
    if (saved === 'unusable') {
      return html`<section class="notice bad" role="alert" aria-label=${newGameWords.unusable}>
        <p>${newGameWords.unusable}</p>
        <button type="button" @click=${() => this.discard(saved)}>${newGameWords.discard}</button>
      </section>`;
    }
    return html`<section class="card resume" aria-label=${newGameWords.resumeTitle}>
      <div>
        <h2>${newGameWords.resumeTitle}</h2>
        <p class="muted">${describe(saved)}</p>
      </div>
      <div class="row">
        <button type="button" class="quiet" @click=${() => this.discard(saved)}>${newGameWords.discard}</button>
        <button type="button" class="primary" ?disabled=${this.waiting} @click=${() => this.resume(saved)}>
          ${newGameWords.resume}
        </button>
      </div>
    </section>`;
  }

  private renderReplace(): TemplateResult | typeof nothing {
    const { asking } = this;
    if (!asking) return nothing;
    const { game, instead } = asking;
    const answer = (act?: () => Promise<void>): void => {
      // Gives the keyboard back to what had it.
      this.querySelector<HTMLDialogElement>('dialog.replace')?.close();
      this.asking = null;
      // The game that stays is on view.
      if (!act && this.onView && location.hash === '#play') history.replaceState(null, '', '#play/game');
      void act?.();
    };
    return html`<dialog class="replace" aria-labelledby="replace-title" @close=${() => answer()}>
      <h2 id="replace-title">${newGameWords.replaceTitle}</h2>
      <p>${newGameWords.replaceText(describe(instead))}</p>
      <div class="row end wrap">
        <button type="button" @click=${() => answer()}>${commonWords.cancel}</button>
        <button type="button" class="danger" @click=${() => answer(() => this.newGame(game, true))}>${newGameWords.replaceYes}</button>
        <button type="button" class="primary" autofocus @click=${() => answer(() => this.goOnWith(instead))}>
          ${newGameWords.resume}
        </button>
      </div>
    </dialog>`;
  }
}

/** An unfinished game in a line. */
function describe({ setup, turn, savedAt }: SavedGame): string {
  const agent = [setup.white, setup.black].find((seat) => seat.kind === 'agent');
  const opponent = agent?.kind === 'agent' ? agentWords.agent(agent.agent) : newGameWords.twoPeople;
  return newGameWords.resumeText(opponent, turn, savedAt === null ? null : format.dateTime(savedAt));
}

customElements.define('play-page', PlayPage);

declare global {
  interface HTMLElementTagNameMap {
    'play-page': PlayPage;
  }
}
