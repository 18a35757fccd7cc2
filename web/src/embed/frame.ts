/** The page for iframes, embed.html: one element, with what stands behind the `?` or `#` of the address as its attributes. */
import './embed-page.css';
import { MOST_ITEMS } from '../problems/attributes';
import { announce } from '../ui/announcer';
import { messageOf } from '../ui/errors';
import { direction, getLocale, useLanguage } from '../ui/locale';
import { applyTheme } from '../ui/theme';
import { defineElements } from './elements';
import type { EmbedEvents } from './events';
import { type FromFrame, isHostMessage, parentOrigin } from './frame-messages';
import { embedWords } from './words';

const ELEMENTS = ['board', 'replay', 'game', 'lesson', 'puzzle'];

const EVENTS: (keyof EmbedEvents)[] = [
  'outpost-ready',
  'outpost-step',
  'outpost-sense',
  'outpost-move',
  'outpost-answer',
  'outpost-success',
  'outpost-hint',
  'outpost-result',
  'outpost-failure',
  'outpost-end',
  'outpost-progress',
  'outpost-error',
];

/** Sets what an element knows of these as attributes; all else is passed over. */
function setAttributes(element: Element, values: Iterable<[string, unknown]>): void {
  const known = (element.constructor as { observedAttributes?: string[] }).observedAttributes ?? [];
  for (const [name, value] of values) {
    if (!known.includes(name)) continue;
    if (value === null) element.removeAttribute(name);
    else if (['string', 'number', 'boolean'].includes(typeof value)) element.setAttribute(name, String(value));
  }
}

function problem(text: string): HTMLElement {
  const element = document.createElement('p');
  element.className = 'embed-problem';
  element.setAttribute('role', 'alert');
  element.textContent = text;
  return element;
}

function elementOf(parameters: URLSearchParams): HTMLElement {
  const items = parameters.getAll('item');
  if (items.length > MOST_ITEMS) return problem(embedWords.tooManyItems(MOST_ITEMS));
  if (items.length > 0) {
    const lesson = document.createElement('outpost-lesson');
    lesson.append(...items.map((item) => elementOf(withoutItems(new URLSearchParams(item)))));
    setAttributes(lesson, parameters);
    return lesson;
  }
  const name = parameters.get('element') ?? 'replay';
  if (!ELEMENTS.includes(name)) return problem(embedWords.noElement(name.slice(0, 40)));
  const element = document.createElement(`outpost-${name}`);
  setAttributes(element, parameters);
  return element;
}

/** Lessons are not nested. */
function withoutItems(parameters: URLSearchParams): URLSearchParams {
  parameters.delete('item');
  if (parameters.get('element') === 'lesson') parameters.set('element', 'board');
  return parameters;
}

function parametersNow(): URLSearchParams {
  return new URLSearchParams([location.search, location.hash].map((part) => part.slice(1)).join('&'));
}

/** The page is of the colours of what it shows: words of lessons stand on it. */
function followTheme(element: Element): void {
  const theme = element.getAttribute('theme');
  applyTheme(theme === 'light' || theme === 'dark' ? theme : 'auto');
}

function show(): void {
  try {
    const element = elementOf(parametersNow());
    document.querySelector('main')?.replaceChildren(element);
    followTheme(element);
  } catch (error) {
    announce(messageOf(error));
  }
}

const framed = window.parent !== window;
const host = framed ? parentOrigin(parametersNow().get('origin'), location, document.referrer) : null;

function tell(message: FromFrame): void {
  // Heights and events are no secrets: where the parent's origin is not known, whoever embeds the page may have them.
  if (framed) window.parent.postMessage(message, host ?? '*');
}

let told = 0;
function tellHeight(): void {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (height === told) return;
  told = height;
  tell({ source: 'outpost', version: 1, type: 'height', height });
}

window.addEventListener('message', (event) => {
  if (!framed || event.source !== window.parent || (host !== null && event.origin !== host)) return;
  if (!isHostMessage(event.data)) return;
  const element = document.querySelector('main > *');
  if (!element) return;
  setAttributes(element, Object.entries(event.data.attributes));
  followTheme(element);
});
window.addEventListener('hashchange', show);
for (const name of EVENTS) {
  document.addEventListener(name, (event) =>
    tell({ source: 'outpost', version: 1, type: 'event', name, detail: event.detail }),
  );
}
new ResizeObserver(tellHeight).observe(document.documentElement);
void useLanguage([parametersNow().get('lang') ?? '', ...navigator.languages]).then(() => {
  document.documentElement.lang = getLocale();
  document.documentElement.dir = direction();
  defineElements();
  show();
});
