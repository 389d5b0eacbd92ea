import { areaList } from '@vant/area-data';
import { Matching } from '#server/features/matching/service.ts';
import type { Services } from '#server/services.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import type { Row } from './row.ts';

const SIZES = [
  [3500, 150],
  [50_000, 400],
] as const;
const DEALS_EACH = 5;
const REQUESTS = 60;
const STAFF = { id: '1', name: 'staff', roles: ['staff'], vipType: 0 };

/** The first page of institutions for a project, with its reasons, among so many that each have some deals. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [institutions, aim] of SIZES) {
    const test = await openTestApp();
    try {
      rows.push(await measured(test.services, institutions, aim));
    } finally {
      await test.close();
    }
  }
  return rows;
}

async function measured(services: Services, institutions: number, aim: number): Promise<Row> {
  await fill(services, institutions);
  const matching = new Matching({
    ...services,
    report: (error) => {
      throw error;
    },
  });
  const first = await timed(() => matching.investors({ project: '1' }, STAFF));
  const times: number[] = [];
  for (let at = 0; at < REQUESTS; at += 1) times.push(await timed(() => matching.investors({ project: '1' }, STAFF)));
  const ours = p95(times);
  const limit = p95(Array.from({ length: REQUESTS }, loop(institutions)));
  return {
    name: `first page of ${institutions} institutions for a project, with reasons, p95 of ${REQUESTS}`,
    ours: `${ours.toFixed(0)} ms (${(first / 1000).toFixed(1)} s once, to read ${institutions * DEALS_EACH} deals)`,
    limit: `${limit.toFixed(1)} ms a loop over numbers that adds six and sorts`,
    ratio: `${(ours / limit).toFixed(0)} ×`,
    target: `≤ ${aim} ms`,
    met: ours <= aim,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const p95 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;

/** What cannot be beaten: six numbers of each are added, and all are put in order. */
function loop(institutions: number): () => number {
  const terms = Float64Array.from({ length: institutions * 6 }, (_, at) => Math.sin(at));
  return () => {
    const start = performance.now();
    const sums = new Float64Array(institutions);
    for (let at = 0; at < institutions; at += 1)
      for (let term = 0; term < 6; term += 1) sums[at] = (sums[at] ?? 0) + (terms[at * 6 + term] ?? 0);
    sums.sort();
    return performance.now() - start;
  };
}

async function fill({ database, catalog }: Services, institutions: number): Promise<void> {
  const { pool } = database;
  const options = (apiName: string, field: string): string[] =>
    catalog
      .object(apiName)
      .field(field)
      ?.selectOptions?.map(({ value }) => value) ?? [];
  const [industries, rounds] = [options('InsightTransaction', 'industry'), options('InsightTransaction', 'round')];
  const cities = Object.keys(areaList.city_list);
  const head = `id, version, "createdAt", "updatedAt", "createdBy"`;
  const values = `n, 1, '2026-01-01', '2026-01-01', '1'`;
  await pool.query(
    `insert into "InsightCompany" (${head}, name) values (1, 1, '2026-01-01', '2026-01-01', '1', '示例企业')`,
  );
  await pool.query(
    `insert into "InsightProject" (${head}, name, status, company, industry, region, "targetRound", "targetAmount", "targetAmount_currency", "targetAmount_cny")
     values (1, 1, '2026-01-01', '2026-01-01', '1', '示例项目', '融资中', 1, $1, $2, 'A轮', 30000000, 'CNY', 30000000)`,
    [industries[1], cities[40]],
  );
  await pool.query(
    `insert into "InsightOrg" (${head}, name, "focusStages") select ${values}, '示例机构' || n, array['A轮'] from generate_series(1, $1::int) n`,
    [institutions],
  );
  await pool.query(
    `insert into "InsightTransaction" (${head}, title, company, round, "fundedOn", "fundedOn_precision", industry, region, amount, amount_currency, amount_cny, "leadInvestors")
     select ${values}, '示例交易' || n, null, ($2::text[])[1 + n * 7 % array_length($2::text[], 1)], date '2020-01-01' + n * 37 % 2400, 10,
       ($3::text[])[1 + n * 13 % array_length($3::text[], 1)], ($4::text[])[1 + n * 11 % array_length($4::text[], 1)],
       1000000 * (1 + n % 300), 'CNY', 1000000 * (1 + n % 300), array[1 + n % $5::int]::bigint[]
     from generate_series(1, $1::int) n`,
    [institutions * DEALS_EACH, rounds, industries, cities, institutions],
  );
}
