import { isLinking } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { MOST_HOLDERS } from '#server/core/duplicates/grade.ts';
import { keysOf, matchFacts, type MatchKey } from '#server/core/duplicates/match-facts.ts';
import { holdersOf } from '#server/core/duplicates/queries.ts';
import { linkIds } from '#server/core/records/link-ids.ts';
import { idsByNames, type PlainRecord } from '#server/core/records/queries.ts';
import { type Finding, finding } from './finding.ts';
import { namesOf } from './queries.ts';

/** More records than these that a name may be of are no suggestion. */
const MOST_SUGGESTED = 3;
const NOTHING_ELSE = { codes: [], legalNames: [], sites: [], regions: [], people: [], founded: [] };

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((text): text is string => typeof text === 'string' && text !== '');
const keyName = ({ kind, key }: MatchKey): string => `${kind}:${key}`;

/** The keys under which a record of that name is kept; a core is shared by too many to say who it is. */
const keysOfName = (name: string): MatchKey[] =>
  keysOf(matchFacts({ ...NOTHING_ELSE, names: [name] })).filter(({ kind }) => kind === 'name' || kind === 'base');

/** Records that have one of these names, or are kept under it as another name, by name. */
async function recordsNamed(trx: Db, target: CatalogObject, names: readonly string[]): Promise<Map<string, string[]>> {
  const byName = await idsByNames(trx, target, target.definition.nameField, names);
  const keys = names.flatMap(keysOfName);
  const held = await holdersOf(trx, target.apiName, keys, MOST_HOLDERS);
  const holders = new Map(held.map((one) => [keyName(one), one.ids]));
  return new Map(
    names.map((name) => {
      const others = keysOfName(name).flatMap((key) => holders.get(keyName(key)) ?? []);
      return [name, [...new Set([...(byName.get(name) ?? []), ...others])]];
    }),
  );
}

/** Names in the texts of some records that a record has, to which they do not link. */
export async function unlinkedNames(
  trx: Db,
  catalog: Catalog,
  object: CatalogObject,
  records: readonly PlainRecord[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { field: apiName, objectApiName } of object.definition.quality?.names ?? []) {
    const field = object.field(apiName);
    const target = catalog.find(objectApiName);
    const names = [...new Set(records.flatMap(({ values }) => textsOf(values[apiName])))];
    if (!field || !target || names.length === 0) continue;
    const links = object.fields.filter((one) => isLinking(one) && one.targetApiName === objectApiName);
    const known = await recordsNamed(trx, target, names);
    const called = await namesOf(trx, target, [...new Set([...known.values()].flat())]);
    for (const record of records) {
      const linked = new Set(links.flatMap((link) => linkIds(record.values[link.apiName])));
      const problems = textsOf(record.values[apiName]).flatMap((name) => {
        const ids = (known.get(name) ?? []).filter((id) => !linked.has(id));
        if (ids.length === 0 || ids.length > MOST_SUGGESTED) return [];
        const others = ids.map((id) => `“${called.get(id) ?? ''}”（${id}）`).join('或');
        return [`“${name}”可关联到${target.definition.label}${others}`];
      });
      if (problems.length > 0) found.push(finding('unlinkedName', object, record, field, problems.join('；')));
    }
  }
  return found;
}
