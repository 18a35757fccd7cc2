// Line charts as SVG, written by hand: no program is needed to draw or view them.

const WIDTH = 800;
const HEIGHT = 460;
const PLOT = { left: 76, top: 48, right: 560, bottom: 396 };
/** Least distance between labels. */
const LINE = 17;

// Embedded pictures do not inherit the page's colours, so they follow the reader's preference.
const STYLE = `
  svg { color: #1f2328; font: 13px system-ui, sans-serif; }
  .native { --line: #0969da; } .browser { --line: #bc4c00; } .guide { --line: #656d76; }
  @media (prefers-color-scheme: dark) {
    svg { color: #e6edf3; }
    .native { --line: #58a6ff; } .browser { --line: #ffa657; } .guide { --line: #8d96a0; }
  }
  text { fill: currentColor; } .title { font-size: 15px; font-weight: 600; }
  .grid { stroke: currentColor; stroke-opacity: 0.14; } .axis { stroke: currentColor; stroke-opacity: 0.6; }
  .line { fill: none; stroke: var(--line); stroke-width: 2; } .guide .line { stroke-width: 1; }
  .dashed .line { stroke-dasharray: 7 4; }
  .point { fill: var(--line); } .apart .point { fill: none; stroke: var(--line); stroke-width: 1.5; }
  .name { fill: var(--line); } .leader { stroke: var(--line); stroke-opacity: 0.5; fill: none; }
`;

/**
 * A chart with a logarithmic axis of x, and of y unless `linearY`.
 *
 * @param {object} chart
 * @param {string} chart.title
 * @param {string} chart.x what it shows, with the unit
 * @param {string} chart.y
 * @param {boolean} [chart.linearY] whether y begins at 0 instead
 * @param {{ name: string, kind: string, dashed?: boolean, apart?: boolean, points: number[][] }[]} chart.series lines,
 *   or points that no line joins (`apart`); those without points are left out
 * @param {{ name: string, slope: number }} [chart.guide] a line of y = slope · x
 */
export function chart({ title, x, y, linearY = false, series, guide }) {
  const shown = series.filter(({ points }) => points.length > 0);
  const points = shown.flatMap((s) => s.points);
  const across = logAxis(points.map((p) => p[0]));
  const up = (linearY ? linearAxis : logAxis)(points.map((p) => p[1]));
  const px = (value) => round(PLOT.left + across.at(value) * (PLOT.right - PLOT.left));
  const py = (value) => round(PLOT.bottom - up.at(value) * (PLOT.bottom - PLOT.top));

  const grid = [
    ...across.ticks.map(
      (tick) =>
        `<path class="grid" d="M${px(tick)} ${PLOT.top}V${PLOT.bottom}"/>` +
        `<text x="${px(tick)}" y="${PLOT.bottom + 20}" text-anchor="middle">${short(tick)}</text>`,
    ),
    ...up.ticks.map(
      (tick) =>
        `<path class="grid" d="M${PLOT.left} ${py(tick)}H${PLOT.right}"/>` +
        `<text x="${PLOT.left - 8}" y="${py(tick) + 4}" text-anchor="end">${short(tick)}</text>`,
    ),
  ];
  const lines = [];
  const labels = [];
  if (guide) {
    const [from, to] = clip(guide.slope, across, up);
    lines.push(
      `<g class="guide dashed"><path class="line" d="M${px(from)} ${py(guide.slope * from)}L${px(to)} ${py(guide.slope * to)}"/></g>`,
    );
    labels.push({ name: guide.name, classes: 'guide', x: px(to), y: py(guide.slope * to) });
  }
  for (const { name, kind, dashed, apart, points } of shown) {
    const sorted = points.toSorted((a, b) => a[0] - b[0]);
    const at = sorted.map(([px_, py_]) => [px(px_), py(py_)]);
    const classes = [kind, ...(dashed ? ['dashed'] : []), ...(apart ? ['apart'] : [])].join(' ');
    const line = apart ? '' : `<path class="line" d="M${at.map((p) => p.join(' ')).join('L')}"/>`;
    const marks = at.map(([cx, cy], i) => {
      const told = `<title>${escaped(name)}: ${sorted[i][0].toLocaleString('en-US')} ${escaped(x)}, ${short(sorted[i][1])} ${escaped(y)}</title>`;
      return apart
        ? `<rect class="point" x="${round(cx - 4)}" y="${round(cy - 4)}" width="8" height="8">${told}</rect>`
        : `<circle class="point" cx="${cx}" cy="${cy}" r="3.5">${told}</circle>`;
    });
    lines.push(`<g class="${classes}">${line}${marks.join('')}</g>`);
    const [lastX, lastY] = at.at(-1);
    labels.push({ name, classes, x: lastX, y: lastY });
  }
  spread(labels);
  const names = labels.map(
    ({ name, classes, x, y, labelY }) =>
      `<g class="${classes}"><path class="leader" d="M${round(x + 6)} ${y}L${PLOT.right + 14} ${labelY}"/>` +
      `<text class="name" x="${PLOT.right + 18}" y="${labelY + 4}">${escaped(name)}</text></g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}</style>
<text class="title" x="${PLOT.left}" y="24">${escaped(title)}</text>
${grid.join('\n')}
<path class="axis" fill="none" d="M${PLOT.left} ${PLOT.top}V${PLOT.bottom}H${PLOT.right}"/>
<text x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.bottom + 46}" text-anchor="middle">${escaped(x)}</text>
<text transform="translate(18 ${(PLOT.top + PLOT.bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>
${lines.join('\n')}
${names.join('\n')}
</svg>
`;
}

/** From the power of ten below the values to the one above, or nearly. */
function logAxis(values) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 0.02));
  const end = Math.max(high, Math.log10(Math.max(...values)));
  return {
    low: 10 ** low,
    high: 10 ** end,
    at: (value) => (Math.log10(value) - low) / (end - low),
    ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
  };
}

/** From 0 to a little above the values. */
function linearAxis(values) {
  const most = Math.max(...values);
  const unit = 10 ** Math.floor(Math.log10(most));
  const step = [0.2, 0.5, 1, 2].map((n) => n * unit).find((step) => most / step <= 6) ?? unit;
  const high = step * Math.ceil(most / step);
  return {
    low: 0,
    high,
    at: (value) => value / high,
    ticks: Array.from({ length: Math.round(high / step) + 1 }, (_, i) => i * step),
  };
}

/** Where y = slope · x enters and leaves the plot. */
function clip(slope, across, up) {
  return [Math.max(across.low, up.low / slope), Math.min(across.high, up.high / slope)];
}

/** Moves labels apart, in the order of what they name. */
function spread(labels) {
  labels.sort((a, b) => a.y - b.y);
  let above = PLOT.top - LINE;
  for (const label of labels) {
    label.labelY = round(Math.max(label.y, above + LINE));
    above = label.labelY;
  }
  let below = PLOT.bottom + LINE;
  for (const label of labels.toReversed()) {
    label.labelY = round(Math.min(label.labelY, below - LINE));
    below = label.labelY;
  }
}

/** 10k, 1M */
function short(value) {
  for (const [unit, name] of [
    [1e6, 'M'],
    [1e3, 'k'],
  ]) {
    if (value >= unit) return `${Number((value / unit).toPrecision(3))}${name}`;
  }
  return String(Number(value.toPrecision(3)));
}

const round = (value) => Math.round(10 * value) / 10;
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
