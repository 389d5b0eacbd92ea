import LiveTvOutlined from '@mui/icons-material/LiveTvOutlined';
import type { Livestream } from '#schemas/api/livestreams.ts';
import { livestreamState } from '#shared/livestreams/livestream-state.ts';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { STATE_LABELS, timeLabel, waitLabel } from './livestream-labels.ts';

interface LivestreamCardProps {
  readonly live: Livestream;
  readonly now: Date;
  readonly isBusy: boolean;
  /** Why the last press on this one came to nothing. */
  readonly refusal: string | undefined;
  readonly onFollow: () => void;
}

/** One livestream: what it is, its state, the way to it and the button to follow it. */
export function LivestreamCard({ live, now, isBusy, refusal, onFollow }: LivestreamCardProps) {
  const { title, host, cover, startsAt, link, followed } = live;
  const state = livestreamState(live, now);
  const wait = state === 'coming' ? waitLabel(startsAt, now) : '';
  const isOpen = state === 'coming' || state === 'onAir';
  return (
    <li className="live-card" data-state={state} aria-label={title}>
      <div className="live-cover">
        {cover === null ? <LiveTvOutlined aria-hidden /> : <img src={cover} alt="" loading="lazy" />}
        <span className="live-state" data-state={state}>
          {STATE_LABELS[state]}
        </span>
      </div>
      <div className="live-words">
        <h2>{title}</h2>
        <p className="live-host">{host}</p>
        <p className="live-time">
          <time dateTime={startsAt}>{timeLabel(live, now)}</time>
          {wait !== '' && <b>{wait}</b>}
        </p>
        {refusal !== undefined && (
          <p role="alert" className="live-refusal">
            {refusal}
          </p>
        )}
        <div className="live-acts">
          {state === 'onAir' && (
            <PlainLink
              look="filled"
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`进入直播：${title}`}
            >
              进入直播
            </PlainLink>
          )}
          {(isOpen || followed) && (
            <PlainButton
              look="outlined"
              tone={followed ? 'quiet' : 'brand'}
              disabled={isBusy}
              aria-pressed={followed}
              aria-label={`${followed ? '已关注' : '关注'}：${title}`}
              title={followed ? '点击取消关注' : '开播、改期或取消时通知您'}
              onClick={onFollow}
            >
              {followed ? '已关注' : '关注'}
            </PlainButton>
          )}
        </div>
      </div>
    </li>
  );
}
