import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Notice } from '#schemas/api/notices.ts';
import {
  createWebhook,
  listWebhookDeliveries,
  type MadeWebhook,
  type NewWebhook,
  type WebhookDelivery,
} from '#schemas/api/webhooks.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Db } from '#server/db/database.ts';
import { memberById } from '#server/features/account/session/profile.ts';
import type { Outbound } from '#server/features/open/webhooks/outbound/post.ts';
import { WebhookSteps } from '#server/features/open/webhooks/webhook-steps.ts';
import { newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { openTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '#tests/support/app/test-app.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { FirmsAndDeals, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made } from '#tests/support/editing.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';
import { answering, HERE, HookReceiver, type Received } from './hook-receiver.ts';

/** What a message says. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Firms and deals, an account with webhooks, and a receiver of their messages, on a clock that tests move. */
export class HookWorld {
  readonly test: TestApp;
  readonly data: FirmsAndDeals;
  readonly receiver: HookReceiver;
  readonly owner: SignedIn;
  readonly ownerId: string;
  readonly steps: WebhookSteps;
  readonly faults: unknown[] = [];
  readonly #clock: { at: Date };

  private constructor(parts: Pick<HookWorld, 'test' | 'data' | 'receiver' | 'owner' | 'ownerId'>, clock: { at: Date }) {
    this.test = parts.test;
    this.data = parts.data;
    this.receiver = parts.receiver;
    this.owner = parts.owner;
    this.ownerId = parts.ownerId;
    this.#clock = clock;
    this.steps = this.another();
  }

  static async open(): Promise<HookWorld> {
    const clock = { at: TEST_NOW };
    const receiver = await HookReceiver.open();
    const test = await openTestApp(undefined, { now: () => clock.at, outbound: HERE });
    const data = new FirmsAndDeals(test);
    await data.begin([overDeals('deals', { function: 'count' })]);
    const ownerId = await newAccount(test, { username: 'hooked', name: '示例读者' });
    return new HookWorld({ test, data, receiver, owner: await signInBy(test, 'hooked'), ownerId }, clock);
  }

  get db(): Db {
    return this.test.store.database.db;
  }

  get now(): Date {
    return this.#clock.at;
  }

  /** The parts as another process has them. */
  another(more: { readonly db?: Db; readonly outbound?: Outbound } = {}): WebhookSteps {
    const { services } = this.test;
    return new WebhookSteps({
      ...services,
      database: { ...services.database, ...(more.db && { db: more.db }) },
      outbound: more.outbound ?? HERE,
      memberOf: (id) => memberById(services.database.db, id, services.now()),
      random: () => 0.5,
      report: (error) => void this.faults.push(error),
    });
  }

  pass(milliseconds: number): void {
    this.#clock.at = new Date(this.#clock.at.getTime() + milliseconds);
  }

  /** Everything that was committed is in the log for readers. */
  async settle(): Promise<void> {
    await this.data.drain();
    if (onPostgres) await settledChanges(this.db);
  }

  /** Reads all that was committed, and sends what is due. */
  async run(): Promise<void> {
    await this.settle();
    await this.steps.wake();
  }

  /** The next day, without webhooks and with a receiver that takes everything. */
  async beginAgain(): Promise<void> {
    await sql`delete from webhook`.execute(this.db);
    this.receiver.answer = answering(204);
    this.taken();
    this.pass(DAY_MS);
  }

  /** Asks for one that takes changes of deals, unless something else is wanted. */
  create(wanted: object) {
    return this.owner.send<MadeWebhook>('POST', createWebhook.path, {
      name: '同步提醒',
      url: this.receiver.address,
      events: ['record.changed'],
      objectApiName: 'Deal',
      password: TEST_PASSWORD,
      ...wanted,
    });
  }

  async hook(wanted: Partial<NewWebhook> = {}): Promise<MadeWebhook> {
    return made(await this.create(wanted));
  }

  /** The log of a webhook, the newest first. */
  async log(id: string): Promise<readonly WebhookDelivery[]> {
    const url = `${listWebhookDeliveries.path}?id=${id}`;
    return made(await this.owner.send<{ deliveries: WebhookDelivery[] }>('GET', url)).deliveries;
  }

  async bell(): Promise<readonly string[]> {
    const { list } = made(await this.owner.send<{ list: Notice[] }>('GET', '/api/rong/systemMsgList?type=3'));
    return list.map(({ title, content }) => `${title}：${content}`);
  }

  /** The messages that arrived since the last time, in their order. */
  taken(): Message[] {
    return this.receiver.received.splice(0).map(messageOf);
  }

  async close(): Promise<void> {
    await this.steps.stop();
    await this.test.close();
    await this.receiver.close();
  }
}

const messageOf = ({ headers, body }: Received): Message => ({
  id: String(headers['webhook-id']),
  ...(JSON.parse(body) as Omit<Message, 'id'>),
});

/** Is a message signed with a secret? As a receiver checks it. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const right = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(right);
}
