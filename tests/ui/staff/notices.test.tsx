import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  countNoticeReach,
  listSentNotices,
  type SentNotice,
  sendStaffNotice,
  withdrawNotice,
} from '#schemas/api/notices.ts';
import { findUsers, type StaffUser } from '#schemas/api/staff.ts';
import { NoticeDesk } from '#client/features/staff/notice-desk.ts';
import { NoticesPage } from '#client/features/staff/notices-page.tsx';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { createHashRouter, RouterProvider } from 'react-router-dom';
import type { ReactElement } from 'react';

const sent: SentNotice = {
  id: '7',
  type: 3,
  audience: 'segment',
  person: null,
  kinds: ['founder', 'svip'],
  title: '路演报名',
  content: '下周三下午',
  link: '/vip',
  sentBy: '示例运营',
  sentAt: '2026-11-21T04:00:00.000Z',
  withdrawnAt: null,
  readers: 12,
};
const person = {
  uid: '5',
  username: 'zhang',
  name: '张伟',
  phone: null,
  identityRoles: ['START_UP'],
  staff: false,
  vipType: 0,
  vipUntil: null,
  state: 'active',
  createdAt: '2026-11-01T04:00:00.000Z',
} as StaffUser;

beforeEach(() => {
  openScreen();
  window.location.hash = '#/staff';
});
afterEach(cleanup);

function show(page: ReactElement) {
  render(<RouterProvider router={createHashRouter([{ path: '*', element: page }])} />);
  return userEvent.setup();
}
const deskApi = () => new FakeApi().on(listSentNotices, () => ({ list: [sent], after: null }));
const write = async (api: FakeApi) => {
  const user = show(<NoticesPage desk={new NoticeDesk(api)} />);
  await user.click(screen.getByRole('button', { name: '发送通知' }));
  fireEvent.change(screen.getByLabelText(/^标题/), { target: { value: '系统维护' } });
  fireEvent.change(screen.getByLabelText(/^内容/), { target: { value: '今晚维护' } });
  return user;
};
const button = (name: string) => within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name });

describe('the desk of notices', () => {
  test('shows what went out, to whom, and how many read it; taking back is asked first', async () => {
    const api = deskApi().on(withdrawNotice, () => ({ ...sent, withdrawnAt: '2026-11-21T05:00:00.000Z' }));
    const user = show(<NoticesPage desk={new NoticeDesk(api)} />);
    const card = await screen.findByRole('listitem', { name: '路演报名' });
    for (const words of ['创业者、SVIP', '12 人', '/vip', '已发送']) within(card).getByText(words);
    await user.click(within(card).getByRole('button', { name: '撤回“路演报名”' }));
    expect(api.callsOf(withdrawNotice)).toEqual([]);
    await user.click(button('撤回'));
    await within(card).findByText('已撤回');
    expect(within(card).queryByRole('button')).toBeNull();
  });

  test('sends to one person who was looked for', async () => {
    const api = deskApi()
      .on(findUsers, () => ({ list: [person], after: null }))
      .on(sendStaffNotice, () => sent);
    const user = await write(api);
    expect(button('发送').disabled).toBe(true);
    await user.type(screen.getByLabelText('查找接收人'), '张伟{Enter}');
    await user.click(await screen.findByRole('button', { name: '张伟' }));
    await user.click(button('发送'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(sendStaffNotice)).toMatchObject([
      { type: 3, audience: 'one', uid: '5', title: '系统维护', content: '今晚维护', key: expect.any(String) },
    ]);
    expect(api.callsOf(findUsers)).toEqual([{ word: '张伟', state: 'active' }]);
  });

  test('says to how many it goes before it goes to all; a refusal is shown at its field and the key stays the same', async () => {
    let isRefusing = true;
    const problems = [{ field: 'link', message: '链接必须是本平台的路径，以 / 开头' }];
    const api = deskApi()
      .on(countNoticeReach, () => ({ people: 1234 }))
      .on(sendStaffNotice, () => {
        if (isRefusing) throw new ApiFailure(42200, 422, problems[0]?.message ?? '', { errors: problems });
        return sent;
      });
    const user = await write(api);
    await user.click(screen.getByRole('radio', { name: '所有人' }));
    await user.click(button('下一步'));
    await user.click(await screen.findByRole('button', { name: '发送给 1234 人' }));
    await screen.findByText('链接必须是本平台的路径，以 / 开头');
    isRefusing = false;
    await user.click(button('下一步'));
    await user.click(await screen.findByRole('button', { name: '发送给 1234 人' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const keys = api.callsOf(sendStaffNotice).map((body) => (body as { key: string }).key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test('needs a kind of people for a segment, and counts characters as people do', async () => {
    const api = deskApi().on(countNoticeReach, () => ({ people: 3 }));
    const user = await write(api);
    await user.click(screen.getByRole('radio', { name: '一类人' }));
    expect(button('下一步').disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: '投资人' }));
    expect(button('下一步').disabled).toBe(false);
    const title = screen.getByLabelText(/^标题/);
    fireEvent.change(title, { target: { value: '😀'.repeat(50) } });
    screen.getByText('50/50');
    expect(button('下一步').disabled).toBe(false);
    fireEvent.change(title, { target: { value: '😀'.repeat(51) } });
    expect(button('下一步').disabled).toBe(true);
  });
});
