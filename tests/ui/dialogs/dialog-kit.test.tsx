import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { ReasonDialog } from '#client/ui/dialogs/reason-dialog.tsx';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const REFUSED = '该用户已被封禁';
const refuse = async () => {
  throw new ApiFailure(40900, 409, REFUSED);
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const reasonField = () => screen.getByLabelText<HTMLTextAreaElement>(/^原因/);
const writeReason = (value: string) => fireEvent.change(reasonField(), { target: { value } });

function openReason(onSubmit: (reason: string) => Promise<unknown>) {
  const onClose = vi.fn<() => void>();
  render(<ReasonDialog title="封禁账号" confirm="封禁" isGrave onSubmit={onSubmit} onClose={onClose} />);
  return onClose;
}

describe('the dialog that asks a reason', () => {
  test('stays open with the text and the message when the action is refused, and can be tried again', async () => {
    let isRefused = true;
    const onClose = openReason(async () => (isRefused ? refuse() : undefined));
    writeReason('  多次发送广告 ');
    press('封禁');
    expect((await screen.findByRole('alert')).textContent).toBe(REFUSED);
    expect(reasonField().value).toBe('  多次发送广告 ');
    expect(onClose).not.toHaveBeenCalled();
    isRefused = false;
    press('封禁');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('passes the reason on without the blanks around it', async () => {
    const onSubmit = vi.fn<(reason: string) => Promise<unknown>>(async () => undefined);
    const onClose = openReason(onSubmit);
    writeReason('  多次发送广告 ');
    press('封禁');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(onSubmit).toHaveBeenCalledWith('多次发送广告');
  });

  test('takes 2 to 500 characters, counted as a reader counts them, and says so otherwise', async () => {
    const onSubmit = vi.fn<() => Promise<unknown>>(refuse);
    openReason(onSubmit);
    for (const wrong of ['', ' a ', '长'.repeat(501)]) {
      writeReason(wrong);
      press('封禁');
      expect(await screen.findByText('长度在 2 到 500 个字符')).toBeDefined();
      await waitFor(() => expect(screen.getByRole('button', { name: '封禁' })).toHaveProperty('disabled', false));
    }
    expect(onSubmit).not.toHaveBeenCalled();
    writeReason('🐳'.repeat(500));
    press('封禁');
    expect(await screen.findByText(REFUSED)).toBeDefined();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  test('adds a reason that is given often to what is written', () => {
    render(
      <ReasonDialog
        title="不通过"
        confirm="确认"
        suggestions={['已离职']}
        onSubmit={refuse}
        onClose={() => undefined}
      />,
    );
    press('已离职');
    writeReason(`${reasonField().value}，请核对`);
    press('已离职');
    expect(reasonField().value).toBe('已离职，请核对；已离职');
  });
});

describe('a form in a dialog', () => {
  function openForm(onSubmit: () => Promise<unknown>) {
    const onClose = vi.fn<() => void>();
    render(
      <FormDialog title="改名" confirm="保存" onSubmit={onSubmit} onClose={onClose}>
        <input aria-label="名称" />
      </FormDialog>,
    );
    return onClose;
  }

  test('is submitted once however often it is pressed, and cannot be left meanwhile', async () => {
    let finish = () => undefined as unknown;
    const onSubmit = vi.fn<() => Promise<unknown>>(
      async () => new Promise((resolve) => (finish = () => resolve(undefined))),
    );
    const onClose = openForm(onSubmit);
    press('保存');
    fireEvent.submit(screen.getByRole('textbox'));
    expect(screen.getByRole('button', { name: '正在处理…' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: '取消' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: '关闭' })).toHaveProperty('disabled', true);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    finish();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  test('closes by Escape, by its way back and by its cross without submitting', () => {
    const onSubmit = vi.fn<() => Promise<unknown>>(refuse);
    const onClose = openForm(onSubmit);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    press('取消');
    press('关闭');
    expect(onClose).toHaveBeenCalledTimes(3);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('is submitted by Ctrl+Enter, and not by its opener’s form', async () => {
    const onSubmit = vi.fn<() => Promise<unknown>>(async () => undefined);
    const outer = vi.fn<() => void>();
    render(
      <form onSubmit={outer}>
        <FormDialog title="改名" confirm="保存" onSubmit={onSubmit} onClose={() => undefined}>
          <textarea />
        </FormDialog>
      </form>,
    );
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false));
    press('保存');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    expect(outer).not.toHaveBeenCalled();
  });

  test('stays open without a message where its content says what is next', async () => {
    const onClose = openForm(async () => false);
    press('保存');
    await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('gives the focus back after a refusal', async () => {
    openForm(refuse);
    const save = screen.getByRole('button', { name: '保存' });
    save.focus();
    press('保存');
    await screen.findByText(REFUSED);
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
});

describe('the dialog that asks before something is done', () => {
  test('has the focus on the way on, and on the way back where it cannot be undone', () => {
    const open = (isGrave: boolean) =>
      render(
        <ConfirmDialog title="删除？" confirm="删除" isGrave={isGrave} onSubmit={refuse} onClose={() => undefined} />,
      );
    open(false);
    expect(document.activeElement?.textContent).toBe('删除');
    cleanup();
    open(true);
    expect(document.activeElement?.textContent).toBe('取消');
  });
});
