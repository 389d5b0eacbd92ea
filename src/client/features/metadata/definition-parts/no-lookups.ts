import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';

/** Lookups of a form whose choices are all in its definition. */
export const NO_LOOKUPS: FieldLookups = {
  options: (field) => field.selectOptions ?? [],
  searchRecords: () => Promise.resolve([]),
};
