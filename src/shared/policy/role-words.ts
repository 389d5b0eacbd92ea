/** What people call the roles of an account. */
export const ROLE_WORDS: Readonly<Record<string, string>> = {
  START_UP: '创业者',
  ORG_INVESTOR: '机构投资人',
  COMPANY_INVEST_DEPT: '企业投资部',
  PERSONAL_INVESTOR: '个人投资人',
  LP: 'LP',
  FA: 'FA',
  PARK_INCUBATOR: '园区/孵化器',
  OTHER_SERVICE_ORG: '其他服务机构',
  SERVICE_ORG: '服务机构',
};

/** Roles that others may know: who works for the platform is not disclosed. */
export const publicRoles = (roles: readonly string[]): string[] => roles.filter((role) => role !== 'staff');

/** What a person is called after the roles that others may know; 注册用户 without any. */
export const identityWords = (roles: readonly string[]): string =>
  publicRoles(roles)
    .map((role) => ROLE_WORDS[role])
    .filter(Boolean)
    .join('、') || '注册用户';
