import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  createView,
  listDefaultViews,
  listViews,
  readView,
  removeView,
  restoreView,
  setDefaultView,
  updateView,
} from '#schemas/api/views.ts';
import { mount } from '#server/http/mount.ts';
import { SavedViews, type SavedViewDeps } from './saved-views.ts';

/** Any of 9 × 10¹⁷ ids: 18 digits, as ids on the wire may have at most. */
const randomId = (): string => String(10n ** 17n + (randomBytes(8).readBigUInt64BE() % (9n * 10n ** 17n)));

/** Lists as people keep them. */
export function savedViewRoutes(app: FastifyInstance, parts: Omit<SavedViewDeps, 'newId'>): void {
  const views = new SavedViews({ ...parts, newId: randomId });
  mount(app, listViews, async ({ query, actor }) => views.ofObject(query.objectApiName, actor));
  mount(app, listDefaultViews, async ({ actor }) => views.defaults(actor));
  mount(app, readView, async ({ params, actor }) => views.read(params.id, actor));
  mount(app, createView, async ({ body, actor }) => views.create(body, actor));
  mount(app, updateView, async ({ params, body: { version, ...change }, actor }) =>
    views.update(params.id, version, change, actor),
  );
  mount(app, removeView, async ({ params, body, actor }) => {
    await views.remove(params.id, body.version, actor);
    return null;
  });
  mount(app, restoreView, async ({ params, actor }) => views.restore(params.id, actor));
  mount(app, setDefaultView, async ({ body, actor }) => {
    await views.setDefault(body.objectApiName, body.id, actor);
    return null;
  });
}
