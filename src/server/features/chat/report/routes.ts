import type { FastifyInstance } from 'fastify';
import { decideReport, fileReport, listReports, readEvidence, REPORT_TYPES } from '#schemas/api/reports.ts';
import { mount } from '#server/http/mount.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { NoticeHints } from '#server/platform/notifications/notify-user.ts';
import type { StaffActionDeps } from '#server/platform/staff-actions/staff-action.ts';
import { ReportDesk } from './desk.ts';
import { showEvidence } from './evidence.ts';
import { file } from './filing.ts';

export interface ReportDeps extends StaffActionDeps {
  readonly catalog: Catalog;
  readonly hints: NoticeHints;
}

/** Reports about users: filed by any user, decided by staff. */
export function reportRoutes(app: FastifyInstance, deps: ReportDeps): void {
  const { db, now, catalog } = deps;
  const options = () => catalog.optionSet(REPORT_TYPES);
  const desk = new ReportDesk({ ...deps, options });

  mount(app, fileReport, async ({ body, actor }) => file({ db, options: options(), now: now() }, body, actor));
  mount(app, listReports, async ({ query }) => desk.list(query));
  mount(app, readEvidence, async ({ params, actor }) => ({ list: await showEvidence(deps, params.id, actor) }));
  mount(app, decideReport, async ({ params, body, actor }) => desk.decide(params.id, body, actor));
}
