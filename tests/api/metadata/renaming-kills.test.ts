import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { disagreements } from '#tests/support/metadata/renamed-projects.ts';
import { onPostgres, type TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';

const SAVER = path.join(import.meta.dirname, '../../support/metadata/renaming-saver.ts');
/** A renaming has nine places to die at; these are those of two, one each way. */
const PLACES = Array.from({ length: 18 }, (_, index) => index + 1);

function run(address: TestDatabase['address'], killAt: number): Promise<{ signal: string | null; words: string }> {
  const child = spawn(process.execPath, [SAVER, JSON.stringify({ ...address, killAt })], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (data) => (words += String(data)));
  return new Promise((resolve) => child.on('exit', (_code, signal) => resolve({ signal, words })));
}

describe('a server killed between any two steps of a renaming', () => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await openMigratedDatabase();
    // The processes that follow need the folder to themselves.
    if (!onPostgres) await store.release();
  });
  afterAll(() => store.drop());

  it('leaves definitions, columns, indexes and histories with one name', async () => {
    for (const place of PLACES) {
      const { signal, words } = await run(store.address, place);
      expect({ signal, words }).toEqual({ signal: 'SIGKILL', words: '' });
    }
    const after = onPostgres ? store.database : await openDatabase(store.address);
    expect(await disagreements(after.db)).toEqual([]);
    if (!onPostgres) await after.close();
  });
});
