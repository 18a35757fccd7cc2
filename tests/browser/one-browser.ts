/** One Chromium for all files of a run: contexts keep the tests apart. */
import { serveChromium } from '../../scripts/lib/chromium.mjs';

export default serveChromium;
