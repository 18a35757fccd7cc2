import { number, plural, rounded } from '../ui/format';

export const engineWords = {
  starting: 'Starting the engine…',
  failedTitle: 'The engine could not start',
  failedText:
    'Outpost plays and analyses inside this page, by WebAssembly. Until that works, no game can be begun or opened. Games that you left are still kept.',
  failedHelp: [
    'Check the connection, then try again.',
    'An extension, a virus scanner or a network’s filter may block files that end in .wasm: allow them for this site.',
    'Very strict browser settings, such as Apple’s Lockdown Mode or Tor’s “Safest”, switch WebAssembly off: make an exception for this site.',
    'Use a current version of Firefox, Chrome, Edge or Safari.',
  ],
  failedReason: (why: string) => `What happened: ${why}.`,
  tryOneThread: 'Try with one thread',
  noOpponents: 'There are no opponents without the engine.',
  stoppedTitle: 'The engine has stopped',
  stoppedText:
    'It crashed several times in a row, so it is not started again by itself. What is open here is still there, and goes on where it was.',
  stoppedReason: (why: string) => `What happened: ${why}`,
  again: 'Start it again',
  back: 'The engine runs again. Nothing is lost.',
};

export const speedWords = {
  title: 'Speed',
  text: 'How fast does this browser work out what is possible? Measured in a few seconds, on openings in which nobody senses; a game goes on meanwhile.',
  measure: 'Measure this browser',
  again: 'Measure again',
  measuring: 'Measuring…',
  cancelled: 'Cancelled.',
  failed: (why: string) => `This could not be measured: ${why}`,
  summary: (boards: number) => `Measured: ${rounded.format(boards)} boards a second.`,
  taken: 'Boards taken up',
  moves: 'Moves tried on them',
  made: 'Different boards made',
  perSecond: (n: number) => `${rounded.format(n)}/s`,
  survey: (boards: number) => `All 64 senses, ${number.format(boards)} boards`,
  milliseconds: (ms: number) => `${new Intl.NumberFormat('en', { maximumSignificantDigits: 2 }).format(ms)} ms`,
  conditions: (build: 'threads' | 'single', threads: number, boards: number) =>
    `Best of five rounds, the first three figures from ${number.format(boards)} boards, with ${
      build === 'threads' ? plural(threads, 'thread', 'threads') : 'the build for one thread'
    }.`,
};

export const agentWords = {
  agents: {
    random: 'Random',
    attacker: 'Attacker',
    trout: 'Trout',
    'perfect-memory': 'Perfect Memory',
    'piecewise-grid': 'PiecewiseGrid',
    'a-bot': 'A_bot',
    siamese: 'Siamese',
    hsuc: 'HSUC',
  } as Record<string, string>,
  agent: (name: string) => agentWords.agents[name] ?? name,
  /** As measured: the section "rating" of docs/experiments.md, and "How `siamese` plays" of docs/agents.md. */
  strength: {
    siamese:
      'Not rated yet: won 60 of 100 test games against PiecewiseGrid, and 70 against HSUC. Loads its network first.',
    'piecewise-grid': 'Rating 1190: won 57 of 100 test games against HSUC, and 4 were drawn.',
    hsuc: 'Rating 1110: won 94 of 100 test games against Trout.',
    'a-bot': 'Rating 770: won 88 of 100 test games against Trout.',
    'perfect-memory': 'Rating 690: won 55 of 100 test games against Trout.',
    trout: 'Rating 620: won 100 of 100 test games against Random.',
    attacker: 'Quick and direct. Rating 520: won 92 of 100 test games against Random.',
    random: 'Good for learning the rules. Rating 0: lost 92 of 100 test games against Attacker.',
  } as Record<string, string>,
};
