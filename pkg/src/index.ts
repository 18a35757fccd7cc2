/**
 * Outpost: Reconnaissance Blind Chess in WebAssembly. Start with {@link Outpost.start}.
 *
 * @packageDocumentation
 */
export { Belief } from './belief.ts';
export { DisposedError, EngineCrashError, EngineUnavailableError } from './errors.ts';
export { Game } from './game.ts';
export { Outpost } from './outpost.ts';
export { RecordFile, Replay } from './records.ts';
export type { StartOptions } from './session.ts';
export { type Decision, Siamese, type SiameseOptions, type WeighOptions } from './siamese/siamese.ts';
export { Stockfish, type StockfishLoadOptions, type StockfishStatus } from './stockfish/stockfish.ts';
export type * from './types.ts';
