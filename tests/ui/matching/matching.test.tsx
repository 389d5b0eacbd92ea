import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MatchList, matchInvestors, matchProjects } from '#schemas/api/match-lists.ts';
import { addDeal, addInstitution } from '#schemas/api/pipeline.ts';
import { shownParts } from '#client/features/matching/shares.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { closeApp, openApp, server } from '#tests/ui/app/app-world.tsx';
import { criterion, founder, INVESTOR, layout, page, PATH, rowOf } from './matches.ts';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  closeApp();
});

describe('the page of investors for a project', () => {
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

  test('asks for another order, which the address keeps', async () => {
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
    expect(window.location.hash).toBe(`#${PATH}?order=focused`);
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

  test('says how many are left out, and what the project should say', async () => {
    const more: Partial<MatchList> = {
      hidden: [
        { reason: 'held', label: '已投资该企业', count: 3 },
        { reason: 'advisor', label: '为财务顾问', count: 1200 },
      ],
      basis: { ...page([]).basis, missing: ['赛道', '金额'] },
    };
    await openApp(
      PATH,
      founder().on(matchInvestors, () => page([rowOf(1)], more)),
    );
    expect(await screen.findByText('未列出：3 个已投资该企业、1,200 个为财务顾问')).toBeTruthy();
    expect(screen.getByText(/项目尚未填写赛道、金额/)).toBeTruthy();
    expect(screen.getByRole('link', { name: '完善融资需求' }).getAttribute('href')).toBe('#/financing');
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

  test('is no page of something that is no project, and says so of one of others', async () => {
    await openApp('/matching/investors/x', founder());
    expect(await screen.findByText(/页面不存在/)).toBeTruthy();
    cleanup();
    const refused = founder().on(matchInvestors, () => {
      throw refusal('UNKNOWN_RECORD');
    });
    await openApp(PATH, refused);
    expect((await screen.findByRole('alert')).textContent).toContain('记录不存在或已删除');
  });
});

describe('the page of projects for an investor', () => {
  const investor = (reply: MatchList) =>
    server(INVESTOR)
      .on(matchProjects, () => reply)
      .on(addDeal, () => null);

  test('leads to what the user looks for where that is not known', async () => {
    const basis = { deals: 5, on: '2026-11-20', subject: null, missing: ['行业', '轮次'] };
    await openApp('/matching/projects', investor(page([rowOf(1)], { basis, layout: layout('InsightProject') })));
    expect(await screen.findByText(/您尚未设置行业、轮次/)).toBeTruthy();
    expect(screen.getByRole('link', { name: '完善投资偏好' }).getAttribute('href')).toBe('#/personalCenter?page=focus');
  });

  test('follows a project as a deal, and says what is to come where there is none', async () => {
    const api = investor(page([rowOf(1)], { layout: layout('InsightProject') }));
    const { user } = await openApp('/matching/projects', api);
    await user.click(await screen.findByRole('button', { name: '加入跟进：示例资本1' }));
    await screen.findByRole('link', { name: '已加入跟进：示例资本1' });
    expect(api.callsOf(addDeal)).toEqual([{ clientKey: expect.any(String), project: '1' }]);
    cleanup();
    await openApp('/matching/projects', investor(page([])));
    expect(await screen.findByText('暂无正在融资的项目')).toBeTruthy();
  });

  test('is in the menu of investors, which has nothing twice', async () => {
    const { user } = await openApp('/matching/projects', investor(page([])));
    await user.click(await screen.findByRole('button', { name: /示例创业者/ }));
    const words = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(words).toContain('匹配项目');
    expect(new Set(words).size).toBe(words.length);
  });
});

test.each([
  [['0.333333333', '0.333333333', '0.333333334'], ['+0.33', '+0.33', '+0.34'], '1.00'],
  [['1.999999999', '-0.999999999'], ['+2.00', '−1.00'], '1.00'],
  [['0', '-0.004'], ['0.00', '0.00'], '0.00'],
  [[], [], '0.00'],
])('%s is shown so that it adds up', (decimals, parts, sum) => {
  expect(shownParts(decimals)).toEqual({ parts, sum });
});
