import { randomUUID } from 'node:crypto';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrations.ts';
import { checkVault } from '#server/db/vault-check.ts';
import { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { fitSystemObjects } from '#server/core/catalog/fit-system.ts';
import { installShipped, type Shipped } from '#server/core/catalog/install.ts';
import { type CatalogChange, METADATA_CHANNEL, MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { upgradeShipped } from '#server/core/catalog/upgrade-shipped.ts';
import { ChatHints } from '#server/platform/messages/hints.ts';
import { DerivedValues } from '#server/core/derived/derived-values.ts';
import { FormulaIndex } from '#server/core/formulas/formula-index.ts';
import { DuplicateFinder } from '#server/core/duplicates/duplicate-finder.ts';
import { EventBus } from '#server/platform/events/event-bus.ts';
import { hintOfRecords } from '#server/platform/events/hint-of-records.ts';
import { RecordHints } from '#server/platform/events/record-hints.ts';
import { ChartReader } from '#server/core/charts/reader.ts';
import { RelatedReader } from '#server/core/related/reader.ts';
import type { NotedBy } from '#server/core/lists/list-access.ts';
import { RecordReader } from '#server/core/lists/record-reader.ts';
import { SearchIndex } from '#server/core/search/search-index.ts';
import { beginLog } from '#server/core/changes/queries.ts';
import { notedBy } from '#server/features/notes/noted.ts';
import { companiesOf } from '#server/platform/parties/queries.ts';
import { QualityPass } from '#server/core/quality/quality-pass.ts';
import { RecordWriter } from '#server/core/records/record-writer.ts';

/** What the features are made of, once for each process. */
export interface Services {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly metadata: MetadataWriter;
  /** What ships with this release. */
  readonly shipped: Shipped;
  /** Definitions of staff that this release could not show, and why. */
  readonly unfit: readonly string[];
  readonly reader: RecordReader;
  readonly related: RelatedReader;
  readonly charts: ChartReader;
  readonly writer: RecordWriter;
  readonly search: SearchIndex;
  readonly formulas: FormulaIndex;
  readonly duplicates: DuplicateFinder;
  readonly quality: QualityPass;
  /** Keeps what is worked out of other records right. */
  readonly derived: DerivedValues;
  readonly bus: EventBus;
  /** Notifies users, on every process, that their conversations or notices changed. */
  readonly hints: ChatHints;
  /** Notifies processes that an account changed. */
  readonly changes: AccountChanges;
  /** What users may ask of notes in their lists. */
  readonly noted: NotedBy;
  readonly now: () => Date;
}

/** What goes on beside requests until it is stopped. */
export const partsAtWork = ({ search, formulas, duplicates, quality, derived, hints }: Services) => [
  ...[search, formulas, duplicates, quality].map(({ jobs }) => jobs),
  derived,
  hints,
];

/** Prepares an open database and all that uses it. `shipped` is brought in where it is missing or older. */
export async function openServices(database: Database, shipped: Shipped, now: () => Date): Promise<Services> {
  await migrate(database);
  await checkVault(database);
  await beginLog(database.db, randomUUID());
  await installShipped(database.db, shipped, now());
  const catalog = new Catalog(database.db, async () => database.replicas?.demand());
  await catalog.load();
  const search = new SearchIndex(database, catalog, (milliseconds) => wait(milliseconds));
  await search.jobs.begin();
  const formulas = new FormulaIndex(database, catalog, now, (milliseconds) => wait(milliseconds));
  await formulas.jobs.begin();
  const duplicates = new DuplicateFinder(database, catalog, now, (milliseconds) => wait(milliseconds));
  await duplicates.jobs.begin();
  const derived = new DerivedValues({
    database,
    catalog,
    now,
    giveWay: () => turn(),
    // An idle process may end while this waits.
    wait: (milliseconds) => wait(milliseconds, undefined, { ref: false }),
  });
  const bus = new EventBus((actor, hint) => hintOfRecords(catalog.find(hint.objectApiName)?.definition, actor, hint));
  const hints = new ChatHints(database, bus);
  await hints.begin();
  const written = new RecordHints((records) => hints.announceWritten(records));
  database.commits.listen((changed) => written.hear(changed));
  const changes = new AccountChanges(database);
  await changes.begin();
  /** Reads what changed, then notifies the screens: a user who asks after the hint finds the new version. */
  const announce = async (change: CatalogChange) => {
    if (change.type === 'metadata.changed') await catalog.refresh(change.objectApiName, change.version);
    else await catalog.refreshOptionSet(change.name, change.version);
    // What a save made searchable or gave another formula is worked off beside everything else, or after the next start.
    search.jobs.fill().catch(() => undefined);
    formulas.jobs.fill().catch(() => undefined);
    duplicates.jobs.fill().catch(() => undefined);
    bus.publish(change.type === 'metadata.changed' ? change : { type: change.type, name: change.name });
  };
  /** After hints may have been missed: reads everything again and notifies the screens of the differences. */
  const catchUp = async () => {
    const before = new Map(catalog.objects.map(({ apiName, version }) => [apiName, version]));
    await catalog.load();
    for (const name of catalog.optionSets.keys()) bus.publish({ type: 'options.changed', name });
    for (const { apiName, version } of catalog.objects) {
      if (before.get(apiName) !== version) bus.publish({ type: 'metadata.changed', objectApiName: apiName, version });
    }
  };
  await database.listen(METADATA_CHANNEL, (payload) => announce(JSON.parse(payload) as CatalogChange), catchUp);
  const metadata = new MetadataWriter({
    database,
    catalog,
    now,
    wait: (milliseconds) => wait(milliseconds),
    // On PostgreSQL the notification comes back to the process that sent it; the embedded database has no other process.
    announce: database.kind === 'embedded' ? announce : async () => undefined,
  });
  await upgradeShipped({ database, catalog, writer: metadata, shipped });
  const unfit = await fitSystemObjects({ database, catalog, writer: metadata, shipped });
  const writer = new RecordWriter(database, catalog, companiesOf, derived);
  const reader = new RecordReader(database, catalog, search, formulas);
  return {
    database,
    catalog,
    metadata,
    shipped,
    unfit,
    reader,
    related: new RelatedReader(database, catalog, reader),
    charts: new ChartReader(database, catalog),
    writer,
    quality: new QualityPass({
      database,
      catalog,
      rates: writer.rates,
      now,
      wait: (milliseconds) => wait(milliseconds),
    }),
    derived,
    duplicates,
    search,
    formulas,
    bus,
    hints,
    changes,
    noted: notedBy(catalog),
    now,
  };
}
