import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ExportFormat, ExportStatus } from '#schemas/api/exports.ts';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { isPublished } from '#server/core/catalog/published.ts';
import { byOwner } from '#server/platform/accounts/owner-action.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import type { Meter } from '#server/platform/row-use/meter.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { type ExportProgress, openExport } from '#server/features/records/exports/file/export-file.ts';
import type { ExportPlan } from '#server/features/records/exports/file/export-plan.ts';
import { type Attempt, beatRun, endRun, type RunRow } from './queries.ts';
import { CANCELLED_WORDS } from './service.ts';

const BEAT_MS = 1000;
const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Why a download ended early, as the user reads it. */
class Ended extends Error {
  readonly status: ExportStatus;
  constructor(status: ExportStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** RFC 5987, with a name that says something where it is not understood. */
function disposition(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="export${/-\d{8}\.\w+$/.exec(name)?.[0] ?? ''}"; filename*=UTF-8''${encoded}`;
}

/** Headers of the download. No page may embed it, and no cache may keep it. */
export const fileHeaders = (name: string, format: ExportFormat): Record<string, string> => ({
  'content-type': TYPES[format],
  'content-disposition': disposition(name),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
});

export interface SenderDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
}

/** Sends the files of exports, each made while it is sent, and writes down how far they have come. */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #running = new Map<string, AbortController>();
  readonly #sending = new Set<Promise<unknown>>();

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /** Ends the sending of an export, if it is this process that sends it. */
  cancel(id: string): void {
    this.#running.get(id)?.abort(new Ended('cancelled', CANCELLED_WORDS));
  }

  /** Ends all, as the process does; settles when that is written down. */
  async close(): Promise<void> {
    for (const controller of this.#running.values())
      controller.abort(new Ended('failed', '导出中断：服务正在重启，请稍后重新下载'));
    await Promise.allSettled(this.#sending);
  }

  /**
   * Sends one file. `begin` is called once before the first byte. Settles when the file is complete and that is written
   * down; what does not come to its end breaks the connection, so that no part passes for the whole.
   * @throws the reason when nothing was sent yet.
   */
  async send(
    run: RunRow,
    plan: () => Promise<ExportPlan>,
    response: ServerResponse,
    meter: Meter,
    begin: () => void,
  ): Promise<void> {
    const sending = this.#send(run, plan, response, meter, begin);
    this.#sending.add(sending);
    await sending.finally(() => this.#sending.delete(sending));
  }

  async #send(
    run: RunRow,
    plan: () => Promise<ExportPlan>,
    response: ServerResponse,
    meter: Meter,
    begin: () => void,
  ): Promise<void> {
    const { database, catalog, now } = this.#deps;
    const controller = new AbortController();
    const { signal } = controller;
    const progress: ExportProgress = { rows: 0, total: null };
    const gone = () => controller.abort(new Ended('cancelled', '下载被中断'));
    response.once('close', gone);
    this.#running.set(run.id, controller);
    const beat = setInterval(() => void this.#beat(run, progress, controller), BEAT_MS);
    let counted: Counted | undefined;
    try {
      const order = { plan: await plan(), format: run.format, at: now() };
      const file = await openExport({ database, objects: catalog }, order, progress, signal);
      counted = countWhole(meter, catalog.find(run.object_api_name), progress.total ?? 0);
      begin();
      response.writeHead(200, fileHeaders(run.file_name, run.format));
      await pipeline(file, response, { signal, end: false });
      const whole = await this.#end(run, progress, 'done', '');
      // Cancelled at the last moment: it is reported as cancelled, so it must not arrive complete.
      if (whole) response.end();
      else response.destroy();
    } catch (error) {
      const reason: unknown = signal.aborted ? signal.reason : error;
      const { status, words } = endOf(reason);
      await this.#end(run, progress, status, words).catch(() => undefined);
      if (!response.headersSent && !response.destroyed) throw reason;
      response.destroy();
      if (status === 'failed' && !(reason instanceof Ended) && !(reason instanceof Failure)) throw reason;
    } finally {
      counted?.giveBack(progress.rows);
      clearInterval(beat);
      response.off('close', gone);
      this.#running.delete(run.id);
    }
  }

  async #beat(run: Attempt, { rows, total }: ExportProgress, controller: AbortController): Promise<void> {
    // A database that cannot be asked now may be there again in a second; the rows need it too and will say so.
    const goesOn = await beatRun(this.#deps.database.db, run, rows, total).catch(() => true);
    if (!goesOn) controller.abort(new Ended('cancelled', CANCELLED_WORDS));
  }

  /** What left is in the audit log, also of a file that was cut off: by whom, of which object, how narrowed and how much. */
  #end(run: RunRow, progress: ExportProgress, status: ExportStatus, message: string): Promise<boolean> {
    const { database, now } = this.#deps;
    const { filter, keyword } = run.query;
    const details = {
      export: run.id,
      format: run.format,
      status,
      rows: progress.rows,
      ...(filter !== undefined && { filter }),
      ...(keyword !== undefined && { keyword }),
    };
    const target = { kind: 'object', id: run.object_api_name };
    const entry = { ...byOwner(run.account_id), action: 'record.exported', target, details };
    return database.db.transaction().execute(async (trx) => {
      const isEnded = await endRun(trx, run, { status, message, at: now(), ...progress });
      if (progress.rows > 0) await writeAudit(trx, entry, now());
      return isEnded;
    });
  }
}

interface Counted {
  /** So many records were sent: what the rest counted is free again. */
  readonly giveBack: (sent: number) => void;
}

/**
 * Counts all records of a file before the first is sent, so that two at once do not take the same rest of a budget.
 * @throws Failure TOO_MANY_REQUESTS when fewer are left for the day: a part of a file is worth nothing
 */
function countWhole(meter: Meter, object: CatalogObject | undefined, total: number): Counted | undefined {
  if (!object || !isPublished(object)) return undefined;
  const [left, all] = [meter.left(), total.toLocaleString('en')];
  if (total > left)
    throw new Failure(
      'TOO_MANY_REQUESTS',
      `这份导出有 ${all} 条记录，今日还可读取 ${left.toLocaleString('en')} 条，请缩小范围或明天再试`,
    );
  meter.add(total);
  return { giveBack: (sent) => meter.add(sent - total) };
}

function endOf(reason: unknown): { status: ExportStatus; words: string } {
  if (reason instanceof Ended) return { status: reason.status, words: reason.message };
  const words = reason instanceof Failure ? reason.message : '导出中断，请重新下载';
  return { status: 'failed', words };
}
