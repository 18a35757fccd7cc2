/** An own bot at a seat of a game: the events of docs/bot-protocol.md, from what its side is told and nothing else. */
import { type Color, type Game, LIMITS, type Outcome, type Square } from 'outpost-rbc';
import { parseSquare, squareName } from '../board/squares';
import { BotFault, type BotSurroundings, BotWorker, botSurroundings, cut, type OwnBot } from './bot-worker';
import { labWords } from './words';

/** What it needs of a game. */
export type BotGame = Pick<Game, 'view' | 'sense' | 'move' | 'resign'>;

/** The name that records have for a bot. */
export const seatName = ({ name }: OwnBot): string => name.slice(0, LIMITS.name);

export class BotSeat {
  readonly color: Color;
  /** What the bot did wrong; it has resigned then. */
  fault: string | null = null;
  readonly #game: BotGame;
  readonly #bot: OwnBot;
  readonly #number: number;
  readonly #signal: AbortSignal;
  readonly #around: BotSurroundings;
  #worker: BotWorker | null = null;

  /** `number` is the game's within its experiment, from 0: bots may take their random numbers from it. */
  constructor(
    game: BotGame,
    color: Color,
    bot: OwnBot,
    number: number,
    signal: AbortSignal,
    around: BotSurroundings = botSurroundings,
  ) {
    this.#game = game;
    this.color = color;
    this.#bot = bot;
    this.#number = number;
    this.#signal = signal;
    this.#around = around;
  }

  /** Plays a whole turn. A bot that does something wrong resigns. */
  async turn(): Promise<void> {
    try {
      await this.#turn();
    } catch (error) {
      if (!(error instanceof BotFault)) throw error;
      this.fault = error.message;
      await this.#game.resign(this.color);
    }
  }

  /** Tells the bot how the game ended, and ends it. */
  async end({ winner, reason }: Outcome): Promise<void> {
    try {
      if (!this.fault) await this.#worker?.ask({ event: 'game_end', winner, reason });
    } catch (error) {
      if (!(error instanceof BotFault)) throw error;
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#worker?.close();
  }

  async #turn(): Promise<void> {
    if (!this.#worker) {
      this.#worker = await BotWorker.start(this.#bot.source, this.#signal, this.#around);
      await this.#ask({ event: 'game_start', color: this.color, game: this.#number });
    }
    const { observations, requests } = await this.#game.view(this.color);
    const told = observations.at(-1);
    await this.#ask({ event: 'opponent_move', capture: nameOf(told?.type === 'opponent' ? told.capture : null) });
    const square = senseOf(await this.#ask({ event: 'choose_sense', seconds_left: null }));
    const { result } = await this.#game.sense(this.color, square);
    const squares = Object.fromEntries(result.map(([square, piece]) => [squareName(square), piece]));
    await this.#ask({ event: 'sense_result', squares });
    const request = requestOf(await this.#ask({ event: 'choose_move', seconds_left: null, requests }), requests);
    const { requested, taken, capture } = await this.#game.move(this.color, request);
    await this.#ask({ event: 'move_result', requested, taken, capture: nameOf(capture) });
  }

  /** The answer to an event. To one that asks for nothing anything is an answer, but an error. */
  async #ask(event: object): Promise<unknown> {
    const answer = await (this.#worker as BotWorker).ask(event);
    const error = fieldOf(answer, 'error');
    if (error !== undefined) throw new BotFault(labWords.bot.said(cut(String(error))));
    return answer;
  }
}

const nameOf = (square: Square | null): string | null => (square === null ? null : squareName(square));

/** A field of a JSON value's own; `undefined` where it has none. */
function fieldOf(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null && Object.hasOwn(answer, name)
    ? (answer as Record<string, unknown>)[name]
    : undefined;
}

/** The square of an answer to `choose_sense`, by its name or its number. */
export function senseOf(answer: unknown): Square | null {
  const sense = fieldOf(answer, 'sense');
  if (sense === null) return null;
  const square = typeof sense === 'string' ? parseSquare(sense) : sense;
  if (typeof square === 'number' && Number.isInteger(square) && square >= 0 && square < 64) return square;
  throw new BotFault(labWords.bot.noSense(cut(JSON.stringify(answer))));
}

/** The move of an answer to `choose_move`: one of the requests that are possible, or the pass. */
export function requestOf(answer: unknown, requests: readonly string[]): string | null {
  const move = fieldOf(answer, 'move');
  if (move === null || (typeof move === 'string' && requests.includes(move))) return move;
  throw new BotFault(labWords.bot.noMove(cut(JSON.stringify(answer))));
}
