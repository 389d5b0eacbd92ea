import { IDENTITY_OBJECTS, type IdentityCase, type IdentityKind, type Submission } from '#schemas/api/identity.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { mayReadField, maySeeSome } from '#shared/policy/decide.ts';
import { exclusionOf, isOpenCase, nextState } from '#shared/policy/identity.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { AccountChanges } from '#server/platform/accounts/account-changes.ts';
import { contentKey } from '#server/http/content-key.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { formContext } from '#server/core/records/judgement.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import type { StoredRecord } from '#server/core/records/queries.ts';
import { expireDue, lockCase, moveCase } from './case-moves.ts';
import { caseView, certificationStates, type CompanyNames } from './case-view.ts';
import { certifiedFor } from './company-queries.ts';
import { dropDraft, NO_COMPANY } from '#server/platform/drafts/queries.ts';
import type { EmailProof } from './email-proof.ts';
import { wantedRole } from './grants.ts';
import { refuseUnfitNames } from './unfit-names.ts';
import { type CaseChange, type CaseRow, casesOf, insertCase, insertEvents, lockAccount } from './queries.ts';

export interface SubmissionDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: RecordWriter;
  readonly changes: AccountChanges;
  /** One record as a user may read it; throws where the user may not. */
  readonly readRecord: (objectApiName: string, id: string, actor: Member) => Promise<RecordReply>;
  readonly email: EmailProof;
  readonly companyNames: CompanyNames;
  /** The name of the platform, which no user may have. */
  readonly productName: string;
  readonly now: () => Date;
}

type KeyedSubmission = Submission & { readonly clientKey: string };

/** What people hand in to be certified. Record, submission, history and what follows from them are one transaction. */
export class Submissions {
  readonly #deps: SubmissionDeps;

  constructor(deps: SubmissionDeps) {
    this.#deps = deps;
  }

  /**
   * Hands in a form, or a refused one again. The same `clientKey` again gives what it made the first time; without one the
   * same values do, unless that submission was refused or withdrawn: then they hand it in again.
   * @throws Failure INVALID_BODY with problems by field; IDENTITY_EXCLUSIVE (details: `reason`); DUPLICATE where the person
   * has one already; UNKNOWN_RECORD for a submission that is not this person's; CONFLICT when it cannot be mended now.
   */
  async submit(kind: IdentityKind, given: Submission, actor: Member): Promise<IdentityCase> {
    const clientKey = given.clientKey ?? contentKey([kind, given.caseId ?? null, given.values]);
    const submission = { ...given, clientKey };
    const { database, catalog, email, productName, now } = this.#deps;
    this.#refuseClosedFields(kind, submission.values, actor);
    refuseUnfitNames(catalog.object(IDENTITY_OBJECTS[kind]).definition, submission.values, productName);
    const { row, isNew } = await database.db.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, actor.id);
      if (!account) throw new Failure('SESSION_INVALID');
      await expireDue(trx, now(), account.id);
      const own = await casesOf(trx, account.id);
      const known = own.find((each) => each.client_key === clientKey);
      if (known && known.kind !== kind) throw new Failure('DUPLICATE');
      const isAgain = given.clientKey === undefined && known && nextState(known.state, 'resubmit') !== undefined;
      if (known && !isAgain) return { row: known, isNew: false };
      const before = caseToMend(kind, own, given.caseId ?? known?.id);
      refuseExcluded(kind, account.roles, own);
      refuseSecond(kind, own, before);
      const record = await this.#write(trx, kind, before, submission, actor);
      // A key of long ago, whose submission was handed in again under another one since.
      const taken = own.find((row) => !before && row.kind === kind && row.record_id === record.id);
      if (taken) return { row: taken, isNew: false };
      const kept = await this.#keep(trx, { kind, before, submission, record }, actor);
      await dropDraft(trx, { accountId: account.id, objectApiName: IDENTITY_OBJECTS[kind], companyId: NO_COMPANY });
      return { row: kept, isNew: true };
    });
    // A mail that does not go out now can be sent again by the person.
    if (isNew && row.state === 'EMAIL_PENDING') await email.sendFirst(row.account_id);
    return this.#shown(row);
  }

  /** Everything that a user handed in, newest first, in its present state. */
  async mine(actor: Member): Promise<IdentityCase[]> {
    const rows = await this.rows(actor);
    return rows.map(await caseView(rows, this.#deps.companyNames));
  }

  /** As `mine`, as it is kept. */
  async rows(actor: Member): Promise<CaseRow[]> {
    const { database, now } = this.#deps;
    const accountId = actor.id;
    const rows = await casesOf(database.db, accountId);
    const isDue = (row: CaseRow) =>
      row.state === 'EMAIL_PENDING' && row.email_due_at !== null && new Date(row.email_due_at) <= now();
    if (!rows.some(isDue)) return rows;
    await database.db.transaction().execute((trx) => expireDue(trx, now(), accountId));
    return casesOf(database.db, accountId);
  }

  /** One of the actor's own submissions with its record. @throws Failure UNKNOWN_RECORD for another person's as for none. */
  async one(id: string, actor: Member): Promise<{ case: IdentityCase; record: RecordReply }> {
    const row = (await this.rows(actor)).find((each) => each.id === id);
    if (!row) throw new Failure('UNKNOWN_RECORD', '认证不存在');
    const record = await this.#deps.readRecord(row.object_api_name, row.record_id, actor);
    return {
      case: await this.#shown(row),
      record: { ...record, editable: nextState(row.state, 'resubmit') !== undefined },
    };
  }

  /** Takes a submission back. @throws Failure UNKNOWN_RECORD, CONFLICT when it is decided. */
  async withdraw(id: string, actor: Member): Promise<IdentityCase> {
    const now = this.#deps.now();
    const row = await this.#deps.database.db.transaction().execute(async (trx) => {
      const { row: locked } = await lockCase(trx, id, now, actor.id);
      return moveCase(trx, locked, { action: 'withdraw', by: actor.id, now });
    });
    return this.#shown(row);
  }

  async #shown(row: CaseRow): Promise<IdentityCase> {
    return (await caseView([row], this.#deps.companyNames))(row);
  }

  async #write(
    trx: Db,
    kind: IdentityKind,
    before: CaseRow | undefined,
    { clientKey, values }: KeyedSubmission,
    actor: Member,
  ): Promise<StoredRecord> {
    const { writer, now } = this.#deps;
    const apiName = IDENTITY_OBJECTS[kind];
    const context = formContext(actor, now());
    if (!before) return writer.create(apiName, clientKey, values, context, trx);
    const { version } = await writer.read(trx, apiName, before.record_id);
    return writer.update(apiName, before.record_id, version, values, context, trx);
  }

  /** The submission itself: a new one, or the one before in its new state. */
  async #keep(
    trx: Db,
    handed: { kind: IdentityKind; before: CaseRow | undefined; submission: KeyedSubmission; record: StoredRecord },
    actor: Member,
  ): Promise<CaseRow> {
    const { kind, before, submission, record } = handed;
    const { catalog, email, now } = this.#deps;
    const at = now();
    const apiName = IDENTITY_OBJECTS[kind];
    const companyId = kind === 'claim' ? (boundValues(BINDINGS.claimForm, record.values).company?.id ?? null) : null;
    if (companyId !== null && (await certifiedFor(trx, companyId)).includes(actor.id))
      throw new Failure('DUPLICATE', '您已是该企业的认证成员');
    const proof = email.demand(kind, record.values, before, at);
    const change = {
      title: String(record.values[catalog.object(apiName).definition.nameField] ?? ''),
      role: wantedRole(kind, record.values),
      company_id: companyId,
      client_key: submission.clientKey,
      submitted_at: at.toISOString(),
      decided_by: null,
      decided_at: null,
      reason: null,
      ...proof.change,
    } satisfies CaseChange;
    const { state } = proof;
    if (before) {
      const row = await moveCase(trx, before, { action: 'resubmit', by: actor.id, now: at, to: state }, change);
      return email.seal(trx, row, proof.address);
    }
    const account = { account_id: actor.id, kind, object_api_name: apiName, record_id: record.id, state };
    const row = await insertCase(trx, { ...change, ...account });
    await insertEvents(trx, [{ caseId: row.id, actorId: actor.id, event: 'submitted', state, reason: null }], at);
    return email.seal(trx, row, proof.address);
  }

  /** What is kept for others may not be written either. */
  #refuseClosedFields(kind: IdentityKind, values: Readonly<Record<string, unknown>>, actor: Member): void {
    const { fields } = this.#deps.catalog.object(IDENTITY_OBJECTS[kind]).definition;
    const closed = fields.find(
      (field) =>
        Object.hasOwn(values, field.apiName) && !mayReadField(actor, field, actor.id) && !maySeeSome(actor, field),
    );
    if (closed)
      throw new Failure('INVALID_BODY', undefined, [{ field: closed.apiName, message: '没有权限修改此字段' }]);
  }
}

/**
 * The earlier submission that is handed in again: the one named, and of the certifications that a person has once for
 * ever the one that there is.
 */
function caseToMend(kind: IdentityKind, own: readonly CaseRow[], caseId: string | undefined): CaseRow | undefined {
  const isOnce = kind === 'investor' || kind === 'serviceOrg';
  const found = own.find((row) => row.kind === kind && (caseId === undefined ? isOnce : row.id === caseId));
  if (caseId !== undefined && !found) throw new Failure('UNKNOWN_RECORD', '认证不存在');
  return found;
}

function refuseExcluded(kind: IdentityKind, roles: readonly string[], own: readonly CaseRow[]): void {
  const excluded = exclusionOf(kind, certificationStates(roles, own));
  if (!excluded) return;
  const { message, reason } = excluded;
  throw new Failure('IDENTITY_EXCLUSIVE', message, [{ field: '', message: reason }], { reason });
}

function refuseSecond(kind: IdentityKind, own: readonly CaseRow[], before: CaseRow | undefined): void {
  if (own.some((row) => row.kind === kind && isOpenCase(row.state)))
    throw new Failure('DUPLICATE', '您的上一次提交正在审核，请等待结果');
  if (before?.state === 'APPROVED') throw new Failure('DUPLICATE', '您已通过此认证');
}
