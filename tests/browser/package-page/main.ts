/** A page with nothing but the package on it, for the tests to call. */
import { Outpost } from 'outpost';

declare global {
  interface Window {
    Outpost: typeof Outpost;
  }
}

window.Outpost = Outpost;
