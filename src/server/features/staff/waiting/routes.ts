import type { FastifyInstance } from 'fastify';
import { readWaiting } from '#schemas/api/waiting.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { readWaiting as waitingRecords } from '#server/core/lists/waiting.ts';
import type { Database } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { queueOf } from './service.ts';

interface WaitingDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly now: () => Date;
}

/** What waits for staff, as the definitions of the objects say. */
export function waitingRoutes(app: FastifyInstance, deps: WaitingDeps): void {
  mount(app, readWaiting, async ({ actor }) => ({
    list: (await waitingRecords(deps, actor)).flatMap((records) =>
      queueOf(records, deps.catalog.listRoute(records.object)),
    ),
  }));
}
