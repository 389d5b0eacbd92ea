import type { StorageStep } from '#schemas/api/storage-step.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { conversions } from '#generators/conversions.ts';
import type { BackFill } from '#generators/back-fill-storage.ts';
import { tableOf } from '#generators/storage.ts';
import { isMoney } from '#generators/field-types/registry.ts';
import type { Database, Db } from '#server/db/database.ts';
import { reworkFormulas } from '#server/core/formulas/queries.ts';
import { keepFilled } from '#server/core/derived/keep-filled.ts';
import { convertFilled } from '#server/core/records/filled-amounts.ts';
import { liveFields } from '#generators/object.ts';
import { refillMatching } from '#server/core/duplicates/queries.ts';
import { refillSearch } from '#server/core/search/queries.ts';
import type { Loss } from '#shared/metadata/recast-value.ts';
import { reserveNumbers } from './back-fill-queries.ts';
import { convertKept } from './conversion-queries.ts';
import { runStep } from './queries.ts';
import { type ReadRecast, recastField } from './recast.ts';
import { lockTable, preparedColumns } from './recast-queries.ts';
import { fillSealed, sealColumn } from './sealing-queries.ts';

/** One change of storage: what it leads from and to, and what kept records get. */
export interface StorageChange {
  readonly from: ObjectDefinition | undefined;
  readonly to: ObjectDefinition;
  readonly steps: readonly StorageStep[];
  readonly fills: readonly BackFill[];
}

/** What a change that reads fields as ones of another type needs beside its steps. */
export interface Recasting {
  readonly recasts: readonly ReadRecast[];
  readonly agreed: readonly Loss[];
  /** Runs a lock that readers may be holding up until it is there. */
  readonly patiently: (lock: () => Promise<void>) => Promise<void>;
}

/**
 * Runs the steps that belong to the transaction of a save, and has everything follow that is worked out of the values that
 * kept records get: equivalents at once, formulas and search texts by their jobs. No user edited these records: versions,
 * history and times stay.
 */
export async function runSteps(
  trx: Db,
  database: Database,
  { from, to, steps, fills }: StorageChange,
  { recasts, agreed, patiently }: Recasting,
  now: Date,
  between: (step: string) => void,
): Promise<void> {
  for (const step of steps.filter((candidate) => !candidate.deferred)) {
    between(`before ${step.target}`);
    const sealed = step.kind === 'sealColumn' && from?.fields.find(({ apiName }) => apiName === step.target);
    const fill = step.kind === 'fillColumn' && fills.find(({ field }) => field.apiName === step.target);
    const inSlice = () => between(`sealing ${step.target}`);
    // All that was filled is kept together: the first step of the kind does it for every field.
    if (step.kind === 'keepFilled') {
      if (from && step === steps.find(({ kind }) => kind === 'keepFilled'))
        await keepFilled(trx, { from, to }, now, () => between(`keeping ${step.target}`));
      between(`after ${step.target}`);
      continue;
    }
    const recast = step.kind === 'recastValues' && recasts.find((one) => one.to.apiName === step.target);
    if (recast) {
      await recastField(trx, to, recast, agreed, () => between(`reading ${step.target}`));
      between(`read ${step.target}`);
      if (recast === recasts.at(-1)) await patiently(() => lockTable(trx, step.table));
    } else if (step.kind === 'prepareColumn') {
      // Done before the save began, so that readers need not wait while values are read.
      if (!(await preparedColumns(trx, step.table)).includes(step.target)) await runStep(trx, step);
    } else if (sealed) await sealColumn(trx, database.vault, to.apiName, sealed, inSlice);
    else if (fill && isSealed(fill.field))
      await fillSealed(trx, database.vault, to.apiName, fill.field, String(fill.value), inSlice);
    else await runStep(trx, step);
    between(`after ${step.target}`);
  }
  for (const { target } of steps.filter(({ kind }) => kind === 'advanceSequence')) {
    const field = to.fields.find(({ apiName }) => apiName === target);
    if (field) await reserveNumbers(trx, to.apiName, tableOf(to), field);
  }
  const converted = from ? conversions(from, to) : [];
  for (const conversion of converted) await convertKept(trx, to.apiName, conversion);
  if (fills.length + converted.length + recasts.length === 0) return;
  const foreign = fills.filter(({ field, value }) => {
    const money = isMoney(field) ? (value as CurrencyValue) : undefined;
    return money?.num !== undefined && money.equivalentMoney === undefined;
  });
  for (const { field } of foreign) await convertFilled(trx, tableOf(to), to.fields, field);
  const retyped = [...converted, ...recasts].map((one) => one.to.apiName);
  const names = new Set([...fills.map(({ field }) => field.apiName), ...retyped]);
  await reworkFormulas(trx, to, names);
  await refillSearch(trx, to, names);
  await refillMatching(trx, { definition: to, fields: liveFields(to) }, names);
}
