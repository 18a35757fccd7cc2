/** Where the messages of the pages are: `en.xlf` as they are written, and a file for each other language (web/README.md). */
export const LANGUAGES = 'web/words';

const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** A text of XML. */
export const decoded = (xml) =>
  xml.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal, hex, name) =>
    name ? ENTITIES[name] : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );

/** A placeholder in pieces: the text between its values, of which there is one for each `${…}`. */
function betweenValues(placeholder) {
  const texts = [''];
  let depth = 0;
  for (let i = 0; i < placeholder.length; i++) {
    if (depth === 0 && placeholder.startsWith('${', i)) {
      texts.push('');
      depth = 1;
      i++;
    } else if (depth > 0) depth += placeholder[i] === '{' ? 1 : placeholder[i] === '}' ? -1 : 0;
    else texts[texts.length - 1] += placeholder[i];
  }
  return texts;
}

/** What the first element holds that begins so: a name, and perhaps attributes. */
export function inside(xml, beginning) {
  const start = xml.indexOf(`<${beginning}`);
  if (start < 0) return undefined;
  const [name] = beginning.split(' ', 1);
  return xml.slice(xml.indexOf('>', start) + 1, xml.indexOf(`</${name}>`, start));
}

/** A text of XLIFF: `[text]`, or `[id, placeholder]`. */
export const partsOf = (xml) =>
  [...xml.matchAll(/<x id="(\d+)" equiv-text="([^"]*)"\s*\/>|([^<]+)/g)].map(([, id, placeholder, text]) =>
    id === undefined ? [decoded(text)] : [id, decoded(placeholder)],
  );

/** The mark of a translation whose message has changed, and the element with what the message was. Either can be removed to confirm it. */
export const STALE = 'state="needs-review-translation"';
export const CHANGED = 'note from="changed"';
export const isStale = (unit) => unit.includes(`<target ${STALE}`) && unit.includes(`<${CHANGED}`);

/**
 * The messages of an XLIFF file, as @lit/localize takes them. `translate` has the source and the target, and returns what is taken
 * of them; `undefined` where the message stays English, as it does where it has changed since it was translated.
 */
export function templatesOf(xliff, translate = (_, target) => target) {
  const templates = {};
  for (const [, id, unit] of xliff.matchAll(/<trans-unit id="([^"]+)"[^>]*>([\s\S]*?)<\/trans-unit>/g)) {
    const [source, target] = ['source', 'target'].map((name) => {
      const xml = inside(unit, name);
      return xml === undefined ? undefined : partsOf(xml);
    });
    const parts = translate(source, isStale(unit) ? undefined : target);
    if (!parts) continue;
    const firsts = new Map();
    let values = 0;
    for (const [placeholder, text] of source.filter(({ length }) => length === 2)) {
      firsts.set(placeholder, values);
      values += betweenValues(text).length - 1;
    }
    const strings = [''];
    const order = [];
    for (const [first, placeholder] of parts) {
      const [head, ...rest] = placeholder === undefined ? [first] : betweenValues(placeholder);
      strings[strings.length - 1] += head;
      strings.push(...rest);
      order.push(...rest.map((_, i) => firsts.get(first) + i));
    }
    templates[id] = values === 0 ? strings[0] : { strTag: true, strings, values: order };
  }
  return templates;
}
