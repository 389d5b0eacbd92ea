import type { CurrencyValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 行业赛道, version 1. Generated from metadata; do not edit. */
export interface InsightIndustryLabel {
  /** 赛道名称 */
  name: string;
  /** 赛道图片 */
  cover?: FileValue;
  /** 上级赛道 */
  parent?: ReferenceValue;
  /** 所属行业 */
  industry?: string;
  /** 一句话简介 */
  brief?: string;
  /** 别名 */
  aliases?: string[];
  /** 关键词 */
  keywords?: string[];
  /** 热门赛道 */
  isHot?: boolean;
  /** 热度指数 */
  heat?: number;
  /** 热度变化 */
  heatChange?: string;
  /** 企业数量 */
  readonly companyCount?: number;
  /** 投资机构 */
  readonly institutionsCount?: number;
  /** 独角兽数量 */
  readonly unicornsCount?: number;
  /** 近一年融资次数 */
  readonly roundsLastYear?: number;
  /** 近一年融资金额 */
  readonly amountLastYear?: CurrencyValue;
  /** 累计融资次数 */
  readonly roundsCount?: number;
  /** 累计融资金额 */
  readonly amountTotal?: CurrencyValue;
  /** 近两年融资次数 */
  readonly roundsLastTwoYears?: number;
  /** 融资次数同比 */
  readonly growthRate?: string;
  /** 近一年平均单笔 */
  readonly averageAmount?: string;
  /** 赛道介绍 */
  introduction?: string;
  /** 驱动因素 */
  drivers?: string;
  /** 风险提示 */
  risks?: string;
  /** 代表企业 */
  leaders?: ReferenceValue[];
  /** 数据来源 */
  source?: string;
  /** 来源链接 */
  sourceUrl?: string;
  /** 来源编号 */
  sourceId?: string;
  /** 核实日期 */
  verifiedOn?: string;
}
