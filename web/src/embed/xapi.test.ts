import { afterEach, expect, it, vi } from 'vitest';
import type { Standing } from './lms';
import { type Launch, readLaunch, Xapi } from './xapi';

const ACTOR = { objectType: 'Agent', name: 'Zoë', mbox: 'mailto:zoe@example.org' };
const REGISTRATION = 'ec531277-b57b-4c15-8d91-d292c5b2b8f7';
const launchOf = (given: Record<string, unknown>): Launch | null =>
  readLaunch(
    `?${new URLSearchParams(
      Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    )}`,
  );
const given = { endpoint: 'https://lrs.example.org/xapi', auth: 'Basic abc', actor: ACTOR, registration: REGISTRATION };

it('reads the parameters of a launch, also of older platforms', () => {
  expect(launchOf(given)).toEqual({
    endpoint: 'https://lrs.example.org/xapi/',
    auth: 'Basic abc',
    actor: ACTOR,
    registration: REGISTRATION,
    activity: null,
  });
  expect(launchOf({ ...given, activity_id: 'urn:x', registration: 'none' })).toMatchObject({
    activity: 'urn:x',
    registration: null,
  });
  const old = {
    name: ['Zoë'],
    account: [{ accountServiceHomePage: 'https://lms.example.org', accountName: '7' }],
  };
  expect(launchOf({ ...given, actor: old })?.actor).toEqual({
    objectType: 'Agent',
    name: 'Zoë',
    account: { homePage: 'https://lms.example.org', name: '7' },
  });
});

it('takes nothing else for a launch', () => {
  expect(readLaunch('')).toBeNull();
  for (const wrong of [
    { endpoint: '' },
    { endpoint: 'javascript:alert(1)' },
    { endpoint: '/xapi' },
    { auth: '' },
    { actor: '' },
    { actor: '{' },
    { actor: 'null' },
    { actor: { name: 'Zoë' } },
    { actor: { mbox: 7 } },
    { actor: { account: { name: '7' } } },
  ])
    expect(launchOf({ ...given, ...wrong }), JSON.stringify(wrong)).toBeNull();
});

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A store that keeps what is sent. */
function fakeStore(state: string | null, status = 200): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    sent.push({
      method,
      url,
      headers: headers as Record<string, string>,
      body: body === undefined ? null : JSON.parse(body as string),
    });
    if (method === 'GET') return new Response(state, { status: state === null ? 404 : 200 });
    return new Response(null, { status });
  });
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

const NOW = new Date(Date.UTC(2026, 5, 1, 10));
const activity = { id: 'https://outpost.example/#course', title: 'HSUC by hand', language: 'en' };
const opened = (): Promise<Xapi> => Xapi.open(launchOf(given) as Launch, activity, () => NOW);
const standing = (more: Partial<Standing>): Standing => ({
  solved: 1,
  tasks: 3,
  complete: false,
  passed: false,
  suspended: 'here',
  location: '1',
  milliseconds: 62_500,
  ...more,
});
const verbs = (sent: Sent[]): string[] =>
  sent
    .filter(({ url }) => url.endsWith('/statements'))
    .map(({ body }) => (body as { verb: { id: string } }).verb.id.replace(/.*\//, ''));

it('tells each answer, and the end once, in their order', async () => {
  const sent = fakeStore(null);
  const store = await opened();
  expect(store.suspended).toBe('');
  store.answer({ id: 'step-2', task: 'sense', response: 'e5', correct: true, at: NOW, milliseconds: 2_000 });
  expect(store.report(standing({}))).toBeNull();
  store.report(standing({}));
  store.report(standing({ solved: 1, complete: true, suspended: 'end' }));
  store.report(standing({ solved: 2, complete: true, passed: true, suspended: 'later' }));
  store.report(standing({ solved: 1, complete: true, suspended: 'again' }));
  await vi.waitFor(() => expect(sent).toHaveLength(9));
  expect(verbs(sent)).toEqual(['answered', 'completed', 'failed', 'passed']);
  for (const { url, headers } of sent) {
    expect(url.startsWith('https://lrs.example.org/xapi/')).toBe(true);
    expect(headers).toMatchObject({ Authorization: 'Basic abc', 'X-Experience-API-Version': '1.0.3' });
  }
  const [answered, completed, failed] = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(answered).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    actor: ACTOR,
    verb: { id: 'http://adlnet.gov/expapi/verbs/answered', display: { en: 'answered' } },
    object: {
      objectType: 'Activity',
      id: 'https://outpost.example/#course/step-2',
      definition: {
        type: 'http://adlnet.gov/expapi/activities/cmi.interaction',
        interactionType: 'fill-in',
        name: { en: 'step-2' },
        description: { en: 'sense' },
      },
    },
    result: { success: true, response: 'e5', duration: 'PT0H0M2.00S' },
    context: {
      platform: 'Outpost',
      language: 'en',
      registration: REGISTRATION,
      contextActivities: { parent: [{ objectType: 'Activity', id: 'https://outpost.example/#course' }] },
    },
    timestamp: '2026-06-01T10:00:00.000Z',
  });
  const score = { raw: 1, min: 0, max: 3, scaled: 0.3333 };
  expect(completed).toMatchObject({
    object: { id: 'https://outpost.example/#course', definition: { name: { en: 'HSUC by hand' } } },
    result: { completion: true, duration: 'PT0H1M2.50S', score },
  });
  expect(failed).toMatchObject({ result: { success: false, score } });
  const states = sent.filter(({ url }) => url.includes('/activities/state?'));
  expect(states.map(({ method }) => method)).toEqual(['GET', 'PUT', 'PUT', 'PUT', 'PUT']);
  const query = new URL((states[0] as Sent).url).searchParams;
  expect(JSON.parse(query.get('agent') ?? '')).toEqual(ACTOR);
  expect(query.get('registration')).toBe(REGISTRATION);
});

it('goes on from an earlier visit, and does not end twice', async () => {
  const sent = fakeStore(JSON.stringify({ suspended: 'marks', outcome: 'passed' }));
  const store = await opened();
  expect(store.suspended).toBe('marks');
  store.report(standing({ solved: 3, complete: true, passed: true }));
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'PUT')).toBe(true));
  expect(verbs(sent)).toEqual([]);
});

it('says what the store does not take', async () => {
  fakeStore('<html>', 401);
  const store = await opened();
  let changes = 0;
  store.onChange = () => changes++;
  expect(store.suspended).toBe('');
  store.answer({ id: 'step-1', task: 'sense', response: 'e5', correct: false, at: NOW, milliseconds: 1 });
  store.report(standing({ tasks: 0, solved: 0, complete: true }));
  await vi.waitFor(() => expect(store.problem).toBe('401'));
  expect(changes).toBe(1);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  store.report(standing({ suspended: 'more' }));
  await vi.waitFor(() => expect(store.problem).toBe('network'));
});
