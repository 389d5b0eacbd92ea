import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AlertLine, Subscription } from '#schemas/api/alerts.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/durations.ts';
import { made, saveDefinition } from '#tests/support/editing.ts';
import { AlertWorld } from '#tests/support/alerts/alert-world.ts';
import { codeOf } from '#tests/support/app/test-app.ts';

let world: AlertWorld;
beforeAll(async () => {
  world = await AlertWorld.open();
});
afterAll(() => world.close());
afterEach(async () => {
  const { list } = made(await world.test.get<{ list: Subscription[] }>('member', '/api/alerts/subscription'));
  for (const { id } of list) made(await world.test.post('member', `/api/alerts/subscription/${id}/remove`, {}));
  world.pass(HOUR_MS);
  await world.db.deleteFrom('notice').execute();
  await world.db.deleteFrom('alert_digest').execute();
});

const ofRound = (round: string) => ({ field: 'round', op: 'in' as const, value: [round] });
const own = async () => made(await world.test.get<{ list: Subscription[] }>('member', '/api/alerts/subscription')).list;
const lines = async (id: string) =>
  made(await world.test.get<{ list: AlertLine[]; hidden: number }>('member', `/api/alerts/subscription/${id}/line`));

describe('a subscription to a view', () => {
  it('reports what entered since it began, with the day of the event, the day first seen and the name of the view', async () => {
    const before = await world.data.create('Deal', { title: '之前的交易', round: 'A', on: '2026-08-31' });
    const view = await world.view('member', 'Deal', ofRound('A'), { name: '早期交易' });
    await world.subscribe('member', 'view', 'Deal', view);
    await world.data.change('Deal', before, { title: '之前的交易改名' });
    await world.data.create('Deal', { title: '新的交易', round: 'A', on: '2026-08-30' });
    await world.data.create('Deal', { title: '另一轮', round: 'B', on: '2026-08-30' });
    await world.run();
    const [notice, ...others] = await world.bell('member');
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      title: '订阅提醒：新增 1 条',
      content: '· 新的交易 · A · 2026-08-30（收录 2026-09-01） — 命中：早期交易',
    });
  });

  it('counts what entered since the owner looked, until they say that they have', async () => {
    const view = await world.view('member', 'Deal', ofRound('A'));
    const { id } = await world.subscribe('member', 'view', 'Deal', view, 'site');
    await world.data.create('Deal', { title: '甲', round: 'A' });
    await world.data.create('Deal', { title: '乙', round: 'A' });
    await world.run();
    expect((await own()).map(({ fresh }) => fresh)).toEqual([2]);
    expect(await world.bell('member')).toEqual([]);
    made(await world.test.post('member', `/api/alerts/subscription/${id}/seen`, {}));
    await world.data.create('Deal', { title: '丙', round: 'A' });
    await world.run();
    expect((await own()).map(({ fresh }) => fresh)).toEqual([1]);
    const { list } = await lines(id);
    expect(list.map(({ text, isFresh }) => [text.split(' · ')[0], isFresh])).toEqual([
      ['丙', true],
      ['乙', false],
      ['甲', false],
    ]);
  });

  it('lists what happened long ago apart as written down late, and never sends it at once', async () => {
    const view = await world.view('member', 'Deal', ofRound('A'));
    await world.subscribe('member', 'view', 'Deal', view);
    await world.data.create('Deal', { title: '旧闻', round: 'A', on: '2015-05' });
    await world.run();
    expect(await world.bell('member')).toEqual([]);
    world.moveTo('2026-09-02T02:00:00.000Z');
    await world.run();
    expect((await world.bell('member')).map(({ title, content }) => [title, content])).toEqual([
      [
        '订阅提醒：补录 1 条',
        expect.stringMatching(
          /^补录（较早发生，新近收录）：\n· 旧闻 · A · 2015-05（收录 2026-09-0[12]） — 命中：视图\d+$/,
        ),
      ],
    ]);
    expect((await own()).map(({ fresh }) => fresh)).toEqual([0]);
  });

  it('says nothing of what bulk work brought in', async () => {
    const view = await world.view('member', 'Deal', ofRound('A'));
    await world.subscribe('member', 'view', 'Deal', view);
    const { writer, now } = world.test.services;
    const context = { actor: '1', roles: ['staff'], origin: 'import:1', now: now() };
    await writer.create('Deal', 'imported-1', { title: '导入', round: 'A' }, context);
    await world.run();
    expect(await world.bell('member')).toEqual([]);
  });

  it('reports one record once where it meets several, with the names of all', async () => {
    for (const name of ['甲视图', '乙视图']) {
      const view = await world.view('member', 'Deal', ofRound('C'), { name });
      await world.subscribe('member', 'view', 'Deal', view);
    }
    await world.data.create('Deal', { title: '两个都符合', round: 'C' });
    await world.run();
    const [notice] = await world.bell('member');
    expect(notice?.content.split('\n')).toHaveLength(1);
    expect(notice?.content).toMatch(/命中：(甲视图、乙视图|乙视图、甲视图)$/);
  });

  it('reports changes of watched fields and what no longer meets it where that is chosen', async () => {
    const id = await world.data.create('Deal', { title: '会变的', round: 'A', staff: 3 });
    const view = await world.view('member', 'Deal', ofRound('A'));
    const choice = { kinds: ['changed', 'left'], fields: ['staff'] };
    await world.subscribe('member', 'view', 'Deal', view, 'now', choice);
    await world.data.change('Deal', id, { title: '改了名' });
    await world.run();
    expect(await world.bell('member')).toEqual([]);
    await world.data.change('Deal', id, { staff: 4 });
    await world.run();
    world.pass(11 * MINUTE_MS);
    await world.data.change('Deal', id, { round: 'B' });
    await world.run();
    expect((await world.bell('member')).map(({ title }) => title)).toEqual([
      '订阅提醒：更新 1 条',
      '订阅提醒：不再符合 1 条',
    ]);
  });

  it('is paused and says why where its condition cannot be read in full', async () => {
    const view = await world.view('member', 'Deal', ofRound('A'));
    await world.subscribe('member', 'view', 'Deal', view);
    const state = `?f=['nothing','in',['A']]`;
    made(await world.test.post('member', `/api/metadata/view/${view}`, { version: 1, state }));
    await world.data.create('Deal', { title: '不该出现', round: 'A' });
    await world.run();
    expect(await world.bell('member')).toEqual([]);
    expect((await own())[0]?.paused).toContain('视图的条件不能用于订阅');
  });

  it('is refused for views of others and for what is not there', async () => {
    const post = (targetId: string, objectApiName = 'Deal') =>
      world.test.post('member', '/api/alerts/subscription', {
        source: 'view',
        objectApiName,
        targetId,
        frequency: 'now',
      });
    expect(await post('123456789')).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    const theirs = await world.view('staff', 'Deal', ofRound('A'));
    expect(await post(theirs)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });
});

describe('a subscription to a record', () => {
  it('reports new records that point at it and changes of its own', async () => {
    const firm = await world.data.create('Firm', { name: '某某科技' });
    const other = await world.data.create('Firm', { name: '别的企业' });
    const { kinds } = await world.subscribe('member', 'record', 'Firm', firm);
    expect(kinds).toEqual(['entered', 'changed']);
    const on = world.now.toISOString().slice(0, 10);
    await world.data.create('Deal', { title: '某某科技 A 轮', firm: { id: firm }, round: 'A', on });
    await world.data.create('Deal', { title: '别的', firm: { id: other }, round: 'A', on });
    await world.run();
    const [notice] = await world.bell('member');
    expect(notice?.title).toBe('订阅提醒：新增 1 条、更新 1 条');
    expect(notice?.content).toContain('某某科技 A 轮');
    expect(notice?.content).toContain('更新 latestRound');
    expect(notice?.content).not.toContain('别的');
  });
});

describe('the sending of alerts', () => {
  it('gathers what happens within ten minutes of something that was sent at once', async () => {
    const view = await world.view('member', 'Deal', ofRound('A'));
    await world.subscribe('member', 'view', 'Deal', view);
    await world.data.create('Deal', { title: '一', round: 'A' });
    await world.run();
    for (const title of ['二', '三']) {
      world.pass(MINUTE_MS);
      await world.data.create('Deal', { title, round: 'A' });
      await world.run();
    }
    expect(await world.bell('member')).toHaveLength(1);
    world.pass(9 * MINUTE_MS);
    await world.run();
    expect((await world.bell('member')).map(({ title }) => title)).toEqual([
      '订阅提醒：新增 1 条',
      '订阅提醒：新增 2 条',
    ]);
  });

  it('keeps the quiet hours, and sends daily and weekly digests at their hour', async () => {
    world.moveTo('2026-09-08T15:00:00.000Z');
    for (const frequency of ['now', 'daily', 'weekly'] as const) {
      const view = await world.view('member', 'Deal', ofRound('B'), { name: frequency });
      await world.subscribe('member', 'view', 'Deal', view, frequency);
    }
    await world.data.create('Deal', { title: '夜里的交易', round: 'B' });
    const names: (string | undefined)[] = [];
    const sentBy = async (at: string) => {
      world.moveTo(at);
      await world.run();
      names.push((await world.bell('member')).at(-1)?.content.split('命中：')[1]);
    };
    await sentBy('2026-09-08T15:01:00.000Z');
    await sentBy('2026-09-08T23:59:00.000Z');
    await sentBy('2026-09-09T00:00:00.000Z');
    await sentBy('2026-09-09T01:00:00.000Z');
    await sentBy('2026-09-14T00:59:00.000Z');
    await sentBy('2026-09-14T01:00:00.000Z');
    expect(names).toEqual([undefined, undefined, 'now', 'daily', 'daily', 'weekly']);
  });

  it('gives no name to a user who may no longer list the records', async () => {
    const view = await world.view('member', 'Deal', ofRound('A'));
    await world.subscribe('member', 'view', 'Deal', view);
    await world.data.create('Deal', { title: '机密', round: 'A' });
    const deal = structuredClone(world.test.services.catalog.object('Deal').saved);
    made(await saveDefinition(world.test, { ...deal, access: { ...deal.access, list: 'svip' } }));
    await world.run();
    expect((await world.bell('member')).map(({ content }) => content)).toEqual([
      '另有 1 条更新，您当前的权限不能查看。',
    ]);
    made(await saveDefinition(world.test, { ...deal, version: deal.version + 1 }));
  });

  it('goes by mail with a way out that needs no sign-in', async () => {
    await world.giveMail('member', 'member@mail.example');
    const view = await world.view('member', 'Deal', ofRound('A'), { name: '邮件视图' });
    await world.subscribe('member', 'view', 'Deal', view);
    await world.data.create('Deal', { title: '寄出的交易', round: 'A' });
    await world.run();
    const mail = await world.test.sent.mailTo('member@mail.example');
    expect(mail.subject).toBe('鲸图：订阅提醒：新增 1 条');
    expect(mail.text).toContain('寄出的交易');
    expect(mail.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const url = new URL(/<(.+)>/.exec(mail.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '');
    const way = `${url.pathname}${url.search}`;
    expect(made(await world.test.get('visitor', way))).toEqual({ name: null, isAll: true, isEnded: false });
    const single = /邮件视图：(\S+)/.exec(mail.text)?.[1] ?? '';
    const token = new URLSearchParams(single.split('?')[1]).get('token') ?? '';
    const path = `/api/alerts/unsubscribe?token=${token}`;
    expect(made(await world.test.get('visitor', path))).toEqual({ name: '邮件视图', isAll: false, isEnded: false });
    made(await world.test.post('visitor', path, undefined));
    expect((await own())[0]?.mail).toBe(false);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    made(await world.test.post('visitor', way, 'List-Unsubscribe=One-Click', { headers }));
    expect(made(await world.test.get('visitor', way))).toMatchObject({ isEnded: true });
    expect(await world.test.post('visitor', `${path}x`, undefined)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
  });
});

it('has met no fault', () => {
  expect(world.faults).toEqual([]);
});
