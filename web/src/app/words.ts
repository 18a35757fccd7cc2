import { msg, str } from '@lit/localize';
import type { BuildReason } from 'outpost';
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

export const appWords = words({
  name: () => msg('Outpost'),
  skip: () => msg('Skip to content'),
  navigation: () => msg('Main'),
  play: () => msg('Play'),
  analyse: () => msg('Analyse'),
  learn: () => msg('Learn'),
  lab: () => msg('Lab'),
  dropHere: () => msg('Drop the files to open them'),
  about: () => msg('About'),
  settings: () => msg('Settings'),
  theme: () => msg('Colour scheme'),
  themes: { auto: () => msg('System'), light: () => msg('Light'), dark: () => msg('Dark') },
  home: () => msg('Outpost home'),
});

export const aboutWords = words({
  title: () => msg('About Outpost'),
  text: () =>
    msg(
      'Reconnaissance Blind Chess: you see only your own pieces. Each turn you look at one 3×3 window of the board, then move. Whoever captures the king wins. Outpost follows the rules of the reconchess package. Everything runs in this page: no server, no accounts, no analytics.',
    ),
  opponents: () => msg('Opponents'),
  papers: () =>
    msg(
      'Levels 1 to 8 are Outpost’s own. Random, Attacker and Trout play as the bots of reconchess do, the others as papers describe: Siamese (Bertram, Fürnkranz and Müller), HSUC and A_bot (Guo et al.; the publisher retracted that paper in 2023), Perfect Memory (Uriarte and Ontañón), PiecewiseGrid (Highley, Funk and Okin).',
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
