import { ID_SOURCE } from '#schemas/generated/metadata/value.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { JsonSchema } from '#generators/field-types/field-type.ts';
import { fieldType, isAutomatic } from '#generators/field-types/registry.ts';
import { requiredFields } from '#generators/json-schema.ts';
import { liveFields } from '#generators/object.ts';
import { Choices, type Purpose } from './choices.ts';
import { describes, keywords } from './field-words.ts';
import { type Place, standardValue } from './standard-values.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Is the field closed to who reads the definition? It is in there by its name alone, with an empty list of options; a sealed
 * one is filled by the owner of a record all the same.
 */
const isClosed = ({ config, selectOptions }: FieldDefinition): boolean =>
  config?.visibleTo !== undefined && selectOptions?.length === 0 && config.sealed !== true;

/** The fields of an object that who reads its definition may know. */
const openFields = (object: ObjectDefinition): readonly FieldDefinition[] =>
  liveFields(object).filter((field) => !isClosed(field));

/** The fields that are written; the others are set by the server. */
export const writtenFields = (object: ObjectDefinition): readonly FieldDefinition[] =>
  openFields(object).filter((field) => !isAutomatic(field));

/** May the value of a new record be null? Only where it takes the place of a default. */
const takesNull = (field: FieldDefinition, required: ReadonlySet<string>): boolean =>
  field.config?.default !== undefined && !required.has(field.apiName);

const INSTANT = { type: 'string', readOnly: true } as const;

/** What every record has beside its fields. */
const SYSTEM_PROPERTIES: Readonly<Record<string, JsonSchema>> = {
  id: { title: '编号', type: 'string', pattern: ID_SOURCE, readOnly: true },
  version: { title: '版本', type: 'integer', minimum: 1, readOnly: true },
  createdAt: { title: '收录时间', ...INSTANT, format: 'date-time' },
  updatedAt: { title: '更新时间', ...INSTANT, format: 'date-time' },
};

function fieldPart(place: Place): JsonSchema {
  const { field, purpose } = place;
  const description = describes(field, purpose);
  return {
    title: field.label,
    ...(description !== '' && { description }),
    ...(purpose === 'write' && field.config?.default !== undefined && { default: field.config.default }),
    ...standardValue(fieldType(field).schema(field), place),
    ...(purpose === 'read' && isAutomatic(field) && { readOnly: true }),
    ...keywords(field),
  };
}

const head = (object: ObjectDefinition, purpose: Purpose, description: string): JsonSchema => ({
  title: object.label,
  description,
  'x-object': object.apiName,
  'x-version': object.version,
  'x-name-field': object.nameField,
  $schema: DIALECT,
  $id: `urn:jingtu:${object.apiName}:${object.version}:${purpose}`,
});

const asRecord = (entries: readonly (readonly [string, JsonSchema])[]): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(entries);

/**
 * JSON Schema (2020-12) of a record as the API gives it: the shape of its values, for every reader. Bounds are left out,
 * since a record that was kept before they were narrowed is given all the same, and so are keys that are new tomorrow.
 */
export function readSchema(object: ObjectDefinition): JsonSchema {
  const choices = new Choices(object, 'read');
  const place = { purpose: 'read', choices, isRequired: false, isNullable: false } as const;
  const fields = openFields(object).map((field) => [field.apiName, fieldPart({ field, ...place })] as const);
  return {
    ...head(object, 'read', '接口给出的一条记录；没有值或读者无权查看的字段不出现'),
    type: 'object',
    properties: { ...SYSTEM_PROPERTIES, ...asRecord(fields) },
    required: ['id'],
    $defs: choices.definitions(),
  };
}

/**
 * JSON Schema (2020-12) of the values of a record as a form writes them. It says what a value must be by itself: what
 * depends on other fields is for the rules to say, so that a field that a rule may hide is not required here. `change` of
 * its definitions is what an edit sends: some values, null for those that it clears.
 */
export function writeSchema(object: ObjectDefinition): JsonSchema {
  const choices = new Choices(object, 'write');
  const fields = writtenFields(object);
  const known = new Set(fields.map(({ apiName }) => apiName));
  const required = requiredFields(object).filter((apiName) => known.has(apiName));
  const isRequired = new Set(required);
  const parts = fields.map((field) => {
    const place = { purpose: 'write', choices, isRequired: isRequired.has(field.apiName) } as const;
    return [field.apiName, fieldPart({ field, ...place, isNullable: takesNull(field, isRequired) })] as const;
  });
  const changes = fields.map(
    ({ apiName }) => [apiName, { anyOf: [{ $ref: `#/properties/${apiName}` }, { type: 'null' }] }] as const,
  );
  return {
    ...head(object, 'write', '新建记录时提交的值；修改时只提交改动的字段（见 $defs.change）'),
    type: 'object',
    properties: asRecord(parts),
    required,
    additionalProperties: false,
    $defs: {
      ...choices.definitions(),
      change: {
        title: `修改${object.label}`,
        type: 'object',
        properties: asRecord(changes),
        additionalProperties: false,
      },
    },
  };
}
