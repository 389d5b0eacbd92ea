import type { CurrencyValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 找投资方的条件, version 1. Generated from metadata; do not edit. */
export interface FinancingDraft {
  /** 名称 */
  name?: string;
  /** 行业 */
  industry?: string;
  /** 赛道 */
  tracks?: ReferenceValue[];
  /** 轮次 */
  targetRound?: "未融资" | "种子轮" | "天使轮" | "天使+轮" | "Pre-A轮" | "A轮" | "A+轮" | "A++轮" | "Pre-B轮" | "B轮" | "B+轮" | "B++轮" | "Pre-C轮" | "C轮" | "C+轮" | "C轮及以后" | "Pre-D轮" | "D轮" | "D+轮" | "E轮" | "E+轮" | "F轮" | "G轮及以后" | "Pre-IPO" | "基石轮" | "战略投资" | "股权融资" | "债权融资" | "可转债" | "股权转让" | "并购" | "被收购" | "管理层收购" | "IPO上市" | "借壳上市" | "IPO上市后" | "定向增发" | "新三板" | "新三板定增" | "北交所上市" | "私有化" | "退市" | "股权众筹" | "捐赠/资助" | "未披露" | "不明确" | "停止运营";
  /** 融资金额 */
  targetAmount?: CurrencyValue;
  /** 接受币种 */
  currencyPreference?: "人民币" | "美元" | "双币" | "其他币种";
  /** 地区 */
  region?: string;
  /** 需要领投方 */
  needsLead?: boolean;
  /** 上年营业收入 */
  revenueLastYear?: CurrencyValue;
}
