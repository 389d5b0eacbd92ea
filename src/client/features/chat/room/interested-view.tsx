import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ExchangeSummary } from '#schemas/api/chat-exchange.ts';
import type { InterestedItem } from '#schemas/api/chat-people.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { ChatAvatar } from '#client/features/chat/base/chat-avatar.tsx';
import { dayLabel } from '#client/features/chat/messages/day-label.ts';
import { INTERESTED_TITLE, joined } from '#client/features/chat/base/person-labels.ts';
import type { ContactKind } from '#client/features/chat/exchange/exchange-store.ts';
import type { RoomDialogs } from './room-dialogs.ts';
import type { RoomStore } from './room-store.ts';
import { useInfiniteScroll } from '#client/features/chat/feeds/use-infinite-scroll.ts';
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
  const place = useInfiniteScroll(
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
  const { id, uid, name, avatar, read, lastTime, investorEntityName, investorPosition, standing, projects } = row;
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
          {projects.length > 0 && <small>查看了：{projects.map((project) => project.name).join('、')}</small>}
        </span>
        <time dateTime={lastTime}>{dayLabel(lastTime, now())}</time>
      </button>
      <span className="interested-acts">
        <RowAction
          label={`向${name}投递BP`}
          done={standing.hasBp ? '已投递' : undefined}
          onPress={touched(() => void dialogs.choosePlan(exchange()))}
        >
          投递BP
        </RowAction>
        <RowAction
          label={`与${name}交换手机号`}
          done={doneWord(standing, 'PHONE')}
          onPress={touched(() => void dialogs.askExchange(exchange(), 'PHONE'))}
        >
          交换手机号
        </RowAction>
        <RowAction
          label={`与${name}交换微信`}
          done={doneWord(standing, 'WEIXIN')}
          onPress={touched(() => void dialogs.askExchange(exchange(), 'WEIXIN'))}
        >
          交换微信
        </RowAction>
      </span>
    </li>
  );
});

/** Why the row does not offer this exchange: it was made, or a request of either side waits. Undefined when it can be made. */
function doneWord(standing: ExchangeSummary, kind: ContactKind): string | undefined {
  if (kind === 'PHONE' ? standing.hasExchangePhone : standing.hasExchangeWeixin) return '已交换';
  const waiting = standing.pending.find((request) => request.kind === kind);
  return waiting && (waiting.mine ? '已申请' : '对方已申请');
}

interface RowActionProps {
  readonly label: string;
  /** The word in place of the action when there is nothing left to do. */
  readonly done: string | undefined;
  readonly onPress: () => void;
  readonly children: string;
}

/** An action of a row. When it is done it keeps its place in the tab order, so that its word can be read there. */
function RowAction({ label, done, onPress, children }: RowActionProps) {
  const isDone = done !== undefined;
  return (
    <PlainButton
      look="outlined"
      aria-label={isDone ? `${label}：${done}` : label}
      aria-disabled={isDone || undefined}
      onClick={isDone ? undefined : onPress}
    >
      {done ?? children}
    </PlainButton>
  );
}
