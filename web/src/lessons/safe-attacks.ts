import { msg } from '@lit/localize';
import type { Lesson } from './lesson';
import { aboutLesson } from './listed';

/** Before the first attack: king and queen guard d7. */
const OPEN = '3qk2r/pppp2pp/8/8/8/2P5/PP3PPP/3Q1RK1 w - - 0 1';

const FAR = [
  '5rk1/p5pp/5n2/8/8/8/5PPP/3QR1K1 w - - 0 1',
  '5rk1/p5pp/3n4/8/8/8/5PPP/3QR1K1 w - - 0 1',
  '5rk1/p5pp/2n5/8/8/8/5PPP/3QR1K1 w - - 0 1',
  '5rk1/p3n1pp/8/8/8/8/5PPP/3QR1K1 w - - 0 1',
].join('; ');

const LOOSE = [
  '6k1/p4pp1/1b6/3p4/3Q3p/8/2P2PPP/6K1 w - - 0 1',
  '6k1/p4pp1/4b3/3p4/3Q3p/8/2P2PPP/6K1 w - - 0 1',
  '5bk1/p4pp1/8/3p4/3Q3p/8/2P2PPP/6K1 w - - 0 1',
  '6k1/p4pp1/5n2/3p4/3Q3p/8/2P2PPP/6K1 w - - 0 1',
].join('; ');

const HOME = [
  'r5k1/1p3ppp/8/p7/2P5/1Q6/P4PPP/6K1 w - - 0 1',
  '2r3k1/1p3ppp/8/p7/2P5/1Q6/P4PPP/6K1 w - - 0 1',
  '4r1k1/1p3ppp/8/p7/2P5/1Q6/P4PPP/6K1 w - - 0 1',
  '3r2k1/1p3ppp/8/p7/2P5/1Q6/P4PPP/6K1 w - - 0 1',
].join('; ');

const FILE = [
  '4k3/p2pbpp1/8/q7/8/8/5PPP/3QR1K1 w - - 0 1',
  '4k3/p2p1pp1/3b4/q7/8/8/5PPP/3QR1K1 w - - 0 1',
  '4k3/p2pnpp1/8/q7/8/8/5PPP/3QR1K1 w - - 0 1',
  '4k3/p2p1pp1/2n5/q7/8/8/5PPP/3QR1K1 w - - 0 1',
].join('; ');

const BISHOP = ['6k1/5ppp/8/8/1b6/8/PPP2PPP/R2QK2R w - - 0 1', '6k1/5ppp/8/8/6b1/8/PPP2PPP/R2QK2R w - - 0 1'].join(
  '; ',
);

export default (): Lesson => ({
  ...aboutLesson('safe-attacks'),
  steps: [
    {
      id: 'no-check',
      heading: msg('Nobody says check'),
      text: [
        msg(
          'In chess an attack on the king is announced: check. Here nobody is told. You win by *taking* the king, and the opponent may never have known that it was attacked.',
        ),
        msg(
          'So an attack from afar that is not noticed wins at once. But it works both ways: your own king may be attacked now, by a piece that you do not see.',
        ),
        msg('Look at this position: you will play it next, and Black’s pieces will be hidden.'),
      ],
      show: {
        element: 'board',
        attributes: {
          fen: OPEN,
          caption: msg('You are White. Black has king e8, queen d8, rook h8, and pawns on a7, b7, c7, d7, g7 and h7.'),
        },
      },
    },
    {
      id: 'hidden-attack',
      heading: msg('Attack, then take'),
      text: [
        msg(
          'The position of the step before. As you play, translucent pieces show where Black’s may be. Black moves at random.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          fen: OPEN,
          task: 'capture-king',
          turns: '2',
          agent: 'random',
          seed: '2',
          assist: 'tracking',
          prompt: msg('Attack Black’s king with a piece that nothing can take, and take the king in your second turn.'),
          hint: msg(
            'Which lines to e8 are open? Attack from the far end of one. Before you take, sense e8: the king may have moved.',
          ),
          explain: msg(
            'Qe2, Qe1 or Re1, along the open file, or Qh5, along the diagonal: no black piece reaches these squares, and Black is not told. The king stays, and you take it. Qxd7 attacks, too, but beside king and queen, and Black hears that the pawn is gone: here Black’s queen takes yours. A careful opponent looks around its king, and sees far attackers only if it looks in the right place.',
          ),
        },
      },
      solution: ['sense e8', 'd1h5', 'sense e8', 'h5e8'],
    },
    {
      id: 'from-afar',
      heading: msg('From afar'),
      text: [
        msg(
          'Black’s knight is on f6, d6, c6 or e7. The diagonal to Black’s king is open, and your queen can go on it at d5 or at b3.',
        ),
        msg(
          'Percentages are, as before, the engine’s estimates of your chance to win if both sides saw everything from then on.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: FAR,
          panels: 'boards',
          prompt: msg('Attack so that nothing can hit back.'),
          hint: msg('From which of its four squares does the knight reach d5? And b3?'),
          explain: msg(
            'Qb3: 84% over the four boards (the mean), and never less than 81%. On d5 the queen attacks the king along the same diagonal, but knights on f6 and e7 take it: 31% on those boards, 58% in all. A queen attacks as well from five squares away as from three. Fewer hidden pieces reach her there.',
          ),
        },
      },
      solution: ['d1b3'],
    },
    {
      id: 'loose-pawns',
      heading: msg('Which pawn is really free?'),
      text: [
        msg(
          'A bishop is on b6, e6 or f8, or a knight on f6. Your queen attacks four pawns: a7, d5, g7 and h4. Each looks free on some board.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: LOOSE,
          panels: 'boards',
          prompt: msg('Take what is safe to take.'),
          hint: msg('For each pawn go through the four boards: what guards it there? What stands on the way?'),
          explain: msg(
            'Qxh4: 80% over the four boards, at least 78% on each. Qxd5 is worth 81% on two boards, but bishop e6 and knight f6 guard the pawn: 25% and 28% there, 54% in all. Going for a7, the queen runs into a bishop on b6, which the pawn guards: 40%. The pawn on g7 is always guarded by the king.',
          ),
        },
      },
      solution: ['d4h4'],
    },
    {
      id: 'own-king',
      heading: msg('Your own king first'),
      text: [
        msg(
          'Black’s rook is somewhere on its first rank: a8, c8, e8 or d8. The pawn on b7 looks free. Before you go away with the queen, look at your own king: can it leave your first rank?',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: HOME,
          panels: 'boards',
          prompt: msg('Find a move that is good wherever the rook is.'),
          hint: msg(
            'If the rook comes to your first rank, the king needs a square to go to, or something must guard the rank.',
          ),
          explain: msg(
            'Make room, with a pawn (f4: 73%) or by Kf1 (73%). Then the king has somewhere to go. The pawn on b7 is worth taking with the rook on a8 or c8 (77%); with the rook on e8 or d8 it comes to your first rank and the king is lost (3%): 40% in all. You would not even be told that you are attacked.',
          ),
        },
      },
      solution: ['f2f4'],
    },
    {
      id: 'good-gamble',
      heading: msg('A gamble that is right'),
      text: [
        msg(
          'Black’s king is on e8 for certain. On boards 2 and 4 the e-file is open, on 1 and 3 something stands on e7. A rook that meets a piece on its way takes it and stops there.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: FILE,
          panels: 'boards',
          prompt: msg('The four boards are equally likely. What do you request?'),
          hint: msg('What do you win when it works, and what do you lose when it does not?'),
          explain: msg(
            'The rook to e8. On two boards it takes the king: 100%. On the others it takes what stands on e7 and is taken by the king, a rook for a lesser piece: 45%. That makes 73%; no other move has more than 60%. A gamble is right when winning it ends the game and losing it is cheap.',
          ),
        },
      },
      solution: ['e1e8'],
    },
    {
      id: 'bad-gamble',
      heading: msg('A gamble that is wrong'),
      text: [msg('Black’s bishop is on g4, you are nearly sure. But if it is on b4, it attacks your king.')],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: BISHOP,
          weights: '1 9',
          panels: 'boards',
          prompt: msg('Board 2 is nine times as likely as board 1. What do you request?'),
          hint: msg('Qd8 wins on board 2. Is there a move that is nearly as good there, and safe on board 1?'),
          explain: msg(
            'Qd2 steps between bishop and king: 88% on board 1, 89% on board 2. (c3 does, too: 88%.) Qd8 attacks a king that cannot get away, 94.8% on board 2, but on board 1 the bishop takes your king: nine tenths of 94.8% are 85%. You stand so well that there is little to gain, and everything to lose.',
          ),
        },
      },
      solution: ['d1d2'],
    },
    {
      id: 'how-sure',
      heading: msg('How sure is sure enough?'),
      text: [msg('The same boards, but now you are much surer.')],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: BISHOP,
          weights: '1 40',
          panels: 'boards',
          prompt: msg('Board 2 is forty times as likely as board 1. And now?'),
          hint: msg(
            'Qd8 is worth 94.8% on board 2 and nothing on board 1. Qd2 is worth 88 and 89%. How often is it board 2?',
          ),
          explain: msg(
            'Now Qd8: 40 of 41 times 94.8% is 92.5%, and Qd2 has 89%. The gamble becomes right once the bishop is on b4 less often than about 1 time in 17. If you had a sense left, sensing b4 would beat any calculation.',
          ),
        },
      },
      solution: ['d1d8'],
    },
    {
      id: 'take-away',
      heading: msg('What to take away'),
      text: [
        msg(
          'Attack from afar, from squares that no hidden piece can reach. Ask of every capture what may guard it, and of every move what it leaves of your own king’s safety.',
        ),
        msg(
          'Gamble when winning ends the game and losing is cheap. Do not gamble with your king for the little that is missing to a game you are winning anyway; unless you are very sure.',
        ),
      ],
    },
  ],
  sources: [
    {
      text: msg('The rules of Reconnaissance Blind Chess, as the package reconchess plays them.'),
      url: 'https://reconchess.readthedocs.io',
    },
    {
      text: msg(
        'How Outpost rates requests over many boards, and how its players look after their king: docs/agents.md of Outpost.',
      ),
    },
  ],
});
