import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Who is looked for. `word` is part of a name or username, `uid` and `phoneIndexes` are whole; any of them will do. */
interface WantedUser {
  readonly word: string;
  readonly uid: string | undefined;
  readonly phoneIndexes: readonly string[];
}

/** Up to `limit` accounts, newest first. */
export async function usersBy(db: Db, { word, uid, phoneIndexes }: WantedUser, limit: number) {
  return db
    .selectFrom('account')
    .select(['id', 'username', 'name', 'roles'])
    .where((where) =>
      where.or([
        // Taken letter by letter: % and _ are letters here.
        sql<boolean>`position(lower(${word}) in lower(name)) > 0`,
        sql<boolean>`position(lower(${word}) in lower(username)) > 0`,
        ...(uid === undefined ? [] : [where('id', '=', uid)]),
        ...(phoneIndexes.length === 0 ? [] : [where('phone_index', 'in', phoneIndexes)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
