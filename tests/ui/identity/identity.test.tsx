import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type IdentityCase, readCases, withdrawCase } from '#schemas/api/identity.ts';
import { type ClaimableCompany, leaveCompany, myCompanies, suggestCompany } from '#schemas/api/identity-companies.ts';
import { sendVerifyEmail, verifyEmail } from '#schemas/api/identity-email.ts';
import { CompanySearchStore } from '#client/features/identity/company-search-store.ts';
import { IdentityPage } from '#client/features/identity/identity-page.tsx';
import { IdentityStore } from '#client/features/identity/identity-store.ts';
import { VerifyEmailPage } from '#client/features/identity/verify-email-page.tsx';
import { verifyEmailStore } from '#client/features/identity/verify-email-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const handedIn = (more: Partial<IdentityCase>): IdentityCase => ({
  id: '3',
  kind: 'investor',
  state: 'PENDING',
  objectApiName: 'InvestorAuth',
  recordId: '8',
  title: '示例甲',
  companyId: null,
  companyName: null,
  submittedAt: '2026-11-20T02:00:00.000Z',
  decidedAt: null,
  reason: null,
  emailDueAt: null,
  version: 1,
  ...more,
});

function open(
  list: IdentityCase[],
  more: { roles?: string[]; companies?: boolean; invited?: boolean; at?: string } = {},
) {
  const companies = more.companies
    ? [
        {
          id: '5',
          name: '示例鲸落科技',
          position: '创始人',
          since: '2026-11-01T00:00:00.000Z',
          role: more.invited ? ('editor' as const) : ('owner' as const),
          certified: !more.invited,
        },
      ]
    : [];
  const api = new FakeApi().on(readCases, () => ({ list })).on(myCompanies, () => ({ list: companies }));
  const refreshed: number[] = [];
  const store = new IdentityStore({
    api,
    roles: () => more.roles ?? [],
    refresh: async () => void refreshed.push(1),
  });
  render(
    <MemoryRouter initialEntries={[more.at ?? '/identity']}>
      <IdentityPage
        store={store}
        search={() => new CompanySearchStore(api)}
        renderForm={({ kind, again, company, onCancel }) => (
          <div>
            <p>
              表单 {kind} {again?.id ?? '新'} {company?.name ?? ''}
            </p>
            <button type="button" onClick={onCancel}>
              离开表单
            </button>
          </div>
        )}
      />
    </MemoryRouter>,
  );
  return { api, refreshed };
}
const card = (name: string) => screen.findByRole('region', { name });

describe('the page of certifications', () => {
  test('does not take a user for certified who was invited to a company', async () => {
    open([], { companies: true, invited: true });
    const founder = await card('创业者认证');
    expect(within(founder).getByText(/受邀加入于/)).toBeTruthy();
    expect(within(founder).queryByText('已通过')).toBeNull();
    expect(within(founder).getByRole('link', { name: '发布融资' }).getAttribute('href')).toBe(
      '#/form/FinancingRequest',
    );
  });

  test('says what each opens, and opens its form inside', async () => {
    open([]);
    const investor = await card('投资人认证');
    expect(within(investor).getByText('查看企业与项目的完整详情')).toBeTruthy();
    expect(screen.getByText('尚未认证')).toBeTruthy();
    await userEvent.click(within(investor).getByRole('button', { name: '开始认证' }));
    expect(screen.getByText('表单 investor 新')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '离开表单' }));
    expect(await card('投资人认证')).toBeTruthy();
  });

  test.each([
    ['服务机构认证', '您正在认证投资人', [handedIn({})], []],
    ['服务机构认证', '您已认证投资人', [handedIn({ state: 'APPROVED' })], ['ORG_INVESTOR']],
    ['投资人认证', '您正在认证服务机构', [handedIn({ kind: 'serviceOrg', state: 'EMAIL_PENDING' })], []],
    ['投资人认证', '您已认证服务机构', [], ['FA']],
  ] as const)('closes %s before a form is filled in: %s', async (name, reason, list, roles) => {
    open([...list], { roles: [...roles] });
    const closed = await card(name);
    expect(within(closed).getByText(`服务机构和投资人不能同时认证，${reason}`)).toBeTruthy();
    expect(within(closed).getByRole<HTMLButtonElement>('button', { name: '开始认证' }).disabled).toBe(true);
  });

  test('does not open a closed form by its address either', async () => {
    open([handedIn({})], { at: '/identity?form=serviceOrg' });
    expect(await card('服务机构认证')).toBeTruthy();
    expect(screen.queryByText(/^表单/)).toBeNull();
  });

  test('shows what staff said, and the way to mend it', async () => {
    open([handedIn({ state: 'REJECT', reason: '名片不清晰，请重新上传' })]);
    const investor = await card('投资人认证');
    expect(within(investor).getByText('审核意见：名片不清晰，请重新上传')).toBeTruthy();
    await userEvent.click(within(investor).getByRole('button', { name: '修改并重新提交' }));
    expect(screen.getByText('表单 investor 3')).toBeTruthy();
  });

  test('asks once more before something is taken back', async () => {
    const { api } = open([handedIn({})]);
    api.on(withdrawCase, () => handedIn({ state: 'WITHDRAWN' }));
    const investor = await card('投资人认证');
    await userEvent.click(within(investor).getByRole('button', { name: '撤回' }));
    expect(api.callsOf(withdrawCase)).toEqual([]);
    await userEvent.click(within(investor).getByRole('button', { name: '确认撤回' }));
    expect(await screen.findByText('已撤回，可随时修改后重新提交')).toBeTruthy();
  });

  test('sends the mail again, and says why not when it may not', async () => {
    const waits = handedIn({ kind: 'serviceOrg', state: 'EMAIL_PENDING', emailDueAt: '2026-11-21T02:00:00.000Z' });
    const { api } = open([waits]);
    api.on(sendVerifyEmail, () => ({ sentTo: 'd***@example.com', dueAt: '2026-11-22T02:00:00.000Z' }));
    const again = async () =>
      userEvent.click(within(await card('服务机构认证')).getByRole('button', { name: '重新发送邮件' }));
    expect(within(await card('服务机构认证')).getByText(/请在 2026-11-21 10:00 前打开/)).toBeTruthy();
    await again();
    expect(await screen.findByText('验证邮件已发往 d***@example.com，24 小时内有效')).toBeTruthy();
    api.on(sendVerifyEmail, () => {
      throw refusal('TOO_MANY_REQUESTS');
    });
    await again();
    expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeTruthy();
  });

  test('reads the session again with its cases, so that a new role is seen at once', async () => {
    const { refreshed } = open([handedIn({ state: 'APPROVED' })], { roles: ['ORG_INVESTOR'] });
    await card('投资人认证');
    expect(refreshed.length).toBe(1);
    expect(screen.getByText('机构投资人')).toBeTruthy();
  });

  test('says when it cannot be read, and tries again', async () => {
    const { api } = open([]);
    await card('投资人认证');
    cleanup();
    api.on(readCases, () => {
      throw refusal('UNAVAILABLE');
    });
    const store = new IdentityStore({ api, roles: () => [], refresh: async () => undefined });
    render(
      <MemoryRouter>
        <IdentityPage store={store} search={() => new CompanySearchStore(api)} renderForm={() => null} />
      </MemoryRouter>,
    );
    expect(await screen.findByRole('alert')).toBeTruthy();
    api.on(readCases, () => ({ list: [] }));
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await card('投资人认证')).toBeTruthy();
  });
});

describe('the claim of a company', () => {
  const FOUND: ClaimableCompany = {
    id: '5',
    name: '示例鲸落科技',
    hint: '',
    legalName: '示例鲸落科技（深圳）有限公司',
    creditCode: '91440300MA5EXAMPL1',
    claim: 'open',
  };
  async function search(...found: Partial<ClaimableCompany>[]) {
    const { api } = open([], { at: '/identity?form=search' });
    api.on(suggestCompany, () => ({ list: (found.length > 0 ? found : [{}]).map((one) => ({ ...FOUND, ...one })) }));
    await userEvent.type(await screen.findByLabelText('企业名称或统一社会信用代码'), '鲸落');
    await screen.findAllByText('示例鲸落科技');
    return api;
  }

  test('finds it by name and goes to the form with it', async () => {
    await search();
    await userEvent.click(screen.getByRole('button', { name: /示例鲸落科技/ }));
    await userEvent.click(await screen.findByRole('button', { name: '认领“示例鲸落科技”' }));
    expect(screen.getByText('表单 claim 新 示例鲸落科技')).toBeTruthy();
  });

  test('shows what the register says of companies of one name, and takes the one that was pressed', async () => {
    await search({}, { id: '6', legalName: '示例鲸落科技（北京）有限公司', creditCode: '91110000MA5EXAMPL2' });
    await userEvent.click(screen.getByRole('button', { name: /北京.*91110000MA5EXAMPL2/ }));
    const chosen = screen.getAllByRole('button', { pressed: true });
    expect(chosen.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('北京')]);
  });

  test('says when others speak for it, who may be joined', async () => {
    await search({ claim: 'claimed' });
    await userEvent.click(screen.getByRole('button', { name: /已有成员认领/ }));
    expect(await screen.findByText(/您也是其成员时，仍可提交认领/)).toBeTruthy();
    expect(screen.getByRole('button', { name: '认领“示例鲸落科技”' })).toBeTruthy();
  });

  test.each([
    ['pending', '您的认领正在审核'],
    ['mine', '您已是认证成员'],
  ] as const)('is closed where it can come to nothing, and says why: %s', async (claim, reason) => {
    await search({ claim });
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /示例鲸落科技/ })).toBeNull();
  });

  test('that waits names the company, with its page', async () => {
    const waits = { kind: 'claim', title: '示例丙', companyId: '5', companyName: '示例鲸落科技' } as const;
    open([handedIn(waits)]);
    const founder = await card('创业者认证');
    const company = within(founder).getByRole('link', { name: '示例鲸落科技' });
    expect(company.getAttribute('href')).toBe('#/insight/InsightCompany/5');
  });

  test('leads to creating a company that is not found', async () => {
    const { api } = open([], { at: '/identity?form=search' });
    api.on(suggestCompany, () => ({ list: [] }));
    await userEvent.type(await screen.findByLabelText('企业名称或统一社会信用代码'), '没有的企业');
    expect(await screen.findByText('没有找到“没有的企业”')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '没有我的企业，去创建' }));
    expect(screen.getByText('表单 founder 新')).toBeTruthy();
  });

  test('can be given up, after being asked once more', async () => {
    const { api } = open([], { companies: true });
    api.on(leaveCompany, () => ({ list: [] }));
    const founder = await card('创业者认证');
    await userEvent.click(within(founder).getByRole('button', { name: '退出' }));
    await userEvent.click(within(founder).getByRole('button', { name: '确认退出' }));
    expect(await screen.findByText('已退出该企业')).toBeTruthy();
  });
});

describe('the page that the link in the mail leads to', () => {
  test('does nothing until it is pressed, and then says what came of it', async () => {
    const api = new FakeApi().on(verifyEmail, () => ({ kind: 'serviceOrg' as const, orgName: '示例顾问' }));
    render(<VerifyEmailPage store={verifyEmailStore(api, 'a-token')} />);
    expect(api.calls).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '确认验证' }));
    expect(await screen.findByText('邮箱验证成功，“示例顾问”的认证已进入审核。')).toBeTruthy();
  });

  test('does not name an investor to the user who opens the mail', async () => {
    const api = new FakeApi().on(verifyEmail, () => ({ kind: 'investor' as const, orgName: '' }));
    render(<VerifyEmailPage store={verifyEmailStore(api, 'a-token')} />);
    await userEvent.click(screen.getByRole('button', { name: '确认验证' }));
    expect(await screen.findByText('邮箱验证成功，您的认证已进入审核。')).toBeTruthy();
  });

  test('says when the link no longer works', async () => {
    const api = new FakeApi().on(verifyEmail, () => {
      throw refusal('VERIFY_CODE_WRONG');
    });
    render(<VerifyEmailPage store={verifyEmailStore(api, 'old')} />);
    await userEvent.click(screen.getByRole('button', { name: '确认验证' }));
    expect((await screen.findByRole('alert')).textContent).toBe('验证码错误或已过期');
  });
});
