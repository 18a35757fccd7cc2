import { msg, str } from '@lit/localize';
import { number, plural, rounded, significant } from '../ui/format';
import { words } from '../ui/texts';

export const engineWords = words({
  starting: () => msg('Starting the engine…'),
  failedTitle: () => msg('The engine could not start'),
  failedText: () =>
    msg(
      'Outpost plays and analyses inside this page, by WebAssembly. Until that works, no game can be begun or opened. Games that you left are still kept.',
    ),
  failedHelp: () => [
    msg('Check the connection, then try again.'),
    msg(
      'An extension, a virus scanner or a network’s filter may block files that end in .wasm: allow them for this site.',
    ),
    msg(
      'Very strict browser settings, such as Apple’s Lockdown Mode or Tor’s “Safest”, switch WebAssembly off: make an exception for this site.',
    ),
    msg('Use a current version of Firefox, Chrome, Edge or Safari.'),
  ],
  failedReason: (why: string) => msg(str`What happened: ${why}.`),
  tryOneThread: () => msg('Try with one thread'),
  noOpponents: () => msg('There are no opponents without the engine.'),
  stoppedTitle: () => msg('The engine has stopped'),
  stoppedText: () =>
    msg(
      'It crashed several times in a row, so it is not started again by itself. What is open here is still there, and goes on where it was.',
    ),
  stoppedReason: (why: string) => msg(str`What happened: ${why}`),
  again: () => msg('Start it again'),
  back: () => msg('The engine runs again. Nothing is lost.'),
});

export const speedWords = words({
  title: () => msg('Speed'),
  text: () =>
    msg(
      'How fast does this browser work out what is possible? Measured in a few seconds, on openings in which nobody senses; a game goes on meanwhile.',
    ),
  measure: () => msg('Measure this browser'),
  again: () => msg('Measure again'),
  measuring: () => msg('Measuring…'),
  cancelled: () => msg('Cancelled.'),
  failed: (why: string) => msg(str`This could not be measured: ${why}`),
  summary: (boards: number) => msg(str`Measured: ${rounded.format(boards)} boards a second.`),
  taken: () => msg('Boards taken up'),
  moves: () => msg('Moves tried on them'),
  made: () => msg('Different boards made'),
  perSecond: (n: number) => `${rounded.format(n)}/s`,
  survey: (boards: number) => msg(str`All 64 senses, ${number.format(boards)} boards`),
  milliseconds: (ms: number) => msg(str`${significant(ms, 2)} ms`),
  conditions: (build: 'threads' | 'single', threads: number, boards: number) =>
    msg(
      str`Best of five rounds, the first three figures from ${number.format(boards)} boards, with ${
        build === 'threads' ? plural(threads, msg('one {# thread} other {# threads}')) : msg('the build for one thread')
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
  agent: (name: string) => agentWords.agents[name] ?? name,
  /** As measured: the section "rating" of docs/experiments.md, and "How `siamese` plays" of docs/agents.md. */
  strength: {
    siamese: () =>
      msg(
        'Not rated yet: won 60 of 100 test games against PiecewiseGrid, and 70 against HSUC. Loads its network first.',
      ),
    'piecewise-grid': () => msg('Rating 1190: won 57 of 100 test games against HSUC, and 4 were drawn.'),
    hsuc: () => msg('Rating 1110: won 94 of 100 test games against Trout.'),
    'a-bot': () => msg('Rating 770: won 88 of 100 test games against Trout.'),
    'perfect-memory': () => msg('Rating 690: won 55 of 100 test games against Trout.'),
    trout: () => msg('Rating 620: won 100 of 100 test games against Random.'),
    attacker: () => msg('Quick and direct. Rating 520: won 92 of 100 test games against Random.'),
    random: () => msg('Good for learning the rules. Rating 0: lost 92 of 100 test games against Attacker.'),
  } as Record<string, () => string>,
});
