import { msg, str } from '@lit/localize';
import type { Color, EvaluatorName, PieceLetter } from 'outpost';
import { colors, pieceName } from '../board/words';
import type { Assistance } from '../record/assistance';
import { number, plural } from '../ui/format';
import { words } from '../ui/texts';

export const newGameWords = words({
  title: () => msg('New game'),
  lead: () => msg('You see only your own pieces. Each turn, look at one 3×3 window, then move.'),
  opponent: () => msg('Opponent'),
  twoPeople: () => msg('Two people on this device'),
  twoPeopleText: () => msg('You pass the device from hand to hand; a screen between turns keeps each board secret.'),
  loadingAgents: () => msg('The opponents are getting ready…'),
  color: () => msg('Your colour'),
  random: () => msg('Random'),
  clock: () => msg('Clock'),
  clockNone: () => msg('None'),
  clockStandard: () => msg('15 min + 5 s'),
  clockOwn: () => msg('Own'),
  clockRule: () => msg('You lose when your clock reaches zero. The increment is added after each turn.'),
  minutes: () => msg('Minutes'),
  increment: () => msg('Seconds a turn'),
  evaluator: () => msg('Moves rated by'),
  evaluators: {
    'built-in': () => msg('the built-in search'),
    stockfish: () => msg('Stockfish (1.8 MB)'),
  } satisfies Record<EvaluatorName, () => string>,
  withoutStockfish: (why: string) => msg(str`Stockfish could not be loaded, so the built-in search plays: ${why}`),
  thinking: () => msg('It thinks for up to'),
  thinkingOptions: (ms: number) => `${number.format(ms / 1000)} s`,
  assistance: () => msg('Assistance'),
  assist: {
    none: (): [string, string] => [msg('None'), msg('You remember and deduce by yourself.')],
    markers: (): [string, string] => [msg('Own markers'), msg('Put ghost pieces where you think they are.')],
    tracking: (): [string, string] => [
      msg('Tracking'),
      msg('Shows where the opponent’s pieces may be, and how likely.'),
    ],
    hints: (): [string, string] => [
      msg('Hints'),
      msg('Tracking, how much each sense would tell you, and how good each move is.'),
    ],
  } as Record<Assistance, () => [string, string]>,
  start: () => msg('Start the game'),
  starting: () => msg('Starting…'),
  resumeTitle: () => msg('A game is waiting for you'),
  resume: () => msg('Go on with it'),
  discard: () => msg('Discard it'),
  resumeText: (opponent: string, move: number, when: string | null) =>
    msg(str`${opponent}, turn ${move}${when === null ? '' : `, ${when}`}`),
  openElsewhere: () => msg('This game is open in another tab.'),
  useHere: () => msg('Use it here'),
  gone: () => msg('This game is no longer kept: it was ended, discarded or replaced in another tab.'),
  unusable: () => msg('A game was left here, but what is stored of it cannot be read.'),
  resumeLater: () => msg('The unfinished game is kept. Go on with it once the engine runs.'),
  replaceTitle: () => msg('You have an unfinished game'),
  replaceText: (game: string) => msg(str`${game}. Only one game is kept: a new one takes its place.`),
  replaceYes: () => msg('Start the new game'),
  resumeFailed: (why: string) => msg(str`The unfinished game could not be opened: ${why}`),
  ownPlayers: { white: () => msg('White'), black: () => msg('Black') },
  /** The person, as they are named in their own games. */
  you: () => msg('You'),
  clockInvalid: () => msg('The clock needs from 0.5 to 180 minutes, and from 0 to 60 seconds a turn.'),
});

export const opponentNetworkWords = words({
  note: {
    loading: () => msg('Loading the network that Siamese asks how likely boards are…'),
    failed: (why: string) =>
      msg(str`Siamese plays without its network, so every possible board counts as much as any other to it: ${why}`),
    cancel: () => msg('Play without it'),
  },
});

export const storageWords = words({
  cannot: () =>
    msg('This browser does not let the page keep anything: the game will be lost when the page is closed or reloaded.'),
  silent: () =>
    msg(
      'The browser’s storage does not answer just now. A game that you left cannot be looked for, and one that is played now lasts as long as this page. Reload the page to try again: nothing was deleted.',
    ),
  earlier: (turn: number) =>
    msg(
      str`The browser does not keep this game any more, as when its storage is full. When the page is closed or reloaded, the game goes on from turn ${turn}, where it was kept last.`,
    ),
  elsewhere: () =>
    msg(
      'Another game is being played in another tab, and only one is kept: this one will be lost when the page is closed or reloaded.',
    ),
});

export const handoverWords = words({
  title: (color: Color) => msg(str`${colors[color]}’s turn`),
  text: (color: Color) =>
    msg(str`Give the device to ${colors[color]}. The board is hidden until ${colors[color]} is ready.`),
  ready: (color: Color) => msg(str`I am ${colors[color]}: show my board`),
  done: (color: Color) => msg(str`Hand over to ${colors[color]}`),
});

export const markerWords = words({
  title: () => msg('Markers'),
  help: () => msg('Choose a piece, then the squares. What you sense corrects them.'),
  pick: (piece: PieceLetter) => msg(str`Mark ${pieceName(piece)}`),
  erase: () => msg('Take markers off'),
  clear: () => msg('Clear all'),
  placing: () => msg('Click the squares where you think it is. Click again to take it off.'),
  erasing: () => msg('Click the markers to take off.'),
  done: () => msg('Done'),
  corrected: (n: number) =>
    msg(str`${plural(n, msg('one {# marker} other {# markers}'))} taken off: what you saw was otherwise.`),
});

export const clockWords = words({
  clock: (who: string, low: boolean) =>
    `${who === newGameWords.you ? msg('Your clock') : msg(str`${who}’s clock`)}${low ? msg(', low on time') : ''}`,
  lowTime: () => msg('Low on time'),
  timeLeft: (seconds: number) =>
    msg(str`${plural(seconds, msg('one {# second} other {# seconds}'))} left on your clock.`),
  noClock: () => msg('no clock'),
});

export const endWords = words({
  notInLibrary: (why: string) =>
    msg(str`This game is not in the library: ${why} It is still kept, and goes there when it is opened again.`),
  rematch: () => msg('Rematch'),
  newGame: () => msg('New game'),
  save: () => msg('Save the record'),
  assistance: (name: string, byNetwork: boolean) =>
    msg(str`Played with assistance: ${name.toLowerCase()}${byNetwork ? msg(', boards weighed by the network') : ''}.`),
  loading: () => msg('Revealing the true board…'),
});
