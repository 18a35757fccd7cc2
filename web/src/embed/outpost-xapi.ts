/**
 * For pages with embeds that a learning platform opens (docs/embedding.md): sends what becomes of the embeds to the learning record store that
 * the page's address names, and nothing where it names none. Its name stays, as pages ask for it.
 */
import { timespan2004 } from './lms';
import { readLaunch, Xapi } from './xapi';

const launch = readLaunch(location.search);
if (launch) report(launch);

function report(launch: NonNullable<ReturnType<typeof readLaunch>>): void {
  const id = location.origin + location.pathname;
  const store = Xapi.ofPage(launch, { id, title: document.title, language: document.documentElement.lang || 'en' });
  const since = Date.now();
  /** When the last answer was given, or the page was opened. */
  let last = since;

  /** What names an embed: its own id, or its place among the embeds; of a puzzle or a lesson, which one, or which step. */
  const nameOf = (event: Event): string => {
    const [target] = event.composedPath().filter((node) => node instanceof Element);
    const embed = outermost(target as Element);
    const all = [...document.querySelectorAll('outpost-puzzle, outpost-lesson, outpost-game')].filter(
      (one) => outermost(one) === one,
    );
    const name = embed.id || `embed-${all.indexOf(embed) + 1}`;
    const part = puzzles.get(embed) ?? steps.get(embed);
    return part === undefined ? name : `${name}-${part}`;
  };
  const puzzles = new WeakMap<Element, string>();
  const steps = new WeakMap<Element, string>();

  document.addEventListener('outpost-progress', ({ target, detail }) => {
    const embed = outermost(target as Element);
    const wasDone = done.has(embed);
    steps.set(embed, String(detail.step));
    if (detail.tasks === 0 || detail.solved < detail.tasks || wasDone) return;
    done.add(embed);
    const score = { raw: detail.solved, min: 0, max: detail.tasks, scaled: 1 };
    const result = { completion: true, score, duration: timespan2004(Date.now() - since) };
    store.tell('completed', embed.id || detail.lesson || 'lesson', 'lesson', result);
  });
  const done = new WeakSet<Element>();

  document.addEventListener('outpost-result', ({ target, detail }) => {
    puzzles.set(outermost(target as Element), detail.puzzle);
    last = Date.now() - detail.milliseconds;
  });
  document.addEventListener('outpost-answer', (event) => {
    const { task, answer, correct } = event.detail;
    const at = new Date();
    const milliseconds = at.getTime() - last;
    last = at.getTime();
    store.answer({ id: nameOf(event), task, response: answer, correct, at, milliseconds });
  });
  document.addEventListener('outpost-success', (event) => {
    store.tell('passed', nameOf(event), event.detail.task, { success: true, completion: true });
  });
  document.addEventListener('outpost-failure', (event) => {
    store.tell('failed', nameOf(event), event.detail.task, { success: false, completion: true });
  });
}

/** The embed that a page put there, of one inside it. */
function outermost(element: Element): Element {
  const around = element.parentElement?.closest('outpost-lesson, outpost-puzzle');
  return around ? outermost(around) : element;
}
