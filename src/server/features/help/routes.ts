import type { FastifyInstance } from 'fastify';
import { judgeArticle, readHelp } from '#schemas/api/help.ts';
import { mount } from '#server/http/mount.ts';
import { type FeedbackDeps, Judgements } from './feedback.ts';

/** The help center: what its readers read, and whether it was useful to them. */
export function helpRoutes(app: FastifyInstance, deps: FeedbackDeps): void {
  const feedback = new Judgements(deps);
  mount(app, readHelp, async ({ actor }) => feedback.library.read(actor));
  mount(app, judgeArticle, async ({ params, body, actor, request }) =>
    feedback.judge(params.id, body.isUseful, actor, request.ip),
  );
}
