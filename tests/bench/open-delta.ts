import type pg from 'pg';
import { createApp } from '#server/app.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import { newestCursor } from '#server/core/changes/read-changes.ts';
import { isFollowed, marksOf } from '#server/features/open/following/field-marks.ts';
import { FollowTokens } from '#server/features/open/following/tokens.ts';
import { makeKey } from '#server/features/open/keys/key-text.ts';
import { KeyCheck } from '#server/features/open/keys/key-check.ts';
import type { Services } from '#server/services.ts';
import { OpenClient } from '#clients/typescript/client.ts';
import { followOnce } from '#clients/typescript/follower.ts';
import { MemoryCopy } from '#tests/support/open/memory-copy.ts';
import { withBenchDatabase } from './million-companies.ts';
import { fillTable, settleTable } from './queries.ts';
import type { Row } from './row.ts';

const OBJECT = 'InsightNews';
const RECORDS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const CHANGES = 10 * RECORDS;
const PAGES = 300;
const CHECKS = 20_000;
/** Changes that a program takes. */
const FOLLOWED = Math.min(100_000, RECORDS);

const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;
const shown = (milliseconds: number): string => `${milliseconds.toFixed(milliseconds < 1 ? 3 : 1)} ms`;

/** News with so many changes in the log, every second one of another object; all of them as if written long ago. */
async function fill({ catalog, database: { pool }, metadata }: Services): Promise<string> {
  const { definition } = catalog.object(OBJECT);
  await fillTable(pool, definition, RECORDS);
  await pool.query(
    `insert into change_log (xid, object_api_name, record_id, kind, fields, cause, quiet, derived)
     select (1 + g * (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 2) / $3::bigint)::text::xid8, case when g % 2 = 0 then $1 else 'InsightOrg' end,
       1 + (hashint8extended(g, 1) & 1073741823) % $2::bigint, 'updated', '{title}', 'user', false, false
     from generate_series(1, $3::bigint) g`,
    [OBJECT, RECORDS, CHANGES],
  );
  await pool.query(`update change_epoch set cut_xid = '0', cut_seq = 0`);
  await metadata.runIndexJobs();
  await settleTable(pool, definition);
  await pool.query('vacuum (analyze) change_log');
  return `${RECORDS.toLocaleString('en')} records and ${CHANGES.toLocaleString('en')} changes`;
}

/** An account with a key, made as the screen would. */
async function ownerKey(pool: pg.Pool, now: Date): Promise<{ readonly account: string; readonly key: string }> {
  const { id, text, hash } = makeKey();
  const { rows } = await pool.query<{ account: string }>(
    `with owner as (insert into account (username, name, roles, vip_type, created_at)
       values ('open-bench-' || $2, '示例读者', '{}', 0, $1::timestamptz) returning id)
     insert into api_key (id, account_id, name, secret_hash, scopes, addresses, days, created_at, expires_at)
     select $2, id, '测量', $3, '{read:*,delta}', '{}', 365, $1::timestamptz, $1::timestamptz + interval '3650 days' from owner
     returning account_id::text as account`,
    [now.toISOString(), id, hash],
  );
  return { account: rows[0]?.account ?? '', key: text };
}

/** Writes many changes and lets a program take them with the published client alone. */
async function followAll({ database: { pool } }: Services, client: OpenClient, token: string): Promise<Row> {
  const SLICE = 1000;
  for (let from = 0; from < FOLLOWED; from += SLICE)
    await pool.query(
      `with changed as (
         update "InsightNews" set title = '变更 ' || id where id > $1::bigint and id <= $2::bigint returning id)
       insert into change_log (object_api_name, record_id, kind, fields, cause, quiet, derived)
       select $3, id, 'updated', '{title}', 'user', false, false from changed`,
      [from, from + SLICE, OBJECT],
    );
  const copy = new MemoryCopy();
  await copy.store([], token);
  const started = performance.now();
  await followOnce(client, { objectApiName: OBJECT }, copy);
  const seconds = (performance.now() - started) / 1000;
  const right = [...copy.records].filter(
    ([id, record]) => (record as { title?: string }).title === `变更 ${id}`,
  ).length;
  return {
    name: `a copy takes ${FOLLOWED.toLocaleString('en')} changes with the published client`,
    ours: `${right.toLocaleString('en')} right in ${seconds.toFixed(0)} s`,
    ratio: `${((100 * right) / FOLLOWED).toFixed(2)} %`,
    target: '100 %',
    met: right === FOLLOWED && copy.records.size === FOLLOWED,
  };
}

async function measure(services: Services): Promise<Row[]> {
  const { pool } = services.database;
  // Limits are not what is measured: between any two calls the clock goes on.
  let clock = Date.now();
  const now = () => new Date(clock);
  const timed = { ...services, now };
  const { account, key } = await ownerKey(pool, now());
  const check = new KeyCheck(timed);
  const request = { headers: { authorization: `Bearer ${key}` }, query: {}, ip: '127.0.0.1' } as never;
  const checks: number[] = [];
  for (let at = 0; at < CHECKS; at += 1) {
    const started = performance.now();
    await check.find(request);
    checks.push(performance.now() - started);
  }
  await check.settled();
  const app = await createApp(timed);
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    clock += 500;
    const reply = await app.inject({ method: 'GET', url, headers: init.headers as Record<string, string> });
    return new Response(reply.body, { status: reply.statusCode });
  };
  const client = new OpenClient({ origin: 'http://jingtu.example', key, fetch: send });
  const params = { objectApiName: OBJECT };
  const object = services.catalog.object(OBJECT);
  const actor = { id: account, name: '', roles: [], vipType: 0 };
  const tokens = new FollowTokens(services.database.vault);
  const tokenAt = (cursor: string) =>
    tokens.write({
      account,
      object: OBJECT,
      filter: undefined,
      fields: marksOf(
        object,
        listableFields(object, actor).filter((field) => isFollowed(object, field)),
      ),
      compared: {},
      derived: true,
      cursor,
      full: null,
    });
  const newest = await newestCursor(services.database.db);
  const pages: number[] = [];
  let token = tokenAt(`${newest.split('.')[0] ?? ''}.0.0`);
  // A reader that was away for long: page after page from the beginning of what is kept.
  for (let at = 0; at < PAGES; at += 1) {
    const started = performance.now();
    const page = await client.call('followRecords', { params, query: { token, limit: 200 } });
    pages.push(performance.now() - started);
    token = page.nextToken ?? token;
  }
  const followed = await followAll(services, client, tokenAt(newest));
  await app.close();
  return [
    {
      name: 'API key checked',
      ours: `${shown(quantile(checks, 0.5))} (p95 ${shown(quantile(checks, 0.95))})`,
      ratio: '–',
      target: '≤ 0.2 ms',
      met: quantile(checks, 0.5) <= 0.2,
    },
    {
      name: `delta page of 200, ${RECORDS.toLocaleString('en')} records, ${CHANGES.toLocaleString('en')} changes`,
      ours: `p50 ${shown(quantile(pages, 0.5))}, p95 ${shown(quantile(pages, 0.95))}`,
      ratio: '–',
      target: 'p95 ≤ 80 ms',
      met: quantile(pages, 0.95) <= 80,
    },
    followed,
  ];
}

/** What a key costs a call, what a page of changes takes among very many, and whether a program takes all of them. */
export const run = (): Promise<Row[]> => withBenchDatabase(process.env['BENCH_DELTA_DATABASE'], fill, measure);
