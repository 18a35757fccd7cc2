/**
 * Keeps texts true on pages that a browser translates.
 *
 * Translators take text nodes out of the page and put elements (Chrome: `<font>`) or other text nodes in their place; Firefox also drops the comments by
 * which Lit finds its places. Lit would go on writing into nodes that nobody sees, or fail where a node is gone. So what Lit holds is put
 * back where it was, its texts emptied, with the translation behind them. When Lit writes such a text, the translation of the old one goes, and the
 * translator finds a new text to translate.
 */
import { LitElement } from 'lit';

/** What a translator put into the page. */
const foreign = new WeakSet<Node>();

interface Emptied {
  /** What it said before it was translated. */
  said: string;
  times: number;
}

/** Texts that are in the page without their words, as a translation stands behind them. */
const emptied = new WeakMap<Text, Emptied>();

/** Should something take a text out again each time that it comes back, it wins. */
const PATIENCE = 1000;

/** Elements are also imported where there is no page: by tests, in Node. */
const observer = typeof MutationObserver === 'undefined' ? null : new MutationObserver(repair);
const watched = new WeakSet<Node>();

function watch(root: Node): void {
  if (watched.has(root)) return;
  watched.add(root);
  observer?.observe(root, { childList: true, characterData: true, subtree: true });
}

if (observer) followUpdates(observer);

/** Tells what Lit writes from what others do. Not by an initializer: that would reach only the elements that are defined later. */
function followUpdates(observer: MutationObserver): void {
  const { performUpdate } = LitElement.prototype as unknown as { performUpdate(this: LitElement): void };
  Object.assign(LitElement.prototype, {
    performUpdate(this: LitElement): void {
      if (this.renderRoot) {
        watch(this.renderRoot);
        watch(this);
      }
      // What happened until now was somebody else's doing, what comes is Lit's.
      repair(observer.takeRecords());
      try {
        performUpdate.call(this);
      } finally {
        for (const { type, target } of observer.takeRecords()) if (type === 'characterData') speakAgain(target as Text);
        observer.takeRecords();
      }
    },
  });
}

/** Lit wrote this text: what stands behind it translates another. */
function speakAgain(text: Text): void {
  if (!emptied.delete(text)) return;
  while (text.nextSibling && foreign.has(text.nextSibling)) text.nextSibling.remove();
}

/** Puts Lit's nodes back after others changed the page. */
function repair(records: MutationRecord[]): void {
  const changed = new Map<Node, MutationRecord[]>();
  for (const record of records) {
    if (record.type === 'childList') {
      const before = changed.get(record.target);
      if (before) before.push(record);
      else changed.set(record.target, [record]);
    } else if ((record.target as Text).data !== '') {
      speakAgain(record.target as Text);
    }
  }
  for (const [parent, changes] of changed) repairChildren(parent, changes);
  observer?.takeRecords();
}

function repairChildren(parent: Node, changes: readonly MutationRecord[]): void {
  const ours = childrenBefore(parent, changes).filter((node) => !foreign.has(node));
  // Where no part of a template begins, Lit never comes back.
  if (!ours.some(isMarker)) return;
  const own = new Set(ours);
  const now = [...parent.childNodes];
  const lost = new Set(ours.filter((node) => node.parentNode !== parent));
  const added = now.filter((node) => !own.has(node));
  const translated = added.some((node) => !foreign.has(node));
  for (const node of added) foreign.add(node);

  const behind = translationsOf(changes, own);
  const order: Node[] = [];
  for (const node of ours) {
    if (lost.has(node) && !isBack(node, parent)) continue;
    order.push(node, ...(behind.get(node) ?? []).filter((one) => one.parentNode === parent && !own.has(one)));
  }
  // What translates none of them in particular stays behind what it was behind.
  for (const [index, node] of now.entries()) {
    if (!order.includes(node)) order.splice(index === 0 ? 0 : order.indexOf(now[index - 1] as Node) + 1, 0, node);
  }
  for (const node of lost) {
    if (node instanceof Text && node.data.trim() !== '' && (translated || behind.has(node))) {
      emptied.set(node, { said: node.data, times: emptied.get(node)?.times ?? 0 });
      node.data = '';
    }
  }
  let next = parent.firstChild;
  for (const node of order) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
  // The translation was taken back.
  for (const node of ours) {
    const silent = node instanceof Text ? emptied.get(node) : undefined;
    if (!silent || (node.nextSibling && foreign.has(node.nextSibling))) continue;
    emptied.delete(node as Text);
    (node as Text).data = silent.said;
  }
}

/** Whether it is put back: texts and comments, and elements that were only moved. */
function isBack(node: Node, parent: Node): boolean {
  if (node instanceof Element) return parent.contains(node);
  const silent = node instanceof Text ? emptied.get(node) : undefined;
  if (!silent) return true;
  silent.times += 1;
  return silent.times < PATIENCE;
}

/** Lit's comments: where a part begins, and around parts in lists. */
function isMarker(node: Node): boolean {
  return node instanceof Comment && (node.data === '' || node.data.includes('lit$'));
}

/** The children as they were before the changes, which are undone from the last to the first. */
function childrenBefore(parent: Node, changes: readonly MutationRecord[]): Node[] {
  const children: Node[] = [...parent.childNodes];
  for (const { previousSibling, addedNodes, removedNodes } of changes.toReversed()) {
    const at = previousSibling ? children.indexOf(previousSibling) + 1 : 0;
    children.splice(at, addedNodes.length, ...removedNodes);
  }
  return children;
}

/** What was put in the place of each node: in one go, or before or after it went. */
function translationsOf(changes: readonly MutationRecord[], own: ReadonlySet<Node>): Map<Node, Node[]> {
  const behind = new Map<Node, Node[]>();
  const stand = (node: Node, added: Iterable<Node>): void => {
    const before = behind.get(node) ?? [];
    behind.set(node, [...before, ...added]);
  };
  for (const [index, { addedNodes, removedNodes, previousSibling, nextSibling }] of changes.entries()) {
    const gone = removedNodes[removedNodes.length - 1];
    if (addedNodes.length === 0) continue;
    if (gone && own.has(gone)) stand(gone, addedNodes);
    else if (!gone) {
      const last = changes[index - 1];
      const left = last?.removedNodes[0];
      const next = changes.slice(index + 1).find(({ removedNodes }) => [...removedNodes].includes(nextSibling as Node));
      if (
        left &&
        !behind.has(left) &&
        last.previousSibling === previousSibling &&
        last.nextSibling === nextSibling &&
        own.has(left)
      )
        stand(left, addedNodes);
      else if (next && nextSibling && own.has(nextSibling)) stand(nextSibling, addedNodes);
    }
  }
  return behind;
}
