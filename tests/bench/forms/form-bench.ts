import type { Browser } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import type { Row } from '#tests/bench/row.ts';
import { openBenchSite } from '#tests/bench/bench-site.ts';
import { CONDITIONS } from './fields.ts';
import type { Variant } from './page.ts';

/** Fresh pages for each figure; the middle one counts. */
const ROUNDS = 5;
/** Real key presses for each page, after a warm-up of as many as it takes for the engine to compile what is hot. */
const KEYS = 30;
const WARM_UP = 10;
/** Rest between keys, so that work put off by a form is counted with its key, in milliseconds. */
const REST = 40;

/** What one form costs, in milliseconds. */
interface Cost {
  readonly paint: number;
  readonly scriptPerKey: number;
  readonly verdict: number;
}

/** How large a form is. */
interface Size {
  readonly fields: number;
  readonly conditions: number;
}

/** A form that no rival draws in time: ours alone, against what a user still takes for at once. */
const LARGE: Size = { fields: 600, conditions: 100 };

const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const rest = () => new Promise((resolve) => setTimeout(resolve, REST));

/** Draws a form in a fresh page and types into its first field. */
async function measureOnce(browser: Browser, url: string, variant: Variant, size: Size): Promise<Cost> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}?variant=${variant}&fields=${size.fields}&conditions=${size.conditions}`);
    await page.waitForFunction(() => window.draw !== undefined);
    const paint = await page.evaluate(() => window.draw?.() ?? NaN);
    const client = await context.newCDPSession(page);
    await client.send('Performance.enable');
    const script = async () => {
      const { metrics } = await client.send('Performance.getMetrics');
      return (metrics.find((metric) => metric.name === 'ScriptDuration')?.value ?? NaN) * 1000;
    };
    await page.locator('#root_f0').focus();
    const press = async (keys: number) => {
      for (let index = 0; index < keys; index += 1) {
        await page.keyboard.press(index % 6 === 5 ? 'Backspace' : 'a');
        await rest();
      }
    };
    await press(WARM_UP);
    const before = await script();
    await press(KEYS);
    const scriptPerKey = ((await script()) - before) / KEYS;
    return { paint, scriptPerKey, verdict: await page.evaluate(() => window.judge?.() ?? NaN) };
  } finally {
    await context.close();
  }
}

async function measure(
  browser: Browser,
  url: string,
  size: Size,
  variants: readonly Variant[] = ['ours', 'stock', 'stock-plain'],
): Promise<Record<Variant, Cost>> {
  const costs: Record<Variant, Cost[]> = { ours: [], stock: [], 'stock-plain': [] };
  // Turn by turn, so that a busy minute of the machine falls on all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const variant of variants) costs[variant].push(await measureOnce(browser, url, variant, size));
  }
  const middleOf = (variant: Variant): Cost => ({
    paint: middle(costs[variant].map((cost) => cost.paint)),
    scriptPerKey: middle(costs[variant].map((cost) => cost.scriptPerKey)),
    verdict: middle(costs[variant].map((cost) => cost.verdict)),
  });
  return { ours: middleOf('ours'), stock: middleOf('stock'), 'stock-plain': middleOf('stock-plain') };
}

const shown = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;

function row(name: string, ours: number, rival: number, part?: number): Row {
  const ratio = `1/${(rival / ours).toFixed(1)}`;
  const target = part === undefined ? 'for comparison' : `≤ 1/${part}`;
  return { name, ours: shown(ours), rival: shown(rival), ratio, target, met: ours * (part ?? 0) <= rival };
}

/** Our form beside stock @rjsf/mui on the same fields with the same conditions, in one Chromium, in milliseconds. */
export async function run(): Promise<Row[]> {
  const site = await openBenchSite(import.meta.dirname);
  const browser = await launchChromium();
  try {
    const rows: Row[] = [];
    for (const { fields, key, paint } of [
      { fields: 200, key: 4, paint: 5 },
      { fields: 500, key: 8, paint: 8 },
    ]) {
      const {
        ours,
        stock,
        'stock-plain': plain,
      } = await measure(browser, site.url, { fields, conditions: CONDITIONS });
      const what = `${fields} fields, ${CONDITIONS} conditions`;
      rows.push(
        row(`form script per key, ${what}`, ours.scriptPerKey, stock.scriptPerKey, key),
        row(`form script per key, ${what}, stock without any conditions`, ours.scriptPerKey, plain.scriptPerKey),
        row(`form first paint, ${what}`, ours.paint, stock.paint, paint),
        row(`form first paint, ${what}, stock without any conditions`, ours.paint, plain.paint),
      );
    }
    const { ours } = await measure(browser, site.url, LARGE, ['ours']);
    const what = `${LARGE.fields} fields, ${LARGE.conditions} conditions`;
    const alone = (name: string, cost: number, most: number): Row => ({
      name: `form ${name}, ${what}`,
      ours: shown(cost),
      ratio: '–',
      target: `≤ ${most} ms`,
      met: cost <= most,
    });
    rows.push(
      alone('script per key', ours.scriptPerKey, 3),
      alone('first paint', ours.paint, 120),
      alone('verdict on all fields, drawn', ours.verdict, 200),
    );
    return rows;
  } finally {
    await browser.close();
    await site.close();
  }
}

if (import.meta.main) console.table(await run());
