import type { ReferenceValue } from '#schemas/metadata/value.ts';

/** 文章评价, version 1. Generated from metadata; do not edit. */
export interface HelpFeedback {
  /** 评价的文章 */
  title: string;
  /** 所属文章 */
  article: ReferenceValue;
  /** 是否有用 */
  isUseful?: boolean;
}
