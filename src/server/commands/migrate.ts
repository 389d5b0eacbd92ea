// `npm run migrate [-- --plan]`: brings the tables up to this release, as every start does; with `--plan` it says which steps
// that would be, and changes nothing.
import { migrate, pendingMigrations } from '#server/db/migrations.ts';
import { openOwnDatabase, readArguments, runCommand } from './command-line.ts';

await runCommand(async () => {
  const { values } = readArguments('用法：npm run migrate [-- --plan]', { plan: { type: 'boolean' } });
  const database = await openOwnDatabase();
  try {
    const pending = await pendingMigrations(database.db);
    if (!values.plan) await migrate(database);
    for (const name of pending) console.log(`${values.plan ? '待执行' : '已执行'}  ${name}`);
    if (pending.length === 0) console.log('数据库已是此版本，没有待执行的迁移。');
  } finally {
    await database.close();
  }
});
