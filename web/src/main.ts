import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/board.css';
import './styles/pages.css';
import './styles/network-note.css';
import { applyTheme, chosenTheme } from './theme';

applyTheme(chosenTheme());
void import('./app');
