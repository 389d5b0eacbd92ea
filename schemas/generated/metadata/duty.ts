// Written by `npm run schemas` from schemas/metadata/duty.ts: change it there.
import type * as source from '#schemas/metadata/duty.ts';

export const DUTIES: typeof source.DUTIES = [ "data", "audit", "money", "access" ];
export const DUTY_LABELS: typeof source.DUTY_LABELS = { data: "数据与内容", audit: "审核", money: "财务", access: "账号与权限" };
