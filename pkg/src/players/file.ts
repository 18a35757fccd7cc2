/** Fetches a list of players. Internal. */
import { type FetchOptions, type FileSurroundings, fetchFile, forgetOthers } from '../stockfish/files.ts';
import type { ReleaseFile } from '../stockfish/release.ts';

/** The text of a list of players, from a cache of its own or the connection. */
export async function fetchPlayers(
  file: ReleaseFile,
  options: FetchOptions,
  around: FileSurroundings,
): Promise<{ text: string; cached: boolean }> {
  const files = { ...around, cacheName: 'outpost-players' };
  const { bytes, cached } = await fetchFile(file, options, files);
  void forgetOthers([file], files);
  return { text: new TextDecoder().decode(bytes), cached };
}
