import { createHash, randomBytes } from 'node:crypto';
import type { CaseState, IdentityKind } from '#schemas/api/identity.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import { freeMailComplaint, plainAddress } from '#shared/policy/free-mail.ts';
import type { Database, Db } from '#server/db/database.ts';
import { maskedEmail } from '#shared/validation/masked-value.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { emailPlace } from '#server/platform/accounts/email.ts';
import { byOwner } from '#server/platform/accounts/owner-action.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { CERTIFICATIONS } from '#server/platform/notifications/messages.ts';
import { deliverInvitations } from '#server/platform/invitations/deliver-invitations.ts';
import type { MailSender } from '#server/platform/providers/mail/mail-sender.ts';
import { expireDue, moveCase } from './case-moves.ts';
import { caseOfMail, insertMail, mailsSince, setAccountEmail, takeMail } from './email-queries.ts';
import { type CaseChange, type CaseRow, caseById, casesOf, keepEmail, lockAccount } from './queries.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/durations.ts';

export interface EmailProofDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly mail: MailSender;
  readonly productName: string;
  /** The origin of links. @throws Failure UNAVAILABLE where it is not known. */
  readonly linkOrigin: () => string;
  readonly now: () => Date;
  /** Called for mails that could not be sent; without the address. */
  readonly complain: (error: unknown) => void;
}

/** The forms that name a work address. */
const MAILED = { serviceOrg: BINDINGS.serviceOrgForm, investor: BINDINGS.investorForm } as const;
const NO_MAIL = { email_index: null, email_sealed: null, email_verified_at: null, email_due_at: null } as const;
/** How long a link can be opened. */
const TERM_MS = DAY_MS;
/** Mails at most: to keep a person's finger off the button, and a stranger's mailbox from being filled. */
const LIMITS = [
  { within: 60 * 1000, perAccount: 1, perAddress: 1 },
  { within: HOUR_MS, perAccount: 5, perAddress: 5 },
  { within: DAY_MS, perAccount: 10, perAddress: 10 },
] as const;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
/** Where the work address of a case is sealed. */
export const casePlace = (caseId: string): string => `identity_case.email:${caseId}`;

/** The option set whose options are the domains of free mail: staff keep it like every other. */
const FREE_MAIL = 'freeMail';

/** What proving an address asks of a submission: the state that it goes to, and the address as it is kept; none for none. */
interface Demand {
  readonly state: CaseState;
  readonly address: string | undefined;
  readonly change: CaseChange;
}

/** Proves that a work address is the user's own: a link is sent there, which works once and for a day. */
export class EmailProof {
  readonly #deps: EmailProofDeps;

  constructor(deps: EmailProofDeps) {
    this.#deps = deps;
  }

  /** Why an address cannot vouch for where a user works; undefined when it can. */
  complaint(address: string): string | undefined {
    const options = this.#deps.catalog.optionSets.get(FREE_MAIL)?.options ?? [];
    const domains = options.filter(({ retired }) => !retired).map(({ value }) => value.toLowerCase());
    return freeMailComplaint(address, domains);
  }

  /**
   * What the address of a form asks for; one that this submission has proved already asks for nothing, nor does an investor
   * who names none.
   * @throws Failure INVALID_BODY.
   */
  demand(kind: IdentityKind, values: RecordValues, before: CaseRow | undefined, now: Date): Demand {
    const form = kind === 'serviceOrg' || kind === 'investor' ? MAILED[kind] : undefined;
    const address = plainAddress(form ? (boundValues(form, values).workEmail ?? '') : '');
    if (!form || (kind === 'investor' && address === ''))
      return { state: 'PENDING', address: undefined, change: NO_MAIL };
    const message = this.complaint(address);
    if (message !== undefined)
      throw new Failure('INVALID_BODY', undefined, [{ field: form.fields.workEmail.apiName, message }]);
    const { vault } = this.#deps.database;
    if (before?.email_index && vault.isIndex(before.email_index, address, 'email') && before.email_verified_at !== null)
      return { state: 'PENDING', address, change: {} };
    const dueAt = new Date(now.getTime() + TERM_MS).toISOString();
    return {
      state: 'EMAIL_PENDING',
      address,
      change: { email_index: vault.index(address, 'email'), email_verified_at: null, email_due_at: dueAt },
    };
  }

  /** The address of a submission as staff read it, and when it was proved; null where there is none. */
  shown(row: CaseRow): { address: string; verifiedAt: string | null } | null {
    if (row.email_sealed === null) return null;
    const address = maskedEmail(this.#deps.database.vault.open(row.email_sealed, casePlace(row.id)));
    return { address, verifiedAt: row.email_verified_at === null ? null : String(row.email_verified_at) };
  }

  /** Keeps the address with its submission, sealed. */
  async seal(trx: Db, row: CaseRow, address: string | undefined): Promise<CaseRow> {
    if (address === undefined) return row;
    const sealed = this.#deps.database.vault.seal(address, casePlace(row.id));
    await keepEmail(trx, row.id, sealed);
    return { ...row, email_sealed: sealed };
  }

  /** The mail that goes out with a submission; that it does not go out is no reason to lose the submission. */
  async sendFirst(accountId: string): Promise<void> {
    await this.send(accountId).catch((error: unknown) => this.#deps.complain(error));
  }

  /**
   * Sends the link again. Earlier links stop working.
   * @throws Failure UNKNOWN_RECORD when nothing waits for a mail, TOO_MANY_REQUESTS, UNAVAILABLE when it cannot be sent.
   */
  async send(accountId: string): Promise<{ sentTo: string; dueAt: string }> {
    const { database, mail, now, productName, linkOrigin, complain } = this.#deps;
    const origin = linkOrigin();
    const token = randomBytes(32).toString('base64url');
    const { address, dueAt, kind } = await database.db.transaction().execute(async (trx) => {
      const at = now();
      await lockAccount(trx, accountId);
      await expireDue(trx, at, accountId);
      const row = (await casesOf(trx, accountId)).find(({ state }) => state === 'EMAIL_PENDING');
      if (!row?.email_index || !row.email_sealed) throw new Failure('UNKNOWN_RECORD', '没有等待验证的邮箱');
      const opened = database.vault.open(row.email_sealed, casePlace(row.id));
      await this.#refuseTooMany(trx, accountId, database.vault.indexes(opened, 'email'), at);
      const due = new Date(at.getTime() + TERM_MS);
      await insertMail(trx, { hash: hashOf(token), row, index: row.email_index }, at, due);
      return { address: opened, dueAt: due.toISOString(), kind: row.kind };
    });
    const link = `${origin}/#/verifyEmail?token=${token}`;
    try {
      await mail.send({
        to: address,
        subject: `${productName}：请验证您的工作邮箱`,
        text: `您好：\n\n您正在${productName}申请${CERTIFICATIONS[kind]}。请在 24 小时内打开以下链接完成邮箱验证：\n\n${link}\n\n链接仅可使用一次。如非本人操作，请忽略此邮件。`,
      });
    } catch (error) {
      complain(error);
      throw new Failure('UNAVAILABLE', '邮件发送失败，请稍后重试');
    }
    return { sentTo: maskedEmail(address), dueAt };
  }

  /** Takes a token. @throws Failure VERIFY_CODE_WRONG, in one word for one that never was, was used, is old, or was replaced. */
  async verify(token: string): Promise<{ kind: IdentityKind; orgName: string }> {
    const { database, now } = this.#deps;
    const hash = hashOf(token);
    const row = await database.db.transaction().execute(async (trx) => {
      const found = await caseOfMail(trx, hash);
      if (!found) return undefined;
      if (!(await lockAccount(trx, found.account_id))) return undefined;
      await expireDue(trx, now(), found.account_id);
      if (!(await takeMail(trx, hash, now()))) return undefined;
      const waiting = await caseById(trx, found.case_id);
      if (waiting?.state !== 'EMAIL_PENDING' || waiting.email_sealed === null) return undefined;
      const address = database.vault.open(waiting.email_sealed, casePlace(waiting.id));
      if (!database.vault.isIndex(found.email_index, address, 'email')) return undefined;
      await this.#giveToAccount(trx, waiting, address);
      await deliverInvitations(trx, waiting.account_id, { email: database.vault.indexes(address, 'email') }, now());
      const proved = { email_verified_at: now().toISOString(), email_due_at: null };
      return moveCase(trx, waiting, { action: 'verifyEmail', by: waiting.account_id, now: now() }, proved);
    });
    if (!row) throw new Failure('VERIFY_CODE_WRONG', '链接无效、已使用或已过期，请登录后重新发送验证邮件');
    // An investor's submission is named by the user, whose name is not for the owner of a mistyped address.
    return { kind: row.kind, orgName: row.kind === 'investor' ? '' : row.title };
  }

  /** A proved address reaches the owner of the account: warnings go there, and links that set a forgotten password. */
  async #giveToAccount(trx: Db, row: CaseRow, address: string): Promise<void> {
    const { vault } = this.#deps.database;
    const sealed = vault.seal(address, emailPlace(row.account_id));
    const indexes = vault.indexes(address, 'email');
    await setAccountEmail(
      trx,
      { id: row.account_id, index: vault.index(address, 'email'), indexes, sealed },
      this.#deps.now(),
    );
    await writeAudit(trx, { ...byOwner(row.account_id), action: 'account.emailChanged' }, this.#deps.now());
  }

  async #refuseTooMany(trx: Db, accountId: string, indexes: readonly string[], at: Date): Promise<void> {
    for (const { within, perAccount, perAddress } of LIMITS) {
      const sent = await mailsSince(trx, accountId, indexes, new Date(at.getTime() - within));
      if (sent.ofAccount >= perAccount || sent.toAddress >= perAddress)
        throw new Failure('TOO_MANY_REQUESTS', '验证邮件发送过于频繁，请稍后再试');
    }
  }
}
