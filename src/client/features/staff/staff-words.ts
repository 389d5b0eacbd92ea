import { ROLE_WORDS } from '#shared/policy/role-words.ts';
import type { StaffUser } from '#schemas/api/staff.ts';

/** How an entry looks in its chip. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'busy';

/** The roles of a user, as text; 未认证 when nothing. */
export function rolesInWords({ identityRoles, staff }: Pick<StaffUser, 'identityRoles' | 'staff'>): string {
  const words = [...(staff ? ['运营人员'] : []), ...identityRoles.map((role) => ROLE_WORDS[role] ?? role)];
  return words.join('、') || '未认证';
}

/** What people call each action of the log; one that is not here shows by its own name. */
const ACTIONS: Readonly<Record<string, string>> = {
  'user.frozen': '冻结账号',
  'user.unfrozen': '解除冻结',
  'user.phoneShown': '查看完整手机号',
  'record.sealedShown': '查看加密内容',
  'staff.granted': '设为运营人员',
  'staff.revoked': '取消运营人员',
  'staff.linkIssued': '签发设置密码链接',
  'coins.granted': '赠送鲸币',
  'coins.refunded': '退回鲸币',
  'vip.granted': '赠送 SVIP',
  'vip.revoked': '收回 SVIP',
  'report.handled': '处理举报',
  'report.dismissed': '驳回举报',
  'identity.approved': '通过认证',
  'identity.rejected': '驳回认证',
  'identity.revoked': '撤销认证',
  'identity.left': '退出公司',
  'order.refunded': '订单退款',
  'order.paid': '订单支付',
  'payment.refused': '拒收支付通知',
  'payment.forged': '支付通知签名不符',
  'codes.issued': '签发兑换码',
  'code.revoked': '作废兑换码',
  'code.redeemed': '使用兑换码',
  'contact.seen': '查看联系方式',
  'report.evidenceSeen': '查看举报的聊天记录',
  'notice.sent': '发送通知',
  'notice.withdrawn': '撤回通知',
  'live.announced': '发布直播',
  'live.changed': '修改直播',
  'live.cancelled': '取消直播',
  'account.closed': '注销账号',
  'account.phoneChanged': '更换手机号',
  'account.passwordSet': '设置登录密码',
  'account.copied': '下载个人信息副本',
};
export const actionWords = (action: string): string => ACTIONS[action] ?? action;

const TARGETS: Readonly<Record<string, string>> = {
  account: '用户',
  record: '记录',
  report: '举报',
  notice: '通知',
  live: '直播',
  order: '订单',
  identity: '认证',
  code: '兑换码',
  codes: '兑换码',
  refund: '退款',
  payment: '支付',
};
export const targetWords = (kind: string): string => TARGETS[kind] ?? kind;
