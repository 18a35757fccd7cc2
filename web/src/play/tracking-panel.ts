import { html, nothing, type TemplateResult } from 'lit';
import type { BeliefView, Color, Square } from 'outpost';
import '../belief/weights-switch';
import { boardsLeft, sensingTells } from '../belief/belief-overlay';
import { likelyBoards } from '../belief/likely-boards';
import { piecesReadout, sensesReadout } from '../belief/readout';
import { trackingWords, weightsWords } from '../belief/words';
import { squareName } from '../board/squares';
import { format } from '../ui/format';
import { icons } from '../ui/icons';
import { commonWords } from '../ui/words';
import type { GameSession } from './game-session';
import type { Tracking } from './tracking';

/** What of the belief is drawn on the board, as the person chose. */
export interface TrackingLayers {
  likely: boolean;
  heat: boolean;
}

/** With hints, in the sense phase, once the belief is there: whether any sense rules out a board. Otherwise `null`. */
export function sensingHelps({ assistance, phase, tracking, viewer }: GameSession): boolean | null {
  if (assistance !== 'hints' || phase !== 'sense' || tracking.state !== 'ready') return null;
  return tracking.view?.color === viewer ? sensingTells(tracking.view) : null;
}

/** The belief of the person at the board; `choose` is called with the layers to draw. */
export function trackingPanel(
  session: GameSession,
  layers: TrackingLayers,
  choose: (layers: TrackingLayers) => void,
  pointed: Square | null,
  orientation: Color,
): TemplateResult {
  const { tracking } = session;
  const belief = tracking.view?.color === session.viewer ? tracking.view : null;
  const hints = session.assistance === 'hints';
  const helps = sensingHelps(session);
  const readout = belief ? (helps ? sensesReadout : piecesReadout)(belief, pointed) : '';
  return html`<section class="card tracking" aria-label=${trackingWords.title} aria-busy=${tracking.state === 'computing'}>
    <div class="row between wrap">
      <h2>${trackingWords.title}</h2>
      <span class="row">
        ${toggle(trackingWords.show, layers.likely, () => choose({ ...layers, likely: !layers.likely }))}
        ${hints ? toggle(trackingWords.heat, layers.heat, () => choose({ ...layers, heat: !layers.heat })) : nothing}
      </span>
    </div>
    ${size(tracking, belief)}
    ${
      belief && belief.lastDecay !== null && session.phase !== 'sense'
        ? html`<p class="small muted">${trackingWords.decay(belief.lastDecay)}</p>`
        : nothing
    }
    ${belief && helps !== null ? bestSense(session, belief, helps) : nothing}
    <h3>${weightsWords.title}</h3>
    <weights-switch></weights-switch>
    <p class="readout" aria-hidden="true">${readout}</p>
    ${
      hints && layers.heat && session.phase === 'sense' && helps !== false
        ? html`<div class="legend" aria-hidden="true">
            <span>${trackingWords.legendLow}</span><span class="legend-bar"></span><span>${trackingWords.legendHigh}</span>
          </div>`
        : nothing
    }
    ${tracking.state === 'computing' ? progressBar(tracking) : nothing}
    ${
      tracking.isSlow
        ? html`<button type="button" class="quiet stop-tracking" @click=${() => tracking.stop()}>
            ${icons.stop} ${trackingWords.stop}
          </button>`
        : nothing
    }
    ${
      belief
        ? html`<details>
            <summary>${weightsWords.likeliest}</summary>
            ${likelyBoards(belief, orientation)}
          </details>`
        : nothing
    }
  </section>`;
}

/** A switch with its label. */
export function toggle(label: string, on: boolean, flip: () => void): TemplateResult {
  return html`<label class="switch"><input type="checkbox" .checked=${on} @change=${flip} />${label}</label>`;
}

/** How many boards are possible, or why that is not known. */
function size(tracking: Tracking, belief: BeliefView | null): TemplateResult {
  if (tracking.state === 'failed' || tracking.state === 'stopped') {
    const failed = tracking.state === 'failed';
    return html`<div class="row between wrap">
      <p class=${failed ? 'problem' : 'muted'}>${failed ? trackingWords.failed(tracking.error) : trackingWords.stopped}</p>
      <button type="button" @click=${() => tracking.retry()}>${failed ? commonWords.retry : trackingWords.goOn}</button>
    </div>`;
  }
  if (!belief) return html`<p class="muted">${trackingWords.computing}</p>`;
  const exact = belief.completeness === 'exact';
  return html`<p class="big-number ${tracking.state === 'computing' ? 'stale' : ''}" title=${trackingWords.completenessLong[belief.completeness]}>
    <strong translate=${exact ? 'no' : 'yes'}>${exact ? format.number(belief.size) : trackingWords.about(belief)}</strong>
    <span class="unit">${trackingWords.counted(belief)}</span>
  </p>`;
}

function bestSense(session: GameSession, belief: BeliefView, helps: boolean): TemplateResult | typeof nothing {
  if (!helps) return html`<p class="best-sense">${trackingWords.nothingToLearn(belief.size)}</p>`;
  const { bestSense: best, senseWorst } = belief;
  if (best === null || !senseWorst) return nothing;
  const name = squareName(best);
  return html`<div class="row between wrap best-sense">
    <span>${trackingWords.bestLong(name, boardsLeft(belief, senseWorst[best]), belief.completeness)}</span>
    <button type="button" aria-disabled=${session.busy ? 'true' : 'false'} @click=${() => session.sense(best)}>
      ${trackingWords.useBest(name)}
    </button>
  </div>`;
}

function progressBar({ progress }: Tracking): TemplateResult {
  return progress && progress.total > 0
    ? html`<progress class="thin" aria-label=${trackingWords.computing} max=${progress.total} value=${progress.done}></progress>`
    : html`<progress class="thin" aria-label=${trackingWords.computing}></progress>`;
}
