import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure } from '#shared/errors.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/lib/catalog/catalog.ts';
import type { WriteContext } from '#server/lib/records/judgement.ts';
import type { RecordWriter } from '#server/lib/records/record-writer.ts';
import { DigestSet } from './digest-set.ts';
import { advanceRun, beginRun, endRun, readRun, type RunState } from './queries.ts';
import { limitsOf } from './reading/limits.ts';
import type { Progress } from './reading/raw-row.ts';
import { openSource, type SourceFile } from './reading/source-file.ts';
import { addsUp, type Counts, countReason, noCounts } from './report/counts.ts';
import { RejectedLog } from './report/rejected-log.ts';
import { type Slice, slicesOf } from './slices.ts';
import { mappedColumns, planRows, type RowPlan, type TargetObject } from './transform/row-plan.ts';
import { writeSlice } from './write-slice.ts';

/** What an import needs of the server. */
export interface ImportTools {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: RecordWriter;
  readonly now: () => Date;
}

export interface ImportOptions {
  readonly file: string;
  readonly mapping: ImportMapping;
  /** Folder for summary.json and rejected.csv; made where it is missing. */
  readonly reportDir: string;
  /** Reads and checks everything, counts the same, keeps nothing. */
  readonly dryRun?: boolean;
  /** Begins anew even where an earlier run was stopped. */
  readonly restart?: boolean;
  /** Stops after the slice at hand. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress, counts: Readonly<Counts>) => void;
}

/** What is written to summary.json. */
export interface ImportSummary {
  readonly file: string;
  readonly fileHash: string;
  readonly format: string;
  readonly encoding: string;
  readonly object: string;
  readonly source: string;
  readonly dryRun: boolean;
  /** False when it was stopped before the last row. */
  readonly finished: boolean;
  /** The row it went on after, 0 when it began at the first. */
  readonly resumedAfterRow: number;
  readonly startedAt: string;
  readonly seconds: number;
  readonly counts: Counts;
}

const ACTOR = 'import';
const ATTEMPTS = 5;

/**
 * Brings a file in, slice by slice. Counts and rows are kept in the same transaction, so that a process killed at any
 * moment goes on where it was with the counts it had.
 * @throws Failure where mapping or file are wrong, before anything is written.
 */
export async function runImport(options: ImportOptions, tools: ImportTools): Promise<ImportSummary> {
  const started = tools.now();
  const { mapping } = options;
  const limits = limitsOf(mapping.limits);
  // Unknown objects are refused before the file is looked at.
  tools.catalog.object(mapping.object);
  const source = await openSource(options.file, mapping, limits);
  try {
    const reader = await source.open(mappedColumns(mapping));
    try {
      const plan = planRows(mapping, reader.columns, (apiName) => targetObject(tools.catalog, apiName));
      await mkdir(options.reportDir, { recursive: true });
      const run = await openRun(options, source, tools);
      try {
        const slices = slicesOf(reader, { plan, mapping, digests: new DigestSet(), after: run.state.row });
        const keep = (db: Db | undefined) => keepSlices(run, slices, plan, options, tools, reader.progress, db);
        const finished = options.dryRun ? await rolledBack(tools.database.db, keep) : await keep(undefined);
        if (finished && !addsUp(run.state.counts)) throw new Error(`Counts do not add up: ${JSON.stringify(run.state.counts)}`);
        const summary = summaryOf(options, source, run, finished, started, tools.now());
        await writeFile(path.join(options.reportDir, 'summary.json'), `${JSON.stringify(summary, undefined, 2)}\n`);
        if (finished && !options.dryRun) await endRun(tools.database.db, run.id);
        return summary;
      } finally {
        await run.log.close();
      }
    } finally {
      await reader.close();
    }
  } finally {
    await source.dispose();
  }
}

function targetObject(catalog: Catalog, apiName: string): TargetObject {
  const object = catalog.object(apiName);
  return { apiName, nameField: object.definition.nameField, field: (name) => object.field(name) };
}

/** A run at the row it has reached. */
interface Run {
  readonly id: string;
  readonly log: RejectedLog;
  readonly resumedAfterRow: number;
  state: RunState;
}

async function openRun(options: ImportOptions, source: SourceFile, tools: ImportTools): Promise<Run> {
  const { db } = tools.database;
  const mappingHash = createHash('sha256').update(JSON.stringify(options.mapping)).digest('hex');
  const id = createHash('sha256').update(`${source.hash}:${mappingHash}:${path.resolve(options.reportDir)}`).digest('hex');
  const list = path.join(options.reportDir, 'rejected.csv');
  const before = options.restart || options.dryRun ? undefined : await readRun(db, id);
  const resumed = before && (await RejectedLog.open(list, before.rejectedBytes));
  if (before && resumed) return { id, log: resumed, resumedAfterRow: before.row, state: before };
  const log = await RejectedLog.open(list, 0);
  if (!log) throw new Failure('INVALID_BODY', `无法写入报告“${list}”`);
  const state: RunState = { row: 0, counts: noCounts(), rejectedBytes: log.bytes };
  if (!options.dryRun) await beginRun(db, id, state);
  return { id, log, resumedAfterRow: 0, state };
}

/** Keeps slice after slice; false when it was asked to stop. `within` is one transaction for all of them. */
async function keepSlices(
  run: Run,
  slices: AsyncIterable<Slice>,
  plan: RowPlan,
  options: ImportOptions,
  tools: ImportTools,
  progress: () => Progress,
  within: Db | undefined,
): Promise<boolean> {
  for await (const slice of slices) {
    if (options.signal?.aborted) return false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        run.state = within
          ? await keepSlice(run, slice, plan, options, tools, within)
          : await tools.database.db.transaction().execute((trx) => keepSlice(run, slice, plan, options, tools, trx));
        break;
      } catch (error) {
        await run.log.cutBack(run.state.rejectedBytes);
        const changed = error instanceof Failure && error.failure === 'CONFLICT';
        if (within || !changed || attempt === ATTEMPTS) throw error;
        for (const object of [plan.object, ...plan.links.map((link) => link.target)]) await tools.catalog.refresh(object.apiName);
      }
    }
    options.onProgress?.(progress(), run.state.counts);
  }
  return true;
}

async function keepSlice(run: Run, slice: Slice, plan: RowPlan, options: ImportOptions, tools: ImportTools, trx: Db): Promise<RunState> {
  const { mapping } = options;
  const context: WriteContext = { actor: ACTOR, roles: ['staff'], origin: `import:${mapping.source}`, now: tools.now() };
  const counts: Counts = structuredClone(run.state.counts);
  counts.lines += slice.lines;
  counts.blank += slice.blank;
  counts.rows += slice.lines - slice.blank;
  counts.duplicate += slice.duplicates;
  counts.repairedCells += slice.repairedCells;
  const { rows, made } = await writeSlice(slice.rows, plan, mapping.source, { ...tools, trx, context });
  for (const [object, count] of Object.entries(made)) counts.linkedCreated[object] = (counts.linkedCreated[object] ?? 0) + count;
  const refused = slice.refused.map(({ raw, faults }) => ({ row: { raw }, end: 'rejected' as const, faults }));
  const ended = [...rows, ...refused].sort((a, b) => a.row.raw.row - b.row.raw.row);
  for (const { row, end, faults } of ended) {
    counts[end] += 1;
    if (end !== 'rejected') counts.rejectedValues += faults.length;
    for (const { column, reason } of faults) countReason(counts, column, reason);
    run.log.add(row.raw, end === 'rejected', faults);
  }
  await run.log.flush();
  const state: RunState = { row: slice.lastRow, counts, rejectedBytes: run.log.bytes };
  if (!options.dryRun && !(await advanceRun(trx, run.id, run.state.row, state))) {
    throw new Failure('DUPLICATE', '另一个进程正在导入同一个文件，本次导入已停止');
  }
  return state;
}

/** Ends a transaction whose work is not to be kept. */
class NotKept extends Error {
  readonly result: boolean;
  constructor(result: boolean) {
    super('Rolled back as asked.');
    this.result = result;
  }
}

async function rolledBack(db: Db, work: (trx: Db) => Promise<boolean>): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx): Promise<never> => {
      throw new NotKept(await work(trx));
    });
  } catch (error) {
    if (error instanceof NotKept) return error.result;
    throw error;
  }
}

function summaryOf(options: ImportOptions, source: SourceFile, run: Run, finished: boolean, started: Date, ended: Date): ImportSummary {
  return {
    file: source.name,
    fileHash: source.hash,
    format: source.format,
    encoding: source.encoding,
    object: options.mapping.object,
    source: options.mapping.source,
    dryRun: options.dryRun === true,
    finished,
    resumedAfterRow: run.resumedAfterRow,
    startedAt: started.toISOString(),
    seconds: (ended.getTime() - started.getTime()) / 1000,
    counts: run.state.counts,
  };
}
