import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isComputed, isDated } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { addDays } from '#shared/time/days.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';

/** Days after which a record that was not verified is out of date, where its object says nothing else. */
const FRESH_DAYS = 180;

/** The fields of an object that people fill in, as far as a list can show the records without them. */
export const measuredFields = ({ fields }: CatalogObject): FieldDefinition[] =>
  fields.filter((field) => !isComputed(field) && !isSealed(field));

/** What a field counts for in the completeness of its object. */
export const weightOf = ({ config }: FieldDefinition): number => config?.importance ?? 1;

/** The field that says up to when a record is known to be right; undefined where there is none. */
export function asOfField(object: CatalogObject): FieldDefinition | undefined {
  const field = object.field(object.definition.layouts.detail.provenance?.asOf ?? '');
  return field && isDated(field) ? field : undefined;
}

/** Days for which the records of an object, or one of their values, are fresh after they were verified; 0: for ever. */
export function freshDays(object: CatalogObject, field?: FieldDefinition): number {
  if (!asOfField(object)) return 0;
  return field ? (field.config?.staleAfter ?? 0) : (object.definition.quality?.staleAfter ?? FRESH_DAYS);
}

/** The day before which records, or one of their values, are out of date; undefined where they never are. */
export function staleBefore(object: CatalogObject, field: FieldDefinition | undefined, today: string) {
  const days = freshDays(object, field);
  return days === 0 ? undefined : addDays(today, -days);
}
