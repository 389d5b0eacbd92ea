import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GoneReply } from '#schemas/api/lifecycle.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { BulkDesk } from '#tests/support/bulk-edit/bulk-desk.ts';
import { made } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

const DATA = '/api/metadata/data';
let desk: BulkDesk;
beforeAll(async () => {
  desk = await BulkDesk.open();
});
afterAll(() => desk.close());

const retire = (what: 'archive' | 'delete', object: string, id: string) =>
  desk.app.post('staff', `${DATA}/${object}/${id}/${what}`, { reason: '停止维护' });
const goneId = async (id: string) =>
  (await desk.list('GoneRecord', { fields: ['recordId'] })).find((row) => row['recordId'] === id)?.id ?? '';
const restore = async (id: string) =>
  desk.app.post('staff', `/api/metadata/gone/${await goneId(id)}/restore`, { reason: '恢复维护' });
const feed = async (object: string, after = '0') =>
  made(await desk.app.get<GoneReply>('member', `${DATA}/${object}/gone?after=${after}`));

/** Everywhere that a shop could be seen: how many there are of one name. */
async function seen(name: string) {
  const filter = { field: 'name', op: 'eq', value: name };
  const count = await desk.app.post<{ total: number }>('staff', `${DATA}/count`, { objectApiName: 'Shop', filter });
  const totals = await desk.app.post<{ count: number }[]>('staff', `${DATA}/totals`, {
    objectApiName: 'Shop',
    filter,
    fields: ['size'],
  });
  const names = await desk.app.get<unknown[]>(
    'staff',
    `/api/metadata/queryDataByName?objectApiName=Shop&name=${encodeURIComponent(name)}`,
  );
  const found = await desk.list('Shop', { keyword: name });
  return {
    list: (await desk.list('Shop', { filter })).length,
    keyword: found.length,
    count: made(count).total,
    totals: made(totals)[0]?.count,
    selector: made(names).length,
  };
}

describe('An archived record', () => {
  it('is in no list, count, figure, selector or roll-up, and in all of them when it is restored', async () => {
    const town = await desk.create('Town', { name: '归城' });
    const id = await desk.create('Shop', { name: '归一', size: 4, stage: '新', tags: ['甲'], town: { id: town } });
    const before = await desk.read('Shop', id);
    const everywhere = { list: 1, keyword: 1, count: 1, totals: 1, selector: 1 };
    expect(await seen('归一')).toEqual(everywhere);
    made(await retire('archive', 'Shop', id));
    await desk.app.services.derived.drain();
    expect(await seen('归一')).toEqual({ list: 0, keyword: 0, count: 0, totals: 0, selector: 0 });
    expect((await desk.read('Town', town))['shops']).toBe(0);
    made(await restore(id));
    await desk.app.services.derived.drain();
    expect(await seen('归一')).toEqual(everywhere);
    expect((await desk.read('Town', town))['shops']).toBe(1);
    expect(await desk.read('Shop', id)).toEqual({ ...before, version: 3, updatedAt: expect.any(String) as string });
  });

  it('is answered with its name and the reason, and no longer changed', async () => {
    const id = await desk.create('Shop', { name: '有因', size: 1 });
    made(await retire('archive', 'Shop', id));
    const { code, status, msg } = await desk.app.get('member', `${DATA}/Shop/${id}`);
    expect([code, status, msg]).toEqual([codeOf('RECORD_ARCHIVED'), 410, '“有因”已归档：停止维护']);
    const change = await desk.app.post('staff', `${DATA}/Shop/${id}`, { version: 1, values: { size: 2 } });
    expect(change.code).toBe(codeOf('RECORD_ARCHIVED'));
    expect((await retire('archive', 'Shop', id)).code).toBe(codeOf('UNKNOWN_RECORD'));
  });

  it('stays named where others link to it, which may be saved with that link and not with another such one', async () => {
    const [town, other] = [await desk.create('Town', { name: '空城' }), await desk.create('Town', { name: '废城' })];
    const shop = await desk.create('Shop', { name: '留店', size: 1, town: { id: town } });
    for (const id of [town, other]) made(await retire('archive', 'Town', id));
    expect((await desk.read('Shop', shop))['town']).toEqual({ id: town, name: '空城（已归档）', archived: true });
    await desk.change(shop, { size: 2, town: { id: town } });
    const { version } = await desk.read('Shop', shop);
    const refused = await desk.app.post('staff', `${DATA}/Shop/${shop}`, { version, values: { town: { id: other } } });
    expect(refused.problems).toEqual([{ field: 'town', message: '关联的记录不存在' }]);
    made(await restore(town));
    expect((await desk.read('Shop', shop))['town']).toEqual({ id: town, name: '空城' });
    expect((await desk.read('Town', town))['shops']).toBe(1);
  });

  it('is not made a second time by the import that brought it', async () => {
    const { writer, now } = desk.app.services;
    const context = { actor: '1', roles: ['staff'], origin: 'import:x', now: now() };
    const bring = () =>
      writer.writeMany('Shop', 'shops.csv', [{ key: 'k-9', values: { name: '再来', size: 1 } }], context);
    const [first] = await bring();
    const id = first && 'id' in first ? first.id : '';
    made(await retire('archive', 'Shop', id));
    expect(await bring()).toMatchObject([
      { status: 'rejected', problems: [{ message: expect.stringContaining('已归档') as string }] },
    ]);
    made(await restore(id));
    expect(await bring()).toEqual([{ status: 'unchanged', id }]);
  });

  it('keeps what is sealed in it', async () => {
    const id = await desk.create('Shop', { name: '密店', phone: '+8613800000001' });
    const reveal = () =>
      desk.app.post<{ value: string }>('staff', `/api/staff/records/Shop/${id}/reveal`, {
        field: 'phone',
        reason: '核对',
      });
    const before = await reveal();
    expect(before.data).toEqual({ value: '+8613800000001' });
    made(await retire('archive', 'Shop', id));
    made(await restore(id));
    expect((await reveal()).data).toEqual(before.data);
  });
});

describe('A record that staff delete', () => {
  it('goes only where no other one links to it, and is restorable for thirty days', async () => {
    const town = await desk.create('Town', { name: '删城' });
    const shop = await desk.create('Shop', { name: '删店', size: 1, town: { id: town } });
    const refused = await retire('delete', 'Town', town);
    expect([refused.code, refused.msg]).toEqual([
      codeOf('CONFLICT'),
      'Shop“删店”引用了这条记录，不能删除；可以改为归档，或与重复的记录合并',
    ]);
    made(await retire('delete', 'Shop', shop));
    expect((await desk.app.get('staff', `${DATA}/Shop/${shop}`)).code).toBe(codeOf('UNKNOWN_RECORD'));
    made(await restore(shop));
    expect(await desk.read('Shop', shop)).toMatchObject({ name: '删店', size: 1, version: 3 });
    made(await retire('delete', 'Shop', shop));
    const { pool } = desk.app.services.database;
    await pool.query(`update gone_record set at = at - interval '31 days' where record_id = ${shop}`);
    const late = await restore(shop);
    expect(late.msg).toBe('没有可以恢复的记录：可能已经恢复，或已超过 30 天');
  });

  it('stays while an archived record links to it, also by the id of a record that was merged into it', async () => {
    const [town, old] = [await desk.create('Town', { name: '留城' }), await desk.create('Town', { name: '旧留城' })];
    const [one, two] = [
      await desk.create('Shop', { name: '存店', size: 1, town: { id: town } }),
      await desk.create('Shop', { name: '旧存店', size: 1, town: { id: old } }),
    ];
    for (const id of [one, two]) made(await retire('archive', 'Shop', id));
    await new Merges(desk.app).done('Town', town, old);
    const [first, then] = ['存店', '旧存店'].map(
      (name) => `已归档的Shop“${name}”引用了这条记录，不能删除；可以改为归档，或与重复的记录合并`,
    );
    expect((await retire('delete', 'Town', town)).msg).toBe(first);
    made(await restore(one));
    await desk.change(one, { town: null });
    expect((await retire('delete', 'Town', town)).msg).toBe(then);
    made(await restore(two));
    expect((await desk.read('Shop', two))['town']).toEqual({ id: town, name: '留城' });
    await desk.change(two, { town: null });
    made(await retire('delete', 'Town', town));
  });
});

describe('The feed of what went', () => {
  it('names each record once in the order it went, and goes on behind the last one read', async () => {
    const { next } = await feed('Shop');
    const [one = '', two = ''] = await desk.shops([{ name: '先走' }, { name: '后走' }]);
    made(await retire('archive', 'Shop', one));
    made(await retire('delete', 'Shop', two));
    const news = await feed('Shop', next);
    expect(news.list.map(({ id, kind }) => [id, kind])).toEqual([
      [one, 'archived'],
      [two, 'deleted'],
    ]);
    expect(await feed('Shop', news.next)).toEqual({ list: [], next: news.next });
  });
});

describe('What comes back after a merge', () => {
  const merges = () => new Merges(desk.app);
  const merged = async (name: string) => {
    const [kept, gone] = [await desk.create('Town', { name }), await desk.create('Town', { name: `${name}旧` })];
    return { kept, gone, merge: () => merges().done('Town', kept, gone) };
  };
  const counted = async (town: string) => {
    await desk.app.services.derived.drain();
    return (await desk.read('Town', town))['shops'];
  };

  it('an archived record names the survivor and is counted for it', async () => {
    const { kept, gone, merge } = await merged('归合');
    const shop = await desk.create('Shop', { name: '归后合', size: 1, town: { id: gone } });
    made(await retire('archive', 'Shop', shop));
    await merge();
    made(await restore(shop));
    expect((await desk.read('Shop', shop))['town']).toEqual({ id: kept, name: '归合' });
    expect(await counted(kept)).toBe(1);
    const { rows } = await desk.app.services.database.pool.query(`select town from "Shop" where id = ${shop}`);
    expect(rows).toEqual([{ town: kept }]);
  });

  it('an undone bulk edit leads back to the survivor, which counts the record again', async () => {
    const { kept, gone, merge } = await merged('批合');
    const shop = await desk.create('Shop', { name: '批后合', size: 1, town: { id: gone } });
    const bulk = await desk.preview([{ field: 'town', how: 'clear' }], { ids: [shop] });
    expect(await desk.run(bulk)).toMatchObject({ counts: { changed: 1 } });
    await merge();
    expect(await desk.undo(bulk.id)).toMatchObject({ undone: { restored: 1 } });
    expect(await counted(kept)).toBe(1);
    const { rows } = await desk.app.services.database.pool.query(`select town from "Shop" where id = ${shop}`);
    expect(rows).toEqual([{ town: kept }]);
  });
});

describe('The feed of merged records', () => {
  it('gives each with its survivor at the end of the chain, and leaves out those that an undo brought back', async () => {
    const { next } = await feed('Town');
    const names = ['并一', '并二', '并三'];
    const [one = '', two = '', three = ''] = await Promise.all(names.map((name) => desk.create('Town', { name })));
    const merges = new Merges(desk.app);
    await merges.done('Town', two, one);
    const first = await feed('Town', next);
    expect(first.list).toMatchObject([{ id: one, kind: 'merged', successor: two }]);
    const later = await merges.done('Town', three, two);
    expect((await feed('Town', first.next)).list).toMatchObject([{ id: two, kind: 'merged', successor: three }]);
    expect((await feed('Town', next)).list.map(({ successor }) => successor)).toEqual([three, three]);
    expect(await goneId(one)).toBe('');
    expect(made(await merges.undo(later)).state).toMatch(/^undo/);
    await merges.ended(later);
    expect((await feed('Town', next)).list).toMatchObject([{ id: one, kind: 'merged', successor: two }]);
  });
});

describe('Archiving, deleting and restoring', () => {
  it('is for staff alone', async () => {
    const id = await desk.create('Shop', { name: '无权' });
    made(await retire('archive', 'Shop', id));
    const paths = [
      `${DATA}/Shop/${id}/archive`,
      `${DATA}/Shop/${id}/delete`,
      `/api/metadata/gone/${await goneId(id)}/restore`,
    ];
    for (const path of paths) {
      expect((await desk.app.post('member', path, { reason: '试试' })).code).toBe(codeOf('FORBIDDEN'));
      expect((await desk.app.post('visitor', path, { reason: '试试' })).code).toBe(codeOf('SESSION_INVALID'));
    }
  });

  it('of many is a bulk edit, which is undone as a whole', async () => {
    const town = await desk.create('Town', { name: '批城' });
    const ids = await desk.shops(
      Array.from({ length: 450 }, (_, at) => ({ name: `批归 ${at}`, size: at, town: { id: town } })),
    );
    const bulk = await desk.preview([], { task: 'archive', ids });
    expect(bulk.preview).toMatchObject({ changing: 450, parents: 1 });
    await desk.change(ids[0] ?? '', { size: 77 });
    expect(await desk.run(bulk)).toMatchObject({ state: 'finished', counts: { changed: 449, skipped: 1 } });
    await desk.app.services.derived.drain();
    expect((await desk.read('Town', town))['shops']).toBe(1);
    expect(await desk.undo(bulk.id)).toMatchObject({ state: 'undone', undone: { restored: 449 } });
    await desk.app.services.derived.drain();
    expect((await desk.read('Town', town))['shops']).toBe(450);
    expect(await desk.read('Shop', ids[449] ?? '')).toMatchObject({ name: '批归 449', size: 449, version: 3 });
  });
});
