import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';

const firstCharacter = (value: string): string => `${[...value][0] ?? ''}***`;

/** A sealed value as staff see it before they open it: enough to tell two apart, not enough to reach anyone. */
export const maskedValue = (field: FieldDefinition, value: string): string =>
  (fieldType(field).mask ?? firstCharacter)(value);
