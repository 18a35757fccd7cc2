/** What a lesson is made of: words, and embeds to look at and to solve. The lessons themselves are in `lessons/`. */

/** An embed (docs/embedding.md) and its attributes, as they would stand in a page. */
export interface Shown {
  element: 'board' | 'replay' | 'game';
  attributes: Readonly<Record<string, string>>;
}

/** One page of a lesson. */
export interface LessonStep {
  /** What progress is kept by: never changed once published. */
  id: string;
  heading: string;
  /** Paragraphs of plain text. Between asterisks: *a term, where it is explained*. */
  text: readonly string[];
  show?: Shown;
  /**
   * How the task of a game that is shown is solved, for tests: `sense e5`, `e2e4`, `pass`, `count 12`, `choose 2`; one for
   * each action, in order.
   */
  solution?: readonly string[];
}

/** Something to read on. */
export interface Source {
  text: string;
  url?: string;
}

export interface Lesson {
  /** Its name in addresses and in `<outpost-lesson name="…">`: never changed once published. */
  id: string;
  title: string;
  /** One sentence, for the list of lessons. */
  summary: string;
  minutes: number;
  steps: readonly LessonStep[];
  sources: readonly Source[];
}
