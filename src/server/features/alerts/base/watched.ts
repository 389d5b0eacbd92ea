import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { withSystemFields } from '#generators/system-fields.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { isLive } from '#server/core/formulas/live-formulas.ts';

/** When a record last changed is no property of it: every change would enter a list of what changed lately. */
const NO_HISTORY: ReadonlySet<string> = new Set(['updatedAt']);

/** The fields whose values before a change are known, so that a condition on them can be tried. */
export const triedFields = (object: CatalogObject): FieldDefinition[] =>
  withSystemFields(object.definition, object.fields).filter(
    (field) => !isSealed(field) && !isLive(object, field) && !NO_HISTORY.has(field.apiName),
  );

/** Fields that a user may choose to watch. */
export const watchable = (object: CatalogObject, open: readonly FieldDefinition[]): FieldDefinition[] => {
  const own = new Set(object.fields.map(({ apiName }) => apiName));
  return open.filter((field) => own.has(field.apiName) && !isLive(object, field) && fieldType(field).kind !== 'file');
};

/** Those that are watched where none are chosen: what the list of the object shows. */
export const usuallyWatched = ({ definition }: CatalogObject): ReadonlySet<string> =>
  new Set([definition.nameField, ...definition.layouts.list.columns]);
