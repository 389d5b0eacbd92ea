import type { FastifyInstance } from 'fastify';
import {
  giveFeedback,
  type MatchList,
  matchInvestors,
  matchProjects,
  matchSubjects,
} from '#schemas/api/match-lists.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { mount } from '#server/http/mount.ts';
import type { RowUse } from '#server/platform/row-use/row-use.ts';
import { faultReporter } from '#server/http/fault-reporter.ts';
import type { MatchDeps } from './match-deps.ts';
import { Matching } from './service.ts';

export { mandateFollower } from './mandates.ts';

/** The lists of a process: all of its callers share what it keeps in memory. */
export function openMatching(app: FastifyInstance, deps: Omit<MatchDeps, 'report'>): Matching {
  const report = faultReporter(app.log, 'what a list showed was not counted');
  return new Matching({ ...deps, report });
}

/** Institutions for a project and projects for an investor, ranked and explained. Marks are the system object UnfitMatch. */
export function matchingRoutes(app: FastifyInstance, matching: Matching, rows: RowUse): void {
  const counted = async (actor: Actor, read: () => Promise<MatchList>): Promise<MatchList> => {
    const meter = await rows.meter(actor, 'lists');
    meter.admit();
    const page = await read();
    meter.add(page.list.length);
    return page;
  };
  mount(app, matchInvestors, async ({ body, actor }) => counted(actor, () => matching.investors(body, actor)));
  mount(app, matchProjects, async ({ body, actor }) => counted(actor, () => matching.projects(body, actor)));
  mount(app, matchSubjects, async ({ actor }) => matching.subjects(actor));
  mount(app, giveFeedback, async ({ body, actor }) => {
    await matching.feedback(body, actor);
    return null;
  });
}
