import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leaveServiceMessage, readServiceDesk } from '#schemas/api/service-desk.ts';
import { ServicePopover } from '#client/app/shell/service-popover.tsx';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

function open(online: boolean, isSignedIn = true) {
  const api = new FakeApi().on(readServiceDesk, () => ({ online }));
  const nothing = () => undefined;
  render(<ServicePopover anchor={document.body} onGo={nothing} onClose={nothing} {...{ api, isSignedIn }} />);
  return { api, user: userEvent.setup() };
}
const box = () => screen.findByRole('textbox', { name: '客服暂不在线，请留言' });
const send = () => screen.getByRole('button', { name: '提交留言' });

test('while no staff are here, a user leaves a message; a refusal keeps what was written', async () => {
  const { api, user } = open(false);
  await user.type(await box(), '好');
  await user.click(send());
  expect(screen.getByRole('alert').textContent).toBe('长度在 2 到 500 个字符');
  expect(api.callsOf(leaveServiceMessage)).toEqual([]);
  api.on(leaveServiceMessage, () => {
    throw refusal('TOO_MANY_REQUESTS');
  });
  await user.type(await box(), '的，请问如何开票');
  await user.click(send());
  expect((await screen.findByRole('alert')).textContent).toBe('操作过于频繁，请稍后再试');
  api.on(leaveServiceMessage, () => ({ id: '1' }));
  await user.click(send());
  expect(await screen.findByText(/^留言已提交/)).toBeTruthy();
  expect(api.callsOf(leaveServiceMessage).at(-1)).toEqual({ content: '好的，请问如何开票' });
});

test('a visitor is offered to sign in before leaving a message', async () => {
  open(false, false);
  const link = await screen.findByRole('link', { name: '去登录 ›' });
  expect(link.getAttribute('href')).toContain('#/login');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('while customer service is here nothing is said of its absence', async () => {
  const { api } = open(true);
  await screen.findByRole('dialog', { name: '联系客服' });
  await Promise.resolve();
  expect(api.callsOf(readServiceDesk)).toHaveLength(1);
  expect(screen.queryByText(/暂不在线/)).toBeNull();
});
