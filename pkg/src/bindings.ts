/** The generated bindings of `crates/rbc-wasm`, as the host uses them. Internal. */
import type * as engine from '../wasm-single/engine.js';

/** What lives in the engine, by the first part of its calls' names. */
export interface Handles {
  game: engine.Game;
  records: engine.Records;
  replay: engine.Replay;
  boards: engine.BoardSet;
  belief: engine.Belief;
}

type Classes = 'Belief' | 'BoardSet' | 'Engines' | 'Game' | 'Records' | 'Replay' | 'Task';

/** The functions of the module, without those that start it. */
export type Bindings = Omit<typeof engine, Classes | 'default' | 'initSync' | 'start' | 'threads' | 'limits'>;
