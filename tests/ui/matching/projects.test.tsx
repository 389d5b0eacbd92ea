import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MatchList, matchProjects } from '#schemas/api/match-lists.ts';
import { addDeal } from '#schemas/api/pipeline.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { closeApp, openApp } from '#tests/ui/app/app-world.tsx';
import { INVESTOR, layout, market, page, PROJECTS, rowOf } from './matches.ts';

beforeEach(() => openScreen());
afterEach(closeApp);

describe('the list of projects for an investor', () => {
  const investor = (reply: MatchList) =>
    market(INVESTOR)
      .on(matchProjects, () => reply)
      .on(addDeal, () => null);

  test('leads to what the user looks for where that is not known', async () => {
    const basis = { deals: 5, on: '2026-11-20', subject: null, missing: ['行业', '轮次'], judged: 0 };
    await openApp(PROJECTS, investor(page([rowOf(1)], { basis, layout: layout('InsightProject') })));
    expect(await screen.findByText(/您尚未设置行业、轮次/)).toBeTruthy();
    expect(screen.getByRole('link', { name: '完善投资偏好' }).getAttribute('href')).toBe('#/personalCenter?page=focus');
  });

  test('follows a project as a deal, and says what is to come where there is none', async () => {
    const api = investor(page([rowOf(1)], { layout: layout('InsightProject') }));
    const { user } = await openApp(PROJECTS, api);
    await user.click(await screen.findByRole('button', { name: '加入跟进：示例资本1' }));
    await screen.findByRole('link', { name: '已加入跟进：示例资本1' });
    expect(api.callsOf(addDeal)).toEqual([{ clientKey: expect.any(String), project: '1' }]);
    cleanup();
    await openApp(PROJECTS, investor(page([])));
    expect(await screen.findByText('暂无正在融资的项目')).toBeTruthy();
  });

  test('is in the navigation of investors, which has nothing twice', async () => {
    await openApp(PROJECTS, investor(page([])));
    const navigation = await screen.findByRole('navigation', { name: '主导航' });
    const links = await within(navigation).findAllByRole('link');
    const words = links.map(({ textContent }) => textContent);
    expect(words).toContain('匹配项目');
    expect(new Set(words).size).toBe(words.length);
  });
});
