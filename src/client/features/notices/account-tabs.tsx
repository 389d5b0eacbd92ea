import type { KeyboardEvent } from 'react';
import type { FeedType, SystemSummary } from '#schemas/api/notices.ts';
import { unreadWords } from '#shared/chat/unread-words.ts';
import { AccountSign } from '#client/ui/account-sign.tsx';

interface AccountTabsProps {
  readonly accounts: readonly SystemSummary[];
  readonly opened: FeedType | undefined;
  readonly onOpen: (type: FeedType) => void;
}

export const tabId = (type: FeedType): string => `message-tab-${type}`;
export const PANEL_ID = 'message-panel';

/** Keys that lead to the next tab or the one before: the tabs are below each other, or on a phone beside each other. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** One tab for each system account. */
export function AccountTabs({ accounts, opened, onOpen }: AccountTabsProps) {
  const move = (event: KeyboardEvent, index: number) => {
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? accounts.length - 1 : index + (STEPS[event.key] ?? Number.NaN);
    const account = accounts[(to + accounts.length) % accounts.length];
    if (!account) return;
    event.preventDefault();
    onOpen(account.systemMsgType);
    document.getElementById(tabId(account.systemMsgType))?.focus();
  };
  return (
    <div className="message-tabs" role="tablist" aria-label="系统账号">
      {accounts.map(({ systemMsgType: type, name, unreadCount, lastChatContent }, index) => (
        <button
          key={type}
          type="button"
          role="tab"
          id={tabId(type)}
          aria-selected={type === opened}
          aria-controls={PANEL_ID}
          tabIndex={type === opened ? 0 : -1}
          onClick={() => onOpen(type)}
          onKeyDown={(event) => move(event, index)}
        >
          <span className="message-icon" aria-hidden>
            <AccountSign type={type} />
          </span>
          <span className="message-tab-name">{name}</span>
          {unreadCount > 0 && (
            <>
              <span className="notice-badge" aria-hidden>
                {unreadWords(unreadCount)}
              </span>
              <span className="visually-hidden">，{unreadCount < 100 ? unreadCount : '100 以上'} 条未读</span>
            </>
          )}
          <span className="message-tab-last" aria-hidden>
            {lastChatContent ?? '暂无消息'}
          </span>
        </button>
      ))}
    </div>
  );
}
