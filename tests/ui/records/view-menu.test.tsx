import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { observer } from 'mobx-react-lite';
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listDefaultViews, type SavedView } from '#schemas/api/views.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { DisplayChoices } from '#client/features/records/views/display-choices.ts';
import { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { useListAddress } from '#client/features/records/list/use-list-address.ts';
import { ViewMenu } from '#client/features/records/views/view-menu.tsx';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FakeViews, savedView } from './fake-views.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const PATH = '/data/InsightCompany';

/** A list without rows: its address, its menu, and what it was notified of. */
const List = observer(function List({ views, told }: { readonly views: SavedViewsStore; readonly told: string[] }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isSettled = useListAddress(views, 'InsightCompany', (notice) => told.push(notice));
  if (!isSettled) return <p>正在打开</p>;
  return (
    <ViewMenu
      views={views}
      objectApiName="InsightCompany"
      state={decodeListState(search).state}
      proposedName={() => ''}
      onChange={(next) => void navigate(PATH + views.addressFor('InsightCompany', next))}
    />
  );
});

async function open(search: string, ...kept: readonly SavedView[]) {
  const api = new FakeApi();
  const server = new FakeViews(api, ...kept);
  const views = new SavedViewsStore(api, () => false);
  await views.start();
  const told: string[] = [];
  const router = createMemoryRouter([{ path: PATH, element: <List views={views} told={told} /> }], {
    initialEntries: [PATH + search],
  });
  render(<RouterProvider router={router} />);
  return { server, views, router, told, user: userEvent.setup(), address: () => router.state.location.search };
}

const menuButton = (name: string) => screen.findByRole('button', { name: `视图：${name}` });
const panel = () => screen.findByRole('dialog', { name: '视图' });
type User = ReturnType<typeof userEvent.setup>;
async function act(user: User, view: string, action: string) {
  await user.click(await within(await panel()).findByRole('button', { name: `视图“${view}”的操作` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('where an address leads', () => {
  test('a list without any state opens as the person’s default view', async () => {
    const { address } = await open(
      '',
      savedView({ id: '12', name: 'A轮', state: "?f=['round','in',['a']]", isDefault: true }),
    );
    await menuButton('A轮');
    expect(address()).toBe("?f=['round','in',['a']]&v=12");
    expect(screen.queryByText('已修改')).toBeNull();
  });

  test('a link to a view opens what the view shows, also when it is another user’s', async () => {
    const { address } = await open('?v=7', savedView({ id: '7', isMine: false, isEditable: false, sharing: 'link' }));
    await menuButton('视图7');
    expect(address()).toBe('?q=a&v=7');
  });

  test('an address that says what to show is left alone, and says that the view was changed', async () => {
    const { address } = await open('?q=b&v=7', savedView({ id: '7', isDefault: true }));
    await menuButton('视图7');
    expect(address()).toBe('?q=b&v=7');
    expect(screen.getByText('已修改')).toBeTruthy();
  });

  test('a view that is not there, or of another list, opens the whole list with a word', async () => {
    const { address, told } = await open('?v=99', savedView({ id: '7', isDefault: true }));
    await menuButton('全部记录');
    expect(told).toEqual(['记录不存在或已删除，已显示全部记录']);
    expect(address()).toBe('?d=standard');
    cleanup();
    const other = await open('?v=8', savedView({ id: '8', objectApiName: 'InsightFund' }));
    await menuButton('全部记录');
    expect(other.told).toEqual(['链接中的视图属于另一个列表，已显示全部记录']);
  });

  test('a list that was cleared stays clear in spite of the default view', async () => {
    const { address, user } = await open('', savedView({ id: '12', isDefault: true }));
    await user.click(await menuButton('视图12'));
    await user.click(await within(await panel()).findByRole('button', { name: /全部记录/ }));
    await menuButton('全部记录');
    expect(address()).toBe('?d=standard');
  });

  test('defaults that cannot be read keep no list from opening', async () => {
    const views = new SavedViewsStore(new FakeApi(), () => false);
    await views.start();
    expect(views.isReady).toBe(true);
    expect(views.resolve('InsightCompany', '')).toEqual({ search: '' });
    const slow = new FakeApi().on(listDefaultViews, () => new Promise(() => undefined));
    const waiting = new SavedViewsStore(
      slow,
      () => false,
      new DisplayChoices(),
      async () => undefined,
    );
    await waiting.start();
    expect(waiting.isReady).toBe(true);
  });
});

describe('the menu of views', () => {
  test('keeps a list as a new view, which is then open', async () => {
    const { server, address, user } = await open('?q=芯片');
    await user.click(await menuButton('全部记录'));
    await user.click(within(await panel()).getByRole('button', { name: '另存为…' }));
    const dialog = await screen.findByRole('dialog', { name: '另存为视图' });
    await user.click(within(dialog).getByRole('button', { name: '保存' }));
    expect(within(dialog).getByRole('alert').textContent).toBe('请填写视图名称');
    expect(within(dialog).queryByRole('radio', { name: /所有人/ })).toBeNull();
    await user.type(within(dialog).getByRole('textbox', { name: '视图名称' }), '我的芯片{Enter}');
    await menuButton('我的芯片');
    expect(server.kept.get('900')).toMatchObject({ state: '?q=%E8%8A%AF%E7%89%87', sharing: 'private' });
    expect(decodeURIComponent(address())).toBe('?q=芯片&v=900');
  });

  test('saves what was changed, and goes back to the view', async () => {
    const { server, user, router, address } = await open('?q=b&v=7', savedView({ id: '7' }));
    await user.click(await menuButton('视图7'));
    await user.click(within(await panel()).getByRole('button', { name: '恢复为视图' }));
    await waitFor(() => expect(address()).toBe('?q=a&v=7'));
    await router.navigate(`${PATH}?q=c&v=7`);
    await user.click(await menuButton('视图7'));
    await user.click(within(await panel()).getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.kept.get('7')?.state).toBe('?q=c'));
    expect(screen.queryByText('已修改')).toBeNull();
  });

  test('reports a change that another user made meanwhile, and overwrites nothing', async () => {
    const { server, user } = await open('?q=b&v=7', savedView({ id: '7' }));
    await user.click(await menuButton('视图7'));
    await within(await panel()).findByRole('button', { name: '视图“视图7”的操作' });
    server.kept.set('7', savedView({ id: '7', state: '?q=theirs', version: 2 }));
    await user.click(within(await panel()).getByRole('button', { name: '保存' }));
    expect((await screen.findByRole('alert')).textContent).toContain('已被他人修改');
    expect(server.kept.get('7')?.state).toBe('?q=theirs');
  });

  test('removes a view, and brings it back on 撤销', async () => {
    const { server, user } = await open('?q=a&v=7', savedView({ id: '7' }));
    await user.click(await menuButton('视图7'));
    await act(user, '视图7', '删除');
    expect(await screen.findByText('已删除视图“视图7”')).toBeTruthy();
    expect(server.kept.has('7')).toBe(false);
    await user.click(await screen.findByRole('button', { name: '撤销' }));
    await waitFor(() => expect(server.kept.has('7')).toBe(true));
  });

  test('sets the default, renames, and shares by link', async () => {
    const { server, user } = await open('', savedView({ id: '7' }));
    await user.click(await menuButton('全部记录'));
    await act(user, '视图7', '设为默认');
    expect(await screen.findByText('打开列表时将显示“视图7”')).toBeTruthy();
    // The default is for the next time the list is opened.
    await user.click(await menuButton('全部记录'));
    await act(user, '视图7', '重命名');
    const field = await screen.findByRole('textbox', { name: '视图名称' });
    await user.clear(field);
    await user.type(field, '新名字{Enter}');
    await waitFor(() => expect(server.kept.get('7')?.name).toBe('新名字'));
    await user.click(await menuButton('全部记录'));
    await act(user, '新名字', '共享方式');
    await user.click(await screen.findByRole('radio', { name: /知道链接的人/ }));
    const link = screen.getByRole<HTMLInputElement>('textbox', { name: '链接' });
    expect(link.value).toMatch(/#\/data\/InsightCompany\?v=7$/);
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.kept.get('7')?.sharing).toBe('link'));
  });

  test('finds a view among many, and shows whose it is, also when the account is gone', async () => {
    const many = Array.from({ length: 8 }, (_, at) => savedView({ id: String(20 + at) }));
    const { user } = await open(
      '',
      ...many,
      savedView({ id: '7', name: '官方推荐', isMine: false, isEditable: false, sharing: 'everyone', ownerName: null }),
    );
    await user.click(await menuButton('全部记录'));
    await user.type(await screen.findByRole('textbox', { name: '查找视图' }), '推荐');
    expect((await panel()).textContent).toContain('所有人可见 · 已离开的用户');
    expect(within(await panel()).queryByText('视图20')).toBeNull();
    await user.click(within(await panel()).getByRole('button', { name: '视图“官方推荐”的操作' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['设为默认', '复制链接']);
  });
});
