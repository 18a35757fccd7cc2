/** The list of the Lab's runs. */
import { html, type TemplateResult } from 'lit';
import { format } from '../ui/format';
import { type Run, setupText } from './run';
import { labWords } from './words';

interface RunList {
  /** The newest first. */
  runs: readonly Run[];
  shown: Run | null;
  compared: readonly Run[];
  /** Where a run stands, in words. */
  stateText(run: Run): string;
  show(run: Run): void;
  /** Adds a run to the comparison, or takes it out. */
  compare(run: Run): void;
}

export function runList({ runs, shown, compared, stateText, show, compare }: RunList): TemplateResult {
  const experiment = compared[0]?.setup.experiment;
  return html`<section class="card lab-runs" aria-labelledby="lab-runs-title">
    <div>
      <h2 id="lab-runs-title">${labWords.runs}</h2>
      <p class="small muted">${labWords.runsHelp}</p>
    </div>
    <ul>
      ${runs.map(
        (run) => html`<li>
          <label class="switch">
            <input
              type="checkbox"
              name="compare"
              value=${run.id}
              aria-label=${labWords.compareRun(setupText(run.setup))}
              ?disabled=${experiment !== undefined && experiment !== run.setup.experiment}
              .checked=${compared.includes(run)}
              @change=${() => compare(run)}
            />
            ${labWords.compareShort}
          </label>
          <div>
            <button
              type="button"
              class="link lab-show"
              aria-current=${run === shown ? 'true' : 'false'}
              @click=${() => show(run)}
            >
              ${setupText(run.setup)}${run.bot ? html` <span translate="no">(${run.bot.name})</span>` : ''}
            </button>
            <p class="small muted">${run.id > 1 ? `${format.dateTime(run.id)} · ` : ''}${stateText(run)}</p>
          </div>
        </li>`,
      )}
    </ul>
  </section>`;
}
