import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { relatedRecords } from '#schemas/api/details.ts';
import { readProvenance, type Provenance } from '#schemas/api/corrections.ts';
import { readObject } from '#schemas/api/metadata.ts';
import { readHistory, readRecord, type RecordReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { RecordDetailPage } from '#client/features/records/details/record-detail-page.tsx';
import { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { FAILURES } from '#shared/errors.ts';
import { FakeApi, refusal, row } from '#tests/support/ui/fake-api.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const base = sampleObject([
  { apiName: 'name', type: 'text', label: '企业简称' },
  { apiName: 'brief', type: 'text', label: '一句话简介' },
  { apiName: 'valuation', type: 'currency', label: '估值' },
  { apiName: 'foundedOn', type: 'date', label: '成立时间' },
  { apiName: 'photo', type: 'image', label: '照片' },
]);
const company: ObjectDefinition = {
  ...base,
  apiName: 'InsightCompany',
  label: '企业',
  layouts: {
    ...base.layouts,
    detail: {
      subtitle: 'brief',
      highlights: ['valuation'],
      sections: [{ label: '基本信息', fields: ['name', 'foundedOn', 'valuation', 'photo'] }],
      related: [{ label: '融资历程', objectApiName: 'InsightTransaction', fields: ['company'] }],
    },
  },
};
const whole: RecordReply = {
  record: row({
    id: '7',
    name: '示例鲸落科技',
    brief: '深海数据',
    valuation: { num: '350000000', currency: 'CNY' },
    foundedOn: '2019',
  }),
  locked: [],
  editable: false,
};
const open_: RecordReply = {
  ...whole,
  record: row({ id: '7', name: '示例鲸落科技' }),
  locked: ['valuation'],
  forMembers: ['valuation'],
};

const provenance: Provenance = {
  source: '示例来源',
  sourceUrl: null,
  asOf: null,
  changedAt: null,
  firstSeenAt: '2026-05-01T02:00:00Z',
  correctable: false,
  pending: false,
};

function open(answer: () => RecordReply) {
  const api = new FakeApi()
    .on(readObject, () => company)
    .on(readRecord, answer)
    .on(relatedRecords, ({ body }) => ({
      layout: {
        objectApiName: 'InsightTransaction',
        label: '交易事件',
        version: 1,
        nameField: 'title',
        fields: [{ apiName: 'title', type: 'text' as const, label: '标题' }],
        columns: ['title'],
        filters: [],
        sort: [],
      },
      list: [row({ id: body.after ? '2' : '1', title: body.after ? '示例B轮' : '示例A轮' })],
      total: 2,
      totalIsExact: true,
      after: body.after ? null : 'next',
      relations: {},
    }));
  const store = new RecordDetailStore(api, new CatalogStore(api), 'InsightCompany', '7');
  const onUpgrade = vi.fn<() => void>();
  render(
    <RecordDetailPage
      store={store}
      options={new LookupStore(api)}
      onUpgrade={onUpgrade}
      place={{ tab: null, onTab: store.blocks.choose }}
    />,
  );
  return { api, store, onUpgrade, user: userEvent.setup() };
}

describe('a detail page', () => {
  test('shows header, sections and related lists of its layout, and is titled by the name of the record', async () => {
    open(() => whole);
    expect(await screen.findByRole('heading', { level: 1, name: '示例鲸落科技' })).toBeTruthy();
    const basics = screen.getByRole('region', { name: '基本信息' });
    expect(within(basics).getByText('2019年')).toBeTruthy();
    expect(screen.getAllByText(/3\.5亿/).length).toBeGreaterThan(0);
    expect(document.title).toBe('示例鲸落科技 - 鲸图');
  });

  test('pages through a related list, each name a link to its own page in a new tab', async () => {
    const { user } = open(() => whole);
    const rounds = await screen.findByRole('region', { name: '融资历程' });
    const first = await within(rounds).findByRole('link', { name: '示例A轮' });
    expect([first.getAttribute('href'), first.getAttribute('target')]).toEqual([
      '#/insight/InsightTransaction/1',
      '_blank',
    ]);
    await user.click(within(rounds).getByRole('button', { name: '加载更多' }));
    expect(await within(rounds).findByRole('link', { name: '示例B轮' })).toBeTruthy();
    expect(within(rounds).queryByRole('button', { name: '加载更多' })).toBeNull();
  });

  test('opens a picture of ours by itself, and loads none from elsewhere', async () => {
    const url = `/files/public/${'a'.repeat(32)}`;
    open(() => ({ ...whole, record: { ...whole.record, photo: { url, name: '门头.png' } } }));
    const picture = await screen.findByRole('link', { name: '门头.png' });
    expect([picture.getAttribute('href'), picture.getAttribute('target')]).toEqual([url, '_blank']);
    cleanup();
    const elsewhere = { url: 'https://example.com/a.png', name: '外链.png' };
    open(() => ({ ...whole, record: { ...whole.record, photo: elsewhere } }));
    expect((await screen.findByRole('link', { name: '外部图片' })).getAttribute('href')).toBe(elsewhere.url);
    expect(screen.queryByRole('img', { name: '外链.png' })).toBeNull();
  });

  test('shows what is empty only when asked to, and says how much it is', async () => {
    const { user } = open(() => whole);
    const basics = await screen.findByRole('region', { name: '基本信息' });
    expect(within(basics).queryByText('照片')).toBeNull();
    expect(screen.getByText(/未显示暂无内容的 1 个字段/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '展开' }));
    expect(within(screen.getByRole('region', { name: '基本信息' })).getByText('照片')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '收起' }));
    expect(within(screen.getByRole('region', { name: '基本信息' })).queryByText('照片')).toBeNull();
  });

  test('of a record that went says so once, and asks for nothing that belongs to it', async () => {
    const { api, store } = open(() => whole);
    await screen.findByRole('link', { name: '示例A轮' });
    const asked = api.callsOf(relatedRecords).length;
    api
      .on(readRecord, () => {
        throw refusal('RECORD_ARCHIVED');
      })
      .on(relatedRecords, () => {
        throw refusal('RECORD_ARCHIVED');
      });
    store.receive({ type: 'records.changed', objectApiName: 'InsightCompany', ids: ['7'] });
    store.receive({ type: 'records.changed', objectApiName: 'InsightTransaction' });
    expect(await screen.findByText(FAILURES.RECORD_ARCHIVED.message)).toBeTruthy();
    expect(api.callsOf(relatedRecords)).toHaveLength(asked);
  });

  test('that was written asks for the record and then for what belongs to it', async () => {
    const { api, store } = open(() => whole);
    await screen.findByRole('link', { name: '示例A轮' });
    const before = api.calls.length;
    store.receive({ type: 'records.changed', objectApiName: 'InsightCompany', ids: ['7'] });
    store.receive({ type: 'records.changed', objectApiName: 'InsightCompany', ids: ['7'] });
    await waitFor(() => expect(api.callsOf(relatedRecords)).toHaveLength(2));
    const names = api.calls.slice(before).map(({ name }) => name);
    expect(names.lastIndexOf(`${readRecord.method} ${readRecord.path}`)).toBeLessThan(
      names.indexOf(`${relatedRecords.method} ${relatedRecords.path}`),
    );
  });

  test('offers 编辑 only where the server says so', async () => {
    open(() => ({ ...whole, editable: true }));
    expect((await screen.findByRole('link', { name: '编辑' })).getAttribute('href')).toBe('#/form/InsightCompany/7');
  });

  test('keeps what a value was before to those who may change it', async () => {
    const { api, user } = open(() => whole);
    api.on(readProvenance, () => provenance);
    const basics = await screen.findByRole('region', { name: '基本信息' });
    await user.click(within(basics).getByRole('button', { name: '成立时间的来源与时间' }));
    const source = await screen.findByRole('dialog', { name: '成立时间的来源与时间' });
    expect(await within(source).findByText('示例来源')).toBeTruthy();
    expect(within(source).queryByText('修改记录')).toBeNull();
  });

  test('shows who changed a field, when, and from what to what', async () => {
    const { api, user } = open(() => ({ ...whole, editable: true }));
    api.on(readProvenance, () => provenance);
    api.on(readHistory, () => [
      {
        version: 2,
        at: '2026-05-01T02:00:00Z',
        actor: '示例员工',
        origin: 'form',
        changes: [{ field: 'foundedOn', before: '2018', after: '2019' }],
      },
    ]);
    const basics = await screen.findByRole('region', { name: '基本信息' });
    await user.click(within(basics).getByRole('button', { name: '成立时间的来源与时间' }));
    const history = await screen.findByRole('dialog', { name: '成立时间的来源与时间' });
    expect(await within(history).findByText('2018年')).toBeTruthy();
    expect(within(history).getByText(/2026-05-01 10:00 · 示例员工/)).toBeTruthy();
  });
});

describe('a person without VIP', () => {
  test('is offered none for what it would not open', async () => {
    open(() => ({ ...open_, forMembers: [] }));
    const basics = await screen.findByRole('region', { name: '基本信息' });
    expect(within(basics).queryByText('估值')).toBeNull();
    expect(screen.queryByRole('region', { name: '会员内容' })).toBeNull();
  });

  test('sees what is open, and in one line all that is not, with the way to VIP', async () => {
    const { user, onUpgrade } = open(() => open_);
    const banner = await screen.findByRole('region', { name: '会员内容' });
    expect(within(banner).getByText('升级 SVIP 查看：估值 1 项')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: '基本信息' })).queryByText('估值')).toBeNull();
    await user.click(within(banner).getByRole('button', { name: '开通SVIP查看' }));
    expect(onUpgrade).toHaveBeenCalledOnce();
  });

  test('sees the open part that comes with the refusal', async () => {
    open(() => {
      throw refusal('VIP_REQUIRED', { record: open_.record, locked: open_.locked, forMembers: open_.forMembers });
    });
    expect(await screen.findByRole('heading', { level: 1, name: '示例鲸落科技' })).toBeTruthy();
    expect(screen.getByText('升级 SVIP 查看：估值、融资历程 2 项')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: '开通SVIP查看' })).toHaveLength(1);
  });

  test('is shown what is missing when nothing is open', async () => {
    open(() => {
      throw refusal('VIP_REQUIRED');
    });
    expect(await screen.findByText('开通SVIP后即可查看完整信息')).toBeTruthy();
  });
});

test.each([
  ['UNKNOWN_RECORD', '记录不存在或已删除'],
  ['FORBIDDEN', '没有权限进行此操作'],
  ['UNAVAILABLE', '服务暂不可用，请稍后重试'],
] as const)('a page that cannot be had says why: %s', async (failure, words) => {
  open(() => {
    throw refusal(failure);
  });
  expect(await screen.findByText(words)).toBeTruthy();
});
