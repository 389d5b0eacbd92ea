import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChartReply, readBlocks, relatedRecords, type RelatedReply } from '#schemas/api/details.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { BlockView } from '#schemas/metadata/detail.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { BlockReader } from '#client/features/records/blocks/block-reader.ts';
import { CompareView } from '#client/features/records/blocks/compare-view.tsx';
import { RelatedList } from '#client/features/records/blocks/related-list.tsx';
import { RelatedListStore } from '#client/features/records/blocks/related-list-store.ts';
import { FakeApi, refusal, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const option = (value: string) => ({ value, label: value });
const VIEW: NonNullable<RelatedReply['layout']> = {
  objectApiName: 'Link',
  label: '环节',
  version: 1,
  nameField: 'name',
  fields: [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'on', type: 'date', label: '日期' },
    { apiName: 'note', type: 'text', label: '说明' },
    {
      apiName: 'place',
      type: 'select',
      label: '位置',
      selectOptions: [option('上游'), option('中游'), option('下游')],
    },
    { apiName: 'size', type: 'decimal', label: '规模' },
    { apiName: 'next', type: 'multiReference', label: '下游环节', targetApiName: 'Link' },
    { apiName: 'firms', type: 'multiReference', label: '企业', targetApiName: 'Firm' },
  ],
  columns: ['name'],
  filters: [],
  sort: [],
};
const page = (list: readonly RecordRow[], relations: RelatedReply['relations'] = {}): RelatedReply => ({
  layout: VIEW,
  list: [...list],
  total: list.length,
  totalIsExact: true,
  after: null,
  relations,
});

async function open(view: BlockView, reply: RelatedReply, own?: RecordRow) {
  const api = new FakeApi().on(relatedRecords, () => reply);
  const layout = {
    id: 'related-0',
    index: 0,
    label: '内容',
    objectApiName: 'Link',
    similarBy: ['note'],
    columns: ['note'],
    view,
  };
  const reader = new BlockReader(api, { objectApiName: 'Link', id: '1' });
  const store = new RelatedListStore(api, reader, new CatalogStore(api), layout);
  render(<RelatedList store={store} options={new LookupStore(api)} own={own} ownName="甲" />);
  await store.pages.load();
  return userEvent.setup();
}

describe('a related list in the look of', () => {
  test('a time line goes from the newest to what has no date, with the record on screen marked in its place', async () => {
    const own = row({ id: '1', name: '甲', on: '2024-05' });
    const rows = [
      row({ id: '2', name: '乙' }),
      row({ id: '3', name: '丙', on: '2023' }),
      row({ id: '4', name: '丁', on: '2025' }),
    ];
    await open({ kind: 'timeline', date: 'on', own: true }, page(rows), own);
    const items = await screen.findAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(['2025年丁', '2024年5月本条记录', '2023年丙', '日期未知乙']);
  });

  test('cards shows what a record is, and of its columns only what is known', async () => {
    const rows = [row({ id: '2', name: '乙', place: '上游', note: '有话' }), row({ id: '3', name: '丙' })];
    await open({ kind: 'cards', badge: 'place' }, page(rows));
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toBe('乙乙上游说明有话');
    expect(second?.textContent).toBe('丙丙');
  });

  test('a chain has its stations in order and opens what belongs to one of them', async () => {
    const own = row({ id: '1', name: '甲', place: '中游', firms: [{ id: '9', name: '甲企业' }] });
    const rows = [
      row({
        id: '2',
        name: '乙',
        place: '上游',
        next: [{ id: '1', name: '甲' }],
        firms: [{ id: '8', name: '乙企业' }],
      }),
    ];
    const user = await open(
      { kind: 'chain', groupBy: 'place', next: 'next', members: 'firms', own: true },
      page(rows),
      own,
    );
    expect((await screen.findAllByRole('heading', { level: 3 })).slice(0, 2).map((one) => one.textContent)).toEqual([
      '上游',
      '中游',
    ]);
    expect(document.querySelectorAll('.chain-lanes path')).toHaveLength(1);
    expect(screen.getByRole('link', { name: '甲企业' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /乙/ }));
    expect(screen.getByRole('link', { name: '乙企业' }).getAttribute('href')).toBe('#/insight/Firm/8');
  });

  test('a map is a picture with a sentence, and its records are a table on demand', async () => {
    const rows = [
      row({ id: '2', name: '乙', place: '上游', size: '100' }),
      row({ id: '3', name: '丙', place: '下游' }),
    ];
    const user = await open({ kind: 'map', groupBy: 'place', figure: 'size' }, page(rows));
    expect((await screen.findByRole('img')).getAttribute('aria-label')).toBe(
      '内容：1 条记录按位置与规模分布，上游最多。逐条见“查看数据”。',
    );
    expect(screen.getByText(/1 条缺少位置或规模，未绘出/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '查看数据' }));
    expect(within(screen.getByRole('table')).getAllByRole('link')).toHaveLength(2);
  });

  test('a network says how often each is met', async () => {
    const rows = [row({ id: '2', name: '乙' }), row({ id: '3', name: '丙' })];
    await open({ kind: 'network' }, page(rows, { '2': { count: 5 }, '3': { count: 2 } }));
    expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual(['乙5 次', '丙2 次']);
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('内容：乙 5 次、丙 2 次等 2 家，逐家见列表');
  });
});

test('what a record says of itself is set beside what was counted, and what it says without a count comes last', () => {
  const chart: ChartReply = {
    categories: [
      { key: '…', label: '其他' },
      { key: 'a', label: '医疗' },
      { key: 'b', label: '芯片' },
    ],
    series: [{ key: '', label: '', values: ['9', '2', '4'] }],
    unit: '条',
    period: null,
    groupField: 'industry',
    sampleSize: 15,
    unknown: 0,
    earlier: 0,
    asOf: null,
  };
  render(<CompareView label="行业" chart={chart} stated={['医疗', '消费']} hrefOf={() => undefined} />);
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.textContent);
  expect(rows).toEqual(['芯片未提及4条', '医疗关注2条', '其他未提及9条', '消费关注暂无']);
});

test('of what is asked for at once, one refusal leaves the others as they are', async () => {
  const ok = page([row({ id: '2', name: '乙' })]);
  const refused = { code: 400000003, message: '开通SVIP后即可查看完整信息' };
  const api = new FakeApi().on(readBlocks, () => ({ related: [{ page: ok }, { refused }], charts: [{ chart: null }] }));
  const reader = new BlockReader(api, { objectApiName: 'Link', id: '1' });
  const [first, second, third] = await Promise.allSettled([
    reader.related(0, 10),
    reader.related(1, 10),
    reader.chart(0),
  ]);
  expect(first).toMatchObject({ status: 'fulfilled', value: ok });
  expect(second).toMatchObject({ status: 'rejected', reason: refused });
  expect(third).toEqual({ status: 'fulfilled', value: null });
  expect(api.callsOf(readBlocks)).toHaveLength(1);
  api.on(readBlocks, () => {
    throw refusal('UNAVAILABLE');
  });
  const failed = await Promise.allSettled([reader.related(0, 10), reader.chart(0)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
