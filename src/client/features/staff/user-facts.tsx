import Button from '@mui/material/Button';
import type { StaffUserDetail } from '#schemas/api/staff.ts';
import { hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Chip } from './desk-parts.tsx';
import { ACCOUNT_WORDS, rolesInWords } from './staff-words.ts';

interface UserFactsProps {
  readonly user: StaffUserDetail;
  /** The whole number, where it was asked for. */
  readonly phone: string | undefined;
  readonly onReveal: () => void;
}

const vipWords = ({ vipType, vipUntil }: StaffUserDetail): string => {
  if (vipType === 0) return '未开通';
  return vipUntil === null ? '长期有效' : `至 ${shownMoment(vipUntil)}`;
};

/** What is known of an account. */
export function UserFacts({ user, phone, onReveal }: UserFactsProps) {
  const { uid, state } = user;
  return (
    <>
      {state === 'frozen' && (
        <p className="desk-warning">
          {user.frozenAt !== null && `${shownMoment(user.frozenAt)} 冻结。`}原因：{user.frozenBecause}
        </p>
      )}
      <dl className="desk-facts">
        <dt>状态</dt>
        <dd>
          <Chip words={ACCOUNT_WORDS[state]} />
        </dd>
        <dt>UID</dt>
        <dd>{uid}</dd>
        <dt>用户名</dt>
        <dd>{user.username}</dd>
        <dt>手机号</dt>
        <dd>
          {phone ?? user.phone ?? '未绑定'}
          {user.phone !== null && phone === undefined && state !== 'closed' && (
            <Button onClick={onReveal} sx={{ ml: 1, py: 0 }}>
              查看完整号码
            </Button>
          )}
        </dd>
        <dt>身份</dt>
        <dd>{rolesInWords(user)}</dd>
        <dt>SVIP</dt>
        <dd>{vipWords(user)}</dd>
        <dt>鲸币</dt>
        <dd>
          {user.balance} · <a href={hashAddress(`/staff/orders?person=${uid}`)}>查看订单</a>
        </dd>
        <dt>登录</dt>
        <dd>
          {user.sessions > 0 ? `${user.sessions} 处登录中` : '未登录'}
          {user.seenAt !== null && `，最近 ${shownMoment(user.seenAt)}`}
        </dd>
        <dt>被举报</dt>
        <dd>
          {user.reports === 0 ? (
            '无'
          ) : (
            <a href={hashAddress(`/staff/reports?state=all&reported=${uid}`)}>
              {user.reports} 次{user.openReports > 0 && `，${user.openReports} 次待处理`}
            </a>
          )}
        </dd>
        <dt>认证</dt>
        <dd>{user.cases === 0 ? '未提交' : `提交过 ${user.cases} 次`}</dd>
        <dt>注册时间</dt>
        <dd>{shownMoment(user.createdAt)}</dd>
        {user.intro !== '' && (
          <>
            <dt>简介</dt>
            <dd>{user.intro}</dd>
          </>
        )}
        <dt>操作日志</dt>
        <dd>
          <a href={hashAddress(`/staff/log?targetKind=account&targetId=${uid}`)}>对该用户的操作</a>
        </dd>
      </dl>
    </>
  );
}
