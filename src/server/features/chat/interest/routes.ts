import type { FastifyInstance } from 'fastify';
import { INTERESTED_PAGE_SIZE, readInterested, readInterestedSummary, touchRead } from '#schemas/api/chat-people.ts';
import { mount } from '#server/http/mount.ts';
import type { Interest } from './interest.ts';

/** The interested view of founders. */
export function interestRoutes(app: FastifyInstance, interest: Interest): void {
  mount(app, readInterested, async ({ query, actor }) =>
    interest.list({ ...query, pageSize: query.pageSize ?? INTERESTED_PAGE_SIZE }, actor),
  );
  mount(app, touchRead, async ({ body, actor }) => interest.touch(body.id, actor));
  mount(app, readInterestedSummary, async ({ actor }) => interest.summary(actor));
}
