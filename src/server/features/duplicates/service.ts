import { type Candidate, MAX_CANDIDATES } from '#schemas/api/duplicates.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { decideAudience, decideDefinition } from '#shared/policy/decide.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { REASON_WORDS } from '#server/core/duplicates/grade.ts';
import { rowsFor } from '#server/core/lists/rows-of.ts';
import type { DuplicateFinder } from '#server/core/duplicates/duplicate-finder.ts';
import { decidePair, lockPair, refusedWith } from '#server/core/duplicates/queries.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { lockStaffActor } from '#server/platform/staff-actions/staff-action.ts';

export interface DuplicateDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly duplicates: DuplicateFinder;
  readonly now: () => Date;
}

/** Says of records that they may be one, and keeps what staff decide about it. */
export class Duplicates {
  readonly #deps: DuplicateDeps;

  constructor(deps: DuplicateDeps) {
    this.#deps = deps;
  }

  /**
   * Records that may be the one with these values; none for objects without duplicates, and for users who may not list them.
   * @throws Failure when the form of the object is closed to the user.
   */
  async find(apiName: string, values: object, id: string | undefined, actor: Member): Promise<Candidate[]> {
    const { db, catalog, duplicates } = this.#deps;
    const object = catalog.object(apiName);
    const target = duplicates.comparedWith(object);
    if (!target) return [];
    const refused = mayAsk(object, target, actor);
    if (refused) throw new Failure(refused);
    const { access } = target.definition;
    // Who may not list all records of an object learns of none by trying values.
    const isClosed = access.rows === 'own' || decideAudience(actor, access, access.list) !== null;
    if (isClosed || rowsFor(actor)(target)) return [];
    const isSame = target.apiName === object.apiName;
    const left = isSame && id !== undefined ? await refusedWith(db, apiName, id) : new Set<string>();
    if (isSame && id !== undefined) left.add(id);
    const found = await duplicates.find(db, object, target, values as RecordValues, left);
    return found.slice(0, MAX_CANDIDATES).map(({ grade, reasons, ...one }) => ({
      objectApiName: target.apiName,
      ...one,
      grade,
      reasons: reasons.map((reason) => REASON_WORDS[reason]),
    }));
  }

  /** @throws Failure UNKNOWN_RECORD, CONFLICT when the pair is decided. */
  async refuse(id: string, note: string, actor: Member): Promise<null> {
    return this.#decide(id, note, actor, 'refused');
  }

  /** Takes a refusal back. @throws Failure UNKNOWN_RECORD, CONFLICT when the pair was not refused. */
  async reopen(id: string, note: string, actor: Member): Promise<null> {
    return this.#decide(id, note, actor, 'open');
  }

  /** Begins a pass over all records; where there are many, it goes on behind the answer. */
  async search(): Promise<null> {
    const { duplicates } = this.#deps;
    await duplicates.beginPasses();
    await duplicates.jobs.begin();
    // What is cut off goes on with the next sweep.
    duplicates.jobs.fill().catch(() => undefined);
    return null;
  }

  async #decide(id: string, note: string, actor: Member, state: 'refused' | 'open'): Promise<null> {
    const { db, now } = this.#deps;
    await db.transaction().execute(async (trx) => {
      await lockStaffActor(trx, actor, 'data');
      const pair = await lockPair(trx, id);
      if (!pair) throw new Failure('UNKNOWN_RECORD', '这对记录不存在，可能已不再相似');
      const before = state === 'refused' ? 'open' : 'refused';
      if (pair.state !== before) throw new Failure('CONFLICT', '这对记录已经处理过了');
      const at = now();
      const reason = note.trim();
      await decidePair(trx, id, state, state === 'open' ? null : { actorId: actor.id, note: reason, at });
      const details = { objectApiName: pair.object_api_name, ids: [pair.low_id, pair.high_id] };
      const action = state === 'refused' ? 'duplicate.refused' : 'duplicate.reopened';
      await writeAudit(trx, { actor, action, target: { kind: 'duplicate', id }, reason, details }, at);
    });
    return null;
  }
}

/** Who fills in a form may ask: of records, those who may write them; of a form that leads to records, its readers. */
function mayAsk(object: CatalogObject, target: CatalogObject, actor: Member) {
  const { access } = object.definition;
  if (object.apiName !== target.apiName) return decideDefinition(actor, object.definition);
  const decisions = [access.create, access.edit].map((audience) =>
    decideAudience(actor, access, audience === 'owner' ? 'member' : audience),
  );
  return decisions.includes(null) ? null : (decisions[0] ?? null);
}
