import type { IdentityKind } from '#schemas/api/identity.ts';
import type { RequestKind } from '#schemas/api/staff-requests.ts';
import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { PLAN_RETRY_DAYS } from '#shared/policy/plans.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { UserNotice } from './notify-user.ts';

// Notifications about a user's own requests and orders. None names another user: the text would outlive that account.

const { notice: NOTICE, helper: HELPER } = SYSTEM_TYPES;

export const CERTIFICATIONS: Readonly<Record<IdentityKind, string>> = {
  investor: '投资人认证',
  serviceOrg: '服务机构认证',
  founder: '创业者认证',
  claim: '企业认领',
};

interface Certification {
  readonly id: string;
  readonly version: number;
  readonly account_id: string;
  readonly kind: IdentityKind;
}
type Outcome = 'approved' | 'rejected' | 'revoked';

/** A submission was decided on; its version makes each decision one of its own. */
export function certificationDecided(row: Certification, outcome: Outcome, reason = ''): UserNotice {
  const what = CERTIFICATIONS[row.kind];
  const isCompany = row.kind === 'founder' || row.kind === 'claim';
  const next = isCompany && outcome === 'approved';
  const said = {
    approved: [
      '认证已通过',
      `您提交的${what}已通过审核，相应权益现已生效。${next ? '下一步：发布融资，让投资人找到您。' : ''}`,
    ],
    rejected: ['认证未通过', `您提交的${what}未通过审核，原因：${reason}。您可以修改后重新提交。`],
    revoked: ['认证已撤销', `您的${what}已被撤销，原因：${reason}。如有疑问请联系客服。`],
  } as const;
  const [title, body] = said[outcome];
  const key = `identity:${row.id}:${row.version}`;
  const link = next ? `/form/${BINDINGS.financing.object}` : '/identity';
  return { accountId: row.account_id, type: NOTICE, title, body, link, key };
}

/** Staff linked the account of an investor to an institution or a record. */
export const investorLinked = (row: Certification, names: string, at: Date): UserNotice => ({
  accountId: row.account_id,
  type: NOTICE,
  title: '账号关联已更新',
  body: `您的账号已关联到${names}，跟进与匹配以此为准。如有误请联系客服。`,
  link: '/identity',
  key: `investor-link:${row.id}:${at.toISOString()}`,
});

/** A report was decided on: its reporter learns the outcome and nothing of the other user. */
export function reportDecided(
  report: { readonly id: string; readonly reporter_id: string; readonly created_at: string },
  decision: 'handled' | 'dismissed',
): UserNotice {
  const when = `您于 ${shanghaiDay(new Date(report.created_at))} 提交的举报`;
  const body =
    decision === 'handled'
      ? `${when}已核实处理，感谢您的反馈。`
      : `${when}经核实未发现违规行为。如有新的情况，可以再次举报。`;
  return { accountId: report.reporter_id, type: NOTICE, title: '举报处理结果', body, key: `report:${report.id}` };
}

/** What of a message is repeated above its answer, in code points. */
const QUOTED = 60;

/** Staff answered a message to customer service. */
export function serviceAnswered(
  message: { readonly id: string; readonly account_id: string; readonly body: string },
  answer: string,
): UserNotice {
  const written = [...message.body];
  const quoted = written.length > QUOTED ? `${written.slice(0, QUOTED).join('')}…` : message.body;
  const body = `您的留言：“${quoted}”\n\n${answer}`;
  return {
    accountId: message.account_id,
    type: NOTICE,
    title: '客服回复了您的留言',
    body,
    key: `service:${message.id}`,
  };
}

/** Staff took the second factor of an account away. */
export const factorReset = (accountId: string, key: string): UserNotice => ({
  accountId,
  type: NOTICE,
  title: '两步验证已重置',
  body: '运营人员已重置您的两步验证，所有设备均已退出登录。如非您本人要求，请立即修改密码并联系客服。',
  link: '/personalCenter?page=security',
  key,
});

/** What a member of staff asked for was decided on by another. */
export const requestDecided = (
  request: { readonly id: string; readonly requested_by: string; readonly kind: RequestKind; readonly summary: string },
  outcome: 'approved' | 'rejected',
  because: string,
): UserNotice => ({
  accountId: request.requested_by,
  type: NOTICE,
  title: outcome === 'approved' ? '申请已批准' : '申请被拒绝',
  body: `您提出的申请“${request.summary}”${outcome === 'approved' ? '已批准并生效。' : `被拒绝，原因：${because}`}`,
  link: request.kind === 'duties' ? '/staff/access-requests' : '/staff/grant-requests',
  key: `staff-request-decided:${request.id}`,
});

/** Staff gave coins. */
export const coinsGranted = (accountId: string, amount: number, key: string): UserNotice => ({
  accountId,
  type: NOTICE,
  title: '鲸币已到账',
  body: `平台向您赠送了 ${amount} 鲸币，可用于查看联系方式。`,
  link: '/coins',
  key,
});

/** Staff gave days of SVIP; `until` is the end of all that the account has, null without one. */
export const vipGranted = (accountId: string, days: number, until: Date | null, key: string): UserNotice => ({
  accountId,
  type: NOTICE,
  title: 'SVIP 已到账',
  body: `平台向您赠送了 ${days} 天 SVIP，${until === null ? '长期有效' : `有效期至 ${shanghaiDay(until)}`}。`,
  link: '/vip',
  key,
});

/** What an order or a code brought is there. */
export const orderFulfilled = (order: {
  readonly no: string;
  readonly accountId: string;
  readonly product: { readonly name: string };
  readonly provider: string;
}): UserNotice => ({
  accountId: order.accountId,
  type: NOTICE,
  title: order.provider === 'code' ? '兑换成功' : '购买成功',
  body: `“${order.product.name}”已到账。`,
  link: '/orders',
  key: `order:${order.no}`,
});

/** A proposal to correct `what` was decided on; `note` is what staff said to it. */
export function correctionDecided(
  correction: { readonly id: string; readonly account_id: string },
  what: string,
  decision: 'accept' | 'refuse',
  note: string,
): UserNotice {
  const isTaken = decision === 'accept';
  const body = isTaken ? `您对${what}的纠错已采纳，感谢您的贡献。` : `您对${what}的纠错未被采纳，原因：${note}。`;
  const title = isTaken ? '纠错已采纳' : '纠错未采纳';
  const key = `correction:${correction.id}`;
  return { accountId: correction.account_id, type: NOTICE, title, body, link: '/corrections', key };
}

/** A request for the business plan of a company that the user speaks for. */
export const planAsked = (accountId: string, requestId: string, company: string): UserNotice => ({
  accountId,
  type: NOTICE,
  title: '收到 BP 查看申请',
  body: `有用户申请查看“${company}”的商业计划书，请及时处理。`,
  link: '/contacts/plans',
  key: `plan:${requestId}:${accountId}`,
});

/** A request for a plan was decided on. */
export function planDecided(
  request: { readonly id: string; readonly account_id: string; readonly company_id: string },
  company: string,
  isAccepted: boolean,
): UserNotice {
  const body = isAccepted
    ? `“${company}”已同意您查看商业计划书。`
    : `“${company}”未同意您查看商业计划书，${PLAN_RETRY_DAYS} 天后可以再次申请。`;
  const title = isAccepted ? 'BP 查看申请已通过' : 'BP 查看申请未通过';
  const link = isAccepted ? `/insight/${BINDINGS.company.object}/${request.company_id}` : '/contacts/plans';
  return { accountId: request.account_id, type: NOTICE, title, body, link, key: `plan:${request.id}:decided` };
}

/** The platform's assistant greets a new account. */
export const welcome = (accountId: string): UserNotice => ({
  accountId,
  type: HELPER,
  title: '欢迎加入',
  body: '我是您的平台助手。完成身份认证后，即可与投资人、创业者直接沟通；投资人还可以查看企业与项目的详情。',
  link: '/identity',
  key: `welcome:${accountId}`,
});
