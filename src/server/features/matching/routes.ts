import type { FastifyInstance } from 'fastify';
import { matchInvestors, matchProjects } from '#schemas/api/match-lists.ts';
import { mount } from '#server/http/mount.ts';
import { type MatchDeps, Matching } from './service.ts';

/** Institutions for a project and projects for an investor, ranked and explained. */
export function matchingRoutes(app: FastifyInstance, deps: MatchDeps): void {
  const matching = new Matching(deps);
  mount(app, matchInvestors, async ({ body, actor }) => matching.investors(body, actor));
  mount(app, matchProjects, async ({ body, actor }) => matching.projects(body, actor));
}
