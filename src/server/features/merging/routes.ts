import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { mergeRecords, previewMerge, readMerge, undoMerge } from '#schemas/api/merging.ts';
import { mount } from '#server/http/mount.ts';
import { Merging, type MergingDeps } from './service.ts';

/** Merges of records by staff, and their undo. */
export function mergingRoutes(api: FastifyInstance, deps: Omit<MergingDeps, 'wait'>): void {
  const merging = new Merging({ ...deps, wait: (milliseconds) => wait(milliseconds) });
  mount(api, previewMerge, async ({ body, actor }) => merging.preview(body, actor));
  mount(api, mergeRecords, async ({ body, actor }) => merging.merge(body, actor));
  mount(api, undoMerge, async ({ params, body, actor }) => merging.undo(params.id, body.reason, actor));
  mount(api, readMerge, async ({ params }) => {
    // A process that died may have left it on its way: who looks at it has it go on.
    merging.wake();
    return merging.progress(params.id);
  });
  // What an earlier process left is gone on with.
  api.addHook('onReady', async () => merging.wake());
  api.addHook('preClose', () => merging.jobs.stop());
}
