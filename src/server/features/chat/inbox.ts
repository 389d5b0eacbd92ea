import type { ReplyOf } from '#schemas/api/route.ts';
import { type ChatUser, INMAIL_PAGE_SIZE, type readInmailList, type syncChat } from '#schemas/api/chat.ts';
import { Failure } from '#shared/errors.ts';
import { identityWords, publicRoles } from '#shared/policy/role-words.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { changedInbox, inboxAfter, inboxAt, type InboxRow } from './inbox-queries.ts';

/** Changed rows that one answer of the catch-up holds at most. */
const SYNC_SIZE = 200;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/;

export interface ListPlace {
  readonly page?: number;
  readonly pageSize?: number;
  /** `timeStamp` of the last row of the page before. */
  readonly lastContentDate?: string;
}

/** The conversation lists, as each user sees their own. */
export class Inbox {
  readonly #db: Db;
  readonly #catalog: Catalog;

  constructor(db: Db, catalog: Catalog) {
    this.#db = db;
    this.#catalog = catalog;
  }

  /** A page of the list: those who are pinned first, then the latest first. @throws Failure INVALID_QUERY for a strange instant. */
  async page(me: string, place: ListPlace): Promise<ReplyOf<typeof readInmailList>> {
    const { page = 1, pageSize = INMAIL_PAGE_SIZE, lastContentDate: sorted } = place;
    const limit = pageSize + 1;
    if (sorted !== undefined && (!INSTANT.test(sorted) || Number.isNaN(Date.parse(sorted))))
      throw new Failure('INVALID_QUERY', '参数 lastContentDate 有误');
    const { rows, rev } = await (sorted === undefined
      ? inboxAt(this.#db, this.#catalog, me, { offset: (page - 1) * pageSize, limit })
      : inboxAfter(this.#db, this.#catalog, me, { sorted, limit }));
    return { list: rows.slice(0, pageSize).map((row) => chatUser(row, me)), hasMore: rows.length > pageSize, rev };
  }

  /** What changed since a cursor; the cursor of the answer is where to go on from. */
  async changes(me: string, since: string): Promise<ReplyOf<typeof syncChat>> {
    const { rows, rev } = await changedInbox(this.#db, this.#catalog, me, since, SYNC_SIZE + 1);
    const some = rows.slice(0, SYNC_SIZE);
    const hasMore = rows.length > SYNC_SIZE;
    return { rev: hasMore ? (some.at(-1)?.rev ?? rev) : rev, list: some.map((row) => chatUser(row, me)), hasMore };
  }
}

const chatUser = (row: InboxRow, me: string): ChatUser => ({
  uid: row.peer_id,
  id: row.peer_id,
  name: row.name,
  avatar: row.avatar,
  entityName: row.entity_name,
  identityRoles: publicRoles(row.roles),
  identity: identityWords(row.roles),
  intro: row.intro,
  timeStamp: row.sorted,
  type: row.type,
  content: row.preview ?? '',
  sent: row.sender_id === me,
  lastChatBeBack: row.is_recalled,
  top: row.pinned,
  screen: row.blocked,
  disturb: row.muted,
  unread: row.unread,
  lastSeq: row.last_seq,
  readSeq: row.read_seq,
  peerReadSeq: row.peer_read_seq,
  changeRev: row.change_rev,
});
