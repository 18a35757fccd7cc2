// Shows the first screen, which stands in the page, at addresses that lead there, in the scheme that was chosen. Who reads another
// language than English (web/src/ui/locale.ts) waits for its file instead, which is fetched from here on.
(() => {
  const root = document.documentElement;
  let wanted = navigator.languages || [];
  try {
    const theme = localStorage.getItem('outpost-theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    wanted = [localStorage.getItem('outpost-language') || ''].concat(wanted);
  } catch {
    // As the system says.
  }
  const list = document.querySelector('meta[name=outpost-languages]');
  const files = ['en'].concat(list ? list.content.split(' ') : []);
  const of = (tag) => tag.split(/[-.]/)[0].toLowerCase();
  const isOther = (tag) => /^zh-(tw|hk|mo|hant)/i.test(tag);
  const fileOf = (tag) => !isOther(tag) && files.find((name) => of(name) === of(tag));
  const file = wanted.map(fileOf).find(Boolean) || 'en';
  if (file !== 'en') {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `assets/language-${file}.js`;
    document.head.append(link);
  } else if (/^#?$|^#play(\/now)?$/.test(location.hash)) root.dataset.first = '';
})();

// Says what is wrong when the page's own scripts do not arrive or do not run, as they cannot say so themselves. A plain script for
// every browser, apart from the others, so that it runs where none of them does.
(() => {
  const KEY = 'outpost-boot';
  /** Milliseconds within which the page is not loaded again by itself a second time. */
  const AGAIN_MS = 600_000;
  /** Names of scripts that arrived and do not run. */
  const broken = [];
  let asked = false;

  const started = () => customElements.get('outpost-app') || customElements.get('outpost-board');
  const folder = new URL('.', location.href).href;
  const nameOf = (address) => address.replace(folder, '').split(/[?#]/)[0];

  addEventListener(
    'error',
    (event) => {
      // A script that does not run says where; a file that does not arrive is the event's target.
      if (event.filename) broken.push(nameOf(event.filename));
      if (event.filename || event.target !== window) look();
    },
    true,
  );
  // The page's first script fetches the others.
  addEventListener('unhandledrejection', look);

  async function look() {
    // The page's own words are right where scripts of this kind run nowhere: old browsers, and pages opened as a file.
    if (asked || started() || location.protocol === 'file:' || !('noModule' in HTMLScriptElement.prototype)) return;
    asked = true;
    const files = [...document.querySelectorAll('script[src], link[rel=modulepreload], link[rel=stylesheet]')];
    const addresses = [...new Set(files.map(({ src, href }) => src || href))];
    // From the host, not from what the browser has at hand: that may be what is damaged.
    const answers = await Promise.all(addresses.map((address) => ask(address)));
    const bad = addresses.filter((_, i) => answers[i] !== 'there').map(nameOf);
    const silent = answers.includes('silent');
    if (started()) return;
    // Fetched again, or of a version that the host has no more: a new page is whole.
    if ((bad.length === 0 || (!silent && (await isReplaced(addresses)))) && mayReload()) return location.reload();
    if (bad.length > 0) return say(bad, silent);
    const scripts = addresses.filter((address) => address.endsWith('.js') && !address.endsWith('/boot.js'));
    say([...new Set([...broken, ...(await brokenOf(scripts))])], false, true);
  }

  async function ask(address) {
    try {
      const response = await fetch(address, { cache: 'reload' });
      const type = response.headers.get('content-type') || '';
      await response.arrayBuffer();
      return response.ok && !type.startsWith('text/html') ? 'there' : 'missing';
    } catch {
      return 'silent';
    }
  }

  /** Those that do not run, be it for what they import: an error of an import() does not say whose it is. */
  async function brokenOf(scripts) {
    const ends = await Promise.allSettled(scripts.map((address) => import(address)));
    return scripts.filter((_, i) => ends[i].status === 'rejected').map(nameOf);
  }

  /** Whether the host's page asks for other scripts than this one does. */
  async function isReplaced(addresses) {
    try {
      const page = await (await fetch(location.href.split('#')[0], { cache: 'no-store' })).text();
      return page.includes('boot.js') && !page.includes(nameOf(addresses.find((each) => !each.includes('boot.js'))));
    } catch {
      return false;
    }
  }

  /** Whether it was not tried lately, and this try could be remembered. */
  function mayReload() {
    try {
      const last = Number(sessionStorage.getItem(KEY));
      if (Date.now() - last < AGAIN_MS) return false;
      sessionStorage.setItem(KEY, String(Date.now()));
      return sessionStorage.getItem(KEY) !== null;
    } catch {
      return false;
    }
  }

  function say(names, silent, whole = false) {
    const place = document.querySelector('.not-started');
    if (!place) return;
    const which = names.length > 0 ? ` (${names.slice(0, 3).join(', ')})` : '';
    const why = silent
      ? `a file is missing or damaged on this device${which}, and cannot be downloaded again. Go online, then try again.`
      : whole
        ? `a script does not run${which}. Use a current version of Firefox, Chrome, Edge or Safari; if you do, the file may be damaged: clear this site’s data in the browser, then try again.`
        : `the server does not send a file${which}. Try again later; if it persists, tell whoever runs this site.`;
    const game = document.querySelector('outpost-app');
    const text = document.createElement('p');
    text.textContent = `Outpost could not start: ${why}${game ? ' Unfinished games are still saved.' : ''}`;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'primary';
    button.textContent = 'Try again';
    button.addEventListener('click', () => location.reload());
    place.setAttribute('role', 'alert');
    place.classList.add('now');
    place.replaceChildren(text, button);
    addEventListener('online', () => location.reload(), { once: true });
  }
})();
