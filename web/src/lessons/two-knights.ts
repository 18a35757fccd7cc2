import { msg } from '@lit/localize';
import type { Lesson } from './lesson';
import { aboutLesson } from './listed';

const TWO = ['1q4k1/pp3ppp/8/8/8/6R1/PPn1PP1P/3QKB2 w - - 0 1', '1q4k1/pp3ppp/8/8/8/6R1/PP2PPnP/3QKB2 w - - 0 1'].join(
  '; ',
);

const THREE = [
  'r5k1/1b3ppp/8/8/8/5n2/PP3PPP/R2Q1RK1 w - - 0 1',
  'r5k1/1b3ppp/8/8/8/8/PP2nPPP/R2Q1RK1 w - - 0 1',
  'r5k1/1b3ppp/8/8/8/7n/PP3PPP/R2Q1RK1 w - - 0 1',
].join('; ');

/** A knight on d4 or b2, a bishop on g6 or g4. On each board another of four squares is safe from the check on g5. */
const FOUR = [
  '8/1P2b2k/3p2bp/8/P2n4/2N5/3K3P/R3N3 w - - 0 1',
  '8/1P2b2k/3p3p/8/P2n2b1/2N5/3K3P/R3N3 w - - 0 1',
  '8/1P2b2k/3p2bp/8/P7/2N5/1n1K3P/R3N3 w - - 0 1',
  '8/1P2b2k/3p3p/8/P5b1/2N5/1n1K3P/R3N3 w - - 0 1',
].join('; ');

const PROMOTED = [
  '1Q6/7k/3p2bp/6b1/P2n4/2N5/3K3P/R3N3 w - - 0 1',
  '1Q6/7k/3p3p/6b1/P2n2b1/2N5/3K3P/R3N3 w - - 0 1',
  '1Q6/7k/3p2bp/6b1/P7/2N5/1n1K3P/R3N3 w - - 0 1',
  '1Q6/7k/3p3p/6b1/P5b1/2N5/1n1K3P/R3N3 w - - 0 1',
];

export default (): Lesson => ({
  ...aboutLesson('two-knights'),
  steps: [
    {
      id: 'vote',
      heading: msg('Let the boards vote'),
      text: [
        msg(
          'You are White. A black knight attacks your king, and nobody tells you. You have worked out that it stands on c2 or on g2: two boards, and you cannot tell them apart.',
        ),
        msg(
          'An old idea: take each board as if it were the truth, find the best move there, and let the boards *vote*. What would board 1 vote for, and what board 2?',
        ),
        msg(
          'From here on moves are written as in chess books: K, Q, R, B, N (knight) or nothing for a pawn, x if it takes, and the square. Kd2: the king to d2. gxf3: the pawn from g2 takes on f3.',
        ),
      ],
      show: {
        element: 'board',
        attributes: { boards: TWO, panels: 'boards', caption: msg('The knight is on c2 or on g2, equally likely.') },
      },
    },
    {
      id: 'two-boards',
      heading: msg('One move for two boards'),
      text: [
        msg('Your sense is used up; now you must move. The same move is made on whichever board is the true one.'),
        msg('Percentages are the engine’s estimate of your chance to win if both sides saw everything from then on.'),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: TWO,
          panels: 'boards',
          prompt: msg('The knight is on c2 or on g2. What do you request?'),
          hint: msg('Try each capture on the other board: what does the knight take there?'),
          explain: msg(
            'Kd2. Board 1 votes for the queen to take on c2 (84%), board 2 for the bishop to take on g2 (85%). (Sent further, to b3, a4 or h3, they stop there as well: it is the same capture.) But where the knight is on the other square, it takes your king. So each of them is worth 42% over both boards. Kd2 is out of reach of both knights: 66% here and 66% there. No board votes for it, and it is the best.',
          ),
        },
      },
      solution: ['e1d2'],
    },
    {
      id: 'mean',
      heading: msg('Add up, do not vote'),
      text: [
        msg('A vote counts how often a move is the best. It does not ask how bad the move is where it is not.'),
        msg(
          'So take the *mean* instead: rate every move on every board, add up, and divide by the number of boards. A move that is good everywhere then beats one that is perfect here and loses the king there.',
        ),
        msg(
          'Outpost rates moves this way. One of its players, a-bot, votes, as in the paper that it is taken from (Guo and others, 2020; retracted by its publisher in 2023).',
        ),
      ],
    },
    {
      id: 'three-boards',
      heading: msg('Three squares'),
      text: [msg('The knight is on f3, on e2 or on h3. From each of them it attacks your king on g1.')],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          boards: THREE,
          panels: 'boards',
          prompt: msg('Find the move with the best mean over the three boards.'),
          hint: msg(
            'Qf3 takes the knight on f3, and stops on e2 to take it there. Is there something for all three boards?',
          ),
          explain: msg(
            'Kh1: 85%, 81% and 85% on the three boards, 84% on average. It is the favourite of none. The favourites are gxf3, a queen’s capture on e2, and gxh3, worth 88% on their board; the pawn’s captures lose the king on the two others, which leaves 29%. Qf3 is clever, as it takes the knight on two boards (80% and 88%). On the third it loses the king: 56%.',
          ),
        },
      },
      solution: ['g1h1'],
    },
    {
      id: 'all-agree',
      heading: msg('When all boards agree'),
      text: [
        msg(
          'Now something deeper. A knight is on d4 or b2, a bishop on g6 or g4: four boards, all equally likely. You know the rest.',
        ),
        msg(
          'All four vote for the same move: b8, making a queen. It is worth 72%, 76%, 80% and 79%. The best move that does not promote has 60% on average.',
        ),
        msg('So vote and mean agree. Is it the best move? Look at what Black may answer: the bishop from e7 to g5.'),
      ],
      show: {
        element: 'board',
        attributes: {
          boards: FOUR,
          panels: 'boards',
          arrows: 'b7b8 e7g5:red',
          caption: msg('Four boards: two places for the knight, two for the bishop.'),
        },
      },
    },
    {
      id: 'one-sense',
      heading: msg('The next turn'),
      text: [
        msg(
          'You made a queen, Black answered Bg5, and your king on d2 is attacked. (Nobody would tell you; here you know it.) Your king must step away, to where neither knight nor bishop reaches. First you may sense, once.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'sense',
          measure: 'worst',
          boards: PROMOTED.join('; '),
          panels: 'boards',
          prompt: msg('Where do you sense, to leave the fewest boards in the worst case?'),
          hint: msg('Is there a window that holds a square of the knight and a square of the bishop?'),
          explain: msg(
            'Two boards are left at best: a window of nine squares shows where the knight is, or where the bishop is. They are too far apart for one sense of both. You would need to tell four boards apart, as the next step shows.',
          ),
        },
      },
      solution: ['sense c3'],
    },
    {
      id: 'clairvoyance',
      heading: msg('What the boards took for granted'),
      text: [
        msg(
          'On board 1 only Kd1 saves the king, on board 2 only Kd3, on 3 only Ke2, on 4 only Kc2. Say you saw the knight on d4. Then it is Kd1 or Kd3, and the wrong one loses: an even bet.',
        ),
        msg(
          'On each board the engine knew which one to play. You will not. The boards promised 77%; with your one sense b8 is worth at most 41%.',
        ),
        msg('That is *averaging over clairvoyance*: each board plans as if you could see everything next turn.'),
      ],
      show: {
        element: 'board',
        attributes: {
          boards: PROMOTED.slice(0, 2).join('; '),
          panels: 'boards',
          arrows: 'd2d1 d2d3',
          caption: msg('You saw the knight on d4. Kd1 is right if the bishop is on g6, Kd3 if it is on g4.'),
        },
      },
    },
    {
      id: 'plan-in-the-dark',
      heading: msg('A plan for the dark'),
      text: [
        msg(
          'Back to the four boards. The pawn on b7 can wait: the danger is Bg5. Look for a move after which your king can rely on something, whichever board it is.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'move',
          answer: 'c3d5 d2c1 e1f3 h2h4 c3d1 c3e4 e1c2 e1g2 d2e3 e1d3 c3b5 c3b1 c3e2 c3a2',
          boards: FOUR,
          panels: 'boards',
          prompt: msg('Find a move that is worth more in the dark than b8.'),
          hint: msg(
            'Suppose that Black answers Bg5 again. Which move prepares a square for the king that is safe on all boards, or a piece that takes on g5 or steps in between?',
          ),
          explain: msg(
            'Nd5, for one: the king can then answer Bg5 on c3, which no knight or bishop attacks, or the knight steps between on e3. With one sense you keep 62%, whatever Black answers. Kc1 keeps 64%; Nf3 and h4, which guard g5, 63% and 61%. All other moves of your knights will do, and so will Ke3. A pass, a5 or a rook move leaves the even bet without a queen: at most 39%. The king’s other steps are in reach of a black piece on some boards: under 20%. Board by board b8 still rates highest, 77% on average. That is the number that promised too much: in the dark it keeps at most 41%.',
          ),
        },
      },
      solution: ['c3d5'],
    },
    {
      id: 'take-away',
      heading: msg('What to take away'),
      text: [
        msg('Boards that vote can elect a move that loses half the time. Means are better.'),
        msg(
          'Means of estimates that see everything still promise too much: they count on knowledge that you will not have. They undervalue senses, and moves that keep things simple.',
        ),
        msg(
          'Outpost’s own ratings have this fault, too. It costs little as long as the next sense shows what matters; ask yourself whether it will.',
        ),
      ],
    },
  ],
  sources: [
    {
      text: msg(
        'S. Russell and P. Norvig, “Artificial Intelligence: A Modern Approach”: the section on partially observable games names averaging over clairvoyance.',
      ),
    },
    {
      text: msg(
        'I. Frank and D. Basin, “Search in games with incomplete information: A case study using Bridge card play”, Artificial Intelligence 100(1–2), 87–123, 1998.',
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
        'T. Bertram, J. Fürnkranz and M. Müller, “Weighting Information Sets with Siamese Neural Networks in Reconnaissance Blind Chess”, IEEE Conference on Games 2023. The first position is like that of its Figure 2.',
      ),
    },
    {
      text: msg(
        'Z. Guo and others, “Heuristic Sensing: An Uncertainty Exploration Method in Imperfect Information Games”, Complexity 2020, article 8815770. Retracted by its publisher in 2023; only named here.',
      ),
    },
  ],
});
