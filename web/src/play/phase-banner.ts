import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { PlayerView } from 'outpost-rbc';
import { currentSense, latestMove } from '../belief/memory';
import { resultKind } from '../board/move-results';
import { opponentOf } from '../board/squares';
import { phaseWords } from '../board/words';
import { resultText, senseText } from '../record/wording';
import { formatElapsed, now } from '../ui/clock';
import { cssVars } from '../ui/css-vars';
import { icons } from '../ui/icons';
import type { GameSession } from './game-session';
import { handoverWords } from './words';

/** What heads a person's turn: what they were told, and what they are to do. */
export interface TurnBanner {
  icon: TemplateResult;
  title: string;
  told: string;
  hint: string;
}

/** The banner of the person whose turn it is; `notice` is what they were told at its start. */
export function turnBanner(phase: 'sense' | 'move', notice: string | null, view: PlayerView | null): TurnBanner {
  if (phase === 'sense') {
    return { icon: icons.eye, title: phaseWords.sense, told: notice ?? '', hint: phaseWords.senseText };
  }
  const sense = view && currentSense(view.observations);
  const told = sense ? senseText(sense, view.color) : '';
  return { icon: icons.move, title: phaseWords.move, told, hint: phaseWords.moveText };
}

const RESULT_ICONS = {
  moved: icons.check,
  captured: icons.capture,
  stopped: icons.stop,
  failed: icons.cross,
  passed: icons.check,
};

/** What a phase tells beside its title. */
export interface Guidance {
  /** What to do. */
  how: string;
  /** It comes first: the person does it for the first times. */
  isNew: boolean;
  /** Why the square that was pressed last did nothing. */
  refusal: string | null;
}

/** The banner of a game at Play, with the buttons of its phase. */
export function phaseBanner(
  session: GameSession,
  view: PlayerView,
  pass: () => void,
  { how, isNew, refusal }: Guidance,
): TemplateResult {
  const { phase, thinking } = session;
  const told = latestMove(view.observations);
  const result = told ? resultText(told, session.tracks) : '';
  const isTurn = phase === 'sense' || phase === 'move';
  const first = refusal ?? (isNew ? how : null);
  const button = (label: string, act: () => void): TemplateResult =>
    html`<button type="button" class="on-phase" @click=${act}>${label}</button>`;
  // Not disabled: that would take the keyboard away.
  const waiting = (label: string, act: () => void): TemplateResult =>
    html`<button type="button" class="on-phase" aria-disabled=${session.busy ? 'true' : 'false'} @click=${act}>${label}</button>`;
  let icon = icons.hourglass;
  let title: string = phaseWords.waiting;
  let text: unknown = '';
  let actions: unknown = nothing;
  if (isTurn) {
    const turn = turnBanner(phase, session.notice, view);
    ({ icon, title } = turn);
    // How the last move ended stays in sight until the next.
    const before = phase === 'sense' ? result : '';
    text = before ? html`${before} ${turn.told}` : turn.told;
    actions =
      phase === 'sense' ? waiting(phaseWords.noSense, () => session.sense(null)) : waiting(phaseWords.pass, pass);
  } else if (phase === 'result') {
    const kind = told ? resultKind(told) : 'passed';
    icon = RESULT_ICONS[kind];
    title = phaseWords.result;
    text = html`<strong data-result=${kind}>${result}</strong>`;
    if (session.twoPeople) actions = button(handoverWords.done(opponentOf(session.viewer)), () => session.advance());
  } else if (thinking) {
    const who = session.nameOf(thinking.color);
    title = thinking.stopped ? phaseWords.paused(who) : phaseWords.thinking(who);
    text = html`<span class="elapsed" role="timer" aria-label=${phaseWords.elapsed}>${formatElapsed(now() - thinking.since)}</span
      >${result ? ` · ${result}` : nothing}`;
    actions = thinking.stopped
      ? button(phaseWords.goOn, () => session.letAgentThink())
      : html`${button(phaseWords.moveNow, () => session.moveNow())} ${button(phaseWords.stop, () => session.stopAgent())}`;
  }
  const progress = phase === 'waiting' && thinking && !thinking.stopped ? thinking.progress : undefined;
  const part = progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : null;
  return html`<section class="banner" data-phase=${phase} aria-label=${title}>
    <span class="banner-icon">${icon}</span>
    <div class="banner-words">
      <h1>${title}</h1>
      <div class="banner-text">
        ${isTurn && first !== null ? html`<p class="banner-how">${first}</p>` : nothing}
        ${
          // Of another moment it is another text, and none that jumps.
          keyed(
            `${phase} ${view.observations.length}`,
            html`<p>${text} ${isTurn && first === null ? html`<span>${how}</span>` : nothing}</p>`,
          )
        }
      </div>
    </div>
    <div class="banner-actions">${actions}</div>
    ${
      progress === undefined
        ? nothing
        : html`<span class="banner-progress ${part === null ? 'endless' : ''}" ${cssVars(part === null ? {} : { '--part': part })}></span>`
    }
  </section>`;
}
