import type { CodePurpose } from '#schemas/api/passport.ts';
import { EVENT_WORDS } from '#server/platform/accounts/security-notices.ts';
import type { SmsSender } from './sms-sender.ts';

const PURPOSES: Readonly<Record<CodePurpose, string>> = {
  login: '登录',
  reset: '设置密码',
  bind: '绑定手机',
  close: '注销账号',
  rebind: '更换手机号',
  copy: '下载个人信息副本',
  key: '创建接口密钥',
  factor: '设置两步验证',
};

/** For development: nothing is sent, the code is said on the console. */
export const consoleSms = (say: (line: string) => void): SmsSender => ({
  send: async ({ number, code, purpose, minutes }) =>
    say(`短信（开发环境，未真正发送）${number} ${PURPOSES[purpose]}验证码：${code}，${minutes} 分钟内有效`),
  notify: async ({ number, event }) =>
    say(`短信（开发环境，未真正发送）${number} 安全提醒：账号刚刚${EVENT_WORDS[event]}，如非本人操作请联系客服`),
});
