import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Why a subscription beyond the limit waits, as its owner reads it. */
const BEYOND = '超出可订阅的数量，取消其他订阅或开通 SVIP 后自动恢复';

/** Accounts that have more subscriptions at work than a number, or some that wait because they had. */
export async function accountsNearLimit(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id::text as id from alert_subscription where paused is null or paused = ${BEYOND}
    group by account_id having count(*) > ${limit}::integer or bool_or(paused is not null)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of an account in the order in which they were made, without the ones that are paused for another reason. */
const placed = (accountId: string) => sql`
  select id, row_number() over (order by id) as place from alert_subscription
  where account_id = ${accountId}::bigint and (paused is null or paused = ${BEYOND})`;

export async function pauseForLimit(trx: Db, accountId: string, limit: number): Promise<void> {
  await sql`
    update alert_subscription s set paused = ${BEYOND}, version = s.version + 1
    from (${placed(accountId)}) p where p.id = s.id and p.place > ${limit}::integer and s.paused is null`.execute(trx);
}

export async function resumeWithinLimit(trx: Db, accountId: string, limit: number): Promise<void> {
  await sql`
    update alert_subscription s set paused = null, kept = null, version = s.version + 1
    from (${placed(accountId)}) p where p.id = s.id and p.place <= ${limit}::integer and s.paused = ${BEYOND}`.execute(
    trx,
  );
}
