import type { FileValue } from '#schemas/metadata/value.ts';

/** 帮助文章, version 1. Generated from metadata; do not edit. */
export interface HelpArticle {
  /** 文章标题 */
  title: string;
  /** 帮助分类 */
  category: "account" | "identity" | "financing" | "data" | "matching" | "contact" | "assistant" | "paid" | "privacy" | "staff";
  /** 文章顺序 */
  position?: number;
  /** 是否发布 */
  published?: boolean;
  /** 读者 */
  audience?: ("founder" | "investor" | "organisation" | "svip" | "staff")[];
  /** 搜索词 */
  keywords?: string[];
  /** 出现位置 */
  places?: string[];
  /** 文章网址 */
  slug?: string;
  /** 文章正文 */
  body: string;
  /** 图1 */
  picture1?: FileValue;
  /** 图2 */
  picture2?: FileValue;
  /** 图3 */
  picture3?: FileValue;
  /** 图4 */
  picture4?: FileValue;
  /** 有用 */
  readonly usefulCount?: number;
  /** 没用 */
  readonly uselessCount?: number;
}
