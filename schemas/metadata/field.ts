import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { ASK_CONFIG } from './ask-config.ts';
import { DEFAULT_CONFIG } from './default-config.ts';
import { FILE_CONFIG } from './file-config.ts';
import { LINK_CONFIG } from './link-config.ts';
import { FieldApiName, ObjectApiName, OptionSetName } from './names.ts';
import { NUMBER_CONFIG } from './number-config.ts';
import { PATTERN_CONFIG } from './pattern-config.ts';
import { QUALITY_CONFIG } from './quality-config.ts';
import { UNIQUE_CONFIG } from './unique-config.ts';
import { LevelNames, SelectOption } from './option-set.ts';
import { PART_CONFIG } from './part-config.ts';
import { FORMER_NAMES_CONFIG } from './former-names.ts';
import { Lookup, Rollup } from './rollup.ts';
import { VISIBILITY_CONFIG } from './visibility-config.ts';

/** Every field type. Adding one here does not compile until its generator file and its ui file exist. */
export const FIELD_TYPES = [
  'text',
  'longText',
  'url',
  'phone',
  'email',
  'integer',
  'decimal',
  'percent',
  'currency',
  'date',
  'dateTime',
  'select',
  'multiSelect',
  'treeSelect',
  'boolean',
  'reference',
  'multiReference',
  'textList',
  'image',
  'file',
  'formula',
  'rollup',
  'lookup',
] as const;
export const FieldTypeName = Type.Unsafe<FieldTypeName>(Type.Union(FIELD_TYPES.map((type) => Type.Literal(type))));
export type FieldTypeName = (typeof FIELD_TYPES)[number];

/** Currencies of a currency group, in the order shown. */
export const CURRENCIES = ['CNY', 'USD', 'EUR', 'GBP', 'HKD', 'TWD', 'JPY', 'AUD', 'SGD', 'CAD'] as const;
export const Currency = Type.Unsafe<Currency>(Type.Union(CURRENCIES.map((code) => Type.Literal(code))));
export type Currency = (typeof CURRENCIES)[number];

/** A decimal number as text, so that no digit is lost. */
export const DECIMAL_SOURCE = '^-?\\d{1,24}(\\.\\d{1,12})?$';
export const DecimalText = Type.String({ pattern: DECIMAL_SOURCE });

/** A day, as text. */
const DayText = Type.String({ pattern: '^[1-9]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });

const SHOWN = { 'x-group': '显示' } as const;
const VALUES = { 'x-group': '取值' } as const;
const LISTED = { 'x-group': '列表与搜索' } as const;

/** A range of numbers, `from-to` with an open end where one is left out: `10000000-`, `100000000-500000000`, `-10000000`. */
const RangeText = Type.String({
  pattern: '^(\\d{1,24}(\\.\\d{1,12})?-(\\d{1,24}(\\.\\d{1,12})?)?|-\\d{1,24}(\\.\\d{1,12})?)$',
});

/** What only some field types need. */
const FieldConfig = Type.Object(
  {
    /** Shown in the empty input. */
    placeholder: Type.Optional(
      Type.String({ maxLength: 200, ...says('占位提示', { description: '输入框为空时显示', ...SHOWN }) }),
    ),
    /** One sentence of help below the input and on the column header. */
    help: Type.Optional(
      Type.String({ maxLength: 500, ...says('帮助说明', { description: '显示在输入框下方和列标题上', ...SHOWN }) }),
    ),
    /** Wire value given once: when a record is created, or to kept records without a value when the field becomes required. */
    default: Type.Optional(
      Type.Unknown(
        says('默认值', { description: '新建记录时填入一次；字段必填时，也填入没有值的已有记录', 'x-control': 'value' }),
      ),
    ),
    ...DEFAULT_CONFIG,
    ...NUMBER_CONFIG,
    ...UNIQUE_CONFIG,
    ...PATTERN_CONFIG,
    /** Smallest and largest number, for integer, decimal, percent and the amount of a currency group. */
    min: Type.Optional(titled(DecimalText, '最小值')),
    max: Type.Optional(titled(DecimalText, '最大值')),
    /** Unit shown behind a number, e.g. 人, 年. */
    unit: Type.Optional(
      Type.String({ maxLength: 20, ...says('单位', { description: '显示在数字后面，如：人、年', ...SHOWN }) }),
    ),
    /**
     * How a number is written: in groups of three digits (when absent), plain as a year is, or as an amount of money in
     * 万 and 亿.
     */
    notation: Type.Optional(
      Type.Unsafe<'plain' | 'amount'>(
        Type.Union(
          [Type.Literal('plain'), Type.Literal('amount')],
          says('数字写法', {
            description: '不选时按三位分组',
            'x-labels': { plain: '不分组（如年份）', amount: '万、亿' },
            ...SHOWN,
          }),
        ),
      ),
    ),
    /** Shared options of select, multiSelect and treeSelect; `selectOptions` is then filled by the server. */
    optionSet: Type.Optional(titled(OptionSetName, '选项集', { 'x-control': 'optionSetName', 'x-first': true })),
    /** At most so many entries, for the types that hold a list. */
    maxItems: Type.Optional(Type.Integer({ minimum: 1, maximum: 999, ...says('最多几项') })),
    /** A date that may be only a year or a month: `2019`, `2019-06`. */
    partial: Type.Optional(Type.Boolean(says('可以只填年或年月', { description: '如：2019、2019-06' }))),
    /** First and last day that a date may be, e.g. 1990-01-01. */
    earliest: Type.Optional(titled(DayText, '最早日期', { description: '如：1990-01-01；不填时为 1600-01-01' })),
    latest: Type.Optional(titled(DayText, '最晚日期', { description: '如：2050-12-31；不填时为 2199-12-31' })),
    /** Currencies offered, all ten when absent. */
    currencies: Type.Optional(
      Type.Array(Currency, {
        minItems: 1,
        uniqueItems: true,
        ...says('可选币种', { description: '不选时为全部币种' }),
      }),
    ),
    /** An amount may be a band (数百万, 未透露 …) from this option set instead of a number. */
    bandOptionSet: Type.Optional(
      titled(OptionSetName, '金额区间选项集', {
        description: '金额可以只填区间，如：数千万',
        'x-control': 'optionSetName',
      }),
    ),
    /** The date field whose day gives the exchange rate; the day of entry when absent. */
    rateDateField: Type.Optional(
      titled(FieldApiName, '汇率日期字段', {
        description: '按该日期的汇率折算人民币；不选时按录入日',
        'x-control': 'fieldName',
      }),
    ),
    /** CEL expression of a formula and the type of its answer. */
    expression: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        ...says('公式', { description: 'CEL 表达式，如：self.num * 2', 'x-control': 'cel', 'x-required': true }),
      }),
    ),
    resultType: Type.Optional(
      Type.Union(
        [
          Type.Literal('text'),
          Type.Literal('integer'),
          Type.Literal('decimal'),
          Type.Literal('boolean'),
          Type.Literal('date'),
        ],
        says('公式结果类型', {
          'x-labels': { text: '文本', integer: '整数', decimal: '小数', boolean: '是否', date: '日期' },
        }),
      ),
    ),
    /** What a roll-up works out of the records that point here, and what a look-up takes from one that this record names. */
    rollup: Type.Optional(titled(Rollup, '汇总', { ...VALUES, 'x-first': true })),
    lookup: Type.Optional(titled(Lookup, '引用', VALUES)),
    /** Type of the values of a roll-up or a look-up; filled by the server, as are the options and the target that follow. */
    result: Type.Optional(titled(FieldTypeName, '结果类型', { 'x-control': 'given' })),
    ...FILE_CONFIG,
    /** Ordered lists on this field are quick: an index is built outside the metadata transaction. */
    sortable: Type.Optional(Type.Boolean(says('列表可快速排序', { description: '保存后在后台建立索引', ...LISTED }))),
    /** The keyword of a list looks into this field. */
    searchable: Type.Optional(Type.Boolean(says('关键词可搜索', LISTED))),
    /** Another name of the record: users who may list the object find it by this name, its pinyin and its initials. */
    naming: Type.Optional(
      Type.Boolean(says('也是名称', { description: '别名、英文名、工商名称等：可按它和它的拼音搜到记录', ...LISTED })),
    ),
    /** Ranges that the filter of a number or an amount offers at a press, in CNY; those of the type when absent. */
    presets: Type.Optional(
      Type.Array(RangeText, {
        maxItems: 12,
        ...says('常用区间', {
          description:
            '筛选时一点即用，写作“起-止”，不限的一端不写，如：10000000-、100000000-500000000；不填时金额用默认区间',
          ...LISTED,
        }),
      }),
    ),
    /** Column width in pixels. */
    width: Type.Optional(Type.Integer({ minimum: 40, maximum: 800, ...says('列宽（像素）', LISTED) })),
    /**
     * Kept encrypted and read by the record's owner and staff alone, unless `visibleTo` names more roles. Such a value is
     * in no list, filter, order, search, figure or file. A field with values stays as it is: sealed or open.
     */
    sealed: Type.Optional(
      Type.Boolean(
        says('加密保存', {
          description: '加密保存，仅本人与审核人员可见；不能出现在列表、筛选、搜索与导出中。已有数据的字段不能切换',
          'x-group': '权限与状态',
        }),
      ),
    ),
    /** Tells one record from another, as a registration number does: never changed in many records at once. */
    oneByOne: Type.Optional(
      Type.Boolean(
        says('只能逐条修改', {
          description: '每条记录各不相同的值（如证照号码）不参与批量编辑',
          'x-group': '权限与状态',
        }),
      ),
    ),
    ...LINK_CONFIG,
    ...PART_CONFIG,
    /** Of a company: its members change the value at once, or propose it to staff; neither when absent. */
    ownerEdits: Type.Optional(
      Type.Union(
        [Type.Literal('direct'), Type.Literal('review')],
        says('企业成员可修改', {
          description: '企业成员修改自己企业的这一项；不选时只能提交纠错。仅用于企业',
          'x-labels': { direct: '保存后立即生效', review: '审核后生效' },
          'x-group': '权限与状态',
        }),
      ),
    ),
    ...QUALITY_CONFIG,
    ...ASK_CONFIG,
    ...VISIBILITY_CONFIG,
    ...FORMER_NAMES_CONFIG,
  },
  { additionalProperties: false, ...says('设置', { 'x-group': '取值' }) },
);
type FieldConfig = Static<typeof FieldConfig>;

/** One field of an object: what it is called, what it may hold, how it is kept. Lengths count code points. */
export const FieldDefinition = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 200, ...says('名称') }),
    type: titled(FieldTypeName, '类型', { 'x-control': 'fieldType' }),
    /** Object that a reference points to. */
    targetApiName: Type.Optional(
      titled(ObjectApiName, '关联的对象', { 'x-control': 'objectName', 'x-required': true }),
    ),
    apiName: titled(FieldApiName, '字段标识', { description: '小写字母开头，只含字母和数字' }),
    /** What the filters above a list call it, where each word costs room; the label when absent. */
    shortLabel: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20,
        ...says('简称', { description: '列表上方的筛选条件用它，如：所属行业的简称是行业；不填时用名称', ...SHOWN }),
      }),
    ),
    required: Type.Optional(Type.Boolean(says('必填'))),
    minLength: Type.Optional(Type.Integer({ minimum: 0, maximum: 100000, ...says('最小长度', VALUES) })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 100000, ...says('最大长度', VALUES) })),
    decimalPlaces: Type.Optional(Type.Integer({ minimum: 0, maximum: 12, ...says('小数位数', VALUES) })),
    selectOptions: Type.Optional(
      Type.Array(SelectOption, { maxItems: 2000, ...says('自带选项', { description: '不用选项集时' }) }),
    ),
    /** What the levels of its option set are called; filled by the server. */
    levels: Type.Optional(LevelNames),
    /** dayjs format for display, e.g. YYYY-MM-DD, YYYY年M月. */
    dateFormat: Type.Optional(
      Type.String({ maxLength: 40, ...says('日期格式', { description: '如：YYYY-MM-DD、YYYY年M月', ...SHOWN }) }),
    ),
    /** Currency that a new amount starts with. */
    currencyUnit: Type.Optional(titled(Currency, '默认币种', VALUES)),
    config: Type.Optional(FieldConfig),
    /** A removed field is hidden everywhere; its column and data are kept. */
    removed: Type.Optional(
      Type.Boolean(says('已停用', { description: '停用后处处隐藏，数据保留', 'x-group': '权限与状态' })),
    ),
  },
  { additionalProperties: false, ...says('字段', { 'x-kind': 'field' }) },
);
export type FieldDefinition = Static<typeof FieldDefinition>;
