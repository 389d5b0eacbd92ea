import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saveOptionSet } from '#schemas/api/metadata.ts';
import { countOptionUsage, readSavedOptionSet } from '#schemas/api/metadata-editing.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { OptionSetPage } from '#client/features/metadata/options/option-set-page.tsx';
import { OptionSetStore } from '#client/features/metadata/options/option-set-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

const AT = '2026-11-21T04:00:00.000Z';

/** A server that keeps one option set. */
class FakeSets {
  version = 1;
  set: OptionSet = {
    name: 'mood',
    label: '心情',
    kind: 'list',
    options: [
      { value: 'glad', label: '高兴' },
      { value: 'sad', label: '难过' },
    ],
  };
  readonly api = new FakeApi();

  constructor() {
    this.api
      .on(readSavedOptionSet, () => ({
        version: this.version,
        author: '7',
        authorName: '王敏',
        at: AT,
        definition: this.set,
      }))
      .on(countOptionUsage, () => [
        { value: 'glad', objectApiName: 'A', objectLabel: '企业', field: 'mood', fieldLabel: '心情', count: 1234 },
      ])
      .on(saveOptionSet, ({ body }) => {
        if (body.baseVersion !== this.version) {
          const changes = ['修改选项“难过”'];
          throw refusal('CONFLICT', { version: this.version, author: '7', authorName: '王敏', at: AT, changes });
        }
        this.keep(body.optionSet as OptionSet);
        return { ...this.set, version: this.version };
      });
  }

  keep(set: OptionSet): void {
    this.version += 1;
    this.set = set;
  }
}

let server: FakeSets;
let store: OptionSetStore;
beforeEach(async () => {
  openScreen();
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { value: 800, configurable: true });
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { value: 1200, configurable: true });
  server = new FakeSets();
  store = new OptionSetStore(server.api, 'mood');
  const routes = [
    { path: '/', element: <OptionSetPage store={store} /> },
    { path: '/elsewhere', element: <p>别处</p> },
  ];
  const router = createMemoryRouter(routes);
  render(<RouterProvider router={router} />);
  leave = () => router.navigate('/elsewhere');
  await screen.findByLabelText('名称：高兴');
});
let leave: () => Promise<void>;
afterEach(cleanup);

const saved = () => server.set.options.map(({ value, label, retired }) => [value, label, retired === true]);
const save = () => userEvent.click(screen.getByRole('button', { name: '保存' }));

describe('the options of a set', () => {
  test('are typed into, added, retired and saved, and the version goes on', async () => {
    expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', true);
    const glad = screen.getByLabelText('名称：高兴');
    await userEvent.clear(glad);
    await userEvent.type(glad, '开心{Enter}');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4));
    await userEvent.type(screen.getByLabelText('名称：未命名选项'), '平静');
    await userEvent.click(screen.getByRole('button', { name: '停用：难过' }));
    await save();
    await waitFor(() => expect(server.version).toBe(2));
    expect(saved()).toEqual([
      ['glad', '开心', false],
      ['平静', '平静', false],
      ['sad', '难过', true],
    ]);
    await waitFor(() => expect(store.isDirty).toBe(false));
  });

  test('say how many records use them, and where', async () => {
    const count = await screen.findByText('1,234');
    expect(count.title).toBe('企业·心情 1,234');
  });

  test('are moved by keyboard, and every step is undone and redone by it', async () => {
    const glad = screen.getByLabelText('名称：高兴');
    fireEvent.keyDown(glad, { key: 'ArrowDown', altKey: true });
    const labels = () => store.draft?.rows.map((row) => row.option.label);
    expect(labels()).toEqual(['难过', '高兴']);
    fireEvent.keyDown(glad, { key: 'z', ctrlKey: true });
    expect(labels()).toEqual(['高兴', '难过']);
    fireEvent.keyDown(glad, { key: 'y', ctrlKey: true });
    expect(labels()).toEqual(['难过', '高兴']);
  });

  test('come from many pasted lines at once', async () => {
    const clipboardData = { getData: () => '平静\tcalm\t安静\n高兴' };
    fireEvent.paste(screen.getByLabelText('名称：高兴'), { clipboardData });
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('将新增 1 项');
    expect(within(dialog).getByText('已存在，跳过：高兴')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: '加入' }));
    expect(store.draft?.optionSet.options.at(-1)).toEqual({ value: 'calm', label: '平静', aliases: ['安静'] });
  });

  test('cannot be saved while something is wrong with them', async () => {
    await userEvent.clear(screen.getByLabelText('名称：高兴'));
    expect(await screen.findByText('有 1 处需要修改')).toBeTruthy();
    expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', true);
  });
});

describe('when another user saved first', () => {
  const others: OptionSet['options'] = [
    { value: 'glad', label: '高兴' },
    { value: 'sad', label: '悲伤' },
  ];

  test('the save is refused, who and what is shown, and my changes go on top of theirs', async () => {
    await userEvent.type(screen.getByLabelText('名称：高兴'), '了');
    server.keep({ ...server.set, options: others });
    await save();
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('王敏于');
    expect(dialog.textContent).toContain('修改选项“难过”');
    await userEvent.click(within(dialog).getByRole('button', { name: '并入我的修改' }));
    await screen.findByText(/已并入王敏保存的版本 2/);
    await save();
    await waitFor(() => expect(server.version).toBe(3));
    expect(saved()).toEqual([
      ['glad', '高兴了', false],
      ['sad', '悲伤', false],
    ]);
  });

  test('what both changed differently is asked, and the answer becomes the draft', async () => {
    await userEvent.type(screen.getByLabelText('名称：高兴'), '了');
    server.keep({ ...server.set, options: [{ value: 'glad', label: '欢喜' }, ...others.slice(1)] });
    await save();
    await userEvent.click(await screen.findByRole('button', { name: '并入我的修改' }));
    const question = await screen.findByRole('group', { name: /选项“高兴了”的名称/ });
    expect(question.textContent).toContain('原为：高兴');
    expect(screen.getByRole('button', { name: '还有 1 处未选择' })).toHaveProperty('disabled', true);
    await userEvent.click(within(question).getByRole('radio', { name: '对方的欢喜' }));
    await userEvent.click(screen.getByRole('button', { name: '合并' }));
    await screen.findByText(/已并入王敏保存的版本 2/);
    expect(screen.getByLabelText('名称：欢喜')).toBeTruthy();
  });

  test('a clean screen shows it, a screen being edited is informed and loses nothing', async () => {
    server.keep({ ...server.set, options: others });
    store.receive({ type: 'options.changed', name: 'mood' });
    await screen.findByLabelText('名称：悲伤');
    await userEvent.type(screen.getByLabelText('名称：高兴'), '了');
    server.keep({ ...server.set, label: '心境' });
    store.receive({ type: 'options.changed', name: 'mood' });
    await screen.findByText('他人刚刚保存了新版本。');
    expect(screen.getByLabelText('名称：高兴了')).toBeTruthy();
  });
});

test('unsaved changes are asked about before the page is left', async () => {
  await userEvent.type(screen.getByLabelText('名称：高兴'), '了');
  void leave();
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: '继续编辑' }));
  expect(screen.getByLabelText('名称：高兴了')).toBeTruthy();
  void leave();
  await userEvent.click(await screen.findByRole('button', { name: '放弃修改并离开' }));
  await screen.findByText('别处');
});
