/** A game and its board: fetched while people read the first screen, which does without. */
import './game-view';

export { GameSession } from './game-session';
