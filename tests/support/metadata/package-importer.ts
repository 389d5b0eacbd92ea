// A process that brings one package after another in and takes some of them back, and kills itself between two steps. It first
// checks that what the process before it left behind is of one package: all of it, or nothing. Exit code 3: it is not.
import { flushCompileCache } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { Catalog } from '#server/core/catalog/catalog.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { RecordWriter } from '#server/core/records/record-writer.ts';
import { openDatabase } from '#server/db/database.ts';
import { applyPackage, type PackageDeps, shownPlan } from '#server/features/metadata/packages/apply-package.ts';
import { packageImports } from '#server/features/metadata/packages/queries.ts';
import { undoPackage } from '#server/features/metadata/packages/undo-package.ts';
import { growingPackage, numbersOf } from './growing-package.ts';

flushCompileCache();
const { url, dataDir, killAt } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  dataDir?: string;
  killAt: number;
};
const database = await openDatabase({ url, dataDir, connections: 2 });
const catalog = new Catalog(database.db);
await catalog.load();
const imports = await packageImports(database.db);
const expected = imports.find(({ undone_at: at }) => at === null)?.title ?? '0';
const numbers = await numbersOf(database.db, catalog);
const wrong = [
  ...(await storageDrift(database.db)),
  ...Object.entries(numbers).flatMap(([what, found]) =>
    found === expected ? [] : [`${what}: ${found}, not ${expected}`],
  ),
];
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(3);
}
let steps = 0;
const between = () => {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
};
const now = () => new Date('2026-11-21T04:00:00Z');
const metadata = new MetadataWriter({ database, catalog, now, wait, announce: async () => undefined, between });
const writer = new RecordWriter(database, catalog, async () => [], { settle: async () => undefined });
const deps: PackageDeps = {
  db: database.db,
  database,
  catalog,
  metadata,
  writer,
  shipped: { objects: [], optionSets: [] },
  now,
  between,
};
const by = { author: 'command' };
for (;;) {
  const [last] = await packageImports(database.db);
  const open = (await packageImports(database.db)).find(({ undone_at: at }) => at === null);
  // Every fourth is taken back.
  if (last && open?.id === last.id && Number(last.id) % 4 === 0) {
    await undoPackage(deps, last.id, by);
    continue;
  }
  const pack = growingPackage(Number(open?.title ?? 0) + 1);
  const { mark } = await shownPlan(deps, pack, { others: 'theirs' });
  await applyPackage(deps, pack, { mark, others: 'theirs', acceptRights: true }, by);
}
