import type { FastifyInstance } from 'fastify';
import { answerServiceMessage, leaveServiceMessage, readServiceDesk } from '#schemas/api/service-desk.ts';
import { mount } from '#server/http/mount.ts';
import { answer, desk, leave, type DeskDeps } from './desk.ts';

/** Messages to customer service: left by users, answered by staff. Their list is the system object ServiceMessage. */
export function serviceRoutes(app: FastifyInstance, deps: DeskDeps): void {
  mount(app, readServiceDesk, async () => desk(deps));
  mount(app, leaveServiceMessage, async ({ body, actor }) => leave(deps, body.content, actor));
  mount(app, answerServiceMessage, async ({ params, body, actor }) => answer(deps, params.id, body.answer, actor));
}
