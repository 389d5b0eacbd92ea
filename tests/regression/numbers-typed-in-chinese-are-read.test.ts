import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { compileObject } from '#shared/validation/record-check.ts';
import { text } from '#tests/support/app/save-as-api.ts';
import { context, sampleObject } from '#tests/support/metadata/sample-object.ts';

const staff: FieldDefinition = { apiName: 'staff', type: 'integer', label: '人数' };
const price: FieldDefinition = { apiName: 'price', type: 'decimal', label: '价格' };
const born: FieldDefinition = { apiName: 'born', type: 'date', label: '出生', config: { partial: true } };
const money: FieldDefinition = { apiName: 'money', type: 'currency', label: '金额' };
const read = (field: FieldDefinition, typed: string) => fieldType(field).fromText(typed, field);

it.each([
  [staff, '１２００', 1200],
  [staff, '１，２００', 1200],
  [price, '－３．５', '-3.5'],
  [price, '３．５亿', '350000000'],
  [born, '２０１９年６月', '2019-06'],
  [money, '￥１２．５', { num: '12.5', currency: 'CNY' }],
])('A %s takes digits of full width: %s', (field, typed, value) => {
  expect(read(field, typed)).toEqual({ value });
});

describe('A whole number that is too large', () => {
  const check = compileObject(sampleObject([text('name'), staff]));
  const said = (value: unknown) => check.check({ name: '甲', staff: value } as never, context).problems[0]?.message;

  it('is called so in the form, where it stays a text, as in the API', () => {
    expect(said('9007199254740993')).toBe('数字太大');
    expect(said(2 ** 53 + 2)).toBe('数字太大');
    expect(said('-9007199254740993')).toBe('数字太小');
    expect(said('很多')).toBe('请输入整数');
  });

  it('is called so in an import', () => {
    expect(read(staff, '9007199254740993')).toEqual({ reason: '数字太大' });
    expect(read(staff, '1.5')).toEqual({ reason: '不是整数' });
  });
});
