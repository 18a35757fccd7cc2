import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AgentName, BeliefView, Color, Game, MoveReport, Outcome, PieceLetter, PlayerView, Square } from 'outpost';
import { currentSense, latestMove, latestNotice } from '../belief/memory';
import { type Sight, scene, textScene, toldLast, toldSight } from '../belief/scene';
import { bestSense, MEASURES, type Measure, senseRows } from '../belief/sense-rows';
import { textBoard } from '../belief/text-board';
import { moveTableWords, trackingWords } from '../belief/words';
import type { BoardMode, RbcBoard } from '../board/board';
import { moveText } from '../board/move-results';
import { colorOf, opponentOf, pieceOf, ROLES, type Role, roleOf, squareName } from '../board/squares';
import { boardWords, phaseWords } from '../board/words';
import { engineStarted } from '../engine/engine';
import { agentWords } from '../engine/words';
import { newGameWords } from '../play/words';
import {
  COLORS,
  EmbedError,
  MOST_TEXT,
  oneOf,
  quoted,
  readFen,
  readFens,
  readMoves,
  readSquares,
  readText,
  readWeights,
  START,
  someOf,
  wholeNumber,
} from '../problems/attributes';
import { type BoardSet, boardSet } from '../problems/board-set';
import { rateOnBoards, type Votes } from '../problems/board-votes';
import { choiceIsRight, isPlayed, moveIsRight, senseIsRight, TASKS, type Task, voteIsRight } from '../problems/tasks';
import { problemWords } from '../problems/words';
import { noticeText, outcomeTitle, resultText, senseText } from '../record/wording';
import { outcomeWords } from '../record/words';
import { announce } from '../ui/announcer';
import { afterCrash, isAbort } from '../ui/errors';
import { format } from '../ui/format';
import { icons } from '../ui/icons';
import { groupedDiagrams, MOST_DIAGRAMS, numberedDiagrams } from './board-groups';
import { EmbedElement } from './element';
import { votesTable } from './votes-table';
import { embedWords } from './words';

const ASSISTANCE = ['none', 'tracking', 'hints'] as const;

/** Positions looked at, and milliseconds at most, to tell which moves are good. */
const RATING = { nodes: 400_000, ms: 3_000 };

interface Setup {
  side: Color;
  /** `null`: where games begin. */
  fen: string | null;
  /** Boards that cannot be told apart, to decide on instead of a game. */
  set: BoardSet | null;
  agent: string;
  budgetMs: number;
  assist: (typeof ASSISTANCE)[number];
  seed: number | null;
  task: Task | null;
  measure: Measure;
  goal: number | null;
  squares: readonly Square[];
  piece: Role | null;
  answer: readonly (string | null)[] | null;
  /** Of the task `choose`: the index of the right board; `null`: the heaviest. */
  right: number | null;
  turns: number | null;
  panels: readonly 'boards'[];
}

type Stage = 'idle' | 'starting' | 'sense' | 'move' | 'thinking' | 'over';

interface Verdict {
  kind: 'good' | 'bad' | 'plain';
  title: string;
  text: string;
}

/**
 * A game against an agent, from the start or a position, or one decision on boards that cannot be told apart; with a task or
 * without. What is shown of a game in progress is what the person was told.
 *
 * Attributes: `fen` or `boards` (with `weights`, `panels`); `side`, `agent`, `budget` (milliseconds), `seed`, `assist` (`none`, `tracking`,
 * `hints`); `task` with `goal`, `measure`, `squares`, `piece`, `answer`, `turns` (see `TASKS`); `prompt`, `hint`, `explain`; `theme`.
 */
export class OutpostGame extends EmbedElement {
  static override properties = {
    ...EmbedElement.properties,
    fen: {},
    boards: {},
    weights: {},
    panels: {},
    side: {},
    agent: {},
    budget: {},
    seed: {},
    assist: {},
    task: {},
    goal: {},
    measure: {},
    squares: {},
    piece: {},
    answer: {},
    turns: {},
    prompt: {},
    hint: {},
    explain: {},
    setup: { state: true },
    stage: { state: true },
    view: { state: true },
    belief: { state: true },
    verdict: { state: true },
    settled: { state: true },
    busy: { state: true },
    outcome: { state: true },
    revealed: { state: true },
    hinted: { state: true },
    played: { state: true },
    votes: { state: true },
    voted: { state: true },
    given: { state: true },
    looked: { state: true },
    rating: { state: true },
  };
  declare fen: string | null;
  declare boards: string | null;
  declare weights: string | null;
  declare panels: string | null;
  declare side: string | null;
  declare agent: string | null;
  declare budget: string | null;
  declare seed: string | null;
  declare assist: string | null;
  declare task: string | null;
  declare goal: string | null;
  declare measure: string | null;
  declare squares: string | null;
  declare piece: string | null;
  declare answer: string | null;
  declare turns: string | null;
  declare prompt: string | null;
  declare hint: string | null;
  declare explain: string | null;
  declare private setup: Setup | null;
  declare private stage: Stage;
  declare private view: PlayerView | null;
  declare private belief: BeliefView | null;
  declare private verdict: Verdict | null;
  /** The task is solved, or cannot be any more. */
  declare private settled: 'solved' | 'failed' | null;
  declare private busy: boolean;
  declare private outcome: Outcome | null;
  /** The true board, once the game is over. */
  declare private revealed: string | null;
  declare private hinted: boolean;
  /** Own turns that are over. */
  declare private played: number;
  /** How good each request is on each of the boards, once that is worked out. */
  declare private votes: Votes | null;
  /** Boards that are rated so far. */
  declare private voted: number;
  /** Requests that were answered with. */
  declare private given: readonly (string | null)[];
  /** The sense that settled the task. */
  declare private looked: Square | null;
  declare private rating: { promise: Promise<Votes>; abort: AbortController } | null;

  #game: Game | null = null;
  private attempts = 0;
  private thinking: AbortController | null = null;
  private believing: AbortController | null = null;
  /** Counts games: what an earlier one still brings is of no interest. */
  private round = 0;

  constructor() {
    super();
    for (const name of ATTRIBUTES) this[name] = null;
    this.setup = null;
    this.votes = null;
    this.voted = 0;
    this.rating = null;
    this.clear();
  }

  private clear(): void {
    this.round += 1;
    this.pause();
    this.stopRating();
    this.#game?.dispose();
    this.#game = null;
    this.stage = 'idle';
    this.view = null;
    this.belief = null;
    this.verdict = null;
    this.settled = null;
    this.busy = false;
    this.outcome = null;
    this.revealed = null;
    this.played = 0;
    this.attempts = 0;
    this.given = [];
    this.looked = null;
    this.hinted = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const starts = (name: string): boolean => !(TEXTS as readonly string[]).includes(name) || this.setup === null;
    // Texts that change do not begin it anew, unless there is nothing yet; too long ones stop it.
    for (const name of TEXTS) if (changed.has(name) && (this[name]?.length ?? 0) > MOST_TEXT) this.setup = null;
    if (!ATTRIBUTES.some((name) => changed.has(name) && starts(name))) return;
    this.clear();
    this.votes = null;
    this.problem = null;
    try {
      this.setup = this.read();
      // Nothing to load: the person can begin at once.
      if (this.setup.set && this.setup.task !== 'move') {
        this.belief = this.setup.set.belief;
        this.stage = 'sense';
      }
    } catch (error) {
      this.setup = null;
      this.fail(error);
    }
  }

  private read(): Setup {
    for (const name of TEXTS) readText(name, this[name]);
    const task = this.task ? oneOf<Task>('task', this.task, TASKS, 'sense') : null;
    const set = this.boards ? boardSet(readFens(this.boards), this.weights ? readWeights(this.weights) : null) : null;
    const fen = this.fen ? readFen(this.fen) : null;
    const need = (name: 'squares' | 'turns' | 'boards' | 'answer'): void => {
      if (task && !this[name]) throw new EmbedError(embedWords.needs(name, task));
    };
    if (task === 'reach') need('squares');
    if (task === 'survive') need('turns');
    if (task === 'choose') {
      need('boards');
      if (!set?.weighted && !this.answer) throw new EmbedError(embedWords.needs('weights', task));
    }
    if (set && (task === null || isPlayed(task))) throw new EmbedError(embedWords.notWith('boards', task ?? '–'));
    if (task === 'capture-king' && fen) {
      const side = oneOf<Color>('side', this.side, COLORS, fen.turn);
      if (!fen.pieces.includes(pieceOf('king', opponentOf(side)))) throw new EmbedError(embedWords.noKing);
    }
    const number = (name: 'goal' | 'turns', most: number): number | null =>
      this[name] ? wholeNumber(name, this[name], 1, most, 1) : null;
    const side = set?.color ?? oneOf<Color>('side', this.side, COLORS, fen?.turn ?? 'white');
    return {
      side,
      fen: fen?.fen ?? null,
      set,
      agent: quoted(this.agent?.trim() || 'attacker'),
      budgetMs: wholeNumber('budget', this.budget, 0, 60_000, 500),
      assist: oneOf('assist', this.assist, ASSISTANCE, 'none'),
      seed: this.seed ? wholeNumber('seed', this.seed, 0, 999_999_999, 0) : null,
      task,
      measure: oneOf<Measure>('measure', this.measure, MEASURES, 'worst'),
      goal: number('goal', 100_000_000),
      squares: readSquares(this.squares ?? ''),
      piece: this.piece ? oneOf<Role>('piece', this.piece, ROLES, 'pawn') : null,
      answer: this.answer && task !== 'choose' ? readMoves(this.answer) : null,
      right:
        this.answer && task === 'choose' ? wholeNumber('answer', this.answer, 1, set?.boards.length ?? 1, 1) - 1 : null,
      turns: number('turns', 1000),
      panels: someOf<'boards'>('panels', this.panels, ['boards'], task === 'choose' ? ['boards'] : []),
    };
  }

  protected override pause(): void {
    this.thinking?.abort();
    this.thinking = null;
    this.believing?.abort();
    this.believing = null;
    // What somebody waits for goes on.
    if (!this.busy) this.stopRating();
  }

  private stopRating(): void {
    this.rating?.abort.abort();
    this.rating = null;
  }

  protected override resume(): void {
    if (this.startsByItself) void this.start(false);
    if (this.stage === 'move') this.rateAhead();
    if (this.stage === 'thinking') void this.think();
    else if (this.stage === 'sense' || this.stage === 'move') void this.believe();
  }

  protected override letGo(): void {
    // A game that is being started as well: it would be put into an engine that nobody holds.
    if (this.#game || this.stage === 'starting') this.clear();
  }

  protected override async retry(): Promise<void> {
    await super.retry();
    if (this.engineState === 'off' && !this.#game) void this.start();
  }

  // The game

  /** One decision needs the engine, and nothing else that a person should ask for first. */
  private get startsByItself(): boolean {
    const task = this.setup?.task ?? null;
    return this.stage === 'idle' && task !== null && !isPlayed(task) && engineStarted();
  }

  /** Begins, or begins anew; the board takes the focus, so that who asked for it can go on. */
  async start(focus = true): Promise<void> {
    const { setup } = this;
    if (!setup) return;
    this.clear();
    this.problem = null;
    if (setup.set && setup.task !== 'move') {
      this.belief = setup.set.belief;
      this.stage = 'sense';
      return;
    }
    const { round } = this;
    this.stage = 'starting';
    await this.safely(async () => {
      const game = await this.withEngine(async (outpost) => {
        const agents = await outpost.agents();
        if (!agents.some(({ name }) => name === setup.agent)) {
          throw new EmbedError(embedWords.agentFailed(quoted(setup.agent)));
        }
        const person = { kind: 'person', name: newGameWords.you } as const;
        const agent = { kind: 'agent', agent: setup.agent as AgentName, budgetMs: setup.budgetMs } as const;
        // Of boards that cannot be told apart, any: what may be asked for depends on the own pieces alone.
        const fen = setup.set?.boards[0]?.fen ?? setup.fen;
        return outpost.newGame({
          white: setup.side === 'white' ? person : agent,
          black: setup.side === 'black' ? person : agent,
          clock: null,
          seed: setup.seed ?? Math.floor(Math.random() * 2 ** 31),
          ...(fen ? { startFen: fen } : {}),
        });
      });
      if (round !== this.round) return game.dispose();
      this.#game = game;
      if (setup.set) await game.sense(setup.side, null);
      await this.advance();
      this.rateAhead();
      if (focus) this.focusBoard();
    });
    if (round === this.round && this.stage === 'starting') this.stage = 'idle';
  }

  private focusBoard(): void {
    void this.updateComplete.then(() => this.querySelector<RbcBoard>('rbc-board')?.focusBoard());
  }

  /** Does what may fail, and shows if it does. */
  private async safely(action: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    const { round, holdsFocus } = this;
    try {
      await action();
    } catch (error) {
      if (round === this.round) this.fail(error);
    } finally {
      if (round === this.round) this.busy = false;
      if (holdsFocus) void this.keepFocus();
    }
  }

  private get holdsFocus(): boolean {
    const { activeElement } = this.getRootNode() as Document | ShadowRoot;
    return activeElement !== null && (activeElement === this || this.contains(activeElement));
  }

  /** When what had the keyboard is gone, it goes to what comes next. */
  private async keepFocus(): Promise<void> {
    await this.updateComplete;
    if (this.holdsFocus || document.activeElement !== document.body) return;
    const words = (selector: string): HTMLElement | null => this.renderRoot.querySelector<HTMLElement>(selector);
    if (this.settled) words('.verdict')?.focus();
    else if (this.setup?.task === 'count') words('.ask input')?.focus();
    else if (this.setup?.task === 'choose') words('.likely-boards button')?.focus();
    else this.querySelector<RbcBoard>('rbc-board')?.focusBoard();
  }

  /** Finds out where the game stands, and goes on from there. */
  private async advance(): Promise<void> {
    const { setup } = this;
    const game = this.#game;
    if (!setup || !game) return;
    const { round } = this;
    const view = await afterCrash(() => game.view(setup.side));
    if (round !== this.round) return;
    this.view = view;
    if (view.outcome) return this.end(view.outcome);
    if (view.phase === 'waiting') {
      if (this.outOfTurns()) return this.settle('turns');
      this.stage = 'thinking';
      void this.think();
      return;
    }
    if (view.phase === 'sense') {
      if (setup.task === 'survive' && this.played >= (setup.turns ?? 1)) return this.solve();
      announce(`${this.notice} ${phaseWords.senseText}`);
    }
    this.stage = view.phase === 'move' ? 'move' : 'sense';
    this.belief = setup.set?.belief ?? null;
    void this.believe();
  }

  private async think(): Promise<void> {
    const game = this.#game;
    if (!game || this.thinking || !this.seen) return;
    const thinking = new AbortController();
    this.thinking = thinking;
    const { round } = this;
    try {
      await afterCrash(() => game.agentTurn({ signal: thinking.signal }));
      if (this.thinking === thinking) this.thinking = null;
      if (round === this.round) await this.advance();
    } catch (error) {
      // Broken off because nobody looks: it goes on when somebody does.
      if (round === this.round && !isAbort(error)) this.fail(error);
    } finally {
      if (this.thinking === thinking) this.thinking = null;
    }
  }

  /** Works out what follows from what was told, where that is shown or asked for. */
  private async believe(): Promise<void> {
    const { setup } = this;
    const game = this.#game;
    if (!setup || !game || setup.set || !this.seen || this.believing || this.belief) return;
    const { task } = setup;
    if (setup.assist === 'none' && task !== 'sense' && task !== 'count' && task !== 'locate') return;
    const believing = new AbortController();
    this.believing = believing;
    const { round } = this;
    try {
      const belief = await afterCrash(() => game.belief(setup.side, { signal: believing.signal }));
      if (round !== this.round || this.believing !== believing) return;
      this.belief = belief;
      if (task === 'locate' && belief.estimate <= (setup.goal ?? 1)) await this.solve();
    } catch (error) {
      if (this.believing === believing && !isAbort(error)) this.fail(error);
    } finally {
      if (this.believing === believing) this.believing = null;
    }
  }

  /** The belief of this moment; waits for it. */
  private async currentBelief(): Promise<BeliefView | null> {
    const { setup } = this;
    if (!setup) return null;
    const game = this.#game;
    if (!this.belief && game) {
      this.believing?.abort();
      this.believing = null;
      this.belief = await afterCrash(() => game.belief(setup.side));
    }
    return this.belief;
  }

  private async sense(square: Square | null): Promise<void> {
    const { setup } = this;
    if (!setup || this.settled || this.stage !== 'sense') return;
    if (setup.task === 'count' || setup.task === 'choose') return;
    await this.safely(async () => {
      if (setup.task === 'sense') return this.judgeSense(square);
      const game = this.#game;
      if (!game) return;
      this.dropBelief();
      // An engine that crashes is started again: the action that it broke off is made once more, as in a game at Play.
      const { square: at, result } = await afterCrash(() => game.sense(setup.side, square));
      this.tell('outpost-sense', {
        square: at === null ? null : squareName(at),
        seen: result.map(([where, piece]) => ({ square: squareName(where), piece })),
      });
      announce(`${senseText({ square: at, result }, setup.side)} ${phaseWords.moveText}`);
      await this.advance();
    });
  }

  private async move(uci: string | null): Promise<void> {
    const { setup } = this;
    const game = this.#game;
    if (!setup || !game || this.settled || this.stage !== 'move') return;
    await this.safely(async () => {
      if (setup.task === 'move') return this.judgeMove(uci);
      this.dropBelief();
      const report = await afterCrash(() => game.move(setup.side, uci));
      this.played += 1;
      this.tellMove(report);
      announce(resultText(report));
      const view = await afterCrash(() => game.view(setup.side));
      this.view = view;
      if (setup.task === 'reach' && this.hasReached(setup, view)) return this.solve();
      await this.advance();
    });
    this.querySelector<RbcBoard>('rbc-board')?.reset();
  }

  private dropBelief(): void {
    this.believing?.abort();
    this.believing = null;
    this.belief = null;
  }

  private tellMove({ requested, taken, capture }: MoveReport): void {
    this.tell('outpost-move', { requested, taken, capture: capture === null ? null : squareName(capture) });
  }

  private hasReached({ squares, piece }: Setup, view: PlayerView): boolean {
    return squares.some((square) => {
      const here = view.own[square];
      return here !== null && here !== undefined && (piece === null || roleOf(here) === piece);
    });
  }

  private outOfTurns(): boolean {
    const { setup } = this;
    if (!setup || setup.turns === null || setup.task === 'survive' || !isPlayed(setup.task)) return false;
    return this.played >= setup.turns;
  }

  private async end(outcome: Outcome): Promise<void> {
    const { setup } = this;
    const game = this.#game;
    if (!setup || !game) return;
    this.stage = 'over';
    this.outcome = outcome;
    this.belief = null;
    const { round } = this;
    const record = await game.recordJson();
    const replay = await game.replay();
    if (round === this.round) {
      this.revealed = replay.steps.at(-1)?.fen ?? null;
      this.tell('outpost-end', { winner: outcome.winner, reason: outcome.reason, record });
      const won = outcome.winner === setup.side;
      if (setup.task === 'capture-king' && won && outcome.reason === 'KING_CAPTURE') await this.solve();
      else if (setup.task === 'survive' && outcome.winner !== opponentOf(setup.side)) await this.solve();
      else if (isPlayed(setup.task)) await this.settle('over');
    }
    replay.dispose();
  }

  // Tasks

  private async judgeSense(square: Square | null): Promise<void> {
    const { setup } = this;
    if (!setup || square === null) return;
    const belief = await this.currentBelief();
    if (!belief?.senseWorst) return;
    const right = senseIsRight(belief, square, setup.measure, setup.goal);
    if (right === null) return;
    const name = squareName(square);
    const worth = this.worthOf(belief, square);
    this.looked = square;
    this.judge(
      name,
      right,
      right ? embedWords.senseRight(name, worth) : embedWords.senseWrong(name, worth, this.comparedBy),
    );
  }

  /** What senses are compared by: where a goal is set, the worst case. */
  private get comparedBy(): Measure {
    const { setup } = this;
    return setup && setup.goal === null ? setup.measure : 'worst';
  }

  /** What a sense is worth, in words. */
  private worthOf(belief: BeliefView, square: Square): string {
    const row = senseRows(belief)?.[square];
    return row ? embedWords.worth(row, this.comparedBy, Math.round(belief.estimate)) : '';
  }

  private async judgeMove(uci: string | null): Promise<void> {
    const { setup } = this;
    const game = this.#game;
    if (!setup || !game) return;
    const name = uci === null ? moveTableWords.pass : moveText(uci);
    const given = uci ?? 'pass';
    this.given = [...this.given.filter((request) => request !== uci), uci];
    if (setup.answer) {
      // A promotion without a piece is a queen's.
      const right = setup.answer.some((answer) => answer === uci || (answer !== null && `${answer}q` === uci));
      this.judge(given, right, right ? embedWords.moveRight(name) : embedWords.moveWrong(name));
      return;
    }
    if (setup.set) {
      const votes = await this.currentVotes();
      const right = voteIsRight(votes, uci);
      const row = votes.requests.find(({ request }) => request === uci);
      const best = votes.requests[0];
      this.judge(
        given,
        right,
        right ? embedWords.moveRight(name) : embedWords.moveWorse(name, row?.mean ?? 0, best?.mean ?? 0),
      );
      return;
    }
    this.verdict = { kind: 'plain', title: '', text: embedWords.rating };
    const table = await game.moves(setup.side, RATING);
    const right = moveIsRight(table, uci);
    const row = table.rows.find(({ request }) => request === uci);
    const best = table.rows[0];
    this.judge(
      given,
      right,
      right ? embedWords.moveRight(name) : embedWords.moveWorse(name, row?.mean ?? 0, best?.mean ?? 0),
    );
  }

  /** Has the boards rated before the person has decided. */
  private rateAhead(): void {
    const { setup } = this;
    if (!setup?.set || setup.task !== 'move' || !this.seen) return;
    // Whoever waits for it is told.
    this.currentVotes().catch(() => {});
  }

  /** How good each request is on each of the boards; waits for it. */
  private async currentVotes(): Promise<Votes> {
    if (this.votes) return this.votes;
    const set = this.setup?.set;
    if (!set) throw new EmbedError(problemWords.noBoards);
    if (!this.rating) {
      const abort = new AbortController();
      this.voted = 0;
      const promise = this.withEngine((outpost) =>
        rateOnBoards(outpost, set.boards, set.weights, {
          signal: abort.signal,
          onProgress: (done) => {
            if (this.rating?.abort === abort) this.voted = done;
          },
        }),
      );
      const rating = { promise, abort };
      this.rating = rating;
      promise
        .then((votes) => {
          if (this.rating === rating) this.votes = votes;
        })
        .catch(() => {})
        .finally(() => {
          if (this.rating === rating) this.rating = null;
        });
    }
    return this.rating.promise;
  }

  private judgeChoice(index: number): void {
    const { setup } = this;
    if (!setup?.set || this.settled) return;
    const right = setup.right === null ? choiceIsRight(setup.set.weights, index) : index === setup.right;
    const name = embedWords.boardNumber(index + 1);
    this.judge(String(index + 1), right, right ? embedWords.choiceRight(name) : embedWords.choiceWrong(name));
  }

  private readonly judgeCount = async (event: Event): Promise<void> => {
    event.preventDefault();
    const input = this.renderRoot.querySelector<HTMLInputElement>('.ask input');
    const text = input?.value.trim() ?? '';
    if (!/^\d+$/.test(text)) {
      this.verdict = { kind: 'plain', title: '', text: embedWords.countNumber };
      return;
    }
    const given = Number(text);
    await this.safely(async () => {
      const belief = await this.currentBelief();
      if (!belief) return;
      const right = given === belief.size;
      this.judge(
        String(given),
        right,
        right ? embedWords.countRight(given) : embedWords.countWrong(given, belief.size),
      );
    });
  };

  private judge(answer: string, correct: boolean, text: string): void {
    const task = this.setup?.task;
    if (!task) return;
    this.attempts += 1;
    this.tell('outpost-answer', { task, answer, correct, attempts: this.attempts });
    this.verdict = { kind: correct ? 'good' : 'bad', title: correct ? embedWords.solved : embedWords.failed, text };
    if (correct) {
      this.settled = 'solved';
      this.tell('outpost-success', { task, attempts: this.attempts, turns: this.played });
    }
  }

  /** A task that is played is solved. */
  private async solve(): Promise<void> {
    const task = this.setup?.task ?? null;
    if (!isPlayed(task) || this.settled) return;
    this.settled = 'solved';
    this.verdict = { kind: 'good', title: embedWords.solved, text: this.told(embedWords.solvedTask[task]) };
    this.tell('outpost-success', { task, attempts: this.attempts + 1, turns: this.played });
    await this.reveal();
  }

  private async settle(reason: 'turns' | 'over'): Promise<void> {
    const task = this.setup?.task;
    if (!task || this.settled) return;
    this.settled = 'failed';
    this.verdict = { kind: 'bad', title: embedWords.failed, text: this.told(embedWords.failedTask[reason]) };
    this.tell('outpost-failure', { task, reason });
    await this.reveal();
  }

  /** What the last move came to, then `text`: with the task's end the banner that says it is gone. */
  private told(text: string): string {
    const move = this.view ? latestMove(this.view.observations) : null;
    const loss = this.outcome && this.outcome.winner === opponentOf(this.setup?.side ?? 'white');
    return [move ? resultText(move) : '', loss && this.outcome ? outcomeWords.reason(this.outcome) : '', text]
      .filter((part) => part !== '')
      .join(' ');
  }

  /** Shows where everything was: a game whose task is over is given up. */
  private async reveal(): Promise<void> {
    const { setup, round } = this;
    const game = this.#game;
    if (!setup || !game || setup.set || this.revealed || this.outcome) return;
    this.pause();
    await game.resign(setup.side);
    const replay = await game.replay();
    if (round === this.round) {
      this.stage = 'over';
      this.belief = null;
      // A record knows where a game began by its first half-turn.
      this.revealed = this.view?.ply === 0 ? (setup.fen ?? START) : (replay.steps.at(-1)?.fen ?? null);
    }
    replay.dispose();
  }

  private async showAnswer(): Promise<void> {
    const { setup } = this;
    const task = setup?.task;
    if (!setup || !task) return;
    await this.safely(async () => {
      const text = isPlayed(task) ? '' : await this.answerText(setup);
      if (text === null) return;
      this.settled = 'failed';
      this.verdict = { kind: 'plain', title: '', text: text ? embedWords.answer(text) : '' };
      this.tell('outpost-failure', { task, reason: 'shown' });
      await this.reveal();
    });
  }

  private async answerText(setup: Setup): Promise<string | null> {
    const text = (uci: string | null): string => (uci === null ? moveTableWords.pass : moveText(uci));
    if (setup.task === 'move') {
      if (setup.answer) return format.list(setup.answer.map(text));
      if (setup.set) {
        const best = (await this.currentVotes()).requests[0];
        return best ? text(best.request) : null;
      }
      const best = (await this.#game?.moves(setup.side, RATING))?.rows[0];
      return best ? text(best.request) : null;
    }
    if (setup.task === 'choose' && setup.set) {
      const { weights } = setup.set;
      return embedWords.boardNumber((setup.right ?? weights.indexOf(Math.max(...weights))) + 1);
    }
    const belief = await this.currentBelief();
    if (!belief) return null;
    if (setup.task === 'count') return format.number(belief.size);
    const square = bestSense(belief, this.comparedBy);
    if (square === null) return null;
    this.looked = square;
    return embedWords.senseAnswer(squareName(square), this.worthOf(belief, square));
  }

  // Showing

  private get notice(): string {
    const view = this.view;
    if (!view) return '';
    return noticeText(latestNotice(view.observations), view.ply === 0);
  }

  /** What may be shown of a belief: with a task that asks for it, only once that is answered. */
  private get shownBelief(): BeliefView | null {
    const { setup, belief } = this;
    if (!setup || !belief) return null;
    // Which of the boards is likely is what the task asks for.
    if (setup.task === 'choose' && !this.settled) return null;
    return setup.set || setup.assist !== 'none' ? belief : null;
  }

  private get showsHeat(): boolean {
    const { setup } = this;
    if (!setup || this.stage !== 'sense') return false;
    if (setup.task === 'sense') return this.settled !== null;
    return setup.assist === 'hints' && setup.task !== 'count' && setup.task !== 'choose';
  }

  private get pieces(): readonly (PieceLetter | null)[] {
    const { setup, view, revealed } = this;
    if (!setup) return new Array(64).fill(null);
    if (revealed) return readFen(revealed).pieces;
    if (view) return view.own;
    if (setup.set) return setup.set.own;
    const { pieces } = readFen(setup.fen ?? START);
    return pieces.map((piece) => (piece && colorOf(piece) === setup.side ? piece : null));
  }

  private sight(setup: Setup): Sight {
    const { view, stage, pieces, comparedBy: measure } = this;
    const happened = view ? toldLast(view.observations, stage === 'sense' || stage === 'move' ? stage : 'result') : {};
    const goals = setup.task === 'reach' ? setup.squares : [];
    if (this.revealed) return { pieces, goals, happened };
    const shown = this.shownBelief;
    // The worth of senses may be the answer to a task that shows no belief.
    const belief = shown ?? (this.showsHeat ? this.belief : null);
    return {
      pieces,
      yours: true,
      remembers: true,
      goals,
      ...(view && !setup.set ? toldSight(view, 'sense') : {}),
      happened,
      believed: belief && {
        color: setup.side,
        belief,
        ghosts: shown ? ROLES : [],
        map: this.showsHeat ? 'senses' : null,
        measure,
        senses: this.showsHeat,
      },
    };
  }

  protected override renderBoards(): TemplateResult | typeof nothing {
    const { setup, stage, view } = this;
    if (!setup) return nothing;
    const mode: BoardMode =
      this.settled || this.busy
        ? 'view'
        : stage === 'sense' && setup.task !== 'count' && setup.task !== 'choose'
          ? 'sense'
          : stage === 'move'
            ? 'move'
            : 'view';
    const { ghosts, tints, heat, best, arrows, labels } = scene(this.sight(setup));
    return html`<div class="outpost-one">
      <rbc-board
        .orientation=${setup.side}
        .color=${setup.side}
        .pieces=${this.pieces}
        .ghosts=${ghosts}
        .tints=${tints}
        .heat=${heat}
        .best=${best}
        .arrows=${arrows}
        .mode=${mode}
        .requests=${stage === 'move' ? (view?.requests ?? []) : []}
        .labels=${labels}
        .name=${boardWords.labelOf(setup.side)}
        @sense-square=${(event: CustomEvent<Square>) => this.sense(event.detail)}
        @request-move=${(event: CustomEvent<string>) => this.move(event.detail)}
      ></rbc-board>
    </div>`;
  }

  protected override render(): TemplateResult {
    const { setup } = this;
    if (!setup) return html`<div class="embed" part="frame">${this.renderStatus()}<slot name="boards"></slot></div>`;
    const prompt = this.prompt ?? (setup.task ? embedWords.choosePrompt[setup.task] : '');
    return html`<div class="embed" part="frame" data-stage=${this.stage} data-settled=${this.settled ?? nothing}>
      ${prompt ? html`<p class="embed-caption" part="prompt"><strong>${prompt}</strong></p>` : nothing}
      ${this.renderStatus()} ${this.renderBanner(setup)}
      <slot name="boards"></slot>
      ${this.renderBelief()} ${this.settled ? nothing : this.renderDiagrams(setup)} ${this.renderCount(setup)}
      ${this.renderRating(setup)}
      <div aria-live="polite">${this.renderVerdict()}</div>
      ${this.renderVotes(setup)} ${this.settled ? this.renderDiagrams(setup) : nothing} ${textBoard(textScene(this.sight(setup), setup.side))}
      ${this.renderActions(setup)}
    </div>`;
  }

  private renderBanner(setup: Setup): TemplateResult | typeof nothing {
    const { stage, view } = this;
    if (stage === 'idle' || stage === 'starting' || setup.task === 'choose' || this.settled) return nothing;
    // What a person is told at the turn's start is part of what boards are counted by.
    if (setup.task === 'count') return view ? html`<p part="banner">${this.notice}</p>` : nothing;
    const told = view ? latestMove(view.observations) : null;
    const result = told ? resultText(told) : '';
    const button = (label: string, act: () => void): TemplateResult =>
      html`<button type="button" class="on-phase" ?disabled=${this.busy} @click=${act}>${label}</button>`;
    const left =
      isPlayed(setup.task) && setup.turns !== null && stage !== 'over'
        ? ` ${embedWords.turnsLeft(Math.max(0, setup.turns - this.played))}`
        : '';
    const banner = (
      phase: string,
      icon: TemplateResult,
      title: string,
      text: string,
      actions: unknown,
    ): TemplateResult =>
      html`<div class="banner" part="banner" data-phase=${phase}>
        <span class="banner-icon">${icon}</span>
        <div class="banner-words">
          <p class="banner-title"><strong>${title}</strong></p>
          <p>${text}${left}</p>
        </div>
        <div class="banner-actions">${actions}</div>
      </div>`;
    switch (stage) {
      case 'sense':
        return banner(
          'sense',
          icons.eye,
          phaseWords.sense,
          `${this.notice} ${phaseWords.senseText}`,
          setup.task === 'sense' ? nothing : button(phaseWords.noSense, () => this.sense(null)),
        );
      case 'move': {
        const sensed = view && !setup.set ? currentSense(view.observations) : null;
        const text = `${sensed ? senseText(sensed, setup.side) : ''} ${phaseWords.moveText}`;
        return banner(
          'move',
          icons.move,
          phaseWords.move,
          text,
          button(phaseWords.pass, () => this.move(null)),
        );
      }
      case 'thinking':
        return banner(
          'waiting',
          icons.hourglass,
          embedWords.thinking(agentWords.agent(setup.agent)),
          this.seen ? result : embedWords.paused,
          nothing,
        );
      case 'over':
        return this.outcome
          ? banner(
              'result',
              icons.flag,
              outcomeTitle(this.outcome, setup.side),
              outcomeWords.reason(this.outcome),
              nothing,
            )
          : nothing;
    }
  }

  private renderBelief(): TemplateResult | typeof nothing {
    const { setup, belief } = this;
    // How many there are is what some tasks ask for.
    if (!setup || !belief || !this.shownBelief || this.revealed) return nothing;
    if (setup.task === 'count' && !this.settled) return nothing;
    const counted =
      belief.completeness === 'exact'
        ? embedWords.counted(belief.size)
        : `${trackingWords.about(belief)} ${trackingWords.counted(belief)}`;
    return html`<p class="small" part="size"><strong>${counted}.</strong> ${embedWords.legends.pieces}
      ${this.showsHeat ? (this.comparedBy === 'worst' ? embedWords.legends.sense : embedWords.legends.senseMean) : nothing}</p>`;
  }

  private renderCount(setup: Setup): TemplateResult | typeof nothing {
    if (setup.task !== 'count' || this.stage !== 'sense' || this.settled) return nothing;
    return html`<form class="ask" @submit=${this.judgeCount}>
      <label class="small">${embedWords.countLabel}<br /><input inputmode="numeric" autocomplete="off" maxlength="9" /></label>
      <button class="primary">${embedWords.check}</button>
    </form>`;
  }

  private renderDiagrams(setup: Setup): TemplateResult | typeof nothing {
    const { set } = setup;
    if (!set || !setup.panels.includes('boards')) return nothing;
    if (setup.task === 'sense' && this.settled && this.looked !== null) {
      return html`<div part="panel">${groupedDiagrams(set, this.looked, setup.side)}</div>`;
    }
    const more = set.boards.length - MOST_DIAGRAMS;
    const choosing = setup.task === 'choose' && !this.settled;
    const choice = (index: number): TemplateResult =>
      html`<button type="button" class="small-button" @click=${() => this.judgeChoice(index)}>${embedWords.boardNumber(index + 1)}</button>`;
    return html`<div part="panel" role="group" aria-label=${embedWords.boardsPanel}>
      ${
        // Which one is the heaviest is what the task asks for.
        numberedDiagrams(set, setup.side, choosing ? { weighed: false, below: choice } : {})
      }
      ${more > 0 ? html`<p class="small muted">${embedWords.moreBoards(more)}</p>` : nothing}
    </div>`;
  }

  /** Shown while the person waits for it. */
  private renderRating({ set, task }: Setup): TemplateResult | typeof nothing {
    if (!set || task !== 'move' || this.votes || !this.rating || !(this.busy || this.settled)) return nothing;
    return html`<div class="embed-status" part="status" role="status">
      <span class="small">${embedWords.rating}</span>
      <progress max=${set.boards.length} .value=${this.voted} aria-label=${embedWords.rating}></progress>
      <button type="button" class="small-button" @click=${() => this.stopRating()}>${embedWords.cancel}</button>
    </div>`;
  }

  private renderVotes({ set, task, answer }: Setup): TemplateResult | typeof nothing {
    if (!set || task !== 'move' || !this.settled || !this.votes) return nothing;
    return votesTable(this.votes, [...(answer ?? []), ...this.given]);
  }

  private renderVerdict(): TemplateResult | typeof nothing {
    const { verdict } = this;
    if (!verdict) return nothing;
    const told = verdict.title || verdict.text;
    return html`<div class="verdict ${verdict.kind}" part="verdict" tabindex="-1">
      ${told ? html`<p>${verdict.title ? html`<strong>${verdict.title}.</strong> ` : nothing}${verdict.text}</p>` : nothing}
      ${this.settled && this.explain ? html`<p class="embed-caption" part="explain">${this.explain}</p>` : nothing}
    </div>`;
  }

  private renderActions(setup: Setup): TemplateResult {
    const { stage } = this;
    const open = setup.task !== null && !this.settled && (stage === 'sense' || stage === 'move');
    const tried = this.hinted || this.attempts > 0 || this.played > 0;
    // How a game is won is told in words, if at all.
    const asks = open && tried && (!isPlayed(setup.task) || Boolean(this.explain));
    return html`<div class="row wrap" part="actions">
        ${
          stage === 'idle'
            ? html`<button type="button" class="primary" @click=${() => this.start()}>${setup.task !== null && !isPlayed(setup.task) ? embedWords.begin : embedWords.start}</button>`
            : this.settled || stage === 'over'
              ? html`<button type="button" @click=${() => this.start()}>${icons.again} ${embedWords.again}</button>`
              : nothing
        }
        ${
          this.hint && !this.settled
            ? html`<button
                type="button"
                aria-expanded=${this.hinted ? 'true' : 'false'}
                @click=${() => {
                  this.hinted = !this.hinted;
                }}
              >
                ${embedWords.hint}
              </button>`
            : nothing
        }
        ${asks ? html`<button type="button" class="quiet" @click=${() => this.showAnswer()}>${embedWords.giveUp}</button>` : nothing}
      </div>
      ${this.hint && this.hinted && !this.settled ? html`<p class="embed-caption" part="hint">${this.hint}</p>` : nothing}`;
  }
}

/** What is shown, and changes nothing of the game. */
const TEXTS = ['prompt', 'hint', 'explain'] as const;

const ATTRIBUTES = [
  'fen',
  'boards',
  'weights',
  'panels',
  'side',
  'agent',
  'budget',
  'seed',
  'assist',
  'task',
  'goal',
  'measure',
  'squares',
  'piece',
  'answer',
  'turns',
  ...TEXTS,
] as const;
