/**
 * The boards of a link, from what the engine wrote of it; `null` where it holds a game. It is the engine's own JSON, of at most as many
 * boards as a link may have.
 */
export function boardsOfLink(json: string): string[] | null {
  if (!/^\{\s*"type"\s*:\s*"Boards"/.test(json.slice(0, 40))) return null;
  return (JSON.parse(json) as { fens: string[] }).fens;
}
