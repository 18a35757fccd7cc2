/** Where a key on a list of tabs leads, by the WAI-ARIA pattern: `null` where the key is not for the tabs. */
export function tabAfterKey<Id extends string>(
  ids: readonly Id[],
  from: Id,
  key: string,
  direction: 'ltr' | 'rtl' = 'ltr',
): Id | null {
  const at = ids.indexOf(from);
  if (at < 0) return null;
  const step = direction === 'rtl' ? -1 : 1;
  const to: Record<string, number> = { ArrowRight: at + step, ArrowLeft: at - step, Home: 0, End: ids.length - 1 };
  const next = to[key];
  if (next === undefined) return null;
  return ids[(next + ids.length) % ids.length] ?? null;
}

/** The tab that is open: what the person chose, if it is there; else what comes first now; else the first. */
export function openTab<Id extends string>(
  ids: readonly Id[],
  chosen: string | null,
  first: string | null = null,
): Id | null {
  const there = (id: string | null): Id | undefined => ids.find((one) => one === id);
  return there(chosen) ?? there(first) ?? ids[0] ?? null;
}
