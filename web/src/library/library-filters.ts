import { html, nothing, type TemplateResult } from 'lit';
import type { Order, Result, Wanted } from './library-rows';
import { libraryWords } from './words';

const words = libraryWords;
type OrderName = keyof typeof words.orders;
const orderName = ({ by, upwards }: Order): OrderName => `${by}-${upwards ? 'up' : 'down'}` as OrderName;

interface Filters {
  wanted: Wanted;
  order: Order;
  /** The tags there are, with the number of games of each. */
  tags: readonly (readonly [string, number])[];
  want(change: Partial<Wanted>): void;
  sort(order: Order): void;
}

/** The fields by which games are found and put in order. */
export function libraryFilters({ wanted, order, tags, want, sort }: Filters): TemplateResult {
  const value = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement).value;
  return html`<div class="library-filters">
    <label class="wide"
      >${words.search}
      <input type="search" .value=${wanted.text} @input=${(event: Event) => want({ text: value(event) })} />
    </label>
    <label
      >${words.result}
      <select @change=${(event: Event) => want({ result: value(event) as Result })}>
        ${(Object.keys(words.results) as Result[]).map(
          (result) =>
            html`<option value=${result} ?selected=${wanted.result === result}>${words.results[result]}</option>`,
        )}
      </select>
    </label>
    ${
      tags.length > 0
        ? html`<label
            >${words.tag}
            <select @change=${(event: Event) => want({ tag: tags[Number(value(event))]?.[0] ?? null })}>
              <option value="-1" ?selected=${wanted.tag === null}>${words.anyTag}</option>
              ${tags.map(
                ([tag, games], i) =>
                  html`<option value=${i} ?selected=${wanted.tag === tag}>${words.tagCount(tag, games)}</option>`,
              )}
            </select>
          </label>`
        : nothing
    }
    <label
      >${words.from}
      <input type="date" .value=${wanted.from} @change=${(event: Event) => want({ from: value(event) })} />
    </label>
    <label
      >${words.to}
      <input type="date" .value=${wanted.to} @change=${(event: Event) => want({ to: value(event) })} />
    </label>
    <label
      >${words.sort}
      <select
        @change=${(event: Event) => {
          const [by, way] = value(event).split('-');
          sort({ by: by as Order['by'], upwards: way === 'up' });
        }}
      >
        ${(Object.keys(words.orders) as OrderName[]).map(
          (name) => html`<option value=${name} ?selected=${orderName(order) === name}>${words.orders[name]}</option>`,
        )}
      </select>
    </label>
  </div>`;
}
