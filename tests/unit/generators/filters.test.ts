import { describe, expect, test } from 'vitest';
import { OPERATORS } from '#schemas/metadata/condition.ts';
import { FIELD_TYPES, type FieldDefinition } from '#schemas/metadata/field.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { comparisons, ConditionFault, filterFields, parseCondition } from '#generators/filters.ts';
import { OPERATOR_FORMS } from '#generators/operators.ts';
import { options } from '#tests/support/metadata/sample-object.ts';

const fields: FieldDefinition[] = [
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'staffCount', type: 'integer', label: '人数' },
  { apiName: 'share', type: 'percent', label: '占比' },
  { apiName: 'raised', type: 'currency', label: '融资额' },
  { apiName: 'foundedOn', type: 'date', label: '成立时间' },
  { apiName: 'seenAt', type: 'dateTime', label: '更新时间' },
  { apiName: 'round', type: 'select', label: '轮次', selectOptions: options('a', 'b') },
  { apiName: 'industry', type: 'treeSelect', label: '行业' },
  { apiName: 'isListed', type: 'boolean', label: '是否上市' },
  { apiName: 'lead', type: 'reference', label: '领投方', targetApiName: 'Org' },
  { apiName: 'tags', type: 'textList', label: '标签' },
  { apiName: 'logo', type: 'image', label: '标识' },
  { apiName: 'gone', type: 'text', label: '旧字段', removed: true },
];
const parse = (input: unknown) => parseCondition({ fields }, input);

function fault(input: unknown): ConditionFault {
  try {
    parse(input);
  } catch (thrown) {
    if (thrown instanceof ConditionFault) return thrown;
    throw thrown;
  }
  throw new Error('The condition was accepted');
}

describe('a condition from outside is taken when the object can answer it', () => {
  test.each([
    [{ field: 'name', op: 'contains', value: '科技' }],
    [{ field: 'staffCount', op: 'between', value: [1, 500] }],
    [{ field: 'staffCount', op: 'between', value: [null, 500] }],
    [{ field: 'foundedOn', op: 'between', value: ['2019', null] }],
    [{ field: 'share', op: 'gte', value: '12.5' }],
    [{ field: 'raised', op: 'currencyIs', value: ['USD', 'HKD'] }],
    [{ field: 'foundedOn', op: 'on', value: '2019' }],
    [{ field: 'foundedOn', op: 'lastMonths', value: 6 }],
    [{ field: 'seenAt', op: 'after', value: '2024-02-29T08:00:00Z' }],
    [{ field: 'isListed', op: 'eq', value: false }],
    [{ field: 'logo', op: 'empty' }],
    [
      {
        not: {
          or: [
            { field: 'round', op: 'in', value: ['a'] },
            { field: 'name', op: 'empty' },
          ],
        },
      },
    ],
  ])('%j', (condition) => {
    expect(parse(condition)).toEqual(condition);
  });

  test('one value represents a list of one, a link for its id, digits for a whole number', () => {
    expect(parse({ field: 'industry', op: 'under', value: 'ai' })).toMatchObject({ value: ['ai'] });
    expect(parse({ field: 'lead', op: 'in', value: [{ id: '7', name: '示例资本' }] })).toMatchObject({ value: ['7'] });
    expect(parse({ field: 'staffCount', op: 'eq', value: '30' })).toMatchObject({ value: 30 });
    expect(parse({ field: 'raised', op: 'gt', value: 1000 })).toMatchObject({ value: '1000' });
  });
});

describe('a condition that the object cannot answer is refused, with the place and the reason', () => {
  test.each([
    ['no object', null, 'filter', '应为一个条件'],
    ['a list', [], 'filter', '应为一个条件'],
    ['an unknown field', { field: 'size', op: 'eq', value: 1 }, 'filter.field', '没有字段“size”'],
    ['a removed field', { field: 'gone', op: 'empty' }, 'filter.field', '没有字段“gone”'],
    ['a key of every object as field', { field: '__proto__', op: 'empty' }, 'filter.field', '没有字段“__proto__”'],
    ['constructor as field', { field: 'constructor', op: 'empty' }, 'filter.field', '没有字段“constructor”'],
    [
      'an unknown operator',
      { field: 'name', op: 'like', value: '%' },
      'filter.op',
      '没有比较方式“like”，“名称”可用：contains（包含）、',
    ],
    ['a name of every object as operator', { field: 'name', op: 'toString' }, 'filter.op', '没有比较方式“toString”'],
    [
      'an operator of another type',
      { field: 'name', op: 'between', value: [1, 2] },
      'filter.op',
      '“名称”不能用“介于”比较，“名称”可用：contains（包含）、',
    ],
    ['a foreign key', { field: 'name', op: 'empty', sql: '1' }, 'filter', '不认识的键“sql”'],
    [
      'a group beside a comparison',
      { and: [{ field: 'name', op: 'empty' }], field: 'name' },
      'filter',
      '“and”旁边不能有别的键',
    ],
    ['an empty group', { or: [] }, 'filter.or', '应为至少有一个条件的列表'],
    ['a group that is no list', { and: { 0: 1 } }, 'filter.and', '应为至少有一个条件的列表'],
    [
      'a date that does not exist',
      { field: 'foundedOn', op: 'on', value: '2019-02-30' },
      'filter.value',
      '应为存在的日期',
    ],
    ['half a range', { field: 'staffCount', op: 'between', value: [1] }, 'filter.value', '应为起止两个值'],
    [
      'a range without ends',
      { field: 'foundedOn', op: 'between', value: [null, null] },
      'filter.value',
      '请至少填写起止中的一个',
    ],
    [
      'a wrong end beside an open one',
      { field: 'foundedOn', op: 'between', value: [null, '很久'] },
      'filter.value',
      '应为存在的日期',
    ],
    ['a fraction of a person', { field: 'staffCount', op: 'eq', value: 1.5 }, 'filter.value', '应为整数'],
    ['a number that lost digits', { field: 'share', op: 'eq', value: 0.1 }, 'filter.value', '应为数字'],
    ['minus days', { field: 'foundedOn', op: 'lastDays', value: -1 }, 'filter.value', '应为 1 到 36500 的整数'],
    ['a currency that is none', { field: 'raised', op: 'currencyIs', value: 'BTC' }, 'filter.value', '应为 CNY'],
    ['an id that is none', { field: 'lead', op: 'in', value: ['1;drop'] }, 'filter.value', '应为记录编号'],
    ['a text that no database keeps', { field: 'name', op: 'eq', value: 'a\0b' }, 'filter.value', '的文本'],
    ['a value where none belongs', { field: 'name', op: 'empty', value: 'x' }, 'filter.value', '不需要值'],
    ['yes in a word', { field: 'isListed', op: 'eq', value: 'true' }, 'filter.value', '应为 true 或 false'],
    [
      'too many values',
      { field: 'round', op: 'in', value: Array.from({ length: 201 }, String) },
      'filter.value',
      '应有 1 到 200 个值',
    ],
  ])('%s', (_, input, path, reason) => {
    const found = fault(input);
    expect(found.path).toBe(path);
    expect(found.reason).toContain(reason);
  });

  test('an own key named __proto__ is a foreign key', () => {
    expect(fault(JSON.parse('{"field":"name","op":"empty","__proto__":{"a":1}}')).reason).toContain('不认识的键');
  });

  test('the place of a member deep inside is named', () => {
    const condition = {
      and: [
        { field: 'name', op: 'empty' },
        {
          or: [
            { field: 'name', op: 'empty' },
            { field: 'x', op: 'eq' },
          ],
        },
      ],
    };
    expect(fault(condition).path).toBe('filter.and[1].or[1].field');
  });

  test('a filter nested 1,000 deep is refused at the ninth level', () => {
    let nested: unknown = { field: 'name', op: 'empty' };
    for (let depth = 0; depth < 1000; depth += 1) nested = { and: [nested] };
    expect(fault(nested).reason).toBe('条件嵌套超过 8 层');
  });

  test('a filter of 101 conditions is refused', () => {
    const many = { or: Array.from({ length: 101 }, () => ({ field: 'name', op: 'empty' })) };
    expect(fault(many).reason).toBe('条件超过 100 个');
  });

  test('a field name of 5,000 characters or a value nested very deep is not written out in full', () => {
    expect(fault({ field: 'x'.repeat(5000), op: 'eq' }).message.length).toBeLessThan(100);
    let deep: unknown = [];
    for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
    expect(fault({ field: deep, op: 'eq' }).reason).toContain('[object]');
    expect(fault({ field: 'name', op: 'eq', value: deep }).reason).toContain('的文本');
  });
});

describe('the operators that types offer', () => {
  test('every operator has a Chinese word, and every type offers at least one whose value it can read', () => {
    for (const operator of OPERATORS) expect(OPERATOR_FORMS[operator].label).toMatch(/\p{Script=Han}/u);
    for (const type of FIELD_TYPES) {
      const { operators } = valueType({ type });
      expect([type, operators.length > 0]).toEqual([type, true]);
    }
  });

  test('lists offer the filters of their layout first, and no removed field', () => {
    const offered = filterFields({ fields, filters: ['round', 'gone', 'name'] }).map(({ field }) => field.apiName);
    expect(offered.slice(0, 2)).toEqual(['round', 'name']);
    expect(offered).toHaveLength(fields.length - 1);
  });

  test('the comparisons of a tree come from left to right', () => {
    const name = { field: 'name', op: 'empty' } as const;
    const round = { field: 'round', op: 'notEmpty' } as const;
    expect(comparisons({ and: [name, { not: { or: [round, name] } }] })).toEqual([name, round, name]);
  });
});
