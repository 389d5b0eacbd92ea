import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BulkChange, BulkEdit } from '#schemas/api/bulk.ts';
import { openDatabase } from '#server/db/database.ts';
import { BulkDesk } from '#tests/support/bulk-edit/bulk-desk.ts';
import type { BulkChildOrder } from '#tests/support/bulk-edit/bulk-child.ts';

const CHILD = path.resolve(import.meta.dirname, '../../support/bulk-edit/bulk-child.ts');
const SHOPS = 1200;
const CHANGE: BulkChange = { field: 'stage', how: 'set', value: '熟' };

/** A process that does or goes on with a bulk edit; undefined when it was killed. */
async function inProcess(order: BulkChildOrder): Promise<BulkEdit | undefined> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, JSON.stringify(order)], { maxBuffer: 1e7 });
    return JSON.parse(stdout) as BulkEdit;
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return undefined;
    throw error;
  }
}

describe('work on many records whose process is killed', () => {
  let desk: BulkDesk;
  beforeEach(async () => {
    desk = await BulkDesk.open();
  });
  afterEach(() => desk.close());

  test.each([
    ['a change', 'edit', [CHANGE], `select count(*) from "Shop" where stage = '熟'`],
    ['an archiving', 'archive', [], 'select count(*) from gone_record'],
  ] as const)('%s goes on by itself where it was, and so does its undoing', async (_, task, changes, counted) => {
    const all = Array.from({ length: SHOPS }, (_entry, at) => ({ name: `店 ${at}`, size: at, stage: '新' }));
    const ids = await desk.shops(all);
    const { id, preview } = await desk.preview(changes, { task, ids });
    expect(preview).toMatchObject({ changing: SHOPS, refused: 0 });
    await desk.app.app.close();
    await desk.app.store.release();
    const { address } = desk.app.store;
    const count = async () => {
      const database = await openDatabase(address);
      const { rows } = await database.pool.query<{ count: string }>(counted);
      await database.close();
      return Number(rows[0]?.count);
    };

    expect(await inProcess({ address, id, ask: 'run', killBefore: 45 })).toBeUndefined();
    // How many statements come before the first slice is in hangs on the database.
    let midway = await count();
    for (let killBefore = 60; midway === 0; killBefore += 20) {
      expect(await inProcess({ address, id, killBefore })).toBeUndefined();
      midway = await count();
    }
    expect(midway).toBeLessThan(SHOPS);
    expect(await inProcess({ address, id, killBefore: 40 })).toBeUndefined();
    expect(await inProcess({ address, id })).toMatchObject({
      state: 'finished',
      counts: { changed: SHOPS, skipped: 0 },
    });
    expect(await count()).toBe(SHOPS);

    expect(await inProcess({ address, id, ask: 'undo', killBefore: 45 })).toBeUndefined();
    expect(await inProcess({ address, id })).toMatchObject({ state: 'undone', undone: { restored: SHOPS, kept: 0 } });
    expect(await count()).toBe(0);
  });
});
