import type { FeedType, Notice, SystemSummary } from '#schemas/api/notices.ts';
import { made } from '#tests/support/editing.ts';
import type { TestApp, Who } from '#tests/support/app/test-app.ts';
import { staffList } from './staff-list.ts';

const SENT = '/api/staff/notices';

/** A notice as staff see it in their list. */
export interface SentNotice {
  readonly title: string;
  readonly content: string;
  readonly state: string;
  readonly account: string;
  readonly audience: string;
  readonly person: { readonly id: string; readonly name: string };
  readonly kinds: readonly string[];
  readonly link: string;
  readonly readers: number;
  readonly sentBy: { readonly name: string };
  readonly withdrawnAt: string;
}
const FIELDS = [
  'title',
  'content',
  'state',
  'account',
  'audience',
  'person',
  'kinds',
  'link',
  'readers',
  'sentBy',
  'withdrawnAt',
] as const;

/** What the counter of a person says. */
export interface Unread {
  readonly total: number;
  readonly chat: number;
  readonly hasLiving: boolean;
  readonly system: readonly {
    readonly systemMsgType: number;
    readonly unreadCount: number;
    readonly chatUid: string;
  }[];
}

/** Shorthands for the feeds of people, and for the staff who write into them. */
export function noticeWorld(test: TestApp) {
  let keys = 0;
  const key = () => `notice-${(keys += 1)}`.padEnd(8, '-');
  const send = (more: object, who: Who = 'staff') =>
    test.post<{ id: string }>(who, SENT, {
      key: key(),
      type: 3,
      audience: 'all',
      title: '系统维护',
      content: '今晚维护',
      ...more,
    });
  const page = async (who: Who, type: FeedType = 3, after?: string) =>
    made(
      await test.get<{ list: Notice[]; after: string | null }>(
        who,
        `/api/rong/systemMsgList?tplId=300&type=${type}${after === undefined ? '' : `&after=${after}`}`,
      ),
    );
  return {
    key,
    send,
    sent: async (more: object) => made(await send(more)),
    page,
    titles: async (who: Who, type?: FeedType) => (await page(who, type)).list.map(({ title }) => title),
    read: (who: Who, type: FeedType, id: string) =>
      test.post<{ unreadCount: number }>(who, '/api/rong/systemMsgRead', { type, id }),
    summaries: async (who: Who) => made(await test.get<{ list: SystemSummary[] }>(who, '/api/rong/msg')).list,
    unread: async (who: Who, query = '') => made(await test.get<Unread>(who, `/api/rong/sixin/unread${query}`)),
    withdraw: (id: string, who: Who = 'staff', reason = '内容有误') =>
      test.post<{ id: string }>(who, `${SENT}/${id}/withdraw`, { reason }),
    /** Notices of staff, newest first. */
    list: () => staffList<SentNotice>(test, 'Notice', FIELDS),
  };
}
