import type { Page } from 'playwright-core';

/** Two frames: the new layout has been drawn. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Layout faults: the page scrolls sideways, something is cut off, or too small for a finger (WCAG 1.4.10, 2.5.8). */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    const named = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)}”`;
    // A scroll bar takes room from the page.
    const over = document.documentElement.scrollWidth - document.documentElement.getBoundingClientRect().right;
    if (over > 0) found.push(`the page is ${over} pixels too wide`);
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1 || !element.checkVisibility()) continue;
      // Boards lay out their pieces themselves.
      if (element.closest('.visually-hidden, .skip, [data-announcer], rbc-board, .diagram')) continue;
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      const cuts = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
      const cut =
        (cuts(overflowX) && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1) ||
        (cuts(overflowY) && element.scrollHeight > element.clientHeight + 1);
      if (cut && element.textContent?.trim() && !element.matches('textarea, input'))
        found.push(`cut: ${named(element)}`);
      const scrolls = (): boolean => {
        for (let outer = element.parentElement; outer; outer = outer.parentElement)
          if (/auto|scroll/.test(getComputedStyle(outer).overflowX)) return true;
        return false;
      };
      if ((box.right > width + 1 || box.left < -1) && !scrolls()) found.push(`beyond the edge: ${named(element)}`);
      if (!element.matches('button, a[href], input, select, summary, textarea, [role="treeitem"]')) continue;
      // The target may be the label; links in text are as high as their line.
      const targets = [element, ...((element as HTMLInputElement).labels ?? [])].map((one) =>
        one.getBoundingClientRect(),
      );
      const wide = Math.max(...targets.map(({ width }) => width));
      const high = Math.max(...targets.map(({ height }) => height));
      const inText = element.matches('a') && getComputedStyle(element).display === 'inline';
      if (!inText && (wide < 23.5 || high < 23.5))
        found.push(`${Math.round(wide)} × ${Math.round(high)}: ${named(element)}`);
    }
    return [...new Set(found)];
  });
}
