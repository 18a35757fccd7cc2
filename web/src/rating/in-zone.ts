/** For tests: what dates say of the offset from Greenwich in a time zone, whatever the machine's is. */
export function offsetIn(zone: string): (this: Date) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return function (this: Date): number {
    const part = Object.fromEntries(format.formatToParts(this).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day, hour, minute, second } = part;
    const wall = Date.UTC(year, month - 1, day, hour, minute, second);
    return Math.round((this.getTime() - wall) / 60_000);
  };
}
