import { storeSample } from '#server/commands/seed/store-sample.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { VisitStats } from '#server/features/visits/stat.ts';
import { Visits } from '#server/features/visits/visits.ts';
import { openServices } from '#server/services.ts';
import { openTestDatabase } from '#tests/support/databases/database.ts';
import type { Row } from './row.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const VISITS = 100_000;
const VISITORS = 5000;
const NOTED = 400;
const ROUNDS = 9;
const OBJECT = 'InsightCompany';

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** What noting a visit adds to a detail page, and what the statistics of a much visited company take. */
export async function run(): Promise<Row[]> {
  const store = await openTestDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(store.database, shipped, () => NOW);
  await storeSample(services, NOW, () => undefined);
  const { pool } = store.database;
  await pool.query(
    `insert into account (username, name, roles, vip_type, created_at)
     select 'visitor-' || g, '示例访客' || g, array['ORG_INVESTOR'], 0, $1::timestamptz from generate_series(1, $2::integer) g`,
    [NOW.toISOString(), VISITORS],
  );
  const report = (error: unknown) => {
    throw error;
  };
  const visits = new Visits({ ...services, report });
  const { rows: accounts } = await pool.query<{ id: string }>(
    `select id::text as id from account where username like 'visitor-%' order by id limit $1`,
    [NOTED],
  );
  const adding: number[] = [];
  const began = performance.now();
  for (const { id } of accounts) {
    const started = performance.now();
    visits.note(OBJECT, '2', { id, name: '', roles: ['ORG_INVESTOR'], vipType: 0 });
    adding.push(performance.now() - started);
  }
  await visits.flush();
  const stored = (performance.now() - began) / NOTED;

  const { rows: members } = await pool.query<{ account_id: string; company_id: string }>(
    'select account_id::text, company_id::text from company_member order by company_id limit 1',
  );
  const [member = { account_id: '', company_id: '' }] = members;
  await pool.query(
    `insert into visit_card (account_id, kind, entity, mode)
     select id, 'ORG_INVESTOR', '示例资本' || id % 900, case when id % 10 = 0 then 'institution' else 'open' end
     from account where username like 'visitor-%' on conflict (account_id) do update set entity = excluded.entity, mode = excluded.mode`,
  );
  await pool.query(
    `insert into record_visit (id, visitor_id, account_id, company_id, object_api_name, title, day, first_at, last_at, opens, seconds)
     select g, a.id + 1000000, a.id, $1::bigint, $2, '示例企业', ($3::date - (g / $4::integer) * 18 - g % 18), $5::timestamptz,
       $5::timestamptz, 1, g % 900
     from generate_series(0, $6::integer - 1) g
       join (select id, row_number() over (order by id) - 1 as nth from account where username like 'visitor-%') a
         on a.nth = g % $4::integer`,
    [member.company_id, OBJECT, '2026-11-21', VISITORS, NOW.toISOString(), VISITS],
  );
  await pool.query('analyze');
  const stats = new VisitStats(services, visits);
  const reading: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    const started = performance.now();
    const reader = { id: member.account_id, name: '', roles: ['START_UP'], vipType: 0 };
    const stat = await stats.read({ statPeriod: '365d', ccid: member.company_id }, reader);
    if (stat.totalCount !== VISITORS) throw new Error(`There are ${stat.totalCount} viewers`);
    if (round >= 0) reading.push(performance.now() - started);
  }
  await store.drop();
  return [
    {
      name: 'noting a visit: what the request waits for; all of it, stored with others',
      ours: `${(median(adding) * 1000).toFixed(0)} µs; ${stored.toFixed(2)} ms`,
      ratio: '–',
      target: '≤ 1 ms',
      met: median(adding) <= 1 && stored <= 1,
    },
    {
      name: `statistics of 365 days, ${VISITS.toLocaleString('en')} visits of ${VISITORS.toLocaleString('en')} viewers`,
      ours: `${median(reading).toFixed(0)} ms`,
      ratio: '–',
      target: '≤ 150 ms',
      met: median(reading) <= 150,
    },
  ];
}
