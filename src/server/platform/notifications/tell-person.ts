import type { FeedType } from '#schemas/api/notices.ts';
import type { Db } from '#server/db/database.ts';
import type { ChatHints } from '#server/platform/messages/hints.ts';
import { insertNotice } from './queries.ts';

/** Something that a system account says to one person. */
export interface PersonNotice {
  readonly accountId: string;
  readonly type: FeedType;
  readonly title: string;
  readonly body: string;
  /** A path of the product that it leads to. */
  readonly link?: string;
  /** What it is about: the same key again says nothing. */
  readonly key: string;
}

/** How open screens hear of a notice; call it after the commit. */
export type NoticeHints = Pick<ChatHints, 'tellNotice'>;

/** Tells somebody something within the caller's transaction, once for each key; `hints.tellNotice` follows the commit. */
export async function tellPerson(trx: Db, { link, ...notice }: PersonNotice, now: Date): Promise<void> {
  await insertNotice(trx, { ...notice, link: link ?? null, audience: 'one', kinds: [], by: null }, now);
}
