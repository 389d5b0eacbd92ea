import type { inviteMember } from '#schemas/api/company-members.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { Database, Db } from '#server/db/database.ts';
import { mobileNumberOrNone } from '#server/platform/accounts/phone.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { invitationAnswered, memberInvited } from '#server/platform/notifications/messages-members.ts';
import { type ContactIndex, lockContact } from '#server/platform/invitations/queries.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { recordNames } from '#server/platform/parties/queries.ts';
import {
  accountBy,
  countInvitations,
  decideInvitation,
  expireInvitations,
  hasInvitationKey,
  insertEditor,
  insertInvitation,
  invitationById,
  type InvitationRow,
  isInvited,
  lockAccounts,
  lockCompany,
  membersOfCompany,
  ownedBy,
} from './queries.ts';

export interface MemberDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

const COMPANY = BINDINGS.company.object;
/** Days until an invitation ends. */
const TERM_DAYS = 14;
/** Invitations of one company within a day, and members that it may have. */
const MAX_A_DAY = 20;
const MAX_MEMBERS = 100;

/** Owners invite, users answer. An invitation makes an editor; who it reaches, its sender learns from the answer alone. */
export class Invitations {
  readonly #deps: MemberDeps;

  constructor(deps: MemberDeps) {
    this.#deps = deps;
  }

  /**
   * The answer is the same whether there is an account or not.
   * @throws Failure FORBIDDEN for those who own no company; UNKNOWN_RECORD for another company; CONFLICT where the user is a
   * member or invited already; TOO_MANY_REQUESTS.
   */
  async invite(body: BodyOf<typeof inviteMember>, actor: Member): Promise<null> {
    const { database, hints, now } = this.#deps;
    const at = now();
    const { column, values, label } = this.#named(body.who);
    const clientKey = `${actor.id}:${body.clientKey}`;
    const notified = await database.db.transaction().execute(async (trx) => {
      const companyId = await ownCompany(trx, body.company ?? null, actor);
      const contact = contactIndex(column, values);
      if (contact) await lockContact(trx, contact);
      const accountId = await accountBy(trx, column, values);
      await lockAccounts(trx, accountId === null ? [] : [accountId]);
      await lockCompany(trx, companyId);
      if (await hasInvitationKey(trx, clientKey)) return null;
      const members = await membersOfCompany(trx, companyId);
      if (!members.some((row) => row.account_id === actor.id && row.role === 'owner'))
        throw new Failure('UNKNOWN_RECORD', '企业不存在');
      await expireInvitations(trx, at, companyId);
      if (members.some((row) => row.account_id === accountId)) throw refused('该用户已是企业成员');
      if (await isInvited(trx, companyId, label, accountId))
        throw refused('已邀请过该用户，请等待对方答复或先撤回邀请');
      if (members.length >= MAX_MEMBERS) throw new Failure('TOO_MANY_REQUESTS', `企业成员最多 ${MAX_MEMBERS} 人`);
      if ((await countInvitations(trx, companyId, new Date(at.getTime() - DAY_MS))) >= MAX_A_DAY)
        throw new Failure('TOO_MANY_REQUESTS', `每天最多邀请 ${MAX_A_DAY} 人，请明天再试`);
      const expires = new Date(at.getTime() + TERM_DAYS * DAY_MS);
      const row = await insertInvitation(trx, {
        company_id: companyId,
        title: await companyName(trx, this.#deps.catalog, companyId),
        account_id: accountId,
        label,
        position: body.position.trim(),
        invited_by: actor.id,
        created_at: at,
        expires_at: expires,
        client_key: clientKey,
        phone_index: accountId === null && column === 'phone_index' ? values[0] : null,
        email_index: accountId === null && column === 'email_index' ? values[0] : null,
      });
      const target = { kind: 'invitation', id: row.id };
      const details = { companyId };
      await writeAudit(trx, { actor, action: 'company.memberInvited', target, reason: '', details }, at);
      if (accountId !== null) await notifyUser(trx, memberInvited(accountId, row, shanghaiDay(expires)), at);
      return accountId;
    });
    if (notified !== null) hints.announceNotice(notified);
    return null;
  }

  /** @throws Failure UNKNOWN_RECORD for another user's; CONFLICT where it is over or has changed. */
  async accept(id: string, version: number, actor: Member): Promise<null> {
    return this.#answer(id, version, actor, async (trx, row, at) => {
      if ((await membersOfCompany(trx, row.company_id)).length === 0) throw over('邀请已失效');
      await insertEditor(trx, row, actor.id, at);
      await decideInvitation(trx, row.id, 'accepted', at);
      const target = { kind: 'account', id: actor.id };
      const details = { companyId: row.company_id };
      await writeAudit(trx, { actor, action: 'company.memberJoined', target, reason: '', details }, at);
      return true;
    });
  }

  /** @throws Failure as `accept`. */
  async refuse(id: string, version: number, actor: Member): Promise<null> {
    return this.#answer(id, version, actor, async (trx, row, at) => {
      await decideInvitation(trx, row.id, 'refused', at);
      return false;
    });
  }

  /** @throws Failure UNKNOWN_RECORD for those who do not own the company; CONFLICT where it was answered. */
  async revoke(id: string, version: number, actor: Member): Promise<null> {
    const { database, now } = this.#deps;
    await database.db.transaction().execute(async (trx) => {
      const found = await invitationById(trx, id);
      if (!found || !(await ownedBy(trx, actor.id)).includes(found.company_id)) throw unknown();
      await lockCompany(trx, found.company_id);
      const row = waiting(await invitationById(trx, id), version, now());
      await decideInvitation(trx, row.id, 'revoked', now());
    });
    return null;
  }

  async #answer(
    id: string,
    version: number,
    actor: Member,
    work: (trx: Db, row: InvitationRow, at: Date) => Promise<boolean>,
  ): Promise<null> {
    const { database, hints, now } = this.#deps;
    const at = now();
    const sender = await database.db.transaction().execute(async (trx) => {
      const found = await invitationById(trx, id);
      // One that was taken back is as if it had never been there.
      if (found?.account_id !== actor.id || found.state === 'revoked') throw unknown();
      await lockAccounts(trx, found.invited_by === null ? [actor.id] : [actor.id, found.invited_by]);
      await lockCompany(trx, found.company_id);
      const row = waiting(await invitationById(trx, id), version, at);
      const isAccepted = await work(trx, row, at);
      if (row.invited_by !== null) await notifyUser(trx, invitationAnswered(row.invited_by, row, isAccepted), at);
      return row.invited_by;
    });
    if (sender !== null) hints.announceNotice(sender);
    return null;
  }

  /** How an account is looked for, and what is shown of the text until its user answers. */
  #named(who: string): {
    column: 'phone_index' | 'email_index' | 'username';
    values: readonly [string, ...string[]];
    label: string;
  } {
    const { vault } = this.#deps.database;
    const typed = who.trim();
    const number = mobileNumberOrNone(typed);
    if (number !== undefined)
      return {
        column: 'phone_index',
        values: vault.indexes(number, 'phone'),
        label: `手机号 ${number.slice(-11, -8)}****${number.slice(-4)}`,
      };
    const at = typed.indexOf('@');
    if (at > 0) {
      const mail = typed.toLowerCase();
      return { column: 'email_index', values: vault.indexes(mail, 'email'), label: `${typed[0]}***${mail.slice(at)}` };
    }
    return { column: 'username', values: [typed], label: typed };
  }
}

/** What is waited for where no account has it yet; a user name proves nothing, so nothing waits for one. */
function contactIndex(
  column: 'phone_index' | 'email_index' | 'username',
  values: readonly string[],
): ContactIndex | undefined {
  if (column === 'username') return undefined;
  return column === 'phone_index' ? { phone: values } : { email: values };
}

const refused = (message: string) => new Failure('CONFLICT', message, [{ field: 'who', message }]);
const unknown = () => new Failure('UNKNOWN_RECORD', '邀请不存在');
const over = (message: string) => new Failure('CONFLICT', message);

/** The invitation, where it is still as it was read. @throws Failure */
function waiting(row: InvitationRow | undefined, version: number, at: Date): InvitationRow {
  if (!row) throw unknown();
  if (row.state !== 'waiting' || row.version !== version) throw over('邀请已有变化，请刷新后再试');
  if (new Date(row.expires_at) <= at) throw over('邀请已过期，请联系邀请方重新邀请');
  return row;
}

/** The company that is meant, among those that the actor owns. @throws Failure */
async function ownCompany(trx: Db, company: string | null, actor: Member): Promise<string> {
  const owned = await ownedBy(trx, actor.id);
  const [only] = owned;
  if (only === undefined) throw new Failure('FORBIDDEN', '只有企业所有者可以邀请成员');
  if (company === null && owned.length > 1) {
    const message = '您拥有多家企业，请选择企业';
    throw new Failure('INVALID_BODY', message, [{ field: 'company', message }]);
  }
  if (company !== null && !owned.includes(company)) throw new Failure('UNKNOWN_RECORD', '企业不存在');
  return company ?? only;
}

/** The name of a company by its record. */
export async function companyName(db: Db, catalog: Catalog, id: string): Promise<string> {
  const { table, definition } = catalog.object(COMPANY);
  return (await recordNames(db, table, definition.nameField, [id])).get(id) ?? '';
}
