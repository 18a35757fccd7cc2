/** What is said of opponents where one is chosen. */
import { msg } from '@lit/localize';
import type { LevelNumber } from '../engine/levels';
import { words } from '../ui/texts';

export const opponentWords = words({
  /** How each level plays, in a line: docs/agents.md, "Levels". */
  levels: {
    1: () => msg('Gentle: overlooks much, and spares your king.'),
    2: () => msg('Easy: often misses what it has not just seen.'),
    3: () => msg('Overlooks some pieces and misjudges some moves.'),
    4: () => msg('Seldom overlooks a piece; looks a little ahead.'),
    5: () => msg('Remembers a few hundred possible boards.'),
    6: () => msg('Remembers thousands of possible boards.'),
    7: () => msg('Remembers tens of thousands of boards; guards its king.'),
    8: () => msg('The strongest level: a neural network weighs every board.'),
  } satisfies Record<LevelNumber, () => string>,
  /** What each agent is, in a line. */
  lines: {
    random: () => msg('Any sense and any move, at random.'),
    attacker: () => msg('One quick attack on the king, then it passes.'),
    trout: () => msg('Believes in a single board.'),
    'perfect-memory': () => msg('Goes by where it last saw your pieces.'),
    'piecewise-grid': () => msg('Thinks in chances for each piece and square.'),
    'a-bot': () => msg('Keeps every possible board, and lets them vote.'),
    hsuc: () => msg('Keeps every possible board; senses for the worst case.'),
    siamese: () => msg('Keeps every possible board, weighed by a neural network.'),
    outpost: () => msg('Weighs every possible board; senses what it needs to know for its move.'),
  } as Record<string, () => string>,
  /** As measured in docs/agents.md: Attacker and Trout on the scale of the levels, the others in games against each other. */
  strength: {
    random: () => msg('Weaker than level 1.'),
    attacker: () => msg('About level 3.'),
    trout: () => msg('About level 5.'),
    'perfect-memory': () => msg('About as strong as Trout.'),
    'piecewise-grid': () => msg('A little stronger than HSUC.'),
    'a-bot': () => msg('Much stronger than Trout.'),
    hsuc: () => msg('Much stronger than Trout.'),
    siamese: () => msg('Stronger than HSUC.'),
    outpost: () => msg('The strongest here.'),
  } as Record<string, () => string>,
});
