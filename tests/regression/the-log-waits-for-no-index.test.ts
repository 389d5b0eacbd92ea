import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { leaveIndexLock, takeIndexLock } from '#server/core/catalog/queries.ts';
import { writeAudit } from '#server/platform/audit/audit-log.ts';
import { onPostgres } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';
import { sourceFiles } from '#tests/support/project/project-files.ts';

it('Locks of different things have different numbers', () => {
  const numbers = sourceFiles()
    .filter((file) => file.startsWith('src/server/'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/\b7_315_\d{3}\b/g) ?? []);
  expect(numbers.length).toBeGreaterThan(3);
  expect([...new Set(numbers)]).toEqual(numbers);
});

// The embedded database has one connection, which both would be on.
it.skipIf(!onPostgres)('A staff action is recorded while a process builds indexes', async () => {
  const store = await openMigratedDatabase();
  const { db } = store.database;
  await db.connection().execute(async (builder) => {
    expect(await takeIndexLock(builder)).toBe(true);
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '1s'`.execute(trx);
      const entry = { actor: null, action: 'user.frozen', target: { kind: 'account', id: '1' }, reason: '试' };
      await writeAudit(trx, entry, new Date(0));
    });
    await leaveIndexLock(builder);
  });
  await store.drop();
});
