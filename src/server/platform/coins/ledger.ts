import type { CoinKind } from '#schemas/api/coins.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import {
  entriesOf,
  insertTransaction,
  lockCoinAccount,
  type NewTransaction,
  sumOf,
  type SystemAccount,
  systemAccountId,
  transactionBy,
} from './queries.ts';

/** Who gives coins; null for the platform itself. */
export type Giver = Pick<Actor, 'id' | 'name'> | null;

/** What moving coins came to. */
export interface Posted {
  readonly transactionId: string;
  /** Coins of the user after it. */
  readonly balance: number;
  /** The same was done before under the same key: nothing was moved now. */
  readonly repeated: boolean;
}

interface Movement {
  readonly accountId: string;
  /** Coins, a whole number above zero. */
  readonly amount: number;
  /** Identifies the action itself, e.g. `contact:7:42`: an action that is repeated under the same key is done once. */
  readonly key: string;
  /** What the user reads about it in the ledger. */
  readonly note: string;
  readonly target?: { readonly kind: string; readonly id: string };
}

/** Most coins that one movement may have. */
export const MAX_COINS = 100_000_000;

/** Coins of a user. Works within a transaction and outside of one. */
export const balanceOf = (db: Db, accountId: string): Promise<number> => sumOf(db, accountId);

/**
 * Takes coins from a user for something. `trx` must be a transaction: it holds the user's coins until it ends, so
 * that two purchases at once cannot spend the same coins.
 * @throws Failure COINS_SHORT with details {balance, price} when there are too few.
 */
export async function spendCoins(
  trx: Db,
  movement: Movement & { readonly target: { readonly kind: string; readonly id: string } },
  now: Date,
): Promise<Posted> {
  return post(trx, 'spend', 'revenue', { ...movement, amount: -movement.amount }, { reason: '', by: null }, now);
}

/** Gives a user coins without payment; writes the audit entry as well. `trx` must be a transaction. */
export async function grantCoins(
  trx: Db,
  grant: Omit<Movement, 'note'> & { readonly note?: string; readonly reason: string; readonly by: Giver },
  now: Date,
): Promise<Posted> {
  const { reason, by, accountId, amount } = grant;
  const posted = await post(
    trx,
    'grant',
    'issuance',
    { ...grant, note: grant.note ?? '平台赠送' },
    { reason, by },
    now,
  );
  const details = { coins: amount, transactionId: posted.transactionId };
  const target = { kind: 'account', id: accountId };
  if (!posted.repeated) await writeAudit(trx, { actor: by, action: 'coins.granted', target, reason, details }, now);
  return posted;
}

/** Gives a user the coins that an order was for. `trx` must be a transaction. */
export async function purchaseCoins(trx: Db, movement: Movement, now: Date): Promise<Posted> {
  return post(trx, 'purchase', 'sales', movement, { reason: '', by: null }, now);
}

/**
 * Moves the coins of a transaction back where they came from, once whatever the key. `trx` must be a transaction.
 * @throws Failure COINS_SHORT with details {balance, price} when the user has spent what is to be taken back;
 * UNKNOWN_RECORD when there is no such transaction.
 */
export async function refund(
  trx: Db,
  { of, key, reason, by = null }: { of: string; key: string; reason: string; by?: Giver },
  now: Date,
): Promise<Posted> {
  const original = await transactionBy(trx, 'id', of);
  if (!original?.account_id || original.kind === 'refund') throw new Failure('UNKNOWN_RECORD', '找不到这笔鲸币记录');
  const accountId = original.account_id;
  await lockCoinAccount(trx, accountId);
  const before = await transactionBy(trx, 'refund_of', of);
  if (before) return { transactionId: before.id, balance: await sumOf(trx, accountId), repeated: true };
  const back = -original.amount;
  const balance = await sumOf(trx, accountId);
  if (back < 0 && balance + back < 0) throw short(balance, -back);
  const entries = (await entriesOf(trx, of)).map((entry) => ({ ...entry, amount: -entry.amount }));
  const target = original.target_kind === null ? null : { kind: original.target_kind, id: original.target_id ?? '' };
  const made = { kind: 'refund' as const, key, note: `退回：${original.note}`, reason, target, refundOf: of };
  const transactionId = await insertTransaction(trx, { ...made, actorId: by?.id ?? null, at: now }, entries);
  if (transactionId === undefined) throw new Error(`The key ${key} belongs to another movement of coins.`);
  const details = { coins: back, refundOf: of, transactionId };
  const audited = { kind: 'account', id: accountId };
  await writeAudit(trx, { actor: by, action: 'coins.refunded', target: audited, reason, details }, now);
  return { transactionId, balance: balance + back, repeated: false };
}

/** Moves coins between a user and one of the platform's sides; `amount` is the user's. */
async function post(
  trx: Db,
  kind: CoinKind,
  side: SystemAccount,
  { accountId, amount, key, note, target }: Movement,
  { reason, by }: { reason: string; by: Giver },
  now: Date,
): Promise<Posted> {
  if (!Number.isInteger(amount) || amount === 0 || Math.abs(amount) > MAX_COINS || amount < 0 !== (kind === 'spend'))
    throw new RangeError(`${amount} is no number of coins for a ${kind}.`);
  const coinAccountId = await lockCoinAccount(trx, accountId);
  const balance = await sumOf(trx, accountId);
  const again = await repeatOf(trx, kind, key, accountId, amount);
  if (again !== undefined) return { transactionId: again, balance, repeated: true };
  if (balance + amount < 0) throw short(balance, -amount);
  const made: NewTransaction = {
    kind,
    key,
    note,
    reason,
    actorId: by?.id ?? null,
    at: now,
    target: target ?? null,
    refundOf: null,
  };
  const other = { coinAccountId: await systemAccountId(trx, side), amount: -amount };
  const transactionId = await insertTransaction(trx, made, [{ coinAccountId, amount }, other]);
  if (transactionId !== undefined) return { transactionId, balance: balance + amount, repeated: false };
  throw new Error(`The key ${key} belongs to another movement of coins.`);
}

/** The earlier transaction of a key. The lock on the user's coins has made a parallel one wait until it is done. */
async function repeatOf(trx: Db, kind: CoinKind, key: string, accountId: string, amount: number) {
  const earlier = await transactionBy(trx, 'key', key);
  if (!earlier) return undefined;
  if (earlier.kind !== kind || earlier.account_id !== accountId || earlier.amount !== amount)
    throw new Error(`The key ${key} belongs to another movement of coins.`);
  return earlier.id;
}

const short = (balance: number, price: number): Failure =>
  new Failure('COINS_SHORT', `鲸币余额不足：需要 ${price} 鲸币，当前余额 ${balance} 鲸币`, [], { balance, price });
