/** Small choices that last from visit to visit, where the browser keeps anything; elsewhere as long as the page. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether the browser took it. */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    // It lasts as long as the page.
    return false;
  }
}
