import { gzipSync } from 'node:zlib';
import { startRunningApp } from '#tests/support/app/running-app.ts';
import type { Row } from './row.ts';

const TARGET_KB = 250;

/** Compressed bytes of every script that a person without a cache loads before the first rows of a list are there. */
export async function run(): Promise<Row[]> {
  const app = await startRunningApp();
  try {
    const context = await app.openBrowser('staff');
    const page = await context.newPage();
    const scripts: Promise<number>[] = [];
    const names: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      names.push(new URL(response.url()).pathname);
      scripts.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(`${app.address}/#/data/InsightCompany`);
    await page.locator('[role="gridcell"] a').first().waitFor();
    const sizes = await Promise.all(scripts);
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    for (const [at, name] of names.entries()) console.error(`${((sizes[at] ?? 0) / 1000).toFixed(1)} KB ${name}`);
    return [
      {
        name: 'script before the list is usable, first visit (gzip)',
        ours: `${kilobytes.toFixed(0)} KB in ${sizes.length} files`,
        ratio: `${(kilobytes / TARGET_KB).toFixed(2)} of the allowance`,
        target: `≤ ${TARGET_KB} KB`,
        met: kilobytes <= TARGET_KB,
      },
    ];
  } finally {
    await app.close();
  }
}
