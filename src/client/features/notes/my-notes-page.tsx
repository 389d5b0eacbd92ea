import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ListedNote, NoteScope } from '#schemas/api/notes.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { PlainField } from '#client/ui/plain-field.tsx';
import { PlainTabs, tabId } from '#client/ui/plain-tabs.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { MyNotesStore } from './my-notes-store.ts';
import { NoteFacts } from './note-item.tsx';
import { NoteText } from './note-text.tsx';
import './notes.css';

const SCOPES: readonly { readonly value: NoteScope; readonly label: string; readonly none: string }[] = [
  { value: 'own', label: '我的笔记', none: '还没有笔记。打开企业、机构、项目等详情页，点“写笔记”。' },
  { value: 'shared', label: '同事共享', none: '同机构同事还没有共享给您的笔记。' },
  { value: 'removed', label: '最近删除', none: '最近 30 天没有删除笔记。' },
];
const PANEL = 'my-notes';

/** Own notes, what colleagues share, and what was removed of late, by a part of their text. */
export const MyNotesPage = observer(function MyNotesPage({ store }: { readonly store: MyNotesStore }) {
  const { found, scope, keyword } = store;
  const [typed, setTyped] = useState(keyword);
  useEffect(() => void found.load(), [found]);
  const none = SCOPES.find(({ value }) => value === scope)?.none ?? '';
  return (
    <>
      <PageHead title="我的笔记" help="您在各类资料上写的笔记。不会出现在导出、开放接口与匹配中。" />
      <form
        className="notes-search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          store.search(typed);
        }}
      >
        <PlainField label="笔记包含" type="search" maxLength={100} value={typed} onChange={setTyped} />
        <PlainButton type="submit" look="outlined">
          搜索
        </PlainButton>
      </form>
      <PlainTabs label="笔记范围" panel={PANEL} tabs={SCOPES} value={scope} onChange={store.look} />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, scope)} className="my-notes">
        {found.failure && (
          <Notice isAlert title={found.failure.message} action={{ label: '重试', onPress: () => void found.load() }} />
        )}
        {!found.failure && !found.list && <LoadingBlock height={160} />}
        {found.list?.length === 0 && found.after === null && (
          <Notice title={keyword === '' ? none : `没有包含“${keyword}”的笔记`} />
        )}
        {found.list && found.list.length > 0 && (
          <ul className="personal-card notes-list">
            {found.list.map((note) => (
              <FoundNote key={note.id} note={note} store={store} />
            ))}
          </ul>
        )}
        <MoreButton pages={found} />
      </div>
    </>
  );
});

const FoundNote = observer(function FoundNote(props: { readonly note: ListedNote; readonly store: MyNotesStore }) {
  const { note, store } = props;
  const failure = store.restoring.failureOf(note.id);
  return (
    <li className="note">
      <p className="note-record">
        <span className="note-soft">{note.objectLabel}</span>
        {note.recordName === null ? (
          <span className="note-soft">（已删除，或不再对您开放）</span>
        ) : (
          <a href={hashAddress(detailPath(note.objectApiName, note.recordId))}>{note.recordName}</a>
        )}
      </p>
      <NoteText body={note.body} mentions={note.mentions} />
      <div className="note-foot">
        <NoteFacts note={note} />
        {note.removedAt !== null && (
          <PlainButton disabled={store.restoring.isBusy} onClick={() => void store.restore(note)}>
            恢复
          </PlainButton>
        )}
      </div>
      {failure && (
        <p className="note-problem" role="alert">
          {failure.message}
        </p>
      )}
    </li>
  );
});
