import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/dialog.css';
import './ui/tabs.css';
import './board/board.css';
import './board/layout.css';
import './board/look.css';
import './board/palette.css';
import './belief/belief.css';
import './belief/likely-boards.css';
import './belief/text-board.css';
import './belief/move-panel.css';
import './intro/intro.css';
import './rating/rating.css';
import './replay/end-banner.css';
import './replay/charts.css';
import './play/start.css';
import './play/new-game.css';
import './play/banner.css';
import './play/table.css';
import './play/play.css';
import './offline/offline.css';
import './app/app.css';
import { followLook } from './board/look';
import { fetchEngineEarly, holdEngine } from './engine/early';
import { startOffline } from './offline/offline';
import { isLinkHash } from './record/link-hash';
import { chosenLanguage } from './storage/language';
import { drawn } from './ui/drawn';
import { direction, getLocale, useLanguage } from './ui/locale';
import { once } from './ui/once';
import { allowReloads, loadPart } from './ui/parts';
import { applyTheme, chosenTheme } from './ui/theme';

applyTheme(chosenTheme());
followLook();
allowReloads();
// What the page itself needs comes first.
const { stays } = startOffline(async () => {
  const { engine } = await loadPart('engine', () => import('./engine/engine'));
  return (await engine()).info.build;
});
/** What is large waits no longer for what a page shows first: it may not come. */
const FIRST_MS = 10_000;

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

// The page that the address asks for comes beside the shell, which says so where it does not.
const asked = isLinkHash(location.hash)
  ? 'analyse'
  : /^#(analyse|train|learn|workshop|lab|settings)\b/.exec(location.hash)?.[1];
const pages: Record<string, () => Promise<unknown>> = {
  analyse: () => loadPart('analyse', () => import('./analyse/analyse-page')),
  train: () => loadPart('train', () => import('./train/train-page')).then(({ first }) => first.over),
  learn: () => loadPart('learn', () => import('./learn/learn-page')).then(({ first }) => first.over),
  workshop: () => loadPart('workshop', () => import('./workshop/workshop-page')),
  lab: () => loadPart('lab', () => import('./lab/lab-page')),
  settings: () => loadPart('settings', () => import('./settings/settings-page')),
};
const page = pages[asked ?? '']?.().catch(() => {});
// So that Play has the game at once: the first screen does without.
if (!page) loadPart('game', () => import('./play/game-part')).catch(() => {});
const begun = once();
// Where it fails, boot.js says so.
void useLanguage([...chosenLanguage(), ...navigator.languages]).then(async () => {
  document.documentElement.lang = getLocale();
  document.documentElement.dir = direction();
  await loadPart('app', () => import('./app/app'));
  begun.happened();
});
// The engine comes after what the page shows; and a page that is about to be loaded again will have another build.
if (stays === true && !page) fetchEngineEarly();
else holdEngine(Promise.all([stays, Promise.race([shown(), later(FIRST_MS)])]).then(fetchEngineEarly));

/** Without a page of its own, the first screen is there already. */
async function shown(): Promise<void> {
  if (!page) return;
  await Promise.all([begun.over, page]);
  await drawn();
}
