import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import type { Row } from '#tests/bench/row.ts';
import { openBenchSite } from '#tests/bench/bench-site.ts';
import { INPUTS, type EditorInput } from './inputs.ts';

const FIELDS = 600;
/** Keys of one input that count, after those in which the engine compiles what is hot. */
const KEYS = 24;
const WARM_UP = 8;
/** Between two keys of a quick typist, in milliseconds. */
const TYPING = 120;
/** After the last key, so that what waits for a rest is done, in milliseconds. */
const REST = 1500;
const OPENINGS = 3;

/** Milliseconds of script. */
interface InputCost {
  /** The 95th percentile of the keys: the key itself and all that was put off until the next one. */
  readonly key: number;
  /** What is done once the user rests, all of it. */
  readonly rest: number;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function scriptMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN) * 1000;
}

async function withEditor<T>(
  browser: Browser,
  url: string,
  work: (page: Page, client: CDPSession, opened: number) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${url}?fields=${FIELDS}`);
    await page.waitForFunction(() => window.openEditor !== undefined);
    const opened = await page.evaluate(() => window.openEditor?.() ?? NaN);
    const client = await context.newCDPSession(page);
    await client.send('Performance.enable');
    return await work(page, client, opened);
  } finally {
    await context.close();
  }
}

/** Types into one input of a fresh editor. */
function costOf(browser: Browser, url: string, { reach }: EditorInput): Promise<InputCost> {
  return withEditor(browser, url, async (page, client) => {
    await wait(REST);
    await (await reach(page)).focus();
    await page.keyboard.press('End');
    await wait(REST);
    const costs: number[] = [];
    let before = 0;
    for (let index = 0; index < WARM_UP + KEYS; index += 1) {
      before = await scriptMs(client);
      await page.keyboard.press(index % 6 === 5 ? 'Backspace' : 'a');
      await wait(TYPING);
      if (index >= WARM_UP) costs.push((await scriptMs(client)) - before);
    }
    before = await scriptMs(client);
    await wait(REST);
    const key = costs.sort((left, right) => left - right)[Math.floor(0.95 * KEYS)] ?? NaN;
    return { key, rest: (await scriptMs(client)) - before };
  });
}

async function openingOf(browser: Browser, url: string): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < OPENINGS; index += 1)
    times.push(await withEditor(browser, url, (_page, _client, opened) => Promise.resolve(opened)));
  return times.sort((left, right) => left - right)[Math.floor(OPENINGS / 2)] ?? NaN;
}

const shown = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;

/** The editor of an object of 600 fields with 100 rules in Chromium: opened, and each kind of input typed into. */
export async function run(): Promise<Row[]> {
  const site = await openBenchSite(import.meta.dirname);
  const browser = await launchChromium();
  try {
    const opened = await openingOf(browser, site.url);
    const rows: Row[] = [
      {
        name: `metadata editor opened, ${FIELDS} fields`,
        ours: shown(opened),
        ratio: '–',
        target: '≤ 1000 ms',
        met: opened <= 1000,
      },
    ];
    for (const input of INPUTS) {
      const { key, rest } = await costOf(browser, site.url, input);
      rows.push({
        name: `metadata editor script per key (p95), ${FIELDS} fields: ${input.name} (at rest ${shown(rest)})`,
        ours: shown(key),
        ratio: '–',
        target: '≤ 16 ms',
        met: key <= 16,
      });
    }
    return rows;
  } finally {
    await browser.close();
    await site.close();
  }
}

if (import.meta.main) console.table(await run());
