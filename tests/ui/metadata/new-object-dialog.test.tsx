import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listSavedObjects } from '#schemas/api/metadata-editing.ts';
import { type KeptDrafts, keptDrafts } from '#client/features/metadata/draft/kept-drafts.ts';
import { NewObjectDialog } from '#client/features/metadata/editor/new-object-dialog.tsx';
import { ObjectListStore } from '#client/features/metadata/editor/object-list-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';

const SAVED = {
  apiName: 'JiuZhuang',
  label: '酒庄',
  route: '/data/chateau',
  list: 'member' as const,
  detail: 'svip' as const,
  fields: 1,
  removedFields: 0,
  rules: 0,
  records: 0,
  hasUpdate: false,
  version: 1,
  author: '7',
  authorName: '王敏',
  at: '2026-11-21T04:00:00.000Z',
};
const user = userEvent.setup({ delay: null });
const begun = vi.fn<(apiName: string) => void>();

let drafts: KeptDrafts;
let store: ObjectListStore;
beforeEach(async () => {
  localStorage.clear();
  begun.mockReset();
  drafts = keptDrafts(localStorage, () => '7');
  store = new ObjectListStore(
    new FakeApi().on(listSavedObjects, () => [SAVED]),
    drafts,
    () => 1,
  );
  await store.load();
  render(<NewObjectDialog store={store} onClose={() => undefined} onBegun={begun} />);
});
afterEach(cleanup);

const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string | RegExp, value: string) => fireEvent.change(box(name), { target: { value } });
const next = () => user.click(screen.getByRole('button', { name: '下一步' }));

describe('A new object', () => {
  test('is asked its name first, by which its id and its address are proposed', async () => {
    expect(document.activeElement).toBe(box(/名称/));
    type(/名称/, '葡萄酒');
    await waitFor(() => expect(box(/对象标识/).value).toBe('PuTaoJiu'));
    expect(box(/列表地址/).value).toBe('/data/PuTaoJiu');
  });

  test('is proposed an id that no other object has', async () => {
    type(/名称/, '酒庄');
    await waitFor(() => expect(box(/对象标识/).value).toBe('JiuZhuang2'));
  });

  test('keeps the id and the address that the user gave when the name changes', async () => {
    type(/对象标识/, 'Wine');
    type(/列表地址/, '/data/wines');
    type(/名称/, '葡萄酒');
    await waitFor(() => expect(box(/名称/).value).toBe('葡萄酒'));
    expect(box(/对象标识/).value).toBe('Wine');
    expect(box(/列表地址/).value).toBe('/data/wines');
  });

  test('begins with its address and its audience, and staff alone write it', async () => {
    type(/名称/, 'Wine list');
    await waitFor(() => expect(box(/对象标识/).value).toBe('WineList'));
    await user.click(screen.getByRole('combobox', { name: '谁可以查看' }));
    await user.click(screen.getByRole('option', { name: '登录用户' }));
    await next();
    expect(begun).toHaveBeenCalledWith('WineList');
    expect(drafts.read('WineList')?.current).toMatchObject({
      label: 'Wine list',
      route: '/data/WineList',
      access: { list: 'member', detail: 'member', create: 'staff', edit: 'staff' },
    });
  });

  test.each([
    [/列表地址/, '/home', /其他地址属于产品自己的页面/],
    [/列表地址/, '/data/Chateau', /已用于对象“酒庄”/],
    [/列表地址/, '/data/', /每一段应为/],
    [/对象标识/, 'wine', /以大写字母开头/],
    [/对象标识/, 'JIUZHUANG', /与对象“酒庄”重复/],
  ])('%s: %s is refused in words while it is typed', async (name, value, words) => {
    type(/名称/, '葡萄酒');
    await waitFor(() => expect(box(/对象标识/).value).toBe('PuTaoJiu'));
    type(name, value);
    expect(screen.getByRole('alert').textContent).toMatch(words);
    await next();
    expect(begun).not.toHaveBeenCalled();
  });

  test('without an address says that it is in no menu', () => {
    type(/对象标识/, 'Wine');
    type(/列表地址/, '');
    expect(screen.getByText(/没有列表页：导航中没有它/)).toBeTruthy();
  });

  test('does not take the place of a draft: the draft is offered', async () => {
    drafts.keep('Wine', { current: { fields: [] } as never, savedAt: 1 });
    type(/名称/, '葡萄酒');
    type(/对象标识/, 'Wine');
    expect(screen.getByRole('link', { name: '继续编辑草稿' }).getAttribute('href')).toBe('#/staff/metadata/Wine');
    await next();
    expect(begun).not.toHaveBeenCalled();
  });
});
