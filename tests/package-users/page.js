// The script of a page: its result is what the tests wait for.
import { use } from './use.js';

use().then(
  (result) => {
    document.body.dataset.result = JSON.stringify(result);
  },
  (error) => {
    document.body.dataset.result = JSON.stringify({ error: String(error) });
  },
);
