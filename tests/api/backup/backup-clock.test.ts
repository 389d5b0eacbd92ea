import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { release } from '#server/release.ts';
import { BackupClock } from '#server/platform/backups/backup-clock.ts';
import { latestRuns } from '#server/platform/backups/run-queries.ts';
import { sealedKinds } from '#server/sealed-kinds.ts';
import { BackupWorld } from '#tests/support/backup/backup-world.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';

let world: BackupWorld;
let store: TestDatabase;
let now: Date;
let failures: string[];
beforeEach(async () => {
  world = new BackupWorld();
  store = await openMigratedDatabase();
  failures = [];
});
afterEach(async () => {
  await store.drop();
  await world.end();
});

/** A process that takes a backup at half past three in the morning of Shanghai and keeps two. */
const clock = (to: string) =>
  new BackupClock({
    database: store.database,
    plan: { at: '03:30', to, keep: 2 },
    folders: world.folders('here'),
    release: release(),
    url: store.address.url,
    sealedKinds,
    now: () => now,
    fail: (error) => failures.push((error as Error).message),
  });

it('the backup of a day is taken once it is time, by one process, while users write; older ones go when it is verified', async () => {
  const to = world.path('backups');
  mkdirSync(to);
  for (const name of ['jingtu-20261101-0330.zip', 'jingtu-20261102-0330.zip', 'of-someone-else.zip'])
    writeFileSync(`${to}/${name}`, name);
  // The embedded database has one process.
  const clocks = onPostgres ? [clock(to), clock(to)] : [clock(to)];
  now = new Date('2026-11-20T19:29:59Z');
  await Promise.all(clocks.map((each) => each.tick()));
  expect(readdirSync(to)).toHaveLength(3);

  // A process before these has died under way.
  await store.database.pool.query("insert into backup_run (day, started_at) values ('2026-11-21', now())");
  now = new Date('2026-11-20T19:30:00Z');
  const ticks = clocks.map((each) => each.tick());
  const written = await store.database.pool.query('select 1 as one');
  await Promise.all(ticks);
  expect(written.rows).toEqual([{ one: 1 }]);
  for (const each of clocks) await each.tick();
  const expected = ['jingtu-20261102-0330.zip', 'jingtu-20261121-0330.zip', 'of-someone-else.zip'];
  expect([failures, readdirSync(to).toSorted()]).toEqual([[], expected]);
  const file = `${to}/jingtu-20261121-0330.zip`;
  expect((await latestRuns(store.database.db)).good).toMatchObject({
    day: '2026-11-21',
    tries: 2,
    file,
    problem: null,
  });
});

it('a backup that fails is noted and said, takes no older one away, and is tried again on the next day', async () => {
  const to = world.path('backups');
  writeFileSync(to, 'a file where the folder should be');
  const own = clock(to);
  now = new Date('2026-11-21T04:00:00Z');
  await own.tick();
  await own.tick();
  expect(failures).toEqual([expect.stringContaining('无法写入')]);
  const { last, good } = await latestRuns(store.database.db);
  expect([last?.problem, good]).toEqual([failures[0], undefined]);
  now = new Date('2026-11-22T04:00:00Z');
  await own.tick();
  expect(failures).toHaveLength(2);
});

it('every column of sealed values is one of which a backup opens a value', async () => {
  const { rows } = await store.database.pool.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name ~ '(^|_)sealed$' order by 1`,
  );
  const known = (await sealedKinds(store.database.db)).map(({ table, column }) => `${table}.${column}`);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.map(({ column }) => column)).toEqual(known.toSorted());
});
