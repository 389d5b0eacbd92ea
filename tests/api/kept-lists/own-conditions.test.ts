import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportState } from '#schemas/api/exports.ts';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import type { FieldTotal } from '#schemas/api/records.ts';
import type { ListColumns, ListField, ListValues } from '#schemas/api/list-columns.ts';
import type { Condition, Operator } from '#schemas/metadata/condition.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made } from '#tests/support/editing.ts';
import { fetchedExport } from '#tests/support/files/fetched-export.ts';

const FIELDS: readonly ListField[] = [
  {
    apiName: 'step',
    type: 'select',
    label: '进展',
    selectOptions: ['seen', 'met', 'no'].map((value) => ({ value, label: value })),
  },
  {
    apiName: 'tags',
    type: 'multiSelect',
    label: '标签',
    selectOptions: ['a', 'b', 'c'].map((value) => ({ value, label: value })),
  },
  { apiName: 'on', type: 'date', label: '约谈日' },
  { apiName: 'score', type: 'integer', label: '评分' },
  { apiName: 'price', type: 'decimal', label: '报价' },
  { apiName: 'remark', type: 'text', label: '备注' },
  { apiName: 'hot', type: 'boolean', label: '重点' },
];
const VALUES: readonly (object | undefined)[] = [
  { step: 'met', tags: ['a', 'b'], on: '2026-11-20', score: 5, price: '1.5', remark: '团队 100% 好', hot: true },
  { step: 'seen', tags: ['c'], on: '2026-10-01', score: 40, price: '20', remark: '待定', hot: false },
  { step: 'no', score: 7 },
  undefined,
];
const NAMES = ['甲', '乙', '丙', '丁'];

let test: TestApp;
let list: KeptList;
let firms: string[];
beforeAll(async () => {
  test = await openTestApp();
  const data = new FirmsAndDeals(test);
  await data.begin([]);
  firms = [];
  for (const name of [...NAMES, '不在清单']) firms.push(await data.create('Firm', { name }));
  list = made(await test.post<KeptList>('member', '/api/list', { objectApiName: 'Firm', name: '早期' }));
  made(await test.post('member', `/api/list/${list.id}/add`, { ids: firms.slice(0, NAMES.length) }));
  made(await test.post('member', `/api/list/${list.id}/column`, { version: list.version, fields: FIELDS }));
  for (const [at, values] of VALUES.entries())
    if (values)
      made(await test.post<ListValues>('member', `/api/list/${list.id}/values/${firms[at]}`, { version: 0, values }));
});
afterAll(() => test.close());

const own = (apiName: string) => `${apiName}_list${list.id}`;
const onList = (...more: Condition[]): Condition => ({ and: [{ inList: list.id }, ...more] });
const ask = (who: Who, body: object) =>
  test.post<{ list: { name: string }[]; after: string | null }>(who, '/api/metadata/data/getLayoutAndDataList', {
    objectApiName: 'Firm',
    fields: ['name'],
    ...body,
  });
const named = async (body: object) => made(await ask('member', body)).list.map(({ name }) => name);

describe('a column that a list has of its own', () => {
  it.each<[string, Operator, unknown, string]>([
    ['step', 'in', ['met', 'seen'], '甲乙'],
    ['step', 'notIn', ['met'], '乙丙丁'],
    ['step', 'empty', undefined, '丁'],
    ['tags', 'containsAny', ['b', 'c'], '甲乙'],
    ['tags', 'containsAll', ['a', 'b'], '甲'],
    ['tags', 'containsNone', ['a'], '乙丙丁'],
    ['on', 'after', '2026-10-31', '甲'],
    ['on', 'thisMonth', undefined, '甲'],
    ['on', 'between', ['2026-01-01', null], '甲乙'],
    ['score', 'gte', 7, '乙丙'],
    ['score', 'between', [5, 7], '甲丙'],
    ['price', 'lt', '2', '甲'],
    ['remark', 'contains', '100%', '甲'],
    ['remark', 'notEmpty', undefined, '甲乙'],
    ['hot', 'eq', true, '甲'],
    ['hot', 'eq', false, '乙'],
  ])('is compared as a field of its type is: %s %s %j', async (field, op, value, found) => {
    const condition = { field: own(field), op, ...(value !== undefined && { value }) };
    expect((await named({ filter: onList(condition) })).toSorted().join('')).toBe([...found].toSorted().join(''));
    const { total } = made(
      await test.post<{ total: number }>('member', '/api/metadata/data/count', {
        objectApiName: 'Firm',
        filter: onList(condition),
      }),
    );
    expect(total).toBe(found.length);
  });

  it('joins fields of the records under one and, or, not', async () => {
    const either = {
      or: [
        { field: own('score'), op: 'eq', value: 5 },
        { field: 'name', op: 'eq', value: '丁' },
      ],
    } as const;
    expect((await named({ filter: onList(either) })).toSorted()).toEqual(['丁', '甲']);
    expect((await named({ filter: onList({ not: either }) })).toSorted()).toEqual(['丙', '乙']);
  });

  it.each<[string, 'asc' | 'desc', string]>([
    ['score', 'asc', '甲丙乙丁'],
    ['score', 'desc', '乙丙甲丁'],
    ['on', 'desc', '甲乙丁丙'],
    ['step', 'asc', '乙甲丙丁'],
    ['price', 'asc', '甲乙丙丁'],
    ['hot', 'desc', '甲乙丁丙'],
  ])('orders the list, what says nothing last, page by page: %s %s', async (field, order, found) => {
    const sort = [{ field: own(field), order }];
    const pages: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = made(await ask('member', { filter: onList(), sort, pageSize: 1, ...(after && { after }) }));
      pages.push(...page.list.map(({ name }) => name));
      ({ after } = page);
    }
    const known = VALUES.filter((values) => values && field in values).length;
    expect(pages.slice(0, known).join('')).toBe(found.slice(0, known));
    expect(pages.toSorted()).toEqual(NAMES.toSorted());
  });

  it('counts how many records hold each of its options', async () => {
    const counts = async (field: string) =>
      made(
        await test.post<{ counts: object }>('member', '/api/metadata/data/optionCounts', {
          objectApiName: 'Firm',
          filter: onList(),
          field: own(field),
        }),
      ).counts;
    expect(await counts('step')).toEqual({ met: 1, seen: 1, no: 1 });
    expect(await counts('tags')).toEqual({ a: 1, b: 1, c: 1 });
  });

  it('orders nothing where not all records are on its list', async () => {
    const refused = await ask('member', { sort: [{ field: own('score'), order: 'asc' }] });
    expect([refused.code, refused.problems[0]?.field]).toEqual([codeOf('INVALID_QUERY'), 'sort[0].field']);
    expect(refused.msg).toContain('只能在该清单内');
  });

  it('narrows an export, which says by what', async () => {
    const filter = onList({ field: own('score'), op: 'gte', value: 7 });
    const sort = [{ field: own('score'), order: 'desc' }];
    const run = made(
      await test.post<ExportState>('member', '/api/metadata/export', {
        objectApiName: 'Firm',
        format: 'csv',
        fields: ['name'],
        filter,
        sort,
      }),
    );
    const lines = (await fetchedExport(test, 'member', run.id)).trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.slice(0, 1))).toEqual(['乙', '丙']);
  });

  it('is named by no one but those who may see the list, and no longer once it is gone', async () => {
    const filter = onList({ field: own('score'), op: 'gte', value: 7 });
    for (const body of [
      { filter },
      { filter: { field: own('score'), op: 'empty' } },
      { sort: [{ field: own('score'), order: 'asc' }] },
    ]) {
      const refused = await ask('svip', body);
      expect(refused.code).toBe(codeOf('INVALID_QUERY'));
    }
    made(await test.post('member', `/api/list/${list.id}/share`, { account: 'svip', role: 'view' }));
    expect(made(await ask('svip', { filter })).list).toHaveLength(2);
    const unknown = await ask('member', { filter: { field: `nope_list${list.id}`, op: 'empty' } });
    expect([unknown.code, unknown.problems[0]?.field]).toEqual([codeOf('INVALID_QUERY'), 'filter.field']);
    expect(unknown.msg).toContain('清单的这一列不存在');
    const { version } = made(await test.get<ListColumns>('member', `/api/list/${list.id}/column`));
    made(
      await test.post('member', `/api/list/${list.id}/column`, {
        version,
        fields: FIELDS.filter(({ apiName }) => apiName !== 'hot'),
      }),
    );
    expect((await ask('member', { filter: onList({ field: own('hot'), op: 'empty' }) })).code).toBe(
      codeOf('INVALID_QUERY'),
    );
  });

  it('has figures within its list, for those who may read that, where it holds numbers', async () => {
    const totals = (who: Who, fields: readonly string[], more: object = { filter: onList() }) =>
      test.post<FieldTotal[]>(who, '/api/metadata/data/totals', { objectApiName: 'Firm', fields, ...more });
    expect(made(await totals('member', [own('score'), own('price')]))).toEqual([
      { field: own('score'), count: 3, sum: '52', average: '17.333333', min: '5', max: '40' },
      { field: own('price'), count: 2, sum: '21.5', average: '10.75', min: '1.5', max: '20' },
    ]);
    const filter = onList({ field: own('score'), op: 'lt', value: 10 });
    expect(made(await totals('member', [own('score')], { filter }))).toMatchObject([{ count: 2, sum: '12' }]);
    const anywhere = await totals('member', [own('score')], {});
    expect(anywhere).toMatchObject({
      code: codeOf('INVALID_QUERY'),
      msg: expect.stringContaining('只能在该清单内合计'),
    });
    for (const [who, field] of [
      ['member', 'remark'],
      ['investor', 'score'],
    ] as const)
      expect((await totals(who, [own(field)])).code).not.toBe(0);
  });

  it('makes no groups', async () => {
    const groups = await test.post('member', '/api/metadata/data/groups', {
      objectApiName: 'Firm',
      filter: onList({ field: own('score'), op: 'gte', value: 7 }),
      by: own('step'),
    });
    expect(groups.code).not.toBe(0);
  });
});
