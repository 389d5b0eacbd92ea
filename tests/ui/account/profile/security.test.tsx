import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changePassword, sendCode } from '#schemas/api/passport.ts';
import { closeAccount, type Closing, myData, readClosing } from '#schemas/api/profile.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { ClosingStore } from '#client/features/account/security/closing-store.ts';
import { CopyStore } from '#client/features/account/security/copy-store.ts';
import { OwnCodeStore } from '#client/features/account/security/own-code-store.ts';
import { PasswordStore } from '#client/features/account/security/password-store.ts';
import { ProofStore } from '#client/features/account/security/proof-store.ts';
import { SecurityPage } from '#client/features/account/security/security-page.tsx';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const CLOSING: Closing = {
  coins: 120,
  vip: false,
  vipUntil: null,
  records: 2,
  views: 0,
  hindrance: null,
  byPassword: true,
  byCode: true,
};
const PROOF = { challenge: 'c', validate: 'v', seccode: 's' };

function open(api: FakeApi, profile = FOUNDER_PROFILE) {
  const onClosed = vi.fn<() => void>();
  const onPasswordSet = vi.fn<() => void>();
  const save = vi.fn<(name: string, text: string) => void>();
  const code = (purpose: 'reset' | 'close' | 'copy') =>
    new OwnCodeStore({ api, purpose, askCaptcha: async () => PROOF, everySecond: () => () => undefined });
  const ways = { byPassword: profile.hasPassword, byCode: true };
  render(
    <SecurityPage
      profile={profile}
      password={new PasswordStore(api, new ProofStore(code('reset'), ways), profile)}
      closing={new ClosingStore(api, code('close'))}
      copy={new CopyStore({ api, proof: new ProofStore(code('copy'), ways), save })}
      phone={null}
      factor={null}
      onPasswordSet={onPasswordSet}
      onClosed={onClosed}
    />,
  );
  return { onClosed, onPasswordSet, save };
}

const closeButton = () => screen.getAllByRole('button', { name: '注销账号' }).at(-1) as HTMLElement;

describe('closing the account', () => {
  it('is offered only after what goes was read, coins were let go and the proof was given', async () => {
    const api = new FakeApi().on(readClosing, () => CLOSING).on(closeAccount, () => null);
    const { onClosed } = open(api);
    await userEvent.click(closeButton());
    expect(await screen.findByText('剩余 120 鲸币')).toBeTruthy();
    expect(closeButton().hasAttribute('disabled')).toBe(true);
    await userEvent.type(screen.getByLabelText('登录密码', { selector: 'input' }), 'a-test-password');
    await userEvent.click(screen.getByRole('checkbox', { name: /我已了解/ }));
    expect(closeButton().hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: /我自愿放弃/ }));
    await userEvent.click(closeButton());
    expect(api.callsOf(closeAccount)).toEqual([]);
    const dialog = await screen.findByRole('dialog', { name: '确定注销账号？' });
    await userEvent.click(within(dialog).getByRole('button', { name: '确定注销' }));
    await expect.poll(() => onClosed.mock.calls.length).toBe(1);
    expect(api.callsOf(closeAccount)).toEqual([{ password: 'a-test-password', forfeit: true }]);
  });

  it('is refused to the last of the staff in words, with nothing to press', async () => {
    const hindrance = '您是最后一位产品人员，账号不能注销';
    open(new FakeApi().on(readClosing, () => ({ ...CLOSING, hindrance })));
    await userEvent.click(closeButton());
    expect((await screen.findByRole('alert')).textContent).toBe(hindrance);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('says beside the password that it was wrong', async () => {
    const problems = { errors: [{ field: 'password', message: '密码错误' }] };
    const api = new FakeApi()
      .on(readClosing, () => ({ ...CLOSING, coins: 0 }))
      .on(closeAccount, () => {
        throw new ApiFailure(42200, 422, '密码错误', problems);
      });
    const { onClosed } = open(api);
    await userEvent.click(closeButton());
    await userEvent.type(await screen.findByLabelText('登录密码', { selector: 'input' }), 'wrong');
    await userEvent.click(screen.getByRole('checkbox', { name: /我已了解/ }));
    await userEvent.click(closeButton());
    await userEvent.click(await screen.findByRole('button', { name: '确定注销' }));
    expect(await screen.findByText('密码错误')).toBeTruthy();
    expect(onClosed).not.toHaveBeenCalled();
  });
});

describe('the password', () => {
  it('is changed with the old one, and not before both new ones agree', async () => {
    const api = new FakeApi().on(changePassword, () => null);
    const { onPasswordSet } = open(api);
    await userEvent.click(screen.getByRole('button', { name: '修改密码' }));
    await userEvent.type(screen.getByLabelText('原密码'), 'a-test-password');
    await userEvent.type(screen.getByLabelText('新密码'), 'Another-1-password');
    await userEvent.type(screen.getByLabelText('确认新密码'), 'something else');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('两次输入的密码不一致')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('确认新密码'));
    await userEvent.type(screen.getByLabelText('确认新密码'), 'Another-1-password');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await expect.poll(() => onPasswordSet.mock.calls.length).toBe(1);
    expect(api.callsOf(changePassword)).toEqual([{ passwd: 'Another-1-password', password: 'a-test-password' }]);
  });

  it('is set by a code to the own number by a user who has none', async () => {
    const api = new FakeApi().on(changePassword, () => null).on(sendCode, () => ({ resendAfter: 60, expiresIn: 300 }));
    open(api, { ...FOUNDER_PROFILE, hasPassword: false });
    await userEvent.click(screen.getByRole('button', { name: '设置密码' }));
    await userEvent.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByText('验证码已发送至 199****0001')).toBeTruthy();
    expect(screen.getByRole('button', { name: '60 秒后重发' }).hasAttribute('disabled')).toBe(true);
    expect(api.callsOf(sendCode)).toEqual([{ type: 'reset', ...PROOF }]);
    await userEvent.type(screen.getByLabelText('短信验证码'), '12a3456');
    await userEvent.type(screen.getByLabelText('新密码'), 'Another-1-password');
    await userEvent.type(screen.getByLabelText('确认新密码'), 'Another-1-password');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await expect
      .poll(() => api.callsOf(changePassword))
      .toEqual([{ passwd: 'Another-1-password', verifyCode: '123456' }]);
  });
});

describe('the copy of one’s own data', () => {
  it('is saved only after the owner was proved', async () => {
    const sent: unknown[] = [];
    const api = new FakeApi().on(myData, ({ body }) => {
      sent.push(body);
      return { name: 'my-data.json', text: '{}' };
    });
    const { save } = open(api);
    await userEvent.click(screen.getByRole('button', { name: '下载副本' }));
    await userEvent.click(screen.getByRole('button', { name: '下载' }));
    expect(screen.getByText('请输入登录密码')).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.type(screen.getByLabelText('登录密码', { selector: 'input' }), 'a-test-password');
    await userEvent.click(screen.getByRole('button', { name: '下载' }));
    expect(sent).toEqual([{ password: 'a-test-password' }]);
    expect(save).toHaveBeenCalledWith('my-data.json', '{}');
  });
});
