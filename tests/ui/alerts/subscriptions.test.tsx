import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertLine, Subscription } from '#schemas/api/alerts.ts';
import {
  createSubscription,
  decideOnView,
  listAlertLines,
  listSubscriptions,
  markSubscriptionSeen,
  readAlertTarget,
  readUnsubscription,
  removeSubscription,
  unsubscribe,
  updateAlertSettings,
  updateSubscription,
} from '#schemas/generated/api/alerts.ts';
import { SubscribeButton } from '#client/features/alerts/subscribe-button.tsx';
import { SubscriptionsPage } from '#client/features/alerts/subscriptions-page.tsx';
import { SubscriptionsStore } from '#client/features/alerts/subscriptions-store.ts';
import { UnsubscribePage } from '#client/features/alerts/unsubscribe-page.tsx';
import { UnsubscribeStore } from '#client/features/alerts/unsubscribe-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

const TARGET = { source: 'view', objectApiName: 'Deal', targetId: '7' } as const;
const VIEW: Subscription = {
  ...TARGET,
  id: '1',
  objectLabel: '交易事件',
  name: '早期交易',
  link: '/data/transaction?v=7',
  kinds: ['entered'],
  fields: [],
  frequency: 'daily',
  mail: true,
  webhook: true,
  paused: null,
  view: 'current',
  fresh: 3,
  createdAt: '2026-09-01T02:00:00.000Z',
  version: 1,
};
const SETTINGS = { mail: true, hour: 9, quietFrom: 22, quietTo: 8, weekends: true };
const LINES: AlertLine[] = [
  { id: '9', kind: 'entered', text: '新交易', link: '/insight/Deal/2', isLate: false, isFresh: true, at: '' },
  { id: '8', kind: 'entered', text: '旧交易', link: '/insight/Deal/1', isLate: true, isFresh: true, at: '' },
];

let api: FakeApi;
let list: Subscription[];
let store: SubscriptionsStore;
afterEach(cleanup);
beforeEach(() => {
  openScreen();
  list = [VIEW];
  api = new FakeApi()
    .on(listSubscriptions, () => ({ list, limit: 50, settings: SETTINGS, hasMail: true, hasWebhook: false }))
    .on(readAlertTarget, () => ({
      name: '早期交易',
      fields: [
        { apiName: 'round', label: '轮次', isUsual: true },
        { apiName: 'amount', label: '金额', isUsual: false },
      ],
      related: [],
      usual: ['entered' as const],
      hasBelow: false,
      refused: null,
      subscription: list[0] ?? null,
      hasMail: true,
      hasWebhook: false,
    }))
    .on(listAlertLines, () => ({ list: LINES, hidden: 1 }))
    .on(markSubscriptionSeen, () => ({ ...VIEW, fresh: 0 }));
  store = new SubscriptionsStore(api);
});

describe('the way to a subscription', () => {
  it('subscribes to a view as the user chose', async () => {
    list = [];
    api.on(createSubscription, () => VIEW);
    render(<SubscribeButton store={store} target={TARGET} />);
    fireEvent.click(await screen.findByRole('button', { name: '订阅' }));
    const dialog = await screen.findByRole('dialog', { name: '订阅视图“早期交易”' });
    fireEvent.click(within(dialog).getByRole('checkbox', { name: '视图内记录的字段变化' }));
    fireEvent.click(within(dialog).getByRole('checkbox', { name: '金额' }));
    fireEvent.click(within(dialog).getByRole('radio', { name: /^即时/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: '订阅' }));
    expect(await screen.findByRole('button', { name: '已订阅' })).toBeDefined();
    expect(api.callsOf(createSubscription)).toEqual([
      {
        ...TARGET,
        kinds: ['entered', 'changed'],
        fields: ['round', 'amount'],
        frequency: 'now',
        mail: true,
        webhook: true,
      },
    ]);
  });

  it('says what is new and takes it as seen', async () => {
    render(<SubscribeButton store={store} target={TARGET} />);
    expect(await screen.findByRole('button', { name: '新增 3' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '标为已看' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '新增 3' })).toBeNull());
  });

  it('asks for a view first where the list is none, and goes on when there is one', async () => {
    list = [];
    const onNeed = vi.fn<() => void>();
    const { rerender } = render(<SubscribeButton store={store} target={undefined} onNeed={onNeed} />);
    fireEvent.click(screen.getByRole('button', { name: '订阅' }));
    expect(onNeed).toHaveBeenCalledOnce();
    rerender(<SubscribeButton store={store} target={TARGET} onNeed={onNeed} />);
    expect(await screen.findByRole('dialog', { name: '订阅视图“早期交易”' })).toBeDefined();
  });

  it('says why a view cannot be subscribed to', async () => {
    list = [];
    const refused = '视图含关键词，暂不能订阅；请改用筛选条件';
    api.on(readAlertTarget, () => ({
      name: '早期交易',
      fields: [],
      related: [],
      usual: ['entered' as const],
      hasBelow: false,
      refused,
      subscription: null,
      hasMail: false,
      hasWebhook: false,
    }));
    render(<SubscribeButton store={store} target={TARGET} />);
    fireEvent.click(await screen.findByRole('button', { name: '订阅' }));
    expect(await screen.findByText(refused)).toBeDefined();
  });
});

describe('the page of subscriptions', () => {
  it('shows what is alerted, what is late apart, and how many the user may not see', async () => {
    render(<SubscriptionsPage store={store} />);
    expect(await screen.findByText('交易事件视图 · 新增 · 每日 · 站内 + 邮件 · 2026-09-01 起')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '早期交易的最近提醒' }));
    expect((await screen.findByRole('link', { name: '新交易' })).getAttribute('href')).toBe('#/insight/Deal/2');
    expect(screen.getByText('补录（较早发生，新近收录）')).toBeDefined();
    expect(screen.getByText('另有 1 条，您当前的权限不能查看。')).toBeDefined();
  });

  it('says why one is paused, and tries it again when it is saved', async () => {
    list = [{ ...VIEW, paused: '视图已删除，或不再共享给您' }];
    api.on(updateSubscription, () => VIEW);
    render(<SubscriptionsPage store={store} />);
    expect(await screen.findByText('已暂停：视图已删除，或不再共享给您')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '设置 早期交易' }));
    const dialog = await screen.findByRole('dialog', { name: '订阅视图“早期交易”' });
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.queryByText('已暂停：视图已删除，或不再共享给您')).toBeNull());
  });

  it('says that the owner of a view changed it, and follows that where the user decides so', async () => {
    list = [{ ...VIEW, view: 'changed' }];
    api.on(decideOnView, () => VIEW);
    render(<SubscriptionsPage store={store} />);
    expect(await screen.findByText(/^视图已更改/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '跟随新条件 早期交易' }));
    await waitFor(() => expect(screen.queryByText(/^视图已更改/)).toBeNull());
    expect(api.callsOf(decideOnView)).toEqual([{ version: 1, follow: true }]);
  });

  it('ends one only when that is confirmed', async () => {
    api.on(removeSubscription, () => null);
    render(<SubscriptionsPage store={store} />);
    fireEvent.click(await screen.findByRole('button', { name: '取消订阅 早期交易' }));
    const dialog = await screen.findByRole('dialog', { name: '取消订阅？' });
    expect(api.callsOf(removeSubscription)).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: '取消订阅' }));
    expect(await screen.findByText(/还没有订阅/)).toBeDefined();
  });

  it('keeps when alerts come, and says so', async () => {
    api.on(updateAlertSettings, ({ body }) => body);
    render(<SubscriptionsPage store={store} />);
    fireEvent.click(await screen.findByRole('checkbox', { name: '周末也提醒' }));
    fireEvent.click(screen.getByRole('button', { name: '保存设置' }));
    expect(await screen.findByText('已保存')).toBeDefined();
    expect(api.callsOf(updateAlertSettings)).toEqual([{ ...SETTINGS, weekends: false }]);
  });
});

describe('the way out of a mail', () => {
  it('ends nothing before the user presses, and says what it ended', async () => {
    api.on(readUnsubscription, () => ({ name: '早期交易', isAll: false, isEnded: false })).on(unsubscribe, () => null);
    render(<UnsubscribePage store={new UnsubscribeStore(api, 's.1.signature')} settingsPath="/personalCenter" />);
    expect(await screen.findByText('不再接收“早期交易”的邮件？')).toBeDefined();
    expect(api.callsOf(unsubscribe)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: '确认退订' }));
    expect(await screen.findByText('已退订，不会再收到“早期交易”的邮件。')).toBeDefined();
  });

  it('says that a link is not good', async () => {
    api.on(readUnsubscription, () => {
      throw refusal('UNKNOWN_RECORD');
    });
    render(<UnsubscribePage store={new UnsubscribeStore(api, 'wrong')} settingsPath="/personalCenter" />);
    expect(await screen.findByRole('alert')).toBeDefined();
  });
});
