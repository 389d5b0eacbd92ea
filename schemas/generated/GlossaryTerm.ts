/** 术语, version 1. Generated from metadata; do not edit. */
export interface GlossaryTerm {
  /** 术语名称 */
  term: string;
  /** 其他叫法 */
  alternatives?: string[];
  /** 术语解释 */
  explanation: string;
  /** 相关字段 */
  related?: string;
  /** 是否发布 */
  published?: boolean;
}
