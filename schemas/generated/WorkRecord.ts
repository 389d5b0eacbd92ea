/** 工作经历, version 1. Generated from metadata; do not edit. */
export interface WorkRecord {
  /** 单位名称 */
  organization: string;
  /** 职务 */
  position: string;
  /** 部门 */
  department?: string;
  /** 所属行业 */
  industry?: string;
  /** 工作地区 */
  region?: string;
  /** 海外城市 */
  cityText?: string;
  /** 是否创始人 */
  isFounder?: boolean;
  /** 入职时间 */
  startOn: string;
  /** 目前在职 */
  isCurrent: boolean;
  /** 离职时间 */
  endOn?: string;
  /** 工作内容 */
  description?: string;
}
