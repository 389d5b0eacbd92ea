import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, endDevice, endOtherDevices, listDevices } from '#schemas/api/devices.ts';
import { DevicesPage } from '#client/features/account/security/devices-page.tsx';
import { DevicesStore } from '#client/features/account/security/devices-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const device = (id: string, words: string, current = false): Device => ({
  id,
  words,
  kind: 'computer',
  address: '192.0.2.7',
  createdAt: '2026-11-20T02:00:00.000Z',
  seenAt: '2026-11-21T02:30:00.000Z',
  current,
});
const HERE = device('aa', 'Windows 电脑 · Chrome 131', true);
const THERE = device('bb', 'iPhone · Safari 18');

describe('the devices of an account', () => {
  it('say what they are, from where and when in use, and which one this is', async () => {
    render(<DevicesPage store={new DevicesStore(new FakeApi().on(listDevices, () => [HERE, THERE]))} />);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('当前设备');
    expect(second?.textContent).toContain('192.0.2.7 · 2026-11-20 10:00 登录 · 最近使用 2026-11-21 10:30');
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
  });

  it('are signed out only after a question', async () => {
    const api = new FakeApi().on(listDevices, () => [HERE, THERE]).on(endDevice, () => [HERE]);
    render(<DevicesPage store={new DevicesStore(api)} />);
    await userEvent.click(await screen.findByRole('button', { name: '退出 iPhone · Safari 18' }));
    const dialog = await screen.findByRole('dialog', { name: '退出这台设备？' });
    expect(api.callsOf(endDevice)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: '退出登录' }));
    await expect.poll(() => screen.queryByText('iPhone · Safari 18')).toBeNull();
    expect(api.callsOf(endDevice)).toEqual([{ id: 'bb' }]);
  });

  it('can all be signed out but this one', async () => {
    const api = new FakeApi().on(listDevices, () => [HERE, THERE]).on(endOtherDevices, () => [HERE]);
    render(<DevicesPage store={new DevicesStore(api)} />);
    const all = screen.getByRole('button', { name: '退出其他所有设备' });
    await expect.poll(() => all.hasAttribute('disabled')).toBe(false);
    await userEvent.click(all);
    await userEvent.click(await screen.findByRole('button', { name: '退出登录' }));
    await expect.poll(() => all.hasAttribute('disabled')).toBe(true);
  });

  it('that could not be signed out stay, with the reason', async () => {
    const api = new FakeApi()
      .on(listDevices, () => [HERE, THERE])
      .on(endDevice, () => {
        throw refusal('UNKNOWN_RECORD');
      });
    render(<DevicesPage store={new DevicesStore(api)} />);
    await userEvent.click(await screen.findByRole('button', { name: '退出 iPhone · Safari 18' }));
    await userEvent.click(await screen.findByRole('button', { name: '退出登录' }));
    expect((await screen.findByRole('alert')).textContent).toContain('记录不存在或已删除');
    expect(screen.getByText('iPhone · Safari 18')).toBeTruthy();
  });
});
