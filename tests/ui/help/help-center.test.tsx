import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { type Help, judgeArticle, readHelp } from '#schemas/api/help.ts';
import { HelpPage } from '#client/features/help/help-page.tsx';
import { HelpStore } from '#client/features/help/help-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';

afterEach(cleanup);

const article = (id: string, title: string, category: string, body: string, keywords: string[] = []) => ({
  id,
  slug: `a${id}`,
  title,
  category,
  keywords,
  places: [],
  body,
});
const HELP: Help = {
  categories: [
    { value: 'account', label: '账号与登录' },
    { value: 'data', label: '查找数据' },
  ],
  articles: [
    article('1', '怎样登录', 'account', '用手机号登录。\n\n## 密码\n\n至少 10 个字符。\n\n## 扫码\n\n用手机扫描。'),
    article('2', '怎样导出数据', 'data', '点“导出”。\n\n打开[列表](/data/InsightCompany)。', ['下载', 'Excel']),
    article(
      '3',
      '怎样纠错',
      'data',
      '提出<b>纠错</b><script>alert(1)</script>。\n\n[坏](javascript:alert) [外](https://a.example/) [站](//b.example)\n\n![图](https://a.example/x.png) ![我们的](/help/list.webp)',
    ),
  ],
  terms: [{ term: '领投', alternatives: ['领投方'], explanation: '主导一轮融资。', related: '交易事件' }],
};

function open(slug?: string) {
  const api = new FakeApi().on(readHelp, () => HELP).on(judgeArticle, ({ body }) => ({ isUseful: body.isUseful }));
  const went: string[] = [];
  render(<HelpPage store={new HelpStore(api)} slug={slug} onGo={(path) => went.push(path)} />);
  return { api, went, user: userEvent.setup() };
}

test('the help center lists its articles by category, with the glossary at the end', async () => {
  open();
  const data = within(await screen.findByRole('region', { name: '查找数据' }));
  expect(data.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['怎样导出数据', '#/helpCenter/a2'],
    ['怎样纠错', '#/helpCenter/a3'],
  ]);
  expect(screen.getByRole('link', { name: '投融资术语表（1 个）' }).getAttribute('href')).toBe('#/helpCenter/glossary');
});

test('articles are found as one types, by title, keywords and text, with what was met highlighted', async () => {
  const { user, went } = open();
  const field = await screen.findByRole('searchbox', { name: '搜索帮助' });
  await user.type(field, 'ｅxcel');
  expect(screen.getByRole('status').textContent).toBe('找到 1 篇');
  expect(screen.getByRole('link', { name: '怎样导出数据' })).toBeDefined();
  await user.clear(field);
  await user.type(field, '扫描');
  expect(document.querySelector('mark')?.textContent).toBe('扫描');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('怎样登录');
  await user.click(field);
  await user.keyboard('{Enter}');
  expect(went).toEqual(['/helpCenter/a1']);
  await user.clear(field);
  await user.type(field, '火星');
  expect(screen.getByText('没有找到相关文章')).toBeDefined();
});

test('an article has its contents and the articles beside it', async () => {
  open('a1');
  expect(await screen.findByRole('heading', { level: 1, name: '怎样登录' })).toBe(document.activeElement);
  const contents = within(screen.getByRole('navigation', { name: '本文目录' }));
  expect(contents.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['密码', '扫码']);
  expect(document.getElementById('part-扫码')?.textContent).toBe('扫码');
  expect(screen.getByRole('link', { name: '下一篇：怎样导出数据' })).toBeDefined();
  expect(screen.queryByRole('link', { name: /^上一篇/ })).toBeNull();
});

test('Markdown makes no HTML, and leads to pages of ours or by https alone', async () => {
  open('a3');
  await screen.findByRole('heading', { level: 1 });
  const body = document.querySelector('.article-body');
  expect(body?.querySelector('b, script')).toBeNull();
  expect(body?.textContent).toContain('<b>纠错</b>');
  expect(Array.from(body?.querySelectorAll('a') ?? [], (link) => link.getAttribute('href'))).toEqual([
    'https://a.example/',
  ]);
  expect(Array.from(body?.querySelectorAll('img') ?? [], (picture) => picture.getAttribute('src'))).toEqual([
    '/help/list.webp',
  ]);
});

test('a reader says whether an article was useful, and may change the answer', async () => {
  const { api, user } = open('a2');
  await user.click(await screen.findByRole('button', { name: '有用' }));
  expect(await screen.findByText('感谢您的反馈')).toBeDefined();
  expect(screen.getByRole('button', { name: '有用', pressed: true })).toBeDefined();
  await user.click(screen.getByRole('button', { name: '没用' }));
  expect(await screen.findByRole('button', { name: '没用', pressed: true })).toBeDefined();
  expect(api.callsOf(judgeArticle)).toEqual([{ isUseful: true }, { isUseful: false }]);
});

test('an article that is not there says so and leads back; the glossary explains its terms', async () => {
  open('nowhere');
  expect(await screen.findByRole('heading', { name: '没有这篇文章' })).toBeDefined();
  cleanup();
  open('glossary');
  expect(await screen.findByText('主导一轮融资。')).toBeDefined();
});
