/** A page used by keyboard alone: nothing is focused, clicked or changed except by keys, and each tab stop is checked. */
import type { Page } from 'playwright-core';

/** The focused element, as a screen reader would say it, and what is wrong with how focus is shown. */
interface Stop {
  name: string;
  /** Its element, and the name, value or square that distinguishes it from others of its kind. */
  what: string;
  wrong: string;
}

export async function stop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
    const labels = (element as HTMLInputElement).labels;
    const label =
      element.getAttribute('aria-label') ??
      document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent;
    const name = clean(
      label ?? (labels?.length ? [...labels].map((one) => one.textContent).join(' ') : element.textContent),
    );
    const tag = element.tagName.toLowerCase();
    const marks = ['name', 'value', 'data-square']
      .map((one) => element.getAttribute(one))
      .filter((mark) => mark !== null);
    const what = [tag, ...marks].join(' ');
    if (element === document.body) return { name: '', what, wrong: '' };
    if (element.matches('main, h1')) return { name, what, wrong: '' };
    // A hidden field has the focus ring on its label; so has a square of the board, whose frame is inside.
    const shown = element.matches('.visually-hidden, .segment input, .choice input, .pill input')
      ? (element.closest('label') as HTMLElement)
      : element;
    const wrong: string[] = [];
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) wrong.push('no visible focus');
    const box = shown.getBoundingClientRect();
    const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y]),
    );
    const seen = points.some(([x, y]) => {
      const there = document.elementFromPoint(x as number, y as number);
      return (
        there !== null &&
        (shown.contains(there) ||
          there.contains(shown) ||
          (there.closest('rbc-board') ?? 0) === shown.closest('rbc-board'))
      );
    });
    if (right <= left || bottom <= top) wrong.push('out of sight');
    else if (!seen) wrong.push('under something else');
    if (name === '') wrong.push('no name');
    return { name, what, wrong: wrong.length > 0 ? `${what} “${name}”: ${wrong.join(', ')}` : '' };
  });
}

export class Keyboard {
  /** Faults of any stop on the way. */
  readonly wrong = new Set<string>();

  constructor(private readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async times(key: string, count: number): Promise<void> {
    for (let i = 0; i < count; i++) await this.page.keyboard.press(key);
  }

  /** Presses Tab, or Shift+Tab, until an element of this name has focus, or of this kind if there is no name. */
  async to(wanted: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed: string[] = [];
    for (let i = 0; i < 150; i++) {
      await this.page.keyboard.press(key);
      const { name, what, wrong } = await stop(this.page);
      if (wrong) this.wrong.add(wrong);
      if (typeof wanted === 'string' ? name === wanted || what === wanted : wanted.test(name)) return;
      passed.push((name || what).slice(0, 40));
    }
    throw new Error(`the keyboard never came to ${wanted}: ${passed.slice(0, 60).join(' · ')}`);
  }

  /** Goes there and presses Enter. */
  async enter(wanted: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
    await this.to(wanted, key);
    await this.page.keyboard.press('Enter');
  }

  /** Goes to the selected one of several choices, and on to another by an arrow key. */
  async choose(group: string, value: string): Promise<void> {
    const taken = `input ${group} `;
    for (let i = 0; i < 80; i++) {
      await this.page.keyboard.press('Tab');
      if ((await stop(this.page)).what.startsWith(taken)) break;
    }
    for (let i = 0; i < 20; i++) {
      const { what, wrong } = await stop(this.page);
      if (wrong) this.wrong.add(wrong);
      if (what === `${taken}${value}`) return;
      await this.page.keyboard.press('ArrowDown');
    }
    throw new Error(`no ${value} among ${group}`);
  }

  /** Goes to a list of choices that is folded in, and to one of them by arrow keys. */
  async select(label: string, option: string): Promise<void> {
    await this.to(label);
    const chosen = (): Promise<string | undefined> =>
      this.page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.text);
    await this.press('Home');
    for (let i = 0; i < 20 && (await chosen()) !== option; i++) await this.press('ArrowDown');
    if ((await chosen()) !== option) throw new Error(`no ${option} in ${label}`);
  }

  /** Moves over a board by arrow keys from the focused square; White is at the bottom. */
  async square(target: string): Promise<void> {
    const { what } = await stop(this.page);
    const from = /([a-h][1-8])$/.exec(what)?.[1];
    if (!from) throw new Error(`the keyboard is not on a board, but at ${what}`);
    const across = target.charCodeAt(0) - from.charCodeAt(0);
    const up = Number(target[1]) - Number(from[1]);
    await this.times(across > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(across));
    await this.times(up > 0 ? 'ArrowUp' : 'ArrowDown', Math.abs(up));
  }
}
