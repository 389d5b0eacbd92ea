import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  approveCase,
  type DeskCase,
  type DeskDossier,
  deskQueue,
  readDossier,
  rejectCase,
  revokeCase,
} from '#schemas/api/identity-desk.ts';
import { DeskPage } from '#client/features/identity/review-page.tsx';
import { ReviewStore } from '#client/features/identity/review-store.ts';
import { FakeApi, refusal, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const deskCase = (id: string, more: Partial<DeskCase> = {}): DeskCase => ({
  id,
  kind: 'investor',
  state: 'PENDING',
  objectApiName: 'InvestorAuth',
  recordId: `10${id}`,
  title: `示例${id}号`,
  companyId: null,
  companyName: null,
  submittedAt: '2026-11-20T02:00:00.000Z',
  decidedAt: null,
  reason: null,
  emailDueAt: null,
  version: 4,
  applicant: '示例用户',
  ...more,
});
const dossier = (shown: DeskCase, more: Partial<DeskDossier> = {}): DeskDossier => ({
  case: shown,
  record: { record: row({ id: shown.recordId, version: 2, realName: shown.title }), locked: [], editable: true },
  applicant: { uid: '9', name: '示例用户', roles: [], since: '2026-01-01T00:00:00.000Z', others: [] },
  events: [{ at: '2026-11-20T02:00:00.000Z', actor: '示例用户', event: 'submitted', state: 'PENDING', reason: null }],
  email: null,
  alike: [],
  known: null,
  lookalikes: [],
  institutions: [],
  investors: [],
  ...more,
});

function open(more: { at?: string; dossier?: Partial<DeskDossier>; shown?: Partial<DeskCase> } = {}) {
  const list = ['1', '2', '3'].map((id) => deskCase(id, more.shown));
  const find = (id: string) => list.find((each) => each.id === id) ?? deskCase(id);
  const api = new FakeApi()
    .on(deskQueue, () => ({ list, after: null, total: 3, totalIsExact: true }))
    .on(readDossier, ({ params }) => dossier(find(params.id), more.dossier))
    .on(approveCase, ({ params }) => dossier(deskCase(params.id, { state: 'APPROVED' })))
    .on(rejectCase, ({ params, body }) => dossier(deskCase(params.id, { state: 'REJECT', reason: body.reason })));
  render(
    <MemoryRouter initialEntries={[more.at ?? '/staff/identity']}>
      <DeskPage
        store={new ReviewStore(api)}
        renderRecord={({ record }) => <p>内容 {String(record.record['realName'])}</p>}
      />
    </MemoryRouter>,
  );
  return api;
}
const detail = () => screen.getByRole('region', { name: '认证详情' });

describe('the desk', () => {
  test('is walked and decided by keys alone, each decision after being asked once more', async () => {
    const api = open();
    await screen.findByText('共 3 条，最早提交的在前');
    await userEvent.keyboard('j');
    expect(await within(detail()).findByText('内容 示例1号')).toBeTruthy();
    await userEvent.keyboard('j');
    expect(await within(detail()).findByText('内容 示例2号')).toBeTruthy();
    await userEvent.keyboard('k');
    expect(await within(detail()).findByText('内容 示例1号')).toBeTruthy();
    await userEvent.keyboard('a');
    expect(await screen.findByText('通过“示例1号”的投资人认证？')).toBeTruthy();
    expect(api.callsOf(approveCase)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(api.callsOf(approveCase)).toEqual([{ version: 4, recordVersion: 2 }]));
    expect(await within(detail()).findByText('已通过')).toBeTruthy();
    expect(screen.getByText('共 2 条，最早提交的在前')).toBeTruthy();
  });

  test('refuses with a reason from the templates or in free words, and with none not at all', async () => {
    const api = open({ at: '/staff/identity?case=2' });
    await within(await screen.findByRole('region', { name: '认证详情' })).findByText('内容 示例2号');
    await userEvent.keyboard('r');
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: '确认不通过' });
    await userEvent.click(confirm);
    expect(await within(dialog).findByText('长度在 2 到 500 个字符')).toBeTruthy();
    expect(api.callsOf(rejectCase)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: '姓名与名片不一致' }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: /原因/ }), '，请核对 ja r');
    await userEvent.click(confirm);
    await waitFor(() =>
      expect(api.callsOf(rejectCase)).toEqual([{ version: 4, reason: '姓名与名片不一致，请核对 ja r' }]),
    );
    expect(await within(detail()).findByText('处理意见：姓名与名片不一致，请核对 ja r')).toBeTruthy();
  });

  test('informs the second of two staff, and reads again', async () => {
    const api = open({ at: '/staff/identity?case=2' });
    api.on(approveCase, () => {
      throw refusal('CONFLICT');
    });
    await within(await screen.findByRole('region', { name: '认证详情' })).findByText('内容 示例2号');
    await userEvent.click(screen.getByRole('button', { name: '通过' }));
    await userEvent.click(await screen.findByRole('button', { name: '确认通过' }));
    expect(await screen.findByText('记录已被他人修改，请刷新后再试')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '刷新' }));
    await waitFor(() => expect(screen.queryByText('记录已被他人修改，请刷新后再试')).toBeNull());
  });

  test('keeps the reason that was written when the submission is read again after a conflict', async () => {
    const api = open({ at: '/staff/identity?case=2' }).on(rejectCase, () => {
      throw refusal('CONFLICT');
    });
    const reason = async () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /原因/ });
    await userEvent.click(await screen.findByRole('button', { name: '不通过' }));
    await userEvent.type(await reason(), '职务与名片不一致');
    await userEvent.click(screen.getByRole('button', { name: '确认不通过' }));
    await userEvent.click(await screen.findByRole('button', { name: '刷新' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.calls.filter(({ name }) => name === `${readDossier.method} ${readDossier.path}`)).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: '不通过' }));
    expect((await reason()).value).toBe('职务与名片不一致');
    await userEvent.click(screen.getByRole('button', { name: '取消' }));
    await userEvent.keyboard('j');
    await within(detail()).findByText('内容 示例3号');
    await userEvent.click(screen.getByRole('button', { name: '不通过' }));
    expect((await reason()).value).toBe('');
  });

  test('offers the records that an investor may belong to, and approves with the one chosen', async () => {
    const api = open({
      at: '/staff/identity?case=1',
      dossier: {
        institutions: [{ id: '31', name: '示例资本', hint: '' }],
        investors: [{ id: '41', name: '示例1号', hint: '示例资本 · 投资总监' }],
        email: { address: 'z***@fund.example.com', verifiedAt: null },
      },
    });
    expect(await screen.findByText(/工作邮箱 z\*\*\*@fund.example.com/)).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: '通过' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /已收录的“示例资本”/ }).checked).toBe(true);
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: '不关联资料' }).checked).toBe(true);
    await userEvent.click(dialog.getByRole('radio', { name: '示例1号（示例资本 · 投资总监）' }));
    await userEvent.click(dialog.getByRole('button', { name: '确认通过' }));
    await waitFor(() => expect(api.callsOf(approveCase)).toMatchObject([{ institution: '31', investor: '41' }]));
  });

  test('hints at a known company, which a new one is linked to unless staff say otherwise', async () => {
    const api = open({
      at: '/staff/identity?case=2',
      shown: { kind: 'founder', objectApiName: 'CompanyCreate' },
      dossier: { known: { id: '77', name: '早已有之' }, alike: [deskCase('5', { applicant: '另一人' })] },
    });
    expect(await screen.findByText('早已有之')).toBeTruthy();
    expect(screen.getByRole('button', { name: '另一人（审核中）' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '通过' }));
    await userEvent.click(await screen.findByRole('button', { name: '确认通过' }));
    await waitFor(() => expect(api.callsOf(approveCase)).toMatchObject([{ linkTo: '77' }]));
  });

  test('shows what looks like a new company, which it can be linked to instead of being approved twice', async () => {
    const alike = { objectApiName: 'InsightCompany', id: '78', name: '早有之', grade: 3, reasons: ['名称主体相同'] };
    const api = open({
      at: '/staff/identity?case=2',
      shown: { kind: 'founder', objectApiName: 'CompanyCreate' },
      dossier: { lookalikes: [alike] },
    });
    const panel = within(await screen.findByRole('region', { name: '可能重复的记录' }));
    expect(panel.getByRole('link', { name: '早有之' }).getAttribute('href')).toBe('#/insight/InsightCompany/78');
    expect(panel.getByText(/名称主体相同/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '通过' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('radio', { name: '作为新企业收录', checked: true })).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: '关联到已收录的“早有之”（编号 78）' }));
    await userEvent.click(dialog.getByRole('button', { name: '确认通过' }));
    await waitFor(() => expect(api.callsOf(approveCase)).toMatchObject([{ linkTo: '78' }]));
  });

  test('of a claim names the company in the queue and, with its page, above what was handed in', async () => {
    open({ at: '/staff/identity?case=1', shown: { kind: 'claim', companyId: '5', companyName: '示例鲸落科技' } });
    const queue = await screen.findByRole('list', { name: '认证队列' });
    expect(within(queue).getAllByText('示例鲸落科技').length).toBe(3);
    const opened = screen.getByRole('region', { name: '认证详情' });
    const company = await within(opened).findByRole('link', { name: '示例鲸落科技' });
    expect(company.getAttribute('href')).toBe('#/insight/InsightCompany/5');
    expect(within(opened).getByRole('heading', { name: '示例1号' })).toBeTruthy();
  });

  test('offers only what the state allows: an approval can be taken back, and its keys do nothing', async () => {
    const api = open({ at: '/staff/identity?state=APPROVED&case=2', shown: { state: 'APPROVED' } });
    api.on(revokeCase, ({ params }) => dossier(deskCase(params.id, { state: 'REJECT', reason: '已离职' })));
    expect(await screen.findByRole('button', { name: '撤销认证' })).toBeTruthy();
    await userEvent.keyboard('ar');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '撤销认证' }));
    await userEvent.click(await screen.findByRole('button', { name: '已离职' }));
    await userEvent.click(screen.getByRole('button', { name: '确认撤销' }));
    await waitFor(() => expect(api.callsOf(revokeCase)).toEqual([{ version: 4, reason: '已离职' }]));
  });

  test('shows the history of a submission in its own tab', async () => {
    open({ at: '/staff/identity?case=2' });
    await userEvent.click(await screen.findByRole('tab', { name: '历史（1）' }));
    expect(within(screen.getByRole('list', { name: '处理经过' })).getByText('提交')).toBeTruthy();
  });

  test('says that nothing waits, and why a queue cannot be read', async () => {
    const api = new FakeApi().on(deskQueue, () => {
      throw refusal('UNAVAILABLE');
    });
    render(
      <MemoryRouter>
        <DeskPage store={new ReviewStore(api)} renderRecord={() => null} />
      </MemoryRouter>,
    );
    await screen.findByRole('alert');
    api.on(deskQueue, () => ({ list: [], after: null, total: 0, totalIsExact: true }));
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('没有符合条件的认证')).toBeTruthy();
  });
});
