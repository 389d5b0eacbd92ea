import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_FOUND, type FoundMessage } from '#schemas/api/chat-search.ts';
import { type ChatWorld, openChatWorld, type Writer } from '#tests/support/chat/chat-world.ts';
import { made } from '#tests/support/editing.ts';

let world: ChatWorld;

beforeAll(async () => {
  world = await openChatWorld();
});
afterAll(() => world.close());

const find = async (who: Writer, wd: string) =>
  made(
    await who.send<{ list: FoundMessage[]; hasMore: boolean }>(
      'GET',
      `/api/rong/sixin/search?wd=${encodeURIComponent(wd)}`,
    ),
  );
const texts = async (who: Writer, wd: string) => (await find(who, wd)).list.map(({ text }) => text);

describe('a word in the conversations', () => {
  it('is found by both who wrote and read it, the latest first, in any case, with whom it was', async () => {
    const [left, right] = await world.pair();
    await left.say(right, '下周三聊聊 Series A 融资吗？');
    world.wait(60_000);
    await right.say(left, '可以，series a 的材料我发您');
    expect((await find(left, 'SERIES A')).list).toMatchObject([
      { uid: right.uid, name: right.name, seq: 2, sent: false, text: '可以，series a 的材料我发您' },
      { uid: right.uid, name: right.name, seq: 1, sent: true, text: '下周三聊聊 Series A 融资吗？' },
    ]);
    expect(await texts(right, '下周三')).toEqual(['下周三聊聊 Series A 融资吗？']);
  });

  it('is shown with what is around it, in one line', async () => {
    const [left, right] = await world.pair();
    await left.say(right, `${'前'.repeat(40)}\n要找的词${'后'.repeat(200)}`);
    const [text = ''] = await texts(left, '要找的词');
    expect(text).toMatch(/^…前+ 要找的词后+$/);
    expect([...text].length).toBeLessThanOrEqual(81);
  });

  it('is not found by a third user, nor once the message was recalled, nor as a pattern', async () => {
    const [left, right, third] = [...(await world.pair()), await world.person()];
    await left.say(right, '机密100%的话');
    expect(await texts(third, '机密')).toEqual([]);
    expect(await texts(left, '机密1%话')).toEqual([]);
    expect(await texts(left, '100%的')).toHaveLength(1);
    made(await left.send('POST', `/api/rong/sixin/${right.uid}/recall`, { id: '1' }));
    expect(await texts(right, '机密')).toEqual([]);
  });

  it('is nothing where there is only white space; fifty are found at most, which is said', async () => {
    const [left, right] = await world.pair();
    expect(await find(left, '  ')).toEqual({ list: [], hasMore: false });
    for (let count = 0; count <= MAX_FOUND; count += 1)
      await (count % 2 ? left : right).say(count % 2 ? right : left, `周报${count}`);
    const { list, hasMore } = await find(left, '周报');
    expect([list.length, hasMore, list[0]?.text]).toEqual([MAX_FOUND, true, `周报${MAX_FOUND}`]);
  });
});
