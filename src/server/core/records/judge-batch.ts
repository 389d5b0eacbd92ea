import type { RecordValues } from '#schemas/metadata/value.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { survivorsOf, withSurvivors } from './aliases.ts';
import { filesOfRecords } from './files-of-records.ts';
import { ARCHIVED, beginningOf, type Judged, judgeRecord, type WriteContext } from './judgement.ts';
import { choicesOf, withChoices } from './link-choice.ts';
import { missingLinks } from './missing-links.ts';
import type { RateStore } from './rate-store.ts';
import { refuseTaken } from './unique-values.ts';
import { type CompaniesOf, companiesSpokenFor, withSpokenFor } from './spoken-for.ts';

/** What judging needs beside the records and who writes them. */
export interface BatchDeps {
  readonly catalog: Catalog;
  readonly rates: RateStore;
  readonly companiesOf: CompaniesOf;
}

/** One record of a batch: what is sent for it, and the record as it is kept. */
export interface AskedRow {
  readonly old: { readonly id: string; readonly values: RecordValues } | undefined;
  readonly input: unknown;
  /** Put away: it stays as it is. */
  readonly isArchived?: boolean;
  /** What the record is known by in its batch. */
  readonly name?: string;
}

/** Judges a batch of records, by themselves and beside each other. Records in `beside` are about to go. */
export async function judgeAll(
  trx: Db,
  object: CatalogObject,
  rows: readonly AskedRow[],
  context: WriteContext,
  deps: BatchDeps,
  beside: readonly string[] = [],
): Promise<Judged[]> {
  const inputs = rows.map(({ input }) => input);
  const judge = await judgementOf(trx, object, inputs, context, deps);
  const judged = rows.map(({ old, input, isArchived, name }) => ({
    old,
    name,
    judged: isArchived === true ? ARCHIVED : judge(old?.values, input),
  }));
  return refuseTaken(trx, object, judged, beside);
}

/** Looks up once what a batch of records needs, and gives what judges each of them by itself. */
export async function judgementOf(
  trx: Db,
  object: CatalogObject,
  inputs: readonly unknown[],
  context: WriteContext,
  { catalog, rates, companiesOf }: BatchDeps,
): Promise<(old: RecordValues | undefined, input: unknown) => Judged> {
  const companies = await companiesSpokenFor(trx, object.fields, context, companiesOf);
  const dead = await missingLinks(trx, catalog, object, inputs);
  // Links to records that were merged are links to what they were merged into.
  const survivors = await survivorsOf(trx, dead);
  const [today, table] = [shanghaiDay(context.now), await rates.table(trx)];
  const linked = inputs.map((input) => withSurvivors(object.fields, input, survivors));
  const choices = await choicesOf(trx, catalog, object, linked, today);
  const around = {
    context,
    today,
    rates: table,
    beginning: beginningOf(object, context, today, table),
    missing: dead,
    files: await filesOfRecords(trx, object.fields, inputs, context),
  };
  return (old, input) => {
    const current = withSurvivors(object.fields, input, survivors);
    const judged = withSpokenFor(object.fields, companies, judgeRecord(object, old, current, around));
    return withChoices(choices, old, judged);
  };
}
