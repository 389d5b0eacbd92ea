import { SYSTEM_TYPES } from '#schemas/api/notices.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { SharedNotice } from './queries.ts';

// Notifications about financing requests, each to all members of the company. None names another user: the text would
// outlive that account.

const { notice: NOTICE } = SYSTEM_TYPES;
const LINK = '/financing';

interface Request {
  readonly id: string;
  readonly version: number;
  readonly title: string;
}

/** Staff decided on a request or on its changed terms; the version makes each decision one of its own. */
export function financingDecided(
  request: Request,
  outcome: 'approved' | 'returned' | 'termsApproved' | 'termsReturned',
  reason = '',
): SharedNotice {
  const name = `“${request.title}”`;
  const said = {
    approved: ['融资需求已发布', `${name}已通过审核，投资人现在可以在“融资项目”中看到。`],
    returned: ['融资需求被退回', `${name}未通过审核，原因：${reason}。修改后保存即可重新提交。`],
    termsApproved: ['融资条款已更新', `${name}的新条款已通过审核并对投资人生效，看过该项目的投资人会收到提醒。`],
    termsReturned: ['融资条款被退回', `${name}的新条款未通过审核，原因：${reason}。投资人看到的仍是原条款。`],
  } as const;
  const [title, body] = said[outcome];
  const key = `financing:${request.id}:${request.version}`;
  return { type: NOTICE, title, body, link: LINK, key };
}

/** The deal that a request ended in was filed as a transaction, or not. */
export function dealDecided(request: Request, dealId: string | null, reason = ''): SharedNotice {
  const name = `“${request.title}”`;
  const body =
    dealId === null
      ? `${name}的成交信息未被收录，原因：${reason}。如有疑问请联系客服。`
      : `${name}的成交信息已核实收录，企业的融资历史已更新。`;
  const title = dealId === null ? '成交信息未收录' : '成交信息已收录';
  const link = dealId === null ? LINK : `/insight/${BINDINGS.transaction.object}/${dealId}`;
  return { type: NOTICE, title, body, link, key: `financing:${request.id}:deal` };
}

/** Those who looked at a company or its project read that its terms are others since this day. */
export const termsChanged = (request: Request, projectId: string, day: string): SharedNotice => ({
  type: NOTICE,
  title: '条款有更新',
  body: `您看过的项目“${request.title}”于 ${day} 更新了融资条款，可查看最新的轮次、金额、估值与出让比例。`,
  link: `/insight/${BINDINGS.project.object}/${projectId}`,
  key: `financing:${request.id}:${request.version}:terms`,
});

/** The deadline of a request is near, or over; `deadline` is a day. */
export function deadlineNear(request: Request, deadline: string, when: 'soon' | 'today' | 'over'): SharedNotice {
  const name = `“${request.title}”`;
  const said = {
    soon: ['融资需求即将到期', `${name}将于 ${deadline} 到期，到期后自动暂停。如需继续，请更新截止日期。`],
    today: ['融资需求今天到期', `${name}今天到期，明天起自动暂停。如需继续，请更新截止日期。`],
    over: [
      '融资需求已暂停',
      `${name}已于 ${deadline} 到期，现已暂停，投资人不再看到“融资中”。更新截止日期后可以恢复。`,
    ],
  } as const;
  const [title, body] = said[when];
  const key = `financing:${request.id}:deadline:${deadline}:${when}`;
  return { type: NOTICE, title, body, link: LINK, key };
}
