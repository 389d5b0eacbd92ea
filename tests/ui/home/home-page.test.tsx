import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Home, type HomeContent, readHome, readHomeFaults, type ShownBlock } from '#schemas/api/home.ts';
import { HomePage } from '#client/features/home/home-page.tsx';
import { HomeStore } from '#client/features/home/home-store.ts';
import { FakeApi, refusal, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { VIEW } from '#tests/ui/records/lists.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const NOW = Date.UTC(2026, 10, 24, 4);
let ids = 0;
const block = (title: string, content?: HomeContent, more: Partial<ShownBlock> = {}): ShownBlock => {
  ids += 1;
  return { id: String(ids), title, width: 'half', ...(content && { content }), ...more };
};
const page = (...blocks: ShownBlock[]): Home => ({ blocks, lastLook: null, asOf: '2026-11-24T04:00:00.000Z' });

interface Opened {
  readonly talks: string[];
}

/** The page of a user whose server answers with `home`, and to blocks by themselves with `late`. */
function open(home: () => Home, late: () => Home = () => page(), editPath?: string, faults: object[] = []): Opened {
  const api = new FakeApi()
    .on(readHome, ({ query }) => (query.only === undefined ? home() : late()))
    .on(readHomeFaults, () => ({ list: faults as never }));
  const talks: string[] = [];
  render(
    <HomePage
      store={new HomeStore(api)}
      name="示例用户"
      hour={9}
      options={{ labels: () => undefined } as never}
      now={() => NOW}
      onTalk={(uid) => talks.push(uid)}
      waiting={<p>三件事</p>}
      editPath={editPath}
    />,
  );
  return { talks };
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('Home', () => {
  test('shows records of a list with the number of all of them, which opens the list', async () => {
    open(() =>
      page(
        block('大额交易', {
          kind: 'records',
          layout: VIEW,
          list: [row({ id: '7', name: '示例企业7' })],
          late: { 7: '2026-11-20T04:00:00.000Z' },
          total: 1234,
          totalIsExact: false,
          path: '/data/InsightCompany?s=name.asc',
        }),
      ),
    );
    const deals = await region('大额交易');
    expect(deals.getByRole('link', { name: '全部 1,234+ 条 ›' }).getAttribute('href')).toBe(
      '#/data/InsightCompany?s=name.asc',
    );
    expect(deals.getByRole('link', { name: '示例企业7' }).getAttribute('href')).toMatch(/\/7$/);
    expect(deals.getByText('历史补录').title).toContain('收录于 2026-11-20');
  });

  test('leads through the steps of a new member, with the way to the next one', async () => {
    const step = (title: string, state: 'done' | 'next' | 'later') => ({
      title,
      state,
      words: `${title}的说明`,
      action: `去${title}`,
      path: `/${title}`,
    });
    open(() =>
      page(
        block('下一步', { kind: 'steps', steps: [step('认证', 'done'), step('企业', 'next'), step('BP', 'later')] }),
      ),
    );
    const steps = await region('下一步');
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '认证，已完成',
      '企业，下一步',
      'BP，待进行',
    ]);
    expect(steps.getByRole('link', { name: '去企业' }).getAttribute('href')).toBe('#/企业');
    expect(steps.queryByText('BP的说明')).toBeNull();
  });

  test('opens the list that a number counts, and the conversation that waits for an answer', async () => {
    const entry = { title: '李四', words: '未读：您好', at: '2026-11-24T03:00:00.000Z', path: null, uid: '9' };
    const { talks } = open(() =>
      page(
        block('融资中的项目', {
          kind: 'count',
          total: 12,
          totalIsExact: true,
          path: '/InvestmentFinancing/project?f=x',
        }),
        block('待回复的私信', { kind: 'entries', entries: [entry] }),
      ),
    );
    const count = await region('融资中的项目');
    expect(count.getByRole('link').getAttribute('href')).toBe('#/InvestmentFinancing/project?f=x');
    const waiting = await region('待回复的私信');
    expect(waiting.getByText('1 小时前')).toBeTruthy();
    await userEvent.click(waiting.getByRole('button', { name: '李四' }));
    expect(talks).toEqual(['9']);
  });

  test('says of an empty block what to do, and of one that failed why, beside the others', async () => {
    open(() =>
      page(
        block('我的跟进', undefined, { empty: { words: '还没有跟进的项目', way: { label: '浏览项目', path: '/x' } } }),
        block('热门赛道', undefined, { refused: { code: 50_000, message: '这一块暂时无法显示，请稍后再试' } }),
        block('待处理事项', { kind: 'waiting' }),
      ),
    );
    expect((await region('我的跟进')).getByRole('link', { name: '浏览项目' }).getAttribute('href')).toBe('#/x');
    expect((await region('热门赛道')).getByRole('alert').textContent).toContain('暂时无法显示');
    expect((await region('待处理事项')).getByText('三件事')).toBeTruthy();
  });

  test('asks once more for a block that was slow, and takes it away when there is nothing in it', async () => {
    const [slow, gone] = [block('新的匹配', undefined, { slow: true }), block('即将截止', undefined, { slow: true })];
    open(
      () => page(slow, gone, block('最新资讯', undefined, { empty: { words: '还没有资讯' } })),
      () => page({ ...slow, slow: undefined as never, empty: { words: '没有新发布的项目' } }),
    );
    expect((await region('新的匹配')).getByText('没有新发布的项目')).toBeTruthy();
    expect(screen.queryByRole('region', { name: '即将截止' })).toBeNull();
    expect(screen.getByText('还没有资讯')).toBeTruthy();
  });

  test('offers to ask again where a slow block does not come, and where the page does not', async () => {
    const slow = block('新的匹配', undefined, { slow: true });
    let isReady = false;
    open(
      () => page(slow),
      () => page(isReady ? { ...slow, slow: undefined as never, empty: { words: '没有新发布的项目' } } : slow),
    );
    const matches = await region('新的匹配');
    expect(await matches.findByText('数据还在准备，请稍后再看')).toBeTruthy();
    isReady = true;
    await userEvent.click(matches.getByRole('button', { name: '重试' }));
    expect(await matches.findByText('没有新发布的项目')).toBeTruthy();
    cleanup();
    open(() => {
      throw refusal('UNAVAILABLE');
    });
    expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy();
  });

  test('shows staff where it is arranged and what cannot be shown', async () => {
    const fault = { id: '5', title: '错的条件', message: '内容条件不是有效的 JSON', objectApiName: 'HomeBlock' };
    open(() => page(), undefined, '/data/HomeBlock', [fault]);
    expect((await screen.findByRole('link', { name: '编排首页' })).getAttribute('href')).toBe('#/data/HomeBlock');
    const faults = await region('有误的首页内容');
    expect(faults.getByRole('link', { name: '错的条件' }).getAttribute('href')).toBe('#/insight/HomeBlock/5');
    expect(screen.getByText('首页还没有内容')).toBeTruthy();
  });
});
