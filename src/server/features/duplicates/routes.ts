import type { FastifyInstance } from 'fastify';
import { findDuplicates, refuseDuplicate, reopenDuplicate, searchDuplicates } from '#schemas/api/duplicates.ts';
import { mount } from '#server/http/mount.ts';
import { type DuplicateDeps, Duplicates } from './service.ts';

/** Duplicates of what is typed, and the pairs that passes found; their list is the system object Duplicate. Gives what finds the first. */
export function duplicateRoutes(app: FastifyInstance, deps: DuplicateDeps): Duplicates['find'] {
  const service = new Duplicates(deps);
  mount(app, findDuplicates, async ({ params, body, actor }) => ({
    list: await service.find(params.objectApiName, body.values, body.id, actor),
  }));
  mount(app, refuseDuplicate, async ({ params, body, actor }) => service.refuse(params.id, body.note, actor));
  mount(app, reopenDuplicate, async ({ params, body, actor }) => service.reopen(params.id, body.note, actor));
  mount(app, searchDuplicates, async () => service.search());
  return service.find.bind(service);
}
