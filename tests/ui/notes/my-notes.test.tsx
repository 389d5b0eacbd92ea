import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { type ListedNote, restoreNote, searchNotes } from '#schemas/api/notes.ts';
import { MyNotesPage } from '#client/features/notes/my-notes-page.tsx';
import { MyNotesStore } from '#client/features/notes/my-notes-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

afterEach(cleanup);

const NOTE: ListedNote = {
  id: '1',
  objectApiName: 'InsightCompany',
  recordId: '7',
  objectLabel: '企业',
  recordName: '示例企业',
  body: '约了下周见面',
  sharing: 'private',
  isOwn: true,
  author: '示例作者',
  mentions: [],
  createdAt: '2026-11-20T02:00:00.000Z',
  editedAt: null,
  removedAt: null,
  version: 1,
};

function open(kept: ListedNote[]) {
  openScreen();
  const notes = [...kept];
  const api = new FakeApi()
    .on(searchNotes, ({ query: { scope, keyword = '' } }) => ({
      list: notes.filter((note) => (note.removedAt !== null) === (scope === 'removed') && note.body.includes(keyword)),
      after: null,
      total: 1,
      limit: 5000,
    }))
    .on(restoreNote, ({ params }) => {
      const at = notes.findIndex(({ id }) => id === params.id);
      notes[at] = { ...NOTE, id: params.id, removedAt: null };
      return NOTE;
    });
  render(<MyNotesPage store={new MyNotesStore(api)} />);
  return userEvent.setup();
}

test('Notes lead to their records, and a part of their text finds them', async () => {
  const user = open([NOTE, { ...NOTE, id: '2', body: '另一条', recordName: null }]);
  const link = await screen.findByRole('link', { name: '示例企业' });
  expect(link.getAttribute('href')).toBe('#/insight/InsightCompany/7');
  expect(screen.getByText('（已删除，或不再对您开放）')).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: '笔记包含' }), '见面{Enter}');
  await screen.findByText('约了下周见面');
  expect(within(screen.getByRole('tabpanel')).getAllByRole('listitem')).toHaveLength(1);
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), '没有这句{Enter}');
  expect(await screen.findByText('没有包含“没有这句”的笔记')).toBeTruthy();
});

test('What was removed of late is restored', async () => {
  const user = open([{ ...NOTE, removedAt: '2026-11-21T02:00:00.000Z' }]);
  expect(await screen.findByText(/还没有笔记/)).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: '最近删除' }));
  await user.click(await screen.findByRole('button', { name: '恢复' }));
  expect(await screen.findByText('最近 30 天没有删除笔记。')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: '我的笔记' }));
  expect(await screen.findByText('约了下周见面')).toBeTruthy();
});
