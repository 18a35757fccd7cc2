/** A page with nothing but the package on it, for the tests to call. */
import { Outpost, Siamese, Stockfish } from 'outpost';
import { Uci } from './uci.ts';

declare global {
  interface Window {
    Outpost: typeof Outpost;
    Siamese: typeof Siamese;
    Stockfish: typeof Stockfish;
    Uci: typeof Uci;
  }
}

window.Outpost = Outpost;
window.Siamese = Siamese;
window.Stockfish = Stockfish;
window.Uci = Uci;
