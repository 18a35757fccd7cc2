// Hands the package to the benchmarks, as the shipped pages keep it to themselves.
import { Outpost } from 'outpost-rbc';
import { Uci } from '../../browser/package-page/uci.ts';

Object.assign(globalThis, { Outpost, Uci });
