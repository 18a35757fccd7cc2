import { html, nothing, type TemplateResult } from 'lit';
import type { BeliefView } from 'outpost-rbc';
import { commonWords } from '../ui/words';
import { loadNetwork, playersStatus } from './network';
import { likelyPlayersWords } from './words';

/** Players shown. */
const SHOWN = 4;
/** Less likely ones are left out. */
const LEAST = 0.01;

/** Who the opponent of a side may be, from what the side observed of its moves; why not, where that is not known. */
export function likelyPlayers({ players }: BeliefView): TemplateResult {
  const status = playersStatus();
  if (!players) {
    if (status.state === 'failed') {
      return html`<div class="row between wrap">
        <p class="small muted">${likelyPlayersWords.failed(status.reason)}</p>
        <button type="button" @click=${() => loadNetwork()}>${commonWords.retry}</button>
      </div>`;
    }
    const why = status.state === 'loading' ? likelyPlayersWords.loading : likelyPlayersWords.needsWeights;
    return html`<p class="small muted">${why}</p>`;
  }
  const [likeliest, ...others] = players.slice(0, SHOWN).filter(({ probability }) => probability >= LEAST);
  if (!likeliest) return html``;
  return html`<p class="likeliest-player">${likelyPlayersWords.playsLike(likeliest)}</p>
    ${others.length > 0 ? html`<p class="small">${likelyPlayersWords.others(others)}</p>` : nothing}`;
}
