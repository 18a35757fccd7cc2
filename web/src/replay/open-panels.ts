/** Panels that open and close; which of them are open is kept in this browser. */
import { html, nothing, type TemplateResult } from 'lit';
import { recall, remember } from '../storage/remembered';
import { PANELS, type PanelName } from './panels';
import { panelWords } from './words';

const KEY = 'outpost-panels';
const FIRST: readonly PanelName[] = ['story', 'sizes', 'boards', 'list'];

function kept(): Set<PanelName> {
  const text = recall(KEY);
  if (text === null) return new Set(FIRST);
  const names = text.split(' ');
  return new Set(PANELS.filter((name) => names.includes(name)));
}

let open: Set<PanelName> | null = null;
const listeners = new Set<() => void>();

/** Whether a panel is open on this page: only then is anything worked out for it. */
export function isOpen(name: PanelName): boolean {
  open ??= kept();
  return open.has(name);
}

export function setOpen(name: PanelName, wanted: boolean): void {
  if (isOpen(name) === wanted) return;
  if (wanted) open?.add(name);
  else open?.delete(name);
  remember(KEY, PANELS.filter(isOpen).join(' '));
  for (const listener of listeners) listener();
}

/** Calls back when a panel was opened or closed. Returns how to stop that. */
export function onPanels(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A panel that opens and closes; `content` is made only while it is open. */
export function panel(name: PanelName, content: () => TemplateResult | typeof nothing): TemplateResult {
  const opened = isOpen(name);
  return html`<details
    class="card panel"
    data-panel=${name}
    ?open=${opened}
    @toggle=${(event: Event) => {
      if (event.target === event.currentTarget) setOpen(name, (event.target as HTMLDetailsElement).open);
    }}
  >
    <summary><h2>${panelWords[name]}</h2></summary>
    ${opened ? html`<div class="panel-body">${content()}</div>` : nothing}
  </details>`;
}
