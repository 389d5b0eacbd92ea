import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { ROW_HEIGHTS } from '#client/ui/data-grid/columns/grid-column.ts';
import type { Row } from '#tests/bench/row.ts';
import { openBenchSite } from '#tests/bench/bench-site.ts';
import type { Pass, Variant } from './page.ts';

/** Fresh pages for each first paint; the middle one counts. */
const ROUNDS = 5;
/** Frames and rows in each: first as fast as a wheel turns; then the rest of the way to the last row, 24 rows a frame. */
const READ = { frames: 600, rows: 4 };
const FLOWN = 4000;
const SIDEWAYS = 300;
const ROW_HEIGHT = ROW_HEIGHTS.standard;

const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

async function openVariant(browser: Browser, url: string, variant: Variant): Promise<{ page: Page; paint: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}?variant=${variant}`);
  await page.waitForFunction(() => window.draw !== undefined);
  return { page, paint: await page.evaluate(() => window.draw?.() ?? NaN) };
}

/** Megabytes in use after everything without a reference has been released. */
async function heap(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

const NO_PASS: Pass = { times: [], loaded: NaN };

/** One row of the table: frames of `requestAnimationFrame` in a second of one pass. */
function passRow(name: string, { times, loaded }: Pass): Row {
  const fps = (times.length * 1000) / times.reduce((sum, time) => sum + time, 0);
  const slow = times.filter((time) => time > 1000 / 30).length;
  return {
    name: `grid scrolled, ${name}`,
    ours: `${fps.toFixed(1)} frames/s (${Math.round(loaded * 100)} % of rows with data)`,
    ratio: `${slow} of ${times.length} frames over 33 ms`,
    target: '≥ 55 frames/s',
    met: fps >= 55,
  };
}

async function scrolled(browser: Browser, url: string) {
  const { page } = await openVariant(browser, url, 'ours');
  const client = await page.context().newCDPSession(page);
  const before = await heap(client);
  const read = await page.evaluate(([frames, pixels]) => window.readOn?.(frames, pixels), [
    READ.frames,
    READ.rows * ROW_HEIGHT,
  ] as const);
  let most = await heap(client);
  const flown = await page.evaluate((steps) => window.scrollDown?.(steps), FLOWN);
  most = Math.max(most, await heap(client));
  await page.locator('[role=row][aria-rowindex="100001"] >> text=示例企业100000').waitFor();
  const right = await page.evaluate((steps) => window.scrollRight?.(steps), SIDEWAYS);
  most = Math.max(most, await heap(client));
  await page.context().close();
  return { heap: most - before, read: read ?? NO_PASS, flown: flown ?? NO_PASS, right: right ?? NO_PASS };
}

/** The product's grid at 100,000 rows of 50 columns, beside a plain MUI table at 100 of them, in one Chromium. */
export async function run(): Promise<Row[]> {
  const site = await openBenchSite(import.meta.dirname);
  const browser = await launchChromium();
  try {
    const paints: Record<Variant, number[]> = { ours: [], plain: [] };
    const drawnCells: Record<Variant, number> = { ours: 0, plain: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const variant of ['ours', 'plain'] as const) {
        const { page, paint } = await openVariant(browser, site.url, variant);
        paints[variant].push(paint);
        drawnCells[variant] = await page.locator('[role=gridcell], td').count();
        await page.context().close();
      }
    }
    const [ours, plain] = [middle(paints.ours), middle(paints.plain)];
    const { heap: grown, read, flown, right } = await scrolled(browser, site.url);
    return [
      {
        name: 'grid first paint, 100 rows × 50 columns',
        ours: `${ours.toFixed(0)} ms (${drawnCells.ours} cells)`,
        rival: `${plain.toFixed(0)} ms (${drawnCells.plain} cells, MUI Table)`,
        ratio: `1/${(plain / ours).toFixed(1)}`,
        target: '≤ 200 ms',
        met: ours <= 200,
      },
      passRow(`${READ.rows} rows a frame through ${READ.frames * READ.rows} of 100,000 × 50`, read),
      passRow(`on to the last of 100,000 × 50 in ${FLOWN} frames`, flown),
      passRow(`sideways through 50 columns in ${SIDEWAYS} frames`, right),
      {
        name: 'grid heap grown by scrolling 100,000 × 50',
        ours: `${grown.toFixed(1)} MB`,
        ratio: '–',
        target: '≤ 60 MB',
        met: grown <= 60,
      },
    ];
  } finally {
    await browser.close();
    await site.close();
  }
}

if (import.meta.main) console.table(await run());
