// Written by scripts/stockfish.mjs.

/** One of Stockfish's files, as it must arrive. */
export interface ReleaseFile {
  url: URL;
  /** In bytes. */
  size: number;
  sha256: string;
}

/** The Stockfish in pkg/stockfish: `stockfish-19-lite-single` of npm's `stockfish`. */
export const release = {
  version: '19.0.0',
  /** The hash of the whole npm package, as in a package-lock.json. */
  integrity: 'sha512-jDyYLbqNpboQcMs5HodTHI2CrKL74zkQWb1+sgoNXw5HI6avTblW4G0X7afFt3BBOc6VbTSkOV64EUxm/DWSpg==',
  license: 'GPL-3.0',
  licenseText: new URL('../../stockfish/COPYING.txt', import.meta.url),
  source: 'https://github.com/nmrugg/stockfish.js/tree/v19.0.0',
  script: {
    url: new URL('../../stockfish/stockfish.js.txt', import.meta.url),
    size: 21415,
    sha256: 'd3344124ab067fb0b90ee77873bb8e9fbf5fc01bc525fe714b0f942581e889e6',
  },
  wasm: {
    url: new URL('../../stockfish/stockfish.wasm', import.meta.url),
    size: 1787571,
    sha256: '57ac2d72312aba346760e3f173f687a8c211208e97a87268436f7f0e10bb5387',
  },
};
