/** 教育经历, version 1. Generated from metadata; do not edit. */
export interface EducationRecord {
  /** 学校 */
  school: string;
  /** 学历 */
  degree: "博士" | "硕士" | "MBA/EMBA" | "本科" | "大专" | "高中及以下" | "其他";
  /** 专业 */
  major?: string;
  /** 学校所在地区 */
  region?: string;
  /** 海外城市 */
  cityText?: string;
  /** 全日制 */
  isFullTime?: boolean;
  /** 入学时间 */
  startOn: string;
  /** 目前在读 */
  isStudying: boolean;
  /** 毕业时间 */
  endOn?: string;
  /** 在校经历 */
  description?: string;
}
