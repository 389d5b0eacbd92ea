import type { Binding } from '#schemas/bindings.ts';
import type { FieldTypeName } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** The values of the types that bindings name, as they travel. */
interface BoundTypes {
  text: string;
  longText: string;
  url: string;
  email: string;
  date: string;
  select: string;
  treeSelect: string;
  textList: readonly string[];
  multiSelect: readonly string[];
  integer: number;
  boolean: boolean;
  currency: CurrencyValue;
  percent: string;
  reference: ReferenceValue;
  multiReference: readonly ReferenceValue[];
  image: FileValue;
  file: FileValue;
}

type BoundType<T extends FieldTypeName> = T extends keyof BoundTypes ? BoundTypes[T] : never;

/** The values of a record by the keys of a binding; a key without a value is absent. */
export type BoundValues<B extends Binding> = {
  readonly [K in keyof B['fields']]?: BoundType<B['fields'][K]['types'][number]>;
};

const entries = ({ fields }: Binding) => Object.entries(fields);

/** The names of the fields that a binding reads, for a query of these alone. */
export const boundNames = (binding: Binding): string[] => entries(binding).map(([, { apiName }]) => apiName);

/**
 * What a binding needs of a record's values. They are those of a record that was read or checked: the types are the word of
 * the metadata, which a save cannot break.
 */
export function boundValues<const B extends Binding>(
  binding: B,
  values: Readonly<Record<string, unknown>>,
): BoundValues<B> {
  const named = entries(binding).map(([key, { apiName }]) => [key, values[apiName] ?? undefined] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as BoundValues<B>;
}

/** Values by the names of their fields, as a record is written; keys that are absent are left out, null clears. */
export function recordValues<const B extends Binding>(
  { fields }: B,
  values: { readonly [K in keyof B['fields']]?: BoundValues<B>[K] | null | undefined },
): Record<string, unknown> {
  const given: readonly (readonly [string, unknown])[] = Object.entries(values);
  return Object.fromEntries(
    given.flatMap(([key, value]) => (value === undefined ? [] : [[fields[key]?.apiName ?? key, value]])),
  );
}
