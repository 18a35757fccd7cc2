import { msg, str } from '@lit/localize';
import { AGENT_RATINGS } from '../engine/agent-ratings';
import { agentWords } from '../engine/words';
import { list, number, plural } from '../ui/format';
import { sentences, series, words } from '../ui/texts';

export const labWords = words({
  title: () => msg('Lab'),
  lead: () => msg('Re-measure published claims: games between agents, played in this browser.'),
  experimentLabel: () => msg('Experiment'),
  experiments: { growth: () => msg('What sensing is worth'), players: () => msg('Agents against each other') },
  setup: () => msg('Set-up'),
  names: {
    games: () => msg('Games'),
    nodes: () => msg('Nodes for each decision'),
    ms: () => msg('Milliseconds for each decision'),
    turns: () => msg('Turns at most'),
    seed: () => msg('Seed'),
  },
  policies: () => msg('Sensing policies of the agent HSUC'),
  policy: {
    none: (): [string, string] => [msg('None'), msg('Never senses.')],
    random: (): [string, string] => [msg('Random', { id: 'random-policy' }), msg('Any square, at random.')],
    'likely-move': (): [string, string] => [
      msg('Likely move'),
      msg('Where likely moves of the opponent make the most difference.'),
    ],
    strangefish: (): [string, string] => [
      msg('StrangeFish'),
      msg('Changes what the own requests are worth the most, as the winner of 2019 did.'),
    ],
    hsuc: (): [string, string] => [msg('HSUC'), msg('Leaves the fewest boards in the worst case.')],
    guarded: (): [string, string] => [msg('Guarded'), msg('HSUC, weighed against danger to its own king.')],
    'expected-size': (): [string, string] => [msg('Expected size'), msg('Leaves the fewest boards on average.')],
    entropy: (): [string, string] => [msg('Entropy'), msg('Gains the most bits.')],
    weighted: (): [string, string] => [
      msg('Weighted'),
      msg('Leaves the least on average, likely boards counting more.'),
    ],
    outcome: (): [string, string] => [msg('Outcome'), msg('Makes the best request worth the most.')],
  } as Record<string, () => [string, string]>,
  players: () => msg('Players'),
  sensingPlayers: () => msg('HSUC with other sensing policies'),
  sensingPlayer: (policy: string) => msg(str`hsuc+${policy}`),
  against: () => msg('Opponent'),
  gamesOfEach: { growth: () => msg('Games for each policy'), players: () => msg('Games for each pair') },
  budget: () => msg('Budget for each decision'),
  budgets: { nodes: () => msg('nodes'), ms: () => msg('ms') },
  turnsHelp: () => msg('Empty: no limit'),
  lanes: () => msg('Games at once'),
  lanesHelp: (cores: number) =>
    plural(
      cores,
      msg(
        'one {Each in its own engine with one thread; this browser reports # core. Not part of the set-up.} other {Each in its own engine with one thread; this browser reports # cores. Not part of the set-up.}',
      ),
    ),
  background: () => msg('Continue while this tab is hidden'),
  total: (games: number) =>
    plural(
      games,
      msg('one {# game in all, with alternating colours.} other {# games in all, with alternating colours.}'),
    ),
  repeatable: () =>
    msg(
      'Repeatable: the same set-up, seed and version of Outpost give the same games on any device, however many are played at once.',
    ),
  notRepeatable: () =>
    msg(
      'Not repeatable: decisions are limited by time, so games depend on this device and its load. Only random and attacker repeat their games.',
    ),
  start: () => msg('Start'),
  stop: () => msg('Stop'),
  goOn: () => msg('Continue'),
  again: () => msg('Run again'),
  queue: () => msg('Add to queue'),
  remove: () => msg('Remove this run'),
  runs: () => msg('Runs'),
  runsHelp: () => msg('Tick two or more of one experiment to see them side by side.'),
  compareShort: () => msg('Compare'),
  compareRun: (setup: string) => msg(str`Compare: ${setup}`),
  comparison: () => msg('Comparison'),
  computing: () => msg('Computing the figures…'),
  compared: {
    growth: () => msg('Possible boards after each sense, run by run'),
    decay: () => msg('Share of boards ruled out by a sense, run by run'),
    score: () => msg('Score over games, run by run'),
    opponents: () => msg('Scores and ratings depend on the opponents of a run: compare runs with the same players.'),
    lines: (most: number) => msg(str`The chart shows the first ${number.format(most)} lines; the files have all.`),
  },
  ofLabel: (of: string, label: string) => `${of} · ${label}`,
  label: {
    against: (opponent: string) => msg(str`against ${opponent}`),
    turns: (turns: number) => plural(turns, msg('one {at most # turn} other {at most # turns}')),
    noLimit: () => msg('no turn limit'),
    games: (games: number) => plural(games, msg('one {# game} other {# games}')),
    seed: (seed: number) => msg(str`seed ${seed}`),
    run: (run: number) => msg(str`run ${number.format(run)}`),
  },
  bot: {
    title: () => msg('Your own bot'),
    choice: () => msg('Its code runs in this browser.'),
    how: () =>
      msg(
        'A JavaScript module whose default export is a function: it is called with each event of the bot protocol (docs/bot-protocol.md) and returns the answer.',
      ),
    name: () => msg('Name'),
    code: () => msg('Code'),
    file: () => msg('Open a file'),
    example: () => msg('Use the example'),
    safe: (seconds: number) =>
      msg(
        str`It runs in a worker of its own, without network, storage or access to this page, and is told only what its side may know. After an error, an answer that is not allowed, or ${number.format(seconds)} s without an answer, it resigns. Links never contain code. Code that fills the memory can still crash this tab: run only what you trust.`,
      ),
    elsewhere: () =>
      msg(
        'Records of games that it played elsewhere open in Analyse: statistics of all, and what each agent would have done.',
      ),
    toAnalyse: () => msg('Open Analyse'),
    none: () => msg('Your own bot: paste its code or open its file.'),
    tooLong: () => msg('Your own bot: its code has more than a megabyte.'),
    repeatable: () =>
      msg(
        'Repeatable only if your bot always answers alike: “game” in game_start is a number to seed its choices with.',
      ),
    unreadable: () => msg('The bot’s answer cannot be read.'),
    threw: (error: string) => msg(str`The bot threw an error: ${error}`),
    noModule: () => msg('The bot’s code is not a module that runs: the browser’s console says where it fails.'),
    late: (seconds: number) => msg(str`The bot did not answer within ${number.format(seconds)} s.`),
    long: (most: number) => msg(str`The bot’s answer has more than ${number.format(most)} characters.`),
    noFunction: () => msg('The bot’s module has no default export that is a function.'),
    open: (names: string) => msg(str`This browser cannot take these from the bot, so it was not run: ${names}.`),
    said: (error: string) => msg(str`The bot answered with an error: ${error}`),
    noSense: (answer: string) =>
      msg(str`The bot answered choose_sense with ${answer}. Expected is “sense” with a square or null.`),
    noMove: (answer: string) =>
      msg(str`The bot answered choose_move with ${answer}. Expected is “move” with one of the requests or null.`),
    faulty: (game: number, why: string) => msg(str`Game ${game} was lost by a fault. ${why}`),
    faults: (games: number) =>
      plural(games, msg('one {Your bot lost # game by a fault.} other {Your bot lost # games by a fault.}')),
    givenUp: (faults: number) => msg(str`your bot made a fault in ${number.format(faults)} games in a row.`),
  },
  log: {
    title: () => msg('Check a bot’s log'),
    how: () =>
      msg(
        'A log of the bot protocol, one event on a line, says what one side was told. Each sense and each request of it is compared with those of the agent HSUC.',
      ),
    label: () => msg('Log'),
    file: () => msg('Open a log'),
    check: () => msg('Compare with HSUC'),
    empty: () => msg('There is no game in this log: it begins with game_start.'),
    tooLong: () => msg('This log is too long: at most 4 MB.'),
    badLine: (line: number) => msg(str`Line ${number.format(line)} cannot be read: its game ends there.`),
    badGame: (game: number, why: string) => msg(str`Game ${number.format(game)} breaks off: ${why}`),
    progress: (done: number, total: number) => msg(str`${number.format(done)} of ${number.format(total)} turns`),
    summary: () => msg('Averages over all turns'),
    columns: { measure: () => msg('Measure'), bot: () => msg('Bot'), hsuc: () => msg('HSUC') },
    bits: () => msg('Bits of the sense'),
    chance: () => msg('Chance to win, %'),
    loss: () => msg('Below HSUC, % points'),
    same: (senses: number, requests: number, turns: number) =>
      plural(
        turns,
        msg(
          str`one {Of # turn, ${number.format(senses)} had HSUC’s sense and ${number.format(requests)} its request.} other {Of # turns, ${number.format(senses)} had HSUC’s sense and ${number.format(requests)} its request.}`,
        ),
      ),
    turns: () => msg('Turns'),
    turnColumns: {
      turn: () => msg('Game, turn'),
      boards: () => msg('Possible boards'),
      sense: () => msg('Sense, bits'),
      hsucSense: () => msg('HSUC’s sense'),
      request: () => msg('Request, %'),
      hsucRequest: () => msg('HSUC’s request'),
    },
    gameTurn: (game: number, turn: number) => series([number.format(game), number.format(turn)]),
    none: () => msg('none', { id: 'no-sense' }),
    pass: () => msg('pass'),
    notes: () =>
      msg(
        'All possible boards count alike. The intervals are 95 %, by percentile bootstrap over turns. The chance is that of the request, expected over all possible boards. More bits or a higher chance do not prove better play.',
      ),
    turnsFile: () => msg('Turns (CSV)'),
  },
  problems: {
    title: () => msg('This set-up cannot be played'),
    linkTitle: () => msg('This link’s set-up cannot be used as is'),
    linkText: () => msg('The form shows what could be read of it.'),
    number: (name: string, least: number, most: number) =>
      msg(str`${name}: a whole number from ${number.format(least)} to ${number.format(most)}.`),
    noPolicy: () => msg('Choose at least one sensing policy.'),
    twoPlayers: () => msg('Choose at least two players.'),
    manyPlayers: (most: number) => msg(str`Choose at most ${most} players.`),
    manyGames: (games: number, most: number) =>
      msg(
        str`These are ${number.format(games)} games: at most ${number.format(most)} can be kept in a browser. The program outpost plays more.`,
      ),
    twice: (name: string) => msg(str`“${name}” is given twice.`),
    experiment: (value: string) => msg(str`“experiment” must be growth or players, not “${value.slice(0, 40)}”.`),
    unknown: (name: string, value: string, known: string[]) =>
      msg(str`“${name}” has “${value.slice(0, 40)}”, which is none of ${series(known)}.`),
    oneOpponent: () => msg('“against” takes one opponent.'),
    parameter: (name: string, value: string, least: number, most: number) =>
      msg(
        str`“${name}” must be a whole number from ${number.format(least)} to ${number.format(most)}, not “${value.slice(0, 40)}”.`,
      ),
    nodesOrMs: () => msg('Either “nodes” or “ms” can be given, not both.'),
    parameterUnknown: (name: string) => msg(str`There is no parameter “${name.slice(0, 40)}”.`),
  },
  state: {
    starting: () => msg('Starting engines…'),
    running: (done: number, total: number) => msg(str`${number.format(done)} of ${number.format(total)} games played.`),
    paused: () => msg('Paused while this tab is hidden.'),
    stopped: (done: number, total: number) =>
      msg(
        str`Stopped: ${number.format(done)} of ${number.format(total)} games are played. Games in progress start over.`,
      ),
    done: (total: number) => msg(str`All ${number.format(total)} games are played.`),
    failed: (why: string) => msg(str`The Lab stopped: ${why}`),
    waiting: () => msg('Waits for the run before it.'),
  },
  elsewhere: () => msg('The Lab runs in another tab of this browser. Stop it there first.'),
  timeLeft: (time: string) => msg(str`About ${time} left.`),
  crashed: (game: number, why: string) => msg(str`The engine crashed in game ${game} (${why}). The game starts over.`),
  lost: (games: number[]) =>
    plural(
      games.length,
      msg(
        str`one {Game ${list.format(games.map(String))} was lost to engine crashes and is not counted.} other {Games ${list.format(games.map(String))} were lost to engine crashes and are not counted.}`,
      ),
    ),
  lostWhy: (game: number, why: string) => msg(str`Game ${game} was lost: ${why}`),
  notKept: (why: string) =>
    msg(str`This browser does not keep the games (${why}). New games are lost on reload: download them first.`),
  leaving: () => msg('You can use the other pages meanwhile. They share this device’s cores with the Lab.'),
  results: () => msg('Results'),
  ofRun: (games: number, total: number) => msg(str`${number.format(games)} of ${number.format(total)} games`),
  nothingYet: () => msg('Curves appear with the first finished games.'),
  machine: (lanes: number | null, budget: string) =>
    sentences(
      msg(str`Measured in this browser, ${budget} a decision.`),
      lanes !== null &&
        plural(lanes, msg('one {# game at once, with 1 thread.} other {# games at once, with 1 thread each.}')),
    ),
  budgetText: (budget: { nodes: number } | { ms: number }) =>
    'nodes' in budget
      ? plural(budget.nodes, msg('one {# node} other {# nodes}'))
      : msg(str`${number.format(budget.ms)} ms`),
  setupText: (parts: { kind: string; budget: string; turns: number | null; seed: number }) =>
    msg(
      str`${parts.kind}, ${parts.budget} a decision, ${parts.turns === null ? msg('no turn limit') : plural(parts.turns, msg('one {at most # turn} other {at most # turns}'))}, seed ${parts.seed}`,
    ),
  growthKind: (policies: string[], against: string) =>
    msg(str`hsuc sensing by ${list.format(policies)} against ${against}`),
  playersKind: (players: string[]) => list.format(players),
  charts: {
    growth: (against: string) => msg(str`Possible boards after each sense, against ${against}`),
    growthX: () => msg('turn of the player that senses'),
    growthY: () => msg('mean of log10 (boards); hollow: at least'),
    decay: (against: string) => msg(str`Share of boards ruled out by a sense, against ${against}`),
    decayY: () => msg('mean g = 1 − after / before, %'),
    elo: () => msg('Elo over games'),
    eloY: (anchored: boolean) => (anchored ? msg('Elo, random = 0') : msg('Elo, mean = 0')),
    score: (first: string, second: string) => msg(str`Score of ${first} against ${second}`),
    scoreY: () => msg('score, %'),
    gamesX: () => msg('games counted'),
    band: () => msg('Shaded: 95 % interval.'),
    cut: () => msg('Some go on beyond the chart.'),
    table: () => msg('The curves as a table'),
    caption: (title: string) => msg(str`${title}; 95 % intervals in brackets`),
    label: (title: string, series: string[]) =>
      msg(str`${title}: lines for ${list.format(series)}. The table below has the values.`),
  },
  estimate: (value: string, low: string, high: string, atLeast = false) =>
    msg(str`${(atLeast ? '>' : '') + value} (${low} to ${high})`),
  games: (games: number) => plural(games, msg('one {# game.} other {# games.}')),
  inGames: (cell: string, games: number) => series([cell, plural(games, msg('one {# game} other {# games}'))]),
  intervals: {
    growth: () =>
      msg(
        'Intervals are 95 %: percentile bootstrap over games. A set beyond 200,000 boards counts as 200,000, and its mean is marked > (hollow in the chart). Games that ended before a turn are not in its mean; turns reached by fewer than five games are only in the files.',
      ),
    players: () =>
      msg(
        'Scores have Wilson’s 95 % intervals, a draw being half a point. Elo is by the model of Bradley and Terry, with one extra drawn game for each pair; its intervals are 1.96 standard errors.',
      ),
  },
  decayTable: () =>
    msg('Share of boards that a sense rules out (g), over all senses with more than one board possible before'),
  decayColumns: {
    sense: () => msg('Sense'),
    games: () => msg('Games'),
    senses: () => msg('Senses'),
    mean: () => msg('Mean g, %'),
    median: () => msg('Median g, %'),
    pooled: () => msg('Pooled g, %'),
  },
  ratingTable: () => msg('Players, best first'),
  ratingColumns: {
    player: () => msg('Player'),
    games: () => msg('Games'),
    points: () => msg('Points'),
    score: () => msg('Score, %'),
    elo: () => msg('Elo'),
  },
  pairsTable: () => msg('Points of each pair'),
  ofGames: (points: number, games: number) => msg(str`${number.format(points)} of ${number.format(games)} points`),
  ofSenses: (games: number, senses: number) =>
    msg(
      str`${plural(games, msg('one {# game} other {# games}'))}, ${plural(senses, msg('one {# sense} other {# senses}'))}`,
    ),
  interval: (low: string, high: string) => msg(str`${low} to ${high}`),
  pairCell: (points: number, games: number) => msg(str`${number.format(points)} of ${number.format(games)}`),
  turn: () => msg('Turn'),
  gamesColumn: () => msg('Games'),
  downloads: () => msg('Download'),
  files: {
    growth: () => msg('Growth (CSV)'),
    decay: () => msg('Decay (CSV)'),
    senses: () => msg('All senses (CSV)'),
    rating: () => msg('Ratings (CSV)'),
    pairs: () => msg('Pairs (CSV)'),
    games: () => msg('Games (CSV)'),
    records: () => msg('Game records (JSONL)'),
  } as Record<string, () => string>,
  recordsHelp: () => msg('Check and measure the records with “outpost verify” and “outpost stats”.'),
  analyse: () => msg('Open in Analyse'),
  saveSvg: () => msg('Save as SVG'),
  savePng: () => msg('Save as PNG'),
  noImage: (why: string) => msg(str`The image could not be created: ${why}`),
  rights: () => msg('Chart made with Outpost'),
  toResults: () => msg('See the results'),
  link: () => msg('Link to this set-up and seed'),
  copy: () => msg('Copy link'),
  copied: () => msg('Link copied.'),
  notCopied: () => msg('The browser blocked copying: select the link and copy it by hand.'),
  compare: () => msg('Comparison with the native program'),
  compareGrowth: () => msg('Mean of log10 (boards after the sense) by turn: here, and by the native program.'),
  policyTurn: (policy: string, turn: number) => msg(str`${policy}, turn ${turn}`),
  gamesHereAndThere: (here: number, there: number) =>
    plural(there, msg(str`one {${number.format(here)} and # game} other {${number.format(here)} and # games}`)),
  here: () => msg('Here'),
  program: () => msg('Program'),
  elsewhereCell: '–',
  comparable: () =>
    msg('The set-up is the program’s, so figures should agree within their intervals. Seeds, and so games, differ.'),
  notComparableGrowth: () =>
    msg(
      'The program’s games were against random, with 2,000 nodes a decision and at most 25 turns: another set-up gives other figures.',
    ),
  notComparableDecay: () =>
    msg(
      'The program’s figures are of 100 games with 2,000 nodes and no turn limit: another set-up gives other figures.',
    ),
  notComparableRating: () =>
    msg(
      'The program gave each player 8,000 nodes a decision, against eight others: ratings depend on opponents and nodes.',
    ),
  overlap: (agree: number, all: number) =>
    plural(
      all,
      msg(
        str`one {${number.format(agree)} of # interval overlaps with the program’s.} other {${number.format(agree)} of # intervals overlap with the program’s.}`,
      ),
    ),
  source: {
    growth: () => msg('After Figures 5 and 6 of Guo et al., 2020, a paper that its publisher retracted in 2023.'),
    players: () => msg('Round robin: scores and ratings with their uncertainty.'),
  },
  about: () => msg('Claims and the native program’s findings'),
  aboutGrowth: {
    paper: () => msg('The paper'),
    paperText: () =>
      msg(
        'Guo, Wang, Qi, Qian and Zhang, “Heuristic Sensing: An Uncertainty Exploration Method in Imperfect Information Games”, Complexity 2020, article 8815770. Figure 5: without senses the number of boards grows without bound, random senses slow that down, HSUC keeps it small. Figure 6: the decay of HSUC is at least 90 % against random, and above StrangeFish’s. The paper says that StrangeFish senses where it expects a move (here: likely move); its published code does not (here: StrangeFish).',
      ),
    retracted: () =>
      msg(
        'Its publisher retracted the paper in 2023: its figures are claims to be tested, and nothing else rests on them.',
      ),
    program: () => msg('The native program (docs/experiments.md)'),
    programText: () =>
      msg(
        'The order none > random > HSUC is as published; HSUC and likely-move cannot be told apart: their intervals overlap at nearly every turn. The claimed 90 % holds for the pooled average (92.7), is met by the median (90.0) and does not hold for the mean: 83.7 % against random.',
      ),
    how: () => msg('How it compares'),
    howText: () =>
      msg(
        'The rules, agents, averages and intervals are the program’s. The player that senses is hsuc with each sensing policy in turn, with alternating colours; its exact set is computed from the record of each finished game.',
      ),
  },
  aboutPlayers: {
    paper: () => msg('The paper'),
    paperText: () =>
      msg(
        'This experiment repeats no published figure. Guo et al. (Complexity 2020, article 8815770) rank players by the sizes of their sets, not by results.',
      ),
    retracted: () => msg('Its publisher retracted that paper in 2023.'),
    program: () => msg('The native program (docs/experiments.md)'),
    programText: () => {
      const ratings = Object.entries(AGENT_RATINGS).map(
        ([name, { elo }]) => `${agentWords.agent(name)} ${number.format(elo)}`,
      );
      return msg(str`A tournament at 8,000 nodes a decision: ${ratings.join(', ')}.`);
    },
    how: () => msg('How it compares'),
    howText: () =>
      msg(
        'The ratings are computed as the program computes them. With equal nodes, players that need more time per node do better than at equal time.',
      ),
  },
  finished: () => msg('The Lab has played all its games.'),
  ready: () => msg('No games yet.'),
});
