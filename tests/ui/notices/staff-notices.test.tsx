import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countNoticeReach, sendStaffNotice, withdrawNotice } from '#schemas/api/notices.ts';
import { findUsers } from '#schemas/api/staff.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { FakeApi, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openSystemList } from '#tests/support/ui/system-list.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

/** The list with one notice to founders and SVIP, until it is taken back. */
function open(api: FakeApi) {
  let state = 'sent';
  api.on(withdrawNotice, () => {
    state = 'withdrawn';
    return { id: '7' };
  });
  const notice = { id: '7', title: '路演报名', kinds: ['founder', 'svip'], audience: 'segment', readers: 12 };
  const { person: user, said } = openSystemList(api, 'Notice', () => [row({ ...notice, state })]);
  return { user, said };
}
const dialog = () => within(screen.getByRole('dialog'));
const field = (label: RegExp) => dialog().getByLabelText<HTMLInputElement>(label);
const put = (label: RegExp, value: string) => {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
};
const button = (name: string) => dialog().getByRole<HTMLButtonElement>('button', { name });
const write = async (api: FakeApi) => {
  const { user, said } = open(api);
  await user.click(await screen.findByRole('button', { name: '发送通知' }));
  await screen.findByRole('dialog');
  put(/^标题/, '系统维护');
  put(/^内容/, '今晚维护');
  const choose = async (label: RegExp, option: string) => {
    await user.click(field(label));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return { user, said, choose };
};

describe('the list of notices of staff', () => {
  test('shows what went out, to whom, and how many read it; taking back is asked first, with a reason', async () => {
    const api = new FakeApi();
    const { user, said } = open(api);
    for (const words of ['创业者', 'SVIP', '一类人', '12', '已发送']) await screen.findByText(words);
    await user.click(screen.getByRole('button', { name: '撤回' }));
    await user.click(await waitFor(() => button('撤回')));
    expect(api.callsOf(withdrawNotice)).toEqual([]);
    put(/^原因/, '标题写错');
    await user.click(button('撤回'));
    await screen.findByText('已撤回');
    expect(api.callsOf(withdrawNotice)).toEqual([{ reason: '标题写错' }]);
    expect(said).toEqual(['通知已撤回']);
    expect(screen.queryByRole('button', { name: '撤回' })).toBeNull();
  });

  test('sends to one person who was looked for', async () => {
    const person = { uid: '5', username: 'zhang', name: '张伟', identityRoles: ['START_UP'], staff: false };
    const api = new FakeApi().on(findUsers, () => ({ list: [person] })).on(sendStaffNotice, () => ({ id: '8' }));
    const { user, said } = await write(api);
    await user.click(button('发送'));
    expect(api.callsOf(sendStaffNotice)).toEqual([]);
    await user.click(field(/^接收人/));
    await user.keyboard('张伟');
    await user.click(await screen.findByRole('option', { name: '张伟（zhang · 创业者 · UID 5）' }));
    await user.click(button('发送'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(sendStaffNotice)).toEqual([
      { type: 3, audience: 'one', uid: '5', title: '系统维护', content: '今晚维护', key: expect.any(String) },
    ]);
    expect(api.callsOf(findUsers).at(-1)).toEqual({ word: '张伟' });
    expect(said).toEqual(['通知已发送']);
  });

  test('says to how many it goes before it goes to all; a refusal is shown at its field and the key stays the same', async () => {
    let isRefusing = true;
    const message = '链接必须是本平台的路径，以 / 开头';
    const api = new FakeApi()
      .on(countNoticeReach, () => ({ people: 1234 }))
      .on(sendStaffNotice, () => {
        if (isRefusing) throw new ApiFailure(42200, 422, message, { errors: [{ field: 'link', message }] });
        return { id: '8' };
      });
    const { user, choose } = await write(api);
    await choose(/^发送给/, '所有人');
    await user.click(button('发送'));
    await screen.findByText(/将以“系统通知”发送给所有人/);
    await user.click(button('发送给 1234 人'));
    await screen.findByText(message);
    expect(field(/^标题/).value).toBe('系统维护');
    isRefusing = false;
    await user.click(button('发送'));
    await user.click(await screen.findByRole('button', { name: '发送给 1234 人' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const keys = api.callsOf(sendStaffNotice).map((body) => (body as { key: string }).key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test('needs a kind of people for a segment, and counts characters as people do', async () => {
    const api = new FakeApi().on(countNoticeReach, () => ({ people: 3 }));
    const { user, choose } = await write(api);
    await choose(/^发送给/, '一类人');
    await user.click(button('发送'));
    expect(api.callsOf(countNoticeReach)).toEqual([]);
    await choose(/^人群/, '投资人');
    await user.keyboard('{Escape}');
    put(/^标题/, '😀'.repeat(51));
    await user.click(button('发送'));
    expect(field(/^标题/).getAttribute('aria-invalid')).toBe('true');
    expect(api.callsOf(countNoticeReach)).toEqual([]);
    put(/^标题/, '😀'.repeat(50));
    await user.click(button('发送'));
    await screen.findByText(/发送给投资人/);
    expect(api.callsOf(countNoticeReach)).toEqual([{ kinds: ['investor'] }]);
  });
});
