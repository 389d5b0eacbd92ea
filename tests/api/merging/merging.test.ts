import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry, ListReply, RecordReply } from '#schemas/api/records.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, NEWEST_FIRST, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { hideByUpgrade, made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

const DATA = '/api/metadata/data';
const FIRM_FIELDS = [
  overDeals('deals', { function: 'count' }),
  overDeals('total', { function: 'sum', of: ['amount'] }),
  overDeals('latestRound', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST }),
];
const FUND_FIELDS = [overDeals('deals', { function: 'count', fields: ['leads', 'follows'] })];

let test: TestApp;
let world: FirmsAndDeals;
let merges: Merges;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  merges = new Merges(test);
  await world.begin(FIRM_FIELDS, FUND_FIELDS);
});
afterAll(() => test.close());

const [link, links] = [(id: string) => ({ id }), (...ids: string[]) => ids.map((id) => ({ id }))];
const yuan = (num: string) => ({ num, currency: 'CNY' });
const firm = (name: string) => world.create('Firm', { name });
const deal = (firmId: string, more: object = {}) =>
  world.create('Deal', { title: '一轮', firm: link(firmId), round: 'A', on: '2024-03', amount: yuan('100'), ...more });
const read = async (apiName: string, id: string, who: Who = 'staff') =>
  made(await test.get<RecordReply>(who, `${DATA}/${apiName}/${id}`));
const ids = (value: unknown) => [value].flat().map((one) => (one as { id: string }).id);

describe('A merge of two records', () => {
  it('leaves one, to which all that named the other one leads, and whose roll-ups count both', async () => {
    const [kept, gone] = [await firm('星河科技'), await firm('星河科技有限公司')];
    await deal(kept);
    const moved = await deal(gone, { round: 'B', on: '2025-01', amount: yuan('250') });
    const id = await merges.done('Firm', kept, gone);
    expect(await world.read('Firm', kept)).toMatchObject({
      deals: 2,
      total: { num: '350' },
      latestRound: 'B',
      name: '星河科技',
    });
    expect(ids((await world.read('Deal', moved))['firm'])).toEqual([kept]);
    expect(made(await merges.progress(id))).toEqual({ id, state: 'done', survivorId: kept, moved: 1, waiting: 0 });
  });

  it('shows before it is run what will be, what differs, and how many links of which fields will move', async () => {
    const [kept, gone] = [await firm('预览一'), await firm('预览二')];
    await deal(gone);
    await deal(gone);
    const preview = made(await merges.ask('Firm', kept, gone));
    const why = '来源、日期和完整程度相同，采用保留的记录';
    expect(preview.fields).toEqual([
      { field: 'name', choice: 'survivor', choices: ['survivor', 'loser'], why, value: '预览一' },
    ]);
    expect(preview.references).toEqual([{ label: 'Deal', field: 'firm', count: 2 }]);
    expect(preview.problems).toEqual([]);
    expect((await world.read('Firm', gone))['deals']).toBe(2);
    const chosen = made(await merges.ask('Firm', kept, gone, { name: 'loser' }));
    expect(chosen.fields[0]).toMatchObject({ choice: 'loser', value: '预览二' });
  });

  it('replaces the one by the other in lists of links, each once and in its place', async () => {
    const [kept, gone, other] = [
      await world.create('Fund', { name: '远山' }),
      await world.create('Fund', { name: '远山资本' }),
      await world.create('Fund', { name: '近水' }),
    ];
    const one = await firm('列表');
    const alone = await deal(one, { leads: links(other, gone) });
    const both = await deal(one, { leads: links(gone, other, kept) });
    await merges.done('Fund', kept, gone);
    expect(ids((await world.read('Deal', alone))['leads'])).toEqual([other, kept]);
    expect(ids((await world.read('Deal', both))['leads'])).toEqual([other, kept]);
    expect((await world.read('Fund', kept))['deals']).toBe(2);
  });

  it('redirects the old id for ever: the page, related questions, names, filters and saves', async () => {
    const [kept, gone] = [await firm('改址一'), await firm('改址二')];
    const moved = await deal(gone);
    await merges.done('Firm', kept, gone);
    const reply = await read('Firm', gone);
    expect(reply).toMatchObject({ mergedInto: kept, record: { id: kept, name: '改址一' } });
    expect((await read('Firm', kept)).mergedInto).toBeUndefined();
    expect(made(await test.get('member', `/api/metadata/queryDataByName?objectApiName=Firm&ids=${gone}`))).toEqual([
      { id: gone, name: '改址一' },
    ]);
    const filter = { field: 'firm', op: 'in', value: [gone] };
    const list = made(
      await test.post<ListReply>('member', `${DATA}/getLayoutAndDataList`, { objectApiName: 'Deal', filter }),
    );
    expect(list.list.map(({ id }) => id)).toEqual([moved]);
    expect(made(await test.post('member', `${DATA}/count`, { objectApiName: 'Deal', filter }))).toMatchObject({
      total: 1,
    });
    const change = { version: 1, values: { name: '旧页面' } };
    expect(await test.post('staff', `${DATA}/Firm/${gone}`, change)).toMatchObject({
      code: codeOf('UNKNOWN_RECORD'),
      msg: '这条记录已合并到另一条记录，请刷新后在合并后的记录中修改',
    });
    const late = await deal(gone, { title: '旧链接' });
    expect(ids((await world.read('Deal', late))['firm'])).toEqual([kept]);
    expect((await world.read('Firm', kept))['deals']).toBe(2);
  });

  it('moves what a removed field holds as well: the field may come back', async () => {
    const [kept, gone] = [
      await world.create('Fund', { name: '移除一' }),
      await world.create('Fund', { name: '移除二' }),
    ];
    const [alone, both] = [
      await deal(await firm('移除'), { follows: links(gone) }),
      await deal(await firm('移除'), { follows: links(gone, kept) }),
    ];
    const shown = savedDefinition(test, 'Deal');
    await hideByUpgrade(test, 'Deal', 'follows');
    await merges.done('Fund', kept, gone);
    made(await saveDefinition(test, shown));
    for (const id of [alone, both]) expect(ids((await world.read('Deal', id))['follows'])).toEqual([kept]);
  });

  it('puts back what a removed field held: the field may come back', async () => {
    const [kept, gone] = [
      await world.create('Fund', { name: '复原一' }),
      await world.create('Fund', { name: '复原二' }),
    ];
    const [alone, both, other] = [
      await deal(await firm('复原'), { follows: links(gone) }),
      await deal(await firm('复原'), { follows: links(gone, kept) }),
      await deal(await firm('复原'), { follows: links(kept) }),
    ];
    const merge = await merges.done('Fund', kept, gone);
    const shown = savedDefinition(test, 'Deal');
    await hideByUpgrade(test, 'Deal', 'follows');
    made(await merges.undo(merge));
    await merges.ended(merge);
    made(await saveDefinition(test, shown));
    const follows = async (id: string) => ids((await world.read('Deal', id))['follows']);
    expect([await follows(alone), await follows(both), await follows(other)]).toEqual([[gone], [gone, kept], [kept]]);
  });

  it('flattens chains: what led to a record that is merged in turn leads on at once', async () => {
    const [first, second, third] = [await firm('链一'), await firm('链二'), await firm('链三')];
    await merges.done('Firm', second, first);
    const last = await merges.done('Firm', third, second);
    expect((await read('Firm', first)).mergedInto).toBe(third);
    expect((await read('Firm', second)).mergedInto).toBe(third);
    made(await merges.undo(last));
    await merges.ended(last);
    expect((await read('Firm', first)).mergedInto).toBe(second);
    expect((await read('Firm', second)).mergedInto).toBeUndefined();
  });

  it('is kept in the history of both records, in the list of merges and in the audit log', async () => {
    const [kept, gone] = [await firm('记录一'), await firm('记录二')];
    const id = await merges.done('Firm', kept, gone, { choices: { name: 'loser' } });
    const history = async (of: string) =>
      made(await test.get<HistoryEntry[]>('staff', `${DATA}/Firm/${of}/history`))[0];
    expect(await history(kept)).toMatchObject({
      origin: `merge:${id}`,
      changes: [{ field: 'name', before: '记录一', after: '记录二' }],
    });
    expect(await history(gone)).toMatchObject({ origin: `merge:${id}`, version: 2 });
    const listed = made(
      await test.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, { objectApiName: 'Merge', ids: [id] }),
    );
    expect(listed.list).toMatchObject([{ name: '记录二 → 记录一', state: 'done' }]);
    const { rows } = await sql<{ action: string; target_id: string; reason: string }>`
      select action, target_id, reason from audit_log order by id desc limit 1`.execute(test.services.database.db);
    expect(rows).toEqual([{ action: 'record.merged', target_id: kept, reason: '同一家企业' }]);
  });
});

describe('A merge is refused', () => {
  it('to all users but staff', async () => {
    const [kept, gone] = [await firm('权限一'), await firm('权限二')];
    for (const who of ['visitor', 'member', 'founder', 'investor', 'svip'] as const) {
      expect((await merges.ask('Firm', kept, gone, {}, who)).code).not.toBe(0);
      expect((await merges.run('Firm', kept, gone, {}, who)).code).not.toBe(0);
    }
    expect((await read('Firm', gone)).mergedInto).toBeUndefined();
  });

  it('of a record with itself, of one that is not there, and of records that each belong to one user', async () => {
    const one = await firm('自己');
    expect(await merges.ask('Firm', one, one)).toMatchObject({ status: 422 });
    expect(await merges.ask('Firm', one, '999999')).toMatchObject({
      code: codeOf('UNKNOWN_RECORD'),
      msg: expect.stringContaining('999999'),
    });
    expect(await merges.ask('WorkRecord', '1', '2')).toMatchObject({ code: codeOf('FORBIDDEN') });
    expect(await merges.ask('Merge', '1', '2')).toMatchObject({ code: codeOf('FORBIDDEN') });
  });

  it('when a record changed since it was previewed', async () => {
    const [kept, gone] = [await firm('变化一'), await firm('变化二')];
    await world.change('Firm', gone, { name: '变化二改' });
    expect(await merges.run('Firm', kept, gone, { loserVersion: 1 })).toMatchObject({ code: codeOf('CONFLICT') });
  });

  it('without a reason', async () => {
    const [kept, gone] = [await firm('原因一'), await firm('原因二')];
    expect(await merges.run('Firm', kept, gone, { reason: ' ' })).toMatchObject({ status: 422 });
  });

  it('a second time under another key, and done once under the same one', async () => {
    const [kept, gone] = [await firm('两次一'), await firm('两次二')];
    const more = { clientKey: 'pressed-twice', loserVersion: 1 };
    const [first, second] = await Promise.all([
      merges.run('Firm', kept, gone, more),
      merges.run('Firm', kept, gone, more),
    ]);
    expect(made(first).id).toBe(made(second).id);
    expect(await merges.run('Firm', kept, gone)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });
});
