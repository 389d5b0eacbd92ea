import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyLog } from '#schemas/api/audit-log.ts';
import { LogVerifier } from '#client/features/staff/log-verifier.ts';
import { VerifyDialog } from '#client/features/staff/verify-dialog.tsx';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

function open(api: FakeApi) {
  render(<VerifyDialog verifier={new LogVerifier(api)} onClose={() => undefined} />);
  return userEvent.setup();
}

test('the log is verified stretch by stretch to its head, and the dialog says so', async () => {
  const asked: unknown[] = [];
  const api = new FakeApi().on(verifyLog, ({ query: { after = '0', count } }) => {
    asked.push({ after, count });
    const last = Math.min(2500, Number(after) + count);
    return { checked: last - Number(after), last: String(last), head: '2500', broken: null };
  });
  const person = open(api);
  expect(
    screen.getByText('每条记录都带有上一条的哈希和平台密钥的签章，删改任何一条或重写整条链都会被校验发现。'),
  ).toBeTruthy();
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

test('the log raises the alarm at the entry that was changed', async () => {
  const broken = { id: '7', fault: 'content' as const };
  const person = open(new FakeApi().on(verifyLog, () => ({ checked: 6, last: '7', head: '2500', broken })));
  await person.click(await screen.findByRole('button', { name: '校验全部' }));
  expect((await screen.findByRole('alert')).textContent).toContain('第 7 条内容被改动过');
});
