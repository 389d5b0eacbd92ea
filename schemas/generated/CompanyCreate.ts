import type { FileValue } from '#schemas/metadata/value.ts';

/** 企业, version 1. Generated from metadata; do not edit. */
export interface CompanyCreate {
  /** 已注册企业 */
  hasCompany: boolean;
  /** 项目简称 */
  name: string;
  /** 企业全称 */
  fullName?: string;
  /** 统一社会信用代码 */
  creditCode?: string;
  /** Logo */
  logo: FileValue;
  /** 一句话简介 */
  brief: string;
  /** 项目标签 */
  tags: string[];
  /** 所属行业 */
  industry: string;
  /** 所在地区 */
  region: string;
  /** 海外城市 */
  cityText?: string;
  /** 成立时间 */
  foundedOn?: string;
  /** 人员规模 */
  employeeBand?: "1-10" | "11-50" | "51-100" | "101-250" | "251-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+";
  /** 已完成轮次 */
  latestRound?: "未融资" | "种子轮" | "天使轮" | "天使+轮" | "Pre-A轮" | "A轮" | "A+轮" | "A++轮" | "Pre-B轮" | "B轮" | "B+轮" | "B++轮" | "Pre-C轮" | "C轮" | "C+轮" | "C轮及以后" | "Pre-D轮" | "D轮" | "D+轮" | "E轮" | "E+轮" | "F轮" | "G轮及以后" | "Pre-IPO" | "基石轮" | "战略投资" | "股权融资" | "债权融资" | "可转债" | "股权转让" | "并购" | "被收购" | "管理层收购" | "IPO上市" | "借壳上市" | "IPO上市后" | "定向增发" | "新三板" | "新三板定增" | "北交所上市" | "私有化" | "退市" | "股权众筹" | "捐赠/资助" | "未披露" | "不明确" | "停止运营";
  /** 官网 */
  website?: string;
  /** 创始人 */
  founders?: string[];
  /** 企业介绍 */
  introduction?: string;
  /** 商业计划书 */
  bp?: FileValue;
  /** 您的职务 */
  position: string;
  /** 名片 */
  cardUrl: FileValue;
  /** 联系电话 */
  phone: string;
  /** 工作邮箱 */
  email?: string;
}
