import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readChatSettings } from '#schemas/api/chat-settings.ts';
import { type ContactSettings, readContactSettings, saveContactSettings } from '#schemas/api/contact-settings.ts';
import { contactViewed, contactViewers, type ContactView, type ContactViewPage } from '#schemas/api/contact-views.ts';
import { dealContact } from '#schemas/api/contacts.ts';
import { decidePlanRequest, editCompany, type Plan, type PlanRequest, planRequests } from '#schemas/api/plans.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { ChatSettingsStore } from '#client/features/contacts/chat-settings-store.ts';
import { ContactSettingsPage } from '#client/features/contacts/contact-settings-page.tsx';
import { ContactSettingsStore } from '#client/features/contacts/contact-settings-store.ts';
import { PlanRequestsPage } from '#client/features/contacts/plan-requests-page.tsx';
import { PlanRequestsStore } from '#client/features/contacts/plan-requests-store.ts';
import { ViewersPage } from '#client/features/contacts/viewers-page.tsx';
import { ViewersStore } from '#client/features/contacts/viewers-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const nothing = () => undefined;

describe('the settings of one’s contact', () => {
  const SETTINGS: ContactSettings = {
    phone: '+8619900000001',
    phoneIsOwn: true,
    weixin: 'jingtu-sample-1',
    email: '',
    exposePhone: true,
    exposeWeixin: true,
    isContactParty: true,
    companies: [
      {
        ccid: '7',
        name: '示例企业',
        bp: null,
        isUnfit: false,
        header: null,
        introduce: '从前的介绍',
        restricted: false,
        sentOnly: false,
      },
    ],
  };
  const FIELDS: Record<'bp' | 'header' | 'introduce', FieldDefinition> = {
    bp: { apiName: 'bp', type: 'file', label: '商业计划书' },
    header: { apiName: 'logo', type: 'image', label: 'Logo' },
    introduce: { apiName: 'introduction', type: 'longText', label: '详细介绍' },
  };
  const CHAT = { autoReply: false, autoReplyText: '', disturb: false };
  function open(settings: ContactSettings = SETTINGS) {
    const api = new FakeApi().on(readContactSettings, () => settings).on(readChatSettings, () => CHAT);
    api.on(saveContactSettings, ({ body }) => ({ ...settings, ...body }));
    const store = new ContactSettingsStore(api);
    const chat = new ChatSettingsStore(api, nothing);
    render(<ContactSettingsPage store={store} chat={chat} companyFields={FIELDS} lookups={new LookupStore(api)} />);
    return { api, user: userEvent.setup() };
  }

  test('save only what was changed, and the own number is never kept a second time', async () => {
    const { api, user } = open();
    expect(await screen.findByText('不填时使用账号手机号 199 0000 0001')).toBeDefined();
    const save = screen.getByRole('button', { name: '保存' });
    expect(save).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('邮箱'), 'me@example.com');
    await user.click(save);
    expect(api.callsOf(saveContactSettings)).toEqual([{ email: 'me@example.com' }]);
    expect(await screen.findByText('联系方式已保存')).toBeDefined();
  });

  test('keep what was typed when it is refused, and say why at the field', async () => {
    const { api, user } = open();
    const message = '微信号为 6 到 20 个字母、数字、下划线或减号，以字母开头';
    api.on(saveContactSettings, () => {
      throw refusal('INVALID_BODY', { errors: [{ field: 'weixin', message }] });
    });
    const weixin = await screen.findByLabelText('微信号');
    await user.clear(weixin);
    await user.type(weixin, '短');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText(message)).toBeDefined();
    expect(weixin).toHaveProperty('value', '短');
    expect(weixin.getAttribute('aria-invalid')).toBe('true');
  });

  test('hide and show at once, without losing what is typed', async () => {
    const { api, user } = open();
    await user.type(await screen.findByLabelText('邮箱'), 'half');
    await user.click(screen.getByRole('switch', { name: '公开微信' }));
    expect(api.callsOf(saveContactSettings)).toEqual([{ exposeWeixin: false }]);
    expect(await screen.findByText('已隐藏，立即生效')).toBeDefined();
    expect(screen.getByRole('switch', { name: '公开微信' })).toHaveProperty('checked', false);
    expect(screen.getByLabelText('邮箱')).toHaveProperty('value', 'half');
  });

  test('say that no user is led to a user who is no contact', async () => {
    open({ ...SETTINGS, isContactParty: false, companies: [] });
    expect(await screen.findByText(/目前没有人能查看以下联系方式/)).toBeDefined();
  });

  test('restrict the plan of a company and change its introduction, with the input of its field', async () => {
    const { api, user } = open();
    const saved: Plan = {
      hasBp: false,
      restricted: false,
      sentOnly: false,
      expiresAt: null,
      state: 'none',
      mayRequest: false,
      needsVip: false,
      isUnfit: false,
      isMember: true,
    };
    api.on(editCompany, () => saved);
    const company = await screen.findByRole('region', { name: '示例企业' });
    await user.click(within(company).getByRole('radio', { name: /申请后可看/ }));
    expect(api.callsOf(saveContactSettings)).toEqual([{ plan: { ccid: '7', restricted: true, sentOnly: false } }]);
    const introduction = within(company).getByLabelText('详细介绍');
    expect(introduction).toHaveProperty('value', '从前的介绍');
    await user.clear(introduction);
    await user.type(introduction, '新的介绍');
    await user.tab();
    await user.click(await within(company).findByRole('button', { name: '保存详细介绍' }));
    expect(api.callsOf(editCompany)).toEqual([{ ccid: '7', introduce: '新的介绍' }]);
    expect(await screen.findByText('企业资料已保存')).toBeDefined();
  });
});

describe('who saw whose contact', () => {
  const VIEW: ContactView = {
    id: '5',
    uid: '9',
    name: '示例投资人',
    identityRoles: ['ORG_INVESTOR'],
    firstAt: '2026-11-20T02:00:00.000Z',
    lastAt: '2026-11-20T03:30:00.000Z',
    times: 2,
    terms: 'free',
    isBought: false,
    kinds: ['email', 'phone'],
  };

  test('is shown with role, time in Shanghai, terms and what was seen, page by page', async () => {
    const byStaff: ContactView = { ...VIEW, id: '4', name: '示例运营', identityRoles: [], terms: 'staff', times: 1 };
    const api = new FakeApi().on(contactViewers, ({ query }): ContactViewPage =>
      query.after === undefined ? { list: [VIEW], after: '5' } : { list: [byStaff], after: null },
    );
    render(<ViewersPage store={new ViewersStore(api)} side="viewers" onSide={nothing} />);
    const user = userEvent.setup();
    expect((await screen.findByText('2026-11-20 11:30')).parentElement?.textContent).toContain('当日2次');
    expect(screen.getByText('机构投资人')).toBeDefined();
    expect(screen.getByText('免费查看')).toBeDefined();
    expect(screen.getByText('看到了您的手机、邮箱')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '加载更多' }));
    expect(await screen.findByText('示例运营')).toBeDefined();
    expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
  });

  test('on the other side, opens a contact again or says why not', async () => {
    const bought: ContactView = { ...VIEW, terms: 'bought', isBought: true };
    const api = new FakeApi()
      .on(contactViewed, () => ({ list: [bought], after: null }))
      .on(dealContact, () => {
        throw refusal('CONTACT_CLOSED');
      });
    render(<ViewersPage store={new ViewersStore(api)} side="viewed" onSide={nothing} />);
    const user = userEvent.setup();
    expect(await screen.findByText('鲸币兑换')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '再次查看示例投资人' }));
    expect(await screen.findByText('对方未公开联系方式')).toBeDefined();
    api.on(dealContact, () => ({ uid: '9', name: '示例投资人', weixin: 'jingtu-sample-2', left: null }));
    await user.click(screen.getByRole('button', { name: '再次查看示例投资人' }));
    expect(await screen.findByText('jingtu-sample-2')).toBeDefined();
  });

  test('says so where no user has', async () => {
    const api = new FakeApi().on(contactViewers, () => ({ list: [], after: null }));
    render(<ViewersPage store={new ViewersStore(api)} side="viewers" onSide={nothing} />);
    expect(await screen.findByText('还没有人查看过您的联系方式')).toBeDefined();
  });
});

describe('requests for a plan', () => {
  const REQUEST: PlanRequest = {
    id: '3',
    ccid: '7',
    companyName: '示例企业',
    uid: '9',
    name: '示例投资人',
    identityRoles: ['ORG_INVESTOR'],
    message: '希望了解贵司',
    state: 'pending',
    createdAt: '2026-11-20T02:00:00.000Z',
    decidedAt: null,
    expiresAt: null,
  };

  test('are accepted where they are, and a refusal of the server stays beside them', async () => {
    const api = new FakeApi().on(planRequests, () => ({ list: [REQUEST], after: null }));
    api.on(decidePlanRequest, () => {
      throw refusal('CONFLICT');
    });
    render(<PlanRequestsPage store={new PlanRequestsStore(api)} side="received" onSide={nothing} />);
    const user = userEvent.setup();
    const entry = await screen.findByRole('listitem', { name: '示例投资人的申请' });
    expect(within(entry).getByText('希望了解贵司')).toBeDefined();
    await user.click(within(entry).getByRole('button', { name: '同意' }));
    expect(await within(entry).findByRole('alert')).toBeDefined();
    const accepted: PlanRequest = { ...REQUEST, state: 'approved', decidedAt: '2026-11-20T03:00:00.000Z' };
    api.on(decidePlanRequest, () => accepted);
    await user.click(within(entry).getByRole('button', { name: '同意' }));
    expect(await within(entry).findByText('已同意')).toBeDefined();
    expect(within(entry).queryByRole('button')).toBeNull();
    expect(api.callsOf(decidePlanRequest)).toEqual([{ accept: true }, { accept: true }]);
  });

  test('of one’s own are followed, and nothing can be decided there', async () => {
    const api = new FakeApi().on(planRequests, ({ query }) => ({
      list: query.side === 'sent' ? [REQUEST] : [],
      after: null,
    }));
    render(<PlanRequestsPage store={new PlanRequestsStore(api)} side="sent" onSide={nothing} />);
    expect(await screen.findByText('等待同意')).toBeDefined();
    expect(screen.queryByRole('button', { name: '同意' })).toBeNull();
  });

  test('have a tab beside them with the plans that one delivered, to whom and when', async () => {
    const sides: string[] = [];
    const delivered: PlanRequest = { ...REQUEST, message: '', state: 'approved' };
    const api = new FakeApi().on(planRequests, ({ query }) => ({
      list: query.side === 'delivered' ? [delivered] : [],
      after: null,
    }));
    const store = new PlanRequestsStore(api);
    const page = (side: 'received' | 'delivered') => (
      <PlanRequestsPage store={store} side={side} onSide={(next) => sides.push(next)} />
    );
    const { rerender } = render(page('received'));
    await userEvent.setup().click(screen.getByRole('tab', { name: '我投递的' }));
    expect(sides).toEqual(['delivered']);
    rerender(page('delivered'));
    const entry = await screen.findByRole('listitem', { name: '对示例投资人的投递' });
    expect(entry.textContent).toContain('投递给示例投资人');
    expect(within(entry).getByRole('link', { name: '示例企业' })).toBeDefined();
    expect(within(entry).queryByText('已同意')).toBeNull();
    expect(within(entry).queryByRole('button')).toBeNull();
  });
});
