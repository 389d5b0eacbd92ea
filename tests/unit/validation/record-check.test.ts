import { describe, expect, test } from 'vitest';
import { CURRENCIES, type FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { messages, save, text } from '#tests/support/app/save-as-api.ts';
import { context, options, sampleObject } from '#tests/support/metadata/sample-object.ts';

describe('repayment', () => {
  const fields: FieldDefinition[] = [
    { apiName: 'repaymentWay', type: 'select', label: '还款方式', selectOptions: options('a_times', 'by_month') },
    { apiName: 'repaymentCycle', type: 'select', label: '还款周期', selectOptions: options('all', 'month', 'quarter') },
  ];
  const rules: Rule[] = [
    {
      id: 'repayment-cycle',
      kind: 'options',
      target: 'repaymentCycle',
      when: "self.repaymentWay == 'a_times'",
      rule: "['all']",
      message: '还款方式为一次性时，还款周期只能为“全部”',
    },
  ];

  test('at once allows only the cycle “all”, in the select and at the save', () => {
    const { problems, check } = save(fields, rules, { repaymentWay: 'a_times', repaymentCycle: 'month' });
    expect(problems).toEqual([
      { field: 'repaymentCycle', message: '还款方式为一次性时，还款周期只能为“全部”', rule: 'repayment-cycle' },
    ]);
    expect(check.fieldState('repaymentCycle', { repaymentWay: 'a_times' }, context).options).toEqual(['all']);
    expect(messages(fields, rules, { repaymentWay: 'a_times', repaymentCycle: 'all' })).toEqual([]);
  });

  test('any other way allows any cycle', () => {
    const { problems, check } = save(fields, rules, { repaymentWay: 'by_month', repaymentCycle: 'quarter' });
    expect(problems).toEqual([]);
    expect(check.fieldState('repaymentCycle', { repaymentWay: 'by_month' }, context).options).toBeUndefined();
    expect(messages(fields, rules, { repaymentCycle: 'month' })).toEqual([]);
  });

  test('a change of the way touches the cycle and nothing else', () => {
    const check = compileObject(sampleObject(fields, rules));
    expect([...check.rulesReading('repaymentWay')]).toEqual(['repaymentCycle']);
    expect([...check.rulesReading('repaymentCycle')]).toEqual([]);
  });
});

describe('currency groups', () => {
  test.each(CURRENCIES)('%s is taken with the decimal places of the field and not one more', (currency) => {
    const fields: FieldDefinition[] = [{ apiName: 'amount', type: 'currency', label: '金额', decimalPlaces: 3 }];
    expect(messages(fields, [], { amount: { num: '12345678.125', currency } })).toEqual([]);
    expect(messages(fields, [], { amount: { num: '0.1255', currency } })).toEqual(['最多 3 位小数']);
    expect(
      messages([{ ...fields[0], decimalPlaces: 0 } as FieldDefinition], [], { amount: { num: '1.5', currency } }),
    ).toEqual(['只能是整数，不能有小数']);
  });

  test('only the currencies offered are taken', () => {
    const fields: FieldDefinition[] = [
      { apiName: 'amount', type: 'currency', label: '金额', config: { currencies: ['CNY', 'USD'] } },
    ];
    expect(messages(fields, [], { amount: { num: '1', currency: 'EUR' } })).toEqual(['不支持币种“EUR”']);
  });

  test('an equivalent that was sent is ignored', () => {
    const fields: FieldDefinition[] = [{ apiName: 'amount', type: 'currency', label: '金额' }];
    const sent = { amount: { num: '1', currency: 'USD', equivalentMoney: '999999' } };
    expect(save(fields, [], sent).values).toEqual({ amount: { num: '1', currency: 'USD' } });
  });

  test('a band is shown where only the order of magnitude is known', () => {
    const fields: FieldDefinition[] = [
      {
        apiName: 'amount',
        type: 'currency',
        label: '金额',
        config: { bandOptionSet: 'amountBand' },
        selectOptions: options('millions'),
      },
    ];
    expect(messages(fields, [], { amount: { band: 'millions' } })).toEqual([]);
    expect(messages(fields, [], { amount: { band: 'millions', currency: 'USD' } })).toEqual([]);
    expect(messages(fields, [], { amount: { band: 'billions' } })).toEqual(['选项“billions”不存在']);
  });
});

describe('comparisons across fields and dates', () => {
  const fields: FieldDefinition[] = [
    { apiName: 'start', type: 'date', label: '开始', config: { partial: true } },
    { apiName: 'end', type: 'date', label: '结束', config: { partial: true } },
    { apiName: 'pre', type: 'currency', label: '投前估值' },
    { apiName: 'post', type: 'currency', label: '投后估值' },
  ];
  const rules: Rule[] = [
    {
      id: 'order',
      kind: 'assert',
      target: 'end',
      rule: 'firstDay(self.start) <= lastDay(self.end)',
      message: '结束日期不能早于开始日期',
    },
    { id: 'past', kind: 'assert', target: 'start', rule: 'self.start <= today', message: '不能晚于今天' },
    {
      id: 'valuation',
      kind: 'assert',
      target: 'post',
      when: 'sameCurrency(self.pre, self.post)',
      rule: 'self.post.num >= self.pre.num',
      message: '投后估值不能低于投前估值',
    },
  ];

  test('each speaks at its target, in the order of the fields', () => {
    const sent = {
      post: { num: '9.99', currency: 'USD' },
      pre: { num: '10', currency: 'USD' },
      start: '2027',
      end: '2026-12-31',
    };
    expect(save(fields, rules, sent).problems).toEqual([
      { field: 'start', message: '不能晚于今天', rule: 'past' },
      { field: 'end', message: '结束日期不能早于开始日期', rule: 'order' },
      { field: 'post', message: '投后估值不能低于投前估值', rule: 'valuation' },
    ]);
  });

  test('does not apply while one side is missing, or the currencies differ', () => {
    expect(messages(fields, rules, { end: '1999' })).toEqual([]);
    expect(
      messages(fields, rules, { post: { num: '1', currency: 'USD' }, pre: { num: '10', currency: 'CNY' } }),
    ).toEqual([]);
  });

  test('a rule is not blamed for an input that is wrong by itself', () => {
    expect(messages(fields, rules, { start: '2026-02-31', end: '2026-03-01' })).toEqual([
      '请输入有效的日期，如 2026、2026-01 或 2026-01-31',
    ]);
  });
});

describe('retired options', () => {
  const fields: FieldDefinition[] = [
    {
      apiName: 'stage',
      type: 'multiSelect',
      label: '阶段',
      selectOptions: [
        { value: 'a', label: '甲' },
        { value: 'b', label: '乙', retired: true },
      ],
    },
  ];

  test('stay where they were and cannot be chosen again', () => {
    expect(messages(fields, [], { stage: ['a', 'b'] }, { ...context, old: { stage: ['b'] } })).toEqual([]);
    expect(messages(fields, [], { stage: ['a', 'b'] }, { ...context, old: { stage: ['a'] } })).toEqual([
      '选项“乙”已停用，不能再选',
    ]);
  });
});

describe('bad input', () => {
  const { check } = save([text('name')], [], {});

  test('keys that name no field are refused by name, inherited ones included', () => {
    const sent: unknown = JSON.parse('{"name":"x","__proto__":{"a":1},"constructor":1,"nope":2}');
    expect(check.clean(sent)).toEqual({
      values: { name: 'x' },
      problems: ['__proto__', 'constructor', 'nope'].map((field) => ({ field, message: `没有字段“${field}”` })),
    });
  });

  test.each([[null], [undefined], [5], ['x'], [[]], [[{ name: 'x' }]]])('%j is no record', (sent) => {
    expect(check.clean(sent)).toEqual({ values: {}, problems: [{ field: '', message: '记录的内容必须是一个对象' }] });
  });

  test('decimals are kept in their shortest form', () => {
    const fields: FieldDefinition[] = [
      { apiName: 'price', type: 'decimal', label: '价格' },
      { apiName: 'amount', type: 'currency', label: '金额' },
    ];
    expect(save(fields, [], { price: '-0.00', amount: { num: '1250.5000', currency: 'CNY' } }).values).toEqual({
      price: '0',
      amount: { num: '1250.5', currency: 'CNY' },
    });
    expect(save(fields, [], { price: '100' }).values).toEqual({ price: '100' });
  });

  test('a name of 5,000 characters is shown cut', () => {
    expect(check.clean({ ['x'.repeat(5000)]: 1 }).problems[0]?.message.length).toBeLessThan(120);
  });

  test('an unknown field has no state, no problem and no value', () => {
    const values: RecordValues = {};
    expect(check.fieldState('nope', values, context)).toEqual({ visible: false, required: false, readonly: true });
    expect(check.fieldProblem('nope', values, context)).toBeUndefined();
    expect(check.fieldValue('constructor', values, context)).toBeUndefined();
  });

  test('a removed field is gone', () => {
    expect(messages([text('name'), text('gone', { removed: true, required: true })], [], { gone: 'x' })).toEqual([
      '没有字段“gone”',
    ]);
  });
});
