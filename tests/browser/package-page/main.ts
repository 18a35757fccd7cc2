/** A page with nothing but the package on it, for the tests to call. */
import { Outpost } from 'outpost';
import { Uci } from './uci.ts';

declare global {
  interface Window {
    Outpost: typeof Outpost;
    Uci: typeof Uci;
  }
}

window.Outpost = Outpost;
window.Uci = Uci;
