import type { ChatUser } from '#schemas/api/chat.ts';

/** A row of the list with the cursor of the answer that brought it. */
export interface UserRow {
  readonly user: ChatUser;
  readonly asOf: bigint;
}

/** As the server sorts: pinned ones first, of both kinds the latest first. */
export function sortedUsers(users: readonly ChatUser[]): readonly ChatUser[] {
  return users.toSorted(
    (left, right) =>
      Number(right.top) - Number(left.top) ||
      Date.parse(right.timeStamp) - Date.parse(left.timeStamp) ||
      Number(left.uid) - Number(right.uid),
  );
}
