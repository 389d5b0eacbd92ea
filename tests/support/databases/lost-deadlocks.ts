import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * Has the next so many updates of a table fail as PostgreSQL fails one that lost a deadlock. Counted by a sequence, which
 * no rollback sets back.
 */
export async function loseDeadlocks(db: Db, table: string, times: number): Promise<void> {
  await sql`drop sequence if exists lost_deadlocks cascade`.execute(db);
  await sql`create sequence lost_deadlocks`.execute(db);
  await sql`
    create or replace function lose_deadlock() returns trigger language plpgsql as $$
    begin
      if nextval('lost_deadlocks') <= tg_argv[0]::integer then
        raise exception 'deadlock detected' using errcode = '40P01';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace trigger lose_deadlock before update on ${sql.table(table)}
    for each statement execute function lose_deadlock(${sql.lit(String(times))})`.execute(db);
}
