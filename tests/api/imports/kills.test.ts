import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import type { Job } from '#server/features/imports/queries.ts';
import { openDatabase } from '#server/db/database.ts';
import type { WebChildOrder } from '#tests/support/imports/web-import-child.ts';
import { openWebImports, type WebImports } from '#tests/support/imports/web-imports.ts';

const CHILD = path.resolve(import.meta.dirname, '../../support/imports/web-import-child.ts');

interface Report {
  /** State at which the process found the import. */
  readonly before: string;
  readonly job: Job;
}

/** Runs a task in a process of its own; undefined when it was killed. */
async function inProcess(order: WebChildOrder): Promise<Report | undefined> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, JSON.stringify(order)], { maxBuffer: 1e7 });
    return JSON.parse(stdout) as Report;
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return undefined;
    throw error;
  }
}

const MAPPING: ImportMapping = {
  object: 'InsightTransaction',
  source: 'web-kill-test',
  key: ['id'],
  fields: [
    { field: 'title', column: 'title' },
    { field: 'company', column: 'company', reference: { by: 'name', create: {} } },
    { field: 'amount', column: 'amount', amount: { currency: 'USD' } },
  ],
};

/** 1,500 rows: some twice, some with an amount that is none, some refused. `mark` goes into every title. */
function dirtyFile(mark: string): string {
  const lines = ['id,title,company,amount'];
  for (let row = 0; row < 1500; row += 1) {
    if (row % 50 === 7) lines.push(lines.at(-1) ?? '');
    else if (row % 50 === 9) lines.push(`${row},,Company ${row % 37},1`);
    else lines.push(`${row},${mark} ${row},Company ${row % 37},${row % 50 === 13 ? '####' : row}`);
  }
  return lines.join('\n');
}

const SNAPSHOT = `select (select json_agg(json_build_array(t.id, t.title, t.company, t.amount_num) order by t.id)
  from (select id, title, company, to_jsonb(x)->'amount' as amount_num from "InsightTransaction" x) t)::text as rounds,
  (select json_agg(json_build_array(id, name) order by id) from "InsightCompany")::text as companies,
  (select count(*) from record_key) as keys`;

describe('an import in the web whose process is killed', () => {
  let web: WebImports;
  beforeEach(async () => {
    web = await openWebImports();
  });
  afterEach(() => web.close());

  test('is shown as interrupted, goes on where it was, and so does its undo', async () => {
    const first = await web.upload('first.csv', dirtyFile('Before'), 'InsightTransaction');
    await web.map(first.data.id, MAPPING);
    await web.run(first.data.id, 'run');
    const [before] = await web.rows(SNAPSHOT);

    const second = await web.upload(
      'second.csv',
      `${dirtyFile('After')}\n9999,New,Fresh Company,1`,
      'InsightTransaction',
    );
    const { id } = second.data;
    await web.map(id, MAPPING);
    const tried = await web.run(id, 'check');
    await web.test.app.close();
    await web.test.store.release();

    const order = { address: web.test.store.address, importDir: web.folder, id };
    for (const killBefore of [8, 16, 24]) {
      expect(await inProcess({ ...order, task: 'run', killBefore })).toBeUndefined();
    }
    const done = await inProcess({ ...order, task: 'run' });
    expect(done?.before).toBe('interrupted');
    expect(done?.job).toMatchObject({ state: 'finished', task: 'run', problem: '' });
    expect(done?.job.result?.counts).toEqual(tried.check?.counts);
    expect(done?.job.result?.counts).toMatchObject({ created: 1, updated: 1440, duplicate: 30, rejected: 30 });
    expect(done?.job.result?.problems).toEqual(tried.check?.problems);

    for (const killBefore of [6, 10, 14]) {
      expect(await inProcess({ ...order, task: 'undo', killBefore })).toBeUndefined();
    }
    const undone = await inProcess({ ...order, task: 'undo' });
    expect(undone?.before).toBe('interrupted');
    // The round and the company made for it are gone, all others are as they were.
    expect(undone?.job.undo).toMatchObject({ done: true, removed: 2, restored: 1440, kept: 0, gone: 0 });
    const database = await openDatabase(order.address);
    const { rows } = await database.pool.query(SNAPSHOT);
    await database.close();
    expect(rows[0]).toEqual(before);
  });
});
