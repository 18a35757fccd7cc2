import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { BeliefView, Color, LinkContent, PieceLetter, Square } from 'outpost-rbc';
import { likelyBoards } from '../belief/likely-boards';
import { type Sight, scene, textScene } from '../belief/scene';
import { textBoard } from '../belief/text-board';
import type { Shape } from '../board/shapes';
import { colorOf, ROLES, type Role } from '../board/squares';
import {
  COLORS,
  EmbedError,
  type FenBoard,
  oneOf,
  readArrows,
  readFen,
  readFens,
  readMarks,
  readSquares,
  readText,
  readWeights,
  START,
  someOf,
} from '../problems/attributes';
import { type BoardSet, boardSet } from '../problems/board-set';
import { problemWords } from '../problems/words';
import { sentences } from '../ui/texts';
import { groupedDiagrams, MOST_DIAGRAMS, numberedDiagrams } from './board-groups';
import { EmbedElement } from './element';
import { readRecord } from './record';
import { embedWords } from './words';

const OVERLAYS = ['pieces', 'sense', 'entropy', ...ROLES] as const;
type Overlay = (typeof OVERLAYS)[number];

interface Shown {
  pieces: readonly (PieceLetter | null)[];
  turn: Color;
  /** What the side knows; `null`: the board is known. */
  belief: BeliefView | null;
  orientation: Color;
  overlays: readonly Overlay[];
  panels: readonly 'boards'[];
  /** Boards sorted by what a sense of a square would show. */
  grouped: { set: BoardSet; square: Square } | null;
  /** The boards, where they are listed and all alike: they are told apart by their numbers. */
  alike: BoardSet | null;
  shapes: readonly Shape[];
  caption: string;
}

/**
 * A position, or the boards that one side cannot tell apart, with overlays, arrows and marks. Only a `link` needs the engine.
 *
 * Attributes: `fen`, `boards` (FENs between semicolons, with `weights`, sorted by `groups`) or `link`; `perspective` (`truth`, `white`, `black`), `orientation`,
 * `overlays`, `panels` (`boards`), `arrows`, `marks`, `caption`, `theme`, `pieces`.
 */
export class OutpostBoard extends EmbedElement {
  static override properties = {
    ...EmbedElement.properties,
    fen: {},
    boards: {},
    weights: {},
    groups: {},
    link: {},
    perspective: {},
    orientation: {},
    overlays: {},
    panels: {},
    arrows: {},
    marks: {},
    caption: {},
    shown: { state: true },
    linked: { state: true },
  };
  declare fen: string | null;
  declare boards: string | null;
  declare weights: string | null;
  declare groups: string | null;
  declare link: string | null;
  declare perspective: string | null;
  declare orientation: string | null;
  declare overlays: string | null;
  declare panels: string | null;
  declare arrows: string | null;
  declare marks: string | null;
  declare caption: string | null;
  declare private shown: Shown | null;
  /** What the link holds, once the engine has read it. */
  declare private linked: { link: string; boards: FenBoard[]; note: string } | null;
  private reading: string | null = null;

  constructor() {
    super();
    for (const name of ATTRIBUTES) this[name] = null;
    this.shown = null;
    this.linked = null;
  }

  protected override resume(): void {
    void this.readLink();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('link')) void this.readLink();
    if (!ATTRIBUTES.some((name) => changed.has(name)) && !changed.has('linked')) return;
    this.problem = null;
    try {
      this.shown = this.read();
    } catch (error) {
      this.shown = null;
      this.fail(error);
    }
  }

  private async readLink(): Promise<void> {
    const { link } = this;
    if (!link || !this.seen || link === this.reading || link === this.linked?.link) return;
    this.reading = link;
    try {
      const content = await this.withEngine((outpost) => outpost.decodeLink(link));
      if (this.link === link) this.linked = { link, ...boardsOf(content) };
    } catch (error) {
      this.fail(error);
    } finally {
      if (this.reading === link) this.reading = null;
    }
  }

  private read(): Shown {
    const overlays = this.overlays;
    const perspective = oneOf('perspective', this.perspective, ['truth', ...COLORS], 'truth');
    const common = {
      overlays: someOf<Overlay>('overlays', overlays, OVERLAYS, ['pieces']),
      panels: someOf<'boards'>('panels', this.panels, ['boards'], []),
      grouped: null,
      alike: null,
      caption: readText('caption', this.caption),
      shapes: [...readMarks(this.marks ?? ''), ...readArrows(this.arrows ?? '')],
    };
    const boards = this.boards ? readFens(this.boards) : this.link && !this.fen ? (this.linked?.boards ?? []) : null;
    if (boards && boards.length !== 1) {
      // A link that is not read yet: an empty board.
      if (boards.length === 0) {
        return { ...common, pieces: new Array(64).fill(null), turn: 'white', belief: null, orientation: 'white' };
      }
      const set = boardSet(boards, this.weights ? readWeights(this.weights) : null);
      const { own, color, belief } = set;
      const orientation = oneOf('orientation', this.orientation, COLORS, color);
      const [square = null] = readSquares(this.groups ?? '');
      const grouped = square === null ? null : { set, square };
      const alike = !set.weighted && set.boards.length <= MOST_DIAGRAMS ? set : null;
      return { ...common, pieces: own, turn: color, belief, orientation, grouped, alike };
    }
    const { pieces, turn } = boards?.[0] ?? readFen(this.fen || START);
    const seen = perspective === 'truth' ? pieces : pieces.map((p) => (p && colorOf(p) === perspective ? p : null));
    const orientation = oneOf('orientation', this.orientation, COLORS, perspective === 'black' ? 'black' : 'white');
    return { ...common, pieces: seen, turn, belief: null, orientation };
  }

  protected override renderBoards(): TemplateResult | typeof nothing {
    const { shown } = this;
    if (!shown) return nothing;
    const { belief } = shown;
    const { ghosts, heat, best, labels } = scene(sightOf(shown));
    return html`<div class="outpost-one">
      <rbc-board
        .orientation=${shown.orientation}
        .pieces=${shown.pieces}
        .ghosts=${ghosts}
        .heat=${heat}
        .best=${best}
        .shapes=${shown.shapes}
        .mode=${'view'}
        .labels=${labels}
        .name=${belief ? embedWords.caption.belief(belief.color) : embedWords.caption.truth}
      ></rbc-board>
    </div>`;
  }

  protected override render(): TemplateResult {
    const { shown } = this;
    const belief = shown?.belief ?? null;
    const legends = embedWords.legends;
    return html`<div class="embed ${this.lead ? 'with-lead' : ''}" part="frame">
      <div class="embed-head">${this.renderLead()} ${this.renderStatus()}</div>
      <div class="embed-board single"><slot name="boards"></slot></div>
      <div class="embed-rest">
      ${
        shown?.caption || this.linked?.note
          ? html`<p class="embed-caption" part="caption">${shown?.caption || this.linked?.note}</p>`
          : nothing
      }
      ${
        belief
          ? html`<p class="small" part="size"><strong>${embedWords.counted(belief.size)}.</strong> ${embedWords.sideToMove(belief.color)}
              ${sentences(...(shown?.overlays ?? []).map((overlay) => (overlay in legends ? legends[overlay as 'sense'] : legends.one(overlay as Role))))}</p>`
          : nothing
      }
      ${
        shown && shown.shapes.length > 0
          ? html`<p class="visually-hidden">${embedWords.drawn(shown.shapes)}</p>`
          : nothing
      }
      ${shown ? textBoard(textScene(sightOf(shown), shown.turn)) : nothing}
      ${
        belief && shown?.panels.includes('boards')
          ? html`<div class="card" part="panel" role="group" aria-label=${embedWords.boardsPanel}>
              ${shown.alike ? numberedDiagrams(shown.alike, shown.orientation) : likelyBoards(belief, shown.orientation)}
            </div>`
          : nothing
      }
      ${
        shown?.grouped
          ? html`<div part="panel">${groupedDiagrams(shown.grouped.set, shown.grouped.square, shown.orientation)}</div>`
          : nothing
      }
      </div>
    </div>`;
  }
}

const ATTRIBUTES = [
  'fen',
  'boards',
  'weights',
  'groups',
  'link',
  'perspective',
  'orientation',
  'overlays',
  'panels',
  'arrows',
  'marks',
  'caption',
] as const;

/** Boards of a link, or the position of its game that it shows first, with what its notes say there. */
function boardsOf({ json, fens }: LinkContent): { boards: FenBoard[]; note: string } {
  if (fens) return { boards: fens.map(readFen), note: '' };
  const { steps, annotations } = readRecord(json);
  const place = annotations.view?.place;
  const step = steps.find(({ ply, phase }) => ply === place?.ply && phase === place?.phase) ?? steps[0];
  if (!step) throw new EmbedError(problemWords.noBoards);
  const notes = (annotations.notes ?? []).filter((n) => n.place.ply === step.ply && n.place.phase === step.phase);
  return { boards: [readFen(step.fen)], note: notes.map(({ text }) => text ?? '').join('\n') };
}

function sightOf({ pieces, belief, overlays }: Shown): Sight {
  if (!belief) return { pieces };
  const map = overlays.includes('sense') ? 'senses' : overlays.includes('entropy') ? 'entropy' : null;
  const ghosts = overlays.includes('pieces') ? ROLES : ROLES.filter((role) => overlays.includes(role));
  return { pieces, believed: { color: belief.color, belief, ghosts, map } };
}
