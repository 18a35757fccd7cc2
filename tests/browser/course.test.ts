/**
 * Course packages as a teacher downloads them and a learning platform opens them. The platform's run-time of SCORM is that of `scorm-again`;
 * the record store of xAPI is a stand-in that checks what it is sent.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { contentTypes } from '../../scripts/lib/content-types.mjs';
import { root } from '../../scripts/lib/run.mjs';
import type { Puzzle } from '../../web/src/puzzles/puzzle.ts';
import { alike } from '../../web/src/train/choosing.ts';
import { openSite } from './harness.mjs';

const RUN_TIMES = dirname(createRequire(import.meta.url).resolve('scorm-again/scorm12/min'));
const puzzles: Puzzle[] = JSON.parse(readFileSync(join(root, 'web/src/puzzles/puzzles.json'), 'utf8')).puzzles;
const counting = puzzles.find(({ kind }) => kind === 'count') as Puzzle;

let site: Awaited<ReturnType<typeof openSite>>;
let lms: Server;
/** What the platform serves. */
let files: Record<string, Uint8Array> = {};
beforeAll(async () => {
  site = await openSite({ base: '/some/folder/' });
  lms = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '', 'http://lms').pathname.slice(1));
    const file = files[name];
    if (!file) response.writeHead(404).end();
    // Some platforms do not know WebAssembly's type.
    else {
      const type = (contentTypes as Record<string, string>)[name.endsWith('.wasm') ? '' : extname(name)];
      response.writeHead(200, { 'Content-Type': type ?? 'application/octet-stream' }).end(file);
    }
  });
  await new Promise<void>((resolve) => lms.listen(0, '127.0.0.1', resolve));
});
afterEach(() => site.check());
afterAll(async () => {
  lms?.close();
  lms?.closeAllConnections();
  await site?.close();
});

/** Downloads a package as a teacher does. */
async function download(path: string, choices: { format: string; puzzles?: number; pass?: number }): Promise<string[]> {
  const page = await site.open(path);
  const part = page.locator('course-download');
  await part.locator('summary').click();
  await part.getByLabel('Format').selectOption(choices.format);
  if (choices.puzzles !== undefined) await part.getByLabel('Number of puzzles').fill(String(choices.puzzles));
  if (choices.pass !== undefined) await part.getByLabel('Pass mark in %').fill(String(choices.pass));
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    part.getByRole('button', { name: 'Download package' }).click(),
  ]);
  await part.getByText('Package saved.').waitFor();
  const bytes = new Uint8Array(await buffer(await saved.createReadStream()));
  console.info(`${saved.suggestedFilename()}: ${bytes.length} bytes`);
  await page.context().close();
  const unpacked = unzipSync(bytes);
  const names = Object.keys(unpacked);
  if (choices.format === 'xapi') {
    const [first] = names;
    expect(first).toBe('tincan.xml');
    expect(new TextDecoder().decode(unpacked['tincan.xml'])).toContain('<launch lang="en">index.html</launch>');
  } else {
    const manifest = new TextDecoder().decode(unpacked['imsmanifest.xml']);
    const listed = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, name]) => name);
    expect(['imsmanifest.xml', ...listed].sort()).toEqual(names.sort());
  }
  files = Object.fromEntries(names.map((name) => [`course/${name}`, unpacked[name] as Uint8Array]));
  return names;
}

interface Launched {
  page: Page;
  frame: FrameLocator;
  /** A value of the run-time. */
  value(name: string): Promise<unknown>;
  /** Ends the visit, and returns what the run-time has then. */
  leave(): Promise<Kept>;
}
type Kept = Record<string, unknown>;

/** Opens the package in the platform, with what that kept of an earlier visit. */
async function launch(version: '1.2' | '2004', kept: Kept | null = null): Promise<Launched> {
  const [script, api, name] =
    version === '1.2' ? ['scorm12', 'Scorm12API', 'API'] : ['scorm2004', 'Scorm2004API', 'API_1484_11'];
  files['run-time.js'] = readFileSync(join(RUN_TIMES, `${script}.min.js`));
  const set = version === '1.2' ? 'LMSSetValue' : 'SetValue';
  // The page of a platform: every value that its run-time refuses is noted. The frame lies in another one, as on some platforms.
  const inner =
    '<!doctype html><title>Player</title><iframe title="Course" width="960" height="1400" src="course/index.html"></iframe>';
  files['player.html'] = new TextEncoder().encode(inner);
  files['lms.html'] =
    new TextEncoder().encode(`<!doctype html><html lang="en"><title>A course</title><link rel="icon" href="data:,">
    <script src="run-time.js"></script>
    <script>
      const api = new ${api}({ autocommit: false, logLevel: 5 });
      const kept = ${JSON.stringify(kept)};
      if (kept) api.loadFromJSON(kept, 'cmi');
      const refused = [];
      const set = api.${set}.bind(api);
      api.${set} = (name, value) => {
        const answer = set(name, value);
        if (String(answer) !== 'true') refused.push(name + '=' + value);
        return answer;
      };
      window.${name} = api;
    </script>
    <iframe title="Player" width="1000" height="1500" src="player.html"></iframe>`);
  const page = await site.open('about:blank', { viewport: { width: 1040, height: 1600 } });
  await page.goto(`http://127.0.0.1:${(lms.address() as AddressInfo).port}/lms.html`);
  const frame = page.frameLocator('iframe').frameLocator('iframe');
  const all = (): Promise<{ cmi: Kept; refused: string[] }> =>
    page.evaluate('({ cmi: JSON.parse(JSON.stringify(api.cmi)), refused })');
  return {
    page,
    frame,
    value: async (path) =>
      path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], (await all()).cmi),
    async leave() {
      await page.evaluate("document.querySelector('iframe').remove()");
      const { cmi, refused } = await all();
      expect(refused).toEqual([]);
      await page.context().close();
      return cmi;
    },
  };
}

async function type(frame: FrameLocator, text: string): Promise<void> {
  await frame.getByRole('textbox').fill(text);
  await frame.getByRole('textbox').press('Enter');
}

const said = (frame: FrameLocator, text: string): Promise<void> =>
  frame.locator('#course-state').getByText(text, { exact: true }).waitFor();

/** Interactions, in their order, without what differs from run to run. */
const interactions = (cmi: Kept): Record<string, string>[] =>
  (Object.values(cmi.interactions as object) as Record<string, string>[]).filter((one) => typeof one === 'object');

const RIGHT = counting.answers[0] as string;
const wrong = ({ answers }: Puzzle): string => (answers[0] === '12' ? '11' : '12');

it('reports puzzles to SCORM 1.2 over two visits: score, status, each answer, time', async () => {
  const row = alike(counting, puzzles, 3);
  const names = await download(`#train/${counting.id}`, { format: '1.2', puzzles: 3 });
  expect(names.some((name) => name.endsWith('.wasm'))).toBe(false);
  expect(names).toContain('outpost/LICENSE.txt');
  // Nobody needs this site from here on.
  site.show(null);
  try {
    const first = await launch('1.2');
    await first.frame.getByText('Puzzle 1 of 3').waitFor();
    expect(await first.value('core.lesson_status')).toBe('incomplete');
    await type(first.frame, row[0]?.answers[0] as string);
    await said(first.frame, '1 of 3 solved · Reported to the course.');
    await first.frame.getByRole('button', { name: 'Next puzzle' }).click();
    await first.frame.getByText('Puzzle 2 of 3').waitFor();
    await type(first.frame, wrong(row[1] as Puzzle));
    await first.frame.getByText('Not this time').waitFor();
    // The second answer is told, too, but the first one counts.
    await type(first.frame, row[1]?.answers[0] as string);
    await first.frame.locator('outpost-game .embed[data-settled=solved]').waitFor();
    const kept = await first.leave();
    expect(kept.core).toMatchObject({ lesson_status: 'incomplete', exit: 'suspend', lesson_location: '2' });
    expect((kept.core as Kept).score).toMatchObject({ raw: '33.33', min: '0', max: '100' });
    expect((kept.core as Kept).session_time).toMatch(/^(00)?00:\d\d:\d\d(\.\d+)?$/);
    expect((kept.core as Kept).session_time).not.toMatch(/00.00$/);
    const told = interactions(kept);
    expect(told.map(({ id, type, student_response, result }) => [id, type, student_response, result])).toEqual([
      [`puzzle-${row[0]?.id}`, 'fill-in', row[0]?.answers[0], 'correct'],
      [`puzzle-${row[1]?.id}`, 'fill-in', wrong(row[1] as Puzzle), 'wrong'],
      [`puzzle-${row[1]?.id}`, 'fill-in', row[1]?.answers[0], 'correct'],
    ]);
    for (const { time, latency } of told) {
      expect(time).toMatch(/^\d\d:\d\d:\d\d$/);
      expect(latency).toMatch(/^(00)?00:\d\d:\d\d(\.\d+)?$/);
    }

    const carried = { suspend_data: kept.suspend_data, core: { lesson_status: 'incomplete' } };
    const second = await launch('1.2', carried);
    // Only the third is left.
    await said(second.frame, '1 of 3 solved · Reported to the course.');
    await second.frame.locator(`outpost-game[boards="${row[2]?.boards}"]`).waitFor();
    await type(second.frame, row[2]?.answers[0] as string);
    await said(second.frame, '2 of 3 solved · Reported to the course.');
    const done = await second.leave();
    expect(done.core).toMatchObject({ lesson_status: 'passed', exit: '', score: { raw: '66.67' } });

    const review = await launch('1.2', { suspend_data: done.suspend_data, core: { lesson_status: 'passed' } });
    await review.frame.getByText('Puzzle 1 of 3').waitFor();
    await type(review.frame, wrong(row[0] as Puzzle));
    await review.frame.getByText('Not this time').waitFor();
    const after = await review.leave();
    expect(after.core).toMatchObject({ lesson_status: 'passed' });
    expect(interactions(after)).toEqual([]);
  } finally {
    site.show(join(root, 'dist'));
  }
});

it('reports a failed puzzle to SCORM 2004 as completed and failed', async () => {
  await download(`#train/${counting.id}`, { format: '2004-3', puzzles: 1 });
  const { frame, leave } = await launch('2004');
  await type(frame, wrong(counting));
  await said(frame, '0 of 1 solved · Reported to the course.');
  const cmi = await leave();
  expect(cmi).toMatchObject({ completion_status: 'completed', success_status: 'failed', exit: 'normal' });
  expect(cmi.score).toMatchObject({ raw: '0', scaled: '0', min: '0', max: '100' });
  expect(RIGHT).not.toBe(wrong(counting));
});

it('reports a lesson with the engine to SCORM 2004, and goes on where it was left', async () => {
  const names = await download('#learn/rules', { format: '2004-4', pass: 10 });
  expect(names.filter((name) => name.endsWith('.wasm')).length).toBe(1);
  site.show(null);
  try {
    const first = await launch('2004');
    await first.frame.getByRole('button', { name: /Sliding pieces stop/ }).click();
    await first.frame.getByRole('button', { name: 'Play', exact: true }).click();
    await first.frame.locator('outpost-game:not([hidden]) .embed[data-stage=sense]').waitFor();
    await first.frame.locator('outpost-game:not([hidden]) [data-square=f6]').click();
    await first.frame.locator('outpost-game:not([hidden]) .embed[data-stage=move]').waitFor();
    for (const square of ['b2', 'h8']) {
      const box = await first.frame.locator(`outpost-game:not([hidden]) [data-square=${square}]`).boundingBox();
      await first.page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    }
    await first.frame.locator('outpost-game:not([hidden]) .embed[data-settled=solved]').waitFor();
    const step = Number(await first.value('location'));
    const tasks = Number(
      /^1 of (\d+) solved/.exec((await first.frame.locator('#course-state').textContent()) ?? '')?.[1] ?? '0',
    );
    expect(tasks).toBeGreaterThan(1);
    const kept = await first.leave();
    expect(kept).toMatchObject({ completion_status: 'incomplete', success_status: 'unknown', exit: 'suspend' });
    expect((kept.score as Kept).scaled).toBe(String(Math.round(10_000 / tasks) / 10_000));
    expect(kept.session_time).toMatch(/^PT0H\d+M[\d.]+S$/);
    const [told, ...more] = interactions(kept);
    expect(more).toEqual([]);
    expect(told).toMatchObject({ id: `step-${step}`, type: 'fill-in', learner_response: 'solved', result: 'correct' });
    expect(told).toMatchObject({ description: 'capture-king' });
    expect(told?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\dZ$/);
    expect(told?.latency).toMatch(/^PT0H0M[\d.]+S$/);

    const second = await launch('2004', { suspend_data: kept.suspend_data, completion_status: 'incomplete' });
    await second.frame.getByRole('heading', { name: 'Sliding pieces stop' }).waitFor();
    await said(second.frame, `1 of ${tasks} solved · Reported to the course.`);
    await second.leave();
  } finally {
    site.show(join(root, 'dist'));
  }
});

interface Statement {
  id: string;
  actor: object;
  verb: { id: string };
  object: { id: string; objectType: string; definition: { type: string; name: Record<string, string> } };
  result: Record<string, unknown> & { duration: string };
  context: { registration: string; contextActivities?: object };
  timestamp: string;
}

const AUTH = 'Basic dGVzdDpzZWNyZXQ=';
const ACTOR = { objectType: 'Agent', account: { homePage: 'https://lms.example.org', name: 'zoe' } };
const REGISTRATION = 'ec531277-b57b-4c15-8d91-d292c5b2b8f7';

/** A stand-in for a learning record store on an origin of its own. What is not as xAPI 1.0.3 has it is refused, and noted. */
async function openStore() {
  const statements: Statement[] = [];
  const wrong: string[] = [];
  let state: string | null = null;
  const refusal = async (request: IncomingMessage): Promise<number> => {
    const url = new URL(request.url ?? '', 'http://lrs');
    if (request.headers['x-experience-api-version'] !== '1.0.3') return 400;
    if (request.headers.authorization !== AUTH) return 401;
    const body = (await buffer(request)).toString();
    if (url.pathname === '/xapi/activities/state') {
      const { agent, activityId, stateId, registration } = Object.fromEntries(url.searchParams);
      if (!activityId || !stateId || registration !== REGISTRATION) return 400;
      if (JSON.stringify(JSON.parse(agent ?? '')) !== JSON.stringify(ACTOR)) return 400;
      if (request.method === 'PUT') state = body;
      return request.method === 'GET' ? (state === null ? 404 : 200) : 204;
    }
    if (url.pathname !== '/xapi/statements' || request.method !== 'POST') return 404;
    const statement = JSON.parse(body) as Statement;
    const { id, actor, verb, object, result, context, timestamp } = statement;
    const isRight =
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) &&
      JSON.stringify(actor) === JSON.stringify(ACTOR) &&
      /^http:\/\/adlnet\.gov\/expapi\/verbs\/(answered|completed|passed|failed)$/.test(verb.id) &&
      object.objectType === 'Activity' &&
      /^https?:\/\//.test(object.id) &&
      /^http:\/\/adlnet\.gov\/expapi\/activities\//.test(object.definition.type) &&
      (result.duration === undefined || /^PT\d+H\d+M\d+\.\d\dS$/.test(result.duration)) &&
      context.registration === REGISTRATION &&
      !Number.isNaN(Date.parse(timestamp));
    if (!isRight) return 400;
    statements.push(statement);
    return 200;
  };
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, x-experience-api-version');
    response.setHeader('Access-Control-Allow-Methods', 'GET, PUT, POST');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    void refusal(request).then((status) => {
      if (status >= 400 && status !== 404) wrong.push(`${request.method} ${request.url}: ${status}`);
      response.writeHead(status).end(status === 200 && request.method === 'GET' ? state : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const query = new URLSearchParams({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/xapi/`,
    auth: AUTH,
    actor: JSON.stringify(ACTOR),
    registration: REGISTRATION,
  });
  return {
    statements,
    wrong,
    /** What a platform appends to the address that it opens. */
    query: String(query),
    told: () => statements.map(({ verb, object }) => `${verb.id.replace(/.*\//, '')} ${object.id.replace(/.*#/, '')}`),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

it('tells a record store of puzzles by xAPI over two visits', async () => {
  const row = alike(counting, puzzles, 2);
  await download(`#train/${counting.id}`, { format: 'xapi', puzzles: 2 });
  const store = await openStore();
  const start = `http://127.0.0.1:${(lms.address() as AddressInfo).port}/course/index.html`;
  const course = async (): Promise<{ page: Page; answer: (text: string) => Promise<void> }> => {
    const page = await site.open('about:blank');
    // A record store that has kept nothing yet says so.
    site.allow(/404 \(Not Found\).*\/xapi\/activities\/state/);
    await page.goto(`${start}?${store.query}`);
    const answer = async (text: string): Promise<void> => {
      await page.getByRole('textbox').fill(text);
      await page.getByRole('textbox').press('Enter');
    };
    return { page, answer };
  };
  try {
    const first = await course();
    await first.page.getByText('Puzzle 1 of 2').waitFor();
    await first.answer(row[0]?.answers[0] as string);
    await first.page.locator('#course-state').getByText('1 of 2 solved · Reported to the course.').waitFor();
    await expect.poll(() => store.told().length).toBe(1);
    await first.page.context().close();

    const second = await course();
    await second.page.locator('#course-state').getByText('1 of 2 solved · Reported to the course.').waitFor();
    await second.answer(wrong(row[1] as Puzzle));
    await expect.poll(() => store.told().length).toBe(4);
    const [answered, failed, completed, ended] = store.statements;
    const id = completed?.object.id.replace(/.*#/, '');
    expect(id).toMatch(/^outpost-puzzles-[0-9a-f]{8}$/);
    expect(store.told()).toEqual([
      `answered ${id}/puzzle-${row[0]?.id}`,
      `answered ${id}/puzzle-${row[1]?.id}`,
      `completed ${id}`,
      `failed ${id}`,
    ]);
    expect(answered?.result).toMatchObject({ success: true, response: row[0]?.answers[0] });
    expect(failed?.result).toMatchObject({ success: false, response: wrong(row[1] as Puzzle) });
    expect(completed?.object.definition.name).toEqual({ en: 'Count the boards: 2 puzzles' });
    const score = { raw: 1, min: 0, max: 2, scaled: 0.5 };
    expect(completed?.result).toMatchObject({ completion: true, score });
    expect(ended?.result).toMatchObject({ success: false, score });
    expect(store.wrong).toEqual([]);
    await second.page.context().close();

    // Without the parameters of a launch nothing is sent, and that is said.
    const page = await site.open('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(start);
    await page
      .locator('#course-state')
      .getByText('0 of 2 solved · Not opened in a course: nothing is reported.')
      .waitFor();
    await page.getByRole('textbox').fill(row[0]?.answers[0] as string);
    await page.getByRole('textbox').press('Enter');
    await page.locator('#course-state').getByText('1 of 2 solved').waitFor();
    expect(asked.filter((url) => !url.startsWith(new URL('.', start).href) && !url.startsWith('data:'))).toEqual([]);
    expect(store.told()).toHaveLength(4);
    await page.context().close();
  } finally {
    store.close();
  }
});

it('tells a record store of a lesson’s answers by xAPI', async () => {
  await download('#learn/hsuc', { format: 'xapi' });
  const store = await openStore();
  try {
    const page = await site.open('about:blank');
    site.allow(/404 \(Not Found\).*\/xapi\/activities\/state/);
    await page.goto(`http://127.0.0.1:${(lms.address() as AddressInfo).port}/course/index.html?${store.query}`);
    await page.getByRole('button', { name: /Six boards/ }).click();
    await page.locator('outpost-game:not([hidden]) [data-square=d6]').first().click();
    await expect.poll(() => store.told().length).toBe(1);
    expect(store.told()[0]).toMatch(/^answered outpost-lesson-[0-9a-f]{8}\/step-2$/);
    expect(store.statements[0]?.result).toMatchObject({ success: true, response: 'd6' });
    expect(store.wrong).toEqual([]);
    await page.context().close();
  } finally {
    store.close();
  }
});

it('tells a record store of embeds on a page that a platform opens', async () => {
  const store = await openStore();
  files['author.html'] = new TextEncoder().encode(`<!doctype html><html lang="en"><title>My page</title>
    <link rel="icon" href="data:,">
    <script type="module" src="${site.url}outpost-embed.js"></script>
    <script type="module" src="${site.url}outpost-xapi.js"></script>
    <outpost-puzzle id="first" puzzle="${counting.id}"></outpost-puzzle>`);
  const start = `http://127.0.0.1:${(lms.address() as AddressInfo).port}/author.html`;
  try {
    for (const query of [`?${store.query}`, '']) {
      const page = await site.open('about:blank');
      await page.goto(start + query);
      await page.getByRole('textbox').fill(RIGHT);
      await page.getByRole('textbox').press('Enter');
      await page.locator('outpost-game .embed[data-settled=solved]').waitFor();
      await expect.poll(() => store.told().length).toBe(2);
      await page.context().close();
    }
    expect(store.told().map((one) => one.replace(/ .*\//, ' '))).toEqual([
      `answered first-${counting.id}`,
      `passed first-${counting.id}`,
    ]);
    expect(store.statements[0]?.result).toMatchObject({ success: true, response: RIGHT });
    expect(store.wrong).toEqual([]);
  } finally {
    store.close();
  }
});

it('says so where there is no platform', async () => {
  await download(`#train/${counting.id}`, { format: '1.2', puzzles: 1 });
  const page = await site.open('about:blank');
  await page.goto(`http://127.0.0.1:${(lms.address() as AddressInfo).port}/course/index.html`);
  await page
    .locator('#course-state')
    .getByText('0 of 1 solved · Not opened in a course: nothing is reported.')
    .waitFor();
  await page.locator('outpost-game').waitFor();
  await page.context().close();
});
