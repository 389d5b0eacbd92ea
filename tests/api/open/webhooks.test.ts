import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createWebhook,
  listWebhooks,
  MAX_WEBHOOKS,
  removeWebhook,
  resendWebhookDelivery,
  rotateWebhook,
  switchWebhook,
  testWebhook,
  type MadeWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#schemas/api/webhooks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { newAccount, signInBy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';
import { answering } from '#tests/support/open/hook-receiver.ts';
import { HookWorld, isSignedWith } from '#tests/support/open/hook-world.ts';

let world: HookWorld;
beforeAll(async () => {
  world = await HookWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.beginAgain());

const send = <T>(route: { readonly path: string }, body: object) => world.owner.send<T>('POST', route.path, body);
const create = (more: object) => world.create(more);
const changesOf = (messages: ReturnType<HookWorld['taken']>) => messages.flatMap(({ data }) => data['changes']);

describe('a webhook', () => {
  it('is made by the owner of the account, and its secret is shown once', async () => {
    expect(await create({ password: undefined })).toMatchObject({ status: 422, problems: [{ field: 'password' }] });
    const { webhook, secret } = await world.hook();
    expect(secret).toMatch(/^whsec_/);
    const { webhooks, isAllowed } = made(
      await world.owner.send<{ isAllowed: boolean; webhooks: Webhook[] }>('GET', listWebhooks.path),
    );
    expect([isAllowed, webhooks]).toEqual([true, [webhook]]);
    const { rows } = await sql`select secret_sealed from webhook`.execute(world.db);
    expect(JSON.stringify([webhooks, rows])).not.toContain(secret.slice('whsec_'.length));
  });

  it('goes to the open internet, for an object and a condition that its owner may follow', async () => {
    const problem = async (more: object) => (await create(more)).problems;
    expect(await problem({ url: 'http://10.0.0.1/' })).toEqual([{ field: 'url', message: '地址不属于公网，不能发送' }]);
    expect(await problem({ url: 'nowhere' })).toMatchObject([{ field: 'url' }]);
    expect(await problem({ objectApiName: undefined })).toMatchObject([{ field: 'objectApiName' }]);
    expect(await problem({ objectApiName: 'Nothing' })).toMatchObject([{ field: 'objectApiName' }]);
    const filter = JSON.stringify({ field: 'nope', op: 'eq', value: '1' });
    expect(await problem({ filter })).toMatchObject([{ field: 'filter' }]);
    expect(await problem({ filter: '{' })).toMatchObject([{ field: 'filter' }]);
  });

  it('is one of ten at most, and gone with its log when it is removed', async () => {
    const { webhook } = await world.hook();
    for (let more = 1; more < MAX_WEBHOOKS; more += 1) await world.hook();
    expect(await create({})).toMatchObject({ code: codeOf('CONFLICT') });
    made(await send(removeWebhook, { id: webhook.id }));
    made(await send(removeWebhook, { id: webhook.id }));
    expect(await create({})).toMatchObject({ code: 0 });
  });

  it('is its owner’s alone', async () => {
    const { webhook } = await world.hook();
    await newAccount(world.test, { username: 'stranger', name: '示例旁人' });
    const stranger = await signInBy(world.test, 'stranger');
    const proof = { password: TEST_PASSWORD };
    const tried = [
      [rotateWebhook, { id: webhook.id, ...proof }],
      [switchWebhook, { id: webhook.id, on: false }],
      [testWebhook, { id: webhook.id }],
    ] as const;
    for (const [route, body] of tried)
      expect(await stranger.send('POST', route.path, body)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    made(await stranger.send('POST', removeWebhook.path, { id: webhook.id }));
    const { webhooks } = made(await world.owner.send<{ webhooks: Webhook[] }>('GET', listWebhooks.path));
    expect(webhooks).toHaveLength(1);
  });

  it('is tried with a message of no event, which is sent once', async () => {
    const { webhook, secret } = await world.hook();
    world.receiver.answer = answering(500);
    expect(made(await send<WebhookDelivery>(testWebhook, { id: webhook.id }))).toMatchObject({
      event: 'webhook.test',
      state: 'failed',
      status: 500,
    });
    const [received] = world.receiver.received;
    expect(received && isSignedWith(secret, received)).toBe(true);
    world.pass(HOUR_MS);
    await world.run();
    expect(world.taken()).toMatchObject([{ type: 'webhook.test' }]);
  });

  it('gets another secret, and messages are signed with both for a day', async () => {
    const { webhook, secret } = await world.hook();
    const rotated = made(await send<MadeWebhook>(rotateWebhook, { id: webhook.id, password: TEST_PASSWORD }));
    const signed = async () => {
      made(await send(testWebhook, { id: webhook.id }));
      const [received] = world.receiver.received.splice(0);
      return [secret, rotated.secret].map((one) => received && isSignedWith(one, received));
    };
    expect(rotated.webhook.formerUntil).toBe(new Date(world.now.getTime() + DAY_MS).toISOString());
    expect(await signed()).toEqual([true, true]);
    expect(await send(rotateWebhook, { id: webhook.id, password: TEST_PASSWORD })).toMatchObject({
      code: codeOf('CONFLICT'),
    });
    world.pass(DAY_MS);
    expect(await signed()).toEqual([false, true]);
  });
});

describe('a message', () => {
  it('says what changed of the records that meet the condition, by their ids alone', async () => {
    const filter = JSON.stringify({ field: 'round', op: 'eq', value: 'A' });
    const { webhook, secret } = await world.hook({ filter });
    const inside = await world.data.create('Deal', { title: '进来的', round: 'A' });
    const outside = await world.data.create('Deal', { title: '外面的', round: 'B' });
    await world.data.create('Firm', { name: '别的对象' });
    await world.run();
    const [received] = world.receiver.received;
    expect(received && isSignedWith(secret, received)).toBe(true);
    expect(world.taken()).toEqual([
      {
        id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
        type: 'record.changed',
        timestamp: world.now.toISOString(),
        data: {
          seq: expect.stringMatching(/^\d+$/),
          object: 'Deal',
          changes: [
            { id: inside, change: 'upsert' },
            { id: outside, change: 'removed', reason: 'outOfFilter' },
          ],
        },
      },
    ]);
    await world.data.change('Deal', outside, { title: '外面的，改过' });
    await world.data.change('Deal', inside, { round: 'C' });
    await world.run();
    expect(changesOf(world.taken())).toEqual([{ id: inside, change: 'removed', reason: 'outOfFilter' }]);
    expect(await world.log(webhook.id)).toMatchObject([
      { state: 'sent', status: 204, tries: 1 },
      { state: 'sent', status: 204, tries: 1 },
    ]);
  });

  it('names what is removed, and what was there before a webhook is none of its messages', async () => {
    const before = await world.data.create('Deal', { title: '之前的' });
    await world.run();
    await world.hook();
    await world.run();
    expect(world.taken()).toEqual([]);
    await world.data.remove('Deal', before);
    await world.run();
    expect(changesOf(world.taken())).toEqual([{ id: before, change: 'removed', reason: 'deleted' }]);
  });

  it('is about values that follow from other records only where that is wanted', async () => {
    const firm = await world.data.create('Firm', { name: '示例企业' });
    await world.run();
    await world.hook({ objectApiName: 'Firm' });
    const { webhook } = await world.hook({ objectApiName: 'Firm', derived: true });
    await world.data.create('Deal', { title: '一笔', firm: { id: firm } });
    await world.run();
    expect(changesOf(world.taken())).toEqual([{ id: firm, change: 'upsert' }]);
    expect(await world.log(webhook.id)).toHaveLength(1);
  });

  it('holds a hundred changes at most', async () => {
    await world.hook();
    for (let at = 0; at < 101; at += 1) await world.data.create('Deal', { title: `第${at}笔` });
    await world.run();
    const messages = world.taken();
    expect(messages.map(({ data }) => (data['changes'] as []).length).toSorted((a, b) => a - b)).toEqual([1, 100]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
  });

  it('that fails is tried again after longer and longer, with the id that it had', async () => {
    const { webhook } = await world.hook();
    world.receiver.answer = answering(503);
    await world.data.create('Deal', { title: '送不到的' });
    await world.run();
    const delays = [5000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];
    for (const delay of delays) {
      const [{ dueAt, state }] = (await world.log(webhook.id)) as [WebhookDelivery];
      expect([state, dueAt]).toEqual(['due', new Date(world.now.getTime() + delay).toISOString()]);
      world.pass(delay);
      await world.run();
    }
    const messages = world.taken();
    expect(messages).toHaveLength(8);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    expect(await world.log(webhook.id)).toMatchObject([{ state: 'failed', tries: 8, status: 503 }]);
    expect((await world.bell())[0]).toContain('Webhook“同步提醒”：多次发送失败，已自动停用');
    await world.data.create('Deal', { title: '停用后的' });
    await world.run();
    expect(world.taken()).toEqual([]);
    world.receiver.answer = answering(200);
    made(await send(switchWebhook, { id: webhook.id, on: true }));
    const [failed] = await world.log(webhook.id);
    made(await send(resendWebhookDelivery, { id: failed?.id }));
    await world.run();
    expect(world.taken().map(({ id }) => id)).toEqual([messages[0]?.id]);
  });

  it('does not keep others from going out while its address fails', async () => {
    const { webhook } = await world.hook();
    await world.hook({ objectApiName: 'Firm', url: `${world.receiver.address}/well` });
    world.receiver.answer = (response) => response.writeHead(response.req.url === '/hook' ? 500 : 200).end();
    await world.data.create('Deal', { title: '一' });
    await world.data.create('Firm', { name: '二' });
    await world.run();
    await world.data.create('Deal', { title: '三' });
    await world.run();
    // The address is left alone for a while, whatever is for it.
    expect(world.receiver.received.map(({ path }) => path).toSorted()).toEqual(['/hook', '/hook/well']);
    world.receiver.answer = answering(200);
    world.pass(5000);
    await world.run();
    expect((await world.log(webhook.id)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('is the last to an address that answers 410', async () => {
    const { webhook } = await world.hook();
    world.receiver.answer = answering(410);
    await world.data.create('Deal', { title: '搬走了' });
    await world.run();
    expect(await world.log(webhook.id)).toMatchObject([{ state: 'failed', tries: 1 }]);
    expect((await world.bell())[0]).toContain('对方回答 410，已自动停用');
  });

  it('is kept in the log for thirty days', async () => {
    const { webhook } = await world.hook();
    await world.data.create('Deal', { title: '旧的' });
    await world.run();
    world.pass(30 * DAY_MS + 1);
    await world.run();
    const { rows } = await sql`select from webhook_delivery where webhook_id = ${webhook.id}::bigint`.execute(world.db);
    expect(rows).toEqual([]);
  });
});

describe('an installation that sends nothing', () => {
  it('says so, and makes no webhooks', async () => {
    const test = await openTestApp();
    await newAccount(test, { username: 'unhooked', name: '示例读者' });
    const owner = await signInBy(test, 'unhooked');
    expect(await owner.send('GET', listWebhooks.path)).toMatchObject({ data: { isAllowed: false, webhooks: [] } });
    const wanted = { name: '提醒', url: 'https://hooks.example/', events: ['alert.hit'], password: TEST_PASSWORD };
    expect(await owner.send('POST', createWebhook.path, wanted)).toMatchObject({ code: codeOf('FORBIDDEN') });
    await test.close();
  });
});
