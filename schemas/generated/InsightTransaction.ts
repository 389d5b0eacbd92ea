import type { CurrencyValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 交易事件, version 1. Generated from metadata; do not edit. */
export interface InsightTransaction {
  /** 事件名称 */
  title: string;
  /** 融资方 */
  company?: ReferenceValue;
  /** 融资方名称 */
  companyText?: string;
  /** 融资方运营状态 */
  readonly companyStatus?: "运营中" | "未上线" | "已转型" | "已关闭" | "已上市" | "已被收购" | "已退市" | "未知";
  /** 融资方标签 */
  readonly companyTags?: ("千里马" | "独角兽" | "专精特新" | "高新技术企业" | "瞪羚企业" | "制造业单项冠军" | "科技型中小企业" | "雏鹰企业" | "国资背景" | "海归创业" | "连续创业者" | "示例")[];
  /** 轮次 */
  round?: "未融资" | "种子轮" | "天使轮" | "天使+轮" | "Pre-A轮" | "A轮" | "A+轮" | "A++轮" | "Pre-B轮" | "B轮" | "B+轮" | "B++轮" | "Pre-C轮" | "C轮" | "C+轮" | "C轮及以后" | "Pre-D轮" | "D轮" | "D+轮" | "E轮" | "E+轮" | "F轮" | "G轮及以后" | "Pre-IPO" | "基石轮" | "战略投资" | "股权融资" | "债权融资" | "可转债" | "股权转让" | "并购" | "被收购" | "管理层收购" | "IPO上市" | "借壳上市" | "IPO上市后" | "定向增发" | "新三板" | "新三板定增" | "北交所上市" | "私有化" | "退市" | "股权众筹" | "捐赠/资助" | "未披露" | "不明确" | "停止运营";
  /** 融资阶段 */
  stage?: "早期" | "成长期" | "中后期" | "战略" | "退出" | "上市后" | "其他";
  /** 融资日期 */
  fundedOn?: string;
  /** 收录日期 */
  disclosedOn?: string;
  /** 所属行业 */
  industry?: string;
  /** 所属赛道 */
  tracks?: ReferenceValue[];
  /** 所在地区 */
  region?: string;
  /** 海外城市 */
  cityText?: string;
  /** 核实状态 */
  verification?: "已核实" | "待核实" | "市场传闻";
  /** 融资金额 */
  amount?: CurrencyValue;
  /** 披露原文 */
  amountText?: string;
  /** 投前估值 */
  preMoney?: CurrencyValue;
  /** 投后估值 */
  postMoney?: CurrencyValue;
  /** 股权比例 */
  equityRatio?: string;
  /** 大额交易 */
  readonly isLarge?: boolean;
  /** 领投方 */
  leadInvestors?: ReferenceValue[];
  /** 跟投方 */
  followInvestors?: ReferenceValue[];
  /** 其他投资方 */
  otherInvestors?: string[];
  /** 参与投资人 */
  individualInvestors?: ReferenceValue[];
  /** 出资基金 */
  funds?: ReferenceValue[];
  /** 财务顾问 */
  advisors?: ReferenceValue[];
  /** 其他财务顾问 */
  otherAdvisors?: string[];
  /** 退出方式 */
  exitMode?: "IPO" | "并购" | "股权转让" | "回购" | "清算" | "借壳上市" | "新三板" | "其他";
  /** 收购方 */
  acquirerName?: string;
  /** 收购方企业 */
  acquirer?: ReferenceValue;
  /** 上市板块 */
  marketSegment?: "上交所主板" | "科创板" | "深交所主板" | "创业板" | "北交所" | "新三板" | "港交所" | "纳斯达克" | "纽交所" | "其他";
  /** 证券代码 */
  stockCode?: string;
  /** 资金用途 */
  useOfProceeds?: string;
  /** 交易说明 */
  description?: string;
  /** 数据来源 */
  source?: string;
  /** 来源链接 */
  sourceUrl?: string;
  /** 来源编号 */
  sourceId?: string;
  /** 核实日期 */
  verifiedOn?: string;
}
