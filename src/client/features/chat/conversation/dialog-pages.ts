import { readDialog } from '#schemas/generated/api/chat.ts';
import type { QueryOf, ReplyOf } from '#schemas/api/route.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api } from '#client/lib/api.ts';
import { asFailure } from '#client/lib/api-failure.ts';

/** A page of a conversation, with what changed before it. */
export type DialogPage = ReplyOf<typeof readDialog>;

const EMPTY: DialogPage = { list: [], changed: [], total: 0, changeRev: 0, readSeq: 0, peerReadSeq: 0 };

/** Asks for a page of the conversation with `uid`; an empty one where there is no message yet. */
export async function askPage(api: Api, uid: string, query: QueryOf<typeof readDialog>): Promise<DialogPage> {
  try {
    return await api.call(readDialog, { params: { uid }, query });
  } catch (thrown) {
    if (asFailure(thrown).code === FAILURES.UNKNOWN_RECORD.code) return EMPTY;
    throw thrown;
  }
}
