/** Whether the address asks for the single-threaded build. */
export function asksForSingle(): boolean {
  return new URLSearchParams(location.search).get('build') === 'single';
}
