import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { runImport } from '#server/features/imports/run/import-run.ts';
import type { ImportSummary } from '#server/features/imports/run/import-summary.ts';
import type { ImportOptions } from '#server/features/imports/run/run-options.ts';
import { parseMapping } from '#server/features/imports/mapping/parse-mapping.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices, type Services } from '#server/services.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openShippedDatabase } from '#tests/support/databases/kept-databases.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Data of others that tests may read where it is beside the project; it is never part of it. */
export const sharedData = (name: string): string => path.resolve(ROOT, '../shared/data', name);
/** Why tests on data of others do not run; undefined where they do. */
export const dataAbsent = (name: string): boolean => !existsSync(sharedData(name));

/** A mapping that ships. */
export const shippedMapping = (name: string): ImportMapping =>
  parseMapping(readFileSync(path.join(ROOT, 'mappings', `${name}.json`), 'utf8'));

/** A database with what ships and no records, and a folder for files and reports. */
export interface ImportDesk {
  readonly services: Services;
  readonly store: TestDatabase;
  readonly folder: string;
  /** Writes a file into the folder and gives its path. */
  readonly file: (name: string, content: string | Buffer) => string;
  /** Imports a file and works out what follows from it; its report goes to a folder of its own unless one is named. */
  readonly run: (file: string, mapping: ImportMapping, more?: Partial<ImportOptions>) => Promise<ImportSummary>;
  /** Rows of a query. */
  readonly rows: <T>(text: string) => Promise<T[]>;
  /** rejected.csv of a report folder, without its byte order mark. */
  readonly rejected: (reportDir: string) => string;
  readonly close: () => Promise<void>;
}

export async function openImportDesk(): Promise<ImportDesk> {
  const store = await openShippedDatabase();
  const shipped = { objects: shippedObjects(), optionSets: shippedOptionSets() };
  const services = await openServices(store.database, shipped, () => TEST_NOW);
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-import-test-'));
  let reports = 0;
  return {
    services,
    store,
    folder,
    file(name, content) {
      const file = path.join(folder, name);
      writeFileSync(file, content);
      return file;
    },
    async run(file, mapping, more = {}) {
      const reportDir = path.join(folder, `report-${(reports += 1)}`);
      const summary = await runImport({ file, mapping, reportDir, ...more }, services);
      await services.derived.drain();
      return summary;
    },
    rows: async <T>(text: string) => (await sql<T>`${sql.raw(text)}`.execute(store.database.db)).rows,
    rejected: (reportDir) => readFileSync(path.join(reportDir, 'rejected.csv'), 'utf8').replace(/^\uFEFF/, ''),
    close: async () => {
      await store.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The desk of a test file: opened before its tests, without records before each, and closed after them. */
export function importDeskOfFile(): ImportDesk {
  const desk = {} as ImportDesk;
  beforeAll(async () => {
    Object.assign(desk, await openImportDesk());
  });
  afterAll(() => desk.close());
  beforeEach(async () => {
    await desk.rows(
      'truncate "InsightCompany", "InsightTransaction", record_key, record_history, import_run, stated_value, derived_mark',
    );
  });
  return desk;
}

/** Companies of a source, with columns `id`, `name`, `code` and `total`. */
export const COMPANIES: ImportMapping = {
  object: 'InsightCompany',
  source: 'test',
  key: ['id'],
  fields: [
    { field: 'name', column: 'name' },
    { field: 'creditCode', column: 'code' },
    { field: 'fundingTotal', column: 'total', amount: { currency: 'USD' } },
  ],
};

/** A file of companies that `COMPANIES` reads. */
export const companyFile = (...lines: string[]): string => ['id,name,code,total', ...lines].join('\n');
