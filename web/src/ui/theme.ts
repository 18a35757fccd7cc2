/** The colour scheme: as the system says, or as the person chose. */
export type Theme = 'auto' | 'light' | 'dark';

export const THEMES = ['auto', 'light', 'dark'] as const;

const KEY = 'outpost-theme';

export function chosenTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return (document.documentElement.dataset.theme as Theme | undefined) ?? 'auto';
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

const listeners = new Set<() => void>();

/** Returns how to stop listening. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    if (theme === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // It lasts as long as the page.
  }
  for (const listener of listeners) listener();
}
