import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import type { Db } from '#server/db/database.ts';
import { runText } from '#server/db/prepared.ts';
import { choose, type Counted, type StatedByField } from './choose.ts';
import { questionOf } from './count.ts';
import type { DerivedGroup } from './plan.ts';
import type { Edges } from './finding/source-records.ts';
import { statedRows } from './stated-queries.ts';

/** What a group gives of one record, before anything that is stated. */
export interface CountedRecord extends Omit<Counted, 'value'> {
  readonly values: Readonly<Record<string, FieldValue>>;
}

interface Asked {
  readonly group: DerivedGroup;
  readonly ids: readonly string[];
}

/** The values that a group gives of some records, by record. */
export async function countedRecords(
  trx: Db,
  { group, ids }: Asked,
  edges: Edges,
  today: string,
): Promise<Map<string, CountedRecord>> {
  const { text, values } = questionOf(group, ids, edges, today);
  const rows = await runText<Record<string, unknown>>(trx, text, values);
  return new Map(
    rows.map((row) => [
      String(row['id']),
      {
        values: valuesOf(row, group.fields),
        rows: Number(row['#rows'] ?? 0),
        on: (row['#on'] as string | null | undefined) ?? null,
      },
    ]),
  );
}

function valuesOf(row: Record<string, unknown>, fields: readonly FieldDefinition[]): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  let at = 0;
  for (const field of fields) {
    const type = fieldType(field);
    const columns = type.columns(field).map(() => row[`c${at++}`] ?? null);
    values[field.apiName] = type.fromColumns(columns, field);
  }
  return values;
}

/** What is stated of some records, by record and field. */
export type StatedByRecord = ReadonlyMap<string, StatedByField>;

/** All that is stated of values of some records that are counted as well. */
export async function statedOf(
  db: Db,
  object: { readonly apiName: string; readonly groups: readonly DerivedGroup[] },
  ids: readonly string[],
): Promise<StatedByRecord> {
  if (object.groups.every(({ kind }) => kind === 'lookup')) return new Map();
  const byRecord = Map.groupBy(await statedRows(db, object.apiName, ids), ({ recordId }) => recordId);
  return new Map([...byRecord].map(([id, rows]) => [id, Map.groupBy(rows, ({ field }) => field)]));
}

/** The values of a group that are in effect for some records: those counted, or those stated instead. */
export async function effectiveValues(
  trx: Db,
  asked: Asked,
  stated: StatedByRecord,
  edges: Edges,
  today: string,
): Promise<Map<string, Record<string, FieldValue>>> {
  const counted = await countedRecords(trx, asked, edges, today);
  return new Map(
    [...counted].map(([id, { values, rows, on }]) => {
      const own = stated.get(id);
      if (!own) return [id, values];
      const chosen = asked.group.fields.map((field) => {
        const { apiName } = field;
        return [apiName, choose(asked.group, field, { value: values[apiName], rows, on }, own, today).value];
      });
      return [id, Object.fromEntries(chosen) as Record<string, FieldValue>];
    }),
  );
}
