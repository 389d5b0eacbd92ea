import type { FastifyInstance } from 'fastify';
import { verifyLog } from '#schemas/api/audit-log.ts';
import type { Database } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { verifyStretch } from '#server/platform/audit/verification.ts';

/** What staff and the platform did is read as the system object LogEntry, and checked here; no user changes it. */
export function auditLogRoutes(app: FastifyInstance, database: Pick<Database, 'db' | 'vault'>): void {
  mount(app, verifyLog, async ({ query }) => verifyStretch(database, query.after ?? '0', query.count));
}
