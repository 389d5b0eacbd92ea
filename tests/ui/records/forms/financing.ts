import type { FieldDefinition, FieldTypeName } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { SelectOption } from '#schemas/metadata/option-set.ts';
import type { Rule } from '#schemas/metadata/rule.ts';

const field = (
  apiName: string,
  type: FieldTypeName,
  label: string,
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({
  apiName,
  type,
  label,
  ...more,
});
const options = (...labels: string[]): SelectOption[] =>
  labels.map((entry) => {
    const [value = '', label = value] = entry.split(':');
    return { value, label };
  });

export const REGIONS: readonly SelectOption[] = [
  { value: '44', label: '广东' },
  { value: '4403', label: '深圳', parent: '44' },
  { value: '4401', label: '广州', parent: '44' },
  { value: '31', label: '上海' },
  { value: '3101', label: '浦东新区', parent: '31', aliases: ['浦东'] },
];

const INDUSTRIES = options(
  'ai:人工智能',
  'chip:半导体',
  'bio:生物医药',
  'saas:企业服务',
  'ev:新能源汽车',
  'fin:金融科技',
  'edu:教育',
  'game:文娱',
  'agri:农业',
);

const FIELDS: readonly FieldDefinition[] = [
  field('name', 'text', '项目名称', {
    required: true,
    minLength: 2,
    maxLength: 50,
    config: { placeholder: '如：星河智造 B 轮' },
  }),
  field('company', 'reference', '融资企业', { required: true, targetApiName: 'InsightCompany' }),
  field('stage', 'select', '融资轮次', {
    required: true,
    selectOptions: options('a:A轮', 'b:B轮', 'c:C轮', 'ipo:上市'),
  }),
  field('industry', 'select', '所属行业', { selectOptions: INDUSTRIES }),
  field('region', 'treeSelect', '所在地区', { config: { optionSet: 'region' } }),
  field('tags', 'multiSelect', '投资标签', { selectOptions: INDUSTRIES }),
  field('website', 'url', '官网', { maxLength: 200 }),
  field('phone', 'phone', '联系电话', { maxLength: 20 }),
  field('email', 'email', '联系邮箱'),
  field('brief', 'longText', '一句话简介', { maxLength: 200, config: { help: '将展示在项目卡片上' } }),
  field('amount', 'currency', '拟融资金额', {
    required: true,
    decimalPlaces: 2,
    currencyUnit: 'CNY',
    selectOptions: options('m:数百万', 'tm:数千万'),
    config: { bandOptionSet: 'amountBand' },
  }),
  field('equity', 'percent', '出让比例', { decimalPlaces: 2, config: { min: '0', max: '100' } }),
  field('repaymentWay', 'select', '还款方式', {
    required: true,
    selectOptions: options('a_times:一次性', 'by_stage:分期'),
  }),
  field('repaymentCycle', 'select', '还款周期', {
    required: true,
    selectOptions: options('all:全部', 'month:按月', 'quarter:按季'),
  }),
  field('staff', 'integer', '员工人数', { config: { unit: '人', min: '1' } }),
  field('score', 'decimal', '综合评分', { decimalPlaces: 1 }),
  field('hasLead', 'boolean', '是否有领投方'),
  field('leadName', 'text', '领投方名称', { required: true, maxLength: 30 }),
  field('foundedOn', 'date', '成立时间', { config: { partial: true } }),
  field('roadshowAt', 'dateTime', '路演时间'),
  field('investors', 'multiReference', '意向机构', { targetApiName: 'InsightOrg' }),
  field('aliases', 'textList', '曾用名'),
  field('logo', 'image', '标志'),
  field('plan', 'file', '商业计划书', { config: { accept: '.pdf' } }),
  field('total', 'formula', '投后估值', {
    config: { expression: 'self.score * dec("2")', resultType: 'decimal', unit: '亿元' },
  }),
];

const RULES: readonly Rule[] = [
  { id: 'leadNameShown', kind: 'visible', target: 'leadName', rule: 'self.hasLead == true' },
  {
    id: 'cycleAll',
    kind: 'options',
    target: 'repaymentCycle',
    when: 'self.repaymentWay == "a_times"',
    rule: '["all"]',
    message: '还款方式为一次性时，还款周期只能为“全部”',
  },
];

/** A financing request with every field type, as far as rendering goes. */
export const FINANCING: ObjectDefinition = {
  apiName: 'FinancingRequest',
  label: '融资需求',
  description: '填写后由平台审核，通过后向投资人展示',
  version: 3,
  nameField: 'name',
  fields: [...FIELDS],
  layouts: {
    list: { columns: ['name'], filters: [], sort: [] },
    detail: { sections: [], related: [] },
    form: {
      sections: [
        {
          label: '基本信息',
          fields: [
            'name',
            'company',
            'stage',
            'industry',
            'region',
            'tags',
            'website',
            'phone',
            'email',
            'staff',
            'foundedOn',
            'brief',
          ],
        },
        {
          label: '融资方案',
          help: '金额可直接填写“3.5亿”',
          columns: 3,
          fields: [
            'amount',
            'equity',
            'score',
            'repaymentWay',
            'repaymentCycle',
            'total',
            'hasLead',
            'leadName',
            'roadshowAt',
          ],
        },
        { label: '附件与其他', fields: ['investors', 'aliases', 'logo', 'plan'] },
      ],
    },
  },
  rules: [...RULES],
  access: { list: 'everyone', detail: 'everyone', create: 'everyone', edit: 'everyone' },
};

/** A record that every check accepts. */
export const FILLED: Readonly<Record<string, unknown>> = {
  name: '星河智造 B 轮',
  company: { id: '7', name: '星河智造' },
  stage: 'b',
  amount: { num: '350000000', currency: 'CNY' },
  repaymentWay: 'by_stage',
  repaymentCycle: 'month',
};
