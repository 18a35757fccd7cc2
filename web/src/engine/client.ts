/** The package's way to the engine, which embeds load when one of them needs an engine. */
export { Outpost } from 'outpost-rbc';
