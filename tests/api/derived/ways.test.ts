import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rollup } from '#schemas/metadata/rollup.ts';
import type { ListReply } from '#schemas/api/records.ts';
import type { Provenance } from '#schemas/api/corrections.ts';
import { checkDerived, type WrongValue } from '#server/core/derived/check.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';
import { made, newObject, savedDefinition, saveDefinition, saveField } from '#tests/support/editing.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const LIST = '/api/metadata/data/getLayoutAndDataList';
const link = (id: string) => ({ id });
const links = (...ids: string[]) => ids.map((id) => ({ id }));
const yuan = (num: string) => ({ num, currency: 'CNY' });
const text = (apiName: string): FieldDefinition => ({ apiName, type: 'text', label: apiName });
const rolledUp = (apiName: string, rollup: Rollup): FieldDefinition => ({
  apiName,
  type: 'rollup',
  label: apiName,
  config: { sortable: true, rollup },
});

/** An organisation's funds lead and follow deals; a firm belongs to holdings. */
const BY_FUNDS = {
  objectApiName: 'Deal',
  fields: ['leads', 'follows'],
  through: { objectApiName: 'Fund', from: ['org'] },
} as const;
const BY_FIRMS = {
  objectApiName: 'Deal',
  fields: ['firm'],
  through: { objectApiName: 'Firm', from: ['holdings'] },
} as const;
const OF_FUNDED = {
  objectApiName: 'Firm',
  through: { objectApiName: 'Deal', from: ['leads', 'follows'], to: ['firm'] },
} as const;

const plain = (from: object): Rollup => JSON.parse(JSON.stringify(from)) as Rollup;
const ORG_FIELDS = [
  rolledUp('deals', plain({ ...BY_FUNDS, function: 'count' })),
  rolledUp('total', plain({ ...BY_FUNDS, function: 'sum', of: ['amount'] })),
  rolledUp('openDeals', plain({ ...BY_FUNDS, function: 'count', filter: { field: 'open', op: 'eq', value: true } })),
];
const HOLDING_FIELDS = [
  rolledUp('deals', plain({ ...BY_FIRMS, function: 'count' })),
  rolledUp(
    'latest',
    plain({ ...BY_FIRMS, function: 'first', of: ['round'], orderBy: [{ field: 'on', order: 'desc' }] }),
  ),
];
const FUND_FIELDS = [
  rolledUp('firms', plain({ ...OF_FUNDED, function: 'count' })),
  rolledUp('staff', plain({ ...OF_FUNDED, function: 'sum', of: ['staff'] })),
];

let test: TestApp;
let world: FirmsAndDeals;
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([]);
  for (const apiName of ['Org', 'Holding']) made(await saveDefinition(test, newObject(apiName, [text('name')])));
  made(await saveField(test, 'Fund', { apiName: 'org', type: 'reference', label: '机构', targetApiName: 'Org' }));
  made(
    await saveField(test, 'Firm', {
      apiName: 'holdings',
      type: 'multiReference',
      label: '集团',
      targetApiName: 'Holding',
    }),
  );
  made(await saveField(test, 'Firm', { apiName: 'staff', type: 'integer', label: '人数' }));
  for (const [apiName, fields] of [
    ['Org', ORG_FIELDS],
    ['Holding', HOLDING_FIELDS],
    ['Fund', FUND_FIELDS],
  ] as const)
    for (const field of fields) made(await saveField(test, apiName, field));
  await test.services.formulas.jobs.fill();
});
afterAll(() => test.close());

/** Every value is compared with a fresh count from the records, without the edges. */
async function wrongValues(): Promise<WrongValue[]> {
  await world.drain();
  const wrong: WrongValue[] = [];
  await checkDerived(test.services, { onWrong: (value) => wrong.push(value) });
  return wrong;
}

async function orgWithFunds(count: number): Promise<{ org: string; funds: string[] }> {
  const org = await world.create('Org', { name: '机构' });
  const funds = [];
  for (let at = 0; at < count; at += 1) funds.push(await world.create('Fund', { name: `基金${at}`, org: link(org) }));
  return { org, funds };
}

describe('A roll-up by way of records in between', () => {
  it('has the records two steps away in the answer to their save, each once whatever ways lead to it', async () => {
    const { org, funds } = await orgWithFunds(2);
    const [one = '', two = ''] = funds;
    await world.create('Deal', { leads: links(one), follows: links(one, two), amount: yuan('100'), open: true });
    expect(await world.read('Org', org)).toMatchObject({ deals: 1, openDeals: 1, total: { num: '100', rows: 1 } });
    const second = await world.create('Deal', { leads: links(two), amount: yuan('7') });
    expect(await world.read('Org', org)).toMatchObject({ deals: 2, openDeals: 1, total: { num: '107', rows: 2 } });
    await world.change('Deal', second, { amount: yuan('8'), open: true });
    expect(await world.read('Org', org)).toMatchObject({ deals: 2, openDeals: 2, total: { num: '108' } });
    await world.remove('Deal', second);
    await world.drain();
    expect(await world.read('Org', org)).toMatchObject({ deals: 1, openDeals: 1, total: { num: '100' } });
  });

  it('follows a record in between to its new home, and leaves the old one', async () => {
    const [before, after] = [await orgWithFunds(1), await orgWithFunds(0)];
    const [fund = ''] = before.funds;
    await world.create('Deal', { leads: links(fund), amount: yuan('5') });
    await world.change('Fund', fund, { org: link(after.org) });
    expect(await world.read('Org', before.org)).toMatchObject({ deals: 0 });
    expect(await world.read('Org', after.org)).toMatchObject({ deals: 1, total: { num: '5' } });
    await world.change('Fund', fund, { org: null });
    expect(await world.read('Org', after.org)).toMatchObject({ deals: 0 });
  });

  it('follows when records point at others in between, and when these belong to several', async () => {
    const [a, b] = [await world.create('Holding', { name: '甲' }), await world.create('Holding', { name: '乙' })];
    const both = await world.create('Firm', { name: '合资', holdings: links(a, b) });
    const own = await world.create('Firm', { name: '独资', holdings: links(a) });
    const deal = await world.create('Deal', { firm: link(both), round: 'A', on: '2024-01-01' });
    await world.create('Deal', { firm: link(own), round: 'B', on: '2023-01-01' });
    expect(await world.read('Holding', a)).toMatchObject({ deals: 2, latest: 'A' });
    expect(await world.read('Holding', b)).toMatchObject({ deals: 1, latest: 'A' });
    await world.change('Deal', deal, { firm: link(own) });
    expect(await world.read('Holding', b)).toMatchObject({ deals: 0 });
    await world.change('Firm', own, { holdings: links(b) });
    expect(await world.read('Holding', a)).toMatchObject({ deals: 0 });
    expect(await world.read('Holding', b)).toMatchObject({ deals: 2, latest: 'A' });
  });

  it('reads records that those in between point at, and follows every change on the way', async () => {
    const fund = await world.create('Fund', { name: '投' });
    const firm = await world.create('Firm', { name: '被投', staff: 30 });
    const first = await world.create('Deal', { firm: link(firm), leads: links(fund) });
    await world.create('Deal', { firm: link(firm), follows: links(fund) });
    expect(await world.read('Fund', fund)).toMatchObject({ firms: 1, staff: 30 });
    await world.change('Firm', firm, { staff: 40 });
    expect(await world.read('Fund', fund)).toMatchObject({ firms: 1, staff: 40 });
    const other = await world.create('Firm', { name: '另一家', staff: 2 });
    await world.change('Deal', first, { firm: link(other) });
    expect(await world.read('Fund', fund)).toMatchObject({ firms: 2, staff: 42 });
    await world.remove('Deal', first);
    await world.drain();
    expect(await world.read('Fund', fund)).toMatchObject({ firms: 1, staff: 40 });
  });

  it('follows imports, archives, what is brought back, and merges of records in between', async () => {
    const { org, funds } = await orgWithFunds(2);
    const [one = '', two = ''] = funds;
    const { writer, now } = test.services;
    const context = { actor: '1', roles: ['staff'], origin: 'import:ways', now: now() };
    const imported = ['x', 'y'].map((key) => ({ key, values: { title: key, leads: links(one), amount: yuan('3') } }));
    await writer.writeMany('Deal', 'ways', imported, context);
    await world.drain();
    expect(await world.read('Org', org)).toMatchObject({ deals: 2, total: { num: '6' } });

    const reason = { reason: '核对一下' };
    made(await test.post('staff', `/api/metadata/data/Fund/${one}/archive`, reason));
    await world.drain();
    expect(await world.read('Org', org)).toMatchObject({ deals: 0 });
    const gone = made(
      await test.post<ListReply>('staff', LIST, { objectApiName: 'GoneRecord', fields: ['recordId'] }),
    ).list;
    const entry = gone.find(({ recordId }) => recordId === one)?.id ?? '';
    made(await test.post('staff', `/api/metadata/gone/${entry}/restore`, reason));
    await world.drain();
    expect(await world.read('Org', org)).toMatchObject({ deals: 2, total: { num: '6' } });

    const other = await orgWithFunds(0);
    await world.change('Fund', two, { org: link(other.org) });
    await new Merges(test).done('Fund', two, one);
    await world.drain();
    expect(await wrongValues()).toEqual([]);
    expect(await world.read('Org', other.org)).toMatchObject({ deals: 2, total: { num: '6' } });
    expect(await world.read('Org', org)).toMatchObject({ deals: 0 });
  });

  it('is filled in for records that are there, and a check finds and repairs what is wrong, edges included', async () => {
    const { org, funds } = await orgWithFunds(1);
    await world.create('Deal', { leads: links(funds[0] ?? ''), labels: ['甲'] });
    made(
      await saveField(test, 'Org', rolledUp('labels', plain({ ...BY_FUNDS, function: 'distinct', of: ['labels'] }))),
    );
    await test.services.formulas.jobs.fill();
    expect(await world.read('Org', org)).toMatchObject({ labels: ['甲'] });
    await test.services.database.pool.query('update "Org" set deals = 9 where id = $1', [org]);
    await test.services.database.pool.query('delete from derived_edge where parent = $1', [funds[0]]);
    const found: WrongValue[] = [];
    await checkDerived(test.services, { repair: true, onWrong: (value) => found.push(value) });
    expect(found).toEqual([{ objectApiName: 'Org', id: org, field: 'deals', kept: 9, counted: 1 }]);
    expect(await wrongValues()).toEqual([]);
    await world.create('Deal', { leads: links(funds[0] ?? '') });
    expect(await world.read('Org', org)).toMatchObject({ deals: 2 });
  });

  it('opens the very records that it was worked out of', async () => {
    const { org, funds } = await orgWithFunds(2);
    const deals = [];
    for (const fund of funds) deals.push(await world.create('Deal', { leads: links(fund), open: true }));
    await world.create('Deal', { leads: links(funds[0] ?? ''), open: false });
    const sourceOf = async (object: string, id: string, field: string) =>
      made(await test.get<Provenance>('staff', `/api/metadata/data/${object}/${id}/provenance?field=${field}`)).counted;
    const openedBy = async (objectApiName: string, filter: unknown) =>
      made(await test.post<ListReply>('staff', LIST, { objectApiName, filter }))
        .list.map(({ id }) => id)
        .toSorted();
    const counted = await sourceOf('Org', org, 'openDeals');
    expect(counted?.records).toMatchObject({ objectApiName: 'Deal', rows: 2 });
    expect(await openedBy('Deal', counted?.records?.filter)).toEqual(deals.toSorted());

    const firm = await world.create('Firm', { name: '被投' });
    await world.create('Deal', { leads: links(funds[0] ?? ''), firm: link(firm) });
    const firms = await sourceOf('Fund', funds[0] ?? '', 'firms');
    expect(await openedBy('Firm', firms?.records?.filter)).toEqual([firm]);
  });

  it('is refused where a step leads nowhere, is closed to its readers, or comes back to itself, with the place', async () => {
    const say = async (apiName: string, rollup: object) =>
      (await saveField(test, apiName, rolledUp('bad', plain({ function: 'count', ...rollup })))).msg;
    expect(await say('Org', { ...BY_FUNDS, through: { objectApiName: 'Gone', from: ['org'] } })).toBe(
      '字段“bad”：中间对象“Gone”不存在',
    );
    expect(await say('Org', { ...BY_FUNDS, through: { objectApiName: 'Fund', from: ['name'] } })).toBe(
      '字段“bad”：“Fund”的字段“name”没有关联“Org”',
    );
    expect(await say('Org', { ...BY_FUNDS, fields: ['firm'] })).toBe('字段“bad”：“Deal”的字段“firm”没有关联“Fund”');
    expect(await say('Org', { objectApiName: 'Deal', through: BY_FUNDS.through })).toContain(
      '字段“bad”：没有指明“Deal”与“Fund”之间的字段',
    );
    expect(await say('Fund', { ...OF_FUNDED, fields: ['holdings'] })).toContain('二者只能填一项');
    expect(await say('Org', { objectApiName: 'Deal' })).toBe('字段“bad”：没有指明经由字段');

    made(await saveField(test, 'Deal', { apiName: 'main', type: 'reference', label: '主', targetApiName: 'Fund' }));
    made(await saveField(test, 'Deal', lookupOf('echo', 'main', 'staff')));
    const ofDeals = plain({ objectApiName: 'Deal', fields: ['firm'], function: 'sum', of: ['echo'] });
    made(await saveField(test, 'Firm', rolledUp('echo', ofDeals)));
    const ring = rolledUp('staff', plain({ ...OF_FUNDED, function: 'sum', of: ['echo'] }));
    expect((await saveField(test, 'Fund', ring)).msg).toBe(
      '字段“staff”：计算成环：Fund“staff” → Firm“echo” → Deal“echo” → Fund“staff”',
    );

    const fund = savedDefinition(test, 'Fund');
    made(await saveDefinition(test, { ...fund, access: { ...fund.access, list: 'staff' } }));
    made(await saveDefinition(test, newObject('Group', [text('name')])));
    made(await saveField(test, 'Fund', { apiName: 'group', type: 'reference', label: '组', targetApiName: 'Group' }));
    expect(await say('Group', { ...BY_FUNDS, through: { objectApiName: 'Fund', from: ['group'] } })).toBe(
      '字段“bad”：能查看“Fund”列表的人少于“Group”，不能汇总或引用',
    );
  });
});

const lookupOf = (apiName: string, reference: string, field: string): FieldDefinition => ({
  apiName,
  type: 'lookup',
  label: apiName,
  config: { lookup: { reference, field } },
});
