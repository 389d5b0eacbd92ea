import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  agreeToLegal,
  type AskedConsent,
  type LegalText,
  readAskedConsents,
  readLegalText,
} from '#schemas/api/legal.ts';
import { readHome } from '#schemas/api/home.ts';
import { FAILURES } from '#shared/errors.ts';
import { LegalPage } from '#client/features/legal/legal-page.tsx';
import { LegalStore } from '#client/features/legal/legal-store.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { closeApp, openApp, server } from '#tests/ui/app/app-world.tsx';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  closeApp();
});

const edition = (kind: 'terms' | 'privacy', title: string, more: Partial<AskedConsent> = {}): AskedConsent => ({
  kind,
  number: 1,
  title,
  summary: '',
  publishedAt: '2026-11-20T04:00:00.000Z',
  isChange: false,
  ...more,
});
const TEXT: LegalText = {
  ...edition('terms', '用户协议', { number: 2, summary: '增加了第八节' }),
  body: '## 一、平台提供什么\n\n查询 **一级市场** 数据。',
  isCurrent: true,
  editions: [edition('terms', '用户协议', { number: 2 }), edition('terms', '用户协议')],
  agreedAt: null,
};

/** The product of a user whose server asks for consent to `asked`, and takes it unless `refused`. */
async function open(asked: AskedConsent[], path = '/home', refused = 0) {
  const agreed: unknown[] = [];
  let refusals = refused;
  const api = server(FOUNDER_PROFILE)
    .on(readHome, () => ({ blocks: [], lastLook: null, asOf: '2026-11-24T04:00:00.000Z' }))
    .on(readLegalText, () => TEXT)
    .on(readAskedConsents, () => ({ list: asked }))
    .on(agreeToLegal, ({ body }) => {
      agreed.push(body.editions);
      if (refusals > 0) {
        refusals -= 1;
        throw refusal('CONFLICT');
      }
      return { list: [] };
    });
  return { ...(await openApp(path, api)), agreed };
}
const dialog = async () => within(await screen.findByRole('dialog'));

describe('consent', () => {
  test('is asked of a new user for what is published, with the ways to read it, and is given at once', async () => {
    const { user, agreed } = await open([edition('terms', '用户协议'), edition('privacy', '隐私政策')]);
    const asked = await dialog();
    expect(asked.getByRole('heading', { name: '请阅读并同意' })).toBeTruthy();
    expect(asked.getByRole('link', { name: '《隐私政策》' }).getAttribute('href')).toBe('#/legal/privacy');
    expect(asked.queryByRole('button', { name: '关闭' })).toBeNull();
    await user.click(asked.getByRole('button', { name: '同意并继续' }));
    await screen.findByText('首页还没有内容');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(agreed).toEqual([
      [
        { kind: 'terms', number: 1 },
        { kind: 'privacy', number: 1 },
      ],
    ]);
  });

  test('says what is different where a version replaced the one that was agreed to', async () => {
    await open([edition('terms', '用户协议', { number: 2, summary: '增加了第八节', isChange: true })]);
    const asked = await dialog();
    expect(asked.getByRole('heading', { name: '协议已更新' })).toBeTruthy();
    expect(asked.getByText('本次修改：增加了第八节')).toBeTruthy();
  });

  test('may be refused, which signs the user out', async () => {
    const { stores, user } = await open([edition('terms', '用户协议')]);
    await user.click((await dialog()).getByRole('button', { name: '不同意，退出登录' }));
    expect(stores.session.isSignedIn).toBe(false);
    expect(screen.queryByRole('dialog', { name: '请阅读并同意' })).toBeNull();
  });

  test('is asked again with the reason where another version holds by now', async () => {
    const { user, agreed } = await open([edition('terms', '用户协议')], '/home', 1);
    const asked = await dialog();
    await user.click(asked.getByRole('button', { name: '同意并继续' }));
    expect((await asked.findByRole('alert')).textContent).toBe(FAILURES.CONFLICT.message);
    await user.click(asked.getByRole('button', { name: '同意并继续' }));
    expect(agreed).toHaveLength(2);
  });

  test('is not asked on the pages that it is about, nor of a user who has given it', async () => {
    await open([edition('terms', '用户协议')], '/legal/terms');
    await screen.findByRole('heading', { name: '用户协议' });
    expect(screen.queryByRole('dialog')).toBeNull();
    closeApp();
    await open([]);
    await screen.findByText('首页还没有内容');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a document', () => {
  const show = (text: LegalText) =>
    render(
      <LegalPage
        store={
          new LegalStore(
            new FakeApi().on(readLegalText, () => text),
            text.kind,
            undefined,
          )
        }
      />,
    );

  test('has its version, what is different, its earlier versions, and the ways to the other documents', async () => {
    show({ ...TEXT, agreedAt: '2026-11-21T04:00:00.000Z' });
    expect(await screen.findByText('第 2 版，2026-11-20 发布，您于 2026-11-21 12:00 同意')).toBeTruthy();
    expect(screen.getByText('本次修改：增加了第八节')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '一、平台提供什么' })).toBeTruthy();
    const versions = within(screen.getByRole('region', { name: '历次版本' }));
    expect(versions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '#/legal/terms?number=2',
      '#/legal/terms?number=1',
    ]);
    expect(screen.getByRole('link', { name: 'Cookie 与数据说明' }).getAttribute('href')).toBe('#/legal/data');
  });

  test('that was replaced says so, with the way to the one that holds', async () => {
    show({ ...TEXT, isCurrent: false });
    expect((await screen.findByRole('link', { name: '查看现行版本' })).getAttribute('href')).toBe('#/legal/terms');
  });
});
