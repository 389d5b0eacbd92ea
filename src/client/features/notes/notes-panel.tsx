import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import { LeaveGuard } from '#client/ui/leave-guard.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { Toast } from '#client/ui/toast.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NoteItem } from './note-item.tsx';
import { NEW, type NotesStore } from './notes-store.ts';
import './notes.css';

/** Notes on the record of a page. They are folded to the newest one until the user opens them. */
export const NotesPanel = observer(function NotesPanel({ store }: { readonly store: NotesStore }) {
  const { notes, changing, editing, removed } = store;
  const [isOpen, setOpen] = useState(false);
  const body = useId();
  useEffect(() => void notes.load(), [notes]);
  const list = notes.value?.list ?? [];
  const write = () => {
    setOpen(true);
    store.begin();
  };
  return (
    <section className="detail-card notes" aria-label="笔记">
      <header className="notes-head">
        <h2>
          <button
            type="button"
            className="notes-fold"
            aria-expanded={isOpen}
            aria-controls={body}
            onClick={() => setOpen(!isOpen)}
          >
            笔记{list.length > 0 && ` ${list.length}`}
          </button>
        </h2>
        {!isOpen && <span className="note-soft notes-first">{list[0]?.body ?? '还没有笔记'}</span>}
        <PlainButton className="notes-write" disabled={store.isDirty} onClick={write}>
          写笔记
        </PlainButton>
      </header>
      <div id={body} hidden={!isOpen}>
        <LeaveGuard subject={store} stayLabel="继续编辑">
          笔记还没有保存，离开后将丢失。
        </LeaveGuard>
        {editing?.id === NEW && (
          <NoteEditor store={store} draft={editing.draft} problem={changing.failureOf(NEW)?.message} />
        )}
        {notes.failure && (
          <Notice isAlert title={notes.failure.message} action={{ label: '重试', onPress: () => void notes.load() }} />
        )}
        {notes.value && list.length === 0 && !editing && (
          <p className="note-soft">还没有笔记。笔记默认仅自己可见，不会出现在导出、开放接口与匹配中。</p>
        )}
        <ul className="notes-list">
          {list.map((note) => (
            <NoteItem key={note.id} note={note} store={store} />
          ))}
        </ul>
      </div>
      <div role="status">
        {removed && (
          <Toast key={removed.id} isWithinStatus onUndo={() => void store.undo()} onEnd={store.endUndo}>
            笔记已删除，30 天内可在“我的笔记”中恢复
          </Toast>
        )}
      </div>
    </section>
  );
});
