import { list, number, plural } from '../ui/format';

export const labWords = {
  nav: 'Lab',
  title: 'Lab',
  lead: 'Measure again what papers claim: games between agents, played in this browser.',
  experimentLabel: 'Experiment',
  experiments: { growth: 'What sensing is worth', players: 'Agents against each other' },
  setup: 'Set-up',
  names: {
    games: 'Games',
    nodes: 'Nodes for each decision',
    ms: 'Milliseconds for each decision',
    turns: 'Turns at most',
    seed: 'Seed',
  },
  policies: 'Ways to sense, all of the agent HSUC',
  policy: {
    none: ['None', 'Never senses.'],
    random: ['Random', 'Any square, with the same chance.'],
    'likely-move': ['Likely move', 'Where likely moves of the opponent make the most difference (StrangeFish, 2019).'],
    hsuc: ['HSUC', 'Leaves the fewest boards in the worst case.'],
    guarded: ['Guarded', 'HSUC, weighed against danger to the own king.'],
    'expected-size': ['Expected size', 'Leaves the fewest boards on average.'],
    entropy: ['Entropy', 'Tells the most bits.'],
    weighted: ['Weighted', 'Leaves the least on average, likely boards counting more.'],
    outcome: ['Outcome', 'After which the best request is worth most.'],
  } as Record<string, [string, string]>,
  players: 'Players',
  sensingPlayers: 'HSUC, sensing in another way',
  sensingPlayer: (policy: string) => `hsuc+${policy}`,
  against: 'Opponent',
  gamesOfEach: { growth: 'Games of each way', players: 'Games of each pair' },
  budget: 'Each decision has',
  budgets: { nodes: 'nodes', ms: 'ms' },
  turnsHelp: 'Empty: no limit',
  lanes: 'Games at a time',
  lanesHelp: (cores: number) =>
    `Each in an engine of its own with one thread; this browser says that it has ${plural(cores, 'core', 'cores')}. It is no part of the set-up.`,
  background: 'Go on while this tab is hidden',
  total: (games: number) => `${plural(games, 'game', 'games')} in all, colours in turn.`,
  repeatable:
    'Repeatable: the same set-up, seed and version of Outpost give the same games on any device, however many are played at a time.',
  notRepeatable:
    'Not repeatable: decisions are given time, so that the games depend on this device and on what else it does. Only random and attacker play the same game again.',
  start: 'Start',
  stop: 'Stop',
  goOn: 'Go on',
  again: 'Play them again',
  replaceTitle: 'Replace the games of the last run?',
  replaceText: (games: number) =>
    `A new start removes the ${plural(games, 'game', 'games')} below. Download first what you want to keep.`,
  replace: 'Replace them',
  clear: 'Remove the games',
  problems: {
    title: 'This set-up cannot be played',
    linkTitle: 'This link’s set-up cannot be used as it is',
    linkText: 'The form shows what could be read of it.',
    number: (name: string, least: number, most: number) =>
      `${name}: a whole number from ${number.format(least)} to ${number.format(most)}.`,
    noPolicy: 'Choose at least one way to sense.',
    twoPlayers: 'Choose at least two players.',
    manyPlayers: (most: number) => `Choose at most ${most} players.`,
    manyGames: (games: number, most: number) =>
      `These are ${number.format(games)} games: at most ${number.format(most)} can be kept in a browser. The program outpost plays more.`,
    twice: (name: string) => `“${name}” is there twice.`,
    experiment: (value: string) => `“experiment” must be growth or players, not “${value.slice(0, 40)}”.`,
    unknown: (name: string, value: string, known: string[]) =>
      `“${name}” has “${value.slice(0, 40)}”, which is none of ${known.join(', ')}.`,
    oneOpponent: '“against” takes one opponent.',
    parameter: (name: string, value: string, least: number, most: number) =>
      `“${name}” must be a whole number from ${number.format(least)} to ${number.format(most)}, not “${value.slice(0, 40)}”.`,
    nodesOrMs: 'Either “nodes” or “ms” can be given, not both.',
    parameterUnknown: (name: string) => `There is no parameter “${name.slice(0, 40)}”.`,
  },
  state: {
    starting: 'Starting engines…',
    running: (done: number, total: number) => `${number.format(done)} of ${number.format(total)} games played.`,
    paused: 'Paused while this tab is hidden.',
    stopped: (done: number, total: number) =>
      `Stopped: ${number.format(done)} of ${number.format(total)} games are played. Games that were under way begin anew.`,
    done: (total: number) => `All ${number.format(total)} games are played.`,
    failed: (why: string) => `The Lab stopped: ${why}`,
    elsewhere: 'The Lab runs in another tab of this browser. Stop it there first.',
  },
  timeLeft: (time: string) => `About ${time} left.`,
  crashed: (game: number, why: string) =>
    `The engine crashed in game ${game} (${why}). The game is played from its start again.`,
  lost: (games: number[]) =>
    `${games.length === 1 ? `Game ${games[0]} is` : `Games ${list.format(games.map(String))} are`} lost to crashes of the engine and not counted.`,
  lostWhy: (game: number, why: string) => `Game ${game} is lost: ${why}`,
  notKept: (why: string) =>
    `This browser does not keep the games (${why}). Those played from now on are gone after a reload: download them first.`,
  leaving: 'You can use the other pages meanwhile. Games against the engine and the Lab share this device’s cores.',
  results: 'Results',
  ofRun: (games: number, total: number) => `${number.format(games)} of ${number.format(total)} games`,
  nothingYet: 'Curves appear with the first finished games.',
  machine: (lanes: number | null, budget: string) =>
    `Measured in this browser, ${budget} a decision${lanes === null ? '' : `, ${plural(lanes, 'game', 'games')} at a time with 1 thread each`}.`,
  budgetText: (budget: { nodes: number } | { ms: number }) =>
    'nodes' in budget ? plural(budget.nodes, 'node', 'nodes') : `${number.format(budget.ms)} ms`,
  setupText: (parts: { kind: string; budget: string; turns: number | null; seed: number }) =>
    `${parts.kind}, ${parts.budget} a decision, ${parts.turns === null ? 'no limit of turns' : `at most ${plural(parts.turns, 'turn', 'turns')}`}, seed ${parts.seed}`,
  growthKind: (policies: string[], against: string) => `hsuc sensing by ${list.format(policies)} against ${against}`,
  playersKind: (players: string[]) => list.format(players),
  charts: {
    growth: (against: string) => `Possible boards after each sense, against ${against}`,
    growthX: 'turn of the player that senses',
    growthY: 'mean of log10 (boards); hollow: at least',
    decay: (against: string) => `Share of boards ruled out by a sense, against ${against}`,
    decayY: 'mean g = 1 − after / before, %',
    elo: 'Elo over games',
    eloY: (anchored: boolean) => (anchored ? 'Elo, random = 0' : 'Elo, mean = 0'),
    score: (first: string, second: string) => `Score of ${first} against ${second}`,
    scoreY: 'score, %',
    gamesX: 'games counted',
    band: 'Shaded: 95 % interval.',
    table: 'The curves as a table',
    caption: (title: string) => `${title}; 95 % intervals in brackets`,
    label: (title: string, series: string[]) =>
      `${title}: lines for ${list.format(series)}. The table below has the values.`,
  },
  estimate: (value: string, low: string, high: string, atLeast = false) =>
    `${atLeast ? '>' : ''}${value} (${low} to ${high})`,
  inGames: (cell: string, games: number) => `${cell}, ${plural(games, 'game', 'games')}`,
  intervals: {
    growth:
      'Intervals are 95 %: percentile bootstrap over games. A set beyond 200,000 boards counts as 200,000, and its mean is marked > (hollow in the chart). Games that ended before a turn are not in its mean; turns that fewer than five games came to are only in the files.',
    players:
      'Scores have Wilson’s 95 % intervals, a draw being half a point. Elo is by the model of Bradley and Terry, each pair with one drawn game more; its intervals are 1.96 standard errors.',
  },
  decayTable:
    'Share of boards that a sense rules out (g), over all senses before which more than one board was possible',
  decayColumns: {
    sense: 'Sense',
    games: 'Games',
    senses: 'Senses',
    mean: 'Mean g, %',
    median: 'Median g, %',
    pooled: 'Pooled g, %',
  },
  ratingTable: 'Players, best first',
  ratingColumns: { player: 'Player', games: 'Games', points: 'Points', score: 'Score, %', elo: 'Elo' },
  pairsTable: 'Points of each pair',
  pairCell: (points: number, games: number) => `${number.format(points)} of ${number.format(games)}`,
  turn: 'Turn',
  gamesColumn: 'Games',
  downloads: 'Download',
  files: {
    growth: 'Growth (CSV)',
    decay: 'Decay (CSV)',
    senses: 'All senses (CSV)',
    rating: 'Ratings (CSV)',
    pairs: 'Pairs (CSV)',
    games: 'Games (CSV)',
    records: 'Game records (JSONL)',
  } as Record<string, string>,
  recordsHelp:
    'Drop the records on this page to look at the games; check and measure them with “outpost verify” and “outpost stats”.',
  link: 'Link to this set-up and seed',
  copy: 'Copy the link',
  copied: 'The link is copied.',
  notCopied: 'The browser does not let the page copy: select the link and copy it by hand.',
  compare: 'Beside the native program',
  compareGrowth: 'Mean of log10 (boards after the sense) by turn: here, and as the native program measured it.',
  policyTurn: (policy: string, turn: number) => `${policy}, turn ${turn}`,
  here: 'Here',
  program: 'Program',
  elsewhereCell: '–',
  comparable:
    'The set-up is the program’s: the figures should agree within their intervals. The seeds are not the same, so that the games are others.',
  notComparableGrowth:
    'The program’s games were against random, with 2,000 nodes a decision and at most 25 turns: with another set-up other figures are to be expected.',
  notComparableDecay:
    'The program’s figures are of 100 games with 2,000 nodes and no limit of turns: with another set-up others are to be expected.',
  notComparableRating:
    'The program gave each player 50 ms a turn on another machine, against six others: who plays whom and for how long changes ratings.',
  overlap: (agree: number, all: number) =>
    `${number.format(agree)} of ${plural(all, 'interval', 'intervals')} overlap with the program’s.`,
  source: {
    growth: 'After Figures 5 and 6 of Guo et al., 2020, a paper that its publisher retracted in 2023.',
    players: 'Everybody against everybody: scores and ratings with their uncertainty.',
  },
  about: 'What was claimed, and what the native program found',
  aboutGrowth: {
    paper: 'The paper',
    paperText:
      'Guo, Wang, Qi, Qian and Zhang, “Heuristic Sensing: An Uncertainty Exploration Method in Imperfect Information Games”, Complexity 2020, article 8815770. Figure 5: without senses the number of boards grows without bound, random senses slow that down, HSUC keeps it small. Figure 6: the decay of HSUC is at least 90 % against random, and above likely-move’s.',
    retracted:
      'Its publisher retracted the paper in 2023: its figures are claims to be tested, and nothing else rests on them.',
    program: 'The native program (docs/experiments.md)',
    programText:
      'The order none > random > HSUC is as published; HSUC and likely-move cannot be told apart: their intervals overlap at nearly every turn. The 90 % hold for the pooled average (92.7), are met by the median (90.0) and do not hold for the mean: 83.7 % against random.',
    how: 'How it compares',
    howText:
      'The rules, agents, averages and intervals are the program’s. The player that senses is hsuc with each way to sense in turn, colours in turn; its exact set is followed through the record of each finished game.',
  },
  aboutPlayers: {
    paper: 'The paper',
    paperText:
      'No figure of a paper stands behind this one. The ranking that Guo et al. (Complexity 2020, article 8815770) give of players is by their sets, not by results.',
    retracted: 'Its publisher retracted that paper in 2023.',
    program: 'The native program (docs/experiments.md)',
    programText:
      'A tournament of 2,100 games at 50 ms a turn: piecewise-grid 1,191 (1,070 to 1,313), hsuc 1,106 (987 to 1,224), a-bot 770 (659 to 880), perfect-memory 687 (578 to 796), trout 616 (508 to 725), attacker 521 (413 to 628), random 0.',
    how: 'How it compares',
    howText:
      'The ratings are computed as the program computes them. With equal nodes, players that need more time for each of them are better off than at equal time.',
  },
  finished: 'The Lab has played all its games.',
  ready: 'Nothing is played yet.',
};
