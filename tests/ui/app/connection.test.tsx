import { cleanup, render, screen } from '@testing-library/react';
import { runInAction } from 'mobx';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ConnectionStore } from '#client/app/base/connection-store.ts';
import { ConnectionBar } from '#client/app/shell/connection-bar.tsx';
import { TestClock } from '#tests/support/ui/test-clock.ts';

afterEach(cleanup);

function open() {
  const clock = new TestClock();
  const network = { isOn: true, changed: () => undefined as void };
  const store = new ConnectionStore(clock, {
    isOnline: () => network.isOn,
    follow: (changed) => (network.changed = changed),
  });
  render(<ConnectionBar store={store} />);
  const turn = (isOn: boolean) =>
    act(() => {
      network.isOn = isOn;
      runInAction(network.changed);
    });
  return { clock, store, turn };
}
const words = () => screen.getByRole('status').textContent;

test('a server that is down is said two seconds after the stream broke, until it is back', async () => {
  const { clock, store } = open();
  act(() => store.receive({ type: 'stream.opened' }));
  act(() => store.receive({ type: 'stream.closed' }));
  await act(() => clock.pass(1_999));
  expect(words()).toBe('');
  await act(() => clock.pass(1));
  expect(words()).toBe('暂时无法连接服务器，正在重新连接…');
  act(() => store.receive({ type: 'stream.opened' }));
  expect(words()).toBe('');
});

test('a stream that is open again at once is not said, nor is one that ended with the session', async () => {
  const { clock, store } = open();
  act(() => store.receive({ type: 'stream.closed' }));
  act(() => store.receive({ type: 'stream.opened' }));
  await act(() => clock.pass(10_000));
  act(() => store.receive({ type: 'stream.closed' }));
  store.forget();
  await act(() => clock.pass(10_000));
  expect(words()).toBe('');
});

test('a device without network is said at once', () => {
  const { turn } = open();
  turn(false);
  expect(words()).toBe('网络已断开，恢复后自动发送和更新');
  turn(true);
  expect(words()).toBe('');
});
