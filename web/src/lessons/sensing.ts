import { msg } from '@lit/localize';
import type { Lesson } from './lesson';
import { aboutLesson } from './listed';

/** Black’s bishop has left f8 and stands somewhere on that diagonal. */
const BISHOP = [
  '5rk1/4bppp/8/8/8/8/5PPP/5RK1 w - - 0 1',
  '5rk1/5ppp/3b4/8/8/8/5PPP/5RK1 w - - 0 1',
  '5rk1/5ppp/8/2b5/8/8/5PPP/5RK1 w - - 0 1',
  '5rk1/5ppp/8/8/1b6/8/5PPP/5RK1 w - - 0 1',
].join('; ');

/** Three questions, each with two answers: the pawn a7 or a6, the knight b8 or c6, the pawn h7 or h6. */
const THREE_QUESTIONS = [
  'rn3rk1/ppp2ppp/8/8/8/2N5/PPP2PPP/R4RK1 w - - 0 12',
  'rn3rk1/ppp2pp1/7p/8/8/2N5/PPP2PPP/R4RK1 w - - 0 12',
  'r4rk1/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R4RK1 w - - 0 12',
  'r4rk1/ppp2pp1/2n4p/8/8/2N5/PPP2PPP/R4RK1 w - - 0 12',
  'rn3rk1/1pp2ppp/p7/8/8/2N5/PPP2PPP/R4RK1 w - - 0 12',
  'rn3rk1/1pp2pp1/p6p/8/8/2N5/PPP2PPP/R4RK1 w - - 0 12',
  'r4rk1/1pp2ppp/p1n5/8/8/2N5/PPP2PPP/R4RK1 w - - 0 12',
  'r4rk1/1pp2pp1/p1n4p/8/8/2N5/PPP2PPP/R4RK1 w - - 0 12',
].join('; ');

/** After 1.e4: Black has moved once, unseen. */
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1';

export default (): Lesson => ({
  ...aboutLesson('sensing'),
  steps: [
    {
      id: 'possible',
      heading: msg('How many boards are possible?'),
      text: [
        msg('Your pawn went to e4. Then Black had its turn, and took nothing. What can the board look like now?'),
        msg(
          'You do not know the board, but you know a list of boards, one of which is the true one. Each thing that Black can have done makes one. This list is all there is to know; a *sense* makes it shorter.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'count',
          side: 'white',
          fen: AFTER_E4,
          agent: 'random',
          seed: '1',
          prompt: msg('The game has begun with e2–e4. Black has had its first turn. How many boards are possible?'),
          hint: msg('Eight pawns, two knights. And one thing that is always allowed.'),
          explain: msg(
            'Each of the eight pawns can go one or two squares: 16. Each knight has two squares to go to: 4. And Black can pass: 1. Together 21. A pawn’s capture of nothing fails, and leaves the same board as a pass: it counts no extra.',
          ),
        },
      },
      solution: ['count 21'],
    },
    {
      id: 'quiet',
      heading: msg('Nothing was taken'),
      text: [
        msg(
          'Few pieces are left. A moment ago you knew the whole board: Black had its king on e8, a rook on h8 and a pawn on h7. Neither king nor rook had moved before.',
        ),
        msg(
          'Then Black had its turn. You are told that nothing was captured. Remember that there is no check: your rook on e1 attacks e8, and that forbids nothing.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'count',
          side: 'white',
          assist: 'tracking',
          fen: '4k2r/7p/8/8/8/8/P4PPP/4R1K1 b k - 0 1',
          agent: 'random',
          seed: '1',
          prompt: msg('Black had king e8, rook h8, pawn h7, and has had its turn. How many boards are possible?'),
          hint: msg('King steps, rook moves, pawn moves; then two more that are easily forgotten.'),
          explain: msg(
            'The king has five steps (d8, d7, e7, f7, f8), the rook two squares (g8, f8; the pawn blocks h7), the pawn two. Castling makes ten. The pass makes 11. In chess, with the rook on e1 attacking the king, only its four steps off the e-file would be legal.',
          ),
        },
      },
      solution: ['count 11'],
    },
    {
      id: 'told',
      heading: msg('Something was taken'),
      text: [
        msg('What you are told at the start of your turn can rule out most boards, before you sense at all.'),
        msg(
          'Here you knew the whole board again: Black had pawns on c6 and e6, a knight on f6, a bishop on b7 and its queen on d8. As your turn begins, you are told that your pawn on d5 was taken; translucent pieces show where Black’s may be.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'count',
          side: 'white',
          assist: 'tracking',
          fen: 'r2qkb1r/pb3ppp/1pp1pn2/3P4/8/2N2N2/PPP2PPP/R1BQKB1R b KQkq - 0 7',
          agent: 'random',
          seed: '5',
          prompt: msg('Black took your pawn on d5. How many boards are possible?'),
          hint: msg('Which of Black’s pieces could reach d5? Look at what stands in their way.'),
          explain: msg(
            'Four pieces could take on d5: the pawns on c6 and e6, the knight on f6, and the queen down its file. So four boards are possible. The bishop on b7 could not: its own pawn on c6 is in the way. If nothing had been taken, 33 boards would be possible.',
          ),
        },
      },
      solution: ['count 4'],
    },
    {
      id: 'groups',
      heading: msg('A sense sorts the boards'),
      text: [
        msg(
          'Black’s bishop is on one of four squares. Suppose you sense e7. On the first board you would see the bishop on e7. On the second you would see it on d6. On the third and the fourth you would see the same: no bishop.',
        ),
        msg(
          'So that sense sorts the four boards into three *groups*: the first alone, the second alone, and two that look alike. What you see shows which group the true board is in, and no more. A good sense makes many small groups.',
        ),
      ],
      show: {
        element: 'board',
        attributes: {
          boards: BISHOP,
          overlays: 'pieces',
          panels: 'boards',
          marks: 'd6:blue e6:blue f6:blue d7:blue e7:blue f7:blue d8:blue e8:blue f8:blue',
          caption: msg('What a sense of e7 shows, and the four boards.'),
        },
      },
    },
    {
      id: 'nothing',
      heading: msg('Seeing nothing is seeing something'),
      text: [
        msg(
          'The same four boards. The nine squares that a sense shows are its *window*. No window holds all four of e7, d6, c5 and b4.',
        ),
        msg(
          'It need not. If you sense where the bishop may be on three of the boards, and it is not there, it is on the fourth square. An empty window has located it.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'worst',
          boards: BISHOP,
          panels: 'boards',
          prompt: msg('Black’s bishop is on e7, d6, c5 or b4. Where do you sense to know for certain?'),
          hint: msg('Find a window that shows three of the four squares.'),
          explain: msg(
            'd6 shows e7, d6 and c5; c5 shows d6, c5 and b4. Each time every board shows something else, even the one that shows nothing. A window with two of the squares, such as those of e7 or b4, leaves two boards where it shows nothing; a window with none of them leaves all four.',
          ),
        },
      },
      solution: ['sense d6'],
    },
    {
      id: 'first-look',
      heading: msg('The first sense of a game'),
      text: [
        msg('Back to the start: e2–e4, and one unseen move of Black’s. 21 boards are possible.'),
        msg(
          'Any window with Black’s pawns in it makes many small groups: one for each move that it shows. All moves that it does not show make one large group, which looks as if nothing had happened. You want that group to be small.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'worst',
          side: 'white',
          fen: AFTER_E4,
          agent: 'random',
          seed: '1',
          prompt: msg('Choose the sense that leaves the fewest boards even if you are unlucky.'),
          hint: msg(
            'Two kinds of piece can have moved. Which windows catch moves of both kinds, and as many as possible?',
          ),
          explain: msg(
            'b6 shows eight moves: two each of the pawns a, b and c, and both moves of the knight. If it shows none of them, 13 boards are left. g6 does the same on the other side, and so do b7, c7, b5 and their mirror images. In the middle, e6 shows seven moves and leaves 14; d4 catches three and leaves 18; on your own side all 21 are left.',
          ),
        },
      },
      solution: ['sense b6'],
    },
    {
      id: 'halving',
      heading: msg('Half, and half again'),
      text: [
        msg(
          'Someone thinks of one of eight things. You may ask questions with yes or no. The best ones halve what is left: 8, 4, 2, 1. A question that halves gains one *bit*. Two bits leave a quarter, three an eighth.',
        ),
        msg(
          'A sense can have more than two answers. Four groups of equal size gain two bits at once. Here three things are open: pawn a7 or a6, knight b8 or c6, pawn h7 or h6. That makes eight boards.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'bits',
          boards: THREE_QUESTIONS,
          panels: 'boards',
          prompt: msg('Choose a sense that gains as many bits as possible.'),
          hint: msg('One window can answer two of the three questions.'),
          explain: msg(
            'b7, for one, shows both the a-pawn and the knight: four groups of two boards each, which is two bits. a7, a8, b8, b6 and b5 gain the same. h7 answers only one question: two groups of four, one bit. e7 shows what is the same on all boards, and gains nothing.',
          ),
        },
      },
      solution: ['sense b7'],
    },
    {
      id: 'moment-ago',
      heading: msg('Not where it was'),
      text: [
        msg(
          'A moment ago you saw Black’s king on g8, its knight on f6 and pawns on f7, g7 and h7. Black has no other pieces. Then it moved.',
        ),
        msg(
          'It is tempting to sense f6 again. But to see that the knight is gone is not to see where it went. Thirteen boards are possible: six moves of the knight, four of pawns, two of the king, and the pass.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'worst',
          side: 'white',
          assist: 'tracking',
          fen: '6k1/5ppp/5n2/8/8/8/5PPP/3R2K1 b - - 0 1',
          agent: 'random',
          seed: '1',
          prompt: msg('Choose the sense that leaves the fewest boards even if you are unlucky.'),
          hint: msg('Have f6 at the window’s edge, and more of what can have happened inside it.'),
          explain: msg(
            'Only g5 leaves at most four. Its window has f6 in a corner, so it shows whether the knight went; it shows the knight on g4 or h5, and all four pawn moves. Sensing f6 itself leaves six boards if the knight is gone: a knight jumps out of the window around it.',
          ),
        },
      },
      solution: ['sense g5'],
    },
    {
      id: 'grow',
      heading: msg('Why good senses matter'),
      text: [
        msg(
          'Boards multiply: each turn, every board on the list gets all of Black’s answers. We let a program with different ways of sensing play a player that moves at random, thirty games each.',
        ),
        msg(
          'In a typical game still in progress, it had over 40,000 boards after five turns without senses, and about 2,000 with random ones. By always sensing where the largest group was smallest, it had about 36, and still about 38 after ten turns.',
        ),
      ],
    },
    {
      id: 'away',
      heading: msg('What to take away'),
      text: [
        msg(
          'Know which boards are possible: count what the opponent can have done, with the pass, and use what you are told.',
        ),
        msg('A sense sorts them into groups. Many small groups are good. Seeing nothing is an answer too.'),
        msg('Look where the possible boards differ, which is seldom where a piece stood a moment ago.'),
        msg('Next: a recipe that finds the best sense by counting.'),
      ],
    },
  ],
  sources: [
    {
      text: msg(
        'Gardner, Lowman, Richardson, Llorens and others: The First International Competition in Machine Reconnaissance Blind Chess. NeurIPS 2019 Competition and Demonstration Track, PMLR 123, 2020',
      ),
      url: 'https://proceedings.mlr.press/v123/gardner20a.html',
    },
    {
      text: msg('Shannon: A Mathematical Theory of Communication. Bell System Technical Journal 27, 1948 (bits)'),
      url: 'https://doi.org/10.1002/j.1538-7305.1948.tb01338.x',
    },
    { text: msg('Outpost: Published results, re-measured (docs/experiments.md, hsuc-growth)') },
  ],
});
