import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contactNum } from '#schemas/api/contacts.ts';
import { readPrivileges, requestContact, sendCompanyInfo } from '#schemas/api/chat-exchange.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openedRoom } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

type Given = Parameters<typeof openedRoom>[0];
const COMPANY = { ccid: '7', name: '示例企业', logo: null, brief: '做配送机器人' };
const MESSAGE = {
  id: '4',
  seq: 4,
  type: 10 as const,
  content: JSON.stringify({ exchangeId: 'x', kind: 'PHONE', state: 'pending', expiresAt: '2026-11-28T00:00:00Z' }),
  sent: true,
  timeStamp: '2026-11-21T04:00:00Z',
  uid: '1',
  beBack: false,
  clientId: null,
};

/** The conversation with the only contact. */
async function openTalk(given: Given = {}) {
  const opened = await openedRoom(given);
  opened.api
    .on(requestContact, () => ({ message: MESSAGE, exchangeId: 'x' }))
    .on(contactNum, () => ({ popupStatus: 0, popupIdentity: 0, buyOrChatted: false, num: 3 }));
  opened.room.selectUser('2');
  await screen.findByRole('button', { name: '交换手机号' });
  await waitFor(() => expect(opened.room.header?.eligibility).toBeDefined());
  return opened;
}
const tool = (name: string) => screen.getByRole('button', { name });
const isOff = (name: string) => tool(name).getAttribute('aria-disabled') === 'true';
const why = async (user: Awaited<ReturnType<typeof openTalk>>['user'], name: string) => {
  await user.hover(tool(name));
  return (await screen.findByRole('tooltip')).textContent;
};

describe('the head of a conversation', () => {
  test('says who it is: identity, entity and position, as far as they are known', async () => {
    await openTalk();
    expect(await screen.findByText('机构投资人 | 远山资本 | 合伙人')).toBeDefined();
    cleanup();
    await openTalk({ header: { position: null } });
    expect(await screen.findByText('机构投资人 | 远山资本')).toBeDefined();
  });

  test('leads to the page of the other where that is open, and to none otherwise', async () => {
    await openTalk({ header: { hasPage: true } });
    const link = await screen.findByRole('link', { name: '个人主页' });
    expect(link.getAttribute('href')).toMatch(/#\/insight\/PersonPage\/\d+$/);
    cleanup();
    await openTalk();
    expect(screen.queryByRole('link', { name: '个人主页' })).toBeNull();
  });

  test('has a tab for each company, which leads to its page beside this one', async () => {
    const { user } = await openTalk({ header: { companies: [COMPANY] } });
    await user.click(await screen.findByRole('tab', { name: '示例企业' }));
    const panel = within(screen.getByRole('tabpanel', { name: '示例企业' }));
    expect(await panel.findByText('做配送机器人')).toBeDefined();
    const link = panel.getByRole('link', { name: '查看企业详情' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['#/insight/InsightCompany/7', '_blank']);
    await user.click(screen.getByRole('tab', { name: '聊天' }));
    expect(await screen.findByRole('textbox', { name: '消息内容' })).toBeDefined();
  });

  test('warns of a service organisation until that is dismissed, for that person for ever', async () => {
    const words = '对方为服务机构，非直投机构，请谨慎沟通';
    const { clock, room, user } = await openTalk({ header: { isServiceOrg: true } });
    const banner = await screen.findByText(words);
    await user.click(within(banner.parentElement as HTMLElement).getByRole('button', { name: '关闭提示' }));
    expect(screen.queryByText(words)).toBeNull();
    room.selectInterested();
    await waitFor(() => expect(screen.queryByRole('button', { name: '交换手机号' })).toBeNull());
    clock.pass(300);
    room.selectUser('2');
    await screen.findByRole('button', { name: '交换手机号' });
    expect(screen.queryByText(words)).toBeNull();
    cleanup();
    await openTalk();
    expect(screen.queryByText(words)).toBeNull();
  });

  test('has no place to write where the other is gone', async () => {
    const { room } = await openedRoom({ header: { isGone: true } });
    room.selectUser('2');
    expect(await screen.findByText('对方账号已注销或无法接收消息')).toBeDefined();
    expect(screen.queryByRole('textbox', { name: '消息内容' })).toBeNull();
  });
});

describe('the tools of a conversation', () => {
  test('deliver a plan for a founder and ask for one otherwise; without a plan there is no tool', async () => {
    await openTalk();
    expect(tool('投递BP')).toBeDefined();
    cleanup();
    await openTalk({ roles: ['ORG_INVESTOR'], origin: { hasBp: true, entrepreneur: false } });
    expect(tool('索要BP')).toBeDefined();
    cleanup();
    await openTalk({ origin: { hasBp: false, entrepreneur: true } });
    expect(screen.queryByRole('button', { name: /BP/ })).toBeNull();
  });

  test('are beside a tip on safe exchanges for as long as none was made', async () => {
    await openTalk({ origin: { showTips: true } });
    expect(await screen.findByText('互相回复后可交换联系方式，请勿向陌生人转账')).toBeDefined();
    cleanup();
    await openTalk({ origin: { showTips: false } });
    expect(screen.queryByText(/请勿向陌生人转账/)).toBeNull();
  });

  test('are off once something was exchanged, and say so', async () => {
    const { user } = await openTalk({ standing: { hasExchangePhone: true, hasBp: true } });
    expect(['交换手机号', '交换微信', '投递BP'].map(isOff)).toEqual([true, false, true]);
    expect(await why(user, '交换手机号')).toBe('交换手机号：已交换');
    await user.click(tool('交换手机号'));
    expect(screen.queryByRole('dialog', { name: '交换手机号' })).toBeNull();
  });

  test('wait until both have written; a founder delivers his plan without', async () => {
    const { user } = await openTalk({ standing: { bothTalked: false } });
    expect(['交换手机号', '交换微信', '投递BP'].map(isOff)).toEqual([true, true, false]);
    expect(await why(user, '交换微信')).toBe('交换微信：双方互相回复后才能交换');
  });

  test('wait while a request is under way', async () => {
    const request = { exchangeId: 'x', kind: 'WEIXIN' as const, mine: true, expiresAt: '2026-11-28T00:00:00Z' };
    const { user } = await openTalk({ standing: { pending: [request] } });
    expect(await why(user, '交换微信')).toBe('交换微信：请求已发送，请等待对方处理');
    expect(isOff('交换手机号')).toBe(false);
  });
});

describe('before phone or WeChat are exchanged', () => {
  const HIDDEN = { mine: false, theirs: false };
  const SHOWN = { mine: true, theirs: true };
  test.each([
    ['PHONE', SHOWN, '对方同意后，双方可互相查看手机号'],
    [
      'PHONE',
      { mine: true, theirs: false },
      '对方设置了手机号不可见，继续操作将向对方发送您的手机号，您无法获取对方的手机号',
    ],
    ['PHONE', { mine: false, theirs: true }, '您已将联系方式设为不公开，对方同意后将获取您的联系方式'],
    ['PHONE', HIDDEN, '双方均设置了手机号不可见，继续操作将向对方发送您的手机号'],
    ['WEIXIN', SHOWN, '对方同意后，双方可互相查看微信号'],
    [
      'WEIXIN',
      { mine: true, theirs: false },
      '对方设置了微信号不可见，继续操作将向对方发送您的微信号，您无法获取对方的微信号',
    ],
    ['WEIXIN', { mine: false, theirs: true }, '您已将微信设为不公开，对方同意后将获取您的微信号'],
    ['WEIXIN', HIDDEN, '双方均设置了微信号不可见，继续操作将向对方发送您的微信号'],
  ] as const)('it is said what that gives away: %s, %o', async (kind, exposure, words) => {
    const isPhone = kind === 'PHONE';
    // The other kind is the other way round: neither speaks for the other.
    const other = { mine: !exposure.mine, theirs: !exposure.theirs };
    const both = isPhone ? { phone: exposure, weixin: other } : { phone: other, weixin: exposure };
    const { api, user } = await openTalk({ standing: { exposure: both } });
    const name = isPhone ? '交换手机号' : '交换微信';
    await user.click(tool(name));
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(dialog.getByText(words)).toBeDefined();
    expect(api.callsOf(requestContact)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: '继续' }));
    expect(await screen.findByText(`${name}请求已发送`)).toBeDefined();
    expect(api.callsOf(requestContact)).toMatchObject([{ uid: '2', type: kind }]);
  });

  test('it can be left, and nothing is sent', async () => {
    const { api, user } = await openTalk();
    await user.click(tool('交换微信'));
    await user.click(
      within(await screen.findByRole('dialog', { name: '交换微信' })).getByRole('button', { name: '取消' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '交换微信' })).toBeNull());
    expect(api.callsOf(requestContact)).toEqual([]);
  });
});

const PLANS = [
  { ccid: '7', name: '示例企业', haveBp: true },
  { ccid: '8', name: '第二企业', haveBp: false },
];

describe('the choice of a plan', () => {
  test('is asked for again where the companies did not come', async () => {
    const { api, user } = await openTalk();
    api.on(readPrivileges, () => {
      throw refusal('UNAVAILABLE');
    });
    await user.click(tool('投递BP'));
    const dialog = within(await screen.findByRole('dialog', { name: '选择要投递BP的企业' }));
    const retry = await dialog.findByRole('button', { name: '重试' });
    expect(dialog.queryByRole('progressbar')).toBeNull();
    api.on(readPrivileges, () => ({ list: PLANS }));
    await user.click(retry);
    expect(await dialog.findByRole('radio', { name: '示例企业' })).toBeDefined();
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  const open = async () => {
    const opened = await openTalk();
    opened.api
      .on(readPrivileges, () => ({ list: PLANS }))
      .on(sendCompanyInfo, () => ({ message: { ...MESSAGE, type: 14 as const, content: '{}' } }));
    await opened.user.click(tool('投递BP'));
    const dialog = within(await screen.findByRole('dialog', { name: '选择要投递BP的企业' }));
    await dialog.findByRole('radio', { name: '示例企业' });
    return { ...opened, dialog };
  };

  test('is confirmed only once it was made, and only companies that have one can be chosen', async () => {
    const { api, user, dialog } = await open();
    expect(dialog.getByRole('button', { name: '确定' })).toHaveProperty('disabled', true);
    expect(dialog.getByRole('radio', { name: '第二企业（未上传BP）' })).toHaveProperty('disabled', true);
    expect(dialog.getByRole('link', { name: '去上传' }).getAttribute('href')).toBe('#/plans');
    await user.click(dialog.getByRole('radio', { name: '示例企业' }));
    await user.click(dialog.getByRole('button', { name: '确定' }));
    expect(await screen.findByText('BP已投递')).toBeDefined();
    expect(api.callsOf(sendCompanyInfo)).toMatchObject([{ uid: '2', ccid: '7', chatIdentity: 'entrepreneur' }]);
  });
});

describe('when the contacts of the day have run out', () => {
  const WORDS = '尊敬的创业者，您今日与投资人的沟通次数已用完，请明日再试';
  const OFFER = '获取快速融资服务，可获得更多沟通次数';

  async function run(reply: { popupIdentity: number; buyOrChatted: boolean } | undefined) {
    const opened = await openTalk({ standing: { bothTalked: false } });
    const { api, user } = opened;
    api.on(readPrivileges, () => ({ list: PLANS }));
    if (reply) api.on(contactNum, () => ({ popupStatus: 1, num: 0, ...reply }));
    else
      api.on(contactNum, () => {
        throw new Error('nothing can be learnt');
      });
    await user.click(tool('投递BP'));
    await user.click(await screen.findByRole('radio', { name: '示例企业' }));
    await user.click(screen.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '选择要投递BP的企业' })).toBeNull());
    expect(api.callsOf(sendCompanyInfo)).toEqual([]);
    return opened;
  }

  test('a founder who does not pay is offered the financing service', async () => {
    const { user } = await run({ popupIdentity: 0, buyOrChatted: false });
    const dialog = within(await screen.findByRole('dialog', { name: '沟通次数已用完' }));
    expect(dialog.getByText(WORDS)).toBeDefined();
    expect(dialog.getByText(OFFER)).toBeDefined();
    const link = dialog.getByRole('link', { name: '了解快速融资' });
    expect(link.getAttribute('href')).toBe('https://money.example/?channel=jingtu_chat');
    await user.click(dialog.getByRole('button', { name: '下次再说' }));
    await waitFor(() => expect(screen.queryByText(WORDS)).toBeNull());
  });

  test.each([
    { popupIdentity: 1, buyOrChatted: false },
    { popupIdentity: 0, buyOrChatted: true },
  ])('one who does is only informed: %o', async (reply) => {
    const { user } = await run(reply);
    const dialog = within(await screen.findByRole('dialog', { name: '沟通次数已用完' }));
    expect(dialog.getByText(WORDS)).toBeDefined();
    expect(dialog.queryByText(OFFER)).toBeNull();
    const named = dialog
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(named).toEqual(['关闭', '我知道了']);
    await user.click(dialog.getByRole('button', { name: '我知道了' }));
    await waitFor(() => expect(screen.queryByText(WORDS)).toBeNull());
  });

  test('nothing happens and nothing is said where that cannot be learnt', async () => {
    await run(undefined);
    expect(screen.queryByText(WORDS)).toBeNull();
    expect(screen.queryByText('BP已投递')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
