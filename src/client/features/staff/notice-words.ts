import type { FeedType, SentNotice } from '#schemas/api/notices.ts';
import { KINDS_OF_PEOPLE } from '#shared/policy/kinds-of-people.ts';

/** What staff call the system accounts. */
export const ACCOUNT_NAMES: Readonly<Record<FeedType, string>> = {
  2: '平台助手',
  3: '系统通知',
  4: '分析师',
  6: '直播助手',
  7: '直播关注',
};

const KIND_LABELS: ReadonlyMap<string, string> = new Map(KINDS_OF_PEOPLE.map(({ kind, label }) => [kind, label]));

/** Whom a notice is for, in words. */
export function audienceWords({ audience, person, kinds }: Pick<SentNotice, 'audience' | 'person' | 'kinds'>): string {
  if (audience === 'all') return '所有人';
  if (audience === 'one') return person?.name ?? '已注销用户';
  return kinds.map((kind) => KIND_LABELS.get(kind) ?? kind).join('、');
}
