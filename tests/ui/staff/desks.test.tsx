import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createHashRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readLog, readLogActions, verifyLog, type LogEntry } from '#schemas/api/audit-log.ts';
import { logActions, logList } from '#client/features/staff/desk-lists.ts';
import { LogPage } from '#client/features/staff/log-page.tsx';
import { LogVerifier } from '#client/features/staff/log-verifier.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => {
  openScreen();
  window.location.hash = '#/staff';
  window.matchMedia = (query) =>
    ({ matches: true, media: query, addEventListener() {}, removeEventListener() {} }) as never;
});
afterEach(cleanup);

function show(page: ReactElement) {
  render(<RouterProvider router={createHashRouter([{ path: '*', element: page }])} />);
  return userEvent.setup();
}

const entry: LogEntry = {
  id: '2500',
  at: '2026-11-20T16:00:00.000Z',
  actorId: '6',
  actorName: '示例运营',
  action: 'user.frozen',
  targetKind: 'account',
  targetId: '2',
  targetName: '李娜',
  reason: '多次发送广告',
  details: { report: '3' },
  previousHash: 'a'.repeat(64),
  hash: 'b'.repeat(64),
};

describe('the log', () => {
  const openLog = (api: FakeApi) =>
    show(<LogPage store={logList(api)} verifier={new LogVerifier(api)} actions={() => logActions(api)} />);

  test('shows an entry whole, in words, and narrows by its address', async () => {
    const asked: unknown[] = [];
    const api = new FakeApi()
      .on(readLog, ({ query }) => {
        asked.push(query);
        return { list: [entry], after: null };
      })
      .on(readLogActions, () => ['user.frozen', 'strange.deed']);
    const person = openLog(api);
    await person.click(await screen.findByRole('button', { name: '冻结账号' }));
    const panel = await screen.findByRole('complementary', { name: '第 2500 条：冻结账号' });
    expect(panel.textContent).toContain('2026-11-21 00:00:00');
    expect(panel.textContent).toContain('"report": "3"');
    expect(within(panel).getByRole('link', { name: '用户 李娜' }).getAttribute('href')).toBe('#/staff/users?uid=2');
    await person.selectOptions(screen.getByLabelText('操作'), 'strange.deed');
    await person.type(screen.getByLabelText('操作人（姓名或 UID）'), '6{Enter}');
    await waitFor(() => expect(asked.at(-1)).toEqual({ action: 'strange.deed', actor: '6' }));
  });

  test('is verified stretch by stretch to its head, and says so', async () => {
    const asked: unknown[] = [];
    const api = new FakeApi()
      .on(readLog, () => ({ list: [entry], after: null }))
      .on(readLogActions, () => [])
      .on(verifyLog, ({ query: { after = '0', count } }) => {
        asked.push({ after, count });
        const last = Math.min(2500, Number(after) + count);
        return { checked: last - Number(after), last: String(last), head: '2500', broken: null };
      });
    const person = openLog(api);
    await person.click(await screen.findByRole('button', { name: '校验全部' }));
    expect(await screen.findByText('校验通过：2500 条记录完整、未被改动。')).toBeTruthy();
    expect(asked).toEqual([
      { after: '0', count: 1000 },
      { after: '1000', count: 1000 },
      { after: '2000', count: 1000 },
    ]);
    await person.click(screen.getByRole('button', { name: '校验最近 1000 条' }));
    expect(await screen.findByText('校验通过：1000 条记录完整、未被改动。')).toBeTruthy();
  });

  test('raises the alarm at the entry that was changed', async () => {
    const api = new FakeApi()
      .on(readLog, () => ({ list: [entry], after: null }))
      .on(readLogActions, () => [])
      .on(verifyLog, () => ({ checked: 6, last: '7', head: '2500', broken: { id: '7', fault: 'content' as const } }));
    const person = openLog(api);
    await person.click(await screen.findByRole('button', { name: '校验全部' }));
    expect((await screen.findByRole('alert')).textContent).toContain('第 7 条内容被改动过');
  });
});
