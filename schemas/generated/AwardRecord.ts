import type { FileValue } from '#schemas/metadata/value.ts';

/** 获奖经历, version 1. Generated from metadata; do not edit. */
export interface AwardRecord {
  /** 奖项名称 */
  title: string;
  /** 颁发机构 */
  issuer?: string;
  /** 奖项级别 */
  level?: "国际级" | "国家级" | "省部级" | "市级" | "行业级" | "其他";
  /** 获奖时间 */
  awardedOn: string;
  /** 团队奖项 */
  isTeamAward?: boolean;
  /** 本人角色 */
  role?: string;
  /** 获奖证书 */
  certificate?: FileValue;
  /** 相关链接 */
  url?: string;
  /** 获奖说明 */
  description?: string;
}
