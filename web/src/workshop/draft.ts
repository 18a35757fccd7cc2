/** A lesson while it is changed: how it is now, at which step its author is, and whether it is saved. */
import type { Lesson, LessonStep, Shown } from '../lessons/lesson';
import { LESSON_LIMITS, lessonText } from '../lessons/lesson-file';
import { type OwnLesson, ownLessons } from '../lessons/own-lessons';
import { lessonFileWords } from '../lessons/own-words';
import { isFilledIn } from './checking';
import { addStep, changeStep, duplicateStep, fits, moveStep, putBack, removeStep, type StepChange } from './editing';
import { signatureOf } from './kinds';
import { textTooLong } from './step-form';
import { workshopWords as words } from './words';

/** After the last change the lesson is saved, and its preview follows. */
const SAVE_MS = 400;
/** Whoever types without a pause has it saved so often. */
const MOST_UNSAVED_MS = 1000;

type SaveState = 'saved' | 'saving' | 'not saved' | 'too long';

interface Listener {
  /** Something changed that is shown. */
  changed: () => void;
  /** The problem that is shown may be another one. */
  toCheck: () => void;
}

export class Draft {
  readonly #listener: Listener;
  #own: OwnLesson | null = null;
  #at = 0;
  #removed: readonly { step: LessonStep; at: number }[] = [];
  #state: SaveState = 'saved';
  #previewed: Lesson | null = null;
  #inPreview: Lesson | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first change was made that is not saved yet. */
  #unsavedSince: number | null = null;
  /** Lessons that are too long to be saved, by their ids: nothing of them is lost while the page lives. */
  readonly #tooLong = new Map<string, OwnLesson>();

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** `null`: none is open. */
  get own(): OwnLesson | null {
    return this.#own;
  }

  /** The open one. */
  get lesson(): Lesson {
    return (this.#own as OwnLesson).lesson;
  }

  /** The place of the step whose form is shown. */
  get at(): number {
    return this.#at;
  }

  get step(): LessonStep {
    return this.lesson.steps[this.#at] as LessonStep;
  }

  /** What was taken out, the last of it last. */
  get removed(): readonly unknown[] {
    return this.#removed;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The lesson as it was when it was saved last. */
  get previewed(): Lesson | null {
    return this.#previewed;
  }

  /** And without what its author has not filled in yet: the check says what that is. */
  get inPreview(): Lesson | null {
    return this.#inPreview;
  }

  /** Whether the open lesson is not as it is kept. */
  get isUnsaved(): boolean {
    return this.#own !== null && this.#state !== 'saved';
  }

  /** Whether something is lost with the page. */
  get wouldBeLost(): boolean {
    return this.#state === 'saving' || this.#tooLong.size > 0;
  }

  isTooLong(id: string): boolean {
    return this.#tooLong.has(id);
  }

  /** The lesson with an id, as its author left it. */
  async find(id: string): Promise<OwnLesson | null> {
    return this.#tooLong.get(id) ?? (await ownLessons.get(id));
  }

  /** Opens a lesson at a step. */
  open(own: OwnLesson, at: number): void {
    this.#own = own;
    this.#at = Math.min(at, own.lesson.steps.length - 1);
    this.#state = this.#tooLong.has(own.lesson.id) ? 'too long' : this.#storedState;
    this.#preview(own.lesson);
    this.#listener.toCheck();
  }

  close(): void {
    this.#own = null;
    this.#preview(null);
    this.#removed = [];
    this.#state = 'saved';
    this.#listener.toCheck();
  }

  /** Another tab may have changed the lesson. */
  async refresh(): Promise<void> {
    const own = this.#own;
    if (!own || this.#state !== 'saved') return;
    const stored = await ownLessons.get(own.lesson.id);
    if (this.#own === own && stored && stored.at > own.at) this.open(stored, this.#at);
  }

  change(lesson: Lesson, tried = this.#own?.tried ?? []): void {
    if (!this.#own || lesson === this.lesson) return;
    this.#own = { lesson, tried, at: Date.now() };
    this.#state = 'saving';
    clearTimeout(this.#timer);
    this.#unsavedSince ??= Date.now();
    const patience = this.#unsavedSince + MOST_UNSAVED_MS - Date.now();
    this.#timer = setTimeout(this.save, Math.max(0, Math.min(SAVE_MS, patience)));
    this.#listener.toCheck();
  }

  changeStep(change: StepChange): void {
    this.change(changeStep(this.lesson, this.#at, change));
  }

  readonly save = (): void => {
    clearTimeout(this.#timer);
    this.#unsavedSince = null;
    const own = this.#own;
    if (!own || this.#state !== 'saving') return;
    this.#preview(own.lesson);
    const { id } = own.lesson;
    if (whyTooLong(own.lesson) !== null) {
      this.#tooLong.set(id, own);
      this.#state = 'too long';
      return;
    }
    this.#tooLong.delete(id);
    void ownLessons.put(own).then(() => {
      if (own === this.#own) this.#state = this.#storedState;
      this.#listener.changed();
    });
  };

  get #storedState(): 'saved' | 'not saved' {
    return ownLessons.isStored(this.lesson.id) ? 'saved' : 'not saved';
  }

  #preview(lesson: Lesson | null): void {
    this.#previewed = lesson;
    this.#inPreview = lesson && { ...lesson, steps: lesson.steps.map(withoutUnfinished) };
    this.#listener.changed();
  }

  // Steps

  select(at: number): void {
    if (at === this.#at || !this.lesson.steps[at]) return;
    this.#at = at;
    this.#listener.toCheck();
  }

  add(): void {
    this.#removed = [];
    this.change(addStep(this.lesson, this.#at + 1));
    this.select(Math.min(this.#at + 1, this.lesson.steps.length - 1));
  }

  duplicate(): void {
    this.#removed = [];
    this.change(duplicateStep(this.lesson, this.#at));
    this.select(this.#at + 1);
  }

  /** Takes the step out. A lesson has one at least. */
  remove(): boolean {
    const { step, lesson } = this;
    const at = this.#at;
    if (lesson.steps.length < 2) return false;
    this.#removed = [...this.#removed, { step, at }];
    this.change(removeStep(lesson, at));
    this.#at = Math.min(at, this.lesson.steps.length - 1);
    this.#listener.toCheck();
    return true;
  }

  /** Puts back what was taken out last. */
  undo(): void {
    const last = this.#removed.at(-1);
    if (!last) return;
    this.change(putBack(this.lesson, last.at, last.step));
    this.#removed = this.#removed.slice(0, -1);
    this.#at = last.at;
    this.#listener.toCheck();
  }

  /** Moves the step; `false`: there is no place there. */
  move(by: -1 | 1): boolean {
    const to = this.#at + by;
    const moved = moveStep(this.lesson, this.#at, to);
    if (moved === this.lesson) return false;
    this.#removed = [];
    this.#at = to;
    this.change(moved);
    return true;
  }

  /** The author has solved a problem in the preview: a game that can be won is known by that alone. */
  solved(): void {
    const own = this.#own;
    const show = this.#previewed?.steps[this.#at]?.show;
    if (!own || !show || own.lesson.steps[this.#at]?.show !== show) return;
    const signature = signatureOf(show);
    if (own.tried.includes(signature)) return;
    this.#own = { ...own, tried: [...own.tried, signature] };
    this.#state = 'saving';
    this.save();
    this.#listener.toCheck();
  }

  /** What the step shows. */
  get show(): Shown | undefined {
    return this.#own?.lesson.steps[this.#at]?.show;
  }
}

function withoutUnfinished(step: LessonStep): LessonStep {
  if (!step.show || isFilledIn(step.show)) return step;
  const { show: _, ...words } = step;
  return words;
}

/** Why a lesson is not saved, in words; `null` where it can be. */
export function whyTooLong(lesson: Lesson): string | null {
  const long = lesson.steps.findIndex((step) => !fits(step));
  if (long >= 0) return lessonFileWords.inStep(long + 1, textTooLong());
  return lessonText(lesson).length > LESSON_LIMITS.file ? words.tooLong(LESSON_LIMITS.file) : null;
}
