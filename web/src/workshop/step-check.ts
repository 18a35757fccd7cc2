/** The check of the step that is shown in the workshop: what it found, what it fills in, and the moves that it lists. */
import { wholeFen } from '../analyse/position';
import { engine } from '../engine/engine';
import type { Shown } from '../lessons/lesson';
import { isAbort, messageOf } from '../ui/errors';
import { type Checked, checkShown } from './checking';
import type { Draft } from './draft';
import { withAttribute } from './editing';
import { boardsOf, taskOf } from './kinds';
import { type MoveAim, movesThat } from './move-aims';
import { stepWords } from './words';

/** After the last change. */
const CHECK_MS = 350;

export class StepCheck {
  readonly #draft: Draft;
  readonly #changed: () => void;
  #checked: Checked | null = null;
  #isChecking = false;
  #isListing = false;
  #note = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | null = null;
  #listAbort: AbortController | null = null;
  /** The boards of each step that follow from what was told, by the steps' ids: they follow it as long as nobody edits them. */
  readonly #derived = new Map<string, string>();

  constructor(draft: Draft, changed: () => void) {
    this.#draft = draft;
    this.#changed = changed;
  }

  /** What was found; `null` while it is not known. */
  get checked(): Checked | null {
    return this.#checked;
  }

  get isChecking(): boolean {
    return this.#isChecking;
  }

  /** Moves are being listed. */
  get isListing(): boolean {
    return this.#isListing;
  }

  /** And what became of it. */
  get note(): string {
    return this.#note;
  }

  /** Another step is shown, or another lesson. */
  forget({ lesson = false } = {}): void {
    this.#note = '';
    if (lesson) this.#derived.clear();
  }

  /** Checks the step once its author has paused. */
  soon(): void {
    clearTimeout(this.#timer);
    this.stop();
    const { show } = this.#draft;
    this.#isChecking = show !== undefined;
    this.#checked = null;
    if (show) this.#timer = setTimeout(() => void this.#check(show), CHECK_MS);
    this.#changed();
  }

  /** Breaks off what is being worked out. */
  stop(): void {
    this.#abort?.abort();
    this.#listAbort?.abort();
  }

  async #check(show: Shown): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const tried = this.#draft.own?.tried ?? [];
      const checked = await checkShown(show, { engine, tried, signal: abort.signal });
      if (abort.signal.aborted || this.#draft.show !== show) return;
      this.#isChecking = false;
      this.#checked = checked;
      this.#changed();
      this.#fillIn(show, checked);
    } catch (error) {
      if (!abort.signal.aborted && !isAbort(error)) throw error;
    }
  }

  /** What only the check can know is written where nothing is yet. */
  #fillIn(show: Shown, { boards, follows, right }: Checked): void {
    const draft = this.#draft;
    const task = taskOf(show);
    const { id } = draft.step;
    const { boards: given } = show.attributes;
    if (follows && given) this.#derived.set(id, given);
    if (boards && (!given || given === this.#derived.get(id)))
      draft.changeStep({ show: withAttribute(show, 'boards', boards.join(';')) });
    else if ((task === 'where' || task === 'played') && !show.attributes.answer && right.length > 0)
      draft.changeStep({ show: withAttribute(show, 'answer', right.join(' ')) });
  }

  /** Writes the moves that do something best into the right answers. */
  async listMoves(aim: MoveAim): Promise<void> {
    const { show } = this.#draft;
    if (!show || this.#isListing) return;
    this.#isListing = true;
    this.#note = stepWords.listing;
    this.#changed();
    const abort = new AbortController();
    this.#listAbort = abort;
    const isHere = (): boolean => this.#draft.show === show;
    try {
      const moves = await movesThat(await engine(), boardsOf(show.attributes).map(wholeFen), aim, abort.signal);
      if (!isHere()) return;
      this.#note = moves.length === 0 ? stepWords.noneListed : '';
      if (moves.length > 0) this.#draft.changeStep({ show: withAttribute(show, 'answer', moves.join(' ')) });
    } catch (error) {
      if (isHere() && !isAbort(error)) this.#note = stepWords.notListed(messageOf(error));
    } finally {
      this.#isListing = false;
      this.#changed();
    }
  }
}
