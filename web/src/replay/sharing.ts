import { html, nothing, type TemplateResult } from 'lit';
import type { ShareSubject } from '../share/share-dialog';
import { shownBoards } from '../share/shown-boards';
import { renderMissing } from '../ui/part-missing';
import { loadPart } from '../ui/parts';

/** The dialog that shares a game: it is fetched with what makes images and codes, and shows the boards as they are on the page. */
export class Sharing {
  private subject: ShareSubject | null = null;
  /** Why the dialog could not be fetched. */
  private missing: unknown = null;

  constructor(
    private readonly host: HTMLElement & { requestUpdate(): void },
    private readonly now: () => Omit<ShareSubject, 'boards'>,
  ) {}

  async open(again = false): Promise<void> {
    this.missing = await loadPart('share', () => import('../share/share-dialog'), again).then(
      () => null,
      (error: unknown) => error,
    );
    if (!this.missing) this.subject = { ...this.now(), boards: shownBoards(this.host) };
    this.host.requestUpdate();
  }

  close(): void {
    this.subject = null;
  }

  /** The page was drawn: the boards may be there by now. */
  update(): void {
    if (!this.subject || this.subject.boards) return;
    const boards = shownBoards(this.host);
    if (!boards) return;
    this.subject = { ...this.subject, boards };
    this.host.requestUpdate();
  }

  render(): TemplateResult | typeof nothing {
    if (!this.subject) return nothing;
    return html`<share-dialog
      .subject=${this.subject}
      @close=${() => {
        this.close();
        this.host.requestUpdate();
      }}
    ></share-dialog>`;
  }

  renderMissing(): TemplateResult | typeof nothing {
    return this.missing ? renderMissing(this.missing, () => this.open(true)) : nothing;
  }
}
