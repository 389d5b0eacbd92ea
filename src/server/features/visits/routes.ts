import type { FastifyInstance } from 'fastify';
import {
  forgetVisit,
  noteStay,
  readVisitSetting,
  readWorkbench,
  saveVisitSetting,
  viewMyProjectStat,
  withdrawVisits,
} from '#schemas/api/visits.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { mount } from '#server/http/mount.ts';
import { faultReporter } from '#server/http/fault-reporter.ts';
import { deleteVisitsLike, modeOf, saveMode } from './queries.ts';
import { type StatDeps, VisitStats } from './stat.ts';
import { type VisitDeps, Visits } from './visits.ts';
import { readWorkbenchOf } from './workbench-queries.ts';

/** How far ahead next steps are due, in milliseconds. */
const DUE_MS = 14 * DAY_MS;

/** Notes visits until the app closes, which stores the last of them. */
export function openVisits(app: FastifyInstance, deps: Omit<VisitDeps, 'report'>): Visits {
  const report = faultReporter(app.log, 'visits were not stored');
  const visits = new Visits({ ...deps, report });
  app.addHook('onClose', () => visits.flush());
  return visits;
}

/** Who looks at records. The lists are the system objects CompanyVisitor, CompanyVisit and OwnVisit. */
export function visitRoutes(app: FastifyInstance, deps: StatDeps, visits: Visits): void {
  const { db } = deps.database;
  const stats = new VisitStats(deps, visits);
  mount(app, viewMyProjectStat, async ({ query, actor }) => stats.read(query, actor));
  mount(app, noteStay, async ({ body, actor }) => {
    visits.stay(body, actor);
    return null;
  });
  mount(app, readVisitSetting, async ({ actor }) => ({ mode: await modeOf(db, actor.id) }));
  mount(app, saveVisitSetting, async ({ body, actor }) => {
    await saveMode(db, actor.id, body.mode);
    return { mode: body.mode };
  });
  mount(app, readWorkbench, async ({ actor }) => {
    await visits.flush();
    return readWorkbenchOf(db, actor.id, shanghaiDay(new Date(deps.now().getTime() + DUE_MS)));
  });
  const forget = async (id: string, actor: Member, reach: 'record' | 'company') => {
    // What is still in memory would come back after it.
    await visits.flush();
    const isDeleted = await db.transaction().execute((trx) => deleteVisitsLike(trx, actor.id, id, reach));
    if (!isDeleted) throw new Failure('UNKNOWN_RECORD', '浏览记录不存在');
    return null;
  };
  mount(app, forgetVisit, async ({ params, actor }) => forget(params.id, actor, 'record'));
  mount(app, withdrawVisits, async ({ params, actor }) => forget(params.id, actor, 'company'));
}
