import { CURRENCIES, FIELD_TYPES, type FieldDefinition, type FieldTypeName } from '#schemas/metadata/field.ts';
import { options } from './sample-object.ts';

/** Ways to define a field that change what its schema asks for; every type has at least the bare one. */
const WAYS: Readonly<Partial<Record<FieldTypeName, readonly Partial<FieldDefinition>[]>>> = {
  text: [{}, { required: true, minLength: 2, maxLength: 20 }, { minLength: 2, config: { sealed: true } }],
  longText: [{}, { minLength: 3, maxLength: 30 }, { config: { sealed: true } }],
  url: [{}, { maxLength: 20 }, { config: { sealed: true } }],
  phone: [{}, { maxLength: 11 }, { config: { sealed: true } }],
  email: [{ maxLength: 12 }, { config: { sealed: true } }],
  integer: [{}, { config: { min: '0', max: '100' } }],
  decimal: [{}, { decimalPlaces: 0 }, { decimalPlaces: 4, config: { min: '-1.5', max: '100.25' } }],
  percent: [{ config: { min: '0', max: '100' } }],
  currency: [
    {},
    { decimalPlaces: 0, config: { currencies: ['CNY', 'USD'], min: '1' } },
    { config: { bandOptionSet: 'amountBand' }, selectOptions: options('millions', 'undisclosed') },
  ],
  date: [{}, { config: { partial: true } }],
  select: [{ selectOptions: options('a', 'null') }, { required: true, selectOptions: options('a') }],
  multiSelect: [{ selectOptions: options('a', 'b', 'c'), config: { maxItems: 2 } }],
  treeSelect: [{ selectOptions: options('a', 'b') }],
  textList: [{}, { maxLength: 5, config: { maxItems: 2 } }],
  multiReference: [{}, { config: { maxItems: 1 } }],
  rollup: [
    { config: { rollup: { objectApiName: 'Other', fields: ['link'], function: 'count' }, result: 'integer' } },
    {
      config: {
        rollup: { objectApiName: 'Other', fields: ['link'], function: 'sum', of: ['amount'] },
        result: 'currency',
      },
    },
  ],
  lookup: [{ config: { lookup: { reference: 'link', field: 'name' }, result: 'text' } }],
  formula: (['text', 'integer', 'decimal', 'boolean', 'date'] as const).map((resultType) => ({
    config: {
      resultType,
      expression: { text: "'x'", integer: '1', decimal: "dec('1')", boolean: 'true', date: 'today' }[resultType],
    },
  })),
};

/** One field for each way of each type. */
export const EVERY_FIELD: readonly FieldDefinition[] = FIELD_TYPES.flatMap((type) =>
  (WAYS[type] ?? [{}]).map((way, index): FieldDefinition => ({
    apiName: `${type}${index}`,
    type,
    label: `${type} ${index}`,
    ...way,
  })),
);

/** A currency group in each of the ten currencies alone. */
export const EVERY_CURRENCY: readonly FieldDefinition[] = CURRENCIES.map((currency) => ({
  apiName: `in${currency}`,
  type: 'currency',
  label: currency,
  decimalPlaces: currency === 'JPY' ? 0 : 2,
  currencyUnit: currency,
  config: { currencies: [currency] },
}));
