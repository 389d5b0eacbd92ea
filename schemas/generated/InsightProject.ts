import type { CurrencyValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 融资项目, version 1. Generated from metadata; do not edit. */
export interface InsightProject {
  /** 项目名称 */
  name: string;
  /** Logo */
  logo?: FileValue;
  /** 所属企业 */
  company?: ReferenceValue;
  /** 一句话简介 */
  brief?: string;
  /** 项目状态 */
  status?: "融资中" | "暂停融资" | "融资完成" | "已关闭";
  /** 所属行业 */
  industry?: string;
  /** 所属赛道 */
  tracks?: ReferenceValue[];
  /** 项目标签 */
  keywords?: string[];
  /** 所在地区 */
  region?: string;
  /** 海外城市 */
  cityText?: string;
  /** 启动时间 */
  foundedOn?: string;
  /** 发布日期 */
  publishedOn?: string;
  /** 条款有更新 */
  termsUpdatedOn?: string;
  /** 关闭日期 */
  closedOn?: string;
  /** 已完成轮次 */
  currentRound?: "未融资" | "种子轮" | "天使轮" | "天使+轮" | "Pre-A轮" | "A轮" | "A+轮" | "A++轮" | "Pre-B轮" | "B轮" | "B+轮" | "B++轮" | "Pre-C轮" | "C轮" | "C+轮" | "C轮及以后" | "Pre-D轮" | "D轮" | "D+轮" | "E轮" | "E+轮" | "F轮" | "G轮及以后" | "Pre-IPO" | "基石轮" | "战略投资" | "股权融资" | "债权融资" | "可转债" | "股权转让" | "并购" | "被收购" | "管理层收购" | "IPO上市" | "借壳上市" | "IPO上市后" | "定向增发" | "新三板" | "新三板定增" | "北交所上市" | "私有化" | "退市" | "股权众筹" | "捐赠/资助" | "未披露" | "不明确" | "停止运营";
  /** 融资方式 */
  financingType?: "equity" | "debt" | "convertible";
  /** 目标轮次 */
  targetRound?: "未融资" | "种子轮" | "天使轮" | "天使+轮" | "Pre-A轮" | "A轮" | "A+轮" | "A++轮" | "Pre-B轮" | "B轮" | "B+轮" | "B++轮" | "Pre-C轮" | "C轮" | "C+轮" | "C轮及以后" | "Pre-D轮" | "D轮" | "D+轮" | "E轮" | "E+轮" | "F轮" | "G轮及以后" | "Pre-IPO" | "基石轮" | "战略投资" | "股权融资" | "债权融资" | "可转债" | "股权转让" | "并购" | "被收购" | "管理层收购" | "IPO上市" | "借壳上市" | "IPO上市后" | "定向增发" | "新三板" | "新三板定增" | "北交所上市" | "私有化" | "退市" | "股权众筹" | "捐赠/资助" | "未披露" | "不明确" | "停止运营";
  /** 目标金额 */
  targetAmount?: CurrencyValue;
  /** 目标金额区间 */
  targetAmountRange?: "未透露" | "数十万" | "数百万" | "数千万" | "亿元及以上" | "数亿" | "数十亿";
  /** 出让比例 */
  equityOffered?: string;
  /** 期望投后估值 */
  valuation?: CurrencyValue;
  /** 按比例推算估值 */
  readonly impliedValuation?: string;
  /** 截止日期 */
  deadlineOn?: string;
  /** 接受币种 */
  currencyPreference?: "人民币" | "美元" | "双币" | "其他币种";
  /** 资金用途 */
  useOfProceeds?: string;
  /** 商业计划书 */
  bp?: FileValue;
  /** 上年营业收入 */
  revenueLastYear?: CurrencyValue;
  /** 上年净利润 */
  profitLastYear?: CurrencyValue;
  /** 用户数 */
  usersCount?: number;
  /** 团队人数 */
  teamSize?: number;
  /** 项目介绍 */
  introduction?: string;
  /** 项目亮点 */
  advantages?: string;
  /** 商业模式 */
  businessModel?: string;
  /** 市场分析 */
  marketAnalysis?: string;
  /** 团队介绍 */
  teamIntro?: string;
  /** 创始人 */
  founderName?: string;
  /** 职务 */
  founderTitle?: string;
  /** 由财务顾问对接 */
  hasFa?: boolean;
  /** 财务顾问 */
  fa?: ReferenceValue;
  /** 浏览次数 */
  viewsCount?: number;
  /** 感兴趣投资人 */
  interestsCount?: number;
  /** 数据来源 */
  source?: string;
  /** 来源链接 */
  sourceUrl?: string;
  /** 来源编号 */
  sourceId?: string;
  /** 核实日期 */
  verifiedOn?: string;
}
