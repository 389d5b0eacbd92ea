import type { Currency, FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue, FieldValue } from '#schemas/metadata/value.ts';
import { firstDay } from '#generators/field-types/date.ts';
import { isMoney, showsLinks, valueKind, valueType } from '#generators/field-types/registry.ts';
import { formatMoney } from '#shared/money/format.ts';
import { daysFrom } from '#shared/time/days.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { edgesOf } from '#server/core/derived/changes.ts';
import { statedValue } from '#server/core/derived/choose.ts';
import { countedRecords, type StatedByRecord } from '#server/core/derived/counted-values.ts';
import type { RollupGroup } from '#server/core/derived/plan.ts';
import type { PlainRecord } from '#server/core/records/queries.ts';
import type { StatedDifference } from './queries.ts';

/** Numbers that differ by less than this share of the greater, and dates by no more than these days, agree. */
const TOLERANCE = 0.05;
const TOLERATED_DAYS = 31;

/** Do two values, of a source and the count or of two sources, say something else? Not where one is not known. */
export function differ(field: FieldDefinition, counted: FieldValue, stated: FieldValue): boolean {
  if (counted === undefined || counted === null || stated === undefined || stated === null) return false;
  switch (valueKind(field)) {
    case 'money':
      return farApart((counted as CurrencyValue).equivalentMoney, (stated as CurrencyValue).equivalentMoney);
    case 'integer':
    case 'decimal':
      return farApart(String(counted), String(stated));
    case 'date':
      return Math.abs(daysFrom(firstDay(String(counted)), firstDay(String(stated)))) > TOLERATED_DAYS;
    default:
      return !sameValue(counted, stated);
  }
}

/** A float is enough to say whether two numbers are far apart; one that is not known is far from none. */
function farApart(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [left, right] = [Number(one), Number(other)];
  return Math.abs(left - right) > TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
}

/** A value as staff read it. */
export function valueWords(field: FieldDefinition, value: FieldValue): string {
  const { num, currency } = (value ?? {}) as CurrencyValue;
  if (isMoney(field) && num !== undefined) return formatMoney(num, currency as Currency | undefined);
  return valueType(field).toText(value, field);
}

/** What is stated of some records and differs from what is counted; of several sources, what is pinned or the newest. */
export async function statedDifferences(
  trx: Db,
  catalog: Catalog,
  object: CatalogObject,
  records: readonly PlainRecord[],
  stated: StatedByRecord,
  today: string,
): Promise<StatedDifference[]> {
  const differences: StatedDifference[] = [];
  for (const group of object.groups.filter((one): one is RollupGroup => one.kind === 'rollup')) {
    const fields = group.fields.filter((field) => !showsLinks(field));
    const own = records.filter(({ id }) => fields.some(({ apiName }) => stated.get(id)?.has(apiName)));
    if (own.length === 0) continue;
    const edges = await edgesOf(trx, catalog, group);
    const asked = { group, ids: own.map(({ id }) => id) };
    const counted = await countedRecords(trx, asked, edges, today);
    for (const { id, values } of own) {
      for (const field of fields) {
        const rows = stated.get(id)?.get(field.apiName) ?? [];
        const said = rows.find(({ pinned }) => pinned) ?? rows[0];
        const found = counted.get(id);
        if (!said || !found || found.rows === 0) continue;
        const [theirs, ours] = [statedValue(field, said), found.values[field.apiName]];
        if (!differ(field, ours, theirs)) continue;
        differences.push({
          id,
          field: field.apiName,
          name: String(values[object.definition.nameField] ?? `#${id}`),
          label: field.label,
          stated: valueWords(field, theirs),
          source: said.source,
          pinned: said.pinned,
          counted: valueWords(field, ours),
        });
      }
    }
  }
  return differences;
}
