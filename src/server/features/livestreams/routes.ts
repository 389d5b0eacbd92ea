import type { FastifyInstance } from 'fastify';
import { announceLive, cancelLive, changeLive, listLives, listStaffLives, saveFollow } from '#schemas/api/lives.ts';
import { mount } from '#server/http/mount.ts';
import { LiveDesk, type LiveDeskParts } from './desk.ts';
import { Lives } from './service.ts';

/** Lives for everybody who is signed in, and the desk where staff announce them. */
export function liveRoutes(app: FastifyInstance, parts: LiveDeskParts): void {
  const lives = new Lives(parts);
  const desk = new LiveDesk(parts);

  mount(app, listLives, async ({ query, actor }) => lives.list(query, actor));
  mount(app, saveFollow, async ({ body, actor }) => lives.follow(body, actor));
  mount(app, listStaffLives, async ({ query }) => desk.list(query.after));
  mount(app, announceLive, async ({ body, actor }) => desk.announce(body, actor));
  mount(app, changeLive, async ({ params, body, actor }) => desk.change(params.id, body, actor));
  mount(app, cancelLive, async ({ params, body, actor }) => desk.cancel(params.id, body.reason, actor));
}
