import { spawn } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { openDatabase } from '#server/db/database.ts';
import { MetadataWriter } from '#server/core/catalog/metadata-writer.ts';
import { made, newObject, savedDefinition, saveDefinition } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW } from '#tests/support/app/test-app.ts';

const CHILD = path.join(import.meta.dirname, '../../support/metadata/fill-child.ts');
/** More than a save fills itself: 21 slices, with a place to die at within each and one behind it. */
const RECORDS = 10_200;
const SLICES = Math.ceil(RECORDS / 500);
/** Where the processes die: none comes to its end, and each ends in another part of a slice. */
const PLACES = [1, 2, 1, 3, 4, 5, 2, 6, 1, 7, 2, 5, 3];
const LEVEL: FieldDefinition = { apiName: 'level', type: 'text', label: '等级' };

const ended = (order: object) =>
  new Promise<string>((resolve) => {
    const child = spawn(process.execPath, [CHILD, JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });

it('a long back-fill whose processes are killed fills each record once', async () => {
  const test = await openTestApp();
  const { services, store } = test;
  made(await saveDefinition(test, newObject('Killed', [{ apiName: 'name', type: 'text', label: '名称' }, LEVEL])));
  await sql`insert into "Killed" (name) select '记录 ' || i from generate_series(1, ${RECORDS}::integer) i`.execute(
    services.database.db,
  );
  const saved = savedDefinition(test, 'Killed');
  const needed = { ...LEVEL, required: true, config: { default: '普通' } };
  const saving = new MetadataWriter({
    database: services.database,
    catalog: services.catalog,
    now: () => TEST_NOW,
    wait: async () => undefined,
    announce: async () => undefined,
  });
  const fields = saved.fields.map((field) => (field.apiName === 'level' ? needed : field));
  await saving.save({ ...saved, fields }, saved.version, 'test');
  await test.app.close();
  await store.release();

  const { address } = store;
  for (const killAt of PLACES) expect(await ended({ ...address, killAt })).toBe('SIGKILL');
  const tally = async () => {
    const database = await openDatabase(address);
    const { rows } = await database.pool.query(
      `select (select count(*)::int from "Killed" where level = '普通') as filled,
        (select max(version)::int from "Killed") as version,
        (select count(*)::int from change_log where object_api_name = 'Killed' and kind = 'updated') as logged`,
    );
    await database.close();
    return rows[0];
  };
  expect(await tally()).toMatchObject({ version: 1 });
  expect(await ended(address)).toBe('code 0');
  expect(await tally()).toEqual({ filled: RECORDS, version: 1, logged: RECORDS });
  expect(SLICES).toBeGreaterThan(PLACES.length);
  await store.drop();
});
