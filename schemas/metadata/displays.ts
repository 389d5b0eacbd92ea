import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { BoardLayout } from './board.ts';
import { PeriodUnit } from './detail.ts';
import { FieldApiName } from './names.ts';

const FIELD = { 'x-control': 'fieldName' } as const;
const FIELDS = { 'x-control': 'fieldNames' } as const;
const Badge = Type.Optional(titled(FieldApiName, '标记字段', { description: '显示为标签，如：轮次、状态', ...FIELD }));

/** A list as a calendar: each record is on its day. */
const CalendarLayout = Type.Object(
  {
    date: titled(FieldApiName, '日期字段', { description: '记录显示在这一天', ...FIELD }),
    badge: Badge,
  },
  { additionalProperties: false, ...says('日历', { 'x-kind': 'calendarLayout' }) },
);

/** A list as pictures with what matters of each record below. */
const GalleryLayout = Type.Object(
  {
    /** The picture of the detail page when absent. */
    picture: Type.Optional(titled(FieldApiName, '图片字段', { description: '不选则用详情页的标志', ...FIELD })),
    badge: Badge,
    facts: Type.Optional(
      Type.Array(FieldApiName, { minItems: 1, maxItems: 6, uniqueItems: true, ...says('卡片字段', FIELDS) }),
    ),
  },
  { additionalProperties: false, ...says('图册', { 'x-kind': 'galleryLayout' }) },
);

export const LIST_CHART_KINDS = ['bar', 'line', 'pie'] as const;
export type ListChartKind = (typeof LIST_CHART_KINDS)[number];

/** What a list says about all of its records together: how many there are, and how much they come to, group by group. */
const SUMMARY = {
  label: Type.String({ minLength: 1, maxLength: 20, ...says('名称') }),
  /** Trees are grouped by the branch below the one that the list is narrowed to. */
  by: titled(FieldApiName, '分组字段', FIELD),
  /** For dates, and for whole numbers that are years. */
  unit: Type.Optional(
    titled(PeriodUnit, '时间单位', {
      description: '按日期分组时使用',
      'x-labels': { year: '年', quarter: '季', month: '月', week: '周' },
    }),
  ),
  /** A number or an amount that is added up beside the count. */
  sum: Type.Optional(titled(FieldApiName, '合计字段', { description: '不选则统计条数', ...FIELD })),
};

export const ListSummary = Type.Object(SUMMARY, {
  additionalProperties: false,
  ...says('汇总', { 'x-kind': 'listSummary' }),
});
export type ListSummary = Static<typeof ListSummary>;

/** The same as a picture. */
export const ListChart = Type.Object(
  {
    ...SUMMARY,
    kind: Type.Unsafe<ListChartKind>(
      Type.Union(
        LIST_CHART_KINDS.map((kind) => Type.Literal(kind)),
        says('图形', { 'x-labels': { bar: '柱形', line: '折线', pie: '饼形' } }),
      ),
    ),
  },
  { additionalProperties: false, ...says('图表', { 'x-kind': 'listChart' }) },
);
export type ListChart = Static<typeof ListChart>;

/** A list as charts of all records that it shows. */
const DashboardLayout = Type.Object(
  {
    /** As many as there is room for when absent. */
    columns: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3, ...says('每行图表数', { description: '不填则按屏幕宽度排列' }) }),
    ),
    charts: Type.Array(ListChart, { minItems: 1, maxItems: 8, ...says('图表') }),
  },
  { additionalProperties: false, ...says('仪表盘', { 'x-kind': 'dashboardLayout' }) },
);

/** The looks of a list beside its rows, each absent where it has none. */
export const OTHER_DISPLAYS = {
  board: Type.Optional(titled(BoardLayout, '看板')),
  calendar: Type.Optional(titled(CalendarLayout, '日历')),
  gallery: Type.Optional(titled(GalleryLayout, '图册')),
  dashboard: Type.Optional(titled(DashboardLayout, '仪表盘')),
};
