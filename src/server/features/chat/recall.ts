import { MESSAGE_TYPES, type PictureContent, RECALL_MS } from '#schemas/api/chat.ts';
import type { Db } from '#server/db/database.ts';
import { asRefusal } from '#server/platform/messages/refusals.ts';
import { recallMessage, type Recall, type Recalled, withdrawFiles } from './message-queries.ts';
import { filesOf } from './pictures.ts';

/** Requests and answers stay: they are steps of an exchange. */
const RECALLABLE = [MESSAGE_TYPES.text, MESSAGE_TYPES.picture, MESSAGE_TYPES.project];
/** No conversation has as many. */
const MAX_SEQ = 2_147_483_647;

/** Takes a message back, and a picture out of the other's reach. @throws Failure UNKNOWN_RECORD, FORBIDDEN */
export async function recall(
  db: Db,
  { senderId, peerId, seq, at }: Pick<Recall, 'senderId' | 'peerId' | 'seq' | 'at'>,
): Promise<Recalled> {
  const asked = { senderId, peerId, seq: Math.min(seq, MAX_SEQ), at, termMs: RECALL_MS, types: RECALLABLE };
  return db
    .transaction()
    .execute(async (trx) => {
      const row = await recallMessage(trx, asked);
      await withdrawPicture(trx, row, peerId);
      return row;
    })
    .catch((thrown: unknown) => {
      throw asRefusal(thrown);
    });
}

async function withdrawPicture(trx: Db, { type, body, conversation }: Recalled, peerId: string): Promise<void> {
  if (type !== MESSAGE_TYPES.picture) return;
  await withdrawFiles(trx, { conversation, peerId, fileIds: filesOf(JSON.parse(body) as PictureContent) });
}
