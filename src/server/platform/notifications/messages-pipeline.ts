import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import type { UserNotice } from './notify-user.ts';

/** The next step with an institution or a deal is due; `on` is the day it was planned for. */
export function nextStepDue(
  entry: {
    readonly id: string;
    readonly side: 'company' | 'investor';
    readonly title: string;
    readonly next_step: string;
  },
  accountId: string,
  on: string,
): UserNotice {
  const step = entry.next_step === '' ? '' : `：${entry.next_step}`;
  return {
    accountId,
    type: SYSTEM_TYPES.notice,
    title: '跟进提醒',
    body: `您计划于 ${on} 跟进“${entry.title}”${step}。`,
    link: entry.side === 'company' ? '/pipeline' : '/pipeline/deals',
    key: `pipeline:${entry.id}:${on}`,
  };
}
