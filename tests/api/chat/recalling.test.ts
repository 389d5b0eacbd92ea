import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECALL_MS } from '#schemas/api/chat.ts';
import { codeOf } from '#tests/support/app/test-app.ts';
import { type ChatWorld, openChatWorld } from '#tests/support/chat/chat-world.ts';

let world: ChatWorld;

beforeAll(async () => {
  world = await openChatWorld();
});
afterAll(() => world.close());

describe('a message that is taken back', () => {
  it('is no longer sent, to any user or anywhere, and is no longer unread', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '第一条');
    const { seq } = await left.say(right, '说错的话');
    const { rev } = await right.list();
    const { data } = await left.recall(right, seq);
    expect(data).toMatchObject({ seq, content: '', beBack: true, sent: true });
    const seen = await Promise.all([
      left.dialog(right),
      right.dialog(left),
      left.list(),
      right.list(),
      right.sync(rev),
    ]);
    expect(JSON.stringify(seen)).not.toContain('说错的话');
    expect(seen[1].list).toMatchObject([{ beBack: false }, { beBack: true, content: '' }]);
    expect(seen[1].total).toBe(2);
    expect(seen[2].list).toMatchObject([{ lastChatBeBack: true, sent: true, content: '', lastSeq: 2 }]);
    expect(seen[4].list).toMatchObject([{ lastChatBeBack: true, sent: false, content: '', unread: 1, changeRev: 1 }]);
  });

  it('is reported to a user who asks what changed, however old it is', async () => {
    const [left, right] = await world.pair();
    for (let count = 1; count <= 8; count += 1) await left.say(right, String(count));
    await right.say(left, '9');
    await left.recall(right, 2);
    await left.recall(right, 4);
    const query = 'lastId=9&flip_type=0&changedSince=';
    const all = await right.dialog(left, `${query}0`);
    expect(all).toMatchObject({ list: [], changeRev: 2, total: 9 });
    expect(all.changed.map(({ seq, beBack }) => [seq, beBack])).toEqual([
      [2, true],
      [4, true],
    ]);
    expect((await right.dialog(left, `${query}1`)).changed.map(({ seq }) => seq)).toEqual([4]);
    expect((await right.dialog(left, `${query}2`)).changed).toEqual([]);
    expect((await right.dialog(left, 'lastId=9&flip_type=0')).changed).toEqual([]);
  });

  it('may be so for two minutes by the clock of the server, and not a millisecond longer', async () => {
    const [left, right] = await world.pair();
    const first = await left.say(right, '一');
    const second = await left.say(right, '二');
    world.wait(RECALL_MS);
    expect(await left.recall(right, first.seq)).toMatchObject({ code: 0 });
    world.wait(1);
    expect(await left.recall(right, second.seq)).toMatchObject({
      code: codeOf('FORBIDDEN'),
      msg: '消息发出已超过2分钟，不能撤回',
    });
    expect((await right.dialog(left)).list).toMatchObject([{ beBack: true }, { beBack: false, content: '二' }]);
  });

  it('twice, or ten times at once, is taken back once', async () => {
    const [left, right] = await world.pair();
    const { seq } = await left.say(right, '一');
    const answers = await Promise.all(Array.from({ length: 10 }, () => left.recall(right, seq)));
    expect(answers.map(({ code, data }) => [code, data.beBack])).toEqual(Array(10).fill([0, true]));
    expect(await right.dialog(left)).toMatchObject({ changeRev: 1 });
    world.wait(RECALL_MS + 1);
    expect(await left.recall(right, seq)).toMatchObject({ code: 0 });
  });

  it('is one’s own, and there', async () => {
    const [left, right] = await world.pair();
    const stranger = await world.person();
    const { seq } = await left.say(right, '一');
    expect(await right.recall(left, seq)).toMatchObject({ code: codeOf('FORBIDDEN'), msg: '只能撤回自己发送的消息' });
    expect(await left.recall(right, 2)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    expect(await left.recall(right, 2_147_483_647)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    expect(await left.recall(right, 9_999_999_999)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    expect(await stranger.recall(left, seq)).toMatchObject({ code: codeOf('UNKNOWN_RECORD') });
    expect((await right.dialog(left)).list).toMatchObject([{ content: '一' }]);
  });

  it('may be an older one: the list goes on showing the last', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '一');
    await left.say(right, '二');
    await left.recall(right, 1);
    expect((await right.list()).list).toMatchObject([{ content: '二', lastChatBeBack: false, unread: 1 }]);
  });

  it('is sent to the open screens of both', async () => {
    const [left, right] = await world.pair();
    const { seq } = await left.say(right, '一');
    const heard: unknown[] = [];
    const { bus } = world.test.services;
    const stops = [left, right].map(({ uid }) => bus.subscribe((event) => heard.push({ to: uid, ...event }), uid));
    await left.recall(right, seq);
    for (const stop of stops) stop();
    expect(heard).toEqual([
      { to: right.uid, type: 'chat.changed', rev: '2', uid: left.uid },
      { to: left.uid, type: 'chat.changed', rev: '2', uid: right.uid },
    ]);
  });
});
