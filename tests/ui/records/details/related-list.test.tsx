import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RelatedReply, relatedRecords } from '#schemas/api/details.ts';
import { listObjects } from '#schemas/api/metadata.ts';
import type { RelatedList as Layout } from '#schemas/metadata/object.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { BlockReader } from '#client/features/records/blocks/block-reader.ts';
import { RelatedList } from '#client/features/records/blocks/related-list.tsx';
import { RelatedListStore } from '#client/features/records/blocks/related-list-store.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { FakeApi, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const VIEW: RelatedReply['layout'] = {
  objectApiName: 'Firm',
  label: '企业',
  version: 1,
  nameField: 'name',
  fields: [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'city', type: 'text', label: '城市' },
    { apiName: 'words', type: 'textList', label: '标签' },
    { apiName: 'tracks', type: 'multiReference', label: '赛道', targetApiName: 'Track' },
    { apiName: 'owner', type: 'reference', label: '所有者', targetApiName: 'Org' },
  ],
  columns: ['name'],
  filters: [],
  sort: [],
};
const through = { objectApiName: 'Deal', from: ['leads'], to: ['firm'] };

async function open(layout: Partial<Layout>, relations: RelatedReply['relations'] = {}) {
  const api = new FakeApi()
    .on(listObjects, () => [{ apiName: 'Firm', label: '企业', route: '/data/firm', creatable: false } as never])
    .on(relatedRecords, () => ({
      layout: VIEW,
      list: [row({ id: '1', name: '视觉', city: '北京', words: ['芯片'], tracks: [{ id: '5', name: '大模型' }] })],
      total: 1,
      totalIsExact: true,
      after: null,
      relations,
    }));
  const catalog = new CatalogStore(api);
  await catalog.loadObjects();
  const whole = {
    id: 'related-0',
    index: 0,
    label: '企业表',
    objectApiName: 'Firm',
    columns: ['city', 'words'],
    ...layout,
  };
  const reader = new BlockReader(api, { objectApiName: 'Org', id: '7' });
  const store = new RelatedListStore(api, reader, catalog, whole);
  render(<RelatedList store={store} options={new LookupStore(api)} />);
  await store.pages.load();
  const table = await screen.findByRole('table');
  return { api, user: userEvent.setup(), table };
}
const headings = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((heading) => heading.textContent);

describe('a related list', () => {
  test('over other records says how often and how lately', async () => {
    const { table } = await open({ through }, { '1': { count: 3, latest: '2025-06' } });
    expect(headings(table)).toEqual(['名称↕', '次数', '城市↕', '标签']);
    expect(within(table).getByText(/最近 2025-06/).parentElement?.textContent).toBe('3 次 · 最近 2025-06');
    expect(screen.queryByRole('link', { name: /在列表中查看全部/ })).toBeNull();
  });

  test('of what is alike says what is the same', async () => {
    const shared = { words: ['芯片'], tracks: [{ id: '5', name: '大模型' }] };
    const { table } = await open({ similarBy: ['words', 'tracks'] }, { '1': { shared } });
    expect(headings(table)).toEqual(['名称', '相同之处', '城市', '标签']);
    expect(within(table).getByTitle('标签相同：芯片').textContent).toBe('芯片');
    expect(within(table).getByTitle('赛道相同：大模型').textContent).toBe('大模型');
  });

  test('of records that point here leads to their own list with the same records', async () => {
    await open({ fields: ['owner', 'tracks', 'gone'] });
    const href = screen.getByRole('link', { name: '在列表中查看全部企业表' }).getAttribute('href') ?? '';
    const { state, notices } = decodeListState(`?${href.split('?')[1] ?? ''}`);
    expect(notices).toEqual([]);
    expect(state.filter).toEqual({
      or: [
        { field: 'owner', op: 'in', value: ['7'] },
        { field: 'tracks', op: 'containsAny', value: ['7'] },
      ],
    });
    expect(screen.getByText('1 条')).toBeTruthy();
  });

  test('is ordered by its headings: down, up, and as it was', async () => {
    const { api, user, table } = await open({ through }, {});
    const city = () => within(table).getByRole('columnheader', { name: /城市/ });
    await user.click(within(city()).getByRole('button'));
    expect(city().getAttribute('aria-sort')).toBe('descending');
    await user.click(within(city()).getByRole('button'));
    expect(city().getAttribute('aria-sort')).toBe('ascending');
    await user.click(within(city()).getByRole('button'));
    expect(city().getAttribute('aria-sort')).toBeNull();
    const orders = api.callsOf(relatedRecords).map((body) => (body as { sort?: unknown }).sort);
    const by = (order: string) => [{ field: 'city', order }];
    expect(orders).toEqual([undefined, by('desc'), by('asc'), undefined]);
  });
});
