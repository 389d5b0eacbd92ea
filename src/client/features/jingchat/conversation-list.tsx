import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Conversation } from '#schemas/api/jingchat.ts';
import { lazyPopup } from '#client/ui/lazy-part.tsx';

import { PlainButton } from '#client/ui/plain-button.tsx';
import { MoreChoices } from './more-choices.tsx';
import type { ConversationsStore } from './conversations-store.ts';

const RenameDialog = lazyPopup(async () => (await import('./rename-dialog.tsx')).RenameDialog);

interface ConversationListProps {
  readonly store: ConversationsStore;
  /** The one on screen. */
  readonly current: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
  readonly onRenamed: (conversation: Conversation) => void;
}

/** The conversations of the user, with what can be done with each. */
export const ConversationList = observer(function ConversationList(props: ConversationListProps) {
  const { store, current, onOpen, onRenamed } = props;
  const { list, removed, change } = store;
  const [renaming, setRenaming] = useState<Conversation>();
  const remove = async (one: Conversation) => {
    if ((await store.remove(one)) && one.id === current) onOpen(undefined);
  };
  return (
    <nav className="jing-list" aria-label="对话记录">
      <PlainButton look="outlined" onClick={() => onOpen(undefined)}>
        新对话
      </PlainButton>
      {removed && (
        <p role="status" className="jing-removed">
          已删除“{removed.title}”，30 天内可以恢复
          <PlainButton disabled={change.isBusy} onClick={() => void store.restore()}>
            恢复
          </PlainButton>
        </p>
      )}
      {change.failure && <p role="alert">{change.failure.message}</p>}
      {list.failure && (
        <p role="alert">
          {list.failure.message}
          <PlainButton onClick={() => void list.load()}>重试</PlainButton>
        </p>
      )}
      {list.value?.length === 0 && <p>还没有对话。提问之后，对话会保存在这里。</p>}
      <ul>
        {list.value?.map((one) => (
          <li key={one.id} data-current={one.id === current || undefined}>
            <button
              type="button"
              aria-current={one.id === current ? 'page' : undefined}
              title={one.title}
              onClick={() => onOpen(one.id)}
            >
              {one.title}
            </button>
            <MoreChoices
              label={`“${one.title}”的操作`}
              choices={[
                { label: '重命名', onChoose: () => setRenaming(one) },
                { label: '删除', onChoose: () => void remove(one) },
              ]}
            />
          </li>
        ))}
      </ul>
      {renaming && (
        <RenameDialog
          conversation={renaming}
          store={store}
          onRenamed={onRenamed}
          onClose={() => setRenaming(undefined)}
        />
      )}
    </nav>
  );
});
