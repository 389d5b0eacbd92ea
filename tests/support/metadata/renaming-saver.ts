// A process that gives one field of an object another name, and the former one back, and kills itself between two steps. It
// first checks that what the process before it left behind agrees. Exit code 3: definitions, tables and what is kept of the
// values do not agree on the name.
import { flushCompileCache } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#server/db/database.ts';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { NAMES, RENAMED, disagreements, namedProjects } from './renamed-projects.ts';

flushCompileCache();
const { url, dataDir, killAt } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  killAt: number;
};
const database = await openDatabase({ url, dataDir, connections: 2 });
const catalog = new Catalog(database.db);
await catalog.load();
let steps = 0;
let isArmed = false;
const writer = new MetadataWriter({
  database,
  catalog,
  now: () => new Date('2026-11-21T04:00:00Z'),
  wait,
  announce: async () => undefined,
  between: () => {
    if (!isArmed) return;
    steps += 1;
    if (steps === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
if (!catalog.find(RENAMED)) await namedProjects(database.db, writer);
await catalog.load();
const faults = await disagreements(database.db);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(3);
}
isArmed = true;
for (;;) {
  const current = catalog.object(RENAMED);
  const [from = '', to = ''] = current.field(NAMES[0]) ? NAMES : NAMES.toReversed();
  await writer.renameField({ objectApiName: RENAMED, from, to }, current.version, 'test');
}
