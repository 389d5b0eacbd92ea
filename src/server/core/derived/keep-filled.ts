import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { isFromOthers } from '#generators/field-types/registry.ts';
import { answerField } from '#generators/field-types/results.ts';
import { tableOf, workedOutFields } from '#generators/storage.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import type { Db } from '#server/db/database.ts';
import { originsOf, type ValueOrigin } from '#server/core/records/history-queries.ts';
import { idsAfter, plainRecords } from '#server/core/records/queries.ts';
import { insertDerivedHistory } from './history-queries.ts';
import { statedDay } from './stated-day.ts';
import { insertStated, type StatedRow } from './stated-queries.ts';

const SLICE = 500;
/** Where values are from that users filled before they were counted, and that no import brought. */
const FILLED = '历史录入';
const REASON = '改为自动汇总以前填写的值';

interface Change {
  readonly from: ObjectDefinition;
  readonly to: ObjectDefinition;
}

/**
 * Keeps what users filled in fields that are worked out from now on, slice by slice, inside the transaction of the save:
 * beside a count as what is stated of it, with where it came from by the history of its record; for a formula in the
 * history of what is worked out. The values of a process that dies stay where they are.
 */
export async function keepFilled(trx: Db, { from, to }: Change, now: Date, between: () => void): Promise<void> {
  const fields = workedOutFields(from, to);
  const names = fields.map(({ apiName }) => apiName);
  const counted = to.fields.filter((field) => names.includes(field.apiName) && isFromOthers(field));
  const { source } = to.layouts.detail.provenance ?? {};
  const read = from.fields.filter(({ apiName }) => names.includes(apiName) || apiName === source);
  const object = { table: tableOf(to), fields: read };
  for (let after = '0'; ;) {
    const ids = await idsAfter(trx, object.table, after, SLICE);
    const last = ids.at(-1);
    if (last === undefined) return;
    const records = await plainRecords(trx, object, ids);
    const origins = new Map(
      (await originsOf(trx, to.apiName, ids, names)).map((origin) => [`${origin.id} ${origin.field}`, origin]),
    );
    const rows = records.flatMap(({ id, values }) =>
      counted.flatMap((field) => {
        const row = statedRow(field, counted, values, origins.get(`${id} ${field.apiName}`), source);
        return row ? [{ ...row, recordId: id }] : [];
      }),
    );
    await insertStated(trx, to.apiName, rows, now);
    const others = fields.filter(({ apiName }) => counted.every((field) => field.apiName !== apiName));
    const history = records.flatMap(({ id, values }) => {
      const gone = others.flatMap(({ apiName }) =>
        values[apiName] === undefined ? [] : [[apiName, { before: values[apiName], after: null }] as const],
      );
      return gone.length > 0 ? [{ id, cause: null, changes: Object.fromEntries(gone) }] : [];
    });
    await insertDerivedHistory(trx, to.apiName, history, now);
    between();
    after = last;
  }
}

function statedRow(
  field: FieldDefinition,
  counted: readonly FieldDefinition[],
  values: RecordValues,
  origin: ValueOrigin | undefined,
  sourceField: string | undefined,
): Omit<StatedRow, 'recordId'> | undefined {
  const value = cleanValue(answerField(field), values[field.apiName]);
  if (value === undefined) return undefined;
  const named = values[sourceField ?? ''];
  const isImported = origin?.origin.startsWith('import:') === true;
  const day = statedDay(field, counted, values);
  return {
    field: field.apiName,
    value,
    source: isImported && typeof named === 'string' ? named : FILLED,
    asOf: day === undefined && origin ? shanghaiDay(new Date(origin.at)) : (day ?? null),
    actor: origin?.actor ?? 'system',
    reason: REASON,
    url: null,
  };
}
