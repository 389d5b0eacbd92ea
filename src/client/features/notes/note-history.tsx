import { observer } from 'mobx-react-lite';
import { createElement, useEffect, useId } from 'react';
import type { Note, NoteSharing } from '#schemas/api/notes.ts';
import { type ChangedLine, changedLines } from '#shared/text/changed-lines.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { NotesStore, NoteVersion } from './notes-store.ts';

const READERS: Readonly<Record<NoteSharing, string>> = { private: '仅自己可见', institution: '同机构可见' };

interface NoteHistoryProps {
  readonly note: Note;
  readonly store: NotesStore;
}

/** Every change of an own note, the latest first: when, which lines, who reads it; each may be taken back. */
export const NoteHistory = observer(function NoteHistory({ note, store }: NoteHistoryProps) {
  const { history, changing } = store;
  const title = useId();
  useEffect(() => void history.load(note.id), [history, note.id, note.version]);
  const versions = history.value ?? [];
  return (
    <section className="note-history" aria-labelledby={title}>
      <h3 id={title}>修改历史</h3>
      {history.failure && (
        <Notice
          isAlert
          title={history.failure.message}
          action={{ label: '重试', onPress: () => void history.load(note.id) }}
        />
      )}
      {!history.failure && !history.value && <LoadingBlock height={60} />}
      <ol>
        {versions.map((version, at) => (
          <Change
            key={version.version}
            before={version}
            after={versions[at - 1] ?? note}
            isBusy={changing.isBusy || store.isDirty}
            onRestore={() => void store.restoreText(note, version.body)}
          />
        ))}
      </ol>
      {changing.failureOf(note.id) && (
        <p className="note-problem" role="alert">
          {changing.failureOf(note.id)?.message}
        </p>
      )}
      <p className="note-soft">
        {shownMoment(note.createdAt)} 创建，最近 50 次修改可以恢复；修改历史只有您自己能看到。
      </p>
    </section>
  );
});

interface ChangeProps {
  readonly before: NoteVersion;
  readonly after: Pick<NoteVersion, 'body' | 'sharing'>;
  readonly isBusy: boolean;
  readonly onRestore: () => void;
}

function Change({ before, after, isBusy, onRestore }: ChangeProps) {
  const moment = shownMoment(before.until);
  return (
    <li>
      <div className="note-foot">
        <span className="note-soft">
          我 · {moment} 修改
          {before.sharing !== after.sharing && ` · ${READERS[before.sharing]} → ${READERS[after.sharing]}`}
        </span>
        {before.body !== after.body && (
          <span className="note-buttons">
            <PlainButton tone="quiet" disabled={isBusy} aria-label={`恢复 ${moment} 修改前的内容`} onClick={onRestore}>
              恢复修改前的内容
            </PlainButton>
          </span>
        )}
      </div>
      <Lines lines={before.body === after.body ? [] : changedLines(before.body, after.body)} />
    </li>
  );
}

const SIGNS = { gone: '删除：', new: '新增：' } as const;

/**
 * Lines that came and went, with a word for those who do not see the colours. They never change places, so that none
 * needs a key.
 */
function Lines({ lines }: { readonly lines: readonly ChangedLine[] }) {
  const drawn = lines.map(({ what, text }) => {
    if (what === 'same') return createElement('p', null, text);
    const sign = createElement('span', { className: 'visually-hidden' }, SIGNS[what]);
    return createElement('p', null, createElement(what === 'gone' ? 'del' : 'ins', null, sign, text));
  });
  return createElement('div', { className: 'note-changes' }, ...drawn);
}
