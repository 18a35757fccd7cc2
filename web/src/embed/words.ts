import { msg, str } from '@lit/localize';
import type { Color } from 'outpost-rbc';
import type { Measure, SenseRow } from '../belief/sense-rows';
import { overlayWords } from '../belief/words';
import type { Shape } from '../board/shapes';
import type { Role } from '../board/squares';
import { colors, drawingWords, roleName } from '../board/words';
import { exactly, list, number, plural, rough, share, whole } from '../ui/format';
import { words } from '../ui/texts';

export const embedWords = words({
  problem: () => msg('This cannot be shown'),
  allNotes: () => msg('Show all of the notes'),
  tooManyItems: (most: number) => msg(str`A lesson has at most ${number.format(most)} items.`),
  tooDeep: (most: number) => msg(str`The record of the game is nested more than ${most} deep.`),
  longName: (name: string, most: number) =>
    msg(str`${name}: a name has at most ${number.format(most)} characters, so progress is not kept.`),
  badRecord: (path: string) => msg(str`The record of the game cannot be read, at ${path}.`),
  longRecord: (most: number) =>
    msg(str`The record of the game is too long: at most ${number.format(most)} characters.`),
  longPlayer: (most: number) => msg(str`A name is longer than ${number.format(most)} characters.`),
  tooManyNotes: (most: number) => msg(str`There are too many notes: at most ${number.format(most)}.`),
  longNotes: (most: number) => msg(str`There are more than ${number.format(most)} bytes of notes.`),
  noJson: () => msg('The record of the game is not JSON.'),
  boardsNotGame: () => msg('This is a set of boards, not a game: show it with outpost-board.'),
  nothing: () => msg('No game was given: neither link, src nor record.'),
  noGame: (game: number, all: number) => msg(str`There is no game ${game}: the file has ${number.format(all)}.`),
  noFile: (name: string, why: string) => msg(str`${name} could not be fetched: ${why}.`),
  tooBig: (name: string, megabytes: number) => msg(str`${name} is larger than ${megabytes} MB.`),
  noKing: () => msg('The opponent has no king in this position, so there is none to capture.'),
  needs: (what: string, name: string) => msg(str`The task ${name} needs the attribute ${what}.`),
  notWith: (what: string, name: string) => msg(str`The task ${name} does not take the attribute ${what}.`),
  loadingEngine: () => msg('Loading the engine (0.5 MB)…'),
  engineFailed: (why: string) => msg(str`The engine could not be loaded, so this cannot be computed. ${why}`),
  sandboxed: () => msg('This frame is sandboxed: the engine needs allow-same-origin besides allow-scripts.'),
  show: () => msg('Show the game'),
  caption: {
    truth: () => msg('Position'),
    belief: (color: Color) => msg(str`What ${colors[color]} knows`),
  },
  counted: (n: number) => plural(n, msg('one {# possible board} other {# possible boards}')),
  sideToMove: (color: Color) => msg(str`${colors[color]} to move.`),
  drawn: (shapes: readonly Shape[]) => msg(str`Drawn: ${list.format(shapes.map(drawingWords.shape))}.`),
  legends: {
    pieces: () => overlayWords.pieces,
    sense: () => msg('Colours: value of each sense, worst case.'),
    senseMean: () => msg('Colours: value of each sense, on average.'),
    bestSense: () => msg('Yellow is best, dark blue worst.'),
    entropy: () => msg('Colours: uncertainty of each square.'),
    one: (role: Role) => msg(str`Translucent pieces: how likely a ${roleName(role)} is.`),
  },
  boardsPanel: () => msg('Possible boards'),
  start: () => msg('Play', { id: 'play-start' }),
  begin: () => msg('Begin'),
  again: () => msg('Restart'),
  hint: () => msg('Hint'),
  giveUp: () => msg('Show the answer'),
  answer: (text: string) => msg(str`The answer: ${text}.`),
  check: () => msg('Check'),
  countNumber: () => msg('Enter a number.'),
  countLabel: () => msg('How many boards are possible?'),
  countRight: (n: number) => plural(n, msg('one {Right: # board is possible.} other {Right: # boards are possible.}')),
  countWrong: (given: number, right: number) =>
    given > right
      ? msg(str`It is fewer than ${number.format(given)}.`)
      : msg(str`It is more than ${number.format(given)}.`),
  leftLabel: () => msg('How many boards are left at worst?'),
  leftRight: (n: number) =>
    plural(n, msg('one {Right: at most # board is left.} other {Right: at most # boards are left.}')),
  choosePrompt: {
    sense: () => msg('Choose where to look.'),
    move: () => msg('Choose a move.'),
    count: () => msg('Count the boards that are possible.'),
    choose: () => msg('Which of these boards is the likeliest?'),
    where: () => msg('Mark the square of the piece.'),
    played: () => msg('What did your opponent play?'),
    left: () => msg('How many boards does this sense leave at worst?'),
    'capture-king': () => msg('Capture the king.'),
    reach: () => msg('Get a piece there.'),
    survive: () => msg('Keep your king.'),
    locate: () => msg('Find out where everything is.'),
  },
  wherePrompt: (role: Role) => msg(str`Mark the square of the ${roleName(role)}.`),
  turnsLeft: (n: number) => plural(n, msg('one {# turn left.} other {# turns left.}')),
  /** What a sense is worth of so many boards, by what senses are compared by: a sentence without its full stop. */
  worth: (square: string, { worst, expected, bits }: SenseRow, measure: Measure, of: number) =>
    ({
      worst: plural(
        of,
        msg(
          str`one {${square} leaves at most ${number.format(Math.round(worst))} of # board} other {${square} leaves at most ${number.format(Math.round(worst))} of # boards}`,
        ),
      ),
      expected: plural(
        of,
        msg(
          str`one {${square} leaves ${rough.format(expected)} of # board on average} other {${square} leaves ${rough.format(expected)} of # boards on average}`,
        ),
      ),
      bits: msg(str`${square} gains ${rough.format(bits)} bits on average`),
    })[measure],
  senseRight: (worth: string) => msg(str`Right: ${worth}.`),
  senseWrong: (worth: string, measure: Measure) =>
    measure === 'bits'
      ? msg(str`${worth}. Another square gains more.`)
      : msg(str`${worth}. Another square leaves fewer.`),
  moveRight: (move: string) => msg(str`Right: ${move}.`),
  moveWrong: (move: string) => msg(str`${move} is not the answer.`),
  moveWorse: (move: string, mean: number, best: number) =>
    msg(
      str`${move} has a win probability of ${whole.format(mean)} over all boards; the best has ${whole.format(best)}.`,
    ),
  moveLessSafe: (move: string, risk: number, best: string) =>
    msg(str`${move} lets the king be captured on ${exactly(risk)} of the boards, and ${best} is safer.`),
  groups: (square: string, n: number) =>
    plural(
      n,
      msg(
        str`one {Sorted by what a sense of ${square} shows: # group.} other {Sorted by what a sense of ${square} shows: # groups.}`,
      ),
    ),
  group: (n: number, boards: number) =>
    plural(boards, msg(str`one {Group ${number.format(n)}: # board} other {Group ${number.format(n)}: # boards}`)),
  boardNumber: (n: number) => msg(str`Board ${number.format(n)}`),
  moreBoards: (n: number) => plural(n, msg('one {# more board is not drawn.} other {# more boards are not drawn.}')),
  choiceRight: (board: string) => msg(str`Right: ${board}.`),
  choiceWrong: (board: string) => msg(str`${board} is not the answer.`),
  rating: () => msg('Rating the moves…'),
  votes: () => msg('Win probability, by the engine’s search'),
  votesMove: () => msg('Move'),
  votesMean: () => msg('All boards'),
  votesBest: () => msg('best there'),
  votesLegend: () => msg('★: the best move on that board alone.'),
  votesChance: (p: number) => share(p),
  cancel: () => msg('Cancel'),
  solved: () => msg('Solved'),
  solvedTask: {
    'capture-king': () => msg('You captured the king.'),
    reach: () => msg('You got there.'),
    survive: () => msg('Your king is still there.'),
    locate: () => msg('Few enough boards are left.'),
  },
  failed: () => msg('Not this time'),
  failedTask: {
    turns: () => msg('No turns are left.'),
    over: () => msg('The game is over.'),
  },
  thinking: (who: string) => msg(str`${who} is thinking…`),
  paused: () => msg('Paused until visible.'),
  agentFailed: (name: string) => msg(str`There is no opponent “${name}”.`),
  item: (i: number, all: number) => msg(str`${i} of ${all}`),
  done: (n: number, all: number) => msg(str`${n} of ${all} solved`),
  loadingPuzzle: () => msg('Loading the puzzle…'),
  previous: () => msg('Previous'),
  next: () => msg('Next'),
  emptyLesson: () => msg('This lesson is empty.'),
  noElement: (name: string) => msg(str`There is no element “${name}”: use board, replay, game, lesson or puzzle.`),
});
