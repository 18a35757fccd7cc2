/** What browsers' translators do to a page, and what a person then reads. */
import type { Page } from 'playwright-core';

/**
 * Chrome replaces each text node by two `font` elements, WebKit by another text node. Firefox removes all children of an element and puts elements
 * and translated texts back, without the comments.
 */
export type Translator = 'chrome' | 'firefox' | 'webkit';

/** Runs in the page: translates new text, in the page and in its open shadow roots. */
function pass(translator: Translator): number {
  const kept = 'script, style, textarea, noscript, svg, code, pre, [translate="no"], .notranslate';
  const roots: Node[] = [document.body];
  const texts: Text[] = [];
  for (let root = roots.shift(); root; root = roots.shift()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element && node.shadowRoot) roots.push(node.shadowRoot);
      if (!(node instanceof Text) || node.data.trim() === '' || node.data.includes('⟦')) continue;
      if (!node.parentElement?.closest(kept)) texts.push(node);
    }
  }
  const translated = (text: string): string => text.replace(/\S(?:.*\S)?/s, (words) => `⟦${words}⟧`);
  const font = (): HTMLElement => {
    const element = document.createElement('font');
    element.style.verticalAlign = 'inherit';
    return element;
  };
  for (const text of texts) {
    if (translator === 'chrome') {
      const [outer, inner] = [font(), font()];
      inner.textContent = translated(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    } else if (translator === 'webkit') {
      text.parentNode?.insertBefore(document.createTextNode(translated(text.data)), text);
      text.remove();
    }
  }
  if (translator === 'firefox') {
    for (const parent of new Set(texts.map((text) => text.parentNode as ParentNode & Node))) {
      const children = [...parent.childNodes];
      while (parent.firstChild) parent.firstChild.remove();
      for (const child of children) {
        if (child instanceof Comment) continue;
        if (child instanceof Text && texts.includes(child)) child.data = translated(child.data);
        parent.appendChild(child);
      }
    }
  }
  document.documentElement.classList.add('translated-ltr');
  document.documentElement.lang = 'xx';
  return texts.length;
}

/** Translates new text; returns how many texts there were. */
export async function translate(page: Page, translator: Translator): Promise<number> {
  return page.evaluate(pass, translator);
}

/** Undoes the translation, as Chrome does on demand, restoring the earlier texts. */
export async function translateAlways(page: Page): Promise<void> {
  // `pass` as an expression: it is called again for whatever changes.
  await page.evaluate(`(() => {
    const pass = ${pass};
    const again = new MutationObserver(() => pass('chrome'));
    const watch = (root) => {
      again.observe(root, { childList: true, characterData: true, subtree: true });
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) watch(element.shadowRoot);
    };
    pass('chrome');
    watch(document.body);
  })()`);
}

/** The text of the page in reading order, with shadow roots and slots, without spaces and the translator's marks. */
export async function wordsOn(page: Page, within = 'body'): Promise<string> {
  return page.evaluate((selector) => {
    const read = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element)) return '';
      if (node.matches('script, style, [data-announcer]') || !node.checkVisibility()) return '';
      const children =
        node instanceof HTMLSlotElement && node.assignedNodes().length > 0
          ? node.assignedNodes()
          : [...(node.shadowRoot ?? node).childNodes];
      // Lines, to show where they differ.
      const block = !getComputedStyle(node).display.includes('inline') && node.localName !== 'font';
      return children.map(read).join('') + (block ? '\n' : '');
    };
    const root = document.querySelector(selector);
    if (!root) throw new Error(`no ${selector}`);
    return read(root)
      .replaceAll(/[⟦⟧]/g, '')
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ''))
      .filter(Boolean)
      .join('\n');
  }, within);
}
