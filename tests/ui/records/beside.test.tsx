import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decideReport } from '#schemas/api/reports.ts';
import { FakeApi, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openSystemList } from '#tests/support/ui/system-list.tsx';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const report = (id: string) => row({ id, title: `举报${id}`, state: 'open', isFrozen: false, messages: 0 });

function open(search = '') {
  const reports = ['11', '12', '13'].map(report);
  const api = new FakeApi();
  return { api, reports, ...openSystemList(api, 'Report', () => reports, undefined, search) };
}

const beside = () => screen.findByRole('complementary', { name: '举报详情' });
const shows = async (name: string) => within(await beside()).findByRole('heading', { level: 1, name });
const grid = () => screen.getByRole('grid');
const current = () => screen.getAllByRole('row').find((each) => each.getAttribute('aria-current') === 'true');

describe('the record beside a list of a system object', () => {
  test('opens from the name of a row with what may be done with it, has the focus, and is in the address', async () => {
    const { person, router } = open();
    await person.click(await screen.findByText('举报12'));
    await shows('举报12');
    expect(document.activeElement).toBe(await beside());
    expect(await within(await beside()).findByRole('button', { name: '不成立' })).toBeTruthy();
    expect(router.state.location.search).toBe('?o=12');
    expect(current()?.textContent).toContain('举报12');
  });

  test('opens from an address, goes on by keys, and Escape closes it and leads back to its row', async () => {
    const { person, router } = open('?q=x&o=11');
    await shows('举报11');
    await person.keyboard('j');
    await shows('举报12');
    await person.keyboard('{ArrowDown}');
    await shows('举报13');
    await person.keyboard('{ArrowDown}k');
    await shows('举报12');
    expect(router.state.location.search).toBe('?q=x&o=12');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(router.state.location.search).toBe('?q=x');
    expect(document.activeElement).toBe(grid());
    const active = document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
    expect(active?.closest('[role="row"]')?.textContent).toContain('举报12');
  });

  test('is one step of the history, however many records were looked at', async () => {
    const { person, router } = open();
    await person.click(await screen.findByText('举报11'));
    await shows('举报11');
    await person.keyboard('jj');
    await shows('举报13');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(router.state.historyAction).toBe('POP');
  });

  test('follows the arrow keys of the rows', async () => {
    const { person } = open('?o=11');
    await shows('举报11');
    grid().focus();
    await person.keyboard('{ArrowDown}');
    await shows('举报12');
    expect(document.activeElement).toBe(grid());
  });

  test('stays open when what was done with it takes it out of the list, and the row behind is the next', async () => {
    const { api, reports, person, router } = open('?o=12');
    api.on(decideReport, () => {
      reports.splice(1, 1);
      return null;
    });
    await shows('举报12');
    await person.click(await within(await beside()).findByRole('button', { name: '不成立' }));
    const dialog = await screen.findByRole('dialog');
    await person.type(within(dialog).getByRole('textbox'), '没有依据jk');
    expect(router.state.location.search).toBe('?o=12');
    await person.click(within(dialog).getByRole('button', { name: '确认不成立' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(within(grid()).queryByText('举报12')).toBeNull());
    await person.click(screen.getByRole('button', { name: '下一条' }));
    await shows('举报13');
  });

  test('is a sheet over the list where there is no room beside it, with the same keys', async () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media === '(max-width: 899px)' }),
    );
    const { person } = open('?o=11');
    const sheet = await screen.findByRole('dialog', { name: '举报详情' });
    await within(sheet).findByRole('heading', { level: 1, name: '举报11' });
    await person.keyboard('j');
    await within(sheet).findByRole('heading', { level: 1, name: '举报12' });
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(grid());
  });

  test('says what is wrong with an address that names no record, and closes', async () => {
    const { person } = open('?o=99');
    await within(await beside()).findByRole('alert');
    await person.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  });
});
