// Written by `npm run schemas` from schemas/metadata/audience.ts: change it there.
import type * as source from '#schemas/metadata/audience.ts';

export const AUDIENCES: typeof source.AUDIENCES = [ "everyone", "member", "investorOrSvip", "svip", "roles", "owner", "staff" ];
export const AUDIENCE_LABELS: typeof source.AUDIENCE_LABELS = { everyone: "所有人", member: "登录用户", investorOrSvip: "投资人或 SVIP", svip: "SVIP", roles: "指定身份", owner: "本人", staff: "产品人员" };
