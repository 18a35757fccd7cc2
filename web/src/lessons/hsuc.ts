import { msg } from '@lit/localize';
import type { Lesson } from './lesson';
import { aboutLesson } from './listed';

/** The knight is on c6, d7 or f6, and the pawn of the a-file on a7 or a6. */
const SIX = [
  'r4rk1/ppp2ppp/2n5/8/8/5N2/PPP2PPP/R4RK1 w - - 0 11',
  'r4rk1/pppn1ppp/8/8/8/5N2/PPP2PPP/R4RK1 w - - 0 11',
  'r4rk1/ppp2ppp/5n2/8/8/5N2/PPP2PPP/R4RK1 w - - 0 11',
  'r4rk1/1pp2ppp/p1n5/8/8/5N2/PPP2PPP/R4RK1 w - - 0 11',
  'r4rk1/1ppn1ppp/p7/8/8/5N2/PPP2PPP/R4RK1 w - - 0 11',
  'r4rk1/1pp2ppp/p4n2/8/8/5N2/PPP2PPP/R4RK1 w - - 0 11',
].join('; ');

/** On half of the boards the knight has gone, each time to another square; the pawn of the h-file divides 4, 4 and 2. */
const TEN = [
  'r1b2rk1/pp2pppp/8/n7/8/5N2/PP3PPP/R1B2RK1 w - - 0 12',
  'r1b2rk1/pp2pppp/8/8/1n6/5N2/PP3PPP/R1B2RK1 w - - 0 12',
  'r1b2rk1/pp2ppp1/7p/2n5/8/5N2/PP3PPP/R1B2RK1 w - - 0 12',
  'r1b2rk1/pp2ppp1/n6p/8/8/5N2/PP3PPP/R1B2RK1 w - - 0 12',
  'r1b2rk1/pp2ppp1/2n5/7p/8/5N2/PP3PPP/R1B2RK1 w - - 0 12',
  'rnb2rk1/pp3ppp/4p3/8/8/5N2/PP3PPP/R1B2RK1 w - - 0 12',
  'rnb2rk1/pp2pppp/8/8/8/5N2/PP3PPP/R1B2RK1 w - - 0 12',
  'rnb2rk1/pp3pp1/4p2p/8/8/5N2/PP3PPP/R1B2RK1 w - - 0 12',
  'rnb2rk1/pp2ppp1/7p/8/8/5N2/PP3PPP/R1B2RK1 w - - 0 12',
  'rnb2rk1/pp2ppp1/8/7p/8/5N2/PP3PPP/R1B2RK1 w - - 0 12',
].join('; ');

/** Black to move; one of its moves, Ne5–f3, is the first half of taking White’s king. */
const IN_DANGER = 'r1bq1rk1/pppp1ppp/8/4n3/4P3/3P4/PPPB1PPP/RN1QKB1R b KQ - 0 8';

export default (): Lesson => ({
  ...aboutLesson('hsuc'),
  steps: [
    {
      id: 'recipe',
      heading: msg('A recipe for sensing'),
      text: [
        msg(
          'For each window (the nine squares of a sense): sort the possible boards by what it would show. Take the largest group: that is what is left if you are unlucky. Then choose the window whose largest group is smallest.',
        ),
        msg(
          'That is *HSUC*, “Heuristic Search of Uncertainty Control”, from a paper of 2020. Its publisher *retracted* the paper in 2023, so take nothing from it on trust. The recipe itself is clear, and we can try it out.',
        ),
      ],
      show: {
        element: 'board',
        attributes: {
          boards: SIX,
          overlays: 'pieces',
          panels: 'boards',
          caption: msg('Six boards: the knight is on c6, d7 or f6, the pawn on a7 or a6.'),
        },
      },
    },
    {
      id: 'six',
      heading: msg('Six boards'),
      text: [
        msg(
          'Do it by hand. Sense f6, say: it shows whether the knight is on f6. Groups: boards 3 and 6; boards 1, 2, 4 and 5. The largest has four boards, so f6 is worth “four”.',
        ),
        msg(
          'Sense a6, and you see the pawn, but not the knight: boards 1, 2, 3 and boards 4, 5, 6. That is worth “three”. There is better.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'worst',
          boards: SIX,
          panels: 'boards',
          prompt: msg('Choose a window whose largest group is as small as possible.'),
          hint: msg('Which windows show two of the knight’s three squares, or the pawn and one of them?'),
          explain: msg(
            'd6 shows c6 and d7, so it always shows where the knight is: 1 and 4, 2 and 5, 3 and 6. The largest group has two boards. b6 shows the pawn and c6: 1 alone, 4 alone, 2 and 3, 5 and 6. Two again. Nine windows are worth two (b5, b6, b7, c6, c7, d6, d7, e6, e7); none is worth one.',
          ),
        },
      },
      solution: ['sense d6'],
    },
    {
      id: 'ties',
      heading: msg('Tied windows'),
      text: [
        msg(
          'Nine windows are worth two. Which one? Outpost’s HSUC then asks what is left *on average*. The true board is in a given group of two in two cases of six, and in a group of one in one case of six.',
        ),
        msg(
          'For d6 (2, 2, 2), two boards are always left. If windows are still tied, it takes the first square, counting a1, b1, … h1, a2 and so on.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'expected',
          boards: SIX,
          panels: 'boards',
          prompt: msg('Of the windows that are worth two, choose one that leaves the least on average.'),
          hint: msg('Groups of unequal size: which of the nine windows makes four groups?'),
          explain: msg(
            'b5, b6 and b7 make groups of 1, 1, 2 and 2. On two boards of six, one board is left; on the other four, two are: (1 + 1 + 2×2 + 2×2) / 6 = 1.67 on average, against 2 for d6. The three are tied, so HSUC takes the first of them: b5.',
          ),
        },
      },
      solution: ['sense b5'],
    },
    {
      id: 'worst',
      heading: msg('The worst case'),
      text: [
        msg(
          'Ten boards. On the last five the knight is at home on b8; on the first five it has gone, each time to another square. The h7 pawn is still at home on four boards, on h6 on four and on h5 on two. On boards 6 and 8 the e7 pawn has moved.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'worst',
          boards: TEN,
          panels: 'boards',
          prompt: msg('Choose the window whose largest group is smallest.'),
          hint: msg(
            'A window on the knight’s squares keeps together all boards on which it stayed. How many are they?',
          ),
          explain: msg(
            'h6 sorts by the pawn: boards 1, 2, 6, 7; boards 3, 4, 8, 9; boards 5, 10. The largest group has four. (g5, h5, g6, g7 and h7 do the same.) b5 shows all five squares that the knight may have gone to, but leaves boards 6 to 10 together: five.',
          ),
        },
      },
      solution: ['sense h6'],
    },
    {
      id: 'average',
      heading: msg('The average'),
      text: [
        msg(
          'The same ten boards, and another question: how many boards will be left *on average*, if each board is as likely as any other? This is the *expected* number.',
        ),
        msg(
          'Square the size of each group, add up, divide by the number of boards. For h6: (4×4 + 4×4 + 2×2) / 10 = 3.6.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'expected',
          boards: TEN,
          panels: 'boards',
          prompt: msg('Choose the window that leaves the fewest boards on average.'),
          hint: msg('Groups of one board are worth a lot here, even if a large group stays.'),
          explain: msg(
            'b5: five groups of one, and one of five: (5×1 + 5×5) / 10 = 3.0 on average, less than the 3.6 of h6. Half of the time you know the board for certain; half of the time five are left, one more than h6 ever leaves. HSUC looks at the worst case first, and would never choose b5 here. Neither is wrong: they answer different questions.',
          ),
        },
      },
      solution: ['sense b5'],
    },
    {
      id: 'blind-spot',
      heading: msg('Uniform weights'),
      text: [
        msg(
          'You are White, king on e1. A moment ago you knew the board: Black’s king g8, queen d8, rooks a8 and f8, bishop c8, knight e5, and pawns on a7, b7, c7, d7, f7, g7, h7. Black has moved; nothing was taken. There are 28 boards.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'worst',
          side: 'white',
          assist: 'tracking',
          fen: IN_DANGER,
          agent: 'attacker',
          seed: '4',
          prompt: msg('Sense as HSUC would: choose the window whose largest group is smallest.'),
          hint: msg('Where do many of Black’s moves begin or end: pawns, queen and bishop together?'),
          explain: msg(
            'c7 leaves at most 15 of the 28 boards. Sensing e5, where the knight was, leaves up to 18; g5 leaves up to 17. Only one board in 28 has the knight on f3, so sensing f3 or e2 is worth next to nothing to HSUC: up to 26 or 27 are left. But on that one board Black takes your king next.',
          ),
        },
      },
      solution: ['sense c7'],
    },
    {
      id: 'guard',
      heading: msg('One board that matters'),
      text: [
        msg(
          'The same position; now play it. Black is a player that does nothing but hunt your king, with this knight. To HSUC, the board with the knight on f3 was one in 28. Against this opponent it is the only one that matters.',
        ),
        msg('A sense of c7, HSUC’s choice, shows nothing unusual.'),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'survive',
          turns: '1',
          side: 'white',
          fen: IN_DANGER,
          agent: 'attacker',
          seed: '4',
          prompt: msg('Still have your king after Black’s next move.'),
          hint: msg('Sense where the knight would do the most harm.'),
          explain: msg(
            'The knight went to f3. Of the 45 things that you could do, five keep the king: taking the knight (g2–f3; d1–f3, and d1–g4 or d1–h5 as the queen stops on f3), or stepping to e2. All the others lose at once. A sense of f3, e2 or g2, say, would have shown it.',
          ),
        },
      },
      solution: ['sense f3', 'g2f3'],
    },
    {
      id: 'real',
      heading: msg('Thirty-three boards'),
      text: [
        msg(
          'Now one without a list. A moment ago Black had: king e8, queen d8, rooks a8 and h8, bishops b7 and f8, knight f6, pawns a7, b6, c6, e6, f7, g7, h7. It has moved and taken nothing: 33 boards.',
        ),
        msg(
          'You need not count them all. Ask of a window: which moves would it *not* show? They and the pass are the largest group.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'worst',
          side: 'white',
          assist: 'tracking',
          fen: 'r2qkb1r/pb3ppp/1pp1pn2/3P4/8/2N2N2/PPP2PPP/R1BQKB1R b KQkq - 0 7',
          agent: 'random',
          seed: '1',
          prompt: msg('Choose the window whose largest group is smallest.'),
          hint: msg(
            'King, queen, bishop and knight have most of the moves. One window shows where all four of them stood.',
          ),
          explain: msg(
            'e7 shows d8, e8, f8 and f6, so it sees all that king, queen, king’s bishop and knight do. It misses eight pawn moves, two of the bishop on b7, two of the rook on a8, one of the rook on h8, and the pass: 14 boards. d7, f7 and g7 leave 16 or more. No other window leaves fewer than 16.',
          ),
        },
      },
      solution: ['sense e7'],
    },
    {
      id: 'claims',
      heading: msg('Claims and findings'),
      text: [
        msg(
          'The retracted paper says that HSUC rules out at least 90% of the boards with each sense. In 100 games of ours against a random player it was 84% on average, and about 90% or more for half of the senses.',
        ),
        msg(
          'It says that HSUC does better than the way StrangeFish senses, and describes that as sensing where the opponent’s likely move goes. We found such a sense nearly equal to HSUC. StrangeFish’s own program senses by what its moves would be worth.',
        ),
        msg('It says that typically 12 boards are left. For the player built after the paper we found 12 as well.'),
      ],
    },
    {
      id: 'away',
      heading: msg('What to take away'),
      text: [
        msg('HSUC: sort, take the largest group, make it small. It keeps few boards, and needs only counting.'),
        msg(
          'It asks neither how likely a board is nor how dangerous. Our player built after the paper lost 53 of 100 games to the one that only hunts kings. Our player *hsuc*, which also weighs danger to its king, scored 97.5 of 100 against it. They differ in how they move, too.',
        ),
        msg('Few boards are not the aim of the game. Keeping your king is.'),
      ],
    },
  ],
  sources: [
    {
      text: msg(
        'Guo, Wang, Qi, Qian and Zhang: Heuristic Sensing: An Uncertainty Exploration Method in Imperfect Information Games. Complexity, 2020, article 8815770. RETRACTED by its publisher in 2023',
      ),
      url: 'https://doi.org/10.1155/2020/8815770',
    },
    {
      text: msg(
        'Gardner, Lowman, Richardson, Llorens and others: The First International Competition in Machine Reconnaissance Blind Chess. NeurIPS 2019 Competition and Demonstration Track, PMLR 123, 2020 (the two best players left more boards than some others)',
      ),
      url: 'https://proceedings.mlr.press/v123/gardner20a.html',
    },
    {
      text: msg('Outpost: Published results, re-measured (docs/experiments.md), and Agents (docs/agents.md)'),
    },
  ],
});
