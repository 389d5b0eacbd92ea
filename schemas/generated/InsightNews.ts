import type { FileValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 资讯, version 1. Generated from metadata; do not edit. */
export interface InsightNews {
  /** 标题 */
  title: string;
  /** 题图 */
  cover?: FileValue;
  /** 发布时间 */
  publishedOn?: string;
  /** 来源媒体 */
  media?: string;
  /** 作者 */
  author?: string;
  /** 资讯分类 */
  category?: "融资" | "并购" | "上市" | "基金募集" | "政策" | "行业" | "公司动态" | "人物" | "研报" | "快讯";
  /** 情感倾向 */
  sentiment?: "正面" | "中性" | "负面";
  /** 原文链接 */
  url?: string;
  /** 关键词 */
  keywords?: string[];
  /** 摘要 */
  summary?: string;
  /** 正文 */
  body?: string;
  /** 相关行业 */
  industry?: string;
  /** 相关地区 */
  region?: string;
  /** 相关企业 */
  companies?: ReferenceValue[];
  /** 相关机构 */
  orgs?: ReferenceValue[];
  /** 相关赛道 */
  tracks?: ReferenceValue[];
  /** 相关交易 */
  transactions?: ReferenceValue[];
  /** 相关基金 */
  funds?: ReferenceValue[];
  /** 相关人物 */
  people?: string[];
  /** 阅读次数 */
  viewsCount?: number;
  /** 置顶 */
  isTop?: boolean;
  /** 数据来源 */
  source?: string;
  /** 来源编号 */
  sourceId?: string;
}
