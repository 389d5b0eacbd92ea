import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type ChatWorld, openChatWorld, type Writer } from '#tests/support/chat/chat-world.ts';

/** Calls of the specified wire with exactly the keys that it names, and none of those that only our own screens send. */
type Call = readonly ['GET' | 'POST', path: string, body?: Readonly<Record<string, unknown>>];

let world: ChatWorld;
let investor: Writer;
let founder: Writer;

beforeAll(async () => {
  world = await openChatWorld();
  [investor, founder] = await world.pair();
  await investor.say(founder, '您好');
  await founder.say(investor, '您好，欢迎了解我们的项目');
});
afterAll(() => world.close());

/** Answers when the call is sent as JSON, and as the form that most calls of the specified wire are. */
async function answers([method, path, body]: Call) {
  const url = path.replaceAll('{uid}', founder.uid);
  const filled = body && (JSON.parse(JSON.stringify(body).replaceAll('{uid}', founder.uid)) as Record<string, unknown>);
  const send = async (type: string, payload: string | undefined) => {
    const headers = { cookie: investor.cookie, ...(payload !== undefined && { 'content-type': type }) };
    const reply = await world.test.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    return { status: reply.statusCode, msg: reply.json<{ msg: string }>().msg };
  };
  const asJson = await send('application/json', filled && JSON.stringify(filled));
  const isFlat = Object.values(filled ?? {}).every((value) => typeof value !== 'object');
  if (!filled || !isFlat) return [asJson];
  const form = Object.entries(filled).map(([key, value]): [string, string] => [key, String(value)]);
  return [asJson, await send('application/x-www-form-urlencoded', new URLSearchParams(form).toString())];
}

const CHAT: readonly Call[] = [
  ['GET', '/api/rong/sixin/dialog/{uid}?uid={uid}&lastId=2&flip_type=1&isHistory=1&crmCid=12'],
  ['GET', '/api/rong/sixin/dialog/{uid}?lastId=2&flip_type=0&isHistory=false&crmCid='],
  ['GET', '/api/rong/inmailList?page=1&pageSize=100&lastContentDate='],
  ['POST', '/api/rong/sixin/{uid}', { uid: '{uid}', content: '第一条', stats_refer: 'chat', type: 0, typeValue: '' }],
  ['POST', '/api/rong/sixin/{uid}', { content: '第二条', type: 0 }],
  ['POST', '/api/rong/readInmail', { uid: '{uid}' }],
  ['POST', '/api/rong/noDdisturbing', { uid: '{uid}', type: 'MSG', action: 1 }],
  ['POST', '/api/rong/noDdisturbing', { uid: '{uid}', type: 'SCREEN', action: 0 }],
  ['POST', '/api/rong/top', { uid: '{uid}', action: 1 }],
  ['POST', '/api/rong/market/touchRead', { id: '1' }],
  ['GET', '/api/rong/market/investorViewMyProject?page=1&pageSize=20'],
  ['GET', '/api/rong/sixin/userHeader?uid={uid}&ccid=1'],
  ['GET', '/api/rong/sixin/msgHeader?uid={uid}'],
  ['GET', '/api/rong/systemMsgList?tplId=300&type=3'],
  ['GET', '/api/rong/sixin/unread?hasLiving=1'],
  [
    'POST',
    '/api/rong/reportAdd',
    { beReportId: '{uid}', reportType: ['发送垃圾营销信息'], reportReason: '反复发送广告', img: [], source: 7 },
  ],
];
const EXCHANGES: readonly Call[] = [
  // A person without numbers or plans of one's own is refused in words that name what is missing, never a key of the wire.
  ['POST', '/api/rong/requestContact', { uid: '{uid}', type: 'BP' }],
  ['POST', '/mobi-investor/sixin/v3/{uid}/sendBp', { uid: '{uid}' }],
  ['POST', '/mobi-investor/sixin/v3/1/sendCompanyInfo', { uid: '{uid}', ccid: '1', chatIdentity: 'entrepreneur' }],
  ['GET', '/mobi-investor/v3/company/user/privilege'],
];
const CONTACTS: readonly Call[] = [
  ['POST', '/api/rong/buyUserContact', { uid: '{uid}', requiredOS: '60' }],
  ['POST', '/api/rong/dealContact', { uid: '{uid}' }],
  ['GET', '/api/rong/contactNum?uid={uid}'],
  ['GET', '/api/rong/contactIsExpose?uid={uid}'],
];

const titled = (calls: readonly Call[]) => calls.map((call) => ({ call, title: `${call[0]} ${call[1]}` }));

describe('a call with the keys that the specification names', () => {
  test.each(titled([...CHAT, ...CONTACTS]))('has a body that is taken: $title', async ({ call }) => {
    for (const { status } of await answers(call)) expect(status).not.toBe(422);
  });

  test.each(titled(EXCHANGES))('is never refused for a key of the wire: $title', async ({ call }) => {
    for (const { msg } of await answers(call)) expect(msg).not.toMatch(/请求体|请求内容|查询参数|路径参数/);
  });

  it('names one person: another one in the body than in the address is refused', async () => {
    const reply = await investor.send('POST', `/api/rong/sixin/${founder.uid}`, {
      uid: investor.uid,
      content: '您好',
      type: 0,
    });
    expect(reply).toMatchObject({ status: 422, problems: [{ field: 'uid' }] });
  });

  it('sends the same words twice where it brings no id, and reads nothing by itself', async () => {
    const [one, other] = await world.pair();
    await one.say(other, '您好');
    const again = { content: '在吗', type: 0 };
    const first = await other.send<{ duplicate: boolean }>('POST', `/api/rong/sixin/${one.uid}`, again);
    const second = await other.send<{ duplicate: boolean }>('POST', `/api/rong/sixin/${one.uid}`, again);
    expect([first.data.duplicate, second.data.duplicate]).toEqual([false, false]);
    expect((await other.dialog(one)).list.map(({ content }) => content)).toEqual(['您好', '在吗', '在吗']);
  });

  it('marks all as read where it names no message', async () => {
    const [one, other] = await world.pair();
    await one.say(other, '第一条');
    await one.say(other, '第二条');
    const read = await other.send('POST', '/api/rong/readInmail', { uid: one.uid });
    expect(read).toMatchObject({ code: 0, data: { unread: 0, readSeq: 2 } });
  });
});
