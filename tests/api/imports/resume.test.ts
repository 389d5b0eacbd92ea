import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import type { ImportSummary } from '#server/features/imports/run/import-summary.ts';
import { openDatabase } from '#server/db/database.ts';
import type { ChildOrder } from '#tests/support/imports/import-child.ts';
import {
  dataAbsent,
  type ImportDesk,
  openImportDesk,
  sharedData,
  shippedMapping,
} from '#tests/support/imports/import-desk.ts';

const CHILD = path.resolve(import.meta.dirname, '../../support/imports/import-child.ts');

/** Runs the import in a process of its own; undefined when it was killed. */
async function inProcess(order: ChildOrder): Promise<{ summary: ImportSummary; statements: number } | undefined> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, JSON.stringify(order)], { maxBuffer: 1e7 });
    return JSON.parse(stdout) as { summary: ImportSummary; statements: number };
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return undefined;
    throw error;
  }
}

const MAPPING: ImportMapping = {
  object: 'InsightTransaction',
  source: 'kill-test',
  key: ['id'],
  fields: [
    { field: 'title', column: 'title' },
    { field: 'company', column: 'company', reference: { by: 'name', create: {} } },
    { field: 'amount', column: 'amount', amount: { currency: 'USD' } },
  ],
};

/** 4,400 rows: some twice, some with an amount that is none, some refused, some blank. */
function dirtyFile(): string {
  const lines = ['id,title,company,amount'];
  for (let row = 0; row < 4400; row += 1) {
    if (row % 50 === 7) lines.push(lines.at(-1) ?? '');
    else if (row % 50 === 9) lines.push(`${row},,Company ${row % 97},1`);
    else if (row % 50 === 11) lines.push(',,,');
    else lines.push(`${row},Round ${row},Company ${row % 97},${row % 50 === 13 ? '####' : row}`);
  }
  return lines.join('\n');
}

describe('an import that is killed goes on where it was', () => {
  let desk: ImportDesk;
  beforeEach(async () => {
    desk = await openImportDesk();
  });
  afterEach(() => desk.close());

  async function killedAt(points: readonly number[], file: string, mapping: ImportMapping) {
    const mappingFile = path.join(desk.folder, 'mapping.json');
    writeFileSync(mappingFile, JSON.stringify(mapping));
    const order: ChildOrder = {
      address: desk.store.address,
      file,
      mappingFile,
      reportDir: path.join(desk.folder, 'killed'),
    };
    await desk.store.release();
    for (const killBefore of points) expect(await inProcess({ ...order, killBefore })).toBeUndefined();
    const finished = await inProcess(order);
    return finished?.summary;
  }

  test('with the counts, the records and the list of refusals of one that was not', async () => {
    const file = desk.file('dirty.csv', dirtyFile());
    const whole = await openImportDesk();
    const reportDir = path.join(whole.folder, 'whole');
    const expected = await whole.run(file, MAPPING, { reportDir });
    const list = whole.rejected(reportDir);
    await whole.close();
    expect(expected.counts).toMatchObject({
      lines: 4400,
      blank: 88,
      duplicate: 88,
      rejected: 88,
      rejectedValues: 88,
      created: 4136,
    });

    const summary = await killedAt([2, 21, 66, 20], file, MAPPING);
    expect(summary?.finished).toBe(true);
    expect(summary?.resumedAfterRow).toBeGreaterThan(0);
    expect(summary?.counts).toEqual(expected.counts);
    expect(desk.rejected(path.join(desk.folder, 'killed'))).toBe(list);
    const database = await openDatabase(desk.store.address);
    const { rows } = await database.pool.query(
      'select count(*)::int as rounds, (select count(*)::int from "InsightCompany") as companies from "InsightTransaction"',
    );
    const { rows: left } = await database.pool.query('select 1 from import_run');
    await database.close();
    expect(rows).toEqual([{ rounds: 4136, companies: 97 }]);
    expect(left).toEqual([]);
  });

  test.skipIf(dataAbsent('crunchbase-2013'))('the rounds of crunchbase-2013, killed three times', async () => {
    const summary = await killedAt(
      [33, 101, 98],
      sharedData('crunchbase-2013/crunchbase-rounds.csv'),
      shippedMapping('crunchbase-2013-rounds'),
    );
    expect(summary?.resumedAfterRow).toBeGreaterThan(0);
    expect(summary?.counts).toMatchObject({
      lines: 31_679,
      created: 31_616,
      unchanged: 0,
      updated: 0,
      duplicate: 63,
      rejected: 0,
    });
    expect(summary?.counts.linkedCreated).toEqual({ InsightCompany: 17_622 });
  });

  test('and one that was asked to stop ends after its slice, to be continued', async () => {
    const file = desk.file('dirty.csv', dirtyFile());
    const stop = new AbortController();
    const reportDir = path.join(desk.folder, 'stopped');
    const stopped = await desk.run(file, MAPPING, { reportDir, signal: stop.signal, onProgress: () => stop.abort() });
    expect(stopped.finished).toBe(false);
    expect(stopped.counts.lines).toBeGreaterThan(0);
    const rest = await desk.run(file, MAPPING, { reportDir });
    expect(rest).toMatchObject({
      finished: true,
      counts: { lines: 4400, created: 4136, duplicate: 88, unchanged: 0 },
    });
    expect(rest.resumedAfterRow).toBeGreaterThan(0);
  });
});
