import { ROLE_WORDS } from '#shared/policy/role-words.ts';
import type { ViewTerms } from '#schemas/api/contact-views.ts';
import type { ContactButton, ContactKind } from '#schemas/api/contacts.ts';
import { SVIP_DAILY_VIEWS } from '#shared/policy/contact-limits.ts';

/** What people call each kind. */
export const KIND_LABELS: Readonly<Record<ContactKind, string>> = { phone: '手机', weixin: '微信', email: '邮箱' };

/** On what terms a contact was seen, in a few characters. */
export const TERM_LABELS: Readonly<Record<ViewTerms, string>> = {
  free: '免费查看',
  bought: '鲸币兑换',
  white: '白名单',
  quota: '沟通次数',
  staff: '平台运营',
};

/** What a user is certified as; empty for an uncertified user. */
export const roleLabel = (roles: readonly string[]): string =>
  [...new Set(roles.flatMap((role) => ROLE_WORDS[role] ?? []))].join('、');

/** SPEC §8, to the letter. */
export const ALLOWANCE_USED_TITLE = '您今日的免费查看次数已用完';
export const LOAD_FAILED = '获取联系人失败';
const NO_PARTY = '暂无联系人';
export const BOUGHT = '兑换成功';
export const NOT_BOUGHT = '兑换失败';
export const QUOTA_USED = '尊敬的创业者，您今日与投资人的沟通次数已用完，请明日再试';
export const QUOTA_OFFER = '获取快速融资服务，可获得更多沟通次数';

/** Said above values that were just opened. */
export const OPENED = '查看记录对方可见，请勿转给他人';

export const SVIP_OFFER = `开通SVIP，每日可免费查看${SVIP_DAILY_VIEWS}次`;

/** One line on what the user may do with this contact now. */
export function openingLine({ decision, num, daily, isInWhiteList, price }: ContactButton): string {
  switch (decision) {
    case 'none':
      return NO_PARTY;
    case 'closed':
      return '对方未公开联系方式';
    case 'certify':
      return '完成身份认证后即可查看联系方式';
    case 'open':
      if (daily === null) return isInWhiteList ? '您在白名单中，可免费查看' : '查看会留下记录，并告知对方';
      return '您已查看过，可再次免费查看';
    case 'free':
      return `今日还可免费查看${num ?? 0}次，查看会告知对方`;
    case 'quotaUsed':
      return '您今日与投资人的沟通次数已用完';
    case 'buy':
    case 'topUp':
      return `今日的免费查看次数已用完，可用${price}鲸币查看，兑换后长期有效`;
  }
}

/** Kinds in the order shown. */
export const SHOWN_KINDS: readonly ContactKind[] = ['phone', 'weixin', 'email'];

const HOME_NUMBER = /^\+86(\d{3})(\d{4})(\d{4})$/;

/** A value for reading: a number of the mainland without its country code, in groups. */
export const shownValue = (kind: ContactKind, value: string): string =>
  kind === 'phone' ? value.replace(HOME_NUMBER, '$1 $2 $3') : value;

/** A number as a person of the mainland types it. */
export const typedPhone = (value: string): string => value.replace(HOME_NUMBER, '$1$2$3');
