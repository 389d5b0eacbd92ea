import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { giveFeedback, matchInvestors, matchProjects } from '#schemas/api/match-lists.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { closeApp, openApp } from '#tests/ui/app/app-world.tsx';
import { founder, INVESTOR, layout, market, page, PATH, PROJECTS, type Row, rowOf } from './matches.ts';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  closeApp();
});

const MARKED = '已标记“示例资本1”不合适：阶段不符';

describe('a row that does not fit', () => {
  const unfit = (list: Row[], count = 0) =>
    page(list, count > 0 ? { hidden: [{ reason: 'unfit', label: '已标记不合适', count }] } : {});
  const places = () =>
    screen.getAllByText('名', { selector: 'span span' }).map((node) => node.parentElement?.textContent);
  const markFirst = async (user: Awaited<ReturnType<typeof openApp>>['user']) => {
    await user.click(await screen.findByRole('button', { name: '不合适：示例资本1' }));
    await user.click(await screen.findByRole('menuitem', { name: '阶段不符' }));
  };

  test('is marked with a reason, keeps a line to take it back, and those behind move up', async () => {
    const api = founder()
      .on(matchInvestors, () => unfit([rowOf(1), rowOf(2), rowOf(3)]))
      .on(giveFeedback, () => null);
    const { user } = await openApp(PATH, api);
    await markFirst(user);
    await screen.findByText(MARKED);
    expect(places()).toEqual(['第1名', '第2名']);
    expect(screen.queryByRole('link', { name: '示例资本1' })).toBeNull();
    expect(screen.getByText(/^已隐藏 1 家：已标记不合适/)).toBeTruthy();
    const undo = screen.getByRole('button', { name: '撤销：示例资本1' });
    expect(document.activeElement).toBe(undo);
    await user.click(undo);
    await screen.findByRole('link', { name: '示例资本1' });
    expect(places()).toEqual(['第1名', '第2名', '第3名']);
    expect(screen.queryByText(/^已隐藏/)).toBeNull();
    expect(api.callsOf(giveFeedback)).toEqual([
      { project: '7', institution: '1', reason: 'stage' },
      { project: '7', institution: '1' },
    ]);
  });

  test('leaves the panel where it was shown there', async () => {
    const api = founder()
      .on(matchInvestors, () => unfit([rowOf(1), rowOf(2)]))
      .on(giveFeedback, () => null);
    const { user } = await openApp(PATH, api);
    await markFirst(user);
    await screen.findByText(MARKED);
    expect(screen.queryByRole('region', { name: '示例资本1的匹配依据' })).toBeNull();
  });

  test('stays where the mark is refused, with the reason', async () => {
    const api = founder()
      .on(matchInvestors, () => unfit([rowOf(1)]))
      .on(giveFeedback, () => {
        throw refusal('UNKNOWN_RECORD');
      });
    const { user } = await openApp(PATH, api);
    await markFirst(user);
    expect((await screen.findByRole('alert')).textContent).toBe('记录不存在或已删除');
    expect(screen.getByRole('link', { name: '示例资本1' })).toBeTruthy();
  });

  test('is counted among those left out, with the list of one’s marks for this project', async () => {
    await openApp(
      PATH,
      founder().on(matchInvestors, () => unfit([rowOf(1)], 12)),
    );
    expect(await screen.findByText(/^已隐藏 12 家：已标记不合适/)).toBeTruthy();
    const href = decodeURIComponent(screen.getByRole('link', { name: '查看或撤销' }).getAttribute('href') ?? '');
    expect(href).toBe("#/matching/unfit?f=['AND',['project','in',['7']],['institution','notEmpty']]");
  });

  test('is a project for an investor, whose marks are listed apart', async () => {
    const api = market(INVESTOR)
      .on(matchProjects, () => page([rowOf(1)], { layout: layout('InsightProject') }))
      .on(giveFeedback, () => null);
    const { user } = await openApp(PROJECTS, api);
    await markFirst(user);
    await screen.findByText(MARKED);
    expect(api.callsOf(giveFeedback)).toEqual([{ project: '1', reason: 'stage' }]);
    const href = decodeURIComponent(screen.getByRole('link', { name: '查看或撤销' }).getAttribute('href') ?? '');
    expect(href).toBe("#/matching/unfit?f=['institution','empty']");
  });
});
