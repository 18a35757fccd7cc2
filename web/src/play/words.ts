import type { Color, EvaluatorName, PieceLetter } from 'outpost';
import { colors, pieceName } from '../board/words';
import type { Assistance } from '../record/assistance';
import { number, plural } from '../ui/format';

/** The person, as they are named in their own games. */
export const YOU = 'You';

export const newGameWords = {
  title: 'New game',
  lead: 'You see only your own pieces. Each turn, look at one 3×3 window, then move.',
  opponent: 'Opponent',
  twoPeople: 'Two people on this device',
  twoPeopleText: 'You pass the device from hand to hand; a screen between turns keeps each board secret.',
  loadingAgents: 'The opponents are getting ready…',
  color: 'Your colour',
  random: 'Random',
  clock: 'Clock',
  clockNone: 'None',
  clockStandard: '15 min + 5 s',
  clockOwn: 'Own',
  clockRule: 'You lose when your clock reaches zero. The increment is added after each turn.',
  minutes: 'Minutes',
  increment: 'Seconds a turn',
  evaluator: 'Moves rated by',
  evaluators: { 'built-in': 'the built-in search', stockfish: 'Stockfish (1.8 MB)' } satisfies Record<
    EvaluatorName,
    string
  >,
  withoutStockfish: (why: string) => `Stockfish could not be loaded, so the built-in search plays: ${why}`,
  thinking: 'It thinks for up to',
  thinkingOptions: (ms: number) => `${number.format(ms / 1000)} s`,
  assistance: 'Assistance',
  assist: {
    none: ['None', 'You remember and deduce by yourself.'],
    markers: ['Own markers', 'Put ghost pieces where you think they are.'],
    tracking: ['Tracking', 'Shows where the opponent’s pieces may be, and how likely.'],
    hints: ['Hints', 'Tracking, how much each sense would tell you, and how good each move is.'],
  } as Record<Assistance, [string, string]>,
  start: 'Start the game',
  starting: 'Starting…',
  resumeTitle: 'A game is waiting for you',
  resume: 'Go on with it',
  discard: 'Discard it',
  resumeText: (opponent: string, move: number, when: string | null) =>
    `${opponent}, turn ${move}${when === null ? '' : `, ${when}`}`,
  openElsewhere: 'This game is open in another tab.',
  useHere: 'Use it here',
  gone: 'This game is no longer kept: it was ended, discarded or replaced in another tab.',
  unusable: 'A game was left here, but what is stored of it cannot be read.',
  resumeLater: 'The unfinished game is kept. Go on with it once the engine runs.',
  replaceTitle: 'You have an unfinished game',
  replaceText: (game: string) => `${game}. Only one game is kept: a new one takes its place.`,
  replaceYes: 'Start the new game',
  resumeFailed: (why: string) => `The unfinished game could not be opened: ${why}`,
  ownPlayers: { white: 'White', black: 'Black' },
  you: YOU,
  clockInvalid: 'The clock needs from 0.5 to 180 minutes, and from 0 to 60 seconds a turn.',
};

export const opponentNetworkWords = {
  note: {
    loading: 'Loading the network that Siamese asks how likely boards are…',
    failed: (why: string) =>
      `Siamese plays without its network, so every possible board counts as much as any other to it: ${why}`,
    cancel: 'Play without it',
  },
};

export const storageWords = {
  cannot:
    'This browser does not let the page keep anything: the game will be lost when the page is closed or reloaded.',
  silent:
    'The browser’s storage does not answer just now. A game that you left cannot be looked for, and one that is played now lasts as long as this page. Reload the page to try again: nothing was deleted.',
  earlier: (turn: number) =>
    `The browser does not keep this game any more, as when its storage is full. When the page is closed or reloaded, the game goes on from turn ${turn}, where it was kept last.`,
  elsewhere:
    'Another game is being played in another tab, and only one is kept: this one will be lost when the page is closed or reloaded.',
};

export const handoverWords = {
  title: (color: Color) => `${colors[color]}’s turn`,
  text: (color: Color) => `Give the device to ${colors[color]}. The board is hidden until ${colors[color]} is ready.`,
  ready: (color: Color) => `I am ${colors[color]}: show my board`,
  done: (color: Color) => `Hand over to ${colors[color]}`,
};

export const markerWords = {
  title: 'Markers',
  help: 'Choose a piece, then the squares. What you sense corrects them.',
  pick: (piece: PieceLetter) => `Mark ${pieceName(piece)}`,
  erase: 'Take markers off',
  clear: 'Clear all',
  placing: 'Click the squares where you think it is. Click again to take it off.',
  erasing: 'Click the markers to take off.',
  done: 'Done',
  corrected: (n: number) => `${plural(n, 'marker', 'markers')} taken off: what you saw was otherwise.`,
};

export const clockWords = {
  clock: (who: string, low: boolean) => `${who === YOU ? 'Your' : `${who}’s`} clock${low ? ', low on time' : ''}`,
  lowTime: 'Low on time',
  timeLeft: (seconds: number) => `${plural(seconds, 'second', 'seconds')} left on your clock.`,
  noClock: 'no clock',
};

export const endWords = {
  notInLibrary: (why: string) =>
    `This game is not in the library: ${why} It is still kept, and goes there when it is opened again.`,
  rematch: 'Rematch',
  newGame: 'New game',
  save: 'Save the record',
  assistance: (name: string, byNetwork: boolean) =>
    `Played with assistance: ${name.toLowerCase()}${byNetwork ? ', boards weighed by the network' : ''}.`,
  loading: 'Revealing the true board…',
};
