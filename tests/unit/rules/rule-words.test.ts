import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { resolveOptions } from '#generators/options.ts';
import { celText, type RuleNames, ruleText } from '#shared/rules/rule-words.ts';

const FIELDS: readonly FieldDefinition[] = [
  {
    apiName: 'round',
    type: 'select',
    label: '轮次',
    selectOptions: [
      { value: 'a', label: 'A轮' },
      { value: 'b', label: 'B轮' },
    ],
  },
  { apiName: 'tags', type: 'multiSelect', label: '标签', selectOptions: [{ value: 'x', label: '硬科技' }] },
  { apiName: 'amount', type: 'currency', label: '金额' },
  { apiName: 'target', type: 'currency', label: '目标金额' },
  { apiName: 'heat', type: 'integer', label: '热度' },
  { apiName: 'share', type: 'percent', label: '占比' },
  { apiName: 'foundedOn', type: 'date', label: '成立时间' },
  { apiName: 'closedOn', type: 'date', label: '停业时间' },
  { apiName: 'isFa', type: 'boolean', label: '是否 FA' },
  { apiName: 'name', type: 'text', label: '名称' },
  { apiName: 'owner', type: 'reference', label: '负责人', targetApiName: 'User' },
];
const names: RuleNames = {
  field: (apiName) => FIELDS.find((field) => field.apiName === apiName),
  option: (value, field) => field.selectOptions?.find((option) => option.value === value)?.label ?? value,
};

describe('a CEL expression in words', () => {
  test.each([
    ["self.round in ['a', 'b'] && self.amount.num >= 50000000", '轮次 属于 A轮、B轮 且 金额 不小于 5000万'],
    ["self.round == 'a'", '轮次 是 A轮'],
    ["self.round != 'a'", '轮次 不是 A轮'],
    ["!(self.round in ['a'])", '轮次 不属于 A轮'],
    ["'x' in self.tags", '标签 包含 硬科技'],
    ['self.heat >= 80', '热度 不小于 80'],
    ['self.heat < 80', '热度 小于 80'],
    ['!(self.heat < 80)', '热度 不小于 80'],
    ['self.heat == 80', '热度 等于 80'],
    ['self.share <= 20', '占比 不大于 20%'],
    ['self.amount.num >= self.target.num', '金额 不小于 目标金额'],
    ['self.amount.currency == self.target.currency', '金额的币种 是 目标金额的币种'],
    ["self.amount.currency == 'USD'", '金额的币种 是 USD'],
    ['sameCurrency(self.amount, self.target)', '金额 与 目标金额 币种相同'],
    ['self.foundedOn <= today', '成立时间 不晚于 今天'],
    ["self.foundedOn > '2020-01-01'", '成立时间 晚于 2020-01-01'],
    ['daysBetween(self.foundedOn, today) >= 0', '成立时间 到 今天 的天数 不小于 0'],
    ['has(self.name)', '名称 已填写'],
    ['!has(self.name)', '名称 未填写'],
    ['blank(self.name)', '名称 未填写'],
    ['!blank(self.name)', '名称 已填写'],
    ['has(self.isFa) && self.isFa', '是否 FA 已填写 且 是否 FA 为 是'],
    ['!has(self.isFa) || !self.isFa', '是否 FA 未填写 或 是否 FA 为 否'],
    ['self.isFa == true', '是否 FA 为 是'],
    ['self.isFa != true', '是否 FA 为 否'],
    ["self.heat > 1 && (self.round == 'a' || self.round == 'b')", '热度 大于 1 且 （轮次 是 A轮 或 轮次 是 B轮）'],
    ["self.isFa ? self.heat > 1 : self.round == 'a'", '若 是否 FA 为 是，则 热度 大于 1；否则 轮次 是 A轮'],
    ['size(self.name) == 2', '名称的字数 等于 2'],
    ["self.name.startsWith('北京')", '名称 以 北京 开头'],
    ["['I', 'O'].exists(letter, self.name.contains(letter))", '名称 包含 I、O 之一'],
    ["!self.tags.exists(x, x in ['x'])", '并非（标签的任一项 属于 硬科技）'],
    ['old.round != self.round', '原轮次 不是 轮次'],
    ['self.owner == user.id', '负责人 是 当前用户'],
    ['self.heat + 1 > 3', '热度 ＋ 1 大于 3'],
  ])('%s reads %s', (source, words) => expect(celText(source, names)).toBe(words));

  test.each([
    ['a form without words', 'self.tags.map(x, x).size() > 1'],
    ['a field that there is not', 'self.nothing == 1'],
    ['what cannot be parsed', 'self.round =='],
  ])('has none for %s', (_, source) => expect(celText(source, names)).toBeUndefined());
});

describe('a rule in words', () => {
  test.each([
    [{ kind: 'visible', target: 'round', rule: 'self.heat > 1' }, '当 热度 大于 1 时显示“轮次”'],
    [{ kind: 'required', target: 'round', rule: 'self.heat > 1' }, '当 热度 大于 1 时必填“轮次”'],
    [{ kind: 'readonly', target: 'round', rule: 'has(old.round)' }, '当 原轮次 已填写 时“轮次”只读'],
    [
      { kind: 'options', target: 'round', rule: "['a', 'b']", when: 'self.isFa', message: '不能选' },
      '当 是否 FA 为 是 时，“轮次”只能选 A轮、B轮',
    ],
    [{ kind: 'value', target: 'round', rule: "'a'" }, '“轮次”取 A轮'],
    [{ kind: 'value', target: 'isFa', rule: 'true', when: "self.round == 'a'" }, '当 轮次 是 A轮 时，“是否 FA”取 是'],
    [
      { kind: 'assert', target: 'closedOn', rule: 'self.closedOn >= self.foundedOn', message: '停业不早于成立' },
      '应满足 停业时间 不早于 成立时间，否则提示“停业不早于成立”',
    ],
  ] as const)('%o reads %s', (rule, words) => expect(ruleText({ id: 'r', ...rule }, names)).toBe(words));

  test('is there for every rule that ships', () => {
    const sets = new Map(shippedOptionSets().map((set) => [set.name, set]));
    const without = shippedObjects().flatMap((saved) => {
      const object = resolveOptions(saved, sets);
      const field = (apiName: string) => object.fields.find((each) => each.apiName === apiName);
      return object.rules
        .filter((rule) => ruleText(rule, { ...names, field }) === undefined)
        .map(({ id, rule }) => `${object.apiName} ${id}: ${rule}`);
    });
    expect(without).toEqual([]);
  });
});
