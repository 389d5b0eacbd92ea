import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { type UniqueKey, uniqueKeys } from '#generators/unique.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { holdersOf, keyOf, keysBeingBuilt, lockKey } from './unique-queries.ts';

/** A record as it would be stored, and the problems that prevent that. */
interface Verdict {
  readonly values: RecordValues;
  readonly problems: readonly Problem[];
}

interface UniqueTable {
  readonly table: string;
  readonly fields: readonly FieldDefinition[];
}

/** A record under judgement: what it is kept as now, and what it would become. */
interface JudgedRow {
  readonly old: { readonly id: string; readonly values: RecordValues } | undefined;
  readonly judged: Verdict;
  /** What the record is known by in its batch. */
  readonly name?: string | undefined;
}

/** The value in words. */
const shown = (field: FieldDefinition, values: RecordValues): string =>
  fieldType(field).toText(values[field.apiName], field).slice(0, 100);

/** What is wrong, naming the value and what it has to differ within. */
export function takenWords({ field, scope }: UniqueKey, values: RecordValues, by: string): string {
  const within = scope.length > 0 ? `同一${scope.map(({ label }) => `“${label}”`).join('、')}中，` : '';
  const value = fieldType(field).kind === 'link' ? `这个“${field.label}”` : `“${shown(field, values)}”`;
  return `${within}${value}${by}`;
}

const textOf = (key: readonly unknown[] | undefined): string => JSON.stringify(key ?? null);

/** Has writers queue up for keys that no index holds yet, so that what is looked up stays as it is. */
async function holdUnbuilt(trx: Db, keys: readonly UniqueKey[]): Promise<UniqueKey[]> {
  const unbuilt = await keysBeingBuilt(trx, keys);
  for (const key of unbuilt) await lockKey(trx, key);
  return unbuilt;
}

/**
 * Refuses records whose values another one has already, in the table or before them in the same batch. A record that keeps
 * its values is not asked again. Records in `beside` are about to go.
 */
export async function refuseTaken(
  trx: Db,
  { table, fields }: UniqueTable,
  rows: readonly JudgedRow[],
  beside: readonly string[] = [],
): Promise<Verdict[]> {
  const judged = rows.map((row) => row.judged);
  const keys = uniqueKeys(table, fields);
  if (keys.length === 0) return judged;
  await holdUnbuilt(trx, keys);
  for (const key of keys) {
    const asked = rows.flatMap(({ old }, at) => {
      const { values, problems } = judged[at] ?? { values: {}, problems: [] };
      const own = problems.length > 0 ? undefined : keyOf(key, values);
      const isKept = old !== undefined && textOf(keyOf(key, old.values)) === textOf(own);
      return own === undefined || isKept ? [] : [{ at, self: old?.id, key: own }];
    });
    const holders = await holdersOf(trx, table, key, asked, beside);
    const first = new Map<string, number>();
    for (const { at, key: own } of asked) {
      const one = judged[at];
      if (!one) continue;
      const [heldBy, sameAs] = [holders.get(at), first.get(textOf(own))];
      if (heldBy === undefined && sameAs === undefined) first.set(textOf(own), at);
      else {
        const by = heldBy === undefined ? { sameAs: rows[sameAs ?? 0]?.name ?? '' } : { heldBy };
        judged[at] = { ...one, problems: [...one.problems, problemOf(key, one.values, by)] };
      }
    }
  }
  return judged;
}

/** What a save would say of the value of a key that another record has; undefined where none has it, or the record keeps its own. */
export async function takenProblem(
  db: Db,
  table: string,
  key: UniqueKey,
  { old, values }: { readonly old: JudgedRow['old']; readonly values: RecordValues },
): Promise<Problem | undefined> {
  const own = keyOf(key, values);
  if (!own || (old && textOf(keyOf(key, old.values)) === textOf(own))) return undefined;
  const heldBy = (await holdersOf(db, table, key, [{ at: 0, self: old?.id, key: own }])).get(0);
  return heldBy === undefined ? undefined : problemOf(key, values, { heldBy });
}

function problemOf(
  key: UniqueKey,
  values: RecordValues,
  by: { readonly heldBy: string } | { readonly sameAs: string },
): Problem {
  const words = 'heldBy' in by ? '已被其他记录使用' : '与同时提交的另一条记录重复';
  return { field: key.field.apiName, message: takenWords(key, values, words), ...by };
}

/**
 * Holds writes that no judgement has seen, such as records that are brought back, to keys that no index holds yet.
 * @throws Failure DUPLICATE
 */
export async function guardUnbuilt(
  trx: Db,
  { table, fields }: UniqueTable,
  rows: readonly { readonly id: string; readonly values: RecordValues }[],
): Promise<void> {
  for (const key of await holdUnbuilt(trx, uniqueKeys(table, fields))) {
    const asked = rows.flatMap(({ id, values }, at) => {
      const own = keyOf(key, values);
      return own === undefined ? [] : [{ at, self: id, key: own }];
    });
    const [taken] = await holdersOf(trx, table, key, asked);
    const values = taken && rows[taken[0]]?.values;
    if (values) throw new Failure('DUPLICATE', takenWords(key, values, '已被其他记录使用，请先修改其中一条'));
  }
}
