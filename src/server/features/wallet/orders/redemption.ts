import type { Order, SoldProduct } from '#schemas/api/orders.ts';
import { Failure } from '#shared/errors.ts';
import { nextState } from '#shared/orders/order-states.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { lockCoinAccount } from '#server/platform/coins/queries.ts';
import { hasEndlessVip } from '#server/platform/coins/vip.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import { insertMiss, lockCode, missesSince, setRedeemed } from './code-queries.ts';
import { fulfil } from './fulfilment.ts';
import { orderReply } from './order-reply.ts';
import { insertOrder, orderByNo, setState } from './queries.ts';
import { plainCode, randomNumber } from './readable-number.ts';
import { HOUR_MS } from '#shared/time/durations.ts';

export interface RedemptionDeps {
  readonly database: Database;
  readonly changes: AccountChanges;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

/** Wrong tries of one user in an hour. */
const MAX_MISSES = 5;
/** Codes are kept by an index of this kind. */
export const CODE_KIND = 'redemption-code';

/** Turns codes into what they grant: an order that is fulfilled at once, each code one time. */
export class Redemption {
  readonly #deps: RedemptionDeps;

  constructor(deps: RedemptionDeps) {
    this.#deps = deps;
  }

  /**
   * @throws Failure INVALID_BODY for a code that does not exist or is no longer valid; TOO_MANY_REQUESTS after five
   * that were none within an hour; CONFLICT for SVIP that would be added to one without an end.
   */
  async redeem(typed: string, actor: Member): Promise<Order> {
    const { database, changes, hints } = this.#deps;
    const accountId = actor.id;
    // A wrong try is kept, so it must not be thrown away with the transaction in which it was found to be one.
    const done = await database.db.transaction().execute((trx) => this.#redeem(trx, plainCode(typed), accountId));
    if ('left' in done) throw refused(done.left > 0 ? `兑换码不正确，还可以尝试 ${done.left} 次` : WAIT);
    await changes.announce(accountId);
    hints.announceNotice(accountId);
    const order = await orderByNo(database.db, done.no);
    if (!order) throw new Error(`The order ${done.no} is gone.`);
    return orderReply(order);
  }

  async #redeem(trx: Db, code: string, accountId: string): Promise<{ no: string } | { left: number }> {
    const { database, now } = this.#deps;
    const at = now();
    // One try of a user after the other: many at once count as many.
    await lockCoinAccount(trx, accountId);
    const anHourAgo = new Date(at.getTime() - HOUR_MS);
    const misses = await missesSince(trx, accountId, anHourAgo);
    const fifth = misses[MAX_MISSES - 1];
    if (fifth)
      throw new Failure('TOO_MANY_REQUESTS', `兑换失败：错误次数过多，请 ${minutesUntil(fifth, at)} 分钟后再试`);
    const found = await lockCode(trx, database.vault.indexes(code, CODE_KIND));
    if (!found) {
      await insertMiss(trx, accountId, at, anHourAgo);
      return { left: MAX_MISSES - misses.length - 1 };
    }
    if (found.redeemed_at !== null) throw refused('此兑换码已被使用');
    if (found.revoked_at !== null) throw refused('此兑换码已作废');
    if (new Date(found.expires_at) <= at) throw refused('此兑换码已过期');
    if (found.approved_at === null) throw refused('此兑换码尚未生效');
    if (found.product.kind === 'svip' && (await hasEndlessVip(trx, accountId)))
      throw new Failure('CONFLICT', '兑换失败：您的 SVIP 长期有效，无需兑换');
    const no = await this.#fulfilledOrder(trx, found.product_id, found.product, accountId, at);
    await setRedeemed(trx, found.id, accountId, no, at);
    const details = { codeId: found.id, product: found.product.name };
    const target = { kind: 'order', id: no };
    await writeAudit(trx, { actor: null, action: 'code.redeemed', target, reason: found.reason, details }, at);
    return { no };
  }

  async #fulfilledOrder(trx: Db, productId: string, product: SoldProduct, accountId: string, at: Date) {
    const no = randomNumber();
    const provider = 'code';
    await insertOrder(trx, { no, accountId, productId, product, price: '0.00', provider, at });
    const paid = nextState('CREATED', 'pay');
    if (paid !== undefined) await setState(trx, no, paid, { paid_at: at });
    if (!(await fulfil(trx, { no, accountId, product, provider }, at))) throw refused('账号不存在或已注销');
    return no;
  }
}

const WAIT = '兑换码不正确，请一小时后再试';
function refused(reason: string): Failure {
  const message = `兑换失败：${reason}`;
  return new Failure('INVALID_BODY', message, [{ field: 'code', message }]);
}
const minutesUntil = (miss: Date, now: Date): number =>
  Math.max(1, Math.ceil((miss.getTime() + HOUR_MS - now.getTime()) / 60_000));
