import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { PaymentGateway, PaymentNotice } from '#server/platform/providers/payment/payment-gateway.ts';
import type { Settlement } from './settlement.ts';

export interface NotificationDeps {
  readonly db: Db;
  readonly payment: PaymentGateway | null;
  readonly settlement: Settlement;
  readonly now: () => Date;
}

/** Forged notifications are noted at most this often: anyone can send them, and the log is permanent. */
const NOTE_EVERY_MS = 60_000;

/** What payment providers send us: believed once its signature says who it is from. */
export class Notifications {
  readonly #deps: NotificationDeps;
  #notedAt = -Infinity;
  #unnoted = 0;

  constructor(deps: NotificationDeps) {
    this.#deps = deps;
  }

  /** @throws Failure UNKNOWN_ROUTE where that provider is not used; INVALID_BODY for what is not its word, or not of our orders. */
  async receive(name: string, body: Readonly<Record<string, string>>, address: string): Promise<void> {
    const { payment, settlement } = this.#deps;
    if (payment?.name !== name) throw new Failure('UNKNOWN_ROUTE');
    await settlement.apply(name, await this.#read(payment, body, address));
  }

  async #read(
    payment: PaymentGateway,
    body: Readonly<Record<string, string>>,
    address: string,
  ): Promise<PaymentNotice> {
    try {
      return await payment.readNotification(body);
    } catch (error) {
      if (error instanceof Failure) await this.#note(payment.name, body, address, error.message);
      throw error;
    }
  }

  async #note(
    provider: string,
    body: Readonly<Record<string, string>>,
    address: string,
    reason: string,
  ): Promise<void> {
    const now = this.#deps.now();
    this.#unnoted += 1;
    if (now.getTime() - this.#notedAt < NOTE_EVERY_MS) return;
    this.#notedAt = now.getTime();
    const details = { provider, address, times: this.#unnoted };
    this.#unnoted = 0;
    const target = { kind: 'order', id: String(body['out_trade_no'] ?? '').slice(0, 64) };
    const entry = { actor: null, action: 'payment.forged', target, reason, details };
    await this.#deps.db.transaction().execute((trx) => writeAudit(trx, entry, now));
  }
}
