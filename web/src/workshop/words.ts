import { msg, str } from '@lit/localize';
import type { Color } from 'outpost-rbc';
import type { Role } from '../board/squares';
import { colors, roleName } from '../board/words';
import type { Task } from '../problems/tasks';
import { number, plural, whole } from '../ui/format';
import { series, words } from '../ui/texts';
import type { Content } from './kinds';

export const workshopWords = words({
  title: () => msg('Workshop'),
  lead: () => msg('Make a lesson of your own: words, positions and problems, one step after the other.'),
  back: () => msg('All lessons'),
  all: () => msg('All your lessons'),
  loading: () => msg('Loading the lesson…'),
  none: () => msg('This lesson is not on this device. It may have been deleted, or made in another browser.'),
  untitled: () => msg('Untitled lesson'),
  startFrom: () => msg('Start from one of ours'),
  lessonTitle: () => msg('Title'),
  summary: () => msg('Summary'),
  summaryHelp: () => msg('One sentence for the list of lessons.'),
  steps: () => msg('Steps'),
  stepOf: (n: number) => msg(str`Step ${number.format(n)}`),
  noHeading: () => msg('no heading yet'),
  addStep: () => msg('Add a step'),
  mostSteps: (most: number) => msg(str`A lesson has at most ${number.format(most)} steps.`),
  up: () => msg('Move up'),
  down: () => msg('Move down'),
  duplicate: () => msg('Duplicate'),
  remove: () => msg('Remove'),
  stepActions: () => msg('Change the order'),
  keys: () => msg('Alt with an arrow key moves the step.'),
  moved: (n: number) => msg(str`Moved to place ${number.format(n)}.`),
  removed: () => msg('Step removed.'),
  undo: () => msg('Undo'),
  view: () => msg('What is shown'),
  edit: () => msg('Edit'),
  preview: () => msg('Preview'),
  previewLead: () => msg('As a student sees it'),
  saved: () => msg('Saved on this device.'),
  saving: () => msg('Saving…'),
  notSaved: () => msg('This browser does not store the lesson: save it as a file before you close the page.'),
  tooLong: (most: number) => msg(str`The lesson is too long to be saved: at most ${number.format(most)} characters.`),
  share: () => msg('Share'),
  where: () => msg('Where does this problem go?'),
  intoNew: () => msg('Into a new lesson'),
  into: (title: string) => msg(str`Into “${title}”`),
});

/** The list of a person's lessons. */
export const ownLessonWords = words({
  title: () => msg('Your lessons'),
  none: () => msg('Lessons that you make or keep are listed here, on this device only.'),
  make: () => msg('Make a lesson'),
  openFile: () => msg('Open a file'),
  change: () => msg('Change'),
  share: () => msg('Share'),
  shareOf: (title: string) => msg(str`Share “${title}”`),
  changeOf: (title: string) => msg(str`Change “${title}”`),
  delete: () => msg('Delete'),
  deleteOf: (title: string) => msg(str`Delete “${title}”`),
  deleted: (title: string) => msg(str`“${title}” was deleted.`),
  undo: () => msg('Undo'),
  failed: (why: string) => msg(str`That did not work: ${why}`),
  notKept: () => msg('This browser could not store a lesson: it is lost when the page is closed.'),
  steps: (n: number) => plural(n, msg('one {# step} other {# steps}')),
});

export const stepWords = words({
  heading: () => msg('Heading'),
  text: () => msg('Text'),
  textHelp: () => msg('An empty line begins a paragraph. *Asterisks* mark a term.'),
  textTooLong: (paragraphs: number, characters: number) =>
    msg(
      str`The text is too long to be saved: at most ${number.format(paragraphs)} paragraphs of ${number.format(characters)} characters each.`,
    ),
  shows: () => msg('Below the text'),
  contents: {
    nothing: () => msg('Nothing'),
    board: () => msg('A position'),
    problem: () => msg('A problem'),
    replay: () => msg('A game'),
  } satisfies Record<Content, () => string>,
  kind: () => msg('The student'),
  kinds: {
    sense: () => msg('chooses where to sense'),
    move: () => msg('chooses a move'),
    where: () => msg('finds a piece'),
    choose: () => msg('chooses the likeliest board'),
    count: () => msg('counts the possible boards'),
    left: () => msg('says how many boards a sense leaves'),
    played: () => msg('says what the opponent played'),
    'capture-king': () => msg('plays, and captures the king'),
    reach: () => msg('plays, and brings a piece to a square'),
    survive: () => msg('plays, and does not lose the king'),
    locate: () => msg('plays, and finds out where everything is'),
  } satisfies Record<Task, () => string>,
  boards: () => msg('Possible boards'),
  boardsHelp: () => msg('The side to move cannot tell them apart: its own pieces are the same on all of them.'),
  position: () => msg('Position'),
  setUp: () => msg('Set up a board'),
  changeBoard: (n: number) => msg(str`Change board ${number.format(n)}`),
  removeBoard: (n: number) => msg(str`Remove board ${number.format(n)}`),
  fens: () => msg('As text (FEN, one per line)'),
  fen: () => msg('As text (FEN)'),
  take: () => msg('Use this board'),
  leave: () => msg('Back to the lesson'),
  editorLead: () => msg('Choose a piece, then its squares. The side to move is the one that decides.'),
  before: () => msg('What was known before'),
  beforeHelp: () => msg('The board that the student knew, the opponent to move.'),
  told: () => msg('What the student was told since'),
  toldHelp: () => msg('For example: lost -; sensed e5; seen nd6 pe5; moved g1f3; lost d5'),
  takeBoards: () => msg('Use the boards that follow'),
  weights: () => msg('How likely each board is'),
  weightsHelp: () => msg('A number for each board, in their order: for example 3 1 1.'),
  measure: () => msg('The best sense'),
  measures: {
    worst: () => msg('leaves the fewest boards at worst'),
    expected: () => msg('leaves the fewest boards on average'),
    bits: () => msg('gives the most bits'),
    goal: () => msg('leaves no more than a given number of boards'),
  },
  goal: () => msg('Maximum number of boards'),
  square: () => msg('Middle of the window'),
  goals: () => msg('Squares to reach'),
  squareHelp: () => msg('For example, e5.'),
  squaresHelp: () => msg('For example, d6 e6.'),
  piece: () => msg('Piece'),
  anyPiece: () => msg('Any piece'),
  side: () => msg('The student plays'),
  sides: { turn: () => msg('the side to move'), white: () => msg('White'), black: () => msg('Black') },
  opponent: () => msg('Opponent'),
  seed: () => msg('Game number'),
  seedHelp: () => msg('With the same number, the opponent plays the same way.'),
  turns: () => msg('Maximum number of turns'),
  answers: () => msg('Right answers'),
  answerModes: { found: () => msg('As computed'), listed: () => msg('Only these') },
  answerHelp: {
    squares: () => msg('Squares, for example e5 e6.'),
    moves: () => msg('Moves, for example e2e4, or pass.'),
    number: () => msg('A number.'),
  },
  /** A radio button's field. */
  answer: () => msg('Answers'),
  aims: {
    king: () => msg('List the moves that capture the king'),
    safe: () => msg('List the moves that keep the king safe'),
  },
  listing: () => msg('Looking at each move…'),
  noneListed: () => msg('No move captures the king on any board.'),
  notListed: (why: string) => msg(str`The moves could not be listed: ${why}`),
  question: () => msg('Question'),
  hint: () => msg('Hint'),
  explanation: () => msg('Explanation, shown once it is over'),
  perspective: () => msg('Pieces shown'),
  perspectives: {
    truth: () => msg('all pieces'),
    white: () => msg('White’s pieces only'),
    black: () => msg('Black’s pieces only'),
  },
  arrows: () => msg('Arrows'),
  arrowsHelp: () => msg('For example, e2e4 g8f6:red.'),
  marks: () => msg('Marked squares'),
  marksHelp: () => msg('For example, e4 d5:blue.'),
  caption: () => msg('Caption'),
  link: () => msg('Link to the game'),
  linkHelp: () => msg('As “Share” on Analyse copies it.'),
  optional: () => msg('More'),
});

/** What the check of a problem finds. */
export const checkWords = words({
  title: () => msg('Check'),
  checking: () => msg('Checking the answers…'),
  allWell: () => msg('Nothing is wrong.'),
  pass: () => msg('Pass'),
  board: (n: number) => msg(str`Board ${number.format(n)}`),
  right: (answers: readonly string[], n: number) =>
    plural(n, msg(str`one {Right answer: ${shortened(answers)}.} other {Right answers: ${shortened(answers)}.}`)),
  leaves: (worst: number, all: number) =>
    plural(
      all,
      msg(
        str`one {That leaves at most ${number.format(worst)} of # board.} other {That leaves at most ${number.format(worst)} of # boards.}`,
      ),
    ),
  bestMoves: (moves: readonly string[], n: number, mean: number) =>
    plural(
      n,
      msg(
        str`one {Right by the engine: ${shortened(moves)}, with a win probability of ${whole.format(mean)}.} other {Right by the engine: ${shortened(moves)}, with win probabilities up to ${whole.format(mean)}.}`,
      ),
    ),
  missing: {
    boards: () => msg('Set up the boards that are possible.'),
    before: () => msg('Set up the board that was known before, and say what the student was told since.'),
    square: () => msg('Say which window is sensed: the square in its middle.'),
    goals: () => msg('Say which squares are to be reached.'),
    weights: () => msg('Say how likely each board is.'),
    turns: () => msg('Say how many turns the king must last.'),
    answer: () => msg('Say which answer is right.'),
  },
  noTask: () => msg('Nothing is asked here: it is only played, and counts as no problem.'),
  noHeading: () => msg('The step has no heading.'),
  noPosition: () => msg('Set up the position to be shown.'),
  noLink: () => msg('Paste the link to the game.'),
  notChecked: (why: string) => msg(str`The answers could not be checked: ${why}`),
  gameUnchecked: () => msg('The answer depends on a game that is played first. Try it in the preview.'),
  twice: (n: number) => plural(n, msg('one {# board is listed twice.} other {# boards are listed twice.}')),
  oneBoard: () => msg('Only one board is possible: there is nothing to find out.'),
  manySquares: (n: number) =>
    plural(n, msg('one {# of 64 squares is right.} other {# of 64 squares are right: almost any answer will do.}')),
  manyMoves: (n: number, all: number) =>
    msg(str`${number.format(n)} of ${number.format(all)} moves are right: almost any answer will do.`),
  goalTooSmall: () => msg('No sense leaves so few boards.'),
  otherSense: (square: string, worst: number, all: number) =>
    msg(
      str`${square} counts as right and leaves up to ${number.format(worst)} of ${number.format(all)} boards, but another sense leaves fewer.`,
    ),
  unlisted: (squares: readonly string[], n: number) =>
    plural(
      n,
      msg(
        str`one {As good, but counted as wrong: ${shortened(squares)}.} other {As good, but counted as wrong: ${shortened(squares)}.}`,
      ),
    ),
  otherNumber: (given: string, right: string) =>
    msg(str`${given} counts as right, but ${right} follows from the boards.`),
  senseTellsNothing: () => msg('This sense shows the same on all boards.'),
  equallyLikely: (n: number) =>
    plural(n, msg('one {# board is the likeliest.} other {# boards are equally likely: each counts as right.}')),
  nowhere: (role: Role) => msg(str`No square has the ${roleName(role)} on all boards.`),
  notThere: (role: Role, square: string) =>
    msg(str`${square} counts as right, but the ${roleName(role)} is not there on all boards.`),
  onNoBoard: (role: Role, square: string) =>
    msg(str`${square} counts as right, but the ${roleName(role)} is not there on any board.`),
  noMove: () => msg('No move of the opponent agrees with what the student was told.'),
  severalMoves: (n: number) =>
    plural(
      n,
      msg('one {# move agrees with what was told.} other {# moves agree with what was told: there is no one answer.}'),
    ),
  otherMoveTold: (move: string) =>
    msg(str`${move} counts as right, but does not agree with what the student was told.`),
  cannotHappen: () => msg('What the student was told cannot have happened from the board before.'),
  tooManyFollow: (n: number, most: number) =>
    msg(
      str`${number.format(n)} boards follow from what was told, more than the ${number.format(most)} that can be listed here.`,
    ),
  otherBoards: (following: number, listed: number) =>
    msg(
      str`${plural(following, msg('one {# board follows} other {# boards follow}'))} from what was told; the list has ${number.format(listed)}, or others.`,
    ),
  impossible: (move: string) => msg(str`${move} cannot be requested here.`),
  noneUsable: () => msg('None of the right answers can be requested here.'),
  tooManyRated: (most: number) => msg(str`Moves are checked over at most ${number.format(most)} boards.`),
  worseMove: (move: string, mean: number, best: string, most: number) =>
    msg(
      str`${move} counts as right, but the engine prefers ${best}: ${whole.format(most)} against ${whole.format(mean)}.`,
    ),
  kings: (color: Color, n: number) =>
    n === 0 ? msg(str`${colors[color]} has no king.`) : msg(str`${colors[color]} has more than one king.`),
  onBoard: (n: number, text: string) => msg(str`Board ${number.format(n)}: ${text}`),
  tried: () => msg('You have solved it: it can be solved.'),
  untried: () => msg('Solve it once in the preview: only that shows that it can be solved.'),
  levels: { warn: () => msg('Warning'), bad: () => msg('Cannot be solved') },
});

export const sharingWords = words({
  step: (n: number, text: string) => msg(str`Step ${number.format(n)}: ${text}`),
  unsolvable: () => msg('A student cannot solve or see all of this lesson:'),
  doubtful: () => msg('Look at this before you share the lesson:'),
  link: () => msg('Link'),
  linkText: () => msg('The whole lesson is in the link itself; no server stores it.'),
  tooLong: (n: number, most: number) =>
    msg(
      str`A link would take ${number.format(n)} characters, and some chat and mail programs cut links of more than ${number.format(most)}. Send the lesson as a file: “Open a file” on Learn reads it.`,
    ),
  file: () => msg('File'),
  saveFile: () => msg('Save as a file'),
  embedText: () =>
    msg('Shows this lesson on any page; all of it is in the code, and nothing goes to a server of ours.'),
});

/** So many of them are listed in a sentence. */
const FEW = 8;

function shortened(answers: readonly string[]): string {
  return series(answers.length > FEW ? [...answers.slice(0, FEW), '…'] : answers);
}
