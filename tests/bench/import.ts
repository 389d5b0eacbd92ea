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
const TARGET_ROWS_A_SECOND = 3000;
const ROWS_AN_INSERT = 500;

const mappingOf = (name: string) =>
  parseMapping(readFileSync(path.join(ROOT, 'mappings', `crunchbase-2013-${name}.json`), 'utf8'));
const fileOf = (name: string) => path.join(DATA, `crunchbase-${name}.csv`);

/** The ceiling: the same rows, parsed beforehand, put by the bare driver into a table of plain text columns. */
async function bareInserts(database: Database): Promise<number> {
  const mapping = mappingOf('rounds');
  const source = await openSource(fileOf('rounds'), mapping, limitsOf(undefined));
  const reader = await source.open([]);
  const rows: (readonly string[])[] = [];
  for await (const batch of reader.batches()) for (const row of batch) if (!isBlankRow(row)) rows.push(row.cells);
  await reader.close();
  const width = reader.columns.length;
  const names = reader.columns.map((name) => `"${name}" text`).join(', ');
  await database.pool.query(`create table bare_rounds (id bigint generated always as identity primary key, ${names})`);
  const started = performance.now();
  for (let at = 0; at < rows.length; at += ROWS_AN_INSERT) {
    const slice = rows.slice(at, at + ROWS_AN_INSERT);
    const places = slice.map(
      (_, row) => `(${Array.from({ length: width }, (_cell, column) => `$${row * width + column + 1}`).join(', ')})`,
    );
    const columns = reader.columns.map((name) => `"${name}"`).join(', ');
    await database.pool.query(`insert into bare_rounds (${columns}) values ${places.join(', ')}`, slice.flat());
  }
  return rows.length / ((performance.now() - started) / 1000);
}

/** Rates of the rounds of crunchbase-2013 on the embedded database, in a folder, companies imported before. */
export async function run(): Promise<Row[]> {
  const target = `≥ ${TARGET_ROWS_A_SECOND} rows/s`;
  if (!existsSync(fileOf('rounds')))
    return [{ name: 'import crunchbase-2013 rounds', ours: 'no data', ratio: '–', target, met: false }];
  const folder = await mkdtemp(path.join(tmpdir(), 'jingtu-bench-import-'));
  const database = await openDatabase({ dataDir: path.join(folder, 'data') });
  try {
    const now = () => new Date();
    const services = await openServices(database, { objects: shippedObjects(), optionSets: shippedOptionSets() }, now);
    const rate = async (name: string) => {
      const started = performance.now();
      const { counts } = await runImport(
        { file: fileOf(name), mapping: mappingOf(name), reportDir: path.join(folder, name) },
        services,
      );
      return counts.rows / ((performance.now() - started) / 1000);
    };
    const companies = await rate('companies');
    const rounds = await rate('rounds');
    const again = await rate('rounds');
    const bare = await bareInserts(database);
    const row = (name: string, ours: number, goal: number): Row => ({
      name,
      ours: `${Math.round(ours)} rows/s`,
      limit: `${Math.round(bare)} rows/s bare multi-row insert`,
      ratio: `${((ours / bare) * 100).toFixed(0)} % of the limit`,
      target: goal > 0 ? `≥ ${goal} rows/s` : '–',
      met: ours >= goal,
    });
    return [
      row('import crunchbase-2013 rounds, embedded database', rounds, TARGET_ROWS_A_SECOND),
      row('the same file again (all rows unchanged)', again, 0),
      row('import crunchbase-2013 companies, embedded database', companies, 0),
    ];
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
