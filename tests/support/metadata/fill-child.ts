// A process that goes on with a long back-fill and kills itself at one of its places; without `killAt` it ends with it.
import { flushCompileCache } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#server/db/database.ts';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';

// A killed process keeps nothing: what was compiled is kept now, for the processes that follow.
flushCompileCache();
const { url, dataDir, killAt } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  killAt?: number;
};
const database = await openDatabase({ url, dataDir, connections: 2 });
const catalog = new Catalog(database.db);
await catalog.load();
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
await writer.runIndexJobs();
await database.close();
