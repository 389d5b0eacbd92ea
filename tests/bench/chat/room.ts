import { gzipSync } from 'node:zlib';
import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Row } from '#tests/bench/row.ts';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';
import { fillLongTalk } from './long-talk.ts';
import { shareOf } from './processes.ts';
import { openingTimes, type OpeningTimes, readUp } from './room-page.ts';

const MESSAGES = 10_000;
const OPENINGS = 15;
const TARGETS = { openMs: 150, codeKb: 60, rows: 60, heapMb: 40 } as const;
/** How long SPEC has the spinner shown at least, and the least time between two presses of the toggle. */
const SPINNER_MS = 1000;
const TOGGLE_MS = 900;
const FRAMES = 150;

const roomOf = (page: Page): Locator => page.getByRole('dialog', { name: '私信' });
const toggleOf = (page: Page): Locator => page.locator('.sphere:not([data-covered]) .sphere-chat');

/** What the first opening and a conversation load beyond the page below. Sizes go to the console, file by file. */
async function scriptsOfOpening(page: Page): Promise<Row> {
  const sizes: Promise<{ name: string; size: number }>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const name = new URL(response.url()).pathname;
    sizes.push(response.body().then((body) => ({ name, size: gzipSync(body).length })));
  });
  await toggleOf(page).click();
  await openTalk(page);
  await page.waitForLoadState('networkidle');
  const files = await Promise.all(sizes);
  for (const { name, size } of files) console.error(`${(size / 1000).toFixed(1)} KB ${name}`);
  const kilobytes = files.reduce((sum, { size }) => sum + size, 0) / 1000;
  return {
    name: 'script that the first opening of the chat room and a conversation load (gzip)',
    ours: `${kilobytes.toFixed(1)} KB in ${files.length} files`,
    ratio: `${(kilobytes / TARGETS.codeKb).toFixed(2)} of the allowance`,
    target: `≤ ${TARGETS.codeKb} KB`,
    met: kilobytes <= TARGETS.codeKb,
  };
}

/** The conversation with the very many messages, at its end. */
async function openTalk(page: Page): Promise<void> {
  const contacts = roomOf(page).getByRole('region', { name: '联系人' });
  await contacts.locator('.contact-main', { hasText: `第${MESSAGES}条` }).click();
  await roomOf(page).getByRole('list', { name: '消息' }).getByText(`第${MESSAGES}条`).waitFor();
}

async function warmOpenings(page: Page): Promise<Row> {
  const times: OpeningTimes[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    await page.waitForTimeout(TOGGLE_MS);
    const opening = page.evaluate(openingTimes);
    await toggleOf(page).click();
    times.push(await opening);
    await page.keyboard.press('Escape');
    await roomOf(page).waitFor({ state: 'detached' });
  }
  const sorted = (of: (one: OpeningTimes) => number) => times.map(of).toSorted((a, b) => a - b);
  const panel = sorted((one) => one.opaque);
  const contacts = sorted((one) => one.list - SPINNER_MS);
  const words = (list: readonly number[]) =>
    `p50 ${shareOf(list, 0.5).toFixed(0)} ms, longest ${shareOf(list, 1).toFixed(0)} ms`;
  const sooner = (list: readonly number[]) => `${(TARGETS.openMs / shareOf(list, 0.5)).toFixed(1)} ×`;
  return {
    name: `chat room opened again in the same page, from the click on, ${OPENINGS} times`,
    ours: `panel with its spinner is shown ${words(panel)}; contacts painted, without the second that the spinner is shown, ${words(contacts)}`,
    limit: `first frame of the panel: ${words(sorted((one) => one.panel))}`,
    ratio: `${sooner(panel)} and ${sooner(contacts)} sooner`,
    target: `p50 of both ≤ ${TARGETS.openMs} ms`,
    met: shareOf(panel, 0.5) <= TARGETS.openMs && shareOf(contacts, 0.5) <= TARGETS.openMs,
  };
}

/** Megabytes in use after everything without a reference has been released. */
async function heap(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

/** From the end of the conversation to its first message, nearly a screen in each frame. */
async function scrolled(page: Page): Promise<Row> {
  await page.waitForTimeout(TOGGLE_MS);
  await toggleOf(page).click();
  await openTalk(page);
  const client = await page.context().newCDPSession(page);
  const before = await heap(client);
  let [most, rows, first] = [before, 0, MESSAGES];
  while (first > 1) {
    const pass = await page.evaluate(readUp, FRAMES);
    if (!(pass.first < first)) throw new Error(`nothing came before message ${first}`);
    first = pass.first;
    rows = Math.max(rows, pass.rows);
    most = Math.max(most, await heap(client));
  }
  const grown = most - before;
  return {
    name: `a conversation of ${MESSAGES.toLocaleString('en')} messages scrolled from its end to its start`,
    ours: `${rows} rows in the page at most; heap ${before.toFixed(1)} MB before, ${grown.toFixed(1)} MB more at most`,
    ratio: `${(grown / TARGETS.heapMb).toFixed(2)} of the allowance`,
    target: `≤ ${TARGETS.rows} rows, ≤ ${TARGETS.heapMb} MB more`,
    met: rows > 0 && rows <= TARGETS.rows && grown <= TARGETS.heapMb,
  };
}

async function openList(app: RunningApp): Promise<Page> {
  const context = await app.openBrowser('founder');
  const page = await context.newPage();
  // The room comes as it does for most people, with its movements.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${app.address}/#/data/InsightCompany`);
  await page.locator('[role="gridcell"] a').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** The chat room of the whole product in a browser: what its first opening loads, how soon it opens again, what it holds. */
export async function run(): Promise<Row[]> {
  const app = await startRunningApp();
  try {
    await fillLongTalk(app.database, ['founder', 'investor'], MESSAGES);
    const page = await openList(app);
    const rows = [await scriptsOfOpening(page)];
    await page.keyboard.press('Escape');
    await roomOf(page).waitFor({ state: 'detached' });
    rows.push(await warmOpenings(page), await scrolled(page));
    return rows;
  } finally {
    await app.close();
  }
}
