import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldType } from './field-type.ts';

/** Is the value of a field kept encrypted? Only types that have the attribute `sealed` can be. */
export const isSealed = (field: Pick<FieldDefinition, 'config'>): boolean => field.config?.sealed === true;

/** May fields of this type be kept encrypted? */
export const canSeal = (type: FieldType): boolean => type.attributes.includes('sealed');

/**
 * A type as it is where its values are kept encrypted: one text column that means nothing to the database, so that
 * nothing can be filtered, ordered or indexed by it. The value in `toColumns` and `fromColumns` is clear text; the
 * server seals it on its way into the table and opens it on its way out.
 */
export const sealedType = (open: FieldType): FieldType => ({
  ...open,
  operators: [],
  columns: ({ apiName }) => [{ name: apiName, sqlType: 'text' }],
  sortColumn: () => null,
});
