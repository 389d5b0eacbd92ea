import { setTimeout as wait } from 'node:timers/promises';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rollup } from '#schemas/metadata/rollup.ts';
import { createApp } from '#server/app.ts';
import type { PageQuery } from '#server/core/lists/list-plan.ts';
import type { Services } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { listen, signIn, startLoad } from './load.ts';
import type { LoadOrder, LoadReport } from './load-client.ts';
import { withCompanies } from './million-companies.ts';
import { countWrong, fillDeals, settleTable } from './queries.ts';
import { type Row, table } from './row.ts';

const OBJECT = 'InsightCompany';
const DEALS = 'InsightTransaction';
const COUNT = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const ROUNDS = 3;
/** Users who read while the values are filled in: so many of lists and as many of companies, each pausing in between. */
const READERS = 4;
const PAUSE_MS = 25;
const ALONE_SECONDS = 20;
const VARIANTS = 40;
const LIST = '/api/metadata/data/getLayoutAndDataList';
const MORE_MS = 50;
const LONGEST_FILL_S = 600;

type Server = Pick<LoadOrder, 'port' | 'cookie'>;

async function makeDeals({ catalog, database, metadata }: Services): Promise<void> {
  const { definition } = catalog.object(DEALS);
  await fillDeals(database.pool, COUNT, COUNT);
  await metadata.runIndexJobs();
  await settleTable(database.pool, definition);
}

/** Fields that count the deals of each company: with names that are free. */
function newFields(version: number): FieldDefinition[] {
  const rollup = (apiName: string, config: Omit<Rollup, 'objectApiName' | 'fields'>): FieldDefinition => ({
    apiName,
    type: 'rollup',
    label: apiName,
    config: { sortable: true, rollup: { objectApiName: DEALS, fields: ['company'], ...config } },
  });
  return [
    rollup(`benchDeals${version}`, { function: 'count' }),
    rollup(`benchLatest${version}`, { function: 'max', of: ['fundedOn'] }),
  ];
}

interface Readers {
  readonly lists: LoadReport;
  readonly details: LoadReport;
}

/** Users who read lists and companies while something happens. */
async function readDuring(server: Server, version: number, happen: () => Promise<unknown>): Promise<Readers> {
  const query = { sort: [{ field: 'latestRoundOn', order: 'desc' }], pageSize: 20, layoutVersion: version };
  const order = { ...server, connections: READERS, seconds: 10 * LONGEST_FILL_S, pauseMs: PAUSE_MS };
  const lists = startLoad({ ...order, path: LIST, bodies: [JSON.stringify({ ...query, objectApiName: OBJECT })] });
  const ids = Array.from({ length: 1000 }, (_, at) => String(1 + ((at * 7919) % COUNT)));
  const details = startLoad({ ...order, path: `/api/metadata/data/${OBJECT}/`, bodies: [], reads: ids });
  await happen();
  lists.stop();
  details.stop();
  return { lists: await lists.ended, details: await details.ended };
}

/** Saves the fields as the editor does, and waits until they are right in every company; gives the seconds. */
async function fill(services: Services, fields: readonly FieldDefinition[]): Promise<number> {
  const { metadata, catalog, formulas } = services;
  const { saved } = catalog.object(OBJECT);
  const started = performance.now();
  await metadata.save({ ...saved, fields: [...saved.fields, ...fields] }, saved.version, 'bench');
  const indexes = metadata.runIndexJobs();
  await catalog.refresh(OBJECT);
  await formulas.jobs.fill();
  const seconds = (performance.now() - started) / 1000;
  await indexes;
  return seconds;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const ms = (time: number): string => `${time.toFixed(1)} ms`;
const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`;

/** The list filtered by one field and in the order of another, many times at once. */
async function listRates(
  { catalog }: Services,
  server: Server,
  kinds: Readonly<Record<string, (variant: number) => PageQuery>>,
) {
  const { version } = catalog.object(OBJECT);
  const reports: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [kind, query] of Object.entries(kinds)) {
      const bodies = Array.from({ length: VARIANTS }, (_, variant) =>
        JSON.stringify({ ...query(variant), pageSize: 20, objectApiName: OBJECT, layoutVersion: version }),
      );
      const order = { ...server, path: LIST, bodies, connections: 16, seconds: round === 0 ? 2 : SECONDS };
      const { perSecond } = await startLoad(order).ended;
      // The first round opens connections and plans statements.
      if (round > 0) (reports[kind] ??= []).push(perSecond);
    }
  return (kind: string) => median(reports[kind] ?? []);
}

const SIZE = `${COUNT.toLocaleString('en')} companies`;

async function lists(services: Services, server: Server): Promise<Row[]> {
  const statuses =
    services.catalog
      .object(OBJECT)
      .field('status')
      ?.selectOptions?.map(({ value }) => value) ?? [];
  const order = (variant: number) => (variant % 2 === 0 ? 'desc' : 'asc');
  const perSecond = await listRates(services, server, {
    rollups: (variant) => ({
      filter: { field: 'roundsCount', op: 'gte', value: 100 + variant },
      sort: [{ field: 'latestRoundOn', order: order(variant) }],
    }),
    plain: (variant) => ({
      filter: {
        field: 'status',
        op: 'in',
        value: [0, 1, 2].map((step) => statuses[(variant + step) % statuses.length]),
      },
      sort: [{ field: 'foundedOn', order: order(variant) }],
    }),
  });
  const [rollups, plain] = [perSecond('rollups'), perSecond('plain')];
  return [
    {
      name: `list of ${SIZE} filtered by one roll-up and in the order of another, 16 connections`,
      ours: rate(rollups),
      limit: `${rate(plain)} filtered by a select, in the order of a date`,
      ratio: `${Math.round((100 * rollups) / plain)} %`,
      target: '≥ 1,500/s',
      met: rollups >= 1500,
    },
  ];
}

async function fills(services: Services, server: Server): Promise<Row[]> {
  const { catalog, database } = services;
  await makeDeals(services);
  const { version } = catalog.object(OBJECT);
  const fields = newFields(version);
  const [deals = '', latest = ''] = fields.map(({ apiName }) => apiName);
  await readDuring(server, version, () => wait(3000));
  const alone = await readDuring(server, version, () => wait(ALONE_SECONDS * 1000));
  let seconds = NaN;
  const filling = await readDuring(server, version, async () => (seconds = await fill(services, fields)));
  const wrong = await countWrong(database.pool, deals, latest);
  const more = (kind: keyof Readers): number => filling[kind].p95 - alone[kind].p95;
  const readers = (kind: keyof Readers, what: string): Row => ({
    name: `p95 of ${READERS} readers of ${what} meanwhile, each every ${PAUSE_MS} ms`,
    ours: `${ms(filling[kind].p95)}, median ${ms(filling[kind].p50)}`,
    limit: `${ms(alone[kind].p95)}, median ${ms(alone[kind].p50)} without`,
    ratio: `${ms(more(kind))} more`,
    target: `≤ ${MORE_MS} ms more`,
    met: more(kind) <= MORE_MS,
  });
  return [
    {
      name: `two new roll-ups over ${COUNT.toLocaleString('en')} deals filled in for ${SIZE}, under readers, PostgreSQL`,
      ours: `${seconds.toFixed(0)} s, ${wrong} wrong`,
      ratio: rate(COUNT / seconds),
      target: `≤ ${LONGEST_FILL_S} s, 0 wrong`,
      met: seconds <= LONGEST_FILL_S && wrong === 0,
    },
    readers('lists', 'lists'),
    readers('details', 'details'),
  ];
}

async function measure(services: Services): Promise<Row[]> {
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
  const server = { port: await listen(app), cookie: await signIn(app, services) };
  const rows = [...(await lists(services, server)), ...(await fills(services, server))];
  await app.close();
  return rows;
}

/** Rows of the bench table about roll-ups of a million companies, on PostgreSQL; none where there is none. */
export const run = (): Promise<Row[]> => withCompanies(measure);

if (import.meta.main) console.log(table(await run()));
