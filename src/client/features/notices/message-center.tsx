import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { FeedType } from '#schemas/api/notices.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { AccountTabs, PANEL_ID, tabId } from './account-tabs.tsx';
import type { CenterStore } from './center-store.ts';
import { FeedPanel } from './feed-panel.tsx';
import './notice-bell.css';
import './message-center.css';

interface MessageCenterProps {
  readonly store: CenterStore;
  /** The account that the address names. */
  readonly wanted: string | null;
  /** A live that one follows is on air. */
  readonly hasLiving: boolean;
  readonly onOpen: (type: FeedType) => void;
  readonly now: () => Date;
}

/** `/messageCenter`: what the system accounts say. */
export const MessageCenter = observer(function MessageCenter(props: MessageCenterProps) {
  const { store, wanted, hasLiving, onOpen, now } = props;
  usePageTitle('消息中心');
  const { accounts, summaries, failure, opened, unread } = store;
  const named = accounts.find(({ systemMsgType }) => String(systemMsgType) === wanted)?.systemMsgType;
  // Reading the first one must not lead on to the next: what is open stays open.
  const type = named ?? opened?.type ?? store.first;
  useEffect(() => void store.load(), [store]);
  useEffect(() => {
    if (type !== undefined) void store.open(type);
  }, [store, type]);
  return (
    <div className="page-column">
      <header className="message-head">
        <h1>消息中心</h1>
        <PlainLink href={hashAddress('/lives')} className="message-lives">
          直播
          {hasLiving && <span className="message-living">直播中</span>}
        </PlainLink>
        <PlainButton look="outlined" disabled={unread === 0 || store.isReadingAll} onClick={() => void store.readAll()}>
          全部已读
        </PlainButton>
      </header>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {!summaries && !failure && <LoadingBlock height={320} />}
      {type !== undefined && (
        <div className="message-body">
          <AccountTabs accounts={accounts} opened={type} onOpen={onOpen} />
          <div className="message-panel" role="tabpanel" id={PANEL_ID} aria-labelledby={tabId(type)} tabIndex={0}>
            {opened?.type === type && <FeedPanel feed={opened} now={now()} />}
          </div>
        </div>
      )}
    </div>
  );
});
