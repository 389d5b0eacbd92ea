import type { Correction, CorrectionPage, CorrectionState, Provenance } from '#schemas/api/corrections.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isMember, type Member } from '#shared/policy/actor.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { correctionDecided } from '#server/platform/notifications/messages.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import {
  correctionById,
  type CorrectionFilter,
  type CorrectionRow,
  corrections,
  endCorrection,
  hasPending,
  insertCorrection,
  originOf,
  pendingCount,
} from './queries.ts';
import { provenanceOf } from './provenance.ts';

export interface CorrectionDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly writer: RecordWriter;
  /** One record as a user may read it; throws where they may not. */
  readonly readRecord: (objectApiName: string, id: string, actor: Actor) => Promise<RecordReply>;
  readonly hints: NoticeHints;
  readonly now: () => Date;
}

export interface Proposal {
  readonly objectApiName: string;
  readonly id: string;
  readonly field: string;
  readonly value?: unknown;
  readonly reason: string;
  readonly evidence?: string;
}

const PAGE_SIZE = 50;
/** Undecided proposals of one person at most: a queue that staff can still work off. */
const MAX_PENDING = 50;

/**
 * Proposals to correct values: made by users who may read them, decided by staff, stored beside the history of the
 * record.
 */
export class Corrections {
  readonly #deps: CorrectionDeps;

  constructor(deps: CorrectionDeps) {
    this.#deps = deps;
  }

  /** Where one value comes from. @throws Failure as reading the record does; INVALID_QUERY for a field that is not open. */
  async provenance(apiName: string, id: string, fieldName: string, actor: Actor): Promise<Provenance> {
    const { reply, field } = await this.#openField(apiName, id, fieldName, actor);
    const { db, catalog } = this.#deps;
    const origin = await originOf(db, apiName, id, fieldName);
    const pending = isMember(actor) && (await hasPending(db, actor.id, apiName, id, fieldName));
    const stated = provenanceOf(catalog.object(apiName).definition, reply, origin);
    return { ...stated, correctable: isMember(actor) && !isComputed(field), pending };
  }

  /** @throws Failure INVALID_BODY with the problem at the field, DUPLICATE when this person’s last proposal is not decided. */
  async propose({ objectApiName, id, field: fieldName, value, reason, evidence }: Proposal, actor: Member) {
    const { db, writer, now } = this.#deps;
    const { reply, field } = await this.#openField(objectApiName, id, fieldName, actor);
    if (isComputed(field)) refuse(fieldName, '此字段由系统计算，不能纠错');
    const before = reply.record[fieldName] ?? null;
    const judged = await writer.judge(objectApiName, id, { [fieldName]: value ?? null }, this.#staffContext(actor, ''));
    const problem = judged.problems.find((candidate) => candidate.field === fieldName) ?? judged.problems[0];
    if (problem) throw new Failure('INVALID_BODY', problem.message, [problem]);
    const proposed = judged.values[fieldName] ?? null;
    if (sameValue(before, proposed)) refuse(fieldName, '与现在的值相同，无需纠错');
    const accountId = actor.id;
    const made = { objectApiName, recordId: id, field: fieldName, before, proposed, reason, accountId };
    const correctionId = await db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, accountId);
      if ((await pendingCount(trx, accountId)) >= MAX_PENDING)
        throw new Failure('TOO_MANY_REQUESTS', `您有 ${MAX_PENDING} 条纠错尚待处理，请等待处理后再提交`);
      return insertCorrection(trx, { ...made, evidence: evidence ?? null }, now());
    });
    if (correctionId === undefined) throw new Failure('DUPLICATE', `您对“${field.label}”的上一条纠错尚待处理`);
    return this.#one(correctionId, actor);
  }

  /** What a person has proposed, newest first. */
  async mine(actor: Member, state: CorrectionState | undefined, after: string | undefined): Promise<CorrectionPage> {
    return this.#page({ accountId: actor.id, state, oldestFirst: false, after }, actor);
  }

  /** What staff have before them. */
  async queue(actor: Member, state: CorrectionState | undefined, after: string | undefined): Promise<CorrectionPage> {
    return this.#page({ state, oldestFirst: state === 'pending', after }, actor);
  }

  /** @throws Failure UNKNOWN_RECORD for a proposal that is not this person's, CONFLICT when it is decided. */
  async withdraw(id: string, actor: Member): Promise<Correction> {
    await this.#deps.db.transaction().execute(async (trx) => {
      const row = await correctionById(trx, id, true);
      if (!row || row.account_id !== actor.id) throw new Failure('UNKNOWN_RECORD', '纠错不存在');
      refuseDecided(row);
      await endCorrection(trx, id, 'withdrawn', null, null, this.#deps.now());
    });
    return this.#one(id, actor);
  }

  /**
   * Decides a proposal; an accepted value is written in the same transaction.
   * @throws Failure CONFLICT when it is decided, or (details: `changed`) when the value is no longer the one corrected;
   * INVALID_BODY when the rules of today refuse the value.
   */
  async decide(
    id: string,
    { decision, note, evenIfChanged }: { decision: 'accept' | 'refuse'; note?: string; evenIfChanged?: boolean },
    actor: Member,
  ): Promise<Correction> {
    const { db, hints, now } = this.#deps;
    const said = note?.trim() ?? '';
    if (decision === 'refuse' && said === '') refuse('note', '请填写不采纳的理由');
    const proposer = await db.transaction().execute(async (trx) => {
      const row = await correctionById(trx, id, true);
      if (!row) throw new Failure('UNKNOWN_RECORD', '纠错不存在');
      refuseDecided(row);
      if (decision === 'accept') await this.#write(trx, row, evenIfChanged === true, actor);
      await endCorrection(trx, id, decision === 'accept' ? 'accepted' : 'refused', actor.id, said || null, now());
      await this.#notifyProposer(trx, row, decision, said);
      return row.account_id;
    });
    if (proposer !== null) hints.announceNotice(proposer);
    return this.#one(id, actor);
  }

  async #notifyProposer(trx: Db, row: CorrectionRow, decision: 'accept' | 'refuse', note: string): Promise<void> {
    const { id, account_id: accountId, object_api_name: apiName, field } = row;
    if (accountId === null) return;
    const object = this.#deps.catalog.find(apiName);
    const what = `${object?.definition.label ?? ''}“${object?.field(field)?.label ?? field}”`;
    await notifyUser(trx, correctionDecided({ id, account_id: accountId }, what, decision, note), this.#deps.now());
  }

  async #write(trx: Db, row: CorrectionRow, evenIfChanged: boolean, actor: Member): Promise<void> {
    const { writer } = this.#deps;
    const { object_api_name: apiName, record_id: recordId, field } = row;
    const record = await writer.read(trx, apiName, recordId);
    if (!evenIfChanged && !sameValue(record.values[field], row.before as FieldValue))
      throw new Failure('CONFLICT', '这个值在提交纠错之后已有变化，请核对后再决定', [], { changed: true });
    const context = this.#staffContext(actor, row.id);
    await writer.update(apiName, recordId, record.version, { [field]: row.proposed }, context, trx);
  }

  #staffContext(actor: Member, correctionId: string) {
    return {
      actor: actor.id,
      roles: ['staff'],
      origin: `correction:${correctionId}`,
      now: this.#deps.now(),
    };
  }

  async #page(filter: CorrectionFilter, actor: Member): Promise<CorrectionPage> {
    const rows = await corrections(this.#deps.db, filter, PAGE_SIZE + 1);
    const shown = rows.slice(0, PAGE_SIZE);
    const list = await Promise.all(shown.map((row) => this.#shown(row, actor)));
    return { list, after: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
  }

  async #one(id: string, actor: Member): Promise<Correction> {
    const row = await correctionById(this.#deps.db, id);
    if (!row) throw new Failure('UNKNOWN_RECORD', '纠错不存在');
    return this.#shown(row, actor);
  }

  /** A proposal as a user sees it: of a record that is closed to them by now, only what they wrote. */
  async #shown(row: CorrectionRow, actor: Member): Promise<Correction> {
    const { object_api_name: objectApiName, record_id: recordId, field } = row;
    const reply = await this.#deps.readRecord(objectApiName, recordId, actor).catch(() => undefined);
    const nameField = this.#deps.catalog.find(objectApiName)?.definition.nameField ?? '';
    const isOpen = reply !== undefined && !reply.locked.includes(field);
    return {
      id: row.id,
      objectApiName,
      recordId,
      recordName: String(reply?.record[nameField] ?? `#${recordId}`),
      field,
      before: isOpen ? row.before : null,
      proposed: row.proposed,
      current: isOpen ? (reply.record[field] ?? null) : null,
      reason: row.reason,
      evidence: row.evidence,
      state: row.state,
      proposer: row.proposer ?? '已离开的用户',
      createdAt: String(row.created_at),
      decidedAt: row.decided_at === null ? null : String(row.decided_at),
      note: row.note,
    };
  }

  async #openField(apiName: string, id: string, fieldName: string, actor: Actor) {
    const reply = await this.#deps.readRecord(apiName, id, actor);
    const field = this.#deps.catalog.object(apiName).field(fieldName);
    if (!field || reply.locked.includes(fieldName)) return refuse('field', `没有字段“${fieldName}”`);
    // A proposal is stored unencrypted and read by the staff who decide it.
    if (isSealed(field)) return refuse('field', `“${field.label}”加密保存，没有来源与纠错`);
    return { reply, field };
  }
}

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_BODY', message, [{ field, message }]);
}

function refuseDecided({ state }: CorrectionRow): void {
  if (state !== 'pending') throw new Failure('CONFLICT', '这条纠错已经处理过了');
}
