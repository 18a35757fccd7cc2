// Hands the package to the benchmarks, as the shipped pages keep it to themselves.
import { Outpost } from 'outpost';

Object.assign(globalThis, { Outpost });
