import { describe, expect, it } from 'vitest';
import { VariationTree } from './variations';

describe('a tree of variations', () => {
  const grown = () => {
    const tree = new VariationTree('game');
    const late = tree.add(tree.root, 7, { request: 'e2e4' }, false, 'late');
    const early = tree.add(tree.root, 3, { sense: 12 }, false, 'early');
    const reply = tree.add(early, 6, { request: null }, true, 'reply');
    return { tree, late, early, reply };
  };

  it('lists lines under their parents, in the order in which they leave them', () => {
    const { tree } = grown();
    expect(
      tree.rows().map(({ node, level, indent, position, siblings }) => [node.line, level, indent, position, siblings]),
    ).toEqual([
      ['game', 1, 0, 1, 1],
      ['early', 2, 1, 1, 2],
      ['reply', 3, 1, 1, 1],
      ['late', 2, 1, 2, 2],
    ]);
  });

  it('gives what is tried before a line leaves its parent to the parent', () => {
    const { tree, early, reply } = grown();
    expect(tree.owner(reply, 7)).toBe(reply);
    expect(tree.owner(reply, 6)).toBe(early);
    expect(tree.owner(reply, 3)).toBe(tree.root);
    expect(tree.add(reply, 2, { sense: null }, false, 'other').parent).toBe(tree.root);
  });

  it('finds what has been tried, also from a line that shares the step', () => {
    const { tree, early, reply } = grown();
    expect(tree.tried(reply, 3, { sense: 12 })).toBe(early);
    expect(tree.tried(tree.root, 3, { sense: 13 })).toBeNull();
    expect(tree.tried(tree.root, 6, { request: null })).toBeNull();
  });

  it('takes a line away with all that follow from it, but never the game', () => {
    const { tree, early, reply } = grown();
    expect(tree.remove(early)).toEqual([early, reply]);
    expect(tree.rows().map(({ node }) => node.line)).toEqual(['game', 'late']);
    expect(tree.remove(tree.root)).toEqual([]);
  });
});
