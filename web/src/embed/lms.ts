/**
 * The run-time of a learning platform (SCORM 1.2 or 2004), as course packages talk to it. The wrappers on npm that were looked at depend on a Git
 * repository, or are small ports of that one.
 */

/** `API` of SCORM 1.2. */
interface Api12 {
  LMSInitialize(none: ''): unknown;
  LMSGetValue(name: string): unknown;
  LMSSetValue(name: string, value: string): unknown;
  LMSCommit(none: ''): unknown;
  LMSFinish(none: ''): unknown;
  LMSGetLastError(): unknown;
}

/** `API_1484_11` of SCORM 2004. */
interface Api2004 {
  Initialize(none: ''): unknown;
  GetValue(name: string): unknown;
  SetValue(name: string, value: string): unknown;
  Commit(none: ''): unknown;
  Terminate(none: ''): unknown;
  GetLastError(): unknown;
}

/** One answer, or a task that was given up. */
export interface Interaction {
  id: string;
  /** What kind of task it is. */
  task: string;
  response: string;
  correct: boolean;
  at: Date;
  /** Since the task was shown. */
  milliseconds: number;
}

/** What a learner has come to. */
export interface Standing {
  solved: number;
  tasks: number;
  /** All is done. */
  complete: boolean;
  passed: boolean;
  /** For the next time. */
  suspended: string;
  /** Where the learner is. */
  location: string;
  /** Of this visit. */
  milliseconds: number;
}

export interface Lms {
  /** What was kept the last time; empty at first. */
  readonly suspended: string;
  answer(interaction: Interaction): void;
  /** Sends all of it. Returns the platform's code of what went wrong, or `null`. */
  report(standing: Standing): string | null;
  /** Ends the visit. */
  end(): void;
}

/** Frames between the page and the platform's, at most. */
const MOST_PARENTS = 500;

/** The frames and windows around a page in which a platform may have put its run-time, the nearest first. */
function* around(page: Window): Generator<Window> {
  const chain = function* (from: Window): Generator<Window> {
    let at = from;
    for (let i = 0; i < MOST_PARENTS; i++) {
      yield at;
      if (at.parent === at || !at.parent) return;
      at = at.parent;
    }
  };
  yield* chain(page);
  const { opener } = page.top ?? page;
  if (opener) yield* chain(opener as Window);
  if (page.opener && page.opener !== opener) yield* chain(page.opener as Window);
}

/** Looks for the run-time by its name. Windows of other sites cannot be looked into. */
function find(page: Window, name: 'API' | 'API_1484_11'): unknown {
  for (const window of around(page)) {
    try {
      const api = (window as unknown as Record<string, unknown>)[name];
      if (api) return api;
    } catch {
      // Of another site.
    }
  }
  return null;
}

/** The calls that both versions have, under one name each. */
interface Calls {
  begin(): unknown;
  get(name: string): unknown;
  set(name: string, value: string): unknown;
  commit(): unknown;
  end(): unknown;
  error(): unknown;
}

/** Opens the run-time around a page; `null` where there is none. */
export function openLms(page: Window, version: '1.2' | '2004'): Lms | null {
  if (version === '1.2') {
    const api = find(page, 'API') as Api12 | null;
    return api && opened(new Lms12(callsOf12(api)), '101');
  }
  const api = find(page, 'API_1484_11') as Api2004 | null;
  return api && opened(new Lms2004(callsOf2004(api)), '103');
}

const callsOf12 = (api: Api12): Calls => ({
  begin: () => api.LMSInitialize(''),
  get: (name) => api.LMSGetValue(name),
  set: (name, value) => api.LMSSetValue(name, value),
  commit: () => api.LMSCommit(''),
  end: () => api.LMSFinish(''),
  error: () => api.LMSGetLastError(),
});

const callsOf2004 = (api: Api2004): Calls => ({
  begin: () => api.Initialize(''),
  get: (name) => api.GetValue(name),
  set: (name, value) => api.SetValue(name, value),
  commit: () => api.Commit(''),
  end: () => api.Terminate(''),
  error: () => api.GetLastError(),
});

/** `already`: the code of a run-time that the platform has opened itself. */
function opened<T extends Base>(lms: T, already: string): T | null {
  return lms.begin(already) ? lms : null;
}

const went = (answer: unknown): boolean => String(answer) === 'true';

abstract class Base implements Lms {
  private ended = false;
  /** Of the first value since the last report that the platform did not take. */
  private refused: string | null = null;

  constructor(private readonly calls: Calls) {}

  abstract answer(interaction: Interaction): void;
  protected abstract write(standing: Standing): void;
  protected abstract started(): void;

  begin(already: string): boolean {
    if (!went(this.calls.begin()) && String(this.calls.error()) !== already) return false;
    this.started();
    return true;
  }

  get suspended(): string {
    return this.get('cmi.suspend_data');
  }

  report(standing: Standing): string | null {
    if (this.ended) return null;
    this.write(standing);
    this.set('cmi.suspend_data', standing.suspended);
    const committed = went(this.calls.commit()) ? null : String(this.calls.error());
    const code = this.refused ?? committed;
    this.refused = null;
    return code;
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.calls.end();
  }

  protected get(name: string): string {
    return String(this.calls.get(name) ?? '');
  }

  protected set(name: string, value: string): void {
    if (!this.ended && !went(this.calls.set(name, value))) this.refused ??= String(this.calls.error());
  }

  /** The number of the next interaction: a platform keeps those of earlier visits. */
  protected get next(): string {
    return `cmi.interactions.${Number(this.get('cmi.interactions._count')) || 0}`;
  }
}

/** Characters of an answer that all platforms take. */
const MOST_RESPONSE = 250;

class Lms12 extends Base {
  protected started(): void {
    if (/^(not attempted)?$/.test(this.get('cmi.core.lesson_status'))) this.set('cmi.core.lesson_status', 'incomplete');
    this.set('cmi.core.exit', 'suspend');
  }

  answer({ id, response, correct, at, milliseconds }: Interaction): void {
    const path = this.next;
    this.set(`${path}.id`, id);
    this.set(`${path}.time`, at.toTimeString().slice(0, 8));
    this.set(`${path}.type`, 'fill-in');
    this.set(`${path}.student_response`, response.slice(0, MOST_RESPONSE));
    this.set(`${path}.result`, correct ? 'correct' : 'wrong');
    this.set(`${path}.latency`, timespan12(milliseconds));
  }

  protected write({ solved, tasks, complete, passed, location, milliseconds }: Standing): void {
    if (tasks > 0) {
      this.set('cmi.core.score.min', '0');
      this.set('cmi.core.score.max', '100');
      this.set('cmi.core.score.raw', hundred(solved, tasks));
    }
    this.set('cmi.core.lesson_location', location);
    this.set('cmi.core.session_time', timespan12(milliseconds));
    if (!complete) return;
    this.set('cmi.core.lesson_status', tasks === 0 ? 'completed' : passed ? 'passed' : 'failed');
    this.set('cmi.core.exit', '');
  }
}

class Lms2004 extends Base {
  protected started(): void {
    if (/^(unknown|not attempted)?$/.test(this.get('cmi.completion_status')))
      this.set('cmi.completion_status', 'incomplete');
    this.set('cmi.exit', 'suspend');
  }

  answer({ id, task, response, correct, at, milliseconds }: Interaction): void {
    const path = this.next;
    this.set(`${path}.id`, id);
    this.set(`${path}.type`, 'fill-in');
    // A time zone stands behind a fraction only, which has two digits at most.
    this.set(`${path}.timestamp`, `${at.toISOString().slice(0, 22)}Z`);
    this.set(`${path}.learner_response`, response.slice(0, MOST_RESPONSE));
    this.set(`${path}.result`, correct ? 'correct' : 'incorrect');
    this.set(`${path}.latency`, timespan2004(milliseconds));
    this.set(`${path}.description`, task);
  }

  protected write({ solved, tasks, complete, passed, location, milliseconds }: Standing): void {
    if (tasks > 0) {
      this.set('cmi.score.min', '0');
      this.set('cmi.score.max', '100');
      this.set('cmi.score.raw', hundred(solved, tasks));
      this.set('cmi.score.scaled', String(Math.round((solved / tasks) * 10_000) / 10_000));
    }
    this.set('cmi.location', location);
    this.set('cmi.session_time', timespan2004(milliseconds));
    if (!complete) return;
    this.set('cmi.completion_status', 'completed');
    if (tasks > 0) this.set('cmi.success_status', passed ? 'passed' : 'failed');
    this.set('cmi.exit', 'normal');
  }
}

/** A share in per cent, with two digits at most. */
const hundred = (part: number, whole: number): string => String(Math.round((part / whole) * 10_000) / 100);

const two = (n: number): string => String(n).padStart(2, '0');

/** Hours, minutes, and seconds with two digits. */
function parts(milliseconds: number): [hours: number, minutes: number, seconds: number, hundredths: number] {
  const all = Math.max(0, Math.round(milliseconds / 10));
  return [Math.floor(all / 360_000), Math.floor(all / 6_000) % 60, Math.floor(all / 100) % 60, all % 100];
}

/** `0000:01:02.50`. */
export function timespan12(milliseconds: number): string {
  const [hours, minutes, seconds, hundredths] = parts(milliseconds);
  return `${String(Math.min(hours, 9999)).padStart(4, '0')}:${two(minutes)}:${two(seconds)}.${two(hundredths)}`;
}

/** `PT0H1M2.50S`. */
export function timespan2004(milliseconds: number): string {
  const [hours, minutes, seconds, hundredths] = parts(milliseconds);
  // By digits: a sum of fractions may have sixteen of them.
  return `PT${hours}H${minutes}M${seconds}.${two(hundredths)}S`;
}
