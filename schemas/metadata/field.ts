import { Type, type Static } from 'typebox';
import { FieldApiName, ObjectApiName, OptionSetName } from './names.ts';
import { SelectOption } from './option-set.ts';

/** Every field type. Adding one here does not compile until its generator file and its ui file exist. */
export const FIELD_TYPES = [
  'text',
  'longText',
  'url',
  'phone',
  'email',
  'integer',
  'decimal',
  'percent',
  'currency',
  'date',
  'dateTime',
  'select',
  'multiSelect',
  'treeSelect',
  'boolean',
  'reference',
  'multiReference',
  'textList',
  'image',
  'file',
  'formula',
] as const;
export const FieldTypeName = Type.Unsafe<FieldTypeName>(Type.Union(FIELD_TYPES.map((type) => Type.Literal(type))));
export type FieldTypeName = (typeof FIELD_TYPES)[number];

/** Currencies of a currency group, in the order shown. */
export const CURRENCIES = ['CNY', 'USD', 'EUR', 'GBP', 'HKD', 'TWD', 'JPY', 'AUD', 'SGD', 'CAD'] as const;
export const Currency = Type.Unsafe<Currency>(Type.Union(CURRENCIES.map((code) => Type.Literal(code))));
export type Currency = (typeof CURRENCIES)[number];

/** A decimal number as text, so that no digit is lost. */
export const DecimalText = Type.String({ pattern: '^-?\\d{1,24}(\\.\\d{1,12})?$' });

/** What only some field types need. */
const FieldConfig = Type.Object(
  {
    /** Shown in the empty input. */
    placeholder: Type.Optional(Type.String({ maxLength: 200 })),
    /** One sentence of help below the input and on the column header. */
    help: Type.Optional(Type.String({ maxLength: 500 })),
    /** Wire value given once, when a record is created. */
    default: Type.Optional(Type.Unknown()),
    /** Smallest and largest number, for integer, decimal, percent and the amount of a currency group. */
    min: Type.Optional(DecimalText),
    max: Type.Optional(DecimalText),
    /** Unit shown behind a number, e.g. 人, 年. */
    unit: Type.Optional(Type.String({ maxLength: 20 })),
    /**
     * How a number is written: in groups of three digits (when absent), plain as a year is, or as an amount of money in
     * 万 and 亿.
     */
    notation: Type.Optional(
      Type.Unsafe<'plain' | 'amount'>(Type.Union([Type.Literal('plain'), Type.Literal('amount')])),
    ),
    /** Shared options of select, multiSelect and treeSelect; `selectOptions` is then filled by the server. */
    optionSet: Type.Optional(OptionSetName),
    /** At most so many entries, for the types that hold a list. */
    maxItems: Type.Optional(Type.Integer({ minimum: 1, maximum: 999 })),
    /** A date that may be only a year or a month: `2019`, `2019-06`. */
    partial: Type.Optional(Type.Boolean()),
    /** Currencies offered, all ten when absent. */
    currencies: Type.Optional(Type.Array(Currency, { minItems: 1, uniqueItems: true })),
    /** An amount may be a band (数百万, 未透露 …) from this option set instead of a number. */
    bandOptionSet: Type.Optional(OptionSetName),
    /** The date field whose day gives the exchange rate; the day of entry when absent. */
    rateDateField: Type.Optional(FieldApiName),
    /** CEL expression of a formula and the type of its answer. */
    expression: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    resultType: Type.Optional(
      Type.Union([Type.Literal('text'), Type.Literal('decimal'), Type.Literal('boolean'), Type.Literal('date')]),
    ),
    /** File kinds an upload accepts, as in the `accept` attribute; size limit in bytes. */
    accept: Type.Optional(Type.String({ maxLength: 200 })),
    maxSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 104857600 })),
    /** Ordered lists on this field are quick: an index is built outside the metadata transaction. */
    sortable: Type.Optional(Type.Boolean()),
    /** The keyword of a list looks into this field. */
    searchable: Type.Optional(Type.Boolean()),
    /** Column width in pixels. */
    width: Type.Optional(Type.Integer({ minimum: 40, maximum: 800 })),
    /** Roles that may read the value; everybody who may open the record when absent. */
    visibleTo: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
  },
  { additionalProperties: false },
);
type FieldConfig = Static<typeof FieldConfig>;

/** One field of an object: what it is called, what it may hold, how it is kept. Lengths count code points. */
export const FieldDefinition = Type.Object(
  {
    apiName: FieldApiName,
    type: FieldTypeName,
    label: Type.String({ minLength: 1, maxLength: 200 }),
    required: Type.Optional(Type.Boolean()),
    minLength: Type.Optional(Type.Integer({ minimum: 0, maximum: 100000 })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 100000 })),
    decimalPlaces: Type.Optional(Type.Integer({ minimum: 0, maximum: 12 })),
    selectOptions: Type.Optional(Type.Array(SelectOption, { maxItems: 2000 })),
    /** dayjs format for display, e.g. YYYY-MM-DD, YYYY年M月. */
    dateFormat: Type.Optional(Type.String({ maxLength: 40 })),
    /** Object that a reference points to. */
    targetApiName: Type.Optional(ObjectApiName),
    /** Currency that a new amount starts with. */
    currencyUnit: Type.Optional(Currency),
    config: Type.Optional(FieldConfig),
    /** A removed field is hidden everywhere; its column and data are kept. */
    removed: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type FieldDefinition = Static<typeof FieldDefinition>;
