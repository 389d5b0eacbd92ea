/** 首页内容, version 1. Generated from metadata; do not edit. */
export interface HomeBlock {
  /** 内容标题 */
  title: string;
  /** 内容类型 */
  kind: "list" | "count" | "chart" | "steps" | "waiting" | "changes" | "matches" | "talks";
  /** 是否显示 */
  published?: boolean;
  /** 内容读者 */
  audience?: ("visitor" | "member" | "founder" | "investor" | "organisation" | "svip" | "staff")[];
  /** 首页顺序 */
  position?: number;
  /** 内容宽度 */
  width?: "third" | "half" | "full";
  /** 内容对象 */
  objectName?: string;
  /** 内容条件 */
  filter?: string;
  /** 内容排序 */
  sort?: string;
  /** 内容字段 */
  columns?: string[];
  /** 最多条数 */
  limit?: number;
  /** 图表分组字段 */
  groupBy?: string;
  /** 图表时间单位 */
  unit?: "week" | "month" | "quarter" | "year";
  /** 图表合计字段 */
  measure?: string;
  /** 图表图形 */
  look?: "bar" | "line" | "pie";
  /** 内容说明 */
  help?: string;
  /** 空白时的说明 */
  emptyWords?: string;
  /** 空白时的按钮 */
  emptyAction?: string;
  /** 空白时的去处 */
  emptyLink?: string;
  /** 内容标识 */
  code?: string;
}
