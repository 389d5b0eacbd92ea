import { sql } from 'kysely';
import type { AlertFrequency, AlertSource, Subscription } from '#schemas/api/alerts.ts';
import type { Notice } from '#schemas/api/notices.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import type { Alerts } from '#server/features/alerts/alerts.ts';
import type { Db } from '#server/db/database.ts';
import { emailPlace } from '#server/platform/accounts/email.ts';
import type { MailSender } from '#server/platform/providers/mail/mail-sender.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import { DEAL_FIELDS, FirmsAndDeals, NEWEST_FIRST, overDeals } from '#tests/support/derived/firms-and-deals.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { alertsOf } from './alerts-of.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

/** A Tuesday, ten in the morning of Asia/Shanghai. */
const ALERTS_BEGIN = new Date('2026-09-01T02:00:00.000Z');

/** Firms and deals with subscriptions to them, on a clock that tests move. */
export class AlertWorld {
  readonly test: TestApp;
  readonly data: FirmsAndDeals;
  readonly alerts: Alerts;
  readonly faults: unknown[] = [];
  readonly #clock: { at: Date };
  #views = 0;

  private constructor(test: TestApp, clock: { at: Date }) {
    this.test = test;
    this.#clock = clock;
    this.data = new FirmsAndDeals(test);
    this.alerts = this.another();
  }

  static async open(): Promise<AlertWorld> {
    const clock = { at: ALERTS_BEGIN };
    const test = await openTestApp(undefined, { now: () => clock.at });
    const world = new AlertWorld(test, clock);
    await world.data.begin([
      overDeals('latestRound', { function: 'first', of: ['round'], orderBy: NEWEST_FIRST }),
      overDeals('latestOn', { function: 'max', of: ['on'] }),
    ]);
    const newest = [{ field: 'on', order: 'desc' as const }];
    const deal = newObject('Deal', DEAL_FIELDS);
    deal.layouts.list.sort = newest;
    made(await saveDefinition(test, deal));
    const firm = structuredClone(test.services.catalog.object('Firm').saved);
    firm.layouts.list.sort = [{ field: 'latestOn', order: 'desc' }];
    firm.layouts.detail.related = [
      { label: '交易', objectApiName: 'Deal', fields: ['firm'], columns: ['title', 'round'] },
    ];
    made(await saveDefinition(test, firm));
    await test.services.formulas.jobs.fill();
    return world;
  }

  get db() {
    return this.test.store.database.db;
  }

  /** The parts as another process has them; `mail` sends instead of the test's own. */
  another(mail?: MailSender, db?: Db): Alerts {
    return alertsOf(this.test, this.faults, { ...(mail && { mail }), ...(db && { db }) });
  }

  moveTo(at: string): void {
    const moment = new Date(at);
    if (Number.isNaN(moment.getTime())) throw new Error(`${at} is no moment.`);
    this.#clock.at = moment;
  }

  pass(milliseconds: number): void {
    this.#clock.at = new Date(this.#clock.at.getTime() + milliseconds);
  }

  get now(): Date {
    return this.#clock.at;
  }

  /** Reads all that was committed, and sends what is due. */
  async run(): Promise<void> {
    await this.data.drain();
    await settledChanges(this.db);
    await this.alerts.wake();
  }

  async view(who: Who, objectApiName: string, filter: Condition | undefined, more: object = {}): Promise<string> {
    const state = encodeListState({ ...DEFAULT_LIST_STATE, filter });
    const view = { objectApiName, name: `视图${(this.#views += 1)}`, state, sharing: 'private', ...more };
    return made(await this.test.post<{ id: string }>(who, '/api/metadata/view', view)).id;
  }

  async subscribe(
    who: Who,
    source: AlertSource,
    objectApiName: string,
    targetId: string,
    frequency: AlertFrequency = 'now',
    more: object = {},
  ): Promise<Subscription> {
    const body = { source, objectApiName, targetId, frequency, ...more };
    return made(await this.test.post<Subscription>(who, '/api/alerts/subscription', body));
  }

  async idOf(who: Who): Promise<string> {
    const { id } = await this.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', who)
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Gives a user an address that is known to be theirs. */
  async giveMail(who: Who, address: string): Promise<void> {
    const id = await this.idOf(who);
    const { vault } = this.test.services.database;
    const sealed = vault.seal(address, emailPlace(id));
    await sql`
      update account set email_sealed = ${sealed}, email_index = ${vault.index(address, 'email')}, email_verified_at = now()
      where id = ${id}`.execute(this.db);
  }

  /** Alerts in the bell of a user, the oldest first. */
  async bell(who: Who): Promise<Notice[]> {
    const { list } = made(await this.test.get<{ list: Notice[] }>(who, '/api/rong/systemMsgList?type=3'));
    return list.filter(({ link }) => link === '/personalCenter?page=subscriptions').toReversed();
  }

  async close(): Promise<void> {
    await this.alerts.stop();
    await this.test.close();
  }
}
