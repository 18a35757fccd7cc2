import { html, type TemplateResult } from 'lit';
import { demoLine } from '../intro/demo-line';
import { introWords } from '../intro/words';
import { startWords } from './words';

/** What the game is, in a sentence. */
export function startHook(): TemplateResult {
  return html`<section class="start-hook">
    <p class="start-game">${startWords.game}</p>
    <h1>${startWords.title}</h1>
    <p class="start-lead">${startWords.lead}</p>
  </section>`;
}

/** The pages beside Play; index.html has the same. */
export function startLinks(): TemplateResult {
  return html`<nav class="start-links" aria-label=${startWords.more}>
    ${(['learn', 'train', 'analyse', 'lab'] as const).map(
      (page) =>
        html`<a href="#${page}"><strong>${startWords.pages[page]}</strong> <span>${startWords.links[page]}</span></a>`,
    )}
  </nav>`;
}

/** The two ranks nearest to White. The bishop is on b5, the king's pawn on e4. */
const ROWS = [
  ...['pawn', 'pawn', 'pawn', 'pawn', null, 'pawn', 'pawn', 'pawn'],
  ...['rook', 'knight', 'bishop', 'queen', 'king', null, 'knight', 'rook'],
];

/** The demonstration's board before it is there: what index.html shows first. */
export function startBoard(): TemplateResult {
  return html`<div class="demo">
    <div class="demo-board" role="img" aria-label=${introWords.board(introWords.lines.start)}>
      <div class="still-board cg-wrap" translate="no">
        <i></i>
        <piece class="white bishop"></piece>
        <piece class="white pawn"></piece>
        ${ROWS.map((role) => (role ? html`<piece class="white ${role}"></piece>` : html`<i></i>`))}
      </div>
    </div>
    ${demoLine('start')}
    <div class="demo-controls"></div>
  </div>`;
}
