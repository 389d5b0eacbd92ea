import type { FileValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 企业认领, version 1. Generated from metadata; do not edit. */
export interface CompanyClaim {
  /** 企业 */
  companyId: ReferenceValue;
  /** 真实姓名 */
  realName: string;
  /** 职务 */
  position: string;
  /** 名片 */
  userBusinessCard: FileValue;
  /** 补充说明 */
  statement?: string;
  /** 联系电话 */
  phone: string;
  /** 工作邮箱 */
  email?: string;
  /** 提交动作 */
  action?: "CLAIM" | "h5";
  /** 提交来源 */
  submitSource?: "web" | "h5" | "app";
}
