import { describe, expect, it } from 'vitest';
import type { Comparison, Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { parseCondition } from '#generators/filters.ts';
import { compilePredicate } from '#shared/conditions/predicate.ts';

/** A Saturday. */
const TODAY = '2026-11-21';

const REGIONS = [
  { value: 'gd', label: '广东' },
  { value: 'sz', label: '深圳', parent: 'gd' },
  { value: 'ns', label: '南山', parent: 'sz' },
  { value: 'bj', label: '北京' },
];
const OPTIONS = ['a', 'b'].map((value) => ({ value, label: value }));

const ROUNDS = ['天使轮', 'A轮', 'A+轮', 'B轮', 'C轮'].map((value) => ({ value, label: value }));
const BANDS = [
  { value: '未透露', label: '未透露' },
  { value: '数百万', label: '数百万', atLeast: '1000000', below: '10000000' },
  { value: '数千万', label: '数千万', atLeast: '10000000', below: '100000000' },
  { value: '亿元及以上', label: '亿元及以上', atLeast: '100000000' },
];

const FIELDS: FieldDefinition[] = [
  { apiName: 'text', type: 'text', label: '文本' },
  { apiName: 'integer', type: 'integer', label: '整数' },
  { apiName: 'decimal', type: 'decimal', label: '小数' },
  { apiName: 'money', type: 'currency', label: '金额', selectOptions: OPTIONS },
  { apiName: 'banded', type: 'currency', label: '带区间的金额', selectOptions: BANDS },
  { apiName: 'round', type: 'select', label: '轮次', selectOptions: ROUNDS },
  { apiName: 'date', type: 'date', label: '日期', config: { partial: true } },
  { apiName: 'moment', type: 'dateTime', label: '时间' },
  { apiName: 'flag', type: 'boolean', label: '是否' },
  { apiName: 'choice', type: 'select', label: '单选', selectOptions: OPTIONS },
  { apiName: 'tree', type: 'treeSelect', label: '地区', selectOptions: REGIONS },
  { apiName: 'link', type: 'reference', label: '关联', targetApiName: 'Sample' },
  { apiName: 'links', type: 'multiReference', label: '多项关联', targetApiName: 'Sample' },
  { apiName: 'list', type: 'textList', label: '列表' },
  { apiName: 'file', type: 'file', label: '文件' },
];

function holds(field: string, op: Operator, value: unknown, kept: FieldValue): boolean {
  const input: Comparison = value === undefined ? { field, op } : { field, op, value };
  return compilePredicate({ fields: FIELDS }, parseCondition({ fields: FIELDS }, input), { today: TODAY })({
    [field]: kept,
  });
}

type Case = readonly [
  field: string,
  op: Operator,
  value: unknown,
  yes: readonly FieldValue[],
  no: readonly FieldValue[],
];

const CASES: readonly Case[] = [
  ['text', 'contains', 'QUÉ', ['xquÉ', 'QUÉbec'], ['qué', 'que', undefined]],
  ['text', 'contains', '100%', ['100%!'], ['1000']],
  ['text', 'contains', '_', ['a_b'], ['ab']],
  ['text', 'notContains', 'a', ['b', undefined, null], ['A', 'xa']],
  ['text', 'startsWith', 'Ab', ['abc', 'AB'], ['cab', undefined]],
  ['text', 'endsWith', 'bC', ['abc'], ['bcd']],
  ['text', 'eq', 'Ab', ['Ab'], ['ab', undefined]],
  ['text', 'ne', 'Ab', ['ab', undefined], ['Ab']],
  ['text', 'in', ['a', 'b'], ['a', 'b'], ['c', undefined]],
  ['text', 'notIn', ['a', 'b'], ['c', undefined], ['a']],
  ['text', 'empty', undefined, [undefined, null, ''], ['a']],
  ['text', 'notEmpty', undefined, ['a'], [undefined, null, '']],
  ['integer', 'between', [1, 3], [1, 2, 3], [0, 4, undefined]],
  ['integer', 'notBetween', [1, 3], [0, 4, undefined], [1, 2, 3]],
  ['integer', 'between', [2, null], [2, 9], [1, undefined]],
  ['integer', 'between', [null, 2], [-9, 2], [3, undefined]],
  ['integer', 'notBetween', [2, null], [1, undefined], [2, 9]],
  ['decimal', 'between', ['1.5', null], ['1.50', '9'], ['1.49', undefined]],
  ['decimal', 'notBetween', [null, '1.5'], ['1.51', undefined], ['1.5']],
  ['integer', 'lt', 3, [2], [3, undefined]],
  ['integer', 'ne', 3, [2, undefined], [3]],
  ['decimal', 'eq', '1.5', ['1.5', '1.50'], ['1.51', undefined]],
  ['decimal', 'gt', '99999999999999999999.1', ['99999999999999999999.11'], ['99999999999999999999.1']],
  ['decimal', 'lte', '0', ['0', '-0.000001'], ['0.000001']],
  [
    'money',
    'gte',
    '700',
    [{ num: '100', currency: 'USD', equivalentMoney: '700' }],
    [{ num: '800', currency: 'USD' }, { band: 'a' }, undefined],
  ],
  [
    'money',
    'between',
    ['700', null],
    [{ num: '100', currency: 'USD', equivalentMoney: '700' }],
    [{ num: '1', currency: 'CNY', equivalentMoney: '1' }, { band: 'a' }, undefined],
  ],
  [
    'money',
    'currencyIs',
    ['USD'],
    [{ num: '1', currency: 'USD' }],
    [{ num: '1', currency: 'CNY' }, { band: 'a' }, undefined],
  ],
  ['money', 'bandIs', ['a'], [{ band: 'a' }], [{ band: 'b' }, { num: '1', currency: 'CNY' }]],
  ['money', 'empty', undefined, [undefined, { currency: 'CNY' }], [{ band: 'a' }, { num: '0', currency: 'CNY' }]],
  ['date', 'on', '2019', ['2019', '2019-06', '2019-12-31'], ['2018-12-31', '2020', undefined]],
  ['date', 'on', '2019-06', ['2019-06', '2019-06-30'], ['2019', '2019-07-01']],
  ['date', 'between', ['2019', null], ['2019', '2019-01-01', '2030'], ['2018-12-31', '2018', undefined]],
  ['date', 'between', [null, '2019'], ['2018', '2019', '2019-12-31'], ['2020', '2020-01-01', undefined]],
  ['date', 'between', [null, '2019-06'], ['2019-06', '2019-06-30'], ['2019', '2019-07']],
  ['date', 'before', '2019', ['2018', '2018-12-31'], ['2019', '2019-01-01', undefined]],
  ['date', 'before', '2019-06', ['2019-05', '2018'], ['2019', '2019-06-01']],
  ['date', 'after', '2019', ['2020', '2020-01-01'], ['2019-12-31', '2019']],
  ['date', 'after', '9999', [], ['9999', '9999-12-31']],
  ['date', 'between', ['2019-02', '2020'], ['2019-02-01', '2020', '2020-12-31'], ['2019', '2019-01-31', '2021']],
  ['date', 'thisWeek', undefined, ['2026-11-16', '2026-11-22'], ['2026-11-15', '2026-11-23', '2026-11', undefined]],
  ['date', 'thisMonth', undefined, ['2026-11', '2026-11-01', '2026-11-30'], ['2026-10-31', '2026']],
  ['date', 'thisQuarter', undefined, ['2026-10-01', '2026-12'], ['2026-09-30', '2027-01-01']],
  ['date', 'thisYear', undefined, ['2026', '2026-01-01'], ['2025-12-31']],
  ['date', 'lastWeek', undefined, ['2026-11-09', '2026-11-15'], ['2026-11-08', '2026-11-16', '2026-11', undefined]],
  ['date', 'lastMonth', undefined, ['2026-10', '2026-10-01', '2026-10-31'], ['2026-09-30', '2026-11-01', '2026']],
  ['date', 'lastQuarter', undefined, ['2026-07-01', '2026-09'], ['2026-06-30', '2026-10-01']],
  ['date', 'lastYear', undefined, ['2025', '2025-12-31'], ['2024-12-31', '2026-01-01']],
  ['moment', 'lastMonth', undefined, ['2026-09-30T16:00:00Z'], ['2026-10-31T16:00:00Z', '2026-09-30T15:59:59Z']],
  ['date', 'lastDays', 1, ['2026-11-21'], ['2026-11-20', '2026-11-22']],
  ['date', 'lastDays', 7, ['2026-11-15', '2026-11-21'], ['2026-11-14', '2026-11-22']],
  ['date', 'nextDays', 2, ['2026-11-22', '2026-11-23'], ['2026-11-21', '2026-11-24']],
  ['date', 'lastMonths', 1, ['2026-10-22', '2026-11-21'], ['2026-10-21', '2026-11-22']],
  ['date', 'lastYears', 1, ['2025-11-22', '2026-11-21'], ['2025-11-21', '2025']],
  [
    'moment',
    'on',
    '2026-11-21',
    ['2026-11-20T16:00:00Z', '2026-11-21T15:59:59.999Z'],
    ['2026-11-20T15:59:59Z', '2026-11-21T16:00:00Z'],
  ],
  ['moment', 'on', '2026-11-21T04:00Z', ['2026-11-21T04:00:59.999Z'], ['2026-11-21T04:01:00Z']],
  ['moment', 'between', ['2026-11-21', null], ['2026-11-20T16:00:00Z'], ['2026-11-20T15:59:59Z', undefined]],
  ['moment', 'between', [null, '2026-11-21'], ['2026-11-21T15:59:59Z'], ['2026-11-21T16:00:00Z', undefined]],
  ['moment', 'before', '2026-11-21', ['2026-11-20T15:59:59.999Z'], ['2026-11-20T16:00:00Z', undefined]],
  ['moment', 'after', '2026-11-21T04:00:00Z', ['2026-11-21T04:00:01Z'], ['2026-11-21T04:00:00.999Z']],
  ['moment', 'lastDays', 1, ['2026-11-20T16:00:00Z'], ['2026-11-20T15:59:59Z']],
  ['date', 'notBefore', '2024', ['2024', '2024-01-01', '2030'], ['2023', '2023-12-31', undefined]],
  ['date', 'notBefore', '2024-06', ['2024-06', '2024-06-01'], ['2024', '2024-05-31']],
  ['date', 'notAfter', '2024', ['2024', '2024-12-31', '1999'], ['2025', '2025-01-01', undefined]],
  ['moment', 'notBefore', '2026-11-21', ['2026-11-20T16:00:00Z'], ['2026-11-20T15:59:59Z', undefined]],
  ['moment', 'notAfter', '2026-11-21', ['2026-11-21T15:59:59Z'], ['2026-11-21T16:00:00Z', undefined]],
  ['round', 'between', ['A轮', 'B轮'], ['A轮', 'A+轮', 'B轮'], ['天使轮', 'C轮', '没有的轮次', undefined]],
  ['round', 'between', ['B轮', 'A轮'], ['A轮', 'A+轮', 'B轮'], ['天使轮', 'C轮', undefined]],
  ['round', 'between', ['B轮', null], ['B轮', 'C轮'], ['A+轮', undefined]],
  ['round', 'between', [null, 'A轮'], ['天使轮', 'A轮'], ['A+轮', undefined]],
  ['round', 'between', ['没有的轮次', 'B轮'], [], ['A轮', 'B轮', '没有的轮次', undefined]],
  [
    'banded',
    'gte',
    '50000000',
    [{ num: '60000000', currency: 'CNY', equivalentMoney: '60000000' }, { band: '亿元及以上' }],
    [{ band: '数千万' }, { band: '未透露' }, { band: '亿元及以上', currency: 'USD' }, undefined],
  ],
  ['banded', 'gte', '100000000', [{ band: '亿元及以上' }], [{ band: '数千万' }]],
  ['banded', 'gt', '100000000', [], [{ band: '亿元及以上' }]],
  ['banded', 'lt', '10000000', [{ band: '数百万' }], [{ band: '数千万' }, { band: '亿元及以上' }]],
  ['banded', 'lte', '9000000', [], [{ band: '数百万' }]],
  ['banded', 'between', ['1000000', '100000000'], [{ band: '数百万' }, { band: '数千万' }], [{ band: '亿元及以上' }]],
  ['flag', 'eq', true, [true], [false, undefined]],
  ['flag', 'ne', true, [false, undefined], [true]],
  ['choice', 'in', ['a'], ['a'], ['b', undefined]],
  ['tree', 'under', 'gd', ['gd', 'sz', 'ns'], ['bj', undefined]],
  ['tree', 'under', ['sz', 'bj'], ['ns', 'bj'], ['gd']],
  ['tree', 'in', ['gd'], ['gd'], ['sz']],
  ['link', 'in', ['7'], [{ id: '7' }, { id: '7', name: '七' }], [{ id: '8' }, undefined]],
  ['link', 'in', [{ id: '7', name: '七' }], [{ id: '7' }], [{ id: '8' }]],
  ['link', 'notIn', ['7'], [{ id: '8' }, undefined], [{ id: '7' }]],
  ['links', 'containsAny', ['7', '8'], [[{ id: '8' }]], [[{ id: '9' }], [], undefined]],
  ['links', 'containsAll', ['7', '8'], [[{ id: '8' }, { id: '7' }]], [[{ id: '8' }]]],
  ['list', 'containsAny', ['a'], [['a', 'b']], [['A'], [], undefined]],
  ['list', 'containsNone', ['a'], [['b'], [], undefined], [['a']]],
  ['list', 'empty', undefined, [[], undefined], [['a']]],
  ['file', 'notEmpty', undefined, [{ url: 'https://files.example.com/a', name: 'a' }], [undefined]],
];

describe('a comparison', () => {
  it.each(CASES)('%s %s %j', (field, op, value, yes, no) => {
    expect(yes.map((kept) => [kept, holds(field, op, value, kept)])).toEqual(yes.map((kept) => [kept, true]));
    expect(no.map((kept) => [kept, holds(field, op, value, kept)])).toEqual(no.map((kept) => [kept, false]));
  });

  it('by amount counts, where it says so, bands of which some amounts meet it', () => {
    const bandsFor = (comparison: object) => {
      const input = { field: 'banded', possibly: true, ...comparison };
      const fits = compilePredicate({ fields: FIELDS }, parseCondition({ fields: FIELDS }, input), { today: TODAY });
      return BANDS.map(({ value }) => value).filter((band) => fits({ banded: { band } }));
    };
    expect(bandsFor({ op: 'gte', value: '50000000' })).toEqual(['数千万', '亿元及以上']);
    expect(bandsFor({ op: 'gte', value: '100000000' })).toEqual(['亿元及以上']);
    expect(bandsFor({ op: 'lt', value: '10000000' })).toEqual(['数百万']);
    expect(bandsFor({ op: 'lte', value: '10000000' })).toEqual(['数百万', '数千万']);
    expect(bandsFor({ op: 'between', value: ['100000000', '500000000'] })).toEqual(['亿元及以上']);
    expect(bandsFor({ op: 'between', value: ['500000000', '100000000'] })).toEqual([]);
    expect(bandsFor({ op: 'eq', value: '30000000' })).toEqual(['数千万']);
  });

  it('says where bands cannot count', () => {
    const input = { field: 'banded', op: 'bandIs', value: ['数百万'], possibly: true };
    expect(() => parseCondition({ fields: FIELDS }, input)).toThrow('“含区间披露”只用于按数额比较金额');
    expect(() => parseCondition({ fields: FIELDS }, { field: 'integer', op: 'gt', value: 1, possibly: true })).toThrow(
      'filter.possibly',
    );
  });

  it('with a month that is shorter than today’s day ends at its last day', () => {
    const lastMonth = parseCondition({ fields: FIELDS }, { field: 'date', op: 'lastMonths', value: 1 });
    const inMonth = compilePredicate({ fields: FIELDS }, lastMonth, { today: '2026-03-31' });
    expect(['2026-02-28', '2026-03-01', '2026-03-31'].map((date) => inMonth({ date }))).toEqual([false, true, true]);
  });

  it('under a tree that loops ends', () => {
    const loop = [
      { value: 'a', label: 'a', parent: 'b' },
      { value: 'b', label: 'b', parent: 'a' },
    ];
    const fields: FieldDefinition[] = [{ apiName: 'tree', type: 'treeSelect', label: '树', selectOptions: loop }];
    const under = compilePredicate({ fields }, parseCondition({ fields }, { field: 'tree', op: 'under', value: 'a' }), {
      today: TODAY,
    });
    expect(['a', 'b', 'c'].map((tree) => under({ tree }))).toEqual([true, true, false]);
  });

  it('combined by and, or and not is plain logic, nothing included', () => {
    const source = { fields: FIELDS };
    const is = (value: string) => ({ field: 'text', op: 'eq' as const, value });
    const run = (input: unknown, text?: string) =>
      compilePredicate(source, parseCondition(source, input), { today: TODAY })({ text });
    expect(run({ or: [is('a'), is('b')] }, 'b')).toBe(true);
    expect(run({ and: [is('a'), { not: is('b') }] }, 'a')).toBe(true);
    expect(run({ not: is('a') })).toBe(true);
    expect(run({ not: { not: is('a') } })).toBe(false);
  });
});
