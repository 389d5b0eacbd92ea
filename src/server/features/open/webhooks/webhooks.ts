import {
  MAX_WEBHOOKS,
  type MadeWebhook,
  type NewWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#schemas/api/webhooks.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Database } from '#server/db/database.ts';
import { byOwner } from '#server/platform/accounts/owner-action.ts';
import type { Proof } from '#server/platform/accounts/owner-proof.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { OFF, secretPlace } from './base.ts';
import { addressRefusal, type Outbound } from './outbound/post.ts';
import { makeSecret } from './outbound/signature.ts';
import { beginReading } from './outbox-queries.ts';
import {
  changeSecret,
  countHooks,
  deleteHook,
  deliveriesOf,
  type DeliveryRow,
  endTest,
  type HookRow,
  hooksOf,
  insertHook,
  insertTest,
  sendAgain,
  switchHook,
} from './queries.ts';
import { followedBy } from './rights.ts';
import { attempt, bodyOf, isTaken, KEPT_MS } from './sender.ts';

export interface WebhooksDeps {
  readonly database: Pick<Database, 'db' | 'vault'>;
  readonly catalog: Catalog;
  readonly limits: Limits;
  readonly now: () => Date;
  /** Undefined where this installation sends nothing. */
  readonly outbound: Outbound | undefined;
  /** Proves that the user at the screen owns the account. @throws Failure */
  readonly prove: (accountId: string, proof: Proof) => Promise<void>;
}

const SHOWN = 100;
/** Attempts that a user has made by hand. */
const WINDOWS = [
  { seconds: 60, max: 10 },
  { seconds: 'day', max: 200 },
] as const;

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}

const iso = (at: string | null): string | null => at && new Date(at).toISOString();

/** Webhooks of an account, as their owner makes, tries and ends them. */
export class Webhooks {
  readonly #deps: WebhooksDeps;

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
  }

  async list(actor: Member): Promise<{ isAllowed: boolean; webhooks: Webhook[] }> {
    const rows = await hooksOf(this.#deps.database.db, actor.id);
    return { isAllowed: this.#deps.outbound !== undefined, webhooks: rows.map((row) => this.#shown(row)) };
  }

  /** @throws Failure INVALID_BODY naming what is wrong, CONFLICT where there are too many, and as proofs do. */
  async create({ password, verifyCode, ...wanted }: NewWebhook, actor: Member): Promise<MadeWebhook> {
    const { database, now, prove } = this.#deps;
    const outbound = this.#outbound();
    const url = wanted.url.trim();
    const refused = addressRefusal(url, outbound);
    if (refused !== null) refuse('url', refused);
    const followed = wanted.events.includes('record.changed') ? this.#followed(wanted, actor) : undefined;
    await prove(actor.id, { password, verifyCode });
    const secret = makeSecret();
    const id = await database.db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      if ((await countHooks(trx, actor.id)) >= MAX_WEBHOOKS)
        throw new Failure('CONFLICT', `最多可有 ${MAX_WEBHOOKS} 个 Webhook，请先删除不用的`);
      const made = await insertHook(trx, {
        account_id: actor.id,
        name: wanted.name.trim(),
        url: new URL(url).href,
        events: [...wanted.events],
        object_api_name: followed?.object ?? null,
        filter: followed?.filter ?? null,
        derived: wanted.derived ?? false,
        secret_sealed: database.vault.seal(secret, secretPlace(actor.id)),
        former_sealed: null,
        off: null,
        free_at: now(),
        created_at: now(),
      });
      if (followed) await beginReading(trx);
      const details = { webhook: made, host: new URL(url).host, events: wanted.events };
      await writeAudit(trx, { ...byOwner(actor.id), action: 'webhook.created', details }, now());
      return made;
    });
    return { webhook: await this.#one(id, actor), secret };
  }

  /** @throws Failure UNKNOWN_RECORD, CONFLICT, and as proofs do */
  async rotate({ id, ...proof }: Proof & { readonly id: string }, actor: Member): Promise<MadeWebhook> {
    const { database, now, prove } = this.#deps;
    await prove(actor.id, proof);
    const secret = makeSecret();
    await database.db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      const row = await this.#row(id, actor, trx);
      if (isUntil(row.former_until, now()))
        throw new Failure('CONFLICT', '这个 Webhook 的密钥已在更换中，请等旧的失效后再更换');
      const sealed = database.vault.seal(secret, secretPlace(actor.id));
      await changeSecret(trx, id, sealed, new Date(now().getTime() + DAY_MS));
      await writeAudit(trx, { ...byOwner(actor.id), action: 'webhook.rotated', details: { webhook: id } }, now());
    });
    return { webhook: await this.#one(id, actor), secret };
  }

  /** @throws Failure UNKNOWN_RECORD */
  async switch(id: string, on: boolean, actor: Member): Promise<Webhook> {
    const { database, now } = this.#deps;
    if (on) this.#outbound();
    await database.db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, actor.id);
      const row = await this.#row(id, actor, trx);
      if ((row.off === null) === on) return;
      await switchHook(trx, id, on ? null : OFF.byOwner, now());
    });
    return this.#one(id, actor);
  }

  async remove(id: string, actor: Member): Promise<void> {
    const { database, now } = this.#deps;
    await database.db.transaction().execute(async (trx) => {
      const [row] = await hooksOf(trx, actor.id, id);
      if (!row) return;
      await deleteHook(trx, id);
      await writeAudit(trx, { ...byOwner(actor.id), action: 'webhook.removed', details: { webhook: id } }, now());
    });
  }

  /** Sends a message of no event now, once. @throws Failure UNKNOWN_RECORD, UNAVAILABLE, TOO_MANY_REQUESTS */
  async test(id: string, actor: Member): Promise<WebhookDelivery> {
    const { database, now } = this.#deps;
    const outbound = this.#outbound();
    const row = await this.#row(id, actor);
    await this.#take(actor);
    const message = await insertTest(database.db, id, now());
    const outcome = await attempt({ outbound, database }, { ...row, ...message }, now());
    const end = { ...outcome, isTaken: isTaken(outcome) };
    await endTest(database.db, message.id, end);
    return shownDelivery({ ...message, ...outcome, state: end.isTaken ? 'sent' : 'failed' });
  }

  async deliveries(id: string, actor: Member): Promise<{ deliveries: WebhookDelivery[] }> {
    const { database, now } = this.#deps;
    await this.#row(id, actor);
    const rows = await deliveriesOf(database.db, id, new Date(now().getTime() - KEPT_MS), SHOWN);
    return { deliveries: rows.map(shownDelivery) };
  }

  /** @throws Failure UNKNOWN_RECORD, also where the webhook is off; TOO_MANY_REQUESTS */
  async resend(id: string, actor: Member): Promise<WebhookDelivery> {
    const { database, now } = this.#deps;
    this.#outbound();
    await this.#take(actor);
    const row = await sendAgain(database.db, actor.id, id, now());
    if (!row) throw new Failure('UNKNOWN_RECORD', '消息不存在，或 Webhook 已停用');
    return shownDelivery(row);
  }

  #followed({ objectApiName, filter }: Pick<NewWebhook, 'objectApiName' | 'filter'>, actor: Member) {
    const text = filter?.trim() || null;
    if (objectApiName === undefined) return refuse('objectApiName', '请选择对象');
    try {
      if (followedBy(this.#deps.catalog, actor, objectApiName, text)) return { object: objectApiName, filter: text };
    } catch (error) {
      if (!(error instanceof Failure) || error.failure !== 'INVALID_QUERY') throw error;
      refuse('filter', error.message);
    }
    return refuse('objectApiName', '没有这个对象，或您无权读取');
  }

  #outbound(): Outbound {
    const { outbound } = this.#deps;
    if (!outbound) throw new Failure('FORBIDDEN', '此系统未开启 Webhook');
    return outbound;
  }

  async #take(actor: Member): Promise<void> {
    const { database, limits } = this.#deps;
    const attempts = [{ kind: 'webhook.send', value: actor.id, windows: WINDOWS }];
    await database.db.transaction().execute((trx) => limits.take(trx, attempts));
  }

  async #row(id: string, actor: Member, db = this.#deps.database.db): Promise<HookRow> {
    const [row] = await hooksOf(db, actor.id, id);
    if (!row) throw new Failure('UNKNOWN_RECORD', 'Webhook 不存在');
    return row;
  }

  async #one(id: string, actor: Member): Promise<Webhook> {
    return this.#shown(await this.#row(id, actor));
  }

  #shown(row: HookRow): Webhook {
    return {
      id: row.id,
      name: row.name,
      url: row.url,
      events: row.events as Webhook['events'],
      objectApiName: row.object_api_name,
      filter: row.filter,
      derived: row.derived,
      off: row.off,
      formerUntil: isUntil(row.former_until, this.#deps.now()) ? iso(row.former_until) : null,
      waiting: row.waiting,
      createdAt: new Date(row.created_at).toISOString(),
    };
  }
}

const isUntil = (until: string | null, now: Date): boolean => until !== null && new Date(until) > now;

const shownDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  messageId: row.message_id,
  event: row.event,
  happenedAt: new Date(row.happened_at).toISOString(),
  state: row.state,
  tries: row.tries,
  triedAt: iso(row.tried_at),
  dueAt: row.state === 'due' ? iso(row.due_at) : null,
  status: row.status,
  problem: row.problem,
  body: bodyOf(row),
});
