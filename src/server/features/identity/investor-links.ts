import type { linkInvestor, unlinkInvestor } from '#schemas/api/investor-links.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { boundValues, recordValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import { linkParty, unlinkParty } from '#server/platform/parties/queries.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { investorLinked } from '#server/platform/notifications/messages.ts';
import { dropLink, holderOf, keepLink, linkOf } from './link-queries.ts';
import { type CaseRow, casesOf, lockAccount } from './queries.ts';

export interface LinkDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: RecordWriter;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

const INVESTOR = BINDINGS.investor.object;
const INSTITUTION = BINDINGS.institution.object;

/** What staff chose; null for none, and what is absent stays or, of a new link, is what the form names. */
export interface LinkChoice {
  readonly institution?: string | null | undefined;
  readonly investor?: string | null | undefined;
}

/** Which institution and which record of an investor certified accounts belong to. */
export class InvestorLinks {
  readonly #deps: LinkDeps;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
  }

  /**
   * @throws Failure UNKNOWN_RECORD for an account that is no certified investor; CONFLICT where another changed the link or
   * the record belongs to another account; INVALID_BODY for a record that is not there; FORBIDDEN for the actor's own.
   */
  async link(accountId: string, body: BodyOf<typeof linkInvestor>, actor: Member): Promise<null> {
    const { version, reason, ...choice } = body;
    return this.#act(accountId, version, actor, async (trx, row) => {
      const { writer, now } = this.#deps;
      const { values } = await writer.read(trx, row.object_api_name, row.record_id);
      const chosen = await this.settle(trx, row, values, choice, actor);
      await this.#audit(trx, actor, 'identity.linked', row, { reason: reason.trim(), ...chosen });
      if (chosen.name !== '') await notifyUser(trx, investorLinked(row, chosen.name, now()), now());
    });
  }

  /** @throws Failure as `link` does. */
  async unlink(accountId: string, body: BodyOf<typeof unlinkInvestor>, actor: Member): Promise<null> {
    return this.#act(accountId, body.version, actor, async (trx, row) => {
      await this.#keep(trx, row.account_id, { institutionId: null, investorId: null }, actor);
      await this.#audit(trx, actor, 'identity.unlinked', row, { reason: body.reason.trim() });
    });
  }

  /** Links an account whose row the transaction holds; gives the names of what it was linked to, joined. */
  async settle(
    trx: Db,
    row: CaseRow,
    form: RecordValues,
    { institution, investor }: LinkChoice,
    actor: Member,
  ): Promise<{ name: string; institutionId: string | null; investorId: string | null }> {
    const before = await linkOf(trx, row.account_id);
    const named = before ? before.institution_id : boundValues(BINDINGS.investorForm, form).institution?.id;
    const institutionId = (institution === undefined ? named : institution) ?? null;
    const investorId = (investor === undefined ? before?.investor_id : investor) ?? null;
    const names = [
      institutionId === null ? '' : await this.#nameOf(trx, INSTITUTION, institutionId, 'institution'),
      investorId === null ? '' : await this.#nameOf(trx, INVESTOR, investorId, 'investor'),
    ];
    if (investorId !== null) {
      const holder = await holderOf(trx, investorId);
      if (holder !== undefined && holder !== row.account_id)
        throw new Failure('CONFLICT', '该投资人资料已关联其他账号，请先取消原关联');
    }
    // Without a row nothing was decided, and the account is of the place that the form typed.
    const isDecided = before !== undefined || institutionId !== null || investorId !== null;
    if (isDecided) await this.#keep(trx, row.account_id, { institutionId, investorId }, actor);
    if (investorId !== null && investorId !== before?.investor_id) await this.#fill(trx, investorId, row, form, actor);
    return { name: names.filter((name) => name !== '').join('、'), institutionId, investorId };
  }

  async #keep(
    trx: Db,
    accountId: string,
    link: { institutionId: string | null; investorId: string | null },
    actor: Member,
  ): Promise<void> {
    const now = this.#deps.now();
    const before = await linkOf(trx, accountId);
    if (before?.investor_id && before.investor_id !== link.investorId)
      await endParty(trx, accountId, before.investor_id);
    await keepLink(trx, { accountId, ...link, by: actor.id }, now);
    if (link.investorId !== null)
      await linkParty(trx, { objectApiName: INVESTOR, recordId: link.investorId, accountId }, now);
  }

  /** What the certification says goes into what the record leaves empty; a record that the rules refuse stays as it is. */
  async #fill(trx: Db, id: string, row: CaseRow, form: RecordValues, actor: Member): Promise<void> {
    const { writer, now } = this.#deps;
    const record = await writer.read(trx, INVESTOR, id);
    const { institution, institutionName, position, industries, phases, areas, currency, minCheck, maxCheck } =
      boundValues(BINDINGS.investorForm, form);
    const known = boundValues(BINDINGS.investor, record.values);
    const isPlaced = known.institution !== undefined || known.institutionName !== undefined;
    const said = recordValues(BINDINGS.investor, {
      ...(!isPlaced && { institution, institutionName: institution ? undefined : institutionName }),
      position,
      industries,
      phases,
      areas,
      currency,
      ...(known.minCheck === undefined && known.maxCheck === undefined && { minCheck, maxCheck }),
    });
    const isEmpty = (value: unknown) =>
      value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    const missing = Object.fromEntries(Object.entries(said).filter(([apiName]) => isEmpty(record.values[apiName])));
    if (Object.keys(missing).length === 0) return;
    const context = { actor: actor.id, roles: ['staff'], origin: `identity:${row.id}`, now: now() };
    try {
      await writer.update(INVESTOR, id, record.version, missing, context, trx);
    } catch (thrown) {
      if (!(thrown instanceof Failure && thrown.failure === 'INVALID_BODY')) throw thrown;
    }
  }

  async #nameOf(trx: Db, apiName: string, id: string, field: string): Promise<string> {
    const { writer } = this.#deps;
    try {
      const { values } = await writer.read(trx, apiName, id);
      return String(values[this.#deps.catalog.object(apiName).definition.nameField] ?? '');
    } catch (thrown) {
      if (!(thrown instanceof Failure && thrown.failure === 'UNKNOWN_RECORD')) throw thrown;
      throw new Failure('INVALID_BODY', undefined, [{ field, message: '所选记录不存在' }]);
    }
  }

  async #act(
    accountId: string,
    version: number,
    actor: Member,
    work: (trx: Db, row: CaseRow) => Promise<void>,
  ): Promise<null> {
    const { database, hints } = this.#deps;
    await database.db.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, accountId);
      const cases = account ? await casesOf(trx, account.id) : [];
      const row = cases.find(({ kind, state }) => kind === 'investor' && state === 'APPROVED');
      if (!row) throw new Failure('UNKNOWN_RECORD', '该账号不是已认证的投资人');
      if (accountId === actor.id) throw new Failure('FORBIDDEN', '不能修改自己账号的关联');
      if (((await linkOf(trx, accountId))?.version ?? 1) !== version)
        throw new Failure('CONFLICT', '关联已有变化，请刷新后再试');
      await work(trx, row);
    });
    hints.announceNotice(accountId);
    return null;
  }

  async #audit(trx: Db, actor: Member, action: string, row: CaseRow, said: { reason: string } & Partial<LinkedIds>) {
    const { reason, institutionId = null, investorId = null } = said;
    const details = { caseId: row.id, institutionId, investorId };
    const target = { kind: 'account', id: row.account_id };
    await writeAudit(trx, { actor, action, target, reason, details }, this.#deps.now());
  }
}

interface LinkedIds {
  readonly institutionId: string | null;
  readonly investorId: string | null;
}

const endParty = async (trx: Db, accountId: string, recordId: string): Promise<void> =>
  void (await unlinkParty(trx, { objectApiName: INVESTOR, recordId, accountId }));

/** Ends the link of an account that is no certified investor any more. */
export async function endLink(trx: Db, accountId: string): Promise<void> {
  const link = await dropLink(trx, accountId);
  if (link?.investor_id) await endParty(trx, accountId, link.investor_id);
}
