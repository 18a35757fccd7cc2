import { msg, str } from '@lit/localize';
import type { CrashDetails, ErrorDetails, RecordProblem, RecordReason, UnavailableDetails } from 'outpost-rbc';
import { number, plural } from './format';
import type { Part } from './parts';
import { type Sentences, sentenceOf, words } from './texts';

/** Parts of the page, after “Could not be loaded:”. */
export const parts: Record<Part, string> = words({
  app: () => msg('Outpost'),
  engine: () => msg('the engine'),
  about: () => msg('the about dialog'),
  demo: () => msg('the demonstration'),
  game: () => msg('the game'),
  records: () => msg('the list of your records'),
  analyse: () => msg('the analysis'),
  replay: () => msg('the replay'),
  train: () => msg('the training'),
  learn: () => msg('the lessons'),
  lesson: () => msg('the lesson'),
  workshop: () => msg('the workshop'),
  puzzles: () => msg('the puzzles'),
  lab: () => msg('the Lab'),
  editor: () => msg('the position editor'),
  boards: () => msg('the board view'),
  share: () => msg('the share dialog'),
  code: () => msg('the QR code'),
  sounds: () => msg('the sounds'),
  pieces: () => msg('the pieces'),
  settings: () => msg('the settings'),
  language: () => msg('the language'),
});

export const commonWords = words({
  announcements: () => msg('Announcements'),
  close: () => msg('Close'),
  cancel: () => msg('Cancel'),
  retry: () => msg('Try again'),
  notDownloaded: () =>
    msg('it is not on this device. Go online once, or choose “Keep everything for offline use” in About when you are.'),
  restarted: () => msg('The engine crashed and was restarted. Nothing is lost.'),
  failed: () => msg('Something went wrong'),
  more: (n: number) => msg(str`Show ${number.format(n)} more`),
});

export const partWords = words({
  missing: (part: Part, replaced: boolean) =>
    replaced
      ? msg(
          str`Could not be loaded: ${parts[part]}. The site was updated while this page was open. Reload the page. A game in progress is kept; files have to be opened again.`,
        )
      : msg(str`Could not be loaded: ${parts[part]}. Check your connection and try again, or reload the page.`),
  reload: () => msg('Reload the page'),
});

/** Sides, as the subject of a sentence. */
const sides: Record<'white' | 'black', string> = words({ white: () => msg('White'), black: () => msg('Black') });

/** What may stand at a place of a record. */
const wanted: Record<Extract<RecordReason, { code: 'expected' }>['data']['wanted'], string> = words({
  square: () => msg('a square, 0 to 63'),
  'square-or-null': () => msg('a square, 0 to 63, or null'),
  fen: () => msg('a FEN'),
  'name-or-null': () => msg('a name or null'),
  winner: () => msg('true (White), false (Black) or null'),
  'piece-letter': () => msg('the letter of a piece'),
  'win-reason': () => msg('the reason of a win'),
  'window-entry': () => msg('a square with a piece or null'),
  'game-history': () => msg('the type GameHistory'),
  tag: () => msg('another type'),
  'tag-value': () => msg('a text'),
  text: () => msg('a text'),
  'short-text': () => msg('a short text'),
  object: () => msg('an object'),
  list: () => msg('a list'),
});

/** What is wrong with a record, as a sentence. */
const recordReasons: Sentences<RecordReason> = {
  'not-utf8': () => msg('It is not a text file.'),
  'not-json': ({ line, column }) =>
    msg(str`It is not JSON: see line ${number.format(line)}, column ${number.format(column)}.`),
  cut: () => msg('It ends too early. Get the whole file.'),
  'other-type': ({ line, column }) =>
    msg(str`A value has the wrong type: see line ${number.format(line)}, column ${number.format(column)}.`),
  'too-deep': ({ most }) => msg(str`Lists and objects are nested more than ${number.format(most)} deep.`),
  twice: () => msg('This appears twice.'),
  missing: ({ key }) => msg(str`“${key}” is missing.`),
  'no-tag': ({ tag }) => msg(str`The type “${tag}” is missing.`),
  expected: ({ wanted: what, found }) =>
    found === null ? msg(str`Expected ${wanted[what]}.`) : msg(str`Expected ${wanted[what]}, found ${found}.`),
  'not-a-position': ({ text }) => msg(str`“${text}” is not a FEN.`),
  'not-a-move': ({ text }) => msg(str`“${text}” is not a move.`),
  'too-many': ({ what, most }) =>
    what === 'note-bytes'
      ? msg(str`There are more than ${number.format(most)} bytes of notes.`)
      : what === 'shapes'
        ? msg(str`There are more than ${number.format(most)} arrows and marks at one place.`)
        : msg(str`There are more than ${number.format(most)} entries.`),
  'too-long': ({ what, most }) =>
    what === 'name'
      ? msg(str`A name is longer than ${number.format(most)} characters.`)
      : msg(str`A tag is longer than ${number.format(most)} characters.`),
  lengths: ({ entries, others, key }) =>
    msg(str`This list has ${number.format(entries)} entries, but “${key}” has ${number.format(others)}.`),
  'moves-and-senses': ({ moves, senses }) =>
    msg(str`${number.format(moves)} moves do not fit ${number.format(senses)} senses.`),
  turns: () => msg('The turns of White and Black do not alternate.'),
  'no-move': () => msg('A turn before the last has no move.'),
  gzip: () => msg('The compressed file is damaged. Get it again.'),
  unpacked: ({ most }) =>
    msg(str`The compressed file is too large: it unpacks to more than ${number.format(most)} bytes.`),
  'no-memory': () => msg('There is not enough memory to unpack the file. Close other pages and try again.'),
  'no-place': () => msg('A note does not say where it belongs.'),
  unreadable: () => msg('This cannot be read.'),
};

function recordProblem({ line, path, reason }: RecordProblem): string {
  const sentence = sentenceOf(recordReasons, reason) ?? '';
  const text = path === '$' ? sentence : msg(str`${sentence} (at ${path})`);
  return line === null ? text : msg(str`Line ${number.format(line)}: ${text}`);
}

/** What became of a call when the engine crashed; `why` is what is known of the cause, in English. */
export const crashWords: Sentences<CrashDetails> = {
  crashed: ({ why }) => msg(str`The engine crashed during this (${why}). It was restarted. Try again.`),
  'call-lost': ({ why }) => msg(str`The engine crashed (${why}) and was restarted. Try again.`),
  restarted: () => msg('The engine was restarted. Try again.'),
  'given-up': ({ why, crashes, minutes }) =>
    msg(
      str`The engine crashed ${number.format(crashes)} times within ${number.format(minutes)} minutes (last: ${why}) and is not started again.`,
    ),
  'not-restarted': ({ why, problem }) => msg(str`The engine crashed (${why}) and did not start again: ${problem}`),
  'not-restored': ({ why }) => msg(str`This could not be restored after the engine crashed: ${why}`),
};

/** Why the engine cannot run here. */
export const unavailableWords: Sentences<UnavailableDetails> = {
  'no-simd': () =>
    msg(
      'The engine needs WebAssembly with SIMD (128 bit), which this browser does not have. Every browser released since 2023 has it.',
    ),
  'not-started': ({ why }) => msg(str`The engine did not start: ${why}`),
};

/** Where the page shows an error of the engine: what happened, and what to do. */
export const engineErrors: Sentences<ErrorDetails> = {
  'bad-argument': () => msg('The page asked the engine for something impossible. Reload the page.'),
  'not-a-position': ({ text }) => msg(str`“${text}” is not a position. Enter a FEN with all its fields.`),
  'not-a-move': ({ text }) => msg(str`“${text}” is not a move. Enter it as e2e4, or e7e8q to promote.`),
  record: recordProblem,
  'too-many-games': ({ most }) => msg(str`The file has more than ${number.format(most)} lines. Split it.`),
  'no-game': ({ first }) =>
    first
      ? msg(str`The file contains no game. ${recordProblem(first)}`)
      : msg('The file contains no game: it is empty.'),
  'no-such-game': ({ games }) =>
    plural(games, msg('one {There is only # game in the file.} other {There are only # games in the file.}')),
  'no-such-step': ({ steps }) =>
    plural(steps, msg('one {The game has only # step.} other {The game has only # steps.}')),
  'link-empty': () => msg('There is no link here. Copy all of it, including the part after the #.'),
  'link-version': () =>
    msg('This is not a link to a game, or it is from a newer version of Outpost. Copy all of it, or reload the page.'),
  'link-later-kind': () => msg('The link is from a newer version of Outpost. Reload the page to update.'),
  'link-cut': ({ expected, found }) =>
    expected === null
      ? msg('Only the beginning of the link is here.')
      : msg(str`The link was cut: ${number.format(found)} of ${number.format(expected)} characters are here.`),
  'link-changed': () =>
    msg('The link was changed on its way: a letter is missing, or its case has changed. Copy it again.'),
  'link-impossible': () => msg('The link contains an impossible game. The program that made it has an error.'),
  'link-of-boards': () => msg('The link contains boards, not a game. Open it under Analyse.'),
  'not-by-the-rules': ({ ply, color }) =>
    msg(
      str`Its record differs from the rules in turn ${number.format(Math.floor(ply / 2) + 1)} (${sides[color]}). Share the file instead.`,
    ),
  'too-much-for-a-link': ({ what, most }) => {
    const n = number.format(most);
    const limits: Record<typeof what, () => string> = {
      characters: () => msg(str`It is too long for a link (at most ${n} characters). Share the file instead.`),
      plies: () => msg(str`It is too long for a link (at most ${n} half-turns). Share the file instead.`),
      boards: () => msg(str`A link holds at most ${n} boards. Share fewer.`),
      notes: () => msg(str`A link holds at most ${n} notes. Share the file instead.`),
      text: () => msg(str`Its names and notes are too long for a link (at most ${n} bytes). Share the file instead.`),
      tried: () => msg(str`A what-if in a link has at most ${n} actions. Share an earlier step of it.`),
      shapes: () => msg(str`A note in a link has at most ${n} arrows and marks. Share the file instead.`),
    };
    return limits[what]();
  },
  'no-such-place': () => msg('A note or the view is at a turn that the game does not have.'),
  'no-positions': () => msg('There are no positions. Enter at least one FEN.'),
  'too-many-positions': ({ most }) => msg(str`There are more than ${number.format(most)} positions. Enter fewer.`),
  'positions-differ': ({ position }) =>
    msg(
      str`Position ${number.format(position)} differs from the first in something its side knows: own pieces, castling rights, the side to move, or a double step just made.`,
    ),
  'bad-position': ({ position, text }) => msg(str`Position ${number.format(position)} is not a FEN: ${text}`),
  'other-turn': ({ position, color }) =>
    msg(str`Position ${number.format(position)}: ${sides[color]} is to move, but not in the first.`),
  'other-pieces': ({ position, color }) =>
    msg(
      str`In position ${number.format(position)} the pieces of ${sides[color]} differ from the first, so ${sides[color]} could tell them apart.`,
    ),
  'other-castling': ({ position, color }) =>
    msg(
      str`In position ${number.format(position)} the castling rights of ${sides[color]} differ from the first, so ${sides[color]} could tell them apart.`,
    ),
  'piece-count': ({ position, color, pieces, most }) =>
    msg(
      str`Position ${number.format(position)}: ${sides[color]} has ${number.format(pieces)} pieces; at most ${number.format(most)} are possible.`,
    ),
  'king-count': ({ position, color, kings }) =>
    msg(
      str`Position ${number.format(position)}: ${sides[color]} has ${number.format(kings)} kings; exactly one is needed.`,
    ),
  'too-many-pieces': ({ pieces }) =>
    msg(str`The opponent has ${number.format(pieces)} pieces; at most 16 are possible.`),
  'no-such-outcome': () => msg('There is no such result. Choose another.'),
  'has-sensed': () => msg('This side has already sensed in this turn. Choose a move, or go back before the sense.'),
  'has-moved': () => msg('This turn is over. Go back before its move to try another.'),
  'nothing-to-decide': () => msg('There is nothing to decide at this step.'),
  'not-a-request': ({ request }) => msg(str`${request} is not a move of these pieces. Choose another.`),
  'out-of-order': ({ phase }) => {
    const phases: Record<typeof phase, () => string> = {
      sense: () => msg('Sense first, or choose not to.'),
      move: () => msg('You have already sensed in this turn. Move or pass.'),
      waiting: () => msg('It is not your turn. Wait for the opponent.'),
      over: () => msg('The game is over.'),
    };
    return phases[phase]();
  },
  contradiction: () => msg('This contradicts what was told before.'),
  'no-board-fits': ({ step }) =>
    step === null
      ? msg('No possible board fits what was told.')
      : msg('No possible board fits the record up to this step. The record may differ from the rules.'),
  'set-lost': () => msg('The possible boards were lost: too many were possible for too long.'),
  interrupted: () => msg('The computation was interrupted. Try again.'),
  'no-such-agent': ({ agent }) => msg(str`There is no opponent called “${agent}”. Choose another.`),
  'long-name': ({ color, most }) =>
    msg(str`The name of ${sides[color]} is longer than ${number.format(most)} characters. Shorten it.`),
  'agents-seat': ({ color }) => msg(str`What ${sides[color]} knows is hidden until the game is over.`),
  'not-an-agent': ({ color }) => msg(str`${sides[color]} is played by a person.`),
  'not-your-turn': ({ color }) => msg(str`It is not ${sides[color]}’s turn. Wait for the other side.`),
  'time-over': ({ color }) => msg(str`The game is over: ${sides[color]} ran out of time.`),
  'game-not-over': () => msg('The game is not over yet. Finish it first.'),
  'take-back': ({ refusal }) =>
    refusal === 'clock'
      ? msg('Turns cannot be taken back in a game with a clock.')
      : msg('There is no turn to take back.'),
  'past-short': ({ turns }) =>
    plural(turns, msg('one {The other game has only # half-turn.} other {The other game has only # half-turns.}')),
  'past-over': () => msg('The other game is over at this point. Choose an earlier one.'),
  'past-differs': ({ turn }) =>
    msg(str`The record differs from the rules in half-turn ${number.format(turn + 1)}. Choose a point before it.`),
  'two-starts': () => msg('A game from another game has its start position. Enter no other.'),
  'not-a-saved-game': () => msg('This is not a saved game.'),
  'saved-game-version': () => msg('The saved game is from a newer version of Outpost. Reload the page to update.'),
  'saved-game-damaged': () => msg('The saved game is damaged.'),
  'saved-game-impossible': () => msg('The saved game cannot be continued: its moves do not fit the rules.'),
  'other-weights': ({ weights, boards }) =>
    msg(str`There are ${number.format(weights)} weights for ${number.format(boards)} boards. Enter one for each.`),
  'stockfish-not-loaded': () => msg('Stockfish is not loaded. Load it first.'),
};
