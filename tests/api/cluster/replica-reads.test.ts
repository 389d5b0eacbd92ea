import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PushedEvent } from '#schemas/api/events.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import type { PostgresOptions } from '#server/db/postgres.ts';
import type { ReplicaState } from '#server/db/replicas/replicas.ts';
import { surveyReplicas } from '#server/db/replicas/survey.ts';
import { ClusterUsers } from '#tests/support/cluster.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { findLocalPostgres } from '#tests/support/databases/local-postgres.ts';
import { install, TEST_PASSWORD } from '#tests/support/databases/kept-databases.ts';
import { type OwnCluster, type OwnReplica, startOwnCluster } from '#tests/support/databases/own-cluster.ts';
import { hasPooler, startOwnPooler } from '#tests/support/databases/own-pooler.ts';
import { ProxiedBrowser } from '#tests/support/processes/browser.ts';
import { openFurther } from '#tests/support/processes/further.ts';

/** Records that are written and looked up; more by hand. */
const OWN_WRITES = Number(process.env['OWN_WRITES'] ?? 200);
const READS = 200;
const DATA = '/api/metadata/data';
const LIST = `${DATA}/getLayoutAndDataList`;
const NEWS = 'InsightNews';
/** No other test writes one: hints about many records of an object name none of them. */
const INSTITUTION = 'InsightOrg';
const PUBLISHED = { publishedOn: '2026-11-20T00:00:00.000Z', category: '融资' };

type Process = Awaited<ReturnType<typeof openFurther>>;

// A cluster is made of the programs of the local PostgreSQL.
const local = await findLocalPostgres();
const isPossible = onPostgres && !('absent' in local);
const LOCAL = 'absent' in local ? '' : local.url;

const titled = (title: string) => ({ objectApiName: NEWS, filter: { field: 'title', op: 'eq', value: title } });

/** Says of a server how many transactions it has ended and how many sessions of a name it has. They report when they close. */
async function countsOf(connectionString: string, name: string): Promise<{ ended: number; sessions: number }> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ ended: string; sessions: string }>(
      `select sum(xact_commit + xact_rollback) as ended,
        (select count(*) from pg_stat_activity where application_name = $1) as sessions
        from pg_stat_database where datname = current_database()`,
      [name],
    );
    return { ended: Number(rows[0]?.ended), sessions: Number(rows[0]?.sessions) };
  } finally {
    await client.end();
  }
}

describe.skipIf(!isPossible)('two processes whose replica lags by half a second', () => {
  let cluster: OwnCluster;
  let replica: OwnReplica;
  /** Added to the clock by which processes judge how far replicas lag. */
  let ahead = 0;
  const databases: Database[] = [];
  const processes: Process[] = [];
  const heard: ReplicaState[] = [];
  const browser = new ProxiedBrowser();
  const other = new ProxiedBrowser();

  async function open(options: Partial<PostgresOptions>): Promise<Database> {
    const database = await openDatabase({ url: cluster.url, connections: 6, ...options });
    database.watch(
      () => undefined,
      (state) => heard.push(state),
    );
    return database;
  }
  const leftOut = (server: string) =>
    databases.map(({ replicas }) => replicas?.states().find((state) => server.includes(state.server))?.leftOut);
  const isUsed = (server: string) => expect.poll(() => leftOut(server)).toEqual([undefined, undefined]);

  async function close(): Promise<void> {
    for (const { app } of processes.splice(0)) await app.close();
    for (const database of databases.splice(0)) await database.close();
  }

  /** Writes a record through one process; the list, the count and the record of the other one have it. */
  async function findsOwn(title: string, turn: number): Promise<boolean> {
    const [first, second] = turn % 2 === 0 ? processes : processes.toReversed();
    if (!first || !second) return false;
    const values = { title, ...PUBLISHED };
    const made = await browser.post<RecordReply>(first.app, `${DATA}/${NEWS}`, { clientKey: `own-${title}`, values });
    const { id } = made.data.record;
    const list = await browser.post<ListReply>(second.app, LIST, titled(title));
    const count = await browser.post<{ total: number }>(second.app, `${DATA}/count`, titled(title));
    const read = await browser.get<RecordReply>(second.app, `${DATA}/${NEWS}/${id}`);
    return list.data.list[0]?.id === id && count.data.total === 1 && read.data.record['title'] === title;
  }

  beforeAll(async () => {
    const started = await startOwnCluster();
    if ('absent' in started) throw new Error(started.absent);
    cluster = started;
    const database = await openDatabase({ url: cluster.url });
    await install(database);
    await database.close();
    replica = await cluster.addReplica(['recovery_min_apply_delay=500ms']);
    const clock = () => performance.now() + ahead;
    for (let count = 0; count < 2; count += 1) {
      const opened = await open({ readUrls: [replica.url, cluster.urls[0] ?? ''], clock });
      databases.push(opened);
      processes.push(await openFurther(opened));
    }
    for (const [each, username] of [
      [browser, 'staff'],
      [other, 'svip'],
    ] as const)
      if (processes[0]) await each.signIn(processes[0].app, username, TEST_PASSWORD);
  });
  afterEach(async () => {
    await cluster.thaw();
    await replica.goOn();
  });
  afterAll(async () => {
    await close();
    await cluster.stop();
  });

  it('show every user at once what they wrote themselves: in lists, counts and on its page', async () => {
    await isUsed(replica.url);
    let found = 0;
    for (let turn = 0; turn < OWN_WRITES; turn += 1) found += (await findsOwn(`自己写的 ${turn}`, turn)) ? 1 : 0;
    expect(found).toBe(OWN_WRITES);
    expect(browser.cookie('kr_position')).toMatch(/^1-[0-9a-f]+\.[\w-]+$/);
  });

  it('show others what was written once the replica has it, and ask their screens to read it again no sooner', async () => {
    const [first, second] = processes;
    if (!first || !second) throw new Error('there are two processes');
    await isUsed(replica.url);
    const hinted = new Set<string>();
    const hear = (event: PushedEvent) => {
      if (event.type === 'records.changed') for (const id of event.ids ?? []) hinted.add(id);
    };
    const stop = second.services.bus.subscribe(hear, 'listener', {
      id: 'listener',
      name: '听者',
      roles: ['staff'],
      vipType: 0,
    });
    await replica.pause();
    const name = '别人写的';
    const body = { clientKey: 'of-another', values: { name } };
    const { id } = (await browser.post<RecordReply>(first.app, `${DATA}/${INSTITUTION}`, body)).data.record;
    const named = { objectApiName: INSTITUTION, filter: { field: 'name', op: 'eq', value: name } };
    const seen = async () => (await other.post<ListReply>(second.app, LIST, named)).data.list.length;
    expect([await seen(), hinted.has(id)]).toEqual([0, false]);
    await replica.goOn();
    await expect.poll(() => hinted).toContain(id);
    expect(await seen()).toBe(1);
    stop();
  });

  it('list a new field at once, on the process that saved it and on the other', async () => {
    const [first, second] = processes;
    if (!first || !second) throw new Error('there are two processes');
    await isUsed(replica.url);
    const { version: baseVersion } = first.services.catalog.object(NEWS);
    const field = { apiName: 'onReplica', type: 'integer', label: '副本序号', config: { sortable: true } };
    await browser.post(first.app, '/api/metadata/field/save', { objectApiName: NEWS, baseVersion, field });
    const sorted = { objectApiName: NEWS, sort: [{ field: 'onReplica', order: 'asc' }] };
    const answers = [(await other.post(first.app, LIST, sorted)).code];
    await expect.poll(() => second.services.catalog.object(NEWS).version).toBe(baseVersion + 1);
    answers.push((await other.post(second.app, LIST, sorted)).code);
    expect(answers).toEqual([0, 0]);
  });

  it('answer every list while the replica is killed, and use it again when it is back', async () => {
    await isUsed(replica.url);
    const users = new ClusterUsers();
    const work = processes.map((process) => users.read(process));
    await expect.poll(() => users.reads).toBeGreaterThan(10);
    await replica.kill();
    const before = users.reads;
    await expect.poll(() => leftOut(replica.url)).toEqual(['lost', 'lost']);
    await expect.poll(() => users.reads).toBeGreaterThan(before + 10);
    await replica.revive();
    await isUsed(replica.url);
    users.stop();
    await Promise.all(work);
    expect([users.faults, users.unavailable]).toEqual([[], 0]);
    const said = heard.filter(({ server }) => replica.url.includes(server)).map((state) => state.leftOut);
    expect(said).toEqual(expect.arrayContaining(['lost', undefined]));
  });

  it('answer every list while the replica is frozen, which closes no connection', async () => {
    await isUsed(replica.url);
    await replica.freeze();
    const lists = () => Promise.all(processes.map(({ send }) => send(LIST, { objectApiName: NEWS })));
    const answers = [...(await lists()), ...(await lists())];
    await cluster.thaw();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    await isUsed(replica.url);
  });

  it('leave out a replica that lacks what was written more than five seconds ago', async () => {
    await isUsed(replica.url);
    await replica.pause();
    expect(await findsOwn('暂停以后', 0)).toBe(true);
    ahead += 6000;
    await expect.poll(() => leftOut(replica.url)).toEqual(['behind', 'behind']);
    const seen = async () =>
      Promise.all(processes.map(({ app }) => other.post<ListReply>(app, LIST, titled('暂停以后'))));
    expect((await seen()).map(({ data }) => data.list.length)).toEqual([1, 1]);
    await replica.goOn();
    await isUsed(replica.url);
  });

  it.skipIf(!hasPooler())('read through a pooler before the replica as without one', async () => {
    const [first] = processes;
    if (!first) throw new Error('there are two processes');
    const writes = await startOwnPooler(cluster.urls[0] ?? '', 3);
    const reads = await startOwnPooler(replica.url, 2);
    const database = await open({ url: writes.url, directUrl: cluster.url, readUrls: [reads.url] });
    const pooled = await openFurther(database);
    await expect.poll(() => database.replicas?.states()[0]?.leftOut).toBe(undefined);
    await isUsed(replica.url);
    const asked = Array.from({ length: 20 }, (_, turn) => ({ objectApiName: NEWS, keyword: `写的 ${turn}` }));
    const lists = ({ post }: Process) => Promise.all(asked.map((query) => post(LIST, query)));
    const answers = await lists(pooled);
    expect(answers).toEqual(await lists(first));
    expect(answers.map(({ code }) => code)).toEqual(asked.map(() => 0));
    await pooled.app.close();
    await database.close();
    await reads.stop();
    await writes.stop();
  });

  it('let an operator know of each server whether it is a replica of this database', async () => {
    const database = await openDatabase({
      url: cluster.url,
      readUrls: [replica.url, cluster.urls[0] ?? '', LOCAL, 'postgres://127.0.0.1:1/postgres'],
    });
    const [usable, writer, unrelated, absent] = await surveyReplicas(database);
    await database.close();
    expect([usable, writer, unrelated]).toMatchObject([
      { isStandby: true, isOfCluster: true },
      { isStandby: false, isOfCluster: true },
      { isOfCluster: false },
    ]);
    expect(absent).toMatchObject({ server: '127.0.0.1:1', fault: { code: 'ECONNREFUSED' } });
  });

  it('use after a failover no replica of the log before it, and the former writer once it follows the new one', async () => {
    await isUsed(replica.url);
    const [former = '', promoted = ''] = cluster.urls;
    const beside = await open({ readUrls: [promoted] });
    const stateOf = () => beside.replicas?.states()[0]?.leftOut;
    await expect.poll(stateOf).toBe(undefined);
    await cluster.failOver();
    let found = 0;
    for (let turn = 0; turn < 40; turn += 1) found += (await findsOwn(`切换以后 ${turn}`, turn)) ? 1 : 0;
    expect(found).toBe(40);
    await expect.poll(() => leftOut(replica.url)).toEqual(['another log', 'another log']);
    expect(stateOf()).toBe('not a standby');
    await beside.close();
    await cluster.restore();
    await isUsed(former);
    expect(await findsOwn('新备库之后', 0)).toBe(true);
    expect(browser.cookie('kr_position')).toMatch(/^2-/);
  });

  it('read from the replica: of a mix of lists, counts and pages at most one transaction in twenty is the writer’s', async () => {
    const [reads = '', writer = ''] = cluster.urls;
    // Alone: what else is at the writer would count.
    await close();
    const counts = () => countsOf(writer, 'mix');
    const run = async (readUrls: readonly string[], times: number): Promise<number> => {
      const before = await counts();
      const database = await open({ url: `${writer}?application_name=mix`, readUrls });
      const process = await openFurther(database);
      await expect.poll(() => database.replicas?.states()[0]?.leftOut).toBe(undefined);
      const { data } = await process.post<ListReply>(LIST, { objectApiName: NEWS });
      const ids = data.list.map(({ id }) => id);
      for (let count = 0; count < times; count += 1) {
        await process.post(LIST, { objectApiName: NEWS, keyword: `写的 ${count}` });
        await process.post(`${DATA}/count`, { objectApiName: NEWS });
        await process.get(`${DATA}/${NEWS}/${ids[count % ids.length]}`);
      }
      await process.app.close();
      await database.close();
      await expect.poll(async () => (await counts()).sessions).toBe(0);
      return (await counts()).ended - before.ended;
    };
    const beside = await run([], 0);
    const atWriter = (await run([], READS)) - beside;
    const stayed = (await run([reads], READS)) - beside;
    expect(atWriter).toBeGreaterThan(3 * READS);
    expect(stayed / atWriter).toBeLessThan(0.05);
  });
});
