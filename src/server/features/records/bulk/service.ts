import {
  BULK_TYPED_ABOVE,
  type BulkChange,
  type BulkEdit,
  type BulkHow,
  type BulkOrder,
  MAX_BULK,
} from '#schemas/api/bulk.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { BULK_WORDS, bulkHows } from '#generators/bulk-edit.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { decideOn } from '#shared/policy/decide.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listAccess, type NotedBy } from '#server/core/lists/list-access.ts';
import { planSelection } from '#server/core/lists/list-plan.ts';
import { withCurrentLinks } from '#server/core/lists/merged-links.ts';
import { withOwnFields } from '#server/core/lists/own-columns.ts';
import { selectionVersions } from '#server/core/lists/queries.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { lockStaffActor } from '#server/platform/staff-actions/staff-action.ts';
import { type BulkRow, bulkByKey, forgetFrozen, insertBulk, moveBulk, queueBulk, readBulkRow } from './queries.ts';
import type { BulkRunner, BulkTools } from './runner.ts';

const LONGEST_WORDS = 200;

interface BulkDeps extends Pick<BulkTools, 'database' | 'catalog' | 'now'> {
  readonly runner: BulkRunner;
  readonly noted: NotedBy;
  /** Makes sure that formulas which a filter names are right. */
  readonly formulas: { readonly check: (objectApiName: string) => Promise<unknown> };
}

/** Bulk edits as staff ask for them: frozen and previewed, confirmed, ended, undone. */
export class BulkService {
  readonly #deps: BulkDeps;

  constructor(deps: BulkDeps) {
    this.#deps = deps;
  }

  /**
   * Freezes the records that a list shows this user and begins the preview. @throws Failure INVALID_BODY naming what is
   * wrong with a change; INVALID_QUERY; TOO_LARGE for more records than one bulk edit may be about.
   */
  async start(order: BulkOrder, actor: Member): Promise<BulkEdit> {
    const { database, catalog, now, runner, formulas, noted } = this.#deps;
    const { objectApiName, filter, keyword, ids, except, task, clientKey } = order;
    const object = catalog.storedObject(objectApiName);
    const { owner, scope } = listAccess(object, actor, now(), catalog, noted);
    const refused = decideOn(actor, object.definition, 'edit');
    if (refused) throw new Failure(refused);
    const changes = task === 'edit' ? checkedChanges(object, order.changes) : [];
    await formulas.check(objectApiName);
    const queries = new ReadQueries(database.pool, false);
    const open = await withOwnFields(queries, object, filter, scope);
    const asked = planSelection(object, { filter, keyword, ids, except, owner }, open);
    const plan = await withCurrentLinks(queries, catalog, asked);
    const words = task === 'edit' ? wordsOf(object, changes) : '归档';
    const reason = order.reason.trim();
    const made = await database.db.transaction().execute(async (trx) => {
      await lockStaffActor(trx, actor, 'data');
      const bulk = { objectApiName, task, author: actor.id, clientKey, reason, changes, words };
      const row = await insertBulk(trx, bulk, selectionVersions(plan, MAX_BULK + 1), now());
      if (row && row.total > MAX_BULK)
        throw new Failure('TOO_LARGE', `一次最多批量修改 ${MAX_BULK.toLocaleString('en')} 条记录，请缩小筛选范围`);
      if (row?.total === 0) throw new Failure('INVALID_QUERY', '没有选中任何记录');
      return row ?? (await bulkByKey(trx, actor.id, clientKey));
    });
    void runner.wake();
    return this.read(made?.id ?? '');
  }

  async read(id: string): Promise<BulkEdit> {
    const row = await readBulkRow(this.#deps.database.db, id);
    if (!row) throw new Failure('UNKNOWN_RECORD', '没有这次批量编辑');
    return shown(row);
  }

  /** Confirms a preview. @throws Failure CONFLICT where it waits for no confirmation; INVALID_BODY for another number. */
  async run(id: string, count: number | undefined, actor: Member): Promise<BulkEdit> {
    const { database, now, runner } = this.#deps;
    const { preview, state, words, reason, object_api_name: objectApiName, total } = await this.#row(id);
    if (state !== 'ready' || !preview) throw new Failure('CONFLICT', '这次批量编辑不在等待确认，请刷新');
    const { changing } = preview;
    if (changing === 0) throw new Failure('CONFLICT', '没有需要修改的记录');
    if (changing > BULK_TYPED_ABOVE && count !== changing) {
      const message = `请输入将要修改的记录数 ${changing}`;
      throw new Failure('INVALID_BODY', message, [{ field: 'count', message }]);
    }
    await database.db.transaction().execute(async (trx) => {
      await lockStaffActor(trx, actor, 'data');
      if (!(await queueBulk(trx, id, ['ready'], 'running', now())))
        throw new Failure('CONFLICT', '这次批量编辑不在等待确认，请刷新');
      const target = { kind: 'bulk', id };
      const details = { objectApiName, words, changing, total };
      await writeAudit(trx, { actor, action: 'bulk.confirmed', target, reason, details }, now());
    });
    void runner.wake();
    return this.read(id);
  }

  /** Ends what waits, is previewed or runs. What has been written stays. @throws Failure CONFLICT when it has ended. */
  async cancel(id: string, actor: Member): Promise<BulkEdit> {
    const { database, now } = this.#deps;
    const { state, reason } = await this.#row(id);
    await database.db.transaction().execute(async (trx) => {
      await lockStaffActor(trx, actor, 'data');
      const end = { endedAt: now() };
      const isDone =
        (await moveBulk(trx, id, ['previewing', 'ready'], { ...end, state: 'cancelled' })) ||
        (await moveBulk(trx, id, ['running', 'undoing'], { ...end, state: 'stopped' }));
      if (!isDone) throw new Failure('CONFLICT', '这次批量编辑已经结束');
      await forgetFrozen(trx, id);
      const details = { state };
      await writeAudit(trx, { actor, action: 'bulk.cancelled', target: { kind: 'bulk', id }, reason, details }, now());
    });
    return this.read(id);
  }

  /** Begins to set back what was written. @throws Failure CONFLICT where nothing was, or it is being done. */
  async undo(id: string, reason: string, actor: Member): Promise<BulkEdit> {
    const { database, now, runner } = this.#deps;
    const { run } = await this.#row(id);
    if (!run || run.changed === 0) throw new Failure('CONFLICT', '这次批量编辑没有写入任何内容，不需要撤销');
    await database.db.transaction().execute(async (trx) => {
      await lockStaffActor(trx, actor, 'data');
      const undone = { by: actor.id, reason: reason.trim() };
      if (!(await queueBulk(trx, id, ['finished', 'stopped', 'failed'], 'undoing', now(), undone)))
        throw new Failure('CONFLICT', '这次批量编辑正在进行或已经撤销');
      const entry = { actor, action: 'bulk.undone', target: { kind: 'bulk', id }, reason: undone.reason };
      await writeAudit(trx, entry, now());
    });
    void runner.wake();
    return this.read(id);
  }

  async #row(id: string): Promise<BulkRow> {
    const row = await readBulkRow(this.#deps.database.db, id);
    if (!row) throw new Failure('UNKNOWN_RECORD', '没有这次批量编辑');
    return row;
  }
}

function shown(row: BulkRow): BulkEdit {
  const { run } = row;
  const undo = row.undo as { readonly restored: number; readonly kept: number } | null;
  return {
    id: row.id,
    objectApiName: row.object_api_name,
    task: row.task,
    state: row.state,
    words: row.words,
    reason: row.reason,
    problem: row.problem,
    total: row.total,
    preview: row.preview,
    counts: run && {
      changed: run.changed,
      unchanged: run.unchanged,
      refused: run.refused,
      skipped: run.skipped,
      gone: run.gone,
    },
    undone: undo && { restored: undo.restored, kept: undo.kept },
  };
}

/** The changes with clean values. @throws Failure INVALID_BODY, each problem at its field. */
function checkedChanges(object: CatalogObject, changes: readonly BulkChange[]): BulkChange[] {
  if (changes.length === 0) throw new Failure('INVALID_BODY', '请选择要修改的字段');
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => void problems.push({ field, message });
  const seen = new Set<string>();
  const checked = changes.map((change): BulkChange => {
    const { field: apiName, how } = change;
    const field = object.field(apiName);
    if (!field) {
      refuse(apiName, `没有字段“${apiName.slice(0, 40)}”`);
      return change;
    }
    if (seen.has(apiName)) refuse(apiName, `字段“${field.label}”重复`);
    seen.add(apiName);
    const hows = bulkHows(object.definition, field);
    if (hows.length === 0) refuse(apiName, `字段“${field.label}”不能批量修改`);
    else if (!hows.includes(how)) refuse(apiName, `字段“${field.label}”不能“${BULK_WORDS[how]}”`);
    if (how === 'clear') return { field: apiName, how };
    const value = cleaned(object, field, change.value, refuse);
    if (how !== 'replace') return { field: apiName, how, value };
    return { field: apiName, how, value, from: cleaned(object, field, change.from, refuse) };
  });
  if (problems.length > 0) throw new Failure('INVALID_BODY', undefined, problems);
  return checked;
}

/** A value as the record would keep it; of a list a single member is taken as a list of it. */
function cleaned(
  object: CatalogObject,
  field: FieldDefinition,
  given: unknown,
  refuse: (field: string, message: string) => void,
): FieldValue {
  const { apiName, label } = field;
  const { values, problems } = object.check.clean({ [apiName]: given });
  for (const { message } of problems) refuse(apiName, message);
  const value = values[apiName];
  const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  if (isEmpty && problems.length === 0) refuse(apiName, `请填写“${label}”的值`);
  return value;
}

/** What is changed, in words: 行业 设为 机器人；标签 加入 出海. */
function wordsOf(object: CatalogObject, changes: readonly BulkChange[]): string {
  const texts = changes.map(({ field: apiName, how, value, from }) => {
    const field = object.field(apiName);
    if (!field) return '';
    const text = (one: unknown) => fieldType(field).toText(one as FieldValue, field);
    const verb: Readonly<Record<BulkHow, string>> = { ...BULK_WORDS, replace: `“${text(from)}”替换为` };
    return `${field.label} ${verb[how]}${how === 'clear' ? '' : ` ${text(value)}`}`;
  });
  const words = texts.join('；');
  return [...words].length > LONGEST_WORDS ? `${[...words].slice(0, LONGEST_WORDS - 1).join('')}…` : words;
}
