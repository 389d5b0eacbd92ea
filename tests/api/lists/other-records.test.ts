import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';

const LIST = '/api/metadata/data/getLayoutAndDataList';

let test: TestApp;
let world: FirmsAndDeals;
const ids: Record<string, string> = {};
beforeAll(async () => {
  test = await openTestApp();
  world = new FirmsAndDeals(test);
  await world.begin([]);
  for (const name of ['一', '二', '三']) ids[name] = await world.create('Firm', { name });
  for (const name of ['远山', '近水']) ids[name] = await world.create('Fund', { name });
  const deal = (firm: string, round: string, leads: string[], follows: string[] = []) =>
    world.create('Deal', {
      firm: { id: ids[firm] },
      round,
      leads: leads.map((name) => ({ id: ids[name] })),
      follows: follows.map((name) => ({ id: ids[name] })),
      amount: { num: '1', currency: 'CNY' },
    });
  await deal('一', 'A', ['远山'], ['远山', '近水']);
  await deal('一', 'A', ['近水']);
  await deal('一', 'B', ['近水']);
  await deal('二', 'A', []);
});
afterAll(() => test.close());

const deals = (more: object = {}) => ({ exists: { objectApiName: 'Deal', fields: ['firm'], ...more } });
const round = (value: string) => ({ field: 'round', op: 'eq', value });
const ask = (who: Who, filter: unknown, more: object = {}) =>
  test.post<ListReply>(who, LIST, { objectApiName: 'Firm', filter, sort: [{ field: 'name', order: 'desc' }], ...more });
const names = async (filter: unknown, more: object = {}) =>
  made(await ask('staff', filter, more)).list.map(({ name }) => name);

/** Changes an object for one test and puts it back. */
async function whileChanged(apiName: string, change: (object: ObjectDefinition) => void, then: () => Promise<void>) {
  const changed = savedDefinition(test, apiName);
  const before = structuredClone(changed);
  change(changed);
  made(await saveDefinition(test, changed));
  try {
    await then();
  } finally {
    made(await saveDefinition(test, before));
  }
}

describe('A list filtered by the records that point at its own', () => {
  it('holds those with enough of them that meet the condition', async () => {
    expect(await names(deals())).toEqual(['二', '一']);
    expect(await names({ not: deals() })).toEqual(['三']);
    expect(await names(deals({ filter: round('B') }))).toEqual(['一']);
    expect(await names(deals({ filter: round('A'), atLeast: 2 }))).toEqual(['一']);
    expect(await names(deals({ atLeast: 4 }))).toEqual([]);
    expect(await names({ or: [deals({ filter: round('B') }), { field: 'name', op: 'eq', value: '三' }] })).toEqual([
      '三',
      '一',
    ]);
  });

  it('counts a record that points by two fields once', async () => {
    const by = (atLeast: number) => ({
      exists: { objectApiName: 'Deal', fields: ['leads', 'follows'], filter: round('A'), atLeast },
    });
    const funds = async (filter: unknown) =>
      made(await test.post<ListReply>('staff', LIST, { objectApiName: 'Fund', filter })).list.map(({ name }) => name);
    expect(await funds(by(1))).toEqual(['近水', '远山']);
    expect(await funds(by(2))).toEqual(['近水']);
  });

  it('asks of those records what points at them in turn', async () => {
    const led = { exists: { objectApiName: 'Deal', fields: ['leads'], filter: round('B') } };
    expect(made(await test.post<ListReply>('staff', LIST, { objectApiName: 'Fund', filter: led })).list).toHaveLength(
      1,
    );
    const third = deals({ filter: deals({ objectApiName: 'Fund', fields: ['name'] }) });
    expect((await ask('staff', third)).msg).toContain(
      'filter.exists.filter.exists.fields[0]：“Fund”没有指向这里的关联字段',
    );
  });

  it('is paged by cursor, counted, added up and exported like any other', async () => {
    const first = made(await ask('staff', deals(), { pageSize: 1 }));
    expect(first.list.map(({ name }) => name)).toEqual(['二']);
    expect(await names(deals(), { pageSize: 1, after: first.after })).toEqual(['一']);
    const body = { objectApiName: 'Firm', filter: deals({ filter: round('A') }) };
    expect(made(await test.post('staff', '/api/metadata/data/count', { ...body, exact: true }))).toMatchObject({
      total: 2,
    });
    expect(made(await test.post('staff', '/api/metadata/export', { ...body, format: 'csv' }))).toMatchObject({
      status: 'ready',
    });
  });

  it('says which objects may be asked about, with the fields that point', async () => {
    const { layout } = made(await ask('staff', undefined));
    expect(layout?.pointing).toEqual([
      { objectApiName: 'Deal', label: 'Deal', fields: [{ apiName: 'firm', label: 'firm' }] },
    ]);
  });
});

describe('A condition on other records discloses nothing', () => {
  /** Why a member is refused, by the list and by its count alike. */
  const refusal = async (filter: unknown) => {
    const { code, msg } = await ask('member', filter);
    const count = await test.post('member', '/api/metadata/data/count', { objectApiName: 'Firm', filter });
    expect([code, count.code]).toEqual([codeOf('INVALID_QUERY'), codeOf('INVALID_QUERY')]);
    return msg;
  };

  it('of an object whose list is closed to the reader', async () => {
    await whileChanged(
      'Deal',
      (deal) => (deal.access.list = 'staff'),
      async () => {
        expect(await refusal(deals())).toContain('没有可用来筛选的对象“Deal”');
        expect(made(await ask('member', undefined)).layout?.pointing).toBeUndefined();
        expect(await names(deals())).toEqual(['二', '一']);
      },
    );
  });

  it('of a field, or by a link, that the reader may not see', async () => {
    const close = (name: string) => (deal: ObjectDefinition) => {
      const field = deal.fields.find(({ apiName }) => apiName === name);
      if (field) field.config = { ...field.config, visibleTo: ['staff'] };
    };
    await whileChanged('Deal', close('round'), async () => {
      expect(await refusal(deals({ filter: round('B') }))).toContain('没有字段“round”');
    });
    await whileChanged('Deal', close('firm'), async () => {
      expect(await refusal(deals())).toContain('没有指向这里的关联字段“firm”');
    });
  });

  it('of records that belong to others', async () => {
    await whileChanged(
      'Deal',
      (deal) => (deal.access.list = 'owner'),
      async () => {
        expect(made(await ask('member', deals())).list).toEqual([]);
        const own = { firm: { id: ids['三'] } };
        made(await test.post('member', '/api/metadata/data/Deal', { clientKey: 'own-deal-of-a-member', values: own }));
        expect(made(await ask('member', deals())).list.map(({ name }) => name)).toEqual(['三']);
      },
    );
  });
});

describe('Layouts ask about other records', () => {
  it('never about an object or a field that is not there, and not in roll-ups', async () => {
    const save = async (filter: object) => {
      const deal = savedDefinition(test, 'Deal');
      deal.layouts.detail.related = [
        { label: '同行', objectApiName: 'Firm', similarBy: undefined, of: 'firm', filter },
      ] as never;
      return (await saveDefinition(test, deal)).msg;
    };
    expect(await save(deals({ objectApiName: 'Gone' }))).toContain('没有可用来筛选的对象“Gone”');
    expect(await save(deals({ filter: { field: 'gone', op: 'empty' } }))).toContain('没有字段“gone”');
    const firm = savedDefinition(test, 'Firm');
    firm.fields.push(
      overDeals('busy', { function: 'count', filter: { exists: { objectApiName: 'Fund', fields: ['x'] } } }),
    );
    expect((await saveDefinition(test, firm)).msg).toContain('这里不能按其他对象的记录筛选');
  });

  it('in the filter of a related list', async () => {
    const filter = deals({ filter: round('B') });
    const deal = savedDefinition(test, 'Deal');
    deal.fields.push({ apiName: 'peers', type: 'multiReference', label: '同行', targetApiName: 'Firm' });
    deal.layouts.detail.related = [{ label: '有 B 轮的同行', objectApiName: 'Firm', of: 'peers', filter }];
    made(await saveDefinition(test, deal));
    const peers = ['一', '二', '三'].map((name) => ({ id: ids[name] }));
    const id = await world.create('Deal', { title: '同行', peers });
    const body = { objectApiName: 'Deal', id, related: 0 };
    const { list } = made(await test.post<ListReply>('staff', '/api/metadata/data/getRelatedList', body));
    expect(list.map(({ name }) => name)).toEqual(['一']);
  });
});
