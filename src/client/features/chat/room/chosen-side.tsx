import { observer } from 'mobx-react-lite';
import { useEffect, useId, type ReactNode } from 'react';
import type { ChatUser } from '#schemas/api/chat.ts';
import { productName } from '#client/lib/product.ts';
import { PopupHead } from '#client/ui/dialogs/popup-head.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { PlainTabs, tabId } from '#client/ui/plain-tabs.tsx';
import type { BubbleActions } from '#client/features/chat/messages/bubbles/bubble-actions.ts';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from '#client/features/chat/composer/composer.tsx';
import { ExchangeTools } from './exchange-tools.tsx';
import { systemAccountName } from '#shared/chat/system-accounts.ts';
import { MessageList } from '#client/features/chat/conversation/message-list.tsx';
import { CLOSE_ROOM, INTERESTED_TITLE } from '#client/features/chat/base/person-labels.ts';
import { CompanyTab, FeedView, InterestedView } from './lazy-dialogs.ts';
import type { RoomDialogs } from './room-dialogs.ts';
import type { RoomStore } from './room-store.ts';
import type { RoomSurroundings } from './room-surroundings.ts';
import { CHAT_TAB } from './selected.ts';
import { ServiceBanner } from '#client/features/chat/conversation/service-banner.tsx';
import './chosen-side.css';

interface ChosenSideProps {
  readonly room: RoomStore;
  readonly dialogs: RoomDialogs;
  readonly around: RoomSurroundings;
  readonly actions: BubbleActions;
  readonly onReport: (user: ChatUser) => void;
  /** What was done and what did not work. */
  readonly words: ReactNode;
  readonly onClose: () => void;
}

/** The right side: a conversation, the interested view or what the platform says. */
export const ChosenSide = observer(function ChosenSide(props: ChosenSideProps) {
  const { room, dialogs, around, words, onClose } = props;
  const { selected } = room;
  const titleId = useId();
  const ways = { back: { label: '返回联系人', onPress: () => room.back() }, onClose, closeLabel: CLOSE_ROOM };
  if (!selected)
    return (
      <section className="chosen" aria-label="聊天">
        <PopupHead title="聊天" onClose={onClose} closeLabel={CLOSE_ROOM} />
        {words}
        <p className="chosen-none">请从左侧选择联系人</p>
      </section>
    );
  return (
    <section className="chosen" aria-labelledby={titleId}>
      {selected.kind === 'user' ? (
        <ChatHeader {...ways} room={room} uid={selected.uid} titleId={titleId} onReport={props.onReport} />
      ) : (
        <PopupHead
          {...ways}
          id={titleId}
          title={selected.kind === 'interested' ? INTERESTED_TITLE : systemAccountName(selected.type, productName())}
        />
      )}
      {words}
      {selected.kind === 'user' && <Conversation key={selected.uid} {...props} uid={selected.uid} />}
      {selected.kind === 'interested' && <InterestedView room={room} dialogs={dialogs} now={around.now} />}
      {selected.kind === 'system' && (
        <FeedView key={selected.type} systems={room.systems} type={selected.type} goTo={around.goTo} now={around.now} />
      )}
    </section>
  );
});

/** What was said, and beside it the companies that the other speaks for. */
const Conversation = observer(function Conversation(props: ChosenSideProps & { readonly uid: string }) {
  const { room, uid } = props;
  const panel = useId();
  const companies = room.header?.header?.companies ?? [];
  const company = companies.find(({ ccid }) => ccid === room.tab);
  const tab = company?.ccid ?? CHAT_TAB;
  return (
    <>
      {companies.length > 0 && (
        <PlainTabs
          label="聊天与企业"
          tabs={[
            { value: CHAT_TAB, label: '聊天' },
            ...companies.map(({ ccid, name }) => ({ value: ccid, label: name })),
          ]}
          value={tab}
          onChange={(next) => room.showTab(next)}
          panel={panel}
        />
      )}
      <div
        id={panel}
        className="chat-panel"
        {...(companies.length > 0 && { role: 'tabpanel', 'aria-labelledby': tabId(panel, tab) })}
      >
        {company ? <CompanyTab company={company} /> : <ConversationSide key={uid} {...props} />}
      </div>
    </>
  );
});

const NONE: readonly string[] = [];

const ConversationSide = observer(function ConversationSide({
  room,
  dialogs,
  around,
  actions,
  uid,
}: ChosenSideProps & { readonly uid: string }) {
  const { dialog, header, exchange } = room;
  const { greetings } = around;
  const isUnbegun = dialog?.isLoaded === true && dialog.messages.length === 0;
  useEffect(() => {
    if (isUnbegun) void greetings.load();
  }, [greetings, isUnbegun]);
  if (!dialog) return null;
  return (
    <>
      {header?.header?.isServiceOrg && <ServiceBanner key={uid} uid={uid} storage={around.storage} />}
      {room.list.user(uid)?.screen === true && (
        <p role="status" className="chosen-blocked">
          您已屏蔽对方，双方不能互发消息
          <PlainButton onClick={() => void room.list.switchBlock(uid)}>取消屏蔽</PlainButton>
        </p>
      )}
      <MessageList dialog={dialog} actions={actions} now={around.now} isDoNotDisturb={room.doNotDisturb.isOn} />
      {header?.header?.isGone ? (
        <p className="chosen-gone">对方账号已注销或无法接收消息</p>
      ) : (
        <Composer
          dialog={dialog}
          greetings={isUnbegun ? (greetings.value ?? NONE) : NONE}
          tools={
            header && exchange ? (
              <ExchangeTools header={header} exchange={exchange} dialog={dialog} dialogs={dialogs} now={around.now} />
            ) : null
          }
        />
      )}
    </>
  );
});
