import type { AlertFrequency, AlertLine, Subscription } from '#schemas/api/alerts.ts';
import type { Notice } from '#schemas/api/notices.ts';
import type { Alerts } from '#server/features/alerts/alerts.ts';
import type { Contact, Person } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';
import { VisitWorld } from '#tests/support/visits/visit-world.ts';
import { alertsOf } from './alerts-of.ts';

/** A company with a user who subscribes to its visitors, on a clock that tests move. */
export class VisitorAlerts {
  readonly visits: VisitWorld;
  readonly faults: unknown[] = [];
  readonly alerts: Alerts;
  clock = new Date(0);
  #founder: Contact | undefined;

  static async open(): Promise<VisitorAlerts> {
    return new VisitorAlerts(await VisitWorld.open());
  }

  private constructor(visits: VisitWorld) {
    this.visits = visits;
    this.alerts = alertsOf(this.test, this.faults);
  }

  get test() {
    return this.visits.contacts.test;
  }

  get db() {
    return this.test.services.database.db;
  }

  get founder(): Contact {
    if (!this.#founder) throw new Error('No company was begun.');
    return this.#founder;
  }

  /** Another company, on a Monday at ten in the morning of Asia/Shanghai. */
  async begin(): Promise<void> {
    this.moveTo('2026-11-23T02:00:00.000Z');
    await this.db.deleteFrom('alert_subscription').execute();
    this.#founder = await this.visits.contacts.contact();
  }

  moveTo(at: string | Date): void {
    this.clock = new Date(at);
    this.visits.contacts.setTime(this.clock.toISOString());
  }

  pass(milliseconds: number): void {
    this.moveTo(new Date(this.clock.getTime() + milliseconds));
  }

  async looks(who: Person, id = this.founder.companyId, object = 'InsightCompany'): Promise<void> {
    made(await this.visits.look(who, id, object));
  }

  /** Stores what was noted, so that it is final. */
  async stored(): Promise<void> {
    await this.visits.stat(this.founder);
    await settledChanges(this.db);
  }

  async run(): Promise<void> {
    await this.stored();
    await this.alerts.wake();
  }

  ask(who: Person, more: object = {}) {
    return who.send<Subscription>('POST', '/api/alerts/subscription', {
      source: 'visitors',
      objectApiName: 'InsightCompany',
      targetId: this.founder.companyId,
      frequency: 'now',
      ...more,
    });
  }

  async subscribe(frequency: AlertFrequency = 'now'): Promise<Subscription> {
    await this.stored();
    return made(await this.ask(this.founder, { frequency }));
  }

  async own(): Promise<Subscription[]> {
    return made(await this.founder.send<{ list: Subscription[] }>('GET', '/api/alerts/subscription')).list;
  }

  async lines(id: string) {
    const path = `/api/alerts/subscription/${id}/line`;
    return made(await this.founder.send<{ list: AlertLine[]; hidden: number }>('GET', path));
  }

  /** Alerts in the bell of a user, the oldest first. */
  async bell(who: Person = this.founder): Promise<Notice[]> {
    const { list } = made(await who.send<{ list: Notice[] }>('GET', '/api/rong/systemMsgList?type=3'));
    return list.filter(({ link }) => link === '/personalCenter?page=subscriptions').toReversed();
  }

  async withdraw(who: Person): Promise<boolean> {
    const [visit] = await this.visits.list(who, 'OwnVisit');
    if (visit) made(await who.send('POST', `/api/rong/visit/${String(visit['id'])}/withdraw`));
    return visit !== undefined;
  }

  close(): Promise<void> {
    return this.visits.close();
  }
}
