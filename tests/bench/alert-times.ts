import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { memberById } from '#server/features/account/session/profile.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { BY_USER } from '#server/core/changes/change-note.ts';
import { logInsert } from '#server/core/changes/queries.ts';
import { Alerts } from '#server/features/alerts/alerts.ts';
import { openDatabase } from '#server/db/database.ts';
import { openServices, type Services } from '#server/services.ts';
import { filters, NAMES, OBJECT, placesOf, subscribe } from './alert-load.ts';
import { emptyDatabase } from './chat/people.ts';
import { shareOf } from './chat/processes.ts';
import type { Row } from './row.ts';

/** Records that are written one after the other, each for the subscription of another account. */
const NEWS = Number(process.env['BENCH_NEWS'] ?? 40);
const LOOK_MS = 10;
const GIVEN_UP_MS = 60_000;
const BELL_MS = 5000;
const LOGGED = 1000;
const LOG_MS = 0.3;

const sorted = (times: readonly number[]): number[] => times.toSorted((one, other) => one - other);
const p95 = (times: readonly number[]): number => shareOf(sorted(times), 0.95);
const median = (times: readonly number[]): number => shareOf(sorted(times), 0.5);

/** Accounts that want to know at once, at every hour, of the records of one view each, beside all who subscribe to all views. */
async function hear({ database: { pool } }: Services): Promise<string[]> {
  await pool.query(
    `insert into account (username, name, roles, vip_type, created_at)
     select 'hears-' || i, '提醒' || i, array['ORG_INVESTOR'], 0, now() from generate_series(1, $1::integer) i`,
    [NEWS],
  );
  const { rows } = await pool.query<{ id: string }>(
    `select id::text from account where username like 'hears-%' order by id`,
  );
  const ids = rows.map(({ id }) => id);
  await pool.query('insert into alert_account (account_id, quiet_from, quiet_to) select unnest($1::bigint[]), 0, 0', [
    ids,
  ]);
  await pool.query(
    `insert into alert_subscription
       (account_id, source, object_api_name, target_id, kinds, fields, frequency, mail, created_at)
     select a.id, 'view', $2, a.at, '{entered}', '{}', 'now', false, now()
     from unnest($1::bigint[]) with ordinality as a (id, at)`,
    [ids, OBJECT],
  );
  return ids;
}

function alertsOf(services: Services, faults: unknown[]): Alerts {
  const { database, now } = services;
  return new Alerts({
    ...services,
    db: database.db,
    memberOf: (id) => memberById(database.db, id, now()),
    memberIn: (trx, id) => memberById(trx, id, now()),
    matches: () => Promise.reject(new Error('No list of matches is asked for here.')),
    mail: { send: async () => undefined },
    productName: '鲸图',
    linkOrigin: () => 'http://data.example',
    report: (error) => void faults.push(error),
  });
}

/** What an account waits from the commit of a record until its bell has it, in milliseconds. */
async function untilBell({ database: { pool } }: Services, accountId: string): Promise<number> {
  const committed = performance.now();
  for (;;) {
    const { rows } = await pool.query('select from alert_digest where account_id = $1', [accountId]);
    const waited = performance.now() - committed;
    if (rows.length > 0 || waited > GIVEN_UP_MS) return waited;
    await wait(LOOK_MS);
  }
}

/** How long the statement that logs a write takes by itself, in a transaction that is open. */
async function logTimes({ database: { db }, catalog }: Services): Promise<number[]> {
  const object = catalog.object(OBJECT);
  const times: number[] = [];
  await db.transaction().execute(async (trx) => {
    for (let id = 1; id <= LOGGED; id += 1) {
      const record = { id: String(id), next: { name: `示例企业${id}` }, createdAt: new Date() };
      const { insert } = logInsert(object, 'created', [record], BY_USER);
      const began = performance.now();
      await insert.execute(trx);
      times.push(performance.now() - began);
    }
  });
  return times;
}

/** From the commit of a write to the bell of a subscriber, and what the write pays for it, on a database of this kind. */
export async function alertTimes(kind: 'embedded' | 'postgres'): Promise<Row[]> {
  const store = await emptyDatabase(kind);
  if (!store) return [];
  const opened = [await openDatabase(store)];
  try {
    const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
    const [first] = opened;
    if (!first) return [];
    const services = await openServices(first, shipped, () => new Date());
    // On PostgreSQL another process writes: the one that sends hears of no commit, and looks from time to time.
    if (kind === 'postgres') opened.push(await openDatabase(store));
    const other = opened[1] ? await openServices(opened[1], shipped, () => new Date()) : services;
    const places = placesOf(services);
    await subscribe(services, filters(services));
    const accounts = await hear(services);
    const faults: unknown[] = [];
    const alerts = alertsOf(services, faults);
    alerts.start();
    await alerts.wake();
    const [waits, writes]: [number[], number[]] = [[], []];
    for (const [at, accountId] of accounts.entries()) {
      const values = { name: `示例新企业${at}`, ...places[at] };
      const context = { actor: '1', roles: ['staff'], origin: 'form', now: new Date() };
      // At no fixed place between two looks of the one that sends.
      await wait((at * 137) % 1000);
      const began = performance.now();
      await other.writer.create(OBJECT, `bench-${at}`, values, context);
      writes.push(performance.now() - began);
      waits.push(await untilBell(services, accountId));
    }
    await alerts.stop();
    const logs = await logTimes(other);
    const load = loadavg()[0]?.toFixed(0);
    const by = kind === 'postgres' ? ', written by another process' : '';
    const [logged, written] = [median(logs), median(writes)];
    return [
      {
        name: `from the commit of a record to the bell of one who wants it at once, beside 5,000 subscriptions${by}, ${NAMES[kind]}, load ${load}`,
        ours: `median ${(median(waits) / 1000).toFixed(2)} s, p95 ${(p95(waits) / 1000).toFixed(2)} s of ${waits.length}, ${faults.length} faults`,
        ratio: '–',
        target: `p95 ≤ ${BELL_MS / 1000} s`,
        met: p95(waits) <= BELL_MS && faults.length === 0,
      },
      {
        name: `what the log adds to the write of a record, ${NAMES[kind]}, load ${load}`,
        ours: `median ${logged.toFixed(2)} ms, p95 ${p95(logs).toFixed(2)} ms`,
        limit: `${written.toFixed(1)} ms the whole write`,
        ratio: `${((100 * logged) / written).toFixed(0)} % of the write`,
        target: `median ≤ ${LOG_MS} ms`,
        met: logged <= LOG_MS,
      },
    ];
  } finally {
    for (const database of opened.toReversed()) await database.close();
    await store.drop();
  }
}
