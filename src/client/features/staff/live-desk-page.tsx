import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { StaffLivestream } from '#schemas/api/livestreams.ts';
import { type LivestreamState, livestreamState } from '#shared/livestreams/livestream-state.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { DeedDialog } from '#client/ui/deed-dialog.tsx';
import { Chip, ListFrame } from './desk-parts.tsx';
import type { LivestreamAdmin } from './live-desk.ts';
import type { LiveDraft } from './live-draft.ts';
import { LiveForm } from './live-form.tsx';
import type { Tone } from './staff-words.ts';
import './staff.css';
import './notices.css';
import './live-desk.css';

interface LiveDeskPageProps {
  readonly desk: LivestreamAdmin;
  readonly now: () => Date;
}

const STATES: Readonly<Record<LivestreamState, readonly [string, Tone]>> = {
  coming: ['未开始', 'busy'],
  onAir: ['直播中', 'good'],
  over: ['已结束', 'plain'],
  cancelled: ['已取消', 'bad'],
};

/** `/staff/lives`: livestreams that staff announced, and the way to announce more. */
export const LiveDeskPage = observer(function LiveDeskPage({ desk, now }: LiveDeskPageProps) {
  usePageTitle('直播管理');
  const [written, setWritten] = useState<LiveDraft>();
  const [asked, setAsked] = useState<StaffLivestream>();
  useEffect(() => void desk.list.show({}), [desk]);
  return (
    <div className="desk" style={{ maxWidth: 960 }}>
      <header className="desk-head">
        <h1>直播管理</h1>
        <Button variant="contained" onClick={() => setWritten(desk.write())}>
          发布直播
        </Button>
      </header>
      <p className="desk-soft">直播在外部页面播放。开播、改期或取消时，关注者各收到一条“直播关注”通知。</p>
      <ListFrame store={desk.list} empty="还没有发布过直播">
        {(list) => (
          <ul className="desk-list">
            {list.map((live) => (
              <LiveCase
                key={live.id}
                live={live}
                now={now()}
                onChange={() => setWritten(desk.write(live))}
                onCancel={() => {
                  desk.cases.forgetRefusal();
                  setAsked(live);
                }}
              />
            ))}
          </ul>
        )}
      </ListFrame>
      {written && <LiveForm draft={written} onClose={() => setWritten(undefined)} />}
      {asked && <CancelDialog desk={desk} live={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
});

interface CancelDialogProps {
  readonly desk: LivestreamAdmin;
  readonly live: StaffLivestream;
  readonly onClose: () => void;
}

const CancelDialog = observer(function CancelDialog({ desk, live, onClose }: CancelDialogProps) {
  const { cases } = desk;
  return (
    <DeedDialog
      words={{
        title: '取消直播',
        consequence: `“${live.title}”将显示为已取消，${live.followers} 位关注者会收到通知。取消后不能恢复。`,
        confirm: '取消直播',
        isGrave: true,
      }}
      isActing={cases.busy === live.id}
      refusal={cases.refusal?.id === live.id ? cases.refusal.failure : undefined}
      onConfirm={(reason) =>
        void desk.cancel(live.id, reason).then((isDone) => {
          if (isDone) onClose();
        })
      }
      onClose={onClose}
    />
  );
});

interface LiveCaseProps {
  readonly live: StaffLivestream;
  readonly now: Date;
  readonly onChange: () => void;
  readonly onCancel: () => void;
}

function LiveCase({ live, now, onChange, onCancel }: LiveCaseProps) {
  const { title, host, cover, startsAt, endsAt, link, followers, announcedBy, announcedAt, cancelledAt } = live;
  const state = livestreamState({ startsAt, endsAt, isCancelled: cancelledAt !== null }, now);
  return (
    <li className="desk-card" aria-label={title}>
      <div className="desk-card-head">
        <Chip words={STATES[state]} />
        <b>{title}</b>
        <time dateTime={announcedAt}>{shownMoment(announcedAt)} 发布</time>
      </div>
      <dl className="desk-facts">
        <dt>主讲</dt>
        <dd>{host}</dd>
        <dt>时间</dt>
        <dd>
          {shownMoment(startsAt)} 至 {shownMoment(endsAt)}
        </dd>
        <dt>地址</dt>
        <dd>
          <a href={link} target="_blank" rel="noopener noreferrer">
            {link}
          </a>
        </dd>
        <dt>关注</dt>
        <dd>{followers} 人</dd>
        <dt>发布者</dt>
        <dd>
          {announcedBy}
          {cancelledAt !== null && `（${shownMoment(cancelledAt)} 取消）`}
        </dd>
      </dl>
      {cover !== null && (
        <div className="desk-pictures">
          <img src={cover} alt="封面" loading="lazy" />
        </div>
      )}
      {(state === 'coming' || state === 'onAir') && (
        <div className="desk-deeds">
          <Button variant="outlined" onClick={onChange} aria-label={`修改“${title}”`}>
            修改…
          </Button>
          <Button color="inherit" onClick={onCancel} aria-label={`取消“${title}”`}>
            取消直播…
          </Button>
        </div>
      )}
    </li>
  );
}
