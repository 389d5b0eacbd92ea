import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { isStatable } from '#generators/field-types/registry.ts';
import { isDateText } from '#generators/field-types/date.ts';
import { broughtField } from '#generators/field-types/results.ts';
import type { Problem } from '#shared/errors.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { judgeStated, type StatedInput, stateValues } from '#server/core/derived/state-values.ts';
import { statedDay } from '#server/core/derived/stated-day.ts';
import { type KeptStated, statedRows } from '#server/core/derived/stated-queries.ts';
import type { LinkTools } from '#server/features/imports/run/resolve-links.ts';
import { noteStated, type StatedByImport } from './queries.ts';

/** What a row states of the record that it became. */
export interface StatedRecord {
  readonly id: string;
  readonly isNew: boolean;
  readonly values: RecordValues;
}

/** The import that may be taken back, by the origin that its records' history names. */
const jobOf = (origin: string): string | undefined => /^import:.*#([0-9a-f]{32})$/s.exec(origin)?.[1];

/** What of a row goes into the record, and what is stated beside values that are counted. */
export function parted(object: CatalogObject, values: RecordValues): { own: RecordValues; stated: RecordValues } {
  const isStated = ([name]: [string, FieldValue]) => {
    const field = object.field(name);
    return field !== undefined && isStatable(field);
  };
  const entries = Object.entries(values);
  const stated = entries.filter(isStated);
  if (stated.length === 0) return { own: values, stated: {} };
  return {
    own: Object.fromEntries(entries.filter((entry) => !isStated(entry))),
    stated: Object.fromEntries(stated),
  };
}

/** What is wrong with the values that a row states. */
export const statedProblems = (object: CatalogObject, stated: RecordValues): Problem[] =>
  Object.entries(stated).flatMap(([name, value]) => {
    const field = object.field(name);
    const { problem } = field ? judgeStated(field, value) : {};
    return problem === undefined ? [] : [{ field: name, message: problem }];
  });

/**
 * States what rows say of counted values, as said by the source that their records name, else that of the mapping. Gives
 * the records of which something else is stated now; what was stated before is not stated again.
 */
export async function stateRows(
  object: CatalogObject,
  records: readonly StatedRecord[],
  mappingSource: string,
  { trx, catalog, context }: LinkTools,
): Promise<ReadonlySet<string>> {
  const known = await statedRows(
    trx,
    object.apiName,
    records.filter(({ isNew }) => !isNew).map(({ id }) => id),
  );
  const before = new Map(known.filter(({ pinned }) => !pinned).map((row) => [keyOf(row), row]));
  const inputs = records.flatMap((record) => inputsOf(object, record, mappingSource, context)).filter(isNews);
  await stateValues(trx, catalog, object, inputs, context.now);
  const job = jobOf(context.origin);
  if (job !== undefined) await noteStated(trx, job, object.apiName, inputs.flatMap(noteOf));
  return new Set(inputs.map(({ recordId }) => recordId));

  function isNews(input: Input): boolean {
    const old = before.get(keyOf(input));
    const value = plainOf(input);
    if (!old) return value !== undefined;
    return !sameValue(old.value, value) || (input.hasDay && old.asOf !== input.asOf);
  }

  function plainOf({ field: name, value }: Input): FieldValue {
    const field = object.field(name);
    return field && cleanValue(broughtField(field), value);
  }

  function noteOf(input: Input): StatedByImport[] {
    const after = plainOf(input);
    const { recordId, field, source } = input;
    return after === undefined ? [] : [{ recordId, field, source, before: before.get(keyOf(input)) ?? null, after }];
  }
}

interface Input extends StatedInput {
  /** Does the row say what day the value is of? Else it is that of the import. */
  readonly hasDay: boolean;
}

const keyOf = ({ recordId, field, source }: Pick<KeptStated, 'recordId' | 'field' | 'source'>): string =>
  JSON.stringify([recordId, field, source]);

const textOf = (value: FieldValue): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function inputsOf(
  object: CatalogObject,
  { id, values }: StatedRecord,
  mappingSource: string,
  { actor, now }: LinkTools['context'],
): Input[] {
  const { source, sourceUrl, asOf } = object.definition.layouts.detail.provenance ?? {};
  const named = textOf(values[asOf ?? '']);
  return Object.entries(parted(object, values).stated).map(([name, value]) => {
    const field = object.field(name);
    const own = field && statedDay(field, object.fields, values);
    const day = own === undefined ? named : own;
    return {
      recordId: id,
      field: name,
      value,
      source: textOf(values[source ?? '']) ?? mappingSource,
      asOf: day === undefined || (day !== null && !isDateText(day)) ? shanghaiDay(now) : day,
      hasDay: day !== undefined,
      actor,
      url: textOf(values[sourceUrl ?? '']) ?? null,
    };
  });
}
