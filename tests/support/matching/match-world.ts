import type { MatchList, MatchOrder } from '#schemas/api/match-lists.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import { type Contact, type ContactWorld, openContactWorld } from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';

const DATA = '/api/metadata/data';
export type Who = Pick<SignedIn, 'send'>;

export interface Asked {
  readonly order?: MatchOrder;
  readonly after?: string | null;
  readonly pageSize?: number;
  readonly filter?: unknown;
  readonly keyword?: string;
  readonly lift?: readonly string[];
  readonly only?: string;
  readonly weights?: Readonly<Record<string, number>>;
}

/** What an investor looks for: a mandate that is kept, or one that is not. */
export interface AskedFor extends Asked {
  readonly mandate?: string;
  readonly draft?: object;
}

/** What a project of the tests looks for. */
const PROJECT = {
  name: '示例芯片项目',
  status: '融资中',
  industry: '基础大模型',
  region: '440300',
  targetRound: 'A轮',
  targetAmount: { num: '30000000', currency: 'CNY' },
  publishedOn: '2026-10-01',
};

/** A deal like that. */
const DEAL = {
  round: 'A轮',
  industry: '基础大模型',
  region: '440300',
  amount: { num: '30000000', currency: 'CNY' },
  verification: '已核实',
};

/** Institutions, their deals and a project of a founder. */
export class MatchWorld {
  readonly contacts: ContactWorld;
  #keys = 0;

  static async open(): Promise<MatchWorld> {
    return new MatchWorld(await openContactWorld());
  }

  private constructor(contacts: ContactWorld) {
    this.contacts = contacts;
  }

  close(): Promise<void> {
    return this.contacts.close();
  }

  /** A record that staff make. */
  async record(apiName: string, values: object): Promise<string> {
    const body = { clientKey: `matching-${(this.#keys += 1)}`, values };
    return made(await this.contacts.staff.send<RecordReply>('POST', `${DATA}/${apiName}`, body)).record.id;
  }

  /** Staff change a record. */
  async change(apiName: string, id: string, values: object): Promise<void> {
    const path = `${DATA}/${apiName}/${id}`;
    const { version } = made(await this.contacts.staff.send<RecordReply>('GET', path)).record;
    made(await this.contacts.staff.send('POST', path, { version, values }));
  }

  institution(name: string, more: object = {}): Promise<string> {
    return this.record('InsightOrg', { name, ...more });
  }

  /** Deals of an institution in companies of their own, a month apart from `2026-10` backwards. */
  async deals(institution: string, count: number, more: object = {}): Promise<void> {
    for (let at = 0; at < count; at += 1)
      await this.deal([institution], `2026-${String(10 - at).padStart(2, '0')}-05`, more);
  }

  async deal(leadInvestors: readonly string[], fundedOn: string, more: object = {}): Promise<string> {
    const title = `示例企业${(this.#keys += 1)} · A轮`;
    const company = await this.record('InsightCompany', { name: `示例被投企业${this.#keys}` });
    const links = leadInvestors.map((id) => ({ id }));
    return this.record('InsightTransaction', {
      ...DEAL,
      title,
      company: { id: company },
      fundedOn,
      leadInvestors: links,
      ...more,
    });
  }

  project(founder: Pick<Contact, 'companyId'>, more: object = {}): Promise<string> {
    return this.record('InsightProject', { ...PROJECT, company: { id: founder.companyId }, ...more });
  }

  askInvestors(who: Who, project: string, asked: Asked = {}) {
    return who.send<MatchList>('POST', '/api/rong/matching/investors', { project, ...asked });
  }

  /** Institutions for conditions that are kept nowhere, or for a request. */
  askInvestorsFor(who: Who, subject: { draft?: object; request?: string }, asked: Asked = {}) {
    return who.send<MatchList>('POST', '/api/rong/matching/investors', { ...subject, ...asked });
  }

  async investors(who: Who, project: string, asked: Asked = {}): Promise<MatchList> {
    return made(await this.askInvestors(who, project, asked));
  }

  askProjects(who: Who, asked: AskedFor = {}) {
    return who.send<MatchList>('POST', '/api/rong/matching/projects', asked);
  }

  async projects(who: Who, asked: AskedFor = {}): Promise<MatchList> {
    return made(await this.askProjects(who, asked));
  }

  /** Marks what does not fit; without a reason it is taken back. */
  mark(who: Who, mark: { project: string; institution?: string; reason?: string }) {
    return who.send<null>('POST', '/api/rong/matching/feedback', mark);
  }

  /** The names on a user's list of marks. */
  async marks(who: Who): Promise<unknown[]> {
    const body = { objectApiName: 'UnfitMatch' };
    const { list } = made(await who.send<ListReply>('POST', `${DATA}/getLayoutAndDataList`, body));
    return list.map(({ title }) => title);
  }

  /** How many records a filter opens in a list. */
  async countOf(who: Who, objectApiName: string, filter: unknown): Promise<number> {
    const body = { objectApiName, filter, exact: true };
    return made(await who.send<{ total: number }>('POST', `${DATA}/count`, body)).total;
  }
}

export const namesOf = ({ list }: MatchList): unknown[] => list.map(({ values }) => values['name']);

/** What a row says of one criterion. */
export function criterionOf({ list }: MatchList, id: string, key: string) {
  const found = list.find((row) => row.id === id)?.criteria.find((criterion) => criterion.key === key);
  if (!found) throw new Error(`Row ${id} says nothing of ${key}.`);
  return found;
}
