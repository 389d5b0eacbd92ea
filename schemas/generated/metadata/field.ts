// Written by `npm run schemas` from schemas/metadata/field.ts: change it there.
import type * as source from '#schemas/metadata/field.ts';

export const CURRENCIES: typeof source.CURRENCIES = [ "CNY", "USD", "EUR", "GBP", "HKD", "TWD", "JPY", "AUD", "SGD", "CAD" ];
export const DECIMAL_SOURCE: typeof source.DECIMAL_SOURCE = "^-?\\d{1,24}(\\.\\d{1,12})?$";
export const FIELD_TYPES: typeof source.FIELD_TYPES = [ "text", "longText", "url", "phone", "email", "integer", "decimal", "percent", "currency", "date", "dateTime", "select", "multiSelect", "treeSelect", "boolean", "reference", "multiReference", "textList", "image", "file", "formula", "rollup", "lookup" ];
export const ROLE_LABELS: typeof source.ROLE_LABELS = { staff: "产品人员", svip: "SVIP", ORG_INVESTOR: "机构投资人", COMPANY_INVEST_DEPT: "企业投资部门", PERSONAL_INVESTOR: "个人投资人", LP: "LP", FA: "财务顾问", START_UP: "创业者", SERVICE_ORG: "服务机构", PARK_INCUBATOR: "园区/孵化器", OTHER_SERVICE_ORG: "其他服务机构" };
