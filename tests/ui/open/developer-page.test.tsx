import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiKey, createKey, listKeys, readUsage, revokeKey, rotateKey } from '#schemas/api/api-keys.ts';
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  switchWebhook,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#schemas/api/webhooks.ts';
import { DeveloperPage } from '#client/features/open/developer-page.tsx';
import { KeysStore } from '#client/features/open/keys-store.ts';
import { WebhooksStore } from '#client/features/open/webhooks-store.ts';
import { UsageStore } from '#client/features/open/usage-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const key = (id: string, name: string, more: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name,
  prefix: `jt_live_${id}`,
  scopes: ['read:InsightCompany', 'delta'],
  addresses: [],
  createdAt: '2026-11-20T02:00:00.000Z',
  expiresAt: '2027-02-18T02:00:00.000Z',
  revokedAt: null,
  state: 'good',
  usedAt: null,
  usedFrom: null,
  ...more,
});
const OBJECTS = [{ objectApiName: 'InsightCompany', label: '企业' }];
const SECRET = 'jt_live_AAAAAAAA_secret';
const USAGE = {
  days: [{ day: '2026-11-21', object: 'InsightCompany', calls: 1200, faults: 1, rows: 34_000 }],
  faults: [
    {
      at: '2026-11-21T02:00:00.000Z',
      keyName: '看板',
      method: 'GET',
      path: '/api/open/v1/InsightCompany',
      status: 400,
      code: 40001,
      message: '没有字段“nope”',
      requestId: 'request-1',
    },
  ],
  today: { calls: 1200, limit: 10_000 },
};

function openPage(keys: readonly ApiKey[], webhooks?: Webhook[]) {
  const kept = [...keys];
  const made = { key: key('AAAAAAAA', '新的'), secret: SECRET };
  const api = new FakeApi()
    .on(listKeys, () => ({ keys: kept, objects: OBJECTS, byPassword: true, byCode: false }))
    .on(readUsage, () => USAGE)
    .on(listWebhooks, () => ({ isAllowed: webhooks !== undefined, webhooks: webhooks ?? [] }))
    .on(createKey, () => {
      kept.push(made.key);
      return made;
    })
    .on(rotateKey, () => made)
    .on(revokeKey, () => null);
  const owner = { fields: () => <p>验证身份</p>, proof: () => ({ password: 'p' }), forget: () => undefined };
  render(
    <DeveloperPage
      keys={new KeysStore(api)}
      usage={new UsageStore(api)}
      webhooks={new WebhooksStore(api)}
      owner={owner}
      origin="https://jingtu.example"
    />,
  );
  return api;
}

describe('the page of the open interface', () => {
  it('makes a key for what was chosen and shows it once', async () => {
    const api = openPage([]);
    await screen.findByText('还没有密钥。创建后即可按下方示例读取数据。');
    await userEvent.click(screen.getByRole('button', { name: '创建密钥' }));
    const dialog = await screen.findByRole('dialog', { name: '创建密钥' });
    const create = within(dialog).getByRole('button', { name: '创建' });
    expect(create.hasAttribute('disabled')).toBe(true);
    await userEvent.type(within(dialog).getByRole('textbox', { name: /名称/ }), '看板');
    await userEvent.type(within(dialog).getByRole('textbox', { name: '允许的网络地址' }), '203.0.113.0/24 ');
    await userEvent.click(within(dialog).getByRole('radio', { name: '30 天' }));
    await userEvent.click(create);
    await screen.findByText(SECRET);
    expect(api.callsOf(createKey)).toEqual([
      { name: '看板', scopes: ['read:*', 'delta'], addresses: ['203.0.113.0/24'], days: 30, password: 'p' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: '已保存' }));
    await expect.poll(() => screen.queryByText(SECRET)).toBeNull();
    expect(screen.getByText('新的')).toBeTruthy();
  });

  it('says what each key may do, and ends one only after a question', async () => {
    const over = key('BBBBBBBB', '旧的', { state: 'revoked', revokedAt: '2026-11-21T02:00:00.000Z' });
    const api = openPage([over, key('CCCCCCCC', '看板', { addresses: ['203.0.113.7'] })]);
    const [first, second] = await screen.findAllByText(/读取企业/);
    expect(first?.textContent).toBe('读取企业、增量同步 · 仅限 203.0.113.7');
    expect(second?.closest('li')?.textContent).toContain('已吊销');
    expect(screen.queryByRole('button', { name: '吊销 旧的' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '吊销 看板' }));
    const dialog = await screen.findByRole('dialog', { name: '吊销密钥？' });
    expect(api.callsOf(revokeKey)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: '吊销' }));
    await expect.poll(() => api.callsOf(revokeKey)).toEqual([{ id: 'CCCCCCCC' }]);
  });

  it('exchanges a key, and shows the new one', async () => {
    const api = openPage([key('CCCCCCCC', '看板')]);
    await userEvent.click(await screen.findByRole('button', { name: '更换 看板' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '更换' }));
    await screen.findByText(SECRET);
    expect(api.callsOf(rotateKey)).toEqual([{ id: 'CCCCCCCC', password: 'p' }]);
  });

  it('shows the use by day and object, the calls that failed, and calls to paste', async () => {
    openPage([key('CCCCCCCC', '看板')]);
    const usage = await screen.findByRole('region', { name: '按日期与对象的用量' });
    expect(within(usage).getAllByRole('row')[1]?.textContent).toBe('2026-11-21企业1,200134,000');
    const faults = screen.getByRole('region', { name: '最近失败的调用' });
    expect(faults.textContent).toContain('没有字段“nope”');
    expect(screen.getByText(/curl -sS 'https:\/\/jingtu.example\/api\/open\/v1\/objects'/)).toBeTruthy();
  });
});

const HOOK: Webhook = {
  id: '3',
  name: '同步提醒',
  url: 'https://hooks.example/jingtu',
  events: ['record.changed', 'alert.hit'],
  objectApiName: 'InsightCompany',
  filter: '{}',
  derived: false,
  off: null,
  formerUntil: null,
  waiting: 2,
  createdAt: '2026-11-20T02:00:00.000Z',
};
const SENT: WebhookDelivery = {
  id: '9',
  messageId: 'msg_1',
  event: 'record.changed',
  happenedAt: '2026-11-20T02:00:00.000Z',
  state: 'failed',
  tries: 8,
  triedAt: null,
  dueAt: null,
  status: 503,
  problem: null,
  body: '{"type":"record.changed"}',
};

describe('webhooks on the page', () => {
  it('are not spoken of as something to make where this installation sends none', async () => {
    openPage([]);
    await screen.findByText('还没有密钥。创建后即可按下方示例读取数据。');
    expect(screen.queryByRole('button', { name: '添加 Webhook' })).toBeNull();
  });

  it('are made for the events that were chosen, and the secret is shown once', async () => {
    const api = openPage([], []);
    api.on(createWebhook, () => ({ webhook: HOOK, secret: 'whsec_abc' }));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: '添加 Webhook' }));
    await user.type(screen.getByRole('textbox', { name: '名称' }), '同步提醒');
    await user.type(screen.getByRole('textbox', { name: '接收地址' }), HOOK.url);
    await user.click(screen.getByRole('checkbox', { name: '清单变更' }));
    await user.click(screen.getByRole('button', { name: '添加' }));
    expect(await screen.findByText('whsec_abc')).toBeDefined();
    expect(api.callsOf(createWebhook)).toEqual([
      {
        name: '同步提醒',
        url: HOOK.url,
        events: ['record.changed', 'list.changed'],
        objectApiName: 'InsightCompany',
        derived: false,
        password: 'p',
      },
    ]);
  });

  it('say what they are sent, are tried, stopped, and send again what failed', async () => {
    const api = openPage([], [HOOK]);
    api
      .on(testWebhook, () => ({
        ...SENT,
        event: 'webhook.test',
        tries: 1,
        status: null,
        problem: '超时',
      }))
      .on(switchWebhook, () => ({ ...HOOK, off: '已由您停用' }))
      .on(listWebhookDeliveries, () => ({ deliveries: [SENT] }))
      .on(resendWebhookDelivery, () => ({ ...SENT, state: 'due' as const }));
    const user = userEvent.setup();
    expect(await screen.findByText(/企业记录变更（有条件）、订阅提醒 · 2 条等待发送/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: '测试 同步提醒' }));
    expect(await screen.findByText('测试消息：失败 · 超时')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '停用 同步提醒' }));
    expect(api.callsOf(switchWebhook)).toEqual([{ id: '3', on: false }]);
    await user.click(screen.getByRole('button', { name: '发送记录 同步提醒' }));
    expect(await screen.findByText('失败 · 状态 503 · 第 8 次')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '重新发送 msg_1' }));
    expect(api.callsOf(resendWebhookDelivery)).toEqual([{ id: '9' }]);
  });
});
