import { Type, type Static } from 'typebox';
import { Currency, DecimalText } from './field.ts';
import { FieldApiName, ObjectApiName } from './names.ts';

/** A column of the file: its heading, or its position counted from 1. */
export const ColumnName = Type.Union([
  Type.String({ minLength: 1, maxLength: 500 }),
  Type.Integer({ minimum: 1, maximum: 2000 }),
]);
export type ColumnName = Static<typeof ColumnName>;

/** A regular expression of JavaScript, compiled with the `u` flag. */
const Pattern = Type.String({ minLength: 1, maxLength: 500 });

/** The text in the file → text for the field's own reader, a whole wire value, or null for nothing. */
export const ValueMap = Type.Record(
  Type.String(),
  Type.Union([
    Type.String(),
    Type.Boolean(),
    Type.Number(),
    Type.Null(),
    Type.Object({}, { additionalProperties: true }),
  ]),
);
export type ValueMap = Static<typeof ValueMap>;

/** Where a text comes from: exactly one of `column`, `columns`, `template` and `constant`. */
const TextSource = {
  column: Type.Optional(ColumnName),
  /** Texts of several columns, those that are not blank joined by `join` (a space when absent). */
  columns: Type.Optional(Type.Array(ColumnName, { minItems: 1, maxItems: 50 })),
  join: Type.Optional(Type.String({ maxLength: 20 })),
  /** Text with `{heading}` or `{heading:name of a map in maps}` in it. */
  template: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  /** The same wire value for every row. */
  constant: Type.Optional(Type.Unknown()),
} as const;

/** What is done to a text before it is read, in this order. */
const TextWork = {
  /** Texts that mean nothing here, beside those of the whole mapping. */
  blank: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 })),
  /** Cuts a list: at a text, or wherever a pattern matches. */
  split: Type.Optional(
    Type.Union([
      Type.String({ minLength: 1, maxLength: 20 }),
      Type.Object({ pattern: Pattern }, { additionalProperties: false }),
    ]),
  ),
  /** Keeps the first group of the pattern (the whole match without a group); text that does not match is refused. */
  extract: Type.Optional(Pattern),
  replace: Type.Optional(
    Type.Array(
      Type.Object({ pattern: Pattern, with: Type.String({ maxLength: 500 }) }, { additionalProperties: false }),
      {
        maxItems: 20,
      },
    ),
  ),
  /** A map of its own, or the name of one in `maps`. */
  map: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 100 }), ValueMap])),
  /** What is not in the map: read as it is (the default), refused, or taken for nothing. */
  mapOther: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('reject'), Type.Literal('blank')])),
} as const;

export const DateReading = Type.Object(
  {
    /** Shapes tried in order, made of YYYY YY MM M DD D HH H mm ss and literal text; all usual shapes when absent. */
    formats: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 20 })),
    /** Two-digit years up to this one are 20xx, those above 19xx. 68 when absent. */
    pivotYear: Type.Optional(Type.Integer({ minimum: 0, maximum: 99 })),
    /** `year`: the file writes the first of January where only the year is known. */
    januaryFirst: Type.Optional(Type.Union([Type.Literal('day'), Type.Literal('year')])),
  },
  { additionalProperties: false },
);
export type DateReading = Static<typeof DateReading>;

export const AmountReading = Type.Object(
  {
    /** Currency of amounts that do not name theirs. */
    currency: Type.Optional(Currency),
    /** Column that names the currency by its ISO code; it wins over `currency`. */
    currencyColumn: Type.Optional(ColumnName),
    /** Every number is so many times as large: "10000" for a file in 万元. */
    times: Type.Optional(DecimalText),
    /** Sign between whole and fraction; then the other of `,` and `.` groups digits. `.` when absent. */
    decimalSign: Type.Optional(Type.Union([Type.Literal('.'), Type.Literal(',')])),
  },
  { additionalProperties: false },
);
export type AmountReading = Static<typeof AmountReading>;

const OnError = Type.Union([Type.Literal('reject-row'), Type.Literal('reject-value')]);

const PlainField = {
  field: FieldApiName,
  ...TextSource,
  ...TextWork,
  date: Type.Optional(DateReading),
  amount: Type.Optional(AmountReading),
  /** What a value that cannot be kept costs: itself, or its row. */
  onError: Type.Optional(OnError),
  /** What a blank says: nothing, so that the record keeps what it has (`keep`, the default), or that there is no value. */
  whenBlank: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('clear')])),
} as const;

/** A field of a record that is made because a row links to it. */
export const StubField = Type.Object(PlainField, { additionalProperties: false });
export type StubField = Static<typeof StubField>;

const ReferenceReading = Type.Object(
  {
    /** The text is the natural key of the record in `source`, or its name. */
    by: Type.Union([Type.Literal('key'), Type.Literal('name')]),
    /** Source of the natural keys; the mapping's own when absent. */
    source: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /** Makes the record where none is found. `fields` are read from the same row; the name alone when absent. */
    create: Type.Optional(
      Type.Object({ fields: Type.Optional(Type.Array(StubField, { maxItems: 100 })) }, { additionalProperties: false }),
    ),
    /** Text or text list field that takes the texts of which no record is found. */
    otherwise: Type.Optional(FieldApiName),
  },
  { additionalProperties: false },
);

export const FieldMapping = Type.Object(
  { ...PlainField, reference: Type.Optional(ReferenceReading) },
  { additionalProperties: false },
);
export type FieldMapping = Static<typeof FieldMapping>;

/** Bounds against files made to do harm; every one has a default. */
export const ImportLimits = Type.Object(
  {
    /** Characters of one cell. */
    cell: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    /** Columns of one row. */
    columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 2000 })),
    /** Bytes that a compressed file may unpack to. */
    unpackedBytes: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Times its packed size that a file may grow, once it has grown past 64 MB. */
    unpackedRatio: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Files inside an XLSX, and its distinct shared texts. */
    zipEntries: Type.Optional(Type.Integer({ minimum: 1 })),
    sharedStrings: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);
export type ImportLimits = Static<typeof ImportLimits>;

/** How one kind of file becomes records of one object. Written by people; docs/import.md explains every key. */
export const ImportMapping = Type.Object(
  {
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    object: ObjectApiName,
    /** Where the data is from: natural keys are unique within it. */
    source: Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,99}$' }),
    format: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('jsonl'), Type.Literal('xlsx')])),
    /** Any encoding that iconv knows; UTF-8 when absent. A byte order mark wins. */
    encoding: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    /** Encoding in which UTF-8 bytes were once misread and stored, e.g. windows-1252: `QuÃ©bec` → `Québec`. */
    misreadAs: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    /** Bytes that are not of the encoding: the file is refused before anything is written, or only the rows they are in. */
    brokenText: Type.Optional(Type.Union([Type.Literal('refuse-file'), Type.Literal('reject-row')])),
    /** Found from the first rows when absent. */
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 10 })),
    /** Quotation mark of CSV cells; "" where quotes are ordinary text. */
    quote: Type.Optional(Type.String({ maxLength: 1 })),
    /** Name of the sheet or its position from 1; the first when absent. */
    sheet: Type.Optional(ColumnName),
    /** Row of the headings, 1 when absent; 0 where there are none and columns go by position. */
    header: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    /** CSV rows with fewer cells than headings: refused (the default) or filled up with blanks. */
    shortRows: Type.Optional(Type.Union([Type.Literal('reject'), Type.Literal('pad')])),
    limits: Type.Optional(ImportLimits),
    /** Cell texts that mean nothing, whole cell, after trimming. The empty text always does. */
    blank: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 })),
    maps: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 100 }), ValueMap)),
    /** Columns whose texts together name one record of the source, as in the file. */
    key: Type.Array(ColumnName, { minItems: 1, maxItems: 20 }),
    /** Columns in which two rows must agree to be the same row twice; all when absent. */
    duplicateOf: Type.Optional(Type.Array(ColumnName, { minItems: 1, maxItems: 2000 })),
    /** Which rows are written: all (`both`, the default), only those the source had not brought, or only those it had. */
    write: Type.Optional(Type.Union([Type.Literal('both'), Type.Literal('create'), Type.Literal('update')])),
    /** Rows that the source brings for the first time update the record that they all but surely are, instead of making one. Where all rows are written. */
    linkAlike: Type.Optional(Type.Boolean()),
    /** What is written is news to those who follow the records; they are not notified when absent. */
    notify: Type.Optional(Type.Boolean()),
    /** For fields that say nothing of their own; `reject-value` when absent. */
    onError: Type.Optional(OnError),
    fields: Type.Array(FieldMapping, { minItems: 1, maxItems: 600 }),
  },
  { additionalProperties: false },
);
export type ImportMapping = Static<typeof ImportMapping>;
