import type { Answer, ContentOf, Conversation } from '#schemas/api/jingchat.ts';

export const CONVERSATION: Conversation = { id: '7', title: '北京的企业', updatedAt: '2026-11-21T04:00:00.000Z' };

/** An answer with what a test is about. */
export const answerOf = (more: Partial<Answer> = {}): Answer => ({
  id: '1',
  question: '北京的企业有哪些',
  askedAt: '2026-11-21T04:00:00.000Z',
  content: {
    kind: 'list',
    sentence: '符合条件的企业共 1 家。',
    columns: ['name'],
    rows: [{ id: '3', name: '海马机器人' }],
  },
  plan: {
    objectApiName: 'InsightCompany',
    label: '企业',
    measureWord: '家',
    parts: [
      { at: 0, text: '所在地区 北京', filter: { field: 'region', op: 'in', value: ['110000'] } },
      { at: 1, text: '运营状态 已关闭' },
    ],
    shape: [{ text: '前 10 家', choices: ['前 5 家', '不限'] }],
    listHref: "/data/InsightCompany?f=['region','in',['110000']]",
  },
  assumptions: [],
  notes: [],
  emptied: [],
  next: ['按行业分组'],
  asOf: '2026-11-21T04:00:00.000Z',
  ...more,
});

const YEARS = ['2024', '2025', '2026'];
const COUNTS = ['1', '3', '2'];

/** Companies by the year in which they began, the last of which is not over. */
export const GROUPS: ContentOf<'groups'> = {
  kind: 'groups',
  sentence: '企业按“成立时间”共 3 组。',
  by: '成立时间',
  measures: ['数量'],
  rows: YEARS.map((key, at) => ({ key, label: `${key}年`, texts: [`${COUNTS[at]} 家`] })),
  chart: {
    kind: 'bar',
    chart: {
      categories: YEARS.map((key) => ({
        key,
        label: `${key}年`,
        ...(key === '2026' && { incomplete: true as const }),
      })),
      series: [{ key: 'count', label: '数量', values: COUNTS }],
      unit: '家',
      period: 'year',
      groupField: 'foundedOn',
      sampleSize: 6,
      unknown: 0,
      earlier: 0,
      asOf: null,
    },
  },
};
