/** What a course package (docs/embedding.md) is made of, as its page `index.html` holds it, in JSON. */

/** Learning platforms read one of these. The two editions of 2004 differ in the manifest only. */
export type ScormVersion = '1.2' | '2004-3' | '2004-4';

/** What a package speaks: SCORM with the platform around it, or xAPI with a learning record store. */
export type CourseFormat = ScormVersion | 'xapi';

/** A lesson of ours by its name, one that somebody made as its link holds it, or puzzles of this site by their ids. */
export type CourseContent = { lesson: string } | { data: string } | { puzzles: readonly string[] };

export interface CourseConfig {
  version: CourseFormat;
  /** Its id and title, which statements of xAPI name. */
  activity: { id: string; title: string };
  content: CourseContent;
  /** The share of the problems, 0 to 1, from which on the learner has passed. */
  pass: number;
  words: {
    /** With `{solved}` and `{tasks}` in it. */
    progress: string;
    reported: string;
    /** Opened from elsewhere than a learning platform. */
    alone: string;
    /** With `{code}` in it. */
    refused: string;
  };
}
