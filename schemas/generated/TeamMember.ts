import type { FileValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 团队成员, version 1. Generated from metadata; do not edit. */
export interface TeamMember {
  /** 姓名 */
  name: string;
  /** 照片 */
  photo?: FileValue;
  /** 所在企业 */
  company: ReferenceValue;
  /** 职务 */
  title?: string;
  /** 创始人 */
  isFounder?: boolean;
  /** 显示顺序 */
  place?: number;
  /** 一句话简介 */
  brief?: string;
  /** 工作经历 */
  workHistory?: string[];
  /** 教育经历 */
  education?: string[];
  /** 个人主页 */
  profileUrl?: string;
  /** 个人介绍 */
  introduction?: string;
  /** 数据来源 */
  source?: string;
  /** 来源链接 */
  sourceUrl?: string;
  /** 来源编号 */
  sourceId?: string;
}
