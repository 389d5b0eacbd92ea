/** Roles that records and values may be kept for. */
export const ROLE_LABELS = {
  staff: '产品人员',
  svip: 'SVIP',
  ORG_INVESTOR: '机构投资人',
  COMPANY_INVEST_DEPT: '企业投资部门',
  PERSONAL_INVESTOR: '个人投资人',
  LP: 'LP',
  FA: '财务顾问',
  START_UP: '创业者',
  SERVICE_ORG: '服务机构',
  PARK_INCUBATOR: '园区/孵化器',
  OTHER_SERVICE_ORG: '其他服务机构',
} as const;
