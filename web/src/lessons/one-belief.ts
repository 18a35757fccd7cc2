import { msg } from '@lit/localize';
import type { Lesson } from './lesson';
import { aboutLesson } from './listed';

/** Black's rook was last seen on a7: the third. */
const ROOK = [
  '6k1/1r3ppp/8/8/8/8/PP3PPP/3RKB1R w - - 0 1',
  '6k1/4rppp/8/8/8/8/PP3PPP/3RKB1R w - - 0 1',
  '6k1/r4ppp/8/8/8/8/PP3PPP/3RKB1R w - - 0 1',
  '6k1/2r2ppp/8/8/8/8/PP3PPP/3RKB1R w - - 0 1',
  'r5k1/5ppp/8/8/8/8/PP3PPP/3RKB1R w - - 0 1',
  '6k1/3r1ppp/8/8/8/8/PP3PPP/3RKB1R w - - 0 1',
].join('; ');

/** Black's knight was last seen on d5: the first. */
const KNIGHT = [
  '6k1/5ppp/8/3n4/8/8/5PPP/R5K1 w - - 0 1',
  '6k1/5ppp/1n6/8/8/8/5PPP/R5K1 w - - 0 1',
  '6k1/2n2ppp/8/8/8/8/5PPP/R5K1 w - - 0 1',
  '6k1/4nppp/8/8/8/8/5PPP/R5K1 w - - 0 1',
  '6k1/5ppp/5n2/8/8/8/5PPP/R5K1 w - - 0 1',
  '6k1/5ppp/8/8/1n6/8/5PPP/R5K1 w - - 0 1',
  '6k1/5ppp/8/8/5n2/8/5PPP/R5K1 w - - 0 1',
];

export default (): Lesson => ({
  ...aboutLesson('one-belief'),
  steps: [
    {
      id: 'memory',
      heading: msg('One board in mind'),
      text: [
        msg(
          'The simplest way to play without seeing: keep *one board* in mind, with every piece where you last saw it, and play the best move there.',
        ),
        msg(
          'It is cheap: one board to think about, not thousands. Uriarte and Ontañón tried it in StarCraft and called it *Perfect Memory*; Outpost’s player perfect-memory does it in chess.',
        ),
        msg('Here Black’s rook was last seen on a7. Then Black moved.'),
      ],
      show: {
        element: 'board',
        attributes: {
          fen: '6k1/r4ppp/8/8/8/8/PP3PPP/3RKB1R w - - 0 1',
          marks: 'a7:blue',
          arrows: 'd1d8',
          caption: msg('The board in mind. Rd8 attacks the king along its rank.'),
        },
      },
    },
    {
      id: 'believed',
      heading: msg('Which board does it believe?'),
      text: [msg('Say six boards are possible after Black’s move; they differ in where the rook stands.')],
      show: {
        element: 'game',
        attributes: {
          task: 'choose',
          boards: ROOK,
          panels: 'boards',
          answer: '3',
          prompt: msg('The rook was last seen on a7. On which board does Perfect Memory play?'),
          hint: msg('It leaves a piece where it was last seen until that square turns out to be empty.'),
          explain: msg(
            'Board 3: the rook is still on a7. Only when a7 turns out to be empty is the rook put somewhere else, on the nearest square that you have not seen since. Note that nothing makes board 3 likelier than the others. It is the one that is remembered.',
          ),
        },
      },
      solution: ['choose 3'],
    },
    {
      id: 'blunder',
      heading: msg('The same move on all six'),
      text: [
        msg(
          'You are White and have sensed elsewhere. The six boards are equally likely. Percentages are, as before, the engine’s estimates of your chance to win.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: ROOK,
          panels: 'boards',
          prompt: msg('What do you request?'),
          hint: msg('Is there a board on which your king is attacked already?'),
          explain: msg(
            'Be2, worth 86% on every board. On the remembered board Rd8 is better: 91%. But if the rook has gone to e7, it attacks your king down the open file, nobody tells you, and it takes the king. Over all six boards Rd8 comes to 73%. The board in mind showed no danger.',
          ),
        },
      },
      solution: ['f1e2'],
    },
    {
      id: 'fusion',
      heading: msg('Many boards have a trap, too'),
      text: [
        msg(
          'Look at each of the six boards on its own, and take what the best move there is worth: 88% on average. But that uses Rd8 on some boards and Be2 on others, and you cannot tell them apart. One move for all six: 86%.',
        ),
        msg(
          'Mixing plans that cannot be mixed is called *strategy fusion*. So compare moves by their mean over all boards; never take the best of each board.',
        ),
      ],
    },
    {
      id: 'enough',
      heading: msg('When one board is enough'),
      text: [
        msg(
          'Now Black’s knight was last seen on d5, on board 1. It may have stayed or moved: seven boards, all equally likely.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: KNIGHT.join('; '),
          panels: 'boards',
          prompt: msg('What do you request?'),
          hint: msg(
            'Look along the rank of Black’s king. On how many boards does an attack along it go wrong, and what does that cost?',
          ),
          explain: msg(
            'Ra8. Black’s king cannot leave its rank, and the rook takes it: 95% with the knight on d5, e7, f6 or b4, and 87% on f4. From b6 or c7 the knight takes the rook, which leaves 34%, but the game goes on. The mean of the seven is 76%; the next best move has 60%. The one board in mind said Ra8 at a seventh of the work.',
          ),
        },
      },
      solution: ['a1a8'],
    },
    {
      id: 'many',
      heading: msg('When many boards change the move'),
      text: [
        msg(
          'The same memory, but this time only three boards are left: the knight stayed on d5, or went to b6 or to c7.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: [KNIGHT[1], KNIGHT[0], KNIGHT[2]].join('; '),
          panels: 'boards',
          prompt: msg('The knight was last seen on d5. What do you request now?'),
          hint: msg(
            'On two boards of three the knight guards a8. Which move is useful on d5, and harmless on the others?',
          ),
          explain: msg(
            'Rd1: 65% over the three boards, 75% where the knight is on d5, which it attacks, and 59% on the others. Ra8 is worth 95% with the knight on d5 and 34% on the two boards where it is taken: 54%. A player with one board plays Ra8 here as before.',
          ),
        },
      },
      solution: ['a1d1'],
    },
    {
      id: 'measured',
      heading: msg('What we measured'),
      text: [
        msg(
          'Our player perfect-memory played trout, a player that keeps one board, too: 60 games for each of three boards to think on. With the true board (cheating) it made 100% of the points. With the remembered board: 48%. With only what it saw at the moment: 30%.',
        ),
        msg(
          'In the StarCraft paper the remembered board did as well as the true one. Here the truth is worth clearly more: with the remembered board 3.5% of the moves left the king to be captured although another would have saved it, with the true board none did. One such move ends the game.',
        ),
        msg(
          'Its authors were surprised: in their games, too, sight is lost again. In ours a sense ruled out 52% of the boards, and the opponent’s next move brought back more.',
        ),
      ],
    },
    {
      id: 'players',
      heading: msg('Against players with many boards'),
      text: [
        msg(
          'Games of 50 thousandths of a second a turn, 100 against each player. perfect-memory scored 5 points of 100 against hsuc, which keeps all boards that are possible; 55 against trout, with its one board; 92 against attacker, which rushes at the king without sensing; and 100 against random.',
        ),
        msg(
          'But a list of boards is not the only way to know what you do not know. The best of these players, piecewise-grid, keeps for each piece a chance on every square: 59 of 100 against hsuc.',
        ),
      ],
    },
    {
      id: 'take-away',
      heading: msg('What to take away'),
      text: [
        msg(
          'One board is enough when the boards agree on the move, or when being wrong is cheap. It is not when one of them takes your king.',
        ),
        msg(
          'You need not keep thousands of boards in mind. Before you move, ask one question: is there a board on which this loses at once?',
        ),
      ],
    },
  ],
  sources: [
    {
      text: msg(
        'A. Uriarte and S. Ontañón, “Single Believe State Generation for Handling Partial Observability with MCTS in StarCraft”, workshop of AIIDE 2017.',
      ),
    },
    {
      text: msg(
        'I. Frank and D. Basin, “Search in games with incomplete information: A case study using Bridge card play”, Artificial Intelligence 100(1–2), 87–123, 1998: strategy fusion.',
      ),
      url: 'https://doi.org/10.1016/S0004-3702(97)00082-9',
    },
    {
      text: msg(
        'J. Long, N. R. Sturtevant, M. Buro and T. Furtak, “Understanding the Success of Perfect Information Monte Carlo Sampling in Game Tree Search”, AAAI 2010.',
      ),
    },
    {
      text: msg(
        'Our figures: docs/experiments.md (belief-generation, rating) and docs/agents.md of Outpost. hsuc senses as in Z. Guo and others, “Heuristic Sensing”, Complexity 2020, which its publisher retracted in 2023; none of its figures is used.',
      ),
    },
  ],
});
