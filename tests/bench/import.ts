import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '#server/db/database.ts';
import { runImport } from '#server/features/imports/run/import-run.ts';
import { parseMapping } from '#server/features/imports/mapping/parse-mapping.ts';
import { limitsOf } from '#server/features/imports/reading/limits.ts';
import { isBlankRow } from '#server/features/imports/reading/raw-row.ts';
import { openSource } from '#server/features/imports/reading/source-file.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import type { Row } from './row.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DATA = path.resolve(ROOT, '../shared/data/crunchbase-2013');
/** Of the rate of the bare insert. */
const TARGET_SHARE = 0.15;
const ROWS_AN_INSERT = 500;

const mappingOf = (name: string) =>
  parseMapping(readFileSync(path.join(ROOT, 'mappings', `crunchbase-2013-${name}.json`), 'utf8'));
const fileOf = (name: string) => path.join(DATA, `crunchbase-${name}.csv`);

/** Rows a second, and microseconds of processor time a row in all threads of this process. */
interface Pace {
  readonly rate: number;
  readonly cost: number;
}

async function paceOf(work: () => Promise<number>): Promise<Pace> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const rows = await work();
  const { user, system } = process.cpuUsage(before);
  return { rate: rows / ((performance.now() - started) / 1000), cost: (user + system) / rows };
}

/** The ceiling: the same rows, parsed beforehand, put by the bare driver into a table of plain text columns. */
async function bareInserts(database: Database): Promise<Pace> {
  const mapping = mappingOf('rounds');
  const source = await openSource(fileOf('rounds'), mapping, limitsOf(undefined));
  const reader = await source.open([]);
  const rows: (readonly string[])[] = [];
  for await (const batch of reader.batches()) for (const row of batch) if (!isBlankRow(row)) rows.push(row.cells);
  await reader.close();
  const width = reader.columns.length;
  const names = reader.columns.map((name) => `"${name}" text`).join(', ');
  await database.pool.query(`create table bare_rounds (id bigint generated always as identity primary key, ${names})`);
  return paceOf(async () => {
    for (let at = 0; at < rows.length; at += ROWS_AN_INSERT) {
      const slice = rows.slice(at, at + ROWS_AN_INSERT);
      const places = slice.map(
        (_, row) => `(${Array.from({ length: width }, (_cell, column) => `$${row * width + column + 1}`).join(', ')})`,
      );
      const columns = reader.columns.map((name) => `"${name}"`).join(', ');
      await database.pool.query(`insert into bare_rounds (${columns}) values ${places.join(', ')}`, slice.flat());
    }
    return rows.length;
  });
}

/** Rates of the rounds of crunchbase-2013 on the embedded database, in a folder, companies imported before. */
export async function run(): Promise<Row[]> {
  const target = `≥ ${TARGET_SHARE * 100} % of the limit`;
  if (!existsSync(fileOf('rounds')))
    return [{ name: 'import crunchbase-2013 rounds', ours: 'no data', ratio: '–', target, met: false }];
  const folder = await mkdtemp(path.join(tmpdir(), 'jingtu-bench-import-'));
  const database = await openDatabase({ dataDir: path.join(folder, 'data') });
  try {
    const now = () => new Date();
    const services = await openServices(database, { objects: shippedObjects(), optionSets: shippedOptionSets() }, now);
    const pace = (name: string) =>
      paceOf(async () => {
        const { counts } = await runImport(
          { file: fileOf(name), mapping: mappingOf(name), reportDir: path.join(folder, name) },
          services,
        );
        return counts.rows;
      });
    const companies = await pace('companies');
    const rounds = await pace('rounds');
    const again = await pace('rounds');
    const bare = await bareInserts(database);
    const row = (name: string, { rate }: Pace, share: number): Row => ({
      name,
      ours: `${Math.round(rate)} rows/s`,
      limit: `${Math.round(bare.rate)} rows/s bare multi-row insert`,
      ratio: `${((rate / bare.rate) * 100).toFixed(1)} % of the limit`,
      target: share > 0 ? target : '–',
      met: rate >= bare.rate * share,
    });
    return [
      row('import crunchbase-2013 rounds, embedded database', rounds, TARGET_SHARE),
      {
        name: 'processor time a row of it, all threads, which others on the machine hardly change',
        ours: `${Math.round(rounds.cost)} µs`,
        limit: `${Math.round(bare.cost)} µs bare multi-row insert`,
        ratio: `${((bare.cost / rounds.cost) * 100).toFixed(1)} % of the limit`,
        target,
        met: bare.cost >= rounds.cost * TARGET_SHARE,
      },
      row('the same file again (all rows unchanged)', again, 0),
      row('import crunchbase-2013 companies, embedded database', companies, 0),
    ];
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
