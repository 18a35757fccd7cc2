/** What the end of a game shows of it: fetched when the first game ends. */
import './game-puzzles';
import './game-story';
import './replay-view';
