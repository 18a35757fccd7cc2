import { msg, str } from '@lit/localize';
import type { BuildReason } from 'outpost-rbc';
import { AGENT_RATINGS, GAMES_OF_A_PAIR } from '../engine/agent-ratings';
import { agentWords } from '../engine/words';
import { number } from '../ui/format';
import { sentences, words } from '../ui/texts';

/** Why this build of the engine runs. */
const builds: Record<BuildReason['code'], (detail: string) => string> = {
  threads: () => msg('This page can use threads.'),
  'single-asked': () => msg('You chose one thread.'),
  'one-core': () => msg('There is only one processor core to use.'),
  node: () => msg('The engine runs in the page itself.'),
  'other-site': () => msg('The engine is on another site, which does not allow threads.'),
  'not-isolated': () => msg('The page is not cross-origin isolated, which threads need.'),
  'no-shared-memory': () => msg('This browser has no shared memory, which threads need.'),
  'threads-failed': (detail) => msg(str`The threads did not start: ${detail}.`),
};

export const aboutWords = words({
  title: () => msg('About Outpost'),
  text: () =>
    msg(
      'Reconnaissance Blind Chess: you see only your own pieces. Each turn you look at one 3×3 window of the board, then move. Whoever captures the king wins. Outpost follows the rules of the reconchess package. Everything runs in this page: no server, no accounts, no analytics.',
    ),
  opponents: () => msg('Opponents'),
  papers: () =>
    msg(
      'Levels 1 to 8 and the player Outpost are our own. Random, Attacker and Trout play as the bots of reconchess do, the others as papers describe: Siamese (Bertram, Fürnkranz and Müller), HSUC and A_bot (Guo et al.; the publisher retracted that paper in 2023), Perfect Memory (Uriarte and Ontañón), PiecewiseGrid (Highley, Funk and Okin).',
    ),
  /** As measured: the section "rating" of docs/experiments.md, and "Levels" of docs/agents.md. */
  scale: () =>
    msg(
      'Their ratings are of a tournament among them, in which Random has 0. The levels have a scale of their own, on which Attacker has about 620 and Trout about 1110.',
    ),
  engine: () => msg('Engine'),
  build: () => msg('Build'),
  builds: { threads: () => msg('several threads'), single: () => msg('one thread') },
  threads: () => msg('Threads'),
  reason: () => msg('Reason for this build'),
  why: ({ code, detail, workers }: BuildReason): string =>
    sentences(
      builds[code](detail ?? ''),
      workers > 1 && msg(str`It took ${number.format(workers)} attempts to start the engine.`),
    ),
  version: () => msg('Version'),
  forceSingle: () => msg('Use one thread only'),
  forceAuto: () => msg('Choose automatically'),
  licence: () => msg('Free software under the GNU GPL, version 3 or later. Board by chessground.'),
  pieces: (set: string, author: string) => msg(str`Pieces “${set}” by ${author}.`),
  stockfish: (version: string) => msg(str`Comes with Stockfish.js ${version} (GPL-3.0):`),
  stockfishLicence: () => msg('licence'),
  stockfishSource: () => msg('source'),
  gpl: () => msg('Text of the licence'),
  notices: () => msg('Components and their licences'),
  source: () => msg('Source code'),
  noSource: () => msg('Ask whoever runs this site for the source code; the licence entitles you to it.'),
});

/** Of each agent of the engine. */
export const opponentWords = words({
  /** How each thinks, in one sentence. */
  thinking: {
    random: () => msg('Senses any square and requests any move, at random.'),
    attacker: () => msg('Tries one of four quick attacks on the king without sensing, then passes.'),
    trout: () => msg('Believes in one board, corrects it by what it is told, and plays the best move there.'),
    'perfect-memory': () =>
      msg(
        'Believes pieces are where it last saw them or nearby, senses the most outdated window, and plays the best move of a tree search.',
      ),
    'a-bot': () =>
      msg(
        'Keeps every possible board, senses for the best worst case, and lets a tree search on each board vote for a move.',
      ),
    hsuc: () =>
      msg(
        'Keeps every possible board, senses for the best worst case or its king’s safety, and requests the best move over all of them.',
      ),
    'piecewise-grid': () =>
      msg(
        'Keeps a probability for each opposing piece on each square, senses where it is least certain, and requests the best move over sampled boards.',
      ),
    siamese: () =>
      msg(
        'Keeps every possible board, weights them with a neural network, senses to leave the fewest likely boards, and requests the best move by weight.',
      ),
    outpost: () =>
      msg(
        'Our own. Keeps every possible board, weights them with a neural network and by how good the opponent’s last move was, senses what its next move depends on most, and counts danger to its king fourfold.',
      ),
  } as Record<string, () => string>,
  /** How strong it is. */
  strength: (name: string): string => {
    const rating = AGENT_RATINGS[name];
    if (!rating) return '';
    const [elo, points, games] = [rating.elo, rating.points, GAMES_OF_A_PAIR].map((n) => number.format(n));
    return msg(str`Rating ${elo}: scored ${points} of ${games} against ${agentWords.agent(rating.against)}.`);
  },
});
