import type { FileValue } from '#schemas/metadata/value.ts';

/** 服务机构认证, version 1. Generated from metadata; do not edit. */
export interface ServiceOrgAuth {
  /** 机构名称 */
  orgName: string;
  /** 机构类型 */
  kind: "FA" | "PARK_INCUBATOR" | "OTHER_SERVICE_ORG";
  /** 统一社会信用代码 */
  creditCode?: string;
  /** 机构官网 */
  website?: string;
  /** 所在地区 */
  region?: string;
  /** 服务内容 */
  services: ("股权融资顾问" | "并购顾问" | "上市辅导" | "债权融资顾问" | "商业计划书撰写" | "财务与税务" | "法律服务" | "政策申报" | "空间与孵化")[];
  /** 机构介绍 */
  introduction?: string;
  /** 营业执照 */
  licence: FileValue;
  /** 真实姓名 */
  realName: string;
  /** 职务 */
  position: string;
  /** 名片 */
  card: FileValue;
  /** 工作邮箱 */
  workEmail: string;
  /** 联系电话 */
  phone: string;
  /** 提交来源 */
  submitSource?: "web" | "h5" | "app";
}
