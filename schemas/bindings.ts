import { AUTOMATION } from './automation-binding.ts';
import { HELP_BINDINGS } from './help-binding.ts';
import { HOME_BLOCK, HOME_STEP } from './home-binding.ts';
import { ACCEPTED_CURRENCIES, FINANCING_DRAFT, MANDATE } from './mandate-binding.ts';
import { PERSON_BINDINGS } from './person-binding.ts';
import { PRODUCT } from './product-binding.ts';
import { ROW_BUDGET } from './row-budget-binding.ts';
import type { FieldTypeName } from './metadata/field.ts';

/** A field that code needs by name, of one of these types. */
export interface BoundField {
  readonly apiName: string;
  readonly types: readonly [FieldTypeName, ...FieldTypeName[]];
  /** Object that a reference must point to. */
  readonly target?: string;
  /** Options that must be there and not retired, because code writes them or compares with them. */
  readonly options?: readonly string[];
  /** The value may be kept encrypted: it is read by way of the record alone, and in no query. */
  readonly maySeal?: true;
}

/** What one purpose of the product needs of one object. The keys are the names that code has for the fields. */
export interface Binding {
  /** Chinese, for the message that refuses a definition. */
  readonly purpose: string;
  readonly object: string;
  readonly fields: Readonly<Record<string, BoundField>>;
}

const TEXT = ['text', 'longText'] as const;
const CHOICE = ['select'] as const;
/** Chosen by users, or counted from other records; then a user states it. */
const COUNTED_CHOICE = ['select', 'rollup'] as const;
const CHOICES = ['multiSelect'] as const;
const TREE = ['treeSelect'] as const;
const LIST = ['textList'] as const;
const LINK = ['reference'] as const;
const LINKS = ['multiReference'] as const;
const MONEY = ['currency'] as const;
const PICTURE = ['image'] as const;
const DATE = ['date'] as const;

const COMPANY = 'InsightCompany';
const INSTITUTION = 'InsightOrg';

/**
 * Every object and field that code knows by name. A definition that leaves one of them out, hides it or changes what it can
 * hold is refused when it is saved, and a test keeps such names out of all other code: values are reached by the keys here.
 */
export const BINDINGS = {
  /** What those who speak for a company show of it, and the plan that they deliver. */
  companyCard: {
    purpose: '企业名片与商业计划书',
    object: COMPANY,
    fields: {
      plan: { apiName: 'bp', types: ['file'] },
      logo: { apiName: 'logo', types: PICTURE },
      brief: { apiName: 'brief', types: TEXT },
      introduction: { apiName: 'introduction', types: TEXT },
    },
  },
  /** A company that a founder brings, as submitted; what `company` has under the same key is carried over. */
  companyForm: {
    purpose: '创业者企业认证',
    object: 'CompanyCreate',
    fields: {
      name: { apiName: 'name', types: TEXT },
      legalName: { apiName: 'fullName', types: TEXT },
      creditCode: { apiName: 'creditCode', types: TEXT },
      logo: { apiName: 'logo', types: PICTURE },
      brief: { apiName: 'brief', types: TEXT },
      keywords: { apiName: 'tags', types: LIST },
      industry: { apiName: 'industry', types: TREE },
      region: { apiName: 'region', types: TREE },
      city: { apiName: 'cityText', types: TEXT },
      foundedOn: { apiName: 'foundedOn', types: DATE },
      employees: { apiName: 'employeeBand', types: CHOICE },
      latestRound: { apiName: 'latestRound', types: CHOICE },
      website: { apiName: 'website', types: ['url'] },
      founders: { apiName: 'founders', types: LIST },
      introduction: { apiName: 'introduction', types: TEXT },
      plan: { apiName: 'bp', types: ['file'] },
      position: { apiName: 'position', types: TEXT },
    },
  },
  /** The company that an approved founder gets. */
  company: {
    purpose: '创业者企业建档',
    object: COMPANY,
    fields: {
      name: { apiName: 'name', types: TEXT },
      legalName: { apiName: 'legalName', types: TEXT },
      creditCode: { apiName: 'creditCode', types: TEXT },
      logo: { apiName: 'logo', types: PICTURE },
      brief: { apiName: 'brief', types: TEXT },
      keywords: { apiName: 'keywords', types: LIST },
      industry: { apiName: 'industry', types: TREE },
      region: { apiName: 'region', types: TREE },
      city: { apiName: 'cityText', types: TEXT },
      foundedOn: { apiName: 'foundedOn', types: DATE },
      employees: { apiName: 'employeeBand', types: CHOICE },
      latestRound: { apiName: 'latestRound', types: COUNTED_CHOICE },
      website: { apiName: 'website', types: ['url'] },
      founders: { apiName: 'founders', types: LIST },
      introduction: { apiName: 'introduction', types: TEXT },
      status: { apiName: 'status', types: CHOICE, options: ['运营中'] },
      source: { apiName: 'source', types: TEXT },
      verifiedOn: { apiName: 'verifiedOn', types: DATE },
    },
  },
  claimForm: {
    purpose: '企业认领',
    object: 'CompanyClaim',
    fields: {
      company: { apiName: 'companyId', types: LINK, target: COMPANY },
      position: { apiName: 'position', types: TEXT },
    },
  },
  investorForm: {
    purpose: '投资人认证',
    object: 'InvestorAuth',
    fields: {
      role: { apiName: 'identity', types: CHOICE },
      institution: { apiName: 'org', types: LINK, target: INSTITUTION },
      institutionName: { apiName: 'orgName', types: TEXT },
      position: { apiName: 'position', types: TEXT },
      industries: { apiName: 'focusIndustry', types: CHOICES },
      phases: { apiName: 'focusPhase', types: CHOICES },
      areas: { apiName: 'focusArea', types: CHOICES },
      currency: { apiName: 'currencyPreference', types: CHOICE },
      minCheck: { apiName: 'minCheck', types: MONEY },
      maxCheck: { apiName: 'maxCheck', types: MONEY },
      workEmail: { apiName: 'workEmail', types: ['email'], maySeal: true },
      action: { apiName: 'action', types: CHOICE, options: ['SAVE'] },
    },
  },
  serviceOrgForm: {
    purpose: '服务机构认证',
    object: 'ServiceOrgAuth',
    fields: {
      role: { apiName: 'kind', types: CHOICE },
      institutionName: { apiName: 'orgName', types: TEXT },
      position: { apiName: 'position', types: TEXT },
      workEmail: { apiName: 'workEmail', types: ['email'], maySeal: true },
    },
  },
  /** The record of an investor is named by their employer; what the certification says fills what is empty in it. */
  investor: {
    purpose: '投资人联系人的机构与职务',
    object: 'InsightInvestor',
    fields: {
      institution: { apiName: 'org', types: LINK, target: INSTITUTION },
      institutionName: { apiName: 'orgText', types: TEXT },
      position: { apiName: 'title', types: TEXT },
      industries: { apiName: 'focusIndustries', types: CHOICES },
      phases: { apiName: 'focusStages', types: CHOICES },
      areas: { apiName: 'focusRegions', types: CHOICES },
      currency: { apiName: 'currencyPreference', types: CHOICE },
      minCheck: { apiName: 'minCheck', types: MONEY },
      maxCheck: { apiName: 'maxCheck', types: MONEY },
    },
  },
  institution: {
    purpose: '机构联想、匹配与访客统计',
    object: INSTITUTION,
    fields: {
      isAdvisor: { apiName: 'isFa', types: ['boolean'] },
      currency: { apiName: 'currencyPreference', types: CHOICE, options: ACCEPTED_CURRENCIES },
      minCheck: { apiName: 'minCheck', types: MONEY },
      leastRevenue: { apiName: 'minRevenue', types: MONEY },
      leads: { apiName: 'leadsRounds', types: ['boolean'] },
      verifiedOn: { apiName: 'verifiedOn', types: DATE },
      region: { apiName: 'region', types: TREE },
      industries: { apiName: 'focusIndustries', types: CHOICES },
    },
  },
  financing: {
    purpose: '融资申请',
    object: 'FinancingRequest',
    fields: {
      title: { apiName: 'title', types: TEXT },
      company: { apiName: 'company', types: LINK, target: COMPANY },
      kind: { apiName: 'financingType', types: CHOICE },
      round: { apiName: 'round', types: CHOICE },
      amount: { apiName: 'amount', types: MONEY },
      amountBand: { apiName: 'amountRange', types: CHOICE },
      valuation: { apiName: 'valuation', types: MONEY },
      equity: { apiName: 'equityRatio', types: ['percent'] },
      deadline: { apiName: 'deadlineOn', types: DATE },
      useOfProceeds: { apiName: 'useOfProceeds', types: TEXT },
      revenue: { apiName: 'revenueLastYear', types: MONEY },
      profit: { apiName: 'profitLastYear', types: MONEY },
      hasAdvisor: { apiName: 'hasFa', types: ['boolean'] },
      contactName: { apiName: 'contactName', types: TEXT },
    },
  },
  focus: {
    purpose: '关注领域',
    object: 'UserFocus',
    fields: {
      industries: { apiName: 'focusIndustry', types: CHOICES },
      phases: { apiName: 'focusPhase', types: CHOICES },
      areas: { apiName: 'focusArea', types: CHOICES },
      currency: { apiName: 'currencyPreference', types: CHOICE },
      minCheck: { apiName: 'minCheck', types: MONEY },
      maxCheck: { apiName: 'maxCheck', types: MONEY },
    },
  },
  mandate: MANDATE,
  financingDraft: FINANCING_DRAFT,
  product: PRODUCT,
  ...HELP_BINDINGS,
  automation: AUTOMATION,
  rowBudget: ROW_BUDGET,
  homeBlock: HOME_BLOCK,
  homeStep: HOME_STEP,
  ...PERSON_BINDINGS,
  news: { purpose: '资讯详情', object: 'InsightNews', fields: {} },
  /** A report is on a page that stays open to visitors. */
  report: { purpose: '研究报告详情', object: 'ResearchReport', fields: {} },
  /** What investors find an approved request by; what `financing` and `companyProfile` have under the same key is carried over. */
  project: {
    purpose: '融资项目发布',
    object: 'InsightProject',
    fields: {
      name: { apiName: 'name', types: TEXT },
      company: { apiName: 'company', types: LINK, target: COMPANY },
      logo: { apiName: 'logo', types: PICTURE },
      brief: { apiName: 'brief', types: TEXT },
      industry: { apiName: 'industry', types: TREE },
      tracks: { apiName: 'tracks', types: LINKS },
      keywords: { apiName: 'keywords', types: LIST },
      region: { apiName: 'region', types: TREE },
      city: { apiName: 'cityText', types: TEXT },
      introduction: { apiName: 'introduction', types: TEXT },
      status: { apiName: 'status', types: CHOICE, options: ['融资中', '暂停融资', '融资完成', '已关闭'] },
      publishedOn: { apiName: 'publishedOn', types: DATE },
      closedOn: { apiName: 'closedOn', types: DATE },
      termsUpdatedOn: { apiName: 'termsUpdatedOn', types: DATE },
      currentRound: { apiName: 'currentRound', types: CHOICE },
      kind: { apiName: 'financingType', types: CHOICE },
      round: { apiName: 'targetRound', types: CHOICE },
      amount: { apiName: 'targetAmount', types: MONEY },
      amountBand: { apiName: 'targetAmountRange', types: CHOICE },
      valuation: { apiName: 'valuation', types: MONEY },
      equity: { apiName: 'equityOffered', types: ['percent'] },
      deadline: { apiName: 'deadlineOn', types: DATE },
      currency: { apiName: 'currencyPreference', types: CHOICE, options: ACCEPTED_CURRENCIES },
      useOfProceeds: { apiName: 'useOfProceeds', types: TEXT },
      revenue: { apiName: 'revenueLastYear', types: MONEY },
      profit: { apiName: 'profitLastYear', types: MONEY },
      hasAdvisor: { apiName: 'hasFa', types: ['boolean'] },
      source: { apiName: 'source', types: TEXT },
      verifiedOn: { apiName: 'verifiedOn', types: DATE },
    },
  },
  /** What a project shows of its company. */
  companyProfile: {
    purpose: '融资项目的企业信息',
    object: COMPANY,
    fields: {
      name: { apiName: 'name', types: TEXT },
      logo: { apiName: 'logo', types: PICTURE },
      brief: { apiName: 'brief', types: TEXT },
      industry: { apiName: 'industry', types: TREE },
      tracks: { apiName: 'tracks', types: LINKS },
      keywords: { apiName: 'keywords', types: LIST },
      region: { apiName: 'region', types: TREE },
      city: { apiName: 'cityText', types: TEXT },
      introduction: { apiName: 'introduction', types: TEXT },
      currentRound: { apiName: 'latestRound', types: COUNTED_CHOICE },
    },
  },
  transaction: {
    purpose: '融资成交收录',
    object: 'InsightTransaction',
    fields: {
      title: { apiName: 'title', types: TEXT },
      company: { apiName: 'company', types: LINK, target: COMPANY },
      round: { apiName: 'round', types: CHOICE },
      fundedOn: { apiName: 'fundedOn', types: DATE },
      disclosedOn: { apiName: 'disclosedOn', types: DATE },
      industry: { apiName: 'industry', types: TREE },
      tracks: { apiName: 'tracks', types: LINKS },
      region: { apiName: 'region', types: TREE },
      city: { apiName: 'cityText', types: TEXT },
      verification: { apiName: 'verification', types: CHOICE, options: ['已核实'] },
      amount: { apiName: 'amount', types: MONEY },
      leads: { apiName: 'leadInvestors', types: LINKS, target: INSTITUTION },
      follows: { apiName: 'followInvestors', types: LINKS, target: INSTITUTION },
      others: { apiName: 'otherInvestors', types: LIST },
      useOfProceeds: { apiName: 'useOfProceeds', types: TEXT },
      source: { apiName: 'source', types: TEXT },
      verifiedOn: { apiName: 'verifiedOn', types: DATE },
    },
  },
} as const satisfies Readonly<Record<string, Binding>>;
