import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  correctionQueue,
  decideCorrection,
  myCorrections,
  proposeCorrection,
  readProvenance,
  withdrawCorrection,
  type Correction,
} from '#schemas/api/corrections.ts';
import { readObject } from '#schemas/api/metadata.ts';
import { readRecord } from '#schemas/api/records.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { CorrectionListStore, type CorrectionView } from '#client/features/corrections/correction-list-store.ts';
import { CorrectionsPage } from '#client/features/corrections/corrections-page.tsx';
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
const proposal: Correction = {
  id: '5',
  objectApiName: 'InsightCompany',
  recordId: '7',
  recordName: '示例鲸落科技',
  field: 'cityText',
  before: '上海',
  proposed: '杭州',
  current: '上海',
  reason: '注册地已迁',
  evidence: 'https://example.com/notice',
  state: 'pending',
  proposer: '示例投资人',
  createdAt: '2026-11-20T02:00:00.000Z',
  decidedAt: null,
  note: null,
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
  render(<RecordDetailPage store={store} options={new LookupStore(api)} onUpgrade={nothing} onSignIn={nothing} />);
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
    api.on(proposeCorrection, () => proposal);
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

function openList(view: CorrectionView, api: FakeApi) {
  api.on(readObject, () => company);
  const store = new CorrectionListStore(api, new CatalogStore(api), view);
  render(<CorrectionsPage store={store} options={new LookupStore(api)} />);
  return userEvent.setup();
}

describe('the desk of corrections', () => {
  test('shows before, after, reason and evidence, and writes the value when it is accepted', async () => {
    const api = new FakeApi()
      .on(correctionQueue, () => ({ list: [proposal], after: null }))
      .on(decideCorrection, () => ({ ...proposal, state: 'accepted' as const, current: '杭州' }));
    const user = openList('queue', api);
    const card = await screen.findByRole('listitem', { name: '示例鲸落科技的城市' });
    for (const text of ['上海', '杭州', '注册地已迁', 'https://example.com/notice'])
      expect(within(card).getByText(text)).toBeDefined();
    await user.click(within(card).getByRole('button', { name: '采纳' }));
    expect(await within(card).findByText(/已采纳/)).toBeDefined();
    expect(api.callsOf(decideCorrection)).toEqual([{ decision: 'accept', evenIfChanged: false }]);
  });

  test('asks for a second press when the value has changed since it was proposed', async () => {
    const api = new FakeApi()
      .on(correctionQueue, () => ({ list: [proposal], after: null }))
      .on(decideCorrection, ({ body }) => {
        if (body.evenIfChanged === true) return { ...proposal, state: 'accepted' as const };
        throw refusal('CONFLICT', { changed: true });
      });
    const user = openList('queue', api);
    await user.click(await screen.findByRole('button', { name: '采纳' }));
    await user.click(await screen.findByRole('button', { name: '仍然采纳' }));
    expect(await screen.findByText(/已采纳 ·/)).toBeDefined();
  });

  test('lets a person take back what he proposed', async () => {
    const api = new FakeApi()
      .on(myCorrections, () => ({ list: [proposal], after: null }))
      .on(withdrawCorrection, () => ({ ...proposal, state: 'withdrawn' as const }));
    const user = openList('mine', api);
    await user.click(await screen.findByRole('button', { name: '撤回' }));
    expect(await screen.findByText(/已撤回 ·/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '撤回' })).toBeNull();
  });
});
