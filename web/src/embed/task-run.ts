import type { BeliefView, MoveReport, Outcome, PlayerView, SenseReport, Square } from 'outpost-rbc';
import { latestMove } from '../belief/memory';
import { bestSense, type Measure, senseRows } from '../belief/sense-rows';
import { moveTableWords } from '../belief/words';
import { moveText } from '../board/move-results';
import { opponentOf, parseSquare, roleOf, squareName } from '../board/squares';
import type { GameDriver } from '../play/game-driver';
import { EmbedError, START } from '../problems/attributes';
import {
  choiceIsRight,
  isListed,
  isPlayed,
  leftAtWorst,
  moveIsRight,
  senseIsRight,
  voteIsRight,
} from '../problems/tasks';
import { problemWords } from '../problems/words';
import { resultText } from '../record/wording';
import { outcomeWords } from '../record/words';
import { format } from '../ui/format';
import { sentences, series } from '../ui/texts';
import type { BoardRating } from './board-rating';
import type { EmbedEvents } from './events';
import type { EmbedSetup } from './game-setup';
import { embedWords } from './words';

/** Positions looked at, and milliseconds at most, to tell which moves are good. */
const RATING = { nodes: 400_000, ms: 3_000 };

export interface Verdict {
  kind: 'good' | 'bad' | 'plain';
  title: string;
  text: string;
}

/** The embed that a task is solved in. */
export interface TaskHost {
  tell<K extends keyof EmbedEvents>(name: K, detail: EmbedEvents[K]): void;
  changed(): void;
  /** What else is known of an answer, in words; empty where the task's own verdict is all. */
  why?(answer: string, correct: boolean): string;
}

/** More answers than these are not listed. */
const MOST_LISTED = 8;

/** One attempt at the task of an embed: answers, verdicts, and the true board at its end. Without a task it is a game. */
export class TaskRun {
  /** The game, where there is one and it has begun. */
  driver: GameDriver | null = null;
  verdict: Verdict | null = null;
  /** The task is solved, or cannot be any more. */
  settled: 'solved' | 'failed' | null = null;
  /** The true board, once the game is over. */
  revealed: string | null = null;
  attempts = 0;
  /** Own turns that are over. */
  played = 0;
  /** Requests that were answered with. */
  given: readonly (string | null)[] = [];
  /** The sense that settled the task. */
  looked: Square | null = null;
  /** The square that was answered with last. */
  marked: Square | null = null;
  private left = false;

  constructor(
    readonly setup: EmbedSetup,
    readonly rating: BoardRating | null,
    private readonly host: TaskHost,
  ) {}

  /** Restarted or removed: late results are ignored. */
  leave(): void {
    this.left = true;
    this.driver?.dispose();
  }

  /** The belief of this moment, once it is computed. */
  get belief(): BeliefView | null {
    const { set } = this.setup;
    if (this.revealed || this.driver?.outcome) return null;
    if (set) return set.belief;
    const { driver } = this;
    return driver?.isTurn && driver.tracking.state === 'ready' ? driver.tracking.view : null;
  }

  /** Waits for the belief of this moment. */
  private async currentBelief(): Promise<BeliefView | null> {
    return this.setup.set?.belief ?? (await this.driver?.tracking.current()) ?? null;
  }

  /** What senses are compared by: where a goal is set, the worst case. */
  get comparedBy(): Measure {
    return this.setup.goal === null ? this.setup.measure : 'worst';
  }

  /** Turns until the task cannot be solved any more; `null`: as many as it takes. */
  get turnsLeft(): number | null {
    const { turns, task } = this.setup;
    return isPlayed(task) && turns !== null ? Math.max(0, turns - this.played) : null;
  }

  // The game

  /** Whether a turn of the person is to be played. */
  async begins({ phase }: PlayerView): Promise<boolean> {
    const { task, turns } = this.setup;
    if (task !== 'survive' || phase !== 'sense' || this.played < (turns ?? 1)) return true;
    await this.solve();
    return false;
  }

  sensed({ square, result }: SenseReport): void {
    this.host.tell('outpost-sense', {
      square: square === null ? null : squareName(square),
      seen: result.map(([where, piece]) => ({ square: squareName(where), piece })),
    });
  }

  /** Whether the game goes on after a move. */
  async moved({ requested, taken, capture }: MoveReport, { own, outcome }: PlayerView): Promise<boolean> {
    const { task, squares, piece } = this.setup;
    this.played += 1;
    this.host.tell('outpost-move', { requested, taken, capture: capture === null ? null : squareName(capture) });
    const holds = (square: Square): boolean => {
      const here = own[square];
      return here !== null && here !== undefined && (piece === null || roleOf(here) === piece);
    };
    if (task === 'reach' && squares.some(holds)) await this.solve();
    else if (!outcome && task !== 'survive' && this.turnsLeft === 0) await this.settle('turns');
    return this.settled === null || outcome !== null;
  }

  async believed({ estimate }: BeliefView): Promise<void> {
    if (this.setup.task === 'locate' && estimate <= (this.setup.goal ?? 1)) await this.solve();
  }

  async ended(outcome: Outcome): Promise<void> {
    const { setup, driver } = this;
    if (!driver) return;
    const record = await driver.game.recordJson();
    const truth = await this.truth(driver);
    if (this.left) return;
    this.revealed = truth;
    this.host.tell('outpost-end', { winner: outcome.winner, reason: outcome.reason, record });
    const won = outcome.winner === setup.side;
    if (setup.task === 'capture-king' && won && outcome.reason === 'KING_CAPTURE') await this.solve();
    else if (setup.task === 'survive' && outcome.winner !== opponentOf(setup.side)) await this.solve();
    else if (isPlayed(setup.task)) await this.settle('over');
    this.host.changed();
  }

  private async truth({ game }: GameDriver): Promise<string | null> {
    const replay = await game.replay();
    const fen = replay.steps.at(-1)?.fen ?? null;
    replay.dispose();
    return fen;
  }

  // Answers

  async judgeSense(square: Square | null): Promise<void> {
    const { setup } = this;
    if (square === null) return;
    if (setup.answer) {
      const right = isListed(setup.answer, squareName(square));
      this.looked = square;
      return this.judgeListed(squareName(square), squareName(square), right);
    }
    const belief = await this.currentBelief();
    if (!belief?.senseWorst) return;
    const right = senseIsRight(belief, square, setup.measure, setup.goal);
    if (right === null) return;
    const name = squareName(square);
    const worth = this.worthOf(belief, square);
    this.looked = square;
    const text = right ? embedWords.senseRight(worth) : embedWords.senseWrong(worth, this.comparedBy);
    this.judge(name, right, text);
  }

  /** What a sense of the square is worth, in words. */
  private worthOf(belief: BeliefView, square: Square): string {
    const row = senseRows(belief)?.[square];
    return row ? embedWords.worth(squareName(square), row, this.comparedBy, Math.round(belief.estimate)) : '';
  }

  async judgeMove(uci: string | null): Promise<void> {
    const { answer } = this.setup;
    const name = requestText(uci);
    this.given = [...this.given.filter((request) => request !== uci), uci];
    const judge = (right: boolean, wrong: string): void =>
      this.judge(uci ?? 'pass', right, right ? embedWords.moveRight(name) : wrong);
    if (answer) return this.judgeListed(uci ?? 'pass', name);
    const worse = (rows: readonly { request: string | null; mean: number }[]): string =>
      embedWords.moveWorse(name, rows.find(({ request }) => request === uci)?.mean ?? 0, rows[0]?.mean ?? 0);
    if (this.rating) {
      const votes = await this.rating.ask();
      return judge(voteIsRight(votes, uci), worse(votes.requests));
    }
    this.say(embedWords.rating);
    const table = await this.driver?.game.moves(this.setup.side, RATING);
    if (!table) return;
    const [best] = table.rows;
    const given = table.rows.find(({ request }) => request === uci);
    // Safer moves come first, whatever is worth more.
    const lessSafe = best && given?.safety === 'lessSafe' && given.mean >= best.mean;
    const why = lessSafe
      ? embedWords.moveLessSafe(name, given.losesKing, requestText(best.request))
      : worse(table.rows);
    judge(moveIsRight(table, uci), why);
  }

  judgeChoice(index: number): void {
    const { set, right: answer } = this.setup;
    if (!set || this.settled) return;
    const right = answer === null ? choiceIsRight(set.weights, index) : index === answer;
    const name = embedWords.boardNumber(index + 1);
    this.judge(String(index + 1), right, right ? embedWords.choiceRight(name) : embedWords.choiceWrong(name));
  }

  /** Of the task `where`. */
  judgeSquare(square: Square): void {
    if (this.settled) return;
    this.marked = square;
    this.judgeListed(squareName(square), squareName(square));
  }

  /** Of the task `played`: the opponent's move, `null` for a pass. */
  judgePlayed(uci: string | null): void {
    if (this.settled) return;
    this.judgeListed(uci ?? 'pass', requestText(uci));
  }

  private judgeListed(answer: string, name: string, right = isListed(this.setup.answer ?? [], answer)): void {
    this.judge(answer, right, right ? embedWords.moveRight(name) : embedWords.moveWrong(name));
  }

  async judgeCount(text: string): Promise<void> {
    if (!/^\d+$/.test(text)) return this.say(embedWords.countNumber);
    const given = Number(text);
    const number = await this.rightNumber();
    if (number === null) return;
    const right = given === number;
    const verdict = !right
      ? embedWords.countWrong(given, number)
      : this.setup.task === 'left'
        ? embedWords.leftRight(given)
        : embedWords.countRight(given);
    this.judge(String(given), right, verdict);
  }

  /** Of the tasks `count` and `left`. */
  private async rightNumber(): Promise<number | null> {
    const { answer, task, set, squares } = this.setup;
    if (answer) return Number(answer[0]);
    const [square] = squares;
    if (task === 'left') return set && square !== undefined ? leftAtWorst(set.boards, square) : null;
    return (await this.currentBelief())?.size ?? null;
  }

  /** A typed answer that is none. */
  refuse(text: string): void {
    this.say(text);
  }

  private say(text: string): void {
    this.verdict = { kind: 'plain', title: '', text };
    this.host.changed();
  }

  private judge(answer: string, correct: boolean, text: string): void {
    const { task } = this.setup;
    if (!task || this.left) return;
    this.attempts += 1;
    this.host.tell('outpost-answer', { task, answer, correct, attempts: this.attempts });
    this.verdict = {
      kind: correct ? 'good' : 'bad',
      title: correct ? embedWords.solved : embedWords.failed,
      text: this.host.why?.(answer, correct) || text,
    };
    if (correct) {
      this.settled = 'solved';
      this.host.tell('outpost-success', { task, attempts: this.attempts, turns: this.played });
    }
    this.host.changed();
  }

  /** A task that is played is solved. */
  private async solve(): Promise<void> {
    const { task } = this.setup;
    if (!isPlayed(task) || this.settled) return;
    this.settled = 'solved';
    this.verdict = { kind: 'good', title: embedWords.solved, text: this.told(embedWords.solvedTask[task]) };
    this.host.tell('outpost-success', { task, attempts: this.attempts + 1, turns: this.played });
    await this.reveal();
  }

  private async settle(reason: 'turns' | 'over'): Promise<void> {
    const { task } = this.setup;
    if (!task || this.settled) return;
    this.settled = 'failed';
    this.verdict = { kind: 'bad', title: embedWords.failed, text: this.told(embedWords.failedTask[reason]) };
    this.host.tell('outpost-failure', { task, reason });
    await this.reveal();
  }

  /** What the last move came to, then `text`: with the task's end the banner that says it is gone. */
  private told(text: string): string {
    const { view, outcome } = this.driver ?? {};
    const move = view ? latestMove(view.observations) : null;
    const lost = outcome && outcome.winner === opponentOf(this.setup.side);
    const parts = [move ? resultText(move) : '', lost ? outcomeWords.reason(outcome) : '', text];
    return sentences(...parts);
  }

  /** Shows where everything was: a game whose task is over is given up. */
  private async reveal(): Promise<void> {
    const { setup, driver } = this;
    this.host.changed();
    if (!driver || setup.set || this.revealed || driver.outcome || driver.view?.outcome) return;
    driver.pause();
    await driver.game.resign(setup.side);
    const truth = await this.truth(driver);
    // A record knows where a game began by its first half-turn.
    this.revealed = driver.view?.ply === 0 ? (setup.fen ?? START) : truth;
    this.host.changed();
  }

  async showAnswer(): Promise<void> {
    const { task } = this.setup;
    if (!task) return;
    const text = isPlayed(task) ? '' : await this.answerText();
    if (text === null || this.left) return;
    this.settled = 'failed';
    this.verdict = { kind: 'plain', title: '', text: text ? embedWords.answer(text) : '' };
    this.host.tell('outpost-failure', { task, reason: 'shown' });
    await this.reveal();
  }

  private async answerText(): Promise<string | null> {
    const { task, answer, set, side, right } = this.setup;
    if (answer && task !== 'choose') {
      const [first = ''] = answer;
      if (task === 'sense') this.looked = parseSquare(first);
      const names = answer.slice(0, MOST_LISTED).map(answerText);
      return answer.length > MOST_LISTED ? series([...names, '…']) : format.list(names);
    }
    if (task === 'left') return format.number((await this.rightNumber()) ?? 0);
    if (task === 'move') {
      const best = this.rating
        ? (await this.rating.ask()).requests[0]
        : (await this.driver?.game.moves(side, RATING))?.rows[0];
      return best ? requestText(best.request) : null;
    }
    if (task === 'choose') {
      if (!set) throw new EmbedError(problemWords.noBoards);
      return embedWords.boardNumber((right ?? set.weights.indexOf(Math.max(...set.weights))) + 1);
    }
    const belief = await this.currentBelief();
    if (!belief) return null;
    if (task === 'count') return format.number(belief.size);
    const square = bestSense(belief, this.comparedBy);
    if (square === null) return null;
    this.looked = square;
    return this.worthOf(belief, square);
  }
}

/** An answer as it is listed: a move as people write it, or what it says. */
function answerText(answer: string): string {
  if (answer === 'pass') return requestText(null);
  return answer.length > 3 && !/^\d/.test(answer) ? requestText(answer) : answer;
}

function requestText(uci: string | null): string {
  return uci === null ? moveTableWords.pass : moveText(uci);
}
