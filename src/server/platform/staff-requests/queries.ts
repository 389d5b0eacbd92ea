import type { RequestKind, RequestState } from '#schemas/api/staff-requests.ts';
import type { Duty } from '#schemas/metadata/duty.ts';
import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** What is asked for, by kind. */
export interface Asked {
  readonly coins: { readonly amount: number };
  readonly vip: { readonly days: number };
  readonly codes: { readonly batch: string };
  readonly duties: { readonly duties: readonly Duty[] };
}

export interface NewRequest {
  readonly kind: RequestKind;
  readonly accountId: string | null;
  readonly asked: Asked[RequestKind];
  readonly summary: string;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

export async function insertRequest(trx: Db, request: NewRequest): Promise<string> {
  const { id } = await trx
    .insertInto('staff_request')
    .values({
      kind: request.kind,
      account_id: request.accountId,
      asked: JSON.stringify(request.asked),
      summary: request.summary,
      reason: request.reason,
      requested_by: request.by,
      requested_at: request.at,
      expires_at: request.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const requests = (db: Db) =>
  db
    .selectFrom('staff_request as r')
    .innerJoin('account as requester', 'requester.id', 'r.requested_by')
    .select(['r.id', 'kind', 'account_id', 'asked', 'summary', 'reason', 'requested_by', 'expires_at', 'state'])
    .select(['requester.name as requester_name', 'requested_at']);

/** A request; no other transaction decides on it until this one ends. */
export const lockRequest = (trx: Db, id: string) =>
  requests(trx).where('r.id', '=', id).forUpdate('r').executeTakeFirst();
export type RequestRow = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

/** Requests that are yet to be decided on, the oldest first. */
export const openRequests = (db: Db, now: Date) =>
  requests(db).where('state', '=', 'open').where('expires_at', '>', now.toISOString()).orderBy('r.id').execute();

/** Is there a request about the duties of this account that is yet to be decided on? */
export async function hasOpenDuties(trx: Db, accountId: string): Promise<boolean> {
  const open = trx
    .selectFrom('staff_request')
    .select('id')
    .where('kind', '=', 'duties')
    .where('state', '=', 'open')
    .where('account_id', '=', accountId);
  return (await open.executeTakeFirst()) !== undefined;
}

export async function endRequest(
  trx: Db,
  id: string,
  { state, by, because = '' }: { state: RequestState; by: string | null; because?: string },
  at: Date,
): Promise<void> {
  await trx
    .updateTable('staff_request')
    .set({ state, decided_by: by, decided_at: at, decided_because: because })
    .where('id', '=', id)
    .execute();
}

/** Ends the requests whose term is over by now. */
export async function lapseRequests(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('staff_request')
    .set({ state: 'lapsed', decided_at: now })
    .where('state', '=', 'open')
    .where('expires_at', '<=', now.toISOString())
    .execute();
}

/** From now on the codes of an issue can be redeemed. */
export async function approveCodes(trx: Db, batch: string, at: Date): Promise<void> {
  await trx.updateTable('redemption_batch').set({ approved_at: at }).where('id', '=', batch).execute();
}

/** Staff with a duty who may act, but these. */
export async function othersWith(db: Db, duty: Duty, but: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('name')
    .where(sql<boolean>`${duty} = any(duties)`)
    .where('frozen_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('id', 'not in', but)
    .execute();
  return rows.map(({ name }) => name);
}
