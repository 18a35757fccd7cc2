import { openSite } from './harness.mjs';
const site = await openSite();
const step = async (name, f) => { try { await f(); console.log('ok', name);} catch (e) { console.log('FAIL', name, e.message.split('\n').slice(0,6).join('\n')); } };
const page = await site.open('#learn/rules', { viewport: { width: 1280, height: 900 } });
page.setDefaultTimeout(10000);
await step('change ours', async () => {
  await page.locator('.change-lesson').click();
  await page.locator('.workshop-steps button').nth(6).waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/t-ours.png' });
  await page.locator('.workshop-steps button').nth(3).click();
  await page.locator('.workshop-findings').waitFor();
  await page.waitForTimeout(400);
  await page.screenshot({ path: '/tmp/t-ours4.png', fullPage: true });
  await page.locator('.workshop-actions button').nth(3).click();
  await page.locator('.workshop-removed button').waitFor();
  console.log('focus', await page.evaluate(() => document.activeElement?.textContent?.trim()));
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  console.log('steps', await page.locator('.workshop-steps li').count(), 'focus', await page.evaluate(() => document.activeElement?.textContent?.trim()));
});
await step('editor', async () => {
  await page.locator('.workshop-set-up').first().click();
  await page.locator('position-editor h1').waitFor();
  await page.waitForTimeout(300);
  await page.screenshot({ path: '/tmp/t-editor.png' });
  await page.getByRole('button', { name: 'Use this board' }).click();
  await page.locator('.workshop-set-up').first().waitFor();
  await page.waitForTimeout(300);
  console.log('focus', await page.evaluate(() => document.activeElement?.className));
});
await step('share long', async () => {
  await page.locator('.workshop-share summary').first().click();
  await page.locator('lesson-sharing .notice').first().waitFor();
  await page.waitForTimeout(3000);
  await page.locator('.workshop-share').screenshot({ path: '/tmp/t-share.png' });
});
await step('train', async () => {
  await page.goto(site.url + '#train');
  await page.locator('.make-problem').click({ timeout: 1500 }).catch(() => {});
  await page.getByRole('button', { name: 'Show the answer' }).count();
});
await step('boards', async () => {
  await page.goto(site.url + '#analyse/position');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.locator('.boards-view .make-problem').waitFor();
  await page.screenshot({ path: '/tmp/t-boards.png' });
  await page.locator('.boards-view .make-problem').click();
  await page.locator('.workshop-placing').waitFor();
  await page.screenshot({ path: '/tmp/t-placing.png', fullPage: true });
  await page.getByRole('button', { name: 'Into a new lesson' }).click();
  await page.locator('workshop-step').waitFor();
  await page.waitForTimeout(700);
  await page.screenshot({ path: '/tmp/t-new.png', fullPage: true });
});
await step('replay', async () => {
  await page.goto(site.url + '#analyse');
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/t-analyse.png' });
});
await step('own list', async () => {
  await page.goto(site.url + '#learn');
  await page.locator('.own-lesson-list li').first().waitFor();
  await page.locator('lesson-list').screenshot({ path: '/tmp/t-list.png' });
  await page.locator('.own-lesson-list a').first().click();
  await page.locator('outpost-lesson').waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/t-own.png', fullPage: true });
});
await step('bad link', async () => {
  await page.goto(site.url + '#learn/shared/1abc');
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/t-bad.png' });
});
try { site.check(); } catch (e) { console.log(e.message) }
await site.close();
