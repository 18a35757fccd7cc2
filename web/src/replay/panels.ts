/** The panels of a replay, in their order; each answers the question in its title. */
export const PANELS = [
  'story',
  'senses',
  'sizes',
  'boards',
  'moves',
  'agents',
  'failures',
  'summary',
  'list',
  'words',
] as const;
export type PanelName = (typeof PANELS)[number];
