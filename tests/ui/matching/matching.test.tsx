import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contactButton, contactNum } from '#schemas/api/contacts.ts';
import { readObject } from '#schemas/api/metadata.ts';
import { type MatchList, matchInvestors, matchSubjects } from '#schemas/api/match-lists.ts';
import { addInstitution } from '#schemas/api/pipeline.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { closeApp, openApp } from '#tests/ui/app/app-world.tsx';
import { FOUNDER_PROFILE, STAFF_PROFILE } from '#tests/support/account/founder-profile.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { criterion, founder, market, ORG_LIST, page, PATH, rowOf } from './matches.ts';

const FINANCING_DRAFT = shippedObjects().find(({ apiName }) => apiName === 'FinancingDraft') ?? raise();
function raise(): never {
  throw new Error('FinancingDraft does not ship.');
}
const CONTACT = {
  contactUid: '31',
  type: 1,
  hasManager: false,
  num: 3,
  daily: 3,
  buyOrChatted: false,
  isInWhiteList: false,
  isExpose: 1,
  price: 60,
  balance: 0,
  isSvip: false,
  decision: 'free',
} as const;

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  closeApp();
});

describe('the list of institutions by how well they fit', () => {
  test('shows each with its place, its facts and a word for each criterion', async () => {
    const silent = criterion({ key: 'track', label: '赛道', subject: null, verdict: 'unknown' });
    const miss = criterion({ key: 'region', label: '地区', verdict: 'miss' });
    await openApp(
      PATH,
      founder().on(matchInvestors, () => page([rowOf(1, [criterion({}), miss, silent]), rowOf(2)])),
    );
    const name = await screen.findByRole('link', { name: '示例资本1' });
    expect(name.getAttribute('href')).toBe('#/insight/InsightOrg/1');
    const chips = within(screen.getByRole('list', { name: '示例资本1的匹配条件' }));
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['行业符合', '地区不符']);
    expect(screen.getAllByText('深圳')).toHaveLength(2);
    expect(screen.getByText(/项目“示例项目” · 依据 2,314 笔公开交易（截至 2026-11-20）/)).toBeTruthy();
  });

  test('says why a row is there, with amounts that add up and the deals behind each sentence', async () => {
    const parts = [criterion({}), criterion({ key: 'region', label: '地区', contribution: '-0.335' })];
    const { user } = await openApp(
      PATH,
      founder().on(matchInvestors, () => page([rowOf(1, parts)])),
    );
    await user.click(await screen.findByRole('button', { name: '匹配依据：示例资本1' }));
    const panel = within(await screen.findByRole('region', { name: '示例资本1的匹配依据' }));
    expect(panel.getAllByText('近 24 个月 13 笔中 4 笔属半导体')).toHaveLength(2);
    expect(panel.getAllByText('本项目：半导体')).toHaveLength(2);
    expect(panel.getByLabelText('行业得分').textContent).toBe('+1.01');
    expect(panel.getByLabelText('地区得分').textContent).toBe('−0.34');
    expect(panel.getByLabelText('合计得分').textContent).toBe('0.67');
    const deals = panel.getByRole('link', { name: '查看这 4 笔交易（行业）' });
    expect(decodeURIComponent(deals.getAttribute('href') ?? '')).toBe("#/data/deal?f=['industry','under',['chips']]");
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: '示例资本1的匹配依据' })).toBeNull());
  });

  test('asks for another order, which the address keeps, and goes back to that of the list', async () => {
    const api = founder().on(matchInvestors, () => page([rowOf(1)]));
    const { user } = await openApp(PATH, api);
    expect((await screen.findByRole('button', { name: '最可能' })).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: '更对口' }));
    await waitFor(() =>
      expect(api.callsOf(matchInvestors)).toEqual([
        { project: '7', order: 'likely' },
        { project: '7', order: 'focused' },
      ]),
    );
    expect(window.location.hash).toBe(`#${ORG_LIST}&r=focused_p7`);
    await user.click(screen.getByRole('button', { name: '列表顺序' }));
    await waitFor(() => expect(window.location.hash).toBe(`#${ORG_LIST}`));
    expect(screen.queryByRole('link', { name: '示例资本1' })).toBeNull();
  });

  test('begins with the first project of the founder, and ranks what the filters and the keyword leave', async () => {
    const api = founder().on(matchInvestors, () => page([rowOf(1)]));
    const { user } = await openApp(`${ORG_LIST}&q=深圳&f=['city','eq','深圳']`, api);
    await user.click(await screen.findByRole('button', { name: '最可能' }));
    await screen.findByRole('link', { name: '示例资本1' });
    expect(api.callsOf(matchInvestors)).toEqual([
      { project: '7', order: 'likely', keyword: '深圳', filter: { field: 'city', op: 'eq', value: '深圳' } },
    ]);
    expect(screen.getByRole('button', { name: '为谁找：示例项目' })).toBeTruthy();
    expect(window.location.hash).toContain('r=likely_p7');
    expect(screen.getByText(/筛选后 1 家/)).toBeTruthy();
  });

  test('goes on to the next page and shows no row twice', async () => {
    const api = founder().on(matchInvestors, ({ body: { after } }) =>
      after === undefined ? page([rowOf(1), rowOf(2)], { after: 'more' }) : page([rowOf(2), rowOf(3)]),
    );
    const { user } = await openApp(PATH, api);
    await user.click(await screen.findByRole('button', { name: '加载更多' }));
    await screen.findByRole('link', { name: '示例资本3' });
    expect(screen.getAllByRole('link', { name: /^示例资本/ })).toHaveLength(3);
    expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
  });

  test('says what each condition leaves out, shows it, and lists it all the same', async () => {
    const more: Partial<MatchList> = {
      hidden: [
        { reason: 'held', label: '已投资该企业', count: 3 },
        { reason: 'cheque', label: '单笔下限高于融资金额', count: 1200 },
      ],
      basis: { ...page([]).basis, missing: ['赛道', '金额'] },
    };
    const api = founder().on(matchInvestors, () => page([rowOf(1)], more));
    const { user } = await openApp(PATH, api);
    const gates = within(await screen.findByRole('list', { name: '未列出' }));
    expect(gates.getByText(/未列出 1,200 家：单笔下限高于融资金额/)).toBeTruthy();
    expect(screen.getByText(/项目尚未填写赛道、金额/)).toBeTruthy();
    expect(screen.getByRole('link', { name: '完善融资需求' }).getAttribute('href')).toBe('#/financing');
    await user.click(gates.getByRole('button', { name: '查看：单笔下限高于融资金额' }));
    await screen.findByText(/正在查看未列出的：单笔下限高于融资金额/);
    expect(api.callsOf(matchInvestors).at(-1)).toEqual({ project: '7', order: 'likely', only: 'cheque' });
    await user.click(screen.getByRole('switch', { name: '列入：单笔下限高于融资金额' }));
    await waitFor(() =>
      expect(api.callsOf(matchInvestors).at(-1)).toEqual({ project: '7', order: 'likely', lift: ['cheque'] }),
    );
    expect(window.location.hash).toBe(`#${PATH}_lift.cheque`);
  });

  test('says where there are no deals to go by', async () => {
    const basis = { ...page([]).basis, deals: 0 };
    await openApp(
      PATH,
      founder().on(matchInvestors, () => page([rowOf(1)], { basis })),
    );
    expect(await screen.findByText(/暂无交易依据，仅按自述比较/)).toBeTruthy();
  });

  test('offers to list what is left out where nothing else is left', async () => {
    const hidden: MatchList['hidden'] = [{ reason: 'cheque', label: '单笔下限高于融资金额', count: 2 }];
    const api = founder().on(matchInvestors, ({ body: { lift = [] } }) =>
      lift.length > 0 ? page([rowOf(1)]) : page([], { hidden }),
    );
    const { user } = await openApp(PATH, api);
    expect(await screen.findByText('全部记录都被以下条件排除')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '仍然列出' }));
    await screen.findByRole('link', { name: '示例资本1' });
  });

  test('weighs each criterion by a slider, and takes all back at once', async () => {
    const api = founder().on(matchInvestors, ({ body: { weights } }) =>
      page([rowOf(1)], { weights: [{ key: 'industry', label: '行业', weight: weights?.['industry'] ?? 1 }] }),
    );
    const { user } = await openApp(PATH, api);
    await user.click(await screen.findByRole('button', { name: /条件权重/ }));
    fireEvent.change(await screen.findByRole('slider', { name: /行业/ }), { target: { value: '2' } });
    await waitFor(() => expect(window.location.hash).toBe(`#${PATH}_w.industry.2`));
    expect(api.callsOf(matchInvestors).at(-1)).toEqual({ project: '7', order: 'likely', weights: { industry: 2 } });
    await user.click(await screen.findByRole('button', { name: '恢复默认' }));
    await waitFor(() => expect(window.location.hash).toBe(`#${PATH}`));
  });

  test('says of a row why it is back after it was marked', async () => {
    const back = { ...rowOf(1), lapsed: { why: 'changed', reason: '阶段不符' } as const };
    await openApp(
      PATH,
      founder().on(matchInvestors, () => page([back])),
    );
    expect(await screen.findByText('信息有变化：曾标记不合适（阶段不符），已重新列出')).toBeTruthy();
  });

  test('leads from a row to the conversation with the user behind it', async () => {
    const row = { ...rowOf(1), contact: { objectApiName: 'InsightInvestor', id: '31' } };
    const api = founder()
      .on(matchInvestors, () => page([row, rowOf(2)]))
      .on(contactButton, () => CONTACT)
      .on(contactNum, () => ({ popupStatus: 0, popupIdentity: 0, buyOrChatted: false, num: 3 }));
    const { user, stores } = await openApp(PATH, api);
    await user.click(await screen.findByRole('button', { name: '私信：示例资本1' }));
    await waitFor(() => expect(stores.chatLauncher.pendingIntent ?? stores.chatLauncher.isOpen).toBeTruthy());
    expect(screen.queryByRole('button', { name: '私信：示例资本2' })).toBeNull();
  });

  test('puts an institution on the list of those that are followed up, and says where that is refused', async () => {
    const api = founder()
      .on(matchInvestors, () => page([rowOf(1), rowOf(2)]))
      .on(addInstitution, ({ body: { institution } }) => {
        if (institution === '2') throw refusal('CONFLICT');
        return null;
      });
    const { user } = await openApp(PATH, api);
    await user.click(await screen.findByRole('button', { name: '加入跟进：示例资本1' }));
    expect((await screen.findByRole('link', { name: '已加入跟进：示例资本1' })).getAttribute('href')).toBe(
      '#/pipeline',
    );
    await user.click(screen.getByRole('button', { name: '加入跟进：示例资本2' }));
    expect((await screen.findByRole('alert')).textContent).toBe('记录已被他人修改，请刷新后再试');
  });

  test('is reached from the address that it had before', async () => {
    await openApp(
      '/matching/investors/7',
      founder().on(matchInvestors, () => page([rowOf(1)])),
    );
    await screen.findByRole('link', { name: '示例资本1' });
    expect(window.location.hash).toBe(`#${PATH}`);
    cleanup();
    const refused = founder().on(matchInvestors, () => {
      throw refusal('UNKNOWN_RECORD');
    });
    await openApp(PATH, refused);
    expect((await screen.findByRole('alert')).textContent).toContain('记录不存在或已删除');
  });
});

describe('institutions without a project', () => {
  const draft = (api = founder()) =>
    api
      .on(matchSubjects, () => ({ list: [] }))
      .on(readObject, () => FINANCING_DRAFT)
      .on(matchInvestors, () => page([rowOf(1)], { total: 12 }));

  test('are asked for by six questions, none of which is kept, with how many can be judged', async () => {
    const api = draft();
    const { user } = await openApp(ORG_LIST, api);
    await user.click(await screen.findByRole('button', { name: '为谁找：请选择' }));
    await user.click(await screen.findByRole('menuitem', { name: '临时条件…' }));
    const dialog = within(await screen.findByRole('dialog', { name: '临时条件' }));
    await dialog.findByText('共 12 家机构，可据此判断 5 家');
    await user.type(dialog.getByRole('textbox', { name: /^上年营业收入/ }), '1000000');
    await user.click(dialog.getByRole('button', { name: '查看匹配机构' }));
    await screen.findByRole('link', { name: '示例资本1' });
    expect(api.callsOf(matchInvestors).at(-1)).toEqual({
      order: 'likely',
      draft: { revenueLastYear: { num: '1000000', currency: 'CNY' } },
    });
    expect(window.location.hash).toBe(`#${ORG_LIST}&r=likely_draft`);
    expect(screen.queryByRole('button', { name: '不合适：示例资本1' })).toBeNull();
  });

  test.each([
    [['START_UP'], '您还没有融资需求', '发布融资需求', '#/form/FinancingRequest'],
    [[], '您还没有代表的企业', '创建或认领企业', '#/identity'],
  ])('say what comes first to %s without a round, and lead there', async (identityRoles, title, label, href) => {
    const api = draft(market({ ...FOUNDER_PROFILE, identityRoles }));
    const { user } = await openApp(ORG_LIST, api);
    await user.click(await screen.findByRole('button', { name: '最可能' }));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(href);
    expect(api.callsOf(matchInvestors)).toEqual([]);
    await user.click(screen.getByRole('button', { name: '回答六个问题' }));
    await screen.findByRole('dialog', { name: '临时条件' });
  });

  test.each([
    [['FA'], /服务机构可筛选、排序和导出/],
    [['ORG_INVESTOR'], /投资人可在“融资项目”中按匹配度查找项目/],
  ])('are a plain list for %s, with the reason', async (identityRoles, why) => {
    await openApp(ORG_LIST, market({ ...FOUNDER_PROFILE, identityRoles }));
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '最可能' })).toBeNull();
  });

  test('are a plain list for staff', async () => {
    await openApp(ORG_LIST, market({ ...STAFF_PROFILE, identityRoles: [] }));
    expect(await screen.findByText(/运营人员没有融资或投资主体/)).toBeTruthy();
  });
});
