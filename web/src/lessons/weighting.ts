import { msg } from '@lit/localize';
import type { Lesson } from './lesson';
import { aboutLesson } from './listed';

/** Black, before its first sense: what White may have done. With the network's weights, in thousandths (weighting.test.ts). */
const FIRST = {
  e4: ['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', 315],
  nf3: ['rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1', 242],
  nc3: ['rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 0 1', 155],
  pass: ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1', 101],
  d4: ['rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1', 37],
  nh3: ['rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R b KQkq - 0 1', 29],
} as const;

function first(...moves: (keyof typeof FIRST)[]): { boards: string; weights: string } {
  return {
    boards: moves.map((move) => FIRST[move][0]).join('; '),
    weights: moves.map((move) => FIRST[move][1]).join(' '),
  };
}

/** White's knight was on d4. From b3 it guards a1. */
const KNIGHT = [
  'r5k1/5ppp/8/8/3N4/8/5PPP/6K1 b - - 0 1',
  'r5k1/5ppp/8/8/8/1N6/5PPP/6K1 b - - 0 1',
  'r5k1/5ppp/8/8/8/5N2/5PPP/6K1 b - - 0 1',
].join('; ');

export default (): Lesson => ({
  ...aboutLesson('weighting'),
  steps: [
    {
      id: 'weights',
      heading: msg('Possible, and likely'),
      text: [
        msg('You are Black, and White has made its first move, unseen. 21 boards are possible: 20 moves and the pass.'),
        msg(
          'With uniform weights, each has about 5%. But opponents do not play at random: they bring out pieces, take what is not guarded, and hunt your king. So give every board a *weight*: how likely it is, compared with the others.',
        ),
        msg('Here are six of the 21, still with uniform weights. Which would you give more?'),
      ],
      show: {
        element: 'board',
        attributes: {
          boards: first('nc3', 'd4', 'nf3', 'pass', 'e4', 'nh3').boards,
          panels: 'boards',
          orientation: 'black',
          caption: msg('White may have moved a knight or a pawn, or passed.'),
        },
      },
    },
    {
      id: 'likeliest',
      heading: msg('Which is the likeliest?'),
      text: [
        msg(
          'The weights here are those of a small network that Outpost comes with. It has learnt from 484 recorded games, and from games between Outpost’s own players.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'choose',
          ...first('nc3', 'd4', 'nf3', 'pass', 'e4', 'nh3'),
          panels: 'boards',
          prompt: msg('White has made its first move. Which board does the network think likeliest?'),
          hint: msg('What would most players do first, if they want to attack soon?'),
          explain: msg(
            'Board 5, the king’s pawn two steps: 36% of these six. Then come the knights, Nf3 with 28% and Nc3 with 18%, no move at all with 11%, d4 with 4% and Nh3 with 3%. That is not how people open at chess. It is what the network made of the games that it learnt from, nearly all of them by programs.',
          ),
        },
      },
      solution: ['choose 5'],
    },
    {
      id: 'network',
      heading: msg('How a network weighs'),
      text: [
        msg(
          'A *Siamese network* has two halves. One turns what you were told into a point, the other turns a board into a point. It is trained on finished games, where the true board is known, until the true board’s point lies near yours and the others lie far away.',
        ),
        msg(
          'The weight shrinks with the distance: one step further, and a board counts about a third (1/2.7). The idea is from Bertram, Fürnkranz and Müller (2023). Outpost’s network also gives each piece on each square a value of its own.',
        ),
      ],
    },
    {
      id: 'sense',
      heading: msg('Sense where it matters'),
      text: [
        msg(
          'Four boards hold 81% of the weight. A sense cannot tell all four apart: some look alike, and stay together in a group.',
        ),
        msg(
          'For each group, take its part of the weight times its number of boards, and add up: so many boards are left *on average*. Two light boards that look alike do little harm: the true board is seldom one of them.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'expected',
          ...first('pass', 'nc3', 'e4', 'nf3'),
          panels: 'boards',
          prompt: msg('Sense so that the fewest boards are left on average, by their weights.'),
          hint: msg('Boards 3 and 4 are the heaviest. Find a window that tells both from all others.'),
          explain: msg(
            'A window with the king’s pawn (e2 or e4) and the king’s knight (g1 or f3), such as the one around e3. It singles out the two heaviest boards; only Nc3 and the pass look alike. These two have 31% of the weight of the four, so two boards are left in 31% of the cases and one in 69%: 0.31 × 2 + 0.69 × 1 = 1.31 on average. Around d3 you see the pawn and the other knight: 1.42. With uniform weights the two windows are equal, 1.5 each.',
          ),
        },
      },
      solution: ['sense e3'],
    },
    {
      id: 'alike',
      heading: msg('A move by uniform weights'),
      text: [
        msg(
          'White’s knight was last seen on d4. It has stayed, or gone to b3 or to f3. First, all three are equally likely.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: KNIGHT,
          panels: 'boards',
          prompt: msg('You are Black. What do you request?'),
          hint: msg('White’s king cannot leave the first rank. On which boards is a1 guarded?'),
          explain: msg(
            'Ra1. On boards 1 and 3 White’s king is lost: 95%. On board 2 the knight takes your rook from b3: 34%. The mean is 75%. Rd8, the next best, has 64%: 75% where it attacks the knight on d4, 59% and 58% on the others.',
          ),
        },
      },
      solution: ['a8a1'],
    },
    {
      id: 'weighted',
      heading: msg('The same move, weighted'),
      text: [
        msg(
          'But White has seen your rook, and would like to guard a1. So you think that b3 is likelier than d4 and f3.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: KNIGHT,
          weights: '1 3 1',
          panels: 'boards',
          prompt: msg('Board 2 has three times the weight of each other. What now?'),
          hint: msg('Multiply what a move is worth on each board by 1, 3 and 1, add up, and divide by 5.'),
          explain: msg(
            'Rd8: one fifth of 75%, three fifths of 59% and one fifth of 58% make 62%. Ra1 drops to 58%, as the board on which it loses the rook now counts three times. The moves and the boards are the same; only what you think of White has changed.',
          ),
        },
      },
      solution: ['a8d8'],
    },
    {
      id: 'measured',
      heading: msg('What it is worth'),
      text: [
        msg(
          'Outpost’s player siamese uses the network. It played 200 games against itself without it, with uniform weights and equal time, and scored 150 points: 75%. (200 games leave room for luck: the true share is very likely between 68.6 and 80.5%.)',
        ),
        msg(
          'In a sample of real games that the network had never seen, with at most 256 boards possible, the heaviest board was the true one in 29.6% of the decisions. Guessing finds 4.4%. Choosing the board that is best for the opponent, by the engine’s quick estimate, finds 14.9%.',
        ),
      ],
    },
    {
      id: 'limits',
      heading: msg('What it is not'),
      text: [
        msg(
          'Outpost’s network learnt from 484 recorded games, that of Bertram, Fürnkranz and Müller from 582,450. Against StrangeFish2, StrangeFish and Oracle ours puts the true board first in 26%, 33% and 20% of the decisions, theirs in 39%, 46% and 50%.',
        ),
        msg(
          'How much of that is due to the games is not known, because the two were not tested alike: ours on games that it had never seen, theirs on single decisions held back from games that it had.',
        ),
        msg(
          'Against attacker, which always plays one of four attacks, ours was ahead in the recorded games (96% to 93%), but had only 82% in games that we played later.',
        ),
        msg('And where it says 50 to 80%, it is right less often than that. A weight is an opinion, not a fact.'),
      ],
    },
    {
      id: 'take-away',
      heading: msg('What to take away'),
      text: [
        msg(
          'Keep every board that is possible, but do not weight them all the same: ask what this opponent would have done.',
        ),
        msg(
          'Weights change where you sense and what you play. They are never certain: a board of little weight on which you lose your king still counts.',
        ),
      ],
    },
  ],
  sources: [
    {
      text: msg(
        'T. Bertram, J. Fürnkranz and M. Müller, “Weighting Information Sets with Siamese Neural Networks in Reconnaissance Blind Chess”, IEEE Conference on Games 2023.',
      ),
    },
    {
      text: msg(
        'T. Bertram, J. Fürnkranz and M. Müller, “Neural Network-based Information Set Weighting for Playing Reconnaissance Blind Chess”, 2024.',
      ),
      url: 'https://arxiv.org/abs/2407.05864',
    },
    {
      text: msg(
        'T. Bertram, J. Fürnkranz and M. Müller, “Supervised and Reinforcement Learning from Observations in Reconnaissance Blind Chess”, 2022: a player that needs no list of boards.',
      ),
      url: 'https://arxiv.org/abs/2208.02029',
    },
    { text: msg('Our figures: docs/siamese.md and docs/agents.md of Outpost.') },
  ],
});
