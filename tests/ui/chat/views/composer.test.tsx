import { act, cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_PICTURE_BYTES } from '#schemas/api/uploads.ts';
import { Composer } from '#client/features/chat/composer/composer.tsx';
import { FakeDialog } from '#tests/support/chat/chat-dialog.ts';

const revoke = vi.fn<(address: string) => void>();
beforeEach(() => {
  localStorage.clear();
  revoke.mockClear();
  let opened = 0;
  // jsdom has neither.
  Object.assign(URL, { createObjectURL: () => `blob:picture-${(opened += 1)}`, revokeObjectURL: revoke });
});
afterEach(cleanup);

function open(change: (dialog: FakeDialog) => void = () => undefined) {
  const dialog = new FakeDialog([]);
  change(dialog);
  const { container } = render(<Composer dialog={dialog} tools={<button type="button">交换手机号</button>} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '消息内容' });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '发送' });
  return { dialog, container, field, button, user: userEvent.setup() };
}

const picture = (name = '照片.png', type = 'image/png', size = 3) => {
  const file = new File(['abc'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

describe('a text', () => {
  test('is asked for, and nothing but blanks cannot be sent', async () => {
    const { dialog, field, button, user } = open();
    expect(field.placeholder).toBe('请输入内容');
    expect(button.disabled).toBe(true);
    await user.type(field, '   {Enter}');
    expect(button.disabled).toBe(true);
    expect(dialog.calls).toEqual([]);
  });

  test('goes by Enter or by the button, and the field is empty and ready for the next', async () => {
    const { dialog, field, button, user } = open();
    await user.type(field, '您好{Enter}');
    await user.type(field, '在吗');
    await user.click(button);
    expect(dialog.calls).toEqual(['send 您好', 'send 在吗']);
    expect(field.value).toBe('');
    expect(document.activeElement).toBe(field);
  });

  test.each(['Shift', 'Control', 'Alt'])('goes on in a new line by %s and Enter', async (modifier) => {
    const { dialog, field, user } = open();
    await user.type(field, `一{${modifier}>}{Enter}{/${modifier}}二`);
    expect(field.value).toBe('一\n二');
    expect(dialog.calls).toEqual([]);
  });

  test('that was not sent is kept, and there again, each with its own person', () => {
    const { field, button } = open((dialog) => (dialog.draft = '写了一半'));
    expect(field.value).toBe('写了一半');
    expect(button.disabled).toBe(false);
    cleanup();
    const [one, other] = [new FakeDialog([], '1'), new FakeDialog([], '2')];
    runInAction(() => (other.draft = '给二的'));
    const { rerender } = render(<Composer dialog={one} tools={null} />);
    fireEvent.input(screen.getByRole('textbox'), { target: { value: '给一的' } });
    expect(one.draft).toBe('给一的');
    rerender(<Composer dialog={other} tools={null} />);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('给二的');
    rerender(<Composer dialog={one} tools={null} />);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('给一的');
  });

  test('is counted near its limit, in characters as people count them, and not sent beyond', () => {
    const { field, button } = open();
    fireEvent.input(field, { target: { value: '字'.repeat(1800) } });
    expect(screen.queryByText(/2000/)).toBeNull();
    fireEvent.input(field, { target: { value: '🎉'.repeat(2000) } });
    expect(screen.getByText('2000/2000')).toBeTruthy();
    expect(button.disabled).toBe(false);
    fireEvent.input(field, { target: { value: '🎉'.repeat(2003) } });
    expect(screen.getByText('2003/2000，超出 3 字')).toBeTruthy();
    expect(button.disabled).toBe(true);
  });

  test('says what the server has to say about it, until that is dismissed', async () => {
    const { dialog, user } = open();
    act(() => {
      runInAction(() => (dialog.tip = '建议使用交换功能'));
    });
    expect(screen.getByRole('alert').textContent).toContain('建议使用交换功能');
    await user.click(screen.getByRole('button', { name: '关闭提示' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('an input method', () => {
  /** A key as a browser reports it: with its code, whether it composes, and when it was. */
  function press(
    field: HTMLElement,
    change: { keyCode: number; isComposing: boolean; timeStamp: number; key?: string },
  ) {
    const { timeStamp, ...rest } = change;
    const event = createEvent.keyDown(field, { key: 'Enter', ...rest });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    fireEvent(field, event);
    return event;
  }
  function compose(field: HTMLTextAreaElement, name: 'Start' | 'End', timeStamp: number) {
    const event = createEvent[`composition${name}`](field, { data: '你好' });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    fireEvent(field, event);
  }
  function composing() {
    const opened = open();
    compose(opened.field, 'Start', 1000);
    fireEvent.input(opened.field, { target: { value: '你好' }, isComposing: true });
    return opened;
  }

  test('in the order of Chrome: the Enter comes while the word is composed, and sends nothing', () => {
    const { dialog, field } = composing();
    press(field, { keyCode: 229, isComposing: true, timeStamp: 2000 });
    compose(field, 'End', 2001);
    expect(dialog.calls).toEqual([]);
    press(field, { keyCode: 13, isComposing: false, timeStamp: 2400 });
    expect(dialog.calls).toEqual(['send 你好']);
  });

  test('in the order of Safari: the word ends first, the Enter has the code of the input method, and sends nothing', () => {
    const { dialog, field } = composing();
    compose(field, 'End', 2000);
    press(field, { keyCode: 229, isComposing: false, timeStamp: 2000.5 });
    expect(dialog.calls).toEqual([]);
    press(field, { keyCode: 13, isComposing: false, timeStamp: 2400 });
    expect(dialog.calls).toEqual(['send 你好']);
  });

  test('that lets a plain Enter follow at once sends nothing by it', () => {
    const { dialog, field } = composing();
    compose(field, 'End', 2000);
    press(field, { keyCode: 13, isComposing: false, timeStamp: 2010 });
    expect(dialog.calls).toEqual([]);
  });

  test('keeps the Escape by which a word is given up from closing what is around', () => {
    const closed = vi.fn<() => void>();
    const dialog = new FakeDialog([]);
    render(
      <div role="presentation" onKeyDown={closed}>
        <Composer dialog={dialog} tools={null} />
      </div>,
    );
    const field = screen.getByRole<HTMLTextAreaElement>('textbox');
    press(field, { key: 'Escape', keyCode: 229, isComposing: true, timeStamp: 1 });
    expect(closed).not.toHaveBeenCalled();
    press(field, { key: 'Escape', keyCode: 27, isComposing: false, timeStamp: 900 });
    expect(closed).toHaveBeenCalledOnce();
  });
});

describe('emoji', () => {
  test('are picked by keyboard alone, go where the caret is, and Escape leads back to the text', async () => {
    const { field, button, dialog, user } = open();
    await user.type(field, '好的！');
    field.setSelectionRange(2, 2);
    await user.click(screen.getByRole('button', { name: '表情' }));
    const grid = await screen.findByRole('grid', { name: '表情' });
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('笑脸'));
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowLeft}{ArrowLeft} ');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('微笑');
    await user.keyboard('{End}');
    await user.keyboard(' ');
    expect(field.value).toBe('好的😊😊！');
    await user.keyboard('{Escape}');
    expect(grid.isConnected).toBe(false);
    expect(document.activeElement).toBe(field);
    expect(field.selectionStart).toBe('好的😊😊'.length);
    expect(button.disabled).toBe(false);
    expect(dialog.draft).toBe('好的😊😊！');
  });

  test('picked by a click are followed by what is typed: Enter sends, and picks no emoji again', async () => {
    const { dialog, user } = open();
    await user.click(screen.getByRole('button', { name: '表情' }));
    await screen.findByRole('grid', { name: '表情' });
    await user.click(screen.getByRole('gridcell', { name: '赞' }));
    await user.keyboard('{Enter}');
    expect(dialog.calls).toEqual(['send 👍']);
  });

  test('picked by Enter lead back to the text, where Enter sends', async () => {
    const { dialog, user } = open();
    await user.click(screen.getByRole('button', { name: '表情' }));
    await screen.findByRole('grid', { name: '表情' });
    await user.keyboard('{ArrowRight}{Enter}{Enter}');
    expect(dialog.calls).toEqual([expect.stringMatching(/^send .{1,2}$/u)]);
  });

  test('used last come first the next time; a press elsewhere closes them', async () => {
    const { user } = open();
    const button = screen.getByRole('button', { name: '表情' });
    await user.click(button);
    await screen.findByRole('grid', { name: '表情' });
    expect(screen.queryByRole('rowgroup', { name: '最近使用' })).toBeNull();
    await user.click(screen.getByRole('gridcell', { name: '赞' }));
    await user.click(screen.getByRole('gridcell', { name: '火箭' }));
    await user.click(button);
    await user.click(button);
    const recent = within(screen.getByRole('rowgroup', { name: '最近使用' })).getAllByRole('gridcell');
    expect(recent.map((cell) => cell.getAttribute('aria-label'))).toEqual(['火箭', '赞']);
    await user.click(document.body);
    expect(screen.queryByRole('grid')).toBeNull();
  });

  test('are all there where the browser keeps nothing, or something else is in its place', async () => {
    localStorage.setItem('jingtu.chat.emoji', '{"no":"list"');
    const { user } = open();
    await user.click(screen.getByRole('button', { name: '表情' }));
    expect((await screen.findAllByRole('gridcell')).length).toBeGreaterThan(95);
  });
});

describe('a picture', () => {
  const choose = (file: File) => fireEvent.change(screen.getByLabelText('选择图片'), { target: { files: [file] } });

  test('is looked at first, can be removed, and goes with the next send, before the words', async () => {
    const { dialog, field, button, user } = open();
    choose(picture('一.png'));
    choose(picture('<img src=x onerror=alert(1)>.png'));
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
      '一.png',
      '<img src=x onerror=alert(1)>.png',
    ]);
    expect(dialog.pictures).toEqual([]);
    await user.click(screen.getByRole('button', { name: '移除 <img src=x onerror=alert(1)>.png' }));
    expect(button.disabled).toBe(false);
    await user.type(field, '看图{Enter}');
    expect(dialog.pictures.map(({ name }) => name)).toEqual(['一.png']);
    expect(dialog.calls).toEqual(['send 看图']);
    expect(screen.queryByRole('list', { name: '待发送的图片' })).toBeNull();
    expect(revoke.mock.calls).toEqual([['blob:picture-2'], ['blob:picture-1']]);
  });

  test('comes by the clipboard and by a drag as well', () => {
    const { field, container } = open();
    fireEvent.paste(field, { clipboardData: { files: [picture('贴.png')] } });
    fireEvent.drop(container.querySelector('.composer') as Element, { dataTransfer: { files: [picture('拖.png')] } });
    expect(screen.getAllByRole('img')).toHaveLength(2);
    // Text that is pasted is the browser's business.
    expect(fireEvent.paste(field, { clipboardData: { files: [] } })).toBe(true);
  });

  test.each([
    ['上传格式错误！', picture('a.pdf', 'application/pdf')],
    ['上传格式不正确', picture('a.svg', 'image/svg+xml')],
    ['上传大小超出限制！', picture('a.png', 'image/png', MAX_PICTURE_BYTES + 1)],
  ])('that cannot be sent is refused in words: %s', (words, file) => {
    open();
    choose(file);
    expect(screen.getByRole('alert').textContent).toContain(words);
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('of more than nine at once is left out', () => {
    open();
    fireEvent.change(screen.getByLabelText('选择图片'), {
      target: { files: Array.from({ length: 11 }, (_, place) => picture(`${place}.png`)) },
    });
    expect(screen.getAllByRole('img')).toHaveLength(9);
    expect(screen.getByRole('alert').textContent).toContain('一次最多发送 9 张图片');
  });
});
