/** The addresses of the package's files: the page's part tells them to the worker in its name, where they are at hand at once. */
const BEGINNING = 'outpost ';

export function nameWith(files: Record<string, URL>): string {
  return BEGINNING + JSON.stringify(files);
}

/** In the worker: the address of a file, named by its path in the package. */
export function addressOf(path: string): URL {
  const { name } = globalThis as unknown as { name: string };
  const files = name.startsWith(BEGINNING) ? JSON.parse(name.slice(BEGINNING.length)) : {};
  // One of the engine's threads has another name, and needs no file.
  return new URL(files[path] ?? 'about:blank');
}
