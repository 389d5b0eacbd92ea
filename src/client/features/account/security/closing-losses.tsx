import type { Closing } from '#schemas/api/profile.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';

/** What goes and what stays, in words. */
export function ClosingLosses({ closing: { coins, vip, vipUntil, records, views } }: { readonly closing: Closing }) {
  return (
    <div className="personal-warn">
      <b>将被删除</b>
      <ul>
        <li>姓名、头像、简介、手机号、邮箱、密码与身份认证</li>
        <li>履历、关注领域、提交的申请与联系方式{records > 0 && `（共 ${records} 条记录）`}</li>
        <li>自己保存的视图与导出记录{views > 0 && `（${views} 个视图）`}</li>
        {coins > 0 && <li>剩余 {coins.toLocaleString('zh-CN')} 鲸币</li>}
        {vip && <li>SVIP{vipUntil === null ? '' : `（至 ${shownMoment(vipUntil, 'YYYY-MM-DD')}）`}</li>}
      </ul>
      <b>匿名保留</b>
      <ul>
        <li>鲸币流水与订单依法保留，不再显示您的姓名</li>
        <li>审计记录依法保留，不可更改</li>
        <li>已采纳的纠错与提交过的举报，不再显示您的姓名</li>
        <li>为企业上传的资料与商业计划书属于该企业</li>
      </ul>
    </div>
  );
}
