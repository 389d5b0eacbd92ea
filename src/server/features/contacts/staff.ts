import type { changeRecordParty, changeWhiteList } from '#schemas/api/contact-staff.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isInvestor } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { existingIds } from '#server/core/records/queries.ts';
import { linkParty, unlinkParty } from '#server/platform/parties/queries.ts';
import { delist, enlist, openAccount } from './white-list-queries.ts';

interface StaffDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly now: () => Date;
}

/** What staff decide about contacts: the white list, and who is the contact of a record. Every staff action goes into the audit log. */
export class ContactStaff {
  readonly #deps: StaffDeps;

  constructor(deps: StaffDeps) {
    this.#deps = deps;
  }

  /** @throws Failure UNKNOWN_RECORD for no such account; INVALID_BODY for one that is no investor; CONFLICT when it is so already. */
  async changeList(change: BodyOf<typeof changeWhiteList>, actor: Actor) {
    const { db, now } = this.#deps;
    const { listed } = change;
    const reason = change.reason.trim();
    return db.transaction().execute(async (trx) => {
      const account = await this.#account(trx, change.account);
      if (listed && !isInvestor({ id: account.id, name: account.name, roles: account.roles, vipType: 0 })) {
        const message = '只有已认证的投资人可以加入白名单';
        throw new Failure('INVALID_BODY', message, [{ field: 'account', message }]);
      }
      const entry = { accountId: account.id, reason, by: actor.id };
      const isDone = listed ? await enlist(trx, entry, now()) : await delist(trx, account.id);
      if (!isDone) throw new Failure('CONFLICT', listed ? '该账号已在白名单中' : '该账号不在白名单中');
      const action = listed ? 'contact.whiteListed' : 'contact.whiteListEnded';
      await writeAudit(trx, { actor, action, target: { kind: 'account', id: account.id }, reason }, now());
      return { uid: account.id, listed };
    });
  }

  /**
   * @throws Failure UNKNOWN_OBJECT for an object whose records lead to no user; UNKNOWN_RECORD for no such record or
   * account; CONFLICT when it is so already.
   */
  async changeParty(change: BodyOf<typeof changeRecordParty>, actor: Actor) {
    const { db, now } = this.#deps;
    const { objectApiName, recordId, linked } = change;
    const reason = change.reason.trim();
    return db.transaction().execute(async (trx) => {
      const account = await this.#account(trx, change.account);
      const existing = await existingIds(trx, this.#partyTable(objectApiName), [recordId]);
      if (!existing.has(recordId)) throw new Failure('UNKNOWN_RECORD');
      const party = { objectApiName, recordId, accountId: account.id };
      const isDone = linked ? await linkParty(trx, party, now()) : await unlinkParty(trx, party);
      if (!isDone) throw new Failure('CONFLICT', linked ? '该账号已是此记录的联系人' : '该账号不是此记录的联系人');
      const action = linked ? 'contact.partyNamed' : 'contact.partyEnded';
      const details = { objectApiName, recordId };
      await writeAudit(trx, { actor, action, target: { kind: 'account', id: account.id }, reason, details }, now());
      return { uid: account.id, linked };
    });
  }

  #partyTable(objectApiName: string): string {
    const { saved, table } = this.#deps.catalog.object(objectApiName);
    if (!saved.party) throw new Failure('UNKNOWN_OBJECT', `“${saved.label}”的记录没有联系人`);
    return table;
  }

  async #account(db: Db, id: string) {
    const account = await openAccount(db, id);
    if (!account) throw new Failure('UNKNOWN_RECORD', '账号不存在');
    return account;
  }
}
