import type { mergeRecords, MergePreview, MergeProgress, MergeReferences, previewMerge } from '#schemas/api/merging.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, ReferenceValue } from '#schemas/metadata/value.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import { Failure } from '#shared/errors.ts';
import type { Actor, Member } from '#shared/policy/actor.ts';
import { pastClashes } from '#server/db/clashes.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { marksOf } from '#server/core/derived/changes.ts';
import type { DerivedValues } from '#server/core/derived/derived-values.ts';
import type { Mark } from '#server/core/derived/queries.ts';
import { SliceJobs } from '#server/core/jobs/slice-jobs.ts';
import { formContext } from '#server/core/records/judgement.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import type { ChatHints } from '#server/platform/messages/hints.ts';
import { refuseOffDuty } from '#server/core/catalog/object-view.ts';
import { lockStaffActor } from '#server/platform/staff-actions/staff-action.ts';
import { judgeMerge, type JudgeTools, mergeableObject } from './judged-merge.ts';
import { countMoved, countNaming, linksToRestore, settleLinks } from './link-queries.ts';
import { originOf, runMerge } from './merge-run.ts';
import { LINKS_A_SLICE, linkingObjects, linksTo, moveSlice, restoreLinks, StaleObject } from './move-links.ts';
import { holdObjects, isLockFault, mergeById, mergeByKey, type MergeRow, runningMerges, setState } from './queries.ts';
import { MOVED_COLUMNS } from './register.ts';
import { countColumn, type MergedPair } from './register-queries.ts';
import type { Chosen } from './result.ts';
import { pairOf, runUndo, undoOriginOf } from './undo-run.ts';

export interface MergingDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: Pick<RecordWriter, 'rates'>;
  readonly derived: Pick<DerivedValues, 'settle' | 'wake'>;
  readonly hints: Pick<ChatHints, 'announceRecords'>;
  /** One record as a user may read it; throws where they may not. */
  readonly readRecord: (objectApiName: string, id: string, actor: Actor) => Promise<RecordReply>;
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** How often a merge waits for those who write records before it gives up, and what it waits in between, in milliseconds. */
const TRIES = 5;
const PAUSE_MS = 200;
const BUSY = '数据正在大量写入，暂时不能合并，请稍后再试';
const NOTHING = async (): Promise<void> => undefined;
const GONE = '合并记录不存在';
/** The object whose records are the merges. */
const MERGES = 'Merge';

/** Merges records of one object, follows the links to them, and undoes merges. */
export class Merging {
  readonly #deps: MergingDeps;
  /** Links of merges that are on their way; the next start goes on with them. */
  readonly jobs: SliceJobs;

  constructor(deps: MergingDeps) {
    this.#deps = deps;
    this.jobs = new SliceJobs(
      () => runningMerges(deps.database.db),
      (id) => this.#slice(id),
      deps.wait,
    );
  }

  /** What a merge would make of two records. @throws Failure as merging them does, save for what the rules refuse. */
  async preview(body: BodyOf<typeof previewMerge>, actor: Member): Promise<MergePreview> {
    const { catalog, database, readRecord, now } = this.#deps;
    const object = mergeableObject(catalog, body);
    const { objectApiName, survivorId, loserId } = body;
    const { chosen, judged } = await database.db
      .transaction()
      .execute((trx) => judgeMerge(trx, object, body, formContext(actor, now()), this.#tools(), false));
    const survivor = await readRecord(objectApiName, survivorId, actor);
    const loser = await readRecord(objectApiName, loserId, actor);
    return {
      survivor,
      loser,
      fields: chosen.map((one) => shownChoice(one, [survivor, loser])),
      problems: judged.problems.map(({ field, message }) => ({ field, message })),
      references: await this.#references({ mergeId: '0', objectApiName, survivorId, loserId }),
    };
  }

  /** @throws Failure CONFLICT when a record changed since the preview; INVALID_BODY with what the rules refuse. */
  async merge(body: BodyOf<typeof mergeRecords>, actor: Member): Promise<MergeProgress> {
    const { catalog, now } = this.#deps;
    refuseOffDuty(mergeableObject(catalog, body), actor);
    const key = `${actor.id}:${body.clientKey}`;
    const id = await this.#holding(body.objectApiName, NOTHING, async (trx) => {
      await lockStaffActor(trx, actor, 'data');
      const known = await mergeByKey(trx, key);
      if (known) return known.id;
      const object = mergeableObject(catalog, body);
      return runMerge(trx, object, body, key, { actor, now: now(), tools: this.#tools() });
    });
    return this.#begun(id);
  }

  /** @throws Failure UNKNOWN_RECORD; CONFLICT, saying why it cannot be undone or what has to be undone first. */
  async undo(id: string, reason: string, actor: Member): Promise<MergeProgress> {
    const { catalog, database, now } = this.#deps;
    const { object_api_name: apiName } = await this.#merge(database.db, id);
    refuseOffDuty(catalog.storedObject(apiName), actor);
    // The merge before the objects, as its slices hold them: two that want both never wait for each other.
    const first = (trx: Db) => this.#merge(trx, id, true);
    await this.#holding(apiName, first, async (trx, merge) => {
      await lockStaffActor(trx, actor, 'data');
      const options = { actor, reason: reason.trim(), now: now(), vault: database.vault };
      await runUndo(trx, catalog.storedObject(apiName), merge, options);
    });
    return this.#begun(id);
  }

  /** How far a merge or its undo has come. @throws Failure UNKNOWN_RECORD. */
  async progress(id: string): Promise<MergeProgress> {
    const { db } = this.#deps.database;
    const merge = await this.#merge(db, id);
    const isUndo = merge.state === 'undoing' || merge.state === 'undone';
    const moved = await countMoved(db, id, isUndo ? ['back', 'kept'] : ['moved', 'taken']);
    const waiting = {
      moving: () => this.#links(pairOf(merge)),
      undoing: () => countMoved(db, id, ['moved']),
    }[merge.state as string];
    return { id, state: merge.state, survivorId: merge.survivor_id, moved, waiting: waiting ? await waiting() : 0 };
  }

  /** Goes on with what is on its way, beside everything else. */
  wake(): void {
    this.jobs.fill().catch(() => undefined);
  }

  async #begun(id: string): Promise<MergeProgress> {
    // Where few records link to it all of it is done before the answer.
    await this.#slice(id).catch(() => undefined);
    this.wake();
    const { object_api_name: apiName } = await this.#merge(this.#deps.database.db, id);
    this.#deps.hints.announceRecords([MERGES, apiName]);
    return this.progress(id);
  }

  async #merge(db: Db, id: string, lock = false): Promise<MergeRow> {
    const merge = await mergeById(db, id, lock);
    if (!merge) throw new Failure('UNKNOWN_RECORD', GONE);
    return merge;
  }

  #tools(): JudgeTools {
    const { catalog, database, writer } = this.#deps;
    return { catalog, vault: database.vault, rates: writer.rates };
  }

  /**
   * Runs in a transaction while no one writes records of an object or of those that link to it: who is writing is waited
   * for, and who comes later finds the alias. `first` is held before them. @throws Failure UNAVAILABLE where writers take too long.
   */
  async #holding<T, First>(
    apiName: string,
    first: (trx: Db) => Promise<First>,
    work: (trx: Db, held: First) => Promise<T>,
  ): Promise<T> {
    const { catalog, database, derived, wait } = this.#deps;
    for (let tries = 1; ; tries += 1) {
      let marks: readonly Mark[] = [];
      try {
        const result = await database.db.transaction().execute(async (trx) => {
          const held = await first(trx);
          const names = new Set([apiName, ...linkingObjects(catalog, apiName).map((object) => object.apiName)]);
          for (const kept of await holdObjects(trx, [...names].toSorted())) {
            const known = catalog.find(kept.apiName);
            if (known?.version !== kept.version || known.revision !== kept.revision)
              throw new StaleObject(kept.apiName);
          }
          const done = await work(trx, held);
          marks = marksOf(trx);
          return done;
        });
        await derived.settle(marks).catch(() => undefined);
        return result;
      } catch (error) {
        if (error instanceof StaleObject) await catalog.refresh(error.apiName);
        else if (!isLockFault(error)) throw error;
        else if (tries >= TRIES) throw new Failure('UNAVAILABLE', BUSY);
        else await wait(PAUSE_MS);
      }
    }
  }

  /** The next links of a merge; true while there may be more. */
  async #slice(id: string): Promise<boolean> {
    const { catalog, database, derived } = this.#deps;
    try {
      const next = async (trx: Db) => {
        const merge = await mergeById(trx, id, true);
        if (merge?.state === 'moving') return this.#moveOn(trx, merge);
        return merge?.state === 'undoing' && this.#restoreOn(trx, merge);
      };
      const goesOn = await pastClashes(() => database.db.transaction().execute(next));
      derived.wake();
      return goesOn;
    } catch (error) {
      if (!(error instanceof StaleObject)) throw error;
      await catalog.refresh(error.apiName);
      return true;
    }
  }

  #context(actor: string | null, origin: string) {
    const { catalog, database, now } = this.#deps;
    return { catalog, vault: database.vault, actor: actor ?? 'system', origin, now: now() };
  }

  async #moveOn(trx: Db, merge: MergeRow): Promise<boolean> {
    const context = this.#context(merge.actor_id, originOf(merge.id));
    if (await moveSlice(trx, pairOf(merge), context)) return true;
    await setState(trx, merge.id, 'done', { done_at: context.now });
    return false;
  }

  async #restoreOn(trx: Db, merge: MergeRow): Promise<boolean> {
    const { catalog } = this.#deps;
    const context = this.#context(merge.undone_by, undoOriginOf(merge.id));
    const noted = await linksToRestore(trx, merge.id, LINKS_A_SLICE);
    if (noted.length === 0) {
      await setState(trx, merge.id, 'undone', { undone_at: context.now });
      return false;
    }
    for (const [apiName, own] of Map.groupBy(noted, ({ objectApiName }) => objectApiName)) {
      const { back, kept } = await restoreLinks(trx, catalog.find(apiName), own, pairOf(merge), context);
      await settleLinks(trx, back, 'back');
      await settleLinks(trx, kept, 'kept');
    }
    return true;
  }

  /** What names the record that goes, by object and field; where nothing does is left out. */
  async #references(pair: MergedPair): Promise<MergeReferences[]> {
    const { catalog, database } = this.#deps;
    const found: MergeReferences[] = [];
    for (const object of linkingObjects(catalog, pair.objectApiName)) {
      for (const field of linksTo(object, pair.objectApiName).filter(({ removed }) => removed !== true)) {
        const count = await countNaming(database.db, object.table, field, pair.loserId);
        if (count > 0) found.push({ label: object.definition.label, field: field.label, count });
      }
    }
    for (const column of MOVED_COLUMNS) {
      const count = await countColumn(database.db, column, pair);
      if (count > 0) found.push({ label: '平台数据', field: column.label, count });
    }
    return found;
  }

  async #links(pair: MergedPair): Promise<number> {
    const { catalog, database } = this.#deps;
    let count = 0;
    for (const object of linkingObjects(catalog, pair.objectApiName))
      for (const field of linksTo(object, pair.objectApiName))
        count += await countNaming(database.db, object.table, field, pair.loserId);
    return count;
  }
}

/** A choice as staff see it: links with their names, sealed values not at all. */
function shownChoice({ field, choice, choices, why, value }: Chosen, replies: readonly RecordReply[]) {
  const shown = { field: field.apiName, choice, choices: [...choices], ...(why !== undefined && { why }) };
  if (isSealed(field) || value === undefined || value === null) return shown;
  return { ...shown, value: isLinking(field) ? namedLinks(field, value, replies) : value };
}

function namedLinks({ apiName }: FieldDefinition, value: FieldValue, replies: readonly RecordReply[]): unknown {
  const known = new Map(
    replies.flatMap(({ record }) => [record[apiName] ?? []].flat()).map((link) => [(link as ReferenceValue).id, link]),
  );
  const named = (link: ReferenceValue): unknown => known.get(link.id) ?? link;
  return Array.isArray(value) ? (value as ReferenceValue[]).map(named) : named(value as ReferenceValue);
}
