import type { MergeChoice, MergeChoices } from '#schemas/api/merging.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues, ReferenceValue } from '#schemas/metadata/value.ts';
import { isAutomatic, isLinking, isList, takesNames } from '#generators/field-types/registry.ts';
import { DEFAULT_MAX_ITEMS } from '#generators/field-types/parts.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { ValueOrigin } from '#server/core/records/history-queries.ts';
import { linkIds } from '#server/core/records/link-ids.ts';
import { namingFields } from '#server/core/search/search-text.ts';
import { isEmpty, type Pair, preference, type Preferred } from './preference.ts';

/** A field in which the two differ: what is chosen, and what may be. */
export interface Chosen {
  readonly field: FieldDefinition;
  readonly choice: MergeChoice;
  readonly choices: readonly MergeChoice[];
  /** Why it is proposed; undefined where the caller chose. */
  readonly why: string | undefined;
  readonly value: FieldValue | undefined;
}

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

/**
 * The fields in which two records differ, each with what is chosen: what the caller chose, else both lists together, else
 * the value that is there, else the one that is preferred by what wrote the two (`origins`). Values that are worked out
 * are not chosen.
 */
export function chosenFields(
  object: CatalogObject,
  pair: Pair,
  choices: MergeChoices,
  origins: readonly ValueOrigin[],
): Chosen[] {
  const alias = aliasField(object);
  const preferred = preference(object, pair, origins);
  const plain = object.fields.filter((field) => !isAutomatic(field) && field !== alias);
  const chosen = plain.flatMap((field) => chosenField(object, pair, field, preferred, choices) ?? []);
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
  const asked = choices[alias.apiName];
  const { side, why } = { side: asked ?? 'both', why: asked ? undefined : '保留两条记录用过的全部名称' };
  const value = { both, survivor: kept, loser: gone }[side];
  return [...chosen, { field: alias, choice: side, choices: ['survivor', 'loser', 'both'], why, value }];
}

function chosenField(
  object: CatalogObject,
  pair: Pair,
  field: FieldDefinition,
  preferred: (apiName: string) => Preferred,
  choices: MergeChoices,
): Chosen | undefined {
  const { apiName } = field;
  const kept = withoutOwn(field, pair.survivor.values[apiName], object, pair);
  const gone = withoutOwn(field, pair.loser.values[apiName], object, pair);
  const hasOwn = !sameValue(kept, pair.survivor.values[apiName]);
  if (sameValue(kept, gone) && !hasOwn) return undefined;
  const isUnited = isList(field) && !isEmpty(kept) && !isEmpty(gone);
  const allowed: readonly MergeChoice[] = isUnited ? ['survivor', 'loser', 'both'] : ['survivor', 'loser'];
  const asked = choices[apiName];
  const { side, why } =
    asked !== undefined && allowed.includes(asked) ? { side: asked, why: undefined } : proposed(isUnited);
  const value = side === 'both' ? united(field, kept, gone) : side === 'loser' ? gone : kept;
  return { field, choice: side, choices: allowed, why, value };

  function proposed(isList: boolean): { readonly side: MergeChoice; readonly why: string } {
    if (isList) return { side: 'both', why: '两条记录都有内容，合并为一个列表' };
    if (isEmpty(gone)) return { side: 'survivor', why: '另一条记录没有填写' };
    return isEmpty(kept) ? { side: 'loser', why: '另一条记录没有填写' } : preferred(apiName);
  }
}
