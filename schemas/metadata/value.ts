import { Type, type Static } from 'typebox';

/** The id of a record: digits as text, as a regular expression. */
export const ID_SOURCE = '^[1-9][0-9]{0,17}$';

/** Address of a file that was uploaded here, as the inside of a regular expression: where it is kept decides who may fetch it. */
export const OWN_FILE_SOURCE = '/files/(?:public|private)/[0-9a-f]{32}';

/**
 * A currency group. `num` and `equivalentMoney` (CNY) are exact decimal text. `band` is given where only the order of
 * magnitude is known; `equivalentMoney` is worked out by the server at the rate of the event's date, never sent in.
 */
export const CurrencyValue = Type.Object(
  {
    num: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    equivalentMoney: Type.Optional(Type.String()),
    band: Type.Optional(Type.String()),
    /** Of a sum: how many records were added up, and how many of them have no known amount. */
    rows: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
    unknown: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  },
  { additionalProperties: false },
);
export type CurrencyValue = Static<typeof CurrencyValue>;

/** A link to a record. All but its id is filled by the server when read and ignored when written. */
export const ReferenceValue = Type.Object(
  {
    id: Type.String({ pattern: ID_SOURCE }),
    name: Type.Optional(Type.String()),
    /** The record is archived, which its name says in words; absent otherwise. */
    archived: Type.Optional(Type.Boolean()),
    /** Address of the picture that the record is known by, where it is for all who see the name. */
    logo: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);
export type ReferenceValue = Static<typeof ReferenceValue>;

/** An uploaded file or picture; `size` in bytes. */
export const FileValue = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    name: Type.String({ minLength: 1, maxLength: 255 }),
    size: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  },
  { additionalProperties: false },
);
export type FileValue = Static<typeof FileValue>;

/** The value of any field as it travels. An absent key and `null` both mean: no value. */
export type FieldValue =
  | string
  | number
  | boolean
  | readonly string[]
  | CurrencyValue
  | ReferenceValue
  | readonly ReferenceValue[]
  | FileValue
  | null
  | undefined;

/** The values of one record by field apiName. */
export type RecordValues = { readonly [apiName: string]: FieldValue };
