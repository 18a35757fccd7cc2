/**
 * The script of a course package (docs/embedding.md): shows its lesson or puzzles, and tells the learning platform around it what becomes
 * of them. Its name stays, as a package's page asks for it; it takes nothing from our other scripts but types.
 */
import type { CourseConfig } from '../share/course-config';
import { CourseReport } from './course-report';
import { type Lms, openLms } from './lms';
import { readLaunch, Xapi } from './xapi';

const config = JSON.parse(document.querySelector('#course')?.textContent ?? '') as CourseConfig;
const { content, version, activity, words } = config;
const launch = version === 'xapi' ? readLaunch(location.search) : null;

// A package has the engine without threads only (engine/engine.ts).
const address = new URL(location.href);
address.searchParams.set('build', 'single');
history.replaceState(history.state, '', address);

if (launch) {
  const language = document.documentElement.lang || 'en';
  // Not awaited here: a module that waits is a part of its own to the bundler, and so is all that it shares.
  void Xapi.open(launch, { ...activity, language }).then(show);
} else show(version === 'xapi' ? null : openLms(window, version === '1.2' ? '1.2' : '2004'));

function show(lms: Lms | null): void {
  const report = new CourseReport(lms, config);
  const state = document.querySelector('#course-state') as HTMLElement;

  function say(): void {
    const progress = words.progress
      .replace('{solved}', String(Math.min(report.solved, report.total)))
      .replace('{tasks}', String(report.total));
    const reported =
      lms === null
        ? words.alone
        : report.refused === null
          ? words.reported
          : words.refused.replace('{code}', report.refused);
    const parts = [report.total > 0 ? progress : '', reported].filter((text) => text !== '');
    const text = parts.join(' · ');
    if (state.textContent !== text) state.textContent = text;
  }

  document.addEventListener('outpost-progress', ({ detail }) => report.progress(detail));
  document.addEventListener('outpost-result', ({ detail }) => report.result(detail));
  document.addEventListener('outpost-answer', ({ detail }) => report.answer(detail));
  document.addEventListener('outpost-success', ({ detail }) => report.success(detail));
  document.addEventListener('outpost-failure', ({ detail }) => report.failure(detail));
  for (const name of ['progress', 'result', 'answer', 'success', 'failure'])
    document.addEventListener(`outpost-${name}`, say);

  if (lms instanceof Xapi)
    lms.onChange = () => {
      report.refused = lms.problem;
      say();
    };

  const element = document.createElement('puzzles' in content ? 'outpost-puzzle' : 'outpost-lesson');
  if ('puzzles' in content) element.setAttribute('puzzles', report.left.join(' '));
  else {
    if ('data' in content) element.setAttribute('data', content.data);
    else element.setAttribute('name', content.lesson);
    if (report.place > 1) element.setAttribute('step', String(report.place));
  }
  document.querySelector('main')?.append(element);
  say();

  window.addEventListener('pagehide', () => report.end());
  // Kept by the browser while the visit has ended: another begins.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
