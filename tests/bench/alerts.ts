import type { Condition } from '#schemas/metadata/condition.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import { AlertReader } from '#server/features/alerts/reading/alert-reader.ts';
import { touchReader } from '#server/features/alerts/reading/queries.ts';
import type { Services } from '#server/services.ts';
import { withBenchDatabase } from './million-companies.ts';
import { fillTable, insertAskers, settleTable } from './queries.ts';
import type { Row } from './row.ts';

const BEFORE = 20_000;
const CHANGES = 100_000;
/** Accounts, each of which subscribes to all views. */
const ACCOUNTS = 25;
const VIEWS = 200;
const SECONDS = 60;
const OBJECT = 'InsightCompany';
/** To this user every view is open. */
const STAFF = { id: '1', name: '', roles: ['staff' as const], vipType: 3 as const };

/** Conditions on the area and the state of a company, each another pair. */
function filters({ catalog }: Services): Condition[] {
  const valuesOf = (apiName: string) =>
    (catalog.object(OBJECT).field(apiName)?.selectOptions ?? []).map(({ value }) => value).slice(0, 400);
  const [areas, states] = [valuesOf('region'), valuesOf('status')];
  return Array.from({ length: VIEWS }, (_, at) => ({
    and: [
      { field: 'region', op: 'in', value: [areas[at % areas.length] ?? ''] },
      { field: 'status', op: 'eq', value: states[at % states.length] ?? '' },
    ],
  }));
}

async function fill({ database, catalog }: Services): Promise<string> {
  const { pool } = database;
  const object = catalog.object(OBJECT).definition;
  await fillTable(pool, object, BEFORE);
  await settleTable(pool, object);
  return `${BEFORE.toLocaleString('en')} companies`;
}

/** All subscriptions at once; what is there by now is their baseline. */
async function subscribe({ database }: Services, wanted: readonly Condition[]): Promise<void> {
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

/** News of 100,000 records against 5,000 subscriptions, read once from the log. */
export function run(): Promise<Row[]> {
  return withBenchDatabase(undefined, fill, async (services) => {
    const { database, catalog, now } = services;
    const wanted = filters(services);
    await subscribe(services, wanted);
    await fillTable(database.pool, catalog.object(OBJECT).definition, CHANGES);
    await settleTable(database.pool, catalog.object(OBJECT).definition);
    await database.pool.query(
      `insert into change_log (object_api_name, record_id, kind, fields, cause, quiet, derived)
       select $1, id, 'created', '{}', 'user', false, false from "InsightCompany" where id > $2`,
      [OBJECT, BEFORE],
    );
    const expected = (await laterOnes(services, wanted)) * ACCOUNTS;
    const faults: unknown[] = [];
    const alerts = new AlertReader({ database, catalog, now, report: (error) => faults.push(error) });
    const started = performance.now();
    await alerts.read();
    const took = (performance.now() - started) / 1000;
    const { rows } = await database.pool.query<{ hits: string }>('select count(*) as hits from alert_hit');
    const hits = Number(rows[0]?.hits);
    return [
      {
        name: `${CHANGES.toLocaleString('en')} new records against ${(ACCOUNTS * VIEWS).toLocaleString('en')} subscriptions to ${VIEWS} views, PostgreSQL`,
        ours: `${took.toFixed(1)} s, ${hits.toLocaleString('en')} of ${expected.toLocaleString('en')} alerts kept, ${faults.length} faults`,
        ratio: '–',
        target: `≤ ${SECONDS} s, all of them`,
        met: took <= SECONDS && hits === expected && hits > 0 && faults.length === 0,
      },
    ];
  });
}
