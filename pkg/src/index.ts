/**
 * Outpost: Reconnaissance Blind Chess in WebAssembly. Start with {@link Outpost.start}.
 *
 * @packageDocumentation
 */
export { LIMITS } from '../wasm-single/limits.js';
export { Belief } from './belief.ts';
export { BoardSet } from './boards.ts';
export {
  type CrashDetails,
  DisposedError,
  EngineCrashError,
  EngineError,
  EngineUnavailableError,
  type ErrorCode,
  type UnavailableDetails,
} from './errors.ts';
export { Game, type NewGameSetup } from './game.ts';
export { Outpost } from './outpost.ts';
export { Players, type PlayersLoadOptions, type PlayersStatus } from './players/players.ts';
export { type OpenedLink, RecordFile, Replay } from './records.ts';
export type { StartOptions } from './session.ts';
export { Siamese, type SiameseLoadOptions, type SiameseStatus } from './siamese/siamese.ts';
export { Statistics } from './statistics.ts';
export type { ReleaseFile } from './stockfish/release.ts';
export { Stockfish, type StockfishLoadOptions, type StockfishStatus } from './stockfish/stockfish.ts';
export type * from './types.ts';
