import type { RecordReply } from '#schemas/api/records.ts';
import type { VisitMode, VisitStat } from '#schemas/api/visits.ts';
import { certifyInvestor } from '#tests/support/account/certified-investor.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';

const DATA = '/api/metadata/data';
type Who = Pick<SignedIn, 'send'>;
type List = 'CompanyVisitor' | 'CompanyVisit' | 'OwnVisit' | 'SeenVisit';

const FIELDS: Readonly<Record<List, readonly string[]>> = {
  CompanyVisitor:
    'person entity position kind company firstOn lastOn days opens minutes sections contacted bpSent uid'.split(' '),
  CompanyVisit: [
    'person',
    'entity',
    'kind',
    'visitedOn',
    'records',
    'opens',
    'minutes',
    'company',
    'visitor',
    'source',
  ],
  OwnVisit: ['title', 'company', 'project', 'lastAt', 'changed', 'followed', 'days', 'opens', 'minutes', 'seenAs'],
  SeenVisit: ['title', 'company', 'seenAs', 'entity', 'readers', 'lastOn', 'days', 'opens'],
};

/** Investors who look at companies, and those who speak for them. */
export class VisitWorld {
  readonly contacts: ContactWorld;

  static async open(): Promise<VisitWorld> {
    return new VisitWorld(await openContactWorld());
  }

  private constructor(contacts: ContactWorld) {
    this.contacts = contacts;
  }

  close(): Promise<void> {
    return this.contacts.close();
  }

  /** An investor, certified where an institution is named. */
  async investor(orgName?: string, kind = 'ORG_INVESTOR'): Promise<Person> {
    const person = await this.contacts.person([kind]);
    if (orgName !== undefined) await certifyInvestor(this.contacts.test, person.uid, { orgName, position: '投资经理' });
    return person;
  }

  /** An institution of the directory. */
  async institution(name: string, values: object): Promise<string> {
    const body = { clientKey: `institution-${name}`, values: { name, ...values } };
    return made(await this.contacts.staff.send<RecordReply>('POST', `${DATA}/InsightOrg`, body)).record.id;
  }

  /** An investor of whom staff know the institution. */
  async investorOf(institutionId: string, kind?: string): Promise<Person> {
    const person = await this.investor(`示例机构${institutionId}`, kind);
    const link = { account_id: person.uid, institution_id: institutionId, linked_at: '2026-11-20T00:00:00Z' };
    await this.contacts.test.services.database.db.insertInto('investor_link').values(link).execute();
    return person;
  }

  async project(company: Contact, name = '示例融资项目'): Promise<string> {
    const body = { clientKey: `visited-${company.uid}`, values: { name, company: { id: company.companyId } } };
    return made(await this.contacts.staff.send<RecordReply>('POST', `${DATA}/InsightProject`, body)).record.id;
  }

  look(who: Who, id: string, objectApiName = 'InsightCompany') {
    return who.send<RecordReply>('GET', `${DATA}/${objectApiName}/${id}`);
  }

  stay(who: Who, id: string, seconds: number, more: object = {}) {
    const body = { objectApiName: 'InsightCompany', id, seconds, ...more };
    return who.send<null>('POST', '/api/rong/visit/stay', body);
  }

  async setMode(who: Who, mode: VisitMode): Promise<void> {
    made(await who.send('POST', '/api/rong/visit/setting', { mode }));
  }

  askStat(who: Who, query = '') {
    return who.send<VisitStat>('GET', `/api/rong/business/view_my_project_stat${query}`);
  }

  /** Figures, with all that was noted before: this process stores it first. */
  async stat(who: Who, query = ''): Promise<VisitStat> {
    return made(await this.askStat(who, query));
  }

  async list(who: Who, objectApiName: List, filter?: object): Promise<Record<string, unknown>[]> {
    // Any figures: what was noted is stored before they are read.
    await this.stat(who);
    const body = { objectApiName, fields: FIELDS[objectApiName], pageSize: 100, ...(filter && { filter }) };
    return made(await who.send<{ list: Record<string, unknown>[] }>('POST', `${DATA}/getLayoutAndDataList`, body)).list;
  }
}
