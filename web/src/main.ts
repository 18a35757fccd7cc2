import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/dialog.css';
import './ui/tabs.css';
import './engine/speed-panel.css';
import './board/board.css';
import './board/layout.css';
import './board/palette.css';
import './belief/belief.css';
import './belief/likely-boards.css';
import './belief/text-board.css';
import './belief/move-panel.css';
import './library/library.css';
import './replay/replay.css';
import './replay/end-banner.css';
import './replay/steps.css';
import './replay/move-list.css';
import './replay/charts.css';
import './replay/annotations.css';
import './replay/panels.css';
import './replay/what-if.css';
import './analyse/analyse.css';
import './play/new-game.css';
import './play/banner.css';
import './play/play.css';
import './offline/offline.css';
import './app/app.css';
import { startOffline } from './offline/offline';
import { getLocale, useLanguage } from './ui/locale';
import { allowReloads, loadPart } from './ui/parts';
import { applyTheme, chosenTheme } from './ui/theme';

applyTheme(chosenTheme());
allowReloads();
// What the page itself needs comes first.
void startOffline(async () => (await loadPart('engine', () => import('./engine/engine'))).engine());
// Where it fails, boot.js says so.
void useLanguage(navigator.languages).then(() => {
  document.documentElement.lang = getLocale();
  return loadPart('app', () => import('./app/app'));
});
