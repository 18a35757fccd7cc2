import { html, type TemplateResult } from 'lit';
import type { Observation } from 'outpost-rbc';
import { moveText, resultKind } from '../board/move-results';
import { squareName } from '../board/squares';
import { resultText } from '../record/wording';
import { logWords } from '../record/words';

interface Turn {
  number: number;
  notice: string;
  sense: string | null;
  move: { text: string; title: string; kind: string } | null;
}

/** The observations of one side, turn by turn. */
export function turnsOf(observations: readonly Observation[]): Turn[] {
  const turns: Turn[] = [];
  for (const observation of observations) {
    if (observation.type === 'opponent' || turns.length === 0) {
      turns.push({ number: turns.length + 1, notice: logWords.noCapture, sense: null, move: null });
    }
    const turn = turns[turns.length - 1] as Turn;
    if (observation.type === 'opponent') {
      if (observation.capture !== null) turn.notice = logWords.captureOn(squareName(observation.capture));
    } else if (observation.type === 'sense') {
      turn.sense = observation.square === null ? logWords.noSense : squareName(observation.square);
    } else {
      const kind = resultKind(observation);
      const capture = observation.capture === null ? '' : ` ${logWords.captureOn(squareName(observation.capture))}`;
      const text =
        observation.requested === null
          ? logWords.pass
          : observation.taken === null
            ? `${moveText(observation.requested)} ${logWords.failed}`
            : `${moveText(observation.taken)}${capture}`;
      turn.move = { text, title: resultText(observation), kind };
    }
  }
  return turns;
}

/** The list of moves as one side was told them, the latest first in sight. */
export function gameLog(observations: readonly Observation[]): TemplateResult {
  const turns = turnsOf(observations);
  if (turns.length === 0) return html`<p class="muted">${logWords.empty}</p>`;
  return html`<table class="log">
    <thead>
      <tr>
        <th scope="col"><span class="visually-hidden">${logWords.turn}</span></th>
        <th scope="col">${logWords.notice}</th>
        <th scope="col">${logWords.sense}</th>
        <th scope="col">${logWords.move}</th>
      </tr>
    </thead>
    <tbody>
      ${turns
        .slice()
        .reverse()
        .map(
          (turn) => html`<tr>
            <th scope="row" translate="no">${turn.number}</th>
            <td class=${turn.notice === logWords.noCapture ? 'muted' : 'told-capture'}>${turn.notice}</td>
            <td translate=${turn.sense === logWords.noSense ? 'yes' : 'no'}>${turn.sense ?? ''}</td>
            <td class="log-move ${turn.move?.kind ?? ''}" translate=${turn.move?.kind === 'moved' ? 'no' : 'yes'} title=${turn.move?.title ?? ''}>${turn.move?.text ?? ''}</td>
          </tr>`,
        )}
    </tbody>
  </table>`;
}
