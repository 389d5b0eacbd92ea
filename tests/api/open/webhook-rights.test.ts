import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSubscription } from '#schemas/api/alerts.ts';
import {
  addToKeptList,
  createKeptList,
  type KeptList,
  removeKeptList,
  takeFromKeptList,
} from '#schemas/api/kept-lists.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { MINUTE_MS } from '#shared/time/durations.ts';
import { tellHits } from '#server/sending.ts';
import { signInBy } from '#tests/support/account/people.ts';
import { alertsOf } from '#tests/support/alerts/alerts-of.ts';
import { Died, dyingDb } from '#tests/support/alerts/dying-db.ts';
import { TEST_PASSWORD } from '#tests/support/app/test-app.ts';
import { made, saveDefinition } from '#tests/support/editing.ts';
import { answering } from '#tests/support/open/hook-receiver.ts';
import { HookWorld } from '#tests/support/open/hook-world.ts';

let world: HookWorld;
beforeAll(async () => {
  world = await HookWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.beginAgain());

const freeze = (at: Date | null) =>
  sql`update account set frozen_at = ${at?.toISOString() ?? null}::timestamptz where id = ${world.ownerId}`.execute(
    world.db,
  );
const states = async (id: string) => (await world.log(id)).map(({ state, problem }) => [state, problem]);

describe('what is sent is judged when it is sent', () => {
  it('so that nothing goes out to a frozen account, and what waited goes out when it is no longer', async () => {
    await world.hook();
    await world.data.create('Deal', { title: '冻结前' });
    world.receiver.answer = answering(500);
    await world.run();
    const [first] = world.taken();
    await freeze(world.now);
    world.receiver.answer = answering(200);
    await world.data.create('Deal', { title: '冻结时' });
    world.pass(MINUTE_MS);
    await world.run();
    expect(world.taken()).toEqual([]);
    await freeze(null);
    await world.run();
    expect(world.taken()).toEqual([first]);
  });

  it('so that nothing is said of an object that is closed by now', async () => {
    const { webhook } = await world.hook({ objectApiName: 'Fund' });
    world.receiver.answer = answering(500);
    await world.data.create('Fund', { name: '示例基金' });
    await world.run();
    world.taken();
    const open = structuredClone(world.test.services.catalog.object('Fund').saved);
    made(await saveDefinition(world.test, { ...open, access: { ...open.access, list: 'staff' } }));
    world.pass(MINUTE_MS);
    await world.data.create('Fund', { name: '另一基金' });
    await world.run();
    expect(world.taken()).toEqual([]);
    expect(await states(webhook.id)).toEqual([['dropped', '您当前的权限不能读取这个对象']]);
    const closed = structuredClone(world.test.services.catalog.object('Fund').saved);
    made(await saveDefinition(world.test, { ...closed, access: open.access }));
  });

  it('so that a condition that names what is closed by now ends the webhook, and its owner reads why', async () => {
    const filter = JSON.stringify({ field: 'staff', op: 'gte', value: 5 });
    const { webhook } = await world.hook({ filter });
    const open = structuredClone(world.test.services.catalog.object('Deal').saved);
    const fields = open.fields.map((field) =>
      field.apiName === 'staff' ? { ...field, config: { ...field.config, visibleTo: ['svip' as const] } } : field,
    );
    made(await saveDefinition(world.test, { ...open, fields }));
    await world.data.create('Deal', { title: '暗的', staff: 9 });
    await world.run();
    expect(world.taken()).toEqual([]);
    expect(await states(webhook.id)).toEqual([]);
    expect((await world.bell())[0]).toContain('条件不再可用');
    const closed = structuredClone(world.test.services.catalog.object('Deal').saved);
    made(await saveDefinition(world.test, { ...closed, fields: open.fields }));
  });
});

describe('several processes', () => {
  it('send each message once between them', async () => {
    await world.hook();
    for (let at = 0; at < 5; at += 1) await world.data.create('Deal', { title: `第${at}笔` });
    await world.settle();
    const processes = [world.steps, world.another(), world.another()];
    for (let turn = 0; turn < 3; turn += 1) await Promise.all(processes.map((one) => one.wake()));
    expect(world.taken().flatMap(({ data }) => data['changes'])).toHaveLength(5);
    expect(world.faults).toEqual([]);
  });

  it('go on where one ended between taking a message and sending it, with the same id', async () => {
    const { webhook } = await world.hook({ url: `http://hooks.example:${world.receiver.port}/hook` });
    await world.data.create('Deal', { title: '一笔' });
    await world.settle();
    // The process ends where it would send.
    const dead = world.another({ outbound: { ...DEAD, timeoutMs: 10_000 } });
    void dead.wake();
    await expect.poll(async () => (await world.log(webhook.id))[0]?.tries).toBe(1);
    const [claimed] = await world.log(webhook.id);
    await world.run();
    expect(world.taken()).toEqual([]);
    world.pass(2 * MINUTE_MS);
    await world.run();
    expect(world.taken().map(({ id }) => id)).toEqual([claimed?.messageId]);
  });

  it('repeat a message with its id where one ended between sending it and writing that down', async () => {
    const { webhook } = await world.hook();
    await world.data.create('Deal', { title: '一笔' });
    await world.settle();
    await world.steps.wake();
    const [sent] = world.taken();
    await sql`update webhook_delivery set state = 'due', due_at = ${world.now.toISOString()}::timestamptz, tries = 0
      where webhook_id = ${webhook.id}::bigint`.execute(world.db);
    const dying = world.another({ db: dyingDb(world.db, () => world.receiver.received.length > 0) });
    await dying.wake();
    expect(world.faults.splice(0).every((fault) => fault instanceof Died)).toBe(true);
    expect(world.taken()).toEqual([sent]);
    world.pass(2 * MINUTE_MS);
    await world.run();
    expect(world.taken()).toEqual([sent]);
  });

  it('lose nothing of a page of changes, and repeat none, where one ends while it is written', async () => {
    for (let statement = 1; statement <= 8; statement += 1) {
      await world.hook();
      await world.data.create('Deal', { title: `第${statement}笔` });
      await world.settle();
      let left = statement;
      await world.another({ db: dyingDb(world.db, () => (left -= 1) < 0) }).wake();
      world.faults.splice(0);
      world.pass(2 * MINUTE_MS);
      await world.run();
      const taken = world.taken();
      // One that ended behind the sending sends again, with the same id.
      expect(new Set(taken.map(({ id }) => id)).size).toBe(1);
      expect(taken.every(({ data }) => (data['changes'] as unknown[]).length === 1)).toBe(true);
      await sql`delete from webhook`.execute(world.db);
    }
  });
});

/** Where nothing ever leaves, as from a process that has ended. */
const DEAD = { isHttpAllowed: true, isAllowed: () => true, resolve: () => new Promise<never>(() => undefined) };

describe('lists and alerts', () => {
  it('are messages to those who may read the list, with the ids that were put on it or taken off', async () => {
    const { webhook } = await world.hook({ events: ['list.changed'] });
    const id = await world.data.create('Deal', { title: '收入清单' });
    const ask = <T>(path: string, body: object) => world.owner.send<T>('POST', path, body);
    const list = made(await ask<KeptList>(createKeptList.path, { objectApiName: 'Deal', name: '我的关注' }));
    const at = (path: string) => path.replace('{id}', list.id);
    made(await ask(at(addToKeptList.path), { ids: [id] }));
    made(await ask(at(addToKeptList.path), { ids: [id] }));
    made(await ask(at(takeFromKeptList.path), { ids: [id] }));
    made(await ask(at(removeKeptList.path), { version: list.version }));
    await world.run();
    const about = { listId: list.id, object: 'Deal', seq: expect.any(String) as string };
    expect(world.taken().map(({ type, data }) => [type, data])).toEqual([
      ['list.changed', { ...about, change: 'added', ids: [id] }],
      ['list.changed', { ...about, change: 'taken', ids: [id] }],
      ['list.changed', { ...about, change: 'removed', ids: [] }],
    ]);
    expect(await world.log(webhook.id)).toHaveLength(3);
  });

  it('reach the webhooks of subscriptions that choose them', async () => {
    await world.hook({ events: ['alert.hit'] });
    const subscribe = async (name: string, webhook?: boolean) => {
      const view = { objectApiName: 'Deal', name, state: encodeListState(DEFAULT_LIST_STATE), sharing: 'private' };
      const { id } = made(await world.owner.send<{ id: string }>('POST', '/api/metadata/view', view));
      const wanted = { source: 'view', objectApiName: 'Deal', targetId: id, frequency: 'now', webhook };
      return made(await world.owner.send<{ id: string }>('POST', createSubscription.path, wanted)).id;
    };
    const chosen = await subscribe('全部交易');
    await subscribe('不发送的', false);
    const alerts = alertsOf(world.test, world.faults, { alsoTell: tellHits });
    const id = await world.data.create('Deal', { title: '命中的' });
    await world.settle();
    await alerts.wake();
    await alerts.stop();
    await world.run();
    expect(world.taken().map(({ type, data }) => [type, data])).toEqual([
      [
        'alert.hit',
        { seq: expect.any(String) as string, object: 'Deal', hits: [{ id, kind: 'entered', subscriptions: [chosen] }] },
      ],
    ]);
  });
});

describe('an account that is closed', () => {
  it('leaves no webhook, and nothing goes out', async () => {
    await world.hook();
    await world.data.create('Deal', { title: '注销前' });
    await world.settle();
    made(await world.owner.send('POST', '/api/rong/user/close', { password: TEST_PASSWORD }));
    await world.run();
    expect(world.taken()).toEqual([]);
    const { rows } = await sql`select from webhook`.execute(world.db);
    expect(rows).toEqual([]);
    expect(await signInBy(world.test, 'member')).toBeDefined();
  });
});
