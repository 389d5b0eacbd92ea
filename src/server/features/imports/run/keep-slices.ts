import { Failure } from '#shared/errors.ts';
import { isClash } from '#server/db/clashes.ts';
import type { Db } from '#server/db/database.ts';
import type { WriteContext } from '#server/core/records/judgement.ts';
import { takeNoNumbers } from '#server/core/records/record-numbers.ts';
import { FileValues } from './file-values.ts';
import { advanceRun, type RunState } from './queries.ts';
import { LIST_MARK, type Progress } from '#server/features/imports/reading/raw-row.ts';
import { type Counts, countReason } from '#server/features/imports/report/counts.ts';
import { addProblem, type ProblemGroup } from '#server/features/imports/report/problem-groups.ts';
import type { ImportOptions, ImportTools, Run } from './run-options.ts';
import type { Slice } from './slices.ts';
import type { RowPlan } from '#server/features/imports/transform/row-plan.ts';
import { writeSlice } from './write-slice.ts';

const ACTOR = 'import';
const ATTEMPTS = 5;

/** What PostgreSQL says where another transaction wrote a key of the slice at the same time. */
const TAKEN = '23505';
const CLASH = '另有操作在同时写入同样的记录，导入已停止；再次运行即可从停下处继续';

const hasLost = (error: unknown): boolean =>
  error instanceof Failure
    ? error.failure === 'CONFLICT'
    : isClash(error) || (error as { code?: unknown }).code === TAKEN;

/** Keeps slice after slice; false when it was asked to stop. `within` is one transaction for all of them. */
export async function keepSlices(
  run: Run,
  slices: AsyncIterable<Slice>,
  plan: RowPlan,
  options: ImportOptions,
  tools: ImportTools,
  progress: () => Progress,
  within: Db | undefined,
): Promise<boolean> {
  const { db } = tools.database;
  const inFile = new FileValues(tools.catalog.storedObject(plan.object.apiName));
  for await (const slice of slices) {
    await options.giveWay?.();
    if (options.signal?.aborted) return false;
    const keep = (trx: Db) => keepSlice(run, slice, plan, options, { ...tools, trx }, inFile);
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (within) run.state = await keep(within);
        else run.state = options.dryRun ? await rolledBack(db, keep) : await db.transaction().execute(keep);
        break;
      } catch (error) {
        await run.log.cutBack(run.state.rejectedBytes);
        if (within || !hasLost(error)) throw error;
        if (attempt === ATTEMPTS) throw error instanceof Failure ? error : new Failure('CONFLICT', CLASH);
        for (const object of [plan.object, ...plan.links.map((link) => link.target)])
          await tools.catalog.refresh(object.apiName);
      }
    }
    options.onProgress?.(progress(), run.state.counts);
  }
  return true;
}

async function keepSlice(
  run: Run,
  slice: Slice,
  plan: RowPlan,
  options: ImportOptions,
  tools: ImportTools & { readonly trx: Db },
  inFile: FileValues,
): Promise<RunState> {
  const { trx } = tools;
  const { mapping, rehearsal } = options;
  const context: WriteContext = {
    actor: options.actor ?? ACTOR,
    roles: ['staff'],
    origin: options.origin ?? `import:${mapping.source}`,
    now: tools.now(),
    isNews: mapping.notify === true,
  };
  const counts: Counts = structuredClone(run.state.counts);
  const groups: ProblemGroup[] = structuredClone([...(run.state.groups ?? [])]);
  counts.lines += slice.lines;
  counts.blank += slice.blank;
  counts.rows += slice.lines - slice.blank;
  counts.duplicate += slice.duplicates;
  counts.repairedCells += slice.repairedCells;
  const { rows, made } = await writeSlice(slice.rows, plan, mapping.source, { ...tools, context }, inFile);
  for (const { object } of rehearsal ? rehearsal.linksMade(made) : made)
    counts.linkedCreated[object] = (counts.linkedCreated[object] ?? 0) + 1;
  await rehearsal?.look(trx, rows, plan.object.apiName, context.origin);
  const written = rehearsal ? rehearsal.ended(rows, plan.object.apiName, mapping.source, plan.write) : rows;
  await rehearsal?.compare(trx, written, tools.catalog.object(plan.object.apiName));
  const refused = slice.refused.map(({ raw, faults }) => ({ row: { raw }, end: 'rejected' as const, faults }));
  const ended = [...written, ...refused].sort((a, b) => a.row.raw.row - b.row.raw.row);
  for (const { row, end, faults: found } of ended) {
    const faults = found.map((fault) => ({ ...fault, value: fault.value.replaceAll(LIST_MARK, '、') }));
    counts[end] += 1;
    if (end !== 'rejected') counts.rejectedValues += faults.length;
    for (const { column, reason } of faults) countReason(counts, column, reason);
    if (options.groups) for (const fault of faults) addProblem(groups, row.raw.row, end === 'rejected', fault);
    run.log.add(row.raw, end === 'rejected', faults);
  }
  await run.log.flush();
  const state: RunState = {
    row: slice.lastRow,
    counts,
    rejectedBytes: run.log.bytes,
    ...(options.groups && { groups }),
  };
  if (!options.dryRun && !(await advanceRun(trx, run.id, run.state.row, state))) {
    throw new Failure('DUPLICATE', '另一个进程正在导入同一个文件，本次导入已停止');
  }
  return state;
}

/** Ends a transaction whose work is not to be kept. */
class NotKept<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('Rolled back as asked.');
    this.result = result;
  }
}

/** Runs work in one transaction that is rolled back whatever comes of it; gives what the work gave. */
export async function rolledBack<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (trx): Promise<never> => {
      takeNoNumbers(trx);
      throw new NotKept(await work(trx));
    });
  } catch (error) {
    if (error instanceof NotKept) return error.result as T;
    throw error;
  }
}
