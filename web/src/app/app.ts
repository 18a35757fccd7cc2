import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { type EngineInfo, EngineUnavailableError } from 'outpost-rbc';
import '../offline/offline-notice';
import '../play/play-page';
import { engine, onEngine, restartEngine } from '../engine/engine';
import { engineWords } from '../engine/words';
import { learnPlace } from '../lessons/address';
import type { Shown } from '../lessons/lesson';
import { isLessonText } from '../lessons/lesson-type';
import { isLinkHash } from '../record/link-hash';
import type { PlayOn } from '../replay/play-on-dialog';
import { trainPlace } from '../train/address';
import { messageOf } from '../ui/errors';
import { Fit, isCut } from '../ui/fit';
import { icons } from '../ui/icons';
import { renderMissing } from '../ui/part-missing';
import { loadPart } from '../ui/parts';
import { labelled } from '../ui/texts';
import { applyTheme, chooseTheme, chosenTheme, onTheme, type Theme } from '../ui/theme';
import { commonWords, partWords } from '../ui/words';
import { WORKSHOP, workshopPlace } from '../workshop/address';
import { asksForSingle } from './single';
import { appWords } from './words';
import '../ui/translators';

/** More than a lesson has (`LESSON_LIMITS`). */
const MOST_LESSON_BYTES = 2_000_000;

type Page = 'play' | 'analyse' | 'train' | 'learn' | 'workshop' | 'lab' | 'settings';

/** The shell: navigation, colour scheme, the engine's particulars, and one page at a time. */
export class OutpostApp extends LitElement {
  static override properties = {
    page: { state: true },
    analyseHash: { state: true },
    learnHash: { state: true },
    theme: { state: true },
    info: { state: true },
    engineError: { state: true },
    givenUp: { state: true },
    missing: { state: true },
    restarting: { state: true },
    toast: { state: true },
    dragging: { state: true },
  };
  declare private page: Page;
  /** Where the analyse page was left: an open game stays open. */
  declare private analyseHash: string;
  /** The same of the lessons. */
  declare private learnHash: string;
  declare private theme: Theme;
  declare private info: EngineInfo | null;
  declare private engineError: string | null;
  /** Why the engine runs no more, though it did. */
  declare private givenUp: string | null;
  /** Why a page, or the dialog, could not be fetched. */
  declare private missing: Partial<Record<Page | 'about', unknown>>;
  declare private restarting: boolean;
  declare private toast: string | null;
  /** A file hovers over the page. */
  declare private dragging: boolean;
  private dragDepth = 0;
  private stopListening: (() => void)[] = [];
  private toastTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.page = pageOf(location.hash);
    this.analyseHash = '#analyse';
    this.learnHash = '#learn';
    this.theme = chosenTheme();
    this.info = null;
    this.engineError = null;
    this.givenUp = null;
    this.missing = {};
    this.restarting = false;
    this.toast = null;
    this.dragging = false;
    new Fit(this, '.top', (top) => [...top.querySelectorAll('nav')].some(isCut), 2);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = appWords.title;
    applyTheme(this.theme);
    void this.loadPage();
    window.addEventListener('hashchange', this.onHash);
    window.addEventListener('dragenter', this.onDragEnter);
    window.addEventListener('dragover', this.onDragOver);
    window.addEventListener('dragleave', this.onDragLeave);
    window.addEventListener('drop', this.onDrop);
    this.stopListening = [
      onTheme(() => {
        this.theme = chosenTheme();
      }),
      onEngine('started', () => this.startEngine()),
      onEngine('restarted', () => {
        if (!this.restarting) this.showToast(commonWords.restarted);
      }),
      onEngine('given up', (why) => {
        this.givenUp = why;
      }),
      onEngine('back', () => {
        this.givenUp = null;
        this.showToast(engineWords.back);
      }),
    ];
    void this.startEngine();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    window.removeEventListener('dragenter', this.onDragEnter);
    window.removeEventListener('dragover', this.onDragOver);
    window.removeEventListener('dragleave', this.onDragLeave);
    window.removeEventListener('drop', this.onDrop);
    for (const stop of this.stopListening) stop();
  }

  protected override firstUpdated(): void {
    // What stood in its place before there were scripts.
    document.querySelector('.first-view')?.remove();
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('page')) return;
    const nav = this.querySelector('.top nav');
    if (nav && nav.scrollWidth > nav.clientWidth)
      nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Fetches a page that is not there from the start. */
  private async loadPage(again = false): Promise<void> {
    const { page } = this;
    try {
      if (page === 'analyse') await loadPart('analyse', () => import('../analyse/analyse-page'), again);
      if (page === 'lab') await loadPart('lab', () => import('../lab/lab-page'), again);
      if (page === 'train') await loadPart('train', () => import('../train/train-page'), again);
      if (page === 'learn') await loadPart('learn', () => import('../learn/learn-page'), again);
      if (page === 'workshop') await loadPart('workshop', () => import('../workshop/workshop-page'), again);
      if (page === 'settings') await loadPart('settings', () => import('../settings/settings-page'), again);
      this.missing = { ...this.missing, [page]: undefined };
    } catch (error) {
      this.missing = { ...this.missing, [page]: error };
    }
  }

  private readonly onHash = (event: HashChangeEvent): void => {
    this.page = pageOf(location.hash);
    void this.loadPage();
    const left = new URL(event.oldURL).hash;
    if (this.page !== 'analyse' && pageOf(left) === 'analyse') this.analyseHash = left;
    if (this.page !== 'learn' && pageOf(left) === 'learn') this.learnHash = left;
  };

  private readonly onDragEnter = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    this.dragDepth++;
    this.dragging = true;
  };

  private readonly onDragOver = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };

  private readonly onDragLeave = (): void => {
    this.dragDepth = Math.max(0, this.dragDepth - 1);
    if (this.dragDepth === 0) this.dragging = false;
  };

  /** Files can be dropped on any page; they open on the analyse page. */
  private readonly onDrop = (event: DragEvent): void => {
    this.dragDepth = 0;
    this.dragging = false;
    // What takes a file itself says so: the Lab's field for a bot.
    if (event.defaultPrevented) return;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void this.openFiles(files);
  };

  private async openFiles(files: File[]): Promise<void> {
    const [first] = files;
    if (first && files.length === 1 && isLessonText(await first.slice(0, 1000).text())) {
      await this.openLesson(first);
      return;
    }
    location.hash = '#analyse';
    await loadPart('analyse', () => import('../analyse/analyse-page')).catch(() => {});
    // Where it is missing, the page says so.
    await this.querySelector('analyse-page')?.open?.(files);
  }

  private async startEngine(): Promise<void> {
    try {
      this.info = (await engine()).info;
      this.engineError = null;
    } catch (error) {
      // That it did not start is in the title.
      const why = error instanceof EngineUnavailableError && error.details.code === 'not-started';
      this.engineError = messageOf(why ? error.cause : error);
    }
    // Where it is missing, that is said when it is asked for.
    this.loadAbout().catch(() => {});
  }

  private async restart(): Promise<void> {
    this.restarting = true;
    try {
      await restartEngine();
    } catch (error) {
      this.givenUp = messageOf(error);
    } finally {
      this.restarting = false;
    }
  }

  private showToast(text: string): void {
    this.toast = text;
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => {
      this.toast = null;
    }, 8000);
  }

  /** Nobody needs it before the engine runs, which comes first. */
  private readonly loadAbout = (again = false): Promise<unknown> =>
    loadPart('about', () => import('./about-dialog'), again);

  private async openAbout(again = false): Promise<void> {
    try {
      await this.loadAbout(again);
      this.missing = { ...this.missing, about: undefined };
      await this.querySelector('about-dialog')?.open();
    } catch (error) {
      this.missing = { ...this.missing, about: error };
    }
  }

  /** A game goes on from a point of another one: at Play, wherever that was looked at. */
  private playOn(event: CustomEvent<PlayOn>): void {
    if (this.page !== 'play') location.hash = '#play';
    void this.querySelector('play-page')?.playOn(event.detail);
  }

  /** A lesson that somebody made. A file that is far too long is refused by its beginning. */
  private async openLesson(file: File): Promise<void> {
    location.hash = WORKSHOP;
    await loadPart('workshop', () => import('../workshop/workshop-page')).catch(() => {});
    await this.querySelector('workshop-page')?.openFile?.(await file.slice(0, MOST_LESSON_BYTES).text());
  }

  /** What is shown somewhere becomes a problem of a lesson: in the workshop. */
  private async makeProblem(show: Shown): Promise<void> {
    location.hash = WORKSHOP;
    await loadPart('workshop', () => import('../workshop/workshop-page')).catch(() => {});
    // Where it is missing, the page says so.
    await this.querySelector('workshop-page')?.make?.(show);
  }

  private cycleTheme(): void {
    const order: Theme[] = ['auto', 'light', 'dark'];
    chooseTheme(order[(order.indexOf(this.theme) + 1) % 3] as Theme);
  }

  protected override render(): TemplateResult {
    const themeIcon = { auto: icons.system, light: icons.sun, dark: icons.moon }[this.theme];
    return html`
      <a class="skip" href="#main" @click=${this.skip}>${appWords.skip}</a>
      <header class="top">
        <a class="brand" href="#play" aria-label=${appWords.home}>${icons.logo}<span>${appWords.name}</span></a>
        <nav aria-label=${appWords.navigation}>
          ${(['play', 'analyse'] as const).map(
            (page) =>
              html`<a href=${page === 'analyse' && this.page !== 'analyse' ? this.analyseHash : `#${page}`} aria-current=${this.page === page ? 'page' : nothing}>${appWords[page]}</a>`,
          )}
          <a href="#train" aria-current=${this.page === 'train' ? 'page' : nothing}>${appWords.train}</a>
          <a href=${this.page === 'learn' ? '#learn' : this.learnHash} aria-current=${this.page === 'learn' || this.page === 'workshop' ? 'page' : nothing}>${appWords.learn}</a>
          <a href="#lab" aria-current=${this.page === 'lab' ? 'page' : nothing}>${appWords.lab}</a>
        </nav>
        <span class="grow"></span>
        <offline-notice></offline-notice>
        <button
          type="button"
          class="quiet icon-button theme-button"
          aria-label=${labelled(appWords.theme, appWords.themes[this.theme])}
          title=${labelled(appWords.theme, appWords.themes[this.theme])}
          @click=${this.cycleTheme}
        >
          ${themeIcon}
        </button>
        <a
          class="button quiet icon-button"
          href="#settings"
          aria-label=${appWords.settings}
          title=${appWords.settings}
          aria-current=${this.page === 'settings' ? 'page' : nothing}
          >${icons.gear}</a
        >
        <button
          type="button"
          class="quiet icon-button about-button"
          aria-label=${appWords.about}
          title=${appWords.about}
          @click=${() => this.openAbout()}
        >
          ${icons.info}
        </button>
      </header>
      <main
        id="main"
        tabindex="-1"
        @play-on=${this.playOn}
        @make-problem=${({ detail }: CustomEvent<Shown>) => this.makeProblem(detail)}
        @open-files=${({ detail }: CustomEvent<File[]>) => this.openFiles(detail)}
      >
        ${this.engineError ? this.renderEngineProblem(this.engineError) : nothing}
        ${this.missing.about ? renderMissing(this.missing.about, () => this.openAbout(true)) : nothing}
        ${this.missing[this.page] ? renderMissing(this.missing[this.page], () => this.loadPage(true)) : nothing}
        <play-page ?hidden=${this.page !== 'play'} .shown=${this.page === 'play'} @about=${() => this.openAbout()}></play-page>
        <analyse-page ?hidden=${this.page !== 'analyse'} .shown=${this.page === 'analyse'}></analyse-page>
        <train-page ?hidden=${this.page !== 'train'} .shown=${this.page === 'train'}></train-page>
        <learn-page ?hidden=${this.page !== 'learn'} .shown=${this.page === 'learn'}></learn-page>
        <workshop-page ?hidden=${this.page !== 'workshop'} .shown=${this.page === 'workshop'}></workshop-page>
        <lab-page ?hidden=${this.page !== 'lab'}></lab-page>
        <settings-page
          ?hidden=${this.page !== 'settings'}
          .shown=${this.page === 'settings'}
          .info=${this.info}
          @about=${() => this.openAbout()}
        ></settings-page>
      </main>
      ${this.givenUp ? this.renderGivenUp(this.givenUp) : nothing}
      ${this.toast ? html`<div class="toast" role="status">${this.toast}</div>` : nothing}
      ${
        this.dragging
          ? html`<div class="drop-shade" aria-hidden="true"><p>${icons.file} ${appWords.dropHere}</p></div>`
          : nothing
      }
      <about-dialog .info=${this.info} .failed=${this.engineError !== null}></about-dialog>
    `;
  }

  private renderEngineProblem(why: string): TemplateResult {
    return html`<section class="notice bad engine-problem" role="alert" aria-labelledby="engine-problem">
      <div>
        <h2 id="engine-problem">${engineWords.failedTitle}</h2>
        <p>${engineWords.failedText}</p>
        <ul>
          ${engineWords.failedHelp.map((line) => html`<li>${line}</li>`)}
        </ul>
        <div class="row wrap">
          <button type="button" class="primary" @click=${() => location.reload()}>${commonWords.retry}</button>
          ${asksForSingle() ? nothing : html`<a class="button" href="?build=single">${engineWords.tryOneThread}</a>`}
        </div>
        <p class="small">${engineWords.failedReason(why)}</p>
      </div>
    </section>`;
  }

  /** Over the page, wherever it is scrolled to: what is there stays, and stands still. */
  private renderGivenUp(why: string): TemplateResult {
    return html`<section class="engine-stopped" role="alert" aria-labelledby="engine-stopped">
      <div class="card">
        <h2 id="engine-stopped">${engineWords.stoppedTitle}</h2>
        <p>${engineWords.stoppedText}</p>
        <p class="small muted">${engineWords.stoppedReason(why)}</p>
        <button type="button" class="primary" ?disabled=${this.restarting} @click=${this.restart}>
          ${this.restarting ? engineWords.starting : engineWords.again}
        </button>
        <button type="button" ?disabled=${this.restarting} @click=${() => location.reload()}>${partWords.reload}</button>
      </div>
    </section>`;
  }

  private skip(event: Event): void {
    event.preventDefault();
    document.querySelector<HTMLElement>('#main')?.focus();
  }
}

function pageOf(hash: string): Page {
  if (/^#lab(\?|$)/.test(hash)) return 'lab';
  if (learnPlace(hash)) return 'learn';
  if (workshopPlace(hash)) return 'workshop';
  if (trainPlace(hash)) return 'train';
  if (hash === '#settings') return 'settings';
  // What is now Analyse was once called Replay; a link is a game (docs/links.md).
  return /^#(analyse|replay)/.test(hash) || isLinkHash(hash) ? 'analyse' : 'play';
}

customElements.define('outpost-app', OutpostApp);
