// A native Stockfish, for reconchess's TroutBot (the one of pkg/stockfish runs in browsers).
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackages } from './debian.mjs';
import { say } from './run.mjs';

const installed = () =>
  [
    process.env.STOCKFISH_EXECUTABLE,
    // Debian's place for it, which is not on root's PATH.
    '/usr/games/stockfish',
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'stockfish')),
  ].some((path) => path && existsSync(path));

/** Finds or installs one, where possible; without it those games are skipped. */
export async function ensureStockfish() {
  if (installed()) return;
  if (canInstallPackages()) await installPackages(['stockfish'], 'games against the TroutBot of reconchess');
  else say('no Stockfish on the PATH or in STOCKFISH_EXECUTABLE: games against TroutBot are left out');
}
