import { msg, str } from '@lit/localize';
import { words } from '../ui/texts';
import type { StepName } from './demo-steps';

export const introWords = words({
  /** Of the board, for who does not see it. */
  board: (caption: string) => msg(str`A turn of the game, shown on a board. ${caption}`),
  how: () => msg('How it works in 60 seconds'),
  controls: () => msg('How it works'),
  play: () => msg('Play the demonstration'),
  pause: () => msg('Pause the demonstration'),
  back: () => msg('Previous step'),
  next: () => msg('Next step'),
  skip: () => msg('Skip'),
  done: () => msg('Done'),
  place: (step: number, steps: number) => msg(str`${step} of ${steps}`),
  /** A line for each step, while the board plays by itself. */
  lines: {
    start: () => msg('You see only your own pieces.'),
    told: () => msg('Told: your pawn on e4 was captured.'),
    sense: () => msg('Sense: look at any 3×3 window.'),
    seen: () => msg('You see the king, and a free way to it.'),
    move: () => msg('Move: bishop takes e8.'),
    blocked: () => msg('A hidden piece could be in the way.'),
    result: () => msg('Result: the king is captured. You win!'),
    end: () => msg('Sense, move, capture the king.'),
  } satisfies Record<StepName, () => string>,
  /** The same in full. */
  texts: {
    start: () =>
      msg('You are White. You see your own pieces only: Black’s are hidden, and yours are hidden from Black.'),
    told: () =>
      msg('Your turn begins. You are told what Black captured: your pawn on e4. You are not told which piece took it.'),
    sense: () => msg('First, sense: choose a window of 3×3 squares, anywhere. Black is not told where you look.'),
    seen: () =>
      msg('You see what stands there now: the king is on e8, and no piece is between it and your bishop on b5.'),
    move: () => msg('Then move. You may ask for any move that could be possible: here, bishop takes e8.'),
    blocked: () =>
      msg(
        'Last, you are told the result. If a hidden piece is in the way, your bishop captures it and stops there. A blocked pawn stays, and the turn is lost.',
      ),
    result: () =>
      msg('Nothing was in the way: your bishop captured the king, and you win. There is no check and no mate.'),
    end: () => msg('That is all: sense, move, capture the king. Black does the same, and sees as little as you do.'),
  } satisfies Record<StepName, () => string>,
});
