import { describe, expect, test } from 'vitest';
import type { Rule } from '#schemas/metadata/rule.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { fieldsRead, outcomeWords, runTests } from '#shared/rules/rule-tests.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';
import { FIELDS } from '#tests/support/rules/rule-runner.ts';

const rule = (more: Partial<Rule> = {}): Rule => ({
  id: 'paid-at-most',
  kind: 'assert',
  target: 'paid',
  rule: 'self.paid.num <= self.amount.num',
  ...more,
});
const VALUES = { amount: { num: '5000000', currency: 'CNY' }, paid: { num: '60000000', currency: 'CNY' } } as const;

describe('a message shows values of the record', () => {
  const said = (message: string, fields = FIELDS) =>
    compileObject(sampleObject(fields, [rule({ message })])).check(VALUES, context).problems[0]?.message;

  test('by the label of a field or its identifier', () => {
    expect(said('已付 {已付} 超过金额 {amount}')).toBe('已付 6000万人民币 超过金额 500万人民币');
  });

  test('what is not filled, and what not everyone may read, is not made up', () => {
    expect(said('{比例}')).toBe('（未填写）');
    const closed = FIELDS.map((field) =>
      field.apiName === 'amount' ? { ...field, config: { visibleTo: ['staff' as const] } } : field,
    );
    expect(said('超过 {金额}', closed)).toBe('超过 …');
  });

  test('a brace that holds no name stays a brace', () => {
    expect(said('以 { 开头、以 } 结尾')).toBe('以 { 开头、以 } 结尾');
  });

  test('one that names no field, or what the form cannot show, is refused at the save', () => {
    const problems = (message: string) =>
      checkRules(sampleObject(FIELDS, [rule({ message })])).map((problem) => problem.message);
    expect(problems('超过 {金鹅}')).toEqual(['规则“paid-at-most”的提示中的“{金鹅}”不是字段的名称或标识']);
    expect(problems('{公司}')).toEqual([expect.stringContaining('提示中不能显示“公司”的值')]);
  });

  test('a value that a message shows is followed while it is typed', () => {
    const check = compileObject(sampleObject(FIELDS, [rule({ message: '{名称}' })]));
    expect([...check.rulesReading('name')]).toEqual(['paid']);
  });
});

describe('tests beside a rule', () => {
  const tests = [
    { name: '超过', values: VALUES, expected: false },
    { name: '只有金额', values: { amount: VALUES.amount }, expected: null },
  ];

  test('pass where the rule answers as expected', () => {
    const given = rule({ tests });
    expect(runTests(sampleObject(FIELDS, [given]), given).map(({ passes }) => passes)).toEqual([true, true]);
    expect(checkRules(sampleObject(FIELDS, [given]))).toEqual([]);
  });

  test('one that fails refuses the save, with what it should be and what it is', () => {
    const given = rule({ tests, rule: 'self.paid.num > self.amount.num' });
    expect(checkRules(sampleObject(FIELDS, [given]))).toEqual([
      {
        field: 'paid',
        rule: 'paid-at-most',
        message: '规则“paid-at-most”的用例“超过”未通过：应为“不通过”，实为“通过”',
      },
    ]);
  });

  test('are run on a day that stays the same', () => {
    const given = rule({
      rule: 'self.start <= today',
      tests: [
        { values: { start: '2019-12-31' }, expected: true },
        { values: { start: '2020-01-02' }, expected: false },
      ],
    });
    expect(runTests(sampleObject(FIELDS, [given]), given).every(({ passes }) => passes)).toBe(true);
  });

  test('ask for the fields that the rule reads', () => {
    const given = rule();
    expect(fieldsRead(sampleObject(FIELDS, [given]), given).map(({ apiName }) => apiName)).toEqual(['amount', 'paid']);
  });

  test('a rule that fails says why', () => {
    const given = rule({
      rule: 'self.price / self.ratio > 1',
      tests: [{ values: { price: '1', ratio: '0' }, expected: true }],
    });
    const [tested] = runTests(sampleObject(FIELDS, [given]), given);
    expect(tested && outcomeWords('assert', tested.outcome)).toBe('出错：除数为 0');
  });
});
