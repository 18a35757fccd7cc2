import { html, nothing, type TemplateResult } from 'lit';
import type { BeliefView, Color, Square } from 'outpost-rbc';
import '../belief/weights-switch';
import { boardsLeft, LEAST, leavesOut, sensingTells } from '../belief/belief-overlay';
import { likelyBoards } from '../belief/likely-boards';
import { piecesReadout, sensesReadout } from '../belief/readout';
import { byUse, senseRows } from '../belief/sense-rows';
import { trackingWords, weightsWords, wordsPanelWords } from '../belief/words';
import { squareName } from '../board/squares';
import { format, rough } from '../ui/format';
import { icons } from '../ui/icons';
import { commonWords } from '../ui/words';
import { type GameSession, PLAY_WEIGHTS } from './game-session';
import type { Tracking } from './tracking';
import { tableWords } from './words';

/** What of the belief is drawn on the board, as the person chose. */
export interface TrackingLayers {
  likely: boolean;
  heat: boolean;
}

/** Senses listed below the best one. */
const FEW = 6;

/** The belief of the person at the board, once it is there. */
function beliefOf({ tracking, viewer }: GameSession): BeliefView | null {
  return tracking.view?.color === viewer ? tracking.view : null;
}

/** With hints, in the sense phase, once the belief is there: whether any sense rules out a board. Otherwise `null`. */
export function sensingHelps(session: GameSession): boolean | null {
  const { assistance, phase, tracking } = session;
  if (assistance !== 'hints' || phase !== 'sense' || tracking.state !== 'ready') return null;
  const belief = beliefOf(session);
  return belief && sensingTells(belief);
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
  const belief = beliefOf(session);
  return html`<section class="tracking" aria-label=${trackingWords.title} aria-busy=${tracking.state === 'computing'}>
    <div class="tracking-now">
    <div class="row between wrap">
      ${size(tracking, belief)}
      ${toggle(trackingWords.show, layers.likely, () => choose({ ...layers, likely: !layers.likely }))}
    </div>
    ${tracking.state === 'computing' ? progressBar(tracking) : nothing}
    ${
      belief && belief.lastDecay !== null && session.phase !== 'sense'
        ? html`<p class="small muted">${trackingWords.decay(belief.lastDecay)}</p>`
        : nothing
    }
    ${
      tracking.isSlow
        ? html`<button type="button" class="quiet stop-tracking" @click=${() => tracking.stop()}>
            ${icons.stop} ${trackingWords.stop}
          </button>`
        : nothing
    }
    <p class="readout" aria-hidden="true">${belief ? piecesReadout(belief, pointed) : ''}</p>
    ${
      belief && layers.likely && leavesOut(belief.marginals)
        ? html`<p class="small muted">${wordsPanelWords.least(LEAST)}</p>`
        : nothing
    }
    </div>
    <h3>${weightsWords.title}</h3>
    <weights-switch explains preferred=${PLAY_WEIGHTS}></weights-switch>
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

/** The senses by use: the best with its button, then others. `point` is called with the sense that the person points at. */
export function sensesPanel(
  session: GameSession,
  layers: TrackingLayers,
  choose: (layers: TrackingLayers) => void,
  pointed: Square | null,
  point: (square: Square | null) => void,
): TemplateResult {
  const belief = beliefOf(session);
  const helps = sensingHelps(session);
  const computing = session.tracking.state === 'computing' && session.phase === 'sense';
  return html`<section class="senses" aria-label=${tableWords.senses} aria-busy=${computing}>
    <div class="row between wrap">
      ${computing ? html`<p class="muted">${trackingWords.computing}</p>` : html`<h3>${trackingWords.heat}</h3>`}
      ${toggle(trackingWords.onBoard, layers.heat, () => choose({ ...layers, heat: !layers.heat }))}
    </div>
    ${belief && helps !== null ? bestSense(session, belief, helps) : computing ? nothing : html`<p class="muted">${tableWords.notToSense}</p>`}
    ${
      helps && belief
        ? html`<p class="readout" aria-hidden="true">${sensesReadout(belief, pointed)}</p>
            ${
              layers.heat
                ? html`<div class="legend" aria-hidden="true">
                    <span>${trackingWords.legendLow}</span><span class="legend-bar"></span><span>${trackingWords.legendHigh}</span>
                  </div>`
                : nothing
            }
            ${otherSenses(session, belief, point)}`
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
  const number = exact ? format.number(belief.size) : trackingWords.about(belief);
  // The number stands where the language has it.
  const [before = '', ...rest] = trackingWords.counted(belief).split(number);
  const after = rest.join(number);
  return html`<p class="big-number ${tracking.state === 'computing' ? 'stale' : ''}" title=${trackingWords.completenessLong[belief.completeness]}>
    ${before === '' ? nothing : html`<span class="unit">${before}</span>`}
    <strong translate=${exact ? 'no' : 'yes'}>${number}</strong>
    <span class="unit">${after}</span>
  </p>`;
}

function bestSense(session: GameSession, belief: BeliefView, helps: boolean): TemplateResult | typeof nothing {
  if (!helps) return html`<p class="best-sense">${trackingWords.nothingToLearn(belief.size)}</p>`;
  const { bestSense: best, senseWorst } = belief;
  if (best === null || !senseWorst) return nothing;
  return html`<div class="row between wrap best-sense">
    <span>${trackingWords.bestLong(squareName(best), boardsLeft(belief, senseWorst[best]), belief.completeness)}</span>
    ${senseButton(session, best)}
  </div>`;
}

function senseButton(session: GameSession, square: Square): TemplateResult {
  return html`<button type="button" aria-disabled=${session.busy ? 'true' : 'false'} @click=${() => session.sense(square)}>
    ${trackingWords.useBest(squareName(square))}
  </button>`;
}

function otherSenses(
  session: GameSession,
  belief: BeliefView,
  point: (square: Square | null) => void,
): TemplateResult | typeof nothing {
  const rows = byUse(senseRows(belief) ?? [], 'worst').filter(({ square }) => square !== belief.bestSense);
  if (rows.length === 0) return nothing;
  const boards = (n: number): string =>
    belief.completeness === 'exact' ? format.number(Math.round(n)) : rough.format(n);
  return html`<table class="sense-list" @mouseleave=${() => point(null)}>
    <caption class="visually-hidden">${tableWords.otherSenses}</caption>
    <thead>
      <tr>
        <th scope="col">${tableWords.otherSenses}</th>
        <th scope="col">${tableWords.atMost}</th>
        <th scope="col">${tableWords.expected}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.slice(0, FEW).map(
        ({ square, worst, expected }) => html`<tr @mouseenter=${() => point(square)}>
          <th scope="row">
            <button
              type="button"
              class="small-button"
              translate="no"
              aria-label=${trackingWords.useBest(squareName(square))}
              aria-disabled=${session.busy ? 'true' : 'false'}
              @focus=${() => point(square)}
              @blur=${() => point(null)}
              @click=${() => session.sense(square)}
            >
              ${squareName(square)}
            </button>
          </th>
          <td translate="no">${boards(worst)}</td>
          <td translate="no">${boards(expected)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function progressBar({ progress }: Tracking): TemplateResult {
  return progress && progress.total > 0
    ? html`<progress class="thin" aria-label=${trackingWords.computing} max=${progress.total} value=${progress.done}></progress>`
    : html`<progress class="thin" aria-label=${trackingWords.computing}></progress>`;
}
