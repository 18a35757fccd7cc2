import { msg, str } from '@lit/localize';
import type { Color, EvaluatorName, PieceLetter } from 'outpost-rbc';
import { colors, pieceName } from '../board/words';
import type { Assistance } from '../record/assistance';
import { number, plural } from '../ui/format';
import { words } from '../ui/texts';
import type { Tip } from './first-steps';

export const startWords = words({
  game: () => msg('Reconnaissance Blind Chess'),
  title: () => msg('Chess with hidden pieces'),
  lead: () => msg('You see only your own pieces. Look at one 3×3 window, then move. Capture the king.'),
  more: () => msg('More of Outpost'),
  pages: { learn: () => msg('Learn'), train: () => msg('Train'), analyse: () => msg('Analyse'), lab: () => msg('Lab') },
  links: {
    learn: () => msg('Short lessons.'),
    train: () => msg('Puzzles at your level.'),
    analyse: () => msg('What each side knew.'),
    lab: () => msg('Bots play each other.'),
  },
});

export const newGameWords = words({
  title: () => msg('New game'),
  last: (result: string) => msg(str`Last game: ${result}`),
  play: () => msg('Play', { id: 'play-start' }),
  opponent: () => msg('Opponent'),
  level: () => msg('Level'),
  adaptive: () => msg('Around my strength'),
  adaptiveText: (level: number | null) =>
    level === null
      ? msg('The level nearest to your rating.')
      : msg(str`The level nearest to your rating: now level ${number.format(level)}.`),
  moreOpponents: () => msg('More opponents'),
  moreText: () => msg('Our own player, and players from reconchess and research papers.'),
  about: () => msg('About them'),
  twoPeople: () => msg('Two people on this device'),
  twoPeopleText: () => msg('Pass the device back and forth; a screen between turns hides each board.'),
  loadingAgents: () => msg('Loading opponents…'),
  color: () => msg('Colour', { id: 'side-colour' }),
  random: () => msg('Random', { id: 'random-colour' }),
  clock: () => msg('Clock'),
  clocks: {
    none: () => msg('None', { id: 'no-clock' }),
    standard: () => msg('15 min + 5 s'),
    own: () => msg('Custom'),
  },
  clockRule: () => msg('You lose when your clock reaches zero. The increment is added after each turn.'),
  minutes: () => msg('Minutes'),
  increment: () => msg('Increment (seconds)'),
  evaluator: () => msg('Rates moves by'),
  evaluators: {
    'built-in': () => msg('the built-in search'),
    stockfish: () => msg('Stockfish (1.8 MB)'),
  } satisfies Record<EvaluatorName, () => string>,
  withoutStockfish: (why: string) => msg(str`Stockfish could not be loaded, so the built-in search plays: ${why}`),
  thinking: () => msg('It thinks at most'),
  thinkingOptions: (ms: number) => `${number.format(ms / 1000)} s`,
  assistance: () => msg('Assistance'),
  assist: {
    none: (): [string, string] => [msg('None', { id: 'no-assistance' }), msg('You remember and deduce on your own.')],
    markers: (): [string, string] => [
      msg('Own markers'),
      msg('Place ghost pieces where you think the opponent’s are.'),
    ],
    tracking: (): [string, string] => [
      msg('Tracking'),
      msg('Shows where the opponent’s pieces may be, and how likely.'),
    ],
    hints: (): [string, string] => [msg('Hints'), msg('Tracking, plus the value of every sense and move. Not rated.')],
  } as Record<Assistance, () => [string, string]>,
  starting: () => msg('Starting…'),
  resumeTitle: () => msg('Continue your game'),
  resume: () => msg('Continue'),
  discard: () => msg('Discard'),
  resumeText: (opponent: string, move: number, when: string | null) =>
    when === null ? msg(str`${opponent}, turn ${move}`) : msg(str`${opponent}, turn ${move}, ${when}`),
  openElsewhere: () => msg('This game is open in another tab.'),
  useHere: () => msg('Play here'),
  gone: () => msg('This game is gone: it was ended, discarded or replaced in another tab.'),
  unusable: () => msg('An unfinished game is stored here, but it cannot be read.'),
  resumeLater: () => msg('The unfinished game is saved. Resume it once the engine runs.'),
  replaceTitle: () => msg('You have an unfinished game'),
  replaceText: (game: string) => msg(str`${game}. Only one game is kept: a new one replaces it.`),
  replaceYes: () => msg('Start the new game'),
  resumeFailed: (why: string) => msg(str`The unfinished game could not be opened: ${why}`),
  ownPlayers: { white: () => msg('White'), black: () => msg('Black') },
  /** The person, as they are named in their own games. */
  you: () => msg('You'),
  clockInvalid: () => msg('The clock takes 0.5 to 180 minutes, and an increment of 0 to 60 seconds.'),
});

export const opponentNetworkWords = words({
  note: {
    loading: () => msg('Loading the opponent’s network…'),
    failed: (why: string) => msg(str`The opponent plays without its network, and so less well: ${why}`),
    cancel: () => msg('Play without it'),
  },
});

export const storageWords = words({
  cannot: () => msg('This browser blocks storage: the game will be lost when the page is closed or reloaded.'),
  silent: () =>
    msg(
      'Browser storage is not responding. An unfinished game cannot be found, and a new one lasts only as long as this page. Reload the page to try again: nothing was deleted.',
    ),
  earlier: (turn: number) =>
    msg(
      str`The browser no longer saves this game, perhaps because its storage is full. When the page is closed or reloaded, the game resumes from turn ${turn}, where it was last saved.`,
    ),
  elsewhere: () =>
    msg(
      'Another tab has another game, and only one is kept: this one will be lost when the page is closed or reloaded.',
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
  help: () => msg('What you sense corrects them.'),
  pick: (piece: PieceLetter) => msg(str`Mark ${pieceName(piece)}`),
  erase: () => msg('Remove markers'),
  clear: () => msg('Clear all'),
  placing: () => msg('Choose a piece, then press squares where you think it is. Press again to remove it.'),
  erasing: () => msg('Click markers to remove them.'),
  done: () => msg('Done'),
  corrected: (n: number) =>
    plural(n, msg('one {# marker removed: you saw otherwise.} other {# markers removed: you saw otherwise.}')),
});

/** The page of a game: its bar, its tabs, and what newcomers are told. */
export const tableWords = words({
  bar: () => msg('Game controls'),
  takeBack: () => msg('Take back'),
  noLongerRated: () => msg('This game will no longer count towards your rating.'),
  takeBackLong: () => msg('Take back the last turn (Ctrl+Z)'),
  leave: () => msg('Leave'),
  more: () => msg('More'),
  tabs: () => msg('What you know'),
  moves: () => msg('Moves'),
  belief: () => msg('Belief'),
  senses: () => msg('Senses'),
  otherSenses: () => msg('Other senses'),
  square: () => msg('Square'),
  atMost: () => msg('Boards left, at most'),
  expected: () => msg('Expected'),
  notToSense: () => msg('Senses are compared when it is your time to sense.'),
  type: () => msg('Type a square or a move'),
  dots: {
    any: () => msg('A move to try.'),
    capture: () => msg('Only if there is something to capture.'),
  },
  how: {
    sense: (touch: boolean) =>
      touch ? msg('Tap a square to see the 3×3 around it.') : msg('Click a square to see the 3×3 around it.'),
    move: (touch: boolean) =>
      touch
        ? msg('Tap one of your pieces, then its new square.')
        : msg('Drag a piece, or click it and its new square.'),
  },
});

export const tipWords = words({
  title: () => msg('Tip'),
  gotIt: () => msg('Got it'),
  skip: () => msg('Skip the tips'),
  next: () => msg('The next tip comes with the next step.'),
  tips: {
    told: () => msg('All you are told of the opponent’s turn: whether it captured a piece of yours, and where.'),
    sense: () => msg('You know this board. From now on the opponent’s moves are hidden.'),
    ghosts: () => msg('Faded pieces may stand there; dashed ones probably do.'),
    move: () => msg('Pieces you cannot see may stop your move, or make it fail and cost the turn.'),
    result: () => msg('You only learn how your move ended: made, cut short, a capture, or not possible.'),
  } satisfies Record<Tip, () => string>,
});

export const clockWords = words({
  clock: (who: string, low: boolean) =>
    who === newGameWords.you
      ? low
        ? msg('Your clock, low on time')
        : msg('Your clock')
      : low
        ? msg(str`${who}’s clock, low on time`)
        : msg(str`${who}’s clock`),
  lowTime: () => msg('Low on time'),
  timeLeft: (seconds: number) =>
    plural(seconds, msg('one {# second left on your clock.} other {# seconds left on your clock.}')),
});

export const endWords = words({
  notInLibrary: (why: string) =>
    msg(str`This game is not in the library: ${why} It is still saved, and is added when you reopen it.`),
  /** `color`: of the person; `null` with two people, who keep theirs. */
  rematch: (color: Color | null) => (color === null ? msg('Rematch') : msg(str`Rematch as ${colors[color]}`)),
  newGame: () => msg('New game'),
  save: () => msg('Save the record'),
  assistance: (name: string, byNetwork: boolean) =>
    byNetwork ? msg(str`Assistance: ${name}, weighted.`) : msg(str`Assistance: ${name}.`),
  loading: () => msg('Revealing the true board…'),
});

export const soundWords = words({
  sound: () => msg('Sound'),
  now: { on: () => msg('Sound is on'), off: () => msg('Sound is off') },
});
