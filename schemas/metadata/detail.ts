import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { Audience } from './audience.ts';
import { ConditionInput } from './condition.ts';
import { FieldApiName, ObjectApiName } from './names.ts';

const OTHER = { 'x-control': 'otherFieldName' } as const;
const OTHERS = { 'x-control': 'otherFieldNames' } as const;
const OBJECT = { 'x-control': 'objectName' } as const;
const FieldNames = Type.Array(FieldApiName, { minItems: 1, maxItems: 10, uniqueItems: true });

/**
 * A way over records of another object: those whose `from` fields point at the record on screen, and on to the records
 * that their `to` fields point at. Institution → its transactions → the companies that they funded.
 */
export const Through = Type.Object(
  {
    objectApiName: titled(ObjectApiName, '经由对象', OBJECT),
    from: titled(FieldNames, '经由对象指向本记录的字段', { 'x-control': 'wayFieldNames' }),
    to: titled(FieldNames, '通向目标的字段', { 'x-control': 'wayFieldNames' }),
    /** Date field of the records on the way, which gives the latest date for each record reached. */
    date: Type.Optional(titled(FieldApiName, '经由对象的日期字段', { 'x-control': 'wayFieldName' })),
    /** What comes first: the most frequent (when absent), or the most recent. */
    order: Type.Optional(
      Type.Unsafe<'count' | 'latest'>(
        Type.Union(
          [Type.Literal('count'), Type.Literal('latest')],
          says('先列', { 'x-labels': { count: '次数多的', latest: '最近的' } }),
        ),
      ),
    ),
  },
  { additionalProperties: false, ...says('经由第三方对象') },
);
export type Through = Static<typeof Through>;

/** Spans of time that a chart counts by. */
export const PERIOD_UNITS = ['year', 'quarter', 'month', 'week'] as const;
export const PeriodUnit = Type.Unsafe<PeriodUnit>(Type.Union(PERIOD_UNITS.map((unit) => Type.Literal(unit))));
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

const CHART_KINDS = ['bar', 'line', 'pie', 'compare'] as const;
const ChartKind = Type.Unsafe<ChartKind>(Type.Union(CHART_KINDS.map((kind) => Type.Literal(kind))));
export type ChartKind = (typeof CHART_KINDS)[number];

/** A number, or the CNY equivalents of an amount, added up. */
const Sum = Type.Object({ sum: titled(FieldApiName, '合计字段', OTHER) }, { additionalProperties: false });

/** Leaves only those records of the other object that meet a condition, in the one condition language. */
export const OtherFilter = titled(ConditionInput, '筛选条件', {
  description: '只取满足条件的记录，如 {"field": "round", "op": "notIn", "value": ["并购"]}',
});

/**
 * A total of this object: what it is counted from belongs here, by the same links and the same condition, so that a list,
 * a chart and the total beside them can never say different things.
 */
export const CountedBy = titled(FieldApiName, '汇总字段', {
  description: '与该汇总字段口径相同：记录与条件都取自它，图表还取它的数值',
  'x-control': 'fieldName',
});

/** Users outside it are given neither the records nor the numbers; everybody who may open the page when absent. */
export const SeenBy = titled(Audience, '谁能看到', { description: '不选则能打开详情页的用户都能看到' });

/** How the records of a related list are shown. */
export const VIEW_KINDS = ['table', 'timeline', 'cards', 'map', 'chain', 'network'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];
const ViewKind = Type.Unsafe<ViewKind>(Type.Union(VIEW_KINDS.map((kind) => Type.Literal(kind))));
const ofViews = (...values: ViewKind[]) => ({ 'x-only': { property: 'viewKind', values } });

/** The looks of a list, by fields of its records; columns that no part of it takes are shown with their names. */
export const BlockView = Type.Object(
  {
    kind: titled(ViewKind, '样式', {
      'x-labels': {
        table: '表格',
        timeline: '时间轴',
        cards: '卡片',
        map: '分布图',
        chain: '链条',
        network: '关系图',
      },
    }),
    /** Of a time line: where a record is on it. */
    date: Type.Optional(titled(FieldApiName, '日期字段', { ...OTHER, ...ofViews('timeline') })),
    /** A short value that is marked: the round of a deal, the title of a person. */
    badge: Type.Optional(titled(FieldApiName, '标记字段', { ...OTHER, ...ofViews('timeline', 'cards') })),
    /** The number that matters: the amount of a deal, the size of a dot on a map. */
    figure: Type.Optional(
      titled(FieldApiName, '数值字段', { ...OTHER, ...ofViews('timeline', 'cards', 'map', 'chain') }),
    ),
    picture: Type.Optional(titled(FieldApiName, '图片字段', { ...OTHER, ...ofViews('cards') })),
    /** Of a map its columns, of a chain its stations. */
    groupBy: Type.Optional(titled(FieldApiName, '分组字段', { ...OTHER, ...ofViews('map', 'chain') })),
    /** Of a chain: references from a record to those that follow it. */
    next: Type.Optional(titled(FieldApiName, '指向下一环的字段', { ...OTHER, ...ofViews('chain') })),
    /** Of a chain: references to those before it, where the records name these. */
    previous: Type.Optional(titled(FieldApiName, '指向上一环的字段', { ...OTHER, ...ofViews('chain') })),
    /** Of a chain: what belongs to a record and is opened with it. */
    members: Type.Optional(titled(FieldApiName, '成员字段', { ...OTHER, ...ofViews('chain') })),
    /** Shows the record on screen among those that are alike, marked. */
    own: Type.Optional(Type.Boolean(says('含本记录', { description: '在相似的记录之间也显示本记录，并加以标明' }))),
  },
  { additionalProperties: false, ...says('样式') },
);
export type BlockView = Static<typeof BlockView>;

/** A tab of a detail page: sections, lists and charts by their labels, in the order in which they are read. */
export const DetailTab = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 20, ...says('名称') }),
    blocks: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 40,
      uniqueItems: true,
      ...says('内容', {
        description: '按阅读顺序选择分区、关联列表与图表；没有放入任何标签页的，排在最后一个标签页',
        'x-control': 'blockNames',
      }),
    }),
  },
  { additionalProperties: false, ...says('标签页', { 'x-kind': 'detailTab' }) },
);
export type DetailTab = Static<typeof DetailTab>;

/** A picture of the records of another object that belong to the one on screen, grouped and counted or added up. */
export const Chart = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 200, ...says('名称') }),
    kind: titled(ChartKind, '图形', {
      description: '柱形比较各组的多少，折线看随时间的变化，饼形看各组占的份额',
      'x-labels': { bar: '柱形', line: '折线', pie: '饼形', compare: '与自述对照' },
    }),
    objectApiName: titled(ObjectApiName, '统计的对象', OBJECT),
    /** A total to draw, which says what belongs here and what is measured; or the links, or the way. One of the three. */
    rollup: Type.Optional(CountedBy),
    fields: Type.Optional(titled(FieldNames, '指向本记录的字段', OTHERS)),
    through: Type.Optional(titled(Through, '经由第三方对象')),
    /** Records that do not meet it are neither counted nor added up. */
    filter: Type.Optional(OtherFilter),
    groupBy: Type.Object(
      {
        field: titled(FieldApiName, '分组字段', OTHER),
        /** For dates, and for whole numbers that are years. */
        unit: Type.Optional(
          titled(PeriodUnit, '时间单位', { 'x-labels': { year: '年', quarter: '季', month: '月', week: '周' } }),
        ),
        /** For trees: by the branch at the root instead of by each option. */
        level: Type.Optional(Type.Literal('top', says('树的层级', { 'x-labels': { top: '按顶层' } }))),
      },
      { additionalProperties: false },
    ),
    /** One series for each value of this field. */
    splitBy: Type.Optional(titled(FieldApiName, '分系列字段', OTHER)),
    /** That of the total where it is drawn, else the records. */
    measure: Type.Optional(
      Type.Union(
        [Type.Literal('count'), Sum],
        says('数值', {
          description: '"count" 为记录数；{"sum": "字段标识"} 为合计；不填为记录数或汇总字段的数值',
          'x-control': 'json',
        }),
      ),
    ),
    /** Choices of this record by its own account, beside which the groups are set. */
    stated: Type.Optional(
      titled(FieldApiName, '自述字段', {
        description: '本记录自述的选项，与实际的分组逐项对照',
        'x-control': 'fieldName',
        'x-only': { property: 'kind', values: ['compare'] },
      }),
    ),
    help: Type.Optional(Type.String({ maxLength: 500, ...says('说明') })),
    audience: Type.Optional(SeenBy),
  },
  { additionalProperties: false, ...says('图表', { 'x-kind': 'chart' }) },
);
export type Chart = Static<typeof Chart>;

/** Fields of the record that say where its data come from and up to when they hold. */
export const Provenance = Type.Object(
  {
    source: Type.Optional(titled(FieldApiName, '来源字段', { 'x-control': 'fieldName' })),
    sourceUrl: Type.Optional(titled(FieldApiName, '来源链接字段', { 'x-control': 'fieldName' })),
    asOf: Type.Optional(titled(FieldApiName, '截止日期字段', { 'x-control': 'fieldName' })),
    /** Sources by their names, the most trusted first; those that it does not name come last. */
    sourceRank: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 100,
        uniqueItems: true,
        ...says('来源优先级', {
          description:
            '合并记录时，内容不同的字段默认采用靠前来源的值；填写来源名称，也可填“平台编辑”或“用户纠错，经平台核实”，未列出的来源排在最后',
        }),
      }),
    ),
  },
  { additionalProperties: false, ...says('来源', { 'x-group': '来源' }) },
);
export type Provenance = Static<typeof Provenance>;
