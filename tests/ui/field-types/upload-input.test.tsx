// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, FileValue } from '#schemas/metadata/value.ts';
import { theme } from '#client/app/shell/theme.ts';
import { fileRefusal } from '#client/features/uploads/file-check.ts';
import { ImageCell } from '#client/ui/field-types/cells/file-cell.tsx';
import type { Upload } from '#client/ui/field-types/field-type-ui.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';

afterEach(cleanup);

const CARD: FieldDefinition = {
  apiName: 'card',
  type: 'image',
  label: '名片',
  config: { accept: 'image/png,image/jpeg', maxSize: 5 * 1024 * 1024, private: true },
};
const DECK: FieldDefinition = { apiName: 'bp', type: 'file', label: '商业计划书', config: { accept: '.pdf,.pptx' } };
const kept = (name: string): FileValue => ({ url: `/files/private/${'a'.repeat(32)}`, name, size: 9 });
const png = (name = '名片.png', bytes = 9) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });

/** Uploads that are under way; a test ends them as it likes. */
let running: {
  file: File;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  done: (value: FileValue) => void;
  fail: (message: string) => void;
}[] = [];
beforeEach(() => {
  running = [];
});
const upload: Upload = (file, { field, signal, onProgress }) => {
  const refusal = fileRefusal(field, file);
  if (refusal !== undefined) return Promise.reject(new Error(refusal));
  return new Promise((resolve, reject) =>
    running.push({ file, signal, onProgress, done: resolve, fail: (message) => reject(new Error(message)) }),
  );
};

function Held({ field, start, heard }: { field: FieldDefinition; start: FieldValue; heard: FieldValue[] }) {
  const [value, setValue] = useState(start);
  const { Input } = editorsOf(field);
  const lookups = { options: () => [], searchRecords: async () => [], upload };
  return (
    <Input
      id="it"
      field={field}
      value={value}
      onChange={(next) => {
        heard.push(next);
        setValue(next);
      }}
      onBlur={() => undefined}
      required
      lookups={lookups}
      describedBy="it-note"
    />
  );
}
function hold(field: FieldDefinition, start?: FieldValue) {
  const heard: FieldValue[] = [];
  const shown = render(
    <ThemeProvider theme={theme}>
      <Held field={field} start={start} heard={heard} />
    </ThemeProvider>,
  );
  const box = shown.container.querySelector('.upload-box') as HTMLElement;
  const chooser = shown.container.querySelector('input[type=file]') as HTMLInputElement;
  return { heard, box, chooser, ...shown };
}
const choose = (chooser: HTMLInputElement, file: File) => fireEvent.change(chooser, { target: { files: [file] } });
const button = (name: string) => screen.getByRole('button', { name });
const ended = (end: () => void) => act(async () => end());

describe('an image field that uploads', () => {
  test('sends what is chosen and hands on where it is, with a preview and ways to replace and remove it', async () => {
    const { heard, chooser, container } = hold(CARD);
    expect(chooser.accept).toBe('image/png,image/jpeg');
    expect(screen.getByText('可拖放或粘贴到此处；PNG、JPEG，不超过 5 MB')).toBeTruthy();
    choose(chooser, png());
    await ended(() => running[0]?.done(kept('名片.png')));
    expect(heard).toEqual([kept('名片.png')]);
    expect(container.querySelector('img')?.getAttribute('src')).toBe(kept('').url);
    expect(button('更换图片')).toBeTruthy();
    fireEvent.click(button('移除名片'));
    expect(heard.at(-1)).toBeUndefined();
    expect(button('上传图片')).toBeTruthy();
  });

  test('takes what is dropped and what is pasted', async () => {
    const { heard, box } = hold(CARD);
    fireEvent.dragOver(box);
    expect(box.hasAttribute('data-over')).toBe(true);
    fireEvent.drop(box, { dataTransfer: { files: [png('拖.png')] } });
    expect(box.hasAttribute('data-over')).toBe(false);
    await ended(() => running[0]?.done(kept('拖.png')));
    fireEvent.paste(box, { clipboardData: { files: [png('贴.png')] } });
    await ended(() => running[1]?.done(kept('贴.png')));
    expect(heard).toEqual([kept('拖.png'), kept('贴.png')]);
  });

  test('shows how far it has gone, and gives it up when asked', async () => {
    const { heard, chooser } = hold(CARD);
    choose(chooser, png());
    await ended(() => running[0]?.onProgress(0.42));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42');
    fireEvent.click(button('取消上传'));
    expect(running[0]?.signal.aborted).toBe(true);
    expect(screen.getByRole('alert').textContent).toBe('已取消上传');
    await ended(() => running[0]?.done(kept('late')));
    expect(heard).toEqual([]);
  });

  test('keeps the last of two, and none that outlives its form', async () => {
    const { heard, chooser, unmount } = hold(CARD);
    choose(chooser, png('一.png'));
    choose(chooser, png('二.png'));
    expect(running[0]?.signal.aborted).toBe(true);
    await ended(() => {
      running[1]?.done(kept('二.png'));
      running[0]?.done(kept('一.png'));
    });
    expect(heard).toEqual([kept('二.png')]);
    choose(chooser, png('三.png'));
    unmount();
    expect(running[2]?.signal.aborted).toBe(true);
  });

  test('says what is wrong in the words of the product, and sends nothing', async () => {
    const { chooser, heard } = hold(CARD);
    const wrong: [File, string][] = [
      [new File(['x'], 'a.pdf', { type: 'application/pdf' }), '上传格式错误！'],
      [new File(['x'], 'a.gif', { type: 'image/gif' }), '上传格式不正确'],
      [png('a.png', 5 * 1024 * 1024 + 1), '上传大小超出限制！'],
    ];
    for (const [file, words] of wrong) {
      await act(async () => void choose(chooser, file));
      expect(screen.getByRole('alert').textContent).toBe(words);
    }
    expect([running, heard]).toEqual([[], []]);
    choose(chooser, png());
    expect(screen.queryByRole('alert')).toBeNull();
    await ended(() => running[0]?.fail('上传大小超出限制！'));
    expect(screen.getByRole('alert').textContent).toBe('上传大小超出限制！');
  });

  test('is reached by its id, and takes no address where it is private', () => {
    hold(CARD);
    const main = document.getElementById('it') as HTMLButtonElement;
    expect(main.getAttribute('aria-describedby')).toBe('it-note');
    expect(main.type).toBe('button');
    expect(screen.queryByRole('button', { name: '填写地址' })).toBeNull();
  });
});

describe('a file field that uploads', () => {
  test('takes what its metadata accepts, by type or by ending', async () => {
    const { chooser } = hold(DECK);
    choose(chooser, new File(['x'], '计划书.PPTX'));
    expect(running).toHaveLength(1);
    await act(async () => void choose(chooser, new File(['x'], '计划书.docx')));
    expect(screen.getByRole('alert').textContent).toBe('上传格式不正确');
  });

  test('is never an address that a user types, of public data neither', () => {
    hold(DECK);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: '填写地址' })).toBeNull();
  });

  test('shows a picture on another host as a link and does not load it', () => {
    const value = { url: 'https://logos.example.com/a.png', name: 'a.png' };
    render(<ImageCell field={CARD} value={value} options={{ label: (_, each) => each, path: () => [] }} />);
    expect(document.querySelector('img')).toBeNull();
    const link = screen.getByRole('link', { name: '外部图片' });
    expect(link.getAttribute('href')).toBe(value.url);
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });
});
