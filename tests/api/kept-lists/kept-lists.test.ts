import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeptList, MAX_LIST_ITEMS, MAX_PASTED_NAMES, type ResolvedName } from '#schemas/api/kept-lists.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { Merges } from '#tests/support/merging/merge-world.ts';

let test: TestApp;
let data: FirmsAndDeals;
let firms: string[];
let deal: string;
beforeAll(async () => {
  test = await openTestApp();
  data = new FirmsAndDeals(test);
  await data.begin([]);
  made(
    await saveDefinition(
      test,
      newObject('Firm', [
        { apiName: 'name', type: 'text', label: '名称' },
        { apiName: 'aliases', type: 'textList', label: '别名', config: { naming: true } },
      ]),
    ),
  );
  firms = [];
  for (const values of [{ name: '鲸图科技', aliases: ['大鲸鱼'] }, { name: '海豚资本' }, { name: '海豚数据' }])
    firms.push(await data.create('Firm', values));
  deal = await data.create('Deal', { title: '海豚数据 A 轮', firm: { id: firms[2] } });
});
afterAll(() => test.close());

let names = 0;
const begin = async (who: Who, objectApiName = 'Firm') =>
  made(await test.post<KeptList>(who, '/api/list', { objectApiName, name: `清单 ${(names += 1)}` }));
const add = (who: Who, id: string, ids: readonly (string | undefined)[]) =>
  test.post<{ added: string[]; present: number; unknown: number; list: KeptList }>(who, `/api/list/${id}/add`, { ids });
const ask = (who: Who, objectApiName: string, filter: Condition) =>
  test.post<{ list: RecordRow[] }>(who, '/api/metadata/data/getLayoutAndDataList', { objectApiName, filter });
const found = async (who: Who, objectApiName: string, filter: Condition) =>
  made(await ask(who, objectApiName, filter)).list.map(({ id }) => id);

describe('a list of records', () => {
  it('takes many at once, counts those that are on it already and those that are not there, and undoes both ways', async () => {
    const { id } = await begin('member');
    expect(made(await add('member', id, [firms[0]]))).toMatchObject({ added: [firms[0]], present: 0, unknown: 0 });
    const second = made(await add('member', id, [firms[0], firms[1], firms[1], '999999999']));
    expect(second).toMatchObject({ added: [firms[1]], present: 1, unknown: 1, list: { count: 2 } });
    const off = made(await test.post<{ taken: string[] }>('member', `/api/list/${id}/take`, { ids: second.added }));
    expect(off).toMatchObject({ taken: [firms[1]], list: { count: 1 } });
    expect(made(await add('member', id, off.taken)).added).toEqual(off.taken);
  });

  it('is renamed and put away at the version that was seen, and comes back with its records', async () => {
    const list = await begin('member');
    made(await add('member', list.id, firms));
    const renamed = made(
      await test.post<KeptList>('member', `/api/list/${list.id}`, { version: list.version, name: '改名' }),
    );
    expect(renamed).toMatchObject({ name: '改名', count: 3, role: 'owner' });
    const stale = await test.post('member', `/api/list/${list.id}/remove`, { version: list.version });
    expect(stale.code).toBe(codeOf('CONFLICT'));
    made(await test.post('member', `/api/list/${list.id}/remove`, { version: renamed.version }));
    expect((await test.get('member', `/api/list/${list.id}`)).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await ask('member', 'Firm', { inList: list.id })).code).toBe(codeOf('INVALID_QUERY'));
    expect(made(await test.post<KeptList>('member', `/api/list/${list.id}/restore`, {}))).toMatchObject({ count: 3 });
    const again = await test.post('member', '/api/list', { objectApiName: 'Firm', name: '改名' });
    expect(again.code).toBe(codeOf('DUPLICATE'));
  });

  it('holds no more than its limit: then nothing of what was asked is put on it', async () => {
    const { id } = await begin('member');
    const many = Array.from({ length: MAX_LIST_ITEMS }, (_, at) => String(5_000_000 + at));
    await test.services.database.db
      .insertInto('list_item')
      .values(
        many
          .slice(1)
          .map((record_id) => ({ list_id: id, object_api_name: 'Firm', record_id, added_at: test.services.now() })),
      )
      .execute();
    const over = await add('member', id, firms.slice(0, 2));
    expect([over.code, over.msg]).toEqual([codeOf('INVALID_BODY'), expect.stringContaining('2,000')]);
    expect(made(await test.get<KeptList>('member', `/api/list/${id}`)).count).toBe(MAX_LIST_ITEMS - 1);
  });
});

describe('the condition that a record is on a list', () => {
  it('combines with other conditions, their opposites, and conditions on records that point here', async () => {
    const { id } = await begin('member');
    made(await add('member', id, [firms[0], firms[2]]));
    const on = { inList: id };
    expect((await found('member', 'Firm', on)).toSorted()).toEqual([firms[0], firms[2]].map(String).toSorted());
    expect(await found('member', 'Firm', { and: [on, { field: 'name', op: 'contains', value: '海豚' }] })).toEqual([
      firms[2],
    ]);
    expect(await found('member', 'Firm', { not: on })).toEqual([firms[1]]);
    expect(
      await found('member', 'Firm', { and: [{ not: on }, { field: 'name', op: 'eq', value: '海豚资本' }] }),
    ).toEqual([firms[1]]);
    const deals = await begin('member', 'Deal');
    made(await add('member', deals.id, [deal]));
    const pointing = { exists: { objectApiName: 'Deal', fields: ['firm'], filter: { inList: deals.id } } };
    expect(await found('member', 'Firm', pointing)).toEqual([firms[2]]);
    const count = await test.post('member', '/api/metadata/data/count', { objectApiName: 'Firm', filter: on });
    expect(made(count)).toMatchObject({ total: 2 });
  });

  it('is refused with its place for a list of others, of another object, and for visitors of none', async () => {
    const { id } = await begin('member');
    const filter: Condition = { and: [{ field: 'name', op: 'notEmpty' }, { not: { inList: id } }] };
    const refused = await ask('svip', 'Firm', filter);
    expect([refused.code, refused.problems[0]?.field]).toEqual([codeOf('INVALID_QUERY'), 'filter.and[1].not.inList']);
    const wrong = await ask('member', 'Deal', { inList: id });
    expect([wrong.code, wrong.problems[0]?.field]).toEqual([codeOf('INVALID_QUERY'), 'filter.inList']);
    const shape = await ask('member', 'Firm', { inList: 'x' });
    expect(shape.problems[0]?.field).toBe('filter.inList');
  });
});

describe('names that are pasted', () => {
  it('mean a record by its name or another name of it, some to choose from, or none; each once', async () => {
    await test.services.search.jobs.fill();
    const body = { objectApiName: 'Firm', names: ['鲸图科技', ' 大鲸鱼 ', '海豚', '没有的名字', '', '鲸图科技'] };
    const resolved = made(await test.post<ResolvedName[]>('member', '/api/list/names', body));
    expect(resolved.map(({ text, how, candidates }) => [text, how, candidates.map(({ id }) => id).toSorted()])).toEqual(
      [
        ['鲸图科技', 'name', [firms[0]]],
        ['大鲸鱼', 'alias', [firms[0]]],
        ['海豚', 'choose', [firms[1], firms[2]].map(String).toSorted()],
        ['没有的名字', 'none', []],
      ],
    );
    const many = Array.from({ length: MAX_PASTED_NAMES + 1 }, (_, at) => `名${at}`);
    const over = await test.post('member', '/api/list/names', { objectApiName: 'Firm', names: many });
    expect(over.code).toBe(codeOf('INVALID_BODY'));
  });
});

describe('a list that is shared', () => {
  it('is looked at or changed by the account it is shared with as its owner says, until the share ends', async () => {
    const { id, version } = await begin('member');
    made(await add('member', id, [firms[0]]));
    expect((await test.get('svip', `/api/list/${id}`)).code).toBe(codeOf('UNKNOWN_RECORD'));
    const share = (account: string, role: string) => test.post('member', `/api/list/${id}/share`, { account, role });
    expect((await share('nobody-here', 'view')).code).toBe(codeOf('INVALID_BODY'));
    expect((await share('member', 'view')).code).toBe(codeOf('INVALID_BODY'));
    const [{ accountId } = { accountId: '' }] = made(await share('svip', 'view')) as { accountId: string }[];
    const [seen] = made(await test.get<KeptList[]>('svip', `/api/list?objectApiName=Firm&recordId=${firms[0]}`));
    expect(seen).toMatchObject({ id, role: 'view', holds: true });
    expect(await found('svip', 'Firm', { inList: id })).toEqual([firms[0]]);
    expect((await add('svip', id, [firms[1]])).code).toBe(codeOf('FORBIDDEN'));
    made(await share('svip', 'edit'));
    expect(made(await add('svip', id, [firms[1]])).added).toEqual([firms[1]]);
    expect((await test.post('svip', `/api/list/${id}/remove`, { version })).code).toBe(codeOf('FORBIDDEN'));
    expect((await test.get('svip', `/api/list/${id}/share`)).code).toBe(codeOf('FORBIDDEN'));
    made(await test.post('svip', `/api/list/${id}/unshare`, { accountId }));
    expect((await ask('svip', 'Firm', { inList: id })).code).toBe(codeOf('INVALID_QUERY'));
  });
});

describe('a record on lists that is merged into another', () => {
  it('is followed, and is there once where both were on one list', async () => {
    const [gone, kept] = [await data.create('Firm', { name: '旧名' }), await data.create('Firm', { name: '新名' })];
    const [both, one] = [await begin('member'), await begin('member')];
    made(await add('member', both.id, [gone, kept]));
    made(await add('member', one.id, [gone]));
    await new Merges(test).done('Firm', kept, gone);
    expect(await found('member', 'Firm', { inList: both.id })).toEqual([kept]);
    expect(await found('member', 'Firm', { inList: one.id })).toEqual([kept]);
  });
});
