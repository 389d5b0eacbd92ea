// `npm run staff -- grant <mobile number or username> [--name <name>] [--link] | list | revoke <mobile number or username>`:
// makes the first staff account of an installation, and any other. A new account gets a link that sets its password once.
import { migrate } from '#server/db/migrations.ts';
import { checkVault } from '#server/db/vault-check.ts';
import { readOrigin } from '#server/http/link-origin.ts';
import { openOwnDatabase, readArguments, runCommand, UsageError } from './command-line.ts';
import { LINK_MS, StaffAccounts } from './staff-accounts.ts';

const USAGE = `用法：
  npm run staff -- grant <手机号或用户名> [--name <姓名>] [--link]   设为运营人员，没有账号时创建；--link 重新签发设置密码的链接
  npm run staff -- list                                             列出运营人员
  npm run staff -- revoke <手机号或用户名>                          取消运营人员`;

const HOURS = LINK_MS / 3600_000;

async function run(
  accounts: StaffAccounts,
  [verb, login]: readonly string[],
  options: { name?: string; link?: boolean },
) {
  if (verb === 'grant' && login !== undefined) {
    const { username, isNew, ticket } = await accounts.grant(login, options);
    console.log(`${isNew ? '已创建账号并' : '已将账号'}设为运营人员：${username}`);
    if (ticket === null) return console.log('该账号已有密码，可直接登录；如需重设，请加 --link。');
    const origin = readOrigin(process.env['PUBLIC_ORIGIN']) ?? `http://127.0.0.1:${process.env['PORT'] ?? '3600'}`;
    console.log(`启动服务后，请在 ${HOURS} 小时内打开以下链接设置密码（仅可使用一次，请勿转发）：`);
    return console.log(`  ${origin}/#/forget?ticket=${ticket}`);
  }
  if (verb === 'revoke' && login !== undefined) {
    await accounts.revoke(login);
    return console.log('已取消运营人员。');
  }
  if (verb !== 'list') throw new UsageError(USAGE);
  const staff = await accounts.list();
  for (const { username, name, frozen_at: frozenAt, is_sample: isSample } of staff)
    console.log(
      [username, name, isSample ? '示例账号' : '', frozenAt === null ? '' : '已冻结'].filter(Boolean).join('  '),
    );
  if (staff.length === 0) console.log('还没有运营人员。');
}

await runCommand(async () => {
  const { values, positionals } = readArguments(USAGE, { name: { type: 'string' }, link: { type: 'boolean' } }, 2);
  const database = await openOwnDatabase();
  try {
    await migrate(database);
    await checkVault(database);
    await run(new StaffAccounts(database, () => new Date()), positionals, values);
  } finally {
    await database.close();
  }
});
