import { createApp } from '#server/app.ts';
import type { PageQuery } from '#server/core/lists/list-plan.ts';
import type { Services } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { bareRate, type BareStatement, recordingReader } from './bare-driver.ts';
import { listen, signIn, startLoad } from './load.ts';
import type { LoadOrder, LoadReport } from './load-client.ts';
import { withCompanies } from './million-companies.ts';
import { naiveList, type NaiveQuery } from './naive-list.ts';
import { type Row, table } from './row.ts';

const OBJECT = 'InsightCompany';
const CONNECTIONS = 16;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const ROUNDS = 3;
const PAGE_SIZE = 20;
const FAR_PAGE = 10_000;
const VARIANTS = 40;

const load = (
  order: Omit<LoadOrder, 'connections' | 'seconds'>,
  connections = CONNECTIONS,
  seconds = SECONDS,
): Promise<LoadReport> => startLoad({ ...order, connections, seconds }).ended;

/** The same question in forty variants: companies of three statuses that raised at least so much, latest round first. */
export function variants(services: Services): { query: PageQuery; naive: Omit<NaiveQuery, 'count'> }[] {
  const options =
    services.catalog
      .object(OBJECT)
      .field('status')
      ?.selectOptions?.map(({ value }) => value) ?? [];
  return Array.from({ length: VARIANTS }, (_, index) => {
    const statuses = [0, 1, 2].map((step) => options[(index + step) % options.length] ?? '');
    const least = String(1_000_000 * index);
    const filter = {
      and: [
        { field: 'status', op: 'in', value: statuses },
        { field: 'fundingTotal', op: 'gte', value: least },
      ],
    };
    const sort = [{ field: 'latestRoundOn', order: 'desc' as const }];
    return { query: { filter, sort, pageSize: PAGE_SIZE }, naive: { statuses, least, offset: 0 } };
  });
}

/** How often a second the statements of the list run through the driver alone, as many at once as there are connections. */
async function bareDriver(services: Services, queries: readonly PageQuery[]): Promise<number> {
  const statements: BareStatement[] = [];
  const reader = recordingReader(services, statements);
  const scope = { readable: () => true, rowsOf: () => undefined, today: '2026-11-21' };
  const scripts: BareStatement[][] = [];
  for (const query of queries) {
    await reader.list(services.catalog.object(OBJECT), query, scope);
    // The list reads the companies without a date only when those with one are not enough.
    const needed = ({ text }: BareStatement) =>
      text.includes('where "latestRoundOn" is not null') || text.startsWith('select size');
    scripts.push(statements.splice(0).filter(needed));
  }
  return bareRate(services, scripts, { connections: CONNECTIONS, seconds: SECONDS });
}

/** The cursor of the page before a far one, reached as a person would, in bigger steps. */
async function cursorBefore(services: Services, query: PageQuery, rows: number): Promise<string> {
  const { db } = services.database;
  const { id } = await db.selectFrom('account').select('id').where('username', '=', 'bench').executeTakeFirstOrThrow();
  const scope = { readable: () => true, rowsOf: () => undefined, today: '2026-11-21', reader: id };
  let after: string | undefined;
  for (let seen = 0; seen < rows; seen += 100) {
    const page = { ...query, fields: [], pageSize: 100, ...(after !== undefined && { after }) };
    after = (await services.reader.list(services.catalog.object(OBJECT), page, scope)).after ?? undefined;
    if (after === undefined) throw new Error(`The list ends after ${seen} rows`);
  }
  return after ?? '';
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const perSecond = (rate: number): string => `${rate < 100 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en')}/s`;
const milliseconds = (time: number): string => `${time.toFixed(1)} ms`;

async function measure(services: Services): Promise<Row[]> {
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
  const [port, cookie] = [await listen(app), await signIn(app, services)];
  const naive = naiveList(services.database.pool);
  const naivePort = await listen(naive);
  const { version, fields } = services.catalog.object(OBJECT);
  const asked = variants(services);
  const body = (query: PageQuery): string =>
    JSON.stringify({ ...query, objectApiName: OBJECT, layoutVersion: version });
  const ours = { port, cookie, path: '/api/metadata/data/getLayoutAndDataList' };
  const theirs = (query: Partial<NaiveQuery>) => ({
    port: naivePort,
    cookie: '',
    path: '/naive',
    bodies: asked.map(({ naive: one }) => JSON.stringify({ ...one, ...query })),
  });
  const queries = asked.map(({ query }) => query);
  const counting = queries.map((query) => ({ ...query, withCount: true }));
  const list = { ...ours, bodies: queries.map(body) };
  const both = { ...ours, bodies: counting.map(body) };

  await load(list, CONNECTIONS, 2);
  const rounds: { list: LoadReport; bare: number; naive: LoadReport; both: LoadReport; bareBoth: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Side by side in every round: what else the machine is doing then weighs on all alike.
    rounds.push({
      list: await load(list),
      bare: await bareDriver(services, queries),
      both: await load(both),
      bareBoth: await bareDriver(services, counting),
      naive: await load(theirs({ count: false })),
    });
  }
  const counted = await load(theirs({ count: true }));
  const rate = median(rounds.map(({ list: report }) => report.perSecond));
  const p95 = median(rounds.map(({ list: report }) => report.p95));
  const bare = median(rounds.map(({ bare: driver }) => driver));
  const bothRate = median(rounds.map(({ both: report }) => report.perSecond));
  const bareBoth = median(rounds.map(({ bareBoth: driver }) => driver));
  const naiveRate = median(rounds.map(({ naive: report }) => report.perSecond));

  const [query = {}] = asked.map((variant) => variant.query);
  const after = await cursorBefore(services, query, (FAR_PAGE - 1) * PAGE_SIZE);
  const one = async (bodies: string[]) => (await load({ ...ours, bodies }, 1, 2)).p50;
  const pages: { first: number; far: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    pages.push({ first: await one([body(query)]), far: await one([body({ ...query, after })]) });
  }
  const first = median(pages.map((page) => page.first));
  const far = median(pages.map((page) => page.far));
  const farNaive = await load(theirs({ count: false, offset: (FAR_PAGE - 1) * PAGE_SIZE }), 1, 3);
  await Promise.all([app.close(), naive.close()]);

  const size = `1,000,000 companies × ${fields.length} fields`;
  const client = `load client ${Math.round((rounds[0]?.list.cpu ?? 0) * 100)} % of a core`;
  return [
    {
      name: `list over HTTP, ${size}, filtered + sorted, ${PAGE_SIZE} rows, ${CONNECTIONS} connections (${client})`,
      ours: perSecond(rate),
      rival: `${perSecond(naiveRate)} naive: select *, offset, no count`,
      limit: `${perSecond(bare)} bare driver`,
      ratio: `${(rate / naiveRate).toFixed(1)} ×`,
      target: '≥ 1,500/s',
      met: rate >= 1500,
    },
    {
      name: 'the same, the naive one counting as it pages',
      ours: perSecond(rate),
      rival: `${perSecond(counted.perSecond)} naive: with count(*)`,
      ratio: `${(rate / counted.perSecond).toFixed(0)} ×`,
      target: 'more',
      met: rate > counted.perSecond,
    },
    {
      name: 'share of the bare driver’s rate on the same SQL',
      ours: perSecond(rate),
      rival: `${perSecond(bare)} bare driver`,
      ratio: `${Math.round((100 * rate) / bare)} %`,
      target: '≥ 50 %',
      met: rate >= 0.5 * bare,
    },
    {
      name: 'list and bounded count in one request, share of the bare driver’s rate on both statements',
      ours: perSecond(bothRate),
      rival: `${perSecond(bareBoth)} bare driver`,
      ratio: `${Math.round((100 * bothRate) / bareBoth)} %`,
      target: '≥ 50 %',
      met: bothRate >= 0.5 * bareBoth,
    },
    {
      name: `95th percentile of the answers at ${CONNECTIONS} connections`,
      ours: milliseconds(p95),
      rival: `${milliseconds(median(rounds.map(({ naive: report }) => report.p95)))} naive`,
      ratio: '–',
      target: '≤ 40 ms',
      met: p95 <= 40,
    },
    {
      name: `page ${FAR_PAGE.toLocaleString('en')} beside page 1, median of one connection`,
      ours: `${milliseconds(far)} beside ${milliseconds(first)}`,
      rival: `${milliseconds(farNaive.p50)} naive by offset`,
      ratio: `${(far / first).toFixed(2)} ×`,
      target: '≤ 1.5 ×',
      met: far <= 1.5 * first,
    },
  ];
}

/** Measures lists over HTTP on PostgreSQL with everything on this machine; no rows where there is none. */
export const run = (): Promise<Row[]> => withCompanies(measure);

if (import.meta.main) console.log(table(await run()));
