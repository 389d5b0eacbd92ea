import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CountedFacts, pinValue, readProvenance, unpinValue } from '#schemas/api/corrections.ts';
import { listObjects, readObject } from '#schemas/api/metadata.ts';
import { readHistory, readRecord } from '#schemas/api/records.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { RecordDetailPage } from '#client/features/records/details/record-detail-page.tsx';
import { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { FakeApi, refusal, row } from '#tests/support/ui/fake-api.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const base = sampleObject([
  { apiName: 'name', type: 'text', label: '企业简称' },
  {
    apiName: 'total',
    type: 'rollup',
    label: '融资总额',
    config: {
      result: 'currency',
      rollup: { objectApiName: 'Deal', fields: ['company'], function: 'sum', of: ['amount'] },
    },
  },
]);
const company = {
  ...base,
  apiName: 'Firm',
  label: '企业',
  layouts: { ...base.layouts, detail: { sections: [{ label: '融资', fields: ['total'] }], related: [] } },
};
const yuan = (num: string) => ({ num, currency: 'CNY', equivalentMoney: num });
const COUNTED: CountedFacts = {
  records: {
    objectApiName: 'Deal',
    label: '交易事件',
    rows: 5,
    known: 4,
    isDistinct: false,
    filter: { field: 'company', op: 'in', value: ['7'] },
  },
  at: '2026-11-22T02:31:00.000Z',
  value: { ...yuan('81100000'), rows: 5, unknown: 1 },
  stated: [],
  changed: { at: '2026-11-20T02:00:00.000Z', cause: '交易事件 #12 有变动' },
  pinnable: false,
};
const PIN = {
  source: 'IT桔子',
  sourceUrl: 'https://example.com/a',
  asOf: '2026-06',
  seenAt: '2026-11-21T02:00:00.000Z',
  value: yuan('560000000'),
  pinned: true,
  until: '2026-12-31',
  reason: '有一轮没有收录',
  inEffect: true,
};

async function openSource(counted: Partial<CountedFacts>) {
  const api = new FakeApi()
    .on(readObject, () => company)
    .on(listObjects, () => [{ apiName: 'Deal', label: '交易事件', route: '/deals', creatable: false } as never])
    .on(readHistory, () => [])
    .on(readRecord, () => ({
      record: row({ id: '7', name: '星河', total: COUNTED.value }),
      locked: [],
      editable: false,
    }))
    .on(readProvenance, () => ({
      source: '由交易事件汇总',
      sourceUrl: null,
      asOf: '2026-11-22',
      changedAt: null,
      firstSeenAt: '2026-11-20T02:00:00.000Z',
      correctable: false,
      pending: false,
      counted: { ...COUNTED, ...counted },
    }));
  const catalog = new CatalogStore(api);
  await catalog.loadObjects();
  const store = new RecordDetailStore(api, catalog, 'Firm', '7');
  const nothing = () => undefined;
  render(
    <RecordDetailPage
      store={store}
      options={new LookupStore(api)}
      onUpgrade={nothing}
      place={{ tab: null, onTab: store.blocks.choose }}
    />,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: '融资总额的来源与时间' }));
  const panel = await screen.findByRole('dialog', { name: '融资总额的来源与时间' });
  await within(panel).findByText('计算');
  return { api, user, panel };
}

describe('the source of a counted value', () => {
  test('is the records that it is counted from, which open in their list, and what it last followed from', async () => {
    const { panel } = await openSource({});
    expect(panel.textContent).toContain('由 5 条交易事件 计算（4 条金额已知），截至 2026-11-22 10:31');
    expect(panel.textContent).toContain('2026-11-20 10:00 · 交易事件 #12 有变动');
    const href = within(panel).getByRole('link', { name: '5 条交易事件' }).getAttribute('href') ?? '';
    expect(decodeURIComponent(href)).toBe("#/deals?f=['company','in',['7']]");
    expect(within(panel).queryByRole('button', { name: '改用给定值' })).toBeNull();
  });

  test('leads nowhere and counts nothing where the records are closed to the reader', async () => {
    const { panel } = await openSource({ records: null });
    expect(panel.textContent).toContain('由系统汇总，截至 2026-11-22 10:31');
    expect(within(panel).queryByRole('link')).toBeNull();
  });

  test('names what is stated instead, beside what is counted', async () => {
    const { panel } = await openSource({ stated: [PIN] });
    expect(panel.textContent).toContain('计算值8110万人民币+');
    expect(panel.textContent).toContain('给定值5.6亿人民币（IT桔子，2026-06）采用至 2026-12-31');
    expect(panel.textContent).toContain('有一轮没有收录');
  });
});

describe('a decision of staff for a stated value', () => {
  test('asks for the value, its source and the reason, and keeps what was typed when it is refused', async () => {
    const { api, user, panel } = await openSource({ pinnable: true });
    await user.click(within(panel).getByRole('button', { name: '改用给定值' }));
    const dialog = await screen.findByRole('dialog', { name: '“星河”的融资总额改用给定值' });
    const press = () => user.click(within(dialog).getByRole('button', { name: '改用给定值' }));
    await press();
    expect(await within(dialog).findByText('请填写来源')).toBeDefined();
    expect(within(dialog).getByText('请填写原因，至少 2 个字')).toBeDefined();
    expect(api.callsOf(pinValue)).toEqual([]);
    await user.type(within(dialog).getByLabelText(/^来源 /), 'IT桔子');
    await user.type(within(dialog).getByLabelText(/采用至/), '2020-01-01');
    await user.type(within(dialog).getByLabelText(/原因/), '有一轮没有收录');
    await user.type(within(dialog).getByLabelText(/数据日期/), '2026-13');
    await press();
    expect(await within(dialog).findByText(/应为日期、月份或年份/)).toBeDefined();
    await user.clear(within(dialog).getByLabelText(/数据日期/));
    await user.type(within(dialog).getByLabelText(/数据日期/), '2026-06');
    api.on(pinValue, () => {
      throw refusal('INVALID_BODY', { errors: [{ field: 'until', message: '截止日期不能早于今天' }] });
    });
    await press();
    expect(await within(dialog).findByText('截止日期不能早于今天')).toBeDefined();
    await user.clear(within(dialog).getByLabelText(/采用至/));
    api.on(pinValue, () => null);
    await press();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(pinValue).at(-1)).toEqual({
      value: COUNTED.value,
      source: 'IT桔子',
      reason: '有一轮没有收录',
      asOf: '2026-06',
    });
    expect(api.callsOf(readRecord)).toHaveLength(2);
  });

  test('is ended with a reason', async () => {
    const { api, user, panel } = await openSource({ pinnable: true, stated: [PIN] });
    await user.click(within(panel).getByRole('button', { name: '恢复计算值' }));
    const dialog = await screen.findByRole('dialog', { name: '恢复融资总额的计算值' });
    api.on(unpinValue, () => null);
    await user.type(within(dialog).getByLabelText(/原因/), '已补录');
    await user.click(within(dialog).getByRole('button', { name: '恢复计算值' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(unpinValue)).toEqual([{ reason: '已补录' }]);
  });
});
