import type { FastifyInstance } from 'fastify';
import {
  cancelExport,
  exportFile,
  listExports,
  readExport,
  readExportQuota,
  startExport,
} from '#schemas/api/exports.ts';
import { Failure } from '#shared/errors.ts';
import { mount } from '#server/http/mount.ts';
import type { RowUse } from '#server/platform/row-use/row-use.ts';
import { fileHeaders, Sender } from './sender.ts';
import { type ExportDeps, ExportService } from './service.ts';

/** Exports of lists as files. */
export function exportRoutes(app: FastifyInstance, deps: ExportDeps & { readonly rows: RowUse }): void {
  const service = new ExportService(deps);
  const sender = new Sender(deps);
  app.addHook('preClose', () => sender.close());

  mount(app, startExport, async ({ body, actor }) => service.start(body, actor));
  mount(app, listExports, async ({ actor }) => service.list(actor));
  mount(app, readExportQuota, async ({ actor }) => service.quota(actor));
  mount(app, readExport, async ({ params, actor }) => service.read(params.id, actor));
  mount(app, cancelExport, async ({ params, actor }) => {
    const state = await service.cancel(params.id, actor);
    sender.cancel(state.id);
    return state;
  });
  mount(app, exportFile, async ({ params, actor, request, reply }) => {
    if (request.method === 'HEAD') {
      const { fileName, format } = await service.read(params.id, actor);
      return reply.headers(fileHeaders(fileName, format)).send();
    }
    const { objectApiName } = await service.read(params.id, actor);
    const meter = await deps.rows.open(actor, 'exports', deps.catalog.find(objectApiName));
    const run = await service.claim(params.id, actor);
    try {
      await sender.send(
        run,
        () => service.plan(run.query, actor),
        reply.raw,
        meter,
        () => void reply.hijack(),
      );
    } catch (error) {
      if (!reply.raw.headersSent)
        throw error instanceof Failure ? error : new Failure('UNAVAILABLE', '导出失败，请稍后重试');
      request.log.error(error);
    }
    return reply;
  });
}
