import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { OtherFilter } from './detail.ts';
import { FieldApiName, ObjectApiName } from './names.ts';

const OTHERS = { 'x-control': 'otherFieldNames' } as const;

/** What a roll-up makes of the records that point at its own. */
export const ROLLUP_FUNCTIONS = [
  'count',
  'countDistinct',
  'sum',
  'avg',
  'min',
  'max',
  'first',
  'distinct',
  'exists',
] as const;
export const RollupFunction = Type.Unsafe<RollupFunction>(
  Type.Union(
    ROLLUP_FUNCTIONS.map((name) => Type.Literal(name)),
    {
      'x-labels': {
        count: '记录数',
        countDistinct: '不同值的个数',
        sum: '合计',
        avg: '平均',
        min: '最小',
        max: '最大',
        first: '第一条的值',
        distinct: '所有不同的值',
        exists: '是否有记录',
      },
    },
  ),
);
export type RollupFunction = (typeof ROLLUP_FUNCTIONS)[number];

/** Which of the two a record shows where a source states a value that is counted as well. */
export const STATED_RULES = ['none', 'whenEmpty', 'greater', 'later', 'always'] as const;
export type StatedRule = (typeof STATED_RULES)[number];
const StatedRule = Type.Unsafe<StatedRule>(
  Type.Union(
    STATED_RULES.map((name) => Type.Literal(name)),
    says('给定值', {
      description: '来源给出的值与计算的值并存时采用哪一个；不选时采用计算值',
      'x-labels': {
        none: '采用计算值',
        whenEmpty: '没有记录时采用给定值',
        greater: '采用较大的',
        later: '采用日期较晚的',
        always: '采用给定值',
      },
    }),
  ),
);

const SortOfOthers = Type.Object(
  {
    field: titled(FieldApiName, '字段', { 'x-control': 'otherFieldName' }),
    order: Type.Union(
      [Type.Literal('asc'), Type.Literal('desc')],
      says('顺序', { 'x-labels': { asc: '从小到大', desc: '从大到小' } }),
    ),
  },
  { additionalProperties: false },
);

const WayFields = Type.Array(FieldApiName, { minItems: 1, maxItems: 10, uniqueItems: true });

/**
 * A step in between: records of a third object that point at this one. Either the records that are worked out point at
 * them (institution ← fund ← deal), or they point at these (institution ← deal → company).
 */
const RollupWay = Type.Object(
  {
    objectApiName: titled(ObjectApiName, '中间对象', {
      description: '汇总的对象不直接指向本记录时填写：先找到指向本记录的中间对象的记录，再经它们找到汇总的记录',
      'x-control': 'objectName',
    }),
    from: titled(WayFields, '中间对象指向本记录的字段', { 'x-control': 'wayFieldNames' }),
    to: Type.Optional(
      titled(WayFields, '中间对象指向汇总对象的字段', {
        description: '由中间对象指向汇总的记录时填写；由汇总的记录指向中间对象时不填，填“经由字段”',
        'x-control': 'wayFieldNames',
      }),
    ),
  },
  { additionalProperties: false, ...says('经由中间对象') },
);

/**
 * A value that the server works out of the records of another object that point at this one: the newest round, the sum
 * of amounts. Roll-ups with the same records, filter, order and `distinctBy` are worked out together, so that the newest
 * round and its amount always come from one record.
 */
export const Rollup = Type.Object(
  {
    objectApiName: titled(ObjectApiName, '汇总的对象', { 'x-control': 'objectName', 'x-required': true }),
    /**
     * References and multi-references of that object that point here, or at the records in between; a record that points
     * by several counts once. Absent where the records in between point at that object.
     */
    fields: Type.Optional(
      titled(WayFields, '经由字段', {
        description: '汇总的对象中指向本记录（有中间对象时指向中间对象）的字段；多个字段都指向时只计一次',
        ...OTHERS,
      }),
    ),
    through: Type.Optional(RollupWay),
    function: titled(RollupFunction, '汇总方式', { 'x-required': true }),
    /** What is taken of those records; several only for the distinct values of all of them. */
    of: Type.Optional(
      Type.Array(FieldApiName, {
        minItems: 1,
        maxItems: 6,
        uniqueItems: true,
        ...says('汇总的字段', { description: '记录数与是否有记录不需要填写', ...OTHERS }),
      }),
    ),
    filter: Type.Optional(OtherFilter),
    /** Of a sum of amounts: in their own currency where all of them are in one, else in CNY; CNY when absent. */
    currency: Type.Optional(
      Type.Union(
        [Type.Literal('uniform')],
        says('合计的币种', {
          'x-labels': { uniform: '币种都相同时用该币种，否则折合人民币' },
          description: '只用于金额的合计；不选时一律折合人民币',
        }),
      ),
    ),
    /** Amounts of which only a band is known: left out when absent, or added with the least amount in the band. */
    bands: Type.Optional(
      Type.Union(
        [Type.Literal('leaveOut'), Type.Literal('atLeast')],
        says('只有区间的金额', {
          'x-labels': { leaveOut: '不计入', atLeast: '按区间的至少金额计入' },
          description: '只用于金额的合计、最小与最大；按至少金额计入时，结果也是“至少”，后面带“+”',
        }),
      ),
    ),
    /** What comes first, for `first`; the newest record decides between equals. */
    orderBy: Type.Optional(
      Type.Array(SortOfOthers, {
        minItems: 1,
        maxItems: 5,
        ...says('先后顺序', {
          description: '如 [{"field": "fundedOn", "order": "desc"}]；都相同时取最新收录的一条',
          'x-control': 'json',
        }),
      }),
    ),
    /** Records that are equal in all of these count once. */
    distinctBy: Type.Optional(
      Type.Array(FieldApiName, {
        minItems: 1,
        maxItems: 6,
        uniqueItems: true,
        ...says('去重依据', { description: '这些字段都相同的记录只计一次', ...OTHERS }),
      }),
    ),
    /** When what is stated is shown instead of what is counted: never when absent, unless staff pinned it. */
    stated: Type.Optional(StatedRule),
  },
  { additionalProperties: false, ...says('汇总') },
);
export type Rollup = Static<typeof Rollup>;

/** A value of the record that one of this record's own references names. */
export const Lookup = Type.Object(
  {
    reference: titled(FieldApiName, '关联字段', {
      description: '本对象的单项关联字段',
      'x-control': 'fieldName',
      'x-required': true,
    }),
    field: titled(FieldApiName, '对方的字段', { 'x-control': 'referredFieldName', 'x-required': true }),
  },
  { additionalProperties: false, ...says('引用') },
);
export type Lookup = Static<typeof Lookup>;
