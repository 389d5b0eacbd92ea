import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { JsonSchema } from './field-types/field-type.ts';
import { fieldType, isAutomatic } from './field-types/registry.ts';
import { liveFields } from './object.ts';

/** JSON Schema of one field's value, with its title and help. */
export function fieldSchema(field: FieldDefinition): JsonSchema {
  return {
    title: field.label,
    ...(field.config?.help !== undefined && { description: field.config.help }),
    ...(field.config?.default !== undefined && { default: field.config.default }),
    ...fieldType(field).schema(field),
  };
}

/** Fields that a whole record holds, whatever else it holds: those that a rule may hide are asked for when they show. */
export function requiredFields(object: ObjectDefinition): string[] {
  const hideable = new Set(object.rules.filter((rule) => rule.kind === 'visible').map((rule) => rule.target));
  return liveFields(object)
    .filter((field) => field.required && !isAutomatic(field) && !hideable.has(field.apiName))
    .map((field) => field.apiName);
}

/**
 * JSON Schema (2020-12) of a record's values. It says structure only: what depends on other fields is the rule
 * engine's. Its keywords and formats are those of our own validators; portable/ makes schemas that others take.
 */
export function recordSchema(object: ObjectDefinition): JsonSchema {
  const fields = liveFields(object);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `jingtu:${object.apiName}@${object.version}`,
    title: object.label,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.apiName, fieldSchema(field)])),
    required: requiredFields(object),
    additionalProperties: false,
  };
}
