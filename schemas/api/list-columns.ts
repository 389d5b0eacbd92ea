import { Type, type Static } from 'typebox';
import { FieldDefinition } from '#schemas/metadata/field.ts';
import { SelectOption } from '#schemas/metadata/option-set.ts';
import { RecordId, route, Version } from './route.ts';

/** Columns that one list has beside the fields of its records. */
export const MAX_LIST_FIELDS = 10;
/** Options of one of them, and characters of a text in it. */
const MAX_LIST_OPTIONS = 50;
export const MAX_LIST_TEXT = 500;
/** Records whose values are read at once: those that a screen keeps. */
const MAX_ASKED = 500;

const LIST_FIELD_TYPES = ['text', 'integer', 'decimal', 'date', 'select', 'multiSelect', 'boolean'] as const;
export type ListFieldType = (typeof LIST_FIELD_TYPES)[number];

const { apiName, decimalPlaces } = FieldDefinition.properties;

/** A column of a list: the definition of a field, of a small type and without what only objects need. */
export const ListField = Type.Object(
  {
    apiName,
    label: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
    type: Type.Unsafe<ListFieldType>(Type.Union(LIST_FIELD_TYPES.map((type) => Type.Literal(type)))),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIST_TEXT })),
    selectOptions: Type.Optional(Type.Array(SelectOption, { maxItems: MAX_LIST_OPTIONS })),
    decimalPlaces,
  },
  { additionalProperties: false },
);
export type ListField = Static<typeof ListField>;

/** What a list says of one of its records; version 0 where nothing was said yet. */
export const ListValues = Type.Object({
  recordId: RecordId,
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  values: Type.Record(Type.String(), Type.Unknown()),
});
export type ListValues = Static<typeof ListValues>;

const ListParams = Type.Object({ id: RecordId });

/** A list with its columns. */
export const ListColumns = Type.Object({
  id: RecordId,
  version: Type.Integer(),
  fields: Type.Array(ListField),
  /** May the reader fill them in, and may they change which there are? */
  mayFill: Type.Boolean(),
  mayChange: Type.Boolean(),
});
export type ListColumns = Static<typeof ListColumns>;

export const readListColumns = route({
  method: 'GET',
  path: '/api/list/{id}/column',
  summary: 'Columns that a list has beside the fields of its records, for those who may read the list',
  action: 'list.read',
  params: ListParams,
  reply: ListColumns,
});

/** A record of a list that is there no more; no name of one that was deleted and not archived. */
export const GoneItem = Type.Object({ id: RecordId, name: Type.Union([Type.String(), Type.Null()]) });
export type GoneItem = Static<typeof GoneItem>;

export const readGoneItems = route({
  method: 'GET',
  path: '/api/list/{id}/gone',
  summary: 'Records of a list that were archived or deleted since they were put on it',
  action: 'list.read',
  params: ListParams,
  reply: Type.Array(GoneItem),
});

export const setListColumns = route({
  method: 'POST',
  path: '/api/list/{id}/column',
  summary: 'Say which columns a list has, at a known version; what was filled into one that is left out is gone',
  action: 'list.edit',
  params: ListParams,
  body: Type.Object(
    { version: Version, fields: Type.Array(ListField, { maxItems: MAX_LIST_FIELDS }) },
    { additionalProperties: false },
  ),
  reply: ListColumns,
});

export const readListValues = route({
  method: 'POST',
  path: '/api/list/{id}/values',
  summary: 'What a list says of some records on it that the user may list',
  action: 'list.read',
  writes: false,
  params: ListParams,
  body: Type.Object(
    { ids: Type.Array(RecordId, { minItems: 1, maxItems: MAX_ASKED }) },
    { additionalProperties: false },
  ),
  reply: Type.Array(ListValues),
});

export const setListValues = route({
  method: 'POST',
  path: '/api/list/{id}/values/{recordId}',
  summary: 'Fill in some columns of a list for one record, at the version that was read; null clears one',
  action: 'list.edit',
  params: Type.Object({ id: RecordId, recordId: RecordId }),
  body: Type.Object(
    {
      version: ListValues.properties.version,
      values: Type.Record(Type.String(), Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  reply: ListValues,
});
