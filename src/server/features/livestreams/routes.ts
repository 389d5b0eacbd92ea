import type { FastifyInstance } from 'fastify';
import {
  announceLivestream,
  cancelLivestream,
  changeLivestream,
  listLivestreams,
  saveFollow,
} from '#schemas/api/livestreams.ts';
import { mount } from '#server/http/mount.ts';
import { LivestreamAdmin, type LivestreamAdminDeps } from './admin.ts';
import { Livestreams } from './service.ts';

/** Livestreams for every member, and their administration by staff. */
export function livestreamRoutes(app: FastifyInstance, deps: LivestreamAdminDeps): void {
  const livestreams = new Livestreams(deps);
  const admin = new LivestreamAdmin(deps);

  mount(app, listLivestreams, async ({ query, actor }) => livestreams.list(query, actor));
  mount(app, saveFollow, async ({ body, actor }) => livestreams.follow(body, actor));
  mount(app, announceLivestream, async ({ body, actor }) => admin.announce(body, actor));
  mount(app, changeLivestream, async ({ params, body, actor }) => admin.change(params.id, body, actor));
  mount(app, cancelLivestream, async ({ params, body, actor }) => admin.cancel(params.id, body.reason, actor));
}
