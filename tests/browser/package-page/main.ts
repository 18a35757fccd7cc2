/** A page with only the package, for the tests to call. */
import { Outpost, Stockfish } from 'outpost-rbc';
import { Uci } from './uci.ts';

declare global {
  interface Window {
    Outpost: typeof Outpost;
    Stockfish: typeof Stockfish;
    Uci: typeof Uci;
  }
}

window.Outpost = Outpost;
window.Stockfish = Stockfish;
window.Uci = Uci;
