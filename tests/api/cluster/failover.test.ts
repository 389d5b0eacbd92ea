import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { ClusterUsers } from '#tests/support/cluster.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { findLocalPostgres } from '#tests/support/databases/local-postgres.ts';
import { install } from '#tests/support/databases/kept-databases.ts';
import { startOwnCluster, type OwnCluster } from '#tests/support/databases/own-cluster.ts';
import { openFurther } from '#tests/support/processes/further.ts';

/** How often the writer is killed; more by hand. */
const FAILOVERS = Number(process.env['FAILOVERS'] ?? 2);
/** Acknowledged writes between two of them, at least; more by hand. */
const WRITES = Number(process.env['WRITES'] ?? 40);

// A cluster is made of the programs of the local PostgreSQL.
const isPossible = onPostgres && !('absent' in (await findLocalPostgres()));

describe.skipIf(!isPossible)('a cluster whose writer is killed', () => {
  let cluster: OwnCluster;
  const databases: Database[] = [];
  const processes: Awaited<ReturnType<typeof openFurther>>[] = [];

  beforeAll(async () => {
    const started = await startOwnCluster();
    if ('absent' in started) throw new Error(started.absent);
    cluster = started;
    for (let count = 0; count < 2; count += 1) {
      const database = await openDatabase({ url: cluster.url, connections: 6 });
      databases.push(database);
      if (count === 0) await install(database);
      processes.push(await openFurther(database));
    }
  });
  afterAll(async () => {
    // A frozen database would keep the processes from ending.
    await cluster.thaw();
    for (const { app } of processes) await app.close();
    for (const database of databases) await database.close();
    await cluster.stop();
  });

  it('loses no acknowledged write, answers 503 with a time to try again and never 500, and goes on at the standby', async () => {
    const states: string[] = [];
    databases[0]?.watch((state) => states.push(state));
    const users = new ClusterUsers();
    const work = processes.flatMap((process, index) => [
      users.write(process, `A${index}`),
      users.write(process, `B${index}`),
      users.read(process),
    ]);
    for (let turn = 1; turn <= FAILOVERS; turn += 1) {
      const before = users.acknowledged.length;
      await expect.poll(() => users.acknowledged.length).toBeGreaterThan(before + WRITES);
      await cluster.failOver();
      const after = users.acknowledged.length;
      await expect.poll(() => users.acknowledged.length).toBeGreaterThan(after + WRITES);
      if (turn < FAILOVERS) await cluster.restore();
    }
    users.stop();
    await Promise.all(work);
    expect(users.faults).toEqual([]);
    expect(users.reads).toBeGreaterThan(0);
    const found = await databases[0]?.pool.query<{ title: string }>('select title from "InsightNews"');
    const stored = found?.rows.map(({ title }) => title) ?? [];
    expect(users.acknowledged.filter((title) => !stored.includes(title))).toEqual([]);
    expect(stored).toHaveLength(new Set(stored).size);
    expect(states.slice(0, 2)).toEqual(['away', 'back']);
  });

  it('keeps no request waiting while the writer is frozen, and all is well once it goes on', async () => {
    for (const database of databases) database.watch(() => undefined);
    await cluster.freeze();
    const users = new ClusterUsers();
    const asked = await Promise.all(
      processes.flatMap(({ send }, index) => [
        send('/api/metadata/data/getLayoutAndDataList', { objectApiName: 'InsightNews' }),
        send('/api/metadata/data/InsightNews', { clientKey: `frozen-record-${index}`, values: {} }),
      ]),
    );
    await cluster.thaw();
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503]);
    expect(asked.filter(({ headers }) => !(Number(headers['retry-after']) > 0))).toEqual([]);
    const work = Promise.all(processes.map((process, index) => users.write(process, `thawed-${index}`)));
    await expect.poll(() => users.acknowledged.length).toBeGreaterThan(0);
    users.stop();
    await work;
    expect(users.faults).toEqual([]);
  });
});
