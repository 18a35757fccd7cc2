import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  type BoardSet,
  DisposedError,
  EngineCrashError,
  type LinkNote,
  type RecordDetails,
  type RecordFile,
  type RecordSummary,
  type Replay,
  type TextContent,
} from 'outpost';
import '../library/library-view';
import '../replay/replay-view';
import { chessWords } from '../board/words';
import { engine } from '../engine/engine';
import {
  type Added,
  changedNotes,
  type Damaged,
  type Entry,
  entryOf,
  extrasOf,
  library,
  mergeNotes,
} from '../library/library';
import { saveDamaged, saveLibrary } from '../library/library-file';
import { isWriting, takeUpNotes, writeNotes } from '../library/notes-writing';
import { libraryWords } from '../library/words';
import { type Extras, readExtras } from '../record/extras';
import { isLinkHash } from '../record/link-hash';
import type { Notes } from '../record/notes';
import { type Loading, openLink, openRecords, openText, otherText, readAll, readText } from '../record/opening';
import { outcomeWords, recordWords } from '../record/words';
import { afterCrash, messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { renderMissing } from '../ui/part-missing';
import { guardFromReload, loadPart, PartMissing } from '../ui/parts';
import { commonWords } from '../ui/words';
import { analyseWords, boardsWords } from './words';

const PAGE = 100;
const START = '#analyse';
const POSITION = '#analyse/position';
const BOARDS = '#analyse/boards';
const LISTED = /^#analyse\/([1-9]\d*)$/;
const KEPT = /^#analyse\/game\/([0-9a-f]+)$/;
/** Games that are put into the library at once. */
const BATCH = 40;
/** After a note was changed, how long others may follow before it is kept. */
const NOTES_MS = 300;

/** What the history keeps with an open game of a file. */
interface Entered {
  files: number;
  /** The entry before is the list. */
  fromList: boolean;
}

/** One game of the files that are open. */
interface Listed {
  file: RecordFile;
  fileName: string;
  summary: RecordSummary;
}

interface OpenGame {
  /** The address that it has. */
  hash: string;
  name: string;
  replay: Replay;
  /** What its record says. */
  details: RecordDetails;
  extras: Extras;
  /** The notes as they were last kept: what differs from them was changed here. */
  kept: readonly LinkNote[];
  /** The notes that files and links brought. */
  given: readonly LinkNote[];
  /** In the library. */
  id: string;
  /** It is one of those in the list. */
  listed: boolean;
}

type Position = Extract<TextContent, { kind: 'boards' }>['boards'][number];

interface Problem {
  title: string;
  lines: string[];
  /** Games that will be gone with the page: they are offered as a file. */
  unkept?: readonly string[];
  /** Games that no file of records can have: what there is of them is offered as a file. */
  damaged?: readonly Damaged[];
}

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
    filter: { state: true },
    missing: { state: true },
    visible: { state: true },
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
  declare private filter: string;
  declare private visible: number;
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
  /** Notes that were changed here, by the game's id: they last as long as the page, whether the game is in the library or not. */
  private readonly ownNotes = new Map<string, { notes: LinkNote[]; kept: Notes; given: Notes }>();
  private notesTimer: ReturnType<typeof setTimeout> | undefined;
  private notesWaiting: (() => void) | null = null;

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
    this.filter = '';
    this.visible = PAGE;
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
    window.addEventListener('pagehide', this.keepNotes);
    document.addEventListener('visibilitychange', this.keepNotes);
    this.addEventListener('focusout', this.keepNotes);
    takeUpNotes();
    library.addEventListener('change', this.onLibrary);
    this.stopGuarding = guardFromReload(this.isAtStake);
    this.onHash();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    window.removeEventListener('paste', this.onPaste);
    window.removeEventListener('pagehide', this.keepNotes);
    document.removeEventListener('visibilitychange', this.keepNotes);
    this.removeEventListener('focusout', this.keepNotes);
    library.removeEventListener('change', this.onLibrary);
    this.stopGuarding?.();
    this.closeFiles();
  }

  private readonly onLibrary = (): void => {
    this.takeNotes();
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
    if (hash.startsWith('#replay')) {
      // What is now Analyse was once called Replay.
      this.replaceHash(hash.replace('#replay', START));
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
    const listed = LISTED.exec(hash)?.[1];
    const kept = KEPT.exec(hash)?.[1];
    if (hash === this.game?.hash) return;
    if (listed !== undefined) {
      const entered = (history.state as Entered | null)?.files;
      const number = Number(listed) - 1;
      if (this.games[number] && (entered === undefined || entered === this.filesId)) {
        void this.openListed(number, false);
        return;
      }
    } else if (kept !== undefined) {
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
    if (hash !== START) this.replaceHash(START);
    this.begin();
    this.closeGame();
    this.closeBoards();
  }

  private replaceHash(hash: string): void {
    history.replaceState(null, '', hash);
  }

  /** Adds what is open to the history, so that Back leads to where it was opened. */
  private enter(hash: string, fromList = false): void {
    const entered: Entered = { files: this.filesId, fromList };
    if (location.hash !== hash) history.pushState(entered, '', hash);
  }

  /** The address of what was just opened; while another page is shown, it waits. */
  private arrive(hash: string, fromList = false): void {
    if (/^#(analyse|replay)/.test(location.hash) || isLinkHash(location.hash)) this.enter(hash, fromList);
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

  private openContent(content: TextContent): Promise<void> | undefined {
    switch (content.kind) {
      case 'empty':
        this.problem = { title: analyseWords.nothingPasted, lines: [] };
        return undefined;
      case 'unknown':
        this.problem = unknownProblem(content);
        return undefined;
      case 'link':
        return this.follow(content.link);
      case 'boards':
        return this.openBoards(content.boards);
      case 'records':
        return this.open([new File([content.json], analyseWords.pasted)]);
    }
  }

  /** Opens files, in place of those that are open. */
  async open(blobs: File[]): Promise<void> {
    const attempt = this.cancel();
    this.closeFiles();
    this.from = location.hash;
    this.begin();
    const failed: { name: string; why: string }[] = [];
    const games: Listed[] = [];
    const onLoading = (loading: Loading): void => {
      if (attempt === this.attempt) this.loading = loading;
    };
    for (const blob of blobs) {
      const { name } = blob;
      try {
        let bytes = await readAll(blob, (part) => onLoading({ text: analyseWords.reading(name), part }));
        if (attempt !== this.attempt) return;
        const text = blobs.length === 1 ? otherText(bytes) : null;
        const other = text === null ? null : await afterCrash(() => readText(text));
        if (attempt !== this.attempt) return;
        if (other?.kind === 'records') {
          // In the code of an embed.
          if (other.json !== text?.trim()) bytes = new TextEncoder().encode(other.json);
        } else if (other && other.kind !== 'empty' && !(other.kind === 'unknown' && other.reason === 'nothing')) {
          this.loading = null;
          await this.openContent(other);
          return;
        }
        const file = await openRecords(bytes, name, onLoading);
        if (attempt !== this.attempt) {
          file.dispose();
          return;
        }
        this.files.push(file);
        this.badLines.push(
          ...file.problems.map((problem) => (blobs.length > 1 ? analyseWords.because(name, problem) : problem)),
        );
        for (const summary of file.games) games.push({ file, fileName: name, summary });
      } catch (error) {
        if (attempt !== this.attempt) return;
        failed.push({ name, why: messageOf(error) });
      }
    }
    this.loading = null;
    const [one] = failed;
    if (one && failed.length === 1) this.problem = { title: analyseWords.failed(one.name), lines: [one.why] };
    else if (one) {
      const lines = failed.slice(0, 20).map(({ name, why }) => analyseWords.because(name, why));
      this.problem = { title: analyseWords.failedMany(failed.length), lines };
    }
    this.games = games;
    if (games.length > 0) this.filesId = Date.now();
    if (games.length === 1) await this.openListed(0);
  }

  /** Opens a game of the list: chosen there it enters the history, come back to from there it is in it. */
  private async openListed(number: number, chosen = true): Promise<void> {
    const { file, fileName, summary } = this.games[number] as Listed;
    const attempt = this.cancel();
    this.opening = number;
    const hash = `${START}/${number + 1}`;
    const opened = await this.show(fileName, hash, chosen, true, () => file.replay(summary.index));
    if (attempt === this.attempt) this.opening = null;
    if (opened === 'failed' && !chosen) {
      if (location.hash === hash) this.replaceHash(START);
      this.closeGame();
    }
  }

  private async openKept(id: string): Promise<void> {
    const attempt = this.cancel();
    this.loading = { text: analyseWords.opening, part: null };
    const hash = `${START}/game/${id}`;
    const opened = await this.show(
      libraryWords.title,
      hash,
      false,
      false,
      async () => {
        const text = await library.text(id);
        if (text === null || !library.get(id)) throw new Error(analyseWords.gone);
        return replayOf(text);
      },
      id,
    );
    if (attempt === this.attempt) this.loading = null;
    if (opened === 'failed') {
      if (location.hash === hash) this.replaceHash(START);
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
      if (attempt !== this.attempt) return;
      const hash = `#${link}`;
      // What others put behind the link is no part of the address.
      if (inAddress && location.hash === text) this.replaceHash(hash);
      if ('fens' in content) {
        this.loading = null;
        return await this.openBoards(
          content.fens.map((fen) => ({ fen, name: null })),
          hash,
        );
      }
      const { record } = content;
      const opened = await this.show(analyseWords.link, hash, location.hash !== hash, false, () => replayOf(record));
      if (opened === 'shown' && content.more) this.note = analyseWords.linkMore;
    } catch (error) {
      if (attempt !== this.attempt) return;
      this.closeGame();
      this.problem = { title: analyseWords.linkFailed, lines: [messageOf(error), analyseWords.linkHelp] };
    } finally {
      if (attempt === this.attempt) this.loading = null;
    }
  }

  /** Opens boards that one side cannot tell apart; one alone is a position that it knows. Of others one is to be chosen. */
  private async openBoards(given: readonly Position[], hash = BOARDS, again = false): Promise<void> {
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
      if (error instanceof PartMissing) this.missing = { error, retry: () => this.openBoards(given, hash, true) };
      else if (given.length > 1 && !(error instanceof EngineCrashError)) {
        this.closeFiles();
        this.positions = given;
        this.note = analyseWords.positions.why;
      } else this.problem = { title: analyseWords.failed(analyseWords.pasted), lines: [messageOf(error)] };
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
      const extras = readExtras(details.extras);
      const row = library.get(id);
      const kept = row ? extrasOf(row) : {};
      const own = this.ownNotes.get(id);
      const here = own ? (row ? changedNotes(kept.notes, own.kept, own.notes) : own.notes) : kept.notes;
      // What this file or another brought before may have been changed or deleted here.
      const known = new Set(own?.given.map((note) => JSON.stringify(note)));
      const fresh = (extras.notes ?? []).filter((note) => !known.has(JSON.stringify(note)));
      const notes = mergeNotes(here, fresh);
      this.closeGame();
      this.closeBoards();
      this.game = {
        hash,
        name,
        replay,
        details,
        id,
        listed,
        extras: { ...kept, ...extras, notes },
        kept: kept.notes ?? [],
        given: [...(own?.given ?? []), ...fresh],
      };
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
    this.keepNotes();
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
    if (LISTED.test(location.hash)) this.replaceHash(START);
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
    this.filter = '';
    this.visible = PAGE;
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
      const words = libraryWords;
      if (damaged.length > 0) {
        const lines = damaged.slice(0, 20).map(({ white, black, why }) => {
          const { unnamed } = recordWords;
          return words.damagedGame(white ?? unnamed, black ?? unnamed, why);
        });
        this.problem = { title: words.damagedTitle(damaged.length, ids.length - damaged.length), lines, damaged };
      }
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
    const kept: Added = { added: 0, merged: 0, unkept: 0 };
    try {
      await keepAll(games, kept, (part) => {
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
    const failed: string[] = [];
    const kept: Added = { added: 0, merged: 0, unkept: 0 };
    for (const blob of blobs) {
      const onLoading = ({ part }: Loading): void => {
        this.keeping = { part };
      };
      try {
        const bytes = await readAll(blob, (part) => onLoading({ text: '', part }));
        const file = await openRecords(bytes, blob.name, onLoading);
        const games = file.games.map((summary) => ({ file, fileName: blob.name, summary }));
        try {
          await keepAll(games, kept, (part) => onLoading({ text: '', part }));
        } finally {
          file.dispose();
        }
        failed.push(...file.problems.map((problem) => analyseWords.because(blob.name, problem)));
      } catch (error) {
        failed.push(analyseWords.because(blob.name, messageOf(error)));
      }
    }
    this.keeping = null;
    this.tell(kept);
    if (failed.length > 0) {
      const [first] = blobs;
      const title =
        blobs.length === 1 && first ? analyseWords.failed(first.name) : analyseWords.failedMany(blobs.length);
      const bad = kept.added + kept.merged > 0 ? analyseWords.badLines(failed.length) : title;
      const refused = this.problem;
      const lines = [...(refused?.lines ?? []), ...failed.slice(0, 20)];
      this.problem = refused ? { ...refused, lines } : { title: bad, lines };
    }
  }

  /** Notes that were changed: kept with the game if it is in the library, else for as long as the page is open. */
  private onAnnotations(event: CustomEvent<{ notes: Notes }>): void {
    const { game } = this;
    if (!game) return;
    const notes = [...event.detail.notes];
    game.extras = { ...game.extras, notes };
    this.ownNotes.set(game.id, { notes, kept: game.kept, given: game.given });
    clearTimeout(this.notesTimer);
    this.notesWaiting = () => {
      if (!library.get(game.id)) return;
      const { kept } = game;
      game.kept = notes;
      this.ownNotes.set(game.id, { notes, kept: notes, given: game.given });
      void writeNotes({ id: game.id, notes, kept }).then(this.onLibrary);
    };
    this.notesTimer = setTimeout(this.keepNotes, NOTES_MS);
  }

  private readonly keepNotes = (): void => {
    clearTimeout(this.notesTimer);
    this.notesWaiting?.();
    this.notesWaiting = null;
  };

  /** Takes up the notes that another tab changed. */
  private takeNotes(): void {
    const { game } = this;
    const row = game && library.get(game.id);
    if (!row || this.notesWaiting || isWriting(game.id)) return;
    const stored = row.extras.notes ?? [];
    if (JSON.stringify(stored) === JSON.stringify(game.kept)) return;
    const notes = changedNotes(stored, game.kept, game.extras.notes);
    game.extras = { ...game.extras, notes };
    game.kept = stored;
    if (this.ownNotes.has(game.id)) this.ownNotes.set(game.id, { notes, kept: stored, given: game.given });
  }

  // What is shown

  protected override render(): TemplateResult {
    if (this.game) return this.renderGame(this.game);
    if (this.boards && location.hash !== POSITION) return this.renderBoards(this.boards);
    if (location.hash === POSITION) return this.renderEditor();
    const listed = this.games.length > 1;
    return html`<div class="page analyse">
      ${this.renderMessages()}
      ${this.positions.length > 0 ? this.renderPositions() : listed ? this.renderList() : this.renderStart()}
      <library-view
        .shown=${this.shown}
        @import-files=${(event: CustomEvent<File[]>) => this.import(event.detail)}
      ></library-view>
    </div>`;
  }

  private renderMessages(): TemplateResult {
    const { problem, missing, note, keeping } = this;
    return html`${missing ? renderMissing(missing.error, missing.retry) : nothing}
    ${
      problem
        ? html`<div class="notice bad record-problem" role="alert">
            <div>
              <strong>${problem.title}</strong>
              ${problem.lines.map((line) => html`<p>${line}</p>`)}
            </div>
            ${
              problem.unkept
                ? html`<button type="button" class="primary" @click=${() => this.saveUnkept(problem.unkept ?? [])}>
                    ${icons.save} ${libraryWords.saveFile}
                  </button>`
                : nothing
            }
            ${
              problem.damaged
                ? html`<button type="button" @click=${() => saveDamaged(problem.damaged ?? [])}>
                    ${icons.save} ${libraryWords.saveDamaged}
                  </button>`
                : nothing
            }
          </div>`
        : nothing
    }
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
    ${this.renderBadLines()}`;
  }

  /** Lines of the files that are no game. */
  private renderBadLines(): TemplateResult | typeof nothing {
    const problems = this.badLines;
    if (problems.length === 0) return nothing;
    const shown = problems.slice(0, 20);
    return html`<details class="notice bad bad-lines">
      <summary>${analyseWords.badLines(problems.length)}</summary>
      <ul>
        ${shown.map((problem) => html`<li>${problem}</li>`)}
        ${problems.length > shown.length ? html`<li>…</li>` : nothing}
      </ul>
    </details>`;
  }

  private renderPick(primary: boolean): TemplateResult {
    return html`<label class="button ${primary ? 'primary big' : ''}">
      ${icons.file} ${primary ? analyseWords.pick : analyseWords.another}
      <input
        class="visually-hidden open-files"
        type="file"
        multiple
        accept=".json,.jsonl,.ndjson,.gz,.txt,.fen,.epd,.pgn,.html,application/json,application/gzip,text/plain,text/html"
        @change=${(event: Event) => {
          const input = event.target as HTMLInputElement;
          const files = [...(input.files ?? [])];
          if (files.length > 0) void this.open(files);
          input.value = '';
        }}
      />
    </label>`;
  }

  private renderStart(): TemplateResult {
    return html`<section class="card drop" aria-label=${analyseWords.title}>
      <h1>${analyseWords.title}</h1>
      <p class="muted lead">${analyseWords.lead}</p>
      ${
        this.loading
          ? html`<div role="status" class="loading-file">
              <p>${this.loading.text}</p>
              ${progress(this.loading.text, this.loading.part)}
            </div>`
          : html`<div class="row wrap open-ways">
                ${this.renderPick(true)}
                <button
                  type="button"
                  class="big"
                  aria-expanded=${this.pasting ? 'true' : 'false'}
                  @click=${this.togglePasting}
                >
                  ${analyseWords.paste}
                </button>
                <a class="button big" href=${POSITION}>${analyseWords.position}</a>
              </div>`
      }
      <!-- Stays while its text is looked at: it may have to be mended, and has the keyboard. -->
      ${this.pasting ? this.renderPaste() : nothing}
      ${this.loading ? nothing : html`<p class="small muted">${analyseWords.private}</p>`}
    </section>`;
  }

  private readonly togglePasting = async (): Promise<void> => {
    this.pasting = !this.pasting;
    await this.updateComplete;
    this.querySelector<HTMLTextAreaElement>('#pasted')?.focus();
  };

  private renderPaste(): TemplateResult {
    return html`<form
      class="paste"
      @submit=${(event: Event) => {
        event.preventDefault();
        void this.openPasted(this.querySelector<HTMLTextAreaElement>('#pasted')?.value ?? '');
      }}
    >
      <label for="pasted">${analyseWords.pasteLabel}</label>
      <textarea id="pasted" rows="4" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
      <button class="primary">${analyseWords.pasteOpen}</button>
    </form>`;
  }

  private renderList(): TemplateResult {
    const names = new Set(this.games.map(({ fileName }) => fileName));
    const title = names.size === 1 ? (this.games[0]?.fileName ?? '') : analyseWords.files(names.size);
    const wanted = this.filter.trim().toLowerCase();
    const numbered = this.games.map((listed, number) => ({ ...listed, number }));
    const games = wanted
      ? numbered.filter(({ summary, fileName }) =>
          `${summary.white ?? ''}\n${summary.black ?? ''}\n${names.size > 1 ? fileName : ''}`
            .toLowerCase()
            .includes(wanted),
        )
      : numbered;
    const { columns } = recordWords;
    return html`<section class="card" aria-label=${title}>
      <div class="row between wrap">
        <div class="file-title">
          <h1>${title}</h1>
          <p class="muted">${analyseWords.games(this.games.length)}</p>
        </div>
        <div class="row wrap">
          <button type="button" class="primary" ?disabled=${this.keeping !== null} @click=${this.keepAll}>
            ${icons.save} ${analyseWords.keepAll(this.games.length)}
          </button>
          ${this.renderPick(false)}
          <button type="button" @click=${this.closeFiles}>${analyseWords.close}</button>
        </div>
      </div>
      <label class="filter"
        >${analyseWords.filter}
        <input
          type="search"
          .value=${this.filter}
          @input=${(event: Event) => {
            this.filter = (event.target as HTMLInputElement).value;
            this.visible = PAGE;
          }}
        />
      </label>
      <div class="table-scroll" tabindex="0" role="region" aria-label=${analyseWords.games(this.games.length)}>
        <!-- The roles hold on narrow screens too, where a row is laid out in two lines. -->
        <table class="games" role="table">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">${columns.game}</th>
              <th role="columnheader" scope="col">${columns.white}</th>
              <th role="columnheader" scope="col">${columns.black}</th>
              <th role="columnheader" scope="col">${columns.winner}</th>
              <th role="columnheader" scope="col">${columns.reason}</th>
              <th role="columnheader" scope="col" class="number">${columns.plies}</th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${games.slice(0, this.visible).map(({ number, summary }) => this.renderRow(number, summary))}
          </tbody>
        </table>
      </div>
      ${this.renderMore(games.length)}
    </section>`;
  }

  /** Positions of which one can be opened, after which one comes back to the others. */
  private renderPositions(): TemplateResult {
    const { positions } = this;
    const words = analyseWords.positions;
    const shown = positions.slice(0, this.visible);
    return html`<section class="card" aria-label=${words.title(positions.length)}>
      <div class="row between wrap">
        <h1>${words.title(positions.length)}</h1>
        <div class="row wrap">
          ${this.renderPick(false)}
          <button type="button" @click=${this.closeFiles}>${analyseWords.close}</button>
        </div>
      </div>
      <ol class="positions">
        ${shown.map(
          (position) =>
            html`<li>
              <button type="button" class="link" @click=${() => this.openBoards([position])}>
                ${position.name === null ? nothing : html`<bdi>${position.name}</bdi>`}
                <code translate="no">${position.fen}</code>
              </button>
            </li>`,
        )}
      </ol>
      ${this.renderMore(positions.length)}
    </section>`;
  }

  private renderMore(count: number): TemplateResult | typeof nothing {
    if (count <= this.visible) return nothing;
    return html`<button
      type="button"
      @click=${() => {
        this.visible += PAGE * 5;
      }}
    >
      ${commonWords.more(Math.min(PAGE * 5, count - this.visible))}
    </button>`;
  }

  private renderRow(number: number, { white, black, winner, reason, plies }: RecordSummary): TemplateResult {
    const name = (text: string | null): unknown =>
      text === null ? html`<span class="muted">${recordWords.unnamed}</span>` : html`<bdi translate="no">${text}</bdi>`;
    const won = winner
      ? html`<span class="wide-cell"><span class="disc ${winner}"></span> ${chessWords.color(winner)}</span
          ><span class="narrow-cell">${outcomeWords.wins(winner)}</span>`
      : html`${reason ? analyseWords.draw : analyseWords.unknownResult}`;
    return html`<tr role="row" @click=${(event: MouseEvent) => this.onRow(event, number)}>
      <td role="cell" class="game-number" translate="no">
        <button
          type="button"
          class="link"
          aria-label=${analyseWords.open(number + 1)}
          ?disabled=${this.opening !== null}
          @click=${() => this.openListed(number)}
        >
          ${number + 1}${this.opening === number ? html` <span class="spinner"></span>` : nothing}
        </button>
      </td>
      <td role="cell" class="played-by"><span class="disc white"></span>${name(white)}</td>
      <td role="cell" class="played-by"><span class="disc black"></span>${name(black)}</td>
      <td role="cell">${won}</td>
      <td role="cell">${reason ? (recordWords.reasons[reason] ?? reason) : ''}</td>
      <td role="cell" class="number">
        <span class="wide-cell" translate="no">${plies}</span><span class="narrow-cell">${recordWords.halfTurns(plies)}</span>
      </td>
    </tr>`;
  }

  /** A click anywhere in a row opens its game, but not one that ends a selection of text. */
  private onRow(event: MouseEvent, number: number): void {
    if ((event.target as HTMLElement).closest('button') || this.opening !== null) return;
    if (getSelection()?.type === 'Range') return;
    void this.openListed(number);
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
              const name = summary[color] ?? recordWords.unnamed;
              return html`<span class="versus-side"><span class="disc ${color}"></span><bdi translate="no" title=${name}>${name}</bdi></span>`;
            })}
          </h1>
          <p>${result}${summary.reason ? `, ${recordWords.reasons[summary.reason] ?? summary.reason}` : ''}</p>
        </div>
        <div class="row wrap">
          <button type="button" class="on-phase leave" @click=${this.leave}>
            ${icons.back} <span>${list ? back.list : inLibrary ? back.library : back.start}</span>
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
          ${this.renderPick(false)}
        </div>
      </section>
      ${renderDifferences(game.details)}
      <replay-view
        .replay=${game.replay}
        .view=${game.extras.view}
        .notes=${game.extras.notes ?? []}
        .keepAs=${`${game.id} ${game.hash}`}
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

customElements.define('analyse-page', AnalysePage);

declare global {
  interface HTMLElementTagNameMap {
    'analyse-page': AnalysePage;
  }
}

/** Why a text cannot be opened. */
function unknownProblem({ reason, line, text }: Extract<TextContent, { kind: 'unknown' }>): Problem {
  const words = analyseWords;
  switch (reason) {
    case 'badLine':
      return { title: words.badFen(line ?? 0, text ?? ''), lines: [] };
    case 'tooMany':
      return { title: words.positions.tooMany, lines: [] };
    case 'chess':
      return { title: words.chess, lines: [words.chessHelp] };
    case 'file':
      return { title: words.embedFile, lines: [words.embedFileHelp(text ?? '')] };
    case 'embed':
      return { title: words.embedOnly, lines: [words.embedOnlyHelp] };
    case 'nothing':
      return { title: words.unknown, lines: [words.unknownHelp] };
  }
}

function progress(label: string, part: number | null): TemplateResult {
  return html`<progress aria-label=${label} max=${part === null ? nothing : 1} value=${part ?? nothing}></progress>`;
}

/** Places where a record differs from the rules, and what in it could not be read. */
function renderDifferences({ differences, differencesInAll, leftOut }: RecordDetails): TemplateResult {
  const item = (text: string): TemplateResult => html`<li><bdi>${text}</bdi></li>`;
  const lines = differences.map(analyseWords.difference);
  const others = differencesInAll - lines.length;
  return html`${
    lines.length > 0
      ? html`<div class="notice bad differences" role="status">
          <div>
            <strong>${analyseWords.differs(differencesInAll)}</strong>
            <ul>
              ${lines.slice(0, 3).map(item)}
            </ul>
            ${
              lines.length > 3
                ? html`<details>
                    <summary>${analyseWords.moreDifferences(differencesInAll - 3)}</summary>
                    <ul>
                      ${lines.slice(3).map(item)} ${others > 0 ? html`<li>…</li>` : nothing}
                    </ul>
                  </details>`
                : nothing
            }
            <p class="small">${analyseWords.differsHelp}</p>
          </div>
        </div>`
      : nothing
  }
  ${
    leftOut.length > 0
      ? html`<details class="notice bad left-out">
          <summary>${analyseWords.leftOut(leftOut.length)}</summary>
          <ul>
            ${leftOut.map(item)}
          </ul>
        </details>`
      : nothing
  }`;
}

/** A replay of a record alone. */
async function replayOf(text: string): Promise<Replay> {
  const file = await openText(text);
  try {
    return await file.replay(0);
  } finally {
    file.dispose();
  }
}

/** Puts games into the library, some at a time, and counts them in `outcome`. */
async function keepAll(games: readonly Listed[], outcome: Added, onPart: (part: number) => void): Promise<void> {
  for (let at = 0; at < games.length; at += BATCH) {
    const entries: Entry[] = [];
    for (const { file, summary } of games.slice(at, at + BATCH)) {
      entries.push(entryOf(await file.details(summary.index), summary));
    }
    const { added, merged, unkept } = await library.add(entries);
    outcome.added += added;
    outcome.merged += merged;
    outcome.unkept += unkept;
    onPart(Math.min(1, (at + BATCH) / games.length));
  }
}
