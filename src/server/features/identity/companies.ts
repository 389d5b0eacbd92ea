import type { CompanyState, PublicCard } from '#schemas/api/identity-companies.ts';
import type { OwnCompany } from '#schemas/api/identity.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import { isStaff, type Member } from '#shared/policy/actor.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { listAccess } from '#server/core/lists/list-access.ts';
import { haveTalked } from '#server/platform/messages/queries.ts';
import { entityOfOne } from '#server/platform/parties/entity-queries.ts';
import { meetingOf } from '#server/platform/parties/meeting-queries.ts';
import { ALL_ROWS } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { lockCase, moveCase } from './case-moves.ts';
import type { CompanyNames } from './case-view.ts';
import { membershipsOf, membersOf, openAccount } from './company-queries.ts';
import { takeBack } from './grants.ts';
import { type Freed, refuseAccompanied, refuseLastOwner, settleOwner } from './members/ownership.ts';
import { deleteMembers } from './members/queries.ts';

export interface CompanyDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly changes: AccountChanges;
  readonly freed: Freed;
  readonly now: () => Date;
}

const COMPANY = BINDINGS.company.object;
const SUGGESTIONS = 10;
/** Records of one name that are looked through for one of exactly this name. */
const SAME_NAME = 20;

/** The companies that people speak for, and those that they might. */
export class Companies {
  readonly #deps: CompanyDeps;

  constructor(deps: CompanyDeps) {
    this.#deps = deps;
  }

  /** Names of companies by id; those that are gone are left out. */
  readonly names: CompanyNames = (ids) => this.#namesOf(ids);

  /** For those who speak for these companies or decide who does. */
  #namesOf(ids: readonly string[]) {
    const { reader, catalog, now } = this.#deps;
    return reader.names(catalog.object(COMPANY), ids, { rowsOf: ALL_ROWS, today: shanghaiDay(now()) });
  }

  /** Records that a word may mean. @throws Failure when the list of the object is closed to the person. */
  async suggest(objectApiName: string, word: string, actor: Member) {
    const { catalog, reader, now } = this.#deps;
    const object = catalog.object(objectApiName);
    const { owner, scope } = listAccess(object, actor, now(), catalog);
    const { readable } = scope;
    const found = await reader.searchNames(object, { text: word.trim(), limit: SUGGESTIONS, owner, scope, readable });
    return { list: found.map(({ id, name, matched }) => ({ id, name, hint: matched ?? '' })) };
  }

  /** The company that has exactly one of these names; null when none does. */
  async known(names: readonly string[], actor: Member): Promise<{ id: string; name: string } | null> {
    for (const name of names) {
      const [same] = await this.named(COMPANY, name, actor);
      if (same) return same;
    }
    return null;
  }

  /** The records of an object that have exactly this name. @throws Failure when the list of the object is closed to the person. */
  async named(objectApiName: string, given: string, actor: Member): Promise<{ id: string; name: string }[]> {
    const { catalog, reader, now } = this.#deps;
    const object = catalog.object(objectApiName);
    const { owner, scope } = listAccess(object, actor, now(), catalog);
    const name = given.trim();
    if (name === '') return [];
    const found = await reader.searchNames(object, { text: name, limit: SAME_NAME, owner, scope });
    const same = found.filter((each) => [each.name, each.matched].some((known) => isSameName(known, name)));
    return same.map((each) => ({ id: each.id, name: each.name }));
  }

  /**
   * Refuses to take a company for a new one that is known and spoken for: handed in, it would only wait for a refusal.
   * @throws Failure DUPLICATE (details: `companyId`, `claimed`) that says what to do instead.
   */
  async refuseClaimed(values: Readonly<Record<string, unknown>>, actor: Member): Promise<void> {
    const { legalName, name } = boundValues(BINDINGS.companyForm, values);
    const names = [legalName, name].filter((each) => typeof each === 'string');
    const known = await this.known(names, actor);
    const members = known ? await membersOf(this.#deps.database.db, known.id) : [];
    if (!known || members.length === 0) return;
    const message = members.includes(actor.id)
      ? `您已是“${known.name}”的认证成员，无需重复创建`
      : `“${known.name}”已收录且已有认证成员：请改为认领该企业，审核通过后即可加入；如认为认领有误，请联系客服申诉`;
    throw new Failure('DUPLICATE', message, [{ field: BINDINGS.companyForm.fields.name.apiName, message }], {
      companyId: known.id,
      claimed: true,
    });
  }

  /** Is a company of this name known, and claimed? */
  async state(name: string, actor: Member): Promise<CompanyState> {
    const known = await this.known([name], actor);
    if (!known) return { exists: false, companyId: null, name, claimed: false, mine: false };
    const members = await membersOf(this.#deps.database.db, known.id);
    const mine = actor.id !== null && members.includes(actor.id);
    return { exists: true, companyId: known.id, name: known.name, claimed: members.length > 0, mine };
  }

  /** The companies that a person speaks for, the first one first. */
  async of(accountId: string): Promise<OwnCompany[]> {
    const { database } = this.#deps;
    const memberships = await membershipsOf(database.db, accountId);
    const ids = memberships.map((row) => row.company_id);
    const names = await this.#namesOf(ids);
    return memberships.map(({ company_id: id, position, since, role, case_id: given }) => ({
      id,
      name: names.get(id) ?? '',
      position,
      since: String(since),
      role,
      certified: given !== null,
    }));
  }

  /** Speaks for a company no longer. @throws Failure UNKNOWN_RECORD when the person does not; CONFLICT for the last owner. */
  async leave(companyId: string, actor: Member): Promise<OwnCompany[]> {
    return this.#end(companyId, actor, (trx) => refuseLastOwner(trx, companyId, actor.id));
  }

  /**
   * Gives a company up as its only member: what it asks for ends, and it is free to be claimed.
   * @throws Failure UNKNOWN_RECORD when the person does not speak for it; CONFLICT where others do.
   */
  async release(companyId: string, actor: Member): Promise<OwnCompany[]> {
    return this.#end(companyId, actor, (trx) => refuseAccompanied(trx, companyId, actor.id));
  }

  async #end(companyId: string, actor: Member, mayEnd: (trx: Db) => Promise<void>): Promise<OwnCompany[]> {
    const { database, changes, freed, now } = this.#deps;
    const accountId = actor.id;
    await database.db.transaction().execute(async (trx) => {
      const own = (await membershipsOf(trx, accountId)).find((row) => row.company_id === companyId);
      if (!own) throw new Failure('UNKNOWN_RECORD', '您不是该企业的认证成员');
      const given = own.case_id === null ? undefined : await lockCase(trx, own.case_id, now(), accountId);
      await mayEnd(trx);
      if (!given) {
        await deleteMembers(trx, [own.id]);
        return settleOwner(trx, companyId, now(), freed);
      }
      const left = await moveCase(trx, given.row, { action: 'leave', by: accountId, now: now() });
      await takeBack(trx, given.account, left, { now: now(), freed });
    });
    await changes.announce(accountId);
    return this.of(accountId);
  }

  /**
   * The public card of a person: what a certified one is, and where. Only for people whom something leads to: the contact
   * of a record, the other side of a conversation, a visitor of the user's company. Counting through ids reveals nothing.
   * @throws Failure UNKNOWN_RECORD for everyone else, and for staff, known or not.
   */
  async card(uid: string, actor: Member): Promise<PublicCard> {
    const { database, catalog } = this.#deps;
    const account = await openAccount(database.db, uid);
    const mayKnow = await this.#mayKnow(uid, actor);
    if (!account || !mayKnow) throw new Failure('UNKNOWN_RECORD', '用户不存在');
    const { entity, position } = await entityOfOne(database.db, catalog, uid);
    const { name, avatar, intro } = account;
    const roles = account.roles.filter((role) => role !== 'staff');
    return { uid, name, avatar, entityName: entity ?? '', position: position ?? '', roles, intro };
  }

  /** The same is asked of the database for every id, so that the time of the answer reveals nothing. */
  async #mayKnow(uid: string, actor: Member): Promise<boolean> {
    const { db } = this.#deps.database;
    const meeting = await meetingOf(db, actor.id, uid);
    const hasTalked = await haveTalked(db, actor.id, uid);
    if (uid === actor.id || isStaff(actor)) return true;
    return !meeting.roles.includes('staff') && (meeting.is_led_to || hasTalked);
  }
}

const isSameName = (known: string | undefined, name: string): boolean =>
  known !== undefined && known.trim().toLowerCase() === name.toLowerCase();
