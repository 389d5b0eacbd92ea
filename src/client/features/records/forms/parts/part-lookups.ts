import type { ListView } from '#schemas/api/list-view.ts';
import type { FilterLookups } from '#client/features/records/filters/label-of.ts';
import type { HeldPartProps } from '#client/ui/schema-form/form-scope.ts';

/** What parts of definitions are chosen from. */
export interface PartLookups extends FilterLookups {
  /** Objects with records of their own, by label. Observable. */
  readonly objects?: (() => readonly { readonly apiName: string; readonly label: string }[]) | undefined;
}

export interface PartProps extends HeldPartProps {
  readonly parts: PartLookups;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A field that holds a part of a definition, among those of its record. */
export type PartPlace = Pick<HeldPartProps, 'field' | 'fieldOf' | 'valueOf'>;

/** The object that a part belongs to; for a value, that of its field. */
function objectOf({ field, fieldOf, valueOf }: PartPlace): string {
  const { holdsOf = '' } = field.config ?? {};
  const above = fieldOf(holdsOf)?.config;
  return textOf(valueOf(above?.holds === 'object' ? holdsOf : (above?.holdsOf ?? holdsOf)));
}

/** The object that the part belongs to, empty without one, and its list, while that is known. Observable. */
export function viewOf(
  place: PartPlace,
  { listView }: FilterLookups,
): { readonly object: string; readonly view: ListView | undefined } {
  const object = objectOf(place);
  return { object, view: object === '' ? undefined : listView?.(object) };
}
