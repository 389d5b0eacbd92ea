import type { RecordValues } from '#schemas/metadata/value.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { survivorsOf, withSurvivors } from './aliases.ts';
import { filesOfRecords } from './files-of-records.ts';
import { beginningOf, type Judged, judgeRecord, type WriteContext } from './judgement.ts';
import { missingLinks } from './missing-links.ts';
import type { RateStore } from './rate-store.ts';
import { type CompaniesOf, companiesSpokenFor, withSpokenFor } from './spoken-for.ts';

/** What judging needs beside the records and who writes them. */
export interface BatchDeps {
  readonly catalog: Catalog;
  readonly rates: RateStore;
  readonly companiesOf: CompaniesOf;
}

/** Looks up once what a batch of records needs, and gives what judges each of them. */
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
    return withSpokenFor(object.fields, companies, judgeRecord(object, old, current, around));
  };
}
