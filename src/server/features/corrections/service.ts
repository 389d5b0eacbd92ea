import type { Provenance } from '#schemas/api/corrections.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isAutomatic, isFromOthers } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isMember, type Member } from '#shared/policy/actor.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import type { Db } from '#server/db/database.ts';
import { type NoticeHints, notifyUser } from '#server/platform/notifications/notify-user.ts';
import { correctionDecided } from '#server/platform/notifications/messages.ts';
import { lockAccountForLimit } from '#server/platform/limits/account-lock.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import {
  correctionById,
  type CorrectionRow,
  endCorrection,
  hasPending,
  insertCorrection,
  MAX_PENDING,
  originOf,
  pendingCount,
} from './queries.ts';
import { countedFacts } from './counted-facts.ts';
import { countedSource, provenanceOf } from './provenance.ts';
import { valueWords, type WordSources } from './value-words.ts';

export interface CorrectionDeps extends WordSources {
  readonly db: Db;
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
    const object = catalog.object(apiName);
    const stated = provenanceOf(object.definition, reply, origin);
    const counted = isFromOthers(field) ? await countedFacts(this.#deps, object, id, field, actor) : undefined;
    const facts = { ...stated, correctable: isMember(actor) && !isAutomatic(field), pending };
    return counted ? { ...facts, ...countedSource(counted), counted } : facts;
  }

  /** @throws Failure INVALID_BODY with the problem at the field, DUPLICATE when this person’s last proposal is not decided. */
  async propose({ objectApiName, id, field: fieldName, value, reason, evidence }: Proposal, actor: Member) {
    const { db, catalog, writer, now } = this.#deps;
    const { reply, field } = await this.#openField(objectApiName, id, fieldName, actor);
    if (isAutomatic(field)) refuse(fieldName, '此字段由系统计算，不能纠错');
    const before = reply.record[fieldName] ?? null;
    const judged = await writer.judge(objectApiName, id, { [fieldName]: value ?? null }, this.#staffContext(actor, ''));
    const problem = judged.problems.find((candidate) => candidate.field === fieldName) ?? judged.problems[0];
    if (problem) throw new Failure('INVALID_BODY', problem.message, [problem]);
    const proposed = judged.values[fieldName] ?? null;
    if (sameValue(before, proposed)) refuse(fieldName, '与现在的值相同，无需纠错');
    const accountId = actor.id;
    const name = String(reply.record[catalog.object(objectApiName).definition.nameField] ?? `#${id}`);
    const made = {
      objectApiName,
      recordId: id,
      field: fieldName,
      before,
      proposed,
      title: `${name}的${field.label}`,
      beforeText: await valueWords(this.#deps, field, before, actor),
      proposedText: await valueWords(this.#deps, field, proposed, actor),
      reason,
      evidence: evidence ?? null,
      accountId,
    };
    const correctionId = await db.transaction().execute(async (trx) => {
      await lockAccountForLimit(trx, accountId);
      if ((await pendingCount(trx, accountId)) >= MAX_PENDING)
        throw new Failure('TOO_MANY_REQUESTS', `您有 ${MAX_PENDING} 条纠错尚待处理，请等待处理后再提交`);
      return insertCorrection(trx, made, now());
    });
    if (correctionId === undefined) throw new Failure('DUPLICATE', `您对“${field.label}”的上一条纠错尚待处理`);
    return { id: correctionId };
  }

  /** @throws Failure UNKNOWN_RECORD for a proposal that is not this person's, CONFLICT when it is decided. */
  async withdraw(id: string, actor: Member): Promise<null> {
    await this.#deps.db.transaction().execute(async (trx) => {
      const row = await correctionById(trx, id, true);
      if (!row || row.account_id !== actor.id) throw new Failure('UNKNOWN_RECORD', '纠错不存在');
      refuseDecided(row);
      await endCorrection(trx, id, 'withdrawn', null, null, this.#deps.now());
    });
    return null;
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
  ): Promise<null> {
    const { writer, hints, now } = this.#deps;
    const said = note?.trim() ?? '';
    if (decision === 'refuse' && said === '') refuse('note', '请填写不采纳的理由');
    const { row, moved } = await writer.together(async (trx) => {
      const row = await correctionById(trx, id, true);
      if (!row) throw new Failure('UNKNOWN_RECORD', '纠错不存在');
      refuseDecided(row);
      if (decision === 'accept') {
        const moved = await this.#write(trx, row, evenIfChanged === true, actor);
        if (moved) return { row, moved };
      }
      await endCorrection(trx, id, decision === 'accept' ? 'accepted' : 'refused', actor.id, said || null, now());
      await this.#notifyProposer(trx, row, decision, said);
      return { row };
    });
    if (moved) throw await this.#moved(row, moved.current, actor);
    if (row.account_id !== null) hints.announceNotice(row.account_id);
    return null;
  }

  async #notifyProposer(trx: Db, row: CorrectionRow, decision: 'accept' | 'refuse', note: string): Promise<void> {
    const { id, account_id: accountId, object_api_name: apiName, field } = row;
    if (accountId === null) return;
    const object = this.#deps.catalog.find(apiName);
    const what = `${object?.definition.label ?? ''}“${object?.field(field)?.label ?? field}”`;
    await notifyUser(trx, correctionDecided({ id, account_id: accountId }, what, decision, note), this.#deps.now());
  }

  /** Writes the value, unless it is no longer the one corrected: then it gives the value of now. */
  async #write(trx: Db, row: CorrectionRow, evenIfChanged: boolean, actor: Member) {
    const { writer } = this.#deps;
    const { object_api_name: apiName, record_id: recordId, field } = row;
    const record = await writer.read(trx, apiName, recordId);
    const current = record.values[field];
    if (!evenIfChanged && !sameValue(current, row.before)) return { current };
    const context = this.#staffContext(actor, row.id);
    await writer.update(apiName, recordId, record.version, { [field]: row.proposed }, context, trx);
    return undefined;
  }

  async #moved(
    { object_api_name: apiName, field: name }: CorrectionRow,
    current: FieldValue,
    actor: Member,
  ): Promise<Failure> {
    const field = this.#deps.catalog.find(apiName)?.field(name);
    const words = field && (await valueWords(this.#deps, field, current, actor));
    const message = '这个值在提交纠错之后已有变化，请核对后再决定';
    const problem = { field: 'evenIfChanged', message: `${message}。现值：${words ?? '无'}` };
    return new Failure('CONFLICT', message, [problem], { changed: true });
  }

  #staffContext(actor: Member, correctionId: string) {
    return {
      actor: actor.id,
      roles: ['staff'],
      origin: `correction:${correctionId}`,
      now: this.#deps.now(),
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
