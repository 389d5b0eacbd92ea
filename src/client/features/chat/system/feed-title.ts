import { SYSTEM_TYPES, type FeedType } from '#schemas/api/notices.ts';

const NAMES: Readonly<Record<Exclude<FeedType, typeof SYSTEM_TYPES.helper>, string>> = {
  [SYSTEM_TYPES.notice]: '系统通知',
  [SYSTEM_TYPES.analyst]: '分析师',
  [SYSTEM_TYPES.liveHelper]: '直播助手',
  [SYSTEM_TYPES.liveFollow]: '直播关注',
};

/** What a system account is called; the helper is the assistant of the platform, whatever the platform is called. */
export const feedTitle = (type: FeedType, product: string): string =>
  type === SYSTEM_TYPES.helper ? `${product}助手` : NAMES[type];
