/** The snippets that authors copy into their pages. */

export interface EmbedContent {
  /** A link as `Outpost.encodeLink` makes it, without an address. */
  link: string;
  /** Boards instead of a game. */
  boards?: boolean;
  perspective?: 'white' | 'black' | 'both' | 'truth';
  /** Who is at the bottom. */
  orientation?: 'white' | 'black';
  panels?: readonly string[];
  kind: 'element' | 'iframe';
}

/** Text for an attribute value between double quotes. */
function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Makes frames as high as they say that they are (docs/embedding.md). Several of it in a page do no harm. */
const FIT = `<script type="module">
addEventListener('message', ({ data, origin, source }) => {
  const frame = [...document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === source);
  if (!frame || origin !== new URL(frame.src).origin || data?.source !== 'outpost') return;
  if (data.type === 'height') frame.height = data.height;
});
</script>`;

/** HTML that shows a link on another page, from the Outpost at `siteUrl`. */
export function embedCode(
  { link, boards = false, perspective, orientation, panels, kind }: EmbedContent,
  siteUrl: string,
): string {
  const attributes: [string, string][] = [['link', link]];
  if (perspective) attributes.push(['perspective', perspective]);
  if (orientation) attributes.push(['orientation', orientation]);
  if (panels && !boards) attributes.push(['panels', panels.length > 0 ? panels.join(' ') : 'none']);
  return boards ? snippet('board', attributes, 480, kind, siteUrl) : snippet('replay', attributes, 720, kind, siteUrl);
}

/** HTML that shows one of the lessons on another page. */
export function lessonCode(name: string, kind: EmbedContent['kind'], siteUrl: string): string {
  return snippet('lesson', [['name', name]], 900, kind, siteUrl);
}

/** HTML that shows a lesson that somebody made, which its link holds (`lessons/lesson-link.ts`). */
export function ownLessonCode(data: string, kind: EmbedContent['kind'], siteUrl: string): string {
  return snippet('lesson', [['data', data]], 900, kind, siteUrl);
}

/** HTML that shows one of the puzzles on another page. */
export function puzzleCode(id: string, kind: EmbedContent['kind'], siteUrl: string): string {
  return snippet('puzzle', [['puzzle', id]], 900, kind, siteUrl);
}

function snippet(
  element: string,
  attributes: [string, string][],
  height: number,
  kind: EmbedContent['kind'],
  siteUrl: string,
): string {
  const file = (path: string): string => attribute(new URL(path, siteUrl).href);
  if (kind === 'iframe') {
    const parameters = new URLSearchParams([['element', element], ...attributes]);
    // Behind the #, which browsers send to no server.
    return `<iframe src="${file(`embed.html#${parameters}`)}" title="Reconnaissance Blind Chess" width="100%" height="${height}" loading="lazy" frameborder="0"></iframe>\n${FIT}`;
  }
  const written = attributes.map(([key, value]) => ` ${key}="${attribute(value)}"`).join('');
  return `<script type="module" src="${file('outpost-embed.js')}"></script>\n<outpost-${element}${written}></outpost-${element}>`;
}
