import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';

/**
 * Are two values kept alike? To a user an amount is the same whatever it comes to in CNY, and so is a sum that lacks one
 * more amount; what is worked out of them is not.
 */
export function sameKept(field: FieldDefinition, left: FieldValue, right: FieldValue): boolean {
  const { toColumns } = fieldType(field);
  return JSON.stringify(toColumns(left ?? null, field)) === JSON.stringify(toColumns(right ?? null, field));
}
