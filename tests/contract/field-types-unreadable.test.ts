import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import { ruleTypeOf } from '#shared/rules/fields.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { EVERY_FIELD } from '#tests/support/metadata/every-field-type.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';
import { text } from '#tests/support/app/save-as-api.ts';

const GIVEN = EVERY_FIELD.filter((field) => !isComputed(field) && !field.config?.sealed).map((field) => ({
  ...field,
  required: false,
}));
/** Something of no field’s type. */
const UNREADABLE = { unreadable: { deeply: true } } as never;
/** An expression that passes for any value it can read, written so that the value itself decides. */
const TESTS: Readonly<Record<string, string>> = {
  string: "self.given != 'never'",
  decimal: 'self.given > -1000000',
  bool: 'self.given || true == self.given || !self.given',
  list: 'size(self.given) >= 0',
  currency: 'self.given.num > -1000000',
  file: 'size(self.given.url) > 0',
};

const passes = (field: FieldDefinition): Rule => ({
  id: 'passes',
  kind: 'assert',
  target: 'name',
  rule: TESTS[ruleTypeOf(field).kind] ?? 'false',
});

describe.each(GIVEN.map((field) => [field.label, { ...field, apiName: 'given' }] as const))(
  'a value of %s',
  (_, field) => {
    const check = compileObject(sampleObject([text('name'), field], [passes(field)]));

    test('that no rule can read is refused, and at its own field when it was sent', () => {
      const unreadable = field.type === 'file' || field.type === 'image' ? ('x' as never) : UNREADABLE;
      const { problems } = check.check({ name: '甲', given: unreadable }, context);
      expect(problems.map(({ field: place }) => place)).toEqual(['given']);
    });

    test('that was kept and cannot be read fails the rule that reads it, with its id', () => {
      const unreadable = field.type === 'file' || field.type === 'image' ? ('x' as never) : UNREADABLE;
      const old = { name: '甲', given: unreadable };
      const { problems } = check.check({ name: '乙', given: unreadable }, { ...context, old });
      expect(problems).toEqual([
        { field: 'name', message: `规则“passes”无法计算：字段“${field.label}”的值无法读取`, rule: 'passes' },
      ]);
    });

    test('that is not there leaves the rule unasked', () => {
      for (const blank of [undefined, null, '', []])
        expect(check.check({ name: '甲', given: blank }, context).problems).toEqual([]);
    });
  },
);

test('An amount whose rate date is kept and cannot be read fails the rule that reads its equivalent, with its id', () => {
  const check = compileObject(
    sampleObject(
      [
        text('name'),
        { apiName: 'day', type: 'date', label: '日期' },
        { apiName: 'amount', type: 'currency', label: '金额', config: { rateDateField: 'day' } },
      ],
      [{ id: 'large', kind: 'assert', target: 'name', rule: 'self.amount.equivalentMoney > 1' }],
    ),
  );
  const kept = { name: '甲', day: '不详', amount: { num: '5', currency: 'CNY' } };
  expect(check.check({ ...kept, name: '乙' }, { ...context, old: kept }).problems).toEqual([
    { field: 'name', message: '规则“large”无法计算：字段“金额”的汇率日期无法读取', rule: 'large' },
  ]);
});

describe('a formula that fails', () => {
  const fields: readonly FieldDefinition[] = [
    text('name'),
    { apiName: 'part', type: 'integer', label: '部分' },
    { apiName: 'whole', type: 'integer', label: '总数' },
    {
      apiName: 'share',
      type: 'formula',
      label: '占比',
      config: { expression: 'self.part / self.whole', resultType: 'decimal' },
    },
  ];
  const rule: Rule = { id: 'half', kind: 'assert', target: 'name', rule: "self.share < 0.5 || self.name == 'x'" };
  const check = compileObject(sampleObject(fields, [rule]));

  test('is one problem of the formula on a new record, not a second one of the rule that reads it', () => {
    expect(check.check({ name: '甲', part: 1, whole: 0 }, context).problems).toEqual([
      { field: 'share', message: '规则“formula-share”无法计算：除数为 0', rule: 'formula-share' },
    ]);
  });

  test('on a record that is kept fails the rule that reads it when the rule is asked, and never passes', () => {
    const old = { name: '甲', part: 1, whole: 0 };
    expect(check.check({ ...old, name: '乙' }, { ...context, old }).problems).toEqual([
      { field: 'name', message: '规则“half”无法计算：除数为 0', rule: 'half' },
    ]);
  });
});

test('A fault says nothing of a value that is kept for some roles', () => {
  const check = compileObject(
    sampleObject(
      [text('name'), text('secret', { config: { visibleTo: ['staff'] } })],
      [{ id: 'late', kind: 'assert', target: 'name', rule: 'daysBetween(self.secret, today) > 0' }],
    ),
  );
  const old = { name: '甲', secret: '密语' };
  expect(check.check({ ...old, name: '乙' }, { ...context, old }).problems).toEqual([
    { field: 'name', message: '规则“late”无法计算', rule: 'late' },
  ]);
});
