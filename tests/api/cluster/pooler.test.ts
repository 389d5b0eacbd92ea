import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { startupError } from '#server/commands/startup-error.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { SAMPLE_PASSWORD } from '#server/commands/seed/store-sample.ts';
import { lockWork } from '#server/core/jobs/work-lock.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openSampleDatabase } from '#tests/support/databases/kept-databases.ts';
import { hasPooler, startOwnPooler, type OwnPooler } from '#tests/support/databases/own-pooler.ts';
import { openFurther } from '#tests/support/processes/further.ts';

const DATA = '/api/metadata/data';
const LIST = `${DATA}/getLayoutAndDataList`;
/** Fewer than the processes would like, so that each is given the connections of the others. */
const CONNECTIONS = 3;
const TIMES = 4;
/** What staff read of other users is written into it: it differs from one reading to the next. */
const GROWS = 'LogEntry';

describe.skipIf(!onPostgres || !hasPooler())('two processes behind a pooler in transaction mode', () => {
  let store: TestDatabase;
  let pooler: OwnPooler;
  let direct: Awaited<ReturnType<typeof openFurther>>;
  const databases: Database[] = [];
  const pooled: Awaited<ReturnType<typeof openFurther>>[] = [];

  beforeAll(async () => {
    store = await openSampleDatabase();
    direct = await openFurther(store.database, { password: SAMPLE_PASSWORD });
    pooler = await startOwnPooler(store.address.url ?? '', CONNECTIONS);
    for (let count = 0; count < 2; count += 1) {
      const database = await openDatabase({ url: pooler.url, directUrl: store.address.url, connections: 8 });
      databases.push(database);
      pooled.push(await openFurther(database, { password: SAMPLE_PASSWORD }));
    }
  });
  afterAll(async () => {
    for (const { app } of [...pooled, direct]) await app.close();
    for (const database of databases) await database.close();
    await pooler.stop();
    await store.drop();
  });

  it('answer every list as a process without a pooler does, whichever of them ran a statement before', async () => {
    const all = direct.services.catalog.objects.map(({ apiName }) => apiName);
    const objects = all.filter((apiName) => apiName !== GROWS);
    const answers = await Promise.all(objects.map((objectApiName) => direct.post<ListReply>(LIST, { objectApiName })));
    const filled = answers.filter(({ code, data }) => code === 0 && data.list.length > 0);
    expect(filled.length).toBeGreaterThan(10);
    for (let time = 0; time < TIMES; time += 1) {
      const found = await Promise.all(
        pooled.flatMap(({ post }) => objects.map((objectApiName) => post<ListReply>(LIST, { objectApiName }))),
      );
      expect(found).toEqual([...answers, ...answers]);
    }
    const logs = await Promise.all(pooled.map(({ post }) => post<ListReply>(LIST, { objectApiName: GROWS })));
    expect(logs.map(({ code, data }) => code === 0 && data.list.length > 0)).toEqual([true, true]);
  });

  it('write records, hear of new fields and build indexes', async () => {
    const [first, second] = pooled;
    const { version: baseVersion } = direct.services.catalog.object('InsightNews');
    const field = { apiName: 'behindPooler', type: 'integer', label: '序号', config: { sortable: true } };
    const saved = await first?.post('/api/metadata/field/save', { objectApiName: 'InsightNews', baseVersion, field });
    expect(saved).toMatchObject({ code: 0 });
    const version = baseVersion + 1;
    await expect
      .poll(() => pooled.map(({ services }) => services.catalog.object('InsightNews').version))
      .toEqual([version, version]);
    await first?.services.metadata.runIndexJobs();
    const values = { title: '池后一条', publishedOn: '2026-11-20T00:00:00.000Z', category: '融资', behindPooler: 7 };
    const made = await first?.post<RecordReply>(`${DATA}/InsightNews`, { clientKey: 'behind-pooler', values });
    const there = await second?.get(`${DATA}/InsightNews/${made?.data.record.id}`);
    expect(there?.json()).toMatchObject({ data: { record: { behindPooler: 7 } } });
  });

  it('let go of a lock of work although the pooler lends the connection to others meanwhile', async () => {
    const [first, second] = databases.map((database) => () => lockWork(database, 77));
    const unlock = await first?.();
    expect(await second?.()).toBeUndefined();
    await unlock?.();
    const again = await second?.();
    expect(unlock).toBeTypeOf('function');
    expect(again).toBeTypeOf('function');
    await again?.();
  });

  it('learn what is missing when the address without the pooler is not configured', async () => {
    const opened = openDatabase({ url: pooler.url }).catch(startupError);
    expect(await opened).toContain('DATABASE_DIRECT_URL');
  });
});
