import type { FeedType } from '#schemas/api/notices.ts';
import type { Db } from '#server/db/database.ts';
import type { ChatHints } from '#server/platform/messages/hints.ts';
import { insertNotice } from './queries.ts';

/** A notification of a system account to one user. */
export interface UserNotice {
  readonly accountId: string;
  readonly type: FeedType;
  readonly title: string;
  readonly body: string;
  /** A path of the product that it leads to. */
  readonly link?: string;
  /** What it is about: the same key again has no effect. */
  readonly key: string;
}

/** Sends the hint of a notification to open screens; call it after the commit. */
export type NoticeHints = Pick<ChatHints, 'announceNotice'>;

/** Notifies a user within the caller's transaction, once for each key; `hints.announceNotice` follows the commit. */
export async function notifyUser(trx: Db, { link, ...notice }: UserNotice, now: Date): Promise<void> {
  await insertNotice(trx, { ...notice, link: link ?? null, audience: 'one', kinds: [], by: null }, now);
}
