import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { messages, save, text } from '#tests/support/app/save-as-api.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';

describe('values that rules and formulas give', () => {
  const formula = (
    apiName: string,
    expression: string,
    resultType: 'text' | 'decimal' | 'boolean' | 'date',
    more: Partial<FieldDefinition> = {},
  ) =>
    ({
      apiName,
      type: 'formula',
      label: apiName,
      config: { expression, resultType },
      ...more,
    }) satisfies FieldDefinition;
  const fields: FieldDefinition[] = [
    formula('double', 'self.single * 2', 'decimal'),
    { apiName: 'single', type: 'decimal', label: '单', decimalPlaces: 4 },
    formula('shown', "self.name + '：' + string(self.double)", 'text'),
    text('name'),
  ];

  test('formulas are worked out in the order they need, rounded half-even to their places', () => {
    expect(save(fields, [], { single: '1.0025', name: '合计' }).values).toEqual({
      double: '2',
      single: '1.0025',
      shown: '合计：2',
      name: '合计',
    });
    expect(save(fields, [], { single: '1.0075' }).values).toEqual({ double: '2.02', single: '1.0075' });
  });

  test('a value sent for a formula is silently put right', () => {
    const { values, problems } = save(fields, [], { single: '1', double: '999' });
    expect([values['double'], problems]).toEqual(['2', []]);
  });

  test('a formula that faults is a problem with its id', () => {
    const faulty = [
      formula('ratio', 'self.a / self.b', 'decimal'),
      { apiName: 'a', type: 'decimal', label: 'a' },
      { apiName: 'b', type: 'decimal', label: 'b' },
    ] as FieldDefinition[];
    expect(save(faulty, [], { a: '1', b: '0' }).problems).toEqual([
      { field: 'ratio', message: '规则“formula-ratio”无法计算：除数为 0', rule: 'formula-ratio' },
    ]);
    expect(messages(faulty, [], { a: '1' })).toEqual([]);
  });

  test('a value rule writes its target, which then counts as locked', () => {
    const rules: Rule[] = [{ id: 'cycle', kind: 'value', target: 'name', when: 'self.single == 1', rule: "'一'" }];
    const { values, problems, check } = save(fields, rules, { single: '1', name: '二' });
    expect([values['name'], values['shown'], problems]).toEqual(['一', '一：2', []]);
    expect(check.fieldState('name', { single: '1' }, context).readonly).toBe(true);
    expect(check.fieldState('name', { single: '2' }, context).readonly).toBe(false);
    expect(check.fieldValue('name', { single: '1', name: '二' }, context)).toBe('一');
  });

  test('a locked field that a value rule decides is put right without a word', () => {
    const rules: Rule[] = [
      { id: 'one', kind: 'value', target: 'name', rule: "'一'" },
      { id: 'lock', kind: 'readonly', target: 'name', rule: 'true' },
    ];
    const { values, problems } = save(fields, rules, { name: '二' });
    expect([values['name'], problems]).toEqual(['一', []]);
  });

  test('a value rule may look at what was given', () => {
    const rules: Rule[] = [
      { id: 'prefix', kind: 'value', target: 'name', rule: "self.name.startsWith('#') ? self.name : '#' + self.name" },
    ];
    expect(save(fields, rules, { name: 'a' }).values['name']).toBe('#a');
    expect(save(fields, rules, { name: '#a' }).values['name']).toBe('#a');
  });

  test('a new record starts with defaults and what follows from them', () => {
    const withDefault: FieldDefinition[] = [
      ...fields.slice(0, 1),
      { apiName: 'single', type: 'decimal', label: '单', config: { default: '3' } },
    ];
    expect(compileObject(sampleObject(withDefault)).initial(context)).toEqual({ double: '6', single: '3' });
  });

  test('each type of target takes the answer in its own shape', () => {
    const targets: FieldDefinition[] = [
      { apiName: 'company', type: 'reference', label: '公司' },
      { apiName: 'staff', type: 'integer', label: '人数' },
      { apiName: 'tags', type: 'textList', label: '标签' },
      { apiName: 'copy', type: 'currency', label: '金额' },
      { apiName: 'amount', type: 'currency', label: '金额' },
    ];
    const rules: Rule[] = [
      { id: 'a', kind: 'value', target: 'company', rule: 'user.id' },
      { id: 'b', kind: 'value', target: 'staff', rule: 'size(user.roles)' },
      { id: 'c', kind: 'value', target: 'tags', rule: 'user.roles' },
      { id: 'd', kind: 'value', target: 'copy', rule: 'self.amount' },
    ];
    const amount = { num: '1', currency: 'CNY' };
    expect(save(targets, rules, { amount }).values).toEqual({
      company: { id: '7' },
      staff: 1,
      tags: ['START_UP'],
      copy: amount,
      amount,
    });
  });
});

describe('faults and broken rules', () => {
  test('a rule that cannot be compiled blocks with its id and place, never passes', () => {
    const rules: Rule[] = [{ id: 'gone', kind: 'assert', target: 'name', rule: 'self.removed > 1' }];
    expect(save([text('name')], rules, { name: 'x' }).problems).toEqual([
      { field: 'name', message: '规则“gone”无法计算：第 1 行第 6 列：没有字段“removed”', rule: 'gone' },
    ]);
  });

  test('a field whose visible rule faults stays shown, and the fault is reported', () => {
    const rules: Rule[] = [{ id: 'v', kind: 'visible', target: 'name', rule: 'daysBetween(self.other, today) > 1' }];
    const { problems, check } = save([text('name'), text('other')], rules, { other: 'x' });
    expect(problems.map(({ rule }) => rule)).toEqual(['v']);
    expect(check.fieldState('name', { other: 'x' }, context).visible).toBe(true);
  });

  test('rules in a ring end, each field counting as it was sent', () => {
    const rules: Rule[] = [
      { id: 'a', kind: 'visible', target: 'a', rule: 'blank(self.b)' },
      { id: 'b', kind: 'visible', target: 'b', rule: 'blank(self.a)' },
    ];
    expect(messages([text('a'), text('b')], rules, { a: '1', b: '2' })).toEqual([]);
  });

  test('a message kept for the submit is not shown at a change', () => {
    const rules: Rule[] = [
      { id: 's', kind: 'assert', target: 'name', rule: 'len(self.name) > 3', message: '太短', on: ['submit'] },
    ];
    const { problems, check } = save([text('name')], rules, { name: 'x' });
    expect(problems.map(({ message }) => message)).toEqual(['太短']);
    expect(check.fieldProblem('name', { name: 'x' }, context)).toBeUndefined();
  });
});
