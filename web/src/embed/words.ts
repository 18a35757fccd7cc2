import { msg, str } from '@lit/localize';
import type { Color } from 'outpost';
import type { Measure, SenseRow } from '../belief/sense-rows';
import type { Shape } from '../board/shapes';
import type { Role } from '../board/squares';
import { colors, drawingWords } from '../board/words';
import { list, number, plural, rough, share, whole } from '../ui/format';
import { words } from '../ui/texts';

export const embedWords = words({
  problem: () => msg('This cannot be shown'),
  allNotes: () => msg('Show all of the notes'),
  tooManyItems: (most: number) => msg(str`A lesson has at most ${number.format(most)} items.`),
  tooDeep: (most: number) => msg(str`The record of the game is nested more than ${most} deep.`),
  longName: (name: string, most: number) =>
    msg(str`${name}: a name has at most ${number.format(most)} characters, so progress is not kept.`),
  badRecord: (path: string) => msg(str`The record of the game cannot be read, at ${path}.`),
  noJson: () => msg('The record of the game is no JSON.'),
  boardsNotGame: () => msg('This is a set of boards, not a game: show it with outpost-board.'),
  gameNotBoards: () => msg('This is a game: show it with outpost-replay.'),
  nothing: () => msg('No game was given: neither link, src nor record.'),
  noGame: (game: number, all: number) => msg(str`There is no game ${game}: the file has ${number.format(all)}.`),
  noFile: (name: string, why: string) => msg(str`${name} could not be fetched: ${why}.`),
  tooBig: (name: string, megabytes: number) => msg(str`${name} is larger than ${megabytes} MB.`),
  noKing: () => msg('The opponent has no king in this position, so there is none to capture.'),
  needs: (what: string, name: string) => msg(str`The task ${name} needs the attribute ${what}.`),
  notWith: (what: string, name: string) => msg(str`The task ${name} does not go with the attribute ${what}.`),
  loadingEngine: () => msg('Loading the engine (0.5 MB)…'),
  loadingGame: () => msg('Reading the game…'),
  engineFailed: (why: string) => msg(str`The engine could not be loaded, so this is not worked out here. ${why}`),
  sandboxed: () =>
    msg('This frame is in a sandbox of its own: the engine needs allow-same-origin beside allow-scripts.'),
  show: () => msg('Show the game'),
  caption: {
    truth: () => msg('Position'),
    belief: (color: Color) => msg(str`What ${colors[color]} knows`),
  },
  counted: (n: number) => plural(n, msg('one {# possible board} other {# possible boards}')),
  sideToMove: (color: Color) => msg(str`${colors[color]} to move.`),
  drawn: (shapes: readonly Shape[]) => msg(str`Drawn: ${list.format(shapes.map(drawingWords.shape))}.`),
  legends: {
    pieces: () => msg('Translucent pieces: how likely each is there.'),
    sense: () => msg('Colours: how much sensing a square tells, in the worst case.'),
    senseMean: () => msg('Colours: how much sensing a square tells, on average.'),
    entropy: () => msg('Colours: how uncertain the content of a square is.'),
    one: (role: Role) => msg(str`Translucent pieces: where the ${role} may be.`),
  },
  controls: () => msg('Steps of the game'),
  boardsPanel: () => msg('Possible boards'),
  start: () => msg('Play'),
  begin: () => msg('Begin'),
  again: () => msg('Start anew'),
  hint: () => msg('Hint'),
  giveUp: () => msg('Show the answer'),
  answer: (text: string) => msg(str`The answer: ${text}.`),
  check: () => msg('Check'),
  countNumber: () => msg('Write a number.'),
  countLabel: () => msg('How many boards are possible?'),
  countRight: (n: number) => msg(str`Right: ${plural(n, msg('one {# board is} other {# boards are}'))} possible.`),
  countWrong: (given: number, right: number) =>
    given > right
      ? msg(str`It is fewer than ${number.format(given)}.`)
      : msg(str`It is more than ${number.format(given)}.`),
  choosePrompt: {
    sense: () => msg('Choose where to look.'),
    move: () => msg('Choose a move.'),
    count: () => msg('Count the boards that are possible.'),
    choose: () => msg('Which of these boards is it likeliest to be?'),
    'capture-king': () => msg('Capture the king.'),
    reach: () => msg('Bring a piece there.'),
    survive: () => msg('Keep your king.'),
    locate: () => msg('Find out where everything is.'),
  },
  turnsLeft: (n: number) => msg(str`${plural(n, msg('one {# turn} other {# turns}'))} left.`),
  /** What a sense is worth of so many boards, by what senses are compared by. */
  worth: ({ worst, expected, bits }: SenseRow, measure: Measure, of: number) =>
    ({
      worst: msg(
        str`leaves at most ${number.format(Math.round(worst))} of ${plural(of, msg('one {# board} other {# boards}'))}`,
      ),
      expected: msg(
        str`leaves ${rough.format(expected)} of ${plural(of, msg('one {# board} other {# boards}'))} on average`,
      ),
      bits: msg(str`tells ${rough.format(bits)} bits on average`),
    })[measure],
  senseRight: (square: string, worth: string) => msg(str`Right: ${square} ${worth}.`),
  senseWrong: (square: string, worth: string, measure: Measure) =>
    msg(str`${square} ${worth}. Another square ${measure === 'bits' ? msg('tells more') : msg('leaves fewer')}.`),
  senseAnswer: (square: string, worth: string) => msg(str`${square}, which ${worth}`),
  moveRight: (move: string) => msg(str`Right: ${move}.`),
  moveWrong: (move: string) => msg(str`${move} is not the one.`),
  moveWorse: (move: string, mean: number, best: number) =>
    msg(str`${move} wins with a chance of ${whole.format(mean)} over all boards; the best with ${whole.format(best)}.`),
  groups: (square: string, n: number) =>
    msg(str`Sorted by what a sense of ${square} shows: ${plural(n, msg('one {# group} other {# groups}'))}.`),
  group: (n: number, boards: number) =>
    msg(str`Group ${number.format(n)}: ${plural(boards, msg('one {# board} other {# boards}'))}`),
  boardNumber: (n: number) => msg(str`Board ${number.format(n)}`),
  moreBoards: (n: number) => msg(str`${plural(n, msg('one {# more board is} other {# more boards are}'))} not drawn.`),
  choiceRight: (board: string) => msg(str`Right: ${board}.`),
  choiceWrong: (board: string) => msg(str`${board} is not the one.`),
  rating: () => msg('Rating the moves…'),
  votes: () => msg('The chance to win, by the engine’s search'),
  votesMove: () => msg('Move'),
  votesMean: () => msg('Over all'),
  votesBest: () => msg('best there'),
  votesLegend: () => msg('★: the best move, if that board were the only one.'),
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
    turns: () => msg('The turns are used up.'),
    over: () => msg('The game is over.'),
  },
  thinking: (who: string) => msg(str`${who} is thinking…`),
  paused: () => msg('Waits until it is seen again.'),
  agentFailed: (name: string) => msg(str`There is no opponent “${name}”.`),
  item: (i: number, all: number) => msg(str`${i} of ${all}`),
  done: (n: number, all: number) => msg(str`${n} of ${all} solved`),
  previous: () => msg('Previous'),
  next: () => msg('Next'),
  emptyLesson: () => msg('There is nothing in this lesson.'),
  noElement: (name: string) => msg(str`There is no element “${name}”: it is board, replay, game or lesson.`),
});
