import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Replicas, ReplicaState } from '#server/db/replicas/replicas.ts';
import { Metrics } from '#server/platform/metrics/metrics.ts';
import { type MetricsServer, openMetricsServer } from '#server/platform/metrics/metrics-server.ts';
import { Sweeps } from '#server/sweeps.ts';
import { openTestApp, type TestApp, TEST_NOW } from '#tests/support/app/test-app.ts';

const PROMTOOL = '/usr/bin/promtool';
const OURS = /^(# (?:HELP|TYPE) )?jingtu_/;
const never = (): Promise<void> => new Promise(() => {});

let test: TestApp;
let app: FastifyInstance;
let metrics: Metrics;
let server: MetricsServer;
const sweeps = new Sweeps({ now: () => TEST_NOW, fail: () => undefined });

beforeAll(async () => {
  test = await openTestApp();
  const { database, hints, bus, now } = test.services;
  metrics = new Metrics({ database, hints: hints.counts, bus, now, wait: never });
  metrics.follow(() => sweeps.states);
  app = await createApp(test.services, { measure: metrics.answered });
  server = await openMetricsServer(metrics, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await app.close();
  await test.close();
});

const fetched = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
const read = async (): Promise<string> => (await fetched('/metrics')).text();
/** Names of what a text publishes, without the parts of a histogram. */
const namesIn = (text: string): string[] => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '');
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

describe('/metrics', () => {
  it('publishes what docs/operations.md documents, and nothing else', async () => {
    const [, table = ''] = /\n\| metric \|([\s\S]*?)\n\n/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
    const documented = [...table.matchAll(/`((?:jingtu|process|nodejs)_[a-z0-9_]+)`/g)].map(([, name]) => name ?? '');
    const published = namesIn(await read());
    expect(published.length).toBeGreaterThan(30);
    expect(published.filter((name) => !documented.includes(name))).toEqual([]);
    expect(documented.filter((name) => !published.includes(name))).toEqual([]);
  });

  it('is in the text format of Prometheus, by its conventions', async () => {
    await sweeps.run([{ name: 'one', run: async () => undefined }]);
    const text = await read();
    const label = '[a-z_]+="(?:[^"\\\\\\n]|\\\\.)*"';
    const sample = new RegExp(`^[a-z_0-9]+(?:\\{${label}(?:,${label})*\\})? (?:[-+0-9.e]+|\\+Inf|NaN)$`);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.filter((line) => !sample.test(line))).toEqual([]);
    const series = lines.map((line) => line.slice(0, line.lastIndexOf(' ')));
    expect(series.filter((each, index) => series.indexOf(each) !== index)).toEqual([]);
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => [name, type]));
    const ours = [...types].filter(([name]) => OURS.test(name));
    expect(ours.filter(([name, type]) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
    expect(ours.filter(([name]) => !text.includes(`# HELP ${name} `))).toEqual([]);
  });

  it.runIf(existsSync(PROMTOOL))('is taken by promtool', async () => {
    const input = (await read())
      .split('\n')
      .filter((line) => OURS.test(line))
      .join('\n');
    expect(execFileSync(PROMTOOL, ['check', 'metrics'], { input: `${input}\n`, encoding: 'utf8' })).toBe('');
  });

  it('says of each replica whether it is used and how far it lags, where that is known', async () => {
    const states = (): ReplicaState[] => [
      { server: 'b:5432', leftOut: undefined, lagMs: 250 },
      { server: 'c:5432', leftOut: 'lost', lagMs: undefined },
    ];
    const { hints, bus, now } = test.services;
    const database = { ...test.services.database, replicas: { states } as Replicas };
    const text = await new Metrics({ database, hints: hints.counts, bus, now, wait: never }).text();
    const values = ['replica_used', 'replica_lag_seconds'].flatMap((name) =>
      ['b', 'c'].map((host) => valueOf(text, `jingtu_${name}{server="${host}:5432"}`)),
    );
    expect(values).toEqual([1, 0, 0.25, undefined]);
  });

  it('counts requests by the pattern of their route and their status, whatever the address says', async () => {
    const cookie = 'nothing=1';
    for (const id of ['1', '2', '3']) await app.inject({ url: `/api/files/private/${id}`, headers: { cookie } });
    await app.inject({ url: '/no/such/page' });
    const text = await read();
    const counts = [...text.matchAll(/^jingtu_http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)];
    expect(counts.map(([, labels]) => labels)).toContain('method="GET",route="none",status="404"');
    expect(text).not.toContain('/no/such/page');
    expect(text).not.toContain('private/1');
    expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(4);
  });

  it('says how the pools of the database are used, and what waits', async () => {
    const text = await read();
    expect(valueOf(text, 'jingtu_database_up')).toBe(1);
    expect(valueOf(text, 'jingtu_database_waiting_requests{pool="writes"}')).toBe(0);
    expect(valueOf(text, 'jingtu_database_connections{pool="writes",state="idle"}')).toBeGreaterThanOrEqual(0);
    for (const queue of ['imports', 'exports', 'alerts', 'alert_mails', 'webhooks'])
      expect(valueOf(text, `jingtu_queue_length{queue="${queue}"}`)).toBe(0);
    const indexes = 'jingtu_queue_length{queue="indexes"}';
    await test.store.database.db.insertInto('index_job').values({ sql: 'select 1', target: 'one' }).execute();
    expect(valueOf(await read(), indexes)).toBe((valueOf(text, indexes) ?? Number.NaN) + 1);
  });

  it('says when each sweep and the backup of the day last went well', async () => {
    const { db } = test.store.database;
    const broken = { name: 'broken', run: () => Promise.reject(new Error('no')) };
    await sweeps.run([{ name: 'fine', run: async () => undefined }, broken]);
    await sweeps.run([broken]);
    const ended = new Date('2026-11-20T19:31:00Z');
    expect(valueOf(await read(), 'jingtu_backup_last_success_timestamp_seconds')).toBe(0);
    const run = { day: '2026-11-21', started_at: ended, ended_at: ended, file: 'one.zip' };
    await db.insertInto('backup_run').values(run).execute();
    const text = await read();
    expect(valueOf(text, 'jingtu_sweep_last_success_timestamp_seconds{sweep="fine"}')).toBe(TEST_NOW.getTime() / 1000);
    expect(valueOf(text, 'jingtu_sweep_last_success_timestamp_seconds{sweep="broken"}')).toBeUndefined();
    expect(valueOf(text, 'jingtu_sweep_failures_total{sweep="broken"}')).toBe(2);
    expect(valueOf(text, 'jingtu_backup_last_success_timestamp_seconds')).toBe(ended.getTime() / 1000);
  });

  it('counts how often the server that takes writes was lost and found', async () => {
    for (const state of ['away', 'back', 'away'] as const) metrics.heardOfWriter(state);
    const text = await read();
    expect(valueOf(text, 'jingtu_database_writer_changes_total{state="away"}')).toBe(2);
    expect(valueOf(text, 'jingtu_database_writer_changes_total{state="back"}')).toBe(1);
  });

  it('counts open screens, and hints to and from other processes', async () => {
    const { bus, hints } = test.services;
    const leave = [bus.subscribe(() => undefined), bus.subscribe(() => undefined)];
    const counts = { ...hints.counts };
    hints.counts.heard += 3;
    const text = await read();
    leave.forEach((each) => each());
    expect(valueOf(text, 'jingtu_event_streams')).toBe(2);
    expect(valueOf(text, 'jingtu_hints_total{direction="heard"}')).toBe(counts.heard + 3);
    expect(valueOf(text, 'jingtu_hints_total{direction="sent"}')).toBe(counts.sent);
    expect(valueOf(await read(), 'jingtu_event_streams')).toBe(0);
  });

  it('is answered while the database is not, and asks it once however often it is read', async () => {
    const { database, hints, bus, now } = test.services;
    let asked = 0;
    const frozen = new Proxy(database.db, {
      get: (target, name, receiver) => {
        if (name === 'getExecutor') asked += 1;
        return name === 'getExecutor'
          ? () => ({
              executeQuery: never,
              transformQuery: (node: unknown) => node,
              compileQuery: () => ({ sql: '', parameters: [] }),
            })
          : Reflect.get(target, name, receiver);
      },
    });
    const late = new Metrics({
      database: { ...database, db: frozen },
      hints: hints.counts,
      bus,
      now,
      wait: async () => undefined,
    });
    const [text, again] = await Promise.all([late.text(), late.text()]);
    expect([text, again].map((each) => valueOf(each, 'jingtu_database_up'))).toEqual([0, 0]);
    expect(namesIn(text)).toContain('process_resident_memory_bytes');
    expect(text).not.toContain('jingtu_queue_length{');
    expect(asked).toBe(1);
  });

  it('is at its own address alone, and gives nothing else', async () => {
    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);
    expect((await fetched('/')).status).toBe(404);
    expect((await fetched('/metrics', { method: 'POST' })).status).toBe(404);
    expect((await fetched('/metrics')).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });
});
