import { msg, str } from '@lit/localize';
import { words } from '../ui/texts';
export const appWords = words({
  name: () => msg('Outpost'),
  tagline: () => msg('Chess in the dark, and the reasoning made visible.'),
  skip: () => msg('Skip to the content'),
  navigation: () => msg('Main'),
  play: () => msg('Play'),
  analyse: () => msg('Analyse'),
  about: () => msg('About'),
  theme: () => msg('Colour scheme'),
  themes: { auto: () => msg('As the system'), light: () => msg('Light'), dark: () => msg('Dark') },
  home: () => msg('Outpost, to the start'),
});

export const aboutWords = words({
  title: () => msg('About Outpost'),
  text: () =>
    msg(
      'Reconnaissance Blind Chess: you see only your own pieces. Each turn you look at one 3×3 window of the board, then move. Whoever captures the king wins. Outpost plays the rules of the reconchess package, and everything runs in this page: no server, no accounts, no tracking.',
    ),
  engine: () => msg('Engine'),
  build: () => msg('Build'),
  builds: { threads: () => msg('several threads'), single: () => msg('one thread') },
  threads: () => msg('Threads'),
  reason: () => msg('Why this build'),
  version: () => msg('Version'),
  forceSingle: () => msg('Use one thread only'),
  forceAuto: () => msg('Choose the build by itself'),
  licence: () =>
    msg('Free software under the GNU GPL, version 3 or later. Board by chessground, pieces by Colin M. L. Burnett.'),
  stockfish: (version: string) => msg(str`Comes with Stockfish.js ${version} (GPL-3.0):`),
  stockfishLicence: () => msg('licence'),
  stockfishSource: () => msg('source'),
  gpl: () => msg('Text of the licence'),
  notices: () => msg('What it contains, and under which licences'),
  source: () => msg('Source code'),
  noSource: () => msg('Whoever runs this site has the source code for you, as the licence says.'),
});
