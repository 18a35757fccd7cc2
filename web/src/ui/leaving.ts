/** Has the browser ask before the page is closed or loaded again while `isUnsaved` says so. Returns how to take that back. */
export function askBeforeLeaving(isUnsaved: () => boolean): () => void {
  const ask = (event: Event): void => {
    if (isUnsaved()) event.preventDefault();
  };
  // In Node, where parts of the pages are tested, there is no page to leave.
  globalThis.addEventListener?.('beforeunload', ask);
  return () => globalThis.removeEventListener?.('beforeunload', ask);
}
