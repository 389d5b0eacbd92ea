import type { FastifyInstance } from 'fastify';
import {
  decideCorrection,
  pinValue,
  proposeCorrection,
  readProvenance,
  unpinValue,
  withdrawCorrection,
} from '#schemas/api/corrections.ts';
import { mount } from '#server/http/mount.ts';
import { type PinDeps, Pins } from './pins.ts';
import { type CorrectionDeps, Corrections } from './service.ts';

/** Where values come from, proposals to correct them, and decisions for values that are stated over those that are counted. */
export function correctionRoutes(app: FastifyInstance, deps: CorrectionDeps & PinDeps): void {
  const service = new Corrections(deps);
  const pins = new Pins(deps);
  mount(app, readProvenance, async ({ params, query, actor }) =>
    service.provenance(params.objectApiName, params.id, query.field, actor),
  );
  mount(app, pinValue, async ({ params, body, actor }) => pins.pin(params, body, actor));
  mount(app, unpinValue, async ({ params, body, actor }) => pins.unpin(params, body.reason, actor));
  mount(app, proposeCorrection, async ({ body, actor }) => service.propose(body, actor));
  mount(app, withdrawCorrection, async ({ params, actor }) => service.withdraw(params.id, actor));
  mount(app, decideCorrection, async ({ params, body, actor }) => service.decide(params.id, body, actor));
}
