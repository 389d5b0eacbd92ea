import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordRow } from '#schemas/api/records.ts';
import { decideReport, readEvidence } from '#schemas/api/reports.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openSystemList } from '#tests/support/ui/system-list.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

const report: RecordRow = { id: '3', title: '对李娜的举报', state: 'open', types: ['9'], isFrozen: false, messages: 0 };

async function openReports(api: FakeApi, one: () => RecordRow) {
  const { person } = openSystemList(api, 'Report', () => [one()]);
  const menu = async () => {
    await person.click(await screen.findByRole('button', { name: '操作…' }));
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  };
  const ask = async (label: string) => {
    await menu();
    await person.click(await screen.findByRole('menuitem', { name: label }));
    return screen.findByRole('dialog');
  };
  return { person, menu, ask };
}

test('a report is closed with a note, freezing the account where that is chosen', async () => {
  let state = 'open';
  const api = new FakeApi().on(decideReport, ({ body }) => {
    state = body.decision;
    return null;
  });
  const { person, ask } = await openReports(api, () => ({ ...report, state }));
  const dialog = await ask('处理并冻结账号');
  expect(dialog.textContent).toContain('处理后不能撤回');
  await person.type(within(dialog).getByLabelText(/原因/), '核实属实');
  await person.click(within(dialog).getByRole('button', { name: '处理并冻结账号' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf(decideReport)).toEqual([{ decision: 'handled', note: '核实属实', freeze: true }]);
  expect(await screen.findByText('已处理')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '操作…' })).toBeNull();
});

test('an account that is frozen already is not offered to be frozen', async () => {
  const { menu } = await openReports(new FakeApi(), () => ({ ...report, isFrozen: true, messages: 3 }));
  expect(await menu()).toEqual(['查看聊天记录', '处理完成', '不成立']);
});

test('why a decision did not come about is said, and it may be tried again', async () => {
  const api = new FakeApi().on(decideReport, () => {
    throw refusal('CONFLICT');
  });
  const { person, ask } = await openReports(api, () => report);
  const dialog = await ask('不成立');
  await person.type(within(dialog).getByLabelText(/原因/), '未发现异常');
  await person.click(within(dialog).getByRole('button', { name: '确认不成立' }));
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
});

test('the messages of a report are shown only when asked for, with pictures and what was taken back', async () => {
  const said = { timeStamp: '2026-11-20T01:00:00.000Z', recalledAt: null };
  const picture = JSON.stringify({ url: '/files/private/a', sourceUrl: '/files/private/b' });
  const api = new FakeApi().on(readEvidence, () => ({
    reporter: '张伟',
    reported: '2',
    list: [
      { ...said, seq: 1, uid: '2', name: '李娜', type: 0, content: '加我微信', recalledAt: said.timeStamp },
      { ...said, seq: 2, uid: '2', name: '李娜', type: 13, content: picture },
      { ...said, seq: 3, uid: '1', name: '张伟', type: 10, content: '{}' },
    ],
  }));
  const { ask } = await openReports(api, () => ({ ...report, messages: 3 }));
  expect(api.callsOf(readEvidence)).toEqual([]);
  const dialog = await ask('查看聊天记录');
  await within(dialog).findByText('加我微信');
  within(dialog).getByText(/举报人 张伟 举报时看到的消息/);
  within(dialog).getByText(/已于 2026-11-20 09:00 撤回/);
  within(dialog).getByText('[请求交换手机号]');
  const image = within(dialog).getByRole('img', { name: '李娜发送的图片' });
  expect(image.getAttribute('src')).toBe('/files/private/b');
  expect(api.callsOf(readEvidence)).toHaveLength(1);
});
