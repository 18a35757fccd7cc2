import type { TurnPhase } from '../belief/scene';
import { recall, remember } from '../ui/remembered';

const KEY = 'outpost-first-steps';

/** So many turns of the first game have tips. */
export const TIP_TURNS = 3;

/** How often an action is explained before it is taken as known. */
const TIMES = 2;

export const TIPS = ['told', 'sense', 'ghosts', 'move', 'result'] as const;
export type Tip = (typeof TIPS)[number];

/** At the start of a turn: the result passes quickly, so that its tip is still there afterwards; nothing was told before the second. */
const AT_SENSE: Record<number, readonly Tip[]> = {
  1: ['sense'],
  2: ['ghosts', 'result', 'told'],
  3: ['told', 'result'],
};

interface Kept {
  senses: number;
  moves: number;
  /** The game that has the tips. */
  game: string | null;
  /** The last of its turns. */
  turn: number;
  /** Tips that were read. */
  read: Tip[];
  /** No more tips. */
  over: boolean;
}

/** What a newcomer still has to learn: how to sense and move, and the tips of the first game. Kept from visit to visit. */
export class FirstSteps {
  private readonly kept: Kept;

  constructor(
    text: string | null = recall(KEY),
    private readonly keep: (text: string) => void = (changed) => void remember(KEY, changed),
  ) {
    this.kept = read(text);
  }

  private change(part: Partial<Kept>): void {
    Object.assign(this.kept, part);
    this.keep(JSON.stringify(this.kept));
  }

  /** The person sensed or moved. */
  did(action: 'sense' | 'move'): void {
    if (!this.explains(action)) return;
    this.change(action === 'sense' ? { senses: this.kept.senses + 1 } : { moves: this.kept.moves + 1 });
  }

  /** Whether to say how it is done. */
  explains(action: 'sense' | 'move'): boolean {
    return (action === 'sense' ? this.kept.senses : this.kept.moves) < TIMES;
  }

  /** Whether this game, in this turn, has tips. A game that was left before its tips were over leaves them to the next. */
  guides(game: string, turn: number): boolean {
    const { kept } = this;
    if (kept.over) return false;
    if (turn > TIP_TURNS) {
      this.change({ over: true });
      return false;
    }
    if (kept.game !== game) {
      if (kept.turn >= TIP_TURNS) {
        this.change({ over: true });
        return false;
      }
      this.change({ game, turn });
    } else if (kept.turn < turn) {
      this.change({ turn });
    }
    return true;
  }

  /** The tip of the moment; `null`: none, or it was read. `tracks`: the board shows where pieces may stand. */
  tip(phase: TurnPhase, turn: number, tracks = true): Tip | null {
    if (this.kept.over) return null;
    const tips = phase === 'sense' ? AT_SENSE[turn] : phase === 'move' ? (['move'] as const) : (['result'] as const);
    return tips?.find((tip) => !this.kept.read.includes(tip) && (tracks || tip !== 'ghosts')) ?? null;
  }

  gotIt(tip: Tip, tracks = true): void {
    const got = [...new Set([...this.kept.read, tip])];
    this.change({ read: got, over: TIPS.every((one) => got.includes(one) || (one === 'ghosts' && !tracks)) });
  }

  skip(): void {
    this.change({ over: true });
  }
}

let shared: FirstSteps | null = null;

/** Those of this page. */
export function firstSteps(): FirstSteps {
  shared ??= new FirstSteps();
  return shared;
}

function read(text: string | null): Kept {
  const kept: Kept = { senses: 0, moves: 0, game: null, turn: 0, read: [], over: false };
  try {
    const { senses, moves, game, turn, read: got, over } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const count = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(0, value as number) : 0);
    kept.senses = count(senses);
    kept.moves = count(moves);
    kept.turn = count(turn);
    if (typeof game === 'string') kept.game = game;
    if (Array.isArray(got)) kept.read = TIPS.filter((tip) => got.includes(tip));
    kept.over = over === true;
  } catch {
    // Something else is stored there: it begins anew.
  }
  return kept;
}
