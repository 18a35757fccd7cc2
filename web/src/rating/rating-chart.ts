import { html, svg, type TemplateResult } from 'lit';
import './rating-chart.css';

const [WIDTH, HEIGHT] = [300, 60];
/** More than a screen shows side by side. */
const MOST_POINTS = 2000;

/** The rating after each game or puzzle, of which there are two or more. */
export function ratingChart(ratings: readonly number[], label: string): TemplateResult {
  // Not as arguments: a file of 150,000 answers has more than a browser takes.
  const low = ratings.reduce((least, rating) => Math.min(least, rating));
  const high = ratings.reduce((most, rating) => Math.max(most, rating));
  const last = ratings.length - 1;
  const step = Math.ceil(ratings.length / MOST_POINTS);
  const points = ratings.flatMap((rating, i) => {
    if (i % step !== 0 && i !== last) return [];
    const x = (i / last) * WIDTH;
    const y = HEIGHT - 4 - ((rating - low) / Math.max(1, high - low)) * (HEIGHT - 8);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return html`<figure class="records-chart">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
      ${svg`<polyline points=${points.join(' ')}></polyline>`}
    </svg>
    <figcaption class="small muted">${label}</figcaption>
  </figure>`;
}
