import type { FastifyInstance } from 'fastify';
import { decideReport, fileReport, readEvidence, REPORT_TYPES } from '#schemas/api/reports.ts';
import { mount } from '#server/http/mount.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { decide, type DecisionDeps } from './decision.ts';
import { showEvidence } from './evidence.ts';
import { file } from './filing.ts';

export interface ReportDeps extends DecisionDeps {
  readonly catalog: Catalog;
}

/** Reports about users: filed by any user, decided by staff. Their list is the system object Report. */
export function reportRoutes(app: FastifyInstance, deps: ReportDeps): void {
  const { db, now, catalog } = deps;
  const types = () => catalog.optionSet(REPORT_TYPES);

  mount(app, fileReport, async ({ body, actor }) => file({ db, options: types(), now: now() }, body, actor));
  mount(app, readEvidence, async ({ params, actor }) => showEvidence(deps, params.id, actor));
  mount(app, decideReport, async ({ params, body, actor }) => decide(deps, params.id, body, actor));
}
