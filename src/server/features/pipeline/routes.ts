import type { FastifyInstance } from 'fastify';
import {
  addDeal,
  addInstitution,
  dropContact,
  moveContact,
  planContact,
  takeContact,
  undoMove,
} from '#schemas/api/pipeline.ts';
import { mount } from '#server/http/mount.ts';
import { Additions } from './additions.ts';
import { Pipeline, type PipelineDeps } from './pipeline.ts';

/** Following up institutions and deals. The lists are the system objects CompanyPipeline and InvestorPipeline. */
export function pipelineRoutes(app: FastifyInstance, deps: PipelineDeps): void {
  const additions = new Additions(deps);
  const pipeline = new Pipeline(deps);
  mount(app, addInstitution, async ({ body, actor }) => additions.institution(body, actor));
  mount(app, addDeal, async ({ body, actor }) => additions.deal(body, actor));
  mount(app, planContact, async ({ params, body, actor }) => pipeline.plan(params.id, body, actor));
  mount(app, moveContact, async ({ params, body, actor }) => pipeline.move(params.id, body, actor));
  mount(app, undoMove, async ({ params, body, actor }) => pipeline.undo(params.id, body.version, actor));
  mount(app, takeContact, async ({ params, body, actor }) => pipeline.take(params.id, body.version, actor));
  mount(app, dropContact, async ({ params, body, actor }) => pipeline.drop(params.id, body.version, actor));
}
