import type { RecordReply } from '#schemas/api/records.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';
import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';

export const DATA = '/api/metadata/data';

/** A request for equity that the rules accept. */
export const REQUEST = {
  title: 'A轮融资，用于产线建设',
  financingType: 'equity',
  round: 'A轮',
  amount: { num: '30000000', currency: 'CNY' },
  equityRatio: '10',
  valuation: { num: '300000000', currency: 'CNY' },
  deadlineOn: '2027-06-30',
  useOfProceeds: '用于产线建设与市场拓展',
  contactName: '示例甲',
  contactPhone: '19900000101',
};

/** A row of the list of requests, as its founder or staff see it. */
export interface FinancingLine {
  /** Of the request; the rows of its members have ids of their own. */
  readonly id: string;
  readonly companyId?: string;
  readonly filer?: string;
  readonly version: number;
  readonly title: string;
  readonly state: string;
  readonly todo?: string;
  readonly terms?: string;
  readonly reason?: string;
  readonly requestId: string;
  readonly project?: { readonly id: string };
  readonly dealState?: string;
  readonly dealRecord?: { readonly id: string };
}

/** Founders, staff and their requests. */
export class FinancingWorld {
  readonly contacts: ContactWorld;
  #keys = 0;

  static async open(): Promise<FinancingWorld> {
    return new FinancingWorld(await openContactWorld());
  }

  private constructor(contacts: ContactWorld) {
    this.contacts = contacts;
  }

  close(): Promise<void> {
    return this.contacts.close();
  }

  /** A request of a founder, with the id of its record. */
  async filed(founder: Contact, values: object = {}): Promise<FinancingLine> {
    const body = { clientKey: `financing-${(this.#keys += 1)}`, values: { ...REQUEST, ...values } };
    const filed = await founder.send<RecordReply>('POST', `/api/rong/company/${founder.companyId}/finance/v2`, body);
    return this.ofRecord(founder, made(filed).record.id);
  }

  /** A request that staff have published. */
  async raising(founder: Contact, values: object = {}): Promise<FinancingLine> {
    const line = await this.filed(founder, values);
    made(await this.decide(line, 'approve'));
    return this.mine(founder, line.id);
  }

  /** Makes a user a member of a company, as an accepted invitation or a claim does. */
  async join(who: Person, { companyId }: Contact, role: 'owner' | 'editor' = 'editor'): Promise<void> {
    const member = { company_id: companyId, account_id: who.uid, position: '同事', since: TEST_NOW, role };
    await this.contacts.test.services.database.db
      .insertInto('company_member')
      .values({ ...member, case_id: null })
      .execute();
  }

  async leave(who: Person, { companyId }: Contact): Promise<void> {
    made(await who.send('POST', `/api/rong/company/chuang/${companyId}/leave`));
  }

  /** A look of an investor at a project of a company, or at the company where the project is 0. */
  async looked(who: Person, { company, project }: { company: string; project: string }): Promise<void> {
    const { db } = this.contacts.test.services.database;
    const id = `8${(this.#keys += 1)}`;
    const at = TEST_NOW.toISOString();
    const place = {
      company_id: company,
      project_id: project,
      object_api_name: project === '0' ? 'InsightCompany' : 'InsightProject',
    };
    const looks = {
      title: '示例',
      day: '2026-11-20',
      first_at: at,
      last_at: at,
      opens: 1,
      seconds: 30,
      sections: [],
      source: 0,
    };
    await db
      .insertInto('record_visit')
      .values({ id, visitor_id: id, account_id: who.uid, ...place, ...looks })
      .execute();
    await this.looksAs(who, 'open');
  }

  /** What others may know of an investor's looks. */
  async looksAs(who: Person, mode: 'open' | 'institution' | 'private'): Promise<void> {
    const card = { kind: 'ORG_INVESTOR', mode } as const;
    await this.contacts.test.services.database.db
      .insertInto('visit_card')
      .values({ account_id: who.uid, ...card })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(card))
      .execute();
  }

  again(who: Pick<Contact, 'send'>, line: FinancingLine) {
    return who.send<null>('POST', `/api/rong/financing/${line.id}/again`);
  }

  async ofRecord(founder: Contact, recordId: string): Promise<FinancingLine> {
    const found = (await this.lines(founder)).find(({ requestId }) => requestId === recordId);
    if (!found) throw new Error('there is no such request');
    return found;
  }

  async mine(founder: Pick<Contact, 'send'>, id: string): Promise<FinancingLine> {
    const found = (await this.lines(founder)).find((line) => line.id === id);
    if (!found) throw new Error('there is no such request');
    return found;
  }

  async lines(who: Pick<Contact, 'send'>, objectApiName = 'MyFinancing'): Promise<FinancingLine[]> {
    const all = ['title', 'state', 'terms', 'reason', 'requestId', 'project', 'dealState', 'dealRecord'];
    const fields = [...all, ...(objectApiName === 'MyFinancing' ? ['entry', 'companyId', 'filer'] : ['todo'])];
    const body = { objectApiName, fields, pageSize: 100 };
    type Line = FinancingLine & { readonly entry?: string };
    const { list } = made(await who.send<{ list: Line[] }>('POST', `${DATA}/getLayoutAndDataList`, body));
    return list.map((line) => ({ ...line, id: line.entry ?? line.id }));
  }

  step(who: Pick<Contact, 'send'>, line: FinancingLine, step: string, more: object = {}) {
    return who.send<null>('POST', `/api/rong/financing/${line.id}/${step}`, { version: line.version, ...more });
  }

  decide(line: Pick<FinancingLine, 'id' | 'version'>, decision: string, more: object = {}) {
    const path = `/api/staff/financing/${line.id}/${decision}`;
    return this.contacts.staff.send<null>('POST', path, { version: line.version, ...more });
  }

  /** Changes some values of the request itself, as its form does. */
  async edit(founder: Pick<Contact, 'send'>, line: FinancingLine, values: object) {
    const path = `${DATA}/FinancingRequest/${line.requestId}`;
    const { version } = made(await founder.send<RecordReply>('GET', path)).record;
    return founder.send<RecordReply>('POST', path, { version, values });
  }

  /** A record as staff read it. */
  async record(apiName: string, id: string | undefined): Promise<Record<string, unknown>> {
    return made(await this.contacts.staff.send<RecordReply>('GET', `${DATA}/${apiName}/${id}`)).record;
  }

  /** Titles of the notices of a user, newest first. */
  async notices(uid: string): Promise<string[]> {
    const rows = await this.contacts.test.services.database.db
      .selectFrom('notice')
      .select('title')
      .where('account_id', '=', uid)
      .where('title', '<>', '欢迎加入')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(({ title }) => title);
  }
}
