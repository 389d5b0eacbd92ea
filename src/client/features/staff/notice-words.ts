import type { FeedType, SentNotice } from '#schemas/api/notices.ts';
import { systemAccountName } from '#shared/chat/system-accounts.ts';
import { KINDS_OF_PEOPLE } from '#shared/policy/kinds-of-people.ts';

/** What staff call the system accounts. */
export const accountName = (type: FeedType): string => systemAccountName(type, '平台');

const KIND_LABELS: ReadonlyMap<string, string> = new Map(KINDS_OF_PEOPLE.map(({ kind, label }) => [kind, label]));

/** Whom a notice is for, in words. */
export function audienceWords({ audience, person, kinds }: Pick<SentNotice, 'audience' | 'person' | 'kinds'>): string {
  if (audience === 'all') return '所有人';
  if (audience === 'one') return person?.name ?? '已注销用户';
  return kinds.map((kind) => KIND_LABELS.get(kind) ?? kind).join('、');
}
