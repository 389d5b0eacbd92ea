import path from 'node:path';
import { Failure } from '#shared/errors.ts';
import { lockImports } from '#server/features/imports/run/import-lock.ts';
import { runImport } from '#server/features/imports/run/import-run.ts';
import type { ImportSummary } from '#server/features/imports/run/import-summary.ts';
import { parseMapping } from '#server/features/imports/mapping/parse-mapping.ts';
import { ProgressLine } from '#server/features/imports/run/progress-line.ts';
import { importRates } from '#server/features/imports/run/rates.ts';
import { keyWarning } from '#server/features/imports/suggest/key-warning.ts';
import type { ImportOptions } from '#server/features/imports/run/run-options.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices, type Services } from '#server/services.ts';
import { openOwnDatabase, readArguments, readGivenFile, runCommand, UsageError } from './command-line.ts';
import { followRates } from './follow-rates.ts';
import { settleMarks } from './settle-marks.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const USAGE = `用法：
  npm run import -- <文件> --mapping <映射.json> [--dry-run] [--report <目录>] [--restart]
  npm run import -- <汇率.csv> --rates

  --mapping   映射文件，写法见 docs/import.md；随产品提供的在 mappings/
  --dry-run   只读取和检查，不写入任何内容
  --report    报告目录，默认 import-reports/<映射名>-<文件名>
  --restart   不接着上次停下的地方，从头开始
  --rates     导入汇率（列：Date、Country、Exchange rate），并据此补齐、更正已有金额的折合人民币`;

const EXIT_STOPPED = 130;
const BUSY = '另一个导入正在进行（命令行或网页中），请等它结束后再运行';

async function main(): Promise<number> {
  const { values, positionals } = readArguments(
    USAGE,
    {
      mapping: { type: 'string' },
      report: { type: 'string' },
      'dry-run': { type: 'boolean' },
      restart: { type: 'boolean' },
      rates: { type: 'boolean' },
    },
    1,
  );
  const [file] = positionals;
  if (file === undefined || (values.mapping === undefined) !== (values.rates === true)) throw new UsageError(USAGE);
  const mappingFile = values.mapping;
  const mapping = mappingFile === undefined ? undefined : parseMapping(readGivenFile(mappingFile));
  const database = await openOwnDatabase();
  try {
    const services = await openServices(
      database,
      { objects: shippedObjects(), optionSets: shippedOptionSets() },
      () => new Date(),
    );
    // Two at once would write the same records and end each other.
    const unlock = await lockImports(database);
    if (!unlock) throw new Failure('CONFLICT', BUSY);
    try {
      if (mapping === undefined || mappingFile === undefined) {
        console.log(`已写入 ${await importRates(file, database)} 条汇率`);
        return await followRates(services);
      }
      const reportDir =
        values.report ?? path.join(ROOT, 'import-reports', `${path.parse(mappingFile).name}-${path.basename(file)}`);
      const { restart = false, 'dry-run': dryRun = false } = values;
      return await bringIn({ file, mapping, reportDir, restart, dryRun }, services);
    } finally {
      await unlock();
    }
  } finally {
    await database.close();
  }
}

/** Runs the import and shows how far it is; gives the exit code. */
async function bringIn(given: ImportOptions, services: Services): Promise<number> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const warning = await keyWarning(given.file, given.mapping);
  if (warning !== undefined) console.error(warning);
  const line = new ProgressLine(
    { isTerminal: process.stderr.isTTY === true, write: (text) => process.stderr.write(text) },
    Date.now,
  );
  const summary = await runImport(
    {
      ...given,
      signal: stop.signal,
      onBegin: (progress, counts) => line.begin(progress, counts),
      onProgress: (progress, counts) => line.show(progress, counts),
    },
    services,
  ).finally(() => line.end());
  const labelOf = (apiName: string) => services.catalog.object(apiName).definition.label;
  for (const text of summaryLines(summary, given.reportDir, labelOf)) console.log(text);
  if (!summary.finished) return EXIT_STOPPED;
  return given.dryRun === true || (await settleMarks(services, stop.signal)) ? 0 : EXIT_STOPPED;
}

function summaryLines(
  { counts, ...summary }: ImportSummary,
  reportDir: string,
  labelOf: (apiName: string) => string,
): string[] {
  const { lines, seconds } = summary.pace;
  const rate = seconds > 0 ? Math.round(lines / seconds) : lines;
  const linked = Object.entries(counts.linkedCreated).map(([object, count]) => `${labelOf(object)} ${count}`);
  return [
    `${summary.file} → ${labelOf(summary.object)}${summary.dryRun ? '（试运行，没有写入）' : ''}${summary.finished ? '' : '（已停止，再次运行同一命令即可继续）'}`,
    `  共 ${counts.lines} 行，其中空行 ${counts.blank}，数据 ${counts.rows}；用时 ${summary.seconds.toFixed(1)} 秒，${rate} 行/秒`,
    `  新建 ${counts.created} + 更新 ${counts.updated} + 未变 ${counts.unchanged} + 重复 ${counts.duplicate}${counts.skipped > 0 ? ` + 跳过 ${counts.skipped}` : ''} + 拒绝 ${counts.rejected} = ${counts.rows}`,
    ...(counts.rejectedValues > 0 ? [`  另有 ${counts.rejectedValues} 个值被拒绝，所在的行已保留`] : []),
    ...(linked.length > 0 ? [`  为关联新建：${linked.join('，')}`] : []),
    `  报告：${reportDir}`,
  ];
}

await runCommand(main);
