import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sequenceOf } from '#generators/numbers.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { BackupWorld, sequencesOf } from '#tests/support/backup/backup-world.ts';
import { made, newObject, saveDefinition, saveField } from '#tests/support/editing.ts';

const NAME: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const NO: FieldDefinition = { apiName: 'no', type: 'text', label: '编号' };
const NUMBERED: FieldDefinition = { ...NO, config: { autoNumber: { prefix: 'HT-', digits: 4 } } };

let world: BackupWorld;
let test: TestApp;
beforeEach(async () => {
  world = new BackupWorld();
  test = await openTestApp();
});
afterEach(async () => {
  await test.close();
  await world.end();
});

it('a restored installation goes on behind the numbers of before, also where numbering has just begun', async () => {
  const { database } = test.services;
  made(await saveDefinition(test, newObject('Contract', [NAME, NO], { route: '/data/Contract' })));
  await sql`insert into "Contract" (name, no) values ('旧', 'HT-0041')`.execute(database.db);
  made(await saveField(test, 'Contract', NUMBERED));
  const { file } = await world.backUp(database, 'here');
  await world.restore(file, 'there');
  const restored = await world.openEmbedded('there');
  expect(await sequencesOf(restored)).toEqual(await sequencesOf(database));
  const { rows } = await sql`select nextval(${sequenceOf('Contract', NO)}::regclass)::text as next`.execute(
    restored.db,
  );
  expect(rows).toEqual([{ next: '42' }]);
});
