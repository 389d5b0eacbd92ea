// A process that adds one field after the other and kills itself between two steps of a save. It first checks that what
// the process before it left behind agrees. Exit code 3: metadata and storage disagree, or a record lost a value.
import { flushCompileCache } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#server/db/database.ts';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { growingObject } from './growing-object.ts';
import { holdAll, lostValues } from './growing-records.ts';

// Who is killed leaves nothing behind: what was compiled is kept now, for the processes that follow.
flushCompileCache();
const { url, dataDir, killAt } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  killAt: number;
};
const database = await openDatabase({ url, dataDir, connections: 2 });
const drift = await storageDrift(database.db);
if (drift.length > 0) {
  console.error(drift.join('\n'));
  process.exit(3);
}
const catalog = new Catalog(database.db);
await catalog.load();
const kept = catalog.find('Growing')?.saved;
const lost = kept ? await lostValues(database.db, kept) : [];
if (lost.length > 0) {
  console.error(`Lost: ${lost.join(', ')}`);
  process.exit(3);
}
let steps = 0;
const writer = new MetadataWriter({
  database,
  catalog,
  now: () => new Date('2026-11-21T04:00:00Z'),
  wait,
  announce: async () => undefined,
  between: () => {
    steps += 1;
    if (steps === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
for (;;) {
  const current = catalog.find('Growing')?.saved;
  if (current) await holdAll(database.db, current);
  await writer.save(growingObject(current), current?.version ?? 0, 'test');
}
