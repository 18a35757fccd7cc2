import { html, LitElement, nothing, type TemplateResult } from 'lit';
import './share.css';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { loadPart } from '../ui/parts';
import { saveBlob } from '../ui/save-file';
import type { CourseContent, CourseFormat } from './course-config';
import { identifierOf } from './course-manifest';
import { courseWords } from './words';

const SITE = location.origin + location.pathname;

const VERSIONS: readonly CourseFormat[] = ['1.2', '2004-3', '2004-4', 'xapi'];

/** The share of solved problems, in per cent, that passes. */
const PASS = 60;

/** How many puzzles, where there is a choice. */
const PUZZLES = 10;

/** What is packed, under which title. */
export interface Course {
  title: string;
  content: CourseContent;
  /** The name of the file, without its end. */
  file: string;
}

/** Downloads a package for learning platforms, of a lesson or of some puzzles. */
export class CourseDownload extends LitElement {
  static override properties = {
    course: { attribute: false },
    most: { type: Number },
    version: { state: true },
    pass: { state: true },
    puzzles: { state: true },
    busy: { state: true },
    said: { state: true },
  };
  /** Makes what is packed, of so many puzzles. */
  declare course: (puzzles: number) => Course;
  /** Puzzles that there are to choose from; 0: it is a lesson. */
  declare most: number;
  declare private version: CourseFormat;
  declare private pass: number;
  declare private puzzles: number;
  declare private busy: boolean;
  declare private said: string;

  constructor() {
    super();
    this.course = () => ({ title: '', content: { puzzles: [] }, file: '' });
    this.most = 0;
    this.version = '1.2';
    this.pass = PASS;
    this.puzzles = PUZZLES;
    this.busy = false;
    this.said = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private readonly download = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    this.said = courseWords.making;
    try {
      const { title, content, file } = this.course(this.puzzles);
      const { coursePackage } = await loadPart('share', () => import('./course-package'));
      const { version, pass } = this;
      const words = {
        progress: courseWords.progress('{solved}', '{tasks}'),
        reported: courseWords.reported,
        alone: courseWords.alone,
        refused: courseWords.refused('{code}'),
      };
      const activity = { id: `${SITE}#${identifierOf(content)}`, title };
      saveBlob(
        `${file}-${version === 'xapi' ? '' : 'scorm-'}${version}.zip`,
        await coursePackage({ version, activity, content, pass: pass / 100, words }, SITE),
      );
      this.said = courseWords.made;
    } catch (error) {
      this.said = courseWords.failed(messageOf(error));
    } finally {
      this.busy = false;
    }
  };

  /** A field for a whole number; what is out of its range stays out of the package, too. */
  private field(text: string, value: number, most: number, take: (value: number) => void): TemplateResult {
    return html`<label
      >${text}
      <input
        type="number"
        required
        min="1"
        max=${most}
        step="1"
        .value=${String(value)}
        @input=${({ target }: Event) => {
          if ((target as HTMLInputElement).validity.valid) take((target as HTMLInputElement).valueAsNumber);
        }}
    /></label>`;
  }

  protected override render(): TemplateResult {
    return html`<details class="embed-code course-download">
      <summary>${courseWords.open}</summary>
      <p class="small muted">${courseWords.text}</p>
      <form class="row wrap" @submit=${this.download}>
        <label
          >${courseWords.format}
          <select
            @change=${({ target }: Event) => {
              this.version = VERSIONS.find((one) => one === (target as HTMLSelectElement).value) ?? '1.2';
            }}
          >
            ${VERSIONS.map((one) => html`<option value=${one} ?selected=${this.version === one}>${courseWords.versions[one]}</option>`)}
          </select></label
        >
        ${
          this.most > 0
            ? this.field(courseWords.puzzles, Math.min(this.puzzles, this.most), this.most, (value) => {
                this.puzzles = value;
              })
            : nothing
        }
        ${this.field(courseWords.pass, this.pass, 100, (value) => {
          this.pass = value;
        })}
        <button type="submit" aria-disabled=${this.busy ? 'true' : 'false'}>${icons.save} ${courseWords.download}</button>
      </form>
      <p class="share-status small" role="status">${this.said}</p>
    </details>`;
  }
}

customElements.define('course-download', CourseDownload);

declare global {
  interface HTMLElementTagNameMap {
    'course-download': CourseDownload;
  }
}
