import type { FastifyInstance } from 'fastify';
import {
  approveFinancing,
  closeFinancing,
  concludeFinancing,
  fileDeal,
  pauseFinancing,
  raiseAgain,
  refuseDeal,
  resumeFinancing,
  returnFinancing,
} from '#schemas/api/financing.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { mount } from '#server/http/mount.ts';
import type { RecordFollowers } from '#server/core/records/record-followers.ts';
import { type AgainDeps, beginAgain } from './again.ts';
import { conclude } from './deals.ts';
import { type DecisionDeps, FinancingDecisions } from './decisions.ts';
import { FinancingRequests, type RequestDeps } from './requests.ts';

/** What becomes of a financing request when its record is written. */
export function financingFollower(deps: RequestDeps): RecordFollowers {
  const requests = new FinancingRequests(deps);
  return new Map([
    [
      BINDINGS.financing.object,
      {
        created: (trx, record, actor) => requests.created(trx, record, actor),
        updated: (trx, record) => requests.updated(trx, record),
      },
    ],
  ]);
}

/** Requests for financing from the form to the filed deal. Their lists are the system objects MyFinancing and FinancingReview. */
export function financingRoutes(app: FastifyInstance, deps: DecisionDeps & AgainDeps): void {
  const requests = new FinancingRequests(deps);
  const decisions = new FinancingDecisions(deps);
  mount(app, pauseFinancing, async ({ params, body, actor }) => requests.pause(params.id, body.version, actor));
  mount(app, resumeFinancing, async ({ params, body, actor }) => requests.resume(params.id, body.version, actor));
  mount(app, closeFinancing, async ({ params, body, actor }) => requests.close(params.id, body.version, actor));
  mount(app, raiseAgain, async ({ params, actor }) => beginAgain(deps, params.id, actor));
  mount(app, concludeFinancing, async ({ params, body, actor }) => conclude(deps, params.id, body, actor));
  mount(app, approveFinancing, async ({ params, body, actor }) =>
    decisions.approve(params.id, body.version, body.project, actor),
  );
  mount(app, returnFinancing, async ({ params, body, actor }) =>
    decisions.sendBack(params.id, body.version, body.reason.trim(), actor),
  );
  mount(app, fileDeal, async ({ params, body, actor }) => decisions.file(params.id, body.version, actor));
  mount(app, refuseDeal, async ({ params, body, actor }) =>
    decisions.refuseDeal(params.id, body.version, body.reason.trim(), actor),
  );
}
