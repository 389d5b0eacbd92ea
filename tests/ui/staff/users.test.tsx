import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordRow } from '#schemas/api/records.ts';
import { findUsers, freezeUser, grantUserCoins, grantUserVip, revealPhone } from '#schemas/api/staff.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { rowActions } from '#shared/conditions/row-actions.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openSystemList } from '#tests/support/ui/system-list.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

const user = {
  id: '7',
  uid: '7',
  name: '王敏',
  username: 'wangmin',
  phone: '199****0007',
  kind: ['investor'],
  state: 'active',
};

async function openUsers(api: FakeApi, one: () => RecordRow = () => user) {
  const { person, said } = openSystemList(api, 'User', () => [one()]);
  /** Chooses an action of the one row and answers its dialog. */
  const ask = async (label: string) => {
    await person.click(await screen.findByRole('button', { name: '操作…' }));
    await person.click(await screen.findByRole('menuitem', { name: label }));
    return screen.findByRole('dialog', { name: `${label} 王敏` });
  };
  return { person, said, ask };
}

test('an account is offered what its state allows, and no user to freeze, or give to, themselves', () => {
  const { fields, actions = [] } = shippedObjects().find(({ apiName }) => apiName === 'User') ?? { fields: [] };
  const offered = rowActions(actions, fields, { today: '2026-11-20', me: '1' });
  const labels = (change: object) => offered({ ...user, ...change }).map(({ label }) => label);
  const granted = ['查看手机号', '赠送 SVIP', '赠送鲸币', '操作日志'];
  expect(labels({})).toEqual([...granted, '设为运营人员', '冻结账号']);
  expect(labels({ kind: ['staff'] })).toEqual([...granted, '调整职责', '取消运营人员', '冻结账号']);
  expect(labels({ state: 'frozen' })).toEqual([...granted, '设为运营人员', '解除冻结']);
  expect(labels({ uid: '1' })).toEqual(['查看手机号', '操作日志', '设为运营人员']);
  expect(labels({ phone: undefined })).not.toContain('查看手机号');
  expect(labels({ state: 'closed', kind: ['none'] })).toEqual(['操作日志']);
});

test('an account is frozen only with a reason, and shows as such', async () => {
  let state = 'active';
  const api = new FakeApi().on(freezeUser, () => {
    state = 'frozen';
    return null;
  });
  const { person, said, ask } = await openUsers(api, () => ({ ...user, state }));
  const dialog = await ask('冻结账号');
  expect(dialog.textContent).toContain('该账号在所有设备上立即退出');
  await person.click(within(dialog).getByRole('button', { name: '冻结账号' }));
  expect(api.callsOf(freezeUser)).toEqual([]);
  await person.type(within(dialog).getByLabelText(/原因/), '多次发送广告');
  await person.click(within(dialog).getByRole('button', { name: '冻结账号' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf(freezeUser)).toEqual([{ reason: '多次发送广告' }]);
  expect(said).toEqual(['已冻结账号']);
  expect(await screen.findByText('已冻结')).toBeTruthy();
});

test('a refused grant that is tried again has the same key, and another grant a new one', async () => {
  let tries = 0;
  const api = new FakeApi().on(grantUserCoins, () => {
    tries += 1;
    if (tries === 1) throw refusal('UNAVAILABLE');
    return null;
  });
  const { person, ask } = await openUsers(api);
  const grant = async () => {
    const dialog = await ask('赠送鲸币');
    await person.type(within(dialog).getByLabelText(/原因/), '活动奖励');
    await person.click(within(dialog).getByRole('button', { name: '提交申请' }));
    return dialog;
  };
  const dialog = await grant();
  await within(dialog).findByText('服务暂不可用，请稍后重试');
  await person.click(within(dialog).getByRole('button', { name: '提交申请' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await grant();
  await waitFor(() => expect(api.callsOf(grantUserCoins)).toHaveLength(3));
  const [first, second, third] = api.callsOf(grantUserCoins) as { clientKey: string; amount: number }[];
  expect(first).toEqual(second);
  expect(first?.amount).toBe(60);
  expect(third?.clientKey).not.toBe(first?.clientKey);
});

test('numbers out of bounds are refused before anything is sent', async () => {
  const api = new FakeApi();
  const { person, ask } = await openUsers(api);
  const dialog = await ask('赠送 SVIP');
  await person.type(within(dialog).getByLabelText(/原因/), '客户补偿');
  const days = within(dialog).getByLabelText(/天数/);
  for (const typed of ['0', '3661', '1.5', '-1']) {
    await person.clear(days);
    await person.type(days, typed);
    await person.click(within(dialog).getByRole('button', { name: '提交申请' }));
    expect(days.getAttribute('aria-invalid')).toBe('true');
  }
  expect(api.callsOf(grantUserVip)).toEqual([]);
});

test('the whole number is shown only after a reason was given', async () => {
  const api = new FakeApi().on(revealPhone, () => ({ phone: '+8619900000007' }));
  const { person, ask } = await openUsers(api);
  const dialog = await ask('查看手机号');
  await person.type(within(dialog).getByLabelText(/原因/), '来电核实');
  await person.click(within(dialog).getByRole('button', { name: '查看手机号' }));
  expect(await screen.findByText('+8619900000007')).toBeTruthy();
  expect(api.callsOf(revealPhone)).toEqual([{ reason: '来电核实' }]);
});

test('a user is found by the whole phone number, which is in no address', async () => {
  const found = { uid: '7', name: '王敏', username: 'wangmin', identityRoles: [], staff: false };
  const api = new FakeApi().on(findUsers, ({ body }) => ({ list: body.word === '19900000007' ? [found] : [] }));
  const { person } = await openUsers(api);
  await person.click(await screen.findByRole('button', { name: '按手机号查找' }));
  const dialog = await screen.findByRole('dialog', { name: '按手机号查找用户' });
  const number = within(dialog).getByLabelText('完整手机号');
  await person.type(number, '19900000008{Enter}');
  expect(await within(dialog).findByText('没有找到使用该手机号的用户')).toBeTruthy();
  await person.clear(number);
  await person.type(number, '19900000007{Enter}');
  await waitFor(() => expect(window.location.hash).toBe('#/insight/User/7'));
});
