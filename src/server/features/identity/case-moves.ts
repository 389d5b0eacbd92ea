import type { CaseEventName } from '#schemas/api/identity-desk.ts';
import { Failure } from '#shared/errors.ts';
import { type CaseAction, nextState } from '#shared/policy/identity.ts';
import type { Db } from '#server/db/database.ts';
import {
  caseById,
  type CaseChange,
  type CaseRow,
  expireMails,
  insertEvents,
  lockAccount,
  lockedCase,
  type AccountRow,
  updateCase,
} from './queries.ts';

const EVENTS: Readonly<Record<Exclude<CaseAction, 'expire'>, CaseEventName>> = {
  resubmit: 'resubmitted',
  withdraw: 'withdrawn',
  verifyEmail: 'emailVerified',
  approve: 'approved',
  reject: 'rejected',
  revoke: 'revoked',
  leave: 'left',
};

/** What happens to a submission, who does it (null: the platform) and when. */
export interface Move {
  readonly action: Exclude<CaseAction, 'expire'>;
  readonly by: string | null;
  readonly now: Date;
  readonly reason?: string;
  /** Another state than the action leads to by itself: a resubmission that waits for its mail. */
  readonly to?: CaseRow['state'];
}

/** Moves a submission on and writes down that it happened. @throws Failure CONFLICT when it cannot happen now. */
export async function moveCase(trx: Db, row: CaseRow, move: Move, change: CaseChange = {}): Promise<CaseRow> {
  const next = nextState(row.state, move.action);
  if (next === undefined) throw new Failure('CONFLICT', '认证状态已有变化，请刷新后再试', [], { state: row.state });
  const moved = await updateCase(trx, row.id, move.to ?? next, change);
  const reason = move.reason?.trim() ?? null;
  const event = { caseId: row.id, actorId: move.by, event: EVENTS[move.action], state: moved.state, reason };
  await insertEvents(trx, [event], move.now);
  return moved;
}

/**
 * A submission with the account that it belongs to, both locked until the transaction ends.
 * @throws Failure UNKNOWN_RECORD when there is none, or it is another person's than `ownerId`.
 */
export async function lockCase(
  trx: Db,
  id: string,
  now: Date,
  ownerId?: string | null,
): Promise<{ row: CaseRow; account: AccountRow }> {
  const found = await caseById(trx, id);
  const account =
    found && (ownerId === undefined || found.account_id === ownerId)
      ? await lockAccount(trx, found.account_id)
      : undefined;
  if (!account) throw new Failure('UNKNOWN_RECORD', '认证不存在');
  await expireDue(trx, now, account.id);
  const row = await lockedCase(trx, id);
  if (!row) throw new Failure('UNKNOWN_RECORD', '认证不存在');
  return { row, account };
}

/** Ends the wait for mails whose term is over, of one account or of all; gives how many. */
export async function expireDue(trx: Db, now: Date, accountId?: string): Promise<number> {
  const ids = await expireMails(trx, now, accountId);
  const event = { actorId: null, event: 'emailExpired', state: 'EMAIL_EXPIRED', reason: null } as const;
  await insertEvents(
    trx,
    ids.map((caseId) => ({ ...event, caseId })),
    now,
  );
  return ids.length;
}
