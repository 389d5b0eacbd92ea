import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { SentNotice } from '#schemas/api/notices.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Chip, ListFrame } from './desk-parts.tsx';
import type { NoticeDesk } from './notice-desk.ts';
import { accountName, audienceWords } from './notice-words.ts';
import { SendDialog } from './send-dialog.tsx';
import type { SendStore } from './send-store.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';
import './staff.css';
import './notices.css';

/** `/staff/notices`: what staff sent to people, and the way to send more. */
export const NoticesPage = observer(function NoticesPage({ desk }: { readonly desk: NoticeDesk }) {
  usePageTitle('系统通知');
  const [writing, setWriting] = useState<SendStore>();
  const [asked, setAsked] = useState<SentNotice>();
  useEffect(() => void desk.list.show({}), [desk]);
  return (
    <div className="desk" style={{ maxWidth: 960 }}>
      <header className="desk-head">
        <h1>系统通知</h1>
        <Button variant="contained" onClick={() => setWriting(desk.begin())}>
          发送通知
        </Button>
      </header>
      <p className="desk-soft">
        通知出现在对方的消息中心。按人群发送时，以对方打开消息时的身份为准；注册之前发出的通知不会出现。
      </p>
      <ListFrame store={desk.list} empty="还没有发送过通知">
        {(list) => (
          <ul className="desk-list">
            {list.map((notice) => (
              <NoticeCard
                key={notice.id}
                notice={notice}
                onWithdraw={() => {
                  desk.cases.forgetRefusal();
                  setAsked(notice);
                }}
              />
            ))}
          </ul>
        )}
      </ListFrame>
      {writing && <SendDialog store={writing} onClose={() => setWriting(undefined)} />}
      {asked && <WithdrawDialog desk={desk} notice={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
});

function NoticeCard({ notice, onWithdraw }: { readonly notice: SentNotice; readonly onWithdraw: () => void }) {
  const { title, content, link, person, withdrawnAt } = notice;
  return (
    <li className="desk-card" aria-label={title}>
      <div className="desk-card-head">
        <Chip words={withdrawnAt === null ? ['已发送', 'good'] : ['已撤回', 'plain']} />
        <b>{title}</b>
        <time dateTime={notice.sentAt}>{shownMoment(notice.sentAt)}</time>
      </div>
      <p className="desk-said">{content}</p>
      <dl className="desk-facts">
        <dt>接收人</dt>
        <dd>
          {person ? <a href={hashAddress(`/staff/users?uid=${person.uid}`)}>{person.name}</a> : audienceWords(notice)}
        </dd>
        <dt>账号</dt>
        <dd>{accountName(notice.type)}</dd>
        {link !== null && (
          <>
            <dt>链接</dt>
            <dd>
              <a href={hashAddress(link)}>{link}</a>
            </dd>
          </>
        )}
        <dt>已读</dt>
        <dd>{notice.readers} 人</dd>
        <dt>发送者</dt>
        <dd>
          {notice.sentBy}
          {withdrawnAt !== null && `（${shownMoment(withdrawnAt)} 撤回）`}
        </dd>
      </dl>
      {withdrawnAt === null && (
        <div className="desk-deeds">
          <Button color="inherit" onClick={onWithdraw} aria-label={`撤回“${title}”`}>
            撤回…
          </Button>
        </div>
      )}
    </li>
  );
}
