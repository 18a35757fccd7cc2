import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './ui/tokens.css';
import './ui/base.css';
import './board/board.css';
import './ui/pages.css';
import './belief/network-note.css';
import './replay/insight.css';
import './analyse/analyse.css';
import './offline/offline.css';
import './share/share.css';
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
