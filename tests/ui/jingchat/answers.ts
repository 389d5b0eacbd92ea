import type { Answer, Conversation } from '#schemas/api/jingchat.ts';

export const CONVERSATION: Conversation = { id: '7', title: '北京的企业', updatedAt: '2026-11-21T04:00:00.000Z' };

/** An answer with what a test is about. */
export const answerOf = (more: Partial<Answer> = {}): Answer => ({
  id: '1',
  question: '北京的企业有哪些',
  askedAt: '2026-11-21T04:00:00.000Z',
  content: {
    kind: 'list',
    sentence: '符合条件的企业共 1 条。',
    columns: ['name'],
    rows: [{ id: '3', name: '海马机器人' }],
  },
  plan: {
    objectApiName: 'InsightCompany',
    label: '企业',
    parts: [
      { at: 0, text: '所在地区 北京' },
      { at: 1, text: '运营状态 已关闭' },
    ],
    shape: ['前 10 条'],
    listHref: "/data/InsightCompany?f=['region','in',['110000']]",
  },
  assumptions: [],
  notes: [],
  emptied: [],
  next: ['按行业分组'],
  asOf: '2026-11-21T04:00:00.000Z',
  ...more,
});
