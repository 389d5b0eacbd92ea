import type { FastifyInstance } from 'fastify';
import { decideCorrection, proposeCorrection, readProvenance, withdrawCorrection } from '#schemas/api/corrections.ts';
import { mount } from '#server/http/mount.ts';
import { type CorrectionDeps, Corrections } from './service.ts';

/** Where values come from, and proposals to correct them. */
export function correctionRoutes(app: FastifyInstance, deps: CorrectionDeps): void {
  const service = new Corrections(deps);
  mount(app, readProvenance, async ({ params, query, actor }) =>
    service.provenance(params.objectApiName, params.id, query.field, actor),
  );
  mount(app, proposeCorrection, async ({ body, actor }) => service.propose(body, actor));
  mount(app, withdrawCorrection, async ({ params, actor }) => service.withdraw(params.id, actor));
  mount(app, decideCorrection, async ({ params, body, actor }) => service.decide(params.id, body, actor));
}
