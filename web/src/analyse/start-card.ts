/** What the page begins with: ways to open something. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Loading } from '../record/opening';
import { icons } from '../ui/icons';
import { POSITION } from './address';
import { analyseWords } from './words';

export function progress(label: string, part: number | null): TemplateResult {
  return html`<progress aria-label=${label} max=${part === null ? nothing : 1} value=${part ?? nothing}></progress>`;
}

/** The button that asks for files. */
export function filePicker(primary: boolean, open: (files: File[]) => void): TemplateResult {
  return html`<label class="button ${primary ? 'primary big' : ''}">
    ${icons.file} ${primary ? analyseWords.pick : analyseWords.another}
    <input
      class="visually-hidden open-files"
      type="file"
      multiple
      accept=".json,.jsonl,.ndjson,.gz,.txt,.fen,.epd,.pgn,.html,application/json,application/gzip,text/plain,text/html"
      @change=${(event: Event) => {
        const input = event.target as HTMLInputElement;
        const files = [...(input.files ?? [])];
        if (files.length > 0) open(files);
        input.value = '';
      }}
    />
  </label>`;
}

interface Start {
  loading: Loading | null;
  /** The field for texts is open. */
  pasting: boolean;
  togglePasting(): void;
  openText(text: string): void;
  openFiles(files: File[]): void;
}

export function startCard({ loading, pasting, togglePasting, openText, openFiles }: Start): TemplateResult {
  return html`<section class="card drop" aria-label=${analyseWords.title}>
    <h1>${analyseWords.title}</h1>
    <p class="muted lead">${analyseWords.lead}</p>
    ${
      loading
        ? html`<div role="status" class="loading-file">
            <p>${loading.text}</p>
            ${progress(loading.text, loading.part)}
          </div>`
        : html`<div class="row wrap open-ways">
              ${filePicker(true, openFiles)}
              <button type="button" class="big" aria-expanded=${pasting ? 'true' : 'false'} @click=${togglePasting}>
                ${analyseWords.paste}
              </button>
              <a class="button big" href=${POSITION}>${analyseWords.position}</a>
            </div>`
    }
    <!-- Stays while its text is looked at: it may have to be mended, and has the keyboard. -->
    ${pasting ? pasteForm(openText) : nothing}
    ${loading ? nothing : html`<p class="small muted">${analyseWords.private}</p>`}
  </section>`;
}

function pasteForm(openText: (text: string) => void): TemplateResult {
  return html`<form
    class="paste"
    @submit=${(event: Event) => {
      event.preventDefault();
      openText((event.target as HTMLFormElement).querySelector('textarea')?.value ?? '');
    }}
  >
    <label for="pasted">${analyseWords.pasteLabel}</label>
    <textarea id="pasted" rows="4" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
    <button class="primary">${analyseWords.pasteOpen}</button>
  </form>`;
}
