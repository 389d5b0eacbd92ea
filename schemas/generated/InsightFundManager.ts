import type { CurrencyValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 基金管理人, version 1. Generated from metadata; do not edit. */
export interface InsightFundManager {
  /** 管理人名称 */
  name: string;
  /** 简称 */
  shortName?: string;
  /** 登记编号 */
  registrationNumber?: string;
  /** 管理人类型 */
  type?: "私募证券投资基金管理人" | "私募股权、创业投资基金管理人" | "其他私募投资基金管理人" | "私募资产配置类管理人";
  /** 登记状态 */
  status?: "正常" | "异常" | "主动注销" | "依公告注销" | "协会注销" | "未知";
  /** 组织形式 */
  orgForm?: "有限合伙" | "有限责任公司" | "股份有限公司" | "普通合伙" | "契约型" | "其他";
  /** 成立时间 */
  foundedOn?: string;
  /** 登记时间 */
  registeredOn?: string;
  /** 注销时间 */
  deregisteredOn?: string;
  /** 统一社会信用代码 */
  creditCode?: string;
  /** 法定代表人 */
  legalRepresentative?: string;
  /** 所属机构 */
  org?: ReferenceValue;
  /** 注册地区 */
  region?: string;
  /** 海外城市 */
  cityText?: string;
  /** 详细地址 */
  address?: string;
  /** 办公地址 */
  officeAddress?: string;
  /** 注册资本 */
  registeredCapital?: CurrencyValue;
  /** 实缴资本 */
  paidInCapital?: CurrencyValue;
  /** 管理规模 */
  managedScale?: CurrencyValue;
  /** 管理规模区间 */
  scaleBand?: "0-5亿元" | "5-10亿元" | "10-20亿元" | "20-50亿元" | "50-100亿元" | "100亿元以上" | "未披露";
  /** 管理基金 */
  readonly fundsCount?: number;
  /** 存续基金 */
  readonly activeFundsCount?: number;
  /** 已清算基金 */
  readonly liquidatedFundsCount?: string;
  /** 全职人数 */
  employeesCount?: number;
  /** 取得从业资格人数 */
  qualifiedCount?: number;
  /** 高管人员 */
  executives?: string[];
  /** 协会会员 */
  isMember?: boolean;
  /** 会员类型 */
  memberKind?: string;
  /** 入会时间 */
  memberOn?: string;
  /** 有提示信息 */
  hasWarning?: boolean;
  /** 提示内容 */
  warnings?: string;
  /** 法律意见书律所 */
  lawFirm?: string;
  /** 一句话简介 */
  brief?: string;
  /** 管理人介绍 */
  introduction?: string;
  /** 官网 */
  website?: string;
  /** 公开电话 */
  phone?: string;
  /** 公开邮箱 */
  email?: string;
  /** 数据来源 */
  source?: string;
  /** 来源链接 */
  sourceUrl?: string;
  /** 来源编号 */
  sourceId?: string;
  /** 核实日期 */
  verifiedOn?: string;
}
