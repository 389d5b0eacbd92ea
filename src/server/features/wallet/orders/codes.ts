import type { IssuedCodes } from '#schemas/api/orders.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { fileRequest } from '#server/platform/staff-requests/staff-requests.ts';
import { lockStaffActor } from '#server/platform/staff-actions/staff-action.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';
import { hasCode, insertBatch, setRevoked } from './code-queries.ts';
import { type Products, soldOf } from './products.ts';
import { groupedCode, randomNumber } from './readable-number.ts';
import { CODE_KIND } from './redemption.ts';
import { DAY_MS } from '#shared/time/durations.ts';

export interface CodeDeps {
  readonly database: Database;
  readonly products: Products;
  readonly now: () => Date;
}

interface Issue {
  readonly productId: string;
  readonly count: number;
  readonly reason: string;
  /** Last day on which the codes are good, YYYY-MM-DD in Asia/Shanghai. */
  readonly expiresOn: string;
}

/** Longest that codes are good for. */
const MAX_DAYS = 3660;

/**
 * Redemption codes as staff issue and revoke them. Whole codes leave here once, when they are issued; they are worth nothing
 * until another of staff approves the issue.
 */
export class Codes {
  readonly #deps: CodeDeps;

  constructor(deps: CodeDeps) {
    this.#deps = deps;
  }

  /** @throws Failure UNKNOWN_RECORD for a product that is none; INVALID_BODY for a day that is none, or over. */
  async issue({ productId, count, reason, expiresOn }: Issue, actor: Member): Promise<IssuedCodes> {
    const { database, products, now } = this.#deps;
    const at = now();
    const begins = startOfShanghaiDay(expiresOn);
    // A day that the calendar does not have is none, or turns up as another one.
    if (Number.isNaN(begins.getTime()) || shanghaiDay(begins) !== expiresOn) throw wrongDay('日期不存在');
    const expiresAt = new Date(begins.getTime() + DAY_MS);
    if (expiresAt <= at) throw wrongDay('有效期不能早于今天');
    if (expiresAt.getTime() - at.getTime() > MAX_DAYS * DAY_MS) throw wrongDay('有效期不能超过十年');
    const product = soldOf(await products.one(productId));
    const whole = Array.from({ length: count }, randomNumber);
    const kept = whole.map((code) => ({ index: database.vault.index(code, CODE_KIND), lastFour: code.slice(-4) }));
    const batch = { productId, product, reason: reason.trim(), expiresAt, issuedBy: actor.id, at };
    await database.db.transaction().execute(async (trx) => {
      await lockStaffActor(trx, actor, 'money');
      const id = await insertBatch(trx, batch, kept);
      const target = { kind: 'codes', id };
      const details = { product: product.name, count, expiresOn };
      await writeAudit(trx, { actor, action: 'codes.issued', target, reason: batch.reason, details }, at);
      const summary = `签发 ${count} 个兑换码：${product.name}`;
      const filing = {
        kind: 'codes',
        accountId: null,
        asked: { batch: id },
        summary,
        reason: batch.reason,
        actor,
      } as const;
      await fileRequest(trx, filing, at);
    });
    return { product, expiresAt: expiresAt.toISOString(), codes: whole.map(groupedCode) };
  }

  /** @throws Failure UNKNOWN_RECORD; CONFLICT when the code is redeemed or revoked already. */
  async revoke(id: string, reason: string, actor: Member): Promise<null> {
    const { database, now } = this.#deps;
    const at = now();
    await database.db.transaction().execute(async (trx) => {
      if (!(await hasCode(trx, id))) throw new Failure('UNKNOWN_RECORD', '兑换码不存在');
      if (!(await setRevoked(trx, id, actor.id, reason.trim(), at)))
        throw new Failure('CONFLICT', '此兑换码已被使用或已作废');
      const target = { kind: 'code', id };
      await writeAudit(trx, { actor, action: 'code.revoked', target, reason: reason.trim() }, at);
    });
    return null;
  }
}

const wrongDay = (message: string): Failure => new Failure('INVALID_BODY', message, [{ field: 'expiresOn', message }]);
