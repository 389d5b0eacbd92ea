import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRecords, listRecords, type ListQuery, type ListReply } from '#schemas/api/records.ts';
import { axeFaults } from '#tests/support/browser/axe-faults.ts';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

const ROWS = 100_000;

let product: RunningApp;
beforeAll(async () => {
  product = await startRunningApp();
});
afterAll(() => product.close());

/** Closes a browser whose last questions may still be on their way. */
async function leave(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: 'wait' });
  await context.close();
}

/** The product with a server whose list of companies has 100,000 rows, and the places that were asked for. */
async function longList(width = 1440): Promise<{ context: BrowserContext; page: Page; asked: ListQuery[] }> {
  const context = await product.openBrowser('staff', width);
  const asked: ListQuery[] = [];
  await context.route(`**${listRecords.path}`, async (route) => {
    const query = route.request().postDataJSON() as ListQuery;
    if (query.objectApiName !== 'InsightCompany') return route.continue();
    asked.push(query);
    const { page: _, after, ...first } = query;
    const reply = await route.fetch({ postData: first });
    const envelope = (await reply.json()) as { data: ListReply };
    const size = query.pageSize ?? 20;
    const from = after === undefined ? ((query.page ?? 1) - 1) * size : Number(after);
    const [sample] = envelope.data.list;
    const list = Array.from({ length: Math.min(size, ROWS - from) }, (__, at) => ({
      ...sample,
      id: String(from + at + 1),
      name: `第${from + at + 1}家`,
    }));
    const isLast = from + size >= ROWS;
    const data = { ...envelope.data, list, totalIsExact: isLast, after: isLast ? null : String(from + size) };
    return route.fulfill({ response: reply, json: { ...envelope, data } });
  });
  await context.route(`**${countRecords.path}`, async (route) =>
    route.fulfill({ json: { code: 0, msg: '', data: { total: ROWS, totalIsExact: true } } }),
  );
  const page = await product.open(context, '/data/InsightCompany');
  await row(page, 1).waitFor();
  await page.getByText('共 100,000 家').waitFor();
  return { context, page, asked };
}

const row = (page: Page, place: number) => page.getByRole('link', { name: `第${place}家`, exact: true });
const grid = (page: Page) => page.getByRole('grid');
const scrollTo = (page: Page, top: number) => grid(page).evaluate((element, to) => void (element.scrollTop = to), top);

describe('100,000 rows', () => {
  test('are one list without pages: its end is a drag of the scroll bar away, and what was flown past is not asked for', async () => {
    const { context, page, asked } = await longList();
    const before = asked.length;
    // A drag of the bar, frame by frame within the page.
    await grid(page).evaluate(async (element) => {
      for (let part = 1; part <= 20; part += 1) {
        element.scrollTo({ top: (element.scrollHeight * part) / 20 });
        await new Promise(requestAnimationFrame);
      }
    });
    await row(page, ROWS).waitFor();
    // Rows of at most a few of the 20 stops: where a busy machine made the view rest.
    expect(asked.length - before).toBeLessThan(16);
    expect(await page.locator('[role=row][data-row]').count()).toBeLessThan(60);
    await scrollTo(page, 0);
    await row(page, 1).waitFor();
    await leave(context);
  });

  test('are read on without a stop: the next rows are there before the last one is met', async () => {
    const { context, page } = await longList();
    let missing = 0;
    for (let top = 0; top < 40_000; top += 400) {
      await scrollTo(page, top);
      missing += await page.locator('[role=row][data-row][aria-busy]').count();
    }
    await row(page, 1000).waitFor();
    expect(missing).toBeLessThan(200);
    await leave(context);
  });

  test('are led by keyboard alone: to the end, into the head, sorted, moved, picked', async () => {
    const { context, page } = await longList();
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+End');
    await row(page, ROWS).waitFor();
    await page.keyboard.press('Space');
    await page.getByText('已选 1 家').waitFor();
    await page.keyboard.press('Control+Home');
    await row(page, 1).waitFor();
    await page.getByText('已选 1 家').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(/s=name\.asc/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await page.getByText('已选 1 家').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+a');
    await page.getByText('已选 100,000 家').waitFor();
    expect(await page.getByRole('checkbox', { name: '选择全部' }).isChecked()).toBe(true);
    await leave(context);
  });

  test('keep their place when a column is dragged elsewhere, and Escape leaves everything as it was', async () => {
    const { context, page } = await longList();
    await scrollTo(page, 2_000_000);
    await row(page, 50_010).waitFor();
    const labels = () => page.getByRole('columnheader').allTextContents();
    const before = await labels();
    const drag = async () => {
      const from = await page.getByRole('columnheader').nth(3).boundingBox();
      const to = await page.getByRole('columnheader').nth(5).boundingBox();
      if (!from || !to) throw new Error('no heads');
      await page.mouse.move(from.x + 30, from.y + 18);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width - 10, to.y + 18, { steps: 6 });
    };
    await drag();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await labels()).toEqual(before);
    await drag();
    await page.mouse.up();
    await page.waitForURL(/c=name/);
    await expect.poll(async () => (await labels())[5]).toBe(before[3]);
    expect(await row(page, 50_010).isVisible()).toBe(true);
    await leave(context);
  });
});

test.each([1440, 390])('with rows picked and a column pinned axe finds no fault at %i pixels', async (width) => {
  const { context, page } = await longList(width);
  if (width < 600) await page.getByRole('button', { name: '选择', exact: true }).click();
  await page.getByRole('checkbox', { name: '选择第 2 行' }).click();
  await grid(page).evaluate((element) => void (element.scrollLeft = 120));
  expect(await axeFaults(page)).toEqual([]);
  // The name is still there after scrolling sideways.
  expect(await row(page, 2).isVisible()).toBe(true);
  await leave(context);
});
