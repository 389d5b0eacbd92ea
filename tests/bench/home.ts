import type { Pool } from 'pg';
import type { Home } from '#schemas/api/home.ts';
import { createApp } from '#server/app.ts';
import { storeHome } from '#server/commands/seed/home.ts';
import { hashPassword } from '#server/platform/accounts/password.ts';
import type { Services } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { withBenchDatabase } from './million-companies.ts';
import { fillDeals, fillTable, insertMember, settleTable } from './queries.ts';
import type { Row } from './row.ts';

const DEALS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const COMPANIES = 20_000;
const FOLLOWED = 50;
/** News of records in the log, of which the followed ones have a part. */
const NEWS = 200_000;
const ROUNDS = 100;
/** Subscriptions to records; as many more to views as make 50, and what met those. */
const SUBSCRIBED = 30;
const HITS = 400;
const PASSWORD = 'home-bench-2026';
/** Users who follow 50 records in one way each. */
const FOLLOWING = { pipeline: 'home-pipeline', subscriptions: 'home-subscriptions' } as const;

/** Fifty subscriptions: to companies, and to views that newly made deals met. */
async function fillSubscriptions(pool: Pool): Promise<void> {
  await pool.query(
    `insert into alert_subscription (account_id, source, object_api_name, target_id, kinds, fields, frequency, mail, created_at)
     select a.id, case when g <= $2::integer then 'record' else 'view' end,
       case when g <= $2::integer then 'InsightCompany' else 'InsightTransaction' end, g * 7, '{entered,changed}', '{}',
       'daily', false, now()
     from account a, generate_series(1, $3::integer) g where a.username = $1`,
    [FOLLOWING.subscriptions, SUBSCRIBED, FOLLOWED],
  );
  await pool.query(
    `insert into alert_hit (subscription_id, object_api_name, record_id, kind, xid, fields, first_seen_at, is_late, at)
     select s.id, 'InsightTransaction', 1 + g * 101, 'entered', pg_current_xact_id(), '{}', now(), false, now()
     from alert_subscription s, generate_series(1, $1::integer) g
     where s.source = 'view' and g % (select count(*) from alert_subscription where source = 'view') =
       s.id % (select count(*) from alert_subscription where source = 'view')`,
    [HITS],
  );
}

/** Deals with tracks, users who follow 50 records each, and a log full of news. */
async function fill({ database, catalog, writer, metadata, now }: Services): Promise<string> {
  const { pool } = database;
  await fillTable(pool, catalog.object('InsightIndustryLabel').definition, 100);
  await fillTable(pool, catalog.object('InsightCompany').definition, COMPANIES);
  await fillDeals(pool, DEALS, COMPANIES);
  await pool.query(
    `update "InsightTransaction" set tracks = array[1 + id % 100], "fundedOn" = "fundedOn" + 200 where id % 3 = 0`,
  );
  await metadata.runIndexJobs();
  for (const name of ['InsightTransaction', 'InsightCompany']) await settleTable(pool, catalog.object(name).definition);
  const hash = await hashPassword(PASSWORD);
  for (const member of Object.values(FOLLOWING)) await insertMember(pool, member, hash);
  await pool.query(
    `insert into deal_contact (side, account_id, company_id, title, state, next_on, moved_at, client_key, created_at, updated_at)
     select 'investor', a.id, g, '示例企业' || g, 'watching', current_date + g % 20, now(), 'home-bench-' || g, now(), now()
     from account a, generate_series(1, $2::integer) g where a.username = $1`,
    [FOLLOWING.pipeline, FOLLOWED],
  );
  await fillSubscriptions(pool);
  await pool.query(
    `insert into change_log (object_api_name, record_id, kind, fields, cause, quiet, derived)
     select case when g % 2 = 0 then 'InsightCompany' else 'InsightTransaction' end, 1 + g % $2::integer, 'updated',
       case when g % 2 = 0 then '{brief,latestRound}'::text[] else '{round}' end, 'user', false, false
     from generate_series(1, $1::integer) g`,
    [NEWS, COMPANIES],
  );
  await pool.query('vacuum (analyze) change_log');
  await storeHome(database, writer, now());
  return `${DEALS.toLocaleString('en')} deals`;
}

const at95 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;

/** The first page of users with 50 followed records among a million, as one request. */
export function run(): Promise<Row[]> {
  return withBenchDatabase(undefined, fill, async (services) => {
    const rows: Row[] = [];
    for (const [way, member] of Object.entries(FOLLOWING)) rows.push(...(await measure(services, way, member)));
    return rows;
  });
}

/** In an app that has answered no one yet, then with all that it keeps. */
async function measure(services: Services, way: string, member: string): Promise<Row[]> {
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/p/passport/sign_in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: member, password: PASSWORD }).toString(),
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const ask = async () => {
    const started = performance.now();
    const reply = await app.inject({ method: 'GET', url: '/api/home', headers: { cookie } });
    const { blocks } = reply.json<{ data: Home }>().data;
    return { took: performance.now() - started, blocks };
  };
  const slow = (blocks: Home['blocks']) => blocks.filter((block) => block.slow).length;
  const many = async () => {
    const took: number[] = [];
    let late = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const answer = await ask();
      took.push(answer.took);
      late += slow(answer.blocks);
    }
    return { p95: at95(took), late: late / ROUNDS };
  };
  const first = await ask();
  const early = await many();
  for (let answer = await ask(); slow(answer.blocks) > 0; answer = await ask())
    await app.inject({
      method: 'GET',
      url: `/api/home?only=${answer.blocks.flatMap(({ id, slow: isSlow }) => (isSlow ? [id] : [])).join(',')}`,
      headers: { cookie },
    });
  const warm = await many();
  const { blocks } = await ask();
  if (!blocks.some(({ content }) => content?.kind === 'entries')) throw new Error(`home by ${way} shows no changes`);
  await app.close();
  const size = DEALS.toLocaleString('en');
  const line = (name: string, p95: number, ours: string): Row => ({
    name: `home of an account that follows ${FOLLOWED} records by ${way} among ${size}, ${name}`,
    ours,
    ratio: '–',
    target: '≤ 300 ms',
    met: p95 <= 300,
  });
  return [
    line(
      'just after a start',
      early.p95,
      `p95 ${early.p95.toFixed(0)} ms, ${early.late.toFixed(1)} blocks asked for again (first ${first.took.toFixed(0)} ms)`,
    ),
    line(
      `${warm.late.toFixed(1)} of ${first.blocks.length} blocks asked for again`,
      warm.p95,
      `p95 ${warm.p95.toFixed(0)} ms`,
    ),
  ];
}
