import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MadeWebhook } from '#schemas/api/webhooks.ts';
import { memberById } from '#server/features/account/session/profile.ts';
import { readOn } from '#server/features/automation/read-changes.ts';
import { runDue } from '#server/features/automation/run.ts';
import { WebhookSteps } from '#server/features/open/webhooks/webhook-steps.ts';
import { automationParts } from '#server/sending.ts';
import { type AutomationWorld, openAutomationWorld } from '#tests/support/automation/automation-world.ts';
import { TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';
import { HERE, HookReceiver } from '#tests/support/open/hook-receiver.ts';
import { settledChanges } from '#tests/support/records/settled-changes.ts';

let world: AutomationWorld;
let receiver: HookReceiver;
beforeAll(async () => {
  receiver = await HookReceiver.open();
  world = await openAutomationWorld({ outbound: HERE });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

it('a rule puts a message into the outbox of its owner, once, which is signed and sent like any other', async () => {
  const { services } = world.app;
  made(
    await world.app.post<MadeWebhook>('staff', '/api/rong/developer/webhooks', {
      name: '接收',
      url: `${receiver.address}/in`,
      events: ['automation.ran'],
      password: TEST_PASSWORD,
    }),
  );
  const deps = { ...world.deps, ...automationParts(services, { memberById, outbound: HERE }) };
  const rule = await world.rule({ title: '推送', trigger: 'created', action: 'webhook' });
  const thing = await world.make({ name: '甲', size: 1 });
  await settledChanges(services.database.db);
  await readOn(deps);
  await runDue(deps);
  await runDue(deps);
  const steps = new WebhookSteps({
    ...services,
    outbound: HERE,
    memberOf: (id) => memberById(services.database.db, id, services.now()),
    random: () => 0.5,
    report: world.deps.report,
  });
  await steps.wake();
  await steps.wake();
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  expect(bodies).toMatchObject([
    { type: 'automation.ran', data: { automation: rule, title: '推送', object: 'Thing', ids: [thing.id] } },
  ]);
  expect(receiver.received[0]?.headers).toHaveProperty('webhook-signature');
});
