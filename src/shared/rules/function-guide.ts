/** One function as people look it up. */
export interface FunctionGuide {
  readonly name: string;
  readonly label: string;
  /** How it is called, with places for what it takes. */
  readonly usage: string;
  /** An expression without fields, and what it comes to. */
  readonly example: string;
  readonly gives: string;
}

/** The names of what a function takes, in order. */
export const parametersOf = ({ usage }: Pick<FunctionGuide, 'usage'>): readonly string[] =>
  usage.slice(usage.indexOf('(') + 1, -1).split(', ');

/** What may be called in an expression, in the order that people look for it; each example is held to what it gives. */
export const FUNCTION_GUIDE: readonly FunctionGuide[] = [
  { name: 'has', label: '已填写', usage: 'has(字段)', example: 'has(self.name)', gives: 'true' },
  { name: 'blank', label: '未填写', usage: 'blank(字段)', example: 'blank(self.name)', gives: 'false' },
  {
    name: 'daysBetween',
    label: '相差天数',
    usage: 'daysBetween(起, 止)',
    example: "daysBetween('2024-01-01', '2024-03-01')",
    gives: '60',
  },
  {
    name: 'monthsBetween',
    label: '相差整月数',
    usage: 'monthsBetween(起, 止)',
    example: "monthsBetween('2024-01-31', '2024-03-30')",
    gives: '1',
  },
  {
    name: 'yearsBetween',
    label: '相差整年数',
    usage: 'yearsBetween(起, 止)',
    example: "yearsBetween('2020-06-01', '2024-05-31')",
    gives: '3',
  },
  {
    name: 'addDays',
    label: '加减天数',
    usage: 'addDays(日期, 天数)',
    example: "addDays('2024-02-28', 2)",
    gives: '2024-03-01',
  },
  {
    name: 'addMonths',
    label: '加减月数',
    usage: 'addMonths(日期, 月数)',
    example: "addMonths('2024-01-31', 1)",
    gives: '2024-02-29',
  },
  { name: 'year', label: '年份', usage: 'year(日期)', example: "year('2024-05-31')", gives: '2024' },
  { name: 'month', label: '月份', usage: 'month(日期)', example: "month('2024-05-31')", gives: '5' },
  { name: 'day', label: '日', usage: 'day(日期)', example: "day('2024-05-31')", gives: '31' },
  { name: 'firstDay', label: '首日', usage: 'firstDay(日期)', example: "firstDay('2024-02')", gives: '2024-02-01' },
  { name: 'lastDay', label: '末日', usage: 'lastDay(日期)', example: "lastDay('2024-02')", gives: '2024-02-29' },
  {
    name: 'round',
    label: '四舍五入',
    usage: 'round(数值, 小数位数)',
    example: "round(dec('1.005'), 2)",
    gives: '1.01',
  },
  { name: 'abs', label: '绝对值', usage: 'abs(数值)', example: 'abs(-3)', gives: '3' },
  { name: 'min', label: '较小的', usage: 'min(数值, 数值)', example: 'min(3, 5)', gives: '3' },
  { name: 'max', label: '较大的', usage: 'max(数值, 数值)', example: 'max(3, 5)', gives: '5' },
  { name: 'label', label: '选项名称', usage: 'label(选项字段)', example: 'label(self.way)', gives: '一次性' },
  { name: 'size', label: '字数或项数', usage: 'size(文本或列表)', example: "size('鲸图')", gives: '2' },
  { name: 'len', label: '字数', usage: 'len(文本)', example: "len('鲸图')", gives: '2' },
  {
    name: 'contains',
    label: '包含',
    usage: '文本.contains(文本)',
    example: "'上海鲸图'.contains('鲸图')",
    gives: 'true',
  },
  {
    name: 'startsWith',
    label: '开头是',
    usage: '文本.startsWith(文本)',
    example: "'上海鲸图'.startsWith('上海')",
    gives: 'true',
  },
  {
    name: 'endsWith',
    label: '结尾是',
    usage: '文本.endsWith(文本)',
    example: "'上海鲸图'.endsWith('鲸图')",
    gives: 'true',
  },
  {
    name: 'sameCurrency',
    label: '币种相同',
    usage: 'sameCurrency(金额, 金额)',
    example: 'sameCurrency(self.amount, self.paid)',
    gives: 'true',
  },
  { name: 'dec', label: '文本转数值', usage: 'dec(文本)', example: "dec('0.10')", gives: '0.1' },
  { name: 'string', label: '数值转文本', usage: 'string(数值)', example: 'string(12)', gives: '12' },
];
