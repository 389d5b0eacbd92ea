import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { formContext } from '#server/core/records/judgement.ts';
import type { RecordFollowers } from '#server/core/records/record-followers.ts';
import type { PlainRecord } from '#server/core/records/queries.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';

/** The object that each kind of own record is kept in. */
const OBJECTS = {
  work: BINDINGS.work.object,
  education: BINDINGS.education.object,
  award: BINDINGS.award.object,
  mandate: BINDINGS.mandate.object,
} as const;
type OwnRecordKind = keyof typeof OBJECTS;

export interface OwnRecordDeps {
  readonly writer: RecordWriter;
  /** Creates and reads records as the person may; the records feature gives them. */
  readonly createRecord: (
    objectApiName: string,
    clientKey: string,
    values: unknown,
    actor: Member,
  ) => Promise<RecordReply>;
  readonly readRecord: (objectApiName: string, id: string, actor: Member) => Promise<RecordReply>;
  /** What features check when a record is there again. */
  readonly followers: RecordFollowers;
  readonly now: () => Date;
}

/** What a person has done: added, deleted, brought back. */
export class OwnRecords {
  readonly #deps: OwnRecordDeps;

  constructor(deps: OwnRecordDeps) {
    this.#deps = deps;
  }

  /** @throws Failure INVALID_BODY with problems by field. */
  add(kind: OwnRecordKind, clientKey: string, values: unknown, actor: Member): Promise<RecordReply> {
    return this.#deps.createRecord(OBJECTS[kind], clientKey, values, actor);
  }

  /** @throws Failure UNKNOWN_RECORD for another person’s as for one that is not there. */
  async remove(kind: OwnRecordKind, id: string, actor: Member): Promise<void> {
    await this.#deps.writer.remove(OBJECTS[kind], id, formContext(actor, this.#deps.now()));
  }

  /** @throws Failure UNKNOWN_RECORD for what this person did not delete within the last day. */
  async restore(kind: OwnRecordKind, id: string, actor: Member): Promise<RecordReply> {
    const created = this.#deps.followers.get(OBJECTS[kind])?.created;
    const follow = created && ((trx: Db, record: PlainRecord) => created(trx, record, actor));
    await this.#deps.writer.restore(OBJECTS[kind], id, { ...formContext(actor, this.#deps.now()), follow });
    return this.#deps.readRecord(OBJECTS[kind], id, actor);
  }
}
