import type { FastifyInstance } from 'fastify';
import { giveFeedback, matchInvestors, matchProjects, matchSubjects } from '#schemas/api/match-lists.ts';
import { mount } from '#server/http/mount.ts';
import type { MatchDeps } from './match-deps.ts';
import { Matching } from './service.ts';

export { mandateFollower } from './mandates.ts';

/**
 * Institutions for a project and projects for an investor, ranked and explained. Marks are the system object UnfitMatch. Gives the lists
 * that the routes answer with.
 */
export function matchingRoutes(
  app: FastifyInstance,
  deps: Omit<MatchDeps, 'report'>,
): Pick<Matching, 'projects' | 'subjects'> {
  const report = (error: unknown) => app.log.error({ err: error }, 'what a list showed was not counted');
  const matching = new Matching({ ...deps, report });
  mount(app, matchInvestors, async ({ body, actor }) => matching.investors(body, actor));
  mount(app, matchProjects, async ({ body, actor }) => matching.projects(body, actor));
  mount(app, matchSubjects, async ({ actor }) => matching.subjects(actor));
  mount(app, giveFeedback, async ({ body, actor }) => {
    await matching.feedback(body, actor);
    return null;
  });
  return matching;
}
