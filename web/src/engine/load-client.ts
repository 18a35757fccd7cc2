import { loadPart } from '../ui/parts';

/** The package's part that talks to the engine: embeds without an engine do without. */
export const loadClient = (): Promise<typeof import('./client')> => loadPart('engine', () => import('./client'));
