import { type RawBuilder, sql } from 'kysely';
import { INVESTOR_ROLES, ORGANISATION_ROLES, SVIP } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';

/** The notice that staff sent under a key. */
export const sentByKey = (db: Db, key: string) =>
  db.selectFrom('notice').selectAll().where('key', '=', key).executeTakeFirst();
export type SentRow = NonNullable<Awaited<ReturnType<typeof sentByKey>>>;

/** Did staff send the notice of this id, and not the platform itself? */
export async function isOfStaff(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('notice').select('created_by').where('id', '=', id).executeTakeFirst();
  return (row?.created_by ?? null) !== null;
}

/** Takes a notice of staff back; undefined when it was not there to be taken. */
export const withdraw = (trx: Db, id: string, at: Date) =>
  trx
    .updateTable('notice')
    .set({ withdrawn_at: at })
    .where('id', '=', id)
    .where('created_by', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .returning(['title', 'account_id'])
    .executeTakeFirst();

/** An account that is not closed; what is written about it in this transaction is written before it closes. */
export const openPerson = (trx: Db, id: string) =>
  trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst();

/** What `kindsOfActor` says of an account, by kind, as conditions on its row `a`. */
function kindConditions(now: Date): Readonly<Record<string, RawBuilder<boolean>>> {
  const holds = (roles: readonly string[]) => sql<boolean>`a.roles && ${[...roles]}::text[]`;
  const svip = sql<boolean>`(a.vip_type = ${SVIP} and (a.vip_until is null or a.vip_until > ${now.toISOString()}::timestamptz))`;
  const certified = holds(['START_UP', ...INVESTOR_ROLES, ...ORGANISATION_ROLES]);
  return {
    founder: holds(['START_UP']),
    investor: holds([...INVESTOR_ROLES]),
    organisation: holds([...ORGANISATION_ROLES]),
    svip,
    member: sql<boolean>`not (${certified} or ${svip})`,
  };
}

/** How many open accounts are of any of these kinds today; all of them without kinds. */
export async function countPeople(db: Db, kinds: readonly string[], now: Date): Promise<number> {
  const conditions = kindConditions(now);
  const any = kinds.flatMap((kind) => conditions[kind] ?? []);
  const { rows } = await sql<{ people: number }>`
    select count(*)::integer as people from account a
    where a.closed_at is null and (${any.length === 0 ? sql`true` : sql.join(any, sql` or `)})`.execute(db);
  return rows[0]?.people ?? 0;
}
