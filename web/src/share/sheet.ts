/** Sheets of paper: what the browser prints instead of the page. Loaded when somebody prints. */
import { html, render, type TemplateResult } from 'lit';
import './sheet.css';
import { boardAlone } from './board-image';

/** Prints `content`. The sheet is in the page as long as that takes. */
export async function printSheet(content: TemplateResult): Promise<void> {
  const sheet = document.createElement('div');
  sheet.className = 'sheet';
  render(content, sheet);
  document.querySelector('body > .sheet')?.remove();
  document.body.append(sheet);
  document.documentElement.classList.add('prints-sheet');
  const done = (): void => {
    window.removeEventListener('afterprint', done);
    document.documentElement.classList.remove('prints-sheet');
    sheet.remove();
  };
  window.addEventListener('afterprint', done);
  // A picture that is not there yet is not printed.
  await Promise.all([...sheet.querySelectorAll('img')].map((image) => image.decode()));
  window.print();
}

/** A board as a picture: a page's policy forbids none of its own making, and their names do not mix. */
export function picture(board: Parameters<typeof boardAlone>[0], name = ''): TemplateResult {
  return html`<img class=${name} alt="" src="data:image/svg+xml,${encodeURIComponent(boardAlone(board))}" />`;
}
