import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { MergeProgress } from '#schemas/api/merging.ts';
import { openDatabase } from '#server/db/database.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import type { MergeChildOrder } from '#tests/support/merging/merge-child.ts';

const CHILD = path.resolve(import.meta.dirname, '../../support/merging/merge-child.ts');
/** More than one slice of links. */
const DEALS = 700;
/** Statements between one kill and the next. */
const STEP = 17;

/** A process that merges or undoes; undefined when it was killed. */
async function inProcess(order: MergeChildOrder): Promise<MergeProgress | undefined> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, JSON.stringify(order)], { maxBuffer: 1e7 });
    return JSON.parse(stdout) as MergeProgress;
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return undefined;
    throw error;
  }
}

test('A merge whose process is killed is done or not done, goes on by itself where it was, and so does its undo', async () => {
  const app = await openTestApp();
  const world = new FirmsAndDeals(app);
  await world.begin([overDeals('deals', { function: 'count' })]);
  const [kept, gone] = [
    await world.create('Firm', { name: '留下的企业' }),
    await world.create('Firm', { name: '并入的企业' }),
  ];
  const rows = Array.from({ length: DEALS }, (_, at) => ({
    key: `deal-${at}`,
    values: { title: `第${at}轮`, firm: { id: gone } },
  }));
  const { writer, derived, now } = app.services;
  await writer.writeMany('Deal', '批量', rows, { actor: '1', roles: ['staff'], origin: 'import:批量', now: now() });
  await derived.drain();
  await app.app.close();
  await app.store.release();
  const { address } = app.store;

  /** The firms that there are, with the number of deals that each is counted to have and that name it. */
  const read = async () => {
    const database = await openDatabase(address);
    const { rows: firms } = await database.pool.query<{ id: string; deals: number; named: number }>(
      `select id::text, deals::int, (select count(*)::int from "Deal" d where d.firm = f.id) as named
        from "Firm" f order by f.id`,
    );
    const { rows: merges } = await database.pool.query<{ id: string; state: string }>(
      'select id::text, state from merge order by id',
    );
    await database.close();
    return { firms, merge: merges[0], count: merges.length };
  };
  const before = [
    { id: kept, deals: 0, named: 0 },
    { id: gone, deals: DEALS, named: DEALS },
  ];
  expect((await read()).firms).toEqual(before);

  const merge = {
    objectApiName: 'Firm',
    survivorId: kept,
    loserId: gone,
    survivorVersion: 1,
    loserVersion: 1,
    choices: {},
    reason: '同一家',
    clientKey: 'merge-that-is-killed',
  };
  let killBefore = STEP;
  for (; (await inProcess({ address, ask: { merge }, killBefore })) === undefined; killBefore += STEP) {
    const { firms, merge: begun, count } = await read();
    expect(count).toBeLessThanOrEqual(1);
    expect(firms.map((firm) => firm.id)).toEqual(begun ? [kept] : [kept, gone]);
    expect(begun ? before : firms).toEqual(before);
  }
  expect(killBefore).toBeGreaterThan(STEP);
  const merged = await read();
  expect(merged).toEqual({
    firms: [{ id: kept, deals: DEALS, named: DEALS }],
    merge: { id: merged.merge?.id, state: 'done' },
    count: 1,
  });

  const id = merged.merge?.id ?? '';
  for (killBefore = STEP; ; killBefore += STEP) {
    const ask = (await read()).merge?.state === 'done' ? { undo: id } : { goOn: id };
    if ((await inProcess({ address, ask, killBefore })) !== undefined) break;
  }
  expect(killBefore).toBeGreaterThan(STEP);
  expect(await read()).toEqual({ firms: before, merge: { id, state: 'undone' }, count: 1 });
  await app.store.drop();
});
