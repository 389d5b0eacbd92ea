import { Type, type Static } from 'typebox';
import { ObjectAccess } from './access.ts';
import { ObjectAction } from './action.ts';
import { says, titled } from './annotations.ts';
import { OTHER_DISPLAYS } from './displays.ts';
import { BlockView, Chart, CountedBy, DetailTab, OtherFilter, Provenance, SeenBy, Through } from './detail.ts';
import { ANY_ROUTE_SOURCE, FieldApiName, ObjectApiName, SOURCE_NAME_SOURCE } from './names.ts';
import { FieldDefinition } from './field.ts';
import { FormerRoutes } from './former-names.ts';
import { FixedList } from './fixed-list.ts';
import { MatchPair } from './match-pair.ts';
import { ObjectMatching } from './matching.ts';
import { ObjectQualityRules } from './quality.ts';
import { Icon } from './icon.ts';
import { Rule } from './rule.ts';
import { ROLE_LABELS } from './role.ts';
import { Sort } from './sort.ts';
import { Waiting } from './waiting.ts';

const Label = Type.String({ minLength: 1, maxLength: 200, ...says('名称') });
const Help = Type.String({ maxLength: 500, ...says('说明') });
const FIELDS = { 'x-control': 'fieldNames' } as const;
const FIELD = { 'x-control': 'fieldName' } as const;

/** What a list shows first; the person may change it on screen. */
const ListLayout = Type.Object(
  {
    columns: Type.Array(FieldApiName, { minItems: 1, maxItems: 100, uniqueItems: true, ...says('列表列', FIELDS) }),
    filters: Type.Array(FieldApiName, { maxItems: 50, uniqueItems: true, ...says('常用筛选', FIELDS) }),
    sort: Type.Array(Sort, { maxItems: 5, ...says('默认排序') }),
  },
  { additionalProperties: false, ...says('列表布局', { 'x-kind': 'listLayout' }) },
);
type ListLayout = Static<typeof ListLayout>;

/** A titled group of fields; `columns` is how many are side by side where there is room. */
export const Section = Type.Object(
  {
    label: Label,
    help: Type.Optional(Help),
    fields: Type.Array(FieldApiName, { minItems: 1, maxItems: 300, uniqueItems: true, ...says('字段', FIELDS) }),
    columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 4, ...says('每行几列') })),
    /** Roles whose pages and forms have it; those of all users when absent. What may be read is for `visibleTo` to say. */
    audience: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        ...says('显示给这些身份', {
          description: '不选则所有用户的页面都有；只决定页面上有没有这个分区，字段能不能看由字段的“仅这些身份可见”决定',
          'x-labels': ROLE_LABELS,
        }),
      }),
    ),
  },
  { additionalProperties: false, ...says('分区', { 'x-kind': 'section' }) },
);
export type Section = Static<typeof Section>;

/**
 * A list of records that belong to the one on screen, found in exactly one of five ways: `fields` (references or
 * multi-references of that object that point here), `through` (over records of a third object), `similarBy` (records of
 * the same object that share values of these fields), `of` (what this record's own reference names), `rollup` (what one
 * of this record's own totals is counted from).
 */
export const RelatedList = Type.Object(
  {
    label: Label,
    objectApiName: titled(ObjectApiName, '列出的对象', { 'x-control': 'objectName' }),
    fields: Type.Optional(
      Type.Array(FieldApiName, {
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
        ...says('经由字段', { description: '对方指向本记录的字段', 'x-control': 'otherFieldNames' }),
      }),
    ),
    through: Type.Optional(titled(Through, '经由第三方对象')),
    similarBy: Type.Optional(
      Type.Array(FieldApiName, {
        minItems: 1,
        maxItems: 6,
        uniqueItems: true,
        ...says('相似依据', { description: '这些字段的值相同即为相似', ...FIELDS }),
      }),
    ),
    of: Type.Optional(titled(FieldApiName, '本记录的字段', { description: '列出该字段指向的记录', ...FIELD })),
    rollup: Type.Optional(CountedBy),
    filter: Type.Optional(OtherFilter),
    columns: Type.Optional(
      Type.Array(FieldApiName, {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        ...says('列', { 'x-control': 'otherFieldNames' }),
      }),
    ),
    sort: Type.Optional(Type.Array(Sort, { maxItems: 5, ...says('排序') })),
    help: Type.Optional(Help),
    /** A table when absent. */
    view: Type.Optional(titled(BlockView, '样式')),
    audience: Type.Optional(SeenBy),
  },
  { additionalProperties: false, ...says('关联列表', { 'x-kind': 'related' }) },
);
export type RelatedList = Static<typeof RelatedList>;

/** A detail page: what is above all, what there is to read, and the tabs in which it is read. */
const DetailLayout = Type.Object(
  {
    logo: Type.Optional(titled(FieldApiName, '标志', FIELD)),
    subtitle: Type.Optional(titled(FieldApiName, '副标题', FIELD)),
    /** One line below the name, in this order, without labels. */
    facts: Type.Optional(
      Type.Array(FieldApiName, {
        maxItems: 8,
        uniqueItems: true,
        ...says('名称下的一行', { description: '依次显示在名称下方，不带字段名，如：行业、地区、成立时间', ...FIELDS }),
      }),
    ),
    tags: Type.Optional(Type.Array(FieldApiName, { maxItems: 10, uniqueItems: true, ...says('标签', FIELDS) })),
    highlights: Type.Optional(Type.Array(FieldApiName, { maxItems: 8, uniqueItems: true, ...says('要点', FIELDS) })),
    sections: Type.Array(Section, { maxItems: 50, ...says('详情分区') }),
    related: Type.Array(RelatedList, { maxItems: 20, ...says('关联列表') }),
    charts: Type.Optional(Type.Array(Chart, { maxItems: 8, ...says('图表') })),
    /** What is named by no tab is in the last one. A page that would be long is arranged by itself when absent. */
    tabs: Type.Optional(Type.Array(DetailTab, { maxItems: 12, ...says('标签页') })),
    provenance: Type.Optional(titled(Provenance, '来源')),
  },
  { additionalProperties: false, ...says('详情布局', { 'x-kind': 'detailLayout' }) },
);
type DetailLayout = Static<typeof DetailLayout>;

/** A form whose records are handed in for others to decide on, rather than saved. */
const FormLayout = Type.Object(
  {
    sections: Type.Array(Section, { maxItems: 50, ...says('表单分区') }),
    submitLabel: Type.Optional(
      Type.String({ minLength: 1, maxLength: 20, ...says('提交按钮', { description: '默认“保存”，如：提交审核' }) }),
    ),
    submitted: Type.Optional(
      Type.String({ minLength: 1, maxLength: 60, ...says('提交后的提示', { description: '默认“创建成功”' }) }),
    ),
    /** An address of ours where what becomes of a new record is seen. */
    next: Type.Optional(
      Type.String({
        pattern: '^/[A-Za-z0-9/?=&._-]{0,300}$',
        ...says('提交后前往', { description: '本站地址，如：/financing；默认打开这条记录的详情页' }),
      }),
    ),
  },
  { additionalProperties: false, ...says('表单布局', { 'x-kind': 'formLayout' }) },
);
type FormLayout = Static<typeof FormLayout>;

const Layouts = Type.Object(
  {
    list: ListLayout,
    detail: DetailLayout,
    form: FormLayout,
    ...OTHER_DISPLAYS,
  },
  { additionalProperties: false, ...says('布局') },
);
type Layouts = Static<typeof Layouts>;

/** What a user is by whom a record can be contacted, with the words of the metadata editor. */
const PARTY_KINDS = { company: '代表企业的用户', investor: '投资人' } as const;

/**
 * The contact that a record leads to. That of a company is the user who speaks for it; `via` names the reference to the
 * company where the record is not the company itself.
 */
export const ObjectParty = Type.Object(
  {
    kind: Type.Unsafe<keyof typeof PARTY_KINDS>(
      Type.Union([Type.Literal('company'), Type.Literal('investor')], {
        ...says('联系人', { description: '不选则该对象的记录没有联系人', 'x-labels': PARTY_KINDS }),
      }),
    ),
    via: Type.Optional(
      titled(FieldApiName, '联系人经由字段', { description: '指向企业的关联字段；记录本身就是企业时不选', ...FIELD }),
    ),
  },
  { additionalProperties: false, ...says('联系人', { 'x-group': '联系人' }) },
);
export type ObjectParty = Static<typeof ObjectParty>;

/** An object at one version. A change makes the next version; no version is ever edited. */
export const ObjectDefinition = Type.Object(
  {
    apiName: titled(ObjectApiName, '对象标识', { description: '大写字母开头，只含字母和数字；保存后不能修改' }),
    label: Label,
    description: Type.Optional(Type.String({ maxLength: 1000, ...says('说明') })),
    /** What its list says while there is nothing in it: what will be there, and how it comes there. */
    empty: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        ...says('空列表的说明', {
          description: '列表没有记录时显示：这里会有什么、怎样开始，如：投资人打开您的项目页后会出现在这里',
        }),
      }),
    ),
    /** What else users call its records in questions to the assistant. */
    synonyms: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
        maxItems: 50,
        uniqueItems: true,
        ...says('同义词', { description: '提问时也这样称呼，如：公司、创业公司', 'x-group': '提问' }),
      }),
    ),
    /** The word by which its records are counted: 家 of 12 家企业; 条 when absent. */
    measureWord: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4,
        ...says('量词', { description: '统计时这样计数，如：家、位、只；不填时为“条”', 'x-group': '提问' }),
      }),
    ),
    /** Records that a feature of the product keeps: the engine shows them and never writes them. */
    kind: Type.Optional(
      Type.Literal('system', says('类别', { 'x-labels': { system: '系统对象' }, 'x-group': '系统' })),
    ),
    /** View of the database that a system object is read from; its columns are named as those of the fields. */
    source: Type.Optional(Type.String({ pattern: SOURCE_NAME_SOURCE, ...says('数据视图', { 'x-group': '系统' }) })),
    /** What users may do with one record of a system object, in the order of the buttons; of other objects links above the list. */
    actions: Type.Optional(Type.Array(ObjectAction, { maxItems: 20, ...says('操作') })),
    /** Hash route of its list, e.g. /data/InsightCompany, which no other object has; absent when it has no list screen. */
    route: Type.Optional(
      Type.String({
        pattern: ANY_ROUTE_SOURCE,
        ...says('列表地址', {
          description:
            '以 /data/ 或 /InvestmentFinancing/ 开头，其后为字母和数字，如：/data/InsightCompany；不能与其他对象相同；不填则没有列表页',
        }),
      }),
    ),
    formerRoutes: Type.Optional(FormerRoutes),
    /** Place among the lists in the navigation; smaller comes first. */
    position: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 9999, ...says('导航顺序', { description: '小的在前' }) }),
    ),
    /** Heading of the navigation that its list is under; when absent that of its address, and of a system object none. */
    heading: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 12,
        ...says('导航分组', {
          description: '列表在导航中的分组标题，如：商品；不填则按列表地址归类，系统对象不填则不在导航中',
        }),
      }),
    ),
    /** Picture before its list in the navigation. */
    icon: Type.Optional(titled(Icon, '图标', { description: '在导航中显示在列表名称前' })),
    /** Further lists of the same records, each with a condition of its own. */
    fixedLists: Type.Optional(Type.Array(FixedList, { maxItems: 8, ...says('专题列表') })),
    /** Without effect since the blocks of the first page say what it shows; kept so that definitions that have it can be read. */
    onHome: Type.Optional(
      Type.Boolean(says('首页显示最新记录', { description: '首页现由“首页内容”编排，此项不再起作用' })),
    ),
    version: Type.Integer({ minimum: 1, ...says('版本', { 'x-control': 'given' }) }),
    /** The text field that names a record wherever it is linked. */
    nameField: titled(FieldApiName, '名称字段', { description: '在各处代表一条记录', ...FIELD }),
    fields: Type.Array(FieldDefinition, { minItems: 1, maxItems: 600, ...says('字段') }),
    layouts: Layouts,
    rules: Type.Array(Rule, { maxItems: 300, ...says('规则') }),
    access: ObjectAccess,
    party: Type.Optional(ObjectParty),
    /** Which of its records wait for staff; none when absent. */
    waits: Type.Optional(Waiting),
    /** Duplicates are looked for; they are not when absent. */
    matching: Type.Optional(ObjectMatching),
    /** What projects and institutions are compared by; only projects have any. */
    criteria: Type.Optional(
      Type.Array(MatchPair, {
        maxItems: 20,
        ...says('匹配条件', {
          description:
            '项目字段、交易字段与机构自述字段两两比较，如 [{"subject": "industry", "evidence": "industry", "stated": "focusIndustries", "kind": "tree", "weight": 0.5}]',
          'x-control': 'json',
          'x-group': '投融资匹配',
        }),
      }),
    ),
    /** What data quality looks at; fields and rules alone when absent. */
    quality: Type.Optional(ObjectQualityRules),
  },
  { additionalProperties: false, ...says('对象', { 'x-kind': 'object' }) },
);
export type ObjectDefinition = Static<typeof ObjectDefinition>;
