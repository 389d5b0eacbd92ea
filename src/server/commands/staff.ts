// `npm run staff -- grant <login> [--duties <a,b>] [--name <name>] [--link] | list | revoke <login> | reset-factor <login> --reason <why> |
// requests | approve <id> --reason <why>`, where a login is a mobile number or a username: makes the first staff account of an
// installation, and any other. A new account gets a link that sets its password once. `reset-factor` takes the second factor
// away of who lost phone and codes. `approve` is for what no other of staff could approve.
import { type Duty, DUTIES, DUTY_LABELS } from '#schemas/metadata/duty.ts';
import { migrate } from '#server/db/migrations.ts';
import { checkVault } from '#server/db/vault-check.ts';
import { openOwnDatabase, ownLinkOrigin, readArguments, runCommand, UsageError } from './command-line.ts';
import { LINK_MS, StaffAccounts } from './staff-accounts.ts';

const USAGE = `用法：
  npm run staff -- grant <手机号或用户名> [--duties <职责>] [--name <姓名>] [--link]
                                                                    设为运营人员或调整职责，没有账号时创建；--link 重新签发设置密码的链接
  npm run staff -- list                                             列出运营人员
  npm run staff -- revoke <手机号或用户名>                          取消运营人员
  npm run staff -- reset-factor <手机号或用户名> --reason <原因>    重置两步验证（手机与恢复码均已丢失时）
  npm run staff -- requests                                         列出待批准的申请
  npm run staff -- approve <申请编号> --reason <原因>               没有其他运营人员可以批准时，在服务器上批准
职责以英文逗号分隔：${DUTIES.map((duty) => `${duty}（${DUTY_LABELS[duty]}）`).join('、')}；首位运营人员默认具有全部职责`;

/** @throws UsageError for a word that is no duty. */
function dutiesIn(text: string): Duty[] {
  const words = text.split(',').map((word) => word.trim());
  const duties = DUTIES.filter((duty) => words.includes(duty));
  if (duties.length === 0 || words.some((word) => !DUTIES.some((duty) => duty === word))) throw new UsageError(USAGE);
  return duties;
}

const HOURS = LINK_MS / 3600_000;

async function run(
  accounts: StaffAccounts,
  [verb, login]: readonly string[],
  options: { name?: string; link?: boolean; reason?: string; duties?: string },
  origin: string,
) {
  if (verb === 'grant' && login !== undefined) {
    const { duties: named, ...how } = options;
    const duties = named === undefined ? {} : { duties: dutiesIn(named) };
    const { username, isNew, ticket } = await accounts.grant(login, { ...how, ...duties });
    console.log(`${isNew ? '已创建账号并' : '已将账号'}设为运营人员：${username}`);
    if (ticket === null) return console.log('该账号已有密码，可直接登录；如需重设，请加 --link。');
    console.log(`启动服务后，请在 ${HOURS} 小时内打开以下链接设置密码（仅可使用一次，请勿转发）：`);
    return console.log(`  ${origin}/#/forget?ticket=${ticket}`);
  }
  if (verb === 'revoke' && login !== undefined) {
    await accounts.revoke(login);
    return console.log('已取消运营人员。');
  }
  if (verb === 'reset-factor' && login !== undefined && options.reason !== undefined) {
    await accounts.resetFactor(login, options.reason);
    return console.log('已重置两步验证，该账号需要重新登录。');
  }
  if (verb === 'approve' && login !== undefined && options.reason !== undefined) {
    await accounts.approve(login, options.reason);
    return console.log('已批准，立即生效。');
  }
  if (verb === 'requests') {
    const open = await accounts.requests();
    for (const { id, summary, account_id: about, requester_name: by, reason } of open)
      console.log([id, summary, about === null ? '' : `UID ${about}`, `${by} 提出`, reason].filter(Boolean).join('  '));
    if (open.length === 0) console.log('没有待批准的申请。');
    return undefined;
  }
  if (verb !== 'list') throw new UsageError(USAGE);
  const staff = await accounts.list();
  for (const { username, name, duties, frozen_at: frozenAt, is_sample: isSample, has_factor: hasFactor } of staff) {
    const factor = hasFactor ? '已开启两步验证' : '未开启两步验证';
    const words = [
      username,
      name,
      duties.map((duty) => DUTY_LABELS[duty]).join('、'),
      factor,
      isSample ? '示例账号' : '',
      frozenAt === null ? '' : '已冻结',
    ];
    console.log(words.filter(Boolean).join('  '));
  }
  if (staff.length === 0) console.log('还没有运营人员。');
}

await runCommand(async () => {
  const { values, positionals } = readArguments(
    USAGE,
    {
      name: { type: 'string' },
      link: { type: 'boolean' },
      reason: { type: 'string' },
      duties: { type: 'string' },
    },
    2,
  );
  // Read before an account is made: its link is shown once.
  const origin = ownLinkOrigin();
  const database = await openOwnDatabase();
  try {
    await migrate(database);
    await checkVault(database);
    await run(new StaffAccounts(database, () => new Date()), positionals, values, origin);
  } finally {
    await database.close();
  }
});
