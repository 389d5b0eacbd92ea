/** The pages of the personal center in the order of their navigation, by what the address calls them. */
export const PERSONAL_PAGES = [
  { id: 'profile', label: '个人资料', group: '我的账号' },
  { id: 'identity', label: '身份认证', group: '我的账号' },
  { id: 'security', label: '账号安全', group: '我的账号' },
  { id: 'devices', label: '登录设备', group: '我的账号' },
  { id: 'records', label: '履历', group: '我的内容' },
  { id: 'focus', label: '关注领域', group: '我的内容' },
  { id: 'lists', label: '我的清单', group: '我的内容' },
  { id: 'mandates', label: '投资需求', group: '我的内容' },
  { id: 'requests', label: '我的申请', group: '我的内容' },
  { id: 'subscriptions', label: '我的订阅', group: '我的内容' },
  { id: 'notes', label: '我的笔记', group: '我的内容' },
  { id: 'exports', label: '数据导出', group: '我的内容' },
  { id: 'contacts', label: '联系方式设置', group: '联系' },
  { id: 'viewers', label: '谁看过我', group: '联系' },
  { id: 'plans', label: 'BP申请', group: '联系' },
  { id: 'vip', label: 'SVIP', group: '权益' },
  { id: 'coins', label: '鲸币', group: '权益' },
  { id: 'orders', label: '订单', group: '权益' },
  { id: 'privileges', label: '我的权益', group: '权益' },
] as const;

export type PersonalPage = (typeof PERSONAL_PAGES)[number]['id'];

/** The page that an address asks for; the first where it asks for none there is. */
export const pageOf = (asked: string | null): PersonalPage =>
  PERSONAL_PAGES.find(({ id }) => id === asked)?.id ?? 'profile';

/** The group that a page belongs to. */
export const personalPath = (page: PersonalPage): string => `/personalCenter?page=${page}`;
