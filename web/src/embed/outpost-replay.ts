import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { BeliefView, Color, LinkNote, Replay, ReplayStep, StepSizes } from 'outpost-rbc';
import { likelyBoards } from '../belief/likely-boards';
import { scene } from '../belief/scene';
import { type Look, stepSight } from '../replay/replay-board';
import { readJson } from '../ui/bounded-json';
import { isAbort, messageOf } from '../ui/errors';
import '../replay/move-list';
import { boardOfFen, opponentOf } from '../board/squares';
import '../replay/size-chart';
import { perspectiveWords, trackingWords } from '../belief/words';
import { resultKind } from '../board/move-results';
import { chessWords } from '../board/words';
import { COLORS, EmbedError, oneOf, PHASES, someOf, wholeNumber } from '../problems/attributes';
import { beginnings } from '../record/notes';
import { stepText, summaryText } from '../record/wording';
import { recordWords } from '../record/words';
import {
  keyTarget,
  PERSPECTIVES,
  type Perspective,
  perspectives,
  stepControls,
  stepTitle,
  timeline,
  type Walk,
} from '../replay/step-controls';
import { panelWords, replayWords } from '../replay/words';
import { labelled } from '../ui/texts';
import { EmbedElement, EngineMissing } from './element';
import { annotationsOf, fileName, type RecordContent, readRecord } from './record';
import { embedWords } from './words';

const PANELS = ['text', 'moves', 'sizes', 'boards'] as const;
type Panel = (typeof PANELS)[number];
const CONTROLS = ['full', 'steps', 'none'] as const;

/** A file that an embed fetches. */
const MOST_MEGABYTES = 16;
/** While someone holds a key down, only the step they stop at is worked out. */
const SETTLE_MS = 60;

interface Options {
  perspective: Perspective;
  panels: readonly Panel[];
  controls: (typeof CONTROLS)[number];
  /** `null`: the side whose view is shown. */
  orientation: Color | null;
}

/**
 * A finished game, step by step: what truly happened, and what either side could know. The truth of a record (JSON) needs no
 * engine; links, beliefs and the panel `sizes` do.
 *
 * Attributes: `record` (JSON), `link`, `src`, or a `<script type="application/json">` inside; `game` (of a file of many), `ply`,
 * `phase`, `perspective`, `orientation`, `panels`, `controls`, `load` (`visible`, `click`), `theme`, `pieces`.
 */
export class OutpostReplay extends EmbedElement {
  static override properties = {
    ...EmbedElement.properties,
    record: {},
    link: {},
    src: {},
    game: {},
    ply: {},
    phase: {},
    perspective: {},
    orientation: {},
    panels: {},
    controls: {},
    load: {},
    content: { state: true },
    loading: { state: true },
    wanted: { state: true },
    at: { state: true },
    chosen: { state: true },
    flipped: { state: true },
    beliefs: { state: true },
    sizes: { state: true },
    options: { state: true },
    allNotesOf: { state: true },
  };
  declare record: string | null;
  declare link: string | null;
  declare src: string | null;
  declare game: string | null;
  declare ply: string | null;
  declare phase: string | null;
  declare perspective: string | null;
  declare orientation: string | null;
  declare panels: string | null;
  declare controls: string | null;
  declare load: string | null;
  declare private content: RecordContent | null;
  declare private loading: boolean;
  /** The person has asked for a game that loads on a click. */
  declare private wanted: boolean;
  declare private at: number;
  /** The perspective that the person chose. */
  declare private chosen: Perspective | null;
  declare private flipped: boolean;
  declare private beliefs: ReadonlyMap<string, BeliefView>;
  declare private sizes: readonly (StepSizes | null)[];
  declare private options: Options;
  /** The step of which all notes are laid out, as somebody asked for. */
  declare private allNotesOf: ReplayStep | null;

  /** What the engine reads the game from. */
  private bytes: Uint8Array | null = null;
  private replay: Promise<Replay> | null = null;
  private asking: AbortController | null = null;
  private counting: AbortController | null = null;
  private counted = false;
  /** Counts loads: what an earlier one still brings is of no interest. */
  private turn = 0;
  private stale = true;

  constructor() {
    super();
    for (const name of [...SOURCES, ...PLACES, ...LOOKS]) this[name] = null;
    this.content = null;
    this.loading = false;
    this.wanted = false;
    this.at = 0;
    this.chosen = null;
    this.flipped = false;
    this.beliefs = new Map();
    this.sizes = [];
    this.options = { perspective: 'truth', panels: ['text', 'moves'], controls: 'full', orientation: null };
    this.allNotesOf = null;
  }

  /** The step that is shown, from 0. */
  get step(): number {
    return this.at;
  }

  set step(index: number) {
    this.goTo(index);
  }

  /** Steps of the game: three for each half-turn, its start, after its sense, after its move. */
  get length(): number {
    return this.content?.steps.length ?? 0;
  }

  next(): void {
    this.goTo(this.at + 1);
  }

  previous(): void {
    this.goTo(this.at - 1);
  }

  goTo(index: number): void {
    const last = this.length - 1;
    if (last < 0 || !Number.isFinite(index)) return;
    this.at = Math.max(0, Math.min(last, Math.round(index)));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.onKey);
  }

  protected override resume(): void {
    if (this.stale) void this.read();
    else this.work();
  }

  protected override pause(): void {
    this.asking?.abort();
    this.asking = null;
    this.counting?.abort();
    this.counting = null;
  }

  protected override letGo(): void {
    void this.replay?.then(
      (replay) => replay.dispose(),
      () => {},
    );
    this.replay = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // What could not be worked out at one step may be at another.
    if (this.content && !changed.has('content') && (changed.has('at') || changed.has('chosen'))) this.problem = null;
    try {
      if (SOURCES.some((name) => changed.has(name)) || (changed.has('wanted') && this.wanted)) {
        this.problem = null;
        this.stale = true;
        void this.read();
      }
      if (LOOKS.some((name) => changed.has(name))) {
        this.options = {
          perspective: oneOf<Perspective>('perspective', this.perspective, PERSPECTIVES, 'truth'),
          panels: someOf<Panel>('panels', this.panels, PANELS, ['text', 'moves']),
          controls: oneOf('controls', this.controls, CONTROLS, 'full'),
          orientation: this.orientation ? oneOf<Color>('orientation', this.orientation, COLORS, 'white') : null,
        };
        oneOf('load', this.load, ['visible', 'click'] as const, 'visible');
      }
      if (PLACES.some((name) => changed.has(name)) && this.content) this.goToPlace(this.content);
    } catch (error) {
      this.fail(error);
    }
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has('at') || changed.has('content')) {
      const step = this.content?.steps[this.at];
      if (step) {
        const { index, ply, color, phase } = step;
        this.tell('outpost-step', { index, ply, color, phase });
      }
    }
    if (['at', 'content', 'options', 'chosen'].some((name) => changed.has(name))) this.work();
  }

  // Reading

  /** Reads the game, as soon as it may: what needs the engine or the network waits until it is seen, or clicked for. */
  private async read(): Promise<void> {
    const { record, link, src } = this;
    const slotted = this.querySelector(':scope > script[type="application/json"]')?.textContent ?? null;
    const light = record ?? (link || src ? null : slotted);
    if (light === null && (!this.seen || (this.load === 'click' && !this.wanted))) return;
    this.stale = false;
    this.turn += 1;
    const { turn } = this;
    this.forget();
    this.loading = true;
    try {
      const { text, bytes } = await this.fetchGame(light);
      if (turn !== this.turn) return;
      this.bytes = bytes;
      const content = text === null ? await this.contentByEngine() : readRecord(text);
      if (turn !== this.turn) return;
      this.content = content;
      this.at = 0;
      this.goToPlace(content);
      const { summary, steps } = content;
      this.tell('outpost-ready', { white: summary.white, black: summary.black, steps: steps.length });
    } catch (error) {
      if (turn === this.turn) {
        // The engine may be there at the next try.
        this.stale = error instanceof EngineMissing;
        this.fail(error);
      }
    } finally {
      if (turn === this.turn) this.loading = false;
    }
  }

  /** The record's text, if it is one game as JSON, and its bytes. */
  private async fetchGame(light: string | null): Promise<{ text: string | null; bytes: Uint8Array }> {
    const { link, src } = this;
    const asBytes = (text: string) => new TextEncoder().encode(text);
    if (light !== null) return { text: light, bytes: asBytes(light) };
    if (link) {
      const { json } = await this.withEngine((outpost) => outpost.decodeLink(link));
      return { text: json, bytes: asBytes(json) };
    }
    if (!src) throw new EmbedError(embedWords.nothing);
    const bytes = await fetchFile(new URL(src, this.ownerDocument.baseURI));
    const text = new TextDecoder().decode(bytes);
    const one = wholeNumber('game', this.game, 1, 999_999, 1) === 1 && isJson(text);
    return { text: one ? text : null, bytes };
  }

  /** Of a file of many games, or a packed one, which only the engine reads. */
  private async contentByEngine(): Promise<RecordContent> {
    const { summary, steps } = await this.opened();
    return { summary, steps, annotations: annotationsOf(null) };
  }

  private opened(): Promise<Replay> {
    this.replay ??= this.openReplay();
    const opening = this.replay;
    opening.catch(() => {
      if (this.replay === opening) this.replay = null;
    });
    return opening;
  }

  private async openReplay(): Promise<Replay> {
    const { bytes } = this;
    if (!bytes) throw new EmbedError(embedWords.nothing);
    return this.withEngine(async (outpost) => {
      const file = await outpost.openRecords(bytes);
      try {
        const game = this.src && !this.record && !this.link ? wholeNumber('game', this.game, 1, 999_999, 1) : 1;
        if (game > file.games.length) throw new EmbedError(embedWords.noGame(game, file.games.length));
        return await file.replay(game - 1);
      } finally {
        file.dispose();
      }
    });
  }

  private forget(): void {
    this.pause();
    this.letGo();
    this.content = null;
    this.bytes = null;
    this.beliefs = new Map();
    this.sizes = [];
    this.counted = false;
  }

  private goToPlace({ steps, annotations }: RecordContent): void {
    if (steps.length === 0) return;
    const view = annotations.view;
    const ply = wholeNumber('ply', this.ply, 0, 999_999, view?.place.ply ?? 0);
    const phase = oneOf('phase', this.phase, PHASES, this.ply ? 'start' : (view?.place.phase ?? 'start'));
    const found = steps.find((step) => step.ply === ply && step.phase === phase);
    this.goTo(found?.index ?? steps.length - 1);
  }

  // What follows from it

  private get shownAs(): Perspective {
    return this.chosen ?? (this.perspective ? this.options.perspective : (this.view ?? 'truth'));
  }

  private get view(): Perspective | undefined {
    return this.content?.annotations.view?.perspective;
  }

  private get sides(): Color[] {
    const shown = this.shownAs;
    if (shown === 'truth') return [];
    return shown === 'both' ? ['white', 'black'] : [shown];
  }

  /** Has worked out what is shown, if it is seen. */
  private work(): void {
    if (!this.seen || !this.content || this.content.steps.length === 0) return;
    void this.loadBeliefs();
    void this.count();
  }

  private async loadBeliefs(): Promise<void> {
    this.asking?.abort();
    const missing = this.sides.filter((color) => !this.beliefs.has(`${this.at}${color}`));
    if (missing.length === 0 || this.engineState === 'failed') return;
    const asking = new AbortController();
    this.asking = asking;
    const { at, turn } = this;
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    try {
      for (const color of missing) {
        if (asking.signal.aborted) return;
        const replay = await this.opened();
        const belief = await this.withEngine(() => replay.belief(at, color, { signal: asking.signal }));
        if (turn === this.turn) this.beliefs = new Map(this.beliefs).set(`${at}${color}`, belief);
      }
    } catch (error) {
      if (!asking.signal.aborted) this.fail(error);
    }
  }

  /** Counts the boards of both sides at every step, for the panel that shows them. */
  private async count(): Promise<void> {
    if (!this.options.panels.includes('sizes') || this.counted || this.counting) return;
    if (this.engineState === 'failed') return;
    const counting = new AbortController();
    this.counting = counting;
    const sizes: (StepSizes | null)[] = new Array(this.length).fill(null);
    let drawn = performance.now();
    try {
      const replay = await this.opened();
      await this.withEngine(() =>
        replay.analyse({
          signal: counting.signal,
          onSizes: (some) => {
            for (const size of some) sizes[size.index] = size;
            if (this.counting !== counting || performance.now() - drawn < 200) return;
            drawn = performance.now();
            this.sizes = sizes.slice();
          },
        }),
      );
      if (this.counting !== counting) return;
      this.sizes = sizes;
      this.counted = true;
    } catch (error) {
      if (this.counting === counting && !isAbort(error)) this.fail(error);
    } finally {
      if (this.counting === counting) this.counting = null;
    }
  }

  // Showing

  private get walk(): Walk {
    return { steps: this.content?.steps ?? [], at: this.at, goTo: (step) => this.goTo(step) };
  }

  private readonly flip = (): void => {
    this.flipped = !this.flipped;
  };

  private readonly choose = (perspective: Perspective): void => {
    this.chosen = perspective;
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const [origin] = event.composedPath() as Element[];
    if (!origin || origin.matches('input, select, textarea, [role="grid"] *')) return;
    // Up and down scroll the page that the embed is on.
    const target = event.key === 'ArrowUp' || event.key === 'ArrowDown' ? null : keyTarget(event.key, this.walk);
    if (target === null) return;
    event.preventDefault();
    this.goTo(target);
  };

  private notesAt({ ply, phase }: ReplayStep): LinkNote[] {
    const notes = this.content?.annotations.notes ?? [];
    return notes.filter(({ place }) => place.ply === ply && place.phase === phase);
  }

  private get facing(): Color {
    const facing = this.options.orientation ?? (this.shownAs === 'black' ? 'black' : 'white');
    return this.flipped ? opponentOf(facing) : facing;
  }

  protected override renderBoards(): TemplateResult | typeof nothing {
    if (this.problem && !this.content) return nothing;
    const step = this.content?.steps[this.at];
    const shown = this.shownAs;
    if (shown === 'both' && step) {
      return html`${COLORS.map(
        (color) => html`<div class="outpost-one pair">
          <div class="outpost-caption">${perspectiveWords.belief(color)}</div>
          ${this.renderBoard(step, color)}
        </div>`,
      )}`;
    }
    return html`<div class="outpost-one">${this.renderBoard(step, shown === 'both' ? 'truth' : shown)}</div>`;
  }

  private renderBoard(step: ReplayStep | undefined, view: 'truth' | Color): TemplateResult {
    const truth = step ? boardOfFen(step.fen) : new Array(64).fill(null);
    const belief = view === 'truth' || !step ? null : (this.beliefs.get(`${step.index}${view}`) ?? null);
    const waiting = view !== 'truth' && !belief;
    const sight = step ? stepSight(step, truth, view, belief, LOOK) : { pieces: truth };
    const { ghosts, tints, arrows, labels } = scene(sight);
    return html`<rbc-board
      class=${waiting ? 'waiting' : ''}
      aria-busy=${waiting && step ? 'true' : 'false'}
      .orientation=${this.facing}
      .pieces=${sight.pieces}
      .ghosts=${ghosts}
      .tints=${tints}
      .arrows=${arrows}
      .shapes=${step ? this.notesAt(step).flatMap(({ shapes }) => shapes ?? []) : []}
      .mode=${'view'}
      .labels=${labels}
      .name=${view === 'truth' ? perspectiveWords.truth : perspectiveWords.belief(view)}
    ></rbc-board>`;
  }

  protected override render(): TemplateResult {
    const { content, options } = this;
    const step = content?.steps[this.at];
    const panels = options.panels.filter((panel) => panel !== 'boards' || this.sides.length > 0);
    const clickable = !content && this.load === 'click' && !this.wanted && !this.record && (this.link || this.src);
    return html`<div class="embed ${panels.length > 0 && step && this.shownAs !== 'both' ? 'sided' : ''}" part="frame" aria-busy=${this.loading}>
      ${this.renderLead()} ${this.renderStatus()} ${options.controls === 'full' && step ? this.renderPlayers() : nothing}
      ${options.controls === 'full' && step ? perspectives(this.shownAs, this.choose, 'wide') : nothing}
      <div class="embed-stage">
        <slot name="boards"></slot>
        ${
          clickable
            ? html`<button
                type="button"
                class="primary"
                @click=${() => {
                  this.wanted = true;
                }}
              >
                ${embedWords.show}
              </button>`
            : nothing
        }
        ${step && options.controls !== 'none' ? html`${timeline(this.walk)} ${stepControls(this.walk, this.flip)}` : nothing}
        ${content && !step ? html`<p>${summaryText(content.summary)} ${replayWords.nobodyMoved}</p>` : nothing}
      </div>
      ${step && panels.length > 0 ? html`<div class="embed-side">${panels.map((panel) => this.renderPanel(panel, step))}</div>` : nothing}
    </div>`;
  }

  /** Who played, and how it ended; nothing where the record names nobody. */
  private renderPlayers(): TemplateResult | typeof nothing {
    const summary = this.content?.summary;
    if (!summary || (summary.white === null && summary.black === null)) return nothing;
    const name = (given: string | null): TemplateResult => {
      const text = given ?? recordWords.unnamed;
      return html`<bdi title=${text}>${text}</bdi>`;
    };
    return html`<p class="small wide embed-players" part="players">
      <strong class="embed-names" translate="no">${name(summary.white)}<span>–</span>${name(summary.black)}</strong>
      <span>· ${summaryText(summary)}</span>
    </p>`;
  }

  private renderNotes(step: ReplayStep): TemplateResult {
    const texts = this.notesAt(step).flatMap(({ text }) => text || []);
    const shown = this.allNotesOf === step ? { texts, cut: false } : beginnings(texts);
    return html`${shown.texts.map((text) => html`<p class="embed-note" part="note">${text}</p>`)}
      ${
        shown.cut
          ? html`<button
              type="button"
              @click=${() => {
                this.allNotesOf = step;
              }}
            >
              ${embedWords.allNotes}
            </button>`
          : nothing
      }`;
  }

  private renderPanel(panel: Panel, step: ReplayStep): TemplateResult | typeof nothing {
    const { content } = this;
    if (!content) return nothing;
    switch (panel) {
      case 'text': {
        const kind = step.phase === 'moved' && step.move ? resultKind(step.move) : '';
        const last = step.index === this.length - 1;
        return html`<div class="card step ${step.phase} ${kind}" part="panel text" aria-live="polite">
          <h2><span class="disc ${step.color}"></span> ${stepTitle(step)}</h2>
          <p class="step-text">${stepText(step)} ${last ? summaryText(content.summary) : nothing}</p>
          ${this.renderNotes(step)}
        </div>`;
      }
      case 'moves':
        return html`<div class="card moves" part="panel" role="group" aria-label=${replayWords.moves}>
          <move-list .steps=${content.steps} .step=${this.at} @seek=${(event: CustomEvent<number>) => this.goTo(event.detail)}></move-list>
        </div>`;
      case 'sizes': {
        const now = this.sizes[this.at];
        return html`<div class="card sizes" part="panel" role="group" aria-label=${panelWords.sizes} aria-busy=${this.counting !== null}>
          <h2>${panelWords.sizes}</h2>
          <ul class="size-lines">
            ${COLORS.map(
              (color) => html`<li>
                <span class="key ${color}" aria-hidden="true"></span>
                ${now ? replayWords.sizeLine(color, now[color]) : labelled(chessWords.color(color), replayWords.notYet)}
              </li>`,
            )}
          </ul>
          <size-chart
            .sizes=${this.sizes}
            .steps=${this.length}
            .step=${this.at}
            @seek=${(event: CustomEvent<number>) => this.goTo(event.detail)}
          ></size-chart>
        </div>`;
      }
      case 'boards':
        return html`<div class="card" part="panel" role="group" aria-label=${embedWords.boardsPanel}>
          ${this.sides.map((color) => {
            const belief = this.beliefs.get(`${this.at}${color}`);
            return html`<h3>${embedWords.caption.belief(color)}</h3>
              ${belief ? likelyBoards(belief, this.facing) : html`<p class="small muted">${trackingWords.computing}</p>`}`;
          })}
        </div>`;
    }
  }
}

/** Beliefs are likely pieces. What surprises a side is not outlined: nothing here says what that means. */
const LOOK: Look = { overlay: 'pieces', blended: false, most: 0, outlined: false, last: null };

const SOURCES = ['record', 'link', 'src', 'game'] as const;
const PLACES = ['ply', 'phase'] as const;
const LOOKS = ['perspective', 'orientation', 'panels', 'controls', 'load'] as const;

/** Whether it can be read here: one game, and not a large one. */
function isJson(text: string): boolean {
  if (!text.slice(0, 1000).trimStart().startsWith('{')) return false;
  try {
    readJson(text);
    return true;
  } catch {
    return false;
  }
}

async function fetchFile(url: URL): Promise<Uint8Array> {
  const name = fileName(url.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new EmbedError(embedWords.noFile(name, url.protocol));
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'omit' });
  } catch (error) {
    throw new EmbedError(embedWords.noFile(name, messageOf(error)));
  }
  if (!response.ok) throw new EmbedError(embedWords.noFile(name, String(response.status)));
  const most = MOST_MEGABYTES * 1_000_000;
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) break;
    size += value.length;
    if (size > most) {
      void reader?.cancel();
      throw new EmbedError(embedWords.tooBig(name, MOST_MEGABYTES));
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
