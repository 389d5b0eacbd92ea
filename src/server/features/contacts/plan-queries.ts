import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** How the plan of a company is kept: only for those whose request was accepted, or only for those whom it is sent to. */
export interface PlanAccess {
  readonly restricted: boolean;
  readonly sentOnly: boolean;
}

export const OPEN_PLAN: PlanAccess = { restricted: false, sentOnly: false };

/** The companies whose plan is kept in another way than open. */
export async function planAccessOf(db: Db, companyIds: readonly string[]): Promise<Map<string, PlanAccess>> {
  if (companyIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('company_plan')
    .select(['company_id', 'sent_only'])
    .where('company_id', 'in', [...companyIds])
    .where('restricted', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.company_id, { restricted: true, sentOnly: row.sent_only }]));
}

export async function restrictPlan(
  trx: Db,
  plan: PlanAccess & { companyId: string; by: string },
  now: Date,
): Promise<void> {
  const { restricted, sentOnly } = plan;
  const set = { restricted, sent_only: restricted && sentOnly, updated_by: plan.by, updated_at: now };
  await trx
    .insertInto('company_plan')
    .values({ company_id: plan.companyId, ...set })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(set))
    .execute();
}

/** The last request of a person for the plan of a company. */
export async function lastRequest(db: Db, companyId: string, accountId: string) {
  return db
    .selectFrom('plan_request')
    .select(['id', 'state', 'decided_at', 'expires_at'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** How many requests of a person are not decided. */
export async function waitingRequests(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('plan_request')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The id of the new request; undefined when the person has one that waits or holds. */
export async function insertRequest(
  db: Db,
  request: { companyId: string; accountId: string; message: string },
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .insertInto('plan_request')
    .values({
      company_id: request.companyId,
      account_id: request.accountId,
      message: request.message,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'account_id'])
        .where(sql<boolean>`state in ('pending', 'approved')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const rows = (db: Db) =>
  db
    .selectFrom('plan_request')
    .innerJoin('account', 'account.id', 'plan_request.account_id')
    .select([
      'plan_request.id',
      'company_id',
      'account_id',
      'account.name',
      'account.roles',
      'message',
      'state',
      'plan_request.created_at',
      'decided_at',
      'expires_at',
    ]);

/**
 * SQL: the row of `plan_request` was made by the delivery of a plan, without a request. Both rows carry the instant of the
 * delivery; what was asked before it has an earlier one.
 */
export const madeByDelivery = sql<boolean>`(plan_request.message = '' and exists (select from chat_delivery d
  where d.company_id = plan_request.company_id and d.from_id = plan_request.decided_by
    and d.to_id = plan_request.account_id and d.delivered_at = plan_request.created_at))`;

export type PlanRequestRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

/** Requests for the plans of these companies, newest first. */
export async function requestsFor(
  db: Db,
  companyIds: readonly string[],
  after: string | undefined,
  limit: number,
): Promise<PlanRequestRow[]> {
  if (companyIds.length === 0) return [];
  let query = rows(db)
    .where('company_id', 'in', [...companyIds])
    .where(sql<boolean>`not ${madeByDelivery}`);
  if (after !== undefined) query = query.where('plan_request.id', '<', after);
  return query.orderBy('plan_request.id', 'desc').limit(limit).execute();
}

/** What a person asked for, newest first. */
export async function requestsBy(
  db: Db,
  accountId: string,
  after: string | undefined,
  limit: number,
): Promise<PlanRequestRow[]> {
  let query = rows(db)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`not ${madeByDelivery}`);
  if (after !== undefined) query = query.where('plan_request.id', '<', after);
  return query.orderBy('plan_request.id', 'desc').limit(limit).execute();
}

/**
 * Plans that a person delivered, the latest first, each as the last request of its receiver: a delivery always leaves one.
 */
export async function deliveriesBy(
  db: Db,
  fromId: string,
  after: string | undefined,
  limit: number,
): Promise<PlanRequestRow[]> {
  const older = sql<boolean>`(d.delivered_at, r.id) < (select e.delivered_at, o.id
    from plan_request o join chat_delivery e on e.company_id = o.company_id and e.to_id = o.account_id
    where o.id = ${after ?? null}::bigint and e.from_id = ${fromId}::bigint)`;
  return db
    .selectFrom('chat_delivery as d')
    .innerJoin('plan_request as r', (join) =>
      join
        .onRef('r.company_id', '=', 'd.company_id')
        .onRef('r.account_id', '=', 'd.to_id')
        .on(
          sql<boolean>`not exists (select from plan_request n
            where n.company_id = r.company_id and n.account_id = r.account_id and n.id > r.id)`,
        ),
    )
    .innerJoin('account', 'account.id', 'r.account_id')
    .select(['r.id', 'r.company_id', 'r.account_id', 'account.name', 'account.roles', sql<string>`''`.as('message')])
    .select(['r.state', 'd.delivered_at as created_at', sql<string | null>`null`.as('decided_at')])
    .select('r.expires_at')
    .where('d.from_id', '=', fromId)
    .$if(after !== undefined, (query) => query.where(older))
    .orderBy('d.delivered_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

/** One request; with `lock` no other transaction decides it until this one ends. */
export async function requestById(db: Db, id: string, lock = false): Promise<PlanRequestRow | undefined> {
  if (lock) await sql`select 1 from plan_request where id = ${id} for update`.execute(db);
  return rows(db).where('plan_request.id', '=', id).executeTakeFirst();
}

export async function decideRequest(
  trx: Db,
  id: string,
  { state, by, until }: { state: 'approved' | 'refused'; by: string; until: Date | null },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('plan_request')
    .set({ state, decided_at: now, decided_by: by, expires_at: until })
    .where('id', '=', id)
    .execute();
}
