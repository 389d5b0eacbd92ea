import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readOptionSet } from '#schemas/api/metadata.ts';
import { fileReport } from '#schemas/api/reports.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openedRoom } from './room-world.tsx';

// Read from disk before the first test, which would pay for it alone.
beforeAll(async () => {
  await import('#client/features/chat/report/report-dialog.tsx');
});
beforeEach(() => openScreen());
afterEach(cleanup);

const LABELS = ['身份与任职单位不符', '推销培训课程', '冒用他人身份', '其他'];
const optionSet = {
  name: 'reportType',
  label: '投诉类型',
  kind: 'list' as const,
  options: [
    ...LABELS.map((label, at) => ({ value: String(at), label })),
    { value: '9', label: '旧类型', retired: true },
  ],
};

/** The form about the only contact, opened from his menu. */
async function openReport(reply: { id: string; name: string } | null = { id: '1', name: '林知远' }) {
  const opened = await openedRoom();
  const { api, user } = opened;
  api.on(readOptionSet, () => optionSet as never).on(fileReport, () => reply as never);
  await user.click(await screen.findByRole('button', { name: '林知远的操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '举报' }));
  const form = within(await screen.findByRole('dialog', { name: '举报林知远' }));
  await form.findByRole('checkbox', { name: '其他' });
  const choose = async (label: string) => user.click(form.getByRole('checkbox', { name: label }));
  const send = async () => user.click(form.getByRole('button', { name: '提交举报' }));
  const reason = () => form.getByRole('textbox', { name: /简要描述/ });
  return { ...opened, form, choose, send, reason };
}

describe('a report', () => {
  test('stops waiting for its types when they do not come, and asks for them again', async () => {
    const { api, user } = await openedRoom();
    api.on(readOptionSet, () => {
      throw refusal('UNAVAILABLE');
    });
    await user.click(await screen.findByRole('button', { name: '林知远的操作' }));
    await user.click(await screen.findByRole('menuitem', { name: '举报' }));
    const form = within(await screen.findByRole('dialog', { name: '举报林知远' }));
    const retry = await form.findByRole('button', { name: '重试' });
    expect(document.querySelector('.MuiSkeleton-root')).toBeNull();
    api.on(readOptionSet, () => optionSet as never);
    await user.click(retry);
    expect(await form.findByRole('checkbox', { name: '其他' })).toBeDefined();
    expect(form.queryByRole('button', { name: '重试' })).toBeNull();
  });

  test('has the types that staff offer, of which three can be chosen', async () => {
    const { form, choose } = await openReport();
    expect(form.queryByRole('checkbox', { name: '旧类型' })).toBeNull();
    for (const label of LABELS.slice(0, 3)) await choose(label);
    expect(form.getByRole('checkbox', { name: '其他' })).toHaveProperty('disabled', true);
    await choose('冒用他人身份');
    expect(form.getByRole('checkbox', { name: '其他' })).toHaveProperty('disabled', false);
  });

  test('says that a type is missing as soon as the last one is taken back', async () => {
    const { form, choose } = await openReport();
    await choose('其他');
    expect(form.queryByText('请至少选择一个投诉类型')).toBeNull();
    await choose('其他');
    expect(await form.findByText('请至少选择一个投诉类型')).toBeDefined();
  });

  test('says what is wrong with the reason when it is left, and not before', async () => {
    const { form, reason } = await openReport();
    expect(form.queryByText('请输入简要描述')).toBeNull();
    fireEvent.blur(reason());
    expect(await form.findByText('请输入简要描述')).toBeDefined();
    fireEvent.change(reason(), { target: { value: '字'.repeat(101) } });
    fireEvent.blur(reason());
    expect(await form.findByText('长度在 1 到 100 个字符')).toBeDefined();
    fireEvent.change(reason(), { target: { value: '𠮷'.repeat(100) } });
    fireEvent.blur(reason());
    await waitFor(() => expect(form.queryByText('长度在 1 到 100 个字符')).toBeNull());
  });

  test('is not sent before it is whole', async () => {
    const { api, form, send } = await openReport();
    await send();
    expect(await form.findByText('请至少选择一个投诉类型')).toBeDefined();
    expect(await form.findByText('请输入简要描述')).toBeDefined();
    expect(api.callsOf(fileReport)).toEqual([]);
  });

  test('has three pictures at most, which can be taken away, and says how large they should be', async () => {
    const { api, form, user, choose, send, reason, keepPicture } = await openReport();
    expect(form.getByText('最多3张，支持jpg、jpeg、png格式，建议尺寸不小于60×60像素')).toBeDefined();
    const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
    keepPicture.mockRejectedValueOnce(new Error('上传格式不正确'));
    await user.upload(form.getByLabelText('添加图片'), picture('a.png'));
    expect(await form.findByText('上传格式不正确')).toBeDefined();
    await user.upload(form.getByLabelText('添加图片'), ['b.png', 'c.png', 'd.png'].map(picture));
    expect(await form.findByRole('img', { name: 'd.png' })).toBeDefined();
    expect(form.queryByLabelText('添加图片')).toBeNull();
    await user.click(form.getByRole('button', { name: '移除c.png' }));
    await choose('其他');
    fireEvent.change(reason(), { target: { value: ' 反复推销 ' } });
    await send();
    await waitFor(() =>
      expect(api.callsOf(fileReport)).toEqual([
        {
          beReportId: '2',
          reportType: ['其他'],
          reportReason: '反复推销',
          img: ['/files/b.png', '/files/d.png'],
          source: 7,
        },
      ]),
    );
  });

  test('thanks by name when the server answered, and says nothing when it did not', async () => {
    const words = '您对林知远的举报已提交，我们将在3个工作日内核实处理';
    for (const [reply, thanks] of [
      [{ id: '1', name: '林知远' }, 1],
      [null, 0],
    ] as const) {
      const { choose, reason, send, clock } = await openReport(reply);
      await choose('其他');
      fireEvent.change(reason(), { target: { value: '反复推销' } });
      await send();
      await waitFor(() => expect(screen.queryByRole('dialog', { name: '举报林知远' })).toBeNull());
      expect(screen.queryAllByText(words)).toHaveLength(thanks);
      clock.pass(5000);
      await waitFor(() => expect(screen.queryByText(words)).toBeNull());
      cleanup();
    }
  });

  test('stays with what was written when it is refused, and says why where it is wrong', async () => {
    const { api, form, choose, reason, send } = await openReport();
    await choose('其他');
    fireEvent.change(reason(), { target: { value: '反复推销' } });
    api.on(fileReport, () => {
      throw refusal('INVALID_BODY', { errors: [{ field: 'reportType', message: '投诉类型已变更，请重新选择' }] });
    });
    await send();
    expect(await form.findByText('投诉类型已变更，请重新选择')).toBeDefined();
    api.on(fileReport, () => {
      throw refusal('DUPLICATE');
    });
    await send();
    expect(await form.findByText('记录已存在')).toBeDefined();
    expect(reason()).toHaveProperty('value', '反复推销');
  });
});
