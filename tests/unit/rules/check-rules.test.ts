import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { FIELDS } from '#tests/support/rules/rule-runner.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';

const refused = (rules: readonly Rule[], fields: readonly FieldDefinition[] = FIELDS) =>
  checkRules(sampleObject(fields, rules)).map(({ message }) => message);
const rule = (more: Partial<Rule>): Rule => ({ id: 'r', kind: 'assert', target: 'name', rule: 'true', ...more });
const formula = (apiName: string, expression: string, resultType: 'text' | 'decimal' = 'decimal'): FieldDefinition => ({
  apiName,
  type: 'formula',
  label: apiName,
  config: { expression, resultType },
});

describe('staff who save rules are shown what is wrong, in which rule and where', () => {
  test('an unknown field, with the id and the place', () => {
    expect(checkRules(sampleObject(FIELDS, [rule({ id: 'my-rule', rule: 'self.price > 1 && self.nope' })]))).toEqual([
      { field: 'name', message: '规则“my-rule”的表达式第 1 行第 24 列：没有字段“nope”', rule: 'my-rule' },
    ]);
  });

  test('an error in when', () => {
    expect(refused([rule({ when: 'self.name' })])).toEqual(['规则“r”的前提条件第 1 行第 1 列：必须是条件（是或否）']);
  });

  test('a target that does not exist', () => {
    expect(refused([rule({ target: 'nope' })])).toEqual(['规则“r”的目标字段“nope”不存在']);
  });

  test('an id used twice', () => {
    expect(refused([rule({}), rule({})])).toEqual(['规则编号“r”重复']);
  });

  test.each<[Partial<Rule>, string]>([
    [{ kind: 'visible', rule: 'self.price' }, '结果必须是条件（是或否），不能是数值'],
    [{ kind: 'required', rule: "'x'" }, '结果必须是条件（是或否），不能是文本'],
    [{ kind: 'options', target: 'way', rule: "'a'" }, '结果必须是文本列表，不能是文本'],
    [{ kind: 'options', target: 'price', rule: "['a']" }, '字段“价格”没有选项，不能限定可选的值'],
    [{ kind: 'options', target: 'way', rule: "['a_times', 'nope']" }, '字段“方式”没有选项“nope”'],
    [{ kind: 'value', target: 'price', rule: 'self.name' }, '结果必须是数值，不能是文本'],
    [{ kind: 'value', target: 'company', rule: 'self.investors' }, '结果必须是文本，不能是文本列表'],
  ])('%j', (more, message) => {
    expect(refused([rule(more)])).toEqual([`规则“r”的表达式第 1 行第 1 列：${message}`]);
  });

  test('a formula whose answer is not of its result type, or that reads nothing known', () => {
    expect(refused([], [...FIELDS, { ...formula('f', 'self.name'), label: '甲' }])).toEqual([
      '字段“甲”的公式第 1 行第 1 列：结果必须是数值，不能是文本',
    ]);
    expect(refused([], [...FIELDS, { ...formula('f', ''), label: '甲' }])[0]).toContain('字段“甲”的公式第 1 行第 1 列');
  });
});

describe('a rule that compares with what a field can never hold is refused', () => {
  const fields: readonly FieldDefinition[] = [
    ...FIELDS,
    { apiName: 'bornOn', type: 'date', label: '出生', config: { partial: true } },
    { apiName: 'seenAt', type: 'dateTime', label: '上线' },
    { apiName: 'moods', type: 'multiSelect', label: '心情', selectOptions: [{ value: 'glad', label: '喜' }] },
  ];
  const first = (source: string, more: Partial<Rule> = {}) => refused([rule({ rule: source, ...more })], fields)[0];

  test.each([
    ["self.way == 'zz'", '第 1 行第 13 列：字段“方式”没有选项“zz”'],
    ["self.price > 1 || old.way != 'zz'", '第 1 行第 30 列：字段“方式”没有选项“zz”'],
    ["self.way in ['a_times', 'zz']", '第 1 行第 25 列：字段“方式”没有选项“zz”'],
    ["'sad' in self.moods", '第 1 行第 1 列：字段“心情”没有选项“sad”'],
    ["self.bornOn >= 'soon'", '第 1 行第 16 列：“soon”不是日期，“出生”不会等于它'],
    ["self.seenAt < '2026-13-01'", '第 1 行第 15 列：“2026-13-01”不是日期或时间，“上线”不会等于它'],
  ])('%s', (source, message) => {
    expect(first(source)).toBe(`规则“r”的表达式${message}`);
  });

  test.each([
    "self.way == 'a_times'",
    "self.way == ''",
    "self.bornOn >= '2019-06'",
    "self.seenAt < '2026-12-01'",
    "self.bornOn <= today && self.name == 'zz'",
  ])('but not %s', (source) => {
    expect(first(source)).toBeUndefined();
  });

  test('and so is an answer that its target does not take, on either side of a condition', () => {
    const source = "self.price > 1 ? 'a_times' : 'zz'";
    expect(first(source, { kind: 'value', target: 'way' })).toBe(
      '规则“r”的表达式第 1 行第 30 列：字段“方式”没有选项“zz”',
    );
  });

  test('although a rule that is there already goes on', () => {
    const check = compileObject(sampleObject(fields, [rule({ rule: "self.way != 'zz'" })]));
    expect(check.check({ name: '甲', way: 'a_times' }, context).problems).toEqual([]);
  });
});

describe('rings of fields that decide each other are refused', () => {
  test('two formulas', () => {
    expect(refused([], [formula('a', 'self.b + 1'), formula('b', 'self.a + 1')])).toEqual([
      '字段的规则互相依赖，无法计算：a → b → a',
    ]);
  });

  test('a formula of itself', () => {
    expect(refused([], [formula('a', 'self.a + 1')])).toEqual(['字段的规则互相依赖，无法计算：a → a']);
  });

  test('two fields that hide each other', () => {
    const rules = [
      rule({ id: 'a', kind: 'visible', target: 'name', rule: 'blank(self.alias)' }),
      rule({ id: 'b', kind: 'visible', target: 'alias', rule: 'blank(self.name)' }),
    ];
    expect(refused(rules)).toEqual(['字段的规则互相依赖，无法计算：名称 → 别名 → 名称']);
  });

  test('a value rule may read the value given, and asserts may look at each other', () => {
    expect(refused([rule({ kind: 'value', rule: "self.name + ''" })])).toEqual([]);
    expect(
      refused([rule({ id: 'a', rule: 'has(self.alias)' }), rule({ id: 'b', target: 'alias', rule: 'has(self.name)' })]),
    ).toEqual([]);
  });

  test('a long chain is no ring', () => {
    const chain = Array.from({ length: 200 }, (_, index) =>
      formula(`f${index}`, index === 0 ? 'self.price' : `self.f${index - 1} + 1`),
    );
    expect(refused([], [...FIELDS, ...chain])).toEqual([]);
  });
});

test('rules of every kind that are sound pass both checkers', () => {
  expect(
    refused([
      rule({ id: 'a', rule: 'len(self.name) >= 2 && self.name != self.alias' }),
      rule({ id: 'b', kind: 'visible', target: 'cycle', rule: "self.way == 'a_times' || blank(self.way)" }),
      rule({ id: 'c', kind: 'required', target: 'paid', rule: 'self.listed' }),
      rule({ id: 'd', kind: 'readonly', target: 'staff', rule: "!('STAFF' in user.roles) && has(old.staff)" }),
      rule({ id: 'e', kind: 'value', target: 'price', rule: 'self.ratio / 100 * self.staff' }),
      rule({ id: 'f', kind: 'options', target: 'cycle', when: "self.way == 'a_times'", rule: "['all']" }),
      rule({
        id: 'g',
        target: 'paid',
        rule: 'sameCurrency(self.paid, self.amount) ? self.paid.num <= self.amount.num : self.paid.equivalentMoney <= self.amount.equivalentMoney',
      }),
      rule({ id: 'h', target: 'end', rule: 'daysBetween(self.start, self.end) >= 0 && lastDay(self.end) >= today' }),
      rule({ id: 'i', target: 'tags', rule: 'self.tags.all(t, len(t) <= 20) && size(self.tags) <= 9' }),
      rule({ id: 'j', target: 'deck', rule: "self.deck.size < 5242880 && self.deck.name.endsWith('.pdf')" }),
      rule({ id: 'k', target: 'paid', rule: 'self.paid != old.paid' }),
      rule({
        id: 'l',
        target: 'amount',
        rule: 'blank(self.amount.num) || 0 < self.amount.num && self.amount.num < 0.5',
      }),
    ]),
  ).toEqual([]);
});
