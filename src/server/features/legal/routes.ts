import type { FastifyInstance } from 'fastify';
import {
  agreeToLegal,
  changeLegal,
  discardLegal,
  draftLegal,
  publishLegal,
  readAskedConsents,
  readLegalText,
} from '#schemas/api/legal.ts';
import { mount } from '#server/http/mount.ts';
import { LegalDrafts } from './admin.ts';
import { type LegalDeps, LegalTexts } from './service.ts';

/** Terms and policies: reading them, agreeing to them, and their versions, whose list is the system object LegalVersion. */
export function legalRoutes(app: FastifyInstance, deps: LegalDeps): void {
  const texts = new LegalTexts(deps);
  const drafts = new LegalDrafts(deps);
  mount(app, readLegalText, async ({ params, query, actor }) => texts.read(params.kind, query.number, actor));
  mount(app, readAskedConsents, async ({ actor }) => ({ list: await texts.asked(actor) }));
  mount(app, agreeToLegal, async ({ body, actor }) => ({ list: await texts.agree(body.editions, actor) }));
  mount(app, draftLegal, async ({ body, actor }) => drafts.draft(body, actor));
  mount(app, changeLegal, async ({ params, body }) => drafts.change(params.id, body));
  mount(app, publishLegal, async ({ params, body, actor }) => {
    await drafts.publish(params.id, body.version, actor);
    return null;
  });
  mount(app, discardLegal, async ({ params, body }) => {
    await drafts.discard(params.id, body.version);
    return null;
  });
}
