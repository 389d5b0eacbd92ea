import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proposeCorrection, readProvenance } from '#schemas/api/corrections.ts';
import { readObject } from '#schemas/api/metadata.ts';
import { readRecord } from '#schemas/api/records.ts';
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
  { apiName: 'cityText', type: 'text', label: '城市' },
]);
const company = {
  ...base,
  apiName: 'InsightCompany',
  label: '企业',
  layouts: { ...base.layouts, detail: { sections: [{ label: '基本信息', fields: ['cityText'] }], related: [] } },
};
function openDetail() {
  const api = new FakeApi()
    .on(readObject, () => company)
    .on(readRecord, () => ({
      record: row({ id: '7', name: '示例鲸落科技', cityText: '上海' }),
      locked: [],
      editable: false,
    }))
    .on(readProvenance, () => ({
      source: '交易所公告',
      sourceUrl: 'https://example.com/a',
      asOf: '2026-03',
      changedAt: null,
      firstSeenAt: '2026-11-20T02:00:00.000Z',
      correctable: true,
      pending: false,
    }));
  const store = new RecordDetailStore(api, new CatalogStore(api), 'InsightCompany', '7');
  const nothing = () => undefined;
  render(
    <RecordDetailPage
      store={store}
      options={new LookupStore(api)}
      onUpgrade={nothing}
      place={{ tab: null, onTab: store.blocks.choose }}
    />,
  );
  return { api, user: userEvent.setup() };
}

async function openCorrection() {
  const opened = openDetail();
  await opened.user.click(await screen.findByRole('button', { name: '城市的来源与时间' }));
  await opened.user.click(await screen.findByRole('button', { name: '提出纠错' }));
  return { ...opened, dialog: await screen.findByRole('dialog', { name: '纠正“示例鲸落科技”的城市' }) };
}

describe('a value on a detail page', () => {
  test('shows its source, the day it holds for and when it first came here', async () => {
    const { user } = openDetail();
    await user.click(await screen.findByRole('button', { name: '城市的来源与时间' }));
    const panel = await screen.findByRole('dialog', { name: '城市的来源与时间' });
    expect(await within(panel).findByText('交易所公告')).toBeDefined();
    expect(within(panel).getByRole('link', { name: '查看原文' }).getAttribute('href')).toBe('https://example.com/a');
    expect(within(panel).getByText('2026-03')).toBeDefined();
    expect(within(panel).getByText('收录于')).toBeDefined();
  });

  test('is corrected with another value and a reason', async () => {
    const { api, user, dialog } = await openCorrection();
    api.on(proposeCorrection, () => ({ id: '5' }));
    const input = within(dialog).getByLabelText('正确的值');
    await user.clear(input);
    await user.type(input, '杭州');
    await user.click(within(dialog).getByRole('button', { name: '提交纠错' }));
    expect(within(dialog).getByText('请说明理由，便于核实')).toBeDefined();
    expect(api.callsOf(proposeCorrection)).toEqual([]);
    await user.type(within(dialog).getByLabelText(/理由/), '注册地已迁');
    await user.click(within(dialog).getByRole('button', { name: '提交纠错' }));
    expect(await screen.findByText(/感谢指正/)).toBeDefined();
    expect(api.callsOf(proposeCorrection)).toEqual([
      { objectApiName: 'InsightCompany', id: '7', field: 'cityText', value: '杭州', reason: '注册地已迁' },
    ]);
  });

  test('keeps what was typed when the server refuses it', async () => {
    const { api, user, dialog } = await openCorrection();
    api.on(proposeCorrection, () => {
      throw refusal('INVALID_BODY', { errors: [{ field: 'cityText', message: '与现在的值相同，无需纠错' }] });
    });
    await user.type(within(dialog).getByLabelText(/理由/), '看错了');
    await user.click(within(dialog).getByRole('button', { name: '提交纠错' }));
    expect(await within(dialog).findByText('与现在的值相同，无需纠错')).toBeDefined();
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>(/理由/).value).toBe('看错了');
  });
});
