import type { RecordReply } from '#schemas/api/records.ts';
import { type ContactWorld, openContactWorld } from '#tests/support/contacts/contact-world.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import { made } from '#tests/support/editing.ts';

const DATA = '/api/metadata/data';

/** A row of a list of entries. */
export interface PipelineLine {
  readonly id: string;
  readonly version: number;
  readonly entry?: string;
  readonly title: string;
  readonly state: string;
  readonly reason?: string;
  readonly cause?: string;
  readonly amount?: { readonly num: string; readonly currency: string; readonly equivalentMoney?: string };
  readonly nextStep?: string;
  readonly nextOn?: string;
  readonly note?: string;
  readonly owner?: string;
  readonly mine?: boolean;
  readonly undoable?: boolean;
}
type Who = Pick<SignedIn, 'send'>;

/** Founders and investors with their lists. */
export class PipelineWorld {
  readonly contacts: ContactWorld;
  #keys = 0;

  static async open(): Promise<PipelineWorld> {
    return new PipelineWorld(await openContactWorld());
  }

  private constructor(contacts: ContactWorld) {
    this.contacts = contacts;
  }

  close(): Promise<void> {
    return this.contacts.close();
  }

  key(): string {
    this.#keys += 1;
    return `pipeline-${this.#keys}`;
  }

  /** A record of the directory that staff make. */
  async record(objectApiName: string, name: string, more: object = {}): Promise<string> {
    const body = { clientKey: this.key(), values: { name, ...more } };
    return made(await this.contacts.staff.send<RecordReply>('POST', `${DATA}/${objectApiName}`, body)).record.id;
  }

  follow(who: Who, kind: 'institution' | 'deal', body: object) {
    return who.send<null>('POST', `/api/rong/pipeline/${kind}`, { clientKey: this.key(), ...body });
  }

  async lines(who: Who, objectApiName: 'CompanyPipeline' | 'InvestorPipeline' = 'CompanyPipeline') {
    const shared = ['title', 'state', 'reason', 'amount', 'nextStep', 'nextOn', 'note', 'undoable'];
    const fields = objectApiName === 'CompanyPipeline' ? [...shared, 'entry', 'cause', 'owner', 'mine'] : shared;
    const body = { objectApiName, fields, pageSize: 100 };
    return made(await who.send<{ list: PipelineLine[] }>('POST', `${DATA}/getLayoutAndDataList`, body)).list;
  }

  /** The only entry of a list. */
  async line(who: Who, objectApiName: 'CompanyPipeline' | 'InvestorPipeline' = 'CompanyPipeline') {
    const [line, ...others] = await this.lines(who, objectApiName);
    if (!line || others.length > 0) throw new Error('there is not exactly one entry');
    return line;
  }

  step(who: Who, line: PipelineLine, step: string, more: object = {}) {
    return who.send<null>('POST', `/api/rong/pipeline/${line.entry ?? line.id}/${step}`, {
      version: line.version,
      ...more,
    });
  }

  /** The states that the entries of a list went through, the latest first. */
  async moves(who: Who): Promise<unknown[]> {
    const body = { objectApiName: 'PipelineMove', fields: ['fromState', 'toState', 'cause', 'person'], pageSize: 100 };
    const { list } = made(
      await who.send<{ list: Record<string, unknown>[] }>('POST', `${DATA}/getLayoutAndDataList`, body),
    );
    return list.map(({ fromState, toState, cause }) => [fromState, toState, cause]);
  }
}
