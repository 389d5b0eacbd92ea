import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BulkDesk } from '#tests/support/bulk-edit/bulk-desk.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { loseDeadlocks } from '#tests/support/databases/lost-deadlocks.ts';
import { made } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

let desk: BulkDesk;
let merges: Merges;
beforeAll(async () => {
  desk = await BulkDesk.open();
  merges = new Merges(desk.app);
});
afterAll(() => desk.close());

const database = () => desk.app.services.database;
const note = { field: 'note', how: 'set' as const, value: '核对过' };
const town = (name: string) => desk.create('Town', { name });

async function shopIn(id: string): Promise<string> {
  const [shop = ''] = await desk.shops([{ name: '门店', town: { id } }]);
  return shop;
}

const townOf = async (shop: string) => ((await desk.read('Shop', shop))['town'] as { id: string }).id;

describe('Work that loses a deadlock', () => {
  it('is tried again: a bulk edit and its undo', async () => {
    const ids = await desk.shops([{ name: '一号' }, { name: '二号' }]);
    const bulk = await desk.preview([note], { ids });
    await loseDeadlocks(database().db, 'Shop', 2);
    expect(await desk.run(bulk)).toMatchObject({ state: 'finished', counts: { changed: 2 } });
    await loseDeadlocks(database().db, 'Shop', 2);
    expect(await desk.undo(bulk.id)).toMatchObject({ state: 'undone' });
    expect((await desk.read('Shop', ids[0] ?? ''))['note']).toBeUndefined();
  });

  it('ends after a few times, and says why', async () => {
    const ids = await desk.shops([{ name: '三号' }]);
    const bulk = await desk.preview([note], { ids });
    await loseDeadlocks(database().db, 'Shop', 100);
    const problem = '其他操作一直在写入同样的记录，请稍后再试；已写入的内容可以撤销';
    expect(await desk.run(bulk)).toMatchObject({ state: 'failed', problem });
    await loseDeadlocks(database().db, 'Shop', 0);
  });

  it('is tried again: the links of a merge, and those of its undo', async () => {
    const [kept, gone] = [await town('并入'), await town('被并')];
    const shop = await shopIn(gone);
    await loseDeadlocks(database().db, 'Shop', 2);
    const merge = made(await merges.run('Town', kept, gone));
    expect(await townOf(shop)).toBe(kept);
    await merges.ended(merge.id);
    await loseDeadlocks(database().db, 'Shop', 2);
    made(await merges.undo(merge.id));
    expect(await townOf(shop)).toBe(gone);
    await merges.ended(merge.id);
  });

  it.runIf(onPostgres)(
    'does not come of an undo beside the links of its merge: both hold the merge first',
    async () => {
      const [kept, gone] = [await town('先后一'), await town('先后二')];
      const id = await merges.done('Town', kept, gone);
      const undo = await database()
        .db.transaction()
        .execute(async (trx) => {
          await sql`select from merge where id = ${id} for update`.execute(trx);
          const begun = merges.undo(id);
          await expect.poll(waitsForMerge).toBe(true);
          await sql`set local lock_timeout = '200ms'`.execute(trx);
          await sql`select from meta_object where api_name = 'Town' for share`.execute(trx);
          return { begun };
        });
      expect(made(await undo.begun).state).toBe('undone');
    },
  );
});

/** Does a statement that reads a merge wait for a lock? */
async function waitsForMerge(): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
      and query like '%from "merge"%for update%') as waits`.execute(database().db);
  return rows[0]?.waits === true;
}
