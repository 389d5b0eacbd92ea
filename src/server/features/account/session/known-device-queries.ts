import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * Notes that an account signed in where the marks say, of which the first is kept in the place of the others. Gives how it was known: `first` where the account had signed in
 * nowhere before. What was not seen since `before` is forgotten.
 */
export async function noteDevice(
  trx: Db,
  { accountId, marks }: { readonly accountId: string; readonly marks: readonly string[] },
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<'first' | 'known' | 'new'> {
  const [mark, ...others] = marks;
  const { rows } = await sql<{ is_new: boolean; has_others: boolean }>`
    with gone as (
      delete from known_device where account_id = ${accountId}::bigint and mark <> all(${marks}::text[])
        and seen_at < ${before.toISOString()}::timestamptz
    ), replaced as (
      delete from known_device where account_id = ${accountId}::bigint and mark = any(${others}::text[]) returning 1
    )
    insert into known_device (account_id, mark, seen_at)
      values (${accountId}::bigint, ${mark}, ${now.toISOString()}::timestamptz)
    on conflict (account_id, mark) do update set seen_at = excluded.seen_at
    returning xmax = 0 and not exists (select from replaced) as is_new,
      exists (select from known_device o where o.account_id = ${accountId}::bigint and o.mark <> all(${marks}::text[])) as has_others`.execute(
    trx,
  );
  const [row] = rows;
  if (!row?.is_new) return 'known';
  return row.has_others ? 'new' : 'first';
}
