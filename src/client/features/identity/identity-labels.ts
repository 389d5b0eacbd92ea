import type { CaseState, IdentityCase, IdentityKind } from '#schemas/api/identity.ts';
import type { OptionTone } from '#schemas/metadata/option-set.ts';

/** What people call each certification, and what it opens to them. */
export const KIND_LABELS: Readonly<
  Record<IdentityKind, { readonly label: string; readonly opens: readonly string[] }>
> = {
  investor: {
    label: '投资人认证',
    opens: ['查看企业与项目的完整详情', '每日免费查看联系方式', '向创业者索要商业计划书，交换联系方式'],
  },
  serviceOrg: {
    label: '服务机构认证',
    opens: ['每日免费查看联系方式', '以服务机构身份与创业者、投资人沟通', '名片展示机构名称与类型'],
  },
  founder: { label: '创建企业', opens: ['企业库中没有您的企业时，提交资料并经审核收录'] },
  claim: { label: '认领企业', opens: ['企业库中已有您的企业时，证明您的身份即可认领'] },
};

/** What a submission is about, in a line: of a claim the company, where it is still there. */
export const subjectOf = ({ kind, title, companyName }: IdentityCase): string =>
  (kind === 'claim' ? companyName : null) ?? title;

/** What founders get by either way. */
export const FOUNDER_OPENS = [
  '以创业者身份与投资人沟通，投递商业计划书',
  '维护企业资料，决定谁可以查看商业计划书',
  '查看对您的项目感兴趣的投资人',
] as const;

/** What people call each state; the tone is a colour of the theme. */
export const STATE_LABELS: Readonly<Record<CaseState, { readonly label: string; readonly tone?: OptionTone }>> = {
  PENDING: { label: '审核中', tone: 'busy' },
  EMAIL_PENDING: { label: '待验证邮箱', tone: 'warn' },
  APPROVED: { label: '已通过', tone: 'good' },
  REJECT: { label: '未通过', tone: 'bad' },
  EMAIL_EXPIRED: { label: '邮箱验证已过期', tone: 'warn' },
  WITHDRAWN: { label: '已撤回' },
};

/** What happened to a submission, as staff read it. */
export const EVENT_LABELS = {
  submitted: '提交',
  resubmitted: '修改后重新提交',
  emailVerified: '邮箱验证通过',
  emailExpired: '邮箱验证过期',
  approved: '审核通过',
  rejected: '审核未通过',
  revoked: '撤销认证',
  withdrawn: '撤回',
  left: '退出企业',
} as const;
