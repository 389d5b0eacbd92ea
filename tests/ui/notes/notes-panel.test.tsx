import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import {
  createNote,
  listColleagues,
  listNotes,
  type Note,
  readNoteHistory,
  removeNote,
  restoreNote,
  updateNote,
} from '#schemas/api/notes.ts';
import { NotesPanel } from '#client/features/notes/notes-panel.tsx';
import { NotesStore } from '#client/features/notes/notes-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

afterEach(cleanup);

const NOTE: Note = {
  id: '1',
  objectApiName: 'InsightCompany',
  recordId: '7',
  body: '第一条笔记',
  sharing: 'private',
  isOwn: true,
  author: '示例作者',
  mentions: [],
  createdAt: '2026-11-20T02:00:00.000Z',
  editedAt: null,
  removedAt: null,
  version: 1,
};
const OF_COLLEAGUE: Note = {
  ...NOTE,
  id: '2',
  body: '同事的**要点**',
  isOwn: false,
  author: '示例同事',
  sharing: 'institution',
};

/** The panel over notes that a server keeps. */
function open(kept: Note[], canShare = true) {
  openScreen();
  const notes = [...kept];
  const all = [...kept];
  const versions: { version: number; body: string; sharing: Note['sharing']; until: string }[] = [];
  const find = (id: string) => {
    const note = all.find((one) => one.id === id);
    if (!note) throw refusal('UNKNOWN_RECORD');
    return note;
  };
  const people = [
    { id: '21', name: '示例同事' },
    { id: '22', name: '示例同学' },
  ];
  const api = new FakeApi()
    .on(listNotes, () => ({ list: [...notes], canShare }))
    .on(listColleagues, ({ query: { text = '' } }) => ({ list: people.filter(({ name }) => name.includes(text)) }))
    .on(readNoteHistory, () => ({ list: [...versions] }))
    .on(createNote, ({ body: { body, sharing } }) => {
      const note = { ...NOTE, id: '9', body, sharing };
      notes.unshift(note);
      return note;
    })
    .on(updateNote, ({ params, body: { version, body, sharing } }) => {
      const at = notes.findIndex(({ id }) => id === params.id);
      const now = notes[at];
      if (!now || now.version !== version) throw refusal('CONFLICT');
      const next = { ...now, body, sharing, version: version + 1 };
      notes[at] = next;
      versions.unshift({ version, body: now.body, sharing: now.sharing, until: '2026-11-26T02:00:00.000Z' });
      return next;
    })
    .on(removeNote, ({ params }) => {
      notes.splice(notes.indexOf(find(params.id)), 1);
      return null;
    })
    .on(restoreNote, ({ params }) => {
      notes.push(find(params.id));
      return find(params.id);
    });
  const store = new NotesStore(api, 'InsightCompany', '7');
  const router = createMemoryRouter([{ path: '*', element: <NotesPanel store={store} /> }]);
  render(<RouterProvider router={router} />);
  return { api, store, notes, user: userEvent.setup() };
}

const panel = () => screen.getByRole('region', { name: '笔记' });
const field = () => screen.getByRole('textbox', { name: '笔记内容' });
const button = (name: string) => within(panel()).getByRole('button', { name });

test('The panel is folded to the newest note, and says whose each is and who reads it', async () => {
  const { user } = open([NOTE, OF_COLLEAGUE]);
  const fold = await screen.findByRole('button', { name: '笔记 2' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await user.click(fold);
  const [own, other] = within(panel()).getAllByRole('listitem');
  expect(own?.textContent).toContain('我 · 2026-11-20 10:00 · 仅自己可见');
  expect(other?.textContent).toContain('示例同事 · 2026-11-20 10:00 · 同机构可见');
  expect(within(other ?? panel()).queryByRole('button', { name: '编辑' })).toBeNull();
  expect(
    within(other ?? panel())
      .getByText('要点')
      .closest('b'),
  ).not.toBeNull();
});

test('Ctrl+Enter saves a new note; with none there is a word on who reads notes', async () => {
  const { api, user } = open([], false);
  await user.click(await screen.findByRole('button', { name: '笔记' }));
  expect(panel().textContent).toContain('笔记默认仅自己可见');
  await user.click(button('写笔记'));
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.type(field(), '值得约一次会{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('button', { name: '笔记 1' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(api.callsOf(createNote)).toMatchObject([
    { objectApiName: 'InsightCompany', recordId: '7', body: '值得约一次会', sharing: 'private', mentions: [] },
  ]);
});

test('@ offers colleagues; the arrows and Enter choose one, and the note is shared and mentions them', async () => {
  const { api, user } = open([]);
  await user.click(await screen.findByRole('button', { name: '写笔记' }));
  await user.type(field(), '请看 @示例');
  const offered = within(await screen.findByRole('listbox', { name: '提及同事' })).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['示例同事', '示例同学']);
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(field()).toHaveProperty('value', '请看 @示例同学 '));
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'institution');
  await user.click(button('保存'));
  await waitFor(() =>
    expect(api.callsOf(createNote)).toMatchObject([
      { body: '请看 @示例同学 ', sharing: 'institution', mentions: ['22'] },
    ]),
  );
});

test('A mention that was deleted from the text, or of a private note, is not sent', async () => {
  const { api, user } = open([]);
  await user.click(await screen.findByRole('button', { name: '写笔记' }));
  await user.type(field(), '@同事');
  await user.click(await screen.findByRole('option', { name: '示例同事' }));
  await user.selectOptions(screen.getByRole('combobox'), 'private');
  await user.click(button('保存'));
  await waitFor(() => expect(api.callsOf(createNote)).toMatchObject([{ sharing: 'private', mentions: [] }]));
});

test('An edit that clashes keeps the text, says so, and replaces the note when it is saved again', async () => {
  const { api, notes, user } = open([NOTE]);
  await user.click(await screen.findByRole('button', { name: '笔记 1' }));
  await user.click(button('编辑'));
  notes[0] = { ...NOTE, body: '别处改的', version: 2 };
  await user.clear(field());
  await user.type(field(), '这里改的');
  await user.click(button('保存'));
  expect((await screen.findByRole('alert')).textContent).toContain('已在别处修改');
  expect(field()).toHaveProperty('value', '这里改的');
  await user.click(button('保存'));
  expect(await screen.findAllByText('这里改的')).not.toEqual([]);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(api.callsOf(updateNote)).toMatchObject([{ version: 1 }, { version: 2 }]);
});

test('A note that is removed comes back by undo', async () => {
  const { api, user } = open([NOTE]);
  await user.click(await screen.findByRole('button', { name: '笔记 1' }));
  await user.click(button('删除'));
  expect(await screen.findByRole('button', { name: '笔记' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: '撤销' }));
  expect(await screen.findByRole('button', { name: '笔记 1' })).toBeTruthy();
  expect(api.callsOf(restoreNote)).toHaveLength(1);
});

test('Tags in a note are text, and only addresses of the web are links', async () => {
  const body = '<img src=x onerror=alert(1)> javascript:alert(1) https://example.com/a，见此\n- 一\n- 二';
  const { user } = open([{ ...NOTE, body }]);
  await user.click(await screen.findByRole('button', { name: '笔记 1' }));
  expect(panel().querySelector('img')).toBeNull();
  expect(
    within(panel())
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['https://example.com/a']);
  expect(panel().textContent).toContain('<img src=x onerror=alert(1)>');
  expect(panel().querySelectorAll('.note-text li')).toHaveLength(2);
});

test('The history of an own note says what came and went, and an earlier text is restored as a further change', async () => {
  const edited = { ...NOTE, body: '第一行\n二稿', editedAt: '2026-11-21T02:00:00.000Z', version: 2 };
  const { api, notes, user } = open([edited, { ...OF_COLLEAGUE, editedAt: '2026-11-21T02:00:00.000Z' }]);
  await user.click(await screen.findByRole('button', { name: '笔记 2' }));
  expect(screen.getAllByRole('button', { name: '修改历史' })).toHaveLength(1);
  await user.click(button('编辑'));
  await user.clear(field());
  await user.type(field(), '第一行{Enter}三稿');
  await user.click(button('保存'));
  await user.click(await screen.findByRole('button', { name: '修改历史' }));
  const history = await screen.findByRole('region', { name: '修改历史' });
  await within(history).findByText('我 · 2026-11-26 10:00 修改');
  expect(history.querySelector('del')?.textContent).toBe('删除：二稿');
  expect(history.querySelector('ins')?.textContent).toBe('新增：三稿');
  expect(within(history).getByText('第一行').closest('del, ins')).toBeNull();
  await user.click(within(history).getByRole('button', { name: '恢复 2026-11-26 10:00 修改前的内容' }));
  await waitFor(() => expect(notes[0]?.body).toBe('第一行\n二稿'));
  expect(api.callsOf(updateNote).at(-1)).toMatchObject({ version: 3, body: '第一行\n二稿', sharing: 'private' });
  await waitFor(() => expect(within(history).getAllByRole('listitem')).toHaveLength(2));
});
