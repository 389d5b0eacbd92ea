import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { JsonSchema } from './field-types/field-type.ts';
import { fieldType, isComputed } from './field-types/registry.ts';
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

/**
 * JSON Schema (2020-12) of a record's values. It says structure only: what depends on other fields is the rule
 * engine's. A field that a rule may hide is therefore never in `required` here; the engine asks for it when it shows.
 */
export function recordSchema(object: ObjectDefinition): JsonSchema {
  const hideable = new Set(object.rules.filter((rule) => rule.kind === 'visible').map((rule) => rule.target));
  const fields = liveFields(object);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `jingtu:${object.apiName}@${object.version}`,
    title: object.label,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.apiName, fieldSchema(field)])),
    required: fields
      .filter((field) => field.required && !isComputed(field) && !hideable.has(field.apiName))
      .map((field) => field.apiName),
    additionalProperties: false,
  };
}
