import type { FeedType } from '#schemas/api/notices.ts';
import { SYSTEM_TYPES } from '#schemas/generated/api/notices.ts';

/** What a system account is called; the helper is the assistant of the platform, whatever the platform is called. */
export function systemAccountName(type: FeedType, product: string): string {
  const names: Readonly<Record<FeedType, string>> = {
    [SYSTEM_TYPES.helper]: `${product}助手`,
    [SYSTEM_TYPES.notice]: '系统通知',
    [SYSTEM_TYPES.analyst]: '分析师',
    [SYSTEM_TYPES.liveHelper]: '直播助手',
    [SYSTEM_TYPES.liveFollow]: '直播关注',
  };
  return names[type];
}
