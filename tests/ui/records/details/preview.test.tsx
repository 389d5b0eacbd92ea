import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readBlocks } from '#schemas/api/details.ts';
import { readObject } from '#schemas/api/metadata.ts';
import { readRecord, type RecordReply } from '#schemas/api/records.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { RecordDetailPage } from '#client/features/records/details/record-detail-page.tsx';
import { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { FAILURES } from '#shared/errors.ts';
import { FakeApi, row } from '#tests/support/ui/fake-api.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const base = sampleObject([
  { apiName: 'name', type: 'text', label: '企业简称' },
  { apiName: 'brief', type: 'text', label: '一句话简介' },
]);
const company: ObjectDefinition = {
  ...base,
  apiName: 'InsightCompany',
  label: '企业',
  layouts: {
    ...base.layouts,
    detail: {
      sections: [{ label: '基本信息', fields: ['name', 'brief'] }],
      related: [{ label: '团队成员', objectApiName: 'TeamMember', fields: ['company'] }],
    },
  },
};
const record = row({ id: '7', name: '示例鲸落科技', brief: '深海数据' });
const REPLIES: Readonly<Record<'member' | 'investor' | 'own', RecordReply>> = {
  own: { record, locked: [], editable: true, previewable: true },
  investor: { record, locked: [], editable: false },
  member: { record: row({ id: '7', name: '示例鲸落科技' }), locked: ['brief'], editable: false, isPart: true },
};

function open(as?: Viewpoint) {
  const closed = { code: FAILURES.VIP_REQUIRED.code, message: FAILURES.VIP_REQUIRED.message };
  const asked = vi.fn<(as: Viewpoint | undefined) => void>();
  const api = new FakeApi()
    .on(readObject, () => company)
    .on(readRecord, ({ query }) => {
      asked(query.as);
      return query.as === 'investor' || query.as === 'member' ? REPLIES[query.as] : REPLIES.own;
    })
    .on(readBlocks, ({ body }) => {
      asked(body.as);
      return { related: [{ refused: closed }], charts: [] };
    });
  const store = new RecordDetailStore(api, new CatalogStore(api), 'InsightCompany', '7', { as });
  const place = { tab: null, onTab: store.blocks.choose };
  render(<RecordDetailPage store={store} options={new LookupStore(api)} onUpgrade={() => undefined} place={place} />);
  return { asked };
}

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('The page of the own company', () => {
  test('leads to what investors see of it', async () => {
    open();
    expect((await screen.findByRole('link', { name: '预览' })).getAttribute('href')).toBe(
      '#/insight/InsightCompany/7?as=investor',
    );
    expect(screen.queryByRole('region', { name: '预览' })).toBeNull();
  });

  test('says that it is a preview, of whom, and how to come to the others and back', async () => {
    const { asked } = open('investor');
    const bar = within(await screen.findByRole('region', { name: '预览' }));
    expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('认证投资人与 SVIP');
    expect(hrefOf('未认证用户')).toBe('#/insight/InsightCompany/7?as=member');
    expect(hrefOf('退出预览')).toBe('#/insight/InsightCompany/7');
    await screen.findByText('升级 SVIP 查看：团队成员 1 项');
    expect(asked.mock.calls).toEqual([['investor'], ['investor']]);
  });

  test('offers nothing to be done while it is looked at as others see it', async () => {
    open('member');
    await screen.findByText(/升级 SVIP 查看/);
    for (const name of ['开通SVIP查看', '分享', '纠错', '打印'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: '编辑' })).toBeNull();
  });
});
