import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUTIES } from '#schemas/metadata/duty.ts';
import { Merging } from '#server/features/merging/service.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';
import { sql } from 'kysely';

/** More than two slices of links. */
const DEALS = 1100;

let test: TestApp;
let world: FirmsAndDeals;
let merges: Merges;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  merges = new Merges(test);
  await world.begin([overDeals('deals', { function: 'count' })]);
});
afterAll(() => test.close());

const firm = (name: string) => world.create('Firm', { name });
const dealsOf = async (id: string): Promise<number> => {
  const { db } = test.services.database;
  const { rows } = await sql<{ count: string }>`select count(*) as count from "Deal" where firm = ${id}`.execute(db);
  return Number(rows[0]?.count);
};

/** A process beside the server, which comes to the end of `wait` between two slices. */
function processThat(wait: () => Promise<void>): Merging {
  return new Merging({ ...test.services, readRecord: () => Promise.reject(new Error('nothing is read')), wait });
}

/** A process that ends after one more slice of links than the answer to its user waits for. */
function endingProcess(): { readonly merging: Merging; readonly ended: () => Promise<void> } {
  const slice = Promise.withResolvers<void>();
  const merging = processThat(() => {
    slice.resolve();
    return Promise.reject(new Error('the process has ended'));
  });
  const ended = async () => {
    await slice.promise;
    await merging.jobs.stop();
  };
  return { merging, ended };
}

async function manyDeals(firmId: string): Promise<void> {
  const { writer, now } = test.services;
  const rows = Array.from({ length: DEALS }, (_, index) => ({
    key: `${firmId}-${index}`,
    values: { title: `第${index}轮`, firm: { id: firmId } },
  }));
  await writer.writeMany('Deal', '批量', rows, { actor: '1', roles: ['staff'], origin: 'import:批量', now: now() });
}

describe('A merge whose process ends between two slices', () => {
  it('goes on in another process, and so does its undo; no link is dead meanwhile', async () => {
    const [kept, gone] = [await firm('中断一'), await firm('中断二')];
    await manyDeals(gone);
    const staff = await test.services.database.db
      .selectFrom('account')
      .select(['id', 'name', 'roles'])
      .where('username', '=', 'staff')
      .executeTakeFirstOrThrow();
    const actor = { ...staff, duties: DUTIES, vipType: 0 };
    const body = { objectApiName: 'Firm', survivorId: kept, loserId: gone, survivorVersion: 1, loserVersion: 1 };
    const ending = endingProcess();
    const begun = await ending.merging.merge(
      { ...body, choices: {}, reason: '同一家', clientKey: 'interrupted' },
      actor,
    );
    await ending.ended();
    expect(begun.state).toBe('moving');
    expect(await dealsOf(gone)).toBe(DEALS - 1000);
    const waiting = made(
      await test.post<{ list: { firm: unknown }[] }>('member', '/api/metadata/data/getLayoutAndDataList', {
        objectApiName: 'Deal',
        fields: ['firm'],
        sort: [{ field: 'createdAt', order: 'asc' }],
      }),
    );
    expect(new Set(waiting.list.map((row) => (row.firm as { name: string }).name))).toEqual(new Set(['中断一']));
    expect(await merges.undo(begun.id)).toMatchObject({ msg: '这次合并还在进行，完成后才能撤销' });
    expect(await merges.run('Firm', kept, await firm('中断三'))).toMatchObject({
      msg: '“中断二”与“中断一”的合并还在进行，请稍后再试',
    });
    // Not the server itself: who asks it how far a merge is has it look once more, and it might go on with the undo as well.
    await processThat(() => Promise.resolve()).jobs.fill();
    await test.services.derived.drain();
    expect([await dealsOf(kept), await dealsOf(gone)]).toEqual([DEALS, 0]);
    expect((await world.read('Firm', kept))['deals']).toBe(DEALS);
    const other = endingProcess();
    await other.merging.undo(begun.id, '两家', actor);
    await other.ended();
    expect(await dealsOf(kept)).toBe(DEALS - 1000);
    await merges.ended(begun.id);
    expect([await dealsOf(kept), await dealsOf(gone)]).toEqual([0, DEALS]);
    expect((await world.read('Firm', gone))['deals']).toBe(DEALS);
    expect((await world.read('Firm', kept))['deals']).toBe(0);
  });
});

describe('A merge while others write', () => {
  it('loses no link that is saved at the same moment, and counts each', async () => {
    const [kept, gone] = [await firm('并发一'), await firm('并发二')];
    const deal = (index: number) => world.create('Deal', { title: `并发${index}`, firm: { id: gone } });
    const saves = Array.from({ length: 20 }, (_, index) => deal(index));
    const merge = merges.run('Firm', kept, gone, { loserVersion: 1, survivorVersion: 1 });
    const later = Array.from({ length: 20 }, (_, index) => deal(20 + index));
    await Promise.all([...saves, merge, ...later]);
    await merges.ended(made(await merge).id);
    expect([await dealsOf(kept), await dealsOf(gone)]).toEqual([40, 0]);
    expect((await world.read('Firm', kept))['deals']).toBe(40);
  });
});
