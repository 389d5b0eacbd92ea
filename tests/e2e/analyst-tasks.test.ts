import { pinyin } from 'pinyin-pro';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRunningApp, type RunningApp } from '#tests/support/app/running-app.ts';

// The ten tasks of docs/analyst-tasks.md, which has the same counts.

let product: RunningApp;
let investor: BrowserContext;
beforeAll(async () => {
  product = await startRunningApp();
  investor = await product.openBrowser('investor');
});
afterAll(() => product.close());

const DEALS = '/data/transaction';
const COMPANIES = '/data/InsightCompany';
const LARGE_LEADS = "?f=['amount','gte','50000000']&s=amount.desc";

/** An analyst at a list, and what it has cost so far: presses of the mouse, and of the keyboard. */
class Desk {
  readonly page: Page;
  presses = 0;
  keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(what: Locator): Promise<void> {
    this.presses += 1;
    await what.click();
  }

  async type(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** The button of a filter above the rows. */
  filter(name: string): Promise<void> {
    return this.press(
      this.page.getByRole('group', { name: '筛选', exact: true }).getByRole('button', { name, exact: true }),
    );
  }

  button(name: string | RegExp): Promise<void> {
    return this.press(this.page.getByRole('button', { name, exact: true }));
  }

  head(name: string): Promise<void> {
    return this.press(this.page.getByRole('columnheader', { name }).getByText(name));
  }

  /** What the address says of the list. */
  address = (): string => decodeURIComponent(this.page.url());

  cost(): { presses: number; keys: number } {
    return { presses: this.presses, keys: this.keys };
  }
}

/** Does a task at a list and says what it cost. */
async function at(path: string, work: (desk: Desk) => Promise<void>): Promise<{ presses: number; keys: number }> {
  const page = await product.open(investor, path);
  await page.locator('[role=row][data-row]').first().waitFor();
  const desk = new Desk(page);
  await work(desk);
  await page.close();
  return desk.cost();
}

/** Semiconductor deals of the rounds A to B since 2024, of at least 5,000万, with those of a band if asked, largest first. */
async function narrowedDeals(desk: Desk, withBands: boolean): Promise<void> {
  const { page } = desk;
  await desk.filter('行业');
  await desk.press(page.getByRole('treeitem', { name: /^半导体/ }));
  await desk.filter('轮次');
  await desk.button('选一段');
  await desk.press(page.getByRole('option', { name: /^A轮/ }));
  await page.getByRole('option', { name: /^A轮/, selected: true }).waitFor();
  await desk.press(page.getByRole('option', { name: /^B轮/ }));
  await desk.filter('融资日期');
  await desk.button('2024 年至今');
  await desk.filter('融资金额');
  if (withBands) await desk.press(page.getByText('含区间披露', { exact: true }));
  await desk.button('≥5000万');
  await desk.head('融资金额');
  await expect.poll(desk.address).toContain('s=amount.desc');
  expect(desk.address()).toContain("['round','between',['A轮','B轮']]");
  expect(desk.address()).toContain("['fundedOn','notBefore','2024']");
  expect(desk.address()).toContain("['amount','gte','50000000'");
}

describe('an analyst', () => {
  test('finds the rounds A to B of an industry since 2024 with a least amount, largest first, in 11 presses', async () => {
    expect(await at(DEALS, (desk) => narrowedDeals(desk, false))).toEqual({ presses: 11, keys: 0 });
  });

  test('counts in those of which only a band is known with one press more', async () => {
    expect(await at(DEALS, (desk) => narrowedDeals(desk, true))).toEqual({ presses: 12, keys: 0 });
  });

  test('finds the companies of two provinces that raised within a year in 5 presses', async () => {
    const cost = await at(COMPANIES, async (desk) => {
      await desk.filter('地区');
      await desk.press(desk.page.getByRole('treeitem', { name: /^广东/ }));
      await desk.press(desk.page.getByRole('treeitem', { name: /^浙江/ }));
      await desk.filter('最新融资');
      await desk.button('近一年');
      await expect.poll(desk.address).toContain("['latestRoundOn','lastYears',1]");
      expect(desk.address()).toContain("'region','under',");
    });
    expect(cost).toEqual({ presses: 5, keys: 0 });
  });

  test('finds the deals that one institution led by its four initials in a press and five keys', async () => {
    const cost = await at(DEALS, async (desk) => {
      const name = await desk.page.locator('[role=row][data-row] a[href*="InsightOrg/"]').first().textContent();
      const initials = pinyin([...(name ?? '')].slice(0, 4).join(''), { pattern: 'first', type: 'array' });
      await desk.filter('领投方');
      await desk.page
        .locator('input:focus')
        .and(desk.page.getByRole('combobox', { name: '搜索领投方' }))
        .waitFor();
      await desk.type(...initials);
      await desk.page
        .getByRole('option', { name: name ?? '' })
        .first()
        .waitFor();
      await desk.type('Enter');
      await expect.poll(desk.address).toContain("['leadInvestors','containsAny',");
    });
    expect(cost).toEqual({ presses: 1, keys: 5 });
  });

  test('orders deals by their rounds in a press', async () => {
    const cost = await at(DEALS, async (desk) => {
      await desk.head('轮次');
      await expect.poll(desk.address).toContain('s=round.asc');
    });
    expect(cost).toEqual({ presses: 1, keys: 0 });
  });

  test('finds the largest deals of this year in 3 presses', async () => {
    const cost = await at(DEALS, async (desk) => {
      await desk.filter('融资日期');
      await desk.button('今年');
      await desk.head('融资金额');
      await expect.poll(desk.address).toContain('s=amount.desc');
      expect(desk.address()).toContain("['fundedOn','thisYear']");
    });
    expect(cost).toEqual({ presses: 3, keys: 0 });
  });

  test('finds operating companies of at least 1亿 in total in 4 presses', async () => {
    const cost = await at(COMPANIES, async (desk) => {
      await desk.filter('运营状态');
      await desk.press(desk.page.getByRole('option', { name: /^运营中/ }));
      await desk.filter('融资总额');
      await desk.button('≥1亿');
      await expect.poll(desk.address).toContain("['fundingTotal','gte','100000000']");
      expect(desk.address()).toContain("['status','in',['运营中']]");
    });
    expect(cost).toEqual({ presses: 4, keys: 0 });
  });

  test('keeps a changed list as a view in a press and a key, and one of their own up to date in a press', async () => {
    const kept = await at(DEALS + LARGE_LEADS, async (desk) => {
      await desk.button('保存视图');
      await desk.page.getByRole('textbox', { name: '视图名称' }).waitFor();
      await desk.type('Enter');
      await desk.page.getByRole('button', { name: '视图：≥5000万' }).waitFor();
    });
    expect(kept).toEqual({ presses: 1, keys: 1 });
    const page = await product.open(investor, DEALS + LARGE_LEADS);
    await page.getByRole('button', { name: '视图：全部记录' }).click();
    await page.getByRole('button', { name: /^≥5000万/ }).click();
    await page.getByRole('button', { name: '视图：≥5000万' }).waitFor();
    await page.getByRole('columnheader', { name: '轮次' }).getByText('轮次').click();
    const desk = new Desk(page);
    await desk.button('保存视图');
    await page.getByText('已保存视图“≥5000万”').waitFor();
    expect(desk.cost()).toEqual({ presses: 1, keys: 0 });
    await page.close();
  });

  test('exports what matches, with the number of exports that are left, in 2 presses', async () => {
    const cost = await at(`${COMPANIES}?f=['name','contains','科技']`, async (desk) => {
      await desk.button('导出');
      await desk.page.getByText(/今日还可导出 \d+ 次|导出次数不限/).waitFor();
      const begun = desk.page.waitForEvent('download');
      await desk.button('开始导出');
      await begun;
    });
    expect(cost).toEqual({ presses: 2, keys: 0 });
  });
});
