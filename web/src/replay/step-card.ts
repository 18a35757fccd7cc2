import { html, nothing, type TemplateResult } from 'lit';
import type { Color, Replay, ReplayStep, Square } from 'outpost-rbc';
import { weightsWords } from '../belief/words';
import { resultKind } from '../board/move-results';
import { squareName } from '../board/squares';
import { endingText, stepText, summaryText } from '../record/wording';
import type { AnalysisSession } from './analysis-session';
import { stepTitle } from './step-controls';
import type { Line } from './what-if';
import { replayWords, whatIfWords } from './words';

interface Around {
  /** The game that was played. */
  replay: Replay;
  nobodyMoved: boolean;
  /** The line that the step is of. */
  line: Line | null;
  /** The beliefs on view: where each is far from the truth, or what it waits for. */
  beliefs: readonly { color: Color; squares: readonly Square[] | null; waiting: string }[];
  /** Tells how likely the true board was by the weights, where that is asked for. */
  judged: Pick<AnalysisSession, 'judged' | 'judging'> | null;
}

/** A step in words: what was done, how the game ended after it, and how right the beliefs on view are. */
export function stepCard(step: ReplayStep, { replay, nobodyMoved, line, beliefs, judged }: Around): TemplateResult {
  const kind = step.phase === 'moved' && step.move ? resultKind(step.move) : '';
  const tag = line?.parent ? (line.assumed ? whatIfWords.assumed : whatIfWords.tried) : null;
  // Where no step tells of it.
  const ending = step === replay.steps.at(-1) ? endingText(replay.steps, replay.summary) : null;
  return html`<section class="card step ${step.phase} ${kind}" aria-live="polite">
    <h2>
      ${nobodyMoved ? replayWords.nobodyMovedTitle : html`<span class="disc ${step.color}"></span> ${stepTitle(step)}`}
      ${tag ? html`<span class="tag what-if-tag">${tag}</span>` : nothing}
    </h2>
    <p class="step-text">${nobodyMoved ? `${summaryText(replay.summary)} ${replayWords.nobodyMoved}` : stepText(step)}</p>
    ${ending === null ? nothing : html`<p class="small ending">${ending}</p>`}
    ${beliefs.map(({ color, squares, waiting }) =>
      squares
        ? html`<p class="small ${squares.length ? 'surprise' : 'muted'}">
            ${squares.length ? html`<span class="surprise-ring" aria-hidden="true"></span>` : ''}
            ${replayWords.surprises(color, squares.map(squareName))}
          </p>`
        : html`<p class="small muted">${waiting}</p>`,
    )}
    ${judged && step.phase !== 'moved' ? judgement(step, judged) : nothing}
  </section>`;
}

/** How likely the board was by the weights that was true. */
function judgement(
  { index, color }: ReplayStep,
  { judged, judging }: NonNullable<Around['judged']>,
): TemplateResult | typeof nothing {
  const judgement = judged[index];
  if (!judgement) return judging ? html`<p class="small muted">${weightsWords.judging}</p>` : nothing;
  const { truth, set } = judgement;
  if (!truth) return html`<p class="small muted">${weightsWords.truthMissing(color)}</p>`;
  return html`<p class="small judgement">
    ${set.estimate === 1 ? weightsWords.onlyOne(color) : weightsWords.truth(color, truth.weight, truth.rank, set)}
  </p>`;
}
