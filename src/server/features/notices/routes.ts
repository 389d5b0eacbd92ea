import type { FastifyInstance } from 'fastify';
import {
  countNoticeReach,
  readSystemAccount,
  readSystemMessages,
  readSystemSummaries,
  readUnread,
  sendStaffNotice,
  withdrawNotice,
} from '#schemas/api/notices.ts';
import type { Database } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import { Feeds } from './feeds.ts';
import { StaffNotices } from './staff-notices.ts';

export interface NoticeRouteDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly hints: NoticeHints;
  readonly now: () => Date;
  readonly productName: string;
}

/** What the system accounts say, what is unread in all, and the notices that staff write. */
export function noticeRoutes(app: FastifyInstance, deps: NoticeRouteDeps): void {
  const feeds = new Feeds(deps);
  const staff = new StaffNotices({ ...deps, db: deps.database.db });

  mount(app, readSystemSummaries, async ({ actor }) => ({ list: await feeds.summaries(actor) }));
  mount(app, readSystemMessages, async ({ query, actor }) => feeds.page(query.type, query.after, actor));
  mount(app, readSystemAccount, async ({ body, actor }) => feeds.read(body.type, body.id, actor));
  mount(app, readUnread, async ({ query, actor }) => feeds.unread(query.hasLiving !== 0, actor));
  mount(app, sendStaffNotice, async ({ body, actor }) => staff.send(body, actor));
  mount(app, countNoticeReach, async ({ body }) => staff.reach(body.kinds));
  mount(app, withdrawNotice, async ({ params, body, actor }) => staff.withdraw(params.id, body.reason, actor));
}
