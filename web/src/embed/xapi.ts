/**
 * Statements of a learning record store (xAPI 1.0.3), as course packages and pages with embeds send them. Nothing is sent unless the page was
 * opened with the parameters of a launch in its address (`tincan.xml`): endpoint, auth and actor. Plain `fetch`:
 * four kinds of statements and one document need no library.
 */
import type { Interaction, Lms, Standing } from './lms';
import { timespan2004 } from './lms';

const VERSION = '1.0.3';
const VERBS = 'http://adlnet.gov/expapi/verbs/';
const TYPES = 'http://adlnet.gov/expapi/activities/';
/** What is kept at the store from visit to visit. */
const STATE = 'outpost';
/** Characters of an answer. */
const MOST_RESPONSE = 250;

export interface Agent {
  objectType: 'Agent';
  name?: string;
  mbox?: string;
  mbox_sha1sum?: string;
  openid?: string;
  account?: { homePage: string; name: string };
}

/** What a learning platform puts into the address of what it opens. */
export interface Launch {
  /** Ends in a slash. */
  endpoint: string;
  auth: string;
  actor: Agent;
  registration: string | null;
  /** The activity's id, where the platform names another than the package. */
  activity: string | null;
}

/** Reads the parameters of a launch; `null` where they are missing or no such. */
export function readLaunch(search: string): Launch | null {
  const given = new URLSearchParams(search);
  const auth = given.get('auth') ?? '';
  const actor = readAgent(given.get('actor') ?? '');
  const endpoint = webAddress(given.get('endpoint') ?? '');
  if (!endpoint || !actor || auth === '') return null;
  const registration = given.get('registration') ?? '';
  return {
    endpoint: endpoint.endsWith('/') ? endpoint : `${endpoint}/`,
    auth,
    actor,
    registration: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(registration) ? registration : null,
    activity: given.get('activity_id') || null,
  };
}

function webAddress(text: string): string | null {
  try {
    const { protocol, href } = new URL(text);
    return /^https?:$/.test(protocol) ? href : null;
  } catch {
    return null;
  }
}

/** An agent with one of the identifiers that there are. Older platforms write lists, and other names in accounts. */
function readAgent(text: string): Agent | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof given !== 'object' || given === null) return null;
  const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
  const field = (from: unknown, ...names: string[]): string | undefined =>
    names
      .map((name) => first((from as Record<string, unknown> | undefined)?.[name]))
      .find((value): value is string => typeof value === 'string' && value !== '');
  const name = field(given, 'name');
  const agent: Agent = { objectType: 'Agent', ...(name === undefined ? {} : { name }) };
  for (const key of ['mbox', 'mbox_sha1sum', 'openid'] as const) {
    const value = field(given, key);
    if (value !== undefined) return { ...agent, [key]: value };
  }
  const account = first((given as Record<string, unknown>).account);
  const homePage = field(account, 'homePage', 'accountServiceHomePage');
  const of = field(account, 'name', 'accountName');
  return homePage === undefined || of === undefined ? null : { ...agent, account: { homePage, name: of } };
}

/** What is told of: its id (an IRI), and its title in the language of the page. */
export interface Activity {
  id: string;
  title: string;
  language: string;
}

/** How a course ended, as the store was told. */
type Outcome = 'completed' | 'passed' | 'failed';

interface Kept {
  suspended: string;
  outcome: Outcome | null;
}

/** Tells a learning record store the same that {@link openLms} tells a SCORM run-time. */
export class Xapi implements Lms {
  private outcome: Outcome | null;
  private last = '';
  /** Requests one after the other: statements arrive in their order. */
  private queue: Promise<void> = Promise.resolve();
  private refused: string | null = null;
  /** Whether the store took the last request changed. */
  onChange: (() => void) | null = null;

  private constructor(
    private readonly launch: Launch,
    private readonly activity: Activity,
    kept: Kept | null,
    private readonly now: () => Date,
  ) {
    this.suspended = kept?.suspended ?? '';
    this.outcome = kept?.outcome ?? null;
  }

  readonly suspended: string;

  /** Opens the store, with what it kept of an earlier visit. */
  static async open(launch: Launch, activity: Activity, now = () => new Date()): Promise<Xapi> {
    const own = { ...activity, id: launch.activity ?? activity.id };
    let kept: Kept | null = null;
    try {
      const response = await fetch(stateUrl(launch, own.id), { headers: headersOf(launch) });
      if (response.ok) kept = readKept(await response.text());
    } catch {
      // Without it the course begins anew; whether statements arrive is seen with the first.
    }
    return new Xapi(launch, own, kept, now);
  }

  /** The store of a page with embeds, which keeps nothing there. */
  static ofPage(launch: Launch, activity: Activity): Xapi {
    return new Xapi(launch, { ...activity, id: launch.activity ?? activity.id }, null, () => new Date());
  }

  answer({ id, task, response, correct, at, milliseconds }: Interaction): void {
    const result = { success: correct, response: response.slice(0, MOST_RESPONSE) };
    this.tell('answered', id, task, { ...result, duration: timespan2004(milliseconds) }, at);
  }

  /** Tells of a part of the activity: a problem. */
  tell(verb: 'answered' | Outcome, id: string, task: string, result: object, timestamp = this.now()): void {
    const { language } = this.activity;
    this.send(verb, {
      timestamp,
      object: {
        id: `${this.activity.id}${this.activity.id.includes('#') ? '/' : '#'}${id}`,
        definition: {
          type: `${TYPES}cmi.interaction`,
          interactionType: 'fill-in',
          name: { [language]: id },
          description: { [language]: task },
        },
      },
      result,
      inCourse: true,
    });
  }

  report({ solved, tasks, complete, passed, suspended, milliseconds }: Standing): string | null {
    const score = { raw: solved, min: 0, max: tasks, scaled: Math.round((solved / tasks) * 10_000) / 10_000 };
    const result = {
      completion: true,
      duration: timespan2004(milliseconds),
      ...(tasks > 0 ? { score } : {}),
    };
    const outcome: Outcome | null = !complete ? null : tasks === 0 ? 'completed' : passed ? 'passed' : 'failed';
    // What has been passed stays passed.
    if (outcome !== null && outcome !== this.outcome && this.outcome !== 'passed') {
      if (this.outcome === null) this.send('completed', { result });
      if (outcome !== 'completed') this.send(outcome, { result: { ...result, success: outcome === 'passed' } });
      this.outcome = outcome;
    }
    this.keep({ suspended, outcome: this.outcome });
    return this.refused;
  }

  /** Everything was sent when it happened. */
  end(): void {}

  private send(
    verb: 'answered' | Outcome,
    {
      timestamp = this.now(),
      object = {},
      result,
      inCourse = false,
    }: { timestamp?: Date; object?: object; result: object; inCourse?: boolean },
  ): void {
    const { launch, activity } = this;
    const course = {
      objectType: 'Activity',
      id: activity.id,
      definition: { type: `${TYPES}lesson`, name: { [activity.language]: activity.title } },
    };
    const statement = {
      id: crypto.randomUUID(),
      actor: launch.actor,
      verb: { id: VERBS + verb, display: { en: verb } },
      object: { ...course, ...object },
      result,
      context: {
        platform: 'Outpost',
        language: activity.language,
        ...(launch.registration === null ? {} : { registration: launch.registration }),
        ...(inCourse ? { contextActivities: { parent: [{ objectType: 'Activity', id: activity.id }] } } : {}),
      },
      timestamp: timestamp.toISOString(),
    };
    this.request(`${launch.endpoint}statements`, 'POST', statement);
  }

  private keep(kept: Kept): void {
    const text = JSON.stringify(kept);
    if (text === this.last) return;
    this.last = text;
    this.request(stateUrl(this.launch, this.activity.id), 'PUT', kept);
  }

  private request(url: string, method: 'POST' | 'PUT', body: object): void {
    this.queue = this.queue.then(async () => {
      const headers = { ...headersOf(this.launch), 'Content-Type': 'application/json' };
      const refused = await fetch(url, { method, headers, body: JSON.stringify(body), keepalive: true }).then(
        ({ ok, status }) => (ok ? null : String(status)),
        () => 'network',
      );
      if (refused === this.refused) return;
      this.refused = refused;
      this.onChange?.();
    });
  }

  /** The code of what the store did not take, or `null`. */
  get problem(): string | null {
    return this.refused;
  }
}

const headersOf = ({ auth }: Launch): Record<string, string> => ({
  Authorization: auth,
  'X-Experience-API-Version': VERSION,
});

function stateUrl({ endpoint, actor, registration }: Launch, activityId: string): string {
  const query = new URLSearchParams({ stateId: STATE, activityId, agent: JSON.stringify(actor) });
  if (registration !== null) query.set('registration', registration);
  return `${endpoint}activities/state?${query}`;
}

function readKept(text: string): Kept | null {
  try {
    const { suspended, outcome } = JSON.parse(text) as Partial<Kept>;
    if (typeof suspended !== 'string') return null;
    const known = (['completed', 'passed', 'failed'] as const).find((one) => one === outcome);
    return { suspended, outcome: known ?? null };
  } catch {
    return null;
  }
}
