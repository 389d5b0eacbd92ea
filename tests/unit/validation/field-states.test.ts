import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { messages, save, text } from '#tests/support/app/save-as-api.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';

describe('conditional show, require and lock', () => {
  const fields = [text('kind'), text('detail', { required: true, minLength: 3, maxLength: 9 }), text('reason')];
  const rules: Rule[] = [
    { id: 'show-detail', kind: 'visible', target: 'detail', rule: "self.kind == 'other'" },
    { id: 'need-reason', kind: 'required', target: 'reason', rule: "self.detail == 'why'" },
    { id: 'lock-kind', kind: 'readonly', target: 'kind', rule: "old.kind == 'final'" },
  ];

  test('a hidden field never blocks a save, whatever it holds and however required', () => {
    expect(messages(fields, rules, { kind: 'x', detail: '1' })).toEqual([]);
    expect(messages(fields, rules, { kind: 'x' })).toEqual([]);
    expect(messages(fields, rules, {})).toEqual([]);
  });

  test('shown, it is required again', () => {
    expect(messages(fields, rules, { kind: 'other' })).toEqual(['必填']);
    expect(messages(fields, rules, { kind: 'other', detail: '1' })).toEqual(['长度在 3 到 9 个字符']);
  });

  test('what was typed before it was hidden is not saved; what was saved before is kept', () => {
    expect(save(fields, rules, { kind: 'x', detail: 'typed' }).values).toEqual({ kind: 'x' });
    const old = { kind: 'other', detail: 'saved' };
    expect(save(fields, rules, { kind: 'x', detail: 'typed' }, { ...context, old }).values).toEqual({
      kind: 'x',
      detail: 'saved',
    });
  });

  test('what is shown on a condition is hidden while the condition cannot be answered', () => {
    expect(save(fields, rules, {}).check.fieldState('detail', {}, context).visible).toBe(false);
  });

  test('a rule whose when does not hold leaves the field shown', () => {
    const check = compileObject(
      sampleObject(fields, [{ id: 'a', kind: 'visible', target: 'detail', when: "self.kind == 'x'", rule: 'false' }]),
    );
    expect(check.fieldState('detail', {}, context).visible).toBe(true);
    expect(check.fieldState('detail', { kind: 'x' }, context).visible).toBe(false);
  });

  test('a rule can require a field, and what is hidden counts for it as it was saved', () => {
    expect(messages(fields, rules, { kind: 'other', detail: 'why' })).toEqual(['必填']);
    expect(messages(fields, rules, { kind: 'x', detail: 'why' })).toEqual([]);
    const { check } = save(fields, rules, {});
    expect(check.fieldState('reason', { kind: 'other', detail: 'why' }, context).required).toBe(true);
    expect(check.fieldState('reason', { kind: 'x', detail: 'why' }, context).required).toBe(false);
  });

  test('a rule that requires may say why in its own words', () => {
    const why: Rule[] = [
      { id: 'why', kind: 'required', target: 'reason', rule: '!has(self.detail)', message: '请填写原因或说明' },
    ];
    expect(save(fields.slice(2), why, {}).problems).toEqual([
      { field: 'reason', message: expect.stringContaining('没有字段“detail”'), rule: 'why' },
    ]);
    expect(save([text('detail'), text('reason')], why, {}).problems).toEqual([
      { field: 'reason', message: '请填写原因或说明', rule: 'why' },
    ]);
  });

  test('a locked field sent with another value is refused; sent as it was, it passes', () => {
    const given = { ...context, old: { kind: 'final' } };
    expect(save(fields, rules, { kind: 'x' }, given).problems).toEqual([
      { field: 'kind', message: '只读字段不能修改' },
    ]);
    expect(messages(fields, rules, { kind: 'final' }, given)).toEqual([]);
    expect(messages(fields, rules, {}, given)).toEqual(['只读字段不能修改']);
  });

  test('a locked amount that comes back with its equivalent has not changed', () => {
    const money: FieldDefinition[] = [{ apiName: 'amount', type: 'currency', label: '金额' }];
    const lock: Rule[] = [{ id: 'lock', kind: 'readonly', target: 'amount', rule: 'true' }];
    const old = { amount: { currency: 'USD', num: '5', equivalentMoney: '35' } };
    expect(
      messages(money, lock, { amount: { num: '5', currency: 'USD', equivalentMoney: '35' } }, { ...context, old }),
    ).toEqual([]);
    expect(messages(money, lock, { amount: { num: '6', currency: 'USD' } }, { ...context, old })).toEqual([
      '只读字段不能修改',
    ]);
  });

  test('a change does not reach through a field that is only checked', () => {
    const only: Rule[] = [
      { id: 'a', kind: 'assert', target: 'detail', rule: 'has(self.kind)' },
      { id: 'b', kind: 'assert', target: 'reason', rule: 'has(self.detail)' },
    ];
    expect([...compileObject(sampleObject(fields, only)).rulesReading('kind')]).toEqual(['detail']);
  });

  test('a change reaches through a hidden field to what reads it', () => {
    const { check } = save(fields, rules, {});
    expect([...check.rulesReading('kind')].toSorted()).toEqual(['detail', 'reason']);
  });
});
