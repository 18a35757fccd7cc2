import type { Action } from 'outpost-rbc';

/**
 * A line of play: the game itself, or a what-if that leaves its parent after one of the parent's steps. `line` is what is kept of
 * it.
 */
export interface Variation<T> {
  id: number;
  /** `null` for the game itself. */
  parent: Variation<T> | null;
  /** The step of the parent at which the action was tried; its own steps come after. */
  at: number;
  action: Action | null;
  /** It was played in the game, but by somebody who knew other things. */
  assumed: boolean;
  line: T;
  children: Variation<T>[];
}

/** A row of the tree as it is shown. */
export interface VariationRow<T> {
  node: Variation<T>;
  /** From 1. */
  level: number;
  /** How far it is set in: by one wherever lines part, and not where one only goes on from another. */
  indent: number;
  position: number;
  siblings: number;
}

export function sameAction(a: Action | null, b: Action | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export class VariationTree<T> {
  readonly root: Variation<T>;
  private ids = 0;

  constructor(line: T) {
    this.root = { id: 0, parent: null, at: -1, action: null, assumed: false, line, children: [] };
  }

  get empty(): boolean {
    return this.root.children.length === 0;
  }

  /** The line to which a step belongs: what comes before a what-if is its parent's. */
  owner(node: Variation<T>, step: number): Variation<T> {
    let owner = node;
    while (owner.parent && step <= owner.at) owner = owner.parent;
    return owner;
  }

  /** The step of the game at which a what-if, or the first of those that it goes on from, leaves it. */
  leftAt(node: Variation<T>): number {
    let first = node;
    while (first.parent?.parent) first = first.parent;
    return first.at;
  }

  /** The what-if that tries this there, if it has been tried. */
  tried(node: Variation<T>, at: number, action: Action): Variation<T> | null {
    const { children } = this.owner(node, at);
    return children.find((child) => child.at === at && sameAction(child.action, action)) ?? null;
  }

  add(node: Variation<T>, at: number, action: Action, assumed: boolean, line: T): Variation<T> {
    const parent = this.owner(node, at);
    const child = { id: ++this.ids, parent, at, action, assumed, line, children: [] };
    const after = parent.children.findIndex((other) => other.at > at);
    parent.children.splice(after < 0 ? parent.children.length : after, 0, child);
    return child;
  }

  /** Takes a what-if away, with all that follow from it. Returns them. */
  remove(node: Variation<T>): Variation<T>[] {
    const { parent } = node;
    if (!parent) return [];
    parent.children = parent.children.filter((child) => child !== node);
    return under(node);
  }

  all(): Variation<T>[] {
    return under(this.root);
  }

  /** From top to bottom. */
  rows(): VariationRow<T>[] {
    const rows: VariationRow<T>[] = [];
    const visit = (node: Variation<T>, level: number, indent: number, position: number, siblings: number): void => {
      rows.push({ node, level, indent, position, siblings });
      const goesOn = node.parent !== null && node.children.length === 1;
      node.children.forEach((child, i) => {
        visit(child, level + 1, goesOn ? indent : indent + 1, i + 1, node.children.length);
      });
    };
    visit(this.root, 1, 0, 1, 1);
    return rows;
  }
}

function under<T>(node: Variation<T>): Variation<T>[] {
  return [node, ...node.children.flatMap((child) => under(child))];
}
