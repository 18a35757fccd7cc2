import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { EngineInfo, PieceLetter } from 'outpost-rbc';
import './settings.css';
import '../board/board';
import { isReduced } from '../board/animation';
import type { Ghost } from '../board/board';
import { BOARD_COLORS, BOARD_THEMES, type BoardThemeName } from '../board/board-themes';
import { animationChoice, boardChoice, coordinatesChoice, piecesChoice } from '../board/look';
import { type Drawings, loadDrawings, PIECE_AUTHORS, PIECE_SETS, type PieceSet } from '../board/piece-sets';
import { boardOfFen, parseSquare } from '../board/squares';
import { standardDrawings } from '../board/standard-drawings';
import { lookWords } from '../board/words';
import { canVibrate, hapticsChoice, play, soundChoice, volumeChoice } from '../play/feedback';
import type { Choice } from '../storage/choice';
import { chooseLanguage } from '../storage/language';
import { deleteEverything, type Kind, lookAtDevice, type OnDevice } from '../storage/on-device';
import { cssVars } from '../ui/css-vars';
import { number } from '../ui/format';
import { getLocale, languages } from '../ui/locale';
import { isAtStake } from '../ui/parts';
import { labelled } from '../ui/texts';
import { chooseTheme, chosenTheme, onTheme, THEMES, type Theme } from '../ui/theme';
import { commonWords, partWords } from '../ui/words';
import { settingsWords as words } from './words';

/** What the preview shows: own pieces, and others of which one is likelier than the next. */
const PREVIEW = boardOfFen('8/8/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQ - 0 1');
const MOVED = boardOfFen('8/8/8/8/3P4/2N5/PPP1PPPP/R1BQKBNR w KQ - 0 1');
const GHOSTS: Ghost[] = (
  [
    ['e8', 'k', 0.92],
    ['d8', 'q', 0.8],
    ['f6', 'n', 0.6],
    ['d5', 'p', 0.55],
    ['b4', 'b', 0.35],
    ['c6', 'n', 0.45],
  ] as [string, PieceLetter, number][]
).map(([square, piece, opacity]) => ({ square: parseSquare(square) ?? 0, piece, kind: 'likely', opacity }));
const TINTS = new Map(
  [
    ['d2', 'last-move'],
    ['d4', 'last-move'],
    ...['e6', 'f6', 'g6', 'e7', 'f7', 'g7', 'e8', 'f8', 'g8'].map((name) => [name, 'seen-now']),
  ].map(([name, tint]) => [parseSquare(name as string) ?? 0, tint as string]),
);

const CHOICES: readonly Pick<Choice<string>, 'onChange'>[] = [
  piecesChoice,
  boardChoice,
  coordinatesChoice,
  animationChoice,
  soundChoice,
  volumeChoice,
  hapticsChoice,
];

/** Everything that can be chosen, applied at once, and what is stored. Fires `about`. */
export class SettingsPage extends LitElement {
  static override properties = {
    shown: { type: Boolean },
    info: { attribute: false },
    drawings: { state: true },
    device: { state: true },
    moved: { state: true },
    removing: { state: true },
    awaitsReload: { state: true },
  };
  declare shown: boolean;
  declare info: EngineInfo | null;
  /** Of the sets that have arrived, for the samples. */
  declare private drawings: Partial<Record<PieceSet, Drawings>>;
  declare private device: OnDevice | null;
  /** Whether the pawn of the preview has moved. */
  declare private moved: boolean;
  declare private removing: boolean;
  /** A language was chosen that the page cannot take now without losing something. */
  declare private awaitsReload: boolean;
  private stopListening: (() => void)[] = [];

  constructor() {
    super();
    this.shown = false;
    this.info = null;
    this.drawings = { cburnett: standardDrawings };
    this.device = null;
    this.moved = true;
    this.removing = false;
    this.awaitsReload = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const update = (): void => this.requestUpdate();
    this.stopListening = [...CHOICES.map((choice) => choice.onChange(update)), onTheme(update)];
    for (const set of PIECE_SETS) void this.fetchSample(set);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.stopListening) stop();
  }

  private async fetchSample(set: PieceSet): Promise<void> {
    const drawings = await loadDrawings(set).catch(() => null);
    if (drawings) this.drawings = { ...this.drawings, [set]: drawings };
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Games are played meanwhile.
    if (changed.has('shown') && this.shown) void this.look();
  }

  private async look(): Promise<void> {
    this.device = await lookAtDevice();
  }

  private async removeAll(): Promise<void> {
    this.removing = true;
    await deleteEverything();
    history.replaceState(null, '', location.pathname);
    location.reload();
  }

  protected override render(): TemplateResult {
    return html`<div class="page settings">
      <div>
        <h1 tabindex="-1">${words.title}</h1>
        <p class="muted">${words.lead}</p>
      </div>
      ${this.renderBoard()}
      <div class="settings-columns">${this.renderFeedback()} ${this.renderPage()} ${this.renderDevice()}</div>
      ${this.renderRemove()}
    </div>`;
  }

  private renderBoard(): TemplateResult {
    const animation = animationChoice.value;
    return html`<section class="card settings-board" aria-labelledby="settings-board">
      <div class="settings-choices">
        <h2 id="settings-board">${words.board}</h2>
        <fieldset>
          <legend>${words.pieces}</legend>
          <div class="tiles">${PIECE_SETS.map((set) => this.renderSet(set))}</div>
          <p class="small muted">${words.by(PIECE_AUTHORS[piecesChoice.value])}</p>
        </fieldset>
        <fieldset>
          <legend>${words.colors}</legend>
          <div class="tiles">${BOARD_THEMES.map((theme) => this.renderTheme(theme))}</div>
        </fieldset>
        <label class="inline"
          ><input
            type="checkbox"
            name="coordinates"
            .checked=${coordinatesChoice.value === 'on'}
            @change=${(event: Event) => {
              coordinatesChoice.value = isChecked(event) ? 'on' : 'off';
            }}
          />
          ${words.coordinates}</label
        >
        ${segments('animation', words.animation, animationChoice.values, animation, words.speeds, (speed) => {
          animationChoice.value = speed;
          // What it is like.
          this.moved = !this.moved;
        })}
        ${isReduced() ? html`<p class="small muted">${words.reduced}</p>` : nothing}
        <p class="small muted">${words.everywhere}</p>
      </div>
      <figure class="settings-preview">
        <rbc-board
          .pieces=${this.moved ? MOVED : PREVIEW}
          .ghosts=${GHOSTS}
          .tints=${TINTS}
          .name=${words.preview}
        ></rbc-board>
        <figcaption class="small muted">${words.preview}</figcaption>
      </figure>
    </section>`;
  }

  private renderSet(set: PieceSet): TemplateResult {
    const drawings = this.drawings[set];
    return html`<label class="tile">
      <input
        type="radio"
        name="pieces"
        value=${set}
        .checked=${piecesChoice.value === set}
        @change=${() => {
          piecesChoice.value = set;
        }}
      />
      <span class="tile-sample pieces-sample" aria-hidden="true">
        ${['white knight', 'black queen'].map((name) =>
          drawings
            ? html`<img alt="" src="data:image/svg+xml,${encodeURIComponent(drawings.get(name) ?? '')}" />`
            : nothing,
        )}
      </span>
      <span>${lookWords.sets[set]}</span>
    </label>`;
  }

  private renderTheme(theme: BoardThemeName): TemplateResult {
    const { day, night } = BOARD_COLORS[theme];
    return html`<label class="tile">
      <input
        type="radio"
        name="board"
        value=${theme}
        .checked=${boardChoice.value === theme}
        @change=${() => {
          boardChoice.value = theme;
        }}
      />
      <span
        class="tile-sample squares-sample"
        aria-hidden="true"
        ${cssVars({
          '--light': `light-dark(${day.light}, ${night.light})`,
          '--dark': `light-dark(${day.dark}, ${night.dark})`,
        })}
      ></span>
      <span>${lookWords.themes[theme]}</span>
    </label>`;
  }

  private renderFeedback(): TemplateResult {
    const sounding = soundChoice.value === 'on';
    return html`<section class="card settings-card" aria-labelledby="settings-feedback">
      <h2 id="settings-feedback">${words.feedback}</h2>
      <label class="inline"
        ><input
          type="checkbox"
          name="sound"
          aria-describedby="settings-sound"
          .checked=${sounding}
          @change=${(event: Event) => {
            soundChoice.value = isChecked(event) ? 'on' : 'off';
            void play('moved');
          }}
        />
        ${words.sound}</label
      >
      <p id="settings-sound" class="small muted">${words.soundText}</p>
      <div class="row wrap">
        <label class="inline grow"
          >${words.volume}
          <input
            type="range"
            name="volume"
            min="10"
            max="100"
            step="10"
            .value=${volumeChoice.value}
            ?disabled=${!sounding}
            @input=${(event: Event) => {
              const { value } = event.target as HTMLInputElement;
              const known = volumeChoice.values.find((volume) => volume === value);
              if (known) volumeChoice.value = known;
            }}
          />
        </label>
        <button type="button" ?disabled=${!sounding} @click=${() => play('captured')}>${words.listen}</button>
      </div>
      ${
        canVibrate()
          ? html`<label class="inline"
                ><input
                  type="checkbox"
                  name="haptics"
                  .checked=${hapticsChoice.value === 'on'}
                  @change=${(event: Event) => {
                    hapticsChoice.value = isChecked(event) ? 'on' : 'off';
                    void play('captured');
                  }}
                />
                ${words.haptics}</label
              >
              <p class="small muted">${words.hapticsText}</p>`
          : html`<p class="small muted">${labelled(words.haptics, words.noHaptics)}</p>`
      }
    </section>`;
  }

  private renderPage(): TemplateResult {
    const { info } = this;
    const tags = languages();
    return html`<section class="card settings-card" aria-labelledby="settings-page">
      <h2 id="settings-page">${words.page}</h2>
      ${segments('theme', words.theme, THEMES, chosenTheme(), words.themes, (theme: Theme) => chooseTheme(theme))}
      ${
        tags.length > 1
          ? html`<label class="inline"
              >${words.language}
              <select
                name="language"
                @change=${(event: Event) => {
                  chooseLanguage((event.target as HTMLSelectElement).value);
                  if (isAtStake()) this.awaitsReload = true;
                  else location.reload();
                }}
              >
                ${tags.map((tag) => html`<option value=${tag} ?selected=${tag === getLocale()} lang=${tag}>${nameOf(tag)}</option>`)}
              </select></label
            >`
          : nothing
      }
      ${
        this.awaitsReload
          ? html`<div class="row between wrap" role="status">
              <p class="small">${words.languageLater}</p>
              <button type="button" @click=${() => location.reload()}>${partWords.reload}</button>
            </div>`
          : nothing
      }
      <div class="row between wrap">
        <p>${words.engine}: ${info ? words.engineText(info.build, info.threads) : nothing}</p>
        <button type="button" @click=${() => this.dispatchEvent(new CustomEvent('about'))}>${words.engineMore}</button>
      </div>
    </section>`;
  }

  private renderDevice(): TemplateResult {
    const { device } = this;
    const total = device ? Object.values(device).reduce((sum, { bytes }) => sum + bytes, 0) : 0;
    return html`<section class="card settings-card" aria-labelledby="settings-device">
      <h2 id="settings-device">${words.device}</h2>
      <p class="small muted">${words.deviceText}</p>
      ${
        device
          ? html`<table class="stored">
              <thead>
                <tr>
                  <th scope="col">${words.what}</th>
                  <th scope="col">${words.entries}</th>
                  <th scope="col">${words.size}</th>
                </tr>
              </thead>
              <tbody>
                ${(Object.keys(device) as Kind[]).map(
                  (kind) => html`<tr data-kind=${kind}>
                    <th scope="row">${words.kinds[kind]}</th>
                    <td>${number.format(device[kind].count)}</td>
                    <td>${words.bytes(device[kind].bytes)}</td>
                  </tr>`,
                )}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">${words.total}</th>
                  <td></td>
                  <td>${words.bytes(total)}</td>
                </tr>
              </tfoot>
            </table>`
          : html`<p class="muted" role="status">${words.looking}</p>`
      }
      <div>
        <button
          type="button"
          @click=${() => this.querySelector<HTMLDialogElement>('dialog.remove-all')?.showModal()}
        >
          ${words.remove}
        </button>
      </div>
    </section>`;
  }

  private renderRemove(): TemplateResult {
    const close = (): void => this.querySelector<HTMLDialogElement>('dialog.remove-all')?.close();
    return html`<dialog class="remove-all" aria-labelledby="remove-all-title">
      <h2 id="remove-all-title">${words.removeTitle}</h2>
      <p>${words.removeText(this.device?.library.count ?? 0)}</p>
      <p class="small">${words.removeHelp}</p>
      <div class="row end wrap">
        <button type="button" autofocus @click=${close}>${commonWords.cancel}</button>
        <button type="button" class="danger" aria-disabled=${this.removing ? 'true' : 'false'} @click=${() => this.removing || this.removeAll()}>
          ${this.removing ? words.removing : words.remove}
        </button>
      </div>
    </dialog>`;
  }
}

const isChecked = (event: Event): boolean => (event.target as HTMLInputElement).checked;

/** A choice of few, side by side. */
function segments<T extends string>(
  name: string,
  label: string,
  values: readonly T[],
  chosen: T,
  texts: Record<T, string>,
  choose: (value: T) => void,
): TemplateResult {
  return html`<fieldset>
    <legend>${label}</legend>
    <div class="segments">
      ${values.map(
        (value) => html`<label class="segment"
          ><input
            type="radio"
            name=${name}
            value=${value}
            .checked=${value === chosen}
            @change=${() => choose(value)}
          /><span>${texts[value]}</span></label
        >`,
      )}
    </div>
  </fieldset>`;
}

/** A language in its own words, with a capital as in lists. */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1);
}

customElements.define('settings-page', SettingsPage);
