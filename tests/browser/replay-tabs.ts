import type { Locator } from 'playwright-core';

/** The tab of each panel beside a replay. */
const TAB_OF = {
  story: 'story',
  list: 'moves',
  sizes: 'moves',
  view: 'belief',
  boards: 'belief',
  players: 'belief',
  failures: 'belief',
  words: 'belief',
  senses: 'senses',
  moves: 'best',
  agents: 'best',
  summary: 'best',
  whatIf: 'whatIf',
};

export type ReplayTab = (typeof TAB_OF)[keyof typeof TAB_OF] | 'notes';
export const REPLAY_TABS = [...new Set(Object.values(TAB_OF)), 'notes'];

/** Opens a tab beside a replay; `around` is the replay or what it is in. */
export const openTab = (around: Locator, tab: string) => around.locator(`replay-view [data-tab=${tab}]`).click();

/** Opens the tab of a panel, and waits for the panel. */
export async function openPanel(around: Locator, name: keyof typeof TAB_OF): Promise<Locator> {
  await openTab(around, TAB_OF[name]);
  const panel = around.locator(`replay-view [data-panel=${name}]`);
  await panel.waitFor();
  const closed = panel.locator('xpath=self::details[not(@open)]/summary');
  if ((await closed.count()) > 0) await closed.click();
  return panel;
}
