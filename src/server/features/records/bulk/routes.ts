import type { FastifyInstance } from 'fastify';
import { cancelBulk, readBulk, runBulk, startBulk, undoBulk } from '#schemas/api/bulk.ts';
import { mount } from '#server/http/mount.ts';
import type { ChatHints } from '#server/platform/messages/hints.ts';
import type { NotedBy } from '#server/core/lists/list-access.ts';
import type { FormulaIndex } from '#server/core/formulas/formula-index.ts';
import { objectsActedOn } from '#server/platform/events/action-hints.ts';
import { BulkRunner, type BulkTools } from './runner.ts';
import { BulkService } from './service.ts';

interface BulkRouteDeps extends Omit<BulkTools, 'announce' | 'onFault'> {
  readonly noted: NotedBy;
  readonly hints: Pick<ChatHints, 'announceRecords'>;
  readonly formulas: Pick<FormulaIndex, 'check'>;
}

/** Changes of many records at once, by staff. Their list is the system object of the same name. */
export function bulkRoutes(app: FastifyInstance, deps: BulkRouteDeps): void {
  const runner = new BulkRunner({
    ...deps,
    announce: (objectApiName) =>
      deps.hints.announceRecords([objectApiName, ...objectsActedOn(deps.catalog, 'record.bulk')]),
    onFault: (error) => app.log.error({ err: error }, 'a bulk edit met an unexpected fault'),
  });
  const service = new BulkService({ ...deps, runner });
  mount(app, startBulk, async ({ body, actor }) => service.start(body, actor));
  mount(app, readBulk, async ({ params }) => service.read(params.id));
  mount(app, runBulk, async ({ params, body, actor }) => service.run(params.id, body.count, actor));
  mount(app, cancelBulk, async ({ params, actor }) => service.cancel(params.id, actor));
  mount(app, undoBulk, async ({ params, body, actor }) => service.undo(params.id, body.reason, actor));
  app.addHook('onReady', async () => void runner.wake());
  app.addHook('preClose', () => runner.close());
}
