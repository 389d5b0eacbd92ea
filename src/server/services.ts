import { setTimeout as wait } from 'node:timers/promises';
import type { PushedEvent } from '#schemas/api/events.ts';
import type { Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrations.ts';
import { Catalog } from '#server/lib/catalog/catalog.ts';
import { installShipped, type Shipped } from '#server/lib/catalog/install.ts';
import { METADATA_CHANNEL, MetadataWriter } from '#server/lib/catalog/metadata-writer.ts';
import { EventBus } from '#server/lib/event-bus.ts';
import { RecordReader } from '#server/lib/record-list/record-reader.ts';
import { RecordWriter } from '#server/lib/records/record-writer.ts';

/** What the features are made of, once for each process. */
export interface Services {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly metadata: MetadataWriter;
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly bus: EventBus;
  readonly now: () => Date;
}

/** Prepares an open database and all that stands on it. `shipped` is brought in where it is missing. */
export async function openServices(database: Database, shipped: Shipped, now: () => Date): Promise<Services> {
  await migrate(database.db);
  await installShipped(database.db, shipped, now());
  const catalog = new Catalog(database.db);
  await catalog.load();
  const bus = new EventBus();
  /** Reads anew what changed, then tells the screens: whoever asks after the hint finds the new version. */
  const announce = async (event: PushedEvent) => {
    if (event.type === 'metadata.changed') await catalog.refresh(event.objectApiName);
    else await catalog.load();
    bus.publish(event);
  };
  /** After hints may have been missed: reads everything anew and tells the screens what is different. */
  const catchUp = async () => {
    const before = new Map(catalog.objects.map(({ apiName, version }) => [apiName, version]));
    await catalog.load();
    for (const name of catalog.optionSets.keys()) bus.publish({ type: 'options.changed', name });
    for (const { apiName, version } of catalog.objects) {
      if (before.get(apiName) !== version) bus.publish({ type: 'metadata.changed', objectApiName: apiName, version });
    }
  };
  await database.listen(METADATA_CHANNEL, (payload) => announce(JSON.parse(payload) as PushedEvent), catchUp);
  const metadata = new MetadataWriter({
    database,
    catalog,
    now,
    wait: (milliseconds) => wait(milliseconds),
    // On PostgreSQL the notification comes back to the process that sent it; the embedded database has no other process.
    announce: database.kind === 'embedded' ? announce : async () => undefined,
  });
  return {
    database,
    catalog,
    metadata,
    reader: new RecordReader(database, catalog),
    writer: new RecordWriter(database, catalog),
    bus,
    now,
  };
}
