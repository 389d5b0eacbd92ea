import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { fileTrouble } from '#server/platform/files/file-trouble.ts';
import { DigestSet } from './digest-set.ts';
import type { ImportSummary } from './import-summary.ts';
import { keepSlices, rolledBack } from './keep-slices.ts';
import { planImport } from './plan-import.ts';
import { beginRun, endRun, readRun, type RunState } from './queries.ts';
import { limitsOf } from '#server/features/imports/reading/limits.ts';
import { openSource, type SourceFile } from '#server/features/imports/reading/source-file.ts';
import { addsUp, noCounts } from '#server/features/imports/report/counts.ts';
import { keepEarlierReports } from '#server/features/imports/report/earlier-reports.ts';
import { listShape, RejectedLog } from '#server/features/imports/report/rejected-log.ts';
import { readAhead } from './read-ahead.ts';
import type { ImportOptions, ImportTools, Run } from './run-options.ts';
import { slicesOf } from './slices.ts';
import { withCurrentFields } from '#server/features/imports/mapping/current-fields.ts';
import { mappedColumns } from '#server/features/imports/transform/row-plan.ts';

/**
 * Brings a file in, slice by slice. Counts and rows are kept in the same transaction, so that a process killed at any
 * moment goes on where it was with the counts it had.
 * @throws Failure where mapping or file are wrong, before anything is written.
 */
export async function runImport(asked: ImportOptions, tools: ImportTools): Promise<ImportSummary> {
  const started = tools.now();
  const mapping = withCurrentFields(asked.mapping, tools.catalog);
  const options = { ...asked, mapping };
  const limits = limitsOf(mapping.limits);
  // Unknown objects are refused before the file is looked at.
  tools.catalog.object(mapping.object);
  const source = await openSource(options.file, mapping, limits);
  try {
    const reader = await source.open(mappedColumns(mapping));
    try {
      const plan = await planImport(mapping, reader.columns, tools);
      await makeReportDir(options.reportDir);
      const run = await openRun(options, source, reader.columns, tools);
      const linesBefore = run.state.counts.lines;
      let begun = started;
      try {
        const slices = slicesOf(reader, {
          plan,
          mapping,
          digests: new DigestSet(),
          after: run.state.row,
          rows: options.sliceRows,
          onReached: () => {
            begun = tools.now();
            options.onBegin?.(reader.progress(), run.state.counts);
          },
        });
        const keep = (db: Db | undefined) =>
          keepSlices(run, readAhead(slices), plan, options, tools, reader.progress, db);
        const whole = options.dryRun && !options.rehearsal;
        const finished = whole ? await rolledBack(tools.database.db, keep) : await keep(undefined);
        if (finished && !addsUp(run.state.counts))
          throw new Error(`Counts do not add up: ${JSON.stringify(run.state.counts)}`);
        const ended = tools.now();
        const pace = { lines: run.state.counts.lines - linesBefore, seconds: secondsBetween(begun, ended) };
        const summary = { ...summaryOf(options, source, run, finished), ...timesOf(started, ended), pace };
        await writeFile(reportFile(options, 'summary.json'), `${JSON.stringify(summary, undefined, 2)}\n`);
        if (finished) {
          await tools.database.db.transaction().execute(async (trx) => {
            if (!options.dryRun) await endRun(trx, run.id);
            await options.onEnd?.(trx, { summary, state: run.state });
          });
        }
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

async function makeReportDir(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Failure('INVALID_BODY', `无法写入报告目录“${folder}”：${fileTrouble(error)}`);
  });
}

/** A dry run leaves alone the report of a real one that was stopped. */
const reportFile = ({ reportDir, dryRun }: ImportOptions, name: string): string =>
  path.join(reportDir, dryRun ? `dry-run-${name}` : name);

async function openRun(
  options: ImportOptions,
  source: SourceFile,
  columns: readonly string[],
  tools: ImportTools,
): Promise<Run> {
  const { db } = tools.database;
  const mappingHash = createHash('sha256').update(JSON.stringify(options.mapping)).digest('hex');
  const known = `${source.hash}:${mappingHash}:${path.resolve(options.reportDir)}`;
  const id = options.runId ?? createHash('sha256').update(known).digest('hex');
  const list = reportFile(options, 'rejected.csv');
  const shape = listShape(options.mapping, columns);
  const before = options.restart || options.dryRun ? undefined : await readRun(db, id);
  const resumed = before && (await RejectedLog.open(list, before.rejectedBytes, shape));
  if (before && resumed) return { id, log: resumed, resumedAfterRow: before.row, state: before };
  if (!options.dryRun) await keepEarlierReports(options.reportDir);
  const log = await RejectedLog.open(list, 0, shape);
  if (!log) throw new Failure('INVALID_BODY', `无法写入报告“${list}”`);
  const state: RunState = { row: 0, counts: noCounts(), rejectedBytes: log.bytes };
  if (!options.dryRun) await beginRun(db, id, state);
  return { id, log, resumedAfterRow: 0, state };
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

const timesOf = (started: Date, ended: Date) => ({
  startedAt: started.toISOString(),
  seconds: secondsBetween(started, ended),
});

function summaryOf(options: ImportOptions, source: SourceFile, run: Run, finished: boolean) {
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
    counts: run.state.counts,
  };
}
