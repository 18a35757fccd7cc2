/** A chart as an image of its own: its heading, its lines and its legend, in the colours of the light scheme. */

/** What is taken along from the styles of the page, which an image does not have. */
const KEPT = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

const NS = 'http://www.w3.org/2000/svg';
const FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";
const INK = '#1f262d';
const MUTED = '#57616c';
const MARGIN = 16;
/** Pixels that a letter of the legend takes at most, on average. */
const LETTER = 7.6;
/** The same of the notes below. */
const NOTE_LETTER = 6.6;
/** How wide the words of an image are at least. */
const LEAST = 560;

export interface ChartImage {
  svg: string;
  width: number;
  height: number;
}

/** Draws the chart of a figure of `lab-chart`. Images go on to other pages, and to paper. */
export function chartImage(figure: HTMLElement, heading: string, yLabel: string, notes: readonly string[]): ChartImage {
  const chart = figure.querySelector<SVGSVGElement>(':scope > svg');
  if (!chart) throw new Error('there is no chart');
  const { width: chartWidth, height: chartHeight } = chart.viewBox.baseVal;
  // Of a phone's chart the words have more room than the lines.
  const room = Math.max(chartWidth, LEAST);
  const width = room + 2 * MARGIN;
  const lines = notes.flatMap((note) => wrapped(note, Math.floor(room / NOTE_LETTER)));
  const items = [...figure.querySelectorAll('.lab-legend li')].flatMap((item) => {
    const sample = item.querySelector('svg');
    return sample ? [{ sample, name: item.textContent?.trim() ?? '' }] : [];
  });
  // From left to right, and on the next line where there is no room.
  const places: { x: number; y: number }[] = [];
  let [x, y] = [0, 0];
  for (const { name } of items) {
    const wide = 34 + 7 + name.length * LETTER + 18;
    if (x > 0 && x + wide > room) [x, y] = [0, y + 22];
    places.push({ x, y });
    x += wide;
  }
  const top = MARGIN + 44;
  const legend = top + chartHeight + 8;
  const below = legend + (items.length > 0 ? y + 22 : 0);
  const height = below + lines.length * 18 + MARGIN;

  const image = document.createElementNS(NS, 'svg');
  image.setAttribute('width', String(width));
  image.setAttribute('height', String(height));
  image.setAttribute('viewBox', `0 0 ${width} ${height}`);
  image.setAttribute('font-family', FONT);
  image.append(
    shape('title', {}, heading),
    shape('rect', { width, height, fill: '#ffffff' }),
    shape('text', { x: MARGIN, y: MARGIN + 16, 'font-size': 16, 'font-weight': 600, fill: INK }, heading),
    shape('text', { x: MARGIN, y: MARGIN + 36, 'font-size': 13, fill: MUTED }, yLabel),
    placed(chart, MARGIN, top),
    ...items.flatMap(({ sample, name }, i) => {
      const at = places[i] as { x: number; y: number };
      const [left, line] = [MARGIN + at.x, legend + at.y];
      return [
        placed(sample, left, line),
        shape('text', { x: left + 41, y: line + 12, 'font-size': 14, fill: INK }, name),
      ];
    }),
    ...lines.map((note, i) => shape('text', { x: MARGIN, y: below + 18 * i + 12, 'font-size': 12, fill: MUTED }, note)),
  );
  return { svg: new XMLSerializer().serializeToString(image), width, height };
}

function shape(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/** A drawing of the page, with the styles that it has there. */
function placed(drawing: SVGSVGElement, x: number, y: number): SVGElement {
  const { width, height } = drawing.viewBox.baseVal;
  const copy = document.createElementNS(NS, 'svg');
  for (const [key, value] of Object.entries({ x, y, width, height })) copy.setAttribute(key, String(value));
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  // The page may be dark.
  drawing.style.colorScheme = 'light';
  try {
    for (const child of drawing.children) copy.append(styled(child));
  } finally {
    drawing.style.removeProperty('color-scheme');
  }
  return copy;
}

function styled(element: Element): Element {
  const copy = document.createElementNS(NS, element.localName);
  for (const { name, value } of element.attributes) if (name !== 'class') copy.setAttribute(name, value);
  const style = getComputedStyle(element);
  if (element.localName !== 'g' && element.localName !== 'clipPath')
    for (const name of KEPT) copy.setAttribute(name, style.getPropertyValue(name));
  if (element.children.length === 0) copy.textContent = element.textContent;
  else copy.append(...[...element.children].map(styled));
  return copy;
}

/** In lines of at most so many characters: an SVG does not wrap its text. Exported for tests. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
