import type { CurrencyValue, FileValue, ReferenceValue } from '#schemas/metadata/value.ts';

/** 企业, version 1. Generated from metadata; do not edit. */
export interface InsightCompany {
  /** 企业简称 */
  name: string;
  /** Logo */
  logo?: FileValue;
  /** 一句话简介 */
  brief?: string;
  /** 运营状态 */
  status?: "运营中" | "未上线" | "已转型" | "已关闭" | "已上市" | "已被收购" | "已退市" | "未知";
  /** 所属行业 */
  industry?: string;
  /** 所属赛道 */
  tracks?: ReferenceValue[];
  /** 企业标签 */
  tags?: ("千里马" | "独角兽" | "专精特新" | "高新技术企业" | "瞪羚企业" | "制造业单项冠军" | "科技型中小企业" | "雏鹰企业" | "国资背景" | "海归创业" | "连续创业者" | "示例")[];
  /** 产品标签 */
  keywords?: string[];
  /** 所在地区 */
  region?: string;
  /** 海外城市 */
  cityText?: string;
  /** 详细地址 */
  address?: string;
  /** 成立时间 */
  foundedOn?: string;
  /** 人员规模 */
  employeeBand?: "1-10" | "11-50" | "51-100" | "101-250" | "251-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+";
  /** 曾用名与别名 */
  aliases?: string[];
  /** 英文名 */
  englishName?: string;
  /** 详细介绍 */
  introduction?: string;
  /** 产品与服务 */
  productIntro?: string;
  /** 工商名称 */
  legalName?: string;
  /** 统一社会信用代码 */
  creditCode?: string;
  /** 法定代表人 */
  legalRepresentative?: string;
  /** 注册资本 */
  registeredCapital?: CurrencyValue;
  /** 上市板块 */
  marketSegment?: "上交所主板" | "科创板" | "深交所主板" | "创业板" | "北交所" | "新三板" | "港交所" | "纳斯达克" | "纽交所" | "其他";
  /** 证券代码 */
  stockCode?: string;
  /** 上市时间 */
  listedOn?: string;
  /** 收购方 */
  acquirerName?: string;
  /** 关闭时间 */
  closedOn?: string;
  /** 最新轮次 */
  readonly latestRound?: "未融资" | "种子轮" | "天使轮" | "天使+轮" | "Pre-A轮" | "A轮" | "A+轮" | "A++轮" | "Pre-B轮" | "B轮" | "B+轮" | "B++轮" | "Pre-C轮" | "C轮" | "C+轮" | "C轮及以后" | "Pre-D轮" | "D轮" | "D+轮" | "E轮" | "E+轮" | "F轮" | "G轮及以后" | "Pre-IPO" | "基石轮" | "战略投资" | "股权融资" | "债权融资" | "可转债" | "股权转让" | "并购" | "被收购" | "管理层收购" | "IPO上市" | "借壳上市" | "IPO上市后" | "定向增发" | "新三板" | "新三板定增" | "北交所上市" | "私有化" | "退市" | "股权众筹" | "捐赠/资助" | "未披露" | "不明确" | "停止运营";
  /** 最新融资时间 */
  readonly latestRoundOn?: string;
  /** 最新融资金额 */
  readonly latestAmount?: CurrencyValue;
  /** 最新投资方 */
  readonly latestRoundInvestors?: ReferenceValue[];
  /** 融资总额 */
  readonly fundingTotal?: CurrencyValue;
  /** 融资次数 */
  readonly roundsCount?: number;
  /** 投资方数量 */
  readonly investorsCount?: number;
  /** 最新估值 */
  readonly valuation?: CurrencyValue;
  /** 正在融资 */
  readonly isRaising?: boolean;
  /** 是否获投 */
  readonly hasFunding?: boolean;
  /** 创始人 */
  founders?: string[];
  /** 核心成员 */
  keyPeople?: string[];
  /** 团队介绍 */
  teamIntro?: string;
  /** 官网 */
  website?: string;
  /** 公开电话 */
  phone?: string;
  /** 公开邮箱 */
  email?: string;
  /** 微信公众号 */
  wechatAccount?: string;
  /** 商业计划书 */
  bp?: FileValue;
  /** 相册图片 1 */
  albumPicture1?: FileValue;
  /** 图片 1 说明 */
  albumCaption1?: string;
  /** 相册图片 2 */
  albumPicture2?: FileValue;
  /** 图片 2 说明 */
  albumCaption2?: string;
  /** 相册图片 3 */
  albumPicture3?: FileValue;
  /** 图片 3 说明 */
  albumCaption3?: string;
  /** 相册图片 4 */
  albumPicture4?: FileValue;
  /** 图片 4 说明 */
  albumCaption4?: string;
  /** 相册图片 5 */
  albumPicture5?: FileValue;
  /** 图片 5 说明 */
  albumCaption5?: string;
  /** 相册图片 6 */
  albumPicture6?: FileValue;
  /** 图片 6 说明 */
  albumCaption6?: string;
  /** 相册图片 7 */
  albumPicture7?: FileValue;
  /** 图片 7 说明 */
  albumCaption7?: string;
  /** 相册图片 8 */
  albumPicture8?: FileValue;
  /** 图片 8 说明 */
  albumCaption8?: string;
  /** 相册图片 9 */
  albumPicture9?: FileValue;
  /** 图片 9 说明 */
  albumCaption9?: string;
  /** 数据来源 */
  source?: string;
  /** 来源链接 */
  sourceUrl?: string;
  /** 来源编号 */
  sourceId?: string;
  /** 核实日期 */
  verifiedOn?: string;
}
