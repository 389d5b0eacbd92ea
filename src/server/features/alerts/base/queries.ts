import { sql } from 'kysely';
import { BINDINGS } from '#schemas/bindings.ts';
import { quote } from '#generators/storage.ts';
import { isSeen } from '#server/core/conditions/conditions.ts';
import { Parameters } from '#server/core/conditions/parameters.ts';
import { runText } from '#server/db/prepared.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Db } from '#server/db/database.ts';
import type { ListedRecord, Seeing, Subscribed } from './trial.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names of saved views that an account may open. */
export async function viewNames(db: Db, ids: readonly string[], accountId: string): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id::text, name from saved_view
    where id = any(${[...ids]}::bigint[]) and removed_at is null
      and (sharing <> 'private' or owner_id = ${accountId}::bigint)`.execute(db);
  return rows;
}

/** What a saved view shows, for an account that may open it; null where it may not. */
export async function viewState(
  db: Db,
  { objectApiName, targetId }: { readonly objectApiName: string; readonly targetId: string },
  accountId: string,
): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`
    select state from saved_view where id = ${targetId}::bigint and object_api_name = ${objectApiName}
      and removed_at is null and (sharing <> 'private' or owner_id = ${accountId}::bigint)`.execute(db);
  return rows[0]?.state ?? null;
}

/** Names of kept lists of an object that an account may read. */
export async function listNames(
  db: Db,
  { apiName }: Pick<CatalogObject, 'apiName'>,
  ids: readonly string[],
  accountId: string,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id::text, name from list l
    where id = any(${[...ids]}::bigint[]) and object_api_name = ${apiName} and removed_at is null
      and (owner_id = ${accountId}::bigint
        or exists (select from list_share o where o.list_id = l.id and o.account_id = ${accountId}::bigint))`.execute(
    db,
  );
  return rows;
}

/** Records on some kept lists, by list. */
export async function listedRecords(
  db: Db,
  listIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ListedRecord[]>> {
  if (listIds.length === 0) return new Map();
  const { rows } = await sql<ListedRecord & { list: string }>`
    select list_id::text as list, record_id::text as id, since::text from list_item
    where list_id = any(${[...listIds]}::bigint[]) order by list_id, record_id`.execute(db);
  return Map.groupBy(rows, ({ list }) => list);
}

/** Records below others by a link, at any depth, each once; a circle ends where it began. */
export async function recordsBelow(
  db: Db,
  table: string,
  parent: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly id: string }[]>> {
  const { rows } = await sql<{ top: string; id: string }>`
    with recursive below as (
      select id as top, id from unnest(${[...ids]}::bigint[]) id
      union
      select below.top, t.id from below join ${sql.table(table)} t on t.${sql.raw(quote(parent))} = below.id
    ) select top::text, id::text from below where id <> top order by top, id`.execute(db);
  return Map.groupBy(rows, ({ top }) => top);
}

/** Names of records that are there, and seen with `seeing`. */
export async function recordNames(
  db: Db,
  object: CatalogObject,
  ids: readonly string[],
  seeing?: Seeing,
): Promise<Named[]> {
  const { table, definition } = object;
  const parameters = new Parameters();
  const seen = seeing?.rowsOf(object);
  const tests = [
    `id = any(${parameters.add(ids, 'bigint[]')})`,
    ...(seen && seeing ? [isSeen(object, seen, seeing.today, parameters)] : []),
  ];
  const name = `coalesce(${quote(definition.nameField)}::text, '') as name`;
  const text = `select id::text, ${name} from ${quote(table)} where ${tests.join(' and ')}`;
  return runText<Named>(db, text, parameters.values);
}

/** Names of companies that an account speaks for. */
export async function spokenFor(
  db: Db,
  company: CatalogObject,
  ids: readonly string[],
  accountId: string,
): Promise<Named[]> {
  const { rows } = await sql<{ id: string }>`
    select company_id::text as id from company_member
    where company_id = any(${[...ids]}::bigint[]) and account_id = ${accountId}::bigint`.execute(db);
  return recordNames(
    db,
    company,
    rows.map(({ id }) => id),
  );
}

/** Names of projects of companies that an account speaks for. */
export async function projectsSpokenFor(
  db: Db,
  project: CatalogObject,
  ids: readonly string[],
  accountId: string,
): Promise<Named[]> {
  const { company, name } = BINDINGS.project.fields;
  const { rows } = await sql<Named>`
    select p.id::text, coalesce(${sql.ref(`p.${name.apiName}`)}, '') as name from ${sql.table(project.table)} p
    join company_member m on m.company_id = ${sql.ref(`p.${company.apiName}`)} and m.account_id = ${accountId}::bigint
    where p.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** Names of records that an account made. */
export async function ownRecords(
  db: Db,
  { table, definition }: CatalogObject,
  ids: readonly string[],
  accountId: string,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id::text, coalesce(${sql.ref(definition.nameField)}::text, '') as name from ${sql.table(table)}
    where id = any(${[...ids]}::bigint[]) and "createdBy" = ${accountId}::text`.execute(db);
  return rows;
}

/** A subscription, with what its account and its view say today. */
export interface SubscriptionRow extends Subscribed {
  readonly frequency: 'now' | 'daily' | 'weekly' | 'site';
  readonly mail: boolean;
  readonly webhook: boolean;
  readonly baseline: string;
  readonly seen_hit: string;
  /** Of a view: the state that it is known for what met it. */
  readonly kept: string | null;
  /** What the view of another user became, where that is not what is tried. */
  readonly current: string | null;
  readonly offered: string | null;
  readonly declined: boolean;
  readonly paused: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly hour: number;
  readonly quiet_from: number;
  readonly quiet_to: number;
  readonly weekends: boolean;
}

const ROWS = sql`
  select s.id::text, s.account_id::text, s.source, s.object_api_name, s.target_id::text, s.kinds, s.fields, s.frequency,
    s.mail, s.webhook, s.baseline::text, s.seen_hit::text, s.kept, s.paused, s.version, s.created_at, s.offered, s.declined,
    case when v.id is null then i.state when v.owner_id = s.account_id then v.state else coalesce(s.kept, v.state) end as state,
    case when v.owner_id is distinct from s.account_id and s.kept <> v.state then v.state end as current,
    coalesce(a.hour, 9) as hour, coalesce(a.quiet_from, 22) as quiet_from, coalesce(a.quiet_to, 8) as quiet_to,
    coalesce(a.weekends, true) as weekends
  from alert_subscription s
  left join alert_account a on a.account_id = s.account_id
  left join saved_view v on s.source = 'view' and v.id = s.target_id and v.removed_at is null
    and v.object_api_name = s.object_api_name and (v.sharing <> 'private' or v.owner_id = s.account_id)
  left join list l on s.source = 'list' and l.id = s.target_id and l.removed_at is null
    and l.object_api_name = s.object_api_name and (l.owner_id = s.account_id
      or exists (select from list_share o where o.list_id = l.id and o.account_id = s.account_id))
  left join lateral (
    select concat_ws(' ', count(*), sum(record_id), max(pg_snapshot_xmax(since))) as state from list_item
    where list_id = l.id) i on l.id is not null`;

/** Subscriptions that are at work, of accounts that may act. */
export async function workingSubscriptions(db: Db): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    ${ROWS} join account c on c.id = s.account_id and c.closed_at is null and c.frozen_at is null
    where s.paused is null order by s.id`.execute(db);
  return rows;
}

/** Subscriptions at work to views whose state is not the one that they were settled for, behind an id; of one id where it is given. */
export async function unsettledSubscriptions(
  db: Db,
  after: string,
  limit: number,
  id?: string,
): Promise<SubscriptionRow[]> {
  const one = id === undefined ? sql`` : sql`and s.id = ${id}::bigint`;
  const { rows } = await sql<SubscriptionRow>`
    ${ROWS} join account c on c.id = s.account_id and c.closed_at is null and c.frozen_at is null
    where s.paused is null and v.id is not null
      and (s.kept is null or (v.owner_id = s.account_id and v.state <> s.kept)) and s.id > ${after}::bigint ${one} order by s.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Subscriptions whose view its owner changed since it was agreed on what to report, and that are not notified of that. */
export async function changedViews(db: Db, limit: number): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    ${ROWS} join account c on c.id = s.account_id and c.closed_at is null and c.frozen_at is null
    where s.paused is null and v.owner_id is distinct from s.account_id and s.kept <> v.state
      and s.offered is distinct from v.state order by s.id limit ${limit}`.execute(db);
  return rows;
}

/** What a view became: offered to its subscriber, or followed at once. */
export async function noteView(
  trx: Db,
  id: string,
  state: string,
  how: 'offered' | 'followed' | 'declined',
): Promise<void> {
  await sql`
    update alert_subscription set offered = case when ${how}::text = 'followed' then null else ${state}::text end,
      kept = case when ${how}::text = 'followed' then ${state}::text else kept end, declined = ${how === 'declined'}::boolean,
      version = version + 1
    where id = ${id}::bigint`.execute(trx);
}

/** Subscriptions of an account, the newest first; of one id where it is given. */
export async function subscriptionsOf(db: Db, accountId: string, id?: string): Promise<SubscriptionRow[]> {
  const one = id === undefined ? sql`` : sql`and s.id = ${id}::bigint`;
  const { rows } = await sql<SubscriptionRow>`
    ${ROWS} where s.account_id = ${accountId}::bigint ${one} order by s.id desc`.execute(db);
  return rows;
}

/** Why subscriptions match nothing for now; those of the ids that are at work. */
export async function pauseSubscriptions(
  trx: Db,
  reasons: readonly { readonly id: string; readonly reason: string }[],
): Promise<void> {
  if (reasons.length === 0) return;
  await sql`
    update alert_subscription s set paused = p.reason, version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as p(id bigint, reason text)
    where s.id = p.id and s.paused is null`.execute(trx);
}
