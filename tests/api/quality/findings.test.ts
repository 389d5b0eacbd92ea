import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QualityReply } from '#schemas/api/quality.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { stateValues } from '#server/core/derived/state-values.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';

let test: TestApp;
let world: FirmsAndDeals;
const OTHERS: FieldDefinition = { apiName: 'others', type: 'textList', label: '其他投资方' };
const ALIASES: FieldDefinition = { apiName: 'aliases', type: 'textList', label: '别名', config: { naming: true } };

async function change(apiName: string, more: Partial<ObjectDefinition>, fields: readonly FieldDefinition[] = []) {
  const kept = savedDefinition(test, apiName);
  const route = `/data/${apiName}`;
  made(await saveDefinition(test, { ...kept, route, ...more, fields: [...kept.fields, ...fields] }));
}

beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([
    overDeals('total', { function: 'sum', of: ['amount'], stated: 'greater' }),
    overDeals('deals', { function: 'count' }),
  ]);
  await change('Firm', {});
  await change('Fund', { matching: {} }, [ALIASES]);
  await change(
    'Deal',
    {
      quality: {
        figures: [{ label: '金额未知', filter: { field: 'amount', op: 'empty' }, help: '没有金额' }],
        names: [{ field: 'others', objectApiName: 'Fund' }],
        order: { of: 'firm', date: 'on', step: 'round', steps: ['A', 'B', 'C'] },
      },
    },
    [OTHERS],
  );
});
afterAll(() => test.close());

const quality = async () => made(await test.get<QualityReply>('staff', '/api/staff/quality'));
const tile = async (id: string) => (await quality()).tiles.find((one) => one.id === id);
async function check(): Promise<void> {
  await test.services.derived.drain();
  made(await test.post('staff', '/api/staff/quality/check', {}));
  await test.services.quality.jobs.fill();
}
/** What the address of a tile lists, as `record: what is wrong`. */
async function listed(kind: string): Promise<string[]> {
  const { link } = (await tile(kind)) ?? {};
  const { state } = decodeListState(link?.slice(link.indexOf('?')) ?? '');
  const rows = await staffRequests(test).rows('QualityFinding', {
    fields: ['name', 'problem'],
    ...(state.filter && { filter: state.filter }),
    sort: [{ field: 'name', order: 'asc' }],
  });
  return rows.map((row) => `${String(row['name'])}: ${String(row['problem'])}`);
}
const retire = (apiName: string, id: string, what: 'archive' | 'delete') =>
  test.post('staff', `/api/metadata/data/${apiName}/${id}/${what}`, { reason: '停止维护' });

describe('A pass over all records', () => {
  it('finds links to records that are gone, and no longer once they are taken out', async () => {
    const [fund, kept, old] = [
      await world.create('Fund', { name: '空基金' }),
      await world.create('Fund', { name: '新基金' }),
      await world.create('Fund', { name: '旧基金' }),
    ];
    const deal = await world.create('Deal', { title: '断', leads: [{ id: fund }, { id: old }] });
    await check();
    expect(await tile('brokenLink')).toMatchObject({ label: '断链', figure: '0 条', state: 'good' });
    made(await retire('Fund', fund, 'archive'));
    await new Merges(test).done('Fund', kept, old);
    await check();
    expect(await listed('brokenLink')).toEqual(['断: “空基金”已归档']);
    expect(await tile('brokenLink')).toMatchObject({ figure: '1 条', note: 'Deal 1', state: 'warn' });
    await world.change('Deal', deal, { leads: [{ id: kept }] });
    await check();
    expect(await listed('brokenLink')).toEqual([]);
  });

  it('finds names in texts that a record has, also as another name, unless it is linked already', async () => {
    const fund = await world.create('Fund', { name: '长风资本', aliases: ['长风创投基金'] });
    await world.create('Deal', { title: '名', others: ['长风资本', '没有收录的'] });
    await world.create('Deal', { title: '别名', others: ['长风创投基金'] });
    await world.create('Deal', { title: '已关联', others: ['长风资本'], leads: [{ id: fund }] });
    await check();
    expect(await listed('unlinkedName')).toEqual([
      `别名: “长风创投基金”可关联到Fund“长风资本”（${fund}）`,
      `名: “长风资本”可关联到Fund“长风资本”（${fund}）`,
    ]);
  });

  it('finds events of one parent whose order is not known, or contradicts their steps', async () => {
    const firm = { id: await world.create('Firm', { name: '有序' }) };
    const first = await world.create('Deal', { title: '甲一', firm, round: 'A', on: '2023' });
    await world.create('Deal', { title: '甲二', firm, round: 'B', on: '2023-05' });
    await check();
    expect(await listed('unclearOrder')).toEqual([]);
    const other = { id: await world.create('Firm', { name: '无序' }) };
    await world.create('Deal', { title: '乙一', firm: other, on: '2024' });
    await world.create('Deal', { title: '乙二', firm: other, on: '2024-05-01' });
    await world.create('Deal', { title: '乙三', firm: other, round: 'B', on: '2022-01-01' });
    await world.create('Deal', { title: '乙四', firm: other, round: 'A', on: '2022-06-01' });
    await world.create('Deal', { title: '乙五', firm: other });
    await world.change('Deal', first, { on: null });
    await check();
    expect(await listed('unclearOrder')).toEqual([
      '乙一: 日期只到年，无法与“乙二”（2024-05-01）排出先后',
      '乙五: 没有日期，无法与“乙一”（2024）排出先后',
      '乙四: 2022-06-01 的“A”晚于“B”：“乙三”（2022-01-01）',
      '甲一: 没有日期，无法与“甲二”（2023-05）排出先后',
    ]);
  });

  it('finds values that two sources state differently for about the same time', async () => {
    const [firm, old] = [await world.create('Firm', { name: '两说' }), await world.create('Firm', { name: '旧说' })];
    const say = async (recordId: string, source: string, num: string, asOf: string) => {
      const { catalog, database, now } = test.services;
      const value: FieldValue = { num, currency: 'CNY' };
      await database.db.transaction().execute(async (trx) => {
        const input = { recordId, field: 'total', value, source, asOf, actor: '1' };
        await stateValues(trx, catalog, catalog.storedObject('Firm'), [input], now());
      });
    };
    await say(firm, '来源甲', '500', '2026-06');
    await say(firm, '来源乙', '300', '2026-05');
    await say(old, '来源甲', '500', '2026-06');
    await say(old, '来源乙', '300', '2024-05');
    await check();
    expect(await listed('sourceConflict')).toEqual(['两说: 来源甲：500 CNY（2026-06）；来源乙：300 CNY（2026-05）']);
  });

  it('counts roll-ups again, puts right those that were wrong, and says how many it checked', async () => {
    const firm = await world.create('Firm', { name: '错数' });
    await world.create('Deal', { title: '丙', firm: { id: firm } });
    await check();
    const firms = (await quality()).objects.find(({ apiName }) => apiName === 'Firm')?.records ?? 0;
    expect(await tile('wrongValue')).toMatchObject({ figure: '0 条', note: `上次核对 ${firms} 条记录，全部正确` });
    await test.services.database.pool.query(`update "Firm" set deals = 7 where id = ${firm}`);
    await check();
    expect(await tile('wrongValue')).toMatchObject({
      figure: '1 条',
      note: `上次核对 ${firms} 条记录，更正 1 个值`,
      state: 'bad',
    });
    expect(await world.read('Firm', firm)).toMatchObject({ deals: 1, version: 1 });
    await check();
    expect(await listed('wrongValue')).toEqual(['错数: 原为“7”，已更正为“1”']);
  });

  it('takes no value for wrong that waits to be counted', async () => {
    const firm = await world.create('Firm', { name: '待数' });
    const { pool } = test.services.database;
    await pool.query(`update "Firm" set deals = 7 where id = ${firm}`);
    await pool.query(
      `insert into derived_mark (object_api_name, group_key, record_id, at) values ('Firm', '', ${firm}, now() + interval '1 day')`,
    );
    made(await test.post('staff', '/api/staff/quality/check', {}));
    await test.services.quality.jobs.fill();
    expect((await listed('wrongValue')).filter((line) => line.startsWith('待数'))).toEqual([]);
    await test.services.derived.drain();
  });
});

describe('A figure that an object defines', () => {
  it('counts the records that meet its condition, and opens them', async () => {
    const found = await tile('Deal.金额未知');
    const { state } = decodeListState(found?.link?.slice(found.link.indexOf('?')) ?? '');
    expect(found).toMatchObject({ label: '金额未知', link: expect.stringMatching('^/data/Deal') as string });
    expect(state.filter).toEqual({ field: 'amount', op: 'empty' });
    const rows = await staffRequests(test).rows('Deal', { fields: ['title'], pageSize: 100, filter: state.filter });
    expect(found?.figure).toBe(`${rows.length} 条`);
    expect(rows.length).toBeGreaterThan(5);
  });

  it('is refused where its condition, its fields or its objects are not there', async () => {
    const kept = savedDefinition(test, 'Deal');
    const refused = async (rules: NonNullable<ObjectDefinition['quality']>) =>
      (await saveDefinition(test, { ...kept, quality: rules })).problems?.map(({ message }) => message);
    expect(await refused({ figures: [{ label: '坏', filter: { field: 'nothing', op: 'empty' } }] })).toHaveLength(1);
    expect(await refused({ names: [{ field: 'amount', objectApiName: 'Nothing' }] })).toEqual([
      '数据质量：“Deal”的字段“amount”不是可以记名称的文本',
      '数据质量：对象“Nothing”不存在',
    ]);
    expect(await refused({ order: { of: 'leads', date: 'title', step: 'round' } })).toEqual([
      '数据质量：“Deal”的字段“leads”不是指向一条记录的关联',
      '数据质量：“Deal”的字段“title”不是日期',
      '数据质量：步骤字段与步骤应一并填写',
    ]);
  });
});
