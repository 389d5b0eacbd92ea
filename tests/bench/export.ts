import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportFormat } from '#schemas/api/exports.ts';
import { openExport } from '#server/features/records/exports/file/export-file.ts';
import { planExport } from '#server/features/records/exports/file/export-plan.ts';
import type { Services } from '#server/services.ts';
import { everything } from '#tests/support/records/readable-sample.ts';
import { withCompanies } from './million-companies.ts';
import type { Row } from './row.ts';

const COLUMNS = 30;
const LOOK_MS = 50;
const MB = 1e6;
const LIMITS: Readonly<Record<ExportFormat, number>> = { csv: 60, xlsx: 150 };
const MEMORY_LIMIT = 256;

/** `idle` is the memory of the process before any export, in bytes. */
async function measure(services: Services, format: ExportFormat, idle: number): Promise<Row> {
  const { database, catalog } = services;
  const object = catalog.object('InsightCompany');
  // Money is three columns: the fields are as many as make thirty.
  const fields: string[] = [];
  let columns = 0;
  for (const field of object.fields) {
    const wide = field.type === 'currency' ? 3 : 1;
    if (columns + wide > COLUMNS) continue;
    fields.push(field.apiName);
    columns += wide;
  }
  const plan = planExport(object, { fields }, { owner: undefined, scope: everything });
  let [peak, bytes] = [idle, 0];
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), LOOK_MS);
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const progress = { rows: 0, total: null };
  const started = performance.now();
  const signal = new AbortController().signal;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done();
    },
  });
  await pipeline(
    await openExport({ database, objects: catalog }, { plan, format, at: new Date() }, progress, signal),
    sink,
  );
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  loop.disable();
  const memory = (peak - idle) / MB;
  return {
    name: `export ${progress.rows.toLocaleString('en')} rows × ${columns} columns as ${format.toUpperCase()} (${Math.round(bytes / MB)} MB)`,
    ours: `${seconds.toFixed(1)} s, ${Math.round(memory)} MB above idle, event loop held ${Math.round(loop.percentile(99.9) / 1e6)} ms (99.9 %)`,
    ratio: `${Math.round(progress.rows / seconds).toLocaleString('en')} rows/s`,
    target: `≤ ${LIMITS[format]} s, ≤ ${MEMORY_LIMIT} MB`,
    met: seconds <= LIMITS[format] && memory <= MEMORY_LIMIT,
  };
}

/** Exports of all companies, as the download reads them. */
export async function run(): Promise<Row[]> {
  return withCompanies(async (services) => {
    const idle = process.memoryUsage.rss();
    return [await measure(services, 'csv', idle), await measure(services, 'xlsx', idle)];
  });
}
