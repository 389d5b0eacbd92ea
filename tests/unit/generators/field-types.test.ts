import { describe, expect, it } from 'vitest';
import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { firstDay, isDateText, lastDay } from '#generators/field-types/date.ts';
import { decimalFromText } from '#generators/field-types/parts.ts';
import { fieldType } from '#generators/field-types/registry.ts';

const ROUND = [
  { value: 'A轮', label: 'A轮', aliases: ['series-a'] },
  { value: 'B轮', label: 'B轮' },
];
const REGION = [
  { value: '44', label: '广东', aliases: ['广东省'] },
  { value: '4403', label: '深圳', parent: '44' },
];
const BANDS = [
  { value: '数千万', label: '数千万' },
  { value: '未透露', label: '未透露', aliases: ['未披露'] },
];

const field = (type: FieldTypeName, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  apiName: 'it',
  type,
  label: '它',
  ...more,
});

const READ: readonly (readonly [string, FieldDefinition, string, FieldValue])[] = [
  ['text without its outer blanks', field('text'), ' 鲸图 ', '鲸图'],
  ['an address without its scheme', field('url'), 'www.example.com', 'https://www.example.com'],
  ['a number with thousands separators', field('integer'), '12,300', 12300],
  ['an exact decimal with Chinese units', field('decimal'), '3.5亿', '350000000'],
  ['a percentage with its sign', field('percent'), '12.50%', '12.5'],
  ['an amount with its currency word', field('currency'), '3.5亿人民币', { num: '350000000', currency: 'CNY' }],
  ['an amount with a currency sign', field('currency'), 'US$1,250.50', { num: '1250.5', currency: 'USD' }],
  [
    'an amount in the currency of its field',
    field('currency', { currencyUnit: 'USD' }),
    '500',
    { num: '500', currency: 'USD' },
  ],
  ['a band by its other spelling', field('currency', { selectOptions: BANDS }), '未披露', { band: '未透露' }],
  ['a day written in Chinese', field('date'), '2019年6月3日', '2019-06-03'],
  ['a month where months are enough', field('date', { config: { partial: true } }), '2019.6', '2019-06'],
  ['a year where years are enough', field('date', { config: { partial: true } }), '2019', '2019'],
  ['a local time as an instant', field('dateTime'), '2019-01-01 06:30', '2018-12-31T22:30:00Z'],
  ['an option by another spelling', field('select', { selectOptions: ROUND }), 'Series-A', 'A轮'],
  ['several options', field('multiSelect', { selectOptions: ROUND }), 'A轮、series-a，B轮', ['A轮', 'B轮']],
  ['a branch by its path', field('treeSelect', { selectOptions: REGION }), '广东省/深圳', '4403'],
  ['yes', field('boolean'), '是', true],
  ['a list of texts', field('textList'), '甲、乙；甲', ['甲', '乙']],
];

describe('a field type reads what people and files write', () => {
  it.each(READ)('%s', (_what, definition, text, value) => {
    expect(fieldType(definition).fromText(text, definition)).toEqual({ value });
  });

  it.each(READ)('and reads its own plain text back: %s', (_what, definition, _text, value) => {
    const type = fieldType(definition);
    expect(type.fromText(type.toText(value, definition), definition)).toEqual({ value });
  });

  it.each(READ)('and its columns give the same value back: %s', (_what, definition, _text, value) => {
    const type = fieldType(definition);
    const columns = type.toColumns(value, definition);
    expect(columns).toHaveLength(type.columns(definition).length);
    expect(type.fromColumns(columns, definition)).toEqual(value);
  });

  it.each([
    ['integer', '1.5'],
    ['decimal', '一百'],
    ['currency', '很多'],
    ['date', '2019-02-30'],
    ['date', '2019'],
    ['date', '20190631'],
    ['dateTime', '昨天'],
    ['select', 'Z轮'],
    ['boolean', '也许'],
    ['reference', '红杉'],
    ['file', 'javascript:alert(1)'],
    ['formula', '1'],
  ] as const)('and says why it cannot: %s from %s', (type, text) => {
    const definition = field(type, { selectOptions: ROUND });
    expect(fieldType(definition).fromText(text, definition)).toEqual({ reason: expect.any(String) });
  });
});

describe('exact numbers from text', () => {
  it.each([
    ['0.10', '0.1'],
    ['-1.250万', '-12500'],
    ['.5', '0.5'],
    ['-0', '0'],
    ['1，234', '1234'],
    ['1.23456789012345678亿', '123456789.012345678'],
  ])('%s is %s', (text, value) => {
    expect(decimalFromText(text)).toBe(value);
  });

  it.each(['', '.', '1e5', '1,23', '0x10', '1.2.3', 'NaN'])('refuses %j', (text) => {
    expect(decimalFromText(text)).toBeNull();
  });
});

describe('dates that are only partly known', () => {
  it('knows which days exist', () => {
    expect(
      ['2019', '2019-13', '2019-02-29', '2020-02-29', '1900-02-29', '0999-01-01', '2019-00', '2019-01-00'].map(
        isDateText,
      ),
    ).toEqual([true, false, false, true, false, false, false, false]);
  });

  it('spans from the first to the last day of what is known', () => {
    expect(['2019', '2019-02', '2020-02', '2019-06-03'].map((text) => [firstDay(text), lastDay(text)])).toEqual([
      ['2019-01-01', '2019-12-31'],
      ['2019-02-01', '2019-02-28'],
      ['2020-02-01', '2020-02-29'],
      ['2019-06-03', '2019-06-03'],
    ]);
  });
});
