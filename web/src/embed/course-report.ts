/** What a learner does in a course package, as a learning platform is told of it. */
import type { CourseConfig } from '../share/course-config';
import type { EmbedEvents } from './events';
import type { Lms } from './lms';

/** Of a task: not decided, not solved, solved. */
type Mark = '.' | '0' | '1';

/** What is kept at the platform from visit to visit: a mark for each puzzle or step, and the step. */
interface Kept {
  version: 1;
  marks: string;
  step: number;
}

function readKept(text: string): Kept | null {
  try {
    const { version, marks, step } = JSON.parse(text) as Partial<Kept>;
    if (version !== 1 || typeof marks !== 'string' || !/^[.01]*$/.test(marks) || !Number.isInteger(step)) return null;
    return { version, marks, step: Math.max(1, step as number) };
  } catch {
    return null;
  }
}

/** Counts what was solved, and tells the platform after every answer. */
export class CourseReport {
  private readonly marks: Mark[];
  /** Of the lesson; how many of its steps are problems is told by its first event. */
  private step: number;
  private steps = 0;
  private tasks: number;
  /** The puzzle that was decided last. */
  private puzzle: string | null = null;
  /** When the task was shown. */
  private began: number;
  private readonly since: number;
  /** Tasks that were answered rightly on this visit. */
  private readonly right = new Set<string>();
  /** All was done when the visit began: what is done now is not counted. */
  readonly review: boolean;
  /** The code of the last report, if the platform refused it. */
  refused: string | null = null;

  constructor(
    private readonly lms: Lms | null,
    private readonly config: Pick<CourseConfig, 'content' | 'pass'>,
    private readonly now: () => number = Date.now,
  ) {
    const kept = lms ? readKept(lms.suspended) : null;
    this.marks = [...(kept?.marks ?? '')] as Mark[];
    this.step = kept?.step ?? 1;
    const { content } = config;
    this.tasks = 'puzzles' in content ? content.puzzles.length : 0;
    this.review = 'puzzles' in content && this.decided >= this.tasks;
    this.since = this.now();
    this.began = this.since;
  }

  /** Where a lesson goes on. */
  get place(): number {
    return this.step;
  }

  /** Puzzles that are left; all of them once all are done. */
  get left(): readonly string[] {
    const { content } = this.config;
    if (!('puzzles' in content)) return [];
    return this.review ? content.puzzles : content.puzzles.filter((_, i) => (this.marks[i] ?? '.') === '.');
  }

  get solved(): number {
    return this.marks.filter((mark) => mark === '1').length;
  }

  get total(): number {
    return this.tasks;
  }

  private get decided(): number {
    return this.marks.filter((mark) => mark !== '.').length;
  }

  progress({ step, steps, tasks }: EmbedEvents['outpost-progress']): void {
    if (step !== this.step || this.steps === 0) this.began = this.now();
    this.step = step;
    this.steps = steps;
    this.tasks = tasks;
    this.tell();
  }

  /** The first answer to a puzzle, or none: it decides. */
  result({ puzzle, solved, milliseconds }: EmbedEvents['outpost-result']): void {
    const { content } = this.config;
    if (!('puzzles' in content)) return;
    this.puzzle = puzzle;
    this.began = this.now() - milliseconds;
    const at = content.puzzles.indexOf(puzzle);
    if (at >= 0 && (this.marks[at] ?? '.') === '.') this.mark(at, solved ? '1' : '0');
  }

  answer({ task, answer, correct }: EmbedEvents['outpost-answer']): void {
    this.record(task, answer, correct);
    this.tell();
  }

  success({ task }: EmbedEvents['outpost-success']): void {
    // Games are solved by playing, without an answer.
    if (!this.right.has(this.task)) this.record(task ?? '', 'solved', true);
    if (!('puzzles' in this.config.content)) this.mark(this.step - 1, '1');
    this.tell();
  }

  failure({ task, reason }: EmbedEvents['outpost-failure']): void {
    this.record(task ?? '', reason, false);
    const at = this.step - 1;
    if (!('puzzles' in this.config.content) && this.marks[at] !== '1') this.mark(at, '0');
    this.tell();
  }

  /** The page is left. */
  end(): void {
    this.tell();
    this.lms?.end();
  }

  /** The name of what is being solved. */
  private get task(): string {
    return 'puzzles' in this.config.content ? `puzzle-${this.puzzle ?? ''}` : `step-${this.step}`;
  }

  private record(task: string, response: string, correct: boolean): void {
    if (this.review) return;
    if (correct) this.right.add(this.task);
    const now = this.now();
    const milliseconds = now - this.began;
    this.lms?.answer({ id: this.task, task, response, correct, at: new Date(now), milliseconds });
  }

  private mark(at: number, mark: Mark): void {
    if (this.review) return;
    while (this.marks.length < at) this.marks.push('.');
    this.marks[at] = mark;
  }

  private tell(): void {
    if (!this.lms) return;
    const { solved, tasks, step } = this;
    const isLesson = !('puzzles' in this.config.content);
    // How many problems a lesson has is not known before it is shown.
    if (isLesson && this.steps === 0) return;
    const kept: Kept = { version: 1, marks: this.marks.map((mark) => mark ?? '.').join(''), step };
    this.refused = this.lms.report({
      solved: Math.min(solved, tasks),
      tasks,
      complete: tasks > 0 ? this.decided >= tasks : step >= this.steps,
      // Not by a rounding error: 3 of 5 are 60 %.
      passed: solved + 1e-9 >= this.config.pass * tasks,
      suspended: JSON.stringify(kept),
      location: isLesson ? String(step) : String(this.decided),
      milliseconds: this.now() - this.since,
    });
  }
}
