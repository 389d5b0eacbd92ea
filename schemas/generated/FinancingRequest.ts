import type { CurrencyValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 融资需求, version 1. Generated from metadata; do not edit. */
export interface FinancingRequest {
  /** 需求标题 */
  title: string;
  /** 融资企业 */
  company: ReferenceValue;
  /** 融资方式 */
  financingType: "equity" | "debt" | "convertible";
  /** 融资轮次 */
  round?: "未融资" | "种子轮" | "天使轮" | "天使+轮" | "Pre-A轮" | "A轮" | "A+轮" | "A++轮" | "Pre-B轮" | "B轮" | "B+轮" | "B++轮" | "Pre-C轮" | "C轮" | "C+轮" | "C轮及以后" | "Pre-D轮" | "D轮" | "D+轮" | "E轮" | "E+轮" | "F轮" | "G轮及以后" | "Pre-IPO" | "基石轮" | "战略投资" | "股权融资" | "债权融资" | "可转债" | "股权转让" | "并购" | "被收购" | "管理层收购" | "IPO上市" | "借壳上市" | "IPO上市后" | "定向增发" | "新三板" | "新三板定增" | "北交所上市" | "私有化" | "退市" | "股权众筹" | "捐赠/资助" | "未披露" | "不明确" | "停止运营";
  /** 融资金额 */
  amount?: CurrencyValue;
  /** 融资金额区间 */
  amountRange?: "未透露" | "数十万" | "数百万" | "数千万" | "亿元及以上" | "数亿" | "数十亿";
  /** 期望到账日期 */
  expectedOn?: string;
  /** 需求截止日期 */
  deadlineOn?: string;
  /** 期望投后估值 */
  valuation?: CurrencyValue;
  /** 出让比例 */
  equityRatio?: string;
  /** 现有股东 */
  existingInvestors?: string[];
  /** 还款方式 */
  repaymentWay?: "a_times" | "interest_first" | "equal_installment" | "equal_principal" | "flexible";
  /** 还款周期 */
  repaymentCycle?: "all" | "month" | "quarter" | "half_year" | "year";
  /** 借款期限 */
  termMonths?: number;
  /** 可接受年利率 */
  interestRate?: string;
  /** 提供抵押或担保 */
  hasCollateral?: boolean;
  /** 抵押或担保说明 */
  collateral?: string;
  /** 资金用途 */
  useOfProceeds: string;
  /** 上年营业收入 */
  revenueLastYear?: CurrencyValue;
  /** 上年净利润 */
  profitLastYear?: CurrencyValue;
  /** 商业计划书 */
  bp?: FileValue;
  /** 联系人 */
  contactName: string;
  /** 联系电话 */
  contactPhone: string;
  /** 联系邮箱 */
  contactEmail?: string;
  /** 已委托财务顾问 */
  hasFa?: boolean;
  /** 财务顾问名称 */
  faName?: string;
}
