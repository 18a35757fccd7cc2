export const number = new Intl.NumberFormat('en');

export const rough = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

export const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

export const rounded = new Intl.NumberFormat('en', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 3,
});

export const compact = new Intl.NumberFormat('en', { notation: 'compact' });

export const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** Bytes as people count them. */
export const bytesText = (bytes: number): string => {
  const [unit, of] =
    bytes < 1e6
      ? (['kilobyte', 1e3] as const)
      : bytes < 1e9
        ? (['megabyte', 1e6] as const)
        : (['gigabyte', 1e9] as const);
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 3, style: 'unit', unit }).format(bytes / of);
};

export const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export const whole = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** A share; what is not quite nothing, or not quite everything, says so. */
export const share = (p: number): string => {
  if (p > 0 && p < 0.005) return `<${whole.format(0.01)}`;
  if (p < 1 && p > 0.995) return `>${whole.format(0.99)}`;
  return whole.format(p);
};

/** A share that may be very small, but is never nothing: two digits of it. */
export const fine = (p: number): string => {
  const digits = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 2 });
  return p < 1e-6 ? `<${digits.format(1e-6)}` : digits.format(p);
};

export const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const list = new Intl.ListFormat('en', { type: 'conjunction' });

export const plural = (n: number, one: string, many: string): string => `${number.format(n)} ${n === 1 ? one : many}`;

/** Numbers, dates and lists as people write them. */
export const format = {
  number: (n: number) => number.format(n),
  compact: (n: number) => compact.format(n),
  dateTime: (at: number) => dateTime.format(at),
  percent: (p: number) => percent.format(p),
  list: (items: string[]) => list.format(items),
};
