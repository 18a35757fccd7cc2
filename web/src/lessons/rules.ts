import { msg } from '@lit/localize';
import type { Lesson } from './lesson';
import { aboutLesson } from './listed';

export default (): Lesson => ({
  ...aboutLesson('rules'),
  steps: [
    {
      id: 'see',
      heading: msg('You see only your own pieces'),
      text: [
        msg(
          'Reconnaissance Blind Chess is chess in the dark. The pieces move as you know them, but you see only your own. This is all that White sees at the start.',
        ),
        msg(
          'Even so, you know where Black’s pieces are at the start: where they always are. After that you must find out. You win by *capturing the king*, really taking it off the board.',
        ),
      ],
      show: {
        element: 'board',
        attributes: {
          fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
          perspective: 'white',
          caption: msg('Black’s pieces are there. You do not see them.'),
        },
      },
    },
    {
      id: 'turn',
      heading: msg('A turn has four parts'),
      text: [
        msg('First you are *told* whether a piece of yours was captured, and on which square; not by what.'),
        msg(
          'Then you *sense*: choose a square, and you are shown what really stands on it and on the eight around it. The opponent does not learn where you sensed.',
        ),
        msg(
          'Then you *request a move*, or pass. Last, you are told the result. The opponent is told only whether you captured something, and where.',
        ),
      ],
      show: {
        element: 'board',
        attributes: {
          fen: 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4',
          perspective: 'white',
          marks: 'd7:blue e7:blue f7:blue d6:blue e6:blue f6:blue d5:blue e5:blue f5:blue',
          caption: msg('To sense e6 is to be shown these nine squares.'),
        },
      },
    },
    {
      id: 'slide',
      heading: msg('Sliding pieces stop'),
      text: [
        msg(
          'A bishop, rook or queen sent through the dark goes until something is in its way, and captures that. You are told where it stopped.',
        ),
        msg('So you need not know the square of a piece, only its line.'),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'capture-king',
          turns: '1',
          fen: '8/5pp1/4pk2/8/8/6P1/1B3P1P/6K1 w - - 0 1',
          agent: 'random',
          seed: '1',
          prompt: msg('Capture the king, which is somewhere on the diagonal from c3 to h8. You have one turn.'),
          hint: msg('How far can you send the bishop? It cannot pass the king.'),
          explain: msg(
            'The king was on f6. You could request h8, g7 or f6: each time the bishop stops on f6 and captures there. c3, d4 and e5 would have been too short. If you do not know how far, request the longest move.',
          ),
        },
      },
      solution: ['b2h8'],
    },
    {
      id: 'pawns',
      heading: msg('Pawns can fail'),
      text: [
        msg(
          'Pawns capture diagonally and move straight, as in chess. If you request a capture and nothing is there, *your turn is lost*. The same if you request a step ahead and something is there.',
        ),
        msg('A double step with a piece on its second square becomes a single one.'),
        msg('A knight’s jump and a king’s step never fail: only your own pieces could block them, and those you see.'),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'reach',
          squares: 'd6 e6 f6',
          piece: 'pawn',
          turns: '1',
          fen: 'r4rk1/pp3ppp/3np3/4P3/8/8/PP3PPP/R4RK1 w - - 0 1',
          agent: 'random',
          seed: '1',
          prompt: msg('Sense first. Then bring the pawn from e5 to one of the yellow squares. You have one turn.'),
          hint: msg('One sense can show all three yellow squares at once.'),
          explain: msg(
            'Sensing e5, e6 or e7 shows all three. A knight is on d6, so e5–d6 captures it. A pawn on e6 is in the way, and f6 is empty: requesting e5–e6 or e5–f6 loses the turn.',
          ),
        },
      },
      solution: ['sense e6', 'e5d6'],
    },
    {
      id: 'notice',
      heading: msg('Learning from a loss'),
      text: [
        msg(
          'Black moves first here. Its king is alone, somewhere in the middle. When your turn begins, you are told that a piece of yours was captured, and where.',
        ),
        msg(
          'You are not told what captured it. But the piece that captured is on that square now, and only one black piece can have done it.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'capture-king',
          side: 'white',
          turns: '1',
          fen: '8/8/4k3/R2N1P2/8/3B4/6PP/6K1 b - - 0 1',
          agent: 'random',
          seed: '1',
          prompt: msg('Black has only its king left. Use what you are told, and capture it. You have one turn.'),
          hint: msg('Where was your piece taken, and which of your pieces attacks that square?'),
          explain: msg(
            'Your knight was taken on d5. Only the king can have done it, so the king is on d5, and the rook takes it: a5–d5. (a5–e5 does as well, as the rook stops on d5.) No sense was needed. In chess a king may not take a guarded piece; here it may.',
          ),
        },
      },
      solution: ['a5d5'],
    },
    {
      id: 'castle',
      heading: msg('There is no check'),
      text: [
        msg(
          'Nobody announces check. There is no mate and no stalemate either. A king may stay attacked, step into danger, and castle out of check or through it.',
        ),
        msg(
          'Only one thing stops a castle, if neither king nor rook has moved: a piece between the two, seen or not. Then your turn is lost. Black’s rook on e8 attacks your king, and a knight of Black’s is on your first rank, on one side of it.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'reach',
          squares: 'c1 g1',
          piece: 'king',
          turns: '1',
          fen: '4r1k1/pp3ppp/8/8/6b1/2N5/PPP2PPP/R3K1nR w KQ - 0 1',
          agent: 'random',
          seed: '1',
          prompt: msg('Castle in one turn: bring your king to c1 or g1.'),
          hint: msg('Where is the knight? If it is not on the side you sense, it is on the other.'),
          explain: msg(
            'The knight is on g1, so that e1–g1 fails and e1–c1 works. Sensing g1 shows it; sensing c1 shows no black piece, which means the same. The rook on e8 attacks e1, and the bishop on g4 attacks d1: in chess both would forbid e1–c1. Here they do not.',
          ),
        },
      },
      solution: ['sense g1', 'e1c1'],
    },
    {
      id: 'hunt',
      heading: msg('Find the king and take it'),
      text: [
        msg(
          'Now everything together. Black’s king and four pawns are left; they started on a7, f7, g7 and h7, the king on e7. The king may have moved each time you sense.',
        ),
        msg(
          'Sense where it may be. If you can take it, do. If not, send a piece to where it can strike next. Black moves at random, and may well walk into an attack.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'capture-king',
          turns: '8',
          fen: '8/p3kppp/8/8/8/8/5PPP/R2Q2K1 w - - 0 1',
          agent: 'random',
          seed: '94',
          prompt: msg('Find Black’s king, and capture it within eight turns.'),
          hint: msg(
            'A king goes one square a turn: a sense of where you saw it last shows all the squares it can have gone to.',
          ),
          explain: msg(
            'One way: the queen to e2, as the king is on e7. Then a sense of e7 shows it on f6. The rook goes to a6, from where it attacks along its rank to h6; one more sense of f6 shows that the king is still there, and the rook takes it. Had the king moved, queen and rook would have attacked four of its six squares: e5, e6, e7 and g6.',
          ),
        },
      },
      solution: ['sense e7', 'd1e2', 'sense e7', 'a1a6', 'sense f6', 'a6f6'],
    },
    {
      id: 'guard',
      heading: msg('Guard your own king'),
      text: [
        msg(
          'Now you are Black, at the start of a game. White tries the simplest trick there is: a knight runs for your king, hoping that you do not sense it.',
        ),
        msg(
          'You will not be told that it comes. In chess you would hear “check” first; here the next message is that the game is over.',
        ),
      ],
      show: {
        element: 'game',
        attributes: {
          task: 'survive',
          side: 'black',
          turns: '4',
          fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
          agent: 'attacker',
          seed: '2',
          prompt: msg('You are Black. A white knight hunts your king: still have it after four turns.'),
          hint: msg('From which squares does a knight strike e8? One sense shows two of them at once.'),
          explain: msg(
            'The knight goes from b1 by c3 and b5 to d6, and takes e8 on its fourth move, unless it is taken first. A knight strikes e8 from c7, d6, f6 and g7. On c7 and g7 are pawns of yours, so you would hear of it. Sensing e6 shows d6 and f6: when the knight is there, a pawn takes it.',
          ),
        },
      },
      solution: ['sense e6', 'g8f6', 'sense e6', 'b8c6', 'sense e6', 'c7d6', 'pass'],
    },
    {
      id: 'away',
      heading: msg('What to take away'),
      text: [
        msg(
          'You see your own pieces. Each turn: a capture notice, a sense of nine squares, a request or a pass, its result.',
        ),
        msg(
          'Sliders stop at what is hidden and take it. Pawn captures of nothing, blocked pawns and blocked castles lose the turn.',
        ),
        msg(
          'There is no check. The game ends when a king is captured. It is a draw after 50 turns of each side without a capture or a pawn’s move.',
        ),
        msg('Next: where should you sense?'),
      ],
    },
  ],
  sources: [
    {
      text: msg(
        'reconchess, the Python package whose rules these are (Johns Hopkins University Applied Physics Laboratory)',
      ),
      url: 'https://reconchess.readthedocs.io',
    },
    {
      text: msg(
        'Gardner, Lowman, Richardson, Llorens and others: The First International Competition in Machine Reconnaissance Blind Chess. NeurIPS 2019 Competition and Demonstration Track, PMLR 123, 2020',
      ),
      url: 'https://proceedings.mlr.press/v123/gardner20a.html',
    },
  ],
});
