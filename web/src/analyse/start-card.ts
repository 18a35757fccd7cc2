/** What the page begins with: the games that were played here, then other ways to open something. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Color } from 'outpost-rbc';
import { personOf, resultOf } from '../library/library-rows';
import type { Row } from '../library/library-store';
import { libraryWords } from '../library/words';
import type { Loading } from '../record/opening';
import { playerName } from '../record/words';
import { format } from '../ui/format';
import { icons } from '../ui/icons';
import { sentence, sentences } from '../ui/texts';
import { POSITION } from './address';
import { SAMPLES } from './samples';
import { analyseWords } from './words';

export function progress(label: string, part: number | null): TemplateResult {
  return html`<progress aria-label=${label} max=${part === null ? nothing : 1} value=${part ?? nothing}></progress>`;
}

/** The button that asks for files. */
export function filePicker(primary: boolean, open: (files: File[]) => void): TemplateResult {
  return html`<label class="button ${primary ? 'primary big' : ''}">
    ${icons.file} ${analyseWords.pick}
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
  /** Of the library, the latest first. */
  recent: readonly Row[];
  loading: Loading | null;
  /** The field for texts is open. */
  pasting: boolean;
  togglePasting(): void;
  openText(text: string): void;
  openFiles(files: File[]): void;
}

export function startCard({ recent, loading, pasting, togglePasting, openText, openFiles }: Start): TemplateResult {
  return html`<section class="card drop" aria-label=${analyseWords.title}>
    <h1>${analyseWords.title}</h1>
    ${loading || recent.length === 0 ? nothing : html`<div class="offers own">${recentGames(recent)}</div>`}
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
    ${loading ? nothing : html`<div class="offers">${sampleGames()}</div>`}
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

function offer(href: string, white: string, black: string, detail: string): TemplateResult {
  return html`<li>
    <a href=${href}>
      <span class="offer-players">
        <span class="disc white"></span><bdi translate="no">${white}</bdi>
        <span class="disc black"></span><bdi translate="no">${black}</bdi>
      </span>
      <span class="small muted">${detail}</span>
    </a>
  </li>`;
}

function sampleGames(): TemplateResult {
  const words = analyseWords.samples;
  return html`<section aria-labelledby="samples-title">
    <h2 id="samples-title">${words.title}</h2>
    <ul class="offered">
      ${SAMPLES.map(({ white, black, turns, caption, link }) =>
        offer(`#${link}`, playerName(white), playerName(black), sentences(sentence(words.turns(turns)), caption())),
      )}
    </ul>
  </section>`;
}

function recentGames(rows: readonly Row[]): TemplateResult {
  return html`<section aria-labelledby="recent-title">
    <h2 id="recent-title">${analyseWords.recent}</h2>
    <ul class="offered">
      ${rows.map((row) => recentGame(row))}
    </ul>
  </section>`;
}

/** For the person who played it, where there was one. */
function recentGame(row: Row): TemplateResult {
  const person = personOf(row);
  const name = (color: Color): string => (color === person ? libraryWords.you : playerName(row[color]));
  const result = person && row.winner ? libraryWords.ended(row.winner === person) : libraryWords.results[resultOf(row)];
  const date = row.playedAt === null ? libraryWords.date(row.addedAt, false) : format.dateTime(row.playedAt);
  return offer(`#analyse/game/${row.id}`, name('white'), name('black'), `${result} · ${date}`);
}
