import Search from '@mui/icons-material/Search';
import { observer } from 'mobx-react-lite';
import type { FoundMessage } from '#schemas/api/chat-search.ts';
import { ChatAvatar } from '#client/features/chat/base/chat-avatar.tsx';
import { dayLabel } from '#client/features/chat/messages/day-label.ts';
import type { ChatSearchStore } from './chat-search-store.ts';

/** The field in which contacts and messages are looked for; Escape empties it first. */
export const ChatSearchField = observer(function ChatSearchField({ search }: { readonly search: ChatSearchStore }) {
  return (
    <div className="contacts-search">
      <Search aria-hidden />
      <input
        type="search"
        aria-label="搜索联系人和聊天记录"
        placeholder="搜索联系人和聊天记录"
        value={search.word}
        onChange={({ currentTarget }) => search.type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || search.word === '') return;
          event.preventDefault();
          event.stopPropagation();
          search.clear();
        }}
      />
    </div>
  );
});

interface FoundMessagesProps {
  readonly search: ChatSearchStore;
  readonly now: () => Date;
  /** How many contacts were found above. */
  readonly contacts: number;
  readonly onChoose: (message: FoundMessage) => void;
}

/** The messages that were found; each leads to its place in the conversation. */
export const FoundMessages = observer(function FoundMessages({ search, now, contacts, onChoose }: FoundMessagesProps) {
  const { value, failure, isLoading } = search.found;
  const list = value?.list ?? [];
  return (
    <>
      {list.length > 0 && <h3 className="contacts-part">聊天记录</h3>}
      <ul aria-label="聊天记录">
        {list.map((message) => (
          <li key={`${message.uid} ${message.seq}`} className="contact">
            <button type="button" className="contact-main" onClick={() => onChoose(message)}>
              <ChatAvatar name={message.name} picture={message.avatar} />
              <span className="found-words">
                <span className="found-name">
                  <strong>{message.name}</strong>
                  <time dateTime={message.timeStamp}>{dayLabel(message.timeStamp, now())}</time>
                </span>
                <small>
                  {message.sent && '我：'}
                  {message.text}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="found-note">
        {noteOf()}
      </p>
    </>
  );

  function noteOf(): string {
    if (failure) return failure.message;
    if (value?.hasMore) return '仅显示最近 50 条，可输入更多文字缩小范围';
    if (value && !isLoading && list.length === 0 && contacts === 0) return '没有找到相关联系人或聊天记录';
    return '';
  }
});
