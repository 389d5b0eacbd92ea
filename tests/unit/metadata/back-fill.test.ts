import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { backFills } from '#shared/metadata/back-fill.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';

const name: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const level = (more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  apiName: 'level',
  type: 'text',
  label: '级别',
  ...more,
});
const needed = level({ required: true, config: { default: ' 普通 ' } });
const object = (rules: readonly Rule[], ...fields: FieldDefinition[]) => sampleObject([name, ...fields], rules);
const fills = (from: FieldDefinition[], to: FieldDefinition[], rules: Rule[] = []) =>
  backFills(object(rules, ...from), object(rules, ...to)).map(({ field, value }) => [field.apiName, value]);

describe('What kept records get when a definition changes', () => {
  it.each([
    ['is new', []],
    ['was not required', [level({ config: { default: '普通' } })]],
    ['had no default', [level({ required: true })]],
    ['was removed', [{ ...needed, removed: true }]],
  ])('is the cleaned default of a required field that %s', (_, from) => {
    expect(fills(from, [needed])).toEqual([['level', '普通']]);
  });

  it.each([
    ['is optional', level({ config: { default: '普通' } })],
    ['has no default', level({ required: true })],
    ['has a blank default', level({ required: true, config: { default: ' ' } })],
    ['is removed', { ...needed, removed: true }],
  ])('is nothing for a field that %s', (_, to) => {
    expect(fills([], [to])).toEqual([]);
  });

  it('is nothing for a field that needed its default before, whatever the default becomes', () => {
    expect(fills([needed], [level({ required: true, config: { default: '特级' } })])).toEqual([]);
  });

  it.each(['visible', 'value'] as const)('is nothing where a rule of the kind %s decides record by record', (kind) => {
    const rule: Rule = { id: 'decides', kind, target: 'level', rule: kind === 'visible' ? 'false' : '"特级"' };
    expect(fills([], [needed], [rule])).toEqual([]);
  });

  it('says what an amount in CNY is worth, and leaves other currencies to the rates of each record', () => {
    const price = (currency: string): FieldDefinition => ({
      apiName: 'price',
      type: 'currency',
      label: '价格',
      required: true,
      config: { default: { num: '5.00', currency } },
    });
    expect(fills([], [price('CNY')])).toEqual([['price', { num: '5', currency: 'CNY', equivalentMoney: '5' }]]);
    expect(fills([], [price('USD')])).toEqual([['price', { num: '5', currency: 'USD' }]]);
  });
});
