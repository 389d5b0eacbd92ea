import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { InterestedItem } from '#schemas/api/chat-people.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { ChatAvatar } from '#client/features/chat/contacts/chat-avatar.tsx';
import { dayWords } from '#client/features/chat/messages/day-words.ts';
import { INTERESTED_TITLE, joined } from '#client/features/chat/contacts/person-words.ts';
import type { RoomDialogs } from '#client/features/chat/room/room-dialogs.ts';
import type { RoomStore } from '#client/features/chat/room/room-store.ts';
import { useNearEnd } from './use-near-end.ts';
import './interested-view.css';

export interface InterestedViewProps {
  readonly room: RoomStore;
  readonly dialogs: RoomDialogs;
  readonly now: () => Date;
}

/** Investors who looked at one's companies, the latest first; more come as the end comes near. */
export const InterestedView = observer(function InterestedView({ room, dialogs, now }: InterestedViewProps) {
  const { interested } = room;
  const { rows, failure, hasMore, isLoading } = interested;
  useEffect(() => void interested.load(), [interested]);
  const place = useNearEnd(
    () => void interested.loadMore(),
    hasMore && !isLoading && failure === undefined,
    rows?.length,
  );
  return (
    <div ref={place} className="interested" tabIndex={-1}>
      {failure !== undefined && (
        <p role="alert" className="interested-note">
          {failure}
          <PlainButton onClick={() => void (rows ? interested.loadMore() : interested.load())}>重试</PlainButton>
        </p>
      )}
      {rows?.length === 0 && <p className="interested-note">暂无</p>}
      <ul aria-label={INTERESTED_TITLE}>
        {rows?.map((row) => (
          <InterestedRow key={row.id} row={row} room={room} dialogs={dialogs} now={now} />
        ))}
      </ul>
      {isLoading && (
        <p role="status" className="interested-note">
          正在加载…
        </p>
      )}
    </div>
  );
});

interface RowProps extends InterestedViewProps {
  readonly row: InterestedItem;
}

const InterestedRow = observer(function InterestedRow({ row, room, dialogs, now }: RowProps) {
  const { id, uid, name, avatar, read, lastTime, investorEntityName, investorPosition } = row;
  // Whatever is done with a row, it has been seen.
  const touched = (act: () => void) => () => {
    void room.interested.touch(id);
    act();
  };
  const exchange = () => room.exchangeWith(uid);
  return (
    <li>
      <button type="button" className="interested-main" onClick={touched(() => room.selectUser(uid))}>
        <span className="interested-face">
          <ChatAvatar name={name} picture={avatar} size={44} />
          {!read && <span className="interested-dot" role="img" aria-label="未读" />}
        </span>
        <span className="interested-words">
          <strong>{name}</strong>
          <small>{joined([investorEntityName, investorPosition])}</small>
        </span>
        <time dateTime={lastTime}>{dayWords(lastTime, now())}</time>
      </button>
      <span className="interested-acts">
        <PlainButton
          look="outlined"
          aria-label={`向${name}投递BP`}
          onClick={touched(() => void dialogs.choosePlan(exchange()))}
        >
          投递BP
        </PlainButton>
        <PlainButton
          look="outlined"
          aria-label={`与${name}交换手机号`}
          onClick={touched(() => void dialogs.askExchange(exchange(), 'PHONE'))}
        >
          交换手机号
        </PlainButton>
        <PlainButton
          look="outlined"
          aria-label={`与${name}交换微信`}
          onClick={touched(() => void dialogs.askExchange(exchange(), 'WEIXIN'))}
        >
          交换微信
        </PlainButton>
      </span>
    </li>
  );
});
