import type { Color } from 'outpost';
import { colors } from '../board/words';
import { list, number, plural } from '../ui/format';

export const problemWords = {
  badFen: (fen: string, why: string) => `“${fen}” is no position: ${why}.`,
  fenRanks: 'it needs eight ranks with a / between them',
  fenFiles: (rank: number) => `rank ${rank} does not have eight squares`,
  fenPiece: (letter: string) => `“${letter}” is no piece`,
  fenTurn: 'after the pieces comes w or b for the side to move',
  noBoards: 'There is no position to show.',
  tooManyBoards: (most: number) => `There are more than ${number.format(most)} boards.`,
  otherTurn: (board: number) => `Board ${board}: another side is to move than on the first.`,
  otherOwn: (board: number, color: Color) =>
    `Board ${board}: ${colors[color]} has other pieces than on the first, and would tell the two apart.`,
  otherWeights: (weights: number, boards: number) =>
    `There are ${plural(weights, 'weight', 'weights')} for ${plural(boards, 'board', 'boards')}: each board needs one.`,
  badWeight: (text: string) => `“${text}” is no weight: write a positive number, such as 3 or 0.5.`,
  badSquare: (text: string) => `“${text}” is no square: write a letter and a number, such as e4.`,
  badArrow: (text: string) => `“${text}” is no arrow: write two squares, such as e2e4 or e2e4:red.`,
  badBrush: (text: string, brushes: string[]) => `“${text}”: the colours are ${list.format(brushes)}.`,
  badMove: (text: string) => `“${text}” is no move: write from where to where, such as e2e4, or pass.`,
  notOneOf: (name: string, text: string, names: string[]) => `${name}: “${text}” is none of ${names.join(', ')}.`,
  badNumber: (name: string, text: string, least: number, most: number) =>
    `${name}: “${text}” is no whole number from ${number.format(least)} to ${number.format(most)}.`,
  tooLong: (what: string, most: number) => `The ${what} is too long: at most ${number.format(most)} characters.`,
  tooMany: (what: string, most: number) => `There are too many ${what}: at most ${number.format(most)}.`,
};
