import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buyUserContact, contactButton, type ContactButton, contactNum, dealContact } from '#schemas/api/contacts.ts';
import { type Plan, readPlan, requestPlan } from '#schemas/api/plans.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { ContactPanel } from '#client/features/contacts/contact-panel.tsx';
import { ContactPanelStore } from '#client/features/contacts/contact-panel-store.ts';
import { PlanBlock } from '#client/features/contacts/plan-block.tsx';
import { PlanStore } from '#client/features/contacts/plan-store.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { CONTACT_PATHS, FOUNDER, FREE, INVESTOR } from '#tests/support/contacts/contact-button.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const OPENED = { uid: '9', name: '示例创业者', phone: '+8619900000001', weixin: 'jingtu-sample-1', left: 1 };
const USED = { ...FREE, num: 0, decision: 'buy' } as const;

function open(button: ContactButton, viewer: Actor = INVESTOR) {
  const api = new FakeApi().on(contactButton, () => button).on(dealContact, () => OPENED);
  const store = new ContactPanelStore(api, { objectApiName: 'InsightCompany', id: '7' }, viewer);
  render(<ContactPanel store={store} paths={CONTACT_PATHS} />);
  return { api, store, user: userEvent.setup() };
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

describe('the contact of a record', () => {
  test('is opened by a press, which says what it costs beforehand, and each value can be copied', async () => {
    const { api, user } = open(FREE);
    expect(await screen.findByText('今日还可免费查看2次，查看会告知对方')).toBeDefined();
    expect(api.callsOf(dealContact)).toEqual([]);
    await press(user, '查看联系方式');
    expect(await screen.findByText('199 0000 0001')).toBeDefined();
    expect(screen.getByText('jingtu-sample-1')).toBeDefined();
    expect(screen.queryByText('邮箱')).toBeNull();
    expect(api.callsOf(dealContact)).toEqual([{ uid: '9' }]);
    await press(user, '复制手机');
    expect(await screen.findByText('手机已复制')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe('19900000001');
  });

  test('says where there is none, where it is hidden, and where the person must certify first', async () => {
    for (const [decision, words] of [
      ['none', '暂无联系人'],
      ['closed', '对方未公开联系方式'],
      ['certify', '完成身份认证后即可查看联系方式'],
    ] as const) {
      open({ ...FREE, decision, ...(decision === 'none' && { contactUid: null, type: -2 }) });
      expect(await screen.findByText(words)).toBeDefined();
      expect(screen.queryByRole('button', { name: /查看/ })).toBeNull();
      expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
        decision === 'certify' ? ['#/certify'] : [],
      );
      cleanup();
    }
  });

  test('leads its own contact to the settings', async () => {
    open({ ...FREE, contactUid: '1', decision: 'open' });
    expect((await screen.findByRole('link', { name: '设置联系方式' })).getAttribute('href')).toBe('#/settings');
  });

  test('says so when it cannot be loaded, and loads on another press', async () => {
    const { api, user } = open(FREE);
    api.on(contactButton, () => {
      throw refusal('UNAVAILABLE');
    });
    cleanup();
    const store = new ContactPanelStore(api, { objectApiName: 'InsightCompany', id: '7' }, INVESTOR);
    render(<ContactPanel store={store} paths={CONTACT_PATHS} />);
    expect(await screen.findByText('获取联系人失败')).toBeDefined();
    api.on(contactButton, () => FREE);
    await press(user, '重试');
    expect(await screen.findByRole('button', { name: '查看联系方式' })).toBeDefined();
  });

  test('is a loss of the network in the words of the specification', async () => {
    const { api, user } = open(FREE);
    await screen.findByRole('button', { name: '查看联系方式' });
    api.on(dealContact, () => {
      throw new ApiFailure(-1, 0, '服务暂不可用，请稍后重试');
    });
    await press(user, '查看联系方式');
    expect(await screen.findByText('获取联系人失败')).toBeDefined();
  });
});

describe('when the allowance is used up', () => {
  test('coins are spent only after they were agreed to, and then the contact is open', async () => {
    const { api, user } = open(USED);
    await press(user, '60鲸币查看');
    const dialog = await screen.findByRole('dialog', { name: '您今日的免费查看次数已用完' });
    expect(within(dialog).getByText(/当前余额120鲸币/)).toBeDefined();
    expect(within(dialog).getByRole('link', { name: '开通SVIP，每日可免费查看15次' }).getAttribute('href')).toBe(
      '#/vip',
    );
    await user.click(within(dialog).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(buyUserContact)).toEqual([]);
    api.on(buyUserContact, () => ({ ...OPENED, left: 0 }));
    await press(user, '60鲸币查看');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '60鲸币查看' }));
    expect(await screen.findByText('兑换成功')).toBeDefined();
    expect(screen.getByText('jingtu-sample-1')).toBeDefined();
    expect(api.callsOf(buyUserContact)).toEqual([{ uid: '9', requiredOS: '60' }]);
  });

  test('too few coins lead to SVIP or to a top-up, and an SVIP to a top-up alone', async () => {
    const { user } = open({ ...USED, balance: 59, decision: 'topUp' });
    await press(user, '60鲸币查看');
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['#/vip', '#/coins']);
    expect(within(dialog).queryByRole('button', { name: '60鲸币查看' })).toBeNull();
    cleanup();
    const svip = open({ ...USED, balance: 0, isSvip: true, decision: 'topUp' }, { ...INVESTOR, vipType: 3 });
    await press(svip.user, '60鲸币查看');
    const links = within(await screen.findByRole('dialog')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['#/coins']);
  });

  test('a purchase that fails says so, and nothing is shown', async () => {
    const { api, user } = open(USED);
    api.on(buyUserContact, () => {
      throw refusal('COINS_SHORT');
    });
    await press(user, '60鲸币查看');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '60鲸币查看' }));
    expect(await screen.findByText('兑换失败，鲸币余额不足')).toBeDefined();
    expect(screen.queryByText('jingtu-sample-1')).toBeNull();
  });

  test('in another window, the press finds out and asks', async () => {
    const { api, user } = open(FREE);
    await screen.findByRole('button', { name: '查看联系方式' });
    api
      .on(dealContact, () => {
        throw refusal('ALLOWANCE_USED', { price: 60, balance: 120, isSvip: false });
      })
      .on(contactButton, () => USED);
    await press(user, '查看联系方式');
    expect(await screen.findByRole('dialog', { name: '您今日的免费查看次数已用完' })).toBeDefined();
  });
});

describe('a founder’s quota', () => {
  const LEFT = { popupStatus: 0, popupIdentity: 0, buyOrChatted: false, num: 4 };

  test('is asked for before a contact is opened', async () => {
    const { api, user } = open(FREE, FOUNDER);
    api.on(contactNum, () => LEFT);
    await press(user, '查看联系方式');
    expect(await screen.findByText('jingtu-sample-1')).toBeDefined();
    expect(api.callsOf(contactNum)).toHaveLength(1);
  });

  test('used up, offers fast financing, and to a user who pays already nothing', async () => {
    for (const [pay, buttons] of [
      [{}, ['下次再说', '了解快速融资']],
      [{ popupIdentity: 1 }, ['我知道了']],
      [{ buyOrChatted: true }, ['我知道了']],
    ] as const) {
      const { api, user } = open({ ...FREE, num: 0, daily: 5, decision: 'quotaUsed' }, FOUNDER);
      api.on(contactNum, () => ({ ...LEFT, popupStatus: 1, num: 0, ...pay }));
      await press(user, '查看联系方式');
      const dialog = await screen.findByRole('dialog');
      expect(within(dialog).getByText('尊敬的创业者，您今日与投资人的沟通次数已用完，请明日再试')).toBeDefined();
      const offer = within(dialog).queryByText('获取快速融资服务，可获得更多沟通次数');
      expect(offer !== null).toBe(buttons.length === 2);
      const shown = [...within(dialog).queryAllByRole('button'), ...within(dialog).queryAllByRole('link')];
      // Every dialog can be closed at its head as well.
      const named = shown.map((button) => button.getAttribute('aria-label') ?? button.textContent);
      expect(named).toEqual(['关闭', ...buttons]);
      expect(api.callsOf(dealContact)).toEqual([]);
      cleanup();
    }
  });

  test('that cannot be learnt blocks the action without a word', async () => {
    const { api, user } = open(FREE, FOUNDER);
    api.on(contactNum, () => {
      throw refusal('UNAVAILABLE');
    });
    await press(user, '查看联系方式');
    await waitFor(() => expect(api.callsOf(contactNum)).toHaveLength(1));
    expect(api.callsOf(dealContact)).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the plan of a company', () => {
  const NONE: Plan = {
    hasBp: true,
    restricted: true,
    sentOnly: false,
    expiresAt: null,
    state: 'none',
    mayRequest: true,
    needsVip: false,
    isUnfit: false,
    isMember: false,
  };
  function openPlan(plan: Plan, isInvestor = true) {
    const api = new FakeApi().on(readPlan, () => plan);
    const asked: string[] = [];
    render(
      <PlanBlock
        store={new PlanStore(api, '7')}
        isInvestor={isInvestor}
        settingsPath="/settings"
        onUpgrade={() => asked.push('upgrade')}
        onAsked={() => asked.push('asked')}
      />,
    );
    return { api, asked, user: userEvent.setup() };
  }

  test('is asked for with a few words, and then waited for', async () => {
    const { api, asked, user } = openPlan(NONE);
    const waiting: Plan = { ...NONE, state: 'pending', mayRequest: false };
    api.on(requestPlan, () => waiting);
    await press(user, '索要BP');
    const dialog = await screen.findByRole('dialog', { name: '索要BP' });
    await user.type(within(dialog).getByLabelText('附言'), '希望了解贵司');
    await user.click(within(dialog).getByRole('button', { name: '提交申请' }));
    expect(await screen.findByRole('button', { name: '等待同意' })).toHaveProperty('disabled', true);
    expect(api.callsOf(requestPlan)).toEqual([{ ccid: '7', message: '希望了解贵司' }]);
    expect(asked).toEqual(['asked']);
  });

  test('is asked for in other words by those who do not invest', async () => {
    openPlan(NONE, false);
    expect(await screen.findByRole('button', { name: '申请查看' })).toBeDefined();
  });

  test('keeps what was typed when the request is refused, and says why', async () => {
    const { api, user } = openPlan(NONE);
    api.on(requestPlan, () => {
      throw refusal('CONFLICT');
    });
    await press(user, '索要BP');
    const message = await screen.findByLabelText('附言');
    await user.type(message, '希望了解贵司');
    await press(user, '提交申请');
    expect(await screen.findByText('记录已被他人修改，请刷新后再试')).toBeDefined();
    expect(message).toHaveProperty('value', '希望了解贵司');
  });

  test('is opened where it is open, and leads to SVIP where that is what is missing', async () => {
    openPlan({ ...NONE, mayRequest: false, restricted: false, address: '/files/private/0a', fileName: '计划.pdf' });
    const reading = new URLSearchParams({ url: '/files/private/0a', name: '计划.pdf' }).toString();
    expect((await screen.findByRole('link', { name: '查看BP' })).getAttribute('href')).toBe(`#/pdfViewer?${reading}`);
    cleanup();
    const { asked, user } = openPlan({ ...NONE, mayRequest: false, restricted: false, needsVip: true });
    await press(user, '开通SVIP查看');
    expect(asked).toEqual(['upgrade']);
  });

  test('is not spoken of where there is none, save to those who can upload it', async () => {
    const { api } = openPlan({ ...NONE, hasBp: false, mayRequest: false });
    await waitFor(() => expect(api.calls).toHaveLength(1));
    expect(screen.queryByText('商业计划书')).toBeNull();
    cleanup();
    openPlan({ ...NONE, hasBp: false, mayRequest: false, isMember: true });
    expect((await screen.findByRole('link', { name: '设置BP' })).getAttribute('href')).toBe('#/settings');
  });
});
