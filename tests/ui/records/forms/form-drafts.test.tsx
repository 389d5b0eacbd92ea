// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FILLED, FINANCING } from './financing.ts';
import {
  button,
  control,
  filledServer,
  hasControl,
  MemoryStorage,
  nameControl,
  openForm,
  saveButton,
  type,
} from './open-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('nothing typed is lost', () => {
  test('a draft comes back with a notice and can be dropped', async () => {
    const storage = new MemoryStorage();
    const first = await openForm({ id: '9', server: filledServer(), storage });
    type(nameControl(), '写到一半');
    first.view.unmount();
    await openForm({ id: '9', server: filledServer(), storage });
    expect(screen.getByText(/已恢复 .* 未保存的草稿/)).toBeDefined();
    expect(nameControl().value).toBe('写到一半');
    fireEvent.click(button('丢弃草稿'));
    expect(nameControl().value).toBe(FILLED['name']);
    expect(storage.entries.size).toBe(0);
  });

  test('a saved form leaves no draft behind', async () => {
    const storage = new MemoryStorage();
    const { view } = await openForm({ id: '9', server: filledServer(), storage });
    type(nameControl(), '已保存的');
    fireEvent.click(saveButton());
    await screen.findByText('保存成功');
    view.unmount();
    expect(storage.entries.size).toBe(0);
  });

  test('a browser that keeps no draft says so', async () => {
    const storage = new MemoryStorage();
    storage.full = true;
    await openForm({ id: '9', server: filledServer(), storage });
    type(nameControl(), '没处存');
    expect(await screen.findByText('本机无法保存草稿，请及时保存')).toBeDefined();
  });

  test('leaving with unsaved changes asks; staying keeps them, dropping them leaves', async () => {
    const { router, storage } = await openForm({ id: '9', server: filledServer() });
    type(nameControl(), '还没保存');
    await act(() => router.navigate('/home'));
    fireEvent.click(await screen.findByText('继续填写', { selector: 'button' }));
    expect(nameControl().value).toBe('还没保存');
    await act(() => router.navigate('/home'));
    fireEvent.click(await screen.findByText('放弃修改并离开', { selector: 'button' }));
    expect(await screen.findByText('首页')).toBeDefined();
    expect(storage.entries.size).toBe(0);
  });

  test('when a user saved in between, their other changes come in and the same field is asked about', async () => {
    const server = filledServer();
    await openForm({ id: '9', server });
    type(nameControl(), '我的名字');
    server.version = 5;
    server.record = { ...server.record, name: '他人的名字', website: 'https://theirs.example' };
    fireEvent.click(saveButton());
    const dialog =
      (await screen.findByText('记录已被他人修改')).closest<HTMLElement>('[role="dialog"]') ?? document.body;
    expect(within(dialog).getByText('我的名字')).toBeDefined();
    expect(within(dialog).getByText('他人的名字')).toBeDefined();
    fireEvent.click(button('确定'));
    await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    expect(nameControl().value).toBe('我的名字');
    expect(control('官网').value).toBe('https://theirs.example');
    fireEvent.click(saveButton());
    await screen.findByText('保存成功');
    expect(server.writes.at(-1)?.body).toEqual({ version: 5, values: { name: '我的名字' } });
  });

  test('a clash answered with the latest takes theirs', async () => {
    const server = filledServer();
    await openForm({ id: '9', server });
    type(nameControl(), '我的名字');
    server.version = 2;
    server.record = { ...server.record, name: '他人的名字' };
    fireEvent.click(saveButton());
    fireEvent.click(await screen.findByText('全部采用最新', { selector: 'button' }));
    fireEvent.click(button('确定'));
    await waitFor(() => expect(nameControl().value).toBe('他人的名字'));
  });

  test('a field added while the form is open appears, and what was typed stays', async () => {
    const { publish } = await openForm({ id: '9', server: filledServer() });
    type(nameControl(), '写到一半');
    const [first, ...rest] = FINANCING.layouts.form.sections;
    act(() =>
      publish({
        ...FINANCING,
        version: 4,
        fields: [
          ...FINANCING.fields.filter((field) => field.apiName !== 'website'),
          { apiName: 'slogan', type: 'text', label: '口号' },
        ],
        layouts: {
          ...FINANCING.layouts,
          form: { sections: [{ ...first, label: '基本信息', fields: ['slogan', 'name'] }, ...rest] },
        },
      }),
    );
    expect(hasControl('口号')).toBe(true);
    expect(nameControl().value).toBe('写到一半');
    expect(hasControl('官网')).toBe(false);
    expect(screen.getByText(/表单字段刚刚更新/)).toBeDefined();
  });
});
