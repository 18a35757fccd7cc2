/** A run of the Lab: what is, or was, played, and how it is called. */

import { series } from '../ui/texts';
import type { OwnBot } from './bot-worker';
import type { GameResult } from './results';
import { gamesInAll, hashOf, hasOwnBot, type LabSetup } from './setup';
import { labWords } from './words';

export interface Run {
  /** When it was begun, in epoch milliseconds: no two have the same. */
  id: number;
  setup: LabSetup;
  /** The person's own, where one plays. */
  bot: OwnBot | null;
  results: Map<number, GameResult>;
  /** Games that are not counted. */
  lost: Set<number>;
  /** Games at a time; `null` after a reload, when nobody knows. */
  lanes: number | null;
  /** Why it could not go on. */
  problem: string | null;
  /** Crashes, lost games and faults since it was last begun, in words. */
  notes: string[];
}

/** Games that are still to be played. */
export function leftOf({ setup, results, lost }: Run): number {
  return gamesInAll(setup) - results.size - lost.size;
}

/** Whether a run is of this set-up, and of this bot if one plays. */
export function isOf(run: Run, setup: LabSetup, bot: OwnBot | null): boolean {
  if (hashOf(run.setup) !== hashOf(setup)) return false;
  return !hasOwnBot(setup) || (run.bot?.source === bot?.source && run.bot?.name === bot?.name);
}

/** Who plays, or what is measured. */
export function kindText(setup: LabSetup): string {
  return setup.experiment === 'growth'
    ? labWords.growthKind(setup.policies, setup.against)
    : labWords.playersKind(setup.players);
}

/** A set-up in one sentence. */
export function setupText(setup: LabSetup): string {
  return labWords.setupText({ ...setup, kind: kindText(setup), budget: labWords.budgetText(setup.budget) });
}

/** The parts of a run that a comparison can name it by. */
function partsOf({ setup, bot }: Run): string[] {
  const { label } = labWords;
  return [
    setup.experiment === 'growth' ? label.against(setup.against) : '',
    hasOwnBot(setup) ? (bot?.name ?? '') : '',
    labWords.budgetText(setup.budget),
    setup.turns === null ? label.noLimit : label.turns(setup.turns),
    label.games(setup.games),
    label.seed(setup.seed),
  ];
}

/** Names for runs that are compared: by what differs between them, with their numbers where that is not enough. */
export function labelsOf(runs: readonly Run[]): string[] {
  const parts = runs.map(partsOf);
  const differ = parts[0]?.map((_, part) => new Set(parts.map((of) => of[part])).size > 1) ?? [];
  const names = parts.map((of) => series(of.filter((text, part) => text !== '' && differ[part])));
  return names.map((name, i) => {
    if (names.indexOf(name) === i && names.lastIndexOf(name) === i) return name;
    return name === '' ? labWords.label.run(i + 1) : series([name, labWords.label.run(i + 1)]);
  });
}
