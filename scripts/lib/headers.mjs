// The headers of every page and file of Outpost, in one place. The static server
// sends them; vite.config.ts takes them for its own server, and also writes the
// policy into the built pages, for hosts that let nobody set headers.

const policy = {
  'default-src': "'self'",
  // No inline script and no eval, but WebAssembly may be compiled.
  'script-src': "'self' 'wasm-unsafe-eval'",
  // blob: for the small worker with which a page of another origin starts ours, for Stockfish's, whose script was compared with
  // its hash, and for the bot that a person pasted into the Lab, which has this policy, too.
  'worker-src': "'self' blob:",
  'img-src': "'self' data: blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
};

/** The content security policy; `changes` replaces directives (the development server needs a laxer one). */
export function contentSecurityPolicy(changes = {}) {
  return Object.entries({ ...policy, ...changes })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** Pages that other sites may frame. In a framed game a visitor could be tricked into clicking (clickjacking). */
const FRAMED = ['embed.html'];

/**
 * Headers that a page has in place of those for every file. Only a server can send them: browsers ignore
 * `frame-ancestors` in a page.
 *
 * @param {string} name the page's, below the site's folder
 * @returns {Record<string, string>}
 */
export function pageHeaders(name) {
  if (!name.endsWith('.html') || FRAMED.includes(name)) return {};
  return { 'Content-Security-Policy': contentSecurityPolicy({ 'frame-ancestors': "'self'" }) };
}

/** Without these two a page is not cross-origin isolated and has no shared memory, hence no threads. */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** For every response. Files are public, so that a teacher's page may embed them, isolated or not. */
export const commonHeaders = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};
