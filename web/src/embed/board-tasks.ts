/**
 * What `<outpost-game>` loads for moves over boards, for tasks without the engine, and for those with a board that was known before: what happened since, in words
 * and on the board.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { Color, MoveReport, Square } from 'outpost-rbc';
import { currentSense, lastSeen, latestNotice, type Sighting } from '../belief/memory';
import { type Happened, type Pieces, type Sight, scene } from '../belief/scene';
import { requestArrow } from '../board/arrows';
import { destination, moveText, resultKind } from '../board/move-results';
import { readMove } from '../board/moves';
import { senseWindow, squareName } from '../board/squares';
import { phaseWords } from '../board/words';
import { EmbedError, type FenBoard, quoted, readFen } from '../problems/attributes';
import type { BoardSet } from '../problems/board-set';
import { movesOn } from '../problems/move-lists';
import type { Task } from '../problems/tasks';
import { leadsTo, observations, ownAfter, readTold, type Told } from '../problems/told';
import { problemWords } from '../problems/words';
import { noticeText, piecesSeen } from '../record/wording';
import { sentences } from '../ui/texts';
import type { EmbedSetup, GameAttributes } from './game-setup';
import { toldWords } from './told-words';
import { embedWords } from './words';

export { movesOn, requestsOn } from '../problems/move-lists';
export { BoardRating } from './board-rating';
export { votesTable } from './votes-table';

/** This module, which is loaded when it is first needed. */
export type BoardTasks = typeof import('./board-tasks');

/** The board that was known, and what the person was told since. */
export function readBefore(
  given: GameAttributes,
  task: Task | null,
  set: BoardSet,
): Pick<EmbedSetup, 'before' | 'told'> {
  if (!given.before) return { before: null, told: [] };
  if (task !== 'where' && task !== 'played' && task !== 'count')
    throw new EmbedError(embedWords.notWith('before', task ?? '–'));
  const before = readFen(given.before);
  if (before.turn === set.color) throw new EmbedError(toldWords.beforeTurn);
  const told = readTold(given.told ?? '', set.color);
  // Its last words are wrong, or a board is: what follows from it would be.
  if (!leadsTo(before, told, set.boards[0] as FenBoard))
    throw new EmbedError(problemWords.badTold(quoted(given.told ?? '')));
  return { before, told };
}

/** Each thing that the person was told, as a sentence. */
export function toldTexts(before: FenBoard, told: readonly Told[], color: Color): string[] {
  return told.map((each, i) => {
    if (each.what === 'moved') return movedText(each.report);
    if (each.what === 'sensed') return toldWords.sensed(squareName(each.square), piecesSeen([...each.seen], color));
    const own = ownAfter(before, color, told.slice(0, i));
    return noticeText(each.square, false, each.square === null ? null : (own[each.square] ?? null));
  });
}

function movedText(report: MoveReport): string {
  const asked = moveText(report.requested ?? '');
  const to = destination(report.taken ?? '');
  const capture = report.capture === null ? null : squareName(report.capture);
  switch (resultKind(report)) {
    case 'passed':
      return toldWords.passed;
    case 'failed':
      return toldWords.failed(asked);
    case 'stopped':
      return capture === null ? toldWords.stopped(asked, to) : toldWords.stoppedCaptured(asked, capture);
    case 'captured':
      return toldWords.captured(asked, capture ?? to);
    case 'moved':
      return toldWords.moved(asked);
  }
}

/** Whether the opponent may castle, which no board shows; only where its king and a rook stand at home. */
export function castlingText({ fen, pieces, turn }: FenBoard): string {
  const [home, king, rook] = turn === 'white' ? ([4, 'K', 'R'] as const) : ([60, 'k', 'r'] as const);
  const corners = [pieces[home + 3] === rook, pieces[home - 4] === rook];
  if (pieces[home] !== king || !corners.includes(true)) return '';
  const rights = fen.split(' ')[2] ?? '-';
  const [short, long] = ['k', 'q'].map((side) => rights.includes(turn === 'white' ? side.toUpperCase() : side));
  const { both, king: kingSide, queen, none } = toldWords.castling;
  return (short && long ? both : short ? kingSide : long ? queen : none)(turn);
}

export function toldList(before: FenBoard, told: readonly Told[], color: Color): TemplateResult {
  return html`<div class="told" part="told">
    <p>${sentences(castlingText(before), toldWords.known)}</p>
    <ol aria-label=${toldWords.title}>
      ${toldTexts(before, told, color).map((text) => html`<li>${text}</li>`)}
    </ol>
    ${isMarked(sightBefore(before, told, color)) ? html`<p class="small muted" aria-hidden="true">${toldWords.marks}</p>` : nothing}
  </div>`;
}

/** The board before, with what happened since marked on it. */
export function sightBefore(before: FenBoard, told: readonly Told[], color: Color): Sight {
  const seen = seenSince(before, told, color);
  return { pieces: before.pieces, earlier: true, remembers: true, seen, happened: happened(told) };
}

/** What the person knows now: its own pieces, what it saw last, and what stood where before. */
export function sightNow(own: Pieces, before: FenBoard, told: readonly Told[], color: Color): Sight {
  const observed = observations(before, color, told);
  const sensed = currentSense(observed)?.result.map(([square]) => square) ?? [];
  return {
    pieces: own,
    yours: true,
    remembers: true,
    seen: lastSeen(observed, color, own),
    happened: { lost: latestNotice(observed), sensed },
  };
}

/** What the senses showed: of the last turn all of it, of earlier ones what is new. */
function seenSince(before: FenBoard, told: readonly Told[], color: Color): Map<Square, Sighting> {
  const turns = told.filter(({ what }) => what === 'lost').length;
  const seen = new Map<Square, Sighting>();
  let turn = 0;
  told.forEach((each, i) => {
    if (each.what === 'lost') turn += 1;
    if (each.what !== 'sensed') return;
    const own = ownAfter(before, color, told.slice(0, i));
    for (const square of senseWindow(each.square)) {
      const piece = each.seen.get(square) ?? null;
      const age = turns - turn;
      seen.delete(square);
      if (!own[square] && (age === 0 || piece !== before.pieces[square])) seen.set(square, { square, piece, age });
    }
  });
  return seen;
}

function happened(told: readonly Told[]): Happened {
  const lost = told.findLast(({ what }) => what === 'lost');
  const moves = told.flatMap((each) => (each.what === 'moved' && each.report.taken ? [each.report] : []));
  return {
    lost: lost?.what === 'lost' ? lost.square : null,
    sensed: told.flatMap((each) => (each.what === 'sensed' ? senseWindow(each.square) : [])),
    took: moves.findLast(({ capture }) => capture !== null)?.capture ?? null,
    arrows: moves.flatMap(({ taken }) => (taken === null ? [] : [requestArrow(taken)])),
  };
}

/** Whether anything on the board was seen or gone since. */
function isMarked(sight: Sight): boolean {
  const { ghosts, tints } = scene(sight);
  return ghosts.some(({ since }) => since) || [...tints.values()].some((names) => names.includes('gone'));
}

/** Which of both boards is shown. */
export function momentChoice(moment: Moment, choose: (moment: Moment) => void): TemplateResult {
  const choice = (of: Moment): TemplateResult =>
    html`<button type="button" class="segment" aria-pressed=${moment === of ? 'true' : 'false'} @click=${() => choose(of)}>
      ${toldWords[of]}
    </button>`;
  return html`<div class="segments" role="group" aria-label=${toldWords.which}>${choice('before')} ${choice('now')}</div>`;
}

/** What is said where the first of two squares of a move is chosen. */
export const fromText = (from: Square): string => toldWords.from(squareName(from));

/** The move between two squares that were chosen; a pawn that goes to the last rank becomes a queen: another piece can be typed. */
export function moveBetween({ pieces, turn }: FenBoard, from: Square, to: Square): string {
  const promotes = pieces[from]?.toLowerCase() === 'p' && to >> 3 === (turn === 'white' ? 7 : 0);
  return `${squareName(from)}${squareName(to)}${promotes ? 'q' : ''}`;
}

/** A move in UCI. */
const MOVE = /^([a-h][1-8]){2}[qrbn]?$/;

/** Which board is shown: the one that was known, or what is known now. */
export type Moment = 'before' | 'now';

/**
 * A field for the opponent's move, and a button for its pass. After an own move the opponent's pieces may stand elsewhere than on the
 * board that was known: then any move can be typed.
 */
export function moveField(
  before: FenBoard,
  told: readonly Told[],
  move: (uci: string | null) => void,
  refuse: (text: string) => void,
): TemplateResult {
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    const { value } = (event.target as HTMLFormElement).elements[0] as HTMLInputElement;
    const given = readMove(value, movesOn(before), before.pieces);
    if (given.kind === 'move') move(given.uci);
    else if (given.kind === 'pass') move(null);
    else if (told.some(({ what }) => what === 'moved') && MOVE.test(value.trim())) move(value.trim());
    else refuse(toldWords.playedForm(quoted(value.trim())));
  };
  return html`<form class="ask" @submit=${onSubmit}>
    <label class="small">${toldWords.playedLabel}<br /><input
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      maxlength="12"
    /></label>
    <button>${embedWords.check}</button>
    <button type="button" @click=${() => move(null)}>${phaseWords.pass}</button>
  </form>`;
}
