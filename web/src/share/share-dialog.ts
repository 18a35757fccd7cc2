import { html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import type { Color, LinkAnnotations, RecordSummary } from 'outpost-rbc';
import { BOARD_COLORS } from '../board/board-themes';
import { boardChoice, piecesChoice } from '../board/look';
import { loadDrawings, PIECE_AUTHORS } from '../board/piece-sets';
import { engine } from '../engine/engine';
import type { Extras } from '../record/extras';
import { type Notes, noteAt } from '../record/notes';
import { putTogether, type RecordText } from '../record/record-text';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { renderMissing } from '../ui/part-missing';
import { loadPart } from '../ui/parts';
import { saveBlob, saveText } from '../ui/save-file';
import { sentence, sentences } from '../ui/texts';
import { commonWords } from '../ui/words';
import { type BoardImage, boardImage, pngOf } from './board-image';
import { embedCode } from './embed-code';
import { copyField } from './embed-snippet';
import type { ShownBoard } from './shown-boards';
import { shareWords } from './words';

/** A record, with what these pages keep in it. */
export type Shared = Pick<RecordText, 'json' | 'extras'>;

/** What is shared: a game, as it is shown now. */
export interface ShareSubject {
  summary: RecordSummary;
  /** The game's record. */
  record: () => Promise<Shared>;
  notes: Notes;
  /** The place and perspective at which the link opens; `null` where there is no step. */
  view: LinkAnnotations['view'] | null;
  /** Who is at the bottom of the board. */
  orientation: Color;
  /** What is on view, in words: where the link opens. */
  caption: string;
  /** The boards as they are shown; `null` while they are worked out. */
  boards: readonly ShownBoard[] | null;
}

/** What can be copied. */
type About = 'link' | 'image';

/** An image that was made, whose pieces are in it, and where it is to be had. */
type Image = BoardImage & { rights: string; url: string };

/** Where the pages are. */
const SITE = `${location.origin}${location.pathname}`;
/** Chats and mail programs cut longer links. */
const SAFE_LENGTH = 2000;
/** Modules around a QR code that must be light. */
const QUIET = 4;

/**
 * Shares a game: as a link that holds all of it, as a QR code, as an image, as a file. Nothing is sent anywhere.
 * Fires `close`.
 */
export class ShareDialog extends LitElement {
  static override properties = {
    subject: { attribute: false },
    withNotes: { state: true },
    link: { state: true },
    problem: { state: true },
    said: { state: true },
    qrOpen: { state: true },
    codeMissing: { state: true },
    qr: { state: true },
    image: { state: true },
    imageProblem: { state: true },
  };
  declare subject: ShareSubject;
  declare private withNotes: boolean;
  /** The address with the link. */
  declare private link: string | null;
  /** Why there is no link. */
  declare private problem: string | null;
  /** What became of the last copying, and of what. */
  declare private said: { about: About; text: string } | null;
  declare private qrOpen: boolean;
  /** Why what draws codes could not be fetched. */
  declare private codeMissing: unknown;
  declare private qr: readonly (readonly boolean[])[] | 'too long' | null;
  declare private image: Image | null;
  declare private imageProblem: string | null;
  private record: Promise<Shared> | null = null;
  private attempt = 0;

  constructor() {
    super();
    this.withNotes = true;
    this.link = null;
    this.problem = null;
    this.said = null;
    this.qrOpen = false;
    this.codeMissing = null;
    this.qr = null;
    this.image = null;
    this.imageProblem = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.attempt++;
    if (this.image) URL.revokeObjectURL(this.image.url);
    this.image = null;
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')?.showModal();
    void this.makeLink();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('subject') && !this.image && this.subject.boards) void this.makeImage(this.subject.boards);
  }

  /** The record, with notes as chosen, and with what else there is to be kept in it. */
  private async recordWith(more: (extras: Extras) => Extras): Promise<string> {
    const notes = this.withNotes && this.subject.notes.length > 0 ? { notes: [...this.subject.notes] } : {};
    this.record ??= this.subject.record();
    const { json, extras } = await this.record;
    return putTogether(json, { ...more(extras), ...notes });
  }

  private async makeLink(): Promise<void> {
    const attempt = ++this.attempt;
    this.link = null;
    this.qr = null;
    this.problem = null;
    this.said = null;
    try {
      const { view } = this.subject;
      const record = await this.recordWith(() => (view ? { view } : {}));
      const link = await afterCrash(async () => (await engine()).encodeLink(record));
      if (attempt !== this.attempt) return;
      this.link = `${SITE}#${link}`;
      if (this.qrOpen) await this.makeCode();
    } catch (error) {
      if (attempt === this.attempt) this.problem = messageOf(error);
    }
  }

  private async makeCode(again = false): Promise<void> {
    const { link } = this;
    if (link === null) return;
    this.codeMissing = null;
    let encode: typeof import('uqr').encode;
    try {
      ({ encode } = await loadPart('code', () => import('uqr'), again));
    } catch (error) {
      this.codeMissing = error;
      return;
    }
    if (link !== this.link) return;
    try {
      this.qr = encode(link, { ecc: 'L', border: QUIET }).data;
    } catch {
      this.qr = 'too long';
    }
  }

  private get players(): string {
    const { white, black } = this.subject.summary;
    return shareWords.players(white, black);
  }

  private get seen(): string {
    const perspective = this.subject.view?.perspective;
    return perspective ? shareWords.seen(perspective) : '';
  }

  /** With the pieces and colours that the person has chosen. */
  private async makeImage(boards: readonly ShownBoard[]): Promise<void> {
    const { caption, notes, view } = this.subject;
    const note = view && !view.whatIf ? noteAt(notes, view.place)?.text : undefined;
    const lines = [caption, ...(this.seen ? [this.seen] : [])];
    const set = piecesChoice.value;
    try {
      const drawings = await loadDrawings(set);
      if (this.image || !this.isConnected) return;
      const rights = shareWords.rights(PIECE_AUTHORS[set]);
      const image = boardImage({
        boards,
        drawings,
        colors: BOARD_COLORS[boardChoice.value].day,
        title: this.players,
        lines,
        description: [...lines, ...(note ? [note] : [])].join('\n'),
        rights,
        licence: shareWords.licence,
      });
      const url = URL.createObjectURL(new Blob([image.svg], { type: 'image/svg+xml' }));
      this.image = { ...image, rights, url };
    } catch (error) {
      this.imageProblem = messageOf(error);
    }
  }

  private async copyLink(): Promise<void> {
    const field = this.querySelector<HTMLTextAreaElement>('.share-link');
    if (this.link === null || !field) return;
    this.say('link', (await copyField(field)) ? shareWords.copied.link : shareWords.copyRefused);
  }

  private say(about: About, text: string): void {
    this.said = { about, text };
  }

  private async shareByApp(): Promise<void> {
    try {
      await navigator.share({ title: this.players, text: this.subject.caption, url: this.link ?? undefined });
    } catch (error) {
      if (!isAbort(error)) this.say('link', shareWords.appRefused(messageOf(error)));
    }
  }

  private async copyImage(image: Image): Promise<void> {
    try {
      // Safari wants to be given the promise, while the click still counts.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(image, image.rights) })]);
      this.say('image', shareWords.imageCopied);
    } catch (error) {
      this.say('image', shareWords.imageRefused(messageOf(error)));
    }
  }

  private async saveImage(image: Image, as: 'svg' | 'png'): Promise<void> {
    try {
      if (as === 'svg') saveText(`${this.fileName}.svg`, image.svg, 'image/svg+xml');
      else saveBlob(`${this.fileName}.png`, await pngOf(image, image.rights));
    } catch (error) {
      this.say('image', shareWords.imageFailed(messageOf(error)));
    }
  }

  private async saveRecord(): Promise<void> {
    try {
      // What the page knows besides, such as the assistance, stays.
      const record = await this.recordWith(({ view: _, notes: __, ...rest }) => rest);
      saveText(`${this.fileName}.json`, record, 'application/json');
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  private get fileName(): string {
    const { white, black } = this.subject.summary;
    const plain = (name: string | null): string => (name ?? '').replace(/[^A-Za-z0-9]+/g, '-').slice(0, 40);
    return ['outpost', plain(white), plain(black)].filter((part) => part.replaceAll('-', '')).join('-');
  }

  protected override render(): TemplateResult {
    return html`<dialog
      class="share"
      aria-labelledby="share-title"
      @close=${() => this.dispatchEvent(new CustomEvent('close'))}
    >
      <h2 id="share-title">${shareWords.title}</h2>
      ${this.renderLink()} ${this.renderEmbed()} ${this.renderImage()} ${this.renderRecord()}
      <form method="dialog" class="row end"><button class="primary">${commonWords.close}</button></form>
    </dialog>`;
  }

  private status(about: About): TemplateResult {
    return html`<p class="small" role="status">${this.said?.about === about ? this.said.text : ''}</p>`;
  }

  private renderLink(): TemplateResult {
    const { link, problem } = this;
    const notes = this.subject.notes.length;
    return html`<section aria-labelledby="share-link">
      <h3 id="share-link">${shareWords.link}</h3>
      <p class="small muted">${sentences(shareWords.linkText, !!this.subject.view && shareWords.opensAt(this.subject.caption, this.seen))}</p>
      ${
        notes > 0
          ? html`<label class="check"
              ><input
                type="checkbox"
                .checked=${this.withNotes}
                @change=${(event: Event) => {
                  this.withNotes = (event.target as HTMLInputElement).checked;
                  void this.makeLink();
                }}
              />
              ${shareWords.withNotes(notes)}</label
            >`
          : nothing
      }
      ${
        problem === null
          ? html`<textarea
                class="share-link"
                readonly
                rows="3"
                aria-label=${shareWords.link}
                aria-busy=${link === null ? 'true' : 'false'}
                spellcheck="false"
                .value=${link ?? shareWords.making}
                @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}
              ></textarea>
              <div class="row wrap">
                <button type="button" class="copy-link" ?disabled=${link === null} @click=${() => this.copyLink()}>
                  ${icons.copy} ${shareWords.copy}
                </button>
                ${
                  'share' in navigator
                    ? html`<button type="button" ?disabled=${link === null} @click=${this.shareByApp}>
                        ${icons.share} ${shareWords.byApp}
                      </button>`
                    : nothing
                }
                <span class="small muted">${link === null ? '' : shareWords.length(link.length)}</span>
              </div>
              ${link !== null && link.length > SAFE_LENGTH ? html`<p class="small problem">${shareWords.long(SAFE_LENGTH)}</p>` : nothing}
              ${this.status('link')} ${this.renderCode()}`
          : html`<div class="notice bad" role="alert">
              <div>
                <p>${shareWords.impossible(problem)}</p>
                <p>${shareWords.insteadFile}</p>
              </div>
            </div>`
      }
    </section>`;
  }

  private renderCode(): TemplateResult {
    return html`<details
      ?open=${this.qrOpen}
      @toggle=${(event: Event) => {
        this.qrOpen = (event.target as HTMLDetailsElement).open;
        if (this.qrOpen && !this.qr) void this.makeCode();
      }}
    >
      <summary>${shareWords.code}</summary>
      ${this.qrOpen && this.codeMissing ? renderMissing(this.codeMissing, () => this.makeCode(true)) : nothing}
      ${this.qrOpen && this.qr ? (this.qr === 'too long' ? html`<p class="small">${shareWords.codeTooLong}</p>` : drawCode(this.qr)) : nothing}
    </details>`;
  }

  /** What authors put into their pages. */
  private renderEmbed(): TemplateResult | typeof nothing {
    const { link } = this;
    if (link === null) return nothing;
    const code = (kind: 'element' | 'iframe'): string =>
      embedCode(
        {
          link: link.slice(SITE.length + 1),
          perspective: this.subject.view?.perspective,
          orientation: this.subject.orientation,
          kind,
        },
        SITE,
      );
    return html`<embed-snippet
      .text=${`${shareWords.embedText}${this.subject.view?.whatIf ? ` ${shareWords.noWhatIf}` : ''}`}
      .codes=${{ element: code('element'), iframe: code('iframe') }}
    ></embed-snippet>`;
  }

  private renderImage(): TemplateResult {
    const { image } = this;
    const canCopy = typeof ClipboardItem !== 'undefined' && navigator.clipboard !== undefined;
    return html`<section aria-labelledby="share-image">
      <h3 id="share-image">${shareWords.image}</h3>
      ${
        image
          ? html`<img src=${image.url} width=${image.width} height=${image.height} alt=${sentences(sentence(this.players), this.subject.caption, this.seen)} />
              <div class="row wrap">
                <button type="button" @click=${() => this.saveImage(image, 'svg')}>${icons.save} ${shareWords.saveSvg}</button>
                <button type="button" @click=${() => this.saveImage(image, 'png')}>${icons.save} ${shareWords.savePng}</button>
                ${
                  canCopy
                    ? html`<button type="button" @click=${() => this.copyImage(image)}>${icons.copy} ${shareWords.copyImage}</button>`
                    : nothing
                }
              </div>
              ${this.status('image')}`
          : html`<p class="small muted">
              ${this.imageProblem === null ? shareWords.imageWaits : shareWords.imageFailed(this.imageProblem)}
            </p>`
      }
    </section>`;
  }

  private renderRecord(): TemplateResult {
    return html`<section aria-labelledby="share-record">
      <h3 id="share-record">${shareWords.record}</h3>
      <p class="small muted">${shareWords.recordText}</p>
      <button type="button" class="save-record" @click=${this.saveRecord}>${icons.save} ${shareWords.saveRecord}</button>
    </section>`;
  }
}

/** Dark on light in both schemes: not every reader takes the reverse. */
function drawCode(rows: readonly (readonly boolean[])[]): TemplateResult {
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${shareWords.codeOf} shape-rendering="crispEdges">
    ${svg`<rect width=${size} height=${size} fill="#fff"></rect><path d=${path} fill="#000"></path>`}
  </svg>`;
}

customElements.define('share-dialog', ShareDialog);

declare global {
  interface HTMLElementTagNameMap {
    'share-dialog': ShareDialog;
  }
}
