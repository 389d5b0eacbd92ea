import { type Insertable, type Selectable, sql } from 'kysely';
import type { CaseState } from '#schemas/api/identity.ts';
import type { CaseEventName } from '#schemas/api/identity-desk.ts';
import type { Db } from '#server/db/database.ts';
import type { IdentityTables } from '#server/db/tables/identity.ts';

export type CaseRow = Selectable<IdentityTables['identity_case']>;

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly roles: string[];
}

/**
 * An account, locked until the transaction ends: no other certifies, decides on or changes it: what a person may hand in
 * follows from everything that is handed in already. Always locked before any of the person's submissions.
 */
export async function lockAccount(trx: Db, id: string): Promise<AccountRow | undefined> {
  return trx
    .selectFrom('account')
    .select(['id', 'name', 'roles'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function setRoles(trx: Db, accountId: string, roles: readonly string[]): Promise<void> {
  await trx
    .updateTable('account')
    .set({ roles: [...roles] })
    .where('id', '=', accountId)
    .execute();
}

/** Everything that a person handed in, newest first. */
export async function casesOf(db: Db, accountId: string): Promise<CaseRow[]> {
  return db
    .selectFrom('identity_case')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function caseById(db: Db, id: string): Promise<CaseRow | undefined> {
  return db.selectFrom('identity_case').selectAll().where('id', '=', id).executeTakeFirst();
}

/** As `caseById`, locked until the transaction ends. */
export async function lockedCase(trx: Db, id: string): Promise<CaseRow | undefined> {
  return trx.selectFrom('identity_case').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertCase(trx: Db, row: Insertable<IdentityTables['identity_case']>): Promise<CaseRow> {
  return trx.insertInto('identity_case').values(row).returningAll().executeTakeFirstOrThrow();
}

export type CaseChange = Partial<
  Pick<
    CaseRow,
    | 'title'
    | 'role'
    | 'company_id'
    | 'client_key'
    | 'email_index'
    | 'email_sealed'
    | 'email_verified_at'
    | 'email_due_at'
    | 'submitted_at'
    | 'decided_by'
    | 'decided_at'
    | 'reason'
  >
>;

/** Moves a submission on; its version grows. */
export async function updateCase(trx: Db, id: string, state: CaseState, change: CaseChange): Promise<CaseRow> {
  return trx
    .updateTable('identity_case')
    .set({ ...change, state, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The mail address of a submission, sealed for its own place. */
export async function keepEmail(trx: Db, id: string, sealed: string): Promise<void> {
  await trx.updateTable('identity_case').set({ email_sealed: sealed }).where('id', '=', id).execute();
}

export interface NewEvent {
  readonly caseId: string;
  /** Null for the platform itself. */
  readonly actorId: string | null;
  readonly event: CaseEventName;
  readonly state: CaseState;
  readonly reason: string | null;
}

export async function insertEvents(trx: Db, events: readonly NewEvent[], at: Date): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('identity_case_event')
    .values(
      events.map(({ caseId, actorId, event, state, reason }) => ({
        case_id: caseId,
        at,
        actor_id: actorId,
        event,
        state,
        reason,
      })),
    )
    .execute();
}

/** What happened to a submission, oldest first, with the names of the people as they are called now. */
export async function eventsOf(db: Db, caseId: string) {
  return db
    .selectFrom('identity_case_event')
    .leftJoin('account', 'account.id', 'identity_case_event.actor_id')
    .select([
      'identity_case_event.at as at',
      'identity_case_event.event as event',
      'identity_case_event.state as state',
      'identity_case_event.reason as reason',
      'identity_case_event.actor_id as actor_id',
      'account.name as actor',
    ])
    .where('case_id', '=', caseId)
    .orderBy('identity_case_event.id')
    .execute();
}

/**
 * Ends the wait for mails whose term is over, of one account or of all; gives the submissions. Those that another
 * transaction is moving are skipped, so that two sweeps never wait for each other.
 */
export async function expireMails(trx: Db, now: Date, accountId?: string): Promise<string[]> {
  let due = trx
    .selectFrom('identity_case')
    .select('id')
    .where('state', '=', 'EMAIL_PENDING')
    .where('email_due_at', '<=', now.toISOString())
    .orderBy('id')
    .forUpdate();
  due = accountId === undefined ? due.skipLocked() : due.where('account_id', '=', accountId);
  const rows = await trx
    .updateTable('identity_case')
    .set({ state: 'EMAIL_EXPIRED', version: sql`version + 1` })
    .where('id', 'in', due)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The roles that the valid approvals of a user give. */
export async function grantedRoles(trx: Db, accountId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('identity_case')
    .select('role')
    .where('account_id', '=', accountId)
    .where('state', '=', 'APPROVED')
    .execute();
  return rows.flatMap(({ role }) => role ?? []);
}
