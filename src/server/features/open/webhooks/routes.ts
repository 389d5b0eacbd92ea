import type { FastifyInstance } from 'fastify';
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  resendWebhookDelivery,
  rotateWebhook,
  switchWebhook,
  testWebhook,
} from '#schemas/api/webhooks.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { mount } from '#server/http/mount.ts';
import { faultReporter } from '#server/http/fault-reporter.ts';
import type { WebhookDeps } from './base.ts';
import type { Outbound } from './outbound/post.ts';
import { WebhookSteps } from './webhook-steps.ts';
import { Webhooks, type WebhooksDeps } from './webhooks.ts';

interface OpenDeps extends Omit<WebhookDeps, 'memberOf' | 'random' | 'report' | 'outbound'> {
  readonly outbound: Outbound | undefined;
  readonly memberById: (db: Db, accountId: string, now: Date) => Promise<Member | undefined>;
}

/** Lets messages be sent while the app listens, where this installation sends any. */
export function openWebhooks(app: FastifyInstance, { memberById, outbound, ...deps }: OpenDeps): void {
  if (!outbound) return;
  const steps = new WebhookSteps({
    ...deps,
    outbound,
    memberOf: (id) => memberById(deps.database.db, id, deps.now()),
    random: Math.random,
    report: faultReporter(app.log, 'webhooks were not sent'),
  });
  app.addHook('onListen', () => steps.start());
  app.addHook('preClose', () => steps.stop());
}

/** Webhooks of one's own. */
export function webhookRoutes(app: FastifyInstance, deps: WebhooksDeps): void {
  const webhooks = new Webhooks(deps);
  mount(app, listWebhooks, async ({ actor }) => webhooks.list(actor));
  mount(app, createWebhook, async ({ body, actor }) => webhooks.create(body, actor));
  mount(app, rotateWebhook, async ({ body, actor }) => webhooks.rotate(body, actor));
  mount(app, switchWebhook, async ({ body, actor }) => webhooks.switch(body.id, body.on, actor));
  mount(app, removeWebhook, async ({ body, actor }) => {
    await webhooks.remove(body.id, actor);
    return null;
  });
  mount(app, testWebhook, async ({ body, actor }) => webhooks.test(body.id, actor));
  mount(app, listWebhookDeliveries, async ({ query, actor }) => webhooks.deliveries(query.id, actor));
  mount(app, resendWebhookDelivery, async ({ body, actor }) => webhooks.resend(body.id, actor));
}
