import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { LinkPlace, Replay, ReplayStep } from 'outpost-rbc';
import { BRUSHES, type Brush, type Shape } from '../board/shapes';
import { drawingWords } from '../board/words';
import {
  type NoteLimit,
  type Notes,
  noteAt,
  placeOf,
  readNotes,
  TooManyNotes,
  withoutShapes,
  withShape,
  withText,
} from '../record/notes';
import { announce } from '../ui/announcer';
import { cssVars } from '../ui/css-vars';
import { afterCrash, messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { noteWords } from './words';

/** A replay that can be annotated. */
interface Annotated extends HTMLElement {
  replay: Replay;
  /** `null`: those of the record, which are not read yet. */
  notes: Notes | null;
  requestUpdate(): void;
}

/** Steps back that are kept. */
const MOST_UNDO = 200;

/** Texts, arrows and marks at the steps of a replay. Says `annotations-changed` (detail: `{ notes }`) of every change. */
export class Annotations {
  /** The colour that is drawn in. */
  private brush: Brush = 'green';
  private on = false;
  /** What a change at a step would have gone beyond. */
  private limit: { what: NoteLimit; step: number } | null = null;
  private before: { notes: Notes; step: number }[] = [];
  /** The step whose text is being written: all of it is one change. */
  private writing: number | null = null;
  /** Where the steps of a replay are: real games have thousands. */
  private places: { replay: Replay; at: Map<string, number> } | null = null;
  private found: { notes: Notes; replay: Replay; steps: number[]; plies: Set<number> } | null = null;

  constructor(
    private readonly host: Annotated,
    private readonly at: { step(): ReplayStep | undefined; goTo(step: number): void },
  ) {}

  /** Another game: its own notes, unless it came with some. */
  async open(given: boolean): Promise<void> {
    const { host } = this;
    const { replay } = host;
    this.before = [];
    this.writing = null;
    this.limit = null;
    this.on = false;
    if (given && host.notes) return;
    host.notes = null;
    let notes: Notes = [];
    try {
      notes = readNotes((await afterCrash(() => replay.details())).extras.notes);
    } catch (error) {
      // The game is shown without them; what is wrong with its record, sharing it will say.
      console.warn(messageOf(error));
    }
    if (host.replay === replay && host.notes === null) host.notes = notes;
  }

  get notes(): Notes {
    return this.host.notes ?? [];
  }

  /** The notes that are about a step of this game: others cannot be in a link. */
  get shared(): Notes {
    return this.notes.filter(({ place }) => this.indexOf(place) !== undefined);
  }

  private indexOf(place: LinkPlace): number | undefined {
    const { replay } = this.host;
    if (this.places?.replay !== replay) {
      this.places = { replay, at: new Map(replay.steps.map((step) => [keyOf(step), step.index])) };
    }
    return this.places.at.get(keyOf(place));
  }

  /** The steps with notes, in order, and their half-turns. */
  private get where(): { steps: readonly number[]; plies: ReadonlySet<number> } {
    const { notes } = this;
    const { replay } = this.host;
    if (this.found?.notes !== notes || this.found.replay !== replay) {
      const steps = notes.flatMap(({ place }) => this.indexOf(place) ?? []).sort((a, b) => a - b);
      const plies = new Set(steps.map((index) => (replay.steps[index] as ReplayStep).ply));
      this.found = { notes, replay, steps, plies };
    }
    return this.found;
  }

  private get steps(): readonly number[] {
    return this.where.steps;
  }

  /** The half-turns with notes, for the list of moves. */
  get plies(): ReadonlySet<number> {
    return this.where.plies;
  }

  get shapes(): readonly Shape[] {
    const step = this.at.step();
    return (step && noteAt(this.notes, placeOf(step))?.shapes) ?? [];
  }

  get mode(): 'draw' | 'view' {
    return this.on ? 'draw' : 'view';
  }

  get color(): Brush {
    return this.brush;
  }

  readonly onDraw = (event: Event): void => {
    const step = this.at.step();
    if (!step) return;
    const shape = (event as CustomEvent<Shape>).detail;
    const change = (notes: Notes): Notes => withShape(notes, placeOf(step), shape);
    if (!this.change(change)) return;
    const there = this.shapes.some(({ orig, dest, brush }) => orig === shape.orig && dest === shape.dest && brush);
    announce(there ? noteWords.drawn(shape) : noteWords.removed(shape));
  };

  private change(make: (notes: Notes) => Notes, writing = false): boolean {
    const { notes } = this;
    const step = this.at.step()?.index ?? 0;
    let next: Notes;
    try {
      next = make(notes);
    } catch (error) {
      if (!(error instanceof TooManyNotes)) throw error;
      this.limit = { what: error.limit, step };
      this.host.requestUpdate();
      return false;
    }
    this.limit = null;
    if (!writing || this.writing !== step) this.before = [...this.before.slice(1 - MOST_UNDO), { notes, step }];
    this.writing = writing ? step : null;
    this.put(next);
    return true;
  }

  private put(notes: Notes): void {
    this.host.notes = notes;
    this.host.requestUpdate();
    this.host.dispatchEvent(new CustomEvent('annotations-changed', { detail: { notes }, bubbles: true }));
  }

  private undo(): void {
    const last = this.before.pop();
    if (!last) return;
    this.writing = null;
    this.limit = null;
    this.at.goTo(last.step);
    this.put(last.notes);
    announce(noteWords.undone);
  }

  /** The button among the replay's controls. */
  renderSwitch(): TemplateResult {
    const label = this.on ? noteWords.done : noteWords.draw;
    return html`<button
      type="button"
      class="draw-switch"
      aria-label=${label}
      title=${label}
      aria-pressed=${this.on ? 'true' : 'false'}
      @click=${() => {
        this.on = !this.on;
        this.host.requestUpdate();
      }}
    >
      ${icons.pencil}
    </button>`;
  }

  /** Colours, and what undoes: beside the board while somebody draws. */
  renderTools(): TemplateResult | typeof nothing {
    if (!this.on) return nothing;
    const pick = (brush: Brush): TemplateResult => html`<button
      type="button"
      class="brush ${brush}"
      aria-pressed=${this.brush === brush ? 'true' : 'false'}
      @click=${() => {
        this.brush = brush;
        this.host.requestUpdate();
      }}
    >
      <span class="swatch" aria-hidden="true"></span>${noteWords.brushes[brush]}
    </button>`;
    return html`<div class="draw-tools">
      <div class="brushes" role="group" aria-label=${noteWords.brush}>${BRUSHES.map(pick)}</div>
      <div class="row">
        <button type="button" class="small-button" aria-disabled=${this.before.length === 0 ? 'true' : 'false'} @click=${() => this.undo()}>
          ${icons.undo} ${noteWords.undo}
        </button>
        <button type="button" class="small-button" aria-disabled=${this.shapes.length === 0 ? 'true' : 'false'} @click=${() => this.clear()}>
          ${icons.cross} ${noteWords.clear}
        </button>
      </div>
      <p class="small muted">${noteWords.help} <span class="with-mouse">${noteWords.helpMouse}</span></p>
    </div>`;
  }

  private clear(): void {
    const step = this.at.step();
    if (!step || this.shapes.length === 0) return;
    if (this.change((notes) => withoutShapes(notes, placeOf(step)))) announce(noteWords.cleared);
  }

  /** Where the notes are, along the timeline. */
  renderMarks(): TemplateResult | typeof nothing {
    const { steps } = this;
    if (steps.length === 0) return nothing;
    const last = Math.max(1, this.host.replay.steps.length - 1);
    return html`<div class="note-marks" aria-hidden="true">
      ${steps.map((step) => html`<span ${cssVars({ '--at': step / last })}></span>`)}
    </div>`;
  }

  /** Behind a step in words: whether it has notes. */
  get sign(): string {
    const step = this.at.step();
    return step && this.steps.includes(step.index) ? ` ${noteWords.has}` : '';
  }

  /** The notes of the step. */
  renderPanel(): TemplateResult | typeof nothing {
    const step = this.at.step();
    if (!step) return nothing;
    const place = placeOf(step);
    const note = noteAt(this.notes, place);
    const { steps } = this;
    const { white, black } = this.host.replay.summary;
    const back = steps.findLast((index) => index < step.index);
    const next = steps.find((index) => index > step.index);
    const jump = (icon: 'back' | 'next', label: string, to: number | undefined): TemplateResult => html`<button
      type="button"
      class="small-button"
      aria-label=${label}
      title=${label}
      aria-disabled=${to === undefined ? 'true' : 'false'}
      @click=${() => {
        if (to !== undefined) this.at.goTo(to);
      }}
    >
      ${icons[icon]}
    </button>`;
    return html`<section class="notes" aria-labelledby="notes-title">
      <div class="row between">
        <h2 id="notes-title">${noteWords.title}</h2>
        ${
          steps.length === 0
            ? nothing
            : html`<div class="row">
                <span class="small muted">${noteWords.count(steps.indexOf(step.index) + 1, steps.length)}</span>
                ${jump('back', noteWords.previous, back)} ${jump('next', noteWords.next, next)}
              </div>`
        }
      </div>
      <textarea
        rows="2"
        dir="auto"
        aria-label=${noteWords.text}
        placeholder=${noteWords.text}
        .value=${live(note?.text ?? '')}
        @input=${(event: Event) => {
          const area = event.target as HTMLTextAreaElement;
          if (!this.change((notes) => withText(notes, place, area.value, [white, black]), true)) {
            area.value = noteAt(this.notes, place)?.text ?? '';
          }
        }}
        @blur=${() => {
          this.writing = null;
        }}
      ></textarea>
      ${
        note?.shapes
          ? html`<ul class="shapes" aria-label=${noteWords.shapes}>
              ${note.shapes.map(
                (shape) => html`<li>
                  <span class="swatch ${shape.brush}" aria-hidden="true"></span>
                  <span class="grow">${drawingWords.shape(shape)}</span>
                  <button
                    type="button"
                    class="small-button"
                    aria-label=${noteWords.remove(shape)}
                    title=${noteWords.remove(shape)}
                    @click=${() => this.remove(shape)}
                  >
                    ${icons.cross}
                  </button>
                </li>`,
              )}
            </ul>`
          : nothing
      }
      ${
        this.limit?.step === step.index
          ? html`<p class="problem small" role="alert">${noteWords.limits[this.limit.what]}</p>`
          : nothing
      }
    </section>`;
  }

  private remove(shape: Shape): void {
    const step = this.at.step();
    if (!step) return;
    this.change((notes) => withShape(notes, placeOf(step), shape));
    announce(noteWords.removed(shape));
    // The button is gone with it: the keyboard goes on at the text.
    this.host.querySelector<HTMLElement>('.notes textarea')?.focus();
  }
}

const keyOf = ({ ply, phase }: LinkPlace): string => `${ply} ${phase}`;
