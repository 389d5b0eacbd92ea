import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { createApp } from '#server/app.ts';
import { SLICE_ROWS } from '#server/features/imports/import-runner.ts';
import { runImport } from '#server/features/imports/run/import-run.ts';
import { openExport } from '#server/features/records/exports/file/export-file.ts';
import { planExport } from '#server/features/records/exports/file/export-plan.ts';
import type { Services } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { everything } from '#tests/support/records/readable-sample.ts';
import { variants } from './list.ts';
import { listen, signIn, startLoad } from './load.ts';
import type { LoadReport } from './load-client.ts';
import { withCompanies } from './million-companies.ts';
import { type Row, table } from './row.ts';

const OBJECT = 'InsightCompany';
const CONNECTIONS = 16;
const SECONDS = 2 * Number(process.env['BENCH_SECONDS'] ?? 6);
const ROUNDS = 3;
const FILE_ROWS = 200_000;

const MAPPING: ImportMapping = {
  object: OBJECT,
  source: 'bench-busy',
  format: 'csv',
  key: ['code'],
  fields: [
    { field: 'name', column: 'name', onError: 'reject-row' },
    { field: 'englishName', column: 'short' },
    { field: 'brief', column: 'about' },
  ],
};

const line = (_: unknown, row: number) => `B${row},示例导入企业${row},示例${row},第 ${row} 家示例企业的简介`;

/** Imports a file, slice by slice as the product does, until it is stopped. */
async function importing(services: Services, folder: string, signal: AbortSignal): Promise<number> {
  const file = path.join(folder, 'companies.csv');
  await writeFile(file, ['code,name,short,about', ...Array.from({ length: FILE_ROWS }, line)].join('\n'));
  const source = `bench-busy-${process.pid}`;
  const options = {
    file,
    mapping: { ...MAPPING, source },
    reportDir: path.join(folder, 'report'),
    sliceRows: SLICE_ROWS,
  };
  const { counts } = await runImport({ ...options, signal, giveWay: () => turn() }, services);
  return counts.rows;
}

/** Exports all companies, again and again, to a reader that takes all it gets. */
async function exporting({ database, catalog }: Services, signal: AbortSignal): Promise<number> {
  const object = catalog.object(OBJECT);
  const fields = object.fields.slice(0, 30).map(({ apiName }) => apiName);
  let rows = 0;
  while (!signal.aborted) {
    const progress = { rows: 0, total: null };
    const plan = planExport(object, { fields }, { owner: undefined, scope: everything });
    const order = { plan, format: 'csv' as const, at: new Date() };
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    try {
      await pipeline(await openExport({ database, objects: catalog }, order, progress, signal), sink, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    rows += progress.rows;
  }
  return rows;
}

async function measure(services: Services): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'jingtu-bench-busy-'));
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
  try {
    const [port, cookie] = [await listen(app), await signIn(app, services)];
    const { version } = services.catalog.object(OBJECT);
    const bodies = variants(services).map(({ query }) =>
      JSON.stringify({ ...query, objectApiName: OBJECT, layoutVersion: version }),
    );
    const order = { port, cookie, path: '/api/metadata/data/getLayoutAndDataList', bodies };
    const load = (seconds: number) => startLoad({ ...order, connections: CONNECTIONS, seconds }).ended;
    await load(2);
    const alone = await load(SECONDS);
    const stop = new AbortController();
    const work = Promise.all([importing(services, folder, stop.signal), exporting(services, stop.signal)]);
    const busy: LoadReport[] = [];
    for (let round = 0; round < ROUNDS; round += 1) busy.push(await load(SECONDS));
    stop.abort();
    const [imported, exported] = await work;
    const [, middle = alone] = busy.toSorted((a, b) => a.p95 / a.p50 - b.p95 / b.p50);
    const inMs = ({ p50, p95 }: LoadReport) => `median ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
    const done = `${imported.toLocaleString('en')} rows imported, ${exported.toLocaleString('en')} exported meanwhile`;
    return [
      {
        name: `list of 1,000,000 companies, ${CONNECTIONS} connections, beside an import and an export of the same process (${done})`,
        ours: inMs(middle),
        rival: `${inMs(alone)} without`,
        ratio: `p95 ${(middle.p95 / middle.p50).toFixed(1)} × the median`,
        target: 'p95 ≤ 3 × the median',
        met: middle.p95 <= 3 * middle.p50,
      },
    ];
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures lists beside an import and an export, on PostgreSQL with everything on this machine; no rows where there is none. */
export const run = (): Promise<Row[]> => withCompanies(measure);

if (import.meta.main) console.log(table(await run()));
