import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createHashRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  findUsers,
  freezeUser,
  grantUserCoins,
  readUser,
  revealPhone,
  type StaffUserDetail,
} from '#schemas/api/staff.ts';
import { userList } from '#client/features/staff/desk-lists.ts';
import { UserStore } from '#client/features/staff/user-store.ts';
import { UsersPage } from '#client/features/staff/users-page.tsx';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => {
  openScreen();
  window.location.hash = '#/staff/users';
  // jsdom has no layout: the panel is beside the list.
  window.matchMedia = (query) =>
    ({ matches: true, media: query, addEventListener() {}, removeEventListener() {} }) as never;
});
afterEach(cleanup);

const user: StaffUserDetail = {
  uid: '7',
  username: 'wangmin',
  name: '王敏',
  phone: '199****0007',
  identityRoles: ['ORG_INVESTOR'],
  staff: false,
  vipType: 3,
  vipUntil: '2026-12-21T04:00:00.000Z',
  state: 'active',
  createdAt: '2026-11-01T02:00:00.000Z',
  intro: '',
  frozenAt: null,
  frozenBecause: null,
  balance: 120,
  sessions: 2,
  seenAt: '2026-11-21T03:00:00.000Z',
  openReports: 1,
  reports: 3,
  cases: 1,
  isMe: false,
};

function open(api: FakeApi) {
  const list = userList(api);
  const stores = new Map<string, UserStore>();
  const userOf = (uid: string) => {
    const store =
      stores.get(uid) ?? new UserStore(api, uid, (changed) => list.pages.put((row) => row.uid === uid, changed));
    stores.set(uid, store);
    return store;
  };
  const router = createHashRouter([{ path: '*', element: <UsersPage store={list} userOf={userOf} /> }]);
  render(<RouterProvider router={router} />);
  return userEvent.setup();
}
const fakeApi = () => new FakeApi().on(findUsers, () => ({ list: [user], after: null })).on(readUser, () => user);

describe('the list of users', () => {
  test('asks for what is typed and chosen, and keeps a typed number out of the address', async () => {
    const api = fakeApi();
    const person = open(api);
    await screen.findByText('王敏');
    await person.type(screen.getByLabelText('查找用户'), '19900000007{Enter}');
    await person.selectOptions(screen.getByLabelText('身份'), 'investor');
    await waitFor(() => expect(api.callsOf(findUsers).at(-1)).toEqual({ word: '19900000007', kind: 'investor' }));
    expect(window.location.hash).toContain('kind=investor');
    expect(window.location.href).not.toContain('19900000007');
  });

  test('says so where no user matches, and where it could not be read', async () => {
    let answers = 0;
    const api = new FakeApi().on(findUsers, () => {
      answers += 1;
      if (answers === 1) throw refusal('UNAVAILABLE');
      return { list: [], after: null };
    });
    const person = open(api);
    await person.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('没有符合条件的用户')).toBeTruthy();
  });
});

describe('the panel of a user', () => {
  async function openPanel(api: FakeApi) {
    const person = open(api);
    await person.click(await screen.findByRole('button', { name: '王敏' }));
    const panel = await screen.findByRole('complementary', { name: '王敏' });
    await within(panel).findByText('120', { exact: false });
    return { person, panel };
  }

  test('shows what is known, opens by its address and takes the cursor along', async () => {
    const { person, panel } = await openPanel(fakeApi());
    expect(panel.textContent).toContain('机构投资人');
    expect(panel.textContent).toContain('至 2026-12-21 12:00');
    expect(panel.textContent).toContain('2 处登录中');
    expect(panel.textContent).toContain('3 次，1 次待处理');
    expect(window.location.hash).toContain('uid=7');
    expect(document.activeElement).toBe(within(panel).getByRole('heading'));
    await person.click(within(panel).getByRole('button', { name: '关闭面板' }));
    expect(window.location.hash).not.toContain('uid=7');
  });

  test('freezes only with a reason, once however often it is pressed, and shows the new state in the list', async () => {
    let finish: (frozen: StaffUserDetail) => void = () => undefined;
    const api = fakeApi().on(freezeUser, () => new Promise<StaffUserDetail>((done) => (finish = done)));
    const { person, panel } = await openPanel(api);
    await person.click(within(panel).getByRole('button', { name: '冻结账号' }));
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: '冻结账号' }));
    expect(dialog.textContent).toContain('长度在 2 到 500 个字符');
    expect(api.callsOf(freezeUser)).toEqual([]);
    await person.type(within(dialog).getByLabelText(/原因/), '多次发送广告');
    const confirm = within(dialog).getByRole('button', { name: '冻结账号' });
    await person.dblClick(confirm);
    expect(api.callsOf(freezeUser)).toEqual([{ reason: '多次发送广告' }]);
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '正在处理…' }).disabled).toBe(true);
    finish({ ...user, state: 'frozen', frozenAt: '2026-11-21T04:00:00.000Z', frozenBecause: '多次发送广告' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(screen.getByRole('region', { name: '用户列表' })).getByText('已冻结')).toBeTruthy();
    expect(panel.textContent).toContain('原因：多次发送广告');
    expect(within(panel).getByRole('button', { name: '解除冻结' })).toBeTruthy();
  });

  test('sends the same key when a refused grant is tried again, and a new one for another grant', async () => {
    let tries = 0;
    const api = fakeApi().on(grantUserCoins, () => {
      tries += 1;
      if (tries === 1) throw refusal('UNAVAILABLE');
      return { ...user, balance: 180 };
    });
    const { person, panel } = await openPanel(api);
    const grant = async () => {
      await person.click(within(panel).getByRole('button', { name: '赠送鲸币' }));
      const dialog = await screen.findByRole('dialog');
      await person.type(within(dialog).getByLabelText(/原因/), '活动奖励');
      await person.click(within(dialog).getByRole('button', { name: '赠送鲸币' }));
      return dialog;
    };
    const dialog = await grant();
    await within(dialog).findByText('服务暂不可用，请稍后重试');
    await person.click(within(dialog).getByRole('button', { name: '赠送鲸币' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await grant();
    await waitFor(() => expect(api.callsOf(grantUserCoins)).toHaveLength(3));
    const [first, second, third] = api.callsOf(grantUserCoins) as { clientKey: string; amount: number }[];
    expect(first).toEqual(second);
    expect(first?.amount).toBe(60);
    expect(third?.clientKey).not.toBe(first?.clientKey);
  });

  test('refuses numbers out of bounds before anything is sent', async () => {
    const api = fakeApi();
    const { person, panel } = await openPanel(api);
    await person.click(within(panel).getByRole('button', { name: '赠送 SVIP' }));
    const dialog = await screen.findByRole('dialog');
    await person.type(within(dialog).getByLabelText(/原因/), '客户补偿');
    for (const days of ['0', '3661', '1.5', '-1']) {
      await person.clear(within(dialog).getByLabelText('天数'));
      await person.type(within(dialog).getByLabelText('天数'), days);
      await person.click(within(dialog).getByRole('button', { name: '赠送 SVIP' }));
      expect(dialog.textContent).toContain('请输入 1 到 3660 之间的整数');
    }
  });

  test('shows the whole number only after a reason was given', async () => {
    const api = fakeApi().on(revealPhone, () => ({ phone: '+8619900000007' }));
    const { person, panel } = await openPanel(api);
    await person.click(within(panel).getByRole('button', { name: '查看完整号码' }));
    const dialog = await screen.findByRole('dialog');
    await person.type(within(dialog).getByLabelText(/原因/), '来电核实');
    await person.click(within(dialog).getByRole('button', { name: '查看手机号' }));
    expect(await within(panel).findByText('+8619900000007')).toBeTruthy();
    expect(api.callsOf(revealPhone)).toEqual([{ reason: '来电核实' }]);
  });

  test('offers no user to freeze, or give to, themselves', async () => {
    const { panel } = await openPanel(fakeApi().on(readUser, () => ({ ...user, isMe: true, staff: true })));
    expect(within(panel).queryByRole('button', { name: /冻结|赠送/ })).toBeNull();
    expect(within(panel).getByRole('button', { name: '取消运营人员' })).toBeTruthy();
  });
});
