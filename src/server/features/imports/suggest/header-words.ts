/** What people write above a column that belongs in a field of this apiName, beside its label. */
export const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  name: [
    '名称',
    '简称',
    '公司简称',
    '企业简称',
    '机构名称',
    '机构简称',
    '基金名称',
    '项目名称',
    '公司',
    '姓名',
    '公司名',
    '公司名称',
    '企业名称',
    '公司全称',
    '企业全称',
    '机构全称',
    '企业',
    '机构',
    '投资人',
  ],
  legalName: ['公司名称', '企业名称', '公司全称', '企业全称', '工商名称', '工商', '全称'],
  title: ['标题', '事件资讯', '事件名称', '事件', '新闻标题', '资讯标题'],
  brief: ['简介', '一句话简介', '一句话介绍', '项目简介'],
  introduction: ['介绍', '公司介绍', '企业介绍', '机构介绍', '详细介绍', '公司简介', '企业简介'],
  website: ['网址', '官网', '网站', '主页', '官方网站', '公司网址'],
  legalRepresentative: ['法人', '法人代表', '法定代表人'],
  registeredCapital: ['注册资金', '注册资本'],
  creditCode: ['统一信用代码', '信用代码', '统一社会信用代码', '社会信用代码'],
  foundedOn: ['成立时间', '成立日期', '注册时间', '注册日期', '成立', '创立时间'],
  address: ['地址', '详细地址', '注册地址', '办公地址'],
  region: ['地区', '所在地', '所在地区', '省份', '省市', '国家'],
  industry: ['行业', '所属行业', '领域', '行业领域', '赛道'],
  focusIndustries: ['行业', '关注行业', '投资行业', '投资领域'],
  focusStages: ['轮次', '关注轮次', '投资轮次', '投资阶段'],
  company: ['融资方', '公司', '企业', '被投企业', '融资企业', '公司名称', '企业名称'],
  round: ['轮次', '融资轮次', '投资轮次'],
  fundedOn: ['融资时间', '融资日期', '投资时间', '投资日期', '交易时间'],
  amount: ['金额', '融资金额', '投资金额', '交易金额', '融资额'],
  otherInvestors: ['投资方', '投资机构', '投资者', '投资人'],
  phone: ['电话', '联系电话', '手机', '手机号'],
  email: ['邮箱', '电子邮箱', '电子邮件'],
  sourceUrl: ['链接', '来源链接', '原文链接'],
  sourceId: ['编号', '来源编号'],
  source: ['来源', '数据来源'],
  publishedOn: ['发布时间', '发布日期', '日期'],
};

/** English words of headings that mean the same, as the words of our apiNames; '' says nothing. */
const WORDS: Readonly<Record<string, string>> = {
  homepage: 'website',
  site: 'website',
  web: 'website',
  at: 'on',
  date: 'on',
  time: 'on',
  day: 'on',
  category: 'industry',
  sector: 'industry',
  country: 'region',
  last: 'latest',
  rounds: 'round',
  mail: 'email',
  tel: 'phone',
  telephone: 'phone',
  mobile: 'phone',
  overview: 'introduction',
  description: 'introduction',
  summary: 'brief',
  permalink: 'source id',
  uuid: 'source id',
  capital: 'capital',
  price: 'amount',
  code: '',
  url: '',
  type: '',
  text: '',
  usd: '',
  cny: '',
  rmb: '',
  eur: '',
  the: '',
  of: '',
};

/** A heading without its unit: `注册资本（万元）` → `注册资本`. */
export const bareHeading = (heading: string): string =>
  heading
    .replaceAll(/[（(［[【].*?[）)］\]】]/gu, '')
    .replaceAll(/[\s:：*#]+/gu, ' ')
    .trim();

/** The words of an English heading or an apiName, in the words of our apiNames. */
export function headingWords(text: string): Set<string> {
  const plain = bareHeading(text)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
  const words = plain.flatMap((word) => (Object.hasOwn(WORDS, word) ? (WORDS[word] ?? '').split(' ') : [word]));
  const known = words.filter(Boolean);
  // `company_name` is the company; `name` alone is the name.
  const named = known.length > 1 ? known.filter((word) => word !== 'name') : known;
  return new Set(named.length > 0 ? named : plain);
}
