import type { MergeChoice, MergeChoices } from '#schemas/api/merging.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues, ReferenceValue } from '#schemas/metadata/value.ts';
import { isComputed, isLinking, isList, takesNames } from '#generators/field-types/registry.ts';
import { DEFAULT_MAX_ITEMS } from '#generators/field-types/parts.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { linkIds } from '#server/core/records/link-ids.ts';
import { namingFields } from '#server/core/search/search-text.ts';

/** Two records of one object, one of which is to be both. */
export interface Pair {
  readonly survivor: { readonly id: string; readonly values: RecordValues };
  readonly loser: { readonly id: string; readonly values: RecordValues };
}

/** A field in which the two differ: what is chosen, and what may be. */
export interface Chosen {
  readonly field: FieldDefinition;
  readonly choice: MergeChoice;
  readonly choices: readonly MergeChoice[];
  readonly value: FieldValue | undefined;
}

const isEmpty = (value: FieldValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The list of further names, where an object has one: it takes what the record that goes was called. */
const aliasField = (object: CatalogObject): FieldDefinition | undefined =>
  namingFields(object).find((field) => isList(field) && takesNames(field));

/** The names of a record that are one text each. */
const namesOf = (object: CatalogObject, values: RecordValues): string[] =>
  namingFields(object)
    .filter((field) => !isList(field))
    .flatMap(({ apiName }) => (typeof values[apiName] === 'string' ? [values[apiName]] : []));

const listOf = (value: FieldValue | undefined): readonly (string | ReferenceValue)[] =>
  Array.isArray(value) ? (value as readonly (string | ReferenceValue)[]) : [];

/** Both lists, those of the first one first, each member once, as many as the field takes. */
function united(field: FieldDefinition, first: FieldValue | undefined, second: FieldValue | undefined): FieldValue {
  const members = new Map(
    [...listOf(first), ...listOf(second)].map((member) => [typeof member === 'string' ? member : member.id, member]),
  );
  return [...members.values()].slice(0, field.config?.maxItems ?? DEFAULT_MAX_ITEMS) as FieldValue;
}

/** A value without links to the two records: the merged record would point at itself. */
function withoutOwn(
  field: FieldDefinition,
  value: FieldValue | undefined,
  object: CatalogObject,
  { survivor, loser }: Pair,
) {
  if (field.targetApiName !== object.apiName || !isLinking(field)) return value;
  const own = linkIds(value ?? null).filter((id) => id === survivor.id || id === loser.id);
  if (own.length === 0) return value;
  return Array.isArray(value)
    ? ((value as ReferenceValue[]).filter(({ id }) => !own.includes(id)) as FieldValue)
    : null;
}

/** Which record was looked at later, by the day that its source vouches for; the survivor where that is not known. */
function newer({ definition }: CatalogObject, { survivor, loser }: Pair): 'survivor' | 'loser' {
  const day = definition.layouts.detail.provenance?.asOf ?? '';
  const [kept, gone] = [survivor.values[day], loser.values[day]];
  return typeof gone === 'string' && (typeof kept !== 'string' || gone > kept) ? 'loser' : 'survivor';
}

/**
 * The fields in which two records differ, each with what is chosen: what the caller chose, else both lists together, else
 * the value that is there, else that of the record which was verified later. Values that are worked out are not chosen.
 */
export function chosenFields(object: CatalogObject, pair: Pair, choices: MergeChoices): Chosen[] {
  const alias = aliasField(object);
  const later = newer(object, pair);
  const plain = object.fields.filter((field) => !isComputed(field) && field !== alias);
  const chosen = plain.flatMap((field) => chosenField(object, pair, field, later, choices) ?? []);
  if (!alias) return chosen;
  const merged = {
    ...pair.survivor.values,
    ...Object.fromEntries(chosen.map(({ field, value }) => [field.apiName, value])),
  };
  const called = new Set(namesOf(object, merged));
  const [kept, gone] = [pair.survivor.values[alias.apiName], pair.loser.values[alias.apiName]];
  const others = [...namesOf(object, pair.survivor.values), ...namesOf(object, pair.loser.values)];
  const all = listOf(united(alias, kept, [...listOf(gone), ...others] as FieldValue));
  const both = all.filter((name) => typeof name === 'string' && !called.has(name)) as FieldValue;
  if (sameValue(both, kept) && sameValue(gone, kept)) return chosen;
  const choice = choices[alias.apiName] ?? 'both';
  const value = { both, survivor: kept, loser: gone }[choice];
  return [...chosen, { field: alias, choice, choices: ['survivor', 'loser', 'both'], value }];
}

function chosenField(
  object: CatalogObject,
  pair: Pair,
  field: FieldDefinition,
  later: 'survivor' | 'loser',
  choices: MergeChoices,
): Chosen | undefined {
  const { apiName } = field;
  const kept = withoutOwn(field, pair.survivor.values[apiName], object, pair);
  const gone = withoutOwn(field, pair.loser.values[apiName], object, pair);
  const hasOwn = !sameValue(kept, pair.survivor.values[apiName]);
  if (sameValue(kept, gone) && !hasOwn) return undefined;
  const isUnited = isList(field) && !isEmpty(kept) && !isEmpty(gone);
  const allowed: readonly MergeChoice[] = isUnited ? ['survivor', 'loser', 'both'] : ['survivor', 'loser'];
  const filled = isEmpty(gone) ? 'survivor' : isEmpty(kept) ? 'loser' : later;
  const asked = choices[apiName];
  const choice = asked !== undefined && allowed.includes(asked) ? asked : isUnited ? 'both' : filled;
  const value = choice === 'both' ? united(field, kept, gone) : choice === 'loser' ? gone : kept;
  return { field, choice, choices: allowed, value };
}
