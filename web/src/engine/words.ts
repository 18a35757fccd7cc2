import { msg, str } from '@lit/localize';
import { number, plural, rounded, significant } from '../ui/format';
import { words } from '../ui/texts';
import { type LevelNumber, levelOf } from './levels';

export const engineWords = words({
  starting: () => msg('Starting the engine…'),
  failedTitle: () => msg('The engine could not start'),
  failedText: () =>
    msg(
      'Outpost runs in this page as WebAssembly. Until it starts, no game can be played or opened. Unfinished games are still saved.',
    ),
  failedHelp: () => [
    msg('Check your connection and try again.'),
    msg('An extension, antivirus or network filter may block .wasm files: allow them for this site.'),
    msg('Strict settings such as Apple’s Lockdown Mode or Tor’s “Safest” disable WebAssembly: allow it for this site.'),
    msg('Use a current version of Firefox, Chrome, Edge or Safari.'),
  ],
  failedReason: (why: string) => msg(str`Reason: ${why}.`),
  tryOneThread: () => msg('Try with one thread'),
  noOpponents: () => msg('Opponents need the engine.'),
  stoppedTitle: () => msg('The engine has stopped'),
  stoppedText: () =>
    msg(
      'It crashed several times in a row and was not restarted. What is open here is not lost and continues after a restart.',
    ),
  stoppedReason: (why: string) => msg(str`Reason: ${why}`),
  again: () => msg('Restart'),
  back: () => msg('The engine is running again. Nothing is lost.'),
});

export const speedWords = words({
  title: () => msg('Speed'),
  text: () =>
    msg(
      'How fast this browser computes information sets. Takes a few seconds, on openings without senses; a game continues meanwhile.',
    ),
  measure: () => msg('Measure speed'),
  again: () => msg('Measure again'),
  measuring: () => msg('Measuring…'),
  cancelled: () => msg('Cancelled.'),
  failed: (why: string) => msg(str`Measurement failed: ${why}`),
  summary: (boards: number) => msg(str`Measured: ${rounded.format(boards)} boards per second.`),
  taken: () => msg('Boards expanded'),
  moves: () => msg('Moves generated'),
  made: () => msg('Distinct boards found'),
  perSecond: (n: number) => `${rounded.format(n)}/s`,
  survey: (boards: number) => msg(str`All 64 senses, ${number.format(boards)} boards`),
  milliseconds: (ms: number) => msg(str`${significant(ms, 2)} ms`),
  conditions: (build: 'threads' | 'single', threads: number, boards: number) =>
    msg(
      str`Best of five rounds; the first three figures from ${number.format(boards)} boards, with ${
        build === 'threads'
          ? plural(threads, msg('one {# thread} other {# threads}'))
          : msg('the single-threaded build')
      }.`,
    ),
});

export const agentWords = words({
  agents: {
    random: () => msg('Random'),
    attacker: () => msg('Attacker'),
    trout: () => msg('Trout'),
    'perfect-memory': () => msg('Perfect Memory'),
    'piecewise-grid': () => msg('PiecewiseGrid'),
    'a-bot': () => msg('A_bot'),
    siamese: () => msg('Siamese'),
    hsuc: () => msg('HSUC'),
  } as Record<string, () => string>,
  agent: (name: string) => {
    const level = levelOf(name);
    if (level !== null) return agentWords.level(level);
    return Object.hasOwn(agentWords.agents, name) ? (agentWords.agents[name] ?? name) : name;
  },
  level: (n: number) => msg(str`Level ${number.format(n)}`),
  /** How each level plays, in a line: docs/agents.md, "Levels". */
  levels: {
    1: () => msg('Gentle: overlooks much, and spares your king.'),
    2: () => msg('Easy: often misses what it has not just seen.'),
    3: () => msg('Overlooks some pieces and misjudges some moves.'),
    4: () => msg('Seldom overlooks a piece; looks a little ahead.'),
    5: () => msg('Remembers a few hundred possible boards.'),
    6: () => msg('Remembers thousands of possible boards.'),
    7: () => msg('Remembers tens of thousands of boards; guards its king.'),
    8: () => msg('Strongest: a neural network weighs every board.'),
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
  } as Record<string, () => string>,
});
