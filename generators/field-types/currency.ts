import type { Currency, FieldDefinition } from '#schemas/metadata/field.ts';
import { CURRENCIES } from '#schemas/generated/metadata/field.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import type { FieldType, StorageColumn } from './field-type.ts';
import { decimalBounds, decimalFromText, decimalOperand, decimalPattern, trimDecimal } from './parts.ts';

const DEFAULT_MONEY_PLACES = 2;

/** Column names of a currency group. Lists order and sum by the CNY equivalent, so currencies never mix. */
export const currencyColumns = (apiName: string) => ({
  num: apiName,
  currency: `${apiName}_currency`,
  equivalent: `${apiName}_cny`,
  band: `${apiName}_band`,
});

/** Chinese names of the currencies. */
export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  CNY: '人民币',
  USD: '美元',
  EUR: '欧元',
  GBP: '英镑',
  HKD: '港元',
  TWD: '新台币',
  JPY: '日元',
  AUD: '澳元',
  SGD: '新加坡元',
  CAD: '加元',
};

/** What the currencies are called; the first that fits is meant. */
export const CURRENCY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/人民币|RMB|CNY|￥|¥/i, 'CNY'],
  [/美元|美金|USD|US\$/i, 'USD'],
  [/欧元|EUR|€/i, 'EUR'],
  [/英镑|GBP|£/i, 'GBP'],
  [/港元|港币|HKD|HK\$/i, 'HKD'],
  [/新台币|台币|TWD|NT\$/i, 'TWD'],
  [/日元|日币|JPY/i, 'JPY'],
  [/澳元|澳大利亚元|AUD|A\$/i, 'AUD'],
  [/新加坡元|新元|SGD|S\$/i, 'SGD'],
  [/加元|加拿大元|CAD|C\$/i, 'CAD'],
  [/\$/, 'USD'],
];

function bandOf(text: string, field: FieldDefinition): string | undefined {
  const band = text.trim();
  return field.selectOptions?.find(
    (option) => option.value === band || option.label === band || option.aliases?.includes(band),
  )?.value;
}

/** An amount with its currency: exact number or band, and the CNY equivalent that the server works out. */
export const currency: FieldType = {
  type: 'currency',
  label: '金额',
  aliases: ['货币', '价格'],
  attributes: [
    'required',
    'decimalPlaces',
    'currencyUnit',
    'currencies',
    'bandOptionSet',
    'rateDateField',
    'min',
    'max',
    'placeholder',
    'help',
    'default',
    'defaultFormula',
    'sortable',
    'presets',
    'width',
  ],
  operators: ['between', 'eq', 'gt', 'gte', 'lt', 'lte', 'currencyIs', 'bandIs', 'empty', 'notEmpty'],
  kind: 'money',
  presets: ['10000000-', '50000000-', '100000000-', '100000000-500000000', '1000000000-', '-10000000'],
  align: 'end',
  width: 140,
  operand: decimalOperand,
  schema: (field) => ({
    type: 'object',
    properties: {
      num: {
        type: 'string',
        format: 'decimal',
        pattern: decimalPattern(field.decimalPlaces ?? DEFAULT_MONEY_PLACES),
        ...decimalBounds(field),
      },
      currency: { type: 'string', enum: field.config?.currencies ?? [...CURRENCIES] },
      equivalentMoney: { type: 'string', readOnly: true },
      ...(field.config?.bandOptionSet && {
        band: { type: 'string', enum: (field.selectOptions ?? []).map((option) => option.value) },
      }),
    },
    additionalProperties: false,
    // Present means known: an amount with its currency, or a band.
    amountOrBand: true,
  }),
  columns: (field) => {
    const names = currencyColumns(field.apiName);
    const columns: StorageColumn[] = [
      { name: names.num, sqlType: 'numeric' },
      { name: names.currency, sqlType: 'text' },
      {
        name: names.equivalent,
        sqlType: 'numeric',
        index: field.config?.sortable ? 'sorted' : undefined,
        carries: [names.num, names.band],
      },
      { name: names.band, sqlType: 'text' },
    ];
    return columns;
  },
  sortColumn: (field) => currencyColumns(field.apiName).equivalent,
  toColumns: (value) => {
    const money = (value ?? {}) as CurrencyValue;
    return [money.num ?? null, money.currency ?? null, money.equivalentMoney ?? null, money.band ?? null];
  },
  fromColumns: ([num, unit, equivalent, band]) => {
    if (num === null && band === null) return undefined;
    return {
      ...(num !== null && { num: trimDecimal(num as string) }),
      ...(unit !== null && { currency: unit as string }),
      ...(equivalent !== null && { equivalentMoney: trimDecimal(equivalent as string) }),
      ...(band !== null && { band: band as string }),
    };
  },
  fromText: (text, field) => {
    const band = bandOf(text, field);
    if (band) return { value: { band } };
    const word = CURRENCY_WORDS.find(([pattern]) => pattern.test(text));
    const num = decimalFromText(text.replace(word?.[0] ?? '', '').replace(/[元圆\s]+/g, ''));
    if (num === null) return { reason: '不是金额' };
    return { value: { num, currency: word?.[1] ?? field.currencyUnit ?? 'CNY' } };
  },
  toText: (value) => {
    const money = (value ?? {}) as CurrencyValue;
    return money.num === undefined ? (money.band ?? '') : `${money.num} ${money.currency ?? ''}`.trim();
  },
};
