/** 读取额度, version 1. Generated from metadata; do not edit. */
export interface RowBudget {
  /** 额度名称 */
  title: string;
  /** 额度适用身份 */
  kinds: ("visitor" | "member" | "founder" | "investor" | "organisation" | "svip" | "staff")[];
  /** 每日条数 */
  rowsPerDay?: number;
  /** 放慢起点 */
  slowAbove?: number;
  /** 平常的倍数 */
  slowTimes?: number;
  /** 放慢后每分钟条数 */
  slowRows?: number;
  /** 额度标识 */
  code?: string;
}
