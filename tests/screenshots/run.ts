// `npm run screenshots`: starts the product on its sample data, walks through its pages in the installed Chromium and
// writes docs/pictures/*.png, which README and the manual show. `-- chat list` takes these two alone. Run it when a page
// looks different from its picture.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';
import { TEST_NOW, type Who } from '#tests/support/app/test-app.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/pictures');
/** No picture is larger: README is read over slow lines as well. */
const MOST_BYTES = 150 * 1024;

interface Picture {
  readonly name: string;
  readonly who: Who;
  readonly path: string;
  /** What to do on the page before the picture, and what to wait for. */
  readonly ready: (page: Page) => Promise<unknown>;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();

/** The id of the record that is first in an order. */
async function firstId(app: RunningApp, staff: BrowserContext, objectApiName: string, field: string): Promise<string> {
  const reply = await staff.request.post(`${app.address}/api/metadata/data/getLayoutAndDataList`, {
    data: { objectApiName, sort: [{ field, order: 'desc' }], pageSize: 1 },
    headers: { origin: app.address },
  });
  return ((await reply.json()) as { data: { list: { id: string }[] } }).data.list[0]?.id ?? '';
}

async function picturesOf(app: RunningApp): Promise<readonly Picture[]> {
  const staff = await app.openBrowser('staff');
  const company = await firstId(app, staff, 'InsightCompany', 'roundsCount');
  const institution = await firstId(app, staff, 'InsightOrg', 'dealsCount');
  await staff.close();
  return [
    { name: 'landing', who: 'visitor', path: '/dashboard', ready: (page) => page.getByText('1,200').first().waitFor() },
    {
      name: 'list',
      who: 'svip',
      path: '/data/InsightCompany',
      ready: (page) => page.getByRole('gridcell').first().waitFor(),
    },
    { name: 'company', who: 'svip', path: `/insight/InsightCompany/${company}`, ready: heading },
    {
      name: 'institution',
      who: 'svip',
      path: `/insight/InsightOrg/${institution}`,
      ready: async (page) => {
        await page.getByRole('navigation', { name: '页内导航' }).getByText('图表', { exact: true }).click();
        await page.locator('.detail-charts :is(canvas, svg)').first().waitFor();
      },
    },
    {
      name: 'search',
      who: 'svip',
      path: '/search/result?wd=%E7%A7%91%E6%8A%80',
      ready: (page) => page.getByRole('link').filter({ hasText: '科技' }).first().waitFor(),
    },
    {
      name: 'chat',
      who: 'investor',
      path: '/insight/InsightCompany/1',
      ready: async (page) => {
        await page.getByRole('region', { name: '联系人' }).getByRole('button', { name: '私信' }).click();
        const room = page.getByRole('dialog', { name: '私信' });
        for (const text of ['您好，我们在看贵司所在的赛道', '方便发一份商业计划书吗？']) {
          await room.getByRole('textbox', { name: '消息内容' }).fill(text);
          await room.getByRole('textbox', { name: '消息内容' }).press('Enter');
          await room.getByRole('list', { name: '消息' }).getByText(text).waitFor();
        }
      },
    },
    { name: 'profile', who: 'founder', path: '/personalCenter', ready: heading },
    {
      name: 'metadata',
      who: 'staff',
      path: '/staff/metadata/InsightCompany',
      ready: (page) => page.getByRole('button', { name: '添加字段' }).waitFor(),
    },
    { name: 'import', who: 'staff', path: '/staff/import', ready: heading },
  ];
}

/** Writes a picture in as few colours as keep it small enough. */
async function write(name: string, taken: Buffer): Promise<number> {
  for (const colours of [256, 128, 64, 32]) {
    const png = await sharp(taken).png({ palette: true, colours, compressionLevel: 9, effort: 10 }).toBuffer();
    if (png.length > MOST_BYTES) continue;
    await writeFile(path.join(FOLDER, `${name}.png`), png);
    return png.length;
  }
  throw new Error(`${name}.png is larger than ${MOST_BYTES} bytes in 32 colours.`);
}

/** No placeholder is in sight; those further down wait until the page is scrolled to them. */
const isDrawn = () =>
  Array.from(document.querySelectorAll('.MuiSkeleton-root')).every(
    (placeholder) => placeholder.getBoundingClientRect().top > window.innerHeight,
  );

// The browser shows the times of its readers.
process.env['TZ'] = 'Asia/Shanghai';
const wanted = process.argv.slice(2);
const app = await startRunningApp();
try {
  await mkdir(FOLDER, { recursive: true });
  for (const { name, who, path: to, ready } of await picturesOf(app)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const context = await app.openBrowser(who, 1280);
    await context.clock.install({ time: TEST_NOW });
    const page = await app.open(context, to);
    await ready(page);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(isDrawn);
    const size = await write(name, await page.screenshot());
    console.log(`docs/pictures/${name}.png ${Math.round(size / 1024)} KB`);
    await context.close();
  }
} finally {
  await app.close();
}
