import { afterAll, beforeAll, expect, test } from 'vitest';
import { BINDINGS } from '#schemas/bindings.ts';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

/** After so many milliseconds the browser says how long a page was on screen. */
const BEAT_MS = 15_000;
let product: RunningApp;
let now = TEST_NOW;
beforeAll(async () => {
  product = await startRunningApp({}, () => now);
});
afterAll(() => product.close());

test('An investor who finds a company in a list is a number for its founder, which opens the list with how long and at what the investor looked', async () => {
  const founder = await product.openBrowser('founder');
  const { rows } = await product.database.pool.query<{ id: string; name: string }>(
    `select c.id::text as id, c.name from company_member m join account a on a.id = m.account_id
       join "${BINDINGS.company.object}" c on c.id = m.company_id
     where a.username = 'founder' order by m.since, m.company_id limit 1`,
  );
  const [company = { id: '', name: '' }] = rows;
  const investor = await product.openBrowser('investor');
  await investor.clock.install({ time: now });
  const list = await product.open(investor, `/data/InsightCompany?q=${encodeURIComponent(company.name)}`);
  const opening = investor.waitForEvent('page');
  await list.getByRole('link', { name: company.name, exact: true }).first().click();
  const page = await opening;
  await page.getByRole('heading', { level: 1, name: company.name }).waitFor();
  const title = page.locator('section[id] > h2').first();
  const part = (await title.textContent()) ?? '';
  await title.evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
  now = new Date(now.getTime() + BEAT_MS);
  const said = page.waitForResponse((response) => response.url().endsWith('/api/rong/visit/stay'));
  await page.clock.runFor(BEAT_MS);
  await said;
  await page.close();

  const figures = await product.open(founder, '/visitors');
  await figures.getByRole('link', { name: '访客 1' }).click();
  await figures.waitForURL(/visitors\/list/);
  await figures
    .getByRole('gridcell', { name: '示例投资人' })
    .or(figures.getByRole('link', { name: '示例投资人' }))
    .first()
    .waitFor();
  // A quarter of a minute, in tenths.
  await figures.getByRole('gridcell', { name: '0.3', exact: true }).waitFor();
  await figures.getByText('示例投资人').first().click();
  const beside = figures.getByRole('complementary');
  await beside.getByText(part).first().waitFor();
  await figures.goto(`${product.address}/#/visitors/days`);
  await figures.getByRole('gridcell', { name: '列表', exact: true }).waitFor();
  const shown = await product.open(investor, '/visited/shown');
  await shown.getByRole('link', { name: company.name }).first().waitFor();
  expect(await shown.getByText('公开身份').count()).toBeGreaterThan(0);
});
