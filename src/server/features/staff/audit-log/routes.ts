import type { FastifyInstance } from 'fastify';
import { type LogEntry, type LogFilter, readLog, readLogActions, verifyLog } from '#schemas/api/audit-log.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { verifyStretch } from '#server/platform/audit/verification.ts';
import { startOfShanghaiDay } from '#shared/time/shanghai.ts';
import { logActions, logEntries, type LogRow } from './queries.ts';
import { DAY_MS } from '#shared/time/durations.ts';

const PAGE_SIZE = 50;

const view = (row: LogRow): LogEntry => ({
  id: row.id,
  at: String(row.at),
  actorId: row.actor_id,
  actorName: row.actor_name,
  action: row.action,
  targetKind: row.target_kind,
  targetId: row.target_id,
  targetName: row.target_name,
  reason: row.reason,
  details: row.details as Record<string, unknown>,
  previousHash: row.previous_hash,
  hash: row.hash,
});

/** @throws Failure INVALID_QUERY for a day that the calendar does not have. */
function startOf(day: string | undefined): Date | undefined {
  if (day === undefined) return undefined;
  const start = startOfShanghaiDay(day);
  if (Number.isNaN(start.getTime())) throw new Failure('INVALID_QUERY', `没有“${day}”这一天`);
  return start;
}

async function page(db: Db, { from, to, after, ...filter }: LogFilter & { after?: string }) {
  const lastDay = startOf(to);
  const until = lastDay && new Date(lastDay.getTime() + DAY_MS);
  const question = { ...filter, from: startOf(from), until, after };
  const rows = await logEntries(db, question, PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  return { list: shown.map(view), after: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}

/** What staff and the platform did: to be read and checked, never changed. */
export function auditLogRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  mount(app, readLog, async ({ query }) => page(db, query));
  mount(app, readLogActions, async () => logActions(db));
  mount(app, verifyLog, async ({ query }) => verifyStretch(db, query.after ?? '0', query.count));
}
