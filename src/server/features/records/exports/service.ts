import { type ExportQuery, type ExportQuota, type ExportState, MAX_EXPORTS_RUNNING } from '#schemas/api/exports.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { exportsADay } from '#shared/policy/export-quota.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { FormulaIndex } from '#server/core/formulas/formula-index.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { type ExportPlan, planExport } from '#server/features/records/exports/file/export-plan.ts';
import { listAccess, type NotedBy } from '#server/core/lists/list-access.ts';
import { withOwnFields } from '#server/core/lists/own-columns.ts';
import { withReadableLists } from '#server/core/lists/readable-lists.ts';
import type { Database } from '#server/db/database.ts';
import { ReadQueries } from '#server/db/read-queries.ts';
import { cancelRun, claimRun, countRun, insertRun, latestRuns, runById, type RunRow, runsOnDay } from './queries.ts';

export interface ExportDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly formulas: Pick<FormulaIndex, 'check'>;
  readonly noted: NotedBy;
  readonly now: () => Date;
}

const MAX_NAME = 80;
const LOST_WORDS = '导出中断：发送文件的服务已停止，请重新下载';
export const CANCELLED_WORDS = '已取消';

function stateOf(row: RunRow, catalog: Catalog): ExportState {
  const measureWord = catalog.find(row.object_api_name)?.definition.measureWord;
  return {
    id: row.id,
    objectApiName: row.object_api_name,
    ...(measureWord !== undefined && { measureWord }),
    format: row.format,
    status: row.lost ? 'failed' : row.status,
    rows: row.rows,
    total: row.total,
    totalIsExact: row.total !== null,
    fileName: row.file_name,
    message: row.lost ? LOST_WORDS : row.message,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}

/** What file systems do not take in a name is left out. */
function fileName(label: string, day: string, format: string): string {
  const kept = [...label.replace(/[\\/:*?"<>|\p{C}]/gu, '')].slice(0, MAX_NAME).join('').trim();
  return `${kept}列表-${day.replaceAll('-', '')}.${format}`;
}

const unknown = (): never => {
  throw new Failure('UNKNOWN_RECORD', '导出任务不存在');
};

/** The exports of one person: prepared, looked at, ended. Those of other users are answered as missing. */
export class ExportService {
  readonly #deps: ExportDeps;
  readonly #queries: ReadQueries;

  constructor(deps: ExportDeps) {
    this.#deps = deps;
    this.#queries = new ReadQueries(deps.database.reads, deps.database.kind === 'postgres');
  }

  /**
   * Checks an export and keeps it; it counts once, however often its file is fetched.
   * @throws Failure when the list is closed to this person or the query is wrong; TOO_MANY_REQUESTS (details: limit) when
   * the exports of the day are used up.
   */
  async start(query: ExportQuery, actor: Member): Promise<ExportState> {
    const at = this.#deps.now();
    const { object, page } = await this.plan(query, actor);
    await withReadableLists(this.#queries, page);
    const name = fileName(object.definition.label, shanghaiDay(at), query.format);
    const accountId = actor.id;
    const limit = exportsADay(actor);
    const run = await this.#deps.database.db.transaction().execute(async (trx) => {
      if (!(await countRun(trx, accountId, shanghaiDay(at), limit)))
        throw new Failure('TOO_MANY_REQUESTS', `今日的 ${limit} 次导出已用完，请明天再试`, [], { limit });
      return insertRun(trx, { accountId, query, fileName: name, at });
    });
    return stateOf(run, this.#deps.catalog);
  }

  /** How many exports this person may begin today, and has begun. */
  async quota(actor: Member): Promise<ExportQuota> {
    const { database, now } = this.#deps;
    return { limit: exportsADay(actor), used: await runsOnDay(database.db, actor.id, shanghaiDay(now())) };
  }

  /** What an export holds by the rights that the person has now. */
  async plan({ objectApiName, format: _format, ...query }: ExportQuery, actor: Member): Promise<ExportPlan> {
    await this.#deps.formulas.check(objectApiName);
    const object = this.#deps.catalog.object(objectApiName);
    const { now, catalog, noted } = this.#deps;
    const access = listAccess(object, actor, now(), catalog, noted);
    const scope = await withOwnFields(this.#queries, object, [query.filter, query.sort], access.scope);
    return planExport(object, query, { ...access, scope });
  }

  async list(actor: Member): Promise<ExportState[]> {
    const rows = await latestRuns(this.#deps.database.db, actor.id);
    return rows.map((row) => stateOf(row, this.#deps.catalog));
  }

  async read(id: string, actor: Member): Promise<ExportState> {
    const row = await runById(this.#deps.database.db, actor.id, id);
    return row ? stateOf(row, this.#deps.catalog) : unknown();
  }

  /** Ends an export; one that has ended stays as it is. */
  async cancel(id: string, actor: Member): Promise<ExportState> {
    await cancelRun(this.#deps.database.db, actor.id, id, CANCELLED_WORDS, this.#deps.now());
    return this.read(id, actor);
  }

  /** Takes an export to send its file. @throws Failure when it is being sent already, or too many are. */
  async claim(id: string, actor: Member): Promise<RunRow> {
    const { database, now } = this.#deps;
    const claimed = await claimRun(database.db, actor.id, id, MAX_EXPORTS_RUNNING, now());
    if (claimed === undefined) return unknown();
    if (claimed === 'running') throw new Failure('CONFLICT', '这份导出正在下载，请等它完成或取消后再试');
    if (claimed === 'busy')
      throw new Failure('TOO_MANY_REQUESTS', `同时最多进行 ${MAX_EXPORTS_RUNNING} 个导出，请等其中一个完成后再试`);
    return claimed;
  }
}
