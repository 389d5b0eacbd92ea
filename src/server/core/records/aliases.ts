import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues, ReferenceValue } from '#schemas/metadata/value.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import { aliasRows } from './alias-queries.ts';
import { linkIds } from './link-ids.ts';

/** The survivors of records that were merged: ids by `target:id`. */
type Survivors = ReadonlyMap<string, string>;

/** The survivors that dead links lead to, each written `target:id`, as far as the records were merged. */
export async function survivorsOf(trx: Db, dead: ReadonlySet<string>): Promise<Survivors> {
  const links = [...dead].map((link) => {
    const at = link.indexOf(':');
    return { objectApiName: link.slice(0, at), id: link.slice(at + 1) };
  });
  const rows = await aliasRows(trx, links);
  return new Map(rows.map(({ objectApiName, oldId, recordId }) => [`${objectApiName}:${oldId}`, recordId]));
}

/** Values with every link to a merged record replaced by one to its survivor; all else as it was sent. */
export function withSurvivors<Values>(
  fields: readonly FieldDefinition[],
  values: Values,
  survivors: Survivors,
): Values {
  if (survivors.size === 0 || typeof values !== 'object' || values === null) return values;
  const changed: Record<string, unknown> = {};
  for (const field of fields.filter(isLinking)) {
    const value = (values as RecordValues)[field.apiName];
    const current = (id: string) => survivors.get(`${field.targetApiName}:${id}`);
    if (linkIds(value).some((id) => current(id) !== undefined)) changed[field.apiName] = replacedLinks(value, current);
  }
  return { ...values, ...changed };
}

/** A link, or a list of links each of which is in it once, with some ids replaced. */
export function replacedLinks(value: FieldValue, idFor: (id: string) => string | undefined): FieldValue {
  const one = (link: ReferenceValue): ReferenceValue => {
    const id = idFor(link.id);
    return id === undefined ? link : { id };
  };
  if (!Array.isArray(value)) return one(value as ReferenceValue);
  const links = (value as ReferenceValue[]).map(one);
  return links.filter(({ id }, index) => links.findIndex((other) => other.id === id) === index);
}

/** A record that comes back after a while: its links lead to the survivors. */
export async function linkedToSurvivors(
  trx: Db,
  fields: readonly FieldDefinition[],
  values: RecordValues,
): Promise<RecordValues> {
  const [linked = values] = await allLinkedToSurvivors(trx, fields, [values]);
  return linked;
}

/** Records of one object that come back after a while: their links lead to the survivors. */
export async function allLinkedToSurvivors(
  trx: Db,
  fields: readonly FieldDefinition[],
  all: readonly RecordValues[],
): Promise<RecordValues[]> {
  const links = all.flatMap((values) =>
    fields
      .filter(isLinking)
      .flatMap((field) => linkIds(values[field.apiName]).map((id) => `${field.targetApiName}:${id}`)),
  );
  const survivors = await survivorsOf(trx, new Set(links));
  return all.map((values) => withSurvivors(fields, values, survivors));
}
