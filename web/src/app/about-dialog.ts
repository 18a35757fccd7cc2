import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { type EngineInfo, Stockfish } from 'outpost-rbc';
import { homepage as source } from '../../../pkg/package.json';
import '../offline/offline-panel';
import './about.css';
import '../engine/speed-panel';
import { PIECE_AUTHORS, PIECE_SETS } from '../board/piece-sets';
import { lookWords } from '../board/words';
import { AGENT_RATINGS } from '../engine/agent-ratings';
import { agentWords, engineWords } from '../engine/words';
import { icons } from '../ui/icons';
import { commonWords } from '../ui/words';
import { aboutWords, opponentWords } from './about-words';
import { asksForSingle } from './single';

/** What this is, who plays, which engine runs, what is kept on the device, and the licences. */
export class AboutDialog extends LitElement {
  static override properties = {
    info: { attribute: false },
    failed: { type: Boolean },
  };
  /** The engine that runs; `null` where none does. */
  declare info: EngineInfo | null;
  /** It could not be started. */
  declare failed: boolean;

  constructor() {
    super();
    this.info = null;
    this.failed = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  async open(): Promise<void> {
    await this.updateComplete;
    this.querySelector('dialog')?.showModal();
  }

  protected override render(): TemplateResult {
    const info = this.info;
    const single = asksForSingle();
    return html`<dialog class="about" closedby="any" aria-labelledby="about-title">
      <form method="dialog" class="row between about-head">
        <h2 id="about-title">${aboutWords.title}</h2>
        <button class="quiet icon-button" aria-label=${commonWords.close} title=${commonWords.close}>${icons.cross}</button>
      </form>
      <p>${aboutWords.text}</p>
      <details class="about-opponents">
        <summary>${aboutWords.opponents}</summary>
        <p class="small">${aboutWords.papers}</p>
        <p class="small">${aboutWords.scale}</p>
        <dl>
          ${Object.keys(AGENT_RATINGS).map((name) => html`<dt>${agentWords.agent(name)}</dt><dd>${opponentWords.thinking[name]} ${opponentWords.strength(name)}</dd>`)}
        </dl>
      </details>
      <h3>${aboutWords.engine}</h3>
      ${
        info
          ? html`<dl class="facts">
              <dt>${aboutWords.build}</dt>
              <dd data-build=${info.build}>${aboutWords.builds[info.build]}</dd>
              <dt>${aboutWords.threads}</dt>
              <dd>${info.threads}</dd>
              <dt>${aboutWords.reason}</dt>
              <dd>${aboutWords.why(info.why)}</dd>
              <dt>${aboutWords.version}</dt>
              <dd>${info.version}</dd>
            </dl>`
          : html`<p class="muted">${this.failed ? engineWords.failedTitle : engineWords.starting}</p>`
      }
      <p class="small">
        <a href=${single ? location.pathname : '?build=single'}>${single ? aboutWords.forceAuto : aboutWords.forceSingle}</a>
      </p>
      ${info ? html`<speed-panel></speed-panel>` : nothing}
      <offline-panel></offline-panel>
      <p class="small muted">
        ${aboutWords.licence} ${PIECE_SETS.map((set) => `${aboutWords.pieces(lookWords.sets[set], PIECE_AUTHORS[set])} `)}
        ${aboutWords.stockfish(Stockfish.about.version)}
        <a href=${Stockfish.about.licenseText}>${aboutWords.stockfishLicence}</a>,
        <a href=${Stockfish.about.source}>${aboutWords.stockfishSource}</a>.
      </p>
      <p class="small licences">
        <a href="./LICENSE.txt" target="_blank">${aboutWords.gpl}</a> · <a href="./licences.txt" target="_blank">${aboutWords.notices}</a>
        ${source ? html`· <a href=${source} target="_blank" rel="noreferrer">${aboutWords.source}</a>` : html`<br />${aboutWords.noSource}`}
      </p>
    </dialog>`;
  }
}

customElements.define('about-dialog', AboutDialog);

declare global {
  interface HTMLElementTagNameMap {
    'about-dialog': AboutDialog;
  }
}
