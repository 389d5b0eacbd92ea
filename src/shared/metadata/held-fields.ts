import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { HeldPart } from '#schemas/metadata/part-config.ts';
import { fieldType, isAutomatic, isComputed, isDated, isFile, isLinking } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { canSum, groupKind } from '#shared/charts/grouping.ts';

/** May a value that is kept as a text be written into the field? */
export const takesText = (field: FieldDefinition): boolean =>
  !isAutomatic(field) && !isFile(field) && !isLinking(field);

/** Which fields a text may name, by what it holds. */
const FITS: Readonly<Record<Exclude<HeldPart, 'object' | 'condition' | 'value'>, (field: FieldDefinition) => boolean>> =
  {
    field: () => true,
    dateField: (field) => isDated(field) && !isComputed(field),
    setField: takesText,
    groupField: (field) => groupKind(field, { field: field.apiName }) !== undefined,
    sumField: canSum,
    order: (field) => fieldType(field).sortColumn(field) !== null,
  };

/** The fields of an object that a text may name. */
export function heldFields(part: keyof typeof FITS, fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  return fields.filter((field) => field.removed !== true && !isSealed(field) && FITS[part](field));
}
