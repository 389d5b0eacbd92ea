import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addToKeptList,
  createKeptList,
  type KeptList,
  listKeptLists,
  listShares,
  type ListShare,
  removeKeptList,
  resolveListNames,
  restoreKeptList,
  shareKeptList,
  takeFromKeptList,
  unshareKeptList,
} from '#schemas/api/kept-lists.ts';
import { KeepDialog } from '#client/features/kept-lists/keep-dialog.tsx';
import { KeptListsPage } from '#client/features/kept-lists/kept-lists-page.tsx';
import { KeptListsStore } from '#client/features/kept-lists/kept-lists-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const LIST: KeptList = {
  id: '5',
  objectApiName: 'InsightCompany',
  objectLabel: '企业',
  route: '/data/InsightCompany',
  name: '硬科技早期',
  role: 'owner',
  ownerName: '示例投资人',
  count: 2,
  shares: 0,
  holds: false,
  isStarred: false,
  updatedAt: '2026-11-20T02:00:00.000Z',
  version: 1,
};
const SHARED: KeptList = { ...LIST, id: '6', name: '同事的清单', role: 'view', ownerName: '示例同事' };

interface Word {
  readonly words: string;
  readonly isFailure?: boolean;
  readonly onUndo?: (() => void) | undefined;
}

/** Lists on a server, and what was said. */
function world(kept: readonly KeptList[] = [LIST, SHARED]) {
  let lists = [...kept];
  let shares: ListShare[] = [];
  const said: Word[] = [];
  const api = new FakeApi()
    .on(listKeptLists, () => lists)
    .on(createKeptList, ({ body }) => {
      const made = { ...LIST, ...body, id: '9', count: 0 };
      lists = [made, ...lists];
      return made;
    })
    .on(addToKeptList, ({ body: { ids } }) => ({
      added: ids.slice(0, 1),
      present: ids.length - 1,
      unknown: 0,
      list: LIST,
    }))
    .on(takeFromKeptList, ({ body: { ids } }) => ({ taken: [...ids], list: LIST }))
    .on(removeKeptList, ({ params }) => {
      lists = lists.filter(({ id }) => id !== params.id);
      return null;
    })
    .on(restoreKeptList, () => {
      lists = [LIST, ...lists];
      return LIST;
    })
    .on(listShares, () => shares)
    .on(shareKeptList, ({ body }) => (shares = [{ accountId: '7', name: body.account, role: body.role }]))
    .on(unshareKeptList, () => null)
    .on(resolveListNames, ({ body: { names } }) =>
      names.map((text) => ({
        text,
        how: text === '海马' ? ('choose' as const) : text === '无此公司' ? ('none' as const) : ('name' as const),
        candidates:
          text === '无此公司'
            ? []
            : text === '海马'
              ? [
                  { id: '11', name: '海马机器人' },
                  { id: '12', name: '海马医疗', matched: '海马' },
                ]
              : [{ id: '10', name: text }],
      })),
    );
  const store = new KeptListsStore(api, (words, more = {}) => said.push({ words, ...more }));
  return { api, store, said, user: userEvent.setup() };
}

const OBJECTS = [{ apiName: 'InsightCompany', label: '企业' }];

function openPage(kept?: readonly KeptList[]) {
  const made = world(kept);
  render(<KeptListsPage store={made.store} objects={OBJECTS} me="1" pathOf={({ id }) => `/data/x?f=${id}`} />);
  return made;
}

describe('the page of lists', () => {
  test('leads to the list of the records, and offers what the user may do with each', async () => {
    openPage();
    const link = await screen.findByRole('link', { name: '硬科技早期' });
    expect(link.getAttribute('href')).toBe('#/data/x?f=5');
    expect(screen.getByRole('button', { name: '共享：硬科技早期' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: '删除：同事的清单' })).toBeNull();
    expect(screen.getByText('2 条 · 示例同事共享给您，可查看')).toBeTruthy();
  });

  test('takes the removal of a list back', async () => {
    const { user, said } = openPage([LIST]);
    await user.click(await screen.findByRole('button', { name: '删除：硬科技早期' }));
    expect(await screen.findByText('还没有清单')).toBeTruthy();
    expect(said.at(-1)?.words).toBe('已删除清单“硬科技早期”');
    said.at(-1)?.onUndo?.();
    expect(await screen.findByRole('link', { name: '硬科技早期' })).toBeTruthy();
  });

  test('says why a list was not removed', async () => {
    const { user, said, api } = openPage([LIST]);
    api.on(removeKeptList, () => {
      throw refusal('CONFLICT');
    });
    await user.click(await screen.findByRole('button', { name: '删除：硬科技早期' }));
    expect(said.at(-1)).toMatchObject({ isFailure: true });
  });

  test('puts on a list what pasted names mean, after the user chose among those that are alike', async () => {
    const { user, api, said } = openPage([LIST]);
    await user.click(await screen.findByRole('button', { name: '按名称加入：硬科技早期' }));
    await user.click(screen.getByRole('textbox', { name: '企业名称，每行一个' }));
    await user.paste('赤松医疗\n海马\n无此公司\n赤松医疗');
    expect(screen.getByText(/共 3 个名称/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '查找' }));
    expect(await screen.findByText('找到 1 个，需选择 1 个，未找到 1 个')).toBeTruthy();
    expect(screen.getByText('未找到：无此公司')).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: /“海马”是指/u }));
    await user.click(await screen.findByRole('option', { name: '海马医疗（海马）' }));
    await user.click(screen.getByRole('button', { name: '加入 2 条' }));
    expect(api.callsOf(addToKeptList)).toEqual([{ ids: ['10', '12'] }]);
    expect(said.at(-1)?.words).toBe('已将 1 条加入“硬科技早期”，1 条原已在清单中');
  });

  test('is shared with an account, and no longer', async () => {
    const { user, api } = openPage([LIST]);
    await user.click(await screen.findByRole('button', { name: '共享：硬科技早期' }));
    await user.type(screen.getByRole('textbox', { name: '对方的账号名' }), 'colleague');
    await user.click(screen.getByRole('button', { name: '共享' }));
    await user.click(await screen.findByRole('button', { name: '取消对colleague的共享' }));
    expect(api.callsOf(shareKeptList)).toEqual([{ account: 'colleague', role: 'view' }]);
    expect(api.callsOf(unshareKeptList)).toEqual([{ accountId: '7' }]);
  });

  test('lets a user leave a list of another', async () => {
    const { user, api, said } = openPage([SHARED]);
    await user.click(await screen.findByRole('button', { name: '退出：同事的清单' }));
    expect(api.callsOf(unshareKeptList)).toEqual([{ accountId: '1' }]);
    expect(said.at(-1)?.words).toBe('已退出清单“同事的清单”');
  });
});

describe('the question on which list records are put', () => {
  const ask = async (kept?: readonly KeptList[]) => {
    const made = world(kept);
    made.store.ask('InsightCompany', ['10', '11']);
    const keeping = made.store.keeping;
    if (!keeping) throw new Error('nothing is asked');
    render(<KeepDialog store={made.store} keeping={keeping} />);
    await screen.findByRole('dialog');
    return made;
  };

  test('offers the lists that the user may change, and takes the records off again', async () => {
    const { user, api, said } = await ask();
    const lists = await screen.findByRole('list', { name: '我的清单' });
    expect(within(lists).queryByRole('button', { name: /同事的清单/u })).toBeNull();
    await user.click(within(lists).getByRole('button', { name: /硬科技早期/u }));
    await user.click(screen.getByRole('button', { name: '加入' }));
    expect(api.callsOf(addToKeptList)).toEqual([{ ids: ['10', '11'] }]);
    said.at(-1)?.onUndo?.();
    expect(api.callsOf(takeFromKeptList)).toEqual([{ ids: ['10'] }]);
  });

  test('begins a list by its name, and asks for one', async () => {
    const { user, api } = await ask([]);
    expect(await screen.findByText('还没有清单，起个名称即可新建。')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '加入' }));
    expect(await screen.findByText('请选择清单，或填写新清单的名称')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: '新清单名称' }), '新的{Enter}');
    expect(api.callsOf(createKeptList)).toEqual([{ objectApiName: 'InsightCompany', name: '新的' }]);
    expect(api.callsOf(addToKeptList)).toHaveLength(1);
  });
});
