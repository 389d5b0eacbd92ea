import type { ReplyOf } from '#schemas/api/route.ts';
import { PAGE_SIZE, type readDialog } from '#schemas/api/chat.ts';
import type { Db } from '#server/db/database.ts';
import { exchangeIdOf, type MessageRow, messageFor } from '#server/platform/messages/message-view.ts';
import { exchangeStates } from '#server/platform/messages/queries.ts';
import { type DialogRow, dialogRows } from './dialog-queries.ts';

/** Changed messages that one answer holds at most; more come with the next. */
const CHANGED_SIZE = 200;

export interface DialogQuestion {
  /** Id of a message that the page adjoins. */
  readonly lastId?: string;
  /** 0 = after it, else before it. */
  readonly flip_type?: 0 | 1;
  readonly pageSize?: number;
  readonly changedSince?: number;
}

type Dialog = ReplyOf<typeof readDialog>;
type Found = DialogRow & MessageRow;

/** Messages of two people as one of them sees them. Empty when they have not written, or when there is no such user. */
export async function readMessages(
  db: Db,
  me: string,
  peer: string,
  question: DialogQuestion,
  now: Date,
): Promise<Dialog> {
  const { lastId, flip_type, pageSize = PAGE_SIZE, changedSince } = question;
  const beside = lastId === undefined ? undefined : Math.min(Number(lastId), 2_147_483_647);
  const rows = await dialogRows(db, me, peer, {
    ...(beside !== undefined && (flip_type === 0 ? { after: beside } : { before: beside })),
    limit: pageSize,
    changedSince: changedSince ?? null,
    changedLimit: CHANGED_SIZE + 1,
  });
  const [head] = rows;
  if (!head) return { list: [], changed: [], total: 0, changeRev: 0, readSeq: 0, peerReadSeq: 0 };
  const found = rows.filter((row): row is Found => row.seq !== null);
  const { changed, changeRev } = whole(
    found.filter(({ changed_at }) => changed_at !== null),
    head.change_rev,
  );
  const page = found.filter(({ changed_at }) => changed_at === null);
  const ids = new Set([...page, ...changed].map(exchangeIdOf).filter((id) => id !== undefined));
  const exchanges = await exchangeStates(db, [...ids]);
  return {
    list: page.map((row) => messageFor(row, me, exchanges, now)),
    changed: changed.map((row) => messageFor(row, me, exchanges, now)),
    total: head.last_seq,
    changeRev,
    readSeq: head.read_seq,
    peerReadSeq: head.peer_read_seq,
  };
}

/** The changes that fit as wholes, and the cursor after them. */
function whole(rows: readonly Found[], current: number): { changed: Found[]; changeRev: number } {
  const beyond = rows[CHANGED_SIZE]?.changed_at;
  if (beyond === undefined || beyond === null) return { changed: [...rows], changeRev: current };
  const changed = rows.filter(({ changed_at }) => (changed_at ?? 0) < beyond);
  return { changed, changeRev: changed.at(-1)?.changed_at ?? current };
}
