// @vitest-environment node
import { beforeEach, describe, expect, test } from 'vitest';
import {
  answerExchange,
  type ExchangeStanding,
  readExchange,
  readExchangeStanding,
  readPrivileges,
  requestContact,
  sendCompanyInfo,
} from '#schemas/api/chat-exchange.ts';
import { MESSAGE_TYPES, type MessageType } from '#schemas/api/chat.ts';
import { contactNum } from '#schemas/api/contacts.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { Browser, ChatPage, quiet } from './chat-page.ts';
import { FakeServer, PEER, noReply } from './fake-server.ts';

let server: FakeServer;
let standing: ExchangeStanding;

beforeEach(() => {
  server = new FakeServer();
  server.write(PEER, '你好');
  standing = {
    hasExchangeWeixin: false,
    hasExchangePhone: false,
    hasBp: false,
    bp: null,
    bpName: null,
    pending: [],
    exposure: { phone: { mine: true, theirs: true }, weixin: { mine: true, theirs: true } },
    bothTalked: true,
  };
  server.api.on(readExchangeStanding, () => standing).on(requestContact, () => stored(MESSAGE_TYPES.phoneRequest));
});

/** The server adds a message of one's own. */
function stored(type: MessageType, state = 'pending') {
  const content = JSON.stringify({ exchangeId: 'e', kind: 'PHONE', state, expiresAt: '' });
  const seq = server.talk(PEER).messages.length + 1;
  const clientId = `own-${seq}`;
  return { ...server.sending(PEER, { clientId, content, type, seenSeq: 0 }), exchangeId: 'e' };
}

async function open(roles: readonly string[] = ['ORG_INVESTOR']) {
  const page = new ChatPage(new Browser(), server.api, roles);
  await page.enter();
  const { exchange } = page.room;
  if (!exchange) throw new Error('Nobody is selected');
  return { page, exchange };
}

describe('before a request to exchange', () => {
  test.each([
    [true, false, '对方设置了手机号不可见，继续操作将向对方发送您的手机号，您无法获取对方的手机号'],
    [false, true, '您已将联系方式设为不公开，对方同意后将获取您的联系方式'],
    [false, false, '双方均设置了手机号不可见，继续操作将向对方发送您的手机号'],
    [true, true, '对方同意后，双方可互相查看手机号'],
  ])('it is said who will see the phone number (shown here: %s, there: %s)', async (mine, theirs, words) => {
    standing = { ...standing, exposure: { phone: { mine, theirs }, weixin: { mine: !mine, theirs: !theirs } } };
    const { exchange } = await open();
    expect(exchange.warning('PHONE')).toBe(words);
    expect(exchange.warning('BP')).toBeUndefined();
  });

  test.each([
    [true, false, '对方设置了微信号不可见，继续操作将向对方发送您的微信号，您无法获取对方的微信号'],
    [false, true, '您已将微信设为不公开，对方同意后将获取您的微信号'],
    [false, false, '双方均设置了微信号不可见，继续操作将向对方发送您的微信号'],
    [true, true, '对方同意后，双方可互相查看微信号'],
  ])('it is said who will see the WeChat id (shown here: %s, there: %s)', async (mine, theirs, words) => {
    standing = { ...standing, exposure: { phone: { mine: !mine, theirs: !theirs }, weixin: { mine, theirs } } };
    const { exchange } = await open();
    expect(exchange.warning('WEIXIN')).toBe(words);
  });

  test('nothing is said before it is known, and a user who is not selected is asked about', async () => {
    const { page } = await open();
    const other = page.room.exchangeWith('3');
    expect(other.warning('PHONE')).toBeUndefined();
    expect(await other.prepare()).toBe(true);
    expect(other.warning('PHONE')).toBe('对方同意后，双方可互相查看手机号');
    server.api.on(readExchangeStanding, () => {
      throw refusal('UNAVAILABLE');
    });
    const another = page.room.exchangeWith('4');
    expect(await another.prepare()).toBe(false);
    expect(another.failure).toBe('暂时无法获取交换状态，请稍后重试');
  });
});

test('What a request gives away is asked for when its dialog opens, whatever was known before', async () => {
  standing = { ...standing, exposure: { ...standing.exposure, phone: { mine: true, theirs: true } } };
  const { exchange } = await open();
  standing = { ...standing, exposure: { ...standing.exposure, phone: { mine: true, theirs: false } } };
  expect(await exchange.prepare()).toBe(true);
  expect(exchange.warning('PHONE')).toContain('您无法获取对方的');
});

describe('an exchange', () => {
  test('shows the request in the conversation, and asks again for the state of the two', async () => {
    const { page, exchange } = await open();
    standing = { ...standing, hasExchangePhone: true };
    expect(await exchange.requestPhone()).toBe(true);
    await quiet();
    expect(page.dialog.messages.at(-1)?.type).toBe(MESSAGE_TYPES.phoneRequest);
    expect(page.room.header?.eligibility?.hasExchangePhone).toBe(true);
  });

  test('that got no answer is the same request when it is made again; one that was refused is another', async () => {
    const { exchange } = await open();
    let come: Error | undefined = noReply();
    server.api.on(requestContact, () => {
      if (come) throw come;
      return stored(MESSAGE_TYPES.phoneRequest);
    });
    expect(await exchange.requestPhone()).toBe(false);
    expect(exchange.failure).toBe('服务暂不可用，请稍后重试');
    come = refusal('CHAT_LIMITED');
    await exchange.requestPhone();
    come = undefined;
    await exchange.requestPhone();
    const ids = server.api.callsOf(requestContact).map((body) => (body as { clientId: string }).clientId);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
    expect(exchange.failure).toBeUndefined();
  });

  test('is answered once, and what it was becomes what it is', async () => {
    const { page, exchange } = await open();
    await exchange.requestPhone();
    server.api.on(answerExchange, () => {
      const talk = server.talk(PEER);
      const asked = talk.messages[1];
      if (!asked) throw new Error('Nothing was asked');
      const answered = { ...asked, content: asked.content.replace('pending', 'agreed') };
      talk.messages[1] = answered;
      const { message } = stored(MESSAGE_TYPES.phoneAgreed, 'agreed');
      return { state: 'agreed' as const, messages: [answered, message] };
    });
    expect(await exchange.answer('e', true)).toBe(true);
    expect(page.dialog.messages.map(({ content }) => content.includes('agreed'))).toEqual([false, true, true]);
    expect(server.api.callsOf(answerExchange)).toEqual([{ id: 'e', action: 1 }]);
  });

  test('gives its values when they are asked for, and says why it does not', async () => {
    const { exchange } = await open();
    const values = { kind: 'PHONE', state: 'agreed', mine: '1', theirs: '2', name: '甲' } as const;
    server.api.on(readExchange, () => values);
    expect(await exchange.values('e')).toEqual(values);
    server.api.on(readExchange, () => {
      throw refusal('FORBIDDEN');
    });
    expect(await exchange.values('e')).toBeUndefined();
    expect(exchange.failure).toBe('没有权限进行此操作');
  });

  test('of a plan delivers the company that was chosen', async () => {
    const { page, exchange } = await open(['START_UP']);
    server.api
      .on(readPrivileges, () => ({ list: [{ ccid: '7', name: '甲公司', haveBp: true }] }))
      .on(sendCompanyInfo, () => stored(MESSAGE_TYPES.project));
    await exchange.plans.load();
    expect(exchange.plans.value?.map(({ name }) => name)).toEqual(['甲公司']);
    expect(await exchange.deliver('7')).toBe(true);
    expect(page.dialog.messages.at(-1)?.type).toBe(MESSAGE_TYPES.project);
    expect(server.api.callsOf(sendCompanyInfo)).toMatchObject([{ uid: PEER, ccid: '7', chatIdentity: 'entrepreneur' }]);
  });
});

describe('the first contact of a founder with an investor', () => {
  const quota = (popupStatus: number, popupIdentity = 0, buyOrChatted = false) =>
    server.api.on(contactNum, () => ({ popupStatus, popupIdentity, buyOrChatted, num: 0 }));

  beforeEach(() => {
    standing = { ...standing, bothTalked: false };
  });

  test.each([
    [0, 0, false, undefined],
    [1, 0, false, { kind: 'offer' }],
    [1, 1, false, { kind: 'plain' }],
    [1, 0, true, { kind: 'plain' }],
  ] as const)('is held up by the quota (popup %i, pays %i, chatted %s)', async (popup, pays, chatted, limit) => {
    quota(popup, pays, chatted);
    const { exchange } = await open(['START_UP']);
    expect(await exchange.requestPhone()).toBe(limit === undefined);
    expect(exchange.limit).toEqual(limit);
    exchange.dismissLimit();
    expect(exchange.limit).toBeUndefined();
  });

  test('does not come about, in silence, where the quota cannot be learnt', async () => {
    server.api.on(contactNum, () => {
      throw refusal('UNAVAILABLE');
    });
    const { exchange } = await open(['START_UP']);
    expect(await exchange.requestPhone()).toBe(false);
    expect([exchange.failure, exchange.limit, exchange.isBusy]).toEqual([undefined, undefined, false]);
    expect(server.api.callsOf(requestContact)).toEqual([]);
  });

  test.each([
    [['ORG_INVESTOR'], false],
    [['START_UP', 'LP'], false],
    [['START_UP'], true],
  ])('is what the quota is asked for alone (roles %j, talked %s)', async (roles, bothTalked) => {
    standing = { ...standing, bothTalked };
    quota(1);
    const { exchange } = await open(roles);
    expect(await exchange.requestPhone()).toBe(true);
    expect(server.api.callsOf(contactNum)).toEqual([]);
  });
});
