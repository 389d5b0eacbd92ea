import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Work that waits in the database, by the name of its queue. */
export async function queueLengths(db: Db, now: Date): Promise<Readonly<Record<string, number>>> {
  const at = now.toISOString();
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from import_job where state in ('queued', 'running'))::int as imports,
      (select count(*) from index_job where done_at is null and problem is null)::int as indexes,
      (select count(*) from export_run where status = 'running')::int as exports,
      (select count(*) from alert_hit where due_at <= ${at}::timestamptz)::int as alerts,
      (select count(*) from alert_digest where mail_state = 'due')::int as "alertMails",
      (select count(*) from webhook_delivery where state = 'due' and due_at <= ${at}::timestamptz)::int as webhooks
    `.execute(db);
  const { alertMails = 0, ...queues } = rows[0] ?? {};
  return { ...queues, alert_mails: alertMails };
}
