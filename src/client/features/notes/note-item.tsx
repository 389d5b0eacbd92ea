import { observer } from 'mobx-react-lite';
import type { Note } from '#schemas/api/notes.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { PersonLink } from '#client/ui/person-link.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { NoteHistory } from './note-history.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NoteText } from './note-text.tsx';
import type { NotesStore } from './notes-store.ts';

interface NoteItemProps {
  readonly note: Note;
  readonly store: NotesStore;
}

const CONFLICT = 409;
const CLASHED = '笔记已在别处修改；再次保存将替换为这里的内容';

/** One note on a record, which its author edits in its place. */
export const NoteItem = observer(function NoteItem({ note, store }: NoteItemProps) {
  const { changing, editing, historyOf } = store;
  if (editing?.id === note.id) {
    const failure = changing.failureOf(note.id);
    return (
      <li className="note">
        <NoteEditor
          store={store}
          draft={editing.draft}
          problem={failure?.status === CONFLICT ? CLASHED : failure?.message}
        />
      </li>
    );
  }
  return (
    <li className="note">
      <NoteText body={note.body} mentions={note.mentions} />
      <div className="note-foot">
        <NoteFacts note={note} />
        {note.isOwn && (
          <span className="note-buttons">
            {note.editedAt !== null && (
              <PlainButton tone="quiet" aria-expanded={historyOf === note.id} onClick={() => store.toggleHistory(note)}>
                修改历史
              </PlainButton>
            )}
            <PlainButton tone="quiet" disabled={store.isDirty} onClick={() => store.begin(note)}>
              编辑
            </PlainButton>
            <PlainButton tone="quiet" disabled={changing.isBusy} onClick={() => void store.remove(note)}>
              删除
            </PlainButton>
          </span>
        )}
      </div>
      {note.isOwn && historyOf === note.id && <NoteHistory note={note} store={store} />}
    </li>
  );
});

/** Whose a note is, since when, and who reads it. */
export function NoteFacts({ note }: { readonly note: Note }) {
  const facts = [
    shownMoment(note.createdAt),
    note.editedAt !== null && '已编辑',
    note.sharing === 'institution' ? '同机构可见' : '仅自己可见',
  ];
  return (
    <span className="note-soft">
      {note.isOwn ? '我' : <PersonLink page={note.authorPage}>{note.author}</PersonLink>}
      {` · ${facts.filter(Boolean).join(' · ')}`}
    </span>
  );
}
