import { createReadStream, existsSync } from 'node:fs';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import {
  downloadRejected,
  listImports,
  mapImport,
  previewImport,
  readImport,
  removeImport,
  startImport,
  stopImport,
  uploadImport,
} from '#schemas/api/imports.ts';
import { Failure } from '#shared/errors.ts';
import { mount } from '#server/http/mount.ts';
import type { ImportTools } from '#server/features/imports/run/run-options.ts';
import type { ObjectStore } from '#server/platform/objects/object-store.ts';
import { ImportFiles } from './import-files.ts';
import { ImportRunner } from './import-runner.ts';
import { ImportService } from './service.ts';

/** Imports by staff: upload, mapping, dry run, run, undo. `folder` is where uploaded files are
 * kept, or copies of what is in the bucket. */
export async function importRoutes(
  api: FastifyInstance,
  tools: ImportTools,
  { folder, bucket }: { readonly folder: string; readonly bucket?: ObjectStore | undefined },
): Promise<void> {
  const files = new ImportFiles(folder, bucket);
  const runner = new ImportRunner({
    ...tools,
    files,
    onFault: (error) => api.log.error({ err: error }, 'an import met an unexpected fault'),
  });
  const service = new ImportService({ ...tools, files, runner });
  // Multipart bodies are taken by these routes alone.
  await api.register(async (app) => {
    await app.register(multipart);
    mount(app, uploadImport, async ({ request, query, actor }) => service.upload(request, query.objectApiName, actor));
  });
  mount(api, listImports, async () => service.list());
  mount(api, readImport, async ({ params }) => service.read(params.id));
  mount(api, previewImport, async ({ params, body }) => service.preview(params.id, body));
  mount(api, mapImport, async ({ params, body }) => service.map(params.id, body.mapping));
  mount(api, startImport, async ({ params, body, actor }) => service.start(params.id, body.task, actor));
  mount(api, stopImport, async ({ params }) => service.stop(params.id));
  mount(api, removeImport, async ({ params }) => service.remove(params.id));
  mount(api, downloadRejected, async ({ params, query, reply }) => {
    const { fileName, path } = await service.rejected(params.id, query.task ?? 'run');
    if (!existsSync(path)) throw new Failure('UNKNOWN_RECORD', '没有被拒绝行的清单，或它在另一台服务器上');
    const name = encodeURIComponent(`被拒绝-${fileName}.csv`).replaceAll(
      /['()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16)}`,
    );
    return reply
      .header('content-disposition', `attachment; filename="rejected.csv"; filename*=UTF-8''${name}`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(createReadStream(path));
  });
  api.addHook('onReady', async () => {
    void files.removeAbandoned(tools.now());
    void runner.wake();
  });
  api.addHook('preClose', () => runner.close());
}
