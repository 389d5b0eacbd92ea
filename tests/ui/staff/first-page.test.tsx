import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { readWaiting, type WaitingQueue } from '#schemas/api/waiting.ts';
import { WaitingPanels } from '#client/features/staff/waiting-panels.tsx';
import { WaitingStore } from '#client/features/staff/waiting-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { TestClock } from '#tests/support/ui/test-clock.ts';

afterEach(cleanup);

const NOW = Date.UTC(2026, 10, 24, 4);
const queue = (label: string, count: number, since: string): WaitingQueue => ({
  objectApiName: label,
  label,
  route: '/staff/reports',
  link: '/staff/reports?state=open',
  count,
  first: count > 0 ? [{ id: '1', name: `${label}一`, since, link: '/insight/Report/1' }] : [],
});

function open(read: () => WaitingQueue[]) {
  const api = new FakeApi().on(readWaiting, () => ({ list: read() }));
  render(<WaitingPanels store={new WaitingStore(api, new TestClock())} now={() => NOW} />);
}

test('the first page of staff says that nothing waits, and what will be there', async () => {
  open(() => [queue('举报', 0, '')]);
  expect(await screen.findByText('没有待处理的事项')).toBeDefined();
  expect(screen.getByText(/新的认证、举报、纠错等会出现在这里/)).toBeDefined();
  expect(screen.queryByRole('list')).toBeNull();
});

test('it names what has waited longest first, with the way to it and to the list', async () => {
  open(() => [queue('举报', 1, '2026-11-23T04:00:00.000Z'), queue('纠错审核', 120, '2026-11-20T04:00:00.000Z')]);
  const panels = within(await screen.findByRole('list', { name: '待处理' }));
  expect(panels.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    '纠错审核99+条最早的已等待 4 天',
    '举报1条最早的已等待 1 天',
  ]);
  expect(panels.getByRole('link', { name: '举报一' }).getAttribute('href')).toMatch(/#\/insight\/Report\/1$/);
  expect(panels.getByRole('link', { name: '查看全部 99+ 条 ›' }).getAttribute('href')).toMatch(/\?state=open$/);
});

test('it says so where what waits cannot be read, and asks again on request', async () => {
  let isAway = true;
  open(() => {
    if (isAway) throw refusal('INTERNAL');
    return [];
  });
  const retry = await screen.findByRole('button', { name: '重试' });
  isAway = false;
  retry.click();
  expect(await screen.findByText('没有待处理的事项')).toBeDefined();
});
