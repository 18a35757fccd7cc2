import { html, type TemplateResult } from 'lit';
import type { ReplayStep } from 'outpost-rbc';
import { perspectiveWords } from '../belief/words';
import { boardWords } from '../board/words';
import { stepText } from '../record/wording';
import { icons } from '../ui/icons';
import { labelled } from '../ui/texts';
import type { View } from './replay-board';
import { replayWords } from './words';

export type Perspective = View | 'both';
export const PERSPECTIVES: readonly Perspective[] = ['truth', 'white', 'black', 'both'];

/** A walk through a game's steps. */
export interface Walk {
  steps: readonly ReplayStep[];
  /** The step on view. */
  at: number;
  goTo(step: number): void;
}

export function stepTitle({ ply, color, phase }: ReplayStep): string {
  return replayWords.phases[phase](Math.floor(ply / 2) + 1, color);
}

/** The step of the same phase, half-turns away; beyond an end of the game, that end. */
export function turnsAway({ steps, at }: Walk, turns: number): number {
  const here = steps[at];
  const there = steps.filter(({ ply }) => ply === (here?.ply ?? 0) + turns);
  const found = there.find(({ phase }) => phase === here?.phase) ?? there[0];
  return found?.index ?? (turns < 0 ? 0 : steps.length - 1);
}

/** Where a key leads; `null` for keys that lead nowhere. */
export function keyTarget(key: string, walk: Walk): number | null {
  switch (key) {
    case 'ArrowLeft':
      return walk.at - 1;
    case 'ArrowRight':
      return walk.at + 1;
    case 'ArrowUp':
      return turnsAway(walk, -1);
    case 'ArrowDown':
      return turnsAway(walk, 1);
    case 'Home':
      return 0;
    case 'End':
      return walk.steps.length - 1;
    default:
      return null;
  }
}

/** A button with an icon for its label. It keeps the keyboard when it leads nowhere. */
export function control(icon: keyof typeof icons, label: string, off: boolean, act: () => void): TemplateResult {
  return html`<button type="button" part="button" aria-label=${label} title=${label} aria-disabled=${off ? 'true' : 'false'} @click=${act}>
    ${icons[icon]}
  </button>`;
}

/** The buttons to walk by, and to turn the board; `more` comes after them. */
export function stepControls(walk: Walk, flip: () => void, more?: unknown): TemplateResult {
  const { at, goTo } = walk;
  const last = walk.steps.length - 1;
  const [first, end] = [at === 0, at === last];
  return html`<div class="controls" part="controls" role="group" aria-label=${replayWords.controls}>
    ${control('first', replayWords.first, first, () => goTo(0))}
    ${control('backTurn', replayWords.backTurn, first, () => goTo(turnsAway(walk, -1)))}
    ${control('back', replayWords.back, first, () => goTo(at - 1))}
    ${control('next', replayWords.next, end, () => goTo(at + 1))}
    ${control('nextTurn', replayWords.nextTurn, end, () => goTo(turnsAway(walk, 1)))}
    ${control('last', replayWords.last, end, () => goTo(last))}
    ${control('flip', boardWords.flip, false, flip)} ${more}
  </div>`;
}

/** The slider over all steps; `sign` says more of the step on view. */
export function timeline({ steps, at, goTo }: Walk, sign = ''): TemplateResult {
  const step = steps[at];
  return html`<input
    class="timeline"
    part="timeline"
    type="range"
    min="0"
    max=${steps.length - 1}
    .value=${String(at)}
    aria-label=${replayWords.timeline}
    aria-valuetext="${step ? labelled(stepTitle(step), stepText(step)) : ''}${sign}"
    @input=${(event: Event) => goTo((event.target as HTMLInputElement).valueAsNumber)}
  />`;
}

/** The choice of whose view is shown. Buttons, not radio buttons: those would take the arrow keys away from stepping. */
export function perspectives(
  shown: Perspective,
  choose: (perspective: Perspective) => void,
  look = '',
): TemplateResult {
  const label = (one: Perspective): string =>
    one === 'truth' || one === 'both' ? perspectiveWords[one] : perspectiveWords.belief(one);
  return html`<div class="segments ${look}" part="perspectives" role="group" aria-label=${perspectiveWords.perspective}>
    ${PERSPECTIVES.map(
      (one) => html`<button
        type="button"
        class="segment"
        data-perspective=${one}
        aria-pressed=${shown === one ? 'true' : 'false'}
        @click=${() => choose(one)}
      >
        ${label(one)}
      </button>`,
    )}
  </div>`;
}
