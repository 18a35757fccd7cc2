import type { Color, RequestReport, SetSize, Square, TurnReport } from 'outpost-rbc';

/** From where on something is worth telling. Values are {@link RequestReport}'s, from 0 to 1. */
export const THRESHOLDS = {
  /** At most so many findings of each kind, the largest first. */
  most: 3,
  /** Bits by which a sense, or a turn of the opponent, must change what a side knows. */
  change: 1,
  /** Bits by which a sense must be expected to tell less than the best one. */
  avoidable: 0.5,
  /** A request within so much of the best one's value is right. */
  right: 0.02,
  /** One that falls short of it by so much is wrong. */
  wrong: 0.15,
} as const;

/** Positions that are looked at for each half-turn. */
export const REPORT_NODES = 100_000;

interface At {
  ply: number;
  color: Color;
}

export type Finding =
  /** A sense that told much. */
  | (At & { kind: 'gain'; bits: number; square: Square | null; before: SetSize; after: SetSize })
  /** A turn of the opponent after which much more was possible than after the side's own last sense. */
  | (At & { kind: 'growth'; bits: number; before: SetSize; after: SetSize })
  /** A sense that was to be expected to tell less than another. */
  | (At & { kind: 'avoidable'; bits: number; square: Square | null; best: Square })
  /** Right by what the side knew, though wrong on the true board; and the reverse. */
  | (At & { kind: 'rightInTheDark' | 'rightInTheLight'; dark: RequestReport; light: RequestReport });

export type FindingKind = Finding['kind'];

/** What a side's senses were to be expected to tell less than the best ones, over the whole game. */
export interface Avoidable {
  bits: number;
  senses: number;
}

export interface Findings {
  /** In the order of the game. */
  all: Finding[];
  avoidable: Record<Color, Avoidable>;
  /** Half-turns that were judged. */
  turns: number;
  /** On some of them more boards were possible than were kept: what is told of those are estimates. */
  estimated: boolean;
}

const short = (request: RequestReport): number => request.bestValue - request.value;

/** What is worth telling of a game, from the reports of its half-turns; those that are missing are passed over. */
export function findingsOf(reports: readonly (TurnReport | undefined)[]): Findings {
  const turns = reports.filter((turn) => turn !== undefined);
  const avoidable: Record<Color, Avoidable> = { white: { bits: 0, senses: 0 }, black: { bits: 0, senses: 0 } };
  const gains: Finding[] = [];
  const growths: Finding[] = [];
  const missed: Finding[] = [];
  const dark: (Finding & { gap: number })[] = [];
  const light: (Finding & { gap: number })[] = [];
  for (const turn of turns) {
    const { ply, color, sense, before, after } = turn;
    const at = { ply, color };
    const last = reports[ply - 2];
    if (last && last.color === color) {
      const bits = Math.log2(Math.max(1, before.estimate) / Math.max(1, last.after.estimate));
      if (bits >= THRESHOLDS.change) growths.push({ ...at, kind: 'growth', bits, before: last.after, after: before });
    }
    if (sense) {
      if (sense.bits >= THRESHOLDS.change) {
        gains.push({ ...at, kind: 'gain', bits: sense.bits, square: sense.square, before, after });
      }
      const bits = Math.max(0, sense.bestBits - sense.expectedBits);
      avoidable[color].bits += bits;
      avoidable[color].senses++;
      if (bits >= THRESHOLDS.avoidable) {
        missed.push({ ...at, kind: 'avoidable', bits, square: sense.square, best: sense.best });
      }
    }
    if (turn.dark && turn.light) {
      const [inTheDark, inTheLight] = [short(turn.dark), short(turn.light)];
      const both = { ...at, dark: turn.dark, light: turn.light };
      if (inTheDark <= THRESHOLDS.right && inTheLight >= THRESHOLDS.wrong) {
        dark.push({ ...both, kind: 'rightInTheDark', gap: inTheLight });
      } else if (inTheLight <= THRESHOLDS.right && inTheDark >= THRESHOLDS.wrong) {
        light.push({ ...both, kind: 'rightInTheLight', gap: inTheDark });
      }
    }
  }
  const largest = <F extends Finding>(found: F[], size: (finding: F) => number): F[] =>
    found.sort((a, b) => size(b) - size(a) || a.ply - b.ply).slice(0, THRESHOLDS.most);
  const bits = (finding: Finding): number => ('bits' in finding ? finding.bits : 0);
  const plain = ({ gap: _, ...finding }: Finding & { gap: number }): Finding => finding as Finding;
  const all = [
    ...largest(gains, bits),
    ...largest(growths, bits),
    ...largest(missed, bits),
    ...largest(dark, ({ gap }) => gap).map(plain),
    ...largest(light, ({ gap }) => gap).map(plain),
  ].sort((a, b) => a.ply - b.ply);
  const estimated = turns.some(
    ({ before, after }) => before.completeness === 'sample' || after.completeness === 'sample',
  );
  return { all, avoidable, turns: turns.length, estimated };
}

/** The phase of its half-turn at which a finding is seen best. */
export function phaseOf(kind: FindingKind): 'start' | 'sensed' | 'moved' {
  if (kind === 'growth') return 'start';
  return kind === 'gain' || kind === 'avoidable' ? 'sensed' : 'moved';
}
