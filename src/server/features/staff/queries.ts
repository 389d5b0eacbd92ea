import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Who is looked for. `word` is part of a name or username, `uid` and `phoneIndex` are whole; any of them will do. */
interface WantedUser {
  readonly word: string;
  readonly uid: string | undefined;
  readonly phoneIndex: string | undefined;
  /** Neither frozen nor closed. */
  readonly isActive: boolean;
}

/** Up to `limit` accounts, newest first. */
export async function usersBy(db: Db, { word, uid, phoneIndex, isActive }: WantedUser, limit: number) {
  const query = db
    .selectFrom('account')
    .select(['id', 'username', 'name', 'roles'])
    .where((where) =>
      where.or([
        // Taken letter by letter: % and _ are letters here.
        sql<boolean>`position(lower(${word}) in lower(name)) > 0`,
        sql<boolean>`position(lower(${word}) in lower(username)) > 0`,
        ...(uid === undefined ? [] : [where('id', '=', uid)]),
        ...(phoneIndex === undefined ? [] : [where('phone_index', '=', phoneIndex)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit);
  return (isActive ? query.where('frozen_at', 'is', null).where('closed_at', 'is', null) : query).execute();
}
