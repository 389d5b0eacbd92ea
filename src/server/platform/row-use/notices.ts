import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { UserNotice } from '#server/platform/notifications/notify-user.ts';

const count = (value: number): string => value.toLocaleString('en');

/** To an account that reads so much more than usual that it is slowed down: once a day. */
export const readingIsSlow = (
  { account, day, usual }: { readonly account: string; readonly day: string; readonly usual: number | null },
  rows: number,
): UserNotice => ({
  accountId: account,
  type: SYSTEM_TYPES.notice,
  title: '读取的记录远多于平常',
  body: `今天从您的账号读取了 ${count(rows)} 条记录，平常每天约 ${count(usual ?? 0)} 条，读取已放慢。如非您本人或您的程序所为，请修改登录密码并检查接口密钥。`,
  link: '/developer',
  key: `row-use:${account}:${day}`,
});
