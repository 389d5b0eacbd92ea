import type { FileValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 研究报告, version 1. Generated from metadata; do not edit. */
export interface ResearchReport {
  /** 报告标题 */
  title: string;
  /** 发布机构 */
  publisher?: string;
  /** 发布日期 */
  publishedOn?: string;
  /** 研究行业 */
  industry?: string;
  /** 页数 */
  pagesCount?: number;
  /** 内容摘要 */
  abstract?: string;
  /** 研究赛道 */
  tracks?: ReferenceValue[];
  /** 提及企业 */
  companies?: ReferenceValue[];
  /** 全文范围 */
  readers?: "open" | "certified";
  /** 公开全文 */
  openFile?: FileValue;
  /** 报告全文 */
  file?: FileValue;
  /** 报告链接 */
  link?: string;
  /** 数据来源 */
  source?: string;
  /** 来源编号 */
  sourceId?: string;
}
