import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FoundNotes, searchAll, suggestWords, type SearchGroup } from '#schemas/api/search.ts';
import { FoundNotes as FoundNotesPart } from '#client/features/notes/found-notes.tsx';
import { LookupStore } from '#client/lib/lookup-store.ts';
import { SearchBox } from '#client/features/search/search-box.tsx';
import { SearchResultsPage } from '#client/features/search/search-results-page.tsx';
import { SearchResultsStore } from '#client/features/search/search-results-store.ts';
import { RecentWords, type WordStorage } from '#client/features/search/search-word.ts';
import { SuggestionStore } from '#client/features/search/suggestion-store.ts';
import { FakeApi, row } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

function memory(): WordStorage {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

const WHALE = { objectApiName: 'InsightCompany', label: '企业', id: '7', name: '示例鲸落科技' };
const OTHER = { objectApiName: 'InsightOrg', label: '机构', id: '9', name: '示例资本', matched: '鲸落资本' };

function openBox(storage = memory()) {
  const api = new FakeApi().on(suggestWords, ({ query }) => (query.wd.includes('鲸') ? [WHALE, OTHER] : []));
  const onGo = vi.fn<(path: string) => void>();
  const opened = vi.fn<typeof window.open>(() => null);
  vi.stubGlobal('open', opened);
  render(<SearchBox store={new SuggestionStore(api, new RecentWords(storage))} onGo={onGo} look="bar" word="" />);
  return { api, onGo, opened, user: userEvent.setup(), box: screen.getByRole('combobox') };
}

describe('the search box', () => {
  test('suggests records of every kind while a word is typed, with the other name that matched', async () => {
    const { user, box } = openBox();
    await user.type(box, '鲸落');
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['示例鲸落科技企业', '示例资本 鲸落资本机构']);
    expect(within(options[0] ?? box).getByText('鲸落').tagName).toBe('MARK');
  });

  test('opens the chosen suggestion by arrow and Enter, and all results by Enter alone', async () => {
    const { user, box, onGo, opened } = openBox();
    await user.type(box, '鲸落');
    await screen.findAllByRole('option');
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(opened.mock.calls[0]?.[0]).toBe('#/insight/InsightOrg/9');
    await user.clear(box);
    await user.type(box, ' 鲸 {Enter}');
    expect(onGo.mock.calls).toEqual([['/search/result?wd=%E9%B2%B8']]);
  });

  test('is reached from anywhere by a slash, and closed by Escape', async () => {
    const { user, box } = openBox();
    await user.keyboard('/');
    expect(document.activeElement).toBe(box);
    await user.type(box, '鲸');
    await screen.findAllByRole('option');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(box).toHaveProperty('value', '鲸');
  });

  test('offers the words of before, and forgets them when asked to', async () => {
    const storage = memory();
    new RecentWords(storage).add('芯片');
    const { user, box } = openBox(storage);
    await user.click(box);
    expect((await screen.findByRole('option')).textContent).toBe('芯片');
    await user.click(screen.getByRole('button', { name: '清空' }));
    expect(screen.queryByRole('option')).toBeNull();
    expect(new RecentWords(storage).read()).toEqual([]);
  });

  test('asks nothing for a word that is still being composed', async () => {
    const api = new FakeApi().on(suggestWords, () => [WHALE]);
    const store = new SuggestionStore(api, new RecentWords(memory()));
    store.type('j', true);
    store.type('ji', true);
    expect(api.callsOf(suggestWords)).toEqual([]);
    store.type('鲸', false);
    expect(api.callsOf(suggestWords)).toHaveLength(1);
  });

  test('lets go of an answer that a later word has overtaken', async () => {
    const answers: ((found: (typeof WHALE)[]) => void)[] = [];
    const api = new FakeApi().on(suggestWords, () => new Promise((resolve) => void answers.push(resolve)));
    const store = new SuggestionStore(api, new RecentWords(memory()));
    store.type('鲸', false);
    store.type('鲸落', false);
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.([WHALE]);
    await waitFor(() => expect(store.suggestions).toEqual([WHALE]));
    answers[0]?.([OTHER]);
    await Promise.resolve();
    expect(store.suggestions).toEqual([WHALE]);
  });
});

const company: SearchGroup = {
  objectApiName: 'InsightCompany',
  label: '企业',
  route: '/data/InsightCompany',
  locked: false,
  total: 1000,
  totalIsExact: false,
  view: {
    objectApiName: 'InsightCompany',
    label: '企业',
    version: 1,
    nameField: 'name',
    fields: [
      { apiName: 'name', type: 'text', label: '企业简称' },
      { apiName: 'cityText', type: 'text', label: '城市' },
    ],
    columns: ['name', 'cityText'],
    filters: [],
    sort: [],
  },
  list: [row({ id: '7', name: '示例鲸落科技', cityText: '上海' })],
};

describe('the page of results', () => {
  function openPage(groups: SearchGroup[], notes: FoundNotes = { list: [], hasMore: false }) {
    const api = new FakeApi().on(searchAll, ({ query }) => ({ word: query.wd, groups, notes }));
    const options = new LookupStore(api);
    render(
      <SearchResultsPage
        store={new SearchResultsStore(api)}
        word="鲸落"
        options={options}
        box={null}
        notes={(found, word) => <FoundNotesPart {...found} word={word} />}
        isVisitor
      />,
    );
  }

  test('groups what was found by object with counts, and leads to the whole list', async () => {
    openPage([company]);
    const group = await screen.findByRole('region', { name: /企业/ });
    expect(within(group).getByText('1,000+ 条')).toBeDefined();
    expect(within(group).getByRole('link', { name: '示例鲸落科技' }).getAttribute('href')).toBe(
      '#/insight/InsightCompany/7',
    );
    expect(within(group).getByText('上海')).toBeDefined();
    expect(within(group).getByRole('link', { name: '在列表中查看全部' }).getAttribute('href')).toBe(
      '#/data/InsightCompany?q=%E9%B2%B8%E8%90%BD',
    );
  });

  test('gives a visitor one card with the numbers and both ways in, which lead back, and no rows', async () => {
    const closed = { ...company, locked: true, view: null, list: [] };
    openPage([closed, { ...closed, objectApiName: 'InsightFund', label: '基金', total: 3, totalIsExact: true }]);
    const card = within(await screen.findByRole('region', { name: '登录后查看与“鲸落”相关的记录' }));
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '企业 1,000+ 条',
      '基金 3 条',
    ]);
    const back = encodeURIComponent(`/search/result?wd=${encodeURIComponent('鲸落')}`);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `#/login?tab=sms&redirect=${back}`,
      `#/login?redirect=${back}`,
    ]);
  });

  test('shows notes that hold the word, with the way to their records and to all of them', async () => {
    const note = {
      id: '1',
      objectApiName: 'InsightCompany',
      recordId: '7',
      objectLabel: '企业',
      recordName: '示例鲸落科技',
      body: '鲸落的复盘',
      sharing: 'private' as const,
      isOwn: true,
      author: '示例作者',
      mentions: [],
      createdAt: '2026-11-20T02:00:00.000Z',
      editedAt: null,
      removedAt: null,
      version: 1,
    };
    openPage([], { list: [note], hasMore: true });
    const group = within(await screen.findByRole('region', { name: /笔记/ }));
    expect(group.getByText('1+ 条')).toBeDefined();
    expect(group.getByText('鲸落的复盘')).toBeDefined();
    expect(group.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `#/personalCenter?page=notes&q=${encodeURIComponent('鲸落')}`,
      '#/insight/InsightCompany/7',
    ]);
    expect(screen.queryByText(/没有找到/)).toBeNull();
    // Not “0 results” beside the note.
    expect(within(screen.getByRole('navigation', { name: '按类型查看' })).getByRole('status').textContent).toBe(
      '只在笔记中找到',
    );
  });

  test('says so when nothing was found, and what to try', async () => {
    openPage([]);
    expect(await screen.findByText('没有找到与“鲸落”相关的记录')).toBeDefined();
  });
});
