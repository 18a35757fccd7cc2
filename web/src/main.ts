import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import './styles/pages.css';
import './styles/network-note.css';
import './styles/insight.css';
import './styles/analyse.css';
import './styles/offline.css';
import './styles/share.css';
import { startOffline } from './offline/offline';
import { allowReloads, loadPart } from './parts';
import { applyTheme, chosenTheme } from './theme';

applyTheme(chosenTheme());
allowReloads();
// What the page itself needs comes first.
void startOffline(async () => (await loadPart('engine', () => import('./engine'))).engine());
// Where it fails, boot.js says so.
void loadPart('app', () => import('./app'));
