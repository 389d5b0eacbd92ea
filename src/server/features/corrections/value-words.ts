import type { CurrencyValue, FieldValue, ReferenceValue } from '#schemas/metadata/value.ts';
import type { Currency, FieldDefinition } from '#schemas/metadata/field.ts';
import { isLinking, isMoney, showsLinks, valueType } from '#generators/field-types/registry.ts';
import { formatMoney } from '#shared/money/format.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';

export interface WordSources {
  readonly now: () => Date;
  readonly catalog: Catalog;
  readonly reader: Pick<RecordReader, 'names'>;
}

/** A value as a user reads it, linked records by their names; null for none. */
export async function valueWords(sources: WordSources, field: FieldDefinition, value: FieldValue, actor: Actor) {
  if (value === null || value === undefined) return null;
  const { num, currency } = value as CurrencyValue;
  if (isMoney(field) && num !== undefined) return formatMoney(num, currency as Currency | undefined);
  const shown = isLinking(field) ? await named(sources, field, value, actor) : value;
  return valueType(field).toText(shown, field) || null;
}

/** A value as a cell shows it: links with the names of their records. */
export async function shownValue(
  sources: WordSources,
  field: FieldDefinition,
  value: FieldValue,
  actor: Actor,
): Promise<FieldValue> {
  if (value === null || value === undefined || !showsLinks(field)) return value;
  return named(sources, field, value, actor);
}

async function named(
  { catalog, reader, now }: WordSources,
  { targetApiName = '' }: FieldDefinition,
  value: FieldValue,
  actor: Actor,
) {
  const target = catalog.find(targetApiName);
  const links = [value].flat() as readonly ReferenceValue[];
  const ids = links.map(({ id }) => id);
  const scope = { rowsOf: rowsFor(actor), today: shanghaiDay(now()) };
  const names = target ? await reader.names(target, ids, scope) : new Map<string, string>();
  const shown = links.map(({ id }): ReferenceValue => ({ id, name: names.get(id) ?? id }));
  return Array.isArray(value) ? shown : shown[0];
}
