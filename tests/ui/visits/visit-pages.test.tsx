import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readVisitSetting, saveVisitSetting, type VisitStat, viewMyProjectStat } from '#schemas/api/visits.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { VisitModeChoice } from '#client/features/visits/visit-mode-choice.tsx';
import { VisitModeStore } from '#client/features/visits/visit-mode-store.ts';
import { VisitStatPage } from '#client/features/visits/visit-stat-page.tsx';
import { VisitStatStore } from '#client/features/visits/visit-stat-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => {
  openScreen();
  // Charts follow the size of their place; here nothing is ever resized.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(cleanup);

const FIGURES = {
  viewers: 6,
  institutions: 2,
  returning: 3,
  opens: 9,
  medianSeconds: 150,
  contacted: 1,
  bpSent: 0,
};
const STAT: VisitStat = {
  companies: [{ ccid: '7', name: '示例企业' }],
  ccid: '7',
  isHidden: false,
  period: { from: '2026-10-23', to: '2026-11-21', previousFrom: '2026-09-23', previousTo: '2026-10-22' },
  summary: { ...FIGURES, previous: { ...FIGURES, viewers: 5 } },
  trend: [
    { from: '2026-11-20', to: '2026-11-20', viewers: 2 },
    { from: '2026-11-21', to: '2026-11-21', viewers: 4 },
  ],
  byType: [{ type: 'LP', viewers: 6 }],
  byRegion: [{ region: '北京', viewers: 6 }],
  byFocusFit: [],
  bySource: [{ source: 'matching', viewers: 6 }],
  institutions: [],
  totalCount: 6,
  data: [
    {
      uid: null,
      name: null,
      avatar: null,
      investorEntityName: null,
      investorPosition: null,
      investorType: 'OTHER',
      firstOn: '2026-11-20',
      lastOn: '2026-11-21',
      lastAt: null,
      days: 2,
      opens: 3,
      seconds: 60,
      contacted: false,
      bpSent: false,
    },
  ],
};
const PATHS = { settings: '/personalCenter?page=contacts', identity: '/identity', financing: '/form/Request' };

function openStat(stat: VisitStat, query = '') {
  const asked: unknown[] = [];
  const went: string[] = [];
  const chosen: string[] = [];
  const api = new FakeApi().on(viewMyProjectStat, (input) => {
    asked.push(input.query);
    return stat;
  });
  render(
    <VisitStatPage
      store={new VisitStatStore(api)}
      query={new URLSearchParams(query)}
      onAsk={(name, value) => chosen.push(`${name}=${value}`)}
      paths={PATHS}
      onGo={(path) => went.push(path)}
      alertsOf={(id) => <button type="button">{`订阅访客 ${id}`}</button>}
    />,
  );
  return { user: userEvent.setup(), asked, went, chosen };
}

const filterOf = (link: HTMLElement) => {
  const [, search = ''] = (link.getAttribute('href') ?? '').split('?');
  return decodeListState(`?${search}`).state.filter;
};

describe('the page of visitors', () => {
  test('has the way to be alerted of those of the company that is shown', async () => {
    openStat(STAT);
    expect((await screen.findByRole('button', { name: '订阅访客 7' })).textContent).toBe('订阅访客 7');
  });

  test('links every number to the list that it counts', async () => {
    openStat(STAT);
    const viewers = await screen.findByRole('link', { name: '访客 6' });
    const inPeriod = { field: 'lastOn', op: 'between', value: ['2026-10-23', null] };
    const ofCompany = { field: 'company', op: 'in', value: ['7'] };
    expect(viewers.getAttribute('href')).toMatch(/^#\/visitors\/list\?/);
    expect(filterOf(viewers)).toEqual({ and: [inPeriod, ofCompany] });
    expect(filterOf(screen.getByRole('link', { name: '再次来访 3' }))).toEqual({
      and: [inPeriod, { field: 'days', op: 'gte', value: 2 }, ofCompany],
    });
    expect(filterOf(screen.getByRole('link', { name: '已有私信 1' }))).toEqual({
      and: [inPeriod, { field: 'contacted', op: 'eq', value: true }, ofCompany],
    });
    expect(screen.getByText('来自 2 家机构 · 较前一期 +1 · 停留中位数 3 分钟')).toBeDefined();
    expect(screen.getByRole('rowheader', { name: '未公开姓名' })).toBeDefined();
  });

  test('says where viewers are and what led them here, lists institutions, and says why a group is not there', async () => {
    const institution = {
      investorEntityName: '示例资本',
      viewers: 3,
      people: ['甲'],
      returning: 1,
      lastOn: '2026-11-21',
      opens: 4,
    };
    const { user, chosen } = openStat({ ...STAT, institutions: [institution] }, 'by=institution');
    const region = await screen.findByRole('region', { name: '所在地区' });
    expect(within(region).getByText('北京')).toBeDefined();
    expect(within(screen.getByRole('region', { name: '来源' })).getByText('匹配')).toBeDefined();
    expect(within(screen.getByRole('region', { name: '机构关注方向' })).getByText(/不足5位/)).toBeDefined();
    const [row] = within(screen.getByRole('table', { name: '来访的机构' }))
      .getAllByRole('row')
      .slice(1);
    expect(row?.textContent).toBe('示例资本甲等 3 位12026-11-214');
    await user.click(screen.getByRole('button', { name: '按人' }));
    expect(chosen).toEqual(['by=']);
  });

  test('does not compare small numbers', async () => {
    openStat({ ...STAT, summary: { ...STAT.summary, viewers: 4, medianSeconds: null } });
    expect(await screen.findByText('来自 2 家机构 · 样本少，暂不与前一期比较')).toBeDefined();
  });

  test('asks for the period and kind of its address, and changes it', async () => {
    const { user, asked, chosen } = openStat(STAT, 'period=90d&kind=LP&ccid=7');
    await screen.findByRole('link', { name: '访客 6' });
    expect(asked).toEqual([{ statPeriod: '90d', statUserInvestorType: 'LP', ccid: '7' }]);
    await user.click(screen.getByRole('tab', { name: '近7天' }));
    expect(chosen).toEqual(['period=7d']);
  });

  test('says what to do where there are no visitors, no company, or the founder looks privately', async () => {
    const { user, went } = openStat({ ...STAT, summary: { ...STAT.summary, viewers: 0 } });
    await user.click(await screen.findByRole('button', { name: '发布融资需求' }));
    cleanup();
    const other = openStat({ ...STAT, companies: [], ccid: null });
    await other.user.click(await screen.findByRole('button', { name: '去认证' }));
    cleanup();
    const hidden = openStat({ ...STAT, isHidden: true });
    await hidden.user.click(await screen.findByRole('button', { name: '更改浏览可见性' }));
    expect([went, other.went, hidden.went]).toEqual([['/form/Request'], ['/identity'], [PATHS.settings]]);
  });
});

describe('the visibility of visits', () => {
  test('is one of three, and saved at once', async () => {
    const api = new FakeApi().on(readVisitSetting, () => ({ mode: 'open' as const }));
    api.on(saveVisitSetting, ({ body }) => body);
    render(<VisitModeChoice store={new VisitModeStore(api)} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: /^匿名/ }));
    expect(api.callsOf(saveVisitSetting)).toEqual([{ mode: 'private' }]);
    expect(await screen.findByText('已保存，对以前的浏览同样生效')).toBeDefined();
    expect(screen.getByRole('radio', { name: /^匿名/ })).toHaveProperty('checked', true);
  });

  test('stays as it was where it cannot be saved', async () => {
    const api = new FakeApi().on(readVisitSetting, () => ({ mode: 'open' as const }));
    api.on(saveVisitSetting, () => {
      throw refusal('FORBIDDEN');
    });
    render(<VisitModeChoice store={new VisitModeStore(api)} />);
    await userEvent.setup().click(await screen.findByRole('radio', { name: /^匿名/ }));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByRole('radio', { name: /^公开身份/ })).toHaveProperty('checked', true);
  });
});
