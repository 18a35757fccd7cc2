import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  type BoardSet,
  type Color,
  DisposedError,
  EngineCrashError,
  type RecordFile,
  type Replay,
  type TextContent,
} from 'outpost-rbc';
import './analyse.css';
import './batch.css';
import '../library/library-view';
import '../replay/replay-view';
import { engine } from '../engine/engine';
import { type Added, type Entry, entryOf, library } from '../library/library';
import { saveLibrary } from '../library/library-file';
import { ANYTHING, NEWEST, select } from '../library/library-rows';
import { takeUpNotes } from '../library/notes-writing';
import { libraryWords } from '../library/words';
import type { Extras } from '../record/extras';
import { isLinkHash } from '../record/link-hash';
import type { Notes } from '../record/notes';
import { type Loading, openLink, openRecord, readText } from '../record/opening';
import { outcomeWords, playerName, recordWords } from '../record/words';
import { afterCrash, messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { renderMissing } from '../ui/part-missing';
import { guardFromReload, loadPart, PartMissing } from '../ui/parts';
import { sentences } from '../ui/texts';
import { commonWords } from '../ui/words';
import {
  BOARDS,
  type Entered,
  isAnalyseHash,
  keptAt,
  keptHash,
  listedAt,
  listedHash,
  POSITION,
  renamed,
  replaceHash,
  START,
} from './address';
import { importFiles, keepGames, type Listed, nothingKept } from './keeping';
import { GameNotes, type OpenGame } from './open-game';
import { OpenedLists, type Position } from './opened-lists';
import {
  damagedProblem,
  filesProblem,
  importProblem,
  type Problem,
  renderBadLines,
  renderDifferences,
  renderProblem,
  unknownProblem,
} from './problems';
import { readFiles } from './reading';
import { filePicker, progress, startCard } from './start-card';
import { analyseWords, boardsWords } from './words';

/** Games of the library that the page begins with. */
const RECENT = 3;

/** Opens what can be analysed: files, links, texts, positions, games of the library. All text from them is shown as text only. */
export class AnalysePage extends LitElement {
  static override properties = {
    shown: { type: Boolean },
    loading: { state: true },
    problem: { state: true },
    note: { state: true },
    games: { state: true },
    game: { state: true },
    boards: { state: true },
    positions: { state: true },
    opening: { state: true },
    missing: { state: true },
    keeping: { state: true },
    pasting: { state: true },
  };
  declare shown: boolean;
  declare private loading: Loading | null;
  declare private problem: Problem | null;
  /** A part of the page that is needed here could not be loaded. */
  declare private missing: { error: unknown; retry: () => void } | null;
  /** Something to know that is no problem. */
  declare private note: string | null;
  /** The games of the files that are open. */
  declare private games: readonly Listed[];
  declare private game: OpenGame | null;
  declare private boards: BoardSet | null;
  /** Positions that are no one set: one of them is to be chosen. */
  declare private positions: readonly Position[];
  /** Number in the list of the game that is being opened. */
  declare private opening: number | null;
  declare private keeping: { part: number | null } | null;
  /** The field for texts is open. */
  declare private pasting: boolean;
  private files: RecordFile[] = [];
  private stopGuarding: (() => void) | null = null;
  /** The position that the editor begins with. */
  private editing = '';
  /** The boards that were given last: they can be come back to. */
  private fens: string[] | null = null;
  /** Until all games of the open files are in the library. */
  private saving: Promise<void> = Promise.resolve();
  private badLines: string[] = [];
  private attempt = 0;
  private gameAttempt = 0;
  /** Where the last opening began. */
  private from = '';
  /** Names the open files in the history, where entries may be of files that are gone. */
  private filesId = 0;
  /** A game was opened while another page was shown: its address. */
  private unseen: string | null = null;
  private readonly lists = new OpenedLists(this);
  private readonly notes = new GameNotes(() => this.onLibrary());

  constructor() {
    super();
    this.shown = false;
    this.loading = null;
    this.problem = null;
    this.missing = null;
    this.note = null;
    this.games = [];
    this.game = null;
    this.boards = null;
    this.positions = [];
    this.opening = null;
    this.keeping = null;
    this.pasting = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.onHash);
    window.addEventListener('paste', this.onPaste);
    window.addEventListener('pagehide', this.notes.keep);
    document.addEventListener('visibilitychange', this.notes.keep);
    this.addEventListener('focusout', this.notes.keep);
    takeUpNotes();
    library.addEventListener('change', this.onLibrary);
    this.stopGuarding = guardFromReload(this.isAtStake);
    this.onHash();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    window.removeEventListener('paste', this.onPaste);
    window.removeEventListener('pagehide', this.notes.keep);
    document.removeEventListener('visibilitychange', this.notes.keep);
    this.removeEventListener('focusout', this.notes.keep);
    library.removeEventListener('change', this.onLibrary);
    this.stopGuarding?.();
    this.closeFiles();
  }

  private readonly onLibrary = (): void => {
    this.notes.takeUp(this.game);
    this.requestUpdate();
  };

  // Addresses

  /**
   * Follows the address: `#analyse` is the choice or the list, `#analyse/2` the second game of the list, `#analyse/game/…` one of the
   * library, `#1…` a link.
   */
  private readonly onHash = (): void => {
    const { hash } = location;
    const unseen = this.unseen;
    this.unseen = null;
    this.requestUpdate();
    const now = renamed(hash);
    if (now !== null) {
      replaceHash(now);
      this.onHash();
    } else if (isLinkHash(hash)) {
      if (this.game?.hash === hash) this.cancel();
      else void this.follow(hash, true);
    } else if (hash === START && unseen !== null) {
      this.enter(unseen);
    } else if (hash.startsWith(START)) {
      this.go(hash);
    }
  };

  private go(hash: string): void {
    // Who comes back to where it was begun still waits for it.
    if (hash !== START || this.from !== START) this.cancel();
    const listed = listedAt(hash);
    const kept = keptAt(hash);
    if (hash === this.game?.hash) return;
    if (listed !== null) {
      const entered = (history.state as Entered | null)?.files;
      if (this.games[listed] && (entered === undefined || entered === this.filesId)) {
        void this.openListed(listed, false);
        return;
      }
    } else if (kept !== null) {
      void this.openKept(kept);
      return;
    } else if (hash === POSITION) {
      this.begin();
      this.closeGame();
      void this.loadEditor();
      return;
    } else if (hash === BOARDS && this.fens) {
      this.closeGame();
      if (!this.boards) void this.openBoards(this.fens.map((fen) => ({ fen, name: null })));
      return;
    }
    // The choice or the list, also in the place of a game of files that are no longer open.
    if (hash !== START) replaceHash(START);
    this.begin();
    this.closeGame();
    this.closeBoards();
  }

  /** Adds what is open to the history, so that Back leads to where it was opened. */
  private enter(hash: string, fromList = false): void {
    const entered: Entered = { files: this.filesId, fromList };
    if (location.hash !== hash) history.pushState(entered, '', hash);
  }

  /** The address of what was just opened; while another page is shown, it waits. */
  private arrive(hash: string, fromList = false): void {
    if (isAnalyseHash(location.hash)) this.enter(hash, fromList);
    else this.unseen = hash;
    window.scrollTo({ top: 0 });
  }

  private leave(): void {
    if ((history.state as Entered | null)?.fromList) history.back();
    else {
      history.pushState(null, '', START);
      this.go(START);
    }
  }

  // Opening

  private readonly onPaste = (event: ClipboardEvent): void => {
    if (!this.shown || event.defaultPrevented) return;
    if ((event.target as Element | null)?.closest?.('input, textarea, [contenteditable], dialog')) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (files.length === 0 && text.trim() === '') return;
    event.preventDefault();
    if (files.length > 0) void this.open(files);
    else void this.openPasted(text);
  };

  /** Opens a text that somebody pasted: a record or more, a link, positions. */
  private async openPasted(text: string): Promise<void> {
    const attempt = this.cancel();
    this.begin();
    this.loading = { text: analyseWords.looking, part: null };
    try {
      const content = await afterCrash(() => readText(text));
      if (attempt === this.attempt) await this.openContent(content);
    } catch (error) {
      if (attempt === this.attempt)
        this.problem = { title: analyseWords.failed(analyseWords.pasted), lines: [messageOf(error)] };
    } finally {
      if (attempt === this.attempt) this.loading = null;
    }
  }

  /** Opens what a text is that somebody pasted, or that is the content of a file. */
  private openContent(content: TextContent, file: string | null = null): Promise<void> | undefined {
    const name = file ?? analyseWords.pasted;
    switch (content.kind) {
      case 'empty':
        this.problem = { title: analyseWords.nothingPasted, lines: [] };
        return undefined;
      case 'unknown':
        this.problem = unknownProblem(content, file);
        return undefined;
      case 'link':
        return this.follow(content.link);
      case 'boards':
        return this.openBoards(content.boards, { name });
      case 'records':
        return this.open([new File([content.json], name)]);
    }
  }

  /** Opens files, in place of those that are open. */
  async open(blobs: File[]): Promise<void> {
    const attempt = this.cancel();
    this.closeFiles();
    this.from = location.hash;
    this.begin();
    const read = await readFiles(
      blobs,
      (loading) => {
        if (attempt === this.attempt) this.loading = loading;
      },
      () => attempt !== this.attempt,
    );
    if (!read) return;
    this.loading = null;
    if ('other' in read) {
      await this.openContent(read.other, blobs[0]?.name);
      return;
    }
    const { files, games, badLines, failed } = read.records;
    this.files = files;
    this.badLines = badLines;
    this.problem = filesProblem(failed);
    this.games = games;
    if (games.length > 0) this.filesId = Date.now();
    if (games.length === 1) await this.openListed(0);
  }

  /** Opens a game of the list: chosen there it enters the history, come back to from there it is in it. */
  private async openListed(number: number, chosen = true): Promise<void> {
    const { file, fileName, summary } = this.games[number] as Listed;
    const attempt = this.cancel();
    this.opening = number;
    const hash = listedHash(number);
    const opened = await this.show(fileName, hash, chosen, true, () => file.replay(summary.index));
    if (attempt === this.attempt) this.opening = null;
    if (opened === 'failed' && !chosen) {
      if (location.hash === hash) replaceHash(START);
      this.closeGame();
    }
  }

  private async openKept(id: string): Promise<void> {
    const attempt = this.cancel();
    this.loading = { text: analyseWords.opening, part: null };
    const hash = keptHash(id);
    const opened = await this.show(
      libraryWords.title,
      hash,
      false,
      false,
      async () => {
        const text = await library.text(id);
        if (text === null || !library.get(id)) throw new Error(analyseWords.gone);
        return openRecord(text);
      },
      id,
    );
    if (attempt === this.attempt) this.loading = null;
    if (opened === 'failed') {
      if (location.hash === hash) replaceHash(START);
      this.closeGame();
    }
  }

  /** Opens a link, from the address or pasted. */
  private async follow(text: string, inAddress = false): Promise<void> {
    const attempt = this.cancel();
    this.begin();
    this.loading = { text: analyseWords.decoding, part: null };
    try {
      const found = await afterCrash(() => readText(text));
      const link = found.kind === 'link' ? found.link : text;
      const content = await afterCrash(() => openLink(link));
      if (attempt !== this.attempt) {
        if (content.kind === 'game') content.replay.dispose();
        return;
      }
      const hash = `#${link}`;
      // What others put behind the link is no part of the address.
      if (inAddress && location.hash === text) replaceHash(hash);
      if (content.kind === 'boards') {
        this.loading = null;
        return await this.openBoards(
          content.fens.map((fen) => ({ fen, name: null })),
          { hash, name: analyseWords.link },
        );
      }
      const { replay, more } = content;
      const opened = await this.show(analyseWords.link, hash, location.hash !== hash, false, async () => replay);
      if (opened === 'shown' && more) this.note = analyseWords.linkMore;
    } catch (error) {
      if (attempt !== this.attempt) return;
      this.closeGame();
      this.problem = { title: analyseWords.linkFailed, lines: [messageOf(error), analyseWords.linkHelp] };
    } finally {
      if (attempt === this.attempt) this.loading = null;
    }
  }

  /** Opens boards that one side cannot tell apart; one alone is a position that it knows. Of others one is to be chosen. */
  private async openBoards(
    given: readonly Position[],
    { hash = BOARDS, name = analyseWords.onePosition }: { hash?: string; name?: string } = {},
    again = false,
  ): Promise<void> {
    const attempt = this.cancel();
    const fens = given.map(({ fen }) => fen);
    this.begin();
    this.loading = { text: boardsWords.working, part: null };
    try {
      const [set] = await Promise.all([
        afterCrash(async () => (await engine()).openBoards(fens)),
        loadPart('boards', () => import('./boards-view'), again),
      ]);
      if (attempt !== this.attempt) {
        set.dispose();
        return;
      }
      this.closeGame();
      this.closeBoards();
      this.boards = set;
      this.fens = fens;
      this.arrive(hash);
    } catch (error) {
      if (attempt !== this.attempt) return;
      if (error instanceof PartMissing)
        this.missing = { error, retry: () => this.openBoards(given, { hash, name }, true) };
      else if (given.length > 1 && !(error instanceof EngineCrashError)) {
        this.closeFiles();
        this.positions = given;
        this.note = analyseWords.positions.why;
      } else this.problem = { title: analyseWords.failed(name), lines: [messageOf(error)] };
    } finally {
      if (attempt === this.attempt) this.loading = null;
    }
  }

  private async loadEditor(again = false): Promise<void> {
    this.missing = null;
    try {
      await loadPart('editor', () => import('./position-editor'), again);
    } catch (error) {
      if (location.hash === POSITION) this.missing = { error, retry: () => this.loadEditor(true) };
    }
  }

  /** Whether something is open that the address does not bring back. */
  private readonly isAtStake = (): boolean =>
    this.games.length > 0 || this.boards !== null || this.querySelector('position-editor:defined') !== null;

  /** Ends what is being opened: what comes of it is thrown away. Gives the number of the attempt that follows. */
  private cancel(): number {
    this.gameAttempt++;
    this.loading = null;
    this.opening = null;
    this.from = location.hash;
    return ++this.attempt;
  }

  private begin(): void {
    this.problem = null;
    this.missing = null;
    this.note = null;
  }

  /** Shows a game in the place of what is shown. */
  private async show(
    name: string,
    hash: string,
    enter: boolean,
    listed: boolean,
    open: () => Promise<Replay>,
    /** Its name in the library, where it is from there. */
    inLibrary?: string,
  ): Promise<'shown' | 'failed' | 'late'> {
    const attempt = ++this.gameAttempt;
    this.begin();
    try {
      const { replay, details } = await afterCrash(async () => {
        const replay = await open();
        return { replay, details: await replay.details() };
      });
      await library.open();
      if (attempt !== this.gameAttempt) {
        replay.dispose();
        return 'late';
      }
      const id = inLibrary ?? details.id;
      const noted = this.notes.open(id, details);
      this.closeGame();
      this.closeBoards();
      this.game = { hash, name, replay, details, listed, ...noted };
      if (enter) this.arrive(hash, listed && this.games.length > 1);
      else window.scrollTo({ top: 0 });
      return 'shown';
    } catch (error) {
      if (attempt !== this.gameAttempt || error instanceof DisposedError) return 'late';
      this.problem = { title: analyseWords.failed(name), lines: [messageOf(error)] };
      return 'failed';
    }
  }

  private closeGame(): void {
    this.notes.keep();
    this.gameAttempt++;
    this.opening = null;
    this.game?.replay.dispose();
    this.game = null;
  }

  private closeBoards(): void {
    this.boards?.dispose();
    this.boards = null;
  }

  private closeFiles(): void {
    this.closeGame();
    this.closeBoards();
    this.unseen = null;
    // What the address named is gone, but for what can be opened by it again.
    if (listedAt(location.hash) !== null) replaceHash(START);
    else if (location.hash.startsWith(`${START}/`) || isLinkHash(location.hash)) history.pushState(null, '', START);
    // What is being saved is read to its end.
    const { files } = this;
    void this.saving.then(() => {
      for (const file of files) file.dispose();
    });
    this.files = [];
    this.games = [];
    this.badLines = [];
    this.positions = [];
    this.lists.reset();
  }

  // Keeping

  /** Puts the open game into the library. */
  private async keepGame(game: OpenGame): Promise<void> {
    const { details, replay, extras } = game;
    const entry = entryOf(details, replay.summary);
    await this.keep([{ ...entry, record: { ...entry.record, extras } }]);
    game.kept = library.get(game.id)?.extras.notes ?? [];
  }

  private async keep(entries: Entry[]): Promise<void> {
    try {
      this.tell(await library.add(entries));
    } catch (error) {
      this.problem = { title: commonWords.failed, lines: [messageOf(error)] };
    }
  }

  /** Says what became of games that were to be kept. */
  private tell({ added, merged, unkept }: Added): void {
    const words = libraryWords;
    if (unkept > 0) {
      const lines = [words.notAdded(unkept, added + merged, library.problem ?? '')];
      this.problem = { title: words.refusedTitle, lines, unkept: library.unkept.map(({ id }) => id) };
    } else if (added + merged > 0) this.note = words.added(added, merged);
  }

  private async saveUnkept(ids: readonly string[]): Promise<void> {
    try {
      const damaged = await saveLibrary(library, [...ids]);
      if (damaged.length > 0) this.problem = damagedProblem(damaged, ids.length);
    } catch (error) {
      this.problem = { title: libraryWords.exportFailed(messageOf(error)), lines: [], unkept: ids };
    }
  }

  /** Puts all games of the open files into the library. */
  private keepAll(): Promise<void> {
    const work = this.keepAllOf(this.games);
    this.saving = work;
    return work;
  }

  private async keepAllOf(games: readonly Listed[]): Promise<void> {
    this.begin();
    this.keeping = { part: 0 };
    const kept = nothingKept();
    try {
      await keepGames(games, kept, (part) => {
        this.keeping = { part };
      });
      this.tell(kept);
    } catch (error) {
      const done = libraryWords.savedOf(kept.added + kept.merged - kept.unkept, games.length);
      this.problem = {
        title: commonWords.failed,
        lines: error instanceof DisposedError ? [done] : [done, messageOf(error)],
      };
    } finally {
      this.keeping = null;
    }
  }

  /** Reads files into the library, without opening them. */
  private async import(blobs: File[]): Promise<void> {
    this.begin();
    const { kept, answers, lessons, failed } = await importFiles(blobs, (part) => {
      this.keeping = { part };
    });
    this.keeping = null;
    this.tell(kept);
    if (answers.all > 0) this.note = sentences(this.note ?? '', libraryWords.answers(answers.added, answers.all));
    if (lessons > 0) this.note = sentences(this.note ?? '', libraryWords.lessons(lessons));
    if (answers.puzzles > 0) this.note = sentences(this.note ?? '', libraryWords.ownPuzzles(answers.puzzlesAdded));
    const read = kept.added + kept.merged + answers.all + answers.puzzles + lessons;
    this.problem = importProblem(blobs, failed, read, this.problem);
  }

  private onAnnotations(event: CustomEvent<{ notes: Notes }>): void {
    if (this.game) this.notes.change(this.game, event.detail.notes);
  }

  // What is shown

  protected override render(): TemplateResult {
    if (this.game) return this.renderGame(this.game);
    if (this.boards && location.hash !== POSITION) return this.renderBoards(this.boards);
    if (location.hash === POSITION) return this.renderEditor();
    const listed = this.games.length > 1;
    return html`<div class="page analyse">
      ${this.renderMessages()}
      ${this.positions.length > 0 ? this.renderPositions() : listed ? this.renderGames() : this.renderStart()}
      <library-view
        .shown=${this.shown}
        @import-files=${(event: CustomEvent<File[]>) => this.import(event.detail)}
      ></library-view>
    </div>`;
  }

  private renderMessages(): TemplateResult {
    const { problem, missing, note, keeping } = this;
    return html`${missing ? renderMissing(missing.error, missing.retry) : nothing}
    ${problem ? renderProblem(problem, (ids) => this.saveUnkept(ids)) : nothing}
    ${
      keeping
        ? html`<div class="notice" role="status">
            <div class="loading-file">
              <p>${analyseWords.keeping}</p>
              ${progress(analyseWords.keeping, keeping.part)}
            </div>
          </div>`
        : note
          ? html`<div class="notice kept-note" role="status"><p>${note}</p></div>`
          : nothing
    }
    ${renderBadLines(this.badLines)}`;
  }

  private readonly pick = (files: File[]): void => void this.open(files);

  private renderStart(): TemplateResult {
    return startCard({
      recent: select(library.rows, ANYTHING, NEWEST).slice(0, RECENT),
      loading: this.loading,
      pasting: this.pasting,
      togglePasting: this.togglePasting,
      openText: (text) => this.openPasted(text),
      openFiles: this.pick,
    });
  }

  private readonly togglePasting = async (): Promise<void> => {
    this.pasting = !this.pasting;
    await this.updateComplete;
    this.querySelector<HTMLTextAreaElement>('#pasted')?.focus();
  };

  private renderGames(): TemplateResult {
    return this.lists.renderGames(this.games, {
      pick: filePicker(false, this.pick),
      close: () => this.closeFiles(),
      shown: this.shown,
      opening: this.opening,
      open: (number) => this.openListed(number),
      keepAll: this.keeping ? null : () => this.keepAll(),
    });
  }

  private renderPositions(): TemplateResult {
    return this.lists.renderPositions(this.positions, {
      pick: filePicker(false, this.pick),
      close: () => this.closeFiles(),
      open: (position) => this.openBoards([position]),
    });
  }

  private renderGame(game: OpenGame): TemplateResult {
    const { summary } = game.replay;
    const { back } = analyseWords;
    const list = game.listed && this.games.length > 1;
    const inLibrary = game.hash.startsWith(`${START}/game/`);
    const result = summary.winner
      ? outcomeWords.wins(summary.winner)
      : summary.reason
        ? outcomeWords.draw
        : recordWords.unfinished;
    return html`<div class="finished">
      ${this.renderMessages()}
      <section class="end-banner even opened" aria-label=${game.name}>
        <div>
          <h1 class="versus">
            ${(['white', 'black'] as const).map((color) => {
              const name = playerName(summary[color]);
              return html`<span class="versus-side"><span class="disc ${color}"></span><bdi translate="no" title=${name}>${name}</bdi></span>`;
            })}
          </h1>
          <p>${result}${summary.reason ? `, ${recordWords.reasons[summary.reason] ?? summary.reason}` : ''}</p>
        </div>
        <div class="row wrap">
          <button type="button" class="on-phase leave" @click=${this.leave}>
            ${list || inLibrary ? icons.back : icons.cross} <span>${list ? back.list : inLibrary ? back.library : back.start}</span>
          </button>
          ${
            library.get(game.id) && !library.isKept(game.id)
              ? html`<span class="chip bad">${libraryWords.unkept}</span>
                  <button type="button" class="on-phase" @click=${() => this.saveUnkept([game.id])}>
                    ${icons.save} ${libraryWords.saveFile}
                  </button>`
              : library.get(game.id)
                ? inLibrary
                  ? nothing
                  : html`<span class="in-library">${icons.check} ${analyseWords.kept}</span>`
                : html`<button type="button" class="on-phase" @click=${() => this.keepGame(game)}>
                  ${icons.save} ${analyseWords.keep}
                </button>`
          }
          ${filePicker(false, this.pick)}
        </div>
      </section>
      ${renderDifferences(game.details)}
      <replay-view
        .replay=${game.replay}
        .view=${game.extras.view}
        .notes=${game.extras.notes ?? []}
        .keepAs=${`${game.id} ${game.hash}`}
        .viewer=${personOf(game.extras)}
        .orientation=${personOf(game.extras) ?? 'white'}
        .shown=${this.shown}
        @annotations-changed=${this.onAnnotations}
      ></replay-view>
    </div>`;
  }

  private renderBoards(set: BoardSet): TemplateResult {
    return html`<div class="finished">
      ${this.renderMessages()}
      <boards-view
        .set=${set}
        .shown=${this.shown}
        @leave=${this.leave}
        @edit=${() => {
          this.editing = set.fens[0] ?? '';
          location.hash = POSITION;
        }}
      ></boards-view>
    </div>`;
  }

  private renderEditor(): TemplateResult {
    return html`<div class="finished">
      ${this.renderMessages()}
      <position-editor
        .fen=${this.editing}
        @leave=${this.leave}
        @open-position=${(event: CustomEvent<string>) => {
          this.editing = event.detail;
          void this.openBoards([{ fen: event.detail, name: null }]);
        }}
      ></position-editor>
    </div>`;
  }
}

/** The only person who played, if there was one: the story is told of them. */
function personOf({ assistance = {} }: Extras): Color | null {
  const [color, ...others] = Object.keys(assistance) as Color[];
  return color && others.length === 0 ? color : null;
}

customElements.define('analyse-page', AnalysePage);

declare global {
  interface HTMLElementTagNameMap {
    'analyse-page': AnalysePage;
  }
}
