import {
  type Contact,
  type ContactWorld,
  openContactWorld,
  type Person,
} from '#tests/support/contacts/contact-world.ts';
import { made } from '#tests/support/editing.ts';

/** A row of the list of members. */
export interface MemberLine {
  readonly version: number;
  readonly entry: string;
  readonly name: string;
  readonly role: 'owner' | 'editor' | 'invited';
  readonly state: 'joined' | 'waiting';
  readonly certified: boolean;
  readonly mine: boolean;
  readonly manage: boolean;
}
/** A row of the list of invitations that a user got. */
export interface InvitationLine {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly state: string;
}

/** Companies with their members, and users who are invited. */
export class MemberWorld {
  readonly contacts: ContactWorld;
  #keys = 0;

  static async open(): Promise<MemberWorld> {
    return new MemberWorld(await openContactWorld());
  }

  private constructor(contacts: ContactWorld) {
    this.contacts = contacts;
  }

  get db() {
    return this.contacts.test.services.database.db;
  }

  close(): Promise<void> {
    return this.contacts.close();
  }

  async username(who: Person): Promise<string> {
    const row = await this.db.selectFrom('account').select('username').where('id', '=', who.uid).executeTakeFirst();
    return row?.username ?? '';
  }

  invite(owner: Person, who: string, more: object = {}) {
    this.#keys += 1;
    const body = { clientKey: `member-key-${this.#keys}`, who, position: '财务总监', ...more };
    return owner.send<null>('POST', '/api/rong/company/member/invite', body);
  }

  async members(who: Person): Promise<MemberLine[]> {
    const fields = ['entry', 'name', 'role', 'state', 'certified', 'mine', 'manage'];
    return this.#list<MemberLine>(who, 'CompanyMember', fields);
  }

  invitations(who: Person): Promise<InvitationLine[]> {
    return this.#list<InvitationLine>(who, 'CompanyInvitation', ['title', 'state']);
  }

  /** The invitation that came last. */
  async invitation(who: Person): Promise<InvitationLine> {
    const line = (await this.invitations(who))[0];
    if (!line) throw new Error('no invitation came');
    return line;
  }

  answer(who: Person, line: InvitationLine, how: 'accept' | 'refuse') {
    const { version } = line;
    return who.send<null>('POST', `/api/rong/company/invitation/${line.id}/${how}`, { version });
  }

  act(who: Person, line: Pick<MemberLine, 'entry' | 'version'>, step: string, more: object = {}) {
    const path = step === 'revoke' ? `invitation/${line.entry}/revoke` : `member/${line.entry}/${step}`;
    return who.send<null>('POST', `/api/rong/company/${path}`, { version: line.version, ...more });
  }

  leave(who: Person, companyId: string) {
    return who.send('POST', `/api/rong/company/chuang/${companyId}/leave`);
  }

  /** A user whom the owner of a company has invited, and who has accepted. */
  async editor(owner: Contact, roles: readonly string[] = []): Promise<Person> {
    const editor = await this.contacts.person(roles);
    made(await this.invite(owner, await this.username(editor)));
    made(await this.answer(editor, await this.invitation(editor), 'accept'));
    return editor;
  }

  /** The line of a member, as another sees it. */
  async lineOf(viewer: Person, name: string): Promise<MemberLine> {
    const line = (await this.members(viewer)).find((each) => each.name === name);
    if (!line) throw new Error(`${name} is no member`);
    return line;
  }

  async #list<Line>(who: Person, objectApiName: string, fields: readonly string[]): Promise<Line[]> {
    const body = { objectApiName, fields, pageSize: 100 };
    return made(await who.send<{ list: Line[] }>('POST', '/api/metadata/data/getLayoutAndDataList', body)).list;
  }
}
