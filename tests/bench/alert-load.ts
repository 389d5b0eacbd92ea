import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Condition } from '#schemas/metadata/condition.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import { AlertReader } from '#server/features/alerts/reading/alert-reader.ts';
import { touchReader } from '#server/features/alerts/reading/queries.ts';
import { openDatabase } from '#server/db/database.ts';
import { openServices, type Services } from '#server/services.ts';
import { emptyDatabase } from './chat/people.ts';
import { shareOf } from './chat/processes.ts';
import { fillTable, insertAskers, settleTable } from './queries.ts';
import type { Row } from './row.ts';

const BEFORE = 20_000;
const CHANGES = Number(process.env['BENCH_CHANGES'] ?? 100_000);
/** Accounts, each of which subscribes to all views. */
const ACCOUNTS = 25;
const VIEWS = 200;
const SECONDS = 60;
/** So long is looked at what a caller waits while nothing is read. */
const ALONE_MS = 10_000;
/** Between two looks at how long another caller waits. */
const PROBE_MS = 20;
/** The embedded database serves one caller at a time: so long another one may wait. */
const HELD_MS = 50;
export const NAMES = { postgres: 'PostgreSQL', embedded: 'embedded database' } as const;
export const OBJECT = 'InsightCompany';
/** To this user every view is open. */
const STAFF = { id: '1', name: '', roles: ['staff' as const], vipType: 3 as const };

/** Areas and states of companies, each another pair. */
export function placesOf({ catalog }: Services): { readonly region: string; readonly status: string }[] {
  const valuesOf = (apiName: string) =>
    (catalog.object(OBJECT).field(apiName)?.selectOptions ?? []).map(({ value }) => value).slice(0, 400);
  const [areas, states] = [valuesOf('region'), valuesOf('status')];
  return Array.from({ length: VIEWS }, (_, at) => ({
    region: areas[at % areas.length] ?? '',
    status: states[at % states.length] ?? '',
  }));
}

/** Conditions on them. */
export const filters = (services: Services): Condition[] =>
  placesOf(services).map(({ region, status }) => ({
    and: [
      { field: 'region', op: 'in', value: [region] },
      { field: 'status', op: 'eq', value: status },
    ],
  }));

async function fill({ database: { pool }, catalog }: Services, count: number): Promise<void> {
  const object = catalog.object(OBJECT).definition;
  await fillTable(pool, object, count);
  await settleTable(pool, object);
}

/** All subscriptions at once; what is there by now is their baseline. */
export async function subscribe({ database }: Services, wanted: readonly Condition[]): Promise<void> {
  const { pool } = database;
  await insertAskers(pool, ACCOUNTS);
  const states = wanted.map((filter) => encodeListState({ ...DEFAULT_LIST_STATE, filter }));
  await pool.query(
    `insert into saved_view (id, object_api_name, owner_id, name, state, sharing, updated_at)
     select s.at, $1, a.id, '视图' || s.at, s.state, 'everyone', now()
     from unnest($2::text[]) with ordinality as s (state, at), (select min(id) as id from account) a`,
    [OBJECT, states],
  );
  await pool.query(
    `insert into alert_subscription
       (account_id, source, object_api_name, target_id, kinds, fields, frequency, mail, created_at)
     select a.id, 'view', $1, v.id, '{entered}', '{}', 'daily', false, now()
     from account a, saved_view v where a.username like 'asker-%'`,
    [OBJECT],
  );
  await touchReader(database.db);
}

/** How many records of those that came later meet the conditions, by the lists. */
async function laterOnes({ catalog, reader, now }: Services, wanted: readonly Condition[]): Promise<number> {
  const object = catalog.object(OBJECT);
  const { scope } = listAccess(object, STAFF, now(), catalog);
  let sum = 0;
  for (const filter of wanted)
    for (const id of await reader.ids(object, { filter }, scope)) if (Number(id) > BEFORE) sum += 1;
  return sum;
}

/** How long callers wait beside whom the work goes on, one after the other, in milliseconds. */
async function waitsBeside({ database }: Services, work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  while (!isOver) {
    const started = performance.now();
    await database.pool.query('select 1');
    waits.push(performance.now() - started);
    await wait(PROBE_MS);
  }
  await over;
  return waits;
}

async function measure(services: Services): Promise<Row[]> {
  const { database, catalog, now } = services;
  await fill(services, BEFORE);
  const wanted = filters(services);
  await subscribe(services, wanted);
  await fill(services, CHANGES);
  await database.pool.query(
    `insert into change_log (object_api_name, record_id, kind, fields, cause, quiet, derived)
     select $1, id, 'created', '{}', 'user', false, false from "InsightCompany" where id > $2`,
    [OBJECT, BEFORE],
  );
  const expected = (await laterOnes(services, wanted)) * ACCOUNTS;
  const faults: unknown[] = [];
  const alerts = new AlertReader({
    database,
    catalog,
    now,
    memberIn: async () => STAFF,
    report: (error) => faults.push(error),
  });
  const alone = await waitsBeside(services, wait(ALONE_MS));
  const started = performance.now();
  const waits = await waitsBeside(services, alerts.read());
  const took = (performance.now() - started) / 1000;
  const { rows } = await database.pool.query<{ hits: string }>('select count(*) as hits from alert_hit');
  const hits = Number(rows[0]?.hits);
  const name = `${CHANGES.toLocaleString('en')} new records against ${(ACCOUNTS * VIEWS).toLocaleString('en')} subscriptions to ${VIEWS} views, ${NAMES[database.kind]}, load ${loadavg()[0]?.toFixed(0)}`;
  return [
    {
      name,
      ours: `${took.toFixed(1)} s, ${hits.toLocaleString('en')} of ${expected.toLocaleString('en')} alerts kept, ${faults.length} faults`,
      ratio: '–',
      target: `≤ ${SECONDS} s, all of them`,
      met: took <= SECONDS && hits === expected && hits > 0 && faults.length === 0,
    },
    ...(database.kind === 'embedded' ? [waited(waits, alone)] : []),
  ];
}

const inWords = (waits: readonly number[]): string => {
  const sorted = waits.toSorted((one, other) => one - other);
  const [median, p95] = [shareOf(sorted, 0.5), shareOf(sorted, 0.95)];
  return `median ${median.toFixed(1)} ms, p95 ${p95.toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms`;
};

/** What a caller waits beside the work, and beside nothing of ours: the rest of a busy machine is in both. */
function waited(waits: readonly number[], alone: readonly number[]): Row {
  const [longest, without] = [Math.max(...waits), Math.max(...alone)];
  return {
    name: 'how long another caller waits for the embedded database meanwhile',
    ours: inWords(waits),
    limit: `${inWords(alone)} beside nothing`,
    ratio: `${(longest - without).toFixed(0)} ms more at the longest`,
    target: `longest ≤ ${HELD_MS} ms`,
    met: longest <= HELD_MS,
  };
}

/** News of 100,000 records against 5,000 subscriptions, read once from the log of a database of this kind. */
export async function alertRows(kind: 'embedded' | 'postgres'): Promise<Row[]> {
  const store = await emptyDatabase(kind);
  if (!store) return [];
  const database = await openDatabase(store);
  try {
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    return await measure(await openServices(database, shipped, () => new Date()));
  } finally {
    await database.close();
    await store.drop();
  }
}
